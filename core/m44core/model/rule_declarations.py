"""Declarations of the special rules: the parts of each rule class, with their labels and keys.

All code that reads, writes, shows or describes special rules uses these declarations instead of
handling rules by name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import MISSING, Field, field, fields, is_dataclass
from enum import StrEnum
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, TypeAlias, get_args, get_origin, get_type_hints

from m44core.catalogue.catalogue_types import RulesSupport, Side
from m44core.catalogue.entries import DATA, entry_error_context, read_entries
from m44core.data_files import Entry
from m44core.errors import CatalogueError
from m44core.hexes import Hex
from m44core.messages.message import placeholders
from m44core.model.rule_parts import Between, CardKey, SpecialRule, TerrainKey
from m44core.model.special_rules import RULES
from m44core.model.unit import Unit
from m44core.values import dataclass

ShapeValue: TypeAlias = Any
"""A value of some shape, or its form in files; its type depends on the shape."""


@dataclass(frozen=True, slots=True)
class SwitchShape:
    """A part that is on or off."""


@dataclass(frozen=True, slots=True)
class SideShape:
    """A part that is one of the two sides."""


@dataclass(frozen=True, slots=True)
class NumberShape:
    """A part that is an integer within inclusive bounds."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class HexShape:
    """A part that is a hex of the board."""


@dataclass(frozen=True, slots=True)
class CardShape:
    """A part that is a command card, given by its key."""


@dataclass(frozen=True, slots=True)
class TerrainShape:
    """A part that is a kind of tile, given by its key."""


@dataclass(frozen=True, slots=True)
class ChoiceShape:
    """A part that is one of several words.

    Attributes:
        enum_class: The enumeration of these words.
    """

    enum_class: type[StrEnum]


@dataclass(frozen=True, slots=True)
class UnitShape:
    """A part that is a unit: its kind, with an optional badge and number of figures."""


@dataclass(frozen=True, slots=True)
class SheetSentence:
    """A sentence of a printed sheet about a special rule.

    Attributes:
        text: The English text, with the names of parts in braces.
        when: The values that parts must have for it to apply, by name: ``true``, ``axis``,
            ``some``, ``none``.
        unless: The key of a rule whose sentence replaces it; "" if there is none.
        token: For a piece, the name of its picture; "" for sentences.
        box: For a piece, the code of the expansion it comes in; "" if anything can serve.
    """

    text: str
    when: Mapping[str, str]
    unless: str = ""
    token: str = ""
    box: str = ""


@dataclass(frozen=True, slots=True)
class SheetText:
    """The sentences of a printed sheet about a special rule.

    Attributes:
        sentences: The sentences, in order.
        counts: The nouns of numbers, by the name of the part: ``medals``.
        pieces: The pieces it needs that are on no hex, such as a token next to the board.
    """

    sentences: tuple[SheetSentence, ...] = ()
    counts: Mapping[str, str] = field(default_factory=dict)
    pieces: tuple[SheetSentence, ...] = ()


@dataclass(frozen=True, slots=True)
class RecordShape:
    """A part that has its own parts.

    Attributes:
        value_class: The class of its values.
        parts: The parts, one for each field.
        description: One sentence that describes it.
        label: The label in forms.
        pair: Whether .m44 files write it as a list of its parts.
        sheet: The sentences of a printed sheet about each value.
    """

    value_class: type[Any]
    parts: tuple[Part, ...]
    description: str = ""
    label: str = ""
    pair: bool = False
    sheet: SheetText = SheetText()


@dataclass(frozen=True, slots=True)
class ListShape:
    """A part that is a list of at least one value."""

    each: Shape


Shape = (
    SwitchShape
    | SideShape
    | NumberShape
    | HexShape
    | CardShape
    | TerrainShape
    | ChoiceShape
    | UnitShape
    | RecordShape
    | ListShape
)


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a special rule.

    Attributes:
        name: The name of the field of the class.
        word: The key in our files: ``at-once``.
        m44: The key in .m44 files: ``nbr_units``.
        shape: The shape of the values.
        description: One sentence that describes it.
        label: The label in forms.
        required: Whether it must be present.
        default: The value if it is absent.
        hints: Further texts for its form: ``add``, ``none``, ``ticked``.
        choices: The labels of its choices in forms, keyed by word.
    """

    name: str
    word: str
    m44: str
    shape: Shape
    description: str
    label: str
    required: bool
    default: ShapeValue
    hints: Mapping[str, str]
    choices: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Declaration:
    """One special rule.

    Attributes:
        key: The key in our files: ``air-drop``.
        m44: The key in .m44 files: ``airdrop``.
        condition: Whether it is a victory condition in .m44 files.
        ours: Whether no other program uses it.
        other_forms: Whether the official editor also writes forms that this declaration cannot
            express.
        label: The display name: ``Air drop``.
        summary: One or two sentences about the effect.
        source: The ids of the rules it comes from.
        rules: Whether the engine implements it.
        value: The record of the parts; a rule with a single part is written as just that part.
        example: An example of the value in our files.
        initial: The initial value in the editor.
    """

    key: str
    m44: str
    condition: bool
    ours: bool
    other_forms: bool
    label: str
    summary: str
    source: str
    rules: RulesSupport
    value: RecordShape
    example: ShapeValue
    initial: ShapeValue

    @property
    def rule_class(self) -> type[SpecialRule]:
        """The class of the rule."""
        rule_class: type[SpecialRule] = self.value.value_class
        return rule_class

    @property
    def single_part(self) -> Part | None:
        """The only part of the rule, written without its key; None if it has several parts."""
        return self.value.parts[0] if len(self.value.parts) == 1 else None


class Declarations:
    """The declarations of all special rules, by class and by key; each is created on first use.

    Raises:
        CatalogueError: the entries do not match the rule classes.
    """

    def __init__(self, rules: Iterable[type[SpecialRule]], entries: Mapping[str, Entry]) -> None:
        self._classes = {declaration_key(rule): rule for rule in rules}
        if self._classes.keys() != entries.keys():
            raise CatalogueError("special_rules.yaml and the classes of special rules differ")
        self._entries = entries
        self._keys = {each["m44"]: key for key, each in entries.items()}
        self._declared: dict[str, Declaration] = {}

    def __iter__(self) -> Iterator[Declaration]:
        return map(self._declaration, self._classes)

    def by_key(self, key: str) -> Declaration | None:
        """Return the declaration with a given key in our files; None if there is none."""
        return self._declaration(key) if key in self._classes else None

    def by_m44(self, key: str) -> Declaration | None:
        """Return the declaration with a given key in .m44 files; None if there is none."""
        return self._declaration(self._keys[key]) if key in self._keys else None

    def of(self, rule: SpecialRule | type[SpecialRule]) -> Declaration:
        """Return the declaration of a rule or a rule class."""
        return self._declaration(declaration_key(rule if isinstance(rule, type) else type(rule)))

    def _declaration(self, key: str) -> Declaration:
        declaration = self._declared.get(key)
        if declaration is None:
            declaration = self._declared[key] = make_declaration(
                self._classes[key], self._entries[key]
            )
        return declaration


@cache
def declarations() -> Declarations:
    """Return the declarations of all special rules; cached after the first call.

    Raises:
        CatalogueError: the program's data is invalid.
    """
    return Declarations(RULES, read_entries(DATA, "special_rules"))


def declaration_key(rule: type[object]) -> str:
    """Return the key of a class in our files: ``hill-317`` for ``Hill317``."""
    return _kebab_case(rule.__name__)


@cache
def _kebab_case(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z0-9])", "-", name).lower()


def make_declaration(rule: type[SpecialRule], entry: Entry) -> Declaration:
    """Return the declaration of a special rule from its class and its entry in the data.

    Raises:
        CatalogueError: the two do not match.
    """
    key = declaration_key(rule)
    with entry_error_context(key):
        return Declaration(
            key=key,
            m44=entry["m44"],
            condition=entry.get("condition", False),
            ours=entry.get("ours", False),
            other_forms=entry.get("other-forms", False),
            label=entry["label"],
            summary=entry["summary"],
            source=entry["source"],
            rules=RulesSupport(entry["rules"]),
            value=_make_record(rule, entry, entry.get("records", {})),
            example=entry["example"],
            initial=entry.get("added", entry["example"]),
        )


def _make_record(value_class: type[Any], entry: Entry, records: Mapping[str, Entry]) -> RecordShape:
    hints = get_type_hints(value_class, include_extras=True)
    parts = tuple(
        _make_part(each, hints[each.name], entry, records) for each in fields(value_class)
    )
    if {part.name for part in parts} != entry["parts"].keys():
        raise ValueError("its parts are not the fields of its class")
    description, label = entry.get("says", ""), entry.get("label", "")
    pair, sheet = entry.get("pair", False), _sheet_text(entry.get("sheet", {}), entry["parts"])
    return RecordShape(value_class, parts, description, label, pair, sheet)


def _sheet_text(entry: Entry, parts: Iterable[str]) -> SheetText:
    sentences, pieces = (
        tuple(map(_sheet_sentence, entry.get(key, ()))) for key in ("says", "pieces")
    )
    part_names = {
        name for each in (*sentences, *pieces) for name in (*placeholders(each.text), *each.when)
    }
    if unknown_names := part_names - {*parts}:
        raise ValueError(f"its sentences name unknown parts: {sorted(unknown_names)}")
    return SheetText(sentences, entry.get("counts", {}), pieces)


def _sheet_sentence(entry: str | Entry) -> SheetSentence:
    if isinstance(entry, str):
        return SheetSentence(entry, {})
    when = {part: _condition_text(value) for part, value in entry.get("when", {}).items()}
    further = (entry.get(key, "") for key in ("unless", "token", "box"))
    return SheetSentence(entry["says"], when, *further)


def _condition_text(value: bool | str) -> str:
    return str(value).lower() if isinstance(value, bool) else value


def _make_part(
    rule_field: Field[Any], hint: object, rule: Entry, records: Mapping[str, Entry]
) -> Part:
    entry = rule["parts"][rule_field.name]
    is_required = rule_field.default is MISSING
    return Part(
        name=rule_field.name,
        word=rule_field.name.replace("_", "-"),
        m44=entry.get("m44", rule_field.name),
        shape=_shape_of_type(hint, records),
        description=entry["says"],
        label=entry["label"],
        required=is_required,
        default=None if is_required else rule_field.default,
        hints={word: text for word, text in entry.items() if word in ("add", "none", "ticked")},
        choices=entry.get("choices", {}),
    )


def _shape_of_type(hint: Any, records: Mapping[str, Entry]) -> Shape:  # noqa: ANN401 - types have no common type
    if get_origin(hint) is Annotated:
        bounds = next(each for each in hint.__metadata__ if isinstance(each, Between))
        return NumberShape(*bounds)
    if get_origin(hint) is tuple:
        return ListShape(_shape_of_type(get_args(hint)[0], records))
    if isinstance(hint, UnionType):  # an optional part
        return _shape_of_type(
            next(each for each in get_args(hint) if each is not NoneType), records
        )
    if isinstance(hint, type) and issubclass(hint, StrEnum) and hint is not Side:
        return ChoiceShape(hint)
    simple_shape = _SIMPLE_SHAPES.get(hint)
    if simple_shape is not None:
        return simple_shape
    if is_dataclass(hint) and isinstance(hint, type):
        return _make_record(hint, records[declaration_key(hint)], records)
    raise TypeError(f"a special rule cannot have a part of type {hint!r}")


_SIMPLE_SHAPES: Mapping[Any, Shape] = {
    bool: SwitchShape(),
    Side: SideShape(),
    Hex: HexShape(),
    CardKey: CardShape(),
    TerrainKey: TerrainShape(),
    Unit: UnitShape(),
}

"""The selected hexes and their pieces, grouped for editing in the properties panel."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from typing import Generic, TypeVar

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.catalogue_types import Behavior, Element, Layer, RulesSupport
from m44core.catalogue.unit_traits import SpecialUnitType
from m44core.hexes import Hex
from m44core.io.schema.schemas import rule_labels
from m44core.io.vocabulary.codes import code_for, word_for
from m44core.messages.message import Message, message, message_in, several
from m44core.model.edits import Pieces
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, Piece, Tag, Unit
from m44core.model.token_functions import TagRule
from m44editor.board.hex_descriptions import piece_name
from m44editor.panels.display_names import join_sentences, message_from_data
from m44editor.panels.forms.fields import (
    AnyField,
    Control,
    Field,
    Icon,
    Label,
    OpenChoice,
    Option,
    ScenarioEdit,
    common_value,
)

T = TypeVar("T")
P = TypeVar("P")

_MINES_NAME = "tag3"
A = TypeVar("A", Piece, Unit, Tag)
Entries = Iterable[Option[str | None]]
ElementTest = Callable[[Element], bool]
_TAG_TESTS: Mapping[str, ElementTest] = {
    TagRule.EXIT: lambda e: e.exit,
    TagRule.MINES: lambda e: e.name == _MINES_NAME,
    TagRule.MINES_WITH_MEDAL: lambda e: e.name == _MINES_NAME,
    TagRule.MAJORITY: lambda e: e.medal,
    TagRule.PERMANENT_ALLIES: lambda e: e.medal,
    TagRule.PERMANENT_AXIS: lambda e: e.medal,
}


@dataclass(frozen=True, slots=True)
class SelectedHexes:
    """The selected hexes of a scenario, and the selected pieces on them.

    Attributes:
        scenario: The current scenario.
        hexes: The hexes, row by row.
        pieces: The selected layers of each hex; empty if whole hexes are selected.
    """

    scenario: Scenario
    hexes: tuple[Hex, ...]
    pieces: Pieces = field(default_factory=dict)

    @classmethod
    def from_hexes(
        cls, scenario: Scenario, hexes: Iterable[Hex], pieces: Pieces | None = None
    ) -> SelectedHexes:
        """Return a selection of the *hexes* that are on the board, row by row."""
        on_board = (hex_ for hex_ in hexes if hex_ in scenario.board)
        return cls(scenario, tuple(sorted(on_board, key=lambda h: (h.row, h.col))), pieces or {})

    @property
    def names(self) -> str:
        """The names of the hexes: ``G5``, or ``G5+H5`` for several."""
        return "+".join(self.scenario.board.name(hex_) for hex_ in self.hexes)

    @property
    def pointer(self) -> str:
        """The JSON Pointer of the hex; for several hexes, a unique text in the same form."""
        return f"/hexes/{self.names}"

    def contents(self) -> list[HexContent]:
        """Return the content of each hex."""
        return [self.scenario.at(hex_) for hex_ in self.hexes]

    def on_layer(self, layer: Layer) -> SelectedHexes:
        """Return the selection without hexes that have no selected piece on a layer.

        If whole hexes are selected, return the selection unchanged.
        """
        if not self.pieces:
            return self
        hexes = (h for h in self.hexes if layer in self.pieces.get(h, ()))
        return replace(self, hexes=tuple(hexes))

    def where(self, test: Callable[[HexContent], object]) -> SelectedHexes:
        """Return the selection with only the hexes whose content passes *test*."""
        return replace(self, hexes=tuple(h for h in self.hexes if test(self.scenario.at(h))))

    def share_message(self, all_selected: SelectedHexes, kind: Message) -> Message:
        """Return text such as ``Unit on 2 of 5 hexes``, or *kind* if *all_selected* is one hex."""
        if len(all_selected.hexes) == 1:
            return kind
        return several(
            "{kind} on {number} of {all} hexes",
            "{kind} on {number} of {all} hexes",
            len(self.hexes),
            kind=kind,
            all=len(all_selected.hexes),
        )

    def each(self, change: Callable[[HexContent], HexContent]) -> ScenarioEdit:
        """Return the edit that applies *change* to the content of each hex."""
        hexes = self.hexes
        return lambda scenario: scenario.with_hexes({h: change(scenario.at(h)) for h in hexes})


@dataclass(frozen=True, slots=True)
class PieceGroup(Generic[P]):
    """Pieces that are shown and edited together.

    Attributes:
        pointer: The pointer of the pieces in the document.
        pieces: The pieces, hex by hex.
        each: Returns the edit that applies a change to each of the pieces.
        catalogue: The catalogue of their scenario.
    """

    pointer: str
    pieces: Sequence[P]
    each: Callable[[Callable[[P], P]], ScenarioEdit]
    catalogue: Catalogue

    def field(
        self,
        key: str,
        label: Message,
        control: Control[T],
        get: Callable[[P], T],
        put: Callable[[P, T], P],
        tip: Label = "",
    ) -> Field[T]:
        """Return a field of all pieces that shows what *get* returns and changes it with *put*.

        Args:
            key: The key of the value in the document; empty for the piece itself.
            label: The label.
            control: Converts the value to text and back.
            get: Returns the value of a piece.
            put: Returns a piece with a new value.
            tip: The tooltip.
        """
        return Field(
            pointer=f"{self.pointer}/{key}" if key else self.pointer,
            label=label,
            control=control,
            value=common_value([get(piece) for piece in self.pieces]),
            change=lambda scenario, value: self.each(lambda piece: put(piece, value))(scenario),
            tip=tip,
        )


def group_heading(
    names: Iterable[str], kind: Message, catalogue: Catalogue
) -> tuple[Label, Icon | None]:
    """Return a heading and an icon for pieces.

    The heading is the name of the pieces if they share one. Otherwise it is *kind* with the number
    of kinds, and the icon is None.
    """
    unique_names = list(dict.fromkeys(names))
    if len(unique_names) == 1:
        return piece_name(unique_names[0], catalogue), Icon(unique_names[0], catalogue)
    title = several("{kind}: {number} kind", "{kind}: {number} kinds", len(unique_names), kind=kind)
    return title, None


def kind_options(
    layer: Layer, names_in_use: Iterable[str], catalogue: Catalogue
) -> tuple[Option[str], ...]:
    """Return options for all pieces of a layer, followed by the unknown ones in *names_in_use*."""
    unknown_names = (name for name in dict.fromkeys(names_in_use) if catalogue.get(name) is None)
    return _known_kind_options(layer, catalogue) + tuple(
        Option(name, name) for name in unknown_names
    )


@lru_cache(maxsize=64)
def _known_kind_options(layer: Layer, catalogue: Catalogue) -> tuple[Option[str], ...]:
    elements = catalogue.on_layer(layer)
    return tuple(Option(e.name, e.title, Icon(e.name, catalogue)) for e in elements)


def piece_behavior_field(group: PieceGroup[Piece], layer: Layer) -> AnyField:
    """Return the field for the special rule of tiles, structures or obstacles."""
    entries: Entries = (
        Option(each.name, message_from_data(each.label), tip=_behavior_tip(each))
        for each in group.catalogue.behaviors_on(layer)
        if all(each.is_allowed_on(piece.name) for piece in group.pieces)
        or _has_behavior(group.pieces, each.name)
    )
    return _behavior_field(
        group,
        entries,
        message(
            "The official editor's name for this special rule; you can also type a different name"
        ),
    )


def _behavior_tip(rule: Behavior) -> Message:
    """Return the effect of a special rule, with a note if the playtest does not support it."""
    return _rules_tip(rule.summary, rule.rules)


def special_unit_tip(special: SpecialUnitType) -> Message:
    """Return the effect of a special unit, with a note if the playtest does not support it."""
    return _rules_tip(special.summary, special.rules)


def _rules_tip(summary: str, rules: RulesSupport) -> Message:
    effect = message_from_data(summary)
    if rules is not RulesSupport.NONE_YET:
        return effect
    return join_sentences(effect, message("The playtest does not support this rule yet."))


def unit_behavior_field(group: PieceGroup[Unit]) -> AnyField:
    """Return the field for the special rule of units."""
    return _behavior_field(
        group,
        _suitable_entries(
            group, _unit_behavior_options(group.catalogue), _unit_suitability_tests(group.catalogue)
        ),
        message(
            "The official editor's name for this unit's special rule; you can also type a "
            "different name"
        ),
    )


def tag_behavior_field(group: PieceGroup[Tag]) -> AnyField:
    """Return the field for the special rule of markers."""
    return _behavior_field(
        group,
        _suitable_entries(group, _rule_options(Layer.TAG), _TAG_TESTS),
        message(
            "The official editor's name for this marker's function; you can also type a "
            "different name"
        ),
    )


def _behavior_field(group: PieceGroup[A], entries: Entries, default_tip: Message) -> AnyField:
    none_label = message_in("special rule", "None")
    none_option: Option[str | None] = Option(None, none_label)
    options = (none_option, *entries)
    behaviors = {piece.behavior for piece in group.pieces}
    tips = [entry.tip for entry in options if {entry.value} == behaviors and entry.tip]
    return group.field(
        "behavior",
        message("Special rule"),
        OpenChoice(options, hint=none_label),
        lambda piece: piece.behavior,
        lambda piece, typed: replace(piece, behavior=word_for(code_for(typed)) if typed else None),
        tips[0] if tips else default_tip,
    )


def _unit_behavior_options(catalogue: Catalogue) -> Iterator[Option[str | None]]:
    """Yield options for the rules of units: those described in the schema, then any others."""
    described_rules = rule_labels(Layer.UNIT)
    yield from _rule_options(Layer.UNIT)
    for key, behavior in catalogue.special_types_by_behavior.items():
        if key not in described_rules:
            yield Option(
                key, message_from_data(behavior.label), tip=message_from_data(behavior.summary)
            )


def _rule_options(layer: Layer) -> Iterator[Option[str | None]]:
    for rule in rule_labels(layer).values():
        yield Option(
            rule.word, message_from_data(rule.label), tip=message_from_data(rule.description)
        )


def _suitable_entries(
    group: PieceGroup[A], entries: Entries, conditions: Mapping[str, ElementTest]
) -> Iterator[Option[str | None]]:
    """Yield the entries that suit all pieces, or that any of them already has.

    *conditions* maps the value of an entry to a test of elements; an entry without a test suits
    all pieces.
    """
    pieces = group.pieces
    elements = [each for piece in pieces if (each := group.catalogue.get(piece.name))]
    for entry in entries:
        is_suitable = conditions.get(entry.value or "", _accept_any)
        if all(map(is_suitable, elements)) or _has_behavior(pieces, entry.value):
            yield entry


def _has_behavior(pieces: Sequence[A], key: str | None) -> bool:
    return any(piece.behavior == key for piece in pieces)


def _accept_any(_: Element) -> bool:
    return True


def _unit_suitability_tests(catalogue: Catalogue) -> Mapping[str, ElementTest]:
    """Return a test for suitable units for each rule that makes a unit special, by rule key."""
    names_by_rule = {
        key: special.of for key, special in catalogue.special_types_by_behavior.items()
    }
    return {key: partial(_is_one_of, names) for key, names in names_by_rule.items()}


def _is_one_of(names: Collection[str], element: Element) -> bool:
    return element.name in names

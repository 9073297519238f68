"""The special rules in the briefing panel: their fields, and the edits the fields make."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar

from m44core.board import Board
from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.catalogue_types import Layer, Side
from m44core.catalogue.command_cards import load_cards
from m44core.hexes import Hex
from m44core.io.vocabulary.m44_rules import M44_PREFIX, VICTORY, read_options, unknown_rule_key
from m44core.io.workshop.workshop_rules import read_rule, read_rules, rule_pointer
from m44core.messages.message import Message, message
from m44core.model.rule_declarations import (
    CardShape,
    ChoiceShape,
    Declaration,
    HexShape,
    ListShape,
    NumberShape,
    Part,
    RecordShape,
    ShapeValue,
    SideShape,
    SwitchShape,
    TerrainShape,
    UnitShape,
    declarations,
)
from m44core.model.rule_parts import SpecialRule, TerrainKey
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Briefing
from m44core.model.special_rules import ForeignRule, SpecialRules, StatedRule
from m44core.model.unit_profiles import kind_attributes
from m44core.rules.cards.command_cards import title_of_card as card_title
from m44editor.panels.display_names import SIDE_NAMES, join_sentences, message_from_data
from m44editor.panels.forms.fields import (
    AnyField,
    Button,
    Choice,
    Control,
    Field,
    Flag,
    HexNames,
    Json,
    NumberPair,
    Option,
    Section,
)
from m44editor.panels.forms.fields import Number as NumberControl
from m44editor.panels.properties.selected_pieces import kind_options
from m44editor.panels.properties.unit_fields import badge_options, full_strength_hint

Change = Callable[[ShapeValue], ShapeValue]

MAX_NUMBER = 99
T = TypeVar("T")
Hexes = tuple[Hex, ...]
HEXES_HINT = message("hexes such as {names}", names="E5, G5")
APPLIES, ADD_ONE = message("applies"), message("Add one")


def with_special_rules(scenario: Scenario, rules: SpecialRules) -> Scenario:
    """Return the scenario with its special rules replaced."""
    return replace(scenario, briefing=replace(scenario.briefing, special_rules=rules))


def with_rule(scenario: Scenario, key: str, rule: StatedRule) -> Scenario:
    """Return the scenario with a special rule added or replaced."""
    return with_special_rules(scenario, scenario.briefing.special_rules.with_rule(key, rule))


def without_rule(scenario: Scenario, key: str) -> Scenario:
    """Return the scenario without a special rule."""
    return with_special_rules(scenario, scenario.briefing.special_rules.without(key))


def with_new_rule(
    scenario: Scenario, key: str, initial_hexes: tuple[Hex, ...]
) -> tuple[Scenario, str]:
    """Return the scenario with a new special rule, and the JSON Pointer of the added part.

    If the scenario already has the rule and the rule has groups, a group is added.

    Args:
        scenario: The scenario.
        key: The key of the rule; a rule without a declaration becomes a switch that is on.
        initial_hexes: The initial hexes of a rule about hexes.
    """
    declaration = declarations().by_key(key)
    if declaration is None:
        return with_rule(scenario, key, ForeignRule(value=True)), rule_pointer(key)
    initial_rule = _initial_rule(declaration, scenario, initial_hexes)
    stated_rule = scenario.briefing.special_rules.stated.get(key)
    groups = group_part(declaration)
    if groups is None or not isinstance(stated_rule, SpecialRule):
        pointer = f"{rule_pointer(key)}/0" if groups else rule_pointer(key)
        return with_rule(scenario, key, initial_rule), pointer
    groups_before = getattr(stated_rule, groups.name)
    extended_rule = replace(
        stated_rule, **{groups.name: (*groups_before, *getattr(initial_rule, groups.name))}
    )  # type: ignore[type-var]  # rules are dataclasses
    return with_rule(scenario, key, extended_rule), f"{rule_pointer(key)}/{len(groups_before)}"


def _initial_rule(
    declaration: Declaration, scenario: Scenario, initial_hexes: tuple[Hex, ...]
) -> SpecialRule:
    """Return the initial value of a rule; *initial_hexes* are the hexes for it."""
    rule = read_rule(declaration, declaration.initial, scenario.board)
    assert isinstance(rule, SpecialRule), "the initial value is valid"
    groups = group_part(declaration)
    if groups is None:
        rule_with_hexes: SpecialRule = _with_initial_hexes(rule, declaration.value, initial_hexes)
        return rule_with_hexes
    assert isinstance(groups.shape, ListShape)
    assert isinstance(groups.shape.each, RecordShape)
    (group,) = getattr(rule, groups.name)
    return replace(
        rule, **{groups.name: (_with_initial_hexes(group, groups.shape.each, initial_hexes),)}
    )  # type: ignore[type-var]  # as above


def _with_initial_hexes(
    value: ShapeValue, shape: RecordShape, initial_hexes: tuple[Hex, ...]
) -> ShapeValue:
    hexes = {
        part.name: initial_hexes for part in shape.parts if part.shape == ListShape(HexShape())
    }
    return replace(value, **hexes)


def group_part(declaration: Declaration) -> Part | None:
    """Return the part of a rule that is a list of groups, each shown in its own section.

    Return None if the rule has no such part.
    """
    part = declaration.single_part
    has_groups = (
        part and isinstance(part.shape, ListShape) and isinstance(part.shape.each, RecordShape)
    )
    return part if has_groups else None


def addable_rule_options(scenario: Scenario) -> list[Option[str]]:
    """Return options for the declared rules that can be added now.

    A rule with groups can be added more than once: each time, a group is added.
    """
    return [
        Option(d.key, message_from_data(d.label), tip=message_from_data(d.summary))
        for d in declarations()
        if _is_addable(d, scenario.briefing)
    ]


def _is_addable(declaration: Declaration, briefing: Briefing) -> bool:
    stated_rules = briefing.special_rules.stated
    if declaration.condition and not isinstance(briefing.extra.get(VICTORY, {}), dict):
        return False  # the value in the place of the conditions would be lost
    if unknown_rule_key(declaration.m44) in stated_rules:
        return False  # it is there, but unreadable
    if declaration.key not in stated_rules:
        return True
    return group_part(declaration) is not None and isinstance(
        stated_rules[declaration.key], SpecialRule
    )


def with_altered_rule(scenario: Scenario, change: Change, key: str) -> Scenario:
    """Return the scenario with the special rule of a key changed by *change*."""
    return with_rule(scenario, key, change(scenario.briefing.special_rules.stated[key]))


def with_altered_group(scenario: Scenario, change: Change, key: str, index: int) -> Scenario:
    """Return the scenario with one group of a special rule changed.

    Args:
        scenario: The scenario.
        change: Changes the group.
        key: The key of the rule.
        index: The index of the group.
    """
    part, groups = _groups_of_rule(scenario, key)
    after = tuple(change(each) if n == index else each for n, each in enumerate(groups))
    return with_altered_rule(scenario, lambda rule: replace(rule, **{part: after}), key)


def without_group(scenario: Scenario, key: str, index: int) -> Scenario:
    """Return the scenario without one group of a rule; without the rule if it was the last."""
    part, groups = _groups_of_rule(scenario, key)
    after = tuple(each for n, each in enumerate(groups) if n != index)
    if not after:
        return without_rule(scenario, key)
    return with_altered_rule(scenario, lambda rule: replace(rule, **{part: after}), key)


def _groups_of_rule(scenario: Scenario, key: str) -> tuple[str, tuple[ShapeValue, ...]]:
    declaration = declarations().by_key(key)
    part = group_part(declaration) if declaration else None
    assert part is not None, f"{key} has groups"
    return part.name, getattr(scenario.briefing.special_rules.stated[key], part.name)


def declaration_of(key: str, rule: StatedRule) -> Declaration | None:
    """Return the declaration of a stated rule, even of an unreadable one; None if it has none."""
    if isinstance(rule, ForeignRule) and not rule.is_workshop:
        return declarations().by_m44(key.removeprefix(M44_PREFIX))
    return declarations().by_key(key)


def rules_without_form(scenario: Scenario) -> Iterator[tuple[str, ForeignRule]]:
    """Yield the undeclared rules, which come from the official editor and have no form, by key."""
    for key, rule in scenario.briefing.special_rules.foreign_rules():
        if declaration_of(key, rule) is None:
            yield key, rule


def with_foreign_value(scenario: Scenario, value: object, key: str) -> Scenario:
    """Return the scenario with a new value for an unreadable rule.

    If the value is valid, the rule becomes readable; it keeps its place among the rules.
    """
    stated_rules = scenario.briefing.special_rules.stated
    rule = stated_rules[key]
    is_workshop_rule = isinstance(rule, ForeignRule) and rule.is_workshop
    rules = (
        read_rules({key: value}, scenario.board)
        if is_workshop_rule
        else _read_official_rule(key, value, scenario)
    )
    after: dict[str, StatedRule] = {}
    for stated_key, stated_rule in stated_rules.items():
        after |= rules if stated_key == key else {stated_key: stated_rule}
    return with_special_rules(scenario, SpecialRules(after))


def _read_official_rule(key: str, value: object, scenario: Scenario) -> dict[str, StatedRule]:
    return read_options({key.removeprefix(M44_PREFIX): value}, scenario.board)


_SIDE = Choice(tuple(Option(side, SIDE_NAMES[side]) for side in Side))


def _hint(part: Part, word: str, default: Message) -> Message:
    """Return the hint of a part for *word*, or the default."""
    return message_from_data(part.hints[word]) if word in part.hints else default


@dataclass(frozen=True, slots=True)
class _RecordForm:
    """The form of a value with parts, such as a special rule.

    Attributes:
        shape: The shape of the parts.
        pointer: The pointer of the value in the workshop document.
        is_single_part: Whether it has a single part, written in the document without a key.
        value: The current value.
        alter: Returns the scenario with the value changed.
        board: The board of its hexes.
        catalogue: The catalogue of the scenario.
        selected_hexes: The selected hexes; None if the panel has no selection.
        tip: The tooltip of a single part; each of several parts has its own.
    """

    shape: RecordShape
    pointer: str
    is_single_part: bool
    value: ShapeValue
    alter: Callable[[Scenario, Change], Scenario]
    board: Board
    catalogue: Catalogue
    selected_hexes: Hexes | None
    tip: Message | str

    def fields(self) -> Iterator[AnyField]:
        """Yield the fields of all parts."""
        for part in self.shape.parts:
            yield from self._part_fields(part)

    def _part_fields(self, part: Part) -> Iterator[AnyField]:
        value = getattr(self.value, part.name)
        match part.shape:
            case SwitchShape():
                yield self._field(part, Flag(_hint(part, "ticked", APPLIES)), value)
            case SideShape() | CardShape():
                choice = _SIDE if isinstance(part.shape, SideShape) else Choice(_CARDS)
                yield self._field(part, choice, value)
            case NumberShape(least, most):
                yield self._field(part, NumberControl(least, most, optional=False), value)
            case HexShape():
                yield self._hex_field(part, value)
            case ListShape(HexShape()):
                yield self._field(part, self._hex_control(1), value)
            case ListShape():
                yield from self._list_fields(part, value)
            case TerrainShape():
                yield self._field(
                    part,
                    Choice(kind_options(Layer.TERRAIN, (), self.catalogue)),
                    self._tile_name(value),
                    self._terrain_key,
                )
            case ChoiceShape():
                yield self._field(part, _word_choice(part, part.shape), value)
            case UnitShape():
                yield from self._unit_fields(part, value)
            case _:
                raise TypeError(f"a form has no field for {part.shape}")

    def _field(
        self,
        part: Part,
        control: Control[T],
        value: T,
        put: Callable[[ShapeValue], ShapeValue] = lambda new: new,
        word: str = "",
    ) -> Field[T]:
        """Return the field of a part, or of the value at key *word* inside it.

        *put* turns a new value of the field into a new value of the part.
        """
        key = part.word if not self.is_single_part else ""
        path = "/".join(filter(None, (self.pointer, key, word)))
        return Field(
            pointer=path,
            label=message_from_data(part.label),
            control=control,
            value=value,
            change=lambda scenario, new: self._with_part(scenario, part, put(new)),
            tip=self.tip if self.is_single_part else message_from_data(part.description),
        )

    def _with_part(self, scenario: Scenario, part: Part, value: object) -> Scenario:
        return self.alter(
            scenario, lambda current_value: replace(current_value, **{part.name: value})
        )

    def _hex_control(
        self, minimum: int, maximum: int = MAX_NUMBER, hint: Message = HEXES_HINT
    ) -> HexNames:
        """Return the control for a list of hexes."""
        return HexNames(self.board, hint, minimum, maximum, self.selected_hexes)

    def _hex_field(self, part: Part, value: Hex | None) -> AnyField:
        control = self._hex_control(int(part.required), 1, _hint(part, "none", HEXES_HINT))
        return self._field(
            part, control, (value,) if value else (), lambda hexes: hexes[0] if hexes else None
        )

    def _list_fields(self, part: Part, values: tuple[ShapeValue, ...]) -> Iterator[AnyField]:
        """Yield a removable field for each value, and a button that adds one."""
        for number, value in enumerate(values):
            yield self._list_item_field(part, values, number, value)
        add_button = Button(_hint(part, "add", ADD_ONE))
        yield self._field(
            part,
            add_button,
            None,
            lambda _: (*values, self._next_value(part, values)),
            str(len(values)),
        )

    def _list_item_field(
        self, part: Part, values: tuple[ShapeValue, ...], index: int, value: ShapeValue
    ) -> AnyField:
        def put(new: ShapeValue) -> tuple[ShapeValue, ...]:
            return tuple(new if n == index else each for n, each in enumerate(values))

        remaining_values = tuple(each for n, each in enumerate(values) if n != index)
        field = self._element_field(part, value, put, str(index))
        return replace(
            field, remove=lambda scenario: self._with_part(scenario, part, remaining_values)
        )

    def _element_field(
        self,
        part: Part,
        value: ShapeValue,
        put: Callable[[ShapeValue], ShapeValue],
        word: str,
    ) -> AnyField:
        element_shape = part.shape.each if isinstance(part.shape, ListShape) else part.shape
        match element_shape:
            case NumberShape(least, most):
                return self._field(
                    part, NumberControl(least, most, optional=False), value, put, word
                )
            case TerrainShape():
                tiles = Choice(kind_options(Layer.TERRAIN, (), self.catalogue))
                return self._field(
                    part,
                    tiles,
                    self._tile_name(value),
                    lambda new: put(self._terrain_key(new)),
                    word,
                )
            case ChoiceShape():
                return self._field(part, _word_choice(part, element_shape), value, put, word)
            case CardShape():
                return self._field(part, Choice(_CARDS), value, put, word)
        assert isinstance(element_shape, RecordShape), f"a form has no field for {element_shape}"
        names = [inner.name for inner in element_shape.parts]
        shape = element_shape.parts[0].shape
        assert isinstance(shape, NumberShape), "a repeated record consists of numbers"
        count = NumberControl(shape.least, shape.most, optional=False)
        first, second = (getattr(value, name) for name in names)
        value_class, labels = (
            element_shape.value_class,
            (
                message_from_data(element_shape.parts[0].label),
                message_from_data(element_shape.parts[1].label),
            ),
        )
        pair = NumberPair(labels, count)
        field = self._field(part, pair, (first, second), lambda new: put(value_class(*new)), word)
        return replace(
            field,
            tip=join_sentences(
                *(message_from_data(inner.description) for inner in element_shape.parts)
            ),
        )

    def _next_value(self, part: Part, values: tuple[ShapeValue, ...]) -> ShapeValue:
        """Return the initial value of a new list entry, derived from the existing entries."""
        element_shape = part.shape.each if isinstance(part.shape, ListShape) else part.shape
        match element_shape:
            case RecordShape():
                last_number = getattr(values[-1], element_shape.parts[0].name) if values else 0
                return element_shape.value_class(
                    min(last_number + 1, MAX_NUMBER), *(1 for _ in element_shape.parts[1:])
                )
            case NumberShape(least):
                return values[-1] if values else least
            case ChoiceShape(enum_class):
                return next(
                    (word for word in enum_class if word not in values), next(iter(enum_class))
                )
            case TerrainShape():
                return self._terrain_key(kind_options(Layer.TERRAIN, (), self.catalogue)[0].value)
        return next((o.value for o in _CARDS if o.value not in values), _CARDS[0].value)

    def _unit_fields(self, part: Part, unit: ShapeValue) -> Iterator[AnyField]:
        kind = Choice(kind_options(Layer.UNIT, (unit.name,), self.catalogue))
        yield self._unit_field(part, kind, unit, "name", "is", message("Kind"))
        yield self._unit_field(
            part,
            Choice(badge_options((unit,), self.catalogue)),
            unit,
            "badge",
            "badge",
            message("Badge"),
        )
        default = self.catalogue.unit_profile(*kind_attributes(replace(unit, figures=None))).figures
        figures = NumberControl(1, MAX_NUMBER, hint=full_strength_hint((default,)))
        yield self._unit_field(part, figures, unit, "figures", "figures", message("Figures"))

    def _unit_field(
        self,
        part: Part,
        control: Control[ShapeValue],
        unit: ShapeValue,
        name: str,
        word: str,
        label: Message,
    ) -> AnyField:
        def put(new: object) -> ShapeValue:
            return replace(unit, **{name: new})

        return replace(self._field(part, control, getattr(unit, name), put, word), label=label)

    def _tile_name(self, key: TerrainKey | None) -> str | None:
        """Return the name of the tile with a terrain key; None if there is no such tile."""
        element = self.catalogue.by_key(Layer.TERRAIN, key) if key else None
        return element.name if element else None

    def _terrain_key(self, name: str | None) -> TerrainKey | None:
        element = self.catalogue.get(name, Layer.TERRAIN) if name else None
        return TerrainKey(element.key) if element else None


def _word_choice(part: Part, shape: ChoiceShape) -> Choice[ShapeValue]:
    options = tuple(
        Option(word, message_from_data(part.choices[word])) for word in shape.enum_class
    )
    return Choice(options)


_CARDS = tuple(Option(card.key, card_title(card.key)) for card in load_cards())


def rule_sections(scenario: Scenario, selected_hexes: Hexes | None) -> Iterator[Section]:
    """Yield a section for each declared special rule, or for each of its groups."""
    for key, rule in scenario.briefing.special_rules.stated.items():
        declaration = declaration_of(key, rule)
        if declaration is None:
            continue
        if isinstance(rule, ForeignRule):
            yield _raw_section(declaration, key, rule)
        elif group_part(declaration):
            yield from _group_sections(declaration, rule, scenario, selected_hexes)
        else:
            alter = partial(with_altered_rule, key=key)
            pointer, is_single_part = rule_pointer(key), declaration.single_part is not None
            tip, context = (
                message_from_data(declaration.summary),
                (scenario.board, scenario.catalogue),
            )
            record = _RecordForm(
                declaration.value,
                pointer,
                is_single_part,
                rule,
                alter,
                *context,
                selected_hexes,
                tip,
            )
            yield _rule_section(
                declaration,
                record,
                message_from_data(declaration.label),
                partial(without_rule, key=key),
            )


def _group_sections(
    declaration: Declaration, rule: SpecialRule, scenario: Scenario, selected_hexes: Hexes | None
) -> Iterator[Section]:
    """Yield a section for each group of a rule."""
    part = group_part(declaration)
    assert part is not None
    assert isinstance(part.shape, ListShape)
    assert isinstance(part.shape.each, RecordShape)
    groups = getattr(rule, part.name)
    for index, value in enumerate(groups):
        pointer = f"{rule_pointer(declaration.key)}/{index}"
        alter = partial(with_altered_group, key=declaration.key, index=index)
        record = _RecordForm(
            part.shape.each,
            pointer,
            False,
            value,
            alter,
            scenario.board,
            scenario.catalogue,
            selected_hexes,
            "",
        )
        title = message_from_data(declaration.label)
        if len(groups) > 1:
            title = message("{rule}, group {number}", rule=title, number=index + 1)
        yield _rule_section(
            declaration, record, title, partial(without_group, key=declaration.key, index=index)
        )


def _rule_section(
    declaration: Declaration,
    record: _RecordForm,
    title: Message,
    remove: Callable[[Scenario], Scenario],
) -> Section:
    fields = tuple(record.fields())
    return Section(
        record.pointer, title, fields, note=message_from_data(declaration.summary), remove=remove
    )


def _raw_section(declaration: Declaration, key: str, foreign_rule: ForeignRule) -> Section:
    """Return the section of an unreadable rule, which shows its raw value as JSON."""
    field: AnyField = Field(
        rule_pointer(key),
        message("Value"),
        Json(),
        foreign_rule.value,
        partial(with_foreign_value, key=key),
        tip=message_from_data(declaration.summary),
    )
    title, note = message_from_data(declaration.label), message_from_data(declaration.summary)
    return Section(field.pointer, title, (field,), note=note, remove=partial(without_rule, key=key))

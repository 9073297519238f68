"""The fields of a scenario's special rules: a section for each that our schema describes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeVar

from m44core.board import Board
from m44core.catalogue.types import Layer, Side
from m44core.errors import NotationError
from m44core.hexes import Hex
from m44core.io.schema.described import Described, described_options
from m44core.io.workshop.option_words import option_pointer
from m44core.model.parts import Unit
from m44core.model.scenario import Scenario
from m44editor.panels.briefing.special_rules import (
    DEATH,
    Change,
    alter_death,
    alter_option,
    sudden_deaths,
    without_death,
    without_option,
)
from m44editor.panels.forms import words
from m44editor.panels.forms.fields import (
    AnyField,
    Choice,
    Control,
    Field,
    Flag,
    Json,
    Number,
    Option,
    Pair,
    Press,
    Section,
    Step,
)
from m44editor.panels.forms.hexes import HexNames
from m44editor.panels.forms.place import kinds
from m44editor.panels.properties.units import badges_for, usual_figures

MOST = 99
T = TypeVar("T")
Hexes = tuple[Hex, ...]
Raw = dict[str, Any]

_SIDE = Choice(tuple(Option(side.value, words.SIDES[side]) for side in Side))
_COUNT = Number(1, MOST, optional=False)
_DRAW = Pair(("turn", "draw"), _COUNT)


class _OtherFormError(Exception):
    """A value that has no fields of its own."""


@dataclass(frozen=True, slots=True)
class _Rule:
    """A special rule as a scenario states it.

    Attributes:
        about: What our schema says about it.
        pointer: Where it stands in the workshop document.
        value: What the .m44 file says.
        alter: Returns the scenario with a changed value.
        board: The board its hexes are on.
        selected: The hexes that are selected; None where nobody selects any.
    """

    about: Described
    pointer: str
    value: Any
    alter: Callable[[Scenario, Change], Scenario]
    board: Board
    selected: Hexes | None

    def field(
        self,
        label: str,
        control: Control[T],
        value: T,
        put: Callable[[Any, T], Any],
        word: str = "",
    ) -> Field[T]:
        """Return a field for a part of the value; *put* returns the value with another part."""
        return Field(
            pointer=f"{self.pointer}/{word}" if word else self.pointer,
            label=label,
            control=control,
            value=value,
            change=lambda scenario, new: self.alter(scenario, lambda raw: put(raw, new)),
            tip=self.about.parts.get(word, self.about.sentence),
        )

    def part(self, key: str, word: str, label: str, control: Control[Any]) -> AnyField:
        """Return the field of an entry of the value; the entry goes where nothing is entered."""
        value = self.value.get(key)
        if value is not None and not isinstance(value, int if isinstance(control, Number) else str):
            raise _OtherFormError
        return self.field(label, control, value, lambda raw, new: _with(raw, key, new), word)

    def side(self) -> AnyField:
        """Return the field of the side a rule is about."""
        return self.part("side", "side", "Side", _SIDE)

    def names(self, least: int, most: int = MOST, hint: str = "hexes such as E5, G5") -> HexNames:
        """Return how hexes of the rule are entered."""
        return HexNames(self.board, hint, least, most, self.selected)

    def hexes(self, listed: object) -> Hexes:
        """Return the hexes that a list names."""
        if not isinstance(listed, list):
            raise _OtherFormError
        try:
            return tuple(self.board.hex(name) for name in listed)
        except (NotationError, TypeError):
            raise _OtherFormError from None

    def said(self, hexes: Hexes | None) -> list[str]:
        """Return the names of hexes."""
        return [self.board.name(hex_) for hex_ in hexes or ()]


def _with(raw: Mapping[str, Any], key: str, value: object) -> Raw:
    after = {**raw, key: value}
    return {k: v for k, v in after.items() if k != key or value is not None}


def _object(raw: object, keys: set[str]) -> Raw:
    if not isinstance(raw, dict) or raw.keys() - keys:
        raise _OtherFormError
    return raw


def rule_sections(scenario: Scenario, selected: Hexes | None) -> Iterator[Section]:
    """Yield a section for each special rule that our schema describes."""
    for key, value in scenario.briefing.options.items():
        about = described_options().get(key)
        if about:
            alter = partial(alter_option, key=key)
            rule = _Rule(about, option_pointer(key), value, alter, scenario.board, selected)
            yield _section(rule, about.label, partial(without_option, key=key))
    deaths = sudden_deaths(scenario) or []
    for number, value in enumerate(deaths):
        about = described_options()[DEATH]
        pointer = f"{option_pointer(DEATH)}/{number}"
        alter = partial(alter_death, number=number)
        rule = _Rule(about, pointer, value, alter, scenario.board, selected)
        title = f"{about.label}, group {number + 1}" if len(deaths) > 1 else about.label
        yield _section(rule, title, partial(without_death, number=number))


def _section(rule: _Rule, title: str, remove: Step) -> Section:
    try:
        fields = tuple(_FIELDS[rule.about.code](rule))
    except _OtherFormError:
        fields = (rule.field("Value", Json(), rule.value, lambda _, new: new),)
    return Section(rule.pointer, title, fields, note=rule.about.sentence, remove=remove)


def _air_drop(rule: _Rule) -> Iterator[AnyField]:
    raw = _object(rule.value, {"side", "center", "range", "nbr_units", "unit"})
    center = rule.hexes([raw["center"]] if raw.get("center") else [])
    yield rule.side()
    yield rule.field(
        "Aimed at",
        rule.names(0, 1, "left to the side"),
        center,
        lambda raw, hexes: _with(raw, "center", rule.board.name(hexes[0]) if hexes else None),
        "center",
    )
    yield rule.part("range", "range", "Drift", Number(0, MOST, optional=False))
    yield rule.part("nbr_units", "units", "Units", _COUNT)
    yield from _dropped_unit(rule, _object(raw.get("unit"), {"name", "badge", "nbr_units"}))


def _dropped_unit(rule: _Rule, raw: Raw) -> Iterator[AnyField]:
    unit = Unit(str(raw.get("name", "")), raw.get("nbr_units"), raw.get("badge"))
    if not isinstance(unit.figures, int | None) or not isinstance(unit.badge, str | None):
        raise _OtherFormError

    def put(key: str) -> Callable[[Any, object], Any]:
        return lambda raw, new: {**raw, "unit": _with(raw["unit"], key, new)}

    kind = Choice(kinds(Layer.UNIT, (unit.name,)))
    yield rule.field("Kind", kind, unit.name, put("name"), "unit/is")
    badge = Choice(badges_for((unit,)))
    yield rule.field("Badge", badge, unit.badge, put("badge"), "unit/badge")
    figures = Number(1, MOST, hint=usual_figures((unit,)))
    yield rule.field("Figures", figures, unit.figures, put("nbr_units"), "unit/figures")


def _reshuffling(rule: _Rule) -> Iterator[AnyField]:
    return _switch(rule, "Discards", "become a new deck")


def _infantry_exit(rule: _Rule) -> Iterator[AnyField]:
    return _switch(rule, "Infantry", "is worth two medals")


def _switch(rule: _Rule, label: str, text: str) -> Iterator[AnyField]:
    if not isinstance(rule.value, bool):
        raise _OtherFormError
    yield rule.field(label, Flag(text), rule.value, lambda _, new: new)


def _deck_out(rule: _Rule) -> Iterator[AnyField]:
    return _sided(rule, "Winner")


def _air_strikes(rule: _Rule) -> Iterator[AnyField]:
    return _sided(rule, "Side")


def _sided(rule: _Rule, label: str) -> Iterator[AnyField]:
    if not isinstance(rule.value, str):
        raise _OtherFormError
    yield rule.field(label, _SIDE, rule.value, lambda _, new: new)


def _hill(rule: _Rule) -> Iterator[AnyField]:
    hexes = rule.hexes(rule.value)
    yield rule.field("Hexes", rule.names(1), hexes, lambda _, new: rule.said(new))


def _must_exit(rule: _Rule) -> Iterator[AnyField]:
    _object(rule.value, {"side", "min_nbr_units"})
    yield rule.side()
    yield rule.part("min_nbr_units", "units", "Medals", _COUNT)


def _sudden_death(rule: _Rule) -> Iterator[AnyField]:
    raw = _object(rule.value, {"side", "number", "group", "at_once"})
    at_once = raw.get("at_once", False)
    if not isinstance(at_once, bool):
        raise _OtherFormError
    yield rule.side()
    yield rule.field(
        "Hexes",
        rule.names(1),
        rule.hexes(raw.get("group")),
        lambda raw, new: {**raw, "group": rule.said(new)},
        "hexes",
    )
    yield rule.part("number", "needed", "Hexes needed", _COUNT)
    yield rule.field(
        "Wins",
        Flag("at once"),
        at_once,
        lambda raw, yes: _with(raw, "at_once", yes or None),
        "at-once",
    )


def _extra_cards(rule: _Rule) -> Iterator[AnyField]:
    raw = _object(rule.value, {side.value for side in Side})
    for side in Side:
        draws = raw.get(side, [])
        if not isinstance(draws, list):
            raise _OtherFormError
        for number, draw in enumerate(draws):
            yield _draw_field(rule, side, number, draw)
        yield rule.field(
            words.SIDES[side],
            Press("Add a turn"),
            None,
            partial(_add_draw, side=side),
            f"{side.lower()}/{len(draws)}",
        )


def _draw_field(rule: _Rule, side: Side, number: int, draw: object) -> AnyField:
    if not isinstance(draw, list) or [type(each) for each in draw] != [int, int]:
        raise _OtherFormError

    def put(raw: Raw, new: tuple[int, int]) -> Raw:
        draws = [list(new) if n == number else each for n, each in enumerate(raw[side])]
        return {**raw, side.value: draws}

    def drop(raw: Raw) -> Raw:
        draws = [each for n, each in enumerate(raw[side]) if n != number]
        return _with(raw, side.value, draws or None)

    word = f"{side.lower()}/{number}"
    field = rule.field(words.SIDES[side], _DRAW, (draw[0], draw[1]), put, word)
    tip = f"{rule.about.parts['after-turn']} {rule.about.parts['cards']}"
    return replace(field, remove=lambda scenario: rule.alter(scenario, drop), tip=tip)


def _add_draw(raw: Raw, _nothing: None, side: Side) -> Raw:
    draws = raw.get(side.value, [])
    latest = draws[-1][0] if draws else 0
    return {**raw, side.value: [*draws, [min(latest + 1, MOST), 1]]}


_FIELDS: Mapping[str, Callable[[_Rule], Iterator[AnyField]]] = {
    "airdrop": _air_drop,
    "deck_reshuffling": _reshuffling,
    "deck_out_winner": _deck_out,
    "draw_extra": _extra_cards,
    "hill317": _hill,
    "air_strikes_rules": _air_strikes,
    "infantry_exit_counts_2": _infantry_exit,
    "must_have_unit_exit": _must_exit,
    DEATH: _sudden_death,
}

"""The hexes in the special rules of a scenario, which move with the board."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from m44core.hexes import Hex
from m44core.model.parts import Briefing
from m44core.model.rule_declarations import (
    HexShape,
    Record,
    Several,
    Shape,
    ShapeValue,
    declarations,
)
from m44core.model.rule_parts import SpecialRule
from m44core.model.special_rules import SpecialRules, Stated

HexMapping = Callable[[Hex], Hex | None]
"""A function that returns the new hex for an old one after an edit; None if it is lost."""


def with_rule_hexes(briefing: Briefing, mapping: HexMapping) -> Briefing:
    """Return the briefing with the hexes in its special rules moved; itself if none change.

    Lost hexes are removed from the rules. The rules of a side file change too, because they apply
    to the scenario that is open, but the side file itself does not.
    """
    rules = briefing.special_rules
    if not rules:
        return briefing
    after = SpecialRules(
        {key: _moved(rule, mapping) for key, rule in rules.stated.items()},
        {key: _moved_rule(rule, mapping) for key, rule in rules.from_side_file.items()},
    )
    return briefing if after == rules else replace(briefing, special_rules=after)


def _moved(rule: Stated, mapping: HexMapping) -> Stated:
    return _moved_rule(rule, mapping) if isinstance(rule, SpecialRule) else rule


def _moved_rule(rule: SpecialRule, mapping: HexMapping) -> SpecialRule:
    moved: SpecialRule = _with_moved_hexes(declarations().of(rule).value, rule, mapping)
    return moved


def _with_moved_hexes(shape: Shape, value: ShapeValue, mapping: HexMapping) -> ShapeValue:
    match shape:
        case HexShape():
            return mapping(value)
        case Several():
            moved = [_with_moved_hexes(shape.each, each, mapping) for each in value]
            return tuple(each for each in moved if each is not None)
        case Record():
            parts = ((part, getattr(value, part.name)) for part in shape.parts)
            return replace(
                value,
                **{
                    part.name: _with_moved_hexes(part.shape, part_value, mapping)
                    for part, part_value in parts
                    if part_value is not None
                },
            )
    return value


def rule_hexes(briefing: Briefing) -> Iterator[tuple[str, Hex]]:
    """Yield each hex in the special rules of the scenario file, with the key of its rule.

    Those of a side file are left out, because edits never change that file.
    """
    for key, rule in briefing.special_rules.stated.items():
        if isinstance(rule, SpecialRule):
            yield from ((key, hex_) for hex_ in _hexes(declarations().of(rule).value, rule))


def _hexes(shape: Shape, value: ShapeValue) -> Iterator[Hex]:
    match shape:
        case HexShape():
            yield value
        case Several():
            for each in value:
                yield from _hexes(shape.each, each)
        case Record():
            for part in shape.parts:
                part_value = getattr(value, part.name)
                if part_value is not None:
                    yield from _hexes(part.shape, part_value)

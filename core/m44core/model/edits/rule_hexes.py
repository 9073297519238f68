"""The hexes in the special rules of a scenario, which move with the board."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import TypeVar

from m44core.hexes import Hex
from m44core.model.rule_declarations import (
    HexShape,
    ListShape,
    RecordShape,
    Shape,
    ShapeValue,
    declarations,
)
from m44core.model.rule_parts import SpecialRule
from m44core.model.scenario_parts import Briefing
from m44core.model.special_rules import SpecialRules, StatedRule

HexMapping = Callable[[Hex], Hex | None]
"""A function that returns the new hex for an old one after an edit; None if it is lost."""

R = TypeVar("R", bound=StatedRule)


def with_rule_hexes(briefing: Briefing, mapping: HexMapping) -> Briefing:
    """Return the briefing with the hexes in its special rules moved, or itself if none change.

    Lost hexes are removed from the rules. A rule, or an entry in its list, is removed if it loses a
    required hex or all hexes of a required list. The rules of a side file change too, because they
    apply to the open scenario; the editor writes them to the side file when the scenario is saved.
    """
    rules = briefing.special_rules
    if not rules:
        return briefing
    after = SpecialRules(
        dict(_moved_rules(rules.stated, mapping)), dict(_moved_rules(rules.from_side_file, mapping))
    )
    return briefing if after == rules else replace(briefing, special_rules=after)


def _moved_rules(rules: Mapping[str, R], mapping: HexMapping) -> Iterator[tuple[str, R]]:
    """Yield the key of each rule that is left, and the rule with its hexes moved."""
    for key, rule in rules.items():
        if isinstance(rule, SpecialRule):
            moved_rule = _with_moved_hexes(declarations().of(rule).value, rule, mapping)
            if moved_rule is not None:
                yield key, moved_rule
        else:
            yield key, rule


def _with_moved_hexes(shape: Shape, value: ShapeValue, mapping: HexMapping) -> ShapeValue:
    """Return a value with its hexes moved; None if it lost a part that it requires."""
    match shape:
        case HexShape():
            return mapping(value)
        case ListShape():
            moved_values = [_with_moved_hexes(shape.each, each, mapping) for each in value]
            return tuple(each for each in moved_values if each is not None)
        case RecordShape():
            moved_parts: dict[str, ShapeValue] = {}
            for part in shape.parts:
                before = getattr(value, part.name)
                if before is None:
                    continue
                after = _with_moved_hexes(part.shape, before, mapping)
                if part.required and before != () and after in (None, ()):
                    return None
                moved_parts[part.name] = after
            return replace(value, **moved_parts)
    return value


def rule_hexes(briefing: Briefing) -> Iterator[tuple[str, Hex]]:
    """Yield each hex in the special rules of the scenario file, with the key of its rule.

    Hexes in the rules of a side file are left out, since they are not in the scenario file.
    """
    for key, rule in briefing.special_rules.stated.items():
        if isinstance(rule, SpecialRule):
            yield from (
                (key, hex_) for hex_ in _hexes_in_value(declarations().of(rule).value, rule)
            )


def _hexes_in_value(shape: Shape, value: ShapeValue) -> Iterator[Hex]:
    match shape:
        case HexShape():
            yield value
        case ListShape():
            for each in value:
                yield from _hexes_in_value(shape.each, each)
        case RecordShape():
            for part in shape.parts:
                part_value = getattr(value, part.name)
                if part_value is not None:
                    yield from _hexes_in_value(part.shape, part_value)

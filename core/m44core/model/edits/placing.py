"""Units, tags and labels."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from m44core.hexes import Hex
from m44core.model.edits.contents import edited
from m44core.model.parts import HexContent, Tag, Unit
from m44core.model.scenario import Scenario


def place_unit(scenario: Scenario, unit: Unit, hexes: Iterable[Hex]) -> Scenario:
    """Return the scenario with a unit on each of *hexes*, in place of the unit that was there."""
    return edited(scenario, hexes, lambda content: replace(content, unit=unit))


def set_figures(scenario: Scenario, figures: int | None, hexes: Iterable[Hex]) -> Scenario:
    """Return the scenario with other figure counts on *hexes*; None for the usual one."""
    return _reunited(scenario, hexes, lambda unit: replace(unit, figures=figures))


def set_badge(scenario: Scenario, badge: str | None, hexes: Iterable[Hex]) -> Scenario:
    """Return the scenario with another badge, or none, beside the units on *hexes*."""
    return _reunited(scenario, hexes, lambda unit: replace(unit, badge=badge))


def set_unit_behavior(scenario: Scenario, behavior: str | None, hexes: Iterable[Hex]) -> Scenario:
    """Return the scenario with another special rule, or none, for the units on *hexes*."""
    return _reunited(scenario, hexes, lambda unit: replace(unit, behavior=behavior))


def set_equipment(scenario: Scenario, equipment: str | None, hexes: Iterable[Hex]) -> Scenario:
    """Return the scenario with other equipment, or none, for the units on *hexes*."""
    return _reunited(scenario, hexes, lambda unit: replace(unit, equipment=equipment))


def add_tag(scenario: Scenario, tag: Tag, hexes: Iterable[Hex]) -> Scenario:
    """Return the scenario with one more tag on each of *hexes*, but never the same one twice."""

    def edit(content: HexContent) -> HexContent:
        return content if tag in content.tags else replace(content, tags=(*content.tags, tag))

    return edited(scenario, hexes, edit)


def change_tag(scenario: Scenario, hex_: Hex, number: int, tag: Tag) -> Scenario:
    """Return the scenario with the tag of that number on a hex replaced; no such tag, no change."""
    return _retagged(scenario, hex_, number, (tag,))


def remove_tag(scenario: Scenario, hex_: Hex, number: int) -> Scenario:
    """Return the scenario without the tag of that number on a hex; no such tag, no change."""
    return _retagged(scenario, hex_, number, ())


def set_label(scenario: Scenario, hex_: Hex, lines: tuple[str, ...]) -> Scenario:
    """Return the scenario with another label on a hex; no lines for none.

    Lines are kept as they are, blanks for alignment included; a label of empty
    lines only is no label.
    """
    if hex_ not in scenario.board:
        return scenario
    return scenario.with_labels({hex_: lines if any(lines) else ()})


def _reunited(scenario: Scenario, hexes: Iterable[Hex], change: Callable[[Unit], Unit]) -> Scenario:
    """Change the units where there are any."""

    def edit(content: HexContent) -> HexContent:
        return replace(content, unit=change(content.unit)) if content.unit else content

    return edited(scenario, hexes, edit)


def _retagged(scenario: Scenario, hex_: Hex, number: int, tags: tuple[Tag, ...]) -> Scenario:
    before = scenario.at(hex_).tags
    if not 0 <= number < len(before):
        return scenario
    after = (*before[:number], *tags, *before[number + 1 :])
    return edited(scenario, [hex_], lambda content: replace(content, tags=after))

"""Setting a scenario up, step by step in the order of the rulebook (B-SETUP-01)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from m44core.board import BoardType
from m44core.catalogue.types import Layer, Side
from m44core.hexes import Hex
from m44core.model.parts import First, Player
from m44core.model.scenario import Scenario
from m44core.phrases import counted
from m44core.validation.basis.context import Context
from m44core.validation.placed import PlacedUnit


class Item(NamedTuple):
    """Something to lay out or to do, with a box to tick.

    Attributes:
        what: What it is, with its number where there are several: ``9 x Forest``.
        where: The names of its hexes, row by row; empty where it lies on none.
    """

    what: str
    where: tuple[str, ...] = ()


class Step(NamedTuple):
    """One step of the setup."""

    title: str
    items: tuple[Item, ...]


def checklist(scenario: Scenario) -> tuple[Step, ...]:
    """Return the steps that set a scenario up, in the order of the rulebook; none is empty."""
    context = Context.of(scenario)
    steps = (
        Step("Board", tuple(_board(scenario))),
        Step("Terrain tiles", tuple(_pieces(context, Layer.TERRAIN))),
        Step("Bunkers, bridges and other structures", tuple(_pieces(context, Layer.STRUCTURE))),
        Step("Obstacles", tuple(_pieces(context, Layer.OBSTACLE))),
        *(Step(f"{_SIDES[side]} units", tuple(_units(context, side))) for side in Side),
        Step("Badges", tuple(_badges(context))),
        Step("Medals and other tokens", tuple(_tags(context))),
        Step("Not in the catalogue", tuple(_unknown(context))),
        Step("Cards, dice and first move", tuple(_start(scenario))),
    )
    return tuple(step for step in steps if step.items)


_SIDES = {Side.AXIS: "Axis", Side.ALLIES: "Allied"}
_PLAYERS = {Side.AXIS: "Axis", Side.ALLIES: "Allies"}
_BOARDS = {
    BoardType.STANDARD: "Standard board of 13 by 9 hexes",
    BoardType.BREAKTHROUGH: "Breakthrough boards, 13 by 17 hexes",
    BoardType.OVERLORD: "Two standard boards side by side, 26 by 9 hexes",
}


def _board(scenario: Scenario) -> Iterator[Item]:
    yield Item(f"{_BOARDS[scenario.board.type]}, {scenario.face.value.lower()} face up")
    for place, player in (("top", scenario.briefing.top), ("bottom", scenario.briefing.bottom)):
        if player.side:
            yield Item(f"The {_PLAYERS[player.side]} sit at the {place} edge")


def _pieces(context: Context, layer: Layer) -> Iterator[Item]:
    pieces = [placed for placed in context.pieces if placed.layer is layer]
    return _grouped(context, ((placed.element.label, placed.hex) for placed in pieces))


def _units(context: Context, side: Side) -> Iterator[Item]:
    units = [unit for unit in context.units if unit.side is side]
    return _grouped(context, ((_unit(unit), unit.hex) for unit in units))


def _unit(unit: PlacedUnit) -> str:
    return f"{unit.element.label} of {counted(unit.figures, 'figure')}"


def _badges(context: Context) -> Iterator[Item]:
    """Name the badges of the file; special units without one are units of their own figures."""
    marked = ((unit.badge.label, unit.hex) for unit in context.units if unit.badge)
    return _grouped(context, marked)


def _tags(context: Context) -> Iterator[Item]:
    return _grouped(context, ((placed.element.label, placed.hex) for placed in context.tags))


def _unknown(context: Context) -> Iterator[Item]:
    return _grouped(context, ((unknown.name, unknown.hex) for unknown in context.unknown))


def _grouped(context: Context, placed: Iterable[tuple[str, Hex]]) -> Iterator[Item]:
    groups: dict[str, list[str]] = {}
    for label, hex_ in placed:
        groups.setdefault(label, []).append(context.name(hex_))
    for label, names in sorted(groups.items()):
        yield Item(f"{len(names)} x {label}", tuple(names))


def _start(scenario: Scenario) -> Iterator[Item]:
    briefing = scenario.briefing
    yield Item("Shuffle the command cards")
    for player in (briefing.top, briefing.bottom):
        yield from _player(player)
    yield Item("Give each player 4 battle dice")
    first = {First.TOP: briefing.top, First.BOTTOM: briefing.bottom}.get(
        briefing.first or First.SPECIAL
    )
    if first and first.side:
        yield Item(f"The {_PLAYERS[first.side]} move first")
    if any(texts.rules for texts in scenario.texts.values()):
        yield Item("Read the special rules")


def _player(player: Player) -> Iterator[Item]:
    if player.side and player.cards is not None:
        cards = counted(player.cards, "command card")
        yield Item(f"Deal {cards} to the {_PLAYERS[player.side]}")
    if player.side and player.medals is not None:
        medals = counted(player.medals, "medal")
        yield Item(f"The {_PLAYERS[player.side]} need {medals} to win")

"""The set-up checklist: the steps that set a scenario up, in rulebook order (B-SETUP-01)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from m44core.board import BoardType, Face
from m44core.catalogue.types import Layer, Side
from m44core.hexes import Hex
from m44core.messages import nouns
from m44core.messages.message import Message, Value, message
from m44core.model.parts import First, Player
from m44core.model.scenario import Scenario
from m44core.validation.check_context import Context
from m44core.validation.placed_pieces import PlacedUnit


class Item(NamedTuple):
    """A thing to place or to do, with a box to tick.

    Attributes:
        what: What it is, with the number if there are several: ``9 x Forest``.
        where: The names of its hexes, row by row; empty if it is not on the board.
    """

    what: Message
    where: tuple[str, ...] = ()


class Step(NamedTuple):
    """One step of the setup."""

    title: Message
    items: tuple[Item, ...]


def checklist(scenario: Scenario) -> tuple[Step, ...]:
    """Return the steps that set a scenario up, in rulebook order; none is empty."""
    context = Context.of(scenario)
    structures = message("Bunkers, bridges and other structures")
    steps = (
        Step(message("Board"), tuple(_board(scenario))),
        Step(message("Terrain tiles"), tuple(_pieces(context, Layer.TERRAIN))),
        Step(structures, tuple(_pieces(context, Layer.STRUCTURE))),
        Step(message("Obstacles"), tuple(_pieces(context, Layer.OBSTACLE))),
        Step(message("Axis units"), tuple(_units(context, Side.AXIS))),
        Step(message("Allied units"), tuple(_units(context, Side.ALLIES))),
        Step(message("Badges"), tuple(_badges(context))),
        Step(message("Medals and other tokens"), tuple(_tags(context))),
        Step(message("Not in the catalogue"), tuple(_unknown(context))),
        Step(message("Cards, dice and first move"), tuple(_start(scenario))),
    )
    return tuple(step for step in steps if step.items)


_BOARDS = {
    BoardType.STANDARD: message("Standard board of 13 by 9 hexes"),
    BoardType.BREAKTHROUGH: message("Breakthrough boards, 13 by 17 hexes"),
    BoardType.OVERLORD: message("Two standard boards side by side, 26 by 9 hexes"),
}
_FACES = {
    Face.COUNTRY: message("{boards}, country face up"),
    Face.BEACH: message("{boards}, beach face up"),
    Face.WINTER: message("{boards}, winter face up"),
    Face.DESERT: message("{boards}, desert face up"),
}


def _board(scenario: Scenario) -> Iterator[Item]:
    boards = _BOARDS[scenario.board.type]
    yield Item(replace(_FACES[scenario.face], values={"boards": boards}))
    briefing = scenario.briefing
    if briefing.top.side:
        yield Item(message("{side} sit at the top edge", side=briefing.top.side.noun))
    if briefing.bottom.side:
        yield Item(message("{side} sit at the bottom edge", side=briefing.bottom.side.noun))


def _pieces(context: Context, layer: Layer) -> Iterator[Item]:
    pieces = [placed for placed in context.pieces if placed.layer is layer]
    return _grouped(context, ((placed.element.title, placed.hex) for placed in pieces))


def _units(context: Context, side: Side) -> Iterator[Item]:
    units = [unit for unit in context.units if unit.side is side]
    return _grouped(context, ((_unit(unit), unit.hex) for unit in units))


def _unit(unit: PlacedUnit) -> Message:
    figures = nouns.figures(unit.figures)
    if unit.load:
        what = unit.load.title
        return message(
            "{unit} of {figures}, {what}", unit=unit.element.title, figures=figures, what=what
        )
    return message("{unit} of {figures}", unit=unit.element.title, figures=figures)


def _badges(context: Context) -> Iterator[Item]:
    """Yield the badges of the file; special units without one have figures of their own."""
    marked = ((unit.badge.title, unit.hex) for unit in context.units if unit.badge)
    return _grouped(context, marked)


def _tags(context: Context) -> Iterator[Item]:
    return _grouped(context, ((placed.element.title, placed.hex) for placed in context.tags))


def _unknown(context: Context) -> Iterator[Item]:
    return _grouped(context, ((unknown.name, unknown.hex) for unknown in context.unknown_pieces))


def _grouped(context: Context, placed: Iterable[tuple[Value, Hex]]) -> Iterator[Item]:
    groups: dict[Value, list[str]] = {}
    for what, hex_ in placed:
        groups.setdefault(what, []).append(context.hex_name(hex_))
    for what, names in sorted(groups.items(), key=lambda group: str(group[0])):
        yield Item(message("{number} x {piece}", number=len(names), piece=what), tuple(names))


def _start(scenario: Scenario) -> Iterator[Item]:
    briefing = scenario.briefing
    yield Item(message("Shuffle the command cards"))
    for player in (briefing.top, briefing.bottom):
        yield from _player(player)
    yield Item(message("Give each player 4 battle dice"))
    first = {First.TOP: briefing.top, First.BOTTOM: briefing.bottom}.get(
        briefing.first or First.SPECIAL
    )
    if first and first.side:
        yield Item(message("{side} move first", side=first.side.noun))
    if any(texts.rules for texts in scenario.texts.values()):
        yield Item(message("Read the special rules"))


def _player(player: Player) -> Iterator[Item]:
    if player.side and player.cards is not None:
        cards = nouns.command_cards(player.cards)
        yield Item(message("Deal {cards} to {side}", cards=cards, side=player.side.noun))
    if player.side and player.medals is not None:
        medals = nouns.medals(player.medals)
        yield Item(message("{side} need {medals} to win", side=player.side.noun, medals=medals))

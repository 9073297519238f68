"""The setup checklist: the steps of setting up a scenario, in rulebook order (B-SETUP-01)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from m44core.board import BoardType, Face
from m44core.catalogue.catalogue_types import Layer, Side
from m44core.hexes import Hex
from m44core.messages import nouns
from m44core.messages.message import Message, Value, message
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import FirstPlayer, Player
from m44core.validation.check_context import CheckContext
from m44core.validation.placed_pieces import PlacedUnit


class ChecklistItem(NamedTuple):
    """A piece to place or an action to take, with a box to tick.

    Attributes:
        what: The piece or action, with the number of pieces: ``9 × Forest``.
        where: The names of its hexes, row by row; empty if it is not on the board.
    """

    what: Message
    where: tuple[str, ...] = ()


class ChecklistStep(NamedTuple):
    """One step of the setup, with its items."""

    title: Message
    items: tuple[ChecklistItem, ...]


def checklist_steps(scenario: Scenario) -> tuple[ChecklistStep, ...]:
    """Return the steps of setting up a scenario, in rulebook order, without empty ones."""
    context = CheckContext.of(scenario)
    structures = message("Bunkers, bridges and other structures")
    steps = (
        ChecklistStep(message("Board"), tuple(map(ChecklistItem, board_items(scenario)))),
        ChecklistStep(message("Terrain tiles"), tuple(_piece_items(context, Layer.TERRAIN))),
        ChecklistStep(structures, tuple(_piece_items(context, Layer.STRUCTURE))),
        ChecklistStep(message("Obstacles"), tuple(_piece_items(context, Layer.OBSTACLE))),
        ChecklistStep(message("Axis units"), tuple(_unit_items(context, Side.AXIS))),
        ChecklistStep(message("Allied units"), tuple(_unit_items(context, Side.ALLIES))),
        ChecklistStep(message("Badges"), tuple(_badge_items(context))),
        ChecklistStep(message("Medals and other markers"), tuple(_tag_items(context))),
        ChecklistStep(message("Not in the catalog"), tuple(_unknown_piece_items(context))),
        ChecklistStep(message("Cards, dice and first move"), tuple(_start_items(scenario))),
    )
    return tuple(step for step in steps if step.items)


_BOARDS = {
    BoardType.STANDARD: message("Standard board of 13 by 9 hexes"),
    BoardType.BREAKTHROUGH: message("Breakthrough boards, 13 by 17 hexes"),
    BoardType.OVERLORD: message("Two standard boards side by side, 26 by 9 hexes"),
}
_FACES = {
    Face.COUNTRY: message("{boards}, countryside side up"),
    Face.BEACH: message("{boards}, beach side up"),
    Face.WINTER: message("{boards}, winter side up"),
    Face.DESERT: message("{boards}, desert side up"),
}


def board_items(scenario: Scenario) -> Iterator[Message]:
    """Yield the board with the side to turn face up, and which player sits at which edge."""
    yield board_sentence(scenario.board.type, scenario.face)
    top, bottom = scenario.briefing.top.side, scenario.briefing.bottom.side
    if top:
        yield message("Seat {side} at the top edge", side=top.noun)
    if bottom:
        yield message("Seat {side} at the bottom edge", side=bottom.noun)


def board_sentence(board: BoardType, face: Face) -> Message:
    """Return the board to use and the side of it to turn face up."""
    return replace(_FACES[face], values={"boards": _BOARDS[board]})


def _piece_items(context: CheckContext, layer: Layer) -> Iterator[ChecklistItem]:
    pieces = [placed_piece for placed_piece in context.pieces if placed_piece.layer is layer]
    return _grouped_items(
        context, ((placed_piece.element.title, placed_piece.hex) for placed_piece in pieces)
    )


def _unit_items(context: CheckContext, side: Side) -> Iterator[ChecklistItem]:
    units = [unit for unit in context.units if unit.side is side]
    return _grouped_items(context, ((_unit_message(unit), unit.hex) for unit in units))


def _unit_message(unit: PlacedUnit) -> Message:
    figures = nouns.figures(unit.figures)
    if unit.equipment_type:
        title = unit.equipment_type.title
        return message(
            "{unit} with {figures}, {what}", unit=unit.element.title, figures=figures, what=title
        )
    return message("{unit} with {figures}", unit=unit.element.title, figures=figures)


def _badge_items(context: CheckContext) -> Iterator[ChecklistItem]:
    """Yield an item for each kind of badge; special units without a badge have none."""
    badges_and_hexes = ((unit.badge.title, unit.hex) for unit in context.units if unit.badge)
    return _grouped_items(context, badges_and_hexes)


def _tag_items(context: CheckContext) -> Iterator[ChecklistItem]:
    return _grouped_items(
        context, ((placed_tag.element.title, placed_tag.hex) for placed_tag in context.tags)
    )


def _unknown_piece_items(context: CheckContext) -> Iterator[ChecklistItem]:
    return _grouped_items(
        context,
        ((unknown_piece.name, unknown_piece.hex) for unknown_piece in context.unknown_pieces),
    )


def _grouped_items(
    context: CheckContext, items_and_hexes: Iterable[tuple[Value, Hex]]
) -> Iterator[ChecklistItem]:
    groups: dict[Value, list[Hex]] = {}
    for item, hex_ in items_and_hexes:
        groups.setdefault(item, []).append(hex_)
    for item, hexes in sorted(groups.items(), key=lambda group: str(group[0])):
        names = tuple(map(context.hex_name, in_reading_order(hexes)))
        yield ChecklistItem(message("{number} × {piece}", number=len(names), piece=item), names)


def in_reading_order(hexes: Iterable[Hex]) -> list[Hex]:
    """Return hexes row by row from the top left."""
    return sorted(hexes, key=lambda hex_: (hex_.row, hex_.col))


def _start_items(scenario: Scenario) -> Iterator[ChecklistItem]:
    briefing = scenario.briefing
    yield ChecklistItem(message("Shuffle the command cards"))
    for player in (briefing.top, briefing.bottom):
        yield from map(ChecklistItem, _player_items(player))
    yield ChecklistItem(message("Give each player 4 battle dice"))
    first_player = {FirstPlayer.TOP: briefing.top, FirstPlayer.BOTTOM: briefing.bottom}.get(
        briefing.first or FirstPlayer.SPECIAL
    )
    if first_player and first_player.side:
        yield ChecklistItem(first_move_item(first_player.side))
    if any(texts.rules for texts in scenario.texts.values()):
        yield ChecklistItem(message("Read the special rules"))


def _player_items(player: Player) -> Iterator[Message]:
    if player.side and player.cards is not None:
        yield cards_item(player.cards, player.side)
    if player.side and player.medals is not None:
        yield medals_item(player.medals, player.side)


def cards_item(number: int, side: Side) -> Message:
    """Return what to do with the command cards of a side."""
    return message("Deal {cards} to {side}", cards=nouns.command_cards(number), side=side.noun)


def medals_item(number: int, side: Side) -> Message:
    """Return how many medals a side needs."""
    return message("{side} must gain {medals} to win", side=side.noun, medals=nouns.medals(number))


def first_move_item(side: Side) -> Message:
    """Return which side moves first."""
    return message("First move: {side}", side=side.noun)

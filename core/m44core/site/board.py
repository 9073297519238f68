"""The board of a page: its map as a picture, and what each hex of it holds, as plain data."""

from __future__ import annotations

from collections.abc import Iterator

from m44core.board import Zone
from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.types import Layer, Side
from m44core.drawing.board.board import Show, board_size, hex_centre
from m44core.drawing.shapes.shapes import HEX_HEIGHT, HEX_WIDTH
from m44core.hexes import Hex
from m44core.messages.message import Message, Value, Words, message, message_in
from m44core.model.parts import Piece, Unit
from m44core.model.scenario import Scenario
from m44core.model.troops_on_board import figures_on, troop_on

_ZONES = {Zone.BEACH: message("Beach"), Zone.OCEAN: message("Ocean")}
_OPEN = message("Open ground")
BARE = Show(structures=False, obstacles=False, units=False, tags=False)
"""What of a map stays as it is while a game is replayed."""

Line = tuple[Value, Value]
"""What something is called, and what it does; "" where nothing is to be said of that."""


def board_data(scenario: Scenario, told: Words) -> dict[str, object]:
    """Return what a page knows of the board, as plain data.

    Returns:
        ``width`` and ``height`` of the map and ``hex``, the width and height of a hex, in units;
        ``lines``, what things are called and what they do; and ``hexes`` row by row: each with its
        name, its column, its row, its centre, and the numbers of its ``lines``.
    """
    scenario = scenario.labelled_in(told.language.code)
    width, height = board_size(scenario.board)
    lines: dict[tuple[str, str], int] = {}
    hexes = []
    for hex_ in scenario.board.hexes:
        numbers = [
            lines.setdefault((told.sentence(name), told.sentence(does)), len(lines))
            for name, does in _lines(scenario, hex_)
        ]
        x, y = hex_centre(hex_)
        hexes.append([scenario.board.name(hex_), hex_.col, hex_.row, round(x), round(y), *numbers])
    return {
        "width": round(width),
        "height": round(height),
        "hex": [round(HEX_WIDTH), round(HEX_HEIGHT)],
        "lines": [list(line) for line in lines],
        "hexes": hexes,
    }


def _lines(scenario: Scenario, hex_: Hex) -> Iterator[Line]:
    """Yield what lies on a hex from the top down, the ground last."""
    content = scenario.at(hex_)
    if content.unit:
        yield from _unit(scenario, hex_, content.unit)
    for tag in content.tags:
        yield _piece(tag.name, Layer.TAG, scenario.catalogue)
    if content.obstacle:
        yield _piece(content.obstacle.name, Layer.OBSTACLE, scenario.catalogue)
    if content.structure:
        yield _structure(content.structure, scenario.catalogue)
    if content.terrain:
        yield _piece(content.terrain.name, Layer.TERRAIN, scenario.catalogue)
    else:
        zone = scenario.board.zone(scenario.face, hex_)
        yield _ZONES.get(zone, _OPEN), ""
    for text in scenario.labels.get(hex_, ()):
        yield text, ""


def _piece(name: str, layer: Layer, catalogue: Catalogue) -> Line:
    element = catalogue.get(name, layer)
    return (element.titled, Message(element.summary)) if element else (name, "")


def _unit(scenario: Scenario, hex_: Hex, unit: Unit) -> Iterator[Line]:
    """Yield a unit with its figures, and what makes another than the usual one of it."""
    troop = troop_on(scenario, hex_)
    specials = troop.specials if troop else ()
    element = scenario.catalogue.get(unit.name, Layer.UNIT)
    called: Value = element.titled if element else unit.name
    if troop and troop.figures:
        figures = figures_on(scenario, hex_)
        called = message_in("unit", "{unit} ({figures})", unit=called, figures=figures)
    yield called, Message(element.summary) if element else ""
    for special in specials:
        yield special.titled, Message(special.summary)
    if unit.badge and not specials:
        yield _piece(unit.badge, Layer.BADGE, scenario.catalogue)


def _structure(structure: Piece, catalogue: Catalogue) -> Line:
    called, does = _piece(structure.name, Layer.STRUCTURE, catalogue)
    match structure.owner:
        case Side.AXIS:
            return message("{structure} of the Axis", structure=called), does
        case Side.ALLIES:
            return message("{structure} of the Allies", structure=called), does
    return called, does

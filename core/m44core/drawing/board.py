"""The whole board: where hexes lie, what is drawn on each, the frame and the lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from m44core.board import Board
from m44core.drawing.art import Art, Plane
from m44core.drawing.paths import HEX_CORNERS, number, polygon, rectangle
from m44core.drawing.pieces import draw
from m44core.drawing.shapes import (
    COL_PITCH,
    HEX_HEIGHT,
    HEX_WIDTH,
    ROW_PITCH,
    Drawing,
    Group,
    Shape,
)
from m44core.drawing.variants import variant_of
from m44core.hexes import Hex
from m44core.model.parts import Piece
from m44core.model.scenario import Scenario

MARGIN = 44.0


@dataclass(frozen=True, slots=True)
class Show:
    """What of a scenario is drawn.

    Attributes:
        terrain: Hex tiles; without them the printed face shows.
        structures: Bunkers, bridges and other rectangular tiles.
        obstacles: Wire, sandbags, hedgehogs.
        units: Units with their badges.
        tags: Medals, exit markers, mines.
        labels: The lines of text written on hexes.
        hex_names: ``A9`` on every hex.
        grid: The outlines of the hexes.
        section_lines: The dashed lines between the sections.
    """

    terrain: bool = True
    structures: bool = True
    obstacles: bool = True
    units: bool = True
    tags: bool = True
    labels: bool = True
    hex_names: bool = False
    grid: bool = True
    section_lines: bool = True


EVERYTHING = Show()


def board_size(board: Board) -> tuple[float, float]:
    """Return the width and height of a board with its frame, in units."""
    width = COL_PITCH * board.last_col + HEX_WIDTH
    height = ROW_PITCH * (board.rows - 1) + HEX_HEIGHT
    return width + 2 * MARGIN, height + 2 * MARGIN


def hex_centre(hex_: Hex) -> tuple[float, float]:
    """Return where the centre of a hex lies on its board, in units."""
    x = MARGIN + HEX_WIDTH / 2 + COL_PITCH * hex_.col
    return x, MARGIN + HEX_HEIGHT / 2 + ROW_PITCH * hex_.row


def arts_of_hex(scenario: Scenario, hex_: Hex, show: Show = EVERYTHING) -> tuple[Art, ...]:
    """Return the pictures on one hex from the bottom up.

    They depend on what lies on the hex and, where terrain runs on, on what
    lies on the six around it.
    """
    return (
        *_ground(scenario, hex_, show),
        *_pieces(scenario, hex_, show),
        *_words(scenario, hex_, show),
    )


def _ground(scenario: Scenario, hex_: Hex, show: Show) -> Iterator[Art]:
    tile = scenario.at(hex_).terrain if show.terrain else None
    variant = variant_of(hex_, 4)
    if tile is None:
        zone = scenario.board.zone(scenario.face, hex_)
        yield Art(Plane.GROUND, "ground", 1, variant, (scenario.face.value, zone.value))
    else:
        yield Art(Plane.GROUND, tile.name, tile.orientation, variant)


def _pieces(scenario: Scenario, hex_: Hex, show: Show) -> Iterator[Art]:
    content = scenario.at(hex_)
    if content.structure and show.structures:
        yield _rectangular(Plane.STRUCTURE, content.structure)
    if content.obstacle and show.obstacles:
        yield _rectangular(Plane.OBSTACLE, content.obstacle)
    if content.unit and show.units:
        unit = content.unit
        figures = usual_figures(unit.name) if unit.figures is None else unit.figures
        yield Art(Plane.UNIT, unit.name, detail=(figures, unit.badge or ""))
    for index, tag in enumerate(content.tags if show.tags else ()):
        detail = (index, len(content.tags), tag.side.value if tag.side else "")
        yield Art(Plane.TAG, tag.name, detail=detail)


def _rectangular(plane: Plane, piece: Piece) -> Art:
    owner = piece.owner.value if piece.owner else ""
    return Art(plane, piece.name, piece.orientation, detail=(owner,))


def usual_figures(name: str) -> int:
    """Return how many figures a unit has where its scenario does not say."""
    return 4 if name.startswith("inf") else 3 if name.startswith("tank") else 2


def _words(scenario: Scenario, hex_: Hex, show: Show) -> Iterator[Art]:
    lines = scenario.labels.get(hex_)
    if lines and show.labels:
        yield Art(Plane.LABEL, "label", detail=lines)
    if show.hex_names:
        yield Art(Plane.LABEL, "hex-name", detail=(scenario.board.name(hex_),))


def frame_of_board(board: Board) -> Drawing:
    """Return what lies under all hexes: the frame and the half hexes at the ends of odd rows."""
    width, height = board_size(board)
    inner = rectangle(MARGIN, MARGIN, width - 2 * MARGIN, height - 2 * MARGIN)
    return (
        Shape(rectangle(0, 0, width, height), fill="frame"),
        Shape(inner, fill="frame-dark"),
    )


def lines_of_board(board: Board, show: Show = EVERYTHING) -> Drawing:
    """Return what lies on the ground and under the pieces: hex outlines and section lines."""
    grid = Shape(_grid(board), stroke="grid", width=0.8, opacity=0.35) if show.grid else None
    lines = _section_lines(board) if show.section_lines else ()
    return (*((grid,) if grid else ()), *lines)


def _grid(board: Board) -> str:
    outlines = []
    for hex_ in board.hexes:
        x, y = hex_centre(hex_)
        corners = [(x + u, y + v) for u, v in HEX_CORNERS]
        first = 0 if hex_.row == 0 else 2
        outlines.append(polygon(corners))
        del first
    return "".join(outlines)


def _section_lines(board: Board) -> Drawing:
    columns = sorted({*board.lines, *board.subsection_lines})
    top, bottom = MARGIN, board_size(board)[1] - MARGIN
    return tuple(
        Shape(
            f"M{number(x)} {number(top)}V{number(bottom)}",
            stroke="section",
            width=3.7,
            dash=(19, 4.8),
            round=False,
            opacity=0.8,
        )
        for x in (hex_centre(Hex(column, 0))[0] for column in columns)
    )


def draw_scenario(scenario: Scenario, show: Show = EVERYTHING) -> Drawing:
    """Return the whole board with everything on it; its origin is the upper left corner."""
    placed = [
        (art, hex_) for hex_ in scenario.board.hexes for art in arts_of_hex(scenario, hex_, show)
    ]
    planes = {plane: _placed(placed, plane) for plane in Plane}
    planes[Plane.LINES] = lines_of_board(scenario.board, show)
    return (*frame_of_board(scenario.board), *(node for nodes in planes.values() for node in nodes))


def _placed(placed: list[tuple[Art, Hex]], plane: Plane) -> Drawing:
    groups = []
    for art, hex_ in placed:
        if art.plane is plane:
            x, y = hex_centre(hex_)
            groups.append(Group(draw(art), dx=x, dy=y))
    return tuple(groups)

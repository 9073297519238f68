"""Sets of hexes to paint or select: lines, rectangles, ellipses, rings, areas of one terrain."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from m44core.board import Board
from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.catalogue_types import Layer, Side
from m44core.hexes import Hex
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, Piece, Unit


def hexes_on_line(board: Board, start: Hex, end: Hex) -> tuple[Hex, ...]:
    """Return the hexes on the straight line between two hexes of a board, both included.

    There are ``start.distance(end) + 1`` hexes, each adjacent to the next. Where the line runs
    exactly between two hexes, the one nearer to the middle of the board is chosen.
    """
    length = start.distance(end)
    if not length:
        return (start,)
    inward = 1e-6 if 2 * start.col <= board.last_col else -1e-6
    col_step, row_step = (end.col - start.col) / length, (end.row - start.row) / length
    points = (
        (start.col + col_step * i + inward, start.row + row_step * i) for i in range(length + 1)
    )
    return tuple(_nearest_hex(col, row) for col, row in points)


def _nearest_hex(col: float, row: float) -> Hex:
    """Return the hex that contains a point, by rounding its three cube coordinates."""
    q, r = (col - row) / 2, row
    s = -q - r
    near_q, near_r, near_s = round(q), round(r), round(s)
    off_q, off_r, off_s = abs(near_q - q), abs(near_r - r), abs(near_s - s)
    if off_q > off_r and off_q > off_s:
        near_q = -near_r - near_s
    elif off_r > off_s:
        near_r = -near_q - near_s
    return Hex(2 * near_q + near_r, near_r)


def hexes_in_rectangle(board: Board, corner: Hex, opposite_corner: Hex) -> tuple[Hex, ...]:
    """Return the hexes whose centers are in the rectangle spanned by two hexes."""
    left, right = sorted((corner.col, opposite_corner.col))
    top, bottom = sorted((corner.row, opposite_corner.row))
    return tuple(h for h in board.hexes if left <= h.col <= right and top <= h.row <= bottom)


def hexes_in_ellipse(board: Board, corner: Hex, opposite_corner: Hex) -> tuple[Hex, ...]:
    """Return the hexes whose centers are in the ellipse inscribed in the rectangle of two hexes."""
    half_width = abs(opposite_corner.col - corner.col) / 2 + 1
    half_height = abs(opposite_corner.row - corner.row) / 2 + 0.5
    col, row = (corner.col + opposite_corner.col) / 2, (corner.row + opposite_corner.row) / 2
    return tuple(
        h
        for h in board.hexes
        if ((h.col - col) / half_width) ** 2 + ((h.row - row) / half_height) ** 2 <= 1
    )


def hexes_on_ring(board: Board, middle: Hex, through: Hex) -> tuple[Hex, ...]:
    """Return the hexes of a board at the same distance from *middle* as *through*."""
    radius = middle.distance(through)
    return tuple(hex_ for hex_ in board.hexes if middle.distance(hex_) == radius)


def hexes_of_same_terrain(scenario: Scenario, start: Hex) -> frozenset[Hex]:
    """Return the connected hexes that show the same terrain as *start*.

    The same terrain is a tile of the same name in any orientation, or no tile and the same
    printed zone. The result is empty for a hex off the board.
    """
    if start not in scenario.board:
        return frozenset()
    ground = _terrain_id(scenario, start)
    connected_hexes, frontier = {start}, [start]
    while frontier:
        for hex_ in scenario.board.neighbours[frontier.pop()]:
            if hex_ not in connected_hexes and _terrain_id(scenario, hex_) == ground:
                connected_hexes.add(hex_)
                frontier.append(hex_)
    return frozenset(connected_hexes)


def pieces_of_same_kind(
    scenario: Scenario, hexes: Iterable[Hex], like: Scenario | None = None
) -> dict[Hex, frozenset[Layer]]:
    """Return all pieces of the same kinds as the topmost pieces on *hexes*, as layers keyed by hex.

    The topmost piece is the unit, or else the obstacle, the structure or the tile. With *like*,
    the kinds are taken from the hexes of that scenario.
    """
    source = scenario if like is None else like
    wanted_kinds = {kind for hex_ in hexes if (kind := _topmost_kind(source.at(hex_)))}
    pieces = {h: wanted_kinds & set(_kinds(c)) for h, c in scenario.hexes.items()}
    return {h: frozenset(layer for layer, _ in kinds) for h, kinds in pieces.items() if kinds}


def units_of_same_side(scenario: Scenario, hexes: Iterable[Hex]) -> dict[Hex, frozenset[Layer]]:
    """Return all units of the sides on *hexes*, in the form of :func:`pieces_of_same_kind`."""
    catalogue = scenario.catalogue
    sides = {side for hex_ in hexes if (side := _unit_side(scenario.at(hex_), catalogue))}
    unit = frozenset({Layer.UNIT})
    return {h: unit for h, c in scenario.hexes.items() if _unit_side(c, catalogue) in sides}


def _kinds(content: HexContent) -> Iterator[tuple[Layer, str]]:
    """Yield the layer and name of each piece on a hex, topmost first."""
    for layer in (Layer.UNIT, Layer.OBSTACLE, Layer.STRUCTURE, Layer.TERRAIN):
        piece = content.on(layer)
        if isinstance(piece, Piece | Unit):
            yield layer, piece.name


def _topmost_kind(content: HexContent) -> tuple[Layer, str] | None:
    return next(_kinds(content), None)


def _unit_side(content: HexContent, catalogue: Catalogue) -> Side | None:
    unit = catalogue.get(content.unit.name) if content.unit else None
    return unit.nation.side if unit and unit.nation else None


def _terrain_id(scenario: Scenario, hex_: Hex) -> str:
    """Return an identifier of the terrain: a tile's name, or a slash and the printed zone."""
    tile = scenario.at(hex_).terrain
    return tile.name if tile else f"/{scenario.board.zone(scenario.face, hex_)}"

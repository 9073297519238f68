"""Rivers: how their tiles join, and how bridges lie on them (M505, M506)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from m44core.board import Zone
from m44core.catalogue.geometry import along
from m44core.catalogue.types import Element, Layer
from m44core.hexes import Direction, Hex
from m44core.model.parts import Piece
from m44core.validation.basis.check import Problem, check, problem
from m44core.validation.basis.context import Context
from m44core.validation.basis.names import name_of
from m44core.validation.basis.repairs import put

_RIVER = "river"  # the network of river tiles, frozen ones too
_WATERS = frozenset(("lake", "sea", "shore"))  # networks a river may end in


class _Stretch(NamedTuple):
    """A river tile, where it lies."""

    hex: Hex
    piece: Piece
    element: Element

    @property
    def turns(self) -> tuple[frozenset[Direction], ...]:
        """The edges it connects at each orientation."""
        return self.element.edges[_RIVER]

    @property
    def edges(self) -> frozenset[Direction]:
        """The edges it connects as it is shown: turned too far, as if not at all."""
        number = self.piece.orientation
        return self.turns[number - 1 if 1 <= number <= len(self.turns) else 0]


@check("M505")
def bridge_along_the_river(context: Context) -> Iterator[Problem]:
    """Bridges that lie along a straight river, not across it (V-51, B-M44-04)."""
    stretches = _stretches(context)
    for placed in context.pieces:
        stretch = stretches.get(placed.hex)
        if placed.layer is not Layer.STRUCTURE or placed.element.group != "bridges" or not stretch:
            continue
        straight = _straight(stretch.edges)
        if straight and along(placed.element, placed.piece.orientation) == stretch.edges:
            pointer = context.pointer(placed.hex, "structure", "facing")
            key = "turn-section" if placed.piece.behavior else "turn"
            yield problem(
                "along",
                pointer,
                placed.hex,
                put(key, pointer, _across(placed.element, placed.piece.orientation)),
                bridge=name_of(placed.element),
            )


def _straight(edges: frozenset[Direction]) -> bool:
    return len(edges) == len({Direction.E, Direction.W}) and {e.opposite for e in edges} == edges


def _across(bridge: Element, orientation: int) -> str:
    """Return the facing of a bridge that is nearest to a right angle to the one it has."""
    axis = bridge.bearings[orientation - 1]
    off = [abs((bearing - axis) % 180 - 90) for bearing in bridge.bearings]
    return bridge.facings[off.index(min(off))]


@check("M506")
def river_end(context: Context) -> Iterator[Problem]:
    """River tiles that join nothing: turned wrongly, or where the river ends (V-52, B-M44-04)."""
    rivers = _stretches(context)
    ends = {
        hex_: loose for hex_, river in rivers.items() if (loose := _loose(context, rivers, river))
    }
    turns = {hex_: turn for hex_ in ends if (turn := _better_turn(context, rivers, rivers[hex_]))}
    for hex_, turn in turns.items():
        pointer = context.pointer(hex_, "terrain", "facing")
        facing = rivers[hex_].element.facings[turn - 1]
        repair = put("turn", pointer, facing, facing=facing)
        tile = name_of(rivers[hex_].element)
        yield problem("turned", pointer, hex_, repair, tile=tile, hex=context.name(hex_))
    left = [hex_ for hex_ in ends if not turns.keys() & _touched(hex_, ends[hex_])]
    if left:
        place = context.pointer(left[0], "terrain")
        yield problem("end", place, left[0], hexes=context.names(left))


def _touched(hex_: Hex, edges: frozenset[Direction]) -> set[Hex]:
    """Return a hex and those across some of its edges."""
    return {hex_, *(hex_.neighbour(edge) for edge in edges)}


def _stretches(context: Context) -> dict[Hex, _Stretch]:
    return {
        placed.hex: _Stretch(placed.hex, placed.piece, placed.element)
        for placed in context.pieces
        if placed.layer is Layer.TERRAIN and _RIVER in placed.element.edges
    }


def _loose(
    context: Context,
    rivers: dict[Hex, _Stretch],
    river: _Stretch,
    edges: frozenset[Direction] | None = None,
) -> frozenset[Direction]:
    """Return the edges over which a river leads nowhere, as it lies or with other *edges*."""
    return frozenset(
        edge
        for edge in (river.edges if edges is None else edges)
        if not _meets(rivers, river.hex, edge) and not _flows_out(context, rivers, river.hex, edge)
    )


def _meets(rivers: dict[Hex, _Stretch], hex_: Hex, edge: Direction) -> bool:
    """Tell whether the river across an edge leads here."""
    other = rivers.get(hex_.neighbour(edge))
    return other is not None and edge.opposite in other.edges


def _flows_out(context: Context, rivers: dict[Hex, _Stretch], hex_: Hex, edge: Direction) -> bool:
    """Tell whether a river may end across an edge: off the board, in a lake, in the sea."""
    other, scenario = hex_.neighbour(edge), context.scenario
    if other not in scenario.board:
        return True
    tile = scenario.at(other).terrain
    if tile is None:
        return scenario.board.zone(scenario.face, other) is not Zone.LAND
    element = context.catalogue.get(tile.name, Layer.TERRAIN)
    if element is None:
        return True  # nobody knows what it is
    return other not in rivers and bool(_WATERS & element.edges.keys())


def _better_turn(context: Context, rivers: dict[Hex, _Stretch], river: _Stretch) -> int | None:
    """Return the one orientation that would join every end of a tile, more of them to rivers."""
    joined = sum(_meets(rivers, river.hex, edge) for edge in river.edges)
    better = [
        number
        for number, edges in enumerate(river.turns, 1)
        if sum(_meets(rivers, river.hex, edge) for edge in edges) > joined
        and not _loose(context, rivers, river, edges)
    ]
    return better[0] if len(better) == 1 else None


CHECKS = (bridge_along_the_river, river_end)

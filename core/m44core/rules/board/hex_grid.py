"""A board as numbers: hexes are indexes into ``board.hexes``, sets of hexes are bits of an int.

The engine processes thousands of sets of hexes a second, and ints are the fastest sets:
``near[a] & occupied`` is "neighbors with a unit".
"""

from __future__ import annotations

from dataclasses import field
from functools import cache, lru_cache
from itertools import accumulate
from operator import or_

from m44core.board import Board, Section
from m44core.hexes import Hex
from m44core.rules.index_types import HexNo, HexSet, PlayerNo
from m44core.values import dataclass

SIGHT_RANGE = 6  # hexes; the longest range of the base game (B-BAT-07)
MAX_RANGE = 9  # hexes; the longest range the tables support

# The actors of a game: the player at the top edge, the one at the bottom edge, and chance.
TOP: PlayerNo = 0
BOTTOM: PlayerNo = 1
CHANCE: PlayerNo = 2

_SECTIONS = len(Section)
_SUBSECTIONS = 2 * _SECTIONS
_MAX_CACHED_SETS = 4096  # about 1 MB; six of seven lookups hit
_MAX_BITS_ONE_BY_ONE = 8  # up to this many set bits are found faster one by one


@lru_cache(_MAX_CACHED_SETS)
def bit_indexes(mask: int) -> tuple[int, ...]:
    """Return the numbers of the bits that are set, in ascending order."""
    bits: list[int] = []
    if mask.bit_count() > _MAX_BITS_ONE_BY_ONE:
        byte_count = (mask.bit_length() + 7) // 8
        for numbers, byte in zip(
            _bit_numbers(byte_count), mask.to_bytes(byte_count, "little"), strict=True
        ):
            if byte:
                bits += numbers[byte]
        return tuple(bits)
    while mask:
        low = mask & -mask
        bits.append(low.bit_length() - 1)
        mask ^= low
    return tuple(bits)


@cache
def _bit_numbers(byte_count: int) -> tuple[list[tuple[int, ...]], ...]:
    """Return the numbers of the set bits in a byte, indexed by its place and then its value."""
    return tuple(_bit_numbers_of_byte(8 * place) for place in range(byte_count))


@cache
def _bit_numbers_of_byte(first: int) -> list[tuple[int, ...]]:
    table: list[tuple[int, ...]] = [()]
    for number in range(first, first + 8):
        table += [(*lower, number) for lower in table]
    return table


@dataclass(frozen=True, eq=False)
class Grid:
    """The tables of one board; one instance per board, see :func:`grid_of`.

    Attributes:
        board: The board.
        names: The name of each hex (B-BOARD-06).
        index: The number of each hex by its name.
        near: For each hex, the adjacent hexes (B-BOARD-04).
        back: For each player and hex, the hexes behind it, at most two (B-RET-02).
        sections: For each player and hex, the sections of the hex as bits: 0 for the player's left
            flank, 1 for the center, 2 for the right flank (B-SECT-02, B-SECT-05).
        hexes_by_sections: For each player and each combination of section bits, the hexes that
            lie in exactly these sections.
        subsections: Like ``sections``, for the six sub-sections of Overlord (B-OVL-03).
        hexes_by_subsections: Like ``hexes_by_sections``, for the sub-sections.
        edge_rows: For each player, the row of hexes at the player's edge of the board.
    """

    board: Board
    names: tuple[str, ...] = field(init=False)
    index: dict[str, HexNo] = field(init=False)
    near: tuple[HexSet, ...] = field(init=False)
    back: tuple[tuple[HexSet, ...], tuple[HexSet, ...]] = field(init=False)
    sections: tuple[tuple[int, ...], tuple[int, ...]] = field(init=False)
    hexes_by_sections: tuple[tuple[HexSet, ...], tuple[HexSet, ...]] = field(init=False)
    subsections: tuple[tuple[int, ...], tuple[int, ...]] = field(init=False)
    hexes_by_subsections: tuple[tuple[HexSet, ...], tuple[HexSet, ...]] = field(init=False)
    edge_rows: tuple[HexSet, HexSet] = field(init=False)
    _steps: tuple[tuple[int, HexSet, HexSet], ...] = field(init=False, repr=False)
    _rings: dict[HexNo, tuple[HexSet, ...]] = field(init=False, repr=False, default_factory=dict)
    _discs: dict[HexNo, tuple[HexSet, ...]] = field(init=False, repr=False, default_factory=dict)

    def __post_init__(self) -> None:
        hexes = self.board.hexes
        names = tuple(self.board.name(hex_) for hex_ in hexes)
        near = tuple(self.mask(hex_.neighbours()) for hex_ in hexes)
        sections = self._sections(mirrored=True), self._sections(mirrored=False)
        subsections = self._subsections(mirrored=True), self._subsections(mirrored=False)
        tables = {
            "names": names,
            "index": {name: i for i, name in enumerate(names)},
            "near": near,
            "_steps": _steps(near),
            "back": (self._behind(-1), self._behind(+1)),
            "sections": sections,
            "hexes_by_sections": tuple(
                _hexes_by_sections(section_bits, _SECTIONS) for section_bits in sections
            ),
            "subsections": subsections,
            "hexes_by_subsections": tuple(
                _hexes_by_sections(section_bits, _SUBSECTIONS) for section_bits in subsections
            ),
            "edge_rows": (self._row(0), self._row(max(hex_.row for hex_ in hexes))),
        }
        for name, table in tables.items():
            object.__setattr__(self, name, table)

    def mask(self, hexes: tuple[Hex, ...]) -> HexSet:
        """Return the set of those *hexes* that are on the board."""
        number = self.board.index
        return sum(1 << number[hex_] for hex_ in hexes if hex_ in number)

    def spread(self, mask: HexSet) -> HexSet:
        """Return the hexes adjacent to at least one hex of *mask*."""
        spread_hexes = 0
        for step, onward, backward in self._steps:
            spread_hexes |= (mask & onward) << step | (mask & backward) >> step
        return spread_hexes

    def hexes_connected_to(self, start: HexNo, allowed_hexes: HexSet) -> HexSet:
        """Return the hexes connected to *start* within *allowed_hexes*; with *start* if allowed."""
        connected_hexes, frontier = 0, 1 << start & allowed_hexes
        while frontier:
            connected_hexes |= frontier
            frontier = self.spread(frontier) & allowed_hexes & ~connected_hexes
        return connected_hexes

    def rings(self, start: HexNo) -> tuple[HexSet, ...]:
        """Return the hexes at distance 0, 1, 2 ... :data:`MAX_RANGE` from *start* (B-BOARD-05)."""
        rings = self._rings.get(start)
        if rings is None:
            rings = self._rings[start] = self._compute_rings(start)
        return rings

    def within(self, start: HexNo, distance: int) -> HexSet:
        """Return the hexes up to *distance* away from *start*, including *start*."""
        return (self._discs.get(start) or self.discs(start))[distance]

    def discs(self, start: HexNo) -> tuple[HexSet, ...]:
        """Return the hexes up to 0, 1, 2 ... :data:`MAX_RANGE` away from *start*."""
        discs = self._discs.get(start)
        if discs is None:
            discs = self._discs[start] = tuple(accumulate(self.rings(start), or_))
        return discs

    def distance(self, a: HexNo, b: HexNo) -> int:
        """Return the distance between two hexes, in hexes."""
        return self.board.hexes[a].distance(self.board.hexes[b])

    def _compute_rings(self, start: HexNo) -> tuple[HexSet, ...]:
        seen_hexes = ring = 1 << start
        rings = [ring]
        for _ in range(MAX_RANGE):
            ring = self.spread(ring) & ~seen_hexes
            seen_hexes |= ring
            rings.append(ring)
        return tuple(rings)

    def _behind(self, step: int) -> tuple[HexSet, ...]:
        return tuple(
            self.mask((Hex(h.col - 1, h.row + step), Hex(h.col + 1, h.row + step)))
            for h in self.board.hexes
        )

    def _row(self, row: int) -> HexSet:
        return self.mask(tuple(hex_ for hex_ in self.board.hexes if hex_.row == row))

    def _sections(self, *, mirrored: bool) -> tuple[int, ...]:
        return tuple(
            sum(1 << (s.mirrored if mirrored else s) for s in self.board.sections(hex_))
            for hex_ in self.board.hexes
        )

    def _subsections(self, *, mirrored: bool) -> tuple[int, ...]:
        last = _SUBSECTIONS - 1
        return tuple(
            sum(1 << (last - s if mirrored else s) for s in self.board.subsections(hex_))
            for hex_ in self.board.hexes
        )


def _hexes_by_sections(sections_of_hexes: tuple[int, ...], sections: int) -> tuple[HexSet, ...]:
    """Return, for each combination of section bits, the hexes in exactly these sections."""
    kinds = [0] * (1 << sections)
    for index, section_bits in enumerate(sections_of_hexes):
        kinds[section_bits] |= 1 << index
    return tuple(kinds)


def _steps(near: tuple[HexSet, ...]) -> tuple[tuple[int, HexSet, HexSet], ...]:
    """Return the differences between the numbers of adjacent hexes, each with two sets of hexes.

    Each hex of the first set has an adjacent hex whose number is larger by the difference; each hex
    of the second set has an adjacent hex whose number is smaller by the difference.
    """
    onward: dict[int, HexSet] = {}
    backward: dict[int, HexSet] = {}
    for index, neighbors in enumerate(near):
        for other in bit_indexes(neighbors):
            if other > index:
                onward[other - index] = onward.get(other - index, 0) | 1 << index
                backward[other - index] = backward.get(other - index, 0) | 1 << other
    return tuple((step, onward[step], backward[step]) for step in sorted(onward))


@cache
def grid_of(board: Board) -> Grid:
    """Return the tables of *board*; cached."""
    return Grid(board)

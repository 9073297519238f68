"""Board formats: their hexes, the names of hexes, sections and printed zones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import IntEnum, StrEnum
from functools import cached_property
from itertools import pairwise
from unicodedata import normalize

from m44core.errors import NotationError
from m44core.hexes import Hex
from m44core.messages.message import Message, message
from m44core.values import dataclass

_CYRILLIC = "\u0410\u0412\u0421\u0415\u041d\u0406\u0408\u041a\u041c\u0425\u0423\u0422"
_LOWER_CYRILLIC = "\u0432\u0430\u0441\u0435\u043d\u0456\u0458\u043a\u043c\u0445\u0440"
_GREEK = (
    "\u0391\u0392\u0395\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7\u0396\u03bf"
)
_LATIN = "ABCEHIJKMXYT", "bacehijkmxp", "ABEHIKMNOPTYXZo"
_LOOK_ALIKES = str.maketrans(_CYRILLIC + _LOWER_CYRILLIC + _GREEK, "".join(_LATIN))
"""Translates Cyrillic and Greek letters to the Latin letters of hex names they look like."""
_MAX_NAME_LENGTH = 8  # letters


class BoardType(StrEnum):
    """The three board formats; the values are their names in the .m44 format."""

    STANDARD = "STANDARD"
    BREAKTHROUGH = "BRKTHRU"
    OVERLORD = "OVERLORD"


class Face(StrEnum):
    """The printed face of a board."""

    COUNTRY = "COUNTRY"
    BEACH = "BEACH"
    WINTER = "WINTER"
    DESERT = "DESERT"


class Zone(StrEnum):
    """The printed terrain of a hex without a tile (B-FACE-02..05)."""

    LAND = "land"
    BEACH = "beach"
    OCEAN = "ocean"


class Section(IntEnum):
    """A third of the battlefield, as seen by the *bottom* player (B-SECT-01)."""

    LEFT = 0
    CENTRE = 1
    RIGHT = 2

    @property
    def mirrored(self) -> Section:
        """The same third as seen by the other player (B-SECT-05)."""
        return Section(2 - self)


@dataclass(frozen=True, eq=False)
class Board:
    """One board format.

    There is one instance per format, in :data:`BOARDS`; compare with ``is``.

    Attributes:
        type: The format.
        last_col: The largest column: 24, or 50 for Overlord.
        rows: The number of rows: 9, or 17 for Breakthrough.
        lines: The columns of the dotted section lines.
        subsection_lines: The columns of the section lines of Overlord's two boards.
        hexes: Its hexes, row by row.
        index: The index of each hex in *hexes*.
    """

    type: BoardType
    last_col: int
    rows: int
    lines: tuple[int, int]
    subsection_lines: tuple[int, ...] = ()
    hexes: tuple[Hex, ...] = field(init=False)
    index: Mapping[Hex, int] = field(init=False)

    def __post_init__(self) -> None:
        hexes = tuple(
            Hex(col, row)
            for row in range(self.rows)
            for col in range(row % 2, self.last_col + 1 - row % 2, 2)
        )
        object.__setattr__(self, "hexes", hexes)
        object.__setattr__(self, "index", {hex_: i for i, hex_ in enumerate(hexes)})

    def __repr__(self) -> str:
        return f"BOARDS[BoardType.{self.type.name}]"

    def __reduce__(self) -> tuple[object, ...]:
        return _board_of_type, (self.type,)

    def __contains__(self, hex_: object) -> bool:
        return hex_ in self.index

    @cached_property
    def neighbours(self) -> Mapping[Hex, tuple[Hex, ...]]:
        """For each hex, the adjacent hexes on the board."""
        return {
            hex_: tuple(other for other in hex_.neighbours() if other in self.index)
            for hex_ in self.hexes
        }

    def name(self, hex_: Hex) -> str:
        """Return the name of a hex: ``A9`` top left, ``a2`` in an odd row (B-BOARD-06)."""
        first = "A" if hex_.col % 2 == 0 else "a"
        return f"{chr(ord(first) + hex_.col // 2)}{self.rows - hex_.row}"

    def hex(self, name: str) -> Hex:
        """Return the hex with a name.

        Raises:
            NotationError: no hex of this board has that name.
        """
        hex_ = self._by_name.get(name)
        if hex_ is None:
            raise NotationError(self._unknown_hex_message(name))
        return hex_

    def _unknown_hex_message(self, name: str) -> Message:
        if latin_name := self.latin_name(name):
            return message(
                "{name!r} does not start with a Latin letter; did you mean {similar}?",
                name=name,
                similar=latin_name,
            )
        return message(
            "{name!r} is not a hex on the {board} board", name=name, board=str(self.type)
        )

    def latin_name(self, name: str) -> str | None:
        """Return the Latin name of a hex typed with Cyrillic, Greek or full-width letters.

        None if there is no such hex, or if the name is Latin already.
        """
        latin_text = normalize("NFKC", name[:_MAX_NAME_LENGTH]).translate(_LOOK_ALIKES)
        return latin_text if latin_text != name and latin_text in self._by_name else None

    @cached_property
    def _by_name(self) -> Mapping[str, Hex]:
        return {self.name(hex_): hex_ for hex_ in self.hexes}

    def sections(self, hex_: Hex) -> tuple[Section, ...]:
        """Return the sections of a hex, two if a line cuts it (B-SECT-02, B-SECT-03).

        They are named as the bottom player sees them; for the top player, use ``section.mirrored``.
        """
        left, right = self.lines
        bounds = ((0, left), (left, right), (right, self.last_col))
        return tuple(
            s for s, (low, high) in zip(Section, bounds, strict=True) if low <= hex_.col <= high
        )

    def subsections(self, hex_: Hex) -> tuple[int, ...]:
        """Return the sub-sections of a hex in Overlord, 0 to 5 from the bottom player's left.

        There are two if a line cuts the hex (B-OVL-03, R-31), and none on other boards. The top
        player's are ``5 - subsection`` (B-VAR-OVL-05).
        """
        if not self.subsection_lines:
            return ()
        edges = (0, *self.subsection_lines, self.last_col)
        bounds = pairwise(edges)
        return tuple(i for i, (low, high) in enumerate(bounds) if low <= hex_.col <= high)

    def zone(self, face: Face, hex_: Hex) -> Zone:
        """Return the printed terrain of a hex on a face (B-FACE-03, B-FACE-05)."""
        beach, ocean = (11, 14) if self.type is BoardType.BREAKTHROUGH else (4, 7)
        if face is not Face.BEACH or hex_.row < beach:
            return Zone.LAND
        return Zone.BEACH if hex_.row < ocean else Zone.OCEAN


BOARDS: Mapping[BoardType, Board] = {
    board.type: board
    for board in (
        Board(BoardType.STANDARD, 24, 9, (7, 17)),
        Board(BoardType.BREAKTHROUGH, 24, 17, (7, 17)),
        Board(BoardType.OVERLORD, 50, 9, (17, 33), (7, 17, 25, 33, 43)),
    )
}


def _board_of_type(board_type: BoardType) -> Board:
    """Return the one board of a format, for pickling and copying."""
    return BOARDS[board_type]

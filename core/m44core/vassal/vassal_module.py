"""The boards of a VASSAL module: their hex grids, and the sizes of their pictures."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import field
from math import isfinite
from pathlib import Path
from xml.parsers import expat

from m44core.errors import ReadError
from m44core.values import dataclass
from m44core.vassal.archive import (
    damaged_message,
    read_member,
    read_member_start,
    too_large_message,
)
from m44core.vassal.lattice import Lattice

_BUILD_FILES = "buildFile.xml", "buildFile"
_MAX_BUILD_FILE_BYTES = 16 << 20
_MAX_ELEMENTS, _MAX_BOARDS = 300_000, 1000
_HEAD_BYTES = 256 << 10  # bytes of a picture that are read to find its size
_MIN_HEX_SIZE, _MAX_HEX_SIZE = 4.0, 1000.0  # pixels: smallest and largest hex


@dataclass(slots=True)
class ModuleBoard:
    """A board of a VASSAL module.

    Attributes:
        map: The name of the map it belongs to.
        name: The name of the board.
        image: The file of its picture.
        edge: The distance from the left and top edges of the map, in pixels.
        grid: The hex grid, in map coordinates; None if it has no rows of hexes.
    """

    map: str
    name: str
    image: str
    edge: tuple[int, int] = (0, 0)
    grid: Lattice | None = None


@dataclass(slots=True)
class _BoardCollector:
    """Collects the boards of a module while its build file is parsed."""

    boards: list[ModuleBoard] = field(default_factory=list)
    map_name: str = ""
    edge: tuple[int, int] = (0, 0)
    elements: int = 0

    def start(self, element: str, attributes: Mapping[str, str]) -> None:
        self.elements += 1
        if self.elements > _MAX_ELEMENTS or len(self.boards) > _MAX_BOARDS:
            raise OverflowError("more than any module has")
        match element.rpartition(".")[2]:
            case "Map" | "PrivateMap" | "PlayerHand":
                self.map_name = attributes.get("mapName", "")
                self.edge = (
                    _parse_rounded(attributes.get("edgeWidth")),
                    _parse_rounded(attributes.get("edgeHeight")),
                )
            case "Board":
                image = attributes.get("image", "")
                self.boards.append(
                    ModuleBoard(self.map_name, attributes.get("name", ""), image, self.edge)
                )
            case "HexGrid" if self.boards and self.boards[-1].grid is None:
                self.boards[-1].grid = _parse_grid(attributes, self.edge)


def find_board(path: Path, map_name: str, names: tuple[str, ...]) -> ModuleBoard | None:
    """Return the only board with hexes on a map.

    Return None if there is none or several, or if the map has several boards in the saved game.

    Args:
        path: The module.
        map_name: The name of the map; boards of all maps count if the module has no such map, as
            for old games, which only have a number.
        names: The names of the boards on that map in the saved game.

    Raises:
        ReadError: the module cannot be read.
    """
    boards = [each for each in _read_boards(path) if each.grid]
    boards = [each for each in boards if each.map == map_name] or boards
    if names:
        boards = [each for each in boards if each.name in names]
    return boards[0] if len(boards) == 1 and len(names) < 2 else None


def picture_size(path: Path, board: ModuleBoard) -> tuple[int, int] | None:
    """Return the width and height of a board's picture, in pixels; None if they are unknown."""
    with suppress(ReadError):
        return image_size(read_member_start(path, f"images/{board.image}", _HEAD_BYTES))
    return None


def _read_boards(path: Path) -> list[ModuleBoard]:
    boards = _BoardCollector()
    parser = expat.ParserCreate()
    parser.StartElementHandler = boards.start
    parser.StartDoctypeDeclHandler = _refuse_doctype
    try:
        parser.Parse(read_member(path, _BUILD_FILES, _MAX_BUILD_FILE_BYTES), True)
    except OverflowError as error:
        raise ReadError(too_large_message(path.name)) from error
    except (expat.ExpatError, LookupError, ValueError) as error:
        raise ReadError(damaged_message(path.name)) from error
    return boards.boards


def _refuse_doctype(*_: object) -> None:
    raise ValueError("a document type may declare entities without end")


def _parse_grid(attributes: Mapping[str, str], edge: tuple[int, int]) -> Lattice | None:
    """Return the grid of a board with horizontal rows of plausible size; None for other grids.

    VASSAL describes vertical columns, and swaps x and y if the grid is ``sideways``.
    """
    if attributes.get("sideways") != "true":
        return None
    width, row = _parse_number(attributes.get("dy"), 64.0), _parse_number(attributes.get("dx"), 0.0)
    row = row or width * 0.75**0.5
    if not (_MIN_HEX_SIZE <= width <= _MAX_HEX_SIZE and _MIN_HEX_SIZE <= row <= _MAX_HEX_SIZE):
        return None
    x, y = _parse_rounded(attributes.get("y0")), _parse_rounded(attributes.get("x0"))
    return Lattice(x + edge[0], y + edge[1], width / 2, row)


def _parse_number(text: str | None, default: float) -> float:
    with suppress(ValueError):
        number = float(text or default)
        return number if isfinite(number) else default
    return default


def _parse_rounded(text: str | None) -> int:
    return round(max(-1e6, min(_parse_number(text, 0.0), 1e6)))


_SIZE_SEGMENTS = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}  # of a JPEG: they contain its size
_MAX_SEGMENTS = 1000


def image_size(data: bytes) -> tuple[int, int] | None:
    """Return the width and height of a PNG, GIF or JPEG, in pixels, from its first bytes.

    The result is None for other files, and if these bytes do not contain the size.
    """
    if data[:8] == b"\x89PNG\r\n\x1a\n" and len(data) >= 24:
        return _big_endian(data[16:20]), _big_endian(data[20:24])
    if data[:4] == b"GIF8" and len(data) >= 10:
        return int.from_bytes(data[6:8], "little"), int.from_bytes(data[8:10], "little")
    return _jpeg_size(data) if data[:2] == b"\xff\xd8" else None


def _big_endian(data: bytes) -> int:
    return int.from_bytes(data, "big")


def _jpeg_size(data: bytes) -> tuple[int, int] | None:
    offset = 2
    for _ in range(_MAX_SEGMENTS):
        segment = data[offset : offset + 9]
        if len(segment) < 9 or segment[0] != 0xFF:
            return None
        if segment[1] in _SIZE_SEGMENTS:
            return _big_endian(segment[7:9]), _big_endian(segment[5:7])
        offset += 2 + _big_endian(segment[2:4])
    return None

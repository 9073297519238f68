"""Areas of hexes laid over a board: an outline round each area, a colour and a pattern inside."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING

from m44core.drawing.board.layout import hex_centre
from m44core.drawing.shapes.paths import HEX_CORNERS, number, polygon
from m44core.drawing.shapes.shapes import Drawing, Node, Shape, Text
from m44core.hexes import Hex
from m44core.values import dataclass

if TYPE_CHECKING:
    from shapely import Geometry  # type: ignore[import-untyped]  # it ships no stubs

_INSETS = (4.0, 11.0)  # units from the edge of the hexes: of the first overlay, of the second
_GROWN = 1.002  # of a hex: neighbours overlap a little, lest rounding leaves gaps between them
_LETTER = 26.0
_MARK_Y = (34.0, -38.0)  # units below a hex's centre: below the unit, or above it


@dataclass(frozen=True, slots=True)
class Look:
    """How an area looks.

    Attributes:
        colour: Of its line and its pattern; told apart by those who see few colours.
        fill: How strong the same colour lies over the hexes.
        slopes: The hatching: 1 for lines that rise, -1 for lines that fall, both for a lattice.
        dash: Of the line.
    """

    colour: str
    fill: float
    slopes: tuple[int, ...] = ()
    dash: tuple[float, ...] = ()


LOOKS: tuple[Mapping[str, Look], Mapping[str, Look]] = (
    {
        "open": Look("#0b5fa5", 0.16),
        "half": Look("#e69f00", 0.14, (1,), (14, 8)),
        "closed": Look("#7a2410", 0.2, (1, -1), (4, 8)),
    },
    {
        "open": Look("#5b2a86", 0.1),
        "half": Look("#00695c", 0.1, (-1,), (14, 8)),
        "closed": Look("#202020", 0.14, (-1, 1), (4, 8)),
    },
)
"""How each role looks in the first overlay and in one beside it."""

_CASING = "#ffffff"
_PITCH = 22.0  # units between the lines of a hatching


def draw_overlay(
    areas: Iterable[tuple[str, frozenset[Hex]]], marks: Mapping[Hex, str], place: int = 0
) -> Drawing:
    """Return areas of hexes, each by its role, and short words on single hexes.

    Args:
        areas: The role of each area, a key of :data:`LOOKS`, and its hexes.
        marks: What is written on hexes.
        place: 0 for the only or the first overlay, 1 for a second one over it.
    """
    looks = LOOKS[place]
    drawn = [node for role, hexes in areas if hexes for node in _area(looks[role], hexes, place)]
    colour = looks["open"].colour
    return (*drawn, *(_mark(hex_, words, colour, place) for hex_, words in marks.items()))


def swatch(role: str, place: int, width: float, height: float) -> Drawing:
    """Return a rectangle that looks as an area of a role does, for a legend."""
    from shapely import box

    return (*_filled(LOOKS[place][role], box(2, 2, width - 2, height - 2), 9.0),)


def _area(look: Look, hexes: frozenset[Hex], place: int) -> Iterator[Node]:
    """Yield what shows one area; the library is imported when the first is drawn."""
    from shapely import polygons, union_all

    outlines = polygons([_corners(hex_) for hex_ in sorted(hexes)])
    inner = union_all(outlines).buffer(-_INSETS[place], join_style="mitre").normalize()
    yield from _filled(look, inner, _PITCH)


def _filled(look: Look, area: Geometry, pitch: float) -> Iterator[Node]:
    path = "".join(_rings(area))
    yield Shape(path, fill=look.colour, opacity=look.fill)
    if look.slopes:
        lines = "".join(_hatching(area, look.slopes, pitch))
        yield Shape(lines, stroke=look.colour, width=2.2, opacity=0.75, round=False)
    yield Shape(path, stroke=_CASING, width=6.5, opacity=0.75)
    yield Shape(path, stroke=look.colour, width=3.4, dash=look.dash, round=not look.dash)


def _rings(area: Geometry) -> Iterator[str]:
    """Yield the outlines of an area, those of its holes the other way round."""
    for part in getattr(area, "geoms", [area]):
        for ring in (part.exterior, *part.interiors):
            yield polygon(ring.coords[:-1])


def _hatching(area: Geometry, slopes: tuple[int, ...], pitch: float) -> Iterator[str]:
    """Yield the parallel lines inside an area, at the same places over the whole board."""
    from shapely import multilinestrings

    left, top, right, bottom = area.bounds
    height = bottom - top
    for slope in slopes:
        from_, to = (left - height, right) if slope < 0 else (left, right + height)
        first = (from_ + slope * top) // pitch
        count = int((to - from_) // pitch) + 2
        feet = [(first + n) * pitch - slope * top for n in range(count)]
        inside = multilinestrings(
            [[(x, top), (x - slope * height, bottom)] for x in feet]
        ).intersection(area)
        for line in getattr(inside, "geoms", [inside]):
            yield "".join(
                f"{command}{number(x)} {number(y)}"
                for command, (x, y) in zip("ML", line.coords, strict=False)
            )


@cache
def _corners(hex_: Hex) -> tuple[tuple[float, float], ...]:
    x, y = hex_centre(hex_)
    return tuple((x + _GROWN * u, y + _GROWN * v) for u, v in HEX_CORNERS)


def _mark(hex_: Hex, words: str, colour: str, place: int) -> Text:
    x, y = hex_centre(hex_)
    return Text(words, x, y + _MARK_Y[place], _LETTER, colour, bold=True, halo=_CASING)

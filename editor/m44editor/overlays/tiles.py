"""Pictures of single hexes of an overlay's areas, which together look as the areas do.

An area has the same hatching on each of its hexes, and its line lies inside them: a hex looks by
which of its edges are the area's. So the few pictures there are at a zoom are copied, which takes
a fraction of the time that painting outlines of areas takes.
"""

from __future__ import annotations

from collections import OrderedDict
from functools import lru_cache
from time import monotonic

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPixmap, QPolygonF

from m44core.drawing.board.board_layout import hex_centre
from m44core.drawing.board.overlay import (
    CASING,
    CASING_WIDTH,
    INSETS,
    LINE_WIDTH,
    LOOKS,
    PITCH,
    Look,
    hatching,
)
from m44core.drawing.shapes.paths import HEX_CORNERS, HEX_OUTLINE
from m44core.drawing.shapes.shapes import HEX_HEIGHT, HEX_WIDTH
from m44core.drawing.units.unit_counter import PLATE
from m44core.hexes import Hex
from m44core.values import dataclass
from m44editor.board.painter import outline, paint

_APOTHEM = HEX_WIDTH / 2
_SIDE = HEX_HEIGHT / 2
_SLANT = 1.1547  # how much longer a way is that meets an edge at 60 degrees than one straight to it
BEYOND = ((1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1))
"""The neighbours beyond the edges, clockwise from the upper right one."""


@dataclass(frozen=True, slots=True)
class Kind:
    """What a hex of an area looks by.

    Attributes:
        place: 0 for the only or the first overlay, 1 for a second one over it.
        role: What the area means; a key of its looks.
        edges: The edges where the area ends, a bit each, in the order of :data:`BEYOND`.
        is_free: Whether a unit stands there, whose counter keeps its colours.
    """

    place: int
    role: str
    edges: int
    is_free: bool


@dataclass(frozen=True, slots=True)
class Tile:
    """A picture of a hex.

    Attributes:
        pixmap: Its pixels.
        corner: Where its upper left corner lies from the middle of the hex, in device pixels.
    """

    pixmap: QPixmap
    corner: QPoint


def edges_of(hex_: Hex, hexes: frozenset[Hex]) -> int:
    """Return the edges of a hex where an area ends."""
    col, row = hex_
    return sum(
        1 << edge for edge, (dc, dr) in enumerate(BEYOND) if (col + dc, row + dr) not in hexes
    )


_ROOM = 16_000_000  # bytes of pictures that are kept: all there are of a board shown whole
_kept: OrderedDict[tuple[Kind, float, float], Tile] = OrderedDict()


def tile(kind: Kind, across: float, down: float) -> Tile:
    """Return the picture of a hex, in device pixels; *across* and *down* of them are a unit."""
    key = kind, across, down
    found = _kept.get(key)
    if found is None:
        found = _kept[key] = _render(kind, across, down)
        one = 4 * found.pixmap.width() * found.pixmap.height()
        while len(_kept) > 1 and len(_kept) * one > _ROOM:
            _kept.popitem(last=False)
    else:
        _kept.move_to_end(key)
    return found


def make_tiles(place: int, across: float, down: float, until: float) -> bool:
    """Make pictures that an overlay may want, until a moment; tell whether all are there now.

    Args:
        place: 0 for the only or the first overlay, 1 for a second one over it.
        across: Device pixels a unit, from left to right.
        down: Device pixels a unit, from top to bottom.
        until: The moment, by :func:`time.monotonic`.
    """
    roles, both = LOOKS[place], (False, True)
    kinds = [Kind(place, r, edges, free) for r in roles for free in both for edges in range(64)]
    missing = [kind for kind in kinds if (kind, across, down) not in _kept]
    if len(kinds) * 4 * across * down * HEX_WIDTH * HEX_HEIGHT > _ROOM / 2:
        return True  # they are large: only those are made that are wanted
    while missing and monotonic() < until:
        tile(missing.pop(), across, down)
    return not missing


def forget_other_zooms(across: float, down: float) -> None:
    """Keep pictures of one zoom only."""
    for key in [key for key in _kept if key[1:] != (across, down)]:
        del _kept[key]
    _hatched.cache_clear()


def forget_tiles() -> None:
    """Keep no pictures: no overlay is shown in this window, and others make theirs anew."""
    _kept.clear()
    _hatched.cache_clear()


def _render(kind: Kind, across: float, down: float) -> Tile:
    pixmap, painter, corner = _canvas(across, down)
    with painter:
        painter.setClipPath(outline(HEX_OUTLINE))  # without smoothing: hexes meet without a seam
        look = LOOKS[kind.place][kind.role]
        _paint(painter, kind, _hatched(look, across, down) if look.slopes else None)
    return Tile(pixmap, corner)


def _canvas(across: float, down: float) -> tuple[QPixmap, QPainter, QPoint]:
    """Return an empty picture of a hex, what paints it from its middle, and its corner."""
    width, height = int(across * HEX_WIDTH / 2) + 2, int(down * HEX_HEIGHT / 2) + 2
    pixmap = QPixmap(2 * width, 2 * height)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.translate(width, height)
    painter.scale(across, down)
    return pixmap, painter, QPoint(-width, -height)


@lru_cache(maxsize=16)
def _hatched(look: Look, across: float, down: float) -> QPixmap:
    """Return the hatching of a whole hex, as large as its picture: painting it takes long."""
    pixmap, painter, _ = _canvas(across, down)
    with painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        _hatch(painter, look)
    return pixmap


def _paint(painter: QPainter, kind: Kind, hatched: QPixmap | None) -> None:
    """Paint the colour and the hatching, then the line; where a unit stands, nothing."""
    look, inset = LOOKS[kind.place][kind.role], INSETS[kind.place]
    inside = _inside(kind.edges, inset)
    colour = QColor(look.colour)
    colour.setAlphaF(look.fill)
    painter.fillPath(inside, colour)
    if hatched is not None:
        painter.save()
        painter.setClipPath(inside, Qt.ClipOperation.IntersectClip)
        painter.resetTransform()
        painter.drawPixmap(0, 0, hatched)
        painter.restore()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    path = _line(kind.edges, inset)
    casing = QColor(CASING)
    casing.setAlphaF(0.75)
    for pen_colour, pen_width, dash in (
        (casing, CASING_WIDTH, ()),
        (QColor(look.colour), LINE_WIDTH, look.dash),
    ):
        pen = QPen(pen_colour, pen_width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap)
        pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
        if dash:
            pen.setDashPattern([length / pen_width for length in dash])
        painter.strokePath(path, pen)
    if kind.is_free:
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Clear)
        painter.fillRect(QRectF(*PLATE), Qt.GlobalColor.transparent)


def _hatch(painter: QPainter, look: Look) -> None:
    x, y = hex_centre(Hex(0, 0))
    box = (x - _APOTHEM, y - _SIDE, x + _APOTHEM, y + _SIDE)
    painter.translate(-x, -y)
    paint(painter, (hatching(look, PITCH, box),), {})


def _inside(edges: int, inset: float) -> QPainterPath:
    """Return what of a hex lies inside the line of its area."""
    path = QPainterPath()
    path.addPolygon(QPolygonF([_corner(edges, number, inset) for number in range(6)]))
    path.closeSubpath()
    return path


def _corner(edges: int, number: int, inset: float) -> QPointF:
    """Return a corner of that: the one of the hex, moved away from the edges the area ends at."""
    before, after = _ends(edges, number - 1), _ends(edges, number)
    corner = QPointF(*HEX_CORNERS[number])
    if before and after:
        return corner * (1 - inset / _APOTHEM)
    if not before and not after:
        return corner
    along = QPointF(*HEX_CORNERS[(number + (1 if before else -1)) % 6]) - corner
    return corner + along * (inset * _SLANT / _SIDE)


def _line(edges: int, inset: float) -> QPainterPath:
    """Return the line of an area in a hex; where it goes on in the next hex, it reaches beyond."""
    path = QPainterPath()
    corners = [QPointF(*corner) * (1 - inset / _APOTHEM) for corner in HEX_CORNERS]
    if edges == 0b111111:
        path.addPolygon(QPolygonF(corners))
        path.closeSubpath()
        return path
    for edge in range(6):
        if not _ends(edges, edge):
            continue
        start, end = corners[edge], corners[(edge + 1) % 6]
        if not _ends(edges, edge - 1):
            path.moveTo(start + start - end)
            at = edge
            while _ends(edges, at):
                path.lineTo(corners[(at + 1) % 6])
                at += 1
            last = corners[at % 6]
            path.lineTo(last + last - corners[(at - 1) % 6])
    return path


def _ends(edges: int, edge: int) -> bool:
    """Tell whether an area ends at an edge."""
    return bool(edges >> edge % 6 & 1)

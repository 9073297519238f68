"""An overlay painted above the board: rendered once per look and zoom, then copied.

An area has the same hatching on each of its hexes, and its outline is inside them, so a hex's look
depends only on which of its edges bound the area. The few different pictures at a zoom are rendered
once and copied, which takes a fraction of the time of painting the outlines of areas.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from time import monotonic

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPixmap, QPolygonF

from m44core.drawing.board.board_layout import hex_centre
from m44core.drawing.board.overlay import (
    AREA_STYLES,
    CASING,
    CASING_WIDTH,
    INSETS,
    LINE_WIDTH,
    PITCH,
    AreaStyle,
    draw_hatching,
    draw_hex_text,
)
from m44core.drawing.shapes.paths import HEX_CORNERS, HEX_OUTLINE
from m44core.drawing.shapes.shapes import COL_PITCH, HEX_HEIGHT, HEX_WIDTH, ROW_PITCH
from m44core.drawing.units.unit_counter import COUNTER_BOX
from m44core.hexes import Hex
from m44core.values import dataclass
from m44editor.board.board_marks import WideMark
from m44editor.board.geometry import centre, hex_bounding_rect
from m44editor.board.painter import outline, paint

_APOTHEM = HEX_WIDTH / 2
_SIDE = HEX_HEIGHT / 2
_SLANT = 1.1547  # the ratio of a line across a rim at 60 degrees to one straight across
NEIGHBOUR_STEPS = ((1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1))
"""The column and row steps to the neighbor beyond each edge, clockwise from the upper right."""

_MAX_BYTES = 16_000_000  # bytes: enough for all pictures of a fitted board
_TEXT_OVERHANG = 6.0  # units a text may extend beyond its hex
_MAX_CACHED_PIXELS = 4e6  # device pixels of a cached picture; larger ones are painted where visible
_Scales = tuple[float, float, float]  # device pixels per unit across and down, per logical pixel
_TEXT_AREA = QRectF(-60, -24, 120, 48)  # units a text may cover, relative to its middle


@dataclass(frozen=True, slots=True)
class HexPictureKind:
    """Everything that determines the picture of a hex in an area.

    Attributes:
        overlay_index: 0 for the first overlay, 1 for the overlay above it.
        role: The role of the area; a key of :data:`AREA_STYLES`.
        edges: The edges where the area ends, one bit each, in the order of :data:`NEIGHBOUR_STEPS`.
        is_free: Whether the area of a unit's counter is left unpainted.
    """

    overlay_index: int
    role: str
    edges: int
    is_free: bool


@dataclass(frozen=True, slots=True)
class HexPicture:
    """The picture of a hex.

    Attributes:
        pixmap: The pixels.
        corner: The offset of its upper left corner from the center of the hex, in device pixels.
    """

    pixmap: QPixmap
    corner: QPoint


def edges_of(hex_: Hex, hexes: frozenset[Hex]) -> int:
    """Return the edges of a hex where its area ends, as in :attr:`HexPictureKind.edges`."""
    col, row = hex_
    return sum(
        1 << edge
        for edge, (dc, dr) in enumerate(NEIGHBOUR_STEPS)
        if (col + dc, row + dr) not in hexes
    )


_tiles: OrderedDict[tuple[HexPictureKind, float, float], HexPicture] = OrderedDict()


def hex_picture(kind: HexPictureKind, across: float, down: float) -> HexPicture:
    """Return the picture of a hex at *across* and *down* device pixels per unit, and cache it."""
    key = kind, across, down
    result = _tiles.get(key)
    if result is None:
        result = _tiles[key] = _render(kind, across, down)
        tile_bytes = 4 * result.pixmap.width() * result.pixmap.height()
        while len(_tiles) > 1 and len(_tiles) * tile_bytes > _MAX_BYTES:
            _tiles.popitem(last=False)
    else:
        _tiles.move_to_end(key)
    return result


def make_hex_pictures(index: int, across: float, down: float, deadline: float) -> bool:
    """Until a deadline, render pictures that an overlay may need; return whether all are done.

    Large pictures are not rendered in advance; the result is then True.

    Args:
        index: 0 for the first overlay, 1 for the overlay above it.
        across: Device pixels per unit, horizontally.
        down: Device pixels per unit, vertically.
        deadline: The deadline, as a value of :func:`time.monotonic`.
    """
    roles, free_states = AREA_STYLES[index], (False, True)
    kinds = [
        HexPictureKind(index, r, edges, is_free)
        for r in roles
        for is_free in free_states
        for edges in range(64)
    ]
    missing_kinds = [kind for kind in kinds if (kind, across, down) not in _tiles]
    if len(kinds) * 4 * across * down * HEX_WIDTH * HEX_HEIGHT > _MAX_BYTES / 2:
        return True  # they are large: render only those that are needed
    while missing_kinds and monotonic() < deadline:
        hex_picture(missing_kinds.pop(), across, down)
    return not missing_kinds


def drop_other_zooms(across: float, down: float) -> None:
    """Drop the pictures of hexes at other zooms."""
    for key in [key for key in _tiles if key[1:] != (across, down)]:
        del _tiles[key]
    _hatching_pixmap.cache_clear()


def clear_hex_pictures() -> None:
    """Drop all pictures of hexes, which is done when no overlay is shown."""
    _tiles.clear()
    _hatching_pixmap.cache_clear()


def _render(kind: HexPictureKind, across: float, down: float) -> HexPicture:
    pixmap, painter, corner = _new_hex_canvas(across, down)
    with painter:
        painter.setClipPath(outline(HEX_OUTLINE))  # no antialiasing: hexes meet without a seam
        style = AREA_STYLES[kind.overlay_index][kind.role]
        _paint_hex_area(
            painter, kind, _hatching_pixmap(style, across, down) if style.slopes else None
        )
    return HexPicture(pixmap, corner)


def _new_hex_canvas(across: float, down: float) -> tuple[QPixmap, QPainter, QPoint]:
    """Return an empty picture of a hex, a painter centered on it, and the offset of its corner."""
    width, height = int(across * HEX_WIDTH / 2) + 2, int(down * HEX_HEIGHT / 2) + 2
    pixmap = QPixmap(2 * width, 2 * height)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.translate(width, height)
    painter.scale(across, down)
    return pixmap, painter, QPoint(-width, -height)


@lru_cache(maxsize=16)
def _hatching_pixmap(style: AreaStyle, across: float, down: float) -> QPixmap:
    """Return the hatching of a hex, cached because painting it is slow."""
    pixmap, painter, _ = _new_hex_canvas(across, down)
    with painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        _paint_hatching(painter, style)
    return pixmap


def _paint_hex_area(
    painter: QPainter, kind: HexPictureKind, hatching_pixmap: QPixmap | None
) -> None:
    """Paint the color, hatching and outline; clear the area of a counter if it stays free."""
    style, inset = AREA_STYLES[kind.overlay_index][kind.role], INSETS[kind.overlay_index]
    inside_path = _inside_path(kind.edges, inset)
    colour = QColor(style.colour)
    colour.setAlphaF(style.fill)
    painter.fillPath(inside_path, colour)
    if hatching_pixmap is not None:
        painter.save()
        painter.setClipPath(inside_path, Qt.ClipOperation.IntersectClip)
        painter.resetTransform()
        painter.drawPixmap(0, 0, hatching_pixmap)
        painter.restore()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    path = _outline_path(kind.edges, inset)
    casing = QColor(CASING)
    casing.setAlphaF(0.75)
    for pen_colour, pen_width, dash in (
        (casing, CASING_WIDTH, ()),
        (QColor(style.colour), LINE_WIDTH, style.dash),
    ):
        pen = QPen(pen_colour, pen_width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap)
        pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
        if dash:
            pen.setDashPattern([length / pen_width for length in dash])
        painter.strokePath(path, pen)
    if kind.is_free:
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Clear)
        painter.fillRect(QRectF(*COUNTER_BOX), Qt.GlobalColor.transparent)


def _paint_hatching(painter: QPainter, style: AreaStyle) -> None:
    x, y = hex_centre(Hex(0, 0))
    box = (x - _APOTHEM, y - _SIDE, x + _APOTHEM, y + _SIDE)
    painter.translate(-x, -y)
    paint(painter, (draw_hatching(style, PITCH, box),), {})


def _inside_path(edges: int, inset: float) -> QPainterPath:
    """Return the part of a hex inside the outline of its area."""
    path = QPainterPath()
    path.addPolygon(QPolygonF([_inset_corner(edges, number, inset) for number in range(6)]))
    path.closeSubpath()
    return path


def _inset_corner(edges: int, corner_index: int, inset: float) -> QPointF:
    """Return a corner of the part inside the outline, set back from edges where the area ends."""
    before, after = _is_area_edge(edges, corner_index - 1), _is_area_edge(edges, corner_index)
    corner = QPointF(*HEX_CORNERS[corner_index])
    if before and after:
        return corner * (1 - inset / _APOTHEM)
    if not before and not after:
        return corner
    along = QPointF(*HEX_CORNERS[(corner_index + (1 if before else -1)) % 6]) - corner
    return corner + along * (inset * _SLANT / _SIDE)


def _outline_path(edges: int, inset: float) -> QPainterPath:
    """Return an area's outline in a hex, continued beyond the hex where the area continues."""
    path = QPainterPath()
    corners = [QPointF(*corner) * (1 - inset / _APOTHEM) for corner in HEX_CORNERS]
    if edges == 0b111111:
        path.addPolygon(QPolygonF(corners))
        path.closeSubpath()
        return path
    for edge in range(6):
        if not _is_area_edge(edges, edge):
            continue
        start, end = corners[edge], corners[(edge + 1) % 6]
        if not _is_area_edge(edges, edge - 1):
            path.moveTo(start + start - end)
            current_edge = edge
            while _is_area_edge(edges, current_edge):
                path.lineTo(corners[(current_edge + 1) % 6])
                current_edge += 1
            end_corner = corners[current_edge % 6]
            path.lineTo(end_corner + end_corner - corners[(current_edge - 1) % 6])
    return path


def _is_area_edge(edges: int, edge: int) -> bool:
    """Return whether the area ends at an edge."""
    return bool(edges >> edge % 6 & 1)


class OverlayMark(WideMark):
    """The mark of one overlay: its areas and texts.

    Attributes:
        hexes: The hexes that the mark can touch.
        bounds: The bounding rectangle of everything it paints, in units.

    Args:
        areas: The roles of the areas, and their hexes.
        texts: The texts on hexes.
        index: 0 for the first overlay, 1 for the overlay above it.
        units: The hexes with units, whose counters stay free.
        before: The mark it replaces, if any; only the differences from its picture are painted.
    """

    def __init__(
        self,
        areas: list[tuple[str, frozenset[Hex]]],
        texts: Mapping[Hex, str],
        index: int,
        units: frozenset[Hex] = frozenset(),
        before: OverlayMark | None = None,
    ) -> None:
        self.hexes = frozenset(texts).union(*(hexes for _, hexes in areas))
        self._index, self._texts = index, texts
        self._kinds: dict[Hex, tuple[HexPictureKind, ...]] = {}
        for role, hexes in areas:
            for hex_ in hexes:
                kind = _tile_kind(index, role, edges_of(hex_, hexes), hex_ in units)
                self._kinds[hex_] = (*self._kinds.get(hex_, ()), kind)
        self._before = before._last_painted_mark if before else None
        self._picture: QPixmap | None = None
        self._scales: _Scales = (0, 0, 0)
        self.bounds = _bounding_rect(self.hexes).adjusted(
            -_TEXT_OVERHANG, -_TEXT_OVERHANG, _TEXT_OVERHANG, _TEXT_OVERHANG
        )

    @property
    def _last_painted_mark(self) -> OverlayMark | None:
        return self._before if self._picture is None else self

    def paint(self, painter: QPainter, scale: float) -> None:
        """Paint the mark in units; *scale* is ignored, because the painter knows it."""
        del scale
        world, ratio = painter.worldTransform(), painter.device().devicePixelRatioF()
        scales = (world.m11() * ratio, world.m22() * ratio, ratio)
        if scales != self._scales:
            self._scales, self._picture = scales, None
            _drop_pictures_of_old_zoom(scales)
        visible_area = painter.clipBoundingRect() if painter.hasClipping() else self.bounds
        origin = (QPointF(world.dx(), world.dy()) * ratio).toPoint()
        painter.save()
        painter.resetTransform()
        painter.scale(1 / ratio, 1 / ratio)
        if self._fits_cache:
            self._picture = self._picture or self._updated_picture() or self._render()
            painter.drawPixmap(origin + self._device_pixel(self.bounds.topLeft()), self._picture)
        else:
            painter.translate(origin)
            self._paint_hexes(painter, visible_area)
        self._before = None
        painter.restore()

    def drop_picture(self) -> None:
        """Release the cached picture (up to 16 MB) and that of the replaced mark."""
        self._picture = self._before = None

    @property
    def _fits_cache(self) -> bool:
        across, down, _ = self._scales
        return self.bounds.width() * across * self.bounds.height() * down <= _MAX_CACHED_PIXELS

    def _device_pixel(self, point: QPointF) -> QPoint:
        """Return the device pixel of a point, relative to the board's corner."""
        across, down, _ = self._scales
        return QPoint(round(point.x() * across), round(point.y() * down))

    def _updated_picture(self) -> QPixmap | None:
        """Return the picture of the replaced mark, with the differences repainted.

        Return None if there is no such picture, or it has a different size or scale.
        """
        before = self._before
        if before is None or before._picture is None or before.bounds != self.bounds:
            return None
        if before._scales != self._scales:
            return None
        picture, before._picture = before._picture, None
        area = _bounding_rect(self._changed_since(before)).adjusted(
            -_TEXT_OVERHANG, -_TEXT_OVERHANG, _TEXT_OVERHANG, _TEXT_OVERHANG
        )
        hole = QRect(self._device_pixel(area.topLeft()), self._device_pixel(area.bottomRight()))
        with QPainter(picture) as painter:
            painter.translate(-self._device_pixel(self.bounds.topLeft()))
            painter.setClipRect(hole)
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
            painter.fillRect(hole, Qt.GlobalColor.transparent)
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
            self._paint_hexes(painter, area)
        return picture

    def _changed_since(self, before: OverlayMark) -> set[Hex]:
        pairs = (self._kinds, before._kinds), (self._texts, before._texts)
        return {
            hex_
            for current, replaced in pairs
            for hex_ in current.keys() | replaced.keys()
            if current.get(hex_) != replaced.get(hex_)
        }

    def _render(self) -> QPixmap:
        across, down, _ = self._scales
        bounds, corner = self.bounds, self._device_pixel(self.bounds.topLeft())
        size = QSize(round(bounds.width() * across) + 1, round(bounds.height() * down) + 1)
        picture = QPixmap(size)
        picture.fill(Qt.GlobalColor.transparent)
        with QPainter(picture) as painter:
            painter.translate(-corner)
            self._paint_hexes(painter, bounds)
        return picture

    def _paint_hexes(self, painter: QPainter, area: QRectF) -> None:
        """Copy the pictures of the hexes that touch a rectangle in units, then the texts.

        They are copied in the order of the hexes, so that an updated picture equals a new one.
        """
        across, down, _ = self._scales
        nearby_area = area.adjusted(
            -_TEXT_OVERHANG, -_TEXT_OVERHANG, _TEXT_OVERHANG, _TEXT_OVERHANG
        )
        for hex_ in sorted(filter(_touching(nearby_area), self._kinds)):
            middle = self._device_pixel(centre(hex_))
            for kind in self._kinds[hex_]:
                hex_tile = hex_picture(kind, across, down)
                painter.drawPixmap(middle + hex_tile.corner, hex_tile.pixmap)
        for hex_ in sorted(filter(_touching(nearby_area), self._texts)):
            label = self._texts[hex_]
            text = draw_hex_text(hex_, label, self._index)
            position = self._device_pixel(QPointF(text.x, text.y) + _TEXT_AREA.topLeft())
            painter.drawPixmap(position, _text_picture(label, self._index, across, down))


_tile_kind = lru_cache(4096)(
    HexPictureKind
)  # the same object for the same look, so comparing is fast

_zoom: list[_Scales] = []


def _drop_pictures_of_old_zoom(scales: _Scales) -> None:
    """Drop the pictures of other zooms if the zoom has changed."""
    if _zoom != [scales]:
        _zoom[:] = [scales]
        drop_other_zooms(*scales[:2])
        _text_picture.cache_clear()


def clear_text_cache() -> None:
    """Drop the pictures of texts, which is done when no overlay is shown."""
    _text_picture.cache_clear()


def _bounding_rect(hexes: Iterable[Hex]) -> QRectF:
    """Return the bounding rectangle of hexes, in units."""
    cols, rows = zip(*hexes, strict=True) if hexes else ((), ())
    if not cols:
        return QRectF()
    first, last = hex_bounding_rect(Hex(0, 0)), hex_bounding_rect(Hex(0, 0))
    first.translate(min(cols) * COL_PITCH, min(rows) * ROW_PITCH)
    last.translate(max(cols) * COL_PITCH, max(rows) * ROW_PITCH)
    return first.united(last)


def _touching(area: QRectF) -> Callable[[Hex], bool]:
    """Return a predicate for the hexes whose bounding rectangles touch a rectangle in units."""
    origin_area = hex_bounding_rect(Hex(0, 0))
    left, right = area.left() - origin_area.right(), area.right() - origin_area.left()
    top, bottom = area.top() - origin_area.bottom(), area.bottom() - origin_area.top()

    def touches(hex_: Hex) -> bool:
        col, row = hex_
        return left < col * COL_PITCH < right and top < row * ROW_PITCH < bottom

    return touches


@lru_cache(256)
def _text_picture(label: str, index: int, across: float, down: float) -> QPixmap:
    """Return the picture of a text, centered."""
    picture = QPixmap(round(_TEXT_AREA.width() * across), round(_TEXT_AREA.height() * down))
    picture.fill(Qt.GlobalColor.transparent)
    with QPainter(picture) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(across, down)
        text = draw_hex_text(Hex(0, 0), label, index)
        painter.translate(-_TEXT_AREA.topLeft() - QPointF(text.x, text.y))
        paint(painter, (text,), {})
    return picture

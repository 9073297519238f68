"""Cached pixmaps of a board: pieces and the grid, whole layers, the backdrop.

The grid is made of pictures of single hexes: stroking every outline of an Overlord board takes a
tenth of a second on a high-resolution screen, while eight small pictures are enough for the whole
board. Each hex draws its right and lower edges, and its other edges only where it has no neighbor
to draw them.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cache, lru_cache

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPixmap, QPixmapCache, QRegion, QTransform
from PySide6.QtWidgets import QWidget

from m44core.board import BOARDS, Board, BoardType
from m44core.drawing.board.piece_drawing import draw_art
from m44core.drawing.board.scenario_drawing import VisibleLayers, arts_of_hex, draw_board_lines
from m44core.drawing.shapes.art import Art, PaintingPlane
from m44core.drawing.shapes.paths import HEX_CORNERS, polygon
from m44core.drawing.shapes.shapes import Drawing, Shape
from m44core.hexes import Direction, Hex
from m44core.model.scenario import Scenario
from m44core.values import dataclass
from m44editor.board.board_marks import WideMark, clear_highlight_cache
from m44editor.board.geometry import EDGE_CORNERS, Zoom
from m44editor.board.painter import Palette, bounds, clear_outline_caches, paint
from m44editor.theme_tokens import MarkColour

MAX_PIECE_BYTES = 24 * 1024 * 1024  # bytes of pixels at a device pixel ratio of 1
_MAX_RECENT_BYTES = 8 * 1024 * 1024  # bytes: two boards at the usual zoom

_MAX_LAYER_BYTES = 12 * 1024 * 1024  # bytes; only the visible part of a larger picture is cached
_SHADOW_WIDTH = 7  # logical pixels: the width of the board's shadow
_SHADOW_TILE_SIZE = 20  # logical pixels of a board's edge: further inside, it hides its shadow

_CACHE_MARGIN = (
    256  # device pixels cached beyond the visible part, to avoid rendering at every scroll
)
GRID = "grid"
_ALWAYS_DRAWN_EDGES = (Direction.E, Direction.SE, Direction.SW)
IDLE_MS = 10_000
"""Milliseconds from the first painting after a release of memory until the next release."""
Arts = Mapping[Hex, tuple[Art, ...]]
_MAX_CACHED_BOARDS = 24  # scenarios with a hundred hexes or more: enough for all open tabs


@dataclass(frozen=True, slots=True)
class Picture:
    """An art rendered as pixels.

    Attributes:
        pixmap: The pixels; its device pixel ratio is left at 1.
        left: Device pixels from the hex center to the pixmap's left edge.
        top: Device pixels from the hex center to the pixmap's top edge.
        pitch: The zoom it was rendered for, in device pixels per column.
    """

    pixmap: QPixmap
    left: int
    top: int
    pitch: int

    def target_rect(self, x: int, y: int, pitch: int) -> QRectF:
        """Return the rectangle of the picture at *pitch*, for a hex center at ``(x, y)``."""
        factor = pitch / self.pitch
        width, height = self.pixmap.width() * factor, self.pixmap.height() * factor
        return QRectF(x + self.left * factor, y + self.top * factor, width, height)


_Key = tuple[Art, int]  # the art, and the pitch of its zoom
_SharedKey = tuple[Art, int, float]  # and the pixel ratio, on which the size of hex names depends


@lru_cache(maxsize=4096)
def art_bounds(art: Art) -> QRectF:
    """Return the rectangle of an art, in units from the hex center; do not modify the result."""
    return bounds(draw_art(art))


class PictureCache:
    """A cache of pictures rendered for one palette; it drops the least recently used ones.

    Attributes:
        bytes: The size of the cached pictures in bytes.
    """

    def __init__(
        self,
        palette: Palette,
        draw: Callable[[Art, Zoom], Drawing],
        max_bytes: int = MAX_PIECE_BYTES,
    ) -> None:
        self._palette = palette
        self._max_bytes = max_bytes
        self._draw = draw
        self._cache: OrderedDict[_Key, Picture] = OrderedDict()
        self._latest: dict[Art, int] = {}
        self.bytes = 0

    def get(self, art: Art, zoom: Zoom) -> Picture:
        """Return the picture of *art* at *zoom*, rendering it if it is not cached."""
        return self.get_cached(art, zoom) or self._store(art, zoom, self._render(art, zoom))

    def get_cached(self, art: Art, zoom: Zoom) -> Picture | None:
        """Return the picture of *art* at *zoom*; None if neither this nor another board has it."""
        key = (art, zoom.pitch)
        picture = self._cache.get(key)
        if picture is not None:
            self._cache.move_to_end(key)
            return picture
        picture = _recent_pictures.find((art, zoom.pitch, zoom.ratio), self._palette)
        return picture and self._store(art, zoom, picture)

    def get_cached_at_any_zoom(self, art: Art) -> Picture | None:
        """Return the last rendered picture of *art* at any zoom; None if there is none."""
        return self._cache.get((art, self._latest.get(art, 0)))

    def drop_other_zooms(self, zoom: Zoom | None) -> None:
        """Drop the pictures for all other zooms; if *zoom* is None, drop all."""
        pitch = zoom.pitch if zoom else None
        kept_pictures = ((key, picture) for key, picture in self._cache.items() if key[1] == pitch)
        self._cache = OrderedDict(kept_pictures)
        self._latest = dict(self._cache.keys())  # the keys are pairs
        self.bytes = sum(map(_byte_size, self._cache.values()))

    def _render(self, art: Art, zoom: Zoom) -> Picture:
        drawing = self._draw(art, zoom)
        area = zoom.device_transform.mapRect(bounds(drawing)).toAlignedRect()
        rect = area.adjusted(-1, -1, 1, 1)
        pixmap = QPixmap(rect.size())
        pixmap.fill(Qt.GlobalColor.transparent)
        with QPainter(pixmap) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.translate(-rect.topLeft())
            painter.setTransform(zoom.device_transform, True)
            paint(painter, drawing, self._palette)
        picture = Picture(compact_copy(pixmap), rect.left(), rect.top(), zoom.pitch)
        _recent_pictures.add((art, zoom.pitch, zoom.ratio), picture, self._palette)
        return picture

    def _store(self, art: Art, zoom: Zoom, picture: Picture) -> Picture:
        max_bytes = self._max_bytes * zoom.ratio**2
        self._cache[art, picture.pitch] = picture
        self._latest[art] = picture.pitch
        self.bytes += _byte_size(picture)
        while self.bytes > max_bytes and len(self._cache) > 1:
            _, dropped = self._cache.popitem(last=False)
            self.bytes -= _byte_size(dropped)
        return picture


class _RecentPictures:
    """The pictures that boards rendered last, for all boards in the same colors."""

    def __init__(self) -> None:
        self._palette: Palette = {}
        self._pictures: OrderedDict[_SharedKey, Picture] = OrderedDict()
        self._bytes = 0

    def find(self, key: _SharedKey, palette: Palette) -> Picture | None:
        """Return a picture; None if it was not rendered lately in these colors."""
        return self._pictures.get(key) if palette is self._palette else None

    def add(self, key: _SharedKey, picture: Picture, palette: Palette) -> None:
        """Keep a picture, and drop the oldest ones if there are too many."""
        if palette is not self._palette:
            self.clear()
            self._palette = palette
        self._pictures[key] = picture
        self._bytes += _byte_size(picture)
        while self._bytes > _MAX_RECENT_BYTES:
            _, dropped = self._pictures.popitem(last=False)
            self._bytes -= _byte_size(dropped)

    def clear(self) -> None:
        """Drop all pictures."""
        self._pictures.clear()
        self._bytes = 0


_recent_pictures = _RecentPictures()


def compact_copy(pixmap: QPixmap) -> QPixmap:
    """Return a copy to be cached, because a painted pixmap keeps 30 kB of Qt's paint engine."""
    return pixmap.copy()


def _byte_size(picture: Picture) -> int:
    return picture.pixmap.width() * picture.pixmap.height() * 4


class BoardLayer:
    """A drawing as large as the board, such as the frame or the section lines."""

    def __init__(self, drawing: Drawing, size: tuple[float, float], palette: Palette) -> None:
        self._drawing = drawing
        self._size = QSizeF(*size)
        self._palette = palette
        self._pixmap = QPixmap()
        self._cached_part = QRect()  # in device pixels at the zoom below
        self._zoom: Zoom | None = None

    def paint(self, painter: QPainter, zoom: Zoom, origin: QPoint, *, quick: bool) -> None:
        """Paint the layer with its corner at *origin*.

        Args:
            painter: The painter, in device pixels.
            zoom: The zoom of the board.
            origin: The position of the layer's upper left corner, in device pixels.
            quick: Whether to scale an older picture rather than render a new one.
        """
        part = self._part_to_cache(painter, zoom, origin)
        is_stale = self._zoom != zoom or not self._cached_part.contains(part)
        if part.isEmpty():
            return
        if self._zoom is None or (is_stale and not quick):
            self._render(zoom, part)
        painter.drawPixmap(self._target_rect(zoom).translated(origin), self._pixmap)

    def drop_picture(self) -> None:
        """Release the cached picture; the next painting renders it again."""
        self._pixmap, self._cached_part, self._zoom = QPixmap(), QRect(), None

    def draw(self, painter: QPainter) -> None:
        """Draw the layer without a cache, in units."""
        paint(painter, self._drawing, self._palette)

    def _part_to_cache(self, painter: QPainter, zoom: Zoom, origin: QPoint) -> QRect:
        """Return the rectangle to cache, in device pixels from the corner of the board.

        It is the whole layer or, if that is too large, the visible part with a margin.
        """
        size = zoom.device_transform.mapRect(QRectF(QPointF(), self._size)).size().toSize()
        whole_layer = QRect(QPoint(), size)
        if size.width() * size.height() * 4 <= _MAX_LAYER_BYTES:
            return whole_layer
        visible_part = QRect(QPoint(), _device_size(painter)).translated(-origin)
        if zoom == self._zoom and self._cached_part.contains(visible_part & whole_layer):
            return visible_part & whole_layer
        return (
            visible_part.adjusted(-_CACHE_MARGIN, -_CACHE_MARGIN, _CACHE_MARGIN, _CACHE_MARGIN)
            & whole_layer
        )

    def _target_rect(self, zoom: Zoom) -> QRect:
        """Return the rectangle of the cached part at *zoom*, relative to the board's corner."""
        if self._zoom is None or self._zoom == zoom:
            return self._cached_part
        (scale_x, scale_y), (old_scale_x, old_scale_y) = (
            zoom.device_scales,
            self._zoom.device_scales,
        )
        return QTransform.fromScale(scale_x / old_scale_x, scale_y / old_scale_y).mapRect(
            self._cached_part
        )

    def _render(self, zoom: Zoom, part: QRect) -> None:
        pixmap = QPixmap(part.size())
        pixmap.fill(Qt.GlobalColor.transparent)
        with QPainter(pixmap) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.translate(-part.topLeft())
            painter.setTransform(zoom.device_transform, True)
            self.draw(painter)
        self._pixmap, self._cached_part, self._zoom = pixmap, part, zoom


def _device_size(painter: QPainter) -> QSize:
    """Return the size of the paint device in device pixels."""
    device = painter.device()
    size = QSize(device.width(), device.height())
    return size * device.devicePixelRatioF() if isinstance(device, QWidget) else size


def paint_shadow(painter: QPainter, board: QRectF, visible_area: QRect) -> None:
    """Paint the part of the shadow of *board* inside *visible_area*, in viewport coordinates."""
    if board.contains(QRectF(visible_area)):
        return
    picture = _shadow_picture(painter.device().devicePixelRatioF())
    shadow_area = board.toAlignedRect().adjusted(
        -_SHADOW_WIDTH, 2 - _SHADOW_WIDTH, _SHADOW_WIDTH, _SHADOW_WIDTH + 2
    )
    tile_size, side = _SHADOW_TILE_SIZE, _SHADOW_TILE_SIZE * picture.devicePixelRatio()
    columns = (
        (0, tile_size),
        (tile_size, shadow_area.width() - 2 * tile_size),
        (shadow_area.width() - tile_size, tile_size),
    )
    rows = (
        (0, tile_size),
        (tile_size, shadow_area.height() - 2 * tile_size),
        (shadow_area.height() - tile_size, tile_size),
    )
    painter.save()
    painter.setClipRect(visible_area, Qt.ClipOperation.IntersectClip)
    for column, (x, width) in enumerate(columns):
        for row, (y, height) in enumerate(rows):
            if (column, row) != (1, 1) and width > 0 and height > 0:  # the board covers the middle
                target = QRectF(shadow_area.x() + x, shadow_area.y() + y, width, height)
                source = QRectF(column * side, row * side, side, side)
                painter.drawPixmap(target, picture, source)
    painter.restore()


@lru_cache(maxsize=4)
def _shadow_picture(ratio: float) -> QPixmap:
    """Return the shadow of a small board: its corners, and between them its sides to stretch."""
    side = 3 * _SHADOW_TILE_SIZE
    picture = QPixmap(round(side * ratio), round(side * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    board = QRectF(
        _SHADOW_WIDTH, _SHADOW_WIDTH - 2, side - 2 * _SHADOW_WIDTH, side - 2 * _SHADOW_WIDTH
    )
    with QPainter(picture) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(MarkColour.PAGE_SHADOW))
        for width in range(1, _SHADOW_WIDTH + 1):
            area = board.adjusted(-width, 2 - width, width, 2 + width)
            painter.drawRoundedRect(area, width, width)
    return picture


@lru_cache(maxsize=len(BoardType))
def grid_arts(board: Board) -> dict[Hex, tuple[Art, ...]]:
    """Return the art of the grid edges drawn by each hex of *board*, keyed by hex."""
    return {hex_: (_grid_art(board, hex_),) for hex_ in board.hexes}


@lru_cache(maxsize=64)
def draw_grid(art: Art) -> Drawing:
    """Return the edges named in the art's detail, in the style of the board's grid."""
    edges = (EDGE_CORNERS[Direction(str(name))] for name in art.detail)
    path = "".join(polygon((HEX_CORNERS[a], HEX_CORNERS[b]), closed=False) for a, b in edges)
    return tuple(replace(shape, path=path) for shape in _grid_style() if isinstance(shape, Shape))


def _grid_art(board: Board, hex_: Hex) -> Art:
    edges = [
        d.value for d in EDGE_CORNERS if d in _ALWAYS_DRAWN_EDGES or hex_.neighbour(d) not in board
    ]
    return Art(PaintingPlane.LINES, GRID, detail=tuple(edges))


@cache
def _grid_style() -> Drawing:
    return draw_board_lines(BOARDS[BoardType.STANDARD], VisibleLayers(section_lines=False))


@dataclass(frozen=True, slots=True)
class BackdropKey:
    """Everything that determines the pixels of a backdrop.

    Attributes:
        size: The size of the viewport, in logical pixels.
        zoom: The zoom of the board.
        origin: The board's upper left corner, in device pixels.
    """

    size: QSize
    zoom: Zoom
    origin: QPoint


class Backdrop:
    """Caches the pixels of a board without its marks, so that marks appear and disappear quickly.

    The first painting for a key goes directly to the screen, which is fastest for a board that is
    being scrolled or zoomed. From the second painting on, the pixels are cached.

    Args:
        paint: Paints a rectangle of the viewport; returns whether the result is final.
    """

    def __init__(self, paint: Callable[[QPainter, QRect], bool]) -> None:
        self._paint = paint
        self._key: BackdropKey | None = None
        self._picture: QPixmap | None = None
        self._valid_region = QRegion()

    def clear(self) -> None:
        """Drop all cached pixels."""
        self._key = self._picture = None

    def invalidate(self, areas: Iterable[QRect]) -> None:
        """Mark rectangles of the viewport as changed, so that they are painted again."""
        for area in areas:
            self._valid_region -= area

    def draw(self, painter: QPainter, area: QRect, key: BackdropKey) -> None:
        """Paint a rectangle of the viewport, from the cache if possible."""
        if key != self._key:
            self._key, self._picture = key, None
            self._paint(painter, area)
            return
        picture = self._picture or self._new_picture(key)
        missing_region = QRegion(area) - self._valid_region
        if not missing_region.isEmpty():
            self._fill(picture, missing_region.boundingRect())
        painter.drawPixmap(0, 0, picture)

    def _new_picture(self, key: BackdropKey) -> QPixmap:
        ratio = key.zoom.ratio
        self._picture = QPixmap((key.size.toSizeF() * ratio).toSize() + QSize(1, 1))
        self._picture.setDevicePixelRatio(ratio)
        self._valid_region = QRegion()
        return self._picture

    def _fill(self, picture: QPixmap, area: QRect) -> None:
        with QPainter(picture) as painter:
            painter.setClipRect(area)
            if self._paint(painter, area):
                self._valid_region += area


def release_memory(backdrop: Backdrop, marks: Iterable[object]) -> None:
    """Release cached pictures and hidden popups, and return free memory to the system."""
    from m44editor.process_memory import destroy_hidden_popups, release_free_memory  # 6 ms

    backdrop.clear()
    clear_highlight_cache()
    clear_outline_caches()
    _recent_pictures.clear()
    for mark in marks:
        if isinstance(mark, WideMark):
            mark.drop_picture()
    QPixmapCache.clear()  # icons as the style draws them, up to 10 MB
    destroy_hidden_popups()
    release_free_memory()


_cached_arts: OrderedDict[tuple[int, VisibleLayers], tuple[Scenario, Arts]] = OrderedDict()


def arts_of_board(scenario: Scenario, visible_layers: VisibleLayers) -> Arts:
    """Return the arts of every hex, from the bottom up.

    They are cached, to make switching between tabs quick.
    """
    key = id(scenario), visible_layers  # hashing a scenario takes longer than looking up its hexes
    if key not in _cached_arts:
        arts = {hex_: arts_of_hex(scenario, hex_, visible_layers) for hex_ in scenario.board.hexes}
        _cached_arts[key] = scenario, arts
        if len(_cached_arts) > _MAX_CACHED_BOARDS:
            _cached_arts.popitem(last=False)
    _cached_arts.move_to_end(key)
    return _cached_arts[key][1]


def clear_art_cache() -> None:
    """Clear the cached arts; needed when pieces or their looks have changed."""
    _cached_arts.clear()

"""Marks of a comparison above the board, and a flash that draws attention to a hex."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum

from PySide6.QtCore import QObject, QPointF, QRectF, QSizeF, Qt, QTimer
from PySide6.QtGui import QColor, QPainter, QPixmap

from m44core.comparing.differences import Comparison
from m44core.drawing.board.comparison import (
    draw_changed_hex,
    draw_hex_mark,
    draw_labels,
    move_arrow,
)
from m44core.drawing.shapes.shapes import Drawing
from m44core.hexes import Hex
from m44editor.board.board_marks import Highlight
from m44editor.board.board_view import BoardView
from m44editor.board.geometry import hex_bounding_rect
from m44editor.board.painter import Palette, bounds, paint
from m44editor.theme_tokens import MarkColour

_MARK_OVERHANG = 14.0  # units a mark may reach beyond its hex
_MAX_CACHED_SCALE = 2.0  # device pixels per unit; larger marks are painted directly
_FLASH_CHANGES, _FLASH_MS = 6, 130  # changes of state, milliseconds between them
_HIGHLIGHT = QColor(MarkColour.DIFFERENCE)
_GLOW = QColor(MarkColour.DIFFERENCE_GLOW)


class ShownBoard(StrEnum):
    """The scenarios that the board shows: both merged, or one of them."""

    BOTH = "both"
    BEFORE = "before"
    AFTER = "after"


class ChangeMarks:
    """The marks of all hexes that differ, cached as pictures unless zoomed in far."""

    def __init__(self, comparison: Comparison, side: ShownBoard, palette: Palette) -> None:
        self._drawings = dict(_mark_drawings(comparison, side))
        self._pictures: dict[Hex, QPixmap] = {}
        self._scales: tuple[float, float, float] = (0, 0, 0)
        scenario = comparison.before if side is ShownBoard.BEFORE else comparison.after
        self._labels_and_arrows: list[Drawing] = [
            (label,) for label in draw_labels(scenario, self._drawings)
        ]
        self._labels_and_arrows += _move_arrows(comparison) if side is ShownBoard.BOTH else ()
        self._palette = palette

    @property
    def hexes(self) -> frozenset[Hex]:
        """The marked hexes."""
        return frozenset(self._drawings)

    def paint(self, painter: QPainter, scale: float) -> None:
        """Paint the visible marks in board units; *scale* is logical pixels per unit."""
        visible_area = painter.clipBoundingRect()
        ratio = painter.device().devicePixelRatioF()
        visible_hexes = (
            hex_ for hex_ in self._drawings if _mark_area(hex_).intersects(visible_area)
        )
        if scale * ratio > _MAX_CACHED_SCALE:
            for hex_ in visible_hexes:
                paint(painter, self._drawings[hex_], self._palette)
        else:
            self._paint_pictures(painter, visible_hexes, ratio)
        for drawing in self._labels_and_arrows:
            if bounds(drawing).intersects(visible_area):
                paint(painter, drawing, self._palette)

    def _paint_pictures(self, painter: QPainter, hexes: Iterable[Hex], ratio: float) -> None:
        """Draw the cached pictures of hexes, aligned to device pixels."""
        transform = painter.worldTransform()
        scales = (transform.m11(), transform.m22(), ratio)
        if scales != self._scales:
            self._pictures, self._scales = {}, scales
        painter.save()
        painter.resetTransform()
        for hex_ in hexes:
            corner = transform.map(_mark_area(hex_).topLeft()) * ratio
            position = QPointF(corner.toPoint()) / ratio
            painter.drawPixmap(position, self._picture(hex_))
        painter.restore()

    def _picture(self, hex_: Hex) -> QPixmap:
        if hex_ not in self._pictures:
            self._pictures[hex_] = self._render(hex_)
        return self._pictures[hex_]

    def _render(self, hex_: Hex) -> QPixmap:
        scale_x, scale_y, ratio = self._scales
        area = _mark_area(hex_)
        size = QSizeF(area.width() * scale_x * ratio + 1, area.height() * scale_y * ratio + 1)
        picture = QPixmap(size.toSize())
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        with QPainter(picture) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.scale(scale_x, scale_y)
            painter.translate(-area.topLeft())
            paint(painter, self._drawings[hex_], self._palette)
        return picture


def _mark_area(hex_: Hex) -> QRectF:
    return hex_bounding_rect(hex_).adjusted(
        -_MARK_OVERHANG, -_MARK_OVERHANG, _MARK_OVERHANG, _MARK_OVERHANG
    )


def _mark_drawings(comparison: Comparison, side: ShownBoard) -> Iterator[tuple[Hex, Drawing]]:
    before, after = comparison.before, comparison.after
    for hex_, kind in comparison.change_kinds_by_hex.items():
        if side is ShownBoard.BOTH:
            yield hex_, draw_changed_hex(before, after, hex_, kind)
        else:
            yield hex_, draw_hex_mark(hex_, kind)


def _move_arrows(comparison: Comparison) -> tuple[Drawing, ...]:
    return tuple(move_arrow(start, end) for start, end in comparison.moves)


class HexFlash(QObject):
    """Flashes a hex a few times to draw attention to it."""

    def __init__(self, view: BoardView) -> None:
        super().__init__(view)
        self._view = view
        self._hex: Hex | None = None
        self._remaining = 0
        self._timer = QTimer(self)
        self._timer.setInterval(_FLASH_MS)
        self._timer.timeout.connect(self._tick)

    @property
    def hex(self) -> Hex | None:
        """The flashing hex; None if none is flashing."""
        return self._hex

    def start(self, hex_: Hex) -> None:
        """Flash a hex; this replaces a flash in progress."""
        self._hex, self._remaining = hex_, _FLASH_CHANGES
        self._show(is_lit=True)
        self._timer.start()

    def _tick(self) -> None:
        self._remaining -= 1
        self._show(is_lit=self._remaining % 2 == 0 and self._remaining > 0)
        if self._remaining <= 0:
            self._timer.stop()
            self._hex = None

    def _show(self, *, is_lit: bool) -> None:
        hexes = frozenset({self._hex} if is_lit and self._hex is not None else ())
        self._view.set_mark("flash", Highlight(hexes, _HIGHLIGHT, _GLOW, width=5))

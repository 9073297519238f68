"""What the board shows over the pieces: the marks of the core's picture, and a flash."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from PySide6.QtCore import QObject, QRectF, QTimer
from PySide6.QtGui import QColor, QPainter

from m44core.comparing.differences import Comparison
from m44core.drawing.comparison import line_on_hex, move_arrow, on_hex
from m44core.drawing.shapes import Drawing
from m44core.hexes import Hex
from m44editor.board.geometry import hex_area
from m44editor.board.highlights import Highlight
from m44editor.board.painter import Palette, bounds, paint
from m44editor.board.view import BoardView

_ROOM = 14.0  # units a mark may reach beyond its hex
_FLASHES, _FLASH = 6, 130  # changes from lit to unlit and back, milliseconds between them
_LIT = QColor(255, 214, 64)
_GLOW = QColor(255, 214, 64, 110)


class Side(StrEnum):
    """What the board shows: both scenarios as one, or one of them."""

    BOTH = "both"
    BEFORE = "before"
    AFTER = "after"


class ChangeMarks:
    """The marks of all hexes that differ."""

    def __init__(self, comparison: Comparison, side: Side, palette: Palette) -> None:
        self._drawings = dict(_drawings(comparison, side))
        self._arrows = _arrows(comparison) if side is Side.BOTH else ()
        self._palette = palette

    @property
    def hexes(self) -> frozenset[Hex]:
        """The hexes that are marked."""
        return frozenset(self._drawings)

    def paint(self, painter: QPainter, scale: float) -> None:
        """Paint those in sight, in units."""
        del scale
        sight = painter.clipBoundingRect()
        for hex_, drawing in self._drawings.items():
            if _reach(hex_).intersects(sight):
                paint(painter, drawing, self._palette)
        for arrow in self._arrows:
            if bounds(arrow).intersects(sight):
                paint(painter, arrow, self._palette)


def _reach(hex_: Hex) -> QRectF:
    return hex_area(hex_).adjusted(-_ROOM, -_ROOM, _ROOM, _ROOM)


def _drawings(comparison: Comparison, side: Side) -> Iterator[tuple[Hex, Drawing]]:
    before, after = comparison.before, comparison.after
    for hex_, kind in comparison.marks.items():
        if side is Side.BOTH:
            yield hex_, on_hex(before, after, hex_, kind)
        else:
            yield hex_, line_on_hex(before if side is Side.BEFORE else after, hex_, kind)


def _arrows(comparison: Comparison) -> tuple[Drawing, ...]:
    return tuple(move_arrow(start, end) for start, end in comparison.moves)


class Flash(QObject):
    """Lights a hex up a few times, so that the eye finds it."""

    def __init__(self, view: BoardView) -> None:
        super().__init__(view)
        self._view = view
        self._hex: Hex | None = None
        self._left = 0
        self._timer = QTimer(self)
        self._timer.setInterval(_FLASH)
        self._timer.timeout.connect(self._tick)

    @property
    def hex(self) -> Hex | None:
        """The hex that is lit up; None when it is over."""
        return self._hex

    def at(self, hex_: Hex) -> None:
        """Light a hex up, in place of the one before."""
        self._hex, self._left = hex_, _FLASHES
        self._show(lit=True)
        self._timer.start()

    def _tick(self) -> None:
        self._left -= 1
        self._show(lit=self._left % 2 == 0 and self._left > 0)
        if self._left <= 0:
            self._timer.stop()
            self._hex = None

    def _show(self, *, lit: bool) -> None:
        hexes = frozenset({self._hex} if lit and self._hex is not None else ())
        self._view.set_highlight("flash", Highlight(hexes, _LIT, _GLOW, width=5))

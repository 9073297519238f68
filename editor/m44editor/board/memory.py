"""What a board remembers of being painted."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping

from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtGui import QPainter, QPixmap, QPixmapCache, QRegion

from m44core.drawing.board.scenario_drawing import Show, arts_of_hex
from m44core.drawing.shapes.art import Art
from m44core.hexes import Hex
from m44core.model.scenario import Scenario
from m44core.values import dataclass
from m44editor.board.geometry import Zoom
from m44editor.board.highlights import Wide, forget_copies
from m44editor.board.painter import forget_outlines

AT_REST = 10_000
"""Milliseconds from the first painting after memory was given back until it is again."""


@dataclass(frozen=True, slots=True)
class Aspect:
    """What a board is looked at by; any other one shows other pixels.

    Attributes:
        size: Of the viewport, in logical pixels.
        zoom: How large the board is.
        origin: Where its upper left corner is, in device pixels.
    """

    size: QSize
    zoom: Zoom
    origin: QPoint


class Backdrop:
    """Keeps the pixels of a board under its marks, so that these come and go at once.

    The first painting of each aspect goes to the screen only, which is as quick as it can be: a
    board that is scrolled or zoomed is never the same twice. From the second one on what has to be
    painted is kept.

    Args:
        paint: Paints a rectangle of the viewport; tells whether all of it was as it is to stay.
    """

    def __init__(self, paint: Callable[[QPainter, QRect], bool]) -> None:
        self._paint = paint
        self._aspect: Aspect | None = None
        self._picture: QPixmap | None = None
        self._fresh = QRegion()

    def forget(self) -> None:
        """Keep nothing: all of it looks otherwise now, or nobody looks."""
        self._aspect = self._picture = None

    def spoil(self, areas: Iterable[QRect]) -> None:
        """Paint some rectangles anew when they are shown next."""
        for area in areas:
            self._fresh -= area

    def show(self, painter: QPainter, area: QRect, aspect: Aspect) -> None:
        """Paint a rectangle of the viewport, of what is kept where that is possible."""
        if aspect != self._aspect:
            self._aspect, self._picture = aspect, None
            self._paint(painter, area)
            return
        picture = self._picture or self._begin(aspect)
        missing = QRegion(area) - self._fresh
        if not missing.isEmpty():
            self._fill(picture, missing.boundingRect())
        painter.drawPixmap(0, 0, picture)

    def _begin(self, aspect: Aspect) -> QPixmap:
        ratio = aspect.zoom.ratio
        self._picture = QPixmap((aspect.size.toSizeF() * ratio).toSize() + QSize(1, 1))
        self._picture.setDevicePixelRatio(ratio)
        self._fresh = QRegion()
        return self._picture

    def _fill(self, picture: QPixmap, hole: QRect) -> None:
        with QPainter(picture) as painter:
            painter.setClipRect(hole)
            if self._paint(painter, hole):
                self._fresh += hole


def be_at_rest(backdrop: Backdrop, marks: Iterable[object]) -> None:
    """Keep no pictures of what is painted over a board or popped up, and give memory back."""
    from m44editor.process_memory import forget_popups, give_back  # 6 ms

    backdrop.forget()
    forget_copies()
    forget_outlines()
    for mark in marks:
        if isinstance(mark, Wide):
            mark.forget()
    QPixmapCache.clear()  # of icons as the style draws them, up to 10 MB
    forget_popups()
    give_back()


Arts = Mapping[Hex, tuple[Art, ...]]

_MOST = 24  # scenarios, each with some hundred hexes: more than there are tabs at once
_known: OrderedDict[tuple[int, Show], tuple[Scenario, Arts]] = OrderedDict()


def arts_of_board(scenario: Scenario, show: Show) -> Arts:
    """Return the pictures on every hex from the bottom up; going to and fro they are at hand."""
    key = id(scenario), show  # comparing scenarios takes longer than looking at their hexes
    if key not in _known:
        arts = {hex_: arts_of_hex(scenario, hex_, show) for hex_ in scenario.board.hexes}
        _known[key] = scenario, arts
        if len(_known) > _MOST:
            _known.popitem(last=False)
    _known.move_to_end(key)
    return _known[key][1]


def forget_arts() -> None:
    """Look at all hexes anew: there are other pieces, or they look otherwise."""
    _known.clear()

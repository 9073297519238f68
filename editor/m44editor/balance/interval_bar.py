"""A bar of the win rate, with the interval that narrows while games are played."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from m44core.balance_lab.intervals import UNKNOWN, Interval
from m44core.catalogue.catalogue_types import Side
from m44core.messages.message import percent
from m44core.rules.game.side_names import SIDES
from m44editor.interface_text import tr, translated
from m44editor.theme import is_dark, is_high_contrast, theme_colour
from m44editor.theme_tokens import ColourName

_COLOURS: Mapping[Side, ColourName] = {
    Side.AXIS: "chart_axis",
    Side.ALLIES: "chart_allies",
}
_BAR_HEIGHT = 22  # logical pixels
_GAP = 3
_TICK_HEIGHT = 5


def side_colour(side: Side) -> QColor:
    """Return the color of a side in charts; in high contrast, sides differ only in lightness."""
    if is_high_contrast():
        shade = theme_colour("chart_neutral")
        return shade if side is Side.AXIS else shade.lighter(140 if not is_dark() else 60)
    return theme_colour(_COLOURS[side])


class IntervalBar(QWidget):
    """Shows the share of both sides: the Axis from the left, the Allies from the right.

    A bracket over their border shows the interval. The accessible name states all of these numbers.

    Attributes:
        share: The win rate shown.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.share = UNKNOWN
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.show_share(UNKNOWN)

    def show_share(self, share: Interval) -> None:
        """Show the Allied win rate."""
        self.share = share
        if share.games:
            allies, axis = translated(percent(share.mean)), translated(percent(1 - share.mean))
            text = tr(
                "Axis {axis}, Allies {allies}; 95% interval for the Allies: {low} to {high}",
                axis=axis,
                allies=allies,
                low=round(100 * share.low),
                high=round(100 * share.high),
            )
        else:
            text = tr("No interval yet")
        self.setAccessibleName(text)
        self.setToolTip(text)
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size for a line of text over the bar."""
        height = self.fontMetrics().height() + _BAR_HEIGHT + 2 * _GAP + _TICK_HEIGHT + 2
        return QSize(240, height)

    def minimumSizeHint(self) -> QSize:
        """Return the minimum size."""
        return QSize(120, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the names, the two parts of the bar, the middle and the interval."""
        del event
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._paint_names(painter)
            top = self.fontMetrics().height() + _GAP
            bar = QRectF(1, top, self.width() - 2, _BAR_HEIGHT)
            self._paint_bar(painter, bar)
            self._paint_middle(painter, bar)
            if self.share.games:
                self._paint_interval(painter, bar)

    def _paint_names(self, painter: QPainter) -> None:
        share, area = self.share, QRectF(1, 0, self.width() - 2, self.fontMetrics().height())
        painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
        for side, win_rate, alignment in (
            (Side.AXIS, 1 - share.mean, Qt.AlignmentFlag.AlignLeft),
            (Side.ALLIES, share.mean, Qt.AlignmentFlag.AlignRight),
        ):
            text = translated(SIDES[side])
            if share.games:
                text = f"{text} {translated(percent(win_rate))}"
            painter.drawText(area, alignment | Qt.AlignmentFlag.AlignVCenter, text)

    def _paint_bar(self, painter: QPainter, bar: QRectF) -> None:
        share = self.share
        if not share.games:
            painter.fillRect(bar, self.palette().color(QPalette.ColorRole.Mid))
            return
        border = _x_of_share(bar, 1 - share.mean)
        painter.fillRect(
            QRectF(bar.topLeft(), QPointF(border, bar.bottom())), side_colour(Side.AXIS)
        )
        allies = QRectF(QPointF(border, bar.top()), bar.bottomRight())
        painter.fillRect(allies, side_colour(Side.ALLIES))
        if is_high_contrast():  # there, one part is hardly lighter or darker than the window
            painter.setPen(theme_colour("frame"))
            painter.drawRect(bar.adjusted(0.5, 0.5, -0.5, -0.5))

    def _paint_middle(self, painter: QPainter, bar: QRectF) -> None:
        """Paint a dashed line at half."""
        colour = self.palette().color(QPalette.ColorRole.WindowText)
        painter.setPen(QPen(colour, 1, Qt.PenStyle.DashLine))
        middle = _x_of_share(bar, 0.5)
        painter.drawLine(QPointF(middle, bar.top()), QPointF(middle, bar.bottom() + _TICK_HEIGHT))

    def _paint_interval(self, painter: QPainter, bar: QRectF) -> None:
        """Paint the interval as a bracket with a line at the mean, outlined to stand out."""
        share = self.share
        low, high = _x_of_share(bar, 1 - share.high), _x_of_share(bar, 1 - share.low)
        mean, middle = _x_of_share(bar, 1 - share.mean), bar.center().y()
        lines = [
            (QPointF(low, middle), QPointF(high, middle)),
            (QPointF(low, bar.top() + 4), QPointF(low, bar.bottom() - 4)),
            (QPointF(high, bar.top() + 4), QPointF(high, bar.bottom() - 4)),
            (QPointF(mean, bar.top()), QPointF(mean, bar.bottom())),
        ]
        outline_colour = self.palette().color(QPalette.ColorRole.Base)
        for colour, width in (
            (outline_colour, 5),
            (self.palette().color(QPalette.ColorRole.Text), 2),
        ):
            painter.setPen(QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
            for start, end in lines:
                painter.drawLine(start, end)


def _x_of_share(bar: QRectF, share: float) -> float:
    """Return the position on the bar at which a share from the left ends."""
    return bar.left() + share * bar.width()

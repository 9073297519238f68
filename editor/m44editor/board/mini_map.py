"""The mini map: a small picture of a large board; a click scrolls the view there."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRectF, QSize, QSizeF, Qt, QTimer
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QWidget

from m44editor.board.board_view import BoardView
from m44editor.board.canvas import Canvas, RenderStatus
from m44editor.board.geometry import Zoom, board_area
from m44editor.interface_text import tr
from m44editor.theme import art_palette
from m44editor.theme_tokens import MarkColour

_MAX_SIZE = QSizeF(230, 190)  # logical pixels: the maximum size of the map
_EDGE_DISTANCE = 12  # logical pixels from the edges of the view
_EDIT_DELAY_MS = 150  # milliseconds after an edit, so that the map never delays a stroke
_NEXT_FRAME_MS = 15  # milliseconds until the next frame while pictures are missing
_SHADE_COLOUR = QColor(MarkColour.SHADE)
_FRAME_COLOURS = QColor(MarkColour.FRAME_LIGHT), QColor(MarkColour.FRAME_DARK)


class MiniMap(QWidget):
    """A map of the board, shown while part of a large board is out of view.

    A click or a drag centers the view on the point under the pointer.

    Attributes:
        is_wanted: Whether the user has turned the map on.
    """

    def __init__(self, view: BoardView) -> None:
        super().__init__(view)
        self._view = view
        self._canvas = Canvas(
            view.scenario, replace(view.visible_layers, labels=False), art_palette()
        )
        self._picture = QPixmap()
        self._redraw_timer = QTimer(self, singleShot=True)
        self._redraw_timer.timeout.connect(self._draw)
        self.is_wanted = True
        self.setObjectName("mini-map")
        self.setAccessibleName(tr("Mini map"))
        self.setToolTip(tr("Click or drag to move the view"))
        self.setCursor(Qt.CursorShape.CrossCursor)
        view.installEventFilter(self)
        view.zoom_changed.connect(self.refresh)
        for bar in (view.horizontalScrollBar(), view.verticalScrollBar()):
            bar.valueChanged.connect(self.refresh)
            bar.rangeChanged.connect(self.refresh)
        self.refresh()

    @property
    def needs_redraw(self) -> bool:
        """Whether the map still has to be redrawn."""
        return self._redraw_timer.isActive()

    def set_wanted(self, is_wanted: bool) -> None:
        """Show the map whenever it is useful, or never if *is_wanted* is False."""
        self.is_wanted = is_wanted
        self.refresh()

    def refresh(self, *_: object) -> None:
        """Show or hide the map, and update it and the marked part, after the view has changed."""
        self.setVisible(self.is_wanted and self._view.needs_mini_map)
        if not self.isHidden():
            self._move_to_corner()
            if self._picture.isNull() or self._picture.size() != self._map_size():
                self._redraw_timer.start(0)
            elif self._canvas.scenario is not self._view.scenario:
                self._redraw_timer.start(_EDIT_DELAY_MS)
            self.update()

    def visible_part(self) -> QRectF:
        """Return the rectangle of the map that the view shows, in logical pixels."""
        visible_area = self._view.area_to_units(QRectF(self._view.viewport().rect()))
        return self._zoom().transform.mapRect(visible_area & board_area(self._view.board))

    def map_point(self, point: QPointF) -> QPointF:
        """Return the point on the map, in logical pixels, for a point of the board in units."""
        return self._zoom().transform.map(point)

    def _zoom(self) -> Zoom:
        return Zoom.fitting(self._view.board, _MAX_SIZE, self.devicePixelRatioF())

    def _move_to_corner(self) -> None:
        size = self._zoom().transform.mapRect(board_area(self._view.board)).size().toSize()
        corner = self._view.viewport().geometry().bottomRight() - QPoint(
            _EDGE_DISTANCE, _EDGE_DISTANCE
        )
        self.setGeometry(
            corner.x() - size.width(), corner.y() - size.height(), size.width(), size.height()
        )

    def _map_size(self) -> QSize:
        return (QSizeF(self.size()) * self.devicePixelRatioF()).toSize()

    def _draw(self) -> None:
        """Redraw the board, and schedule another redraw if pictures were missing."""
        self._canvas.set_scenario(self._view.scenario)
        picture = QPixmap(self._map_size())
        area = board_area(self._view.board)
        with QPainter(picture) as painter:
            render_status = self._canvas.paint(painter, area, self._zoom(), QPoint(0, 0))
        picture.setDevicePixelRatio(self.devicePixelRatioF())
        self._picture = picture
        self.update()
        if render_status is RenderStatus.SOME_MISSING:
            self._redraw_timer.start(_NEXT_FRAME_MS)

    # Qt's events

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep the map in the corner when the view is resized or shown."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Show):
            self.refresh()
        return super().eventFilter(watched, event)

    def changeEvent(self, event: QEvent) -> None:
        """Redraw in the colors of the new theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._canvas.restyle(self._view.visible_layers, art_palette())
            self._redraw_timer.start(0)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the board, shaded where it is out of view."""
        with QPainter(self) as painter:
            painter.drawPixmap(0, 0, self._picture)
            visible_area = self.visible_part()
            self._shade_outside(painter, visible_area)
            for colour, inset in zip(_FRAME_COLOURS, (1, 0), strict=True):
                painter.setPen(QPen(colour, 1))
                painter.drawRect(visible_area.adjusted(inset, inset, -inset - 1, -inset - 1))
                painter.drawRect(QRectF(self.rect()).adjusted(inset, inset, -inset - 1, -inset - 1))

    def _shade_outside(self, painter: QPainter, visible_area: QRectF) -> None:
        bottom, right = (
            QPointF(0, visible_area.bottom()),
            QPointF(visible_area.right(), visible_area.top()),
        )
        width, height = self.width(), self.height()
        for area in (
            QRectF(0, 0, width, visible_area.top()),
            QRectF(0, bottom.y(), width, height - bottom.y()),
            QRectF(0, visible_area.top(), visible_area.left(), visible_area.height()),
            QRectF(right.x(), visible_area.top(), width - right.x(), visible_area.height()),
        ):
            painter.fillRect(area, _SHADE_COLOUR)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Scroll to the clicked point."""
        self._scroll_to_pointer(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Scroll to the pointer while the left button is held."""
        self._scroll_to_pointer(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Keep the click from reaching the board below."""
        event.accept()

    def _scroll_to_pointer(self, event: QMouseEvent) -> None:
        event.accept()
        if event.buttons() & Qt.MouseButton.LeftButton:
            inverted, _ = self._zoom().transform.inverted()
            self._view.center_on(inverted.map(event.position()))

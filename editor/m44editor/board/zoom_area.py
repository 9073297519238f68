"""A scroll area that shows a board at any zoom: zooming, panning, coordinates."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, QSizeF, Qt, QTimer, Signal
from PySide6.QtGui import QMouseEvent, QNativeGestureEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QFrame,
    QGestureEvent,
    QPinchGesture,
    QScrollBar,
    QWidget,
)

from m44core.board import BOARDS, Board, BoardType
from m44core.drawing.board.scenario_drawing import board_size
from m44editor.board.geometry import Zoom, board_area
from m44editor.first_frame import find_viewport

_ZOOM_STEP = 1.2  # zoom factor of one notch of the wheel, and of Zoom In
_MAX_MARGIN, _MARGIN_SHARE = 20, 0.015  # logical pixels around a board that fits; of the width
_READABLE_SCALE = 0.26  # a board that would be smaller in a small window is scrolled instead
_SLACK = 2  # units of the board that may be out of view
_SETTLE_MS = 150  # milliseconds after zooming until pieces are rendered again


class ZoomArea(QAbstractScrollArea):
    """A scroll area that knows the position and zoom of the board, but not its content.

    A board smaller than the viewport is centered; a larger one can be scrolled to put any point in
    the middle. Units are those of the drawing.

    Signals:
        zoom_changed: The new scale, in logical pixels per unit.
    """

    zoom_changed = Signal(float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setViewport(QWidget())  # PySide6 takes long to wrap Qt's own
        self._board = BOARDS[BoardType.STANDARD]
        self._zoom = Zoom.nearest(1.0, self.devicePixelRatioF())
        self._target_scale = self._zoom.scale
        self._viewport = find_viewport(self)  # kept, so that viewport() is quick
        self._is_fitted = True
        self._pan_position: QPointF | None = None
        self._is_space_held = False
        self._left_button_pans = False
        self._pointer = Qt.CursorShape.ArrowCursor
        self._settle_timer = QTimer(self)
        self._settle_timer.setSingleShot(True)
        self._settle_timer.setInterval(_SETTLE_MS)
        self._settle_timer.timeout.connect(self.viewport().update)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setMouseTracking(True)
        self.viewport().grabGesture(Qt.GestureType.PinchGesture)

    # Interface

    @property
    def board(self) -> Board:
        """The board whose size and shape are shown."""
        return self._board

    @property
    def zoom(self) -> Zoom:
        """The zoom of the board."""
        return self._zoom

    @property
    def is_settled(self) -> bool:
        """Whether the zoom has stayed the same for a moment."""
        return not self._settle_timer.isActive()

    def set_board(self, board: Board) -> None:
        """Show a board of another format, fitting it if the previous board was fitted."""
        self._board = board
        self._update_ranges()
        if self._is_fitted:
            self.fit_readably()

    def set_left_button_pans(self, enabled: bool) -> None:
        """Set whether the left button pans the board; the middle button always does."""
        self._left_button_pans = enabled
        self._update_cursor()

    def set_pointer(self, shape: Qt.CursorShape) -> None:
        """Set the mouse pointer to show while the board is not being panned."""
        self._pointer = shape
        self._update_cursor()

    def zoom_to(self, scale: float, anchor: QPointF | None = None) -> None:
        """Zoom to *scale*; at 1.0, a hex is 100 pixels wide.

        Args:
            scale: Logical pixels per unit.
            anchor: The point in the viewport that stays in place; None for the middle.
        """
        self._target_scale = scale
        self._is_fitted = False
        self._set_zoom(Zoom.nearest(scale, self.devicePixelRatioF()), anchor)
        self._target_scale = min(max(scale, self._zoom.scale * 0.9), self._zoom.scale * 1.1)

    def zoom_in(self) -> None:
        """Zoom in by one step."""
        self._zoom_by(_ZOOM_STEP)

    def zoom_out(self) -> None:
        """Zoom out by one step."""
        self._zoom_by(1 / _ZOOM_STEP)

    def zoom_to_actual_size(self) -> None:
        """Zoom so that a hex is 100 pixels wide."""
        self.zoom_to(1.0)

    def fit(self) -> None:
        """Fit the whole board into the viewport, and keep it fitted on resizing.

        When the viewport shrinks, the board shrinks only as long as it stays readable.
        """
        self._is_fitted = True
        self._set_zoom(self._fitting_zoom(), None)
        self._target_scale = self._zoom.scale

    def fit_readably(self, max_scale: float = _READABLE_SCALE) -> None:
        """Fit the board, but shrink it no further than *max_scale* or the readable scale.

        A board that is still larger than the viewport can be scrolled.
        """
        self._is_fitted = True
        smallest = Zoom.nearest(min(max_scale, _READABLE_SCALE), self.devicePixelRatioF())
        self._set_zoom(max(self._fitting_zoom(), smallest, key=lambda zoom: zoom.pitch), None)
        self._target_scale = self._zoom.scale
        self._center_within_board(board_area(self._board).center())

    def _fitting_zoom(self) -> Zoom:
        size = self.maximumViewportSize()
        margin = 2 * min(_MAX_MARGIN, round(_MARGIN_SHARE * size.width()))
        area = QSizeF(size.width() - margin, size.height() - margin)
        return Zoom.fitting(self._board, area, self.devicePixelRatioF())

    def copy_view(self, other: ZoomArea) -> None:
        """Copy the zoom and the scroll position of another area of the same size."""
        if other._is_fitted:
            self.fit_readably(other._zoom.scale)
        else:
            self.zoom_to(other._target_scale)
        self.horizontalScrollBar().setValue(other.horizontalScrollBar().value())
        self.verticalScrollBar().setValue(other.verticalScrollBar().value())

    @property
    def requested_scale(self) -> float | None:
        """The requested scale in logical pixels per unit; None if the whole board is fitted."""
        return None if self._is_fitted else self._target_scale

    @property
    def needs_mini_map(self) -> bool:
        """Whether the board is larger than the standard one, and part of it is out of view."""
        visible_area = self.area_to_units(QRectF(self.viewport().rect()))
        area = board_area(self._board).adjusted(_SLACK, _SLACK, -_SLACK, -_SLACK)
        return self._board.type is not BoardType.STANDARD and not visible_area.contains(area)

    @property
    def corner(self) -> QPointF:
        """The point of the drawing, in units, at the upper left corner of the viewport."""
        return self.to_units(QPointF())

    def restore_view(self, scale: float | None, corner: QPointF) -> None:
        """Zoom to a scale with a point at the upper left corner; if *scale* is None, fit the board.

        The corner, unlike the middle, stays in place when scroll bars appear or disappear. A fitted
        board that can be scrolled is scrolled to the corner if that is on the board.
        """
        if scale is None:
            self.fit_readably()
            offset = self.from_units(corner)
            self._scroll_by(
                offset.x() if corner.x() >= 0 else 0, offset.y() if corner.y() >= 0 else 0
            )
            self._remove_gaps()
        else:
            self.zoom_to(scale)
            offset = self.from_units(corner)
            self._scroll_by(offset.x(), offset.y())

    def to_units(self, point: QPointF) -> QPointF:
        """Convert a point in the viewport to units."""
        inverted, _ = self._zoom.transform.inverted()
        return inverted.map(point - self._board_position())

    def from_units(self, point: QPointF) -> QPointF:
        """Convert a point in units to viewport coordinates."""
        return self._board_position() + self._zoom.transform.map(point)

    def area_from_units(self, area: QRectF) -> QRectF:
        """Convert a rectangle in units to viewport coordinates."""
        return self._zoom.transform.mapRect(area).translated(self._board_position())

    def area_to_units(self, area: QRectF) -> QRectF:
        """Convert a rectangle in the viewport to units."""
        return QRectF(self.to_units(area.topLeft()), self.to_units(area.bottomRight()))

    def bring_into_view(self, area: QRectF) -> None:
        """Scroll no more than necessary to show a rectangle, given in units."""
        target_area = self.area_from_units(area)
        visible_area = QRectF(self.viewport().rect())
        self._scroll_by(
            _scroll_distance(target_area.left(), target_area.right(), visible_area.width()),
            _scroll_distance(target_area.top(), target_area.bottom(), visible_area.height()),
        )

    def center_on(self, point: QPointF) -> None:
        """Scroll a point, given in units, as close to the middle as possible."""
        offset = self.from_units(point) - QRectF(self.viewport().rect()).center()
        self._scroll_by(offset.x(), offset.y())

    # Where the board is

    def origin(self) -> QPoint:
        """Return the device pixel of the board's upper left corner in the viewport."""
        return (self._board_position() * self._zoom.ratio).toPoint()

    def _board_position(self) -> QPointF:
        return self._board_position_in(self.viewport().size())

    def _board_position_in(self, view: QSize) -> QPointF:
        """Return the position of the board in a viewport of another size."""
        content = self._content_size()
        return QPointF(
            _content_position(self.horizontalScrollBar(), content.width(), view.width()),
            _content_position(self.verticalScrollBar(), content.height(), view.height()),
        )

    def _point_in_middle(self, view: QSize) -> QPointF:
        """Return the point of the drawing in the middle of a viewport of another size."""
        middle = QPointF(view.width() / 2, view.height() / 2)
        inverted, _ = self._zoom.transform.inverted()
        return inverted.map(middle - self._board_position_in(view))

    def _center_within_board(self, point: QPointF) -> None:
        """Scroll a point to the middle, but not so far that there is empty space at an edge."""
        self.center_on(point)
        self._remove_gaps()

    def _remove_gaps(self) -> None:
        """Scroll so that there is no empty space at an edge of a board larger than the viewport."""
        content, view = self._content_size(), self.viewport().size()
        _remove_gap(self.horizontalScrollBar(), content.width(), view.width())
        _remove_gap(self.verticalScrollBar(), content.height(), view.height())

    def _content_size(self) -> QSizeF:
        """Return the size of the whole board in logical pixels."""
        width, height = board_size(self._board)
        return self._zoom.transform.mapRect(QRectF(0, 0, width, height)).size()

    def _set_zoom(self, zoom: Zoom, anchor: QPointF | None) -> None:
        fixed_point = anchor if anchor is not None else QPointF(self.viewport().rect().center())
        point = self.to_units(fixed_point)
        has_changed = zoom != self._zoom
        self._zoom = zoom
        self._update_ranges()
        offset = self.from_units(point) - fixed_point
        self._scroll_by(offset.x(), offset.y())
        if has_changed:
            self._settle_timer.start()
            self.viewport().update()
            self.zoom_changed.emit(zoom.scale)

    def _zoom_by(self, factor: float, anchor: QPointF | None = None) -> None:
        self.zoom_to(self._target_scale * factor, anchor)

    def _update_ranges(self) -> None:
        content, view = self._content_size(), self.viewport().size()
        _set_range(self.horizontalScrollBar(), content.width(), view.width())
        _set_range(self.verticalScrollBar(), content.height(), view.height())

    def _scroll_by(self, dx: float, dy: float) -> None:
        for bar, distance in ((self.horizontalScrollBar(), dx), (self.verticalScrollBar(), dy)):
            bar.setValue(bar.value() + round(distance))

    # Qt's events

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the board again if it was fitted; scroll instead if it would become unreadable."""
        middle = self._point_in_middle(event.oldSize())
        super().resizeEvent(event)
        if self._is_fitted:
            self.fit_readably(self._zoom.scale)
            self._center_within_board(middle)
        else:
            self._update_ranges()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Move the visible pixels."""
        if float(self._zoom.ratio).is_integer():
            self.viewport().scroll(dx, dy)
        else:  # Qt can only move whole device pixels
            self.viewport().update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom at the pointer with Ctrl, otherwise scroll."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._zoom_by(_ZOOM_STEP ** (event.angleDelta().y() / 120), event.position())
            event.accept()
        else:
            super().wheelEvent(event)

    def viewportEvent(self, event: QEvent) -> bool:
        """Handle pinch gestures and changes of the screen's pixel ratio."""
        if isinstance(event, QNativeGestureEvent):
            return self._handle_native_gesture(event)
        if isinstance(event, QGestureEvent):
            return self._handle_gesture(event)
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self._set_zoom(Zoom.nearest(self._target_scale, self.devicePixelRatioF()), None)
        return super().viewportEvent(event)

    def _handle_native_gesture(self, event: QNativeGestureEvent) -> bool:
        if event.gestureType() is Qt.NativeGestureType.ZoomNativeGesture:
            self._zoom_by(1 + event.value(), event.position())
        return True

    def _handle_gesture(self, event: QGestureEvent) -> bool:
        pinch = event.gesture(Qt.GestureType.PinchGesture)
        if isinstance(pinch, QPinchGesture):
            middle = self.viewport().mapFromGlobal(pinch.centerPoint().toPoint())
            self._zoom_by(pinch.scaleFactor(), QPointF(middle))
        return True

    # Panning: subclasses call these first

    @property
    def is_panning(self) -> bool:
        """Whether the board is being panned."""
        return self._pan_position is not None

    def set_space_held(self, is_held: bool) -> None:
        """Set whether the space bar is held, which lets the left button pan the board."""
        self._is_space_held = is_held
        self._update_cursor()

    def begin_pan(self, event: QMouseEvent) -> bool:
        """Start panning if the pressed button pans now; return whether it does."""
        is_left_pan = event.button() == Qt.MouseButton.LeftButton and (
            self._is_space_held or self._left_button_pans
        )
        if not is_left_pan and event.button() != Qt.MouseButton.MiddleButton:
            return False
        self._pan_position = event.position()
        self._update_cursor()
        return True

    def pan(self, event: QMouseEvent) -> bool:
        """Continue panning; return False if the board is not being panned."""
        if self._pan_position is None:
            return False
        offset = self._pan_position - event.position()
        self._scroll_by(offset.x(), offset.y())
        self._pan_position = event.position()
        return True

    def end_pan(self) -> bool:
        """End panning; return whether the board was being panned."""
        was_panning, self._pan_position = self._pan_position is not None, None
        self._update_cursor()
        return was_panning

    def _update_cursor(self) -> None:
        if self._pan_position is not None:
            self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
        elif self._is_space_held or self._left_button_pans:
            self.viewport().setCursor(Qt.CursorShape.OpenHandCursor)
        else:
            self.viewport().setCursor(self._pointer)


def _set_range(bar: QScrollBar, content: float, view: int) -> None:
    """Allow scrolling any point to the middle; disable scrolling if the whole content fits."""
    if content <= view:
        bar.setRange(0, 0)
    else:
        bar.setRange(-view // 2, round(content) - view // 2)
    bar.setPageStep(view)
    bar.setSingleStep(max(1, view // 20))


def _remove_gap(bar: QScrollBar, content: float, view: int) -> None:
    """Scroll so that the content fills the view along one axis, if it is large enough."""
    bar.setValue(min(max(bar.value(), 0), max(0, round(content) - view)))


def _content_position(bar: QScrollBar, content: float, view: int) -> float:
    """Return the position of the content along one axis of the viewport."""
    return (view - content) / 2 if bar.minimum() == bar.maximum() else float(-bar.value())


def _scroll_distance(low: float, high: float, view_size: float) -> float:
    """Return how far to scroll to bring the range from *low* to *high* into view."""
    if low < 0:
        return low
    return min(low, high - view_size) if high > view_size else 0.0

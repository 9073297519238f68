"""The underlay of a board: reading its picture, placing it with pins, and saving the placement."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, QSettings, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QImage, QMouseEvent, QPainter, QPen

from m44core.board import Board
from m44core.drawing.board.scenario_drawing import board_size
from m44core.drawing.shapes.palettes import LIGHT
from m44core.errors import M44Error
from m44core.hexes import Hex
from m44core.io.files.file_reader import digest
from m44core.io.files.save import write
from m44core.messages.message import Value, message
from m44core.messages.renderers import message_of_error
from m44core.untrusted_files import read_bounded
from m44core.work.executors import ThreadExecutor
from m44editor.background_jobs import when_done
from m44editor.board.board_marks import WideMark
from m44editor.board.board_view import BoardView
from m44editor.board.geometry import board_area, centre, nearest_hex
from m44editor.board.pixmaps import BoardLayer
from m44editor.documents.document import Document
from m44editor.documents.editor_settings import text_setting
from m44editor.theme_tokens import MarkColour
from m44editor.underlay.underlay_picture import (
    Placement,
    fitted_placement,
    placement_from_text,
    placement_to_text,
    read_picture,
)

PIN_RADIUS = 9.0  # logical pixels: the radius of a pin
_LINE, _FILL = QColor(MarkColour.PIN_LINE), QColor(MarkColour.PIN)

PLACEMENT_SUFFIX = ".underlay.json"
_MAX_BYTES = 100_000  # bytes of a placement stored next to a scenario
_REMOVED_SETTING = "removed"  # the setting of a file whose picture was removed
_SNAP_DISTANCE = 18.0  # units from the middle of a hex within which a pin snaps to it
NO_PICTURE = message("No picture yet.")


class Underlay(BoardLayer):
    """A picture above the printed board, cached like other layers.

    Args:
        image: The picture.
        placement: Its placement on the board.
        board: The board.
    """

    def __init__(self, image: QImage, placement: Placement, board: Board) -> None:
        super().__init__((), board_size(board), LIGHT)
        self._image = image
        self._placement = placement

    def draw(self, painter: QPainter) -> None:
        """Draw the picture in the units of the board."""
        transform = self._placement.transform(self._image.width(), self._image.height())
        if transform is None:
            return
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setOpacity(self._placement.opacity)
        painter.setTransform(transform, True)
        painter.drawImage(QPointF(0, 0), self._image)


class Pins(WideMark):
    """The pins of a picture, shown above the board."""

    def __init__(self, placement: Placement, board: Board, held_pin: int | None = None) -> None:
        self.hexes: frozenset[Hex] = frozenset(board.hexes)
        corners = [QPointF(*point) for point in placement.points]
        margin = 60.0
        self.bounds: QRectF = board_area(board).adjusted(-margin, -margin, margin, margin)
        self._corners = corners
        self._held_pin = held_pin

    def paint(self, painter: QPainter, scale: float) -> None:
        """Paint a ring with a cross at each pin, and lines between them."""
        pen = QPen(_FILL, 1.5 / scale, Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolygon(self._corners)
        for index, corner in enumerate(self._corners):
            radius = PIN_RADIUS / scale * (1.3 if index == self._held_pin else 1.0)
            painter.setPen(QPen(_LINE, 1.5 / scale))
            painter.setBrush(QColor(MarkColour.PIN_FAINT))
            painter.drawEllipse(corner, radius, radius)
            right, below = QPointF(radius, 0), QPointF(0, radius)
            painter.drawLine(corner - right, corner + right)
            painter.drawLine(corner - below, corner + below)


class UnderlayController(QObject):
    """Shows a picture below the pieces of a board.

    Attributes:
        placement: The picture and its placement; None if there is no picture.
        error: The untranslated reason why the picture cannot be shown; empty if it can.

    Signals:
        changed: The picture, its placement or the error has changed.
    """

    changed = Signal()

    def __init__(self, view: BoardView, document: Document, settings: QSettings) -> None:
        super().__init__(view)
        self.setObjectName("underlay")
        self._view, self._document, self._settings = view, document, settings
        self.placement: Placement | None = None
        self.error: Value = ""
        self._image: QImage | None = None
        self._held_pin: int | None = None
        self._is_adjusting = False
        self._worker = ThreadExecutor("underlay")
        document.replaced.connect(self.restore)
        document.path_changed.connect(self._schedule_save)
        view.viewport().installEventFilter(self)

    @property
    def image(self) -> QImage | None:
        """The picture; None until it has been read."""
        return self._image

    def choose(self, picture: Path) -> None:
        """Show a new picture, fitted to the board once it has been read."""
        self._clear_picture()
        self.placement = Placement(picture, (), ())
        self._load(picture)

    def set_placement(self, placement: Placement) -> None:
        """Change the placement, show it and save it."""
        self.placement = placement
        self._show()
        self._save_placement()

    def remove(self) -> None:
        """Remove the picture, and do not show it again when the file is opened.

        A placement next to the scenario, which others may use, stays unchanged.
        """
        self.placement = None
        self._clear_picture()
        if self._document.path is not None:
            self._settings.setValue(_setting_name(self._document.path), _REMOVED_SETTING)

    def fit(self) -> None:
        """If there is a picture, fit all of it to the board, with its pins at its corners."""
        if self.placement and self._image:
            placement = self.placement
            area = board_area(self._view.board)
            fit = fitted_placement(
                placement.picture, self._image.width(), self._image.height(), area
            )
            self.set_placement(replace(placement, pins=fit.pins, points=fit.points))

    def set_adjusting(self, is_adjusting: bool) -> None:
        """Show or hide the pins, which can be dragged while they are shown."""
        self._is_adjusting = is_adjusting
        self._update_pins()

    def restore(self) -> None:
        """Show the picture saved for the current file, if there is one."""
        path = self._document.path
        self._clear_picture()
        self.placement = None if path is None else saved_placement(path, self._settings)
        if self.placement is not None:
            self._load(self.placement.picture)
        self.changed.emit()

    def store_next_to_scenario(self) -> Path:
        """Save the placement in a file next to the scenario, to share both; return its path.

        Raises:
            WriteError: the file cannot be written.
        """
        path = self._document.path
        assert path is not None, "the scenario has a file"
        assert self.placement is not None, "there is a picture"
        target = placement_path(path)
        write(placement_to_text(self.placement, path.parent).encode(), target, backup=False)
        return target

    def close(self) -> None:
        """Stop reading pictures."""
        self._worker.shutdown(wait=False, cancel_futures=True)

    # Display

    def _load(self, picture: Path) -> None:
        future = self._worker.submit(read_picture, picture)
        when_done(future, partial(self._on_image_read, picture))

    def _on_image_read(self, picture: Path, future: Future[QImage]) -> None:
        if self.placement is None or self.placement.picture != picture:
            return  # a different picture was chosen meanwhile
        error = future.exception()
        if error is not None:
            self.error = message_of_error(error) if isinstance(error, M44Error) else str(error)
            self.changed.emit()
            return
        self._image = future.result()
        if not self.placement.points:
            area = board_area(self._view.board)
            size = self._image.width(), self._image.height()
            self.placement = fitted_placement(picture, *size, area)
        self._show()
        self._save_placement()

    def _show(self) -> None:
        self.error = ""
        placement, image = self.placement, self._image
        is_shown = placement is not None and placement.shown and image is not None
        layer = (
            Underlay(image, placement, self._view.board)
            if is_shown and image and placement
            else None
        )
        self._view.set_underlay(layer)
        self._update_pins()
        self.changed.emit()

    def _clear_picture(self) -> None:
        self._image, self.error = None, ""
        self._view.set_underlay(None)
        self._update_pins()
        self.changed.emit()

    def _update_pins(self) -> None:
        placement = self._movable_placement
        pins = Pins(placement, self._view.board, self._held_pin) if placement else None
        self._view.set_mark("underlay", pins)

    @property
    def _movable_placement(self) -> Placement | None:
        """The placement if the mouse can change it now, else None."""
        placement = self.placement
        if not self._is_adjusting or placement is None or placement.locked or self._image is None:
            return None
        return placement if placement.shown else None

    def _schedule_save(self) -> None:
        """Schedule saving the placement for a new path; :meth:`restore` can replace it first."""
        QTimer.singleShot(0, self, self._save_placement)

    def _save_placement(self) -> None:
        path, placement = self._document.path, self.placement
        if path is not None and placement is not None and placement.points:
            self._settings.setValue(_setting_name(path), placement_to_text(placement))

    # Dragging

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Handle drags of pins before the current tool gets the events."""
        if isinstance(event, QMouseEvent) and self._movable_placement is not None:
            match event.type():
                case QEvent.Type.MouseButtonPress:
                    return self._press(event)
                case QEvent.Type.MouseMove if self._held_pin is not None:
                    self._drag(event)
                    return True
                case QEvent.Type.MouseButtonRelease if self._held_pin is not None:
                    self._held_pin = None
                    self._save_placement()
                    self._update_pins()
                    return True
        return super().eventFilter(watched, event)

    def _press(self, event: QMouseEvent) -> bool:
        placement = self._movable_placement
        if placement is None or event.button() is not Qt.MouseButton.LeftButton:
            return False
        position = event.position()
        for index, point in enumerate(placement.points):
            pin_position = self._view.from_units(QPointF(*point))
            if (pin_position - position).manhattanLength() <= 2 * PIN_RADIUS:
                self._held_pin = index
                self._update_pins()
                return True
        return False

    def _drag(self, event: QMouseEvent) -> None:
        """Move the held pin and stretch the picture; with Ctrl, move it within the picture."""
        placement, image = self._movable_placement, self._image
        if placement is None or image is None or self._held_pin is None:
            return
        position = self._view.to_units(event.position())
        modifiers = event.modifiers()
        if modifiers & Qt.KeyboardModifier.ControlModifier:
            transform = placement.transform(image.width(), image.height())
            if transform is None:
                return
            to_pixels, _ = transform.inverted()
            after = placement.with_pin_moved_in_picture(
                self._held_pin, position, to_pixels, image.width(), image.height()
            )
        else:
            is_free = bool(modifiers & Qt.KeyboardModifier.ShiftModifier)
            after = placement.with_moved_pin(
                self._held_pin, position if is_free else _snap_to_hex(position)
            )
        if after.transform(image.width(), image.height()) is not None:
            self.placement = after
            self._show()


def _snap_to_hex(point: QPointF) -> QPointF:
    """Return the center of the closest hex if it is near a point, else the point itself."""
    middle = centre(nearest_hex(point.x(), point.y()))
    return QPointF(middle) if (middle - point).manhattanLength() <= _SNAP_DISTANCE else point


def placement_path(path: Path) -> Path:
    """Return the path of the placement file next to a scenario."""
    return path.with_name(path.stem + PLACEMENT_SUFFIX)


def saved_placement(path: Path, settings: QSettings) -> Placement | None:
    """Return the placement saved for a file: in the settings, else in the file next to it.

    None if neither has a valid one, or if the user removed the picture.
    """
    setting = text_setting(settings, _setting_name(path), "")
    if setting == _REMOVED_SETTING:
        return None
    stored_placement = placement_from_text(setting, path.parent)
    if stored_placement is not None:
        return stored_placement
    try:
        return placement_from_text(
            read_bounded(placement_path(path), _MAX_BYTES).decode("utf-8"), path.parent
        )
    except (OSError, ValueError):
        return None


def _setting_name(path: Path) -> str:
    return f"underlay/{digest(str(path).encode())[:32]}"

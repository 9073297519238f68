"""The widget that shows a board and reports mouse and keyboard events on it.

It is a custom scroll area rather than a QGraphicsView. A full repaint of an Overlord board
copies the same pictures as a scene with a pixmap item per piece, but a change of the board does not
create a thousand items owned by Python, and every picture is aligned to whole device pixels.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSizeF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QWidget

from m44core.catalogue.catalogue_types import Side
from m44core.drawing.board.scenario_drawing import ALL_LAYERS, VisibleLayers
from m44core.drawing.shapes.art import Art, PaintingPlane
from m44core.drawing.shapes.palettes import LIGHT
from m44core.errors import M44Error
from m44core.faults import boundary, error_reason
from m44core.hexes import Hex
from m44core.model.scenario import Scenario
from m44core.values import dataclass
from m44editor.board.board_marks import HIGHLIGHT_INSET, Highlight, WideMark
from m44editor.board.canvas import Canvas, RenderStatus, arts_area
from m44editor.board.geometry import board_area, hex_at, hex_bounding_rect
from m44editor.board.hex_descriptions import hex_text
from m44editor.board.painter import Palette
from m44editor.board.pixmaps import IDLE_MS, Backdrop, BackdropKey, paint_shadow, release_memory
from m44editor.board.zoom_area import ZoomArea
from m44editor.interface_text import sentence, tr
from m44editor.screen_reader import announce, focus_hex
from m44editor.theme_tokens import MarkColour

if TYPE_CHECKING:
    from m44editor.board.board_marks import Mark
    from m44editor.board.pixmaps import BoardLayer

_HOVER_COLOUR = QColor(MarkColour.HOVER)
_HOVER_LINE = QColor(MarkColour.HOVER_LINE)
_CURSOR_COLOUR = QColor(MarkColour.CURSOR)
_FOCUS_WIDTH = 3  # pixels of the frame that shows the focus
_KEYBOARD_REASONS = {
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
}
_LINE_MARGIN = 6.0  # units a highlight's line may reach beyond its hexes
_MAX_AREAS = 60  # areas; if more have changed, the whole board is repainted
_BAND_COLOUR = QColor(MarkColour.BAND)

_ARROW_KEYS = {Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down}
_RIGHT = Qt.MouseButton.RightButton
_CLICK_KEYS = {Qt.Key.Key_Return, Qt.Key.Key_Enter}


class BoardView(ZoomArea):
    """Shows a scenario and emits mouse and keyboard events on its hexes, without acting on them.

    Signals:
        pressed, dragged, released: A :class:`BoardEvent`. Space or Enter at the keyboard cursor
        counts as a press and a release of the left button.
        double_clicked: A :class:`BoardEvent`.
        hovered: The hex under the pointer or the keyboard cursor; None if there is none.
        cancelled: Esc was pressed.
        menu_requested: The context menu was requested: a :class:`BoardEvent`, whose hex is that of
            the keyboard cursor if a key requested it, and the point on the screen for the menu.

    Attributes:
        complete: Whether every picture in the last frame was rendered for the current zoom.
        fault: The message shown in place of a board that cannot be drawn; empty if the board can be
            drawn.
        speech: Describes hexes to screen readers.
        handle_tab: Called for Tab (True) and Shift+Tab (False); returns whether it used the key. If
            not, the focus leaves the board.
        drags_by_keys: Whether Shift with the arrow keys emulates a drag, until Shift is released.
    """

    pressed = Signal(object)
    dragged = Signal(object)
    released = Signal(object)
    double_clicked = Signal(object)
    hovered = Signal(object)
    cancelled = Signal()
    menu_requested = Signal(object, object)

    def __init__(
        self,
        scenario: Scenario,
        parent: QWidget | None = None,
        *,
        visible_layers: VisibleLayers = ALL_LAYERS,
        palette: Palette = LIGHT,
    ) -> None:
        super().__init__(parent)
        self._canvas = Canvas(scenario, visible_layers, palette)
        self._art_palette = palette
        self._highlights: dict[str, Mark] = {}
        self._ghost: Mapping[Hex, tuple[Art, ...]] = {}
        self._band: QRectF | None = None
        self._hovered_hex: Hex | None = None
        self._idle_timer = QTimer(self, singleShot=True, interval=IDLE_MS)
        self._idle_timer.timeout.connect(self._release_memory)
        self._backdrop = Backdrop(self._paint_backdrop)
        self._rendered = RenderStatus.ALL
        self._cursor_hex: Hex | None = None
        self._pressed_hex: Hex | None = None  # the hex pressed last with the mouse
        self._was_space_used = self._shows_focus = False
        self.drags_by_keys = False
        self._is_key_dragging = False
        self.handle_tab: Callable[[bool], bool] | None = None
        self.complete, self.fault = False, ""
        self.speech = HexAnnouncer(self)
        self.retranslate()
        self.set_board(scenario.board)

    def retranslate(self) -> None:
        """Retranslate the accessible name and the texts on the board."""
        self.setAccessibleName(tr("Board"))
        self._canvas.retranslate()
        self.repaint_all()

    # What is shown

    @property
    def scenario(self) -> Scenario:
        """The scenario that is shown."""
        return self._canvas.scenario

    @property
    def visible_layers(self) -> VisibleLayers:
        """Which layers of the scenario are shown."""
        return self._canvas.visible_layers

    @property
    def hovered_hex(self) -> Hex | None:
        """The hex under the pointer; None if there is none."""
        return self._hovered_hex

    @property
    def cursor_hex(self) -> Hex | None:
        """The hex of the keyboard cursor; None if there is no cursor, as after a click."""
        return self._cursor_hex

    def set_scenario(self, scenario: Scenario) -> None:
        """Show another scenario, repainting only what looks different."""
        areas = self._switch_scenario(scenario)
        if scenario.board is not self.board:
            self._hovered_hex = self._cursor_hex = self._pressed_hex = None
            self.set_board(scenario.board)
        if areas is None or len(areas) > _MAX_AREAS:
            self.repaint_all()
        else:
            self._backdrop.invalidate(self._update_areas(areas))

    @property
    def won_medals(self) -> Mapping[Side, int] | None:
        """The medals that each side has in a game; None without a game."""
        return self._canvas.won_medals

    def show_won_medals(self, won_medals: Mapping[Side, int] | None) -> None:
        """Show the medals that each side has in a game; None shows the medals needed to win."""
        if self._canvas.show_won_medals(won_medals):
            self.repaint_all()

    def _switch_scenario(self, scenario: Scenario) -> Sequence[QRectF] | None:
        """Switch to a scenario and return the changed areas in units; None for the whole board."""
        try:
            with boundary():
                return self._canvas.set_scenario(scenario)
        except M44Error:  # painting raises the fault again and shows it
            self._canvas.invalidate()
            return None

    def repaint_all(self) -> None:
        """Repaint the whole board."""
        self._backdrop.clear()
        self.viewport().update()

    def set_style(
        self,
        visible_layers: VisibleLayers,
        palette: Palette,
        dimmed: Mapping[PaintingPlane, float] | None = None,
    ) -> None:
        """Set the visible layers, the colors and the opacities of planes, and repaint the board.

        If *dimmed* is None, the opacities stay as they are.
        """
        self._art_palette = palette
        self._canvas.dimmed = self._canvas.dimmed if dimmed is None else dimmed
        self._canvas.restyle(visible_layers, palette)
        self.repaint_all()

    @property
    def label_language(self) -> str | None:
        """The language of the labels; None for those of the board."""
        return self._canvas.label_language

    def set_label_language(self, code: str | None) -> None:
        """Show the labels and the title in a language; None as in :class:`Canvas`."""
        if self._canvas.set_label_language(code):
            self.repaint_all()

    def set_underlay(self, underlay: BoardLayer | None) -> None:
        """Show a picture between the printed board and the tiles; None removes it."""
        self._canvas.underlay = underlay
        self.repaint_all()

    def set_mark(self, name: str, highlight: Mark | None) -> None:
        """Replace the mark with this name; None, or a mark without hexes, removes it."""
        old_mark = self._highlights.pop(name, None)
        if highlight is not None and highlight.hexes:
            self._highlights[name] = highlight
        changed_marks = [mark for mark in (old_mark, highlight) if mark is not None]
        self._update_areas(mark.bounds for mark in changed_marks if isinstance(mark, WideMark))
        narrow_hexes = (mark.hexes for mark in changed_marks if not isinstance(mark, WideMark))
        self._update_hexes(frozenset().union(*narrow_hexes))

    def set_ghost(self, arts: Mapping[Hex, tuple[Art, ...]]) -> None:
        """Show pieces, half transparent, on the hexes where they would be placed."""
        old_arts, self._ghost = self._ghost, arts
        for pieces in (old_arts, arts):
            self._update_areas(arts_area(hex_, each) for hex_, each in pieces.items())

    def set_rubber_band(self, band: QRectF | None) -> None:
        """Show a rubber band, given as a rectangle in units; None removes it."""
        old_band, self._band = self._band, band
        self._update_areas(area for area in (old_band, band) if area is not None)

    def show_hex(self, hex_: Hex) -> None:
        """Scroll to a hex and move the keyboard cursor there."""
        self.bring_into_view(hex_bounding_rect(hex_))
        self._move_cursor(hex_)

    def hover_over(self, hex_: Hex | None) -> None:
        """Treat a hex as the one under the pointer; None for no hex."""
        self._set_hovered_hex(hex_)

    def hexes_of_mark(self, name: str) -> frozenset[Hex]:
        """Return the hexes of the mark with this name; empty if there is no such mark."""
        return self._highlights[name].hexes if name in self._highlights else frozenset()

    def _update_hexes(self, hexes: Iterable[Hex]) -> None:
        margin = _LINE_MARGIN
        self._update_areas(
            hex_bounding_rect(hex_).adjusted(-margin, -margin, margin, margin) for hex_ in hexes
        )

    def _update_areas(self, areas: Iterable[QRectF]) -> list[QRect]:
        """Schedule rectangles, given in units, for repainting.

        Return them in viewport coordinates.
        """
        view_areas = (self.area_from_units(area) for area in areas)
        rectangles = [area.toAlignedRect().adjusted(-2, -2, 2, 2) for area in view_areas]
        for rectangle in rectangles:
            self.viewport().update(rectangle)
        return rectangles

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the exposed area; schedule another frame if pictures are missing or outdated."""
        if not self._idle_timer.isActive():
            self._idle_timer.start()
        self._rendered = RenderStatus.ALL
        self.fault = ""
        try:
            with boundary(), QPainter(self.viewport()) as painter:
                painter.setClipRect(event.rect())
                key = BackdropKey(self.viewport().size(), self.zoom, self.origin())
                self._backdrop.draw(painter, event.rect(), key)
                self._paint_marks(painter)
                self._paint_focus(painter)
        except M44Error as error:
            self.fault = sentence(error_reason(error))
            self._paint_fault(self.fault)
        self.complete = self._rendered is RenderStatus.ALL
        if self._rendered is RenderStatus.SOME_MISSING or (self._rendered and self.is_settled):
            self.viewport().update()

    def _paint_fault(self, text: str) -> None:
        """Show the reason why the board cannot be drawn, in place of the board."""
        self._backdrop.clear()
        self._canvas.invalidate()
        self._rendered = RenderStatus.ALL
        with QPainter(self.viewport()) as painter:
            area = self.viewport().rect()
            painter.fillRect(area, self.palette().color(QPalette.ColorRole.Base))
            painter.setPen(self.palette().color(QPalette.ColorRole.Text))
            wrap = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            headline = tr("This board cannot be drawn.")
            painter.drawText(area.adjusted(24, 24, -24, -24), wrap, f"{headline}\n\n{text}")

    def _release_memory(self) -> None:
        self._canvas.trim_caches(self.zoom if self.isVisible() else None)
        release_memory(self._backdrop, self._highlights.values())

    def _paint_backdrop(self, painter: QPainter, area: QRect) -> bool:
        """Paint an area without marks; return whether everything is rendered for this zoom."""
        painter.fillRect(area, self.palette().color(QPalette.ColorRole.Dark))
        paint_shadow(painter, self.area_from_units(board_area(self.board)), area)
        painter.save()
        render_status = self._paint_board(painter, self.area_to_units(QRectF(area)))
        painter.restore()
        self._rendered = max(self._rendered, render_status)
        return render_status is RenderStatus.ALL

    def _paint_board(self, painter: QPainter, area: QRectF) -> RenderStatus:
        painter.scale(1 / self.zoom.ratio, 1 / self.zoom.ratio)
        return self._canvas.paint(
            painter, area, self.zoom, self.origin(), quick=not self.is_settled
        )

    def _paint_marks(self, painter: QPainter) -> None:
        painter.save()
        painter.scale(1 / self.zoom.ratio, 1 / self.zoom.ratio)
        self._canvas.paint_ghost(painter, self._ghost, self.zoom, self.origin())
        painter.restore()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(QPointF(self.origin()) / self.zoom.ratio)
        painter.setTransform(self.zoom.transform, True)
        for highlight in (*self._highlights.values(), *self._cursor_marks()):
            highlight.paint(painter, self.zoom.scale)
        if self._band is not None:
            painter.setPen(_BAND_COLOUR)
            painter.setBrush(_HOVER_COLOUR)
            painter.drawRect(self._band)
        painter.resetTransform()
        painter.scale(1 / self.zoom.ratio, 1 / self.zoom.ratio)
        marks = (*self._highlights.values(), *self._cursor_marks())
        marked_hexes = frozenset[Hex]().union(*(mark.hexes for mark in marks))
        self._canvas.paint_labels_again(painter, marked_hexes, self.zoom, self.origin())

    def _paint_focus(self, painter: QPainter) -> None:
        """Frame the board if a key has moved the focus here and there is no keyboard cursor."""
        if self._shows_focus and self._cursor_hex is None and self.hasFocus():
            painter.resetTransform()
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(self.palette().color(QPalette.ColorRole.Highlight), _FOCUS_WIDTH))
            inset = _FOCUS_WIDTH / 2
            frame = QRectF(self.viewport().rect()).adjusted(inset, inset, -inset, -inset)
            painter.drawRect(frame)

    def _set_focus_shown(self, is_shown: bool) -> None:
        if is_shown is not self._shows_focus:
            self._shows_focus = is_shown
            self.viewport().update()

    def _cursor_marks(self) -> Iterable[Highlight]:
        if self._hovered_hex is not None:
            inset = HIGHLIGHT_INSET if self.scenario.at(self._hovered_hex).unit else 0.0
            yield Highlight(
                frozenset({self._hovered_hex}), _HOVER_LINE, _HOVER_COLOUR, width=1, inset=inset
            )
        if self._cursor_hex is not None and self.hasFocus():
            yield Highlight(
                frozenset({self._cursor_hex}), line=_CURSOR_COLOUR, width=2, dashed=True
            )

    # The mouse

    def hex_under(self, position: QPointF) -> Hex | None:
        """Return the hex at a point in the viewport; None if the point is off the board."""
        point = self.to_units(position)
        return hex_at(self.board, point.x(), point.y())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Start to pan, or emit the press and hide the keyboard cursor."""
        if self.begin_pan(event):
            self._was_space_used = True
        else:
            self._end_key_drag()
            self._set_focus_shown(False)
            self._set_cursor_hex(None)
            self._pressed_hex = self.hex_under(event.position())
            self.pressed.emit(self._mouse_event(event, event.button()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Pan, or update the hovered hex and emit the drag."""
        if self.pan(event):
            return
        self._set_hovered_hex(self.hex_under(event.position()))
        if event.buttons() != Qt.MouseButton.NoButton:
            self.dragged.emit(self._mouse_event(event, _drag_button(event.buttons())))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Stop panning, or emit the release."""
        if not self.end_pan():
            self.released.emit(self._mouse_event(event, event.button()))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Emit a press and a double click, because quick clicks must paint, too."""
        self.mousePressEvent(event)
        if not self.is_panning:
            self.double_clicked.emit(self._mouse_event(event, event.button()))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Request the menu of the hex below the pointer, or at the keyboard cursor."""
        if event.reason() != QContextMenuEvent.Reason.Mouse:
            self._request_menu_by_key(event.modifiers())
        elif not self.is_panning:
            position = QPointF(event.pos())
            board_event = self._event_at(position, _RIGHT, event.modifiers())
            self.menu_requested.emit(board_event, event.globalPos())

    def _request_menu_by_key(self, modifiers: Qt.KeyboardModifier) -> None:
        menu_point = self.viewport().rect().center()
        board_event = BoardEvent(None, self.to_units(QPointF(menu_point)), _RIGHT, modifiers)
        if self._cursor_hex is not None:
            area = hex_bounding_rect(self._cursor_hex)
            board_event = BoardEvent(self._cursor_hex, area.center(), _RIGHT, modifiers)
            menu_point = self.area_from_units(area).bottomLeft().toPoint()
        self.menu_requested.emit(board_event, self.viewport().mapToGlobal(menu_point))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the hex that was clicked last, or the keyboard cursor, in view if it was before."""
        hex_ = self._cursor_hex or self._pressed_hex
        area = hex_bounding_rect(hex_) if hex_ is not None else QRectF()
        old_viewport = QRectF(QPointF(), QSizeF(event.oldSize()))
        was_in_view = old_viewport.contains(self.area_from_units(area))
        super().resizeEvent(event)
        if hex_ is not None and was_in_view:
            self.bring_into_view(area.adjusted(-_LINE_MARGIN, 0, _LINE_MARGIN, 0))

    def leaveEvent(self, event: QEvent) -> None:
        """Clear the hovered hex."""
        super().leaveEvent(event)
        self._set_hovered_hex(None)

    def _mouse_event(self, event: QMouseEvent, button: Qt.MouseButton) -> BoardEvent:
        return self._event_at(event.position(), button, event.modifiers())

    def _event_at(
        self, position: QPointF, button: Qt.MouseButton, modifiers: Qt.KeyboardModifier
    ) -> BoardEvent:
        """Return an event at a point of the viewport."""
        hex_, point = self.hex_under(position), self.to_units(position)
        is_empty = hex_ is None or not (self.scenario.at(hex_) or hex_ in self.scenario.labels)
        label_hex = self._canvas.label_at(point) if is_empty else None
        return BoardEvent(hex_, point, button, modifiers, label_hex)

    def _set_hovered_hex(self, hex_: Hex | None) -> None:
        if hex_ == self._hovered_hex:
            return
        old_hex, self._hovered_hex = self._hovered_hex, hex_
        self._update_hexes(h for h in (old_hex, hex_) if h is not None)
        self.hovered.emit(hex_)

    # The keyboard

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the keyboard cursor, click with it, or start to pan."""
        key = event.key()
        if key in _ARROW_KEYS and not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            is_drag = self.drags_by_keys and event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            (self._drag_by_key if is_drag else self._step_cursor)(Qt.Key(key))
        elif key == Qt.Key.Key_Space:
            if not event.isAutoRepeat():
                self._was_space_used = False
                self.set_space_held(True)
        elif key in _CLICK_KEYS:
            self.click_cursor_hex(event.modifiers())
        elif key == Qt.Key.Key_F10 and event.modifiers() == Qt.KeyboardModifier.ShiftModifier:
            self._request_menu_by_key(Qt.KeyboardModifier.NoModifier)
        elif key == Qt.Key.Key_Escape:
            self._is_key_dragging = False
            self.cancelled.emit()
        else:
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Click with the space bar, unless it was held to pan; end a keyboard drag with Shift."""
        if event.key() == Qt.Key.Key_Shift:
            self._end_key_drag()
        if event.key() != Qt.Key.Key_Space or event.isAutoRepeat():
            super().keyReleaseEvent(event)
            return
        self.set_space_held(False)
        if not self._was_space_used:
            self.click_cursor_hex(event.modifiers())

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Keep the focus if `handle_tab` uses the Tab key."""
        if self.handle_tab is not None and self.handle_tab(forward):
            return True
        return super().focusNextPrevChild(forward)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hide the keyboard cursor and end a keyboard drag."""
        super().focusOutEvent(event)
        self._end_key_drag()
        self._set_focus_shown(False)
        self.set_space_held(False)
        self._update_hexes({self._cursor_hex} if self._cursor_hex is not None else ())

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the keyboard cursor, or a focus frame if a key has moved the focus here."""
        super().focusInEvent(event)
        self._set_focus_shown(event.reason() in _KEYBOARD_REASONS)
        self._update_hexes({self._cursor_hex} if self._cursor_hex is not None else ())

    def _step_cursor(self, key: Qt.Key) -> None:
        """Move the keyboard cursor by one hex, zigzagging up or down within a column."""
        start = self._cursor_hex or self._hovered_hex
        if start is None:
            self._move_cursor(self.board.hexes[len(self.board.hexes) // 2])
            return
        for target in arrow_key_targets(start, key):
            if target in self.board:
                self._move_cursor(target)
                return

    def _move_cursor(self, hex_: Hex) -> None:
        self._set_cursor_hex(hex_)
        self.bring_into_view(hex_bounding_rect(hex_))
        self.hovered.emit(hex_)

    def _set_cursor_hex(self, hex_: Hex | None) -> None:
        old_hex, self._cursor_hex = self._cursor_hex, hex_
        self._update_hexes(h for h in (old_hex, hex_) if h is not None)

    def click_cursor_hex(
        self, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
    ) -> None:
        """Press and release the left button on the hex of the keyboard cursor, if there is one."""
        if self._cursor_hex is None:
            return
        event = self._key_event(self._cursor_hex, modifiers)
        self.pressed.emit(event)
        self.released.emit(event)

    def _drag_by_key(self, key: Qt.Key) -> None:
        """Move the keyboard cursor while emulating a drag with the left button."""
        if self._cursor_hex is not None and not self._is_key_dragging:
            self._is_key_dragging = True
            self.pressed.emit(self._key_event(self._cursor_hex))
        self._step_cursor(key)
        if self._is_key_dragging and self._cursor_hex is not None:
            self.dragged.emit(self._key_event(self._cursor_hex))

    def _end_key_drag(self) -> None:
        if self._is_key_dragging and self._cursor_hex is not None:
            self._is_key_dragging = False
            self.released.emit(self._key_event(self._cursor_hex))

    def _key_event(
        self, hex_: Hex, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
    ) -> BoardEvent:
        """Return an event of the left button at the center of a hex."""
        return BoardEvent(
            hex_, hex_bounding_rect(hex_).center(), Qt.MouseButton.LeftButton, modifiers
        )


def _drag_button(buttons: Qt.MouseButton) -> Qt.MouseButton:
    """Return the held button that determines a drag: the left one, else the right one.

    Return NoButton if neither is held.
    """
    for button in (Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton):
        if buttons & button:
            return button
    return Qt.MouseButton.NoButton


class HexAnnouncer:
    """Describes the hex under the pointer or keyboard cursor to screen readers.

    Attributes:
        text_of: Returns the description of a hex on the board.
        overlay_text: The text of the overlays, which is appended to the description.
    """

    def __init__(self, view: BoardView) -> None:
        self._view = view
        self._hex: Hex | None = None  # the hex a screen reader was last moved to
        self._text = self.overlay_text = ""
        self.text_of: Callable[[Hex], str] = lambda hex_: hex_text(view.scenario, hex_)

    def describe_hex(self, hex_: Hex | None) -> str:
        """Describe a hex and return the text; empty if the hex is None or off the board.

        The text becomes the accessible description; at the keyboard cursor, it is announced, too.
        """
        is_on_board = hex_ is not None and hex_ in self._view.board
        self._text = self.text_of(hex_) if is_on_board and hex_ else ""
        self._describe()
        cursor = self._view.cursor_hex
        if self._text and cursor is not None:
            self._announce_hex(cursor)
        return self._text

    def show_overlay_text(self, text: str) -> None:
        """Append the text of the overlays to the description; an empty text removes it.

        If there is a keyboard cursor, the text is announced, too.
        """
        self.overlay_text = text
        self._describe()
        if text and self._view.cursor_hex is not None:
            announce(self._view, text)

    def _describe(self) -> None:
        parts = filter(None, (self._text, self.overlay_text))
        self._view.setAccessibleDescription("\n".join(parts))

    def _announce_hex(self, hex_: Hex) -> None:
        """Move screen readers to a hex; if they are already there, announce its text again."""
        old_hex, self._hex = self._hex, hex_
        if hex_ == old_hex:
            announce(self._view, self._text)
        else:
            focus_hex(self._view, hex_)


@dataclass(frozen=True, slots=True)
class BoardEvent:
    """A mouse event on the board, or a keyboard event that emulates one.

    Attributes:
        hex: The hex under the pointer; None if the pointer is off the board.
        point: The pointer's position in units.
        button: The button pressed, held or released.
        modifiers: The modifier keys held.
        label_hex: The hex of the label under the pointer if the label extends beyond that hex
            and nothing else is there; None if there is no such label.
    """

    hex: Hex | None
    point: QPointF
    button: Qt.MouseButton = Qt.MouseButton.NoButton
    modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
    label_hex: Hex | None = None

    @property
    def clicked_hex(self) -> Hex | None:
        """The hex that a click selects: that of a label under the pointer, else the hex there."""
        return self.label_hex or self.hex


def arrow_key_targets(hex_: Hex, key: Qt.Key) -> tuple[Hex, ...]:
    """Return the hexes that an arrow key can lead to, best first, even if off the board."""
    col_shift = 1 if hex_.row % 2 == 0 else -1
    match key:
        case Qt.Key.Key_Left:
            return (Hex(hex_.col - 2, hex_.row),)
        case Qt.Key.Key_Right:
            return (Hex(hex_.col + 2, hex_.row),)
        case Qt.Key.Key_Up:
            return Hex(hex_.col + col_shift, hex_.row - 1), Hex(hex_.col - col_shift, hex_.row - 1)
    return Hex(hex_.col + col_shift, hex_.row + 1), Hex(hex_.col - col_shift, hex_.row + 1)

"""The stamps panel: saved parts of boards to paint with."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import (
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QIcon,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QComboBox,
    QFileDialog,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from m44core.catalogue.catalogue import Catalogue
from m44core.drawing.board.piece_drawing import draw_art
from m44core.drawing.board.scenario_drawing import VisibleLayers, arts_of_hex, hex_centre
from m44core.drawing.shapes.shapes import Drawing, Group
from m44core.errors import M44Error
from m44core.messages.message import message
from m44core.messages.renderers import message_of_error
from m44core.model import edits
from m44editor.documents.clip_text import ClipPart
from m44editor.documents.stamp_shelf import STAMP_NUMBERS, SUFFIX, Stamp, StampShelf
from m44editor.drawing_icons import drawing_icon
from m44editor.interface_text import file_filter, tr, translated
from m44editor.panels.flow_layout import FlowLayout
from m44editor.panels.panel_lists import DeletableList
from m44editor.theme import art_palette
from m44editor.tools.paste_tool import central_hex
from m44editor.tools.tool import ToolContext

_PICTURE_SIZE = QSize(84, 66)
_LAYERS_SHOWN = VisibleLayers(labels=False)
_MARK_SIZE = 18  # pixels: the side of the square with the number of the key
KEY_ROLE = Qt.ItemDataRole.UserRole + 1
"""The role of the digit in the shortcut of a stamp; 0 if the stamp has no shortcut."""

_ALT = Qt.KeyboardModifier.AltModifier
_ROW_OFFSETS = {
    Qt.Key.Key_Left: -1,
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_Right: 2,
    Qt.Key.Key_Down: 2,
}
"""For Alt with an arrow key, the offset of the row before which the stamp is moved."""


class StampsPanel(QWidget):
    """Lists the stamps; clicking one picks it up for painting.

    Signals:
        stamp_chosen: The clip of a stamp to use.
        status_message: The reason why an action failed, for the status bar.
    """

    stamp_chosen = Signal(object)
    status_message = Signal(str)

    def __init__(
        self, tool_context: ToolContext, shelf: StampShelf, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._tool_context = tool_context
        self._shelf = shelf
        self.list = StampList(self)
        self.list.setViewMode(QListWidget.ViewMode.IconMode)
        self.list.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.list.setMovement(QListWidget.Movement.Static)
        self.list.setWordWrap(True)
        self.list.setItemDelegate(_StampDelegate(self.list))
        self.list.setIconSize(_PICTURE_SIZE)
        self.list.setGridSize(_PICTURE_SIZE + QSize(16, 34))
        self.list.setEditTriggers(QListWidget.EditTrigger.EditKeyPressed)
        self.list.setAccessibleName(tr("Stamps"))
        self.note = QLabel(self)
        self.note.setWordWrap(True)
        self.note.setTextFormat(Qt.TextFormat.PlainText)
        self.save_button = self._button(tr("Save Selection"), self._save_selection_as_stamp)
        self.add_button = self._button(tr("Add File…"), self._add_file)
        self.share_button = self._button(tr("Share…"), self._share_stamp)
        self.remove_button = self._button(tr("Remove"), self._remove_stamp)
        self.key_box = self._key_box()
        self._lay_out()
        self._connect()
        self._refresh_list()

    def _lay_out(self) -> None:
        buttons = FlowLayout()
        for button in (self.save_button, self.add_button, self.share_button, self.remove_button):
            buttons.addWidget(button)
        buttons.addWidget(self.key_box)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.addLayout(buttons)
        layout.addWidget(self.note)
        layout.addWidget(self.list, 1)

    def _connect(self) -> None:
        self.list.itemClicked.connect(self._use_stamp)
        self.list.itemActivated.connect(self._use_stamp)
        self.list.itemChanged.connect(self._rename)
        self.list.currentItemChanged.connect(self._update_buttons)
        self._shelf.changed.connect(self._refresh_list)
        self.list.delete_pressed.connect(self._remove_stamp)
        self.list.moved.connect(self._move)

    def _button(self, text: str, handler: Callable[[], None]) -> QToolButton:
        button = QToolButton(self)
        button.setText(text)
        button.clicked.connect(handler)
        return button

    def _refresh_list(self) -> None:
        """List the saved stamps again, keeping the current one, with notes about errors."""
        current_stamp = self._current_stamp()
        self.list.blockSignals(True)
        self.list.clear()
        for stamp in self._shelf.stamps:
            number = self._shelf.assigned_key(stamp)
            item = QListWidgetItem(
                _stamp_icon(stamp.part, self._tool_context.scenario.catalogue),
                stamp.name,
                self.list,
            )
            item.setData(KEY_ROLE, number)
            item.setData(Qt.ItemDataRole.UserRole, stamp)
            tip = tr(
                "{name}: click to paint with it, drag to move it, F2 to rename it",
                name=stamp.name,
            )
            item.setToolTip(f"{tip} ({stamp_key_text(number)})" if number else tip)
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsEditable)
            if current_stamp and stamp.path == current_stamp.path:
                self.list.setCurrentItem(item)
        self.list.blockSignals(False)
        notes = list(self._shelf.errors)
        if not self._shelf.stamps:
            notes.append(tr("Select hexes and save them here to paint with them later."))
        self.note.setText("\n".join(notes))
        self.note.setVisible(bool(notes))
        self._update_buttons()

    def _current_stamp(self) -> Stamp | None:
        item = self.list.currentItem()
        return item.data(Qt.ItemDataRole.UserRole) if item else None

    def _update_buttons(self) -> None:
        stamp = self._current_stamp()
        for widget in (self.share_button, self.remove_button, self.key_box):
            widget.setEnabled(stamp is not None)
        self.key_box.setCurrentIndex(self._shelf.assigned_key(stamp) if stamp else 0)

    def _use_stamp(self, item: QListWidgetItem) -> None:
        self.stamp_chosen.emit(item.data(Qt.ItemDataRole.UserRole).part.clip)

    def _rename(self, item: QListWidgetItem) -> None:
        stamp = item.data(Qt.ItemDataRole.UserRole)
        self._try_change(lambda: self._shelf.rename(stamp, item.text()))

    def _save_selection_as_stamp(self) -> None:
        selection, scenario = self._tool_context.selection, self._tool_context.scenario
        anchor = central_hex(selection.hexes)
        if selection.pieces:
            clip = edits.copy_pieces(scenario, selection.pieces, anchor)
        else:
            clip = edits.copy_hexes(scenario, selection.hexes, anchor)
        if not clip:
            self.status_message.emit(tr("Nothing to copy: select a hex that is not empty"))
            return
        self._try_change(lambda: self._shelf.add_clip(clip, scenario))

    def _key_box(self) -> QComboBox:
        box = QComboBox(self)
        box.addItem(tr("No shortcut"))
        box.addItems([stamp_key_text(number) for number in STAMP_NUMBERS])
        box.setAccessibleName(tr("Shortcut for this stamp"))
        box.setToolTip(box.accessibleName())
        box.activated.connect(self._assign_key)
        return box

    def _assign_key(self, number: int) -> None:
        stamp = self._current_stamp()
        if stamp is not None:
            self._try_change(lambda: self._shelf.assign_key(stamp, number))

    def _add_file(self) -> None:
        dialog = self._file_dialog(tr("Add Stamp"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        if dialog.exec():
            self._try_change(lambda: self._shelf.add(Path(dialog.selectedFiles()[0])))

    def _share_stamp(self) -> None:
        stamp = self._current_stamp()
        if stamp is None:
            return
        dialog = self._file_dialog(tr("Share Stamp"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(SUFFIX.removeprefix("."))
        dialog.selectFile(stamp.path.name)
        if dialog.exec():
            self._try_change(lambda: self._shelf.export(stamp, Path(dialog.selectedFiles()[0])))

    def _remove_stamp(self) -> None:
        stamp = self._current_stamp()
        if stamp is not None:
            self._try_change(lambda: self._shelf.remove(stamp))

    def _move(self, row: int, target_row: int) -> None:
        if 0 <= row < self.list.count() and target_row >= 0:
            stamp = self.list.item(row).data(Qt.ItemDataRole.UserRole)
            self._try_change(lambda: self._shelf.move(stamp, target_row))

    def _file_dialog(self, title: str) -> QFileDialog:
        dialog = QFileDialog(self, title)
        dialog.setNameFilters([file_filter(message("Stamps"), f"*{SUFFIX}")])
        return dialog

    def _try_change(self, change: Callable[[], object]) -> None:
        """Call *change* on the saved stamps; if it fails, report why and list the stamps again."""
        try:
            change()
        except M44Error as error:
            self.status_message.emit(translated(message_of_error(error)))
            self._refresh_list()


class _StampDelegate(QStyledItemDelegate):
    """Paints a stamp, with the number of its key in the corner."""

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Paint a stamp."""
        super().paint(painter, option, index)
        if number := index.data(KEY_ROLE):
            area: QRect = option.rect.adjusted(6, 4, -6, -4)
            mark = QRect(area.right() - _MARK_SIZE, area.top(), _MARK_SIZE, _MARK_SIZE)
            palette: QPalette = option.palette
            painter.save()
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(palette.color(QPalette.ColorRole.Highlight))
            painter.drawRoundedRect(mark, 5, 5)
            painter.setPen(palette.color(QPalette.ColorRole.HighlightedText))
            painter.drawText(mark, Qt.AlignmentFlag.AlignCenter, str(number))
            painter.restore()


def stamp_key_text(number: int) -> str:
    """Return the keys that pick up a stamp, such as ``Q, 3``, in native notation."""
    keys = QKeySequence(f"Q, {number}", QKeySequence.SequenceFormat.PortableText)
    return keys.toString(QKeySequence.SequenceFormat.NativeText)


def _stamp_icon(part: ClipPart, catalogue: Catalogue) -> QIcon:
    return drawing_icon(_stamp_drawing(part, catalogue), art_palette())


def _stamp_drawing(part: ClipPart, catalogue: Catalogue) -> Drawing:
    """Return a drawing of the pieces of a stamp."""
    scenario = part.scenario.with_catalogue(catalogue)
    arts = [
        (art, hex_)
        for hex_ in part.clip.hexes
        for art in arts_of_hex(scenario, hex_, _LAYERS_SHOWN)
    ]
    drawing = []
    for art, hex_ in sorted(arts, key=lambda each: each[0].plane):
        x, y = hex_centre(hex_)
        drawing.append(Group(draw_art(art), dx=x, dy=y))
    return tuple(drawing)


class StampList(DeletableList):
    """The list of stamps; they are moved by dragging, or with Alt and the arrow keys.

    Signals:
        moved: The row of a stamp to move, and the row to move it before; the number of stamps moves
            it to the end.
    """

    moved = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pressed: tuple[int, QPoint] | None = None
        self._drop_index: int | None = None

    # The keyboard

    def handles_key(self, event: QKeyEvent) -> bool:
        """Return whether the list handles a key itself."""
        return self._is_move_key(event) or super().handles_key(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the stamp with Alt and the arrow keys, or report the Delete key."""
        if self._is_move_key(event):
            self.moved.emit(
                self.currentRow(), self.currentRow() + _ROW_OFFSETS[Qt.Key(event.key())]
            )
        else:
            super().keyPressEvent(event)

    def _is_move_key(self, event: QKeyEvent) -> bool:
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        return modifiers == _ALT and event.key() in _ROW_OFFSETS

    # The mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Prepare to drag a stamp."""
        super().mousePressEvent(event)
        position, item = event.position().toPoint(), self.itemAt(event.position().toPoint())
        is_left = event.button() == Qt.MouseButton.LeftButton
        self._pressed = (self.row(item), position) if is_left and item is not None else None

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show where the stamp would be dropped."""
        if self._pressed is None or not event.buttons() & Qt.MouseButton.LeftButton:
            super().mouseMoveEvent(event)
            return
        position = event.position().toPoint()
        distance = (position - self._pressed[1]).manhattanLength()
        if self._drop_index is not None or distance >= QApplication.startDragDistance():
            self._drop_index = self._drop_index_at(position)
            self.viewport().update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Drop a dragged stamp; if none was dragged, handle the click."""
        pressed, drop_index = self._pressed, self._drop_index
        self._pressed = self._drop_index = None
        if pressed is None or drop_index is None:
            super().mouseReleaseEvent(event)
            return
        self.setState(QAbstractItemView.State.NoState)
        self.viewport().update()
        if self.viewport().rect().contains(event.position().toPoint()):
            self.moved.emit(pressed[0], drop_index)

    def _drop_index_at(self, point: QPoint) -> int:
        """Return the index at which to insert a stamp dropped at a point."""
        areas = [self.visualItemRect(self.item(row)) for row in range(self.count())]
        return sum(
            area.bottom() < point.y() or (area.top() <= point.y() and area.center().x() < point.x())
            for area in areas
        )

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the stamps, and a line at the place where the dragged stamp would be dropped."""
        super().paintEvent(event)
        if self._drop_index is None:
            return
        is_last = self._drop_index >= self.count()
        area = self.visualItemRect(self.item(min(self._drop_index, self.count() - 1)))
        x = area.right() if is_last else area.left()
        with QPainter(self.viewport()) as painter:
            painter.setPen(QPen(self.palette().color(QPalette.ColorRole.Highlight), 3))
            painter.drawLine(x, area.top() + 2, x, area.bottom() - 2)

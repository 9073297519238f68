"""Find and replace in translations: in the open scenario, and in the files of a folder."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QLabel,
    QLineEdit,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from m44core.errors import M44Error
from m44core.messages.message import Value, message, several
from m44core.messages.renderers import message_of_error
from m44core.translate.collection import CollectionMember
from m44core.translate.replace_in_files import ReplacementInFiles
from m44core.translate.scenario_translation import TranslationSearch
from m44editor.interface_text import tr, translated
from m44editor.list_widgets import CheckList, wrap_items
from m44editor.manual_window import add_help_keys
from m44editor.screen import resize_to_screen


class FindBar(QWidget):
    """Fields for the text to find and its replacement; hidden until opened.

    Attributes:
        search_field: The text to find.
        replacement_field: The text to replace it with.
        match_case: Whether case matters.

    Signals:
        next_requested: The user wants to see the next matching translation.
        replace_requested: The user wants to replace in the current translation.
        replace_all_requested: The user wants to replace in all translations.
        replace_in_folder_requested: The user wants to replace in the files of a folder.
    """

    next_requested = Signal()
    replace_requested = Signal()
    replace_all_requested = Signal()
    replace_in_folder_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.search_field, self.replacement_field = QLineEdit(self), QLineEdit(self)
        self.match_case = QCheckBox(self)
        self.next_button, self.replace_button = QPushButton(self), QPushButton(self)
        self.all_button, self.close_button = QPushButton(self), QPushButton(self)
        self.folder_button = QPushButton(self)
        rows = QGridLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setColumnStretch(0, 1)
        for row, widgets in enumerate(
            (
                (self.search_field, self.next_button, self.match_case, self.close_button),
                (self.replacement_field, self.replace_button, self.all_button, self.folder_button),
            )
        ):
            for column, widget in enumerate(widgets):
                rows.addWidget(widget, row, column)
        self.search_field.returnPressed.connect(self.next_requested)
        self.search_field.textChanged.connect(self._update_buttons)
        self.replacement_field.returnPressed.connect(self.replace_requested)
        self.next_button.clicked.connect(self.next_requested)
        self.replace_button.clicked.connect(self.replace_requested)
        self.all_button.clicked.connect(self.replace_all_requested)
        self.folder_button.clicked.connect(self.replace_in_folder_requested)
        self.close_button.clicked.connect(self.hide)
        self.hide()
        self.retranslate()
        self._update_buttons()

    def retranslate(self) -> None:
        """Set all labels in the current language."""
        self.search_field.setPlaceholderText(tr("Find in translations"))
        self.search_field.setAccessibleName(tr("Find in translations"))
        self.replacement_field.setPlaceholderText(tr("Replace with"))
        self.replacement_field.setAccessibleName(tr("Replace with"))
        self.next_button.setText(tr("Find Next"))
        self.replace_button.setText(tr("Replace"))
        self.all_button.setText(tr("Replace All"))
        self.folder_button.setText(tr("Replace in Folder…"))
        self.match_case.setText(tr("Match Case"))
        self.close_button.setText(tr("Close"))

    @property
    def search(self) -> TranslationSearch:
        """The search as entered."""
        return TranslationSearch(self.search_field.text(), self.match_case.isChecked())

    def open_with(self, selected_text: str = "") -> None:
        """Show the bar, with *selected_text* as the text to find unless it is empty."""
        self.show()
        if selected_text:
            self.search_field.setText(selected_text)
        self.search_field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search_field.selectAll()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Hide the bar with Esc."""
        if event.key() == Qt.Key.Key_Escape:
            self.hide()
        else:
            super().keyPressEvent(event)

    def _update_buttons(self) -> None:
        buttons = self.next_button, self.replace_button, self.all_button, self.folder_button
        for button in buttons:
            button.setEnabled(bool(self.search_field.text()))


_MEMBER_ROLE = Qt.ItemDataRole.UserRole
_CHECKED_STATE = Qt.CheckState.Checked

FileAction = Callable[[Path], int]


class ReplaceInFolderDialog(QDialog):
    """Lists the files that contain matches, and how many; the checked files can be changed.

    A file that cannot be read or written is listed with the reason; the others are still processed.

    Args:
        members: The files of the folder.
        replacement: The search and its replacement.
        count_matches: Returns the number of matches in a file.
        replace_matches: Replaces the matches in a file, and returns their number.
        parent: The parent window.

    Attributes:
        list: The files.
        replace_button: Replaces in the checked files.
    """

    def __init__(
        self,
        members: Sequence[CollectionMember],
        replacement: ReplacementInFiles,
        count_matches: FileAction,
        replace_matches: FileAction,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        add_help_keys(self)
        self.setWindowTitle(tr("Replace in Folder"))
        self._count_matches, self._replace_matches = count_matches, replace_matches
        self._members_to_read, self._items_to_change = list(members), list[QListWidgetItem]()
        self.list = CheckList(self)
        wrap_items(self.list)
        self.list.setAccessibleName(tr("Files containing these words"))
        self._status_label = QLabel(self)
        explanation = QLabel(self)
        explanation.setTextFormat(Qt.TextFormat.PlainText)
        explanation.setWordWrap(True)
        text = message(
            "“{words}” will be replaced with “{by}” in the selected files. The files are "
            "saved, and the previous version of each is kept next to it with ~ added to its "
            "name. In the open scenario, this is a single undo step.",
            words=replacement.search.words,
            by=replacement.replacement,
        )
        explanation.setText(translated(text))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        self.replace_button = buttons.addButton(
            tr("Replace All"), QDialogButtonBox.ButtonRole.ActionRole
        )
        self.replace_button.setAutoDefault(False)  # Enter must not change files
        column = QVBoxLayout(self)
        for widget in (explanation, self.list, self._status_label, buttons):
            column.addWidget(widget)
        buttons.rejected.connect(self.reject)
        self.replace_button.clicked.connect(self._replace_in_checked_files)
        self.list.itemChanged.connect(self._update_button)  # a check box changed
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._process_next_file)
        resize_to_screen(self, 560, 420)
        self._update_button()
        self._timer.start()

    @property
    def is_busy(self) -> bool:
        """Whether files are being read or written."""
        return self._timer.isActive()

    def hideEvent(self, event: QHideEvent) -> None:
        """Stop reading or writing; files already changed stay changed."""
        self._timer.stop()
        super().hideEvent(event)

    def _process_next_file(self) -> None:
        """Read or change the next file."""
        if self._members_to_read:
            self._read(self._members_to_read.pop(0))
        elif self._items_to_change:
            self._change(self._items_to_change.pop(0))
        else:
            self._timer.stop()
            if not self.list.count():
                self._status_label.setText(tr("No translation contains these words"))
            self._update_button()

    def _read(self, member: CollectionMember) -> None:
        try:
            match_count = self._count_matches(member.path)
        except M44Error as error:
            self._set_item_text(QListWidgetItem(self.list), member, message_of_error(error))
            return
        if match_count:
            label = several("Found {number} match", "Found {number} matches", match_count)
            item = QListWidgetItem(self.list)
            item.setData(_MEMBER_ROLE, member)
            self._set_item_text(item, member, label)
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(_CHECKED_STATE)

    def _replace_in_checked_files(self) -> None:
        self._items_to_change = self._checked_items()
        self._timer.start()
        self._update_button()

    def _change(self, item: QListWidgetItem) -> None:
        member: CollectionMember = item.data(_MEMBER_ROLE)
        result_text: Value
        try:
            match_count = self._replace_matches(member.path)
            result_text = several(
                "Replaced {number} match", "Replaced {number} matches", match_count
            )
        except M44Error as error:
            result_text = message_of_error(error)
        item.setData(Qt.ItemDataRole.CheckStateRole, None)
        item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsUserCheckable)
        self._set_item_text(item, member, result_text)

    def _set_item_text(self, item: QListWidgetItem, member: CollectionMember, text: Value) -> None:
        item.setText(translated(message("{name}: {what}", name=member.name, what=text)))
        item.setToolTip(str(member.path))

    def _checked_items(self) -> list[QListWidgetItem]:
        items = [self.list.item(row) for row in range(self.list.count())]
        return [
            item
            for item in items
            if item.checkState() is _CHECKED_STATE and item.data(_MEMBER_ROLE)
        ]

    def _update_button(self) -> None:
        self.replace_button.setEnabled(not self.is_busy and bool(self._checked_items()))

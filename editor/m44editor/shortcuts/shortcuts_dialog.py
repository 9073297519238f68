"""Help > Shortcuts: the shortcuts of a window's commands, edited, imported and exported."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import QSettings, Qt
from PySide6.QtGui import QBrush, QKeySequence
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QHeaderView,
    QKeySequenceEdit,
    QLabel,
    QLineEdit,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from m44core.catalogue.search_words import fold_text
from m44core.errors import NotationError, WriteError
from m44core.io.files.save import write
from m44core.messages.message import listed
from m44core.messages.renderers import message_of_error
from m44core.untrusted_files import read_bounded
from m44editor.actions import to_key_sequence
from m44editor.interface_text import sentence, tr, translated
from m44editor.list_widgets import fill_behind_scroll_bars
from m44editor.screen import resize_to_screen
from m44editor.shortcuts import key_map
from m44editor.shortcuts.key_map import ShortcutMap, ShortcutSet
from m44editor.theme import theme_colour

_NAME_ROLE = Qt.ItemDataRole.UserRole
_MAX_BYTES = 1_000_000  # bytes of a shortcuts file


class ShortcutsDialog(QDialog):
    """Edits shortcuts; nothing is applied before OK, and conflicts must be resolved first.

    Args:
        shortcut_set: The commands and their default shortcuts.
        labels: The names of the commands, in the order of the list.
        keys: The current shortcuts.
        parent: The parent window.

    Attributes:
        keys: The shortcuts as chosen so far.
        search: Filters the commands.
        list: The commands and their shortcuts.
        field: The shortcut of the selected command.
        message: Shows conflicts, or the result of importing or exporting a file.
    """

    def __init__(
        self,
        shortcut_set: ShortcutSet,
        labels: Mapping[str, str],
        keys: ShortcutMap,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._shortcut_set = shortcut_set
        self.keys: dict[str, tuple[str, ...]] = dict(keys)
        self._labels = {
            name: label for name, label in labels.items() if name in shortcut_set.defaults
        }
        self.setWindowTitle(tr("Shortcuts"))
        self.search, self.list, self.field = QLineEdit(), QTreeWidget(), QKeySequenceEdit()
        fill_behind_scroll_bars(self.list)
        self.presets, self.message = QComboBox(), QLabel()
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        self.reset = QPushButton(tr("&Reset"))
        self.reset_all = QPushButton(tr("Reset &All"))
        self.import_button, self.export_button = (
            QPushButton(tr("&Import…")),
            QPushButton(tr("&Export…")),
        )
        self._lay_out()
        self._connect()
        resize_to_screen(self, 640, 560)
        self._fill_list()

    def _lay_out(self) -> None:
        self.search.setPlaceholderText(tr("Search commands"))
        self.search.setAccessibleName(tr("Search commands"))
        self.list.setAccessibleName(tr("Commands"))
        self.list.setHeaderLabels([tr("Command"), tr("Shortcut")])
        self.list.setRootIsDecorated(False)
        self.list.header().setStretchLastSection(False)
        self.list.header().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.list.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.field.setMaximumSequenceLength(1)
        self.field.setClearButtonEnabled(True)
        self.message.setWordWrap(True)
        for key, (title, _) in self._shortcut_set.presets.items():
            self.presets.addItem(translated(title), key)
        role = QDialogButtonBox.ButtonRole.ActionRole
        for button in (self.reset, self.reset_all, self.import_button, self.export_button):
            button.setAutoDefault(False)
        form, column = QFormLayout(), QVBoxLayout(self)
        form.addRow(tr("Shor&tcuts for this command"), self.field)
        form.addRow(tr("&Start from"), self.presets)
        column.addWidget(self.search)
        column.addWidget(self.list, 1)
        column.addLayout(form)
        column.addWidget(self.message)
        file_buttons = QDialogButtonBox()
        for button in (self.reset, self.reset_all, self.import_button, self.export_button):
            file_buttons.addButton(button, role)
        column.addWidget(file_buttons)
        column.addWidget(self.buttons)

    def _connect(self) -> None:
        self.search.textChanged.connect(self._filter)
        self.list.currentItemChanged.connect(self._show_current)
        self.field.editingFinished.connect(self._assign)
        self.presets.activated.connect(self._apply_preset)
        self.reset.clicked.connect(self._reset)
        self.reset_all.clicked.connect(lambda: self._set_shortcuts(self._shortcut_set.defaults))
        self.import_button.clicked.connect(self._ask_and_import)
        self.export_button.clicked.connect(self._ask_and_export)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)

    # Editing

    def _current_command_name(self) -> str:
        row = self.list.currentItem()
        return str(row.data(0, _NAME_ROLE)) if row else ""

    def _assign(self) -> None:
        name, keys = self._current_command_name(), self.field.keySequence().toString()
        before = self.keys.get(name, ())
        if name and keys != next(iter(before), ""):
            self._set_shortcuts({**self.keys, name: (keys,) if keys else ()})

    def _reset(self) -> None:
        name = self._current_command_name()
        if name:
            self._set_shortcuts({**self.keys, name: self._shortcut_set.defaults[name]})

    def _apply_preset(self) -> None:
        self._set_shortcuts(self._shortcut_set.presets[self.presets.currentData()][1])

    def _set_shortcuts(self, keys: ShortcutMap) -> None:
        self.keys = dict(keys)
        self._show_shortcuts()
        self._show_current()

    # Files

    def _ask_and_import(self) -> None:
        path, _ = QFileDialog.getOpenFileName(self, tr("Import Shortcuts"), "", "*.json")
        if path:
            self.import_file(Path(path))

    def import_file(self, path: Path) -> None:
        """Import the shortcuts in a file; if it is invalid, report that and change nothing."""
        try:
            text = read_bounded(path, _MAX_BYTES).decode("utf-8-sig")
            self._set_shortcuts(key_map.from_json(text, self._shortcut_set))
        except NotationError as error:
            self.message.setText(sentence(message_of_error(error)))
        except (OSError, ValueError):
            self.message.setText(tr("Cannot read {file}", file=path.name))

    def _ask_and_export(self) -> None:
        path, _ = QFileDialog.getSaveFileName(
            self, tr("Export Shortcuts"), "shortcuts.json", "*.json"
        )
        if path:
            self.export_file(Path(path))

    def export_file(self, path: Path) -> None:
        """Export the shortcuts to a file; if that fails, show why."""
        try:
            write(key_map.to_json(self.keys, self._shortcut_set).encode(), path, backup=False)
        except WriteError as error:
            self.message.setText(sentence(message_of_error(error)))
        else:
            self.message.setText(tr("Saved {file}", file=path.name))

    # Showing

    def _fill_list(self) -> None:
        for name, label in self._labels.items():
            row = QTreeWidgetItem([label, ""])
            row.setData(0, _NAME_ROLE, name)
            self.list.addTopLevelItem(row)
        self._show_shortcuts()
        if first_row := self.list.topLevelItem(0):
            self.list.setCurrentItem(first_row)

    def _show_shortcuts(self) -> None:
        conflicts = key_map.shortcut_conflicts(self.keys, self._shortcut_set)
        conflicting_names = {name for names in conflicts.values() for name in names}
        for number in range(self.list.topLevelItemCount()):
            if row := self.list.topLevelItem(number):
                self._show_row(row, conflicting_names)
        self.message.setText(
            "\n".join(self._conflict_text(*each) for each in list(conflicts.items())[:3])
        )
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(not conflicts)

    def _show_row(self, row: QTreeWidgetItem, conflicting_names: set[str]) -> None:
        name = str(row.data(0, _NAME_ROLE))
        row.setText(1, ", ".join(_native_text(keys) for keys in self.keys[name]))
        font = self.font()
        font.setBold(name in conflicting_names)
        colour = (
            self.palette().text()
            if name not in conflicting_names
            else QBrush(theme_colour("error"))
        )
        row.setFont(1, font)
        row.setForeground(1, colour)

    def _conflict_text(self, keys: str, names: tuple[str, ...]) -> str:
        reserved_labels = {
            key: translated(effect) for key, effect in self._shortcut_set.reserved.items()
        }
        owners = listed([{**reserved_labels, **self._labels}.get(name, name) for name in names])
        return tr(
            "{keys} is assigned to several commands: {commands}",
            keys=_native_text(keys),
            commands=owners,
        )

    def _show_current(self) -> None:
        keys = self.keys.get(self._current_command_name(), ())
        self.field.setKeySequence(to_key_sequence(next(iter(keys), "")))

    def _filter(self, text: str) -> None:
        words = fold_text(text).split()
        for number in range(self.list.topLevelItemCount()):
            if row := self.list.topLevelItem(number):
                row_text = fold_text(f"{row.text(0)} {row.text(1)}")
                row.setHidden(not all(word in row_text for word in words))


def _native_text(keys: str) -> str:
    return to_key_sequence(keys).toString(QKeySequence.SequenceFormat.NativeText)


def edit_shortcuts(
    shortcut_set: ShortcutSet, labels: Mapping[str, str], settings: QSettings, window: QWidget
) -> ShortcutMap | None:
    """Let the user edit shortcuts, and store them in the settings.

    Returns:
        The new shortcuts, or None if the user cancels.
    """
    try:
        keys = key_map.stored_shortcuts(settings, shortcut_set)
    except NotationError:
        keys = shortcut_set.defaults
    dialog = ShortcutsDialog(shortcut_set, labels, keys, window)
    is_accepted = dialog.exec() == QDialog.DialogCode.Accepted
    if is_accepted:
        settings.setValue(shortcut_set.setting, key_map.to_json(dialog.keys, shortcut_set))
    dialog.deleteLater()
    return dialog.keys if is_accepted else None

"""Help > Shortcuts: the keys of a window's commands, changed, kept in a file and taken back."""

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

from m44core.catalogue.search_words import plain
from m44core.errors import NotationError, WriteError
from m44core.io.files.save import write
from m44core.messages.message import listed
from m44core.messages.words import reason
from m44core.untrusted_files import read_within
from m44editor.actions import keys_of
from m44editor.interface_text import sentence, told, tr
from m44editor.screen import resize_to_screen
from m44editor.shortcuts import key_map
from m44editor.shortcuts.key_map import KeyMap, Keyring

_NAME = Qt.ItemDataRole.UserRole
_LARGEST = 1_000_000  # bytes of a file of shortcuts


class ShortcutsDialog(QDialog):
    """Changes the keys of commands; nothing holds before OK, and never two commands on one key.

    Args:
        ring: The commands.
        labels: What each is called.
        keys: The keys they have.
        parent: The window.

    Attributes:
        keys: The keys as they are chosen now.
        search: Which commands are listed.
        list: The commands and their keys.
        field: The keys of the chosen command.
        said: Which commands share keys, or why a file was not taken.
    """

    def __init__(
        self,
        ring: Keyring,
        labels: Mapping[str, str],
        keys: KeyMap,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._ring = ring
        self.keys: dict[str, tuple[str, ...]] = dict(keys)
        self._labels = {name: labels[name] for name in ring.ours if name in labels}
        self.setWindowTitle(tr("Shortcuts"))
        self.search, self.list, self.field = QLineEdit(), QTreeWidget(), QKeySequenceEdit()
        self.presets, self.said = QComboBox(), QLabel()
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        self.reset = QPushButton(tr("&Reset"))
        self.reset_all = QPushButton(tr("Reset &All"))
        self.load, self.store = QPushButton(tr("&Import…")), QPushButton(tr("&Export…"))
        self._lay_out()
        self._connect()
        resize_to_screen(self, 640, 560)
        self._list()

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
        self.said.setWordWrap(True)
        for key, (title, _) in self._ring.presets.items():
            self.presets.addItem(told(title), key)
        role = QDialogButtonBox.ButtonRole.ActionRole
        for button in (self.reset, self.reset_all, self.load, self.store):
            button.setAutoDefault(False)
        form, column = QFormLayout(), QVBoxLayout(self)
        form.addRow(tr("&Keys of the command:"), self.field)
        form.addRow(tr("&Begin with those of:"), self.presets)
        column.addWidget(self.search)
        column.addWidget(self.list, 1)
        column.addLayout(form)
        column.addWidget(self.said)
        own = QDialogButtonBox()
        for button in (self.reset, self.reset_all, self.load, self.store):
            own.addButton(button, role)
        column.addWidget(own)
        column.addWidget(self.buttons)

    def _connect(self) -> None:
        self.search.textChanged.connect(self._filter)
        self.list.currentItemChanged.connect(self._show_current)
        self.field.editingFinished.connect(self._take)
        self.presets.activated.connect(self._take_preset)
        self.reset.clicked.connect(self._reset)
        self.reset_all.clicked.connect(lambda: self._use(self._ring.ours))
        self.load.clicked.connect(self._load)
        self.store.clicked.connect(self._store)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)

    # What is chosen

    def _current(self) -> str:
        row = self.list.currentItem()
        return str(row.data(0, _NAME)) if row else ""

    def _take(self) -> None:
        name, keys = self._current(), self.field.keySequence().toString()
        before = self.keys.get(name, ())
        if name and keys != next(iter(before), ""):
            self._use({**self.keys, name: (keys,) if keys else ()})

    def _reset(self) -> None:
        name = self._current()
        if name:
            self._use({**self.keys, name: self._ring.ours[name]})

    def _take_preset(self) -> None:
        self._use(self._ring.presets[self.presets.currentData()][1])

    def _use(self, keys: KeyMap) -> None:
        self.keys = dict(keys)
        self._show_keys()
        self._show_current()

    # Files

    def _load(self) -> None:
        path, _ = QFileDialog.getOpenFileName(self, tr("Import shortcuts"), "", "*.json")
        if path:
            self.load_file(Path(path))

    def load_file(self, path: Path) -> None:
        """Take the keys of a file; one that cannot be used is said, and nothing changes."""
        try:
            text = read_within(path, _LARGEST).decode("utf-8-sig")
            self._use(key_map.read(text, self._ring))
        except NotationError as error:
            self.said.setText(sentence(reason(error)))
        except (OSError, ValueError):
            self.said.setText(tr("{file} cannot be read", file=path.name))

    def _store(self) -> None:
        path, _ = QFileDialog.getSaveFileName(
            self, tr("Export shortcuts"), "shortcuts.json", "*.json"
        )
        if path:
            self.store_file(Path(path))

    def store_file(self, path: Path) -> None:
        """Write the keys to a file, or say that it could not be done."""
        try:
            write(key_map.written(self.keys, self._ring).encode(), path, backup=False)
        except WriteError as error:
            self.said.setText(sentence(reason(error)))
        else:
            self.said.setText(tr("Wrote {file}", file=path.name))

    # What is shown

    def _list(self) -> None:
        for name, label in self._labels.items():
            row = QTreeWidgetItem([label, ""])
            row.setData(0, _NAME, name)
            self.list.addTopLevelItem(row)
        self._show_keys()
        if first := self.list.topLevelItem(0):
            self.list.setCurrentItem(first)

    def _show_keys(self) -> None:
        shared = key_map.conflicts(self.keys, self._ring)
        wrong = {name for names in shared.values() for name in names}
        for number in range(self.list.topLevelItemCount()):
            if row := self.list.topLevelItem(number):
                self._show_row(row, wrong)
        self.said.setText("\n".join(self._conflict(*each) for each in list(shared.items())[:3]))
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(not shared)

    def _show_row(self, row: QTreeWidgetItem, wrong: set[str]) -> None:
        name = str(row.data(0, _NAME))
        row.setText(1, ", ".join(_native(keys) for keys in self.keys[name]))
        font = self.font()
        font.setBold(name in wrong)
        colour = self.palette().text() if name not in wrong else QBrush(Qt.GlobalColor.red)
        row.setFont(1, font)
        row.setForeground(1, colour)

    def _conflict(self, keys: str, names: tuple[str, ...]) -> str:
        fixed = {key: told(does) for key, does in self._ring.fixed.items()}
        owners = listed([{**fixed, **self._labels}.get(name, name) for name in names])
        return tr(
            "{keys} belongs to several commands: {commands}", keys=_native(keys), commands=owners
        )

    def _show_current(self) -> None:
        keys = self.keys.get(self._current(), ())
        self.field.setKeySequence(keys_of(next(iter(keys), "")))

    def _filter(self, text: str) -> None:
        wanted = plain(text).split()
        for number in range(self.list.topLevelItemCount()):
            if row := self.list.topLevelItem(number):
                shown = plain(f"{row.text(0)} {row.text(1)}")
                row.setHidden(not all(word in shown for word in wanted))


def _native(keys: str) -> str:
    return keys_of(keys).toString(QKeySequence.SequenceFormat.NativeText)


def ask_for_shortcuts(
    ring: Keyring, labels: Mapping[str, str], settings: QSettings, window: QWidget
) -> KeyMap | None:
    """Let the user change the keys of some commands and remember them.

    Returns:
        The keys chosen, or None where nothing is to change.
    """
    try:
        keys = key_map.remembered(settings, ring)
    except NotationError:
        keys = ring.ours
    dialog = ShortcutsDialog(ring, labels, keys, window)
    chosen = dialog.exec() == QDialog.DialogCode.Accepted
    if chosen:
        settings.setValue(ring.setting, key_map.written(dialog.keys, ring))
    dialog.deleteLater()
    return dialog.keys if chosen else None

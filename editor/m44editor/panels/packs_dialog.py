"""File > Packs: the user packs, their pieces, and their errors."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QLabel,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.packs.pack import Pack
from m44core.drawing.board.piece_drawing import piece_icon
from m44core.errors import M44Error
from m44core.messages.message import message
from m44core.messages.renderers import message_of_error
from m44editor.documents.user_packs import UserPacks
from m44editor.drawing_icons import drawing_icon
from m44editor.interface_text import sentence, tr, translated
from m44editor.manual_window import add_help_keys
from m44editor.screen import resize_to_screen
from m44editor.theme import art_palette

_FOLDER = Qt.ItemDataRole.UserRole
_PICTURE_SIZE = 28
_EXPLANATION = message(
    "Packs add custom pieces: terrain, badges, units and more. Packs you add here appear in "
    "the palette for every scenario. A scenario collection lists its own packs in m44.toml."
)


class PacksDialog(QDialog):
    """Lists the packs in use with their pieces; adds and removes folders.

    Attributes:
        list: The packs, each with its pieces below it.
        status: The reason why the last folder could not be added; empty if it was added.
        add_button: The button that adds a folder.
        remove_button: The button that removes the selected pack.
    """

    def __init__(self, packs: UserPacks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._packs = packs
        self.setWindowTitle(tr("Packs"))
        add_help_keys(self)
        self.list = QTreeWidget(self)
        self.list.setHeaderLabels([tr("Piece"), tr("What it does")])
        self.list.setIconSize(QSize(_PICTURE_SIZE, _PICTURE_SIZE))
        self.list.setAccessibleName(tr("Packs"))
        self.list.setWordWrap(True)
        self.list.itemSelectionChanged.connect(self._update_buttons)
        self.status = QLabel(self)
        self.status.setWordWrap(True)
        self.status.setTextFormat(Qt.TextFormat.PlainText)
        self.status.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        role = QDialogButtonBox.ButtonRole.ActionRole
        self.add_button = buttons.addButton(tr("&Add Folder…"), role)
        self.remove_button = buttons.addButton(tr("&Remove"), role)
        self.add_button.clicked.connect(self._choose_folder)
        self.remove_button.clicked.connect(self._remove)
        buttons.rejected.connect(self.reject)
        hint = QLabel(translated(_EXPLANATION))
        hint.setWordWrap(True)
        layout = QVBoxLayout(self)
        for widget in (hint, self.list, self.status, buttons):
            layout.addWidget(widget, int(widget is self.list))
        resize_to_screen(self, 640, 480)
        self._list_packs()

    def _list_packs(self) -> None:
        self.list.clear()
        packs_by_folder = {pack.folder: pack for pack in self._packs.catalogue.packs}
        for folder in dict.fromkeys([*self._packs.folders, *packs_by_folder]):
            pack, error = packs_by_folder.get(folder), self._packs.error_in(folder)
            row = (
                _pack_item(pack, folder, self._packs.catalogue)
                if pack is not None and error is None
                else _unusable_pack_item(folder, error)
            )
            self.list.addTopLevelItem(row)
            row.setFirstColumnSpanned(True)
            row.setExpanded(True)
        self.list.resizeColumnToContents(0)
        if not self.list.topLevelItemCount():
            hint = QTreeWidgetItem([tr("No packs yet.")])
            hint.setFlags(Qt.ItemFlag.NoItemFlags)
            self.list.addTopLevelItem(hint)
            hint.setFirstColumnSpanned(True)
        self._update_buttons()

    def _choose_folder(self) -> None:
        folder = QFileDialog.getExistingDirectory(self, tr("Pack Folder"))
        if folder:
            self.add_folder(Path(folder))

    def add_folder(self, folder: Path) -> None:
        """Add the pack in a folder, or show why it cannot be used."""
        try:
            self._packs.add(folder)
        except M44Error as error:
            self.status.setText(translated(message_of_error(error)))
        else:
            self.status.clear()
        self._list_packs()

    def _remove(self) -> None:
        folder = self._selected_folder()
        if folder is not None:
            self._packs.remove(folder)
            self._list_packs()

    def _update_buttons(self) -> None:
        self.remove_button.setEnabled(self._selected_folder() in self._packs.folders)

    def _selected_folder(self) -> Path | None:
        rows = self.list.selectedItems()
        pack_item = rows[0].parent() or rows[0] if rows else None
        folder = pack_item.data(0, _FOLDER) if pack_item is not None else None
        return Path(folder) if folder else None


def _unusable_pack_item(folder: Path, error: M44Error | None) -> QTreeWidgetItem:
    row = QTreeWidgetItem([str(folder)])
    row.setData(0, _FOLDER, str(folder))
    if error is not None:
        row.addChild(QTreeWidgetItem([translated(message_of_error(error))]))
    return row


def _pack_item(pack: Pack, folder: Path, catalogue: Catalogue) -> QTreeWidgetItem:
    row = QTreeWidgetItem([tr("{title} — {folder}", title=pack.title, folder=str(folder))])
    row.setData(0, _FOLDER, str(folder))
    for element in catalogue.elements.values():
        if element.expansion == pack.name:
            piece = QTreeWidgetItem([sentence(element.title), element.summary])
            piece.setIcon(0, _element_icon(element.name, catalogue))
            piece.setToolTip(1, element.summary)
            row.addChild(piece)
    return row


def _element_icon(name: str, catalogue: Catalogue) -> QIcon:
    return drawing_icon(piece_icon(name, catalogue), art_palette())

"""Searching the translations, and replacing words in them."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLineEdit, QPushButton, QWidget

from m44core.translate.desk import Search
from m44editor.interface_text import tr


class SearchBar(QWidget):
    """Fields for the words to find and those to put in their place; hidden until it is asked for.

    Attributes:
        words: The words to find.
        by: Those to put in their place.
        capitals: Whether capitals matter.

    Signals:
        next_wanted: The next translation with the words is to be shown.
        replace_wanted: They are to be replaced in the translation on show.
        all_wanted: They are to be replaced in all translations.
        folder_wanted: They are to be replaced in the files of a folder.
    """

    next_wanted = Signal()
    replace_wanted = Signal()
    all_wanted = Signal()
    folder_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words, self.by = QLineEdit(self), QLineEdit(self)
        self.capitals = QCheckBox(self)
        self.next_button, self.replace_button = QPushButton(self), QPushButton(self)
        self.all_button, self.close_button = QPushButton(self), QPushButton(self)
        self.folder_button = QPushButton(self)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        for widget in (self.words, self.next_button, self.by, self.replace_button):
            row.addWidget(widget, int(isinstance(widget, QLineEdit)))
        for other in (self.all_button, self.folder_button, self.capitals, self.close_button):
            row.addWidget(other)
        self.words.returnPressed.connect(self.next_wanted)
        self.words.textChanged.connect(self._enable)
        self.by.returnPressed.connect(self.replace_wanted)
        self.next_button.clicked.connect(self.next_wanted)
        self.replace_button.clicked.connect(self.replace_wanted)
        self.all_button.clicked.connect(self.all_wanted)
        self.folder_button.clicked.connect(self.folder_wanted)
        self.close_button.clicked.connect(self.hide)
        self.hide()
        self.say_anew()
        self._enable()

    def say_anew(self) -> None:
        """Say everything in the language spoken now."""
        self.words.setPlaceholderText(tr("Find in translations"))
        self.words.setAccessibleName(tr("Find in translations"))
        self.by.setPlaceholderText(tr("Replace with"))
        self.by.setAccessibleName(tr("Replace with"))
        self.next_button.setText(tr("Find Next"))
        self.replace_button.setText(tr("Replace"))
        self.all_button.setText(tr("Replace All"))
        self.folder_button.setText(tr("Replace in Folder..."))
        self.capitals.setText(tr("Match Case"))
        self.close_button.setText(tr("Close"))

    @property
    def search(self) -> Search:
        """What is searched."""
        return Search(self.words.text(), self.capitals.isChecked())

    def begin(self, selected: str = "") -> None:
        """Show the bar, with the words that are selected."""
        self.show()
        if selected:
            self.words.setText(selected)
        self.words.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.words.selectAll()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Hide the bar by Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self.hide()
        else:
            super().keyPressEvent(event)

    def _enable(self) -> None:
        buttons = self.next_button, self.replace_button, self.all_button, self.folder_button
        for button in buttons:
            button.setEnabled(bool(self.words.text()))

"""The help on keys and mouse actions, as a searchable list."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLineEdit,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from m44core.messages.message import Message, Value
from m44editor.interface_text import tr, translated
from m44editor.manual_window import add_help_keys
from m44editor.screen import resize_to_screen

Keys = Mapping[Message, Message] | Mapping[str, str]


class KeysDialog(QDialog):
    """Lists keys and mouse actions with their effects.

    Attributes:
        search: The search field; only rows that contain all its words are shown.
        page: The widget that shows the list.
    """

    def __init__(self, keys: Mapping[Message, Keys], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._keys = keys
        self.setWindowTitle(tr("Keyboard and Mouse"))
        add_help_keys(self)
        self.search, self.page = QLineEdit(self), QTextBrowser(self)
        self.search.setPlaceholderText(tr("Search for a key or an action"))
        self.search.setAccessibleName(tr("Search for a key or an action"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._show_matches)
        self.page.setAccessibleName(tr("Keyboard and Mouse"))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.button(QDialogButtonBox.StandardButton.Close).setAutoDefault(False)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(self.search)
        layout.addWidget(self.page, 1)
        layout.addWidget(buttons)
        self._show_matches("")
        self.search.setFocus()
        resize_to_screen(self, 620, 600)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Scroll the list from the search field; Enter does not close the dialog."""
        match event.key():
            case Qt.Key.Key_Down | Qt.Key.Key_Up | Qt.Key.Key_PageDown | Qt.Key.Key_PageUp:
                self.page.keyPressEvent(event)
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                pass
            case _:
                super().keyPressEvent(event)

    def _show_matches(self, text: str) -> None:
        words = text.casefold().split()
        tables = "".join(filter(None, (_table(t, rows, words) for t, rows in self._keys.items())))
        self.page.setHtml(tables or f"<p>{escape(tr('Nothing found'))}</p>")


def _table(title: Message, rows: Keys, words: list[str]) -> str:
    """Return an HTML table of the rows that contain all words; "" if there are none."""
    rows_html = "".join(_table_rows(translated(title), rows, words))
    table = f"<table cellspacing='3' width='100%'>{rows_html}</table>"
    return f"<h3>{_escaped_html(title)}</h3>{table}" if rows_html else ""


def _table_rows(title: str, rows: Keys, words: list[str]) -> Iterator[str]:
    for keys, effect in rows.items():
        line_text = f"{title} {translated(keys)} {translated(effect)}".casefold()
        if all(word in line_text for word in words):
            keys_cell = f"<td width='40%'>{_escaped_html(keys)}&nbsp;&nbsp;</td>"
            yield f"<tr>{keys_cell}<td>{_escaped_html(effect)}</td></tr>"


def _escaped_html(text: Value) -> str:
    return escape(translated(text))

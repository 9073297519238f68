"""Help on keys and mouse, as a scrollable list."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QTextBrowser, QVBoxLayout, QWidget

from m44core.messages.message import Message
from m44editor.interface_text import tr, translated
from m44editor.screen import resize_to_screen

Keys = Mapping[Message, Message]


class KeysDialog(QDialog):
    """Lists keys and mouse actions with their effects.

    Attributes:
        page: The widget that shows the list.
    """

    def __init__(self, keys: Mapping[Message, Keys], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Keyboard and Mouse"))
        self.page = QTextBrowser(self)
        self.page.setHtml("".join(_table(title, rows) for title, rows in keys.items()))
        self.page.setAccessibleName(tr("Keyboard and Mouse"))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(self.page, 1)
        layout.addWidget(buttons)
        resize_to_screen(self, 620, 600)


def _table(title: Message, rows: Keys) -> str:
    lines = "".join(
        f"<tr><td><b>{_html(keys)}</b>&nbsp;&nbsp;</td><td>{_html(effect)}</td></tr>"
        for keys, effect in rows.items()
    )
    return f"<h4>{_html(title)}</h4><table cellspacing='3'>{lines}</table>"


def _html(text: Message) -> str:
    return escape(translated(text))

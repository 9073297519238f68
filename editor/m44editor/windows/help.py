"""What the Help menu says."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget

from m44core import __version__

_KEYS: Mapping[str, Mapping[str, str]] = {
    "Board": {
        "Ctrl + wheel, pinch": "zoom to the pointer",
        "Wheel, Shift + wheel": "scroll down, across",
        "Middle button, Space + drag": "move the board",
        "Ctrl+0 / Ctrl+9": "actual size / whole board",
        "Right click, Alt + click": "pick up the piece under the pointer",
        "Arrow keys, Space or Enter": "move from hex to hex, click there",
        "Esc": "take back a drag, select nothing",
    },
    "Painting (B)": {
        "Drag": "paint; one stroke is one undo step",
        "Shift + click": "a straight line from the last hex",
        "R / Shift+R": "turn the piece",
        "P, F, E": "rectangle, fill, eraser (Ctrl: everything on the hex)",
        "Ctrl+F": "search the palette; Enter takes the first piece",
    },
    "Selecting (V)": {
        "Drag a piece": "move it; the two hexes change places",
        "Alt + drag": "move everything on the hex",
        "Shift + drag": "select what the rubber band encloses",
        "Shift + click, Ctrl + click": "add to, add to or remove from the selection",
        "Ctrl+D": "duplicate to where you click",
    },
    "Problems": {
        "F8 / Shift+F8": "the next problem, the one before",
        "Enter in the list": "go into the field that is wrong",
        "Ctrl+.": "what can be done: fixes, allow it with a reason, explain it",
        "Shift+F1": "what each check looks for, and why",
    },
}


def _table(title: str, rows: Mapping[str, str]) -> str:
    lines = "".join(
        f"<tr><td><b>{keys}</b>&nbsp;&nbsp;</td><td>{what}</td></tr>" for keys, what in rows.items()
    )
    return f"<h4>{title}</h4><table cellspacing='3'>{lines}</table>"


_KEYS_PAGE = "".join(_table(title, rows) for title, rows in _KEYS.items())
_ABOUT_PAGE = (
    f"<h3>M44 Workshop {__version__}</h3>"
    "<p>Write, check, draw and try out scenarios for Memoir '44.</p>"
    "<p>MIT licence. Unofficial: not made or approved by the publisher of Memoir '44, "
    "which is a trademark of its owner. All pictures are our own.</p>"
)


def show_keys(parent: QWidget) -> None:
    """Show what keys and mouse do."""
    _show(parent, "Keys and mouse", _KEYS_PAGE)


def show_about(parent: QWidget) -> None:
    """Show what this program is, and whose."""
    _show(parent, "About M44 Workshop", _ABOUT_PAGE)


def _show(parent: QWidget, title: str, page: str) -> None:
    box = QMessageBox(QMessageBox.Icon.NoIcon, title, page, parent=parent)
    box.setTextFormat(Qt.TextFormat.RichText)
    box.exec()

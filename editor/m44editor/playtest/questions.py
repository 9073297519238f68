"""What the playtest window asks and tells in boxes of its own."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from m44editor.answers import Answer

_GAMES = "Games (*.txt)"
_Button = QMessageBox.StandardButton
_KEYS: Mapping[str, Mapping[str, str]] = {
    "Playing": {
        "1 to 9": "play that card",
        "H, then ← →": "go through the cards; the one you are on is shown large",
        "Click, or arrows and Space": "choose a unit, then what it does",
        "N": "to the next hex with something to do",
        "Esc": "let the chosen unit go",
        "Ctrl+Enter": "end this part of the turn, decline an ambush",
        "Tab": "to the buttons and back",
        "Ctrl+Z / Ctrl+Shift+Z": "take a decision back, do it again",
        "Ctrl+H": "hide the other hand between turns; Space opens the curtain",
    },
    "On the board": {
        "2 dice, 1.0 · 17%": "dice, figures lost on average, chance to eliminate",
        "A blue disc": "the movement it costs; grey: no battle after it",
    },
    "The computer": {
        "P": "pause",
        "S, then full stop": "single steps: one a key",
        "Ctrl+1 to Ctrl+4, Ctrl+T": "speed; at once",
    },
    "Looking back, replays": {
        "Click a line of the log, or L, ↑ ↓, Enter": "the board as it was then",
        "Comma / full stop": "one step back, one step on",
        "[ / ]": "one turn back, one turn on",
        "Ctrl+Home / Ctrl+End": "to the beginning, to the end",
        "P, Ctrl+Shift+W": "play, stop; play from the beginning",
        "Esc": "back to the game",
        "Ctrl+E": "edit the position that is shown as a scenario",
    },
    "Everything else": {
        "Ctrl+N, Ctrl+O, Ctrl+S, Ctrl+R": "new game, open, save, watch a recorded game",
        "Ctrl+wheel, Ctrl++, Ctrl+9": "zoom, fit the board",
        "Ctrl+G": "names of the hexes",
        "F1": "this list",
    },
}


def ask_to_save_game(parent: QWidget) -> Answer:
    """Ask what to do with a game that is not over and not saved."""
    words = "This game is not over. Save it, to go on later?"
    box = QMessageBox(QMessageBox.Icon.Warning, "Playtest", words, _Button.NoButton, parent)
    box.setStandardButtons(_Button.Save | _Button.Discard | _Button.Cancel)
    box.setDefaultButton(_Button.Save)
    answers = {_Button.Save: Answer.SAVE, _Button.Discard: Answer.DISCARD}
    return answers.get(_Button(box.exec()), Answer.CANCEL)


def where_to_save(parent: QWidget, name: str) -> Path | None:
    """Ask for the file a game is written to."""
    asking = QFileDialog(parent, "Save game", "", _GAMES)
    asking.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    asking.setDefaultSuffix("txt")
    asking.selectFile(name)
    return Path(asking.selectedFiles()[0]) if asking.exec() else None


def what_to_open(parent: QWidget, title: str) -> Path | None:
    """Ask for a file with a game."""
    path, _ = QFileDialog.getOpenFileName(parent, title, "", _GAMES)
    return Path(path) if path else None


def complain(parent: QWidget, words: str) -> None:
    """Tell that something did not work."""
    box = QMessageBox(QMessageBox.Icon.Warning, "Playtest", words, parent=parent)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.open()


def tell_keys(parent: QWidget) -> None:
    """Show what keys and mouse do."""
    page = "".join(_table(title, rows) for title, rows in _KEYS.items())
    box = QMessageBox(QMessageBox.Icon.NoIcon, "Keys and mouse", page, parent=parent)
    box.setTextFormat(Qt.TextFormat.RichText)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.open()


def _table(title: str, rows: Mapping[str, str]) -> str:
    lines = "".join(
        f"<tr><td><b>{keys}</b>&nbsp;&nbsp;</td><td>{what}</td></tr>" for keys, what in rows.items()
    )
    return f"<h4>{title}</h4><table cellspacing='3'>{lines}</table>"

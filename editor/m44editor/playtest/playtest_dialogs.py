"""Message boxes and file dialogs of the playtest window, and its list of keys."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from m44core.messages.message import Message, message
from m44editor.answers import Answer
from m44editor.interface_text import tr, tr_in
from m44editor.panels.keys_dialog import Keys, KeysDialog
from m44editor.screen import shortened_for_message_box

_Button = QMessageBox.StandardButton
_KEYS: Mapping[Message, Keys] = {
    message("Playing"): {
        message("1 to 9"): message("play that card"),
        message("H, then ← →"): message("look through the cards; the current one is enlarged"),
        message("Click, or arrow keys and Space"): message(
            "select a unit, then choose what it does"
        ),
        message("N"): message("go to the next hex where you can do something"),
        message("Esc"): message("deselect the unit"),
        message("Ctrl+Enter"): message("end this phase of the turn; decline an ambush"),
        message("Tab"): message("switch between the board and the buttons"),
        message("Ctrl+Z / Ctrl+Shift+Z"): message("undo a decision, redo it"),
        message("Ctrl+H"): message("hide the other hand between turns; Space reveals the cards"),
    },
    message("On the board"): {
        message("2 dice, 1.0 · 17%"): message("dice, average figures lost, chance to eliminate"),
        message("A blue circle"): message("movement cost; gray: no battle afterward"),
    },
    message("The computer"): {
        message("P"): message("pause"),
        message("S, then period"): message("one step per key press"),
        message("Ctrl+1 to Ctrl+4, Ctrl+T"): message("speed; instant"),
    },
    message("History and replays"): {
        message("Click a log line, or L, ↑ ↓, Enter"): message("show the board at that moment"),
        message("Comma / period"): message("back one step, forward one step"),
        message("[ / ]"): message("back one turn, forward one turn"),
        message("Ctrl+Home / Ctrl+End"): message("go to start, go to end"),
        message("P, Ctrl+Shift+W"): message("play or stop; replay from the start"),
        message("Esc"): message("return to the game"),
        message("Ctrl+E"): message("edit the position shown as a scenario"),
    },
    message("Other keys"): {
        message("Ctrl+N, Ctrl+O, Ctrl+S, Ctrl+Shift+S, Ctrl+R"): message(
            "new game, open, save, save as, watch a recorded game"
        ),
        message("Ctrl+wheel, Ctrl++, Ctrl+9"): message("zoom, fit the board"),
        message("Ctrl+B"): message("show the briefing next to the game"),
        message("Ctrl+L"): message("return to an abandoned line of play"),
        message("Ctrl+I"): message("after the game: losses, luck and medals"),
        message("Ctrl+G"): message("hex names"),
        message("F1 / Ctrl+F1"): message("the manual / this list"),
    },
}


def ask_to_save_game(parent: QWidget) -> Answer:
    """Ask whether to save an unfinished game, and return the answer."""
    text = tr("This game is not over. Save it to continue later?")
    box = QMessageBox(QMessageBox.Icon.Warning, tr("Playtest"), text, _Button.NoButton, parent)
    box.setStandardButtons(_Button.Save | _Button.Discard | _Button.Cancel)
    box.button(_Button.Discard).setText(tr_in("changes", "&Discard"))
    box.setDefaultButton(_Button.Save)
    answers = {_Button.Save: Answer.SAVE, _Button.Discard: Answer.DISCARD}
    return answers.get(_Button(box.exec()), Answer.CANCEL)


def confirm_showing_hands(parent: QWidget) -> bool:
    """Ask whether two players want to see each other's cards, and return the answer."""
    text = tr("Show both hands? The players will see each other's cards.")
    box = QMessageBox(QMessageBox.Icon.Question, tr("Playtest"), text, _Button.NoButton, parent)
    show_button = box.addButton(tr("&Show Hands"), QMessageBox.ButtonRole.AcceptRole)
    box.setDefaultButton(box.addButton(_Button.Cancel))
    box.exec()
    return box.clickedButton() is show_button


def ask_save_path(parent: QWidget, proposed_path: str) -> Path | None:
    """Ask for the file to save a game to; return None if the user cancels."""
    dialog = QFileDialog(parent, tr("Save Game"), "", _game_file_filter())
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix("txt")
    dialog.selectFile(proposed_path)
    return Path(dialog.selectedFiles()[0]) if dialog.exec() else None


def ask_open_path(parent: QWidget, title: str, folder: Path) -> Path | None:
    """Ask for a game file in *folder* to open; return None if the user cancels."""
    path, _ = QFileDialog.getOpenFileName(parent, title, str(folder), _game_file_filter())
    return Path(path) if path else None


def show_warning(parent: QWidget, text: str) -> None:
    """Show a warning in a message box, without waiting until it is closed."""
    _show_message(parent, text, QMessageBox.Icon.Warning)


def show_information(parent: QWidget, text: str) -> None:
    """Show a note in a message box, without waiting until it is closed."""
    _show_message(parent, text, QMessageBox.Icon.Information)


def _show_message(parent: QWidget, text: str, icon: QMessageBox.Icon) -> None:
    box = QMessageBox(icon, tr("Playtest"), shortened_for_message_box(text), parent=parent)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.open()


def show_keys_dialog(parent: QWidget) -> None:
    """Show the list of keys and mouse actions."""
    dialog = KeysDialog(_KEYS, parent)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.open()


def _game_file_filter() -> str:
    """Return the filter for game files."""
    games = tr("Games")
    return f"{games} (*.txt)"

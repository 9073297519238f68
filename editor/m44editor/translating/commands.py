"""What can be done at the translator's desk, with its keys and in its menu."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenuBar

from m44core.messages.message import Message, message
from m44core.translate.states import State
from m44editor.translating.offers import KEYS
from m44editor.words import told, tr

if TYPE_CHECKING:
    from m44editor.translating.window import DeskWindow

_TEXTS = {
    "folder": (message("Choose &Folder…"), "Ctrl+O"),
    "save": (message("&Save"), "Ctrl+S"),
    "close": (message("C&lose"), "Ctrl+W"),
    "undo": (message("&Undo"), "Ctrl+Z"),
    "redo": (message("R&edo"), "Ctrl+Y"),
    "copy": (message("&Copy Source"), "Ctrl+B"),
    "find": (message("&Find and Replace…"), "Ctrl+F"),
    "done": (message("&Done, and Next"), "Ctrl+Return"),
    "draft": (message("D&raft"), "Ctrl+Shift+Return"),
    "next": (message("&Next Unfinished"), "Ctrl+Down"),
    "previous": (message("&Previous Unfinished"), "Ctrl+Up"),
    "below": (message("Next &Text"), "Alt+Down"),
    "above": (message("Text &Before"), "Alt+Up"),
}
_GROUPS = (
    ("folder", "save", "close"),
    ("undo", "redo", "copy", "find"),
    ("done", "draft"),
    ("next", "previous", "below", "above"),
)


def make_commands(desk: DeskWindow) -> dict[str, QAction]:
    """Return what can be done at a desk, by name."""
    slots: dict[str, Callable[[], object]] = {
        "folder": desk.choose_folder,
        "save": desk.save,
        "close": desk.close,
        "undo": desk.document.history.undo,
        "redo": desk.document.history.redo,
        "copy": desk.copy_source,
        "find": desk.begin_search,
        "done": desk.finish_unit,
        "draft": partial(desk.editing.mark, State.DRAFT),
        "next": partial(desk.go, 1),
        "previous": partial(desk.go, -1),
        "below": partial(desk.step, 1),
        "above": partial(desk.step, -1),
    }
    made = {name: _action(desk, _TEXTS[name][1], slot) for name, slot in slots.items()}
    for number in range(1, KEYS + 1):
        for keys, take in (("Ctrl", desk.offers.take_term), ("Alt", desk.offers.take_text)):
            made[f"{keys}+{number}"] = _action(desk, f"{keys}+{number}", partial(take, number))
    return made


def say_commands(commands: dict[str, QAction], bar: QMenuBar) -> None:
    """Name everything in the language spoken now, and list it in a menu."""
    for name, (text, _) in _TEXTS.items():
        commands[name].setText(told(text))
    bar.clear()
    menu = bar.addMenu(tr("&Translation"))
    for names in _GROUPS:
        menu.addActions([commands[name] for name in names])
        menu.addSeparator()


def label(name: str) -> Message:
    """Return what a command is called."""
    return _TEXTS[name][0]


def _action(desk: DeskWindow, keys: str, act: Callable[[], object]) -> QAction:
    action = QAction(desk)
    action.setShortcut(QKeySequence(keys, QKeySequence.SequenceFormat.PortableText))
    action.triggered.connect(lambda: act())
    desk.addAction(action)
    return action

"""What can be done at the translator's desk, with its keys and in its menu."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenuBar, QWidget

from m44core.messages.message import Message, message
from m44editor.interface_text import tr, translated
from m44editor.translating.suggestions import NUMBER_KEYS

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


def make_commands(
    desk: QWidget,
    does: Mapping[str, Callable[[], object]],
    takes: Mapping[str, Callable[[int], object]],
) -> dict[str, QAction]:
    """Return what can be done at a desk, by name.

    Args:
        desk: Where.
        does: What each command does.
        takes: What the keys of numbers take, by the key that is held.
    """
    made = {name: _action(desk, keys, does[name]) for name, (_, keys) in _TEXTS.items()}
    for number in range(1, NUMBER_KEYS + 1):
        for held, take in takes.items():
            keys = f"{held}+{number}"
            made[keys] = _action(desk, keys, partial(take, number))
    return made


def retranslate_commands(commands: dict[str, QAction], bar: QMenuBar) -> None:
    """Name everything in the language spoken now, and list it in a menu."""
    for name, (text, _) in _TEXTS.items():
        commands[name].setText(translated(text))
    bar.clear()
    menu = bar.addMenu(tr("&Translation"))
    for names in _GROUPS:
        menu.addActions([commands[name] for name in names])
        menu.addSeparator()


def label(name: str) -> Message:
    """Return what a command is called."""
    return _TEXTS[name][0]


def _action(desk: QWidget, keys: str, act: Callable[[], object]) -> QAction:
    action = QAction(desk)
    action.setShortcut(QKeySequence(keys, QKeySequence.SequenceFormat.PortableText))
    action.triggered.connect(lambda: act())
    desk.addAction(action)
    return action

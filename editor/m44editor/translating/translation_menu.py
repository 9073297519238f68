"""The commands of the translation window, with their shortcuts and menu."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenuBar, QWidget

from m44core.messages.message import Message, message
from m44editor.interface_text import tr, translated
from m44editor.translating.translation_suggestions import NUMBER_KEYS

_COMMANDS = {
    "folder": (message("Choose &Folder…"), "Ctrl+O"),
    "save": (message("&Save"), "Ctrl+S"),
    "close": (message("C&lose"), "Ctrl+W"),
    "undo": (message("&Undo"), "Ctrl+Z"),
    "redo": (message("R&edo"), "Ctrl+Y"),
    "copy": (message("&Copy Source"), "Ctrl+B"),
    "find": (message("&Find and Replace…"), "Ctrl+F"),
    "done": (message("Mark &Done and Go to Next"), "Ctrl+Return"),
    "draft": (message("Mark as D&raft"), "Ctrl+Shift+Return"),
    "next": (message("&Next Unfinished"), "Ctrl+Down"),
    "previous": (message("&Previous Unfinished"), "Ctrl+Up"),
    "below": (message("Next &Text"), "Alt+Down"),
    "above": (message("Previous Te&xt"), "Alt+Up"),
}
_GROUPS = (
    ("folder", "save", "close"),
    ("undo", "redo", "copy", "find"),
    ("done", "draft"),
    ("next", "previous", "below", "above"),
)


def make_actions(
    window: QWidget,
    handlers: Mapping[str, Callable[[], object]],
    number_handlers: Mapping[str, Callable[[int], object]],
) -> dict[str, QAction]:
    """Return the actions of a translation window, by name.

    Args:
        window: The window.
        handlers: The handler of each command, by name.
        number_handlers: For each modifier key, the handler to call with the number pressed.
    """
    commands = {
        name: _make_action(window, keys, handlers[name]) for name, (_, keys) in _COMMANDS.items()
    }
    for number in range(1, NUMBER_KEYS + 1):
        for modifier, handler in number_handlers.items():
            keys = f"{modifier}+{number}"
            commands[keys] = _make_action(window, keys, partial(handler, number))
    return commands


def retranslate_commands(commands: dict[str, QAction], bar: QMenuBar) -> None:
    """Label the actions in the current language, and rebuild the menu."""
    for name, (text, _) in _COMMANDS.items():
        commands[name].setText(translated(text))
    bar.clear()
    menu = bar.addMenu(tr("&Translation"))
    for names in _GROUPS:
        menu.addActions([commands[name] for name in names])
        menu.addSeparator()


def command_label(name: str) -> Message:
    """Return the label of a command."""
    return _COMMANDS[name][0]


def _make_action(window: QWidget, keys: str, handler: Callable[[], object]) -> QAction:
    action = QAction(window)
    action.setShortcut(QKeySequence(keys, QKeySequence.SequenceFormat.PortableText))
    action.triggered.connect(lambda: handler())
    window.addAction(action)
    return action

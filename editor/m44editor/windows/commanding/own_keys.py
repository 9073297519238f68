"""The keys of the main window as its user wants them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QApplication

from m44editor.keys import key_map
from m44editor.keys.dialog import ask_for_shortcuts
from m44editor.windows.commanding.entries import label_of

if TYPE_CHECKING:
    from m44editor.windows.main_window import MainWindow


def choose_keys(window: MainWindow) -> None:
    """Let the user change the keys, and use them in all main windows."""
    labels = {name: label_of(name, action) for name, action in window.commands.items()}
    keys = ask_for_shortcuts(key_map.MAIN, labels, window.settings, window)
    for other in QApplication.topLevelWidgets() if keys else ():
        if isinstance(other, type(window)) and keys:
            key_map.use(keys, other.commands)

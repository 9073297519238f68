"""The keys of the main window as its user wants them."""

from __future__ import annotations

from m44editor.keys import key_map
from m44editor.keys.dialog import ask_for_shortcuts
from m44editor.windows.commanding.entries import label_of
from m44editor.windows.context import EditorContext, contexts


def choose_keys(context: EditorContext) -> None:
    """Let the user change the keys, and use them in all main windows."""
    labels = {name: label_of(name, action) for name, action in context.commands.items()}
    keys = ask_for_shortcuts(key_map.MAIN, labels, context.settings, context.window)
    if keys is None:
        return
    for other in contexts():
        key_map.use(keys, other.commands)

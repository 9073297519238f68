"""Help > Keyboard and Mouse: the keys and mouse actions, with the current shortcuts."""

from __future__ import annotations

from m44editor.windows.editor_context import EditorContext
from m44editor.windows.help_dialogs import keys_dialog


def show_keys_dialog(context: EditorContext) -> None:
    """Show the list of keys and mouse actions, and the current shortcuts of the commands."""
    dialog = keys_dialog(context.window, context.commands)
    dialog.exec()
    dialog.deleteLater()

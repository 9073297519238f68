"""View > Underlay: the picture under the pieces, and its dialog."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

if TYPE_CHECKING:
    from m44editor.underlay.underlay_controller import UnderlayController
    from m44editor.windows.editor_context import EditorContext


def restore_underlay(context: EditorContext) -> None:
    """Show the underlay stored for the open file; imports nothing if there is none."""
    from m44core.io.files.open import digest  # 104 ms

    path = context.document.path
    if path is None or context.view.findChild(QObject, "underlay") is not None:
        return
    known = context.settings.contains(f"underlay/{digest(str(path).encode())[:32]}")
    if known or path.with_name(f"{path.stem}.underlay.json").exists():
        _underlay(context).restore()


def _underlay(context: EditorContext) -> UnderlayController:
    from m44editor.underlay.underlay_controller import UnderlayController  # 267 ms

    there = context.view.findChild(UnderlayController)
    if there is None:
        there = UnderlayController(context.view, context.document, context.settings)
        context.closed.connect(there.close)
    return there


def show_underlay(context: EditorContext) -> None:
    """Show the dialog for the underlay."""
    from m44editor.underlay.underlay_dialog import UnderlayDialog  # 270 ms

    there = context.window.findChild(UnderlayDialog)
    if there is None:
        stored = context.document.path is not None
        there = UnderlayDialog(_underlay(context), stored, context.window)
    there.show()
    there.raise_()
    there.activateWindow()

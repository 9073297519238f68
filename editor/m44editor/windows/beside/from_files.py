"""What the commands about files beside the open one do; each imports what it needs when asked."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

if TYPE_CHECKING:
    from m44editor.underlay.controller import UnderlayController
    from m44editor.windows.context import EditorContext


def slots_of(context: EditorContext) -> dict[str, Callable[[], object]]:
    """Return what each command does, by name."""
    return {
        "history": partial(_show_history, context),
        "import-list": partial(_import_list, context),
        "sheet": partial(_show_sheet, context),
        "translate": partial(_translate, context),
        "sentences": partial(_ask_for_sentences, context),
        "underlay": partial(_show_underlay, context),
    }


def _show_history(context: EditorContext) -> None:
    from m44editor.windows.history.commands import open_history

    open_history(context)


def _show_sheet(context: EditorContext) -> None:
    from m44editor.windows.printing.commands import open_sheet

    open_sheet(context)


def _translate(context: EditorContext) -> None:
    from m44editor.windows.beside.translating import open_desk

    open_desk(context)


def _ask_for_sentences(context: EditorContext) -> None:
    from m44editor.windows.beside.translating import ask_for_sentences

    ask_for_sentences(context)


def _import_list(context: EditorContext) -> None:
    from m44editor.windows.from_paper.list_dialog import ListDialog

    ListDialog(context.document, context.window).exec()


def recall_underlay(context: EditorContext) -> None:
    """Show the picture that is remembered for the open file; import nothing where there is none."""
    from m44core.io.files.open import digest

    path = context.document.path
    if path is None or context.view.findChild(QObject, "underlay") is not None:
        return
    known = context.settings.contains(f"underlay/{digest(str(path).encode())[:32]}")
    if known or path.with_name(f"{path.stem}.underlay.json").exists():
        _underlay(context).recall()


def _underlay(context: EditorContext) -> UnderlayController:
    from m44editor.underlay.controller import UnderlayController

    there = context.view.findChild(UnderlayController)
    if there is None:
        there = UnderlayController(context.view, context.document, context.settings)
        context.closed.connect(there.close)
    return there


def _show_underlay(context: EditorContext) -> None:
    from m44editor.underlay.dialog import UnderlayDialog

    there = context.window.findChild(UnderlayDialog)
    if there is None:
        stored = context.document.path is not None
        there = UnderlayDialog(_underlay(context), stored, context.window)
    there.show()
    there.raise_()
    there.activateWindow()

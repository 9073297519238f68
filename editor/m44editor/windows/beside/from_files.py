"""What the commands about files beside the open one do; each imports what it needs when asked."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

if TYPE_CHECKING:
    from m44editor.underlay.controller import UnderlayController
    from m44editor.windows.main_window import MainWindow


def slots_of(window: MainWindow) -> dict[str, Callable[[], object]]:
    """Return what each command does, by name."""
    return {
        "history": partial(_show_history, window),
        "import-list": partial(_import_list, window),
        "sheet": partial(_show_sheet, window),
        "translate": partial(_translate, window),
        "sentences": partial(_ask_for_sentences, window),
        "underlay": partial(_show_underlay, window),
    }


def _show_history(window: MainWindow) -> None:
    from m44editor.windows.history.commands import open_history

    open_history(window)


def _show_sheet(window: MainWindow) -> None:
    from m44editor.windows.printing.commands import open_sheet

    open_sheet(window)


def _translate(window: MainWindow) -> None:
    from m44editor.windows.beside.translating import open_desk

    open_desk(window)


def _ask_for_sentences(window: MainWindow) -> None:
    from m44editor.windows.beside.translating import ask_for_sentences

    ask_for_sentences(window)


def _import_list(window: MainWindow) -> None:
    from m44editor.windows.from_paper.list_dialog import ListDialog

    ListDialog(window.document, window).exec()


def recall_underlay(window: MainWindow) -> None:
    """Show the picture that is remembered for the open file; import nothing where there is none."""
    from m44core.io.files.open import digest

    path = window.document.path
    if path is None or window.view.findChild(QObject, "underlay") is not None:
        return
    known = window.settings.contains(f"underlay/{digest(str(path).encode())[:32]}")
    if known or path.with_name(f"{path.stem}.underlay.json").exists():
        _underlay(window).recall()


def _underlay(window: MainWindow) -> UnderlayController:
    from m44editor.underlay.controller import UnderlayController

    there = window.view.findChild(UnderlayController)
    if there is None:
        there = UnderlayController(window.view, window.document, window.settings)
        window.closed.connect(there.close)
    return there


def _show_underlay(window: MainWindow) -> None:
    from m44editor.underlay.dialog import UnderlayDialog

    there = window.findChild(UnderlayDialog)
    if there is None:
        stored = window.document.path is not None
        there = UnderlayDialog(_underlay(window), stored, window)
    there.show()
    there.raise_()
    there.activateWindow()

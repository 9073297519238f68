"""What the commands about files beside the open one do; each imports what it needs when asked."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from m44editor.windows.main_window import MainWindow


def slots_of(window: MainWindow) -> dict[str, Callable[[], object]]:
    """Return what each command does, by name."""
    return {
        "history": partial(_show_history, window),
        "import-list": partial(_import_list, window),
    }


def _show_history(window: MainWindow) -> None:
    from m44editor.windows.history.commands import open_history

    open_history(window)


def _import_list(window: MainWindow) -> None:
    from m44editor.windows.from_paper.list_dialog import ListDialog

    ListDialog(window.document, window).exec()

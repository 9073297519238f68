"""Files dropped on a window: each scenario opens, and what is none is named."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QUrl
from PySide6.QtWidgets import QDialogButtonBox, QListWidgetItem

from m44core.errors import ReadError
from m44core.io.files.open import read_file
from m44core.messages.message import Value, message
from m44core.messages.words import reason
from m44editor.panels.problems.sayings import said_by, whole_sentence
from m44editor.windows.dialogs import ListDialog, ask_how_many
from m44editor.words import tr, tr_n

if TYPE_CHECKING:
    from m44editor.windows.main_window import MainWindow

AT_ONCE = 20  # tabs nobody need be asked about


def open_dropped(window: MainWindow, urls: Sequence[QUrl]) -> None:
    """Open what was dropped on a window, each file in a tab of its own."""
    paths = local_files(urls)
    if len(urls) == len(paths) == 1:
        window.open_path(paths[0])
        return
    refused: dict[str, Value] = {
        url.toString(): _ELSEWHERE for url in urls if not url.isLocalFile()
    }
    refused |= {str(path): why for path in paths if (why := _why_not(path)) is not None}
    scenarios = [path for path in paths if str(path) not in refused]
    if refused:
        refused_dialog(refused, window).open()
    for path in scenarios[: _how_many(window, len(scenarios))]:
        window.open_path(path)


def local_files(urls: Iterable[QUrl]) -> tuple[Path, ...]:
    """Return the files of this computer among what is dropped, each once."""
    return tuple(dict.fromkeys(Path(url.toLocalFile()) for url in urls if url.isLocalFile()))


def _how_many(window: MainWindow, count: int) -> int:
    """Ask how many of very many files are to be opened."""
    return count if count <= AT_ONCE else ask_how_many(window, count, AT_ONCE)


_ELSEWHERE = message("It is not a file of this computer")
_EMPTY = message("It is empty")


def _why_not(path: Path) -> Value | None:
    """Tell why a file cannot be opened; None where it can."""
    try:
        result = read_file(path)
    except ReadError as error:
        return reason(error)
    if result.scenario is not None:
        return None
    return said_by(result.diagnostics[0]) if result.diagnostics else _EMPTY


def refused_dialog(refused: dict[str, Value], window: MainWindow) -> ListDialog:
    """Return a dialog that names what was dropped and is no scenario, and says why."""
    dialog = ListDialog(
        tr("Opening files"),
        tr_n(
            "{number} of the files that were dropped holds no scenario that could be shown.",
            "{number} of the files that were dropped hold no scenario that could be shown.",
            len(refused),
        ),
        QDialogButtonBox.StandardButton.Close,
        window,
    )
    for item in _items(refused):
        dialog.list.addItem(item)
    return dialog


def _items(refused: dict[str, Value]) -> Iterable[QListWidgetItem]:
    for name, why in refused.items():
        item = QListWidgetItem(f"{Path(name).name or name}\n{whole_sentence(why)}")
        item.setToolTip(name)
        yield item

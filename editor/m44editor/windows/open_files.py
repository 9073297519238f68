"""Several files opened at once: each scenario gets a tab, and what is none is named."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QUrl
from PySide6.QtWidgets import QDialogButtonBox, QListWidgetItem, QWidget

from m44core.errors import ReadError
from m44core.io.files.open import read_file
from m44core.messages.message import Value, message
from m44core.messages.words import reason
from m44editor.interface_text import tr, tr_n
from m44editor.panels.finding_labels import finding_message, with_end_mark
from m44editor.windows.file_dialogs import ListDialog, ask_how_many

AT_ONCE = 20  # tabs nobody need be asked about
NOTHING_REFUSED: Mapping[str, Value] = {}


class Files(Protocol):
    """What opening asks of the files of a window."""

    window: QWidget | None

    def is_open(self, path: Path) -> bool:
        """Return whether a file is open already."""

    def open_path(self, path: Path) -> bool:
        """Show what a file holds; tell whether that was done."""


def open_dropped(files: Files, urls: Sequence[QUrl]) -> None:
    """Open what was dropped on a window, each file in a tab of its own."""
    paths = local_files(urls)
    if len(urls) == len(paths) == 1:
        files.open_path(paths[0])
        return
    elsewhere: dict[str, Value] = {
        url.toString(): _ELSEWHERE for url in urls if not url.isLocalFile()
    }
    open_files(files, paths, elsewhere)


def open_files(
    files: Files, paths: Sequence[Path], refused: Mapping[str, Value] = NOTHING_REFUSED
) -> bool:
    """Open files, each in a tab of its own, or show where they are open already.

    What cannot be opened is listed in one dialog, after *refused*, and stops nothing.

    Returns:
        Whether any of them is shown now.
    """
    known = {path: files.is_open(path) for path in dict.fromkeys(paths)}
    why_not = {path: None if is_open else _why_not(path) for path, is_open in known.items()}
    every = {**refused, **{str(path): why for path, why in why_not.items() if why is not None}}
    scenarios = [path for path, why in why_not.items() if why is None]
    if every:
        refused_dialog(every, files.window).open()
    wanted = scenarios[: _how_many(files.window, len(scenarios))]
    opened = [files.open_path(path) for path in wanted]
    return any(opened)


def local_files(urls: Iterable[QUrl]) -> tuple[Path, ...]:
    """Return the files of this computer among what is dropped, each once."""
    return tuple(dict.fromkeys(Path(url.toLocalFile()) for url in urls if url.isLocalFile()))


def _how_many(window: QWidget | None, count: int) -> int:
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
    return finding_message(result.obstacle) if result.obstacle else _EMPTY


def refused_dialog(refused: Mapping[str, Value], window: QWidget | None) -> ListDialog:
    """Return a dialog that lists the files that are not scenarios, and why."""
    dialog = ListDialog(
        tr("Opening files"),
        tr_n(
            "{number} file could not be opened.",
            "{number} files could not be opened.",
            len(refused),
        ),
        QDialogButtonBox.StandardButton.Close,
        window,
    )
    for item in _items(refused):
        dialog.list.addItem(item)
    return dialog


def _items(refused: Mapping[str, Value]) -> Iterable[QListWidgetItem]:
    for name, why in refused.items():
        item = QListWidgetItem(f"{Path(name).name or name}\n{with_end_mark(why)}")
        item.setToolTip(name)
        yield item

"""Opening several files together: each scenario gets a tab; files that fail are listed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QUrl
from PySide6.QtWidgets import QDialogButtonBox, QListWidgetItem, QWidget

from m44core.errors import ReadError
from m44core.findings.render_findings import message_of
from m44core.io.files.file_reader import read_file
from m44core.messages.message import Value, message
from m44core.messages.renderers import message_of_error
from m44editor.interface_text import tr, tr_n
from m44editor.panels.finding_labels import with_end_mark
from m44editor.windows.file_dialogs import ListDialog, ask_number_to_open

if TYPE_CHECKING:
    from m44editor.windows.related_files import RelatedFile

MAX_WITHOUT_ASKING = 20  # tabs to open without asking
NOTHING_REFUSED: Mapping[str, Value] = {}


class FileOpener(Protocol):
    """The part of the file controller that opening needs."""

    window: QWidget | None

    def is_open(self, path: Path) -> bool:
        """Return whether a file is already open."""

    def related(self, path: Path) -> RelatedFile | None:
        """Return which scenario a file belongs to; None if it is not a companion or saved game."""

    def open_path(self, path: Path) -> bool:
        """Open a file; return whether it is shown."""


def open_dropped_files(files: FileOpener, urls: Sequence[QUrl]) -> None:
    """Open the files dropped on a window, each in its own tab."""
    paths = local_files(urls)
    if len(urls) == len(paths) == 1:
        files.open_path(paths[0])
        return
    not_local: dict[str, Value] = {
        url.toString(): _NOT_LOCAL for url in urls if not url.isLocalFile()
    }
    open_files(files, paths, not_local)


def open_files(
    files: FileOpener, paths: Sequence[Path], refused: Mapping[str, Value] = NOTHING_REFUSED
) -> bool:
    """Open files, each in its own tab, or show the tabs where they are already open.

    Files that cannot be opened do not stop the others. One dialog lists them after the entries of
    *refused*, which maps file names or URLs to reasons. If there are more files than
    `MAX_WITHOUT_ASKING`, the user is asked how many to open.

    Returns:
        Whether any of them is shown.
    """
    open_states = {path: files.is_open(path) for path in dict.fromkeys(paths)}
    refusal_reasons = {
        path: None if is_open else _refusal_reason(path, files.related(path))
        for path, is_open in open_states.items()
    }
    all_refusals = {
        **refused,
        **{str(path): reason for path, reason in refusal_reasons.items() if reason is not None},
    }
    scenarios = [path for path, reason in refusal_reasons.items() if reason is None]
    if all_refusals:
        refused_files_dialog(all_refusals, files.window).open()
    paths_to_open = scenarios[: _number_to_open(files.window, len(scenarios))]
    are_open = [files.open_path(path) for path in paths_to_open]
    return any(are_open)


def local_files(urls: Iterable[QUrl]) -> tuple[Path, ...]:
    """Return the local files among dropped URLs, each once."""
    return tuple(dict.fromkeys(Path(url.toLocalFile()) for url in urls if url.isLocalFile()))


def _number_to_open(window: QWidget | None, count: int) -> int:
    """Return the number of files to open, asking the user if there are very many."""
    return (
        count
        if count <= MAX_WITHOUT_ASKING
        else ask_number_to_open(window, count, MAX_WITHOUT_ASKING)
    )


_NOT_LOCAL = message("The file is not on this computer")
_EMPTY = message("The file is empty")


def _refusal_reason(path: Path, related: RelatedFile | None) -> Value | None:
    """Return why a file cannot be opened; None if it can."""
    if related is not None:
        return related.refusal
    try:
        result = read_file(path)
    except ReadError as error:
        return message_of_error(error)
    if result.scenario is not None:
        return None
    return message_of(result.blocking_finding) if result.blocking_finding else _EMPTY


def refused_files_dialog(refused: Mapping[str, Value], window: QWidget | None) -> ListDialog:
    """Return a dialog that lists the files that could not be opened, with the reasons."""
    dialog = ListDialog(
        tr("Opening Files"),
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
    for name, refusal in refused.items():
        item = QListWidgetItem(f"{Path(name).name or name}\n{with_end_mark(refusal)}")
        item.setToolTip(name)
        yield item

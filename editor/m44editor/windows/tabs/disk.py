"""What other programs do to the files of open sheets, and what the user wants done about it."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from m44core.diagnostics import Severity
from m44core.io.files import save as files
from m44core.io.files.open import Fingerprint
from m44core.messages.message import message
from m44editor.documents.sheet import Notice, Sheet

if TYPE_CHECKING:
    from m44editor.windows.files import FileController


def look_at_disk(sheet: Sheet) -> None:
    """Tell over the board of a sheet what happened to its file, if anything did."""
    path, expected = sheet.path, sheet.fingerprint
    if path is None or expected is None or _is_unchanged(path, expected):
        return
    if path.exists():
        _ask_whose_file(sheet, path)
    else:
        words = message("“{name}” is no longer there. Save to write it again.", name=path.name)
        sheet.set_notice(Notice(Severity.WARNING, words))
        sheet.fingerprint = None
        sheet.undo_stack.resetClean()  # it is all there is left


def _ask_whose_file(sheet: Sheet, path: Path) -> None:
    words = message("“{name}” was changed by another program.", name=path.name)
    if not sheet.undo_stack.isClean():
        words = message(
            "“{name}” was changed by another program. Reloading it loses your changes.",
            name=path.name,
        )
    answers = (message("Reload"), _reload), (message("Keep Mine"), _keep_mine)
    sheet.set_notice(Notice(Severity.WARNING, words, answers))


def _reload(files_: FileController) -> None:
    files_.load_anew()


def _keep_mine(files_: FileController) -> None:
    """Stay with the sheet; the next saving overwrites what is on the disk now."""
    sheet = files_.sheets.current
    assert sheet.path is not None, "only a sheet with a file is asked about it"
    with suppress(OSError):
        sheet.fingerprint = files.current(sheet.path)
    sheet.undo_stack.resetClean()


def _is_unchanged(path: Path, expected: Fingerprint) -> bool:
    """Tell whether a file is what we know; one that may not be read now counts as such."""
    try:
        return files.is_unchanged(path, expected)
    except OSError:
        return True

"""What other programs do to the files of open sheets, and what the user wants done about it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from m44core.diagnostics import Severity
from m44core.io.files import save as files
from m44core.io.files.open import Fingerprint, cannot_read, digest
from m44core.messages.message import Message, message
from m44core.plain.ordinary import read_ordinary
from m44editor.documents.sheet import Notice, Sheet

if TYPE_CHECKING:
    from m44editor.windows.files import FileController


@dataclass(frozen=True, slots=True)
class _Deleted:
    """A file that was deleted.

    Attributes:
        before: What it was.
        clean: The step of the history at which the sheet was as the file; -1 for none.
    """

    before: Fingerprint
    clean: int


@dataclass(frozen=True, slots=True)
class _Told:
    """What was last told of a file.

    Attributes:
        notice: It.
    """

    notice: Notice


def look_at_disk(sheet: Sheet) -> None:
    """Tell over the board of a sheet what happened to its file, if anything did."""
    path, expected = sheet.path, sheet.fingerprint
    if path is None or expected is None:
        return
    try:
        now = digest(read_ordinary(path, max(expected.size, 0)))
    except FileNotFoundError:
        _tell_deleted(sheet, path, expected)
    except OSError as error:
        _tell_unreadable(sheet, path, error)
    else:
        _compare(sheet, path, expected, now)


def _compare(sheet: Sheet, path: Path, expected: Fingerprint, now: str) -> None:
    deleted = sheet.recall(_Deleted) if expected == files.GONE else None
    if deleted and _is(path, deleted.before):
        _take_back(sheet, deleted)
    elif now != expected.digest:
        _ask_whose_file(sheet, path)
    elif (told := sheet.recall(_Told)) and sheet.notice is told.notice:
        sheet.set_notice(None)  # it is again as we know it


def _tell_deleted(sheet: Sheet, path: Path, expected: Fingerprint) -> None:
    if expected != files.GONE:
        sheet.remember(_Deleted(expected, sheet.undo_stack.cleanIndex()))
        sheet.fingerprint = files.GONE
        sheet.undo_stack.resetClean()  # it is all there is left
    _tell(sheet, message("“{name}” is no longer there. Save to write it again.", name=path.name))


def _take_back(sheet: Sheet, deleted: _Deleted) -> None:
    """Go on as before the file was deleted: it is there again, and nothing else in it."""
    sheet.fingerprint = deleted.before
    sheet.set_notice(None)
    if sheet.undo_stack.index() == deleted.clean:
        sheet.undo_stack.setClean()


def _tell_unreadable(sheet: Sheet, path: Path, error: OSError) -> None:
    why = cannot_read(path, error)
    _tell(sheet, message("{why}. Your work is still here: save it under another name.", why=why))


def _ask_whose_file(sheet: Sheet, path: Path) -> None:
    words = message("“{name}” was changed by another program.", name=path.name)
    if not sheet.undo_stack.isClean():
        words = message(
            "“{name}” was changed by another program. Reloading it loses your changes.",
            name=path.name,
        )
    answers = (message("Reload"), _reload), (message("Keep Mine"), _keep_mine)
    _tell(sheet, words, *answers)


def _tell(sheet: Sheet, words: Message, *answers: tuple[Message, Callable[..., object]]) -> None:
    told = _Told(Notice(Severity.WARNING, words, answers))
    sheet.remember(told)
    sheet.set_notice(told.notice)


def _reload(files_: FileController) -> None:
    if not files_.load_anew():
        look_at_disk(files_.sheets.current)  # it is still to be decided


def _keep_mine(files_: FileController) -> None:
    """Stay with the sheet; the next saving overwrites what is on the disk now."""
    sheet = files_.sheets.current
    assert sheet.path is not None, "only a sheet with a file is asked about it"
    with suppress(OSError):
        sheet.fingerprint = files.current(sheet.path)
    sheet.undo_stack.resetClean()


def _is(path: Path, expected: Fingerprint) -> bool:
    """Tell whether a file is what we know; one that cannot be read is not."""
    try:
        return files.is_unchanged(path, expected)
    except OSError:
        return False

"""The files of open sheets on the disk: written, and looked at for what other programs do to them.

Where one cannot be written, or is not what it was, the user says how to go on.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from m44core.diagnostics import Severity
from m44core.errors import WriteError
from m44core.io.files import save as files
from m44core.io.files.open import FileFormat, Fingerprint, cannot_read, digest
from m44core.messages.message import Message, message
from m44core.messages.words import reason
from m44core.untrusted_files import read_ordinary
from m44editor.answers import Answer
from m44editor.documents.document_sheet import Notice, Sheet
from m44editor.interface_text import told

if TYPE_CHECKING:
    from m44editor.documents.document import Sheets
    from m44editor.windows.file_dialogs import FileDialogs


class _Files(Protocol):
    """The files of a window."""

    sheets: Sheets

    def load_anew(self) -> bool: ...


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


def write(
    dialogs: FileDialogs,
    sheet: Sheet,
    path: Path,
    file_format: FileFormat | None,
    expected: Fingerprint | None,
) -> Answer:
    """Write a sheet to a file, and ask how to go on where that fails.

    Args:
        dialogs: Those of the window.
        sheet: The sheet, which is as on the disk afterwards.
        path: The file.
        file_format: How to write it; None for what the name of the file says.
        expected: What is on the disk as far as we know; None where anything may be.

    Returns:
        SAVE where it is written, ELSEWHERE where another file is wanted, else CANCEL.
    """
    try:
        written = files.save(sheet.scenario, path, expected, file_format, sheet.file.origin)
    except files.ChangedOnDiskError:
        answer, expected = dialogs.changed_on_disk(path), None
    except WriteError as error:
        answer = dialogs.not_saved(path, told(reason(error)))
    else:
        _settle(sheet, path, file_format or FileFormat.of(path), written)
        return Answer.SAVE
    if answer in (Answer.OVERWRITE, Answer.AGAIN):
        return write(dialogs, sheet, path, file_format, expected)
    return answer if answer is Answer.ELSEWHERE else Answer.CANCEL


def _settle(sheet: Sheet, path: Path, file_format: FileFormat, written: Fingerprint) -> None:
    """Remember that a sheet is now what the file holds."""
    sheet.format, sheet.fingerprint = file_format, written
    sheet.set_notice(None)
    sheet.set_path(path)
    sheet.watch()
    sheet.undo_stack.setClean()


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
    elif (last := sheet.recall(_Told)) and sheet.notice is last.notice:
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
    last = _Told(Notice(Severity.WARNING, words, answers))
    sheet.remember(last)
    sheet.set_notice(last.notice)


def _reload(files_: _Files) -> None:
    if not files_.load_anew():
        look_at_disk(files_.sheets.current)  # it is still to be decided


def _keep_mine(files_: _Files) -> None:
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

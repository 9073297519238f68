"""Keeping open sheets in step with their files, which other programs may change or delete.

Asks the user how to proceed if a file cannot be written or was changed.
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
from m44core.io.files.file_reader import FileFormat, Fingerprint, digest, unreadable_message
from m44core.messages.message import Message, message
from m44core.messages.renderers import message_of_error
from m44core.untrusted_files import read_truncated
from m44editor.answers import Answer
from m44editor.documents.document_sheet import Notice, Sheet
from m44editor.interface_text import translated

if TYPE_CHECKING:
    from m44editor.documents.document import Sheets
    from m44editor.windows.file_dialogs import FileDialogs


class _Files(Protocol):
    """The part of the file controller that the answers to notices need."""

    sheets: Sheets

    def reload_now(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class _DeletedFile:
    """A file that was deleted.

    Attributes:
        before: The fingerprint of the file before it was deleted.
        clean_index: Index of the undo step at which sheet and file were equal; -1 if there is none.
    """

    before: Fingerprint
    clean_index: int


@dataclass(frozen=True, slots=True)
class _LastNotice:
    """The last notice shown about a sheet's file.

    Attributes:
        notice: The notice.
    """

    notice: Notice


def save_sheet(
    dialogs: FileDialogs,
    sheet: Sheet,
    path: Path,
    file_format: FileFormat | None,
    expected: Fingerprint | None,
) -> Answer:
    """Write a sheet to a file, asking how to proceed if that fails.

    Args:
        dialogs: The file dialogs of the window.
        sheet: The sheet; once written, it has this path and format and no unsaved changes.
        path: The file.
        file_format: The format to write; None to derive it from the suffix.
        expected: The last known state of the file; None to overwrite anything.

    Returns:
        SAVE if it was written, SAVE_AS if the user wants another file, else CANCEL.
    """
    try:
        fingerprint = files.save(sheet.scenario, path, expected, file_format, sheet.file.origin)
    except files.ChangedOnDiskError:
        answer, expected = dialogs.ask_about_changed_file(path), None
    except WriteError as error:
        answer = dialogs.ask_after_failure(path, translated(message_of_error(error)))
    else:
        _mark_saved(sheet, path, file_format or FileFormat.of(path), fingerprint)
        return Answer.SAVE
    if answer in (Answer.OVERWRITE, Answer.RETRY):
        return save_sheet(dialogs, sheet, path, file_format, expected)
    return answer if answer is Answer.SAVE_AS else Answer.CANCEL


def _mark_saved(
    sheet: Sheet, path: Path, file_format: FileFormat, fingerprint: Fingerprint
) -> None:
    """Record that sheet and file are equal now."""
    sheet.format, sheet.fingerprint = file_format, fingerprint
    sheet.set_notice(None)
    sheet.set_path(path)
    sheet.watch()
    sheet.undo_stack.setClean()


def check_disk(sheet: Sheet) -> None:
    """Show a notice above the board if a sheet's file was changed, deleted or cannot be read.

    A notice that no longer applies is removed.
    """
    path, expected = sheet.path, sheet.fingerprint
    if path is None or expected is None:
        return
    try:
        current_digest = digest(read_truncated(path, max(expected.size, 0)))
    except FileNotFoundError:
        _notify_deleted(sheet, path, expected)
    except OSError as error:
        _notify_unreadable(sheet, path, error)
    else:
        _compare_with_file(sheet, path, expected, current_digest)


def _compare_with_file(
    sheet: Sheet, path: Path, expected: Fingerprint, current_digest: str
) -> None:
    deleted_file = sheet.attached(_DeletedFile) if expected == files.MISSING_FILE else None
    if deleted_file and _is_unchanged(path, deleted_file.before):
        _restore_deleted(sheet, deleted_file)
    elif current_digest != expected.digest:
        _notify_changed(sheet, path)
    elif (last_notice := sheet.attached(_LastNotice)) and sheet.notice is last_notice.notice:
        sheet.set_notice(None)  # the file is again as last read or saved


def _notify_deleted(sheet: Sheet, path: Path, expected: Fingerprint) -> None:
    if expected != files.MISSING_FILE:
        sheet.attach(_DeletedFile(expected, sheet.undo_stack.cleanIndex()))
        sheet.fingerprint = files.MISSING_FILE
        sheet.undo_stack.resetClean()  # the only copy left is the one in memory
    _show_notice(sheet, message("“{name}” no longer exists. Save to recreate it.", name=path.name))


def _restore_deleted(sheet: Sheet, deleted_file: _DeletedFile) -> None:
    """Undo what `_notify_deleted` did, because the file is back unchanged."""
    sheet.fingerprint = deleted_file.before
    sheet.set_notice(None)
    if sheet.undo_stack.index() == deleted_file.clean_index:
        sheet.undo_stack.setClean()


def _notify_unreadable(sheet: Sheet, path: Path, error: OSError) -> None:
    reason = unreadable_message(path, error)
    _show_notice(
        sheet, message("{why}. Your work is still here: save it under another name.", why=reason)
    )


def _notify_changed(sheet: Sheet, path: Path) -> None:
    text = message("Another program has changed “{name}”.", name=path.name)
    if not sheet.undo_stack.isClean():
        text = message(
            "Another program has changed “{name}”. Reloading it will discard your changes.",
            name=path.name,
        )
    answers = (message("Reload"), _reload), (message("Keep Mine"), _keep_edits)
    _show_notice(sheet, text, *answers)


def _show_notice(
    sheet: Sheet, text: Message, *answers: tuple[Message, Callable[..., object]]
) -> None:
    last_notice = _LastNotice(Notice(Severity.WARNING, text, answers))
    sheet.attach(last_notice)
    sheet.set_notice(last_notice.notice)


def _reload(files_: _Files) -> None:
    if not files_.reload_now():
        check_disk(files_.sheets.current)  # the notice is still unanswered


def _keep_edits(files_: _Files) -> None:
    """Keep the edited sheet; the next save overwrites the file."""
    sheet = files_.sheets.current
    assert sheet.path is not None, "only a sheet with a file is asked about it"
    with suppress(OSError):
        sheet.fingerprint = files.current_fingerprint(sheet.path)
    sheet.undo_stack.resetClean()


def _is_unchanged(path: Path, expected: Fingerprint) -> bool:
    """Return whether a file is as expected; False if it cannot be read."""
    try:
        return files.is_unchanged(path, expected)
    except OSError:
        return False

"""Writing the scenario that is shown to its file; where that fails, asking how to go on."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from m44core.errors import WriteError
from m44core.io.files import save as files
from m44core.io.files.open import FileFormat, Fingerprint
from m44core.messages.words import reason
from m44editor.answers import Answer
from m44editor.words import told

if TYPE_CHECKING:
    from m44editor.windows.files import FileController


def write(
    controller: FileController,
    path: Path,
    file_format: FileFormat | None,
    expected: Fingerprint | None,
) -> bool:
    """Write the current sheet to a file; tell whether that was done.

    Args:
        controller: That of the window.
        path: The file.
        file_format: How to write it; None for what the name of the file says.
        expected: What is on the disk as far as we know; None where anything may be.
    """
    try:
        file = controller.sheets.current.file
        written = files.save(file.scenario, path, expected, file_format, file.origin)
    except files.ChangedOnDiskError:
        answer = controller.dialogs.changed_on_disk(path)
        return _go_on(controller, answer, path, file_format, None)
    except WriteError as error:
        answer = controller.dialogs.not_saved(path, told(reason(error)))
        return _go_on(controller, answer, path, file_format, expected)
    _settle(controller, path, file_format or FileFormat.of(path), written)
    return True


def _go_on(
    controller: FileController,
    answer: Answer,
    path: Path,
    file_format: FileFormat | None,
    expected: Fingerprint | None,
) -> bool:
    match answer:
        case Answer.OVERWRITE | Answer.AGAIN:
            return write(controller, path, file_format, expected)
        case Answer.ELSEWHERE:
            return controller.save_as()
        case _:
            return False


def _settle(
    controller: FileController, path: Path, file_format: FileFormat, written: Fingerprint
) -> None:
    """Remember that the sheet is now what the file holds."""
    sheet = controller.sheets.current
    sheet.format, sheet.fingerprint = file_format, written
    sheet.set_notice(None)
    controller.recent.add(path)
    sheet.set_path(path)
    sheet.watch()
    sheet.undo_stack.setClean()
    controller.saved.emit()

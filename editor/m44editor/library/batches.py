"""Batches of the library: progress, report and undo, and the dialogs that precede changes."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QInputDialog,
    QMessageBox,
    QPlainTextEdit,
    QProgressDialog,
    QVBoxLayout,
    QWidget,
)

from m44core.errors import WriteError
from m44core.io.files import save as saving
from m44core.library.file_batch import (
    BatchAction,
    FileJob,
    JobOutcome,
    batch_report,
    run_job,
    undo_jobs,
)
from m44core.messages import nouns
from m44core.messages.message import message, message_in
from m44core.messages.renderers import message_of_error
from m44core.work.executors import ProcessExecutor
from m44editor.background_jobs import when_done
from m44editor.interface_text import tr, translated, without_mnemonic
from m44editor.library.library_files import LibraryFile
from m44editor.manual_window import add_help_keys
from m44editor.screen import resize_to_screen, shortened_for_message_box

TASK_LABELS = {
    BatchAction.CHECK: message("&Check"),
    BatchAction.FIX: message("Apply Safe &Fixes"),
    BatchAction.M44: message("Convert to .&m44"),
    BatchAction.YAML: message("Convert to .&yaml"),
    BatchAction.JSON: message("Convert to .&json"),
}
"""The menu labels of the tasks."""

_PROGRESS_DELAY = 600  # milliseconds before progress is shown


class BatchRunner(QObject):
    """Runs one batch at a time, and can undo the last batch.

    Attributes:
        outcomes: The results of the last batch so far.

    Signals:
        finished: A batch ended or was undone; files may have changed.
    """

    finished = Signal()

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self.outcomes: list[JobOutcome] = []
        self._waiting: list[FileJob] = []
        self._running = 0
        self._workers: ProcessExecutor | None = None
        self._progress: QProgressDialog | None = None

    @property
    def is_running(self) -> bool:
        """Whether a batch is running."""
        return self._progress is not None

    @property
    def can_undo(self) -> bool:
        """Whether the last batch has ended, wrote files, and was not undone."""
        return not self.is_running and any(each.written_file for each in self.outcomes)

    def start(self, task: BatchAction, files: Sequence[LibraryFile]) -> None:
        """Run a task on files, showing a progress dialog with a Cancel button.

        Do nothing if a batch is running or there are no files.
        """
        if self.is_running or not files:
            return
        self.outcomes = []
        self._waiting = [FileJob(task, file.path, file.settings) for file in files]
        self._progress = QProgressDialog(
            without_mnemonic(translated(TASK_LABELS[task])),
            tr("Cancel"),
            0,
            len(files),
            self._window,
        )
        self._progress.setWindowModality(Qt.WindowModality.WindowModal)
        self._progress.setMinimumDuration(_PROGRESS_DELAY)
        self._progress.setAutoReset(False)
        self._progress.setAutoClose(False)
        self._progress.canceled.connect(self._cancel)
        self._workers = ProcessExecutor()
        self._submit_files()

    def undo(self) -> None:
        """Undo the last batch, and show the result."""
        outcomes = list(undo_jobs(self.outcomes))
        self.outcomes = []
        self.finished.emit()
        self._show_report(outcomes)

    def close(self) -> None:
        """Stop the running batch without a report."""
        self._waiting.clear()
        self._finish()

    def _cancel(self) -> None:
        """Drop the files that have not been started; files in progress are finished."""
        self._waiting = []

    def _submit_files(self) -> None:
        assert self._workers is not None, "a batch is being done"
        while self._waiting and self._running < self._workers.max_processes * 2:
            self._running += 1
            job = self._waiting.pop(0)
            future = self._workers.submit(run_job, job)
            when_done(future, partial(self._on_file_done, job))
        if not self._running:
            self._finish()
            self.finished.emit()
            self._show_report(self.outcomes)

    def _on_file_done(self, job: FileJob, future: Future[JobOutcome]) -> None:
        if self._progress is None:
            return
        self._running -= 1
        error = future.exception()
        failed_outcome = JobOutcome(job.path, repr(error), failed=True)
        self.outcomes.append(failed_outcome if error else future.result())
        self._progress.setValue(len(self.outcomes))
        self._submit_files()

    def _finish(self) -> None:
        if self._progress is not None:
            self._progress.close()
            self._progress.deleteLater()
        self._progress = None
        self._running = 0
        if self._workers is not None:
            self._workers.terminate()
        self._workers = None

    def _show_report(self, outcomes: Sequence[JobOutcome]) -> None:
        ReportDialog(outcomes, self._window).open()


class ReportDialog(QDialog):
    """Shows the results of a batch.

    Attributes:
        text: The report.
    """

    def __init__(self, outcomes: Sequence[JobOutcome], parent: QWidget) -> None:
        super().__init__(parent)
        add_help_keys(self)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Report"))
        sorted_outcomes = sorted(outcomes, key=lambda each: each.path)
        self.text = QPlainTextEdit("\n".join(map(translated, batch_report(sorted_outcomes))))
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        self.text.setAccessibleName(tr("Report"))
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        buttons = QDialogButtonBox(self)
        self.save_button = buttons.addButton(
            tr("&Save Report…"), QDialogButtonBox.ButtonRole.ActionRole
        )
        close_button = buttons.addButton(tr("Close"), QDialogButtonBox.ButtonRole.AcceptRole)
        close_button.setDefault(True)
        self.save_button.clicked.connect(self._ask_and_save)
        buttons.accepted.connect(self.accept)
        column = QVBoxLayout(self)
        column.addWidget(self.text)
        column.addWidget(buttons)
        resize_to_screen(self, 720, 460)

    def save(self, path: Path) -> None:
        """Write the report to a file; show a warning if that fails."""
        try:
            saving.write(f"{self.text.toPlainText()}\n".encode(), path, backup=False)
        except WriteError as error:
            QMessageBox.warning(
                self, tr("Report"), shortened_for_message_box(translated(message_of_error(error)))
            )

    def _ask_and_save(self) -> None:
        dialog = QFileDialog(self, tr("Save report"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("txt")
        if dialog.exec() == QDialog.DialogCode.Accepted:
            self.save(Path(dialog.selectedFiles()[0]))


def ask_new_name(window: QWidget, name: str) -> str | None:
    """Ask for a new file name, proposing *name*; return None if the user cancels."""
    dialog = QInputDialog(window)
    dialog.setWindowTitle(tr("Rename"))
    dialog.setLabelText(tr("New file name"))
    dialog.setTextValue(name)
    accepted = dialog.exec() == QInputDialog.DialogCode.Accepted
    return dialog.textValue() if accepted else None


def confirm_all_files(window: QWidget, task: BatchAction, number: int) -> bool:
    """Ask whether to run a task on all *number* files shown, because none is selected.

    Returns:
        Whether the user agrees.
    """
    box = QMessageBox(window)
    box.setIcon(QMessageBox.Icon.Question)
    box.setWindowTitle(without_mnemonic(translated(TASK_LABELS[task])))
    question = message_in(
        "batch", "No files are selected. Apply to all {files}?", files=nouns.files(number)
    )
    box.setText(translated(question))
    box.setStandardButtons(QMessageBox.StandardButton.Yes | QMessageBox.StandardButton.Cancel)
    return box.exec() == QMessageBox.StandardButton.Yes

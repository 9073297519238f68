"""Changing files of the library: what is asked first, and batches with their report and undo."""

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
from m44core.library.file_batch import FileJob, Outcome, Task, batch_report, run_job, undo_jobs
from m44core.messages import nouns
from m44core.messages.message import message, message_in
from m44core.messages.words import reason
from m44core.work.executors import Processes
from m44editor.background_jobs import when_done
from m44editor.interface_text import tr, translated, without_mnemonic
from m44editor.library.library_files import LibraryFile
from m44editor.screen import resize_to_screen, shorten_for_box

TASK_LABELS = {
    Task.CHECK: message("&Check"),
    Task.FIX: message("&Fix Safe Problems"),
    Task.M44: message("Convert to .&m44"),
    Task.YAML: message("Convert to .&yaml"),
    Task.JSON: message("Convert to .&json"),
}
"""What the menu calls each task."""

_SLOW = 600  # milliseconds before progress is shown


class BatchRunner(QObject):
    """Runs one batch after the other, and remembers what the last one wrote.

    Attributes:
        outcomes: What came of the last batch, so far.

    Signals:
        finished: A batch ended, or was taken back; files may be others now.
    """

    finished = Signal()

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self.outcomes: list[Outcome] = []
        self._waiting: list[FileJob] = []
        self._running = 0
        self._workers: Processes | None = None
        self._progress: QProgressDialog | None = None

    @property
    def is_running(self) -> bool:
        """Whether a batch is being done."""
        return self._progress is not None

    @property
    def can_undo(self) -> bool:
        """Whether the last batch wrote something that was not taken back."""
        return not self.is_running and any(each.written for each in self.outcomes)

    def start(self, task: Task, files: Sequence[LibraryFile]) -> None:
        """Do something to some files, with progress that can be cancelled."""
        if self.is_running or not files:
            return
        self.outcomes = []
        self._waiting = [FileJob(task, file.path, file.terms) for file in files]
        self._progress = QProgressDialog(
            without_mnemonic(translated(TASK_LABELS[task])),
            tr("Cancel"),
            0,
            len(files),
            self._window,
        )
        self._progress.setWindowModality(Qt.WindowModality.WindowModal)
        self._progress.setMinimumDuration(_SLOW)
        self._progress.setAutoReset(False)
        self._progress.setAutoClose(False)
        self._progress.canceled.connect(self._cancel)
        self._workers = Processes()
        self._feed()

    def undo(self) -> None:
        """Take the last batch back, and say what came of it."""
        undone = list(undo_jobs(self.outcomes))
        self.outcomes = []
        self.finished.emit()
        self._show(undone)

    def close(self) -> None:
        """End what is being done."""
        self._waiting.clear()
        self._end()

    def _cancel(self) -> None:
        """Begin no other file; what is being done is done to its end."""
        self._waiting = []

    def _feed(self) -> None:
        assert self._workers is not None, "a batch is being done"
        while self._waiting and self._running < self._workers.number * 2:
            self._running += 1
            errand = self._waiting.pop(0)
            future = self._workers.submit(run_job, errand)
            when_done(future, partial(self._take, errand))
        if not self._running:
            self._end()
            self.finished.emit()
            self._show(self.outcomes)

    def _take(self, errand: FileJob, future: Future[Outcome]) -> None:
        if self._progress is None:
            return
        self._running -= 1
        error = future.exception()
        failed = Outcome(errand.path, repr(error), failed=True)
        self.outcomes.append(failed if error else future.result())
        self._progress.setValue(len(self.outcomes))
        self._feed()

    def _end(self) -> None:
        if self._progress is not None:
            self._progress.close()
            self._progress.deleteLater()
        self._progress = None
        self._running = 0
        if self._workers is not None:
            self._workers.terminate()
        self._workers = None

    def _show(self, outcomes: Sequence[Outcome]) -> None:
        ReportDialog(outcomes, self._window).open()


class ReportDialog(QDialog):
    """Says what came of a batch.

    Attributes:
        text: The report.
    """

    def __init__(self, outcomes: Sequence[Outcome], parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Report"))
        ordered = sorted(outcomes, key=lambda each: each.path)
        self.text = QPlainTextEdit("\n".join(map(translated, batch_report(ordered))))
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        self.text.setAccessibleName(tr("Report"))
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        buttons = QDialogButtonBox(self)
        self.save_button = buttons.addButton(
            tr("&Save Report…"), QDialogButtonBox.ButtonRole.ActionRole
        )
        close = buttons.addButton(tr("Close"), QDialogButtonBox.ButtonRole.AcceptRole)
        close.setDefault(True)
        self.save_button.clicked.connect(self._ask_where)
        buttons.accepted.connect(self.accept)
        column = QVBoxLayout(self)
        column.addWidget(self.text)
        column.addWidget(buttons)
        resize_to_screen(self, 720, 460)

    def save(self, path: Path) -> None:
        """Write the report to a file; say so where that is not possible."""
        try:
            saving.write(f"{self.text.toPlainText()}\n".encode(), path, backup=False)
        except WriteError as error:
            QMessageBox.warning(self, tr("Report"), shorten_for_box(translated(reason(error))))

    def _ask_where(self) -> None:
        asking = QFileDialog(self, tr("Save report"))
        asking.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        asking.setDefaultSuffix("txt")
        if asking.exec() == QDialog.DialogCode.Accepted:
            self.save(Path(asking.selectedFiles()[0]))


def ask_new_name(window: QWidget, name: str) -> str | None:
    """Ask for another name for a file, and return it; None where it is to keep the one it has."""
    asking = QInputDialog(window)
    asking.setWindowTitle(tr("Rename"))
    asking.setLabelText(tr("New name of the file"))
    asking.setTextValue(name)
    accepted = asking.exec() == QInputDialog.DialogCode.Accepted
    return asking.textValue() if accepted else None


def confirm_all_files(window: QWidget, task: Task, number: int) -> bool:
    """Ask whether all files that are shown are meant, where none is chosen."""
    box = QMessageBox(window)
    box.setIcon(QMessageBox.Icon.Question)
    box.setWindowTitle(without_mnemonic(translated(TASK_LABELS[task])))
    said = message_in(
        "batch", "No file is chosen. Do it to all {files}?", files=nouns.files(number)
    )
    box.setText(translated(said))
    box.setStandardButtons(QMessageBox.StandardButton.Yes | QMessageBox.StandardButton.Cancel)
    return box.exec() == QMessageBox.StandardButton.Yes

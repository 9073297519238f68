"""Replacing words in open tabs and in files, one after another, and undoing the replacement."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from m44core.errors import M44Error
from m44core.faults import boundary
from m44core.io.files.file_reader import Fingerprint, read_file
from m44core.io.files.read_scenario import scenario_in
from m44core.io.files.save import save, write
from m44core.library.scenario_search import Search, replace_words
from m44core.messages.message import Value, message
from m44core.messages.renderers import message_of_error
from m44core.model.scenario import Scenario
from m44editor.documents.document_sheet import Sheet
from m44editor.windows.searching.search_index import SearchSource

Keys = frozenset[tuple[str, int]]


@dataclass(frozen=True)
class _ChangedTab:
    sheet: Sheet
    after: Scenario

    def undo(self) -> None:
        """Undo the replacement, unless the scenario has changed since.

        Raises:
            M44Error: the scenario has changed.
        """
        if self.sheet.scenario is not self.after:
            raise M44Error(
                message("{name} has changed since; use Undo in its tab", name=self.sheet.name)
            )
        self.sheet.undo_stack.undo()


@dataclass(frozen=True)
class _ChangedFile:
    path: Path
    before: bytes
    fingerprint: Fingerprint

    def undo(self) -> None:
        """Restore the previous content, unless the file has changed since.

        Raises:
            M44Error: the file has changed, or cannot be written.
        """
        write(self.before, self.path, self.fingerprint, backup=False)


@dataclass
class ReplaceReport:
    """The result of a replacement.

    Attributes:
        times: The number of replacements.
        files: The number of files and tabs that were changed.
        failures: The names of the files and tabs that could not be changed, with the reasons.
        was_undone: Whether the replacement was undone.
    """

    times: int = 0
    files: int = 0
    failures: list[tuple[str, Value]] = field(default_factory=list)
    was_undone: bool = False


class Replacer(QObject):
    """Replaces words in several scenarios while the window stays usable.

    Attributes:
        report: The result so far.

    Signals:
        progressed: Part of the work is done; carries the share, from 0 to 1.
        finished: The work is done, or was canceled.
    """

    progressed = Signal(float)
    finished = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.report = ReplaceReport()
        self._tasks: list[tuple[str, Callable[[], object]]] = []
        self._total = 0
        self._changes: list[tuple[str, _ChangedTab | _ChangedFile]] = []
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._run_next_task)

    @property
    def is_busy(self) -> bool:
        """Whether a replacement, or its undoing, is in progress."""
        return self._timer.isActive()

    @property
    def can_undo(self) -> bool:
        """Whether there is a replacement to undo."""
        return bool(self._changes) and not self.is_busy

    def replace(
        self, search: Search, replacement: str, chosen_lines: list[tuple[SearchSource, Keys]]
    ) -> None:
        """Start replacing the matches of a search in the chosen lines with *replacement*."""
        self._changes = []
        self._start(
            [
                (source.name, partial(self._change, source, keys, search, replacement))
                for source, keys in chosen_lines
            ]
        )

    def undo(self) -> None:
        """Start undoing the last replacement, in tabs and in files."""
        changes, self._changes = self._changes, []
        self._start([(name, partial(self._undo_change, each)) for name, each in changes])
        self.report.was_undone = True

    def cancel(self) -> None:
        """Stop, leaving the remaining tabs and files unchanged."""
        self._tasks = []

    def _start(self, tasks: list[tuple[str, Callable[[], object]]]) -> None:
        self.report = ReplaceReport()
        self._tasks, self._total = tasks, len(tasks)
        self._timer.start()

    def _run_next_task(self) -> None:
        if not self._tasks:
            self._timer.stop()
            self.finished.emit()
            return
        name, task = self._tasks.pop(0)
        try:
            task()
        except M44Error as error:
            self.report.failures.append((name, message_of_error(error)))
        self.progressed.emit(1 - len(self._tasks) / self._total)

    def _undo_change(self, changed: _ChangedTab | _ChangedFile) -> None:
        changed.undo()
        self.report.files += 1

    def _change(self, source: SearchSource, keys: Keys, search: Search, replacement: str) -> None:
        if source.sheet is not None:
            self._change_tab(source.sheet, keys, search, replacement)
        elif source.path is not None:
            with boundary(source.path):
                self._change_file(source.path, keys, search, replacement)

    def _change_tab(self, sheet: Sheet, keys: Keys, search: Search, replacement: str) -> None:
        after, times = replace_words(sheet.scenario, search, replacement, keys)
        if times:
            step = message("Replace “{words}”", words=search.words)
            sheet.edit(step, after, 0, None)
            self._count(times, sheet.name, _ChangedTab(sheet, sheet.scenario))

    def _change_file(self, path: Path, keys: Keys, search: Search, replacement: str) -> None:
        result = read_file(path)
        after, times = replace_words(scenario_in(result, path), search, replacement, keys)
        if times:
            before = path.read_bytes()
            fingerprint = save(after, path, result.fingerprint, result.format, result.origin)
            self._count(times, path.name, _ChangedFile(path, before, fingerprint))

    def _count(self, times: int, name: str, changed: _ChangedTab | _ChangedFile) -> None:
        self.report.times += times
        self.report.files += 1
        self._changes.append((name, changed))

"""The search index: the open tabs and the files of a folder, read outside the GUI thread."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal
from shiboken6 import Shiboken

from m44core.board import BOARDS, Board, BoardType
from m44core.errors import M44Error
from m44core.library.scenario_search import (
    FileLines,
    SearchLine,
    file_problem_lines,
    problem_lines,
    read_file_lines,
    search_lines,
    searchable_files,
)
from m44core.messages.message import Value
from m44core.model.scenario import Scenario
from m44core.validation.runner import CheckSettings
from m44core.work.executors import ProcessExecutor
from m44core.work.priority import lower_priority
from m44editor.background_jobs import when_done
from m44editor.documents.document_sheet import Sheet
from m44editor.interface_text import current_renderer, language

_IDLE_SECONDS = 60.0  # seconds after which the processes end
_Stamp = tuple[int, int]


@dataclass(eq=False)
class SearchSource:
    """A searchable tab or file.

    Attributes:
        name: Its name.
        path: Its file; None for a scenario without a file.
        sheet: Its tab; None for a file that is not open.
        board: Its board, which names the hexes.
        title: The title of its scenario.
        lines: Its lines: texts, labels and pieces.
        problems: Its problems; None until they are known.
        failure: Why it cannot be read; "" if it can.
    """

    name: str
    path: Path | None
    sheet: Sheet | None = None
    board: Board = BOARDS[BoardType.STANDARD]
    title: str = ""
    lines: tuple[SearchLine, ...] = ()
    problems: tuple[SearchLine, ...] | None = None
    failure: Value = ""

    @property
    def all_lines(self) -> Iterator[SearchLine]:
        """All lines known so far."""
        yield from self.lines
        yield from self.problems or ()


@dataclass
class _TabEntry:
    """The index entry of a tab, for one state of its scenario."""

    scenario: Scenario
    source: SearchSource


@dataclass
class _FileEntry:
    """The index entry of a file, for one state of its content."""

    stamp: _Stamp
    source: SearchSource
    checked: bool = field(default=False)


class SearchIndex(QObject):
    """Reads tabs and files one by one; sources that have been read can be searched already.

    Signals:
        changed: The sources have changed.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._workers = ProcessExecutor(2, initializer=lower_priority, idle_seconds=_IDLE_SECONDS)
        self._tabs: dict[int, _TabEntry] = {}
        self._files: dict[str, _FileEntry] = {}
        self._order: list[str] = []
        self._folder = ""
        self._settings = CheckSettings()
        self._language = ""
        self._jobs: list[Future[Any]] = []
        self._total = 0
        self._with_problems = True

    @property
    def is_busy(self) -> bool:
        """Whether tabs or files are still being read."""
        return bool(self._jobs)

    @property
    def progress(self) -> float:
        """The share of the reading that is done."""
        return 1 - len(self._jobs) / self._total if self._total else 1.0

    @property
    def sources(self) -> list[SearchSource]:
        """The tabs, then the files of the folder that have been read and are not in a tab."""
        tabs = [entry.source for entry in self._tabs.values()]
        open_paths = {str(source.path) for source in tabs if source.path}
        files = [self._files[path] for path in self._order if path in self._files]
        return [*tabs, *(each.source for each in files if str(each.source.path) not in open_paths)]

    def show_tabs(self, sheets: list[Sheet]) -> None:
        """Index these tabs in their current state."""
        self._drop_entries_if_language_changed()
        entries = {id(sheet): self._tabs.get(id(sheet)) for sheet in sheets}
        self._tabs = {}
        for sheet in sheets:
            entry = entries[id(sheet)]
            if entry is None or entry.scenario is not sheet.scenario:
                lines = search_lines(sheet.scenario, current_renderer())
                scenario = sheet.scenario
                source = SearchSource(
                    sheet.name, sheet.path, sheet, scenario.board, scenario.title, lines
                )
                if entry is not None:  # until the new ones are known
                    source.problems = entry.source.problems
                entry = _TabEntry(sheet.scenario, source)
                if self._with_problems:
                    self._check_tab(entry)
            entry.source.name, entry.source.path = sheet.name, sheet.path
            self._tabs[id(sheet)] = entry
        self.changed.emit()

    def show_folder(self, folder: Path | None, settings: CheckSettings) -> None:
        """Index the files of a folder; None for no files. Unchanged files are not read again."""
        self._drop_entries_if_language_changed()
        self._settings, self._folder = settings, str(folder or "")
        if folder is None:
            self._order = []
            self.changed.emit()
        else:
            self._submit(self._receive_file_list, searchable_files, self._folder)

    def cancel(self) -> None:
        """Stop reading; what has been read stays."""
        for job in self._jobs:
            job.cancel()
        self._jobs, self._total = [], 0
        self.changed.emit()

    def close(self) -> None:
        """Stop reading, and end the processes."""
        self._jobs = []
        self._workers.terminate()

    def _drop_entries_if_language_changed(self) -> None:
        """Drop the entries if the language has changed, so that everything is read again."""
        if self._language != language():
            self._language = language()
            self._tabs, self._files = {}, {}

    def _check_tab(self, entry: _TabEntry) -> None:
        on_result = partial(self._receive_tab_problems, entry)
        self._submit(on_result, problem_lines, entry.scenario, self._language, self._settings)

    def _receive_tab_problems(self, entry: _TabEntry, lines: tuple[SearchLine, ...]) -> None:
        entry.source.problems = lines

    def _receive_file_list(self, stamped_paths: list[tuple[str, _Stamp]]) -> None:
        self._order = [path for path, _ in stamped_paths]
        changed_paths = [
            (path, stamp)
            for path, stamp in stamped_paths
            if path not in self._files or self._files[path].stamp != stamp
        ]
        for path, stamp in changed_paths:
            self._submit(self._receive_file_lines, read_file_lines, path, stamp, self._language)
        for path, stamp in stamped_paths if self._with_problems else ():
            on_result = partial(self._receive_file_problems, path, stamp)
            entry = self._files.get(path)
            if entry is None or not entry.checked or entry.stamp != stamp:
                self._submit(on_result, file_problem_lines, path, self._language, self._settings)

    def _receive_file_lines(self, file_lines: FileLines) -> None:
        path = Path(file_lines.path)
        source = SearchSource(
            path.name,
            path,
            None,
            BOARDS[file_lines.board],
            file_lines.title,
            file_lines.lines,
            failure=file_lines.failure,
        )
        self._files[file_lines.path] = _FileEntry(file_lines.stamp, source)

    def _receive_file_problems(
        self, path: str, stamp: _Stamp, lines: tuple[SearchLine, ...]
    ) -> None:
        entry = self._files.get(path)
        if entry is not None and entry.stamp == stamp:
            entry.source.problems, entry.checked = lines, True

    # Jobs

    def _submit(
        self,
        on_result: Callable[..., object],
        work: Callable[..., Any],
        *arguments: Any,  # noqa: ANN401 - of any function
    ) -> None:
        if not self._jobs:
            self._total = 0
        job = self._workers.submit(work, *arguments)
        self._jobs.append(job)
        self._total += 1
        when_done(job, partial(self._receive, on_result))

    def _receive(self, on_result: Callable[..., object], job: Future[Any]) -> None:
        if not Shiboken.isValid(self) or job not in self._jobs:
            return
        self._jobs.remove(job)
        error = job.exception()
        if error is None:
            on_result(job.result())
        elif not isinstance(error, M44Error | OSError):
            raise error
        self.changed.emit()

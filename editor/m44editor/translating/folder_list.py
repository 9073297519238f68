"""The scenarios in a folder, with the progress of their translation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from m44core.errors import M44Error
from m44core.faults import boundary
from m44core.io.files.file_reader import read_file
from m44core.io.files.scenario_files import is_scenario
from m44core.model.scenario import Scenario
from m44core.resources import shipped_scenarios
from m44core.translate.collection import CollectionMember, collection_members
from m44core.translate.scenario_translation import ScenarioTranslation
from m44core.translate.text_languages import available_source_language
from m44core.translate.text_record import EMPTY_RECORD, TextRecord
from m44core.translate.text_record_file import read_record
from m44core.translate.translation_progress import NO_PROGRESS, TranslationProgress, progress_of

_MAX_UNLISTED = 200  # files read for the memory without being listed
_ROW_ROLE = Qt.ItemDataRole.UserRole


@dataclass(frozen=True, slots=True)
class FileProgress:
    """The scenario in a file of the folder, and its translation progress.

    Attributes:
        scenario: The scenario; None if the file has none.
        record: The record of its translations.
        progress: The progress in the chosen languages.
    """

    scenario: Scenario | None
    record: TextRecord = EMPTY_RECORD
    progress: TranslationProgress = NO_PROGRESS


class FolderReader(QObject):
    """Reads the scenarios in a folder and the built-in ones, one by one while the window is idle.

    Signals:
        files_listed: The files in the folder, not yet read.
        file_read: A file's row in the list (-1 if not listed), its name and :class:`FileProgress`.
        finished: All files have been read.
    """

    files_listed = Signal(object)
    file_read = Signal(int, str, object)
    finished = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pending: Iterator[tuple[int, str, Path]] = iter(())
        self._languages = ("", "")
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._read_next)

    def start(
        self, folder: Path | None, source: str, target: str, unlisted_folder: Path | None = None
    ) -> None:
        """Start reading; a run in progress is dropped.

        Args:
            folder: The folder whose scenarios are listed; None to list none.
            source: The language translated from.
            target: The language translated to.
            unlisted_folder: A folder whose scenarios are read without being listed, if *folder* is
                None.
        """
        self._languages = source, target
        members = collection_members([str(folder)]) if folder is not None else ()
        files = [(row, member.name, member.path) for row, member in enumerate(members)]
        if folder is None and unlisted_folder is not None:
            files = [(-1, path.name, path) for path in _scenario_paths_in(unlisted_folder)]
        shipped_files = [(-1, path.name, path) for path in shipped_scenarios()]
        self._pending = iter((*files, *shipped_files))
        if folder is not None:
            self.files_listed.emit(members)
        self._timer.start()

    def stop(self) -> None:
        """Stop reading."""
        self._timer.stop()

    @property
    def is_busy(self) -> bool:
        """Whether files remain to be read."""
        return self._timer.isActive()

    def _read_next(self) -> None:
        row, name, path = next(self._pending, (-1, "", None))
        if path is None:
            self._timer.stop()
            self.finished.emit()
        else:
            self.file_read.emit(row, name, _progress_of_file(path, *self._languages))


def _scenario_paths_in(folder: Path) -> list[Path]:
    """Return at most 200 scenarios directly in a folder, by name; empty if it cannot be read."""
    try:
        paths = sorted(each for each in folder.iterdir() if is_scenario(each))
    except OSError:
        return []
    return paths[:_MAX_UNLISTED]


def _progress_of_file(path: Path, source: str, target: str) -> FileProgress:
    try:
        with boundary(path):
            scenario, record = read_file(path).scenario, read_record(path)
            if scenario is None:
                return FileProgress(None)
            own_source = available_source_language(scenario, record, source)
            progress = progress_of(scenario, own_source, target, record)
            return FileProgress(scenario, record, progress)
    except M44Error:
        return FileProgress(None)


class FolderList(QListWidget):
    """Shows the files of the folder with their translation progress.

    Signals:
        file_chosen: The path of the file to translate.
    """

    file_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.members: tuple[CollectionMember, ...] = ()
        self.progress: dict[int, TranslationProgress] = {}
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.itemActivated.connect(self._choose)
        self.itemClicked.connect(self._choose)

    def show_members(self, members: tuple[CollectionMember, ...]) -> None:
        """List files that have not been read yet."""
        self.clear()
        self.members, self.progress = members, {}
        for row, member in enumerate(members):
            item = QListWidgetItem(member.name, self)
            item.setData(_ROW_ROLE, row)
            item.setToolTip(str(member.path))
            item.setSizeHint(QSize(0, self.fontMetrics().height() + 6))  # elided, not cut off

    def show_file(self, row: int, progress: FileProgress) -> None:
        """Show the progress of the file in a row; disable it if it contains no scenario."""
        item = self.item(row)
        if item is None:
            return
        if progress.scenario is None:
            item.setFlags(Qt.ItemFlag.NoItemFlags)
            return
        self.show_progress(row, progress.progress)

    def show_progress(self, row: int, progress: TranslationProgress) -> None:
        """Show the progress of the file in a row."""
        self.progress[row] = progress
        item = self.item(row)
        if item is not None:
            item.setText(f"{progress.percent:3d} %  {self.members[row].name}")

    def update_current_file(self, path: Path | None, translation: ScenarioTranslation) -> None:
        """Select the open file, if it is listed, and update its progress."""
        row = self.row_of(path)
        self.setCurrentRow(row)
        if row >= 0:
            progress = progress_of(
                translation.scenario, translation.source, translation.target, translation.record
            )
            self.show_progress(row, progress)

    def row_of(self, path: Path | None) -> int:
        """Return the row of a file; -1 if it is not listed."""
        rows = (n for n, member in enumerate(self.members) if is_same_file(path, member.path))
        return next(rows, -1)

    def _choose(self, item: QListWidgetItem) -> None:
        self.file_chosen.emit(self.members[item.data(_ROW_ROLE)].path)


def is_same_file(path: Path | None, other: Path) -> bool:
    """Return whether two paths, made absolute, are equal; False if *path* is None."""
    return path is not None and path.absolute() == other.absolute()

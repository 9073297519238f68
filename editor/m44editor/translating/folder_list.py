"""The scenarios of a folder, each with how far its translation is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from m44core.errors import M44Error
from m44core.faults import boundary
from m44core.io.files.open import read_file
from m44core.io.files.scenario_files import is_scenario
from m44core.model.scenario import Scenario
from m44core.resources import shipped_scenarios
from m44core.translate.collection import Member, members_of
from m44core.translate.record import EMPTY_RECORD, Record
from m44core.translate.record_file import read_record
from m44core.translate.scenario_translation import ScenarioTranslation
from m44core.translate.translation_progress import NO_PROGRESS, Progress, progress_of

_MOST_BESIDE = 200  # files beside the open one that are read without being asked for
_PLACE = Qt.ItemDataRole.UserRole


@dataclass(frozen=True, slots=True)
class FileProgress:
    """What is known of a file of the folder.

    Attributes:
        scenario: What is in it; None where that is no scenario.
        record: What is known of its translations.
        progress: How far that is which is asked for.
    """

    scenario: Scenario | None
    record: Record = EMPTY_RECORD
    progress: Progress = NO_PROGRESS


class FolderReader(QObject):
    """Reads scenarios one by one, between what the user does: those of a folder, and ours.

    Signals:
        found: The files of the folder; nothing is known of them yet.
        looked: The place of a file in the folder, -1 for one of ours, its name, what was found.
        finished: All were looked into.
    """

    files_listed = Signal(object)
    file_read = Signal(int, str, object)
    finished = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rest: Iterator[tuple[int, str, Path]] = iter(())
        self._languages = ("", "")
        self._turn = QTimer(self, interval=0)
        self._turn.timeout.connect(self._read_next)

    def start(
        self, folder: Path | None, source: str, target: str, beside: Path | None = None
    ) -> None:
        """Begin with the first files; whatever was begun before is left.

        Args:
            folder: The folder whose scenarios are listed; None for none.
            source: The language translated from.
            target: The language translated to.
            beside: Where no folder is listed, the one whose scenarios are only remembered.
        """
        self._languages = source, target
        members = members_of([str(folder)]) if folder is not None else ()
        here = [(place, member.name, member.path) for place, member in enumerate(members)]
        if folder is None and beside is not None:
            here = [(-1, path.name, path) for path in _scenarios_in(beside)]
        ours = [(-1, path.name, path) for path in shipped_scenarios()]
        self._rest = iter((*here, *ours))
        if folder is not None:
            self.files_listed.emit(members)
        self._turn.start()

    def stop(self) -> None:
        """Read no more."""
        self._turn.stop()

    @property
    def is_busy(self) -> bool:
        """Whether files are left to be read."""
        return self._turn.isActive()

    def _read_next(self) -> None:
        place, name, path = next(self._rest, (-1, "", None))
        if path is None:
            self._turn.stop()
            self.finished.emit()
        else:
            self.file_read.emit(place, name, _look(path, *self._languages))


def _scenarios_in(folder: Path) -> list[Path]:
    """Return the scenarios of a folder itself, the first of many; nothing where it is gone."""
    try:
        found = sorted(each for each in folder.iterdir() if is_scenario(each))
    except OSError:
        return []
    return found[:_MOST_BESIDE]


def _look(path: Path, source: str, target: str) -> FileProgress:
    try:
        with boundary(path):
            scenario, record = read_file(path).scenario, read_record(path)
            if scenario is None:
                return FileProgress(None)
            return FileProgress(scenario, record, progress_of(scenario, source, target, record))
    except M44Error:
        return FileProgress(None)


class FolderList(QListWidget):
    """Shows the files of the folder; the one that is chosen is wanted.

    Signals:
        wanted: A file was chosen to be translated.
    """

    file_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.members: tuple[Member, ...] = ()
        self.progress: dict[int, Progress] = {}
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.itemActivated.connect(self._choose)
        self.itemClicked.connect(self._choose)

    def show_members(self, members: tuple[Member, ...]) -> None:
        """List files of which nothing is known yet."""
        self.clear()
        self.members, self.progress = members, {}
        for place, member in enumerate(members):
            item = QListWidgetItem(member.name, self)
            item.setData(_PLACE, place)
            item.setToolTip(str(member.path))
            item.setSizeHint(QSize(0, self.fontMetrics().height() + 6))  # elided, not cut off

    def show_file(self, place: int, looked: FileProgress) -> None:
        """Say how far a file is."""
        item = self.item(place)
        if item is None:
            return
        if looked.scenario is None:
            item.setFlags(Qt.ItemFlag.NoItemFlags)
            return
        self.show_progress(place, looked.progress)

    def show_progress(self, place: int, progress: Progress) -> None:
        """Say how far a file is now."""
        self.progress[place] = progress
        item = self.item(place)
        if item is not None:
            item.setText(f"{progress.percent:3d} %  {self.members[place].name}")

    def update_current(self, path: Path | None, work: ScenarioTranslation) -> None:
        """Show which file is at hand and how far it is now."""
        place = self.row_of(path)
        self.setCurrentRow(place)
        if place >= 0:
            progress = progress_of(work.scenario, work.source, work.target, work.record)
            self.show_progress(place, progress)

    def row_of(self, path: Path | None) -> int:
        """Return the place of a file in the list; -1 where it is not there."""
        places = (n for n, member in enumerate(self.members) if is_same_file(path, member.path))
        return next(places, -1)

    def _choose(self, item: QListWidgetItem) -> None:
        self.file_chosen.emit(self.members[item.data(_PLACE)].path)


def is_same_file(one: Path | None, other: Path) -> bool:
    """Tell whether two paths are of the same file; None is of none."""
    return one is not None and one.absolute() == other.absolute()

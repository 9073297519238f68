"""Every dialog about files: which to open, where to save, what went wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QDialog, QFileDialog, QWidget

from m44core.board import Board
from m44core.diagnostics import Diagnostic
from m44core.io.files.formats import FileFormat
from m44core.messages.message import message
from m44core.model.scenario import Scenario
from m44editor.answers import Answer
from m44editor.documents.recent import RecentFiles
from m44editor.panels.problems.sayings import full_stop, said_by, whole_sentence
from m44editor.windows import dialogs
from m44editor.words import file_filter, told, tr

_ALL = message("Scenarios"), "*.m44 *.yaml *.yml *.json"
_FORMATS = {
    FileFormat.M44: (message("Memoir '44 editor"), "*.m44"),
    FileFormat.YAML: (message("M44 Workshop, readable"), "*.yaml *.yml"),
    FileFormat.JSON: (message("M44 Workshop, JSON"), "*.json"),
}


class FileDialogs:
    """Asks and tells one window's user what there is to know about files."""

    def __init__(self, window: QWidget | None, recent: RecentFiles) -> None:
        self._window = window
        self._recent = recent

    def new_scenario(self) -> Scenario | None:
        """Ask for format and face; return the empty scenario, or None if it is not wanted."""
        dialog = dialogs.NewScenarioDialog(self._window)
        return dialog.scenario() if dialog.exec() == QDialog.DialogCode.Accepted else None

    def what_to_open(self) -> tuple[Path, ...]:
        """Ask for files that are there; return none where nothing is to be opened."""
        asking = self._existing(tr("Open scenario"))
        asking.setFileMode(QFileDialog.FileMode.ExistingFiles)
        return _all_chosen(asking)

    def what_to_compare(self) -> Path | None:
        """Ask for a file to compare the scenario with."""
        asking = self._existing(tr("Compare with"))
        asking.setFileMode(QFileDialog.FileMode.ExistingFile)
        return _chosen(asking)

    def _existing(self, title: str) -> QFileDialog:
        return self._file_dialog(
            title,
            [file_filter(*_ALL), *_filters().values(), file_filter(message("All files"), "*")],
        )

    def where_to_save(self, path: Path | None, name: str, file_format: FileFormat) -> Path | None:
        """Ask for a file to write, beginning with *path*, or with *name* where there is none."""
        asking = self._file_dialog(tr("Save scenario"), list(_filters().values()))
        asking.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        asking.filterSelected.connect(partial(_follow_filter, asking))
        asking.selectNameFilter(_filters()[file_format])
        asking.setDefaultSuffix(file_format.value)
        asking.selectFile(str(path or f"{file_name(name)}.{file_format.value}"))
        return _chosen(asking)

    def may_lose(self, names: Sequence[str], *, keeps: bool = False) -> Answer:
        """Ask what to do with unsaved changes of some scenarios.

        Args:
            names: What they are called.
            keeps: Whether they may also be kept for the next session.
        """
        if len(names) == 1:
            return dialogs.ask_to_save(self._window, names[0], keeps=keeps)
        return dialogs.ask_to_save_all(self._window, names, keeps=keeps)

    def may_reload(self, name: str) -> bool:
        """Ask whether unsaved changes may go when the file is read again."""
        return dialogs.ask_to_reload(self._window, name)

    def changed_on_disk(self, path: Path) -> Answer:
        """Ask what to do with a file that another program changed."""
        return dialogs.ask_about_changed_file(self._window, path.name)

    def not_saved(self, path: Path, why: str) -> Answer:
        """Tell that saving failed and ask how to go on."""
        return dialogs.ask_after_failure(self._window, path.name, why)

    def not_opened(self, path: Path, why: str) -> None:
        """Tell that a file could not be read."""
        text = tr("“{name}” could not be opened.", name=path.name)
        dialogs.tell_failure(self._window, text, told(full_stop(why)))

    def no_scenario(self, path: Path, findings: tuple[Diagnostic, ...]) -> None:
        """Tell that there is nothing in a file that could be shown, and why."""
        why = whole_sentence(said_by(findings[0]) if findings else tr("It is empty"))
        text = tr("“{name}” holds no scenario that could be shown.", name=path.name)
        dialogs.tell_failure(self._window, text, why, findings)

    def findings(self, found: Sequence[Diagnostic], name: str, board: Board) -> None:
        """List what was found when a file was read."""
        dialogs.findings_dialog(found, name, board, self._window).open()

    def _file_dialog(self, title: str, filters: list[str]) -> QFileDialog:
        asking = QFileDialog(self._window, title, str(self._recent.folder))
        asking.setNameFilters(filters)
        return asking


def _filters() -> Mapping[FileFormat, str]:
    return {file_format: file_filter(*kind) for file_format, kind in _FORMATS.items()}


def _chosen(asking: QFileDialog) -> Path | None:
    return next(iter(_all_chosen(asking)), None)


def _all_chosen(asking: QFileDialog) -> tuple[Path, ...]:
    if asking.exec() != QDialog.DialogCode.Accepted:
        return ()
    return tuple(map(Path, asking.selectedFiles()))


def _follow_filter(asking: QFileDialog, chosen: str) -> None:
    """Give the file the suffix of the format chosen below it."""
    suffix = next((f.value for f, words in _filters().items() if words == chosen), "m44")
    asking.setDefaultSuffix(suffix)
    names = asking.selectedFiles()
    if names:
        asking.selectFile(Path(names[0]).with_suffix(f".{suffix}").name)


def file_name(title: str) -> str:
    """Return a file name that every system takes."""
    kept = "".join(c if c.isalnum() or c in " -_'" else " " for c in title)
    return "-".join(kept.split()) or tr("Untitled")

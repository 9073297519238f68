"""Opening and saving: the files of a window's tabs, and every way in which they may be lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSettings, Qt, Signal
from PySide6.QtWidgets import QApplication, QWidget

from m44core.catalogue.load import catalogue_with
from m44core.diagnostics import Diagnostic, Severity
from m44core.errors import M44Error, ReadError
from m44core.faults import boundary, why
from m44core.io.files.open import FileFormat, Fingerprint, ReadResult, read_file
from m44core.io.files.side_files import catalogue_for
from m44core.io.origin import OpenFile
from m44core.messages.message import Message, message, several
from m44core.messages.words import reason
from m44core.model.edits import new_scenario
from m44core.model.scenario import Scenario
from m44editor.answers import Answer
from m44editor.checks.inspection import Reading
from m44editor.documents.document import Document, Sheets
from m44editor.documents.document_sheet import EVERYTHING, Look, Notice, Sheet
from m44editor.documents.recent_files import RecentFiles
from m44editor.documents.user_packs import user_packs
from m44editor.interface_text import told
from m44editor.panels.notice_bar import NoticeBar

if TYPE_CHECKING:
    from m44editor.sessions.snapshots import Snapshot
    from m44editor.windows.file_dialogs import FileDialogs

_OF_ITS_OWN = Qt.FindChildOption.FindDirectChildrenOnly


class FileController(QObject):
    """Opens and saves the scenarios of one window; nothing is ever lost without a question.

    What is opened gets a sheet of its own, but for a window that holds nothing yet.

    Attributes:
        window: The window, for dialogs.
        sheets: What is open; its current sheet is what commands are about.
        keeps: Tells whether the next session would show what is not saved when this closes.
        packs: Returns the packs the user added, as they are now.
        settled: Whether it was asked already what is to become of what is not saved.
        recent: The files opened last, for a menu.
        bar: A bar for the window to show above the board.

    Signals:
        opened: What was found when the file of the current sheet was read.
        saved: The current sheet was.
        wanted: A sheet of this window was asked for from elsewhere, and is shown.
    """

    opened = Signal(tuple)
    saved = Signal()
    wanted = Signal()

    def __init__(
        self,
        document: Document,
        parent: QWidget | None = None,
        settings: QSettings | None = None,
    ) -> None:
        super().__init__(parent)
        self._document = document
        self.window = parent
        self.sheets = Sheets(document, self)
        self.keeps: Callable[[], bool] = _never
        self.settled = False
        settings = QSettings() if settings is None else settings
        self.packs = partial(user_packs, settings)
        self.recent = RecentFiles(settings, self)
        self.bar = NoticeBar(parent)
        self.bar.dismissed.connect(self._forget_notice)
        self.sheets.added.connect(self._take_in)
        self.sheets.removed.connect(self._let_go)
        self.sheets.shown.connect(self._show_notice)
        self._take_in(document.sheet)

    @property
    def name(self) -> str:
        """What to call the current sheet: its file's name, or its title, or Untitled."""
        return self.sheets.current.name

    @property
    def format(self) -> FileFormat | None:
        """How the file is written; None while there is no file."""
        return self.sheets.current.format

    @property
    def fingerprint(self) -> Fingerprint | None:
        """The file as it was read or saved last; None while there is no file."""
        return self.sheets.current.fingerprint

    @property
    def picture_place(self) -> Path:
        """Where to propose to write a picture: beside the file, called as the file is."""
        from m44editor.windows.file_dialogs import file_name  # 13 ms

        path = self._document.path
        return path.with_suffix("") if path else self.recent.folder / file_name(self.name)

    # Opening

    def new(self) -> bool:
        """Ask for format and face and show an empty scenario; tell whether that was done."""
        scenario = self.dialogs.new_scenario()
        if scenario is None:
            return False
        self.show_file(OpenFile(scenario))
        return True

    def open(self) -> bool:
        """Ask for files and show what they hold; return whether any is shown now."""
        return self.open_paths(self.dialogs.what_to_open())

    def open_paths(self, paths: Sequence[Path]) -> bool:
        """Show each of some files in a tab; one that cannot be read does not stop the others.

        Returns:
            Whether any of them is shown now.
        """
        if len(paths) == 1:
            return self.open_path(paths[0])
        from m44editor.windows.open_files import open_files  # 12 ms

        return bool(paths) and open_files(self, paths)

    def open_path(self, path: Path) -> bool:
        """Show what a file holds, where it is open already; tell whether that was done."""
        return self.show_open(path) or self._load(path)

    def is_open(self, path: Path) -> bool:
        """Return whether a file is open already, here or in another window."""
        return any(each.sheets.of_file(path) for each in (self, *self.others()))

    def show_open(self, path: Path) -> bool:
        """Show the tab of a file that is open already, here or in another window."""
        for each in (self, *self.others()):
            sheet = each.sheets.of_file(path)
            if sheet is not None and each.sheets.show(sheet):
                each.wanted.emit()
                return True
        return False

    def open_copy(self, path: Path) -> bool:
        """Show what a file holds as a scenario of no file yet, so that saving asks for another."""
        from m44editor.documents.examples import to_work_on  # not needed to start

        result = self.read(path)
        if result is None:
            return False
        sheet = self._sheet_for_more()
        self.fill(sheet, to_work_on(result, path), None)
        sheet.copied_from = path.absolute()
        self._show_filled(sheet)
        self.opened.emit(result.diagnostics)
        return True

    def others(self) -> Iterator[FileController]:
        """Yield those of the other windows."""
        for widget in QApplication.topLevelWidgets():
            found = widget.findChildren(FileController, options=_OF_ITS_OWN)
            if found and found[0] is not self and widget.isVisible():
                yield found[0]

    def reload(self) -> bool:
        """Read the file again, after asking if need be; tell whether that was done."""
        if self._document.path is None:
            return False
        clean = self._document.undo_stack.isClean()
        return (clean or self.dialogs.may_reload(self.name)) and self.load_anew()

    def load_anew(self) -> bool:
        """Read the file again, whatever is lost by that; tell whether that was done."""
        path = self._document.path
        return path is not None and self._load(path, anew=True)

    def show_file(
        self,
        file: OpenFile,
        path: Path | None = None,
        fingerprint: Fingerprint | None = None,
        file_format: FileFormat | None = None,
    ) -> None:
        """Show a scenario whose file is *path*, which was last seen as *fingerprint*."""
        sheet = self._sheet_for_more()
        self._fill(sheet, file, path, fingerprint, file_format)
        self._show_filled(sheet)

    def show_unsaved(self, scenario: Scenario) -> None:
        """Show a scenario no file holds yet; closing asks whether to save it."""
        self.show_file(OpenFile(scenario))
        self._document.undo_stack.resetClean()

    def show_position(self, position: Scenario) -> None:
        """Show the position of a playtest, beside the scenario it comes from."""
        self.show_unsaved(position)
        self.wanted.emit()

    def read(self, path: Path) -> ReadResult | None:
        """Return what a file holds; None, and the user is told, where that is no scenario."""
        try:
            result = read_file(path, self.packs())
        except ReadError as error:
            self.dialogs.not_opened(path, told(reason(error)))
            return None
        if result.file is None:
            self.dialogs.no_scenario(path, result.diagnostics)
            return None
        return result

    def follow(self, before: Path, after: Path) -> None:
        """Go on with a file under another name: it was renamed."""
        for sheet in self.sheets:
            if sheet.path == before:
                sheet.set_path(after)
                sheet.watch()

    def fill(
        self, sheet: Sheet, result: ReadResult, path: Path | None, look: Look = EVERYTHING
    ) -> None:
        """Put what was read into a sheet, as that of a file or, without one, as a copy."""
        assert result.file is not None, "there is something in the file"
        if path is None:
            self._fill(sheet, result.file, None, None, None, look)
        else:
            self._fill(sheet, result.file, path, result.fingerprint, result.format, look)
        sheet.remember(Reading.of(result.diagnostics, result.file))
        _tell_findings(sheet, result.diagnostics)

    def fill_unsaved(self, sheet: Sheet, snapshot: Snapshot, look: Look = EVERYTHING) -> None:
        """Put unsaved work of an earlier session into a sheet."""
        kept, packs = snapshot, self.packs()
        known = catalogue_for(kept.path, packs)[0] if kept.path else catalogue_with(packs)
        file = replace(kept.file, scenario=kept.scenario.known_by(known))
        self._fill(sheet, file, kept.path, kept.fingerprint, kept.format, look)
        sheet.undo_stack.resetClean()
        _look_at_disk(sheet)

    def show_recovered(self, snapshot: Snapshot) -> None:
        """Show unsaved work of an earlier session, where its file is open unchanged, there."""
        there = self.sheets.of_file(snapshot.path) if snapshot.path else None
        usable = there is not None and not there.modified and self.sheets.show(there)
        sheet = there if there is not None and usable else self._sheet_for_more()
        self.fill_unsaved(sheet, snapshot)
        self._show_filled(sheet)

    def _load(self, path: Path, *, anew: bool = False) -> bool:
        path = path.absolute()  # whoever recovers the work may start in another folder
        result = self.read(path)
        if result is None:
            return False
        try:
            with boundary(path):
                sheet = self.sheets.current if anew else self._sheet_for_more()
                self.fill(sheet, result, path)
                self._show_filled(sheet)
        except M44Error as error:
            self.dialogs.not_opened(path, told(why(error)))
            return False
        self.recent.add(path)
        self.opened.emit(result.diagnostics)
        return True

    def _sheet_for_more(self) -> Sheet:
        """Return a sheet for what is to be shown: the current one if nothing is in it."""
        self.settle()
        current = self.sheets.current
        return current if current.is_blank else Sheet(new_scenario())

    def _show_filled(self, sheet: Sheet) -> None:
        if sheet is not self.sheets.current:
            self.sheets.add(sheet)

    def _fill(
        self,
        sheet: Sheet,
        file: OpenFile,
        path: Path | None,
        fingerprint: Fingerprint | None,
        file_format: FileFormat | None,
        look: Look = EVERYTHING,
    ) -> None:
        """Put a scenario into a sheet, which may be the one that is shown."""
        sheet.set_notice(None)
        sheet.format, sheet.fingerprint = file_format, fingerprint
        shown = sheet is self.sheets.current
        (self._document if shown else sheet).replace(file.scenario, path, file.origin, look)
        sheet.watch()

    # Closing

    def settle(self) -> None:
        """Let what is being typed or dragged count, or not, before something is asked about."""
        self._document.leaving.emit()

    def may_close(self) -> bool:
        """Tell whether all that is open may go: it is saved, kept, or not wanted."""
        from m44editor.windows.closing import may_close  # 14 ms

        return self.settled or may_close(self)

    def close_sheet(self, sheet: Sheet) -> bool:
        """Close a tab, after asking if need be; the window goes with its last one."""
        from m44editor.windows.closing import close_sheet  # 15 ms

        return close_sheet(self, sheet)

    def reopen(self) -> bool:
        """Open the tab closed last again, with its history; tell whether there was one."""
        from m44editor.windows.closing import closed_tabs  # 13 ms

        return closed_tabs().reopen(self)

    def forget(self) -> None:
        """Let go of all that was open: the window is closed, after it was asked about."""
        from m44editor.windows.closing import forget_all  # 15 ms

        forget_all(self)

    # Saving

    def save(self) -> bool:
        """Write the scenario to its file, in the file's own format; tell whether that was done."""
        sheet = self.sheets.current
        if sheet.path is None:
            return self.save_as()
        return self.save_to(sheet.path, sheet.format, sheet.fingerprint)

    def save_as(self) -> bool:
        """Ask for a file and write the scenario to it; tell whether that was done."""
        path = self.dialogs.where_to_save(
            self._document.path, self.name, self.format or FileFormat.M44
        )
        return path is not None and self.save_to(path)

    def save_to(
        self, path: Path, file_format: FileFormat | None = None, expected: Fingerprint | None = None
    ) -> bool:
        """Write the scenario to a file; tell whether that was done.

        Args:
            path: The file.
            file_format: How to write it; None for what the name of the file says.
            expected: What is on the disk as far as we know; None where anything may be.
        """
        from m44editor.windows.disk_sync import write  # needed when something is to be kept

        answer = write(self.dialogs, self.sheets.current, path, file_format, expected)
        if answer is Answer.SAVE:
            self.recent.add(path)
            self.saved.emit()
        return self.save_as() if answer is Answer.ELSEWHERE else answer is Answer.SAVE

    # What is told

    def say_anew(self) -> None:
        """Tell again, in the language spoken now, what is told over the board and was done."""
        for sheet in self.sheets:
            sheet.say_anew()
        self._show_notice()

    def warn(self, words: Message) -> None:
        """Tell over the board what the user has to know and can do nothing about here."""
        self.sheets.current.set_notice(Notice(Severity.WARNING, words))

    @cached_property
    def dialogs(self) -> FileDialogs:
        """All questions about files; imported with the first of them, for that takes long."""
        from m44editor.windows.file_dialogs import FileDialogs  # 13 ms

        return FileDialogs(self.window, self.recent)

    def _take_in(self, sheet: Sheet) -> None:
        sheet.setParent(self)  # else Python takes it apart in whatever thread looks for garbage
        sheet.noticed.connect(self._follow_notice)
        sheet.stirred.connect(_look_at_disk)

    def _let_go(self, sheet: Sheet) -> None:
        sheet.setParent(None)
        sheet.noticed.disconnect(self._follow_notice)
        sheet.stirred.disconnect(_look_at_disk)

    def _follow_notice(self, sheet: Sheet) -> None:
        if sheet is self.sheets.current:
            self._show_notice()

    def _show_notice(self) -> None:
        notice = self.sheets.current.notice
        if notice is None:
            self.bar.clear()
            return
        answers = ((told(label), partial(act, self)) for label, act in notice.answers)
        self.bar.show_notice(notice.severity, told(notice.words), *answers)

    def _forget_notice(self) -> None:
        self.sheets.current.set_notice(None)


def _never() -> bool:
    return False


def _look_at_disk(sheet: Sheet) -> None:
    from m44editor.windows.disk_sync import look_at_disk  # 12 ms

    look_at_disk(sheet)


def _tell_findings(sheet: Sheet, findings: tuple[Diagnostic, ...]) -> None:
    if findings:
        worst = min(findings, key=lambda f: list(Severity).index(f.severity)).severity
        words = several(
            "“{name}” was opened with {number} remark. The file was not changed.",
            "“{name}” was opened with {number} remarks. The file was not changed.",
            len(findings),
            name=sheet.name,
        )
        show = message("Show"), partial(_show_findings, findings)
        sheet.set_notice(Notice(worst, words, (show,)))


def _show_findings(findings: tuple[Diagnostic, ...], files_: FileController) -> None:
    sheet = files_.sheets.current
    files_.dialogs.findings(findings, sheet.name, sheet.scenario.board)

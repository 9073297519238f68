"""Opening and saving: the files of a window's tabs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSettings, Qt, Signal
from PySide6.QtWidgets import QApplication, QWidget

from m44core.diagnostics import Diagnostic, Severity
from m44core.errors import M44Error, ReadError, WriteError
from m44core.faults import boundary, error_reason
from m44core.io.files.file_reader import FileFormat, Fingerprint, ReadResult, read_file
from m44core.io.files.scenario_files import SCENARIO_SUFFIXES
from m44core.io.origin import OpenFile
from m44core.messages.message import Message, enumerated, message, several
from m44core.messages.nouns import errors, notes, warnings
from m44core.messages.renderers import message_of_error
from m44core.model.edits import new_scenario
from m44core.model.scenario import Scenario
from m44editor.answers import Answer
from m44editor.checks.inspection import FileFindings
from m44editor.documents.document import Document, Sheets
from m44editor.documents.document_sheet import WHOLE_BOARD, Notice, Sheet, ViewState
from m44editor.documents.recent_files import RecentFiles
from m44editor.documents.side_rule_updates import remember_side_rules, write_side_rules
from m44editor.documents.user_packs import catalogue_of_unsaved, user_packs
from m44editor.interface_text import translated
from m44editor.panels.notice_bar import NoticeBar

if TYPE_CHECKING:
    from m44editor.sessions.snapshots import Snapshot
    from m44editor.windows.file_dialogs import FileDialogs
    from m44editor.windows.related_files import RelatedFile

_DIRECT_CHILDREN = Qt.FindChildOption.FindDirectChildrenOnly


class FileController(QObject):
    """Opens and saves the scenarios of one window; nothing is discarded without asking.

    Each file is opened in its own sheet: the current sheet if it is blank, else a new one.

    Attributes:
        window: The window, as parent of dialogs.
        sheets: The open sheets; commands act on the current one.
        keeps_unsaved: Returns whether the next session would restore unsaved work if this window
            closes.
        packs: Returns the current user packs.
        close_confirmed: Whether the user was already asked about unsaved changes.
        recent: The recent files.
        bar: The notice bar above the board.

    Signals:
        opened: A file was read into the current sheet; carries the findings from reading it.
        saved: The current sheet was saved.
        activated: The window must come to the front: it shows a sheet that was requested in another
            window.
        game_requested: A saved game must continue on the current sheet; carries its path.
    """

    opened = Signal(tuple)
    saved = Signal()
    activated = Signal()
    game_requested = Signal(object)

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
        self.keeps_unsaved: Callable[[], bool] = _never
        self.close_confirmed = False
        settings = QSettings() if settings is None else settings
        self.packs = partial(user_packs, settings)
        self.recent = RecentFiles(settings, self)
        self.bar = NoticeBar(parent)
        self.bar.dismissed.connect(self._clear_notice)
        self.sheets.added.connect(self._connect_sheet)
        self.sheets.removed.connect(self._disconnect_sheet)
        self.sheets.shown.connect(self._show_notice)
        self._connect_sheet(document.sheet)
        document.changed.connect(self._remember_side_rules)

    @property
    def current_name(self) -> str:
        """The name of the current sheet: its file name, else its title, else "Untitled"."""
        return self.sheets.current.name

    @property
    def format(self) -> FileFormat | None:
        """The format of the current file; None if there is no file."""
        return self.sheets.current.format

    @property
    def fingerprint(self) -> Fingerprint | None:
        """The fingerprint of the file as last read or saved; None if there is no file."""
        return self.sheets.current.fingerprint

    @property
    def export_path(self) -> Path:
        """The default path of an exported picture, without suffix.

        It is next to the file; without a file, in the folder used last.
        """
        from m44editor.windows.file_dialogs import file_name_from_title  # 13 ms

        path = self._document.path
        return (
            path.with_suffix("")
            if path
            else self.recent.folder / file_name_from_title(self.current_name)
        )

    # Opening

    def new(self) -> bool:
        """Ask for the settings of a new scenario and open it; return False if the user cancels."""
        scenario = self.dialogs.new_scenario()
        if scenario is None:
            return False
        self.show_file(OpenFile(scenario))
        return True

    def open(self) -> bool:
        """Ask for files and open them; return whether any is shown."""
        return self.open_paths(self.dialogs.ask_files_to_open())

    def open_paths(self, paths: Sequence[Path]) -> bool:
        """Open each file in its own tab; an unreadable file does not stop the others.

        Returns:
            Whether any of the files is shown.
        """
        if len(paths) == 1:
            return self.open_path(paths[0])
        from m44editor.windows.open_files import open_files  # 12 ms

        return bool(paths) and open_files(self, paths)

    def open_path(self, path: Path) -> bool:
        """Show a file, in its tab if it is already open; return whether it is shown.

        A companion file shows the scenario it belongs to; a saved game continues on its scenario. A
        file with a setup list becomes a new scenario, if the user confirms it.
        """
        if self.show_if_open(path):
            return True
        related = self.related(path)
        if related is not None:
            return self._open_related(related)
        return self._open_list(path) if self._is_importable(path) else self._load(path)

    def _is_importable(self, path: Path) -> bool:
        if path.suffix.lower() in SCENARIO_SUFFIXES:
            return False
        from m44editor.windows.setup_list_files import is_importable  # not needed at start

        return is_importable(path)

    def _open_list(self, path: Path) -> bool:
        """Show the list in a file; open a scenario made from it, unless the user cancels."""
        from m44editor.windows.setup_list_dialog import scenario_from_list_file  # 90 ms

        catalogue = catalogue_of_unsaved(None, self.packs())
        scenario = scenario_from_list_file(path, catalogue, self.window)
        if scenario is not None:
            self.show_as_unsaved_work(scenario)
        return scenario is not None

    def _open_related(self, related: RelatedFile) -> bool:
        """Open the scenario that a file belongs to, and continue the game if it is one.

        Returns:
            Whether the scenario is shown; if not, the reason was reported.
        """
        if related.refusal is not None or related.scenario is None:
            self.dialogs.report_unreadable(related.path, translated(related.refusal or ""))
            return False
        is_shown = (
            self.open_path(related.scenario)
            if isinstance(related.scenario, Path)
            else self.sheets.show(related.scenario)
        )
        if is_shown and related.is_game:
            self.game_requested.emit(related.path)
        elif is_shown and self.sheets.current.notice is None:
            text = message("“{file}” belongs to this scenario.", file=related.path.name)
            self.sheets.current.set_notice(Notice(Severity.INFO, text))
        return is_shown

    def related(self, path: Path) -> RelatedFile | None:
        """Return which scenario a file belongs to; None if it is not a companion or saved game."""
        if path.suffix.lower() == f".{FileFormat.M44}":
            return None
        from m44editor.windows.related_files import related_file  # not needed at start

        return related_file(path.absolute(), self.sheets, self.recent)

    def is_open(self, path: Path) -> bool:
        """Return whether a file is already open in any window."""
        return any(each.sheets.find(path) for each in (self, *self.other_controllers()))

    def show_if_open(self, path: Path) -> bool:
        """Show the tab of a file that is open in any window; return whether there is one."""
        for each in (self, *self.other_controllers()):
            sheet = each.sheets.find(path)
            if sheet is not None and each.sheets.show(sheet):
                each.activated.emit()
                return True
        return False

    def open_copy(self, path: Path) -> bool:
        """Open a copy of a file as a new scenario that has no file; return whether it succeeded."""
        from m44editor.documents.examples import template_in_one_language  # not needed at start

        result = self.read(path)
        if result is None:
            return False
        sheet = self._blank_sheet()
        self.fill(sheet, template_in_one_language(result, path), None)
        sheet.copied_from = path.absolute()
        self._show_filled_sheet(sheet)
        self.opened.emit(result.diagnostics)
        return True

    def other_controllers(self) -> Iterator[FileController]:
        """Yield the file controllers of the other windows."""
        for widget in QApplication.topLevelWidgets():
            controllers = widget.findChildren(FileController, options=_DIRECT_CHILDREN)
            if controllers and controllers[0] is not self and widget.isVisible():
                yield controllers[0]

    def reload(self) -> bool:
        """Reload the file, asking first about unsaved changes; return whether it was reloaded."""
        if self._document.path is None:
            return False
        is_clean = self._document.undo_stack.isClean()
        return (is_clean or self.dialogs.confirm_reload(self.current_name)) and self.reload_now()

    def reload_now(self) -> bool:
        """Reload the file, discarding unsaved changes; return whether it was reloaded."""
        path = self._document.path
        return path is not None and self._load(path, reload=True)

    def show_file(
        self,
        file: OpenFile,
        path: Path | None = None,
        fingerprint: Fingerprint | None = None,
        file_format: FileFormat | None = None,
    ) -> None:
        """Open a scenario in the current tab if that is blank, else in a new one.

        Args:
            file: The scenario and the data kept from its original file.
            path: Its file; None if it has none.
            fingerprint: The fingerprint of the file; None if it has none.
            file_format: The format of the file; None if it has none.
        """
        sheet = self._blank_sheet()
        self._fill(sheet, file, path, fingerprint, file_format)
        self._show_filled_sheet(sheet)

    def show_as_unsaved_work(self, scenario: Scenario) -> None:
        """Open a scenario as unsaved work, so that closing it asks whether to save."""
        self.show_file(OpenFile(scenario))
        self._document.undo_stack.resetClean()

    def show_position(self, position: Scenario) -> None:
        """Open a position of a playtest as unsaved work, and bring the window to the front."""
        self.show_as_unsaved_work(position)
        self.activated.emit()

    def read(self, path: Path) -> ReadResult | None:
        """Return the result of reading a file; None, after showing the reason, if it failed."""
        try:
            result = read_file(path, self.packs())
        except ReadError as error:
            self.dialogs.report_unreadable(path, translated(message_of_error(error)))
            return None
        if result.file is None:
            self.dialogs.report_no_scenario(path, result.diagnostics)
            return None
        return result

    def follow_rename(self, before: Path, after: Path) -> None:
        """Change the path of the sheets that show a file after it was renamed."""
        for sheet in self.sheets:
            if sheet.path == before:
                sheet.set_path(after)
                sheet.watch()

    def fill(
        self,
        sheet: Sheet,
        result: ReadResult,
        path: Path | None,
        view_state: ViewState = WHOLE_BOARD,
    ) -> None:
        """Fill a sheet with a file that was read, and show its findings in a notice.

        Args:
            sheet: The sheet.
            result: The result of reading; it must contain a scenario.
            path: The file; None to fill the sheet with a copy that has no file.
            view_state: The view state to restore.
        """
        assert result.file is not None, "there is something in the file"
        if path is None:
            self._fill(sheet, result.file, None, None, None, view_state)
        else:
            self._fill(sheet, result.file, path, result.fingerprint, result.format, view_state)
        sheet.attach(FileFindings.of(result.diagnostics, result.file))
        _notify_about_problems(sheet, result.diagnostics)

    def fill_with_unsaved_work(
        self, sheet: Sheet, snapshot: Snapshot, view_state: ViewState = WHOLE_BOARD
    ) -> None:
        """Fill a sheet with unsaved work of an earlier session, and check its file for changes."""
        catalogue = catalogue_of_unsaved(snapshot.path, self.packs())
        file = replace(snapshot.file, scenario=snapshot.scenario.with_catalogue(catalogue))
        self._fill(sheet, file, snapshot.path, snapshot.fingerprint, snapshot.format, view_state)
        sheet.undo_stack.resetClean()
        _check_disk(sheet)

    def show_recovered(self, snapshot: Snapshot) -> None:
        """Show unsaved work of an earlier session, in its file's tab if that tab is unmodified."""
        open_sheet = self.sheets.find(snapshot.path) if snapshot.path else None
        is_usable = (
            open_sheet is not None and not open_sheet.is_modified and self.sheets.show(open_sheet)
        )
        sheet = open_sheet if open_sheet is not None and is_usable else self._blank_sheet()
        self.fill_with_unsaved_work(sheet, snapshot)
        self._show_filled_sheet(sheet)

    def _load(self, path: Path, *, reload: bool = False) -> bool:
        path = path.absolute()  # the next session may start in another folder
        result = self.read(path)
        if result is None:
            return False
        try:
            with boundary(path):
                sheet = self.sheets.current if reload else self._blank_sheet()
                self.fill(sheet, result, path)
                self._show_filled_sheet(sheet)
        except M44Error as error:
            self.dialogs.report_unreadable(path, translated(error_reason(error)))
            return False
        self.recent.add(path)
        self.opened.emit(result.diagnostics)
        return True

    def _blank_sheet(self) -> Sheet:
        """Return the current sheet if it is blank, otherwise a new one."""
        self.finish_input()
        current = self.sheets.current
        return current if current.is_blank else Sheet(new_scenario())

    def _show_filled_sheet(self, sheet: Sheet) -> None:
        if sheet is not self.sheets.current:
            self.sheets.add(sheet)

    def _fill(
        self,
        sheet: Sheet,
        file: OpenFile,
        path: Path | None,
        fingerprint: Fingerprint | None,
        file_format: FileFormat | None,
        view_state: ViewState = WHOLE_BOARD,
    ) -> None:
        """Put a scenario into a sheet, through the document if the sheet is the current one."""
        sheet.set_notice(None)
        sheet.format, sheet.fingerprint = file_format, fingerprint
        is_current = sheet is self.sheets.current
        (self._document if is_current else sheet).replace(
            file.scenario, path, file.origin, view_state
        )
        sheet.watch()

    # Closing

    def finish_input(self) -> None:
        """Commit or drop any unfinished typing or dragging."""
        self._document.leaving.emit()

    def confirm_close(self) -> bool:
        """Ask about unsaved changes and return whether the window can close."""
        from m44editor.windows.closing import confirm_close  # 14 ms

        return self.close_confirmed or confirm_close(self)

    def close_sheet(self, sheet: Sheet) -> bool:
        """Close a tab, and its window if no tab is left; return False if the tab stays open."""
        from m44editor.windows.closing import close_sheet  # 15 ms

        return close_sheet(self, sheet)

    def reopen(self) -> bool:
        """Reopen the most recently closed tab; return False if there is none.

        A tab closed in this session keeps its undo history.
        """
        from m44editor.windows.closing import closed_tabs  # 13 ms

        return closed_tabs().reopen(self)

    def release_sheets(self) -> None:
        """Release all sheets after the window was closed."""
        from m44editor.windows.closing import release_all_sheets  # 15 ms

        release_all_sheets(self)

    # Saving

    def save(self) -> bool:
        """Save the scenario, asking for a file if it has none; return whether it succeeded."""
        sheet = self.sheets.current
        if sheet.path is None:
            return self.save_as()
        return self.save_to(sheet.path, sheet.format, sheet.fingerprint)

    def save_as(self) -> bool:
        """Ask for a file and save the scenario to it; return whether it succeeded."""
        path = self.dialogs.ask_where_to_save(
            self._document.path, self.current_name, self.format or FileFormat.M44
        )
        if path is None:
            return False
        from m44editor.windows.companion_copies import companions_to_copy  # rarely needed

        sheet = self.sheets.current
        copies = companions_to_copy(self.dialogs, sheet.path or sheet.copied_from, path)
        return copies is not None and self.save_to(path, companions=copies)

    def save_to(
        self,
        path: Path,
        file_format: FileFormat | None = None,
        expected: Fingerprint | None = None,
        companions: Sequence[tuple[Path, Path]] = (),
    ) -> bool:
        """Save the scenario to a file; if that fails, let the user retry or choose another file.

        Args:
            path: The file.
            file_format: The format to write; None to derive it from the suffix.
            expected: The last known state of the file; None to overwrite anything.
            companions: The companion files to copy with it, each with its target.

        Returns:
            Whether it was saved.
        """
        from m44editor.windows.disk_sync import save_sheet  # not needed before the first save

        answer = save_sheet(self.dialogs, self.sheets.current, path, file_format, expected)
        if answer is Answer.SAVE:
            self._copy_companions(companions)
            self._write_side_rules()
            self.recent.add(path)
            self.saved.emit()
        return self.save_as() if answer is Answer.SAVE_AS else answer is Answer.SAVE

    def _copy_companions(self, pairs: Sequence[tuple[Path, Path]]) -> None:
        if pairs:
            from m44core.io.files.companion_files import copy_companions  # rarely needed

            try:
                copy_companions(pairs)
            except WriteError as error:
                failure = message_of_error(error)
                self.warn(
                    message(
                        "A file that belongs to this scenario was not copied: {why}", why=failure
                    )
                )

    def _remember_side_rules(self, before: Scenario, after: Scenario) -> None:
        remember_side_rules(self._document.sheet, before, after)

    def _write_side_rules(self) -> None:
        try:
            write_side_rules(self.sheets.current)
        except WriteError as error:
            failure = message_of_error(error)
            self.warn(
                message(
                    "The rules file still refers to the hexes as they were before the board "
                    "was changed: {why}",
                    why=failure,
                )
            )

    # Notices

    def retranslate(self) -> None:
        """Translate notices and the names of undo steps into the current language."""
        for sheet in self.sheets:
            sheet.retranslate()
        self._show_notice()

    def warn(self, text: Message) -> None:
        """Show a warning without answer buttons above the board."""
        self.sheets.current.set_notice(Notice(Severity.WARNING, text))

    @cached_property
    def dialogs(self) -> FileDialogs:
        """The file dialogs, imported on first use."""
        from m44editor.windows.file_dialogs import FileDialogs  # 13 ms

        return FileDialogs(self.window, self.recent)

    def _connect_sheet(self, sheet: Sheet) -> None:
        sheet.setParent(self)  # otherwise Python may delete it in another thread
        sheet.notice_changed.connect(self._update_notice)
        sheet.file_touched.connect(_check_disk)

    def _disconnect_sheet(self, sheet: Sheet) -> None:
        sheet.setParent(None)
        sheet.notice_changed.disconnect(self._update_notice)
        sheet.file_touched.disconnect(_check_disk)

    def _update_notice(self, sheet: Sheet) -> None:
        if sheet is self.sheets.current:
            self._show_notice()

    def _show_notice(self) -> None:
        notice = self.sheets.current.notice
        if notice is None:
            self.bar.clear()
            return
        answers = ((translated(label), partial(handler, self)) for label, handler in notice.answers)
        self.bar.show_notice(notice.severity, translated(notice.text), *answers)

    def _clear_notice(self) -> None:
        self.sheets.current.set_notice(None)


def _never() -> bool:
    return False


def _check_disk(sheet: Sheet) -> None:
    from m44editor.windows.disk_sync import check_disk  # 12 ms

    check_disk(sheet)


_COUNTS = {Severity.ERROR: errors, Severity.WARNING: warnings, Severity.INFO: notes}


def _notify_about_problems(sheet: Sheet, findings: tuple[Diagnostic, ...]) -> None:
    """Show how many problems were found while reading a file, counted as in the problems panel."""
    if findings:
        text = message(
            "Found while reading “{name}”: {problems}. The file was not changed.",
            name=sheet.name,
            problems=enumerated(_problem_counts(findings)),
        )
        worst_severity = min(findings, key=lambda f: list(Severity).index(f.severity)).severity
        show = message("Show"), partial(_show_problems, findings)
        sheet.set_notice(Notice(worst_severity, text, (show,)))


def _problem_counts(findings: tuple[Diagnostic, ...]) -> Iterator[Message]:
    from m44core.findings.render_findings import is_quiet  # 3 ms

    counts = Counter(finding.severity for finding in findings if not is_quiet(finding))
    yield from (_COUNTS[severity](counts[severity]) for severity in Severity if counts[severity])
    if quiet_count := len(findings) - counts.total():
        yield several(
            "{number} note that needs no action",
            "{number} notes that need no action",
            quiet_count,
        )


def _show_problems(findings: tuple[Diagnostic, ...], files_: FileController) -> None:
    sheet = files_.sheets.current
    files_.dialogs.show_findings(findings, sheet.name, sheet.scenario.board)

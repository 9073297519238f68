"""The tabs of a session: recorded while they are open, and restored at the next start."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QCoreApplication, QObject, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMessageBox

from m44core.diagnostics import Diagnostic, Severity
from m44core.errors import M44Error
from m44core.faults import boundary, error_reason
from m44core.io.files.file_reader import read_file
from m44core.messages.message import Message, Value, listed, message, several
from m44core.model.edits import new_scenario
from m44editor.documents.document_sheet import Notice, PendingLoad, Sheet, ViewState
from m44editor.documents.editor_settings import bool_setting
from m44editor.interface_text import tr, tr_n, translated
from m44editor.screen import restore_geometry, shortened_for_message_box
from m44editor.sessions.recovery_slots import SnapshotError, writer_thread
from m44editor.sessions.session_file import (
    OpeningTab,
    Session,
    SessionError,
    SessionFile,
    SessionTab,
    SessionWindow,
    StartFile,
    abandoned_sessions,
    tabs_of_crashed_starts,
)
from m44editor.sessions.snapshots import RecoverySlot, SnapshotWriter
from m44editor.sessions.state_files import recovery_folder, sessions_folder, starts_folder
from m44editor.windows.closing import closed_tabs

if TYPE_CHECKING:
    from concurrent.futures import Future

    from m44editor.windows.editor_context import EditorContext
    from m44editor.windows.file_controller import FileController


RESTORE_KEY = "session/restore"
_DELAY = 400  # milliseconds after a change


class SessionRecorder(QObject):
    """Records the open tabs in the windows of the program.

    Attributes:
        is_ending: Whether the program is ending; if so, closed windows stay in the session.
    """

    def __init__(self) -> None:
        super().__init__()
        self.is_ending = self._ended = False
        self._contexts: list[EditorContext] = []
        self._last_session: Session | None = None
        self._file: SessionFile | None = None
        self._continued_files: list[SessionFile] = []
        self._write_future: Future[None] | None = None
        self._delay_timer = QTimer(self, interval=_DELAY, singleShot=True)
        self._delay_timer.timeout.connect(self._write)
        closed_tabs().changed.connect(self._schedule)

    def watch(self, context: EditorContext, continued: Iterable[SessionFile] = ()) -> None:
        """Start recording the open tabs of a window.

        Args:
            context: The context of the window.
            continued: The session files that the window continues; they are deleted once the
                session is written.
        """
        self._contexts.append(context)
        self._continued_files += continued
        sheets, view = context.files.sheets, context.view
        bars = view.horizontalScrollBar(), view.verticalScrollBar()
        for signal in (sheets.added, sheets.removed, sheets.moved, sheets.shown):
            signal.connect(self._schedule)
        for signal in (context.document.path_changed, context.document.history.cleanChanged):
            signal.connect(self._schedule)
        for signal in (
            context.split_changed,
            view.zoom_changed,
            context.selection.changed,
            *(b.valueChanged for b in bars),
        ):
            signal.connect(self._schedule)
        context.files.keeps_unsaved = partial(self._will_be_restored, context)
        context.closed.connect(partial(self._close, context))
        self._schedule()

    def capture_session(self) -> None:
        """Record the open tabs before the windows are closed one by one."""
        self._last_session = self._session()

    def end(self) -> None:
        """Write the final session, and wait until it is written; further calls do nothing."""
        if self._ended:
            return
        self._ended = True
        self._delay_timer.stop()
        if self._contexts and not self.is_ending:
            self.capture_session()
        self._store(self._last_session, ended=True)
        if self._file is not None:
            self._file.unlock()

    def _will_be_restored(self, context: EditorContext) -> bool:
        """Return whether the next session restores a window that closes now."""
        return _restores_session(context) and (self.is_ending or self._contexts == [context])

    def _close(self, context: EditorContext) -> None:
        """Drop a closed window from the session, unless it is the last or the program ends."""
        is_last = self._contexts == [context]
        if is_last and not self.is_ending:
            self.capture_session()
            self.is_ending = True
        self._contexts.remove(context)
        if is_last:
            self.end()
        else:
            self._schedule()

    def _schedule(self) -> None:
        if not self.is_ending and not self._delay_timer.isActive():
            self._delay_timer.start()

    def _write(self) -> None:
        if self._contexts:
            self._last_session = self._session()
            self._store(self._last_session)

    def _session(self) -> Session:
        contexts = [context for context in self._contexts if _restores_session(context)]
        windows = (_session_window(context) for context in contexts)
        return Session(tuple(window for window in windows if window.tabs), closed_tabs().paths)

    def _store(self, session: Session | None, *, ended: bool = False) -> None:
        """Write a session in the writer thread, replacing the session files that it continues."""
        if session is None:
            return
        if self._file is None:
            self._file = SessionFile(sessions_folder())
        continued, self._continued_files = tuple(self._continued_files), []
        session = Session(session.windows, session.closed, ended)
        self._write_future = writer_thread().submit(_store, self._file, session, continued)
        if ended:
            self._write_future.exception()  # waits for it


def _store(file: SessionFile, session: Session, continued: Iterable[SessionFile]) -> None:
    """Write a session and delete the files it continues; they stay if writing fails."""
    try:
        file.write(session)
    except SessionError:
        return  # recovery stores the work itself and reports failures
    for before in continued:
        before.delete()


def _session_window(context: EditorContext) -> SessionWindow:
    sheets = [sheet for sheet in context.files.sheets if _is_restorable(sheet)]
    current = context.files.sheets.current
    second_tab, is_stacked = None, False
    for split in context.created_services("split"):
        split.store_view_state()
        second_tab = sheets.index(split.sheet) if split.sheet in sheets else None
        is_stacked = split.orientation is Qt.Orientation.Vertical
    tabs = tuple(_session_tab(context, sheet) for sheet in sheets)
    current_index = sheets.index(current) if current in sheets else 0
    return SessionWindow(
        tabs, current_index, bytes(context.window.saveGeometry().data()), second_tab, is_stacked
    )


def _is_restorable(sheet: Sheet) -> bool:
    """Return whether a sheet can be restored: from its file or from stored work."""
    if sheet.path is not None or sheet.copied_from is not None:
        return True
    return sheet.pending.modified if sheet.pending else sheet.has_unsaved_changes


def _session_tab(context: EditorContext, sheet: Sheet) -> SessionTab:
    is_current = sheet is context.files.sheets.current
    view_state = context.current_view_state() if is_current else sheet.view_state
    return SessionTab(sheet.key, sheet.name, sheet.path, sheet.copied_from, view_state)


def _restores_session(context: EditorContext) -> bool:
    return bool_setting(context.settings, RESTORE_KEY, True)


@cache
def session_recorder() -> SessionRecorder:
    """Return the session recorder of the program."""
    recorder, application = SessionRecorder(), QCoreApplication.instance()
    recorder.setParent(application)
    if application is not None:
        application.aboutToQuit.connect(recorder.end)
    return recorder


def close_all_windows(files: FileController) -> bool:
    """Close all windows after asking about unsaved changes in each; return False if canceled."""
    controllers = [files, *files.other_controllers()]
    session_recorder().is_ending = True
    if not all(each.confirm_close() for each in controllers):
        session_recorder().is_ending = False
        for sheet in (sheet for each in controllers for sheet in each.sheets):
            sheet.discarded = None
        return False
    session_recorder().capture_session()
    for each in controllers:
        each.close_confirmed = True
        if each.window is not None:
            each.window.close()
    return True


_IDLE_MS = 150  # milliseconds between loading two pending tabs while idle


class SessionRestorer(QObject):
    """Restores the last session: the first window immediately, the others after the first is shown.

    Attributes:
        files: The session files that were read.
        windows: The windows of the session, including the first.
        problems: Messages about sessions that could not be read.
        excluded_keys: Keys of tabs the user chose not to open this time.
    """

    def __init__(self, context: EditorContext) -> None:
        super().__init__(context.window)
        self.setObjectName("restored")
        self._context = context
        self.files: list[SessionFile] = []
        self.windows: list[SessionWindow] = []
        self._failed_tabs: list[tuple[str, Value]] = []
        self.problems: list[Message] = []
        self.excluded_keys: frozenset[str] = frozenset()
        self._start_file, self._is_starting = StartFile(starts_folder()), True
        context.closed.connect(self._delete_start_file)
        if application := QCoreApplication.instance():
            application.aboutToQuit.connect(self._delete_start_file)
        self._recovered_keys: set[str] = set()
        self._reported_count = 0
        self._crashed = False
        self._idle_timer = QTimer(self, interval=_IDLE_MS)
        self._idle_timer.timeout.connect(self._read_next)

    # Before the first frame

    def read(self) -> None:
        """Read the sessions of ended processes; ask about tabs that stopped an earlier start.

        Fills the public attributes, but opens nothing.
        """
        all_ended = True
        for file in abandoned_sessions(sessions_folder()):
            session = self._read_session(file)
            self.files.append(file)
            self.windows += session.windows
            all_ended = all_ended and session.ended
            closed_tabs().add_paths(session.closed)
        self._crashed = not all_ended
        self.windows = _without_duplicate_tabs(self.windows)
        if stopped_tabs := tabs_of_crashed_starts(starts_folder()):
            tabs = [tab for window in self.windows for tab in window.tabs]
            self.excluded_keys = ask_tabs_to_exclude(stopped_tabs, tabs)
            self.windows = [
                *filter(
                    None, (_without_tabs(window, self.excluded_keys) for window in self.windows)
                )
            ]

    def fill(self, context: EditorContext, window: SessionWindow) -> None:
        """Open the tabs of *window* in an editor window; only the current tab is loaded now.

        If a tab cannot be loaded, the next one is shown instead.
        """
        restore_geometry(context.window, QByteArray(window.geometry))
        sheet, sheets = context.files.sheets.current, context.files.sheets
        first_tab = window.tabs[window.current]
        other_tabs = [tab for tab in window.tabs if tab is not first_tab]
        for candidate in (first_tab, *other_tabs):
            if self._load(context.files, sheet, candidate, _claimed_slot(candidate)):
                break
            other_tabs = [tab for tab in other_tabs if tab is not candidate]
        else:
            return
        earlier_tabs = [
            tab for tab in window.tabs[: window.tabs.index(candidate)] if tab in other_tabs
        ]
        for index, tab in enumerate(earlier_tabs):
            sheets.add(self._pending_sheet(context.files, tab), index, show=False)
        for tab in window.tabs[window.tabs.index(candidate) + 1 :]:
            if tab in other_tabs:
                sheets.add(self._pending_sheet(context.files, tab), len(sheets), show=False)

    # After the first frame

    def finish(self) -> None:
        """Open the other windows, report the result, and load the remaining tabs when idle."""
        self._delete_start_file()
        for window in self.windows[:1]:
            _restore_split(self._context, window)
        for window in self.windows[1:]:
            context = self._context.window_opener.open_window()
            self.fill(context, window)
            _restore_split(context, window)
        self._show_notice()
        self._idle_timer.start()

    def _read_next(self) -> None:
        if QGuiApplication.mouseButtons() != Qt.MouseButton.NoButton:
            return  # the user is dragging
        for files in (self._context.files, *self._context.files.other_controllers()):
            for sheet in files.sheets:
                if sheet.pending is not None:
                    files.sheets.load(sheet)
                    return
        self._idle_timer.stop()
        self._show_notice()

    def _delete_start_file(self) -> None:
        """Delete the start file: its tab has been painted, or the program is ending."""
        self._is_starting = False
        self._start_file.clear()

    def _read_session(self, file: SessionFile) -> Session:
        try:
            return file.read()
        except SessionError as error:
            reason = str(error)
            self.problems.append(
                message("Could not restore the tabs from the last session: {why}", why=reason)
            )
            return Session()

    def _pending_sheet(self, files: FileController, tab: SessionTab) -> Sheet:
        """Return a sheet that is loaded when it is first shown."""
        sheet, slot = Sheet(new_scenario(), tab.path), _claimed_slot(tab)
        sheet.key, sheet.view_state, sheet.copied_from = tab.key, tab.view_state, tab.copied_from
        if slot is not None:
            self._recovered_keys.add(tab.key)
        load = partial(self._load, files, sheet, tab, slot)
        release = slot.unlock if slot else _release_nothing
        sheet.pending = PendingLoad(tab.name, slot is not None, load, release)
        return sheet

    def _load(
        self, files: FileController, sheet: Sheet, tab: SessionTab, slot: RecoverySlot | None
    ) -> bool:
        """Load a tab from its unsaved work, else from its file; return whether it succeeded.

        An internal error is recorded as the failure of this tab only; the others are still opened.
        """
        self._start_file.note(tab)
        try:
            with boundary(tab.path or tab.copied_from or tab.name):
                return self._read(files, sheet, tab, slot)
        except M44Error as error:
            self._failed_tabs.append((tab.name, error_reason(error)))
            return False
        finally:
            if not self._is_starting:  # otherwise it has yet to be painted
                self._start_file.clear()

    def _read(
        self, files: FileController, sheet: Sheet, tab: SessionTab, slot: RecoverySlot | None
    ) -> bool:
        if slot is not None and _recover_unsaved_work(files, sheet, slot, tab.view_state):
            self._recovered_keys.add(tab.key)
            return True
        self._recovered_keys.discard(tab.key)
        source = tab.path or tab.copied_from
        if source is None:
            return False  # the tab was empty
        result = read_file(source, files.packs())
        if result.file is None:
            self._failed_tabs.append((tab.name, _unreadable_reason(result.diagnostics)))
            return False
        files.fill(sheet, result, tab.path, view_state=tab.view_state)
        sheet.key = tab.key
        if tab.path is None:
            sheet.copied_from = source
        return True

    def _show_notice(self) -> None:
        """Show a notice about recovered work, and about tabs that could not be restored."""
        count = len(self._recovered_keys) if self._crashed else 0
        sentences = [
            *self.problems,
            *([self._recovered_message()] if count != self._reported_count else []),
        ]
        sentences += [self._not_reopened_message()] if self._failed_tabs else []
        if sentences:
            self.problems, self._reported_count, self._failed_tabs = [], count, []
            sheet = self._context.files.sheets.current
            text = " ".join(map(translated, sentences))
            sheet.set_notice(Notice(Severity.WARNING, message("{words}", words=text)))

    def _recovered_message(self) -> Message:
        return several(
            "The program closed unexpectedly. The unsaved work in {number} scenario has been "
            "recovered. No file was changed.",
            "The program closed unexpectedly. The unsaved work in {number} scenarios has been "
            "recovered. No file was changed.",
            len(self._recovered_keys),
        )

    def _not_reopened_message(self) -> Message:
        lost_tabs = [
            message("{name} ({why})", name=name, why=reason) for name, reason in self._failed_tabs
        ]
        return message("Could not reopen: {files}.", files=listed(lost_tabs))


def restore_last_session(context: EditorContext) -> bool:
    """Restore the last session, its first window in *context*.

    Returns:
        Whether there was a session, even if it could not be read.
    """
    restorer = SessionRestorer(context)
    restorer.read()
    if restorer.windows:
        restorer.fill(context, restorer.windows[0])
    return bool(restorer.windows or restorer.problems)


def _unreadable_reason(findings: Sequence[Diagnostic]) -> Value:
    """Return why a file contains no scenario."""
    from m44core.findings.render_findings import message_of  # not needed for readable files

    return message_of(findings[0]) if findings else message("it contains no readable scenario")


def _without_tabs(window: SessionWindow, keys: frozenset[str]) -> SessionWindow | None:
    """Return a window without the tabs that have one of *keys*; None if no tabs are left."""
    tabs = tuple(tab for tab in window.tabs if tab.key not in keys)
    if not tabs:
        return None
    current_tab = window.tabs[window.current]
    current = tabs.index(current_tab) if current_tab in tabs else 0
    second_tab = None if window.second_tab is None else window.tabs[window.second_tab]
    return replace(
        window,
        tabs=tabs,
        current=current,
        second_tab=tabs.index(second_tab) if second_tab in tabs else None,
    )


def _recover_unsaved_work(
    files: FileController, sheet: Sheet, slot: RecoverySlot, view_state: ViewState
) -> bool:
    """Load unsaved work into a sheet and take over its slot; return False if it is damaged."""
    try:
        snapshot = slot.read()
    except SnapshotError:
        slot.unlock()
        return False
    files.fill_with_unsaved_work(sheet, snapshot, view_state)
    writer = sheet.findChild(SnapshotWriter)
    if not isinstance(writer, SnapshotWriter):
        writer = SnapshotWriter(sheet, recovery_folder())
    writer.adopt(slot)
    return True


def _restore_split(context: EditorContext, window: SessionWindow) -> None:
    """Restore the second board of a window, if it had one."""
    if window.second_tab is None:
        return
    keys = [sheet.key for sheet in context.files.sheets]
    key = window.tabs[window.second_tab].key
    if key in keys:
        orientation = Qt.Orientation.Vertical if window.stacked else Qt.Orientation.Horizontal
        context.split.show(context.files.sheets[keys.index(key)], orientation)


def _release_nothing() -> None:
    """Do nothing, because there is no unsaved work to release."""


def _claimed_slot(tab: SessionTab) -> RecoverySlot | None:
    """Return the locked slot with the unsaved work of a tab; None if it is missing or in use."""
    slot = RecoverySlot(recovery_folder(), tab.key)
    return slot if slot.is_filled and slot.lock() else None


def _without_duplicate_tabs(windows: Iterable[SessionWindow]) -> list[SessionWindow]:
    """Return the windows without repeated tabs (same file or key); drop empty windows."""
    unique_windows, seen = [], set()
    for window in windows:
        tabs = []
        for tab in window.tabs:
            if tab.key not in seen and (tab.path is None or tab.path not in seen):
                tabs.append(tab)
                seen |= {tab.key, *([tab.path] if tab.path else [])}
        if tabs:
            current = min(window.current, len(tabs) - 1)
            second_tab = None if window.second_tab is None else window.tabs[window.second_tab]
            second_index = tabs.index(second_tab) if second_tab in tabs else None
            unique_windows.append(
                SessionWindow(tuple(tabs), current, window.geometry, second_index, window.stacked)
            )
    return unique_windows


_Role = QMessageBox.ButtonRole


def ask_tabs_to_exclude(
    stopped_tabs: Sequence[OpeningTab], tabs: Sequence[SessionTab]
) -> frozenset[str]:
    """Ask whether to open the tabs that stopped the last start; ask nothing if none is in *tabs*.

    Args:
        stopped_tabs: The tabs that were being opened.
        tabs: All tabs of the session.

    Returns:
        The keys of the tabs to leave out, which may be all or none. Their files and unsaved work
        stay untouched.
    """
    keys = frozenset(each.key for each in stopped_tabs)
    names = [tab.name for tab in tabs if tab.key in keys]
    if not names:
        return keys  # unsaved work of earlier sessions, offered again next time
    box = QMessageBox(QMessageBox.Icon.Warning, tr("Safe Mode"), _open_tabs_question(names))
    box.setInformativeText(
        tr(
            "Nothing is deleted: files and unsaved work stay as they are, and you can open "
            "them later."
        )
    )
    skip_button = box.addButton(tr("&Skip"), _Role.AcceptRole)
    nothing_button = box.addButton(tr("Open &Nothing"), _Role.DestructiveRole)
    box.addButton(tr("Open &Everything"), _Role.RejectRole)
    box.setDefaultButton(skip_button)
    box.setEscapeButton(skip_button)
    box.exec()
    if box.clickedButton() is skip_button:
        return keys
    return (
        frozenset(tab.key for tab in tabs) if box.clickedButton() is nothing_button else frozenset()
    )


def _open_tabs_question(names: Sequence[str]) -> str:
    return tr_n(
        "Last time, M44 Workshop stopped while opening this scenario:\n\n{names}",
        "Last time, M44 Workshop stopped while opening these scenarios:\n\n{names}",
        len(names),
        names=shortened_for_message_box("\n".join(names)),
    )

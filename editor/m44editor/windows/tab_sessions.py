"""The tabs of a session: written down all the time, and open again where the next one begins."""

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
from m44core.faults import boundary, why
from m44core.io.files.open import read_file
from m44core.messages.message import Message, Value, listed, message, several
from m44core.model.edits import new_scenario
from m44editor.documents.document_sheet import Look, Notice, Sheet, Waiting
from m44editor.documents.editor_settings import flag
from m44editor.interface_text import told, tr, tr_n
from m44editor.screen import for_a_box
from m44editor.sessions.session_file import (
    Opening,
    Pane,
    Session,
    SessionError,
    SessionFile,
    StartFile,
    Tab,
    left_sessions,
    stopped_starts,
)
from m44editor.sessions.snapshots import Keeper, Slot, SnapshotError, writer
from m44editor.sessions.state_files import recovery_folder, sessions_folder, starts_folder
from m44editor.windows.closing import closed_tabs

if TYPE_CHECKING:
    from concurrent.futures import Future

    from m44editor.windows.editor_context import EditorContext
    from m44editor.windows.file_controller import FileController


RESTORE = "session/restore"
_DELAY = 400  # milliseconds after a change


class Record(QObject):
    """Knows the windows of the program, and writes down what is open in them.

    Attributes:
        ending: Whether the program is being ended: windows that close now stay in the session.
    """

    def __init__(self) -> None:
        super().__init__()
        self.ending = self._ended = False
        self._contexts: list[EditorContext] = []
        self._last: Session | None = None
        self._file: SessionFile | None = None
        self._taken: list[SessionFile] = []
        self._written: Future[None] | None = None
        self._delay = QTimer(self, interval=_DELAY, singleShot=True)
        self._delay.timeout.connect(self._write)
        closed_tabs().changed.connect(self._later)

    def watch(self, context: EditorContext, taken: Iterable[SessionFile] = ()) -> None:
        """Write down what is open in a window from now on.

        Args:
            context: That of the window.
            taken: The files of the sessions it goes on with, which then say nothing new.
        """
        self._contexts.append(context)
        self._taken += taken
        sheets, view = context.files.sheets, context.view
        bars = view.horizontalScrollBar(), view.verticalScrollBar()
        for signal in (sheets.added, sheets.removed, sheets.moved, sheets.shown):
            signal.connect(self._later)
        for signal in (context.document.path_changed, context.document.history.cleanChanged):
            signal.connect(self._later)
        for signal in (
            context.rearranged,
            view.zoom_changed,
            context.selection.changed,
            *(b.valueChanged for b in bars),
        ):
            signal.connect(self._later)
        context.files.keeps = partial(self._keeps, context)
        context.closed.connect(partial(self._close, context))
        self._later()

    def settle(self) -> None:
        """Take down what is open, before the windows close one after the other."""
        self._last = self._session()

    def end(self) -> None:
        """Write down what was open in the end."""
        if self._ended:
            return
        self._ended = True
        self._delay.stop()
        if self._contexts and not self.ending:
            self.settle()
        self._store(self._last, ended=True)
        if self._file is not None:
            self._file.let_go()

    def _keeps(self, context: EditorContext) -> bool:
        """Tell whether the next session shows a window that closes now."""
        return _is_wanted(context) and (self.ending or self._contexts == [context])

    def _close(self, context: EditorContext) -> None:
        """Forget a window that was closed, but for the last one and for those at the end."""
        last = self._contexts == [context]
        if last and not self.ending:
            self.settle()
            self.ending = True
        self._contexts.remove(context)
        if last:
            self.end()
        else:
            self._later()

    def _later(self) -> None:
        if not self.ending and not self._delay.isActive():
            self._delay.start()

    def _write(self) -> None:
        if self._contexts:
            self._last = self._session()
            self._store(self._last)

    def _session(self) -> Session:
        wanted = [context for context in self._contexts if _is_wanted(context)]
        panes = (_pane(context) for context in wanted)
        return Session(tuple(pane for pane in panes if pane.tabs), closed_tabs().paths)

    def _store(self, session: Session | None, *, ended: bool = False) -> None:
        """Have a session written, in place of those it goes on with."""
        if session is None:
            return
        if self._file is None:
            self._file = SessionFile(sessions_folder())
        taken, self._taken = tuple(self._taken), []
        session = Session(session.windows, session.closed, ended)
        self._written = writer().submit(_store, self._file, session, taken)
        if ended:
            self._written.exception()  # waits for it


def _store(file: SessionFile, session: Session, taken: Iterable[SessionFile]) -> None:
    """Write a session, and remove those it goes on with; where it cannot be, they stay."""
    try:
        file.write(session)
    except SessionError:
        return  # the work itself is kept elsewhere, and of that one is told
    for before in taken:
        before.clear()


def _pane(context: EditorContext) -> Pane:
    sheets = [sheet for sheet in context.files.sheets if _is_remembered(sheet)]
    current = context.files.sheets.current
    beside, stacked = None, False
    for split in context.made("split"):
        split.note()
        beside = sheets.index(split.sheet) if split.sheet in sheets else None
        stacked = split.orientation is Qt.Orientation.Vertical
    tabs = tuple(_tab(context, sheet) for sheet in sheets)
    place = sheets.index(current) if current in sheets else 0
    return Pane(tabs, place, bytes(context.window.saveGeometry().data()), beside, stacked)


def _is_remembered(sheet: Sheet) -> bool:
    """Tell whether there is anything a sheet could be restored from."""
    if sheet.path is not None or sheet.copied_from is not None:
        return True
    return sheet.waiting.modified if sheet.waiting else sheet.unsaved


def _tab(context: EditorContext, sheet: Sheet) -> Tab:
    shown = sheet is context.files.sheets.current
    look = context.look() if shown else sheet.look
    return Tab(sheet.key, sheet.name, sheet.path, sheet.copied_from, look)


def _is_wanted(context: EditorContext) -> bool:
    return flag(context.settings, RESTORE, True)


@cache
def record() -> Record:
    """Return the one record of the program."""
    made, application = Record(), QCoreApplication.instance()
    made.setParent(application)
    if application is not None:
        application.aboutToQuit.connect(made.end)
    return made


def quit_all(first: FileController) -> bool:
    """Close all windows, after asking once what is to become of what is not saved in each."""
    windows = [first, *first.others()]
    record().ending = True
    if not all(files.may_close() for files in windows):
        record().ending = False
        for sheet in (sheet for files in windows for sheet in files.sheets):
            sheet.given_up = None
        return False
    record().settle()
    for files in windows:
        files.settled = True
        if files.window is not None:
            files.window.close()
    return True


_IDLE = 150  # milliseconds between two tabs that are read while nothing else happens


class Restored(QObject):
    """What is left to be done of restoring when the first window is on the screen.

    Attributes:
        files: The session files that were read.
        panes: The windows, the first one among them.
        trouble: What to say of sessions that cannot be read.
        left_out: The keys of tabs the user does not want to be opened this time.
    """

    def __init__(self, context: EditorContext) -> None:
        super().__init__(context.window)
        self.setObjectName("restored")
        self._context = context
        self.files: list[SessionFile] = []
        self.panes: list[Pane] = []
        self._lost: list[tuple[str, Value]] = []
        self.trouble: list[Message] = []
        self.left_out: frozenset[str] = frozenset()
        self._start, self._starting = StartFile(starts_folder()), True
        context.closed.connect(self._end_start)
        if application := QCoreApplication.instance():
            application.aboutToQuit.connect(self._end_start)
        self._back: set[str] = set()
        self._told_back = 0
        self._died = False
        self._idle = QTimer(self, interval=_IDLE)
        self._idle.timeout.connect(self._read_next)

    # Before the first frame

    def read(self) -> None:
        """Find out what was open, in all sessions whose process is gone."""
        ended = True
        for file in left_sessions(sessions_folder()):
            session = self._session(file)
            self.files.append(file)
            self.panes += session.windows
            ended = ended and session.ended
            closed_tabs().recall(session.closed)
        self._died = not ended
        self.panes = _without_doubles(self.panes)
        if stopped := stopped_starts(starts_folder()):
            tabs = [tab for pane in self.panes for tab in pane.tabs]
            self.left_out = ask_what_to_open(stopped, tabs)
            self.panes = [*filter(None, (_without(pane, self.left_out) for pane in self.panes))]

    def fill(self, context: EditorContext, pane: Pane) -> None:
        """Open the tabs of a window; only the one that is shown is read now."""
        context.window.restoreGeometry(QByteArray(pane.geometry))
        sheet, sheets = context.files.sheets.current, context.files.sheets
        first = pane.tabs[pane.current]
        others = [tab for tab in pane.tabs if tab is not first]
        for shown in (first, *others):
            if self._load(context.files, sheet, shown, _slot(shown)):
                break
            others = [tab for tab in others if tab is not shown]
        else:
            return
        before = [tab for tab in pane.tabs[: pane.tabs.index(shown)] if tab in others]
        for place, tab in enumerate(before):
            sheets.add(self._waiting(context.files, tab), place, show=False)
        for tab in pane.tabs[pane.tabs.index(shown) + 1 :]:
            if tab in others:
                sheets.add(self._waiting(context.files, tab), len(sheets), show=False)

    # After it

    def go_on(self) -> None:
        """Say what became of it, open the other windows, and read the rest when idle."""
        self._end_start()
        for pane in self.panes[:1]:
            _split(self._context, pane)
        for pane in self.panes[1:]:
            context = self._context.others.open_window()
            self.fill(context, pane)
            _split(context, pane)
        self._tell()
        self._idle.start()

    def _read_next(self) -> None:
        if QGuiApplication.mouseButtons() != Qt.MouseButton.NoButton:
            return  # somebody is at work
        for files in (self._context.files, *self._context.files.others()):
            for sheet in files.sheets:
                if sheet.waiting is not None:
                    files.sheets.wake(sheet)
                    return
        self._idle.stop()
        self._tell()

    def _end_start(self) -> None:
        """Forget which tab was being opened: all that was shown was painted, or the user leaves."""
        self._starting = False
        self._start.done()

    def _session(self, file: SessionFile) -> Session:
        try:
            return file.read()
        except SessionError as error:
            why = str(error)
            self.trouble.append(
                message("The tabs of the last session could not be restored: {why}", why=why)
            )
            return Session()

    def _waiting(self, files: FileController, tab: Tab) -> Sheet:
        """Return a sheet that is read when it is first shown."""
        sheet, slot = Sheet(new_scenario(), tab.path), _slot(tab)
        sheet.key, sheet.look, sheet.copied_from = tab.key, tab.look, tab.copied_from
        if slot is not None:
            self._back.add(tab.key)
        load = partial(self._load, files, sheet, tab, slot)
        let_go = slot.let_go if slot else _nothing
        sheet.waiting = Waiting(tab.name, slot is not None, load, let_go)
        return sheet

    def _load(self, files: FileController, sheet: Sheet, tab: Tab, slot: Slot | None) -> bool:
        """Read a tab into a sheet: its unsaved work, else its file; tell whether there was any.

        A fault of the program there is said of this tab, and the others are opened.
        """
        self._start.note(tab)
        try:
            with boundary(tab.path or tab.copied_from or tab.name):
                return self._read(files, sheet, tab, slot)
        except M44Error as error:
            self._lost.append((tab.name, why(error)))
            return False
        finally:
            if not self._starting:  # else it is still to be painted
                self._start.done()

    def _read(self, files: FileController, sheet: Sheet, tab: Tab, slot: Slot | None) -> bool:
        if slot is not None and _recover(files, sheet, slot, tab.look):
            self._back.add(tab.key)
            return True
        self._back.discard(tab.key)
        source = tab.path or tab.copied_from
        if source is None:
            return False  # there was nothing in it
        result = read_file(source, files.packs())
        if result.file is None:
            self._lost.append((tab.name, _why_empty(result.diagnostics)))
            return False
        files.fill(sheet, result, tab.path, look=tab.look)
        sheet.key = tab.key
        if tab.path is None:
            sheet.copied_from = source
        return True

    def _tell(self) -> None:
        """Tell over the board what the user has to know."""
        count = len(self._back) if self._died else 0
        words = [*self.trouble, *([self._what_is_back()] if count != self._told_back else [])]
        words += [self._what_is_lost()] if self._lost else []
        if words:
            self.trouble, self._told_back, self._lost = [], count, []
            sheet = self._context.files.sheets.current
            text = " ".join(map(told, words))
            sheet.set_notice(Notice(Severity.WARNING, message("{words}", words=text)))

    def _what_is_back(self) -> Message:
        return several(
            "The program ended without warning. Unsaved work of {number} scenario is back; "
            "no file was changed.",
            "The program ended without warning. Unsaved work of {number} scenarios is back; "
            "no file was changed.",
            len(self._back),
        )

    def _what_is_lost(self) -> Message:
        lost = [message("{name} ({why})", name=name, why=why) for name, why in self._lost]
        return message("Could not be opened again: {files}.", files=listed(lost))


def restore(context: EditorContext) -> bool:
    """Open in a window what the last session had open; tell whether there is any to be seen."""
    restored = Restored(context)
    restored.read()
    if restored.panes:
        restored.fill(context, restored.panes[0])
    return bool(restored.panes or restored.trouble)


def _why_empty(findings: Sequence[Diagnostic]) -> Value:
    """Return why a file holds no scenario."""
    from m44editor.panels.finding_labels import finding_message  # not needed for files that do

    return (
        finding_message(findings[0])
        if findings
        else message("it holds no scenario that could be shown")
    )


def _without(pane: Pane, keys: frozenset[str]) -> Pane | None:
    """Return a window without some tabs; None if none is left."""
    tabs = tuple(tab for tab in pane.tabs if tab.key not in keys)
    if not tabs:
        return None
    shown = pane.tabs[pane.current]
    place = tabs.index(shown) if shown in tabs else 0
    other = None if pane.beside is None else pane.tabs[pane.beside]
    return replace(
        pane, tabs=tabs, current=place, beside=tabs.index(other) if other in tabs else None
    )


def _recover(files: FileController, sheet: Sheet, slot: Slot, look: Look) -> bool:
    """Put unsaved work into a sheet and keep it on; where it is damaged it is offered later."""
    try:
        snapshot = slot.read()
    except SnapshotError:
        slot.let_go()
        return False
    files.fill_unsaved(sheet, snapshot, look)
    keeper = sheet.findChild(Keeper)
    if not isinstance(keeper, Keeper):
        keeper = Keeper(sheet, recovery_folder())
    keeper.adopt(slot)
    return True


def _split(context: EditorContext, pane: Pane) -> None:
    """Show on a second board what stood there."""
    if pane.beside is None:
        return
    keys = [sheet.key for sheet in context.files.sheets]
    wanted = pane.tabs[pane.beside].key
    if wanted in keys:
        orientation = Qt.Orientation.Vertical if pane.stacked else Qt.Orientation.Horizontal
        context.split.show(context.files.sheets[keys.index(wanted)], orientation)


def _nothing() -> None:
    """Let go of no work: there is none that is not saved."""


def _slot(tab: Tab) -> Slot | None:
    """Return where the unsaved work of a tab is, now claimed by us; None where there is none."""
    slot = Slot(recovery_folder(), tab.key)
    return slot if slot.is_filled and slot.claim() else None


def _without_doubles(panes: Iterable[Pane]) -> list[Pane]:
    """Return the windows without tabs of files that another tab shows."""
    kept, known = [], set()
    for pane in panes:
        tabs = []
        for tab in pane.tabs:
            if tab.key not in known and (tab.path is None or tab.path not in known):
                tabs.append(tab)
                known |= {tab.key, *([tab.path] if tab.path else [])}
        if tabs:
            place = min(pane.current, len(tabs) - 1)
            shown = None if pane.beside is None else pane.tabs[pane.beside]
            beside = tabs.index(shown) if shown in tabs else None
            kept.append(Pane(tuple(tabs), place, pane.geometry, beside, pane.stacked))
    return kept


_Role = QMessageBox.ButtonRole


def ask_what_to_open(stopped: Sequence[Opening], tabs: Sequence[Tab]) -> frozenset[str]:
    """Ask whether to open the tabs that stopped the last start.

    Args:
        stopped: The tabs that were being opened.
        tabs: All tabs of the session.

    Returns:
        The keys of the tabs to leave out. Their files and their unsaved work stay as they are.
    """
    keys = frozenset(each.key for each in stopped)
    blamed = [tab.name for tab in tabs if tab.key in keys]
    if not blamed:
        return keys  # unsaved work of earlier sessions, offered again next time
    box = QMessageBox(QMessageBox.Icon.Warning, tr("Safe Start"), _question(blamed))
    box.setInformativeText(
        tr("Nothing is deleted: files and unsaved work stay as they are. You can open them later.")
    )
    leave_out = box.addButton(tr("&Leave Out"), _Role.AcceptRole)
    nothing = box.addButton(tr("&Open Nothing"), _Role.DestructiveRole)
    box.addButton(tr("Open &Everything"), _Role.RejectRole)
    box.setDefaultButton(leave_out)
    box.setEscapeButton(leave_out)
    box.exec()
    if box.clickedButton() is leave_out:
        return keys
    return frozenset(tab.key for tab in tabs) if box.clickedButton() is nothing else frozenset()


def _question(names: Sequence[str]) -> str:
    return tr_n(
        "Last time, M44 Workshop stopped while it was opening this scenario:\n\n{names}",
        "Last time, M44 Workshop stopped while it was opening these scenarios:\n\n{names}",
        len(names),
        names=for_a_box("\n".join(names)),
    )

"""Beginning where the last session ended, or died: the same tabs, looked at as they were."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QCoreApplication, QObject, Qt, QTimer
from PySide6.QtGui import QGuiApplication

from m44core.diagnostics import Diagnostic, Severity
from m44core.errors import M44Error
from m44core.faults import boundary, why
from m44core.io.files.open import read_file
from m44core.messages.message import Message, Value, listed, message, several
from m44core.model.edits import new_scenario
from m44editor.documents.sheet import Look, Notice, Sheet, Waiting
from m44editor.sessions.keeper import Keeper
from m44editor.sessions.places import recovery_folder, sessions_folder, starts_folder
from m44editor.sessions.snapshots import Slot, SnapshotError
from m44editor.sessions.starts import StartFile, stopped_starts
from m44editor.sessions.store import (
    Pane,
    Session,
    SessionError,
    SessionFile,
    Tab,
    left_sessions,
)
from m44editor.windows.closing import closed_tabs
from m44editor.words import told

if TYPE_CHECKING:
    from m44editor.windows.context import EditorContext
    from m44editor.windows.files import FileController

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
            from m44editor.windows.tabs.safe_start import ask_what_to_open

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
    from m44editor.panels.problems.sayings import said_by  # not needed for files that do

    return said_by(findings[0]) if findings else message("it holds no scenario that could be shown")


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

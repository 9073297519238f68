"""Writing down which tabs are open, all the time, so that the next session begins where one was."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Qt, QTimer

from m44editor.documents.settings import flag
from m44editor.documents.sheet import Sheet
from m44editor.sessions.keeper import writer
from m44editor.sessions.places import sessions_folder
from m44editor.sessions.store import (
    Pane,
    Session,
    SessionError,
    SessionFile,
    Tab,
)
from m44editor.windows.tabs.closed import closed_tabs
from m44editor.windows.tabs.looking import look_of

if TYPE_CHECKING:
    from concurrent.futures import Future

    from m44editor.windows.main_window import MainWindow

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
        self._windows: list[MainWindow] = []
        self._last: Session | None = None
        self._file: SessionFile | None = None
        self._taken: list[SessionFile] = []
        self._written: Future[None] | None = None
        self._delay = QTimer(self, interval=_DELAY, singleShot=True)
        self._delay.timeout.connect(self._write)
        closed_tabs().changed.connect(self._later)

    def watch(self, window: MainWindow, taken: Iterable[SessionFile] = ()) -> None:
        """Write down what is open in a window from now on.

        Args:
            window: The window.
            taken: The files of the sessions it goes on with, which then say nothing new.
        """
        self._windows.append(window)
        self._taken += taken
        sheets, view = window.files.sheets, window.view
        bars = view.horizontalScrollBar(), view.verticalScrollBar()
        for signal in (sheets.added, sheets.removed, sheets.moved, sheets.shown):
            signal.connect(self._later)
        for signal in (window.document.path_changed, window.document.history.cleanChanged):
            signal.connect(self._later)
        for signal in (
            window.rearranged,
            view.zoom_changed,
            window.selection.changed,
            *(b.valueChanged for b in bars),
        ):
            signal.connect(self._later)
        window.files.keeps = partial(self._keeps, window)
        window.closed.connect(partial(self._close, window))
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
        if self._windows and not self.ending:
            self.settle()
        self._store(self._last, ended=True)
        if self._file is not None:
            self._file.let_go()

    def _keeps(self, window: MainWindow) -> bool:
        """Tell whether the next session shows a window that closes now."""
        return _is_wanted(window) and (self.ending or self._windows == [window])

    def _close(self, window: MainWindow) -> None:
        """Forget a window that was closed, but for the last one and for those at the end."""
        last = self._windows == [window]
        if last and not self.ending:
            self.settle()
            self.ending = True
        self._windows.remove(window)
        if last:
            self.end()
        else:
            self._later()

    def _later(self) -> None:
        if not self.ending and not self._delay.isActive():
            self._delay.start()

    def _write(self) -> None:
        if self._windows:
            self._last = self._session()
            self._store(self._last)

    def _session(self) -> Session:
        wanted = [window for window in self._windows if _is_wanted(window)]
        panes = (_pane(window) for window in wanted)
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


def _pane(window: MainWindow) -> Pane:
    sheets = [sheet for sheet in window.files.sheets if _is_remembered(sheet)]
    current = window.files.sheets.current
    beside, stacked = None, False
    for split in window.made("split"):
        split.note()
        beside = sheets.index(split.sheet) if split.sheet in sheets else None
        stacked = split.orientation is Qt.Orientation.Vertical
    tabs = tuple(_tab(window, sheet) for sheet in sheets)
    place = sheets.index(current) if current in sheets else 0
    return Pane(tabs, place, bytes(window.saveGeometry().data()), beside, stacked)


def _is_remembered(sheet: Sheet) -> bool:
    """Tell whether there is anything a sheet could be restored from."""
    if sheet.path is not None or sheet.copied_from is not None:
        return True
    return sheet.waiting.modified if sheet.waiting else sheet.unsaved


def _tab(window: MainWindow, sheet: Sheet) -> Tab:
    shown = sheet is window.files.sheets.current
    look = look_of(window) if shown else sheet.look
    return Tab(sheet.key, sheet.name, sheet.path, sheet.copied_from, look)


def _is_wanted(window: MainWindow) -> bool:
    return flag(window.settings, RESTORE, True)


@cache
def record() -> Record:
    """Return the one record of the program."""
    made, application = Record(), QCoreApplication.instance()
    made.setParent(application)
    if application is not None:
        application.aboutToQuit.connect(made.end)
    return made

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
from m44editor.windows.closing import closed_tabs
from m44editor.windows.tabs.looking import look_of

if TYPE_CHECKING:
    from concurrent.futures import Future

    from m44editor.windows.context import EditorContext
    from m44editor.windows.files import FileController

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
    look = look_of(context) if shown else sheet.look
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

"""Has the sheet of a scenario made beside the window, the newest wish first."""

from __future__ import annotations

from concurrent.futures import Future
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtCore import QObject, Signal

from m44core.errors import M44Error
from m44core.messages.message import message
from m44core.messages.words import reason
from m44core.publish.proof import Proof
from m44core.work.executors import LostError, Processes
from m44editor.windows.printing.setting import Job, Wanted, make
from m44editor.work.relay import when_done

_MOST = 100  # sheets a process makes: what typesets them keeps all memory it ever took


class Proofing(QObject):
    """Has sheets made in a process; of wishes that came meanwhile only the last is heard.

    Attributes:
        workers: The process.

    Signals:
        made: A :class:`Proof` and the :class:`Wanted` it is of.
        failed: An :class:`M44Error` that says why there is none.
    """

    made = Signal(object, object)
    failed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._room = TemporaryDirectory(prefix="m44-sheet-", ignore_cleanup_errors=True)
        self.workers = Processes(1, most_jobs=_MOST)
        self._running: Wanted | None = None
        self._next: Wanted | None = None
        self._ended = False

    @property
    def is_busy(self) -> bool:
        """Whether a sheet is being made."""
        return self._running is not None

    def ask(self, wanted: Wanted) -> None:
        """Have a sheet made once the one that is being made is done."""
        if self._ended:
            return
        if self._running is not None:
            self._next = wanted
            return
        self._running = wanted
        job = Job(wanted, Path(self._room.name))
        when_done(self.workers.submit(make, job), self._note)

    def close(self) -> None:
        """Have nothing made any more, and end the process; may be called twice."""
        if self._ended:
            return
        self._ended = True
        self.workers.terminate()
        self._room.cleanup()

    def _note(self, future: Future[Proof]) -> None:
        if self._ended:
            return
        wanted, self._running = self._running, None
        following, self._next = self._next, None
        if following is not None:
            self.ask(following)
        error = future.exception()
        if error is None:
            self.made.emit(future.result(), wanted)
        elif isinstance(error, LostError | OSError):  # the process was ended, or there can be none
            why = reason(error) if isinstance(error, M44Error) else repr(error)
            said = message("the sheet could not be made: {error}; try again", error=why)
            self.failed.emit(M44Error(said))
        elif isinstance(error, M44Error):
            self.failed.emit(error)
        else:
            raise error

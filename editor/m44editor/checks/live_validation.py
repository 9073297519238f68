"""Checks that run beside the editing: a moment after a change, in a process of their own."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from m44core.diagnostics import Diagnostic
from m44core.findings.make import finding
from m44core.io.origin import OpenFile
from m44core.validation.basis.selection import CRASH
from m44core.validation.running.runner import USUAL_SETTINGS, CheckSettings
from m44core.validation.running.suppressions import Suppressed, Weighed
from m44editor.checks.process import check_worker
from m44editor.documents.document import Document

Findings = tuple[Diagnostic, ...]
Submit = Callable[[OpenFile, CheckSettings], "Future[Weighed]"]

PAUSE = 20  # milliseconds without a change before the checks run
_BEGIN_PROCESS = 500  # milliseconds before the process begins: the window comes first


class LiveValidation(QObject):
    """Publishes what is wrong with the document, never of a scenario that is gone.

    A scenario never changes, so the worker needs no lock; and it is enough to
    compare identities to know that a result is stale. A check that crashes
    ends as a finding like any other.

    Attributes:
        findings: What was published last.
        suppressed: Which findings are allowed, and why.
        settings: What is asked of the checks; change it by :meth:`use`.
    """

    published = Signal(tuple)
    _finished = Signal(object, object)  # what was checked, the future of what was found

    def __init__(
        self,
        document: Document,
        parent: QObject | None = None,
        submit: Submit | None = None,
        settings: CheckSettings = USUAL_SETTINGS,
    ) -> None:
        super().__init__(parent)
        self.findings: Findings = ()
        self.suppressed: tuple[Suppressed, ...] = ()
        self.settings = settings
        self._document = document
        self._submit = submit or check_worker().submit
        self._checked: tuple[OpenFile, CheckSettings] | None = None
        self._found = Weighed(())
        self._running = False
        self._reading: Findings = ()
        self._pause = QTimer(self, singleShot=True)
        self._pause.timeout.connect(self._begin)
        self._finished.connect(self._take, Qt.ConnectionType.QueuedConnection)
        document.changed.connect(self._wait)
        document.replaced.connect(self._start_afresh)
        self._start_afresh()
        if submit is None:
            QTimer.singleShot(_BEGIN_PROCESS, self, check_worker().begin)

    @property
    def is_current(self) -> bool:
        """Whether the findings are those of the scenario as it stands now."""
        return self._is_current(self._checked)

    def use(self, settings: CheckSettings) -> None:
        """Ask something else of the checks, and check anew."""
        if settings != self.settings:
            self.settings = settings
            self._pause.start(0)

    def show_reading(self, findings: Findings) -> None:
        """Publish, before the rest, what was found when the file was read.

        They stay until another scenario is shown: they speak of the file, and
        no edit changes it.
        """
        self._reading = findings
        self._publish()

    def check_now(self) -> None:
        """Check without a pause, and return when the findings are published."""
        self._pause.stop()
        asked = self._document.file, self.settings
        future = self._submit(*asked)
        self._keep(asked, self._submit(*asked) if _was_ended(future) else future)

    def close(self) -> None:
        """Stop checking; what a check that runs may find is not published."""
        self._pause.stop()
        self._document.changed.disconnect(self._wait)
        self._document.replaced.disconnect(self._start_afresh)
        self._finished.disconnect(self._take)

    def _is_current(self, asked: tuple[OpenFile, CheckSettings] | None) -> bool:
        if asked is None:
            return False
        file, settings = asked
        return file is self._document.file and settings == self.settings

    def _start_afresh(self) -> None:
        self._reading = ()
        self._checked, self._found = None, Weighed(())
        self._pause.start(0)

    def _wait(self) -> None:
        self._pause.start(PAUSE)

    def _begin(self) -> None:
        if not self._running:
            self._running = True
            asked = self._document.file, self.settings
            future = self._submit(*asked)
            future.add_done_callback(lambda done: self._finished.emit(asked, done))

    def _take(self, asked: tuple[OpenFile, CheckSettings], future: Future[Weighed]) -> None:
        self._running = False
        if self._is_current(asked) and not _was_ended(future):
            self._keep(asked, future)
        elif not self._pause.isActive():
            self._begin()

    def _keep(self, asked: tuple[OpenFile, CheckSettings], future: Future[Weighed]) -> None:
        crash = future.exception()
        self._checked = asked
        self._found = _stopped(crash) if crash else future.result()
        self._publish()

    def _publish(self) -> None:
        self.findings = self._reading + self._found.found
        self.suppressed = self._found.suppressed
        self.published.emit(self.findings)


def _was_ended(future: Future[Weighed]) -> bool:
    """Tell whether the process was ended from outside; another attempt will do without it."""
    return isinstance(future.exception(), BrokenProcessPool)


def _stopped(crash: BaseException) -> Weighed:
    """Return that the checks themselves failed, as the one thing found."""
    return Weighed((finding(CRASH, "stopped", error=repr(crash)),))

"""Checks that run beside the editing: a moment after a change, in a process of their own."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal

from m44core.diagnostics import Diagnostic
from m44core.findings.make import finding
from m44core.io.origin import OpenFile
from m44core.validation.basis.selection import CRASH
from m44core.validation.running.runner import USUAL_SETTINGS, CheckSettings
from m44core.validation.running.suppressions import Suppressed, Weighed
from m44core.values import dataclass
from m44editor.checks.check_worker import check_worker
from m44editor.documents.document import Document
from m44editor.work.relay import when_done

Findings = tuple[Diagnostic, ...]
Asked = tuple[OpenFile, CheckSettings]
Submit = Callable[[OpenFile, CheckSettings], "Future[Weighed]"]

PAUSE = 20  # milliseconds without a change before the checks run
_LONG = 1000  # milliseconds after which one is told that it takes long
_BEGIN_PROCESS = 500  # milliseconds before the process begins: the window comes first


@dataclass(frozen=True, slots=True)
class _Known:
    """What was found of a sheet, for when it is shown again.

    Attributes:
        asked: What was checked.
        found: What was found.
    """

    asked: Asked
    found: Weighed


class LiveValidation(QObject):
    """Publishes what is wrong with the document, never of a scenario that is gone.

    A scenario never changes, so the worker needs no lock; and it is enough to
    compare identities to know that a result is stale. A check that crashes
    ends as a finding like any other.

    Signals:
        published: What is wrong with the scenario.
        slow: Whether a check runs that takes longer than a second.

    Attributes:
        findings: What was published last.
        suppressed: Which findings are allowed, and why.
        settings: What is asked of the checks; change it by :meth:`use`.
        reading: Tells what was found when the file of the scenario that is shown was read.
    """

    published = Signal(tuple)
    slow = Signal(bool)

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
        self.reading: Callable[[], Findings] = tuple
        self._document = document
        self._submit = submit or check_worker().submit
        self._checked: Asked | None = None
        self._found = Weighed(())
        self._asked: Asked | None = None
        self._reading: Findings = ()
        self._pause = QTimer(self, singleShot=True)
        self._pause.timeout.connect(self._begin)
        self._long = QTimer(self, singleShot=True, interval=_LONG)
        self._long.timeout.connect(lambda: self.slow.emit(True))
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

    def check_anew(self) -> None:
        """Check again though nothing was edited: other pieces are known now.

        What a check that runs already will find goes by those known before, and is not taken.
        """
        self._checked = self._asked = None
        self._pause.start(0)

    def show_reading(self, findings: Findings) -> None:
        """Publish, before the rest, what was found when the file was read.

        They stay until another scenario is shown: they speak of the file, and
        no edit changes it.
        """
        if findings != self._reading:
            self._reading = findings
            self._publish()

    def check_now(self) -> None:
        """Check without a pause, and return when the findings are published."""
        self._pause.stop()
        asked = self._document.file, self.settings
        future = self._submit(*asked)
        if not future.cancelled():
            self._keep(asked, future)

    def close(self) -> None:
        """Stop checking; what a check that runs may find is not published."""
        self._pause.stop()
        self._long.stop()
        self._document.changed.disconnect(self._wait)
        self._document.replaced.disconnect(self._start_afresh)
        self._asked = None

    def _is_current(self, asked: Asked | None) -> bool:
        if asked is None:
            return False
        file, settings = asked
        return file is self._document.file and settings == self.settings

    def _start_afresh(self) -> None:
        """Show what is known already of the scenario that is shown now, and check what is not."""
        known, self._reading = self._document.sheet.recall(_Known), self.reading()
        if known is not None:
            self._checked, self._found = known.asked, known.found
        else:
            self._checked, self._found = None, Weighed(())
        self._publish()
        self._pause.start(0)

    def _wait(self) -> None:
        self._pause.start(PAUSE)

    def _begin(self) -> None:
        if self._asked is None and not self.is_current:
            asked = self._asked = self._document.file, self.settings
            future = self._submit(*asked)
            self._long.start()
            when_done(future, partial(self._take, asked))

    def _take(self, asked: Asked, future: Future[Weighed]) -> None:
        if asked is not self._asked:
            return  # it was waited for, or is not wanted any more
        self._asked = None
        self._long.stop()
        self.slow.emit(False)
        if self._is_current(asked):
            self._keep(asked, future)
        elif not self._pause.isActive():
            self._begin()

    def _keep(self, asked: Asked, future: Future[Weighed]) -> None:
        crash = future.exception()
        self._checked = asked
        self._found = _stopped(crash) if crash else future.result()
        self._document.sheet.remember(_Known(asked, self._found))
        self._publish()

    def _publish(self) -> None:
        self.findings = self._reading + self._found.found
        self.suppressed = self._found.suppressed
        self.published.emit(self.findings)


def _stopped(crash: BaseException) -> Weighed:
    """Return that the checks themselves failed, as the one thing found."""
    return Weighed((finding(CRASH, "stopped", error=repr(crash)),))

"""Checks that run beside the editing: a moment after a change, in a thread of their own."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from m44core.diagnostics import Diagnostic, Severity
from m44core.model.scenario import Scenario
from m44core.validation.runner import check_scenario
from m44editor.document import Document

Findings = tuple[Diagnostic, ...]
PAUSE = 300  # milliseconds without a change before the checks run


class LiveValidation(QObject):
    """Publishes what is wrong with the document, never of a scenario that is gone.

    A scenario never changes, so the worker needs no lock; and it is enough to
    compare identities to know that a result is stale. A check that crashes
    ends as a finding like any other.

    Attributes:
        findings: What was published last.
    """

    published = Signal(tuple)
    _finished = Signal(object, object)  # the scenario checked, the future of its findings

    def __init__(
        self,
        document: Document,
        parent: QObject | None = None,
        check: Callable[[Scenario], Findings] = check_scenario,
    ) -> None:
        super().__init__(parent)
        self.findings: Findings = ()
        self._document = document
        self._check = check
        self._checked: Scenario | None = None
        self._found: Findings = ()
        self._running = False
        self._reading: Findings = ()
        self._worker = ThreadPoolExecutor(1, "checks")
        self._pause = QTimer(self, singleShot=True)
        self._pause.timeout.connect(self._begin)
        self._finished.connect(self._take, Qt.ConnectionType.QueuedConnection)
        document.changed.connect(self._wait)
        document.replaced.connect(self._start_afresh)
        self._start_afresh()

    @property
    def is_current(self) -> bool:
        """Whether the findings are those of the scenario as it stands now."""
        return self._checked is self._document.scenario

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
        scenario = self._document.scenario
        self._keep(scenario, self._worker.submit(self._check, scenario))

    def close(self) -> None:
        """Stop checking; a check that runs is waited for."""
        self._pause.stop()
        self._document.changed.disconnect(self._wait)
        self._document.replaced.disconnect(self._start_afresh)
        self._finished.disconnect(self._take)
        self._worker.shutdown(wait=True, cancel_futures=True)

    def _start_afresh(self) -> None:
        self._reading = ()
        self._checked = None
        self._pause.start(0)

    def _wait(self) -> None:
        self._pause.start(PAUSE)

    def _begin(self) -> None:
        if not self._running:
            self._running = True
            scenario = self._document.scenario
            future = self._worker.submit(self._check, scenario)
            future.add_done_callback(lambda done: self._finished.emit(scenario, done))

    def _take(self, scenario: Scenario, future: Future[Findings]) -> None:
        self._running = False
        if scenario is self._document.scenario:
            self._keep(scenario, future)
        elif not self._pause.isActive():
            self._begin()

    def _keep(self, scenario: Scenario, future: Future[Findings]) -> None:
        crash = future.exception()
        found = (_crash_finding(crash),) if crash else future.result()
        self._checked = scenario
        self._found = found
        self._publish()

    def _publish(self) -> None:
        self.findings = self._reading + self._found
        self.published.emit(self.findings)


def _crash_finding(crash: BaseException) -> Diagnostic:
    return Diagnostic(
        code="M009",
        name="checks-stopped",
        severity=Severity.ERROR,
        message=f"the checks stopped with {type(crash).__name__}: {crash}; "
        "please report this as a defect of the program",
    )

"""Checks that run while the scenario is edited: shortly after each change, in a process."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal

from m44core.diagnostics import Diagnostic
from m44core.findings.finding_kinds import finding
from m44core.io.origin import OpenFile
from m44core.validation.check_selection import CRASH
from m44core.validation.runner import DEFAULT_SETTINGS, NAME_CHECKS, CheckSettings
from m44core.validation.suppressions import CheckResult, SuppressedFinding
from m44core.values import dataclass
from m44editor.background_jobs import when_done
from m44editor.checks.check_worker import check_worker
from m44editor.documents.document import Document

Findings = tuple[Diagnostic, ...]
Request = tuple[OpenFile, CheckSettings]
Submit = Callable[[OpenFile, CheckSettings], "Future[CheckResult]"]

PAUSE_MS = 20  # milliseconds without a change before the checks run
_SLOW_AFTER_MS = 1000  # milliseconds after which a check is reported as slow
_PROCESS_DELAY_MS = 500  # milliseconds before the process starts: the window comes first


@dataclass(frozen=True, slots=True)
class _LastSheetResult:
    """The last result of a sheet, for when it is shown again.

    Attributes:
        request: The file and the settings of the check.
        result: The result.
        name_pointers: The pointers of the unknown names that checks have found until then.
    """

    request: Request
    result: CheckResult
    name_pointers: frozenset[str]


class LiveValidation(QObject):
    """Publishes the problems of the current scenario, never those of an earlier one.

    Scenarios are immutable, so the worker needs no lock, and comparing identities shows whether a
    result is outdated. A crash of the checks becomes a finding.

    Signals:
        published: The problems of the scenario.
        slow_changed: Whether a check has been running for more than a second.

    Attributes:
        findings: The findings published last.
        suppressed: The suppressed findings, each with its reason.
        settings: The settings of the checks; change them by :meth:`set_options`.
        read_file_findings: Called when another scenario is shown; returns the findings from
            reading its file.
    """

    published = Signal(tuple)
    slow_changed = Signal(bool)

    def __init__(
        self,
        document: Document,
        parent: QObject | None = None,
        submit: Submit | None = None,
        settings: CheckSettings = DEFAULT_SETTINGS,
    ) -> None:
        super().__init__(parent)
        self.findings: Findings = ()
        self.suppressed: tuple[SuppressedFinding, ...] = ()
        self.settings = settings
        self.read_file_findings: Callable[[], Findings] = tuple
        self._document = document
        self._submit = submit or check_worker().submit
        self._checked_request: Request | None = None
        self._result = CheckResult(())
        self._name_pointers: frozenset[str] = frozenset()
        self._pending_request: Request | None = None
        self._file_findings: Findings = ()
        self._delay_timer = QTimer(self, singleShot=True)
        self._delay_timer.timeout.connect(self._start_check)
        self._slow_timer = QTimer(self, singleShot=True, interval=_SLOW_AFTER_MS)
        self._slow_timer.timeout.connect(lambda: self.slow_changed.emit(True))
        document.changed.connect(self._schedule)
        document.replaced.connect(self._reset)
        self._reset()
        if submit is None:
            QTimer.singleShot(_PROCESS_DELAY_MS, self, check_worker().start)

    @property
    def is_current(self) -> bool:
        """Whether the published findings are those of the current scenario and settings."""
        return self._is_current(self._checked_request)

    def set_options(self, settings: CheckSettings) -> None:
        """Change the settings, and check again if they differ."""
        if settings != self.settings:
            self.settings = settings
            self._delay_timer.start(0)

    def recheck(self) -> None:
        """Check again after a change of the catalogue.

        The result of a check in progress is discarded, because it used the old catalogue.
        """
        self._checked_request = self._pending_request = None
        self._delay_timer.start(0)

    def set_file_findings(self, findings: Findings) -> None:
        """Set the findings from reading the file, and publish them before the rest.

        They remain until another scenario is shown, because edits do not change the file.
        """
        if findings != self._file_findings:
            self._file_findings = findings
            self._publish()

    def check_now(self) -> None:
        """Check without delay, and wait until the findings are published."""
        self._delay_timer.stop()
        request = self._document.file, self.settings
        future = self._submit(*request)
        if not future.cancelled():
            self._store(request, future)

    def close(self) -> None:
        """Stop checking; nothing is published afterward."""
        self._delay_timer.stop()
        self._slow_timer.stop()
        self._document.changed.disconnect(self._schedule)
        self._document.replaced.disconnect(self._reset)
        self._pending_request = None

    def _is_current(self, request: Request | None) -> bool:
        if request is None:
            return False
        file, settings = request
        return file is self._document.file and settings == self.settings

    def _reset(self) -> None:
        """Publish the known findings of the document's new scenario, and schedule a check."""
        known_findings, self._file_findings = (
            self._document.sheet.attached(_LastSheetResult),
            self.read_file_findings(),
        )
        if known_findings is not None:
            self._checked_request, self._result = known_findings.request, known_findings.result
            self._name_pointers = known_findings.name_pointers
        else:
            self._checked_request, self._result = None, CheckResult(())
            self._name_pointers = frozenset()
        self._publish()
        self._delay_timer.start(0)

    def _schedule(self) -> None:
        self._delay_timer.start(PAUSE_MS)

    def _start_check(self) -> None:
        if self._pending_request is None and not self.is_current:
            request = self._pending_request = self._document.file, self.settings
            future = self._submit(*request)
            self._slow_timer.start()
            when_done(future, partial(self._receive, request))

    def _receive(self, request: Request, future: Future[CheckResult]) -> None:
        if request is not self._pending_request:
            return  # superseded by check_now, or canceled
        self._pending_request = None
        self._slow_timer.stop()
        self.slow_changed.emit(False)
        if self._is_current(request):
            self._store(request, future)
        elif not self._delay_timer.isActive():
            self._start_check()

    def _store(self, request: Request, future: Future[CheckResult]) -> None:
        crash = future.exception()
        self._checked_request = request
        self._result = _crash_result(crash) if crash else future.result()
        self._name_pointers |= {
            each.pointer for each in self._result.diagnostics if each.code in NAME_CHECKS
        }
        self._document.sheet.attach(_LastSheetResult(request, self._result, self._name_pointers))
        self._publish()

    def _publish(self) -> None:
        """Publish all findings.

        An unknown name that both the reader and a check found is reported by the check, which
        notices when the name is corrected.
        """
        file_findings = [
            each for each in self._file_findings if each.pointer not in self._name_pointers
        ]
        self.findings = (*file_findings, *self._result.diagnostics)
        self.suppressed = self._result.suppressed
        self.published.emit(self.findings)


def _crash_result(crash: BaseException) -> CheckResult:
    """Return a result with a single finding: the checks crashed."""
    return CheckResult((finding(CRASH, "stopped", error=repr(crash)),))

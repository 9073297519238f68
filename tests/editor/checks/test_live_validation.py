"""Checks while editing: never outdated, never blocking."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from multiprocessing import active_children
from pathlib import Path

import pytest
import shiboken6
from pytestqt.qtbot import QtBot
from tests.editor.conftest import PATIENCE_MS
from tests.hostile_files import KINDS

from m44core.diagnostics import Diagnostic, Severity
from m44core.findings.render_findings import check_name_of, render
from m44core.hexes import Hex
from m44core.io.files.file_reader import read_bytes
from m44core.io.origin import OpenFile
from m44core.model.edits import new_scenario, set_label
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, Piece
from m44core.validation.check_selection import select_checks
from m44core.validation.runner import CheckSettings, check_scenario
from m44core.validation.suppressions import CheckResult
from m44editor.checks.check_worker import CheckWorker, check_worker
from m44editor.checks.live_validation import Findings, LiveValidation, Submit
from m44editor.documents.document import Document

G5 = Hex(12, 4)
BUNKER = new_scenario().with_hexes({G5: HexContent(structure=Piece("bunker"))})


Check = Callable[[Scenario], Findings]


class LiveCheckDriver:
    """A document under live validation, and the findings published for it."""

    def __init__(self, qtbot: QtBot) -> None:
        self.qtbot = qtbot
        self.document = Document(new_scenario())
        self.published: list[Findings] = []
        self.live: LiveValidation | None = None
        self.threads = ThreadPoolExecutor(1)

    def start(self, check: Check | None = None) -> LiveValidation:
        submit = None if check is None else self.submit_to_thread(check)
        self.live = LiveValidation(self.document, submit=submit)
        self.live.published.connect(self.published.append)
        return self.live

    def submit_to_thread(self, check: Check) -> Submit:
        def submit(file: OpenFile, _: CheckSettings) -> Future[CheckResult]:
            return self.threads.submit(lambda: CheckResult(check(file.scenario)))

        return submit


@pytest.fixture
def live_checks(qtbot: QtBot) -> Iterator[LiveCheckDriver]:
    live_checks = LiveCheckDriver(qtbot)
    yield live_checks
    if live_checks.live:
        live_checks.live.close()
    live_checks.threads.shutdown()


def test_the_scenario_is_checked_at_once_when_it_is_opened(live_checks: LiveCheckDriver) -> None:
    validation = live_checks.start()
    live_checks.qtbot.waitUntil(lambda: validation.is_current)
    assert live_checks.published == [check_scenario(live_checks.document.scenario)]


def test_a_change_is_checked_after_a_pause(live_checks: LiveCheckDriver) -> None:
    validation = live_checks.start()
    live_checks.qtbot.waitUntil(lambda: validation.is_current)
    live_checks.document.edit("Put a bunker", BUNKER)
    assert not validation.is_current
    with live_checks.qtbot.waitSignal(validation.published):
        pass
    assert "M502" in {finding.code for finding in validation.findings}


def test_findings_of_a_closed_scenario_are_dropped(live_checks: LiveCheckDriver) -> None:
    begun, may_end = threading.Event(), threading.Event()

    def slow_check(scenario: Scenario) -> Findings:
        begun.set()
        may_end.wait(5)
        return (Diagnostic("M999", str(len(scenario.labels)), Severity.INFO),)

    validation = live_checks.start(check=slow_check)
    live_checks.qtbot.waitUntil(begun.is_set)
    live_checks.document.edit("Write", set_label(live_checks.document.scenario, G5, ("Here",)))
    may_end.set()
    live_checks.qtbot.waitUntil(lambda: validation.is_current)
    assert [finding.key for published in live_checks.published for finding in published] == ["1"]


def test_results_from_before_a_recheck_are_dropped(live_checks: LiveCheckDriver) -> None:
    futures: list[Future[CheckResult]] = []

    def submit(_: OpenFile, __: CheckSettings) -> Future[CheckResult]:
        futures.append(Future())
        return futures[-1]

    live = live_checks.live = LiveValidation(live_checks.document, submit=submit)
    live_checks.qtbot.waitUntil(lambda: len(futures) == 1)
    live.recheck()
    futures[0].set_result(CheckResult(tuple(check_scenario(BUNKER))))
    live_checks.qtbot.waitUntil(lambda: len(futures) == 2)
    futures[1].set_result(CheckResult(()))
    live_checks.qtbot.waitUntil(lambda: live.is_current)
    assert live.findings == ()


def test_editing_continues_while_a_check_runs(live_checks: LiveCheckDriver) -> None:
    begun, may_end = threading.Event(), threading.Event()

    def endless_check(_scenario: Scenario) -> Findings:
        begun.set()
        may_end.wait(5)
        return ()

    live_checks.start(check=endless_check)
    live_checks.qtbot.waitUntil(begun.is_set)
    live_checks.document.edit("Put a bunker", BUNKER)  # would hang here
    assert live_checks.document.scenario is BUNKER
    assert live_checks.published == []
    may_end.set()


def test_a_check_that_crashes_is_reported(live_checks: LiveCheckDriver) -> None:
    def broken_check(_scenario: Scenario) -> Findings:
        raise ZeroDivisionError("a defect")

    validation = live_checks.start(check=broken_check)
    live_checks.qtbot.waitUntil(lambda: validation.is_current)
    (finding,) = validation.findings
    assert (finding.code, finding.severity) == ("M099", Severity.ERROR)
    assert "ZeroDivisionError('a defect')" in render(finding, "en")


def test_findings_from_reading_stay_until_another_file_is_shown(
    live_checks: LiveCheckDriver,
) -> None:
    validation = live_checks.start(check=lambda _scenario: ())
    file_findings = (Diagnostic("M010", "repaired", Severity.WARNING),)
    validation.set_file_findings(file_findings)
    live_checks.document.edit("Put a bunker", BUNKER)
    live_checks.qtbot.waitUntil(lambda: validation.is_current)
    assert validation.findings == file_findings
    live_checks.document.replace(new_scenario(), None)
    live_checks.qtbot.waitUntil(lambda: validation.is_current)
    assert not validation.findings


def test_findings_from_reading_replace_the_findings_of_the_previous_file(
    live_checks: LiveCheckDriver,
) -> None:
    live_checks.document.replace(BUNKER, None)
    validation = live_checks.start()
    live_checks.qtbot.waitUntil(lambda: validation.is_current)
    live_checks.document.replace(new_scenario(), None)
    file_findings = (Diagnostic("M010", "repaired", Severity.WARNING),)
    validation.set_file_findings(file_findings)
    assert validation.findings == file_findings


def test_check_now_does_not_wait_for_the_pause(live_checks: LiveCheckDriver) -> None:
    validation = live_checks.start()
    live_checks.document.edit("Put a bunker", BUNKER)
    validation.check_now()
    assert validation.is_current
    assert validation.findings == check_scenario(BUNKER)


def test_nothing_is_checked_after_closing(qtbot: QtBot) -> None:
    document = Document(new_scenario())
    validation = LiveValidation(document)
    validation.close()
    with qtbot.assertNotEmitted(validation.published, wait=400):
        document.edit("Put a bunker", BUNKER)


def test_changed_settings_are_checked_immediately(live_checks: LiveCheckDriver) -> None:
    validation = live_checks.start()
    live_checks.document.edit("Put a bunker", BUNKER)
    validation.check_now()
    assert "M502" in {finding.code for finding in validation.findings}
    validation.set_options(CheckSettings(select_checks(["M2"])))
    assert not validation.is_current
    live_checks.qtbot.waitUntil(lambda: validation.is_current)
    assert "M502" not in {finding.code for finding in validation.findings}


def test_the_checks_run_in_a_process_once_it_has_started(live_checks: LiveCheckDriver) -> None:
    worker = check_worker()
    worker.start()
    live_checks.qtbot.waitUntil(lambda: worker.has_process)
    assert worker.submit(OpenFile(BUNKER), CheckSettings()).result().diagnostics == check_scenario(
        BUNKER
    )


def test_the_checks_continue_when_their_process_is_killed(live_checks: LiveCheckDriver) -> None:
    worker, other_processes = CheckWorker(), set(active_children())
    worker.start()
    live_checks.qtbot.waitUntil(lambda: worker.has_process)
    (process,) = set(active_children()) - other_processes
    process.kill()
    process.join()
    validation = LiveValidation(live_checks.document, submit=worker.submit)
    live_checks.live = validation
    live_checks.document.edit("Put a bunker", BUNKER)
    live_checks.qtbot.waitUntil(lambda: validation.is_current)
    assert validation.findings == check_scenario(BUNKER)
    live_checks.qtbot.waitUntil(lambda: worker.has_process)  # a new one has started
    worker.close()


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="asks Linux about processes")
def test_the_process_of_the_checks_ends_with_the_editor() -> None:
    program = subprocess.Popen([sys.executable, "-c", _EDITOR], stdout=subprocess.PIPE, text=True)
    assert program.stdout is not None
    child = int(program.stdout.readline())
    program.kill()
    program.wait()
    program.stdout.close()
    wait_until(lambda: not is_running(child))


_EDITOR = """
import time
from multiprocessing import active_children
from m44editor.checks.check_worker import CheckWorker
if __name__ == "__main__":
    worker = CheckWorker()
    worker.start()
    while not worker.has_process:
        time.sleep(0.01)
    print(active_children()[0].pid, flush=True)
    time.sleep(60)
"""


def is_running(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE_MS / 1000
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_the_process_of_the_checks_ends_when_the_worker_is_closed(qtbot: QtBot) -> None:
    worker, other_processes = CheckWorker(), set(active_children())
    worker.start()
    qtbot.waitUntil(lambda: worker.has_process)
    worker.close()
    assert set(active_children()) <= other_processes
    assert not worker.has_process


WORKERS = {"a thread": False, "a process": True}


@pytest.mark.parametrize("has_process", WORKERS.values(), ids=WORKERS)
def test_closing_the_worker_does_not_wait_for_running_checks(
    has_process: bool, qtbot: QtBot
) -> None:
    worker = CheckWorker()
    if has_process:
        worker.start()
        qtbot.waitUntil(lambda: worker.has_process)
    running_check = worker.submit(OpenFile(slow_scenario()), CheckSettings())
    waiting_check = worker.submit(OpenFile(BUNKER), CheckSettings())
    qtbot.waitUntil(running_check.running)
    worker.close()
    assert has_finished_in_time(running_check) is False
    assert waiting_check.cancelled() or not has_finished_in_time(waiting_check)


def slow_scenario() -> Scenario:
    """Return a scenario whose checks take a long time."""
    text = KINDS["briefing in fr"].make(500_000)
    scenario = read_bytes(text.encode(), "a.m44").scenario
    assert scenario is not None
    return scenario


def has_finished_in_time(future: Future[CheckResult]) -> bool:
    if future.exception() is not None:
        return False
    return not any(
        check_name_of(finding) == "check-overdue" for finding in future.result().diagnostics
    )


def test_checks_requested_after_closing_never_run(
    qtbot: QtBot,
) -> None:
    worker, document = CheckWorker(), Document(new_scenario())
    validation = LiveValidation(document, submit=worker.submit)
    worker.close()
    worker.start()
    assert not worker.has_process
    document.edit("Put a bunker", BUNKER)
    validation.check_now()
    with qtbot.assertNotEmitted(validation.published, wait=200):
        document.edit("Put a label", set_label(BUNKER, G5, ("Mill",)))
    assert not validation.is_current
    validation.close()


def test_results_for_a_deleted_window_are_ignored(
    qtbot: QtBot, caplog: pytest.LogCaptureFixture
) -> None:
    future: Future[CheckResult] = Future()
    validation = LiveValidation(Document(BUNKER), submit=lambda *_: future)
    qtbot.wait(50)
    shiboken6.delete(validation)
    future.set_result(CheckResult(()))
    assert caplog.records == [], "the callback for the findings failed"

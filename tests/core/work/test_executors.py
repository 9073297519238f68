"""The common behavior of the executors, whether they work in this process or in others."""

from __future__ import annotations

import os
import pickle
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, wait
from functools import partial
from multiprocessing import active_children
from multiprocessing.util import Finalize
from pathlib import Path
from time import monotonic, sleep

import pytest

from m44core.work.executors import ProcessDiedError, ProcessExecutor, ThreadExecutor
from m44core.work.job_progress import iterate_with_progress, report_progress

TIMEOUT = 60.0  # seconds; test machines are busy

OwnExecutor = ThreadExecutor | ProcessExecutor
KINDS: dict[str, Callable[[], OwnExecutor]] = {
    "in this process": ThreadExecutor,
    "in processes": partial(ProcessExecutor, 1),
    "forked": partial(ProcessExecutor, 1, "fork"),
}
if not hasattr(os, "fork"):
    del KINDS["forked"]


@pytest.fixture(autouse=True)
def make_tests_importable(pytestconfig: pytest.Config, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make this module importable in new processes, for the functions below."""
    monkeypatch.syspath_prepend(pytestconfig.rootpath)


@pytest.fixture(params=KINDS)
def executor(request: pytest.FixtureRequest) -> Iterator[OwnExecutor]:
    before = set(active_children())
    new_executor = KINDS[request.param]()
    yield new_executor
    new_executor.terminate()
    assert set(active_children()) == before


@pytest.fixture
def processes() -> Iterator[ProcessExecutor]:
    new_executor = ProcessExecutor(1)
    yield new_executor
    new_executor.terminate()


def wait_until(is_true: Callable[[], object]) -> None:
    deadline = monotonic() + TIMEOUT
    while not is_true():
        assert monotonic() < deadline


def process_and_thread_ids(_: object = None) -> tuple[int, int]:
    """Return the ids of the process and the thread."""
    return os.getpid(), threading.get_ident()


def report_until_canceled(begin_file: Path) -> None:
    """Report progress until canceled; touch *begin_file* first."""
    begin_file.touch()
    while True:
        report_progress(0.5)


def sum_in_parts(parts: int) -> int:
    """Return the sum of the numbers below *parts*, reporting progress up to 0.75."""
    return sum(iterate_with_progress(range(parts), 0.0, 0.75))


def raise_value_error() -> None:
    """Raise an exception."""
    raise ValueError("no", 7)


class StubbornError(Exception):
    """An exception that can be pickled but not unpickled."""

    def __init__(self, start: str, end: str) -> None:
        super().__init__(start + end)


def raise_unpicklable() -> None:
    """Raise an exception that cannot be unpickled."""
    raise StubbornError("no", "!")


def large_data() -> bytes:
    """Return data that takes a long time to send."""
    return b"much" * 10_000_000


def test_jobs_run_in_order_in_one_thread_other_than_the_callers(executor: OwnExecutor) -> None:
    jobs = [executor.submit(process_and_thread_ids, number) for number in range(20)]
    assert len({job.result(TIMEOUT) for job in jobs}) == 1
    assert jobs[0].result() != process_and_thread_ids()
    assert list(executor.map(abs, [-1, -2, 3], timeout=TIMEOUT)) == [1, 2, 3]


def test_the_exception_of_a_job_is_raised_by_its_future(executor: OwnExecutor) -> None:
    with pytest.raises(ValueError, match="no") as raised:
        executor.submit(raise_value_error).result(TIMEOUT)
    assert raised.value.args == ("no", 7)
    assert isinstance(executor.submit(raise_unpicklable).exception(TIMEOUT), Exception)
    assert executor.submit(abs, -1).result(TIMEOUT) == 1


def test_an_exception_keeps_the_traceback_of_its_process(processes: ProcessExecutor) -> None:
    error = processes.submit(raise_value_error).exception(TIMEOUT)
    assert error is not None
    assert 'raise ValueError("no", 7)' in str(error.__cause__)


def test_a_job_that_cannot_be_pickled_fails_alone(processes: ProcessExecutor) -> None:
    jobs = [processes.submit(abs, -1), processes.submit(lambda: 1), processes.submit(abs, -2)]
    assert jobs[1].exception(TIMEOUT) is not None
    assert (jobs[0].result(TIMEOUT), jobs[2].result(TIMEOUT)) == (1, 2)


def test_a_job_reports_its_progress(executor: OwnExecutor) -> None:
    job = executor.submit(sum_in_parts, 4)
    assert job.result(TIMEOUT) == 6
    assert job.progress == 0.75


def test_reporting_progress_outside_of_a_job_does_nothing() -> None:
    assert sum_in_parts(4) == 6


def test_a_running_job_is_canceled_and_later_ones_are_done(
    executor: OwnExecutor, tmp_path: Path
) -> None:
    running, after = (
        executor.submit(report_until_canceled, tmp_path / "begun"),
        executor.submit(abs, -1),
    )
    wait_until(lambda: running.progress == 0.5)
    assert running.cancel()
    with pytest.raises(CancelledError):
        running.result(TIMEOUT)
    assert after.result(TIMEOUT) == 1
    assert not running.cancel()


def test_a_waiting_job_is_canceled_before_it_starts(executor: OwnExecutor, tmp_path: Path) -> None:
    running_job = executor.submit(report_until_canceled, tmp_path / "running")
    wait_until((tmp_path / "running").exists)
    waiting_job = executor.submit(report_until_canceled, tmp_path / "waiting")
    assert waiting_job.cancel()
    assert running_job.cancel()
    assert not wait([waiting_job, running_job], TIMEOUT).not_done
    assert not (tmp_path / "waiting").exists()


def test_after_shutdown_waiting_jobs_are_done_and_new_ones_refused(executor: OwnExecutor) -> None:
    jobs = [executor.submit(abs, -number) for number in range(40)]
    executor.shutdown()
    assert [job.result(0) for job in jobs] == list(range(40))
    with pytest.raises(RuntimeError):
        executor.submit(abs, 1)


def test_shutdown_can_cancel_waiting_jobs(executor: OwnExecutor, tmp_path: Path) -> None:
    running_job = executor.submit(report_until_canceled, tmp_path / "running")
    wait_until((tmp_path / "running").exists)
    waiting_jobs = [executor.submit(abs, -1) for _ in range(3)]
    executor.shutdown(wait=False, cancel_futures=True)
    assert all(job.cancelled() for job in waiting_jobs)
    assert running_job.cancel()
    assert isinstance(running_job.exception(TIMEOUT), CancelledError)


def test_terminating_cancels_running_and_waiting_jobs(
    executor: OwnExecutor, tmp_path: Path
) -> None:
    jobs = [executor.submit(report_until_canceled, tmp_path / "running") for _ in range(3)]
    wait_until((tmp_path / "running").exists)
    executor.terminate()
    for job in jobs:
        with pytest.raises(CancelledError):
            job.result(0)


@pytest.mark.usefixtures("handle_interrupts")
@pytest.mark.skipif(os.name != "posix", reason="only there can a process be interrupted")
def test_an_interrupt_during_terminate_leaves_no_job_and_no_process(
    processes: ProcessExecutor, tmp_path: Path
) -> None:
    begin_file = tmp_path / "begun"
    running_job = processes.submit(report_until_canceled, begin_file)
    waiting_jobs = [processes.submit(int) for _ in range(9)]
    wait_until(begin_file.exists)
    waiting_jobs[0].add_done_callback(lambda _: signal.raise_signal(signal.SIGINT))
    with pytest.raises(KeyboardInterrupt):
        processes.terminate()
    assert all(job.cancelled() for job in waiting_jobs)
    wait_until(running_job.done)
    wait_until(lambda: not processes.children)


def end_slowly() -> None:
    """Let this process take half a second to end."""
    Finalize(None, sleep, (0.5,), exitpriority=1)


def test_shutdown_waits_for_an_idle_process_that_is_ending() -> None:
    before = set(active_children())
    processes = ProcessExecutor(1, idle_seconds=0.01)
    processes.submit(end_slowly).result()
    wait_until(lambda: not processes.children)
    processes.terminate()
    assert set(active_children()) == before


def test_an_executor_can_be_terminated_before_its_first_job(executor: OwnExecutor) -> None:
    executor.terminate()
    executor.shutdown()


def test_a_process_can_be_terminated_while_it_sends_much_data() -> None:
    for _ in range(3):
        processes = ProcessExecutor(1)
        job = processes.submit(large_data)
        wait_until(job.running)
        processes.terminate()
        assert job.done()


def test_a_started_process_is_ready_before_the_first_job(processes: ProcessExecutor) -> None:
    assert not processes.is_ready
    processes.begin()
    wait_until(lambda: processes.is_ready)
    (child,) = active_children()
    assert processes.submit(process_and_thread_ids).result(TIMEOUT)[0] == child.pid


def test_a_killed_process_is_replaced(processes: ProcessExecutor) -> None:
    first_process = processes.submit(process_and_thread_ids).result(TIMEOUT)
    (child,) = active_children()
    child.kill()
    wait_until(lambda: not processes.is_ready)
    assert processes.submit(process_and_thread_ids).result(TIMEOUT)[0] != first_process[0]


def test_a_job_that_ends_its_process_twice_is_lost(processes: ProcessExecutor) -> None:
    deadly_job, next_job = processes.submit(os._exit, 3), processes.submit(abs, -1)
    assert isinstance(deadly_job.exception(TIMEOUT), ProcessDiedError)
    assert next_job.result(TIMEOUT) == 1


def die_at_once() -> None:
    """End the process immediately."""
    os._exit(1)


def test_processes_that_die_at_start_are_not_restarted_forever() -> None:
    with ProcessExecutor(2, initializer=die_at_once) as processes:
        jobs = [processes.submit(abs, -1) for _ in range(3)]
        assert all(isinstance(job.exception(TIMEOUT), ProcessDiedError) for job in jobs)


def test_a_failing_initializer_does_not_stop_jobs() -> None:
    with ProcessExecutor(1, initializer=raise_value_error) as processes:
        assert processes.submit(abs, -1).result(TIMEOUT) == 1


def test_idle_processes_end_and_new_ones_start_for_new_jobs() -> None:
    with ProcessExecutor(1, idle_seconds=0.0) as processes:
        first_process = processes.submit(process_and_thread_ids).result(TIMEOUT)
        wait_until(lambda: not active_children())
        assert processes.submit(process_and_thread_ids).result(TIMEOUT) != first_process


def test_a_process_that_has_done_many_jobs_is_replaced() -> None:
    with ProcessExecutor(1, max_jobs=2) as processes:
        places = [processes.submit(process_and_thread_ids).result(TIMEOUT)[0] for _ in range(6)]
    assert len(set(places)) == 3


def test_a_callback_can_submit_another_job(executor: OwnExecutor) -> None:
    called_event = threading.Event()
    executor.submit(abs, -1).add_done_callback(
        lambda _: executor.submit(abs, -2).add_done_callback(lambda _: called_event.set())
    )
    assert called_event.wait(TIMEOUT)


def test_the_error_of_a_lost_job_can_be_pickled() -> None:
    unpickled_error = pickle.loads(pickle.dumps(ProcessDiedError()))
    assert isinstance(unpickled_error, ProcessDiedError)
    assert str(unpickled_error) == str(ProcessDiedError())

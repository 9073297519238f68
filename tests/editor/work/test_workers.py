"""Processes that do what takes long."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Iterator
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from time import monotonic, sleep

import pytest

from m44editor.work.workers import Workers

LONG = 60.0  # seconds; machines that test are busy


WORK = """
import os

def work(packs, job):
    if job == "die":
        os._exit(3)
    if job == "fail":
        raise ValueError(len(packs))
    return os.getpid(), b"much" * 10_000_000 if job == "much" else job
"""


@pytest.fixture
def workers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Workers]:
    """One that tells which process did a job, fails, or ends without a word."""
    (tmp_path / "doing_for_tests.py").write_text(WORK, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    made = Workers(importlib.import_module("doing_for_tests").work, 1, "test")
    yield made
    made.close()
    del sys.modules["doing_for_tests"]


def done(workers: Workers, job: object) -> tuple[int, object]:
    came: Future[tuple[int, object]] = Future()

    def take(_: object, result: tuple[int, object], error: BaseException | None) -> None:
        came.set_exception(error) if error else came.set_result(result)

    workers.submit(job, take)
    return came.result(LONG)


def wait_for_end(workers: Workers, process: int | None) -> None:
    """Wait until a process is gone; joining it here might be in the way of who ends it."""
    last = monotonic() + LONG
    while workers.children and monotonic() < last:
        sleep(0.01)
    assert not workers.children
    assert process is not None
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


def test_one_process_does_one_job_after_the_other(workers: Workers) -> None:
    assert not workers.ready
    first, second = done(workers, 1), done(workers, 2)
    assert workers.ready
    assert first[0] == second[0] != os.getpid()
    assert (first[1], second[1]) == (1, 2)


def test_what_a_job_raises_comes_back(workers: Workers) -> None:
    with pytest.raises(ValueError, match="0"):
        done(workers, "fail")


def test_after_a_process_that_ended_comes_another(workers: Workers) -> None:
    first, _ = done(workers, 1)
    with pytest.raises(BrokenProcessPool):
        done(workers, "die")
    second, _ = done(workers, 1)
    assert second != first


def test_at_rest_there_is_no_process(workers: Workers) -> None:
    done(workers, 1)
    (child,) = workers.children
    workers.rest()
    wait_for_end(workers, child.pid)
    assert done(workers, 2)[1] == 2


def test_once_closed_nothing_is_done(workers: Workers) -> None:
    workers.close()
    came: list[object] = []
    workers.submit(1, lambda *found: came.append(found))
    workers.close()
    sleep(0.5)
    assert came == []
    assert workers.children == []


def test_it_ends_at_once_while_much_is_being_sent(workers: Workers) -> None:
    for _ in range(3):
        done(workers, 1)
        (child,) = workers.children
        workers.submit("much", lambda *_: None)
        sleep(0.1)
        workers.rest()
        wait_for_end(workers, child.pid)

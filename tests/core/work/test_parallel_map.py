"""Parallel mapping: results in order, with any executor and whichever processes die."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from multiprocessing import active_children, get_all_start_methods, get_context
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from m44core.errors import M44Error
from m44core.work.executors import ProcessDiedError, ProcessExecutor, ThreadExecutor
from m44core.work.parallel_map import parallel_map

ITEMS = 24
ENDS: dict[str, Callable[[], None]] = {
    "killed": lambda: os.kill(os.getpid(), signal.SIGTERM),
    "exits": lambda: os._exit(0),
}


@pytest.fixture(autouse=True)
def make_tests_importable(pytestconfig: pytest.Config, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make this module importable in new processes, for the functions below."""
    monkeypatch.syspath_prepend(pytestconfig.rootpath)


def describe_item(item: int) -> str:
    """Return a text about an item."""
    return f"done {item}"


def describe_unless_deadly(ending: str, deadly_items: frozenset[int], item: int) -> str:
    """Return a text about an item; deadly items end the process."""
    if item in deadly_items:
        ENDS[ending]()
    return describe_item(item)


def die_once(folder: Path, item: int) -> str:
    """Return a text about an item; item 3 ends the first process that works on it."""
    mark = folder / str(item)
    if item == 3 and not mark.exists():
        mark.touch()
        os._exit(1)
    return describe_item(item)


def raise_for_item_9(item: int) -> str:
    """Return a text about an item; raise ValueError for item 9."""
    if item == 9:
        raise ValueError("nine")
    return describe_item(item)


def lost_text(error: M44Error, item: int) -> str:
    assert "the worker process ended unexpectedly twice; memory may have run out" in str(error)
    return f"lost {item}"


def map_texts(
    work: Callable[[int], str], jobs: int, items: int = ITEMS, executor: Executor | None = None
) -> list[str]:
    with parallel_map(work, lost_text, jobs, range(items), executor=executor) as results:
        return list(results)


@pytest.mark.parametrize("ending", ENDS)
@settings(max_examples=6, deadline=None)
@given(deadly_items=st.frozensets(st.integers(0, ITEMS - 1), max_size=2), jobs=st.integers(2, 3))
def test_only_items_that_kill_their_process_are_lost(
    ending: str, deadly_items: frozenset[int], jobs: int
) -> None:
    before = set(active_children())
    expected = [f"{'lost' if item in deadly_items else 'done'} {item}" for item in range(ITEMS)]
    assert map_texts(partial(describe_unless_deadly, ending, deadly_items), jobs) == expected
    assert set(active_children()) == before


@pytest.mark.parametrize("start_method", get_all_start_methods())
def test_items_that_kill_processes_are_lost_with_any_start_method(start_method: str) -> None:
    with ProcessExecutor(2, start_method) as processes:
        texts = map_texts(
            partial(describe_unless_deadly, "exits", frozenset([0, 5])), 1, 8, processes
        )
    assert texts == ["lost 0", *map(describe_item, range(1, 5)), "lost 5", "done 6", "done 7"]


def test_a_job_whose_process_died_is_retried(tmp_path: Path) -> None:
    assert map_texts(partial(die_once, tmp_path), 2) == list(map(describe_item, range(ITEMS)))


EXECUTORS: dict[str, Callable[[], Executor]] = {
    "threads": partial(ThreadPoolExecutor, 2),
    "processes": partial(ProcessPoolExecutor, 2, get_context("spawn")),
    "our thread": ThreadExecutor,
    "our processes": partial(ProcessExecutor, 2),
}


@pytest.fixture(params=EXECUTORS)
def executor(request: pytest.FixtureRequest) -> Iterator[Executor]:
    """Each executor that can be passed in: those of the standard library and ours."""
    with EXECUTORS[request.param]() as new_executor:
        yield new_executor


def test_parallel_map_works_with_any_executor(executor: Executor) -> None:
    assert map_texts(describe_item, 1, 2_000, executor) == list(map(describe_item, range(2_000)))
    assert executor.submit(describe_item, 1).result() == "done 1"  # it still works


def test_a_broken_external_pool_loses_only_its_own_items() -> None:
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        texts = map_texts(partial(describe_unless_deadly, "exits", frozenset([0])), 1, 3, pool)
    assert texts == ["lost 0", "lost 1", "lost 2"]


def test_exceptions_of_the_work_are_raised_in_their_place(executor: Executor) -> None:
    with parallel_map(raise_for_item_9, lost_text, 1, [1, 2, 9, 3], executor=executor) as results:
        assert [next(results), next(results)] == ["done 1", "done 2"]
        with pytest.raises(ValueError, match="nine"):
            next(results)


def interrupt_parent(parent: int, item: int) -> bool:
    """Interrupt the waiting process at every 300th item; return whether this is a worker.

    Python can lose an interrupt that occurs while a weak reference is removed, so others follow,
    unless this process has been ended by then.
    """
    if item % 300 == 1:
        time.sleep(1 if item > 1 else 0)
        os.kill(parent, signal.SIGINT)
    return os.getpid() != parent


@pytest.mark.usefixtures("handle_interrupts")
@pytest.mark.filterwarnings(
    "ignore::pytest.PytestUnraisableExceptionWarning"
)  # for a lost interrupt
@pytest.mark.skipif(os.name != "posix", reason="only there can a process be interrupted")
def test_an_interrupt_ends_the_processes() -> None:
    before = set(active_children())
    with (
        pytest.raises(KeyboardInterrupt),
        parallel_map(partial(interrupt_parent, os.getpid()), lost_text, 2, range(1000)) as results,
    ):
        assert all(results)
    assert set(active_children()) == before


def test_one_item_or_one_job_runs_in_this_process() -> None:
    get_process_id = lambda _: os.getpid()  # noqa: E731 - what cannot be sent to a process
    for jobs, items in ((1, [1, 2]), (2, [1])):
        with parallel_map(get_process_id, lost_text, jobs, items) as results:
            assert set(results) == {os.getpid()}


def test_the_error_of_a_lost_job_gives_a_likely_cause() -> None:
    assert "the worker process ended unexpectedly twice; memory may have run out" in str(
        ProcessDiedError()
    )


def test_importing_the_api_does_not_import_multiprocessing() -> None:
    code = "import sys, m44core.api; print(*sys.modules)"
    run = subprocess.run(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, check=True
    )
    assert not {"multiprocessing", "concurrent"} & set(run.stdout.split())

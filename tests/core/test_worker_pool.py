"""A pool of processes goes on when workers die."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import active_children, get_context
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from m44core.worker_pool import LostError, WorkerPool

ITEMS = 24
ENDS: dict[str, Callable[[], None]] = {
    "killed": lambda: os.kill(os.getpid(), signal.SIGTERM),
    "exits": lambda: os._exit(0),
}


@pytest.fixture(autouse=True)
def tests_are_found(pytestconfig: pytest.Config, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let new processes import this module, for the work below."""
    monkeypatch.syspath_prepend(pytestconfig.rootpath)


def work(end: str, deadly: frozenset[int], items: Sequence[int]) -> list[str]:
    """Tell the items; some end the process."""
    for item in items:
        if item in deadly:
            ENDS[end]()
    return [f"done {item}" for item in items]


def once(folder: Path, items: Sequence[int]) -> list[str]:
    """Tell the items; item 3 ends the first process that works on it."""
    for item in items:
        mark = folder / str(item)
        if item == 3 and not mark.exists():
            mark.touch()
            os._exit(1)
    return [f"done {item}" for item in items]


def told(work: Callable[[Sequence[int]], Sequence[str]], jobs: int, size: int) -> list[str]:
    chunks = [range(first, min(first + size, ITEMS)) for first in range(0, ITEMS, size)]
    start = partial(ProcessPoolExecutor, mp_context=get_context())
    pool = WorkerPool(start, jobs, work, chunks, lambda item: f"lost {item}")
    try:
        return list(pool.results())
    finally:
        pool.shutdown()


@pytest.mark.parametrize("end", ENDS)
@settings(max_examples=8, deadline=None)
@given(
    deadly=st.frozensets(st.integers(0, ITEMS - 1), max_size=3),
    jobs=st.integers(1, 3),
    size=st.integers(1, 5),
)
def test_what_kills_its_process_is_lost_and_nothing_else(
    end: str, deadly: frozenset[int], jobs: int, size: int
) -> None:
    before = set(active_children())
    expected = [f"{'lost' if item in deadly else 'done'} {item}" for item in range(ITEMS)]
    assert told(partial(work, end, deadly), jobs, size) == expected
    assert set(active_children()) == before


def test_what_ends_its_process_by_chance_is_tried_again(tmp_path: Path) -> None:
    assert told(partial(once, tmp_path), 2, 2) == [f"done {item}" for item in range(ITEMS)]


def fails(items: Sequence[int]) -> list[str]:
    """Tell the items up to the ninth."""
    if 9 in items:
        raise ValueError("nine")
    return [f"done {item}" for item in items]


def test_exceptions_of_the_work_are_raised_in_their_place() -> None:
    pool = WorkerPool(ProcessPoolExecutor, 2, fails, [[1], [2], [9], [3]], str)
    results = pool.results()
    assert [next(results), next(results)] == ["done 1", "done 2"]
    with pytest.raises(ValueError, match="nine"):
        next(results)
    pool.shutdown()


def test_a_lost_piece_of_work_has_a_sentence() -> None:
    assert "ended unexpectedly, twice" in str(LostError())

"""The time to read, check and draw the worst hostile file of 1 MB."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from tests.benchmarks.measuring import Figure, Stopwatch
from tests.hostile_files import KINDS, HostileFileKind
from tests.hostile_files_more import KINDS as MORE

from m44core.api import render
from m44core.io.files.file_reader import read_bytes
from m44core.validation.runner import examine_reading

SIZE = 1_000_000
SMALL_DIVISOR = 20
"""If the benchmark is only tried, one in this many kinds is measured."""


def check_seconds(kind: HostileFileKind, size: int) -> float:
    """Return the processor seconds to read and check a hostile file and locate all problems."""
    data = kind.make(size).encode("utf-8")
    start_time = time.process_time()
    result = read_bytes(data, f"a{kind.suffix}")
    for finding in examine_reading(result).diagnostics:
        result.with_location(finding)
    return time.process_time() - start_time


def draw_seconds(kind: HostileFileKind, size: int) -> float:
    scenario = read_bytes(kind.make(size).encode("utf-8"), f"a{kind.suffix}").scenario
    start_time = time.process_time()
    if scenario is not None:
        render(scenario)
    return time.process_time() - start_time


@pytest.mark.parametrize(
    ("work", "step_name"), [(check_seconds, "check"), (draw_seconds, "draw")], ids=["check", "draw"]
)
def test_the_worst_file_of_1_mb(
    work: Callable[[HostileFileKind, int], float], step_name: str, stopwatch: Stopwatch
) -> None:
    seconds_by_kind: dict[str, float] = {}
    size, step = stopwatch.rounds(SIZE, SIZE // SMALL_DIVISOR), stopwatch.rounds(1, SMALL_DIVISOR)
    kinds = [*{**KINDS, **MORE}.items()][::step]

    def measure_all_kinds() -> None:
        seconds_by_kind.update({name: work(kind, size) for name, kind in kinds})

    stopwatch.seconds(measure_all_kinds, 1)
    assert [*seconds_by_kind] == [name for name, _ in kinds]
    worst_name = max(seconds_by_kind, key=lambda name: seconds_by_kind[name])
    stopwatch.record(
        Figure(f"{step_name} the worst of 1 MB: {worst_name}", seconds_by_kind[worst_name], 1, "s")
    )

"""The work for a hostile file grows no faster than the file, measured in function calls."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from cProfile import Profile
from dataclasses import replace

import pytest
from tests.hostile_files import KINDS, HostileFileKind
from tests.hostile_files_more import KINDS as MORE

from m44core.api import render
from m44core.io.files.file_reader import ReadResult, read_bytes
from m44core.io.files.scenario_files import FileFormat
from m44core.io.files.serialization import to_bytes
from m44core.validation.check_context import CheckContext
from m44core.validation.check_definition import Problem, problem
from m44core.validation.check_registry import CHECKS
from m44core.validation.check_selection import select_checks
from m44core.validation.runner import CheckSettings, examine_reading

pytestmark = pytest.mark.bulk

ALL_KINDS = {**KINDS, **MORE}
SOME_KINDS = [*ALL_KINDS][
    ::9
]  # all would take minutes; ``benchmarks/test_hostile_files_speed.py`` measures them
QUICK_CHECKS = CheckSettings(
    select_checks((), ["M7"])
)  # without the slow rules engine, which reads no texts
SIZE = 16_000  # bytes, more than is inspected of a text; then two and four times as many
GROWTH = 2.2
SLACK = 12_000  # calls, since up to a hundred findings can appear at once


def count_function_calls(work: Callable[[], object]) -> int:
    """Return the number of Python and C function calls that *work* makes."""
    profile = Profile()
    profile.runcall(work)
    return sum(entry.callcount for entry in profile.getstats())


def calls_by_step(kind: HostileFileKind, size: int) -> dict[str, int]:
    """Return the number of calls for each step of the work on a file of the given size."""
    data = kind.make(size).encode("utf-8")
    results: list[ReadResult] = []
    call_counts = {
        "reading": count_function_calls(lambda: results.append(read_bytes(data, f"a{kind.suffix}")))
    }
    (read,) = results
    scenario = read.scenario
    if scenario is None:
        return call_counts
    findings = examine_reading(read, QUICK_CHECKS).diagnostics
    call_counts["checking"] = count_function_calls(lambda: examine_reading(read, QUICK_CHECKS))
    call_counts["telling"] = count_function_calls(
        lambda: [read.with_location(each) for each in findings]
    )
    call_counts["drawing"] = count_function_calls(lambda: render(scenario))
    call_counts["writing"] = count_function_calls(
        lambda: to_bytes(scenario, FileFormat.YAML, read.origin)
    )
    return call_counts


def superlinear_steps(work: Callable[[int], dict[str, int]]) -> set[str]:
    """Return the steps of *work* that grow faster than the size of the file."""
    work(SIZE)  # loading and caching are not counted
    small_counts, middle_counts, large_counts = (work(SIZE * times) for times in (1, 2, 4))
    steep_steps = set()
    for step in large_counts.keys() & middle_counts.keys() & small_counts.keys():
        before, after = (
            middle_counts[step] - small_counts[step],
            large_counts[step] - middle_counts[step],
        )
        if before < 0:  # a larger file is refused and less of it is read
            before = middle_counts[step]
        if after > GROWTH * before + SLACK:
            steep_steps.add(step)
    return steep_steps


@pytest.mark.parametrize("name", SOME_KINDS)
def test_work_grows_no_faster_than_the_file(name: str) -> None:
    assert superlinear_steps(lambda size: calls_by_step(ALL_KINDS[name], size)) == set()


def test_a_quadratic_check_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    def quadratic_check(context: CheckContext) -> Iterator[Problem]:
        labels = [line for lines in context.scenario.labels.values() for line in lines][::20]
        yield from [
            problem("none")
            for first_label in labels
            for second_label in labels
            if second_label.count(first_label) < 0
        ]

    monkeypatch.setitem(CHECKS, "M502", replace(CHECKS["M502"], find=quadratic_check))
    assert superlinear_steps(lambda size: calls_by_step(ALL_KINDS["many labels"], size)) == {
        "checking"
    }

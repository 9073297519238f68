"""Measuring times, and comparing figures with their limits."""

from __future__ import annotations

import os
import platform
import resource
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pytest_benchmark.fixture import BenchmarkFixture

REPOSITORY = Path(__file__).parent.parent.parent
BIN = Path(sys.executable).parent


@dataclass(frozen=True)
class Figure:
    """One measured figure and its limit.

    Attributes:
        name: The name of the figure.
        value: The measured value.
        limit: The maximum, or the minimum if *at_least*.
        unit: The unit of both.
        at_least: Whether the limit is a minimum.
    """

    name: str
    value: float
    limit: float
    unit: str
    at_least: bool = False

    @property
    def is_within_limit(self) -> bool:
        """Whether the value is within the limit."""
        return self.value >= self.limit if self.at_least else self.value <= self.limit

    def row(self) -> tuple[str, ...]:
        """Return the figure as a row of the table."""
        share = self.value / self.limit
        bound = "≥" if self.at_least else "≤"
        return (
            self.name,
            f"{self.value:.2f} {self.unit}".strip(),
            f"{bound} {self.limit:g} {self.unit}".strip(),
            f"{share:.2f}",
            "ok"
            if self.is_within_limit
            else "TOO SLOW"
            if self.unit not in ("MB", "MiB")
            else "TOO LARGE",
        )


HEAD = ("figure", "measured", "limit", "of limit", "")


def figures_table(figures: Iterable[Figure]) -> str:
    """Return figures as an aligned Markdown table."""
    rows = [HEAD, *(figure.row() for figure in figures)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEAD))]
    lines = [_table_row(row, widths) for row in rows]
    lines.insert(1, _table_row(["-" * width for width in widths], widths))
    return "\n".join(lines)


def _table_row(cells: Sequence[str], widths: Sequence[int]) -> str:
    cells_padded = (cell.ljust(width) for cell, width in zip(cells, widths, strict=True))
    return f"| {' | '.join(cells_padded)} |"


def machine_description() -> str:
    """Return a description of the machine: processors, Python and platform."""
    processor = f"{os.cpu_count()} x {_processor_name()}"
    return f"{processor}, Python {platform.python_version()}, {sys.platform}"


def _processor_name() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        return platform.processor()
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.processor())


class Stopwatch:
    """Measures with pytest-benchmark, and records the figures that have limits."""

    def __init__(self, benchmark: BenchmarkFixture, figures: list[Figure]) -> None:
        self._benchmark = benchmark
        self._figures = figures

    @property
    def is_measuring(self) -> bool:
        """Whether to measure; False in a trial run, which only checks that the benchmark runs."""
        return bool(self._benchmark.enabled)

    def rounds(self, count: int, trial_count: int = 1) -> int:
        """Return *count*, the number of rounds to measure, or *trial_count* in a trial run."""
        return count if self.is_measuring else trial_count

    def idle_seconds(self, seconds: float) -> float:
        """Return the seconds to leave a window idle: *seconds*, or fewer in a trial run."""
        return seconds if self.is_measuring else min(seconds, 0.05)

    def record(self, figure: Figure) -> None:
        """Add a figure to the table and to pytest-benchmark's records."""
        self._benchmark.extra_info[figure.name] = figure.value
        self._figures.append(figure)

    def require(self, figure: Figure) -> None:
        """Record a figure, and fail if it was measured and is not within its limit."""
        self.record(figure)
        assert figure.is_within_limit or not self.is_measuring, " ".join(figure.row())

    def seconds(self, work: Callable[[], object], rounds: int) -> list[float]:
        """Return the processor seconds of each round of *work*, after a warm-up round."""
        return self.alternate(work, lambda: None, rounds)[0]

    def alternate(
        self, work: Callable[[], object], other: Callable[[], object], rounds: int
    ) -> tuple[list[float], list[float]]:
        """Return the processor seconds of the rounds of two functions.

        They run alternately, so that both run under the same load.
        Their first run is a warm-up, which a trial run leaves out.
        """
        if self.is_measuring:
            work()
            other()
        work_seconds: list[float] = []
        other_seconds: list[float] = []
        self._benchmark.pedantic(  # type: ignore[no-untyped-call]  # it has no types
            lambda: work_seconds.append(_processor_seconds_of(work)),
            setup=lambda: other_seconds.append(_processor_seconds_of(other)),
            rounds=self.rounds(rounds),
        )
        return work_seconds, other_seconds


def _processor_seconds_of(work: Callable[[], object]) -> float:
    """Return the processor seconds of a function, including child processes.

    On an idle machine that is the elapsed time; a busy machine does not change it.
    """
    start_time = _processor_time()
    work()
    return _processor_time() - start_time


def _processor_time() -> float:
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def p95(values: Sequence[float]) -> float:
    """Return the 95th percentile."""
    return sorted(values)[min(len(values) - 1, int(len(values) * 0.95))]


def p99(values: Sequence[float]) -> float:
    """Return the 99th percentile."""
    return sorted(values)[min(len(values) - 1, int(len(values) * 0.99))]


def environment(**changes: str) -> Mapping[str, str]:
    """Return the environment of a child process that can write byte code, with *changes* applied.

    An installed program has byte code; on a development machine, writing it may be turned off. The
    warm-up round compiles modules that have none.
    """
    inherited = {name: v for name, v in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**inherited, **changes}


def run_command(*command: str | Path, expected: Sequence[int] = (0,)) -> None:
    """Run a command and check that its exit status is one of *expected*; discard its output."""
    result = subprocess.run(
        list(map(str, command)), env=environment(), capture_output=True, text=True, check=False
    )
    assert result.returncode in expected, f"{command}: {result.returncode}\n{result.stderr}"

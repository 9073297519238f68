"""Benchmark fixtures: a stopwatch, and a table of the figures at the end.

    pytest tests/benchmarks --benchmark-only

measures and prints the table. Without the option, benchmarks are skipped.
``packaging/check.py benchmarks`` runs one case of each benchmark once, without measuring.
"""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from _pytest.terminal import TerminalReporter
from pytest_benchmark.fixture import BenchmarkFixture
from tests.benchmarks.measuring import (
    REPOSITORY,
    Figure,
    Stopwatch,
    figures_table,
    machine_description,
)

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

_FIGURES = pytest.StashKey[list[Figure]]()


@pytest.fixture(scope="session", autouse=True)
def _build_outdated_files() -> None:
    """Rebuild outdated files, so that the program is measured as it is installed."""
    subprocess.run([sys.executable, str(REPOSITORY / "packaging" / "build_hook.py")], check=True)


@pytest.fixture
def stopwatch(benchmark: BenchmarkFixture, request: pytest.FixtureRequest) -> Stopwatch:
    """Return a stopwatch that measures times and records figures for the table."""
    return Stopwatch(benchmark, request.config.stash.setdefault(_FIGURES, []))


def pytest_terminal_summary(terminalreporter: TerminalReporter, config: pytest.Config) -> None:
    """Print the table, unless nothing was measured."""
    figures = config.stash.get(_FIGURES, [])
    if figures and not config.getoption("benchmark_disable"):
        terminalreporter.section("figures and limits")
        terminalreporter.write_line(f"{machine_description()}\n\n{figures_table(figures)}\n")

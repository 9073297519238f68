"""The time until the editor is usable, compared with an empty window."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import pytest
from tests.benchmarks.measuring import Figure, Stopwatch, environment
from tests.end_to_end.virtual_screen import Screen, missing_program

from m44core.resources import scenarios_folder

_WINDOW = Path(__file__).parent / "open_timed_window.py"
ROUNDS = 9


@dataclass
class WindowStart:
    """One start of a window.

    Attributes:
        usable_seconds: Seconds until it was usable.
        processor_seconds: Processor seconds until then.
        resident: Resident memory when idle, in megabytes.
    """

    usable_seconds: float
    processor_seconds: float
    resident_mb: float


class WindowStarter:
    """Starts windows on the same screen, one after the other."""

    def __init__(self, screen: Mapping[str, str]) -> None:
        self._environment = environment(**screen)

    def start(self, kind: str, *files: Path) -> WindowStart:
        """Start a window, wait until it is idle, and return its figures."""
        start_time = time.monotonic()
        command = [sys.executable, str(_WINDOW), kind, *map(str, files)]
        result = subprocess.run(
            command, env=self._environment, capture_output=True, text=True, check=True
        )
        output = json.loads(result.stdout)
        return WindowStart(output["usable"] - start_time, output["processor"], output["resident"])


@pytest.fixture(params=["offscreen", "xcb"])
def starts(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[WindowStarter]:
    """A starter of windows: offscreen, and on an X server of its own."""
    platform = request.param
    home_variables = {name: str(tmp_path) for name in ("HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME")}
    if platform == "offscreen":
        yield WindowStarter({"QT_QPA_PLATFORM": platform, **home_variables})
        return
    missing_name = missing_program()
    if missing_name:
        pytest.skip(f"{missing_name} is not installed")
    with Screen() as screen:
        yield WindowStarter(
            {"QT_QPA_PLATFORM": platform, "DISPLAY": screen.display, **home_variables}
        )


def test_the_editor_compared_with_a_bare_window(
    stopwatch: Stopwatch, starts: WindowStarter, request: pytest.FixtureRequest
) -> None:
    file = scenarios_folder() / "pegasus-bridge.m44"
    editors: list[WindowStart] = []
    bare: list[WindowStart] = []
    stopwatch.alternate(
        lambda: editors.append(starts.start("edit", file)),
        lambda: bare.append(starts.start("bare")),
        ROUNDS,
    )
    platform = request.node.callspec.params["starts"]
    record = stopwatch.record
    record(
        Figure(
            f"editor start, {platform}",
            ratio_of_fastest_starts(editors, bare, usable_seconds),
            2.3,
            "x bare",
        )
    )
    record(
        Figure(
            "... in processor time",
            ratio_of_fastest_starts(editors, bare, processor_seconds),
            2.3,
            "x bare",
        )
    )
    record(Figure("... in memory", median(s.resident_mb for s in editors), 130, "MB"))


def usable_seconds(start: WindowStart) -> float:
    return start.usable_seconds


def processor_seconds(start: WindowStart) -> float:
    return start.processor_seconds


def ratio_of_fastest_starts(
    starts: list[WindowStart],
    other_starts: list[WindowStart],
    value_of: Callable[[WindowStart], float],
) -> float:
    """Return the ratio of the fastest starts, because other load only makes a start slower."""
    return min(map(value_of, starts)) / min(map(value_of, other_starts))

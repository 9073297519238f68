"""Ten Overlord boards in one window: the time to change tabs, and the memory."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.benchmarks.measuring import Figure, Stopwatch, environment, p95

_SCRIPT = Path(__file__).parent / "open_ten_tabs.py"


def test_ten_overlord_boards(stopwatch: Stopwatch, tmp_path: Path) -> None:
    homes = ("HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME")
    child_environment = environment(
        QT_QPA_PLATFORM="offscreen", **dict.fromkeys(homes, str(tmp_path))
    )
    once = [] if stopwatch.is_measuring else ["--once"]
    command = [sys.executable, str(_SCRIPT), str(tmp_path), *once]
    boards: list[dict[str, Any]] = []

    def measure() -> None:
        run = subprocess.run(
            command, env=child_environment, capture_output=True, text=True, check=True
        )
        boards.append(json.loads(run.stdout))

    stopwatch.seconds(measure, 1)
    figures = boards[-1]
    assert min(figures["switches"]) > 0
    stopwatch.record(
        Figure("another tab shown, Overlord, p95", p95(figures["switches"]) * 1000, 50, "ms")
    )
    stopwatch.record(Figure("ten Overlord boards in memory", figures["resident"], 220, "MB"))

"""The window on several screens: of another scale, and taken away between two sessions."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

SCRIPT = Path(__file__).with_name("window_on_screens.py")
ROOT = Path(__file__).parents[3]


class Desk:
    """Runs the window in processes with one or two screens that share the settings.

    Args:
        folder: The folder for the settings.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def run(self, *steps: str, screens: int = 2, right_scale: float = 1.0) -> list[dict[str, Any]]:
        """Open the window, and return the report of each step ``report``."""
        file = self._folder / f"{screens}-screens.json"
        places = [{"name": f"S{n}", "x": 3200 * n, "y": 0, **_SIZE} for n in range(screens)]
        file.write_text(json.dumps({"synchronousWindowSystemEvents": True, "screens": places}))
        environment = {
            **os.environ,
            "QT_QPA_PLATFORM": f"offscreen:configfile={file}",
            "QT_SCREEN_SCALE_FACTORS": f"S0=1;S1={right_scale}",
            "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]),
        }
        command = [sys.executable, str(SCRIPT), str(self._folder / "settings.ini"), *steps]
        run = subprocess.run(command, env=environment, capture_output=True, timeout=120, check=True)
        return list(map(json.loads, run.stdout.decode().splitlines()))


_SIZE = {"width": 3200, "height": 2000, "logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1}


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """A desk with the settings of this test."""
    return Desk(tmp_path)


@pytest.mark.parametrize("scale", [1.5, 2.0])
def test_a_board_moved_to_a_screen_of_another_scale_is_sharp_and_takes_the_mouse(
    desk: Desk, scale: float
) -> None:
    steps = ("paint", "E5", "report", "right", "paint", "F5", "report")
    before, after = desk.run(*steps, right_scale=scale)
    assert (before["ratio"], after["ratio"]) == (1, scale)
    assert after["pixels"] == pytest.approx(scale, abs=0.01)
    assert after["hex-width"] == pytest.approx(before["hex-width"], abs=1)
    assert after["woods"] == ["E5", "F5"]


def test_a_window_closed_on_a_screen_that_is_gone_opens_on_the_one_that_is_left(
    desk: Desk,
) -> None:
    desk.run("right", "float", "close")
    (both,) = desk.run("report")
    assert both["visible"]
    assert both["floating"]
    (alone,) = desk.run("report", screens=1)
    assert alone["visible"]
    assert alone["palette-visible"]

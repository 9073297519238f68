"""The editor as a program."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from m44core.resources import scenarios_folder
from m44editor import app

CLOSE_SOON = """
import sys
from PySide6.QtCore import QTimer
from m44editor import app
window_of = app.open_window

def open_and_close(path):
    window = window_of(path)
    def look():
        print(window.windowTitle(), len(window.document.scenario.hexes))
        window.close()
    QTimer.singleShot(300, look)
    return window

app.open_window = open_and_close
sys.exit(app.main(sys.argv[1:]))
"""


def run_editor(tmp_path: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONWARNINGS": "error"}
    environment |= {"XDG_CONFIG_HOME": str(tmp_path), "XDG_STATE_HOME": str(tmp_path)}
    command = [sys.executable, "-c", CLOSE_SOON, *arguments]
    return subprocess.run(
        command, env=environment, capture_output=True, text=True, timeout=60, check=False
    )


def test_the_editor_opens_the_file_given_as_its_argument(tmp_path: Path) -> None:
    result = run_editor(tmp_path, str(scenarios_folder() / "pegasus-bridge.m44"))
    assert result.returncode == 0, result.stderr
    title, hexes = result.stdout.strip().rsplit(" ", 1)
    assert title.startswith("pegasus-bridge.m44")
    assert int(hexes) > 20


def test_the_editor_starts_with_an_empty_scenario_if_no_file_is_given(tmp_path: Path) -> None:
    result = run_editor(tmp_path)
    assert result.returncode == 0, result.stderr
    assert result.stdout.strip().endswith(" 0")
    assert "Traceback" not in result.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_unwritable_help_is_reported_as_an_output_error() -> None:
    command = [sys.executable, "-m", "m44editor.app", "--help"]
    with Path("/dev/full").open("w") as full:
        result = subprocess.run(
            command, stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    expected_error = (
        "m44-editor: the output: the disk is full; free some space, or save elsewhere\n"
    )
    assert (result.returncode, result.stderr) == (2, expected_error)


@pytest.mark.parametrize("arguments", [["--language", "fr"], ["--language=fr"]])
def test_the_help_is_in_the_chosen_language(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        app.main([*arguments, "--help"])
    assert re.match(r"utilisation\s: m44-editor", capsys.readouterr().out)

"""Signals that terminate the editor: it ends normally, and unsaved work is kept."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from m44core.resources import scenarios_folder

pytestmark = pytest.mark.skipif(os.name != "posix", reason="there are no such signals")

EDITOR = """
import signal
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QMessageBox
from m44core.hexes import Hex
from m44core.model.edits import set_label
from m44editor import app
from m44editor.checks.check_worker import check_worker

window_of, guard_of = app.open_window, app.guard_unsaved_work

def guard(window):
    recovery = guard_of(window)
    timer = QTimer(window, interval=20)
    timer.timeout.connect(lambda: begun(window, timer))
    timer.start()
    return recovery

def begun(window, timer):
    if "idle" not in sys.argv and not check_worker().has_process:
        return
    timer.stop()
    if "unsaved" in sys.argv:
        document = window.document
        document.edit("Write", set_label(document.scenario, Hex(12, 4), ("kept",)))
    print("ready", flush=True)
    if "asked" in sys.argv:
        window.window.close()

if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored in the background
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # ignored by what nohup starts
    app.guard_unsaved_work = guard
    sys.exit(app.main([sys.argv[1]]))
"""


def end_by_signal(tmp_path: Path, number: int, *options: str) -> tuple[int, str]:
    """Start the editor, end it by a signal, and return its exit status and its error output."""
    program = tmp_path / "editor.py"
    program.write_text(EDITOR, "utf-8")
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONWARNINGS": "always"}
    environment |= {"XDG_CONFIG_HOME": str(tmp_path), "XDG_STATE_HOME": str(tmp_path)}
    file = str(scenarios_folder() / "pegasus-bridge.m44")
    with subprocess.Popen(
        [sys.executable, str(program), file, *options],
        env=environment,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        try:
            assert process.stdout
            assert process.stdout.readline() == "ready\n"
            process.send_signal(number)
            _, error_output = process.communicate(timeout=30)
        finally:
            process.kill()
    error_lines = [line for line in error_output.splitlines() if "does not support" not in line]
    return process.returncode, "\n".join(error_lines)


def recovery_files(tmp_path: Path) -> list[Path]:
    return [*(tmp_path / "m44-workshop" / "recovery").glob("*.json")]


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGINT"])
def test_a_signal_ends_the_editor_and_unsaved_work_is_kept(name: str, tmp_path: Path) -> None:
    number = signal.Signals[name]
    assert end_by_signal(tmp_path, number, "unsaved") == (128 + number, "")
    (snapshot,) = recovery_files(tmp_path)
    assert "kept" in json.loads(snapshot.read_text("utf-8"))["text"]


def test_a_signal_ends_the_editor_during_a_question(tmp_path: Path) -> None:
    assert end_by_signal(tmp_path, signal.SIGTERM, "unsaved", "asked", "idle") == (143, "")
    assert len(recovery_files(tmp_path)) == 1


def test_a_signal_leaves_no_snapshot_of_saved_work(tmp_path: Path) -> None:
    assert end_by_signal(tmp_path, signal.SIGTERM) == (143, "")
    assert recovery_files(tmp_path) == []

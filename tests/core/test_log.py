"""The log is off by default, and uses standard ``logging`` when it is turned on."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from pathlib import Path

import pytest

from m44core.log import LEVELS, Log
from m44core.resources import scenarios_folder

FILE = scenarios_folder() / "pegasus-bridge.yaml"


def run_m44(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a command in a separate process, and return its result."""
    command = [sys.executable, "-m", "m44core.cli.main", *arguments]
    environment = {**os.environ, **variables}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def test_logging_is_imported_only_on_request() -> None:
    code = "import sys; from m44core.cli.main import main; main(sys.argv[1:]); print(*sys.modules)"
    command = [sys.executable, "-c", code, "check", str(FILE), "--fail-on", "never"]
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "m44core.log" in result.stdout.split()
    assert "logging" not in result.stdout.split()
    assert not result.stderr


@pytest.mark.parametrize("position", [0, 1, 4])
def test_verbose_anywhere_logs_read_files_to_standard_error(position: int) -> None:
    arguments = ["check", str(FILE), "--fail-on", "never"]
    arguments.insert(position, "--verbose")
    result = run_m44(*arguments)
    assert result.returncode == 0, result.stderr
    assert " INFO " in result.stderr
    assert f"read {FILE}: yaml, {FILE.stat().st_size} bytes" in result.stderr
    assert "exit status 0" in result.stderr
    assert "read " not in result.stdout


def test_debug_logs_each_check_with_its_time() -> None:
    output = run_m44("check", str(FILE), M44_LOG="debug").stderr
    assert "DEBUG" in output
    assert "M101: " in output
    assert "M101: " not in run_m44("check", str(FILE), M44_LOG="info").stderr


def test_an_unknown_level_logs_at_info() -> None:
    assert "exit status 0" in run_m44("languages", M44_LOG="1").stderr


def test_the_log_is_also_written_to_a_file(tmp_path: Path) -> None:
    log = tmp_path / "logs" / "m44.log"
    run_m44("languages", M44_LOG="info", M44_LOG_FILE=str(log))
    assert "exit status 0" in log.read_text("utf-8")


def test_a_log_file_that_cannot_be_written_does_not_stop_the_command(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    result = run_m44("languages", M44_LOG="info", M44_LOG_FILE=str(tmp_path / "file" / "m44.log"))
    assert result.returncode == 0
    assert "the log is not written to" in result.stderr


def test_a_worker_process_logs_too() -> None:
    folder = str(scenarios_folder())
    output = run_m44("check", folder, "--jobs", "2", "--fail-on", "never", "--verbose").stderr
    readers = {line.split()[3] for line in output.splitlines() if ": read " in line}
    parents = {line.split()[3] for line in output.splitlines() if ": exit status " in line}
    assert readers
    assert not readers & parents


def test_importing_logging_without_setup_prints_nothing() -> None:
    code = "import logging; from m44core.log import Log; Log('m44core.faults').error('lost')"
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert (result.stdout, result.stderr) == ("", "")


@pytest.mark.parametrize("level", LEVELS)
def test_a_program_that_configures_logging_gets_our_records(
    level: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG, logger="m44core"):
        getattr(Log("m44core.some_module"), level)("read %d files", 3)
    assert [(each.name, each.levelname.lower()) for each in caplog.records] == [
        ("m44core.some_module", level)
    ]
    assert caplog.records[0].getMessage() == "read 3 files"
    assert caplog.records[0].module == "test_log"

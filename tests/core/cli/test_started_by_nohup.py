"""Commands that were started by ``nohup`` or in the background: they ignore interrupts."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

VALID_TEXT = "format: 1\nboard: {type: standard, face: country}\nhexes: {}\n"
JOBS = pytest.mark.parametrize("jobs", ["1", "2"])
FILE_COUNT = 120


@contextmanager
def start_command(*arguments: str, folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Yield a running command that ignores interrupts, after its first line of output."""
    ignoring_command = ["sh", "-c", 'trap "" INT; exec "$@"', "sh", sys.executable, "-u"]
    command = [*ignoring_command, "-m", "m44core.cli.main", *arguments]
    with subprocess.Popen(
        command,
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    ) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline()
            yield process
        finally:
            process.kill()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for number in range(FILE_COUNT):
        (tmp_path / f"{number}.yaml").write_text(VALID_TEXT)
    return tmp_path


@JOBS
def test_a_check_ignores_interrupts_under_nohup(jobs: str, folder: Path) -> None:
    with start_command("check", "--jobs", jobs, ".", folder=folder) as process:
        os.killpg(process.pid, signal.SIGINT)
        output, _ = process.communicate(timeout=60)
    assert process.returncode == 1
    assert f"{FILE_COUNT} files checked" in output.decode()


@JOBS
@pytest.mark.parametrize("watch", [[], ["--watch"]])
def test_a_check_ends_when_it_is_terminated(jobs: str, watch: list[str], folder: Path) -> None:
    with start_command("check", *watch, "--jobs", jobs, ".", folder=folder) as process:
        process.terminate()
        process.communicate(timeout=60)
    assert process.returncode in (-signal.SIGTERM, 128 + signal.SIGTERM)

"""Several processes that use one history, and processes killed while using it."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from m44core.history.file_history import History
from m44core.history.file_versions import VersionReason

_STORE_PIN_TIDY = """
import sys
from pathlib import Path
from m44core.history.file_history import History
from m44core.history.file_versions import HistoryError, VersionReason
history, who = History(Path(sys.argv[1])), sys.argv[2].encode()
print(flush=True)
for number in range(int(sys.argv[3])):
    history.add(who + b"%d" % (number % 7), VersionReason.SAVED)
    if number % 5 == 0:
        history.mark(history.versions()[0], pinned=True)
    history.tidy(3)
"""


def start(folder: Path, name: str, number: int) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", _STORE_PIN_TIDY, str(folder), name, str(number)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout
    process.stdout.readline()
    return process


def leftover_files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.suffix not in (".json", ".z", "")]


def test_two_processes_can_store_pin_and_tidy_without_damage(tmp_path: Path) -> None:
    processes = [start(tmp_path, name, 40) for name in ("one", "two")]
    complaints = [process.communicate()[1] for process in processes]
    history = History(tmp_path)
    stored_contents = {history.read(version) for version in history.versions()}
    assert {process.returncode for process in processes} <= {0}, complaints
    assert {data[:3] for data in stored_contents} == {b"one", b"two"}


@pytest.mark.parametrize("seed", range(2))
def test_killed_processes_leave_a_valid_history_without_leftovers(
    tmp_path: Path, seed: int
) -> None:
    rng, history = random.Random(seed), History(tmp_path)
    history.add(b"first", VersionReason.SAVED)
    history.mark(history.versions()[0], pinned=True)
    for _ in range(3):
        processes = [start(tmp_path, name, 10_000) for name in ("one", "two")]
        time.sleep(rng.random() / 10)  # a random moment
        for process in processes:
            process.kill()
        for process in processes:
            process.communicate()
        assert all(history.read(version) for version in history.versions())
    history.tidy(3, datetime.now(UTC) + timedelta(hours=2))
    assert history.read(history.versions()[-1]) == b"first"
    history.add(b"last", VersionReason.SAVED)
    assert leftover_files(tmp_path) == []

"""Worker processes never outlive their parent, and interrupts are reported in any language."""

from __future__ import annotations

import importlib.util
import os
import select
import signal
import subprocess
import sys
from itertools import islice
from pathlib import Path

import pytest

from m44core.resources import scenarios_folder

TIMEOUT = 60  # seconds after which a process counts as still running
FILES_UNTIL_IMPORTED = 20  # read before an interrupt, which Python can lose during an import
ORPHANS = Path(__file__).with_name("orphans.py")
ON_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="other systems have no pidfd")
NEEDS_QT = pytest.mark.skipif(not importlib.util.find_spec("PySide6"), reason="needs Qt")


def ends_soon(process: int) -> bool:
    """Return whether a process, not necessarily a child of this one, ends within ``TIMEOUT``."""
    try:
        handle = os.pidfd_open(process)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([handle], [], [], TIMEOUT)[0])
    finally:
        os.close(handle)


def surviving_processes(*arguments: str) -> list[int]:
    """Kill a program after it has printed the ids of its processes; return those still running."""
    command = [sys.executable, str(ORPHANS), *arguments]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL) as process:
        assert process.stdout
        children = [int(child) for child in process.stdout.readline().split()]
        process.kill()
    assert children
    survivors = [child for child in children if not ends_soon(child)]
    for child in survivors:
        os.kill(child, signal.SIGKILL)
    return survivors


@ON_LINUX
@pytest.mark.parametrize(
    "pool",
    [
        "start_forked_pool",
        "start_spawned_pool",
        pytest.param("start_check_process", marks=NEEDS_QT),
    ],
)
def test_no_process_of_a_pool_outlives_its_parent(pool: str) -> None:
    assert surviving_processes(pool) == []


@ON_LINUX
@pytest.mark.parametrize("start_method", ["fork", "spawn", "forkserver"])
@pytest.mark.parametrize("pool", ["start_process_in_c", "start_pool_process_in_c"])
def test_no_process_blocked_in_c_code_outlives_its_parent(pool: str, start_method: str) -> None:
    assert surviving_processes(pool, start_method) == []


@pytest.mark.usefixtures("handle_interrupts")
@pytest.mark.skipif(os.name != "posix", reason="only there can a process be interrupted")
@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("command", ["check", "library"])
def test_an_interrupt_is_reported_in_the_chosen_language(
    command: str, jobs: str, tmp_path: Path
) -> None:
    text = (scenarios_folder() / "pegasus-bridge.yaml").read_bytes()
    for number in range(400):
        (tmp_path / f"{number}.yaml").write_bytes(text)
    arguments = [command, str(tmp_path), "--jobs", jobs, "--language", "qps"]
    command_line = [sys.executable, "-m", "m44core.cli.main", *arguments]
    pipe, nowhere = subprocess.PIPE, subprocess.DEVNULL
    environment = {**os.environ, "M44_LOG": "info"}
    with subprocess.Popen(command_line, stdout=nowhere, stderr=pipe, env=environment) as process:
        assert process.stderr
        reads = (line for line in process.stderr if b"m44core.io.files.file_reader: read" in line)
        for _ in islice(reads, FILES_UNTIL_IMPORTED):
            pass
        process.send_signal(signal.SIGINT)
        last_lines = [
            line for line in process.stderr.read().decode().splitlines() if "m44: " in line
        ]
    assert process.returncode == -signal.SIGINT
    assert len(last_lines) == 1
    assert "interrupted" not in last_lines[0]


SAVES = """
import os, signal, sys
from pathlib import Path
from m44core.work.parallel_map import parallel_map
from m44core.io.files.save import write

def lost(error, name):
    print("lost", name)

def end_while_saving(name):
    def end(event, _):
        if event == "os.rename" and number:
            os.kill(os.getpid(), number.pop())
    number = [getattr(signal, sys.argv[1])]
    sys.addaudithook(end)
    write(b"new", Path(name))
    Path("went-on").touch()

if __name__ == "__main__":
    with parallel_map(end_while_saving, lost, 2, ["some.m44", "other.m44"]) as done:
        list(done)
"""


@pytest.mark.skipif(os.name != "posix", reason="only there do signals end processes")
@pytest.mark.parametrize("signal_name", ["SIGTERM", "SIGIO"])
def test_a_pool_process_finishes_saving_its_file_before_it_ends(
    signal_name: str, tmp_path: Path
) -> None:
    (tmp_path / "saves.py").write_text(SAVES)
    (tmp_path / "some.m44").write_text("old")
    command = [sys.executable, "saves.py", signal_name]
    run = subprocess.run(command, cwd=tmp_path, stdout=subprocess.PIPE, text=True, check=True)
    assert "lost some.m44" in run.stdout
    leftover_files = {path.name for path in tmp_path.iterdir()} - {"saves.py", "some.m44~"}
    assert leftover_files - {"other.m44~"} == {"some.m44", "other.m44"}  # each was attempted twice
    assert (tmp_path / "some.m44").read_text() == "new"


INTERRUPTED_AT_ONCE = """
import os, signal, sys
from m44core.work.executors import ProcessExecutor

if __name__ == "__mp_main__":  # a starting process, before its first job
    os.kill(os.getpid(), signal.SIGINT)

if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with ProcessExecutor(2, sys.argv[1]) as processes:
        print(*processes.map(abs, [-1, -2, -3, -4]))
"""


@pytest.mark.skipif(os.name != "posix", reason="only there can a process be interrupted")
@pytest.mark.parametrize("start_method", ["spawn", "forkserver"])
def test_a_process_ignores_interrupts_from_its_start(start_method: str, tmp_path: Path) -> None:
    (tmp_path / "begins.py").write_text(INTERRUPTED_AT_ONCE)
    command = [sys.executable, "begins.py", start_method]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert (run.stdout, run.stderr) == ("1 2 3 4\n", "")

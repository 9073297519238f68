"""``m44 check --watch``, as a process that runs while files change."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

VALID_TEXT = "format: 1\nboard: {type: standard, face: country}\nhexes: {}\n"
FAULTY = "format: 1\nboard: {type: standard, face: country}\nhexes: {B5: {structure: bunker}}\n"
TIMEOUT = 20
PROGRAM = ("-m", "m44core.cli.main")
PROGRAM_WITH_FAULT = (
    "-c",
    "import sys\n"
    "from tests.core.fault_injection import inject_fault\n"
    "from m44core.cli.main import main\n"
    "with inject_fault('bad.yaml', 20): main(sys.argv[1:])",
)
"""The program with a fault injected into its work on ``bad.yaml``."""
END_MARK = "that was all it said"


class WatchProcess:
    """A running ``m44 check --watch``."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self._lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line.rstrip("\n"))
        self._lines.put(END_MARK)

    def lines_until(self, text: str) -> list[str]:
        """Return the lines up to the first that contains *text*."""
        texts: list[str] = []
        while not texts or text not in texts[-1]:
            texts.append(self._lines.get(timeout=TIMEOUT))
            assert END_MARK not in texts, texts
        return texts

    def is_silent(self, seconds: float) -> bool:
        """Return whether nothing is printed for some seconds."""
        try:
            self._lines.get(timeout=seconds)
        except queue.Empty:
            return True
        return False


@contextmanager
def run_watch(*arguments: str, program: tuple[str, ...] = PROGRAM) -> Iterator[WatchProcess]:
    command = [sys.executable, "-u", *program, "check", "--watch", *arguments]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8"
    ) as process:
        try:
            yield WatchProcess(process)
        finally:
            process.kill()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with a sound scenario."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "map.yaml").write_text(VALID_TEXT)
    return tmp_path


def _overwrite_file(folder: Path) -> str:
    (folder / "map.yaml").write_text(FAULTY)
    return "map.yaml"


def _replace_file(folder: Path) -> str:
    """Save as text editors do, by replacing the file with a new one; return its name."""
    (folder / ".map.yaml.new").write_text(FAULTY)
    (folder / ".map.yaml.new").replace(folder / "map.yaml")
    return "map.yaml"


def _add_file(folder: Path) -> str:
    (folder / "new").mkdir()
    (folder / "new" / "other.yaml").write_text(FAULTY)
    return str(Path("new") / "other.yaml")


@pytest.mark.parametrize("change", [_overwrite_file, _replace_file, _add_file])
def test_a_change_is_checked_again(folder: Path, change: Callable[[Path], str]) -> None:
    with run_watch("--select", "M502", ".") as process:
        assert "1 file checked: no problems found" in process.lines_until("waiting for changes")
        name = change(folder)
        assert process.lines_until("changed:")[-1].endswith(f"changed: {name}")
        lines = process.lines_until("waiting for changes")
        assert any("error M502" in line and line.startswith(name) for line in lines)


def test_a_removed_and_restored_file_is_checked(folder: Path) -> None:
    with run_watch("map.yaml") as process:
        process.lines_until("waiting for changes")
        (folder / "map.yaml").unlink()
        assert any("not checked" in line for line in process.lines_until("waiting for changes"))
        (folder / "map.yaml").write_text(VALID_TEXT)
        assert any("1 file checked" in line for line in process.lines_until("waiting for changes"))


def test_a_fault_with_one_file_ends_neither_the_others_nor_the_watch(
    folder: Path, pytestconfig: pytest.Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(pytestconfig.rootpath))
    monkeypatch.setenv("XDG_STATE_HOME", str(folder / ".state"))
    (folder / "map.yaml").write_text(FAULTY)
    (folder / "bad.yaml").write_text(VALID_TEXT)
    with run_watch(
        "--select", "M502", "--format", "text", ".", program=PROGRAM_WITH_FAULT
    ) as process:
        lines = process.lines_until("waiting for changes")
        lines_of_bad_file = [line for line in lines if line.startswith("bad.yaml")]
        assert any("InjectedError" in line for line in lines_of_bad_file), lines
        assert any(line.startswith("map.yaml") and "error M502" in line for line in lines)
        (folder / "bad.yaml").write_text(FAULTY)
        process.lines_until("changed: bad.yaml")
        second_lines = process.lines_until("waiting for changes")
        assert sum("error M502" in line for line in second_lines) == 2
        assert not any("InjectedError" in line for line in second_lines)
        assert not any("Traceback" in line for line in (*lines, *second_lines))


def test_a_new_configuration_applies_at_once(folder: Path) -> None:
    (folder / "map.yaml").write_text(FAULTY)
    with run_watch("--select", "M502", ".") as process:
        assert any("error M502" in line for line in process.lines_until("waiting for changes"))
        (folder / "m44.toml").write_text("[check]\nignore = 5\n")
        assert any("m44.toml" in line for line in process.lines_until("waiting for changes")[1:])
        (folder / "m44.toml").write_text('[check]\nselect = ["M1"]\n')
        process.lines_until("waiting for changes")


@pytest.mark.parametrize("output", [["--output", "report.json"], []])
def test_writing_the_report_triggers_no_check(folder: Path, output: list[str]) -> None:
    with run_watch("--format", "json", *output, ".") as process:
        process.lines_until("waiting for changes")
        assert process.is_silent(1.5)
        (folder / "map.yaml").write_text(FAULTY)
        process.lines_until("changed: map.yaml")


@pytest.mark.usefixtures("handle_interrupts")
def test_an_interrupt_ends_the_watch_without_a_traceback(folder: Path) -> None:
    with run_watch(str(folder)) as process:
        process.lines_until("waiting for changes")
        process.process.send_signal(signal.SIGINT)
        assert process.process.wait(timeout=TIMEOUT) == -signal.SIGINT
        lines = process.lines_until("interrupted")
        assert not any("Traceback" in line for line in lines)


@pytest.mark.skipif(not hasattr(os, "wait4"), reason="this system does not count a process's work")
def test_waiting_uses_almost_no_processor_time(folder: Path) -> None:
    for number in range(200):
        (folder / f"{number}.m44").write_text("{")
    with run_watch(".") as process:
        process.lines_until("waiting for changes")
        before = _processor_seconds(process.process.pid)
        assert process.is_silent(2)
        assert _processor_seconds(process.process.pid) - before < 0.4


def _processor_seconds(process: int) -> float:
    """Return the processor seconds that a process has used."""
    path = Path(f"/proc/{process}/stat")
    if not path.exists():
        pytest.skip("this system does not count a process's work")
    user, system = path.read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

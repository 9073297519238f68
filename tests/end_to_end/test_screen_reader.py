"""A screen reader reads the board of a real program on a real accessibility bus."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from threading import Timer
from typing import Any

import pytest
from tests.end_to_end.conftest import Start
from tests.end_to_end.program import Program

READER = [
    shutil.which("python3", path="/usr/bin") or "python3",
    str(Path(__file__).with_name("reader_client.py")),
]
PATIENCE = 90.0  # seconds
pytestmark = pytest.mark.gui


def missing_package() -> str | None:
    """Return the Debian package that is required and not installed; None if all are."""
    if not shutil.which("dbus-run-session"):
        return "dbus"
    if not any(
        Path(folder, "at-spi-bus-launcher").exists()
        for folder in ("/usr/libexec", "/usr/lib/at-spi2-core")
    ):
        return "at-spi2-core"
    result = subprocess.run([READER[0], "-c", "import pyatspi"], capture_output=True, check=False)
    return "python3-pyatspi" if result.returncode else None


@pytest.fixture(autouse=True)
def bus(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An accessibility bus on which the program and the reader meet."""
    if package := missing_package():
        pytest.skip(f"{package} is not installed, without which no screen reader can be tried")
    command = ["dbus-run-session", "--", "sh", "-c", "echo $DBUS_SESSION_BUS_ADDRESS; cat"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as session:
        assert session.stdout
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", session.stdout.readline().strip())
        monkeypatch.setenv("QT_LINUX_ACCESSIBILITY_ALWAYS_ON", "1")
        yield
        session.communicate()


@pytest.fixture
def program(start: Start, pegasus_file: Path) -> Program:
    program = start("edit", str(pegasus_file))
    program.wait_for_window("pegasus-bridge.m44")
    return program


def run_reader(program: Program, *arguments: str) -> Any:  # noqa: ANN401 - what JSON can hold
    environment = program.screen.environment(str(program.home))
    result = subprocess.run(
        [*READER, *arguments],
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return json.loads(result.stdout)


def test_every_hex_is_a_cell_with_its_content(program: Program) -> None:
    rows = run_reader(program, "board")
    assert [name for name, _ in rows] == [f"Row {number}" for number in range(9, 0, -1)]
    assert [len(cells) for _, cells in rows] == [13, 12, 13, 12, 13, 12, 13, 12, 13]
    assert rows[2][1][4] == ["E7: Open ground, German infantry (4)", [2, 4], "table cell"]


def test_each_hex_reached_by_arrow_keys_is_announced(program: Program) -> None:
    environment = program.screen.environment(str(program.home))
    with subprocess.Popen(
        [*READER, "listen"], env=environment, stdout=subprocess.PIPE, text=True
    ) as reader:
        assert reader.stdout
        kill_timer = Timer(PATIENCE, reader.kill)  # what is not heard by then ends the lines
        kill_timer.start()
        assert json.loads(reader.stdout.readline()) == "listening"
        assert run_reader(program, "act", "D7", "SetFocus") == [["SetFocus", "Press"], True]
        program.press("Right", "Right")
        announcements = [json.loads(reader.stdout.readline()) for _ in range(3)]
        kill_timer.cancel()
        reader.kill()
    assert [announced.partition(":")[0] for announced in announcements] == ["D7", "E7", "F7"]
    assert announcements[1] == "E7: Open ground, German infantry (4)"


def test_a_hex_pressed_by_the_screen_reader_is_selected(program: Program) -> None:
    run_reader(program, "act", "E7", "Press")
    program.press("Delete")
    program.wait_for([1, 1, False], "document")

"""The commands that need Qt, as processes, with and without a screen."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from tests.end_to_end.conftest import Start
from tests.end_to_end.virtual_screen import Screen

pytestmark = pytest.mark.gui

FAILED = 2
M44 = (sys.executable, "-m", "m44core.cli.main")
EDITOR = (sys.executable, "-m", "m44editor.app")
_PATIENCE = 60


@pytest.fixture
def no_screen(tmp_path: Path) -> Mapping[str, str]:
    """The environment of a machine without a screen."""
    pytest.importorskip("PySide6.QtWidgets")
    screens = {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}
    kept_variables = {name: value for name, value in os.environ.items() if name not in screens}
    return {**kept_variables, "HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}


def run_command(
    *command: str | Path, environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        list(map(str, command)),
        env=environment,
        capture_output=True,
        text=True,
        timeout=_PATIENCE,
        check=False,
    )


@pytest.mark.parametrize("command", [(*M44, "edit"), (*M44, "play"), EDITOR], ids=lambda c: c[-1])
def test_a_missing_screen_is_reported_in_one_sentence(
    command: tuple[str, ...], pegasus_file: Path, no_screen: Mapping[str, str]
) -> None:
    result = run_command(*command, pegasus_file, environment=no_screen)
    assert result.returncode == FAILED
    assert "no display is available" in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert not result.stdout


@pytest.mark.parametrize("command", [(*M44, "edit"), (*M44, "play")], ids=lambda c: c[-1])
def test_an_unresponsive_screen_is_named(
    command: tuple[str, ...], pegasus_file: Path, no_screen: Mapping[str, str]
) -> None:
    result = run_command(*command, pegasus_file, environment={**no_screen, "DISPLAY": ":64999"})
    assert result.returncode == FAILED
    assert "no X server is responding at DISPLAY=:64999" in result.stderr
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("suffix", "first_bytes"), [("png", b"\x89PNG\r\n"), ("pdf", b"%PDF-"), ("svg", b"<svg")]
)
def test_a_picture_needs_no_screen(
    suffix: str, first_bytes: bytes, pegasus_file: Path, no_screen: Mapping[str, str]
) -> None:
    picture = pegasus_file.with_suffix(f".{suffix}")
    result = run_command(*M44, "render", pegasus_file, picture, environment=no_screen)
    assert (result.returncode, result.stderr) == (0, "")
    assert picture.read_bytes().startswith(first_bytes)
    assert picture.stat().st_size > 20_000


@pytest.mark.parametrize("command", [(*M44, "edit"), EDITOR], ids=lambda c: c[-1])
def test_the_editor_opens_a_file_and_quits(
    command: tuple[str, ...], screen: Screen, pegasus_file: Path, tmp_path: Path
) -> None:
    environment = screen.environment(str(tmp_path))
    with subprocess.Popen([*command, str(pegasus_file)], env=environment) as program:
        screen.focus_window(screen.wait_for_window("pegasus-bridge.m44"))
        screen.press("ctrl+q")
        assert program.wait(_PATIENCE) == 0


def test_play_opens_a_game(start: Start, pegasus_file: Path) -> None:
    program = start("play", str(pegasus_file))
    program.wait_for_window("Playtest: Pegasus Bridge")
    program.click("Start Game")
    program.wait_until(lambda game: game is not None and game["cards"], "game")
    program.press("ctrl+w")
    assert program.process.wait(_PATIENCE) == 0


def test_play_continues_a_saved_game(start: Start, pegasus_file: Path) -> None:
    saved_game = pegasus_file.with_name("evening.txt")
    header = "axis: person\nallies: person\nhidden-hands: yes\n"
    saved_game.write_text(f"# M44 Workshop game\nscenario: {pegasus_file.name}\n{header}")
    program = start("play", str(saved_game))
    program.wait_for_window("Playtest: Pegasus Bridge — evening.txt")
    program.wait_until(lambda game: game is not None and game["phase"] == "play", "game")


def test_play_names_the_scenario_that_a_saved_game_lacks(tmp_path: Path, screen: Screen) -> None:
    saved_game = tmp_path / "evening.txt"
    saved_game.write_text("# M44 Workshop game\nscenario: mill.m44\n")
    result = run_command(*M44, "play", saved_game, environment=screen.environment(str(tmp_path)))
    assert result.returncode == FAILED
    assert "saved game of “mill.m44”, which is not in the same folder" in result.stderr

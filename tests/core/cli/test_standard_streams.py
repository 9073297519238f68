"""``-``: standard input in place of a file to read, standard output in place of one to write."""

from __future__ import annotations

import io
import json
import multiprocessing
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from m44core.cli.main import main
from m44core.io.files.file_reader import read_file
from m44core.resources import scenarios_folder

PEGASUS = scenarios_folder() / "pegasus-bridge.m44"
ARRACOURT = scenarios_folder() / "arracourt.yaml"


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make an empty folder the current folder."""
    monkeypatch.chdir(tmp_path)


def set_standard_input(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    """Replace standard input with a pipe that contains *data*."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))


@pytest.mark.parametrize(
    "arguments",
    [
        ["bill", "-"],
        ["facts", "-"],
        ["render", "-", "-"],
        ["sentences", "-"],
        ["supports", "-"],
        ["diff", str(PEGASUS), "-"],
        ["play", "-", "--ai", "recruit", "--games", "1", "--turn-limit", "1", "--format", "json"],
        ["translate", "export", "-", "--to", "fr", "-o", "-"],
        ["translate", "status", "-"],
    ],
    ids=lambda arguments: " ".join(arguments[:2]),
)
@pytest.mark.parametrize("file", [PEGASUS, ARRACOURT], ids=["m44", "yaml"])
def test_a_scenario_from_a_pipe_is_read_like_a_file(
    arguments: list[str],
    file: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    set_standard_input(monkeypatch, file.read_bytes())
    assert main(arguments) < 2
    output = capfd.readouterr().out
    first = arguments.index("-")
    assert main([*arguments[:first], str(file), *arguments[first + 1 :]]) < 2
    printed_output = capfd.readouterr().out
    for name in (str(file), file.name, file.stem):
        printed_output = printed_output.replace(name, "-")
    assert output.split() == printed_output.split()


@pytest.mark.parametrize("file_format", ["po", "xliff"])
def test_translations_are_exported_and_imported_through_pipes(
    file_format: str, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    pytest.importorskip("polib")
    Path("a.yaml").write_bytes(ARRACOURT.read_bytes())
    assert main(["translate", "export", "a.yaml", "-", "--to", "nl", "--format", file_format]) == 0
    output = capfdbinary.readouterr().out
    set_standard_input(monkeypatch, output)
    assert main(["translate", "check", "-", "--to", "nl"]) == 0
    set_standard_input(monkeypatch, output)
    assert main(["translate", "import", "-", "a.yaml", "--to", "nl"]) < 2
    set_standard_input(monkeypatch, output)
    assert main(["translate", "import", "-", "-"]) == 2
    assert b"internal error" not in capfdbinary.readouterr().err


def test_problems_from_a_pipe_have_lines(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    set_standard_input(monkeypatch, b'{"broken": ')
    assert main(["check", "-", "--format", "json"]) == 1
    (file,) = json.loads(capsys.readouterr().out)["files"]
    assert file["path"] == "-"
    assert file["diagnostics"][0]["line"] == 1


def test_settings_of_the_current_folder_apply_to_a_pipe(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("m44.toml").write_text('[check]\nselect = ["M303"]\n')
    set_standard_input(monkeypatch, PEGASUS.read_bytes())
    assert main(["check", "-", "--format", "text"]) == 0
    output = capsys.readouterr().out
    assert output.startswith("-:15:")
    assert {line.split()[2] for line in output.splitlines() if line.startswith("-:")} == {"M303"}


def test_worker_processes_read_the_pipe(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    set_standard_input(monkeypatch, PEGASUS.read_bytes())
    assert main(["check", "-", str(PEGASUS), "--jobs", "2", "--format", "text"]) == 0
    output = capsys.readouterr().out
    assert output.count(":15:20: info M303") == 2
    assert "\n-:" in output or output.startswith("-:")


def test_worker_processes_read_the_pipe_whatever_earlier_ones_read(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], default_of_python_314: None
) -> None:
    assert main(["check", str(PEGASUS), str(ARRACOURT), "--jobs", "2", "--format", "text"]) == 0
    capsys.readouterr()
    test_worker_processes_read_the_pipe(monkeypatch, capsys)


@pytest.fixture
def default_of_python_314() -> Iterator[None]:
    """Start processes by the default method of Python 3.14, where it is available."""
    before = multiprocessing.get_start_method()
    is_there = "forkserver" in multiprocessing.get_all_start_methods()
    multiprocessing.set_start_method("forkserver" if is_there else before, force=True)
    yield
    multiprocessing.set_start_method(before, force=True)


def test_a_converted_pipe_keeps_every_byte(
    monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    set_standard_input(monkeypatch, ARRACOURT.read_bytes())
    assert main(["convert", "-", "-", "--format", "yaml"]) == 0
    assert capfdbinary.readouterr().out == ARRACOURT.read_bytes()


def test_standard_input_is_read_once_and_never_changed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    set_standard_input(monkeypatch, PEGASUS.read_bytes())
    assert main(["diff", "-", "-"]) == 2
    assert "can be read only once" in capsys.readouterr().err
    for words in (
        ["check", "--fix", "-"],
        ["check", "--watch", "-"],
        ["sentences", "-", "--insert"],
    ):
        assert main(words) == 2
        assert "does not work with standard input (-)" in capsys.readouterr().err


def test_a_closed_standard_input_is_an_empty_file(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert main(["bill", "-"]) == 2
    assert capsys.readouterr().err.startswith("m44: -: ")


def test_an_endless_pipe_is_refused_as_too_large(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "m44core.cli.main", "bill", "-"]
    with Path("/dev/zero").open("rb") as endless:
        result = subprocess.run(command, stdin=endless, capture_output=True, text=True, check=False)
    assert result.returncode == 2
    assert "scenarios are at most" in result.stderr
    assert not list(tmp_path.iterdir())


def test_a_dash_without_a_command_is_a_file_name() -> None:
    Path("-").write_bytes(PEGASUS.read_bytes())
    assert read_file(Path("-")).scenario
    assert "M44_STANDARD_INPUT" not in os.environ


@pytest.mark.parametrize("file_format", ["m44", "yaml", "json"])
def test_a_new_scenario_is_printed(
    file_format: str, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert main(["new", "-", "--format", file_format]) == 0
    set_standard_input(monkeypatch, capfdbinary.readouterr().out)
    assert main(["check", "-", "--select", "M0", "--quiet"]) == 0


@pytest.mark.parametrize("arguments", [["poster", "--one-page"], ["sheet"], ["pieces", "--all"]])
def test_a_pdf_is_printed(arguments: list[str], capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    pytest.importorskip("typst")
    assert main([*arguments, str(PEGASUS), "-"]) == 0
    assert capfdbinary.readouterr().out.startswith(b"%PDF")


def test_a_game_of_a_piped_scenario_is_recorded_and_replayed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    set_standard_input(monkeypatch, PEGASUS.read_bytes())
    assert main(["play", "-", "--ai", "recruit", "--turn-limit", "2", "--record", "game.txt"]) == 0
    set_standard_input(monkeypatch, Path("game.txt").read_bytes())
    assert main(["replay", "-", "--quiet", "--scenario", str(PEGASUS)]) == 0
    assert capsys.readouterr().out

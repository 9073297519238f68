"""``--output`` and ``--force``: the output of commands replaces files only on request."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from m44core.cli.main import main
from m44core.resources import scenarios_folder

PEGASUS = str(scenarios_folder() / "pegasus-bridge.m44")
REPORTS = [
    ["bill", PEGASUS],
    ["check", PEGASUS, "--format", "json"],
    ["config"],
    ["diff", PEGASUS, PEGASUS],
    ["explain", "M502"],
    ["facts", PEGASUS],
    ["languages"],
    ["library", PEGASUS],
    ["schema", "bill"],
    ["sentences", PEGASUS],
    ["supports", PEGASUS],
    ["translate", "status", PEGASUS],
]
FILES = [
    ["convert", PEGASUS, "--format", "yaml"],
    ["new", "--format", "yaml"],
    ["render", PEGASUS, "--format", "svg"],
]


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make an empty folder the current folder."""
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("arguments", REPORTS, ids=lambda arguments: arguments[0])
def test_an_output_file_has_the_same_content_as_the_standard_output(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    status = main(arguments)
    output = capsys.readouterr().out
    assert main([*arguments, "-o", "out"]) == status
    assert capsys.readouterr().out == ""
    assert Path("out").read_text("utf-8") == output


@pytest.mark.parametrize("arguments", [*REPORTS, *FILES], ids=lambda arguments: arguments[0])
def test_no_file_is_replaced_without_force(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    Path("out").write_text("mine")
    assert main([*arguments, "-o", "out"]) == 2
    assert capsys.readouterr().err == "m44: out already exists; add --force to replace it\n"
    assert Path("out").read_text() == "mine"
    assert main([*arguments, "-o", "out", "--force"]) < 2
    assert Path("out").read_text("utf-8") != "mine"


@pytest.mark.parametrize("arguments", FILES, ids=lambda arguments: arguments[0])
@pytest.mark.parametrize("option", ["-oout", "--output=out", "--out", "-qo"])
def test_the_output_file_may_be_given_as_an_option(arguments: list[str], option: str) -> None:
    output_name = [option] if option.endswith("out") and option != "--out" else [option, "out"]
    assert main([*arguments, *output_name]) == 0
    assert Path("out").is_file()


def test_an_output_that_is_given_twice_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["convert", PEGASUS, "a.yaml", "-o", "b.yaml"])
    assert stop.value.code == 2
    assert "unrecognized arguments: a.yaml" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["bill", "render -f svg", "check", "sheet"])
def test_an_input_file_is_never_replaced(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("map.pdf").write_bytes(Path(PEGASUS).read_bytes())
    assert main([*command.split(), "map.pdf", "-o", "./map.pdf", "--force"]) == 2
    assert "map.pdf is also an input file; choose another" in capsys.readouterr().err
    assert Path("map.pdf").read_bytes() == Path(PEGASUS).read_bytes()


def test_a_scenario_is_converted_in_place_with_a_backup() -> None:
    Path("map.m44").write_bytes(Path(PEGASUS).read_bytes())
    assert main(["convert", "map.m44", "map.m44", "--format", "yaml", "--force"]) == 0
    assert Path("map.m44~").read_bytes() == Path(PEGASUS).read_bytes()


def test_a_failed_command_writes_no_file() -> None:
    assert main(["bill", "missing.m44", "-o", "out"]) == 2
    assert not Path("out").exists()


@pytest.mark.skipif(os.name != "posix", reason="needs /dev/stdout")
def test_devices_are_written_to_and_never_replaced() -> None:
    command = [sys.executable, "-m", "m44core.cli.main", "explain", "M502", "-o", "/dev/stdout"]
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    assert result.stdout.startswith("M502 ")


@pytest.mark.parametrize(
    "arguments", [["sheet", PEGASUS, "-"], ["render", PEGASUS, "-f", "png", "-"]]
)
def test_a_terminal_is_not_filled_with_binary_data(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert main(arguments) == 2
    assert "this output is not text" in capsys.readouterr().err

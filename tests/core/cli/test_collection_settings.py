"""``m44.toml``: read by every command that uses its settings, and reported if it is invalid."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from m44core.cli.main import COMMANDS, main
from m44core.resources import scenarios_folder

FOLDER_COMMANDS = (
    "check FOLDER --fail-on never",
    "library FOLDER",
    "site FOLDER OUT --no-pdf --jobs 1",
    "book FOLDER OUT.pdf",
    "supports FOLDER",
    "translate status FOLDER",
    "translate check FOLDER",
    "translate export FOLDER OUT --to fr",
)
BOX_COMMANDS = ("check FILE --select M2 --format json", "bill FILE", "pieces FILE OUT.pdf --force")
LANGUAGE_COMMANDS = ("translate status FOLDER", "translate export FOLDER OUT")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    scenario_folder = tmp_path / "scenarios"
    scenario_folder.mkdir()
    (scenario_folder / "a.yaml").write_bytes(
        (scenarios_folder() / "pegasus-bridge.yaml").read_bytes()
    )
    return scenario_folder


def run_command(call: str, folder: Path) -> int:
    out = str(folder.parent / "out")
    paths = {"FOLDER": str(folder), "FILE": str(folder / "a.yaml")}
    return main([paths.get(word, word.replace("OUT", out)) for word in call.split()])


@pytest.mark.parametrize("content", ["[check", "[check]\nboxes = {moon = 1}", "[check]\nzzz = 1"])
@pytest.mark.parametrize("call", [*FOLDER_COMMANDS, *BOX_COMMANDS])
def test_every_command_reports_an_invalid_m44_toml(
    call: str, content: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "m44.toml").write_text(content, "utf-8")
    run_command(call, folder)
    output = capsys.readouterr()
    assert "m44.toml" in output.err + output.out.replace("\n", "")


@pytest.mark.parametrize("call", BOX_COMMANDS)
def test_every_command_about_boxes_uses_the_boxes_in_m44_toml(
    call: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "m44.toml").write_text("[check]\nboxes = {base = 1, terrain = 1}\n", "utf-8")
    by_file = run_command(call, folder), capsys.readouterr().out
    (folder / "m44.toml").unlink()
    result_with_option = (
        run_command(f"{call} --boxes base=1,terrain=1", folder),
        capsys.readouterr().out,
    )
    assert by_file == result_with_option


@pytest.mark.parametrize("call", LANGUAGE_COMMANDS)
def test_every_command_about_languages_uses_those_in_m44_toml(
    call: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "m44.toml").write_text('[check]\ntexts = ["en", "nl"]\n', "utf-8")
    assert run_command(call, folder) == 0
    exported_languages = [path.parent.name for path in folder.parent.rglob("*.po")]
    assert "nl" in [*exported_languages, *capsys.readouterr().out.split()]


def test_the_list_of_commands_that_accept_boxes_is_complete() -> None:
    named_commands = {call.split()[0] for call in BOX_COMMANDS}
    options = ('"--boxes"', "add_boxes_option(")
    commands_with_boxes = {
        name for name in COMMANDS if any(each in command_source(name) for each in options)
    }
    assert commands_with_boxes == named_commands


def command_source(command: str) -> str:
    """Return the text of the modules of a command."""
    folder = Path(str(import_module("m44core.cli").__path__[0]))
    return "".join(path.read_text("utf-8") for path in folder.rglob(f"{command}.py"))

"""``m44 library``."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from m44core.cli.main import main
from m44core.resources import scenarios_folder, schema_folder

Output = pytest.CaptureFixture[str]


@pytest.fixture
def shipped_folder(tmp_path: Path) -> str:
    """A folder with two shipped scenarios."""
    folder = tmp_path / "shipped"
    folder.mkdir()
    for name in ("pegasus-bridge", "sword-beach"):
        shutil.copy(scenarios_folder() / f"{name}.yaml", folder)
    return str(folder)


@pytest.fixture
def broken_file(tmp_path: Path) -> str:
    """A file without a scenario."""
    path = tmp_path / "broken.m44"
    path.write_text("{")
    return str(path)


def test_a_folder_is_listed_with_all_known_facts(capsys: Output, shipped_folder: str) -> None:
    assert main(["library", shipped_folder, "--search", "pegasus", "--sort", "date"]) == 0
    head, *lines, end = capsys.readouterr().out.splitlines()
    assert head.split() == [
        *("Title", "Begins", "Board", "Nations", "Boxes", "Languages", "Problems", "Arena"),
        *("Playable", "File"),
    ]
    assert any(line.startswith("Pegasus Bridge  1944-06-06  standard country") for line in lines)
    assert end == f"{len(lines)} {'file' if len(lines) == 1 else 'files'}"


def test_conditions_filter_the_files(capsys: Output, shipped_folder: str) -> None:
    assert main(["library", shipped_folder, "--where", "face=BEACH", "--where", "nation=GB"]) == 0
    assert "Sword Beach" in capsys.readouterr().out
    assert main(["library", shipped_folder, "--where", "face=BEACH", "--where", "nation=JP"]) == 0
    assert capsys.readouterr().out.endswith("0 files\n")


def test_an_unknown_condition_is_refused_with_the_known_ones(
    capsys: Output, shipped_folder: str
) -> None:
    assert main(["library", shipped_folder, "--where", "colour=red"]) == 2
    assert "board, face, nation" in capsys.readouterr().err


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_the_library_document_follows_its_schema(
    capsys: Output, shipped_folder: str, broken_file: str, jobs: str
) -> None:
    assert main(["library", "--format", "json", "--jobs", jobs, shipped_folder, broken_file]) == 2
    document = json.loads(capsys.readouterr().out)
    schema = json.loads((schema_folder() / "library.schema.json").read_text("utf-8"))
    Draft202012Validator(schema).validate(document)
    assert document["scenarios"][-1]["failure"]
    assert document["scenarios"][0]["failure"] is None


def test_a_broken_file_is_listed_with_the_reason_and_without_control_characters(
    capsys: Output, tmp_path: Path
) -> None:
    path = tmp_path / "\x1b[2J.m44"
    path.write_text("")
    assert main(["library", str(path)]) == 2
    out = capsys.readouterr().out
    assert "\x1b" not in out
    assert str(tmp_path) in out

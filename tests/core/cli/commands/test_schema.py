"""``m44 schema``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from m44core.cli.commands.schema import SCHEMAS
from m44core.cli.main import main
from m44core.io.files.file_reader import read_file


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_schema_is_printed_whole(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", name]) == 0
    schema = json.loads(capsys.readouterr().out)
    assert schema["$schema"].endswith("2020-12/schema")


def test_the_path_option_prints_the_path_of_the_schema_file(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["schema", "--path"]) == 0
    path = Path(capsys.readouterr().out.strip())
    assert main(["schema"]) == 0
    assert path.read_text("utf-8") == capsys.readouterr().out


def test_a_schema_is_written_to_a_new_file_but_replaces_no_existing_one(tmp_path: Path) -> None:
    path = tmp_path / "scenario.schema.json"
    assert main(["schema", "--output", str(path)]) == 0
    assert json.loads(path.read_text("utf-8"))["title"]
    path.write_text("mine", "utf-8")
    assert main(["schema", "--output", str(path)]) == 2
    assert path.read_text("utf-8") == "mine"
    assert main(["schema", "--output", str(path), "--force"]) == 0


@pytest.mark.parametrize("ending", ["yaml", "json"])
def test_a_new_file_names_its_schema_and_keeps_it(tmp_path: Path, ending: str) -> None:
    path, converted_path = tmp_path / f"new.{ending}", tmp_path / f"again.{ending}"
    assert main(["new", "--schema", "scenario.schema.json", str(path)]) == 0
    assert "scenario.schema.json" in path.read_text("utf-8").splitlines()[ending == "json"]
    assert not read_file(path).diagnostics
    assert main(["convert", str(path), str(converted_path)]) == 0
    assert converted_path.read_text("utf-8") == path.read_text("utf-8")


def test_converting_to_yaml_can_name_the_schema(tmp_path: Path) -> None:
    plain_file, named_file = tmp_path / "a.m44", tmp_path / "b.yaml"
    assert main(["new", str(plain_file)]) == 0
    assert main(["convert", "--schema", "s.json", str(plain_file), str(named_file)]) == 0
    assert named_file.read_text("utf-8").startswith("$schema: s.json\n")

"""``m44 config``: the settings that apply to a file, with their places."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from m44core.cli.main import main
from m44core.resources import schema_folder

TOML = """\
packs = ["packs/alpine"]

[check]
ignore = ["M112", "unclear-bunker-owner"]
fail-on = "warning"
boxes = {base = 2, terrain = 1}

[[check.allow]]
check = "M303"
files = "drafts/*"
reason = "unfinished"
"""


@pytest.fixture
def collection(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a repository with settings, a folder in it, and settings above it."""
    (tmp_path / "m44.toml").write_text("[check]\nfail-on = 'never'\n")
    root = tmp_path / "collection"
    (root / "drafts" / "1944").mkdir(parents=True)
    (root / ".git").mkdir()
    monkeypatch.delenv("M44_LANGUAGE", raising=False)
    monkeypatch.chdir(root)
    return root


def printed_settings(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert main(["config", "--format", "json", *arguments]) == 0
    document: dict[str, Any] = json.loads(capsys.readouterr().out)
    schema = json.loads((schema_folder() / "config.schema.json").read_text("utf-8"))
    Draft202012Validator.check_schema(schema)
    assert [e.message for e in Draft202012Validator(schema).iter_errors(document)] == []
    return document


@pytest.mark.parametrize("place", [".", "drafts", "drafts/1944/new.yaml"])
def test_the_nearest_file_above_applies_with_the_line_of_each_setting(
    place: str, collection: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (collection / "m44.toml").write_text(TOML)
    data = printed_settings(capsys, place)
    assert data["file"] == str(collection / "m44.toml")
    lines = {name: each["line"] for name, each in data["settings"].items() if each["line"]}
    assert lines == {"ignore": 4, "fail-on": 5, "boxes": 6, "allow": 8, "packs": 1}
    assert data["settings"]["boxes"]["value"] == {"base": 2, "terrain": 1}
    assert data["settings"]["packs"]["value"] == [str(collection / "packs" / "alpine")]


def test_the_search_ends_at_the_root_of_a_repository(
    collection: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = printed_settings(capsys, "drafts/1944")
    assert data["file"] is None
    folder_names = [Path(folder).name for folder in data["searched"]]
    assert folder_names == ["1944", "drafts", collection.name]
    assert data["settings"]["fail-on"] == {
        "value": "error",
        "source": "default",
        "line": None,
        "variable": None,
    }


def test_the_text_output_names_the_file_and_the_line(
    collection: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (collection / "m44.toml").write_text(TOML)
    assert main(["config"]) == 0
    output = capsys.readouterr().out
    assert f"settings from {collection / 'm44.toml'}" in output
    assert "M112, unclear-bunker-owner" in output
    assert "m44.toml:4" in output
    assert "M303 drafts/*" in output


@pytest.mark.usefixtures("collection")
def test_the_language_of_the_environment_is_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("M44_LANGUAGE", "fr")
    language = printed_settings(capsys)["settings"]["language"]
    assert (language["value"], language["variable"]) == ("fr", "M44_LANGUAGE")


def test_invalid_settings_are_an_error_with_file_and_line(
    collection: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (collection / "m44.toml").write_text("[check]\n\nfail_on = 'error'\n")
    assert main(["config"]) == 2
    assert f"{collection / 'm44.toml'}:3: " in capsys.readouterr().err

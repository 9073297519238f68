"""``m44 doctor``: the installation and its missing parts, and nothing personal."""

from __future__ import annotations

import json
import os
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from m44core.cli.main import main
from m44core.resources import schema_folder
from m44core.rules.play import recorded_game
from m44core.rules.play.recorded_game import RULES_EDITION
from m44core.support.installation import EXTRAS, REQUIRED, abbreviate_home

PYPROJECT = Path(__file__).parents[4] / "pyproject.toml"


def printed_facts(capsys: pytest.CaptureFixture[str], status: int = 0) -> dict[str, Any]:
    assert main(["doctor", "--format", "json"]) == status
    document: dict[str, Any] = json.loads(capsys.readouterr().out)
    return document


def facts_by_name(facts: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    return {fact["name"]: fact for fact in facts}


def test_the_json_agrees_with_its_schema(capsys: pytest.CaptureFixture[str]) -> None:
    schema = json.loads((schema_folder() / "doctor.schema.json").read_text("utf-8"))
    Draft202012Validator.check_schema(schema)
    assert [
        e.message for e in Draft202012Validator(schema).iter_errors(printed_facts(capsys))
    ] == []


def test_libraries_and_extras_match_the_package() -> None:
    project = tomllib.loads(PYPROJECT.read_text("utf-8"))["project"]
    extras = {
        name: _library_names(requirements)
        for name, requirements in project["optional-dependencies"].items()
    }
    assert {extra.name: set(extra.libraries) for extra in EXTRAS} == extras
    assert set(REQUIRED) == _library_names(project["dependencies"])


def _library_names(requirements: list[str]) -> set[str]:
    return {each.partition(">")[0].partition(";")[0].strip() for each in requirements}


def test_the_facts_state_whether_the_rules_are_compiled(capsys: pytest.CaptureFixture[str]) -> None:
    rules = facts_by_name(printed_facts(capsys)["program"])["rules"]["value"]
    is_source = Path(recorded_game.__file__).suffix == ".py"
    assert rules == f"{RULES_EDITION}, {'not compiled' if is_source else 'compiled'}"


def test_paths_do_not_name_the_home_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "Local"))
    for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "secret.m44").write_text("{}")
    data = printed_facts(capsys)
    assert str(tmp_path) not in json.dumps(data["folders"])
    assert facts_by_name(data["folders"])["games"]["value"].startswith("~")
    assert "secret" not in json.dumps(data)
    assert abbreviate_home(f"{tmp_path}-other/x") == f"{tmp_path}-other/x"


def test_a_missing_library_is_shown_with_the_install_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "path", [p for p in sys.path if "site-packages" not in p])
    data = printed_facts(capsys, status=1)
    assert facts_by_name(data["libraries"])["networkx"]["state"] == "broken"
    publish = facts_by_name(data["extras"])["publish"]
    assert publish["state"] == "missing"
    assert publish["remedy"] == 'python3 -m pip install "m44-workshop[publish]"'
    assert main(["doctor"]) == 1
    assert '-> python3 -m pip install "m44-workshop[publish]"' in capsys.readouterr().out


def test_a_state_folder_that_is_a_file_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if sys.platform != "linux":
        pytest.skip("the folder is named by a variable of Linux")
    (tmp_path / "state").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("M44_LANGUAGE", "en")
    data = printed_facts(capsys, status=1)
    assert facts_by_name(data["folders"])["crash reports"]["state"] == "broken"
    assert facts_by_name(data["environment"])["M44_LANGUAGE"]["value"] == "en"


def test_a_qt_that_cannot_be_loaded_is_reported_as_broken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("PySide6")
    (tmp_path / "PySide6.py").write_text("raise ImportError('libEGL.so.1: cannot open')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)
    editor = facts_by_name(printed_facts(capsys, status=1)["extras"])["editor"]
    assert editor["state"] == "broken"
    assert editor["remedy"] == "ImportError: libEGL.so.1: cannot open"

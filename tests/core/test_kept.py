"""Keeping what YAML files say as JSON."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from m44core.catalogue.reading import DATA
from m44core.kept import yaml_file

SAID = {"a": [1, -2, True, "No", "é"]}


@pytest.fixture(autouse=True)
def _python_may_keep_modules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "data.yaml"
    path.write_text("a: [1, -2, true, 'No', é] # a comment", "utf-8")
    return path


def kept(file: Path) -> Path:
    return file.parent / "__pycache__" / "data.json"


def test_what_was_kept_is_what_the_file_says(file: Path) -> None:
    assert yaml_file(file) == SAID
    assert kept(file).is_file()
    assert yaml_file(file) == SAID


def test_the_second_time_the_kept_file_is_read(file: Path) -> None:
    yaml_file(file)
    kept(file).write_text(kept(file).read_text("utf-8").replace("-2", "-3"), "utf-8")
    assert yaml_file(file) == {"a": [1, -3, True, "No", "é"]}


def test_a_changed_file_is_read_anew(file: Path) -> None:
    yaml_file(file)
    before = file.stat().st_mtime_ns
    file.write_text("a: [1, -2, true, 'No', è] # a comment", "utf-8")
    os.utime(file, ns=(before + 1, before + 1))
    assert yaml_file(file) == {"a": [1, -2, True, "No", "è"]}


@pytest.mark.parametrize("text", ["", "{", "[]", '{"stamp": 1}', "\x00"])
def test_a_spoiled_kept_file_does_no_harm(file: Path, text: str) -> None:
    yaml_file(file)
    kept(file).write_text(text, "utf-8")
    assert yaml_file(file) == SAID


def test_a_folder_that_cannot_be_written_to_is_no_matter(file: Path) -> None:
    kept(file).parent.write_text("a file where the folder should be", "utf-8")
    assert yaml_file(file) == SAID


def test_nothing_is_kept_where_python_may_keep_nothing(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert yaml_file(file) == SAID
    assert not kept(file).exists()


def test_our_own_data_survive_json() -> None:
    for path in sorted(DATA.glob("*.yaml")):
        fresh = yaml_file(path)
        assert yaml_file(path) == fresh, path.name

"""Reading the program's data files, with and without their prebuilt form."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from m44core import data_files
from m44core.data_files import built_path, checksum_line, read_yaml_mapping, yaml_file, yaml_to_json
from m44core.errors import CatalogueError

TEXT = "a: [1, -2, true, 'No', é] # a comment"
EXPECTED_DATA = {"a": [1, -2, True, "No", "é"]}


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data file of a separate package, with a prebuilt form that has different content."""
    monkeypatch.setattr(data_files, "PACKAGE", tmp_path)
    monkeypatch.setattr(data_files, "BUILT", tmp_path / "_built")
    path = tmp_path / "ground" / "data.yaml"
    path.parent.mkdir()
    path.write_text(TEXT, "utf-8")
    built_path(path).parent.mkdir(parents=True)
    built_path(path).write_bytes(checksum_line(path.read_bytes()) + b'\n{"built": 1}')
    return path


def test_the_built_form_is_read_if_it_matches_its_file(file: Path) -> None:
    assert yaml_file(file) == {"built": 1}


def test_an_edited_file_is_read_instead_of_its_built_form(file: Path) -> None:
    before = file.stat()
    file.write_text(TEXT.replace("-2", "-3"), "utf-8")
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert yaml_file(file) == {"a": [1, -3, True, "No", "é"]}


@pytest.mark.parametrize("damaged_bytes", [b"", b"\x00", b"{}", checksum_line(b"") + b"\n{}"])
def test_a_damaged_built_form_is_ignored(file: Path, damaged_bytes: bytes) -> None:
    built_path(file).write_bytes(damaged_bytes)
    assert yaml_file(file) == EXPECTED_DATA


def test_a_file_without_a_built_form_is_read(file: Path) -> None:
    built_path(file).unlink()
    assert yaml_file(file) == EXPECTED_DATA


def test_reading_a_data_file_without_its_built_copy_writes_nothing(
    file: Path, tmp_path: Path
) -> None:
    built_path(file).unlink()
    before = sorted(tmp_path.rglob("*"))
    yaml_file(file)
    assert sorted(tmp_path.rglob("*")) == before


def test_a_file_outside_the_package_is_read(tmp_path: Path) -> None:
    (tmp_path / "own.yaml").write_text(TEXT, "utf-8")
    assert yaml_file(tmp_path / "own.yaml") == EXPECTED_DATA


def test_yaml_keys_are_converted_to_text() -> None:
    assert yaml_to_json(b"{2: [two], true: 1}") == b'{"2":["two"],"true":1}'


@pytest.mark.parametrize("text", ["a: [", "day: 1944-06-06", "\x00"])
def test_values_without_a_json_form_are_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "wrong.yaml").write_text(text, "utf-8")
    with pytest.raises(ValueError, match=r"\w"):
        yaml_file(tmp_path / "wrong.yaml")


@pytest.mark.parametrize("text", ["- a list", "[", None])
def test_a_data_file_without_a_mapping_is_an_error(tmp_path: Path, text: str | None) -> None:
    file = tmp_path / "own.yaml"
    if text is not None:
        file.write_text(text)
    with pytest.raises(CatalogueError, match=r"^own\.yaml is wrong: "):
        read_yaml_mapping(file)

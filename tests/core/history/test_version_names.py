"""Names of versions: numbers for the latest ones, the time of storing for older ones."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from m44core.errors import ReadError
from m44core.history.file_history import history_of, local_history
from m44core.history.file_versions import VersionReason
from m44core.history.version_names import parse_version_name, read_named_version
from m44core.io.files.scenario_files import FileFormat
from m44core.io.files.serialization import to_bytes
from m44core.model.edits import new_scenario
from m44core.model.scenario_parts import Texts

TIMES = {
    "first": datetime(2026, 11, 27, 9, 30).astimezone(),
    "second": datetime(2026, 11, 28, 18, 0, 20).astimezone(),
    "third": datetime(2026, 11, 29, 14, 5).astimezone(),
}
NAMES = {
    "1": "third",
    "2": "second",
    "3": "first",
    "2026-11-29": "third",
    "2026-11-28": "second",
    "2026-11-27T09:30": "first",
    "2026-11-28T18:00:19": "first",
    "2026-11-28T18:00:20": "second",
    "2030-01-01": "third",
}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file with three versions, the last of them in the history next to it."""
    path = tmp_path / "map.yaml"
    for title, stored_at in TIMES.items():
        history = local_history(path) if title == "third" else history_of(path, tmp_path / "all")
        scenario = replace(new_scenario(), texts={"en": Texts(title)})
        history.add(to_bytes(scenario, FileFormat.YAML), VersionReason.SAVED, stored_at)
    return path


def test_a_version_can_be_named_by_its_number_or_time(
    file: Path, subtests: pytest.Subtests
) -> None:
    for name, title in NAMES.items():
        with subtests.test(name):
            assert read_named_version(file, name, file.parent / "all").title == title


@pytest.mark.parametrize("name", ["0", "4", "2026-11-26", "2026-13-01", "12:00"])
def test_the_error_for_an_unknown_version_lists_the_existing_ones(name: str, file: Path) -> None:
    with pytest.raises(ReadError, match=r"number from 1 to 3.*2026-11-29T14:05"):
        read_named_version(file, name, file.parent / "all")


def test_a_file_without_versions_is_reported(tmp_path: Path) -> None:
    with pytest.raises(ReadError, match="no versions of this file are kept"):
        read_named_version(tmp_path / "other.yaml", "1", tmp_path / "all")


def test_a_version_name_ends_in_a_number_or_a_time(tmp_path: Path) -> None:
    assert parse_version_name("maps/a.m44@2") == (Path("maps/a.m44"), "2")
    assert parse_version_name("a@b.m44@2026-11-29T10:00") == (Path("a@b.m44"), "2026-11-29T10:00")
    assert parse_version_name("a.m44") is None
    assert parse_version_name("me@home.m44") is None
    real_file = tmp_path / "a.m44@2"
    real_file.touch()
    assert parse_version_name(str(real_file)) is None

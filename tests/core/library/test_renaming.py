"""Renaming scenario files."""

from __future__ import annotations

from pathlib import Path

import pytest

from m44core.errors import WriteError
from m44core.library.renaming import rename


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file with a rules file and a history next to it."""
    path = tmp_path / "old [1].m44"
    path.write_text("{}")
    (tmp_path / "old [1].rules.yaml").write_text("options: {}")
    (tmp_path / ".m44-history" / path.name).mkdir(parents=True)
    return path


def file_names(path: Path) -> set[str]:
    return {each.name for each in path.parent.iterdir() if each.is_file()}


@pytest.mark.parametrize("name", ["new", "new.m44", " new "])
def test_companion_files_are_renamed_with_a_scenario(path: Path, name: str) -> None:
    new_path = rename(path, name)
    assert file_names(path) == {"new.m44", "new.rules.yaml"}
    assert (new_path.parent / ".m44-history" / "new.m44").is_dir()


def test_rules_that_also_apply_to_another_file_are_not_renamed(path: Path) -> None:
    path.with_suffix(".yaml").write_text("")
    rename(path, "new")
    assert file_names(path) == {"new.m44", "old [1].yaml", "old [1].rules.yaml"}


@pytest.mark.parametrize("name", ["", "..", "a/b", "a\0b", "taken", "a:b"])
def test_an_impossible_name_is_refused_and_nothing_is_renamed(path: Path, name: str) -> None:
    (path.parent / "taken.rules.yaml").write_text("")
    before = file_names(path)
    with pytest.raises(WriteError):
        rename(path, name)
    assert file_names(path) == before


def test_renaming_a_file_to_its_own_name_changes_nothing(path: Path) -> None:
    assert rename(path, path.name) == path


def test_renaming_a_missing_file_raises_an_error(path: Path) -> None:
    path.unlink()
    with pytest.raises(WriteError, match="cannot be renamed"):
        rename(path, "new")

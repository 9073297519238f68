"""Batches: actions applied to many files, and undone."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from m44core.io.files.file_reader import read_file
from m44core.library.file_batch import (
    BatchAction,
    FileJob,
    JobOutcome,
    batch_report,
    run_job,
    undo_jobs,
)
from m44core.library.library_settings import FileSettings
from m44core.resources import scenarios_folder


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A copy of the scenario Sword Beach."""
    return Path(shutil.copy(scenarios_folder() / "sword-beach.yaml", tmp_path))


def run_action(task: BatchAction, path: Path) -> JobOutcome:
    return run_job(FileJob(task, str(path), FileSettings()))


def test_a_check_lists_its_findings_and_writes_nothing(path: Path) -> None:
    before = path.read_bytes()
    outcome = run_action(BatchAction.CHECK, path)
    assert str(outcome.result) == "2 problems"
    assert "M406" in " ".join(map(str, outcome.lines))
    assert outcome.written_file is None
    assert path.read_bytes() == before


@pytest.mark.parametrize("task", [BatchAction.M44, BatchAction.JSON])
def test_a_file_is_converted_next_to_itself_and_undoing_removes_the_copy(
    path: Path, task: BatchAction
) -> None:
    outcome = run_action(task, path)
    target = path.with_suffix(f".{task.value}")
    assert read_file(target).scenario is not None
    (undone_outcome,) = undo_jobs([outcome])
    assert not undone_outcome.failed
    assert not target.exists()
    assert path.exists()


def test_conversion_does_not_replace_an_existing_file(path: Path) -> None:
    path.with_suffix(".m44").write_text("mine")
    outcome = run_action(BatchAction.M44, path)
    assert outcome.failed
    assert path.with_suffix(".m44").read_text() == "mine"
    assert str(run_action(BatchAction.YAML, path).result) == "it is already in that format"


def test_a_fixed_file_is_restored_byte_for_byte(path: Path) -> None:
    text = path.read_text("utf-8").replace("Sword Beach", "Sword  Beach") + "\n\n"
    path.write_bytes(text.replace("\n", "\r\n").encode())
    before = path.read_bytes()
    outcome = run_action(BatchAction.FIX, path)
    assert outcome.written_file is not None, outcome.result
    assert path.read_bytes() != before
    assert not next(undo_jobs([outcome])).failed
    assert path.read_bytes() == before


def test_undoing_keeps_a_file_that_was_edited_since(path: Path) -> None:
    outcome = run_action(BatchAction.M44, path)
    path.with_suffix(".m44").write_text("edited")
    (undone_outcome,) = undo_jobs([outcome])
    assert undone_outcome.failed
    assert path.with_suffix(".m44").read_text() == "edited"


@pytest.mark.parametrize("task", BatchAction)
def test_an_unreadable_file_is_reported_and_nothing_is_written(
    tmp_path: Path, task: BatchAction
) -> None:
    (tmp_path / "broken.m44").write_text("{")
    for name in ("broken.m44", "gone.json"):
        outcome = run_action(task, tmp_path / name)
        assert str(outcome.result)
        assert outcome.written_file is None


def test_the_report_begins_with_totals_and_has_every_file(path: Path) -> None:
    lines = list(
        map(
            str,
            batch_report([run_action(BatchAction.CHECK, path), run_action(BatchAction.M44, path)]),
        )
    )
    assert lines[0] == "2 files; 1 written, 0 failed"
    assert any(line.endswith("sword-beach.yaml: saved as sword-beach.m44") for line in lines)

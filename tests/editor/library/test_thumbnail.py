"""Thumbnails of boards."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from m44core.board import BoardType, Face
from m44core.model.edits import new_scenario
from m44core.model.scenario import Scenario
from m44editor.library.file_inspection import InspectionJob, inspect_file
from m44editor.library.thumbnail import HEIGHT, WIDTH, thumbnail, to_jpeg


@pytest.mark.parametrize("kind", BoardType)
def test_the_thumbnail_of_every_board_fits(kind: BoardType) -> None:
    picture = thumbnail(new_scenario(kind), dark=False)
    assert picture.width() <= WIDTH
    assert picture.height() <= HEIGHT
    assert max(picture.width() / WIDTH, picture.height() / HEIGHT) > 0.8


def test_pictures_differ_by_scenario_face_and_theme(pegasus: Scenario) -> None:
    pictures = [
        thumbnail(pegasus, dark=False),
        thumbnail(pegasus, dark=True),
        thumbnail(new_scenario(BoardType.STANDARD, Face.COUNTRY), dark=False),
        thumbnail(new_scenario(BoardType.STANDARD, Face.WINTER), dark=False),
    ]
    assert len({to_jpeg(picture) for picture in pictures}) == 4


def test_a_thread_draws_the_same_as_the_window(pegasus: Scenario) -> None:
    with ThreadPoolExecutor(1) as pool:
        picture_of_thread = pool.submit(lambda: thumbnail(pegasus, dark=False)).result()
    assert picture_of_thread == thumbnail(pegasus, dark=False)


def test_a_cached_picture_is_small(pegasus: Scenario) -> None:
    content = to_jpeg(thumbnail(pegasus, dark=False))
    assert len(content) < 40_000
    assert QImage.fromData(content).width() == thumbnail(pegasus, dark=False).width()


def test_a_broken_or_missing_file_gets_no_picture(tmp_path: Path) -> None:
    (tmp_path / "broken.m44").write_text("{")
    for name in ("broken.m44", "gone.m44"):
        assert inspect_file(InspectionJob(str(tmp_path / name), "", None, False)).picture == b""

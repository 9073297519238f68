"""Exporting a comparison as PNG."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from m44core.cli.main import main
from m44core.drawing.board.scenario_drawing import board_size
from m44core.hexes import Hex
from m44core.io.files.save import save
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, Piece
from m44core.resources import scenarios_folder

pytestmark = pytest.mark.usefixtures("qapp")

PEGASUS = str(scenarios_folder() / "pegasus-bridge.m44")


@pytest.fixture
def other_scenario(tmp_path: Path, pegasus: Scenario) -> str:
    path = tmp_path / "other.yaml"
    save(pegasus.with_hexes({Hex(24, 8): HexContent(terrain=Piece("woods"))}), path)
    return str(path)


def draw_comparison(path: Path, *arguments: str) -> QImage:
    main(["diff", "--output", str(path), *arguments])
    image = QImage(str(path))
    assert not image.isNull()
    return image


def test_a_png_shows_the_whole_board_with_a_legend_below(
    other_scenario: str, tmp_path: Path, pegasus: Scenario
) -> None:
    assert main(["diff", "--output", str(tmp_path / "d.png"), PEGASUS, other_scenario]) == 1
    image = QImage(str(tmp_path / "d.png"))
    width, height = board_size(pegasus.board)
    assert image.width() == round(width)
    assert image.height() > round(height) + 50


def test_the_picture_depends_on_the_marks_the_compared_parts_and_the_theme(
    other_scenario: str, tmp_path: Path
) -> None:
    pictures = [
        draw_comparison(tmp_path / "same.png", other_scenario, other_scenario),
        draw_comparison(tmp_path / "there.png", PEGASUS, other_scenario),
        draw_comparison(tmp_path / "back.png", other_scenario, PEGASUS),
        draw_comparison(tmp_path / "dark.png", "--dark", PEGASUS, other_scenario),
        draw_comparison(tmp_path / "texts.png", "--only", "texts", PEGASUS, other_scenario),
    ]
    assert all(pictures[i] != pictures[j] for i in range(5) for j in range(i))


def test_a_comparison_with_an_empty_file_can_be_drawn(other_scenario: str, tmp_path: Path) -> None:
    assert draw_comparison(tmp_path / "new.png", "/dev/null", other_scenario) != draw_comparison(
        tmp_path / "gone.png", other_scenario, "/dev/null"
    )


def test_a_picture_that_cannot_be_written_gives_status_2(
    other_scenario: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["diff", "--output", str(tmp_path / "no" / "d.png"), PEGASUS, other_scenario]) == 2
    assert "was not saved and is unchanged" in capsys.readouterr().err

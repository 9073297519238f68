"""The status bar keeps its height, because a change would lay out the whole window again."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from m44core.io.files.file_reader import read_file
from m44core.resources import scenarios_folder
from m44core.validation.runner import check_file
from m44editor.windows.status_bar import StatusBar, WholePartsLabel


def test_the_height_is_the_same_with_and_without_problems(qtbot: QtBot) -> None:
    bar = StatusBar()
    qtbot.addWidget(bar)
    bar.show_findings(())
    empty_height = bar.sizeHint().height()
    bar.show_findings(check_file(scenarios_folder() / "pegasus-bridge.yaml").diagnostics)
    assert not bar.problems.icon().isNull()
    assert bar.sizeHint().height() == empty_height


def test_a_hint_that_is_too_long_loses_whole_parts(qtbot: QtBot) -> None:
    label = WholePartsLabel()
    qtbot.addWidget(label)
    label.setText("Select · Shift adds, Ctrl copies, Alt moves everything")
    for shown in (
        "Select · Shift adds, Ctrl copies, Alt moves everything",
        "Select · Shift adds, Ctrl copies",
        "Select · Shift adds",
        "Select",
    ):
        label.resize(label.fontMetrics().horizontalAdvance(shown) + 2, 20)
        assert label.shown_text() == shown
    label.resize(label.fontMetrics().horizontalAdvance("Sel…") + 2, 20)
    assert label.shown_text().endswith("…")


@pytest.mark.parametrize("hex_name", ["D5", "E7"])
def test_sections_are_whole_at_1024_pixels_and_the_hint_gives_way(
    qtbot: QtBot, hex_name: str
) -> None:
    bar = StatusBar()
    qtbot.addWidget(bar)
    bar.resize(1024, bar.sizeHint().height())
    bar.show()
    bar.show_tool("Select and Move · Shift adds, Ctrl copies, Alt moves everything")
    scenario = read_file(scenarios_folder() / "pegasus-bridge.yaml").scenario
    assert scenario is not None
    bar.show_hex(scenario, scenario.board.hex(hex_name))
    QApplication.processEvents()
    for label in (bar.ground, bar.sections, bar.contents):
        assert label.shown_text() == label.text()
    assert bar.tool.shown_text() == "Select and Move · Shift adds, Ctrl copies"


def test_less_important_texts_are_cut_first_and_none_leaves_the_bar(qtbot: QtBot) -> None:
    bar = StatusBar()
    qtbot.addWidget(bar)
    bar.resize(640, bar.sizeHint().height())
    bar.show()
    bar.show_tool("Select · Shift adds, Ctrl copies")
    bar.show_overlay_text("Line of sight from E7: 14 hexes can be seen, 9 of them without cover")
    scenario = read_file(scenarios_folder() / "pegasus-bridge.yaml").scenario
    assert scenario is not None
    bar.show_hex(scenario, scenario.board.hex("E7"))
    QApplication.processEvents()
    assert bar.contents.shown_text() == bar.contents.text()
    assert bar.tool.shown_text() == "Select"
    assert bar.rules.shown_text().endswith("…")
    assert bar.tool.mapTo(bar, bar.tool.rect().topRight()).x() < bar.problems.x()

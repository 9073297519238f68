"""The status bar keeps its height, because a change would lay out the whole window again."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

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

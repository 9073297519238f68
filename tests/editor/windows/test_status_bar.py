"""The status bar keeps its height, because a change would lay out the whole window again."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.messages.languages import languages
from m44core.model.scenario import Scenario
from m44core.resources import scenarios_folder
from m44core.validation.runner import check_file
from m44editor.interface_language import switch_language
from m44editor.interface_text import language
from m44editor.windows.status_bar import StatusBar, WholePartsLabel
from m44editor.windows.tool_hints import tool_status_text


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


def test_a_narrow_bar_shows_the_hex_and_the_tool_whole(
    qtbot: QtBot, pegasus: Scenario, subtests: pytest.Subtests
) -> None:
    before = language()
    for code in languages():
        switch_language(code)
        bar = StatusBar()
        qtbot.addWidget(bar)
        bar.resize(1024, bar.sizeHint().height())
        bar.show_findings(check_file(scenarios_folder() / "pegasus-bridge.yaml").diagnostics)
        bar.show_hex(pegasus, pegasus.board.hex("G5"))
        bar.show_tool(tool_status_text("select", base_catalogue().elements["woods"]))
        bar.show()
        for label in (bar.ground, bar.sections, bar.tool):
            with subtests.test(f"{code} {label.accessibleName()}"):
                assert "…" not in label.shown_text()
    switch_language(before)

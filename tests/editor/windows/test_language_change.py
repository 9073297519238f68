"""Switching the language of the running editor: open documents and history are kept."""

from __future__ import annotations

import random
from concurrent.futures import Future
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QLineEdit
from pytestqt.qtbot import QtBot
from tests.editor.conftest import MouseAndKeyboard, choose_language, mark_all_saved

from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.io.origin import OpenFile
from m44core.model.edits import new_scenario
from m44core.model.scenario_parts import Piece
from m44core.resources import scenarios_folder
from m44core.validation.runner import CheckSettings
from m44core.validation.suppressions import CheckResult
from m44editor.checks.live_validation import PAUSE_MS
from m44editor.documents.document import Document
from m44editor.list_widgets import rows_below_headings
from m44editor.panels.briefing_panel import BriefingPanel
from m44editor.panels.palette_panel import PalettePanel
from m44editor.panels.problem_list import WHERE
from m44editor.panels.problems_panel import ProblemsPanel
from m44editor.windows.main_window import MainWindow
from m44editor.windows.setup_checklist import SetupChecklist

CONTROL = Qt.KeyboardModifier.ControlModifier
PEGASUS = scenarios_folder() / "pegasus-bridge.m44"


@pytest.fixture
def settings(tmp_path: Path) -> QSettings:
    return QSettings(str(tmp_path / "editor.ini"), QSettings.Format.IniFormat)


@pytest.fixture
def window(qtbot: QtBot, settings: QSettings) -> MainWindow:
    document = Document(new_scenario())
    window = MainWindow(document, settings)
    qtbot.addWidget(window, before_close_func=mark_all_saved)
    window.open_path(PEGASUS)
    with qtbot.waitExposed(window):
        window.show()
    for name in ("palette", "problems", "properties"):
        window.docks[name].panel()
    QApplication.processEvents()
    return window


@pytest.fixture
def mouse(window: MainWindow) -> MouseAndKeyboard:
    window.view.setFocus()
    return MouseAndKeyboard(window.view)


def paint_hills(window: MainWindow, mouse: MouseAndKeyboard) -> None:
    window.brush.pick_up(base_catalogue().elements["hills"])
    mouse.drag("e6", "G5", "H5")


def translated_cancel_label() -> str:
    box = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
    return box.button(QDialogButtonBox.StandardButton.Cancel).text()


def type_the_number_of_cards(window: MainWindow, text: str) -> BriefingPanel:
    """Type into the field for the cards of the top player, without leaving it; return the panel."""
    window.docks["briefing"].reveal()
    panel = window.docks["briefing"].panel()
    assert isinstance(panel, BriefingPanel)
    panel.show_field("/briefing/top/cards")
    QApplication.processEvents()
    field = QApplication.focusWidget()
    assert field is not None
    QTest.keySequence(field, "Ctrl+A")
    QTest.keyClicks(field, text)
    return panel


def test_typing_and_painting_can_be_undone_after_a_language_change(
    window: MainWindow, mouse: MouseAndKeyboard
) -> None:
    before = window.document.scenario
    type_the_number_of_cards(window, "6")
    paint_hills(window, mouse)
    final_scenario = window.document.scenario
    assert final_scenario.briefing.top.cards == 6
    choose_language(window, "fr")
    assert window.document.scenario is final_scenario
    assert window.isWindowModified()
    assert window.document.undo_stack.undoText().startswith("Peindre")
    assert window.commands["undo"].text().startswith("&Annuler «\u00a0Peindre")
    mouse.press_key(Qt.Key.Key_Z, CONTROL)
    assert window.document.scenario.at(window.view.board.hex("G5")).terrain != Piece("hills")
    assert window.commands["redo"].text().startswith("&Rétablir «\u00a0Peindre")
    while window.document.undo_stack.canUndo():
        mouse.press_key(Qt.Key.Key_Z, CONTROL)
    assert window.document.scenario == before
    assert not window.isWindowModified()
    choose_language(window, "en")
    assert window.commands["redo"].text().startswith("&Redo")
    assert window.commands["undo"].text() == "&Undo"


def problems_panel_after_check(window: MainWindow) -> ProblemsPanel:
    window.inspection.live.check_now()
    panel = window.docks["problems"].panel()
    assert isinstance(panel, ProblemsPanel)
    return panel


@pytest.mark.parametrize("option", ["show_quiet", "show_suppressed"])
def test_an_option_of_the_problems_panel_is_kept(
    window: MainWindow, tmp_path: Path, option: str
) -> None:
    path = tmp_path / "quiet.m44"
    path.write_text('{"board": {"type": "standard", "face": "COUNTRY", "hexagons": []}}', "utf-8")
    window.open_path(path)
    problems = problems_panel_after_check(window)
    getattr(problems.bar, option).trigger()
    listed_codes = {finding.code for finding in problems.list.shown_findings()}
    assert ("M041" in listed_codes) is (option == "show_quiet")
    choose_language(window, "fr")
    after = problems_panel_after_check(window)
    assert after is not problems
    assert getattr(after.bar, option).isChecked()
    assert {finding.code for finding in after.list.shown_findings()} == listed_codes
    assert window.commands["show-allowed"].isChecked() is (option == "show_suppressed")


def test_the_sort_order_of_a_list_is_kept(window: MainWindow) -> None:
    problems = problems_panel_after_check(window)
    header = problems.list.header()
    middle = QPoint(header.sectionViewportPosition(WHERE) + 20, header.height() // 2)
    QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=middle)
    header.resizeSection(WHERE, 150)
    sort_order = header.sortIndicatorSection(), header.sortIndicatorOrder()
    assert sort_order[0] == WHERE
    sorted_findings = problems.list.shown_findings()
    choose_language(window, "fr")
    after = problems_panel_after_check(window)
    header = after.list.header()
    assert (header.sortIndicatorSection(), header.sortIndicatorOrder()) == sort_order
    assert after.list.shown_findings() == sorted_findings
    assert header.sectionSize(WHERE) == 150


def test_unfinished_typing_is_kept(window: MainWindow) -> None:
    type_the_number_of_cards(window, "7")
    choose_language(window, "fr")
    assert window.document.scenario.briefing.top.cards == 7


def test_menus_panels_and_messages_of_qt_are_in_the_new_language(window: MainWindow) -> None:
    choose_language(window, "fr")
    titles = [action.text().replace("&", "") for action in window.menuBar().actions()]
    assert titles[:3] == ["Fichier", "Édition", "Affichage"]
    assert window.docks["palette"].windowTitle() == "Pièces"
    assert translated_cancel_label() == "Annuler"
    assert window.commands["delete"].shortcut().toString() == "Del"
    choose_language(window, "en")
    assert translated_cancel_label() == "Cancel"
    assert window.docks["palette"].windowTitle() == "Pieces"


def test_zoom_selection_tool_and_brush_stay(window: MainWindow, mouse: MouseAndKeyboard) -> None:
    mouse.click("C3")
    window.commands["rectangle"].trigger()
    window.brush.pick_up(base_catalogue().elements["river"], 2)
    window.commands["rectangle"].trigger()
    window.view.zoom_to(1.7)
    window.view.horizontalScrollBar().setValue(120)
    window.view.verticalScrollBar().setValue(90)
    window.selection.select({window.view.board.hex("C3")})
    before = window.view.zoom, window.view.origin(), window.selection.hexes
    choose_language(window, "fr")
    assert (window.view.zoom, window.view.origin(), window.selection.hexes) == before
    assert window.toolbox.tool.name == "rectangle"
    assert window.commands["rectangle"].isChecked()
    assert (window.brush.element.name, window.brush.orientation) == ("river", 2)
    assert window.status.zoom.text().startswith("170")


def test_panels_keep_their_places_and_content(window: MainWindow, qtbot: QtBot) -> None:
    window.docks["problems"].hide()
    window.docks["texts"].reveal()
    window.removeDockWidget(window.docks["palette"])
    window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, window.docks["palette"])
    window.docks["palette"].show()
    palette = window.docks["palette"].panel()
    assert isinstance(palette, PalettePanel)
    QTest.keyClicks(palette.findChildren(QLineEdit)[0], "hill")
    QApplication.processEvents()
    choose_language(window, "fr")
    assert not window.docks["problems"].isVisible()
    assert window.dockWidgetArea(window.docks["palette"]) == Qt.DockWidgetArea.RightDockWidgetArea
    assert not window.docks["texts"].visibleRegion().isEmpty()
    assert window.docks["properties"].visibleRegion().isEmpty()
    assert window.docks["palette"].panel().findChildren(QLineEdit)[0].text() == "hill"


def test_the_palette_still_marks_the_current_piece_and_lists_recent_ones(
    window: MainWindow, mouse: MouseAndKeyboard
) -> None:
    window.docks["palette"].reveal()
    paint_hills(window, mouse)
    QApplication.processEvents()
    choose_language(window, "fr")
    QApplication.processEvents()
    palette = window.docks["palette"].panel()
    assert isinstance(palette, PalettePanel)
    current_index = palette.list.currentIndex()
    assert current_index.data() == "Colline"
    assert [current_index.sibling(row, 0).data() for row in range(2)][1] == "Colline"


def test_the_focused_field_keeps_the_focus(window: MainWindow) -> None:
    search = window.panels.show_palette().findChildren(QLineEdit)[0]
    search.setFocus()
    choose_language(window, "fr")
    new_field = window.panels.show_palette().findChildren(QLineEdit)[0]
    assert new_field is not search
    assert new_field.hasFocus()


def test_problems_stay_listed(window: MainWindow, qtbot: QtBot) -> None:
    results = window.panels.show_problems().results
    qtbot.waitUntil(lambda: bool(results.findings))
    codes = [finding.code for finding in results.findings]
    choose_language(window, "fr")
    assert window.panels.show_problems().results is results
    assert [finding.code for finding in results.findings] == codes
    assert window.status.problems.text()


def test_a_language_change_does_not_rerun_the_checks(window: MainWindow, qtbot: QtBot) -> None:
    live, checked_files = window.inspection.live, list[object]()
    qtbot.waitUntil(lambda: live.is_current)
    submit = live._submit

    def counting_check(file: OpenFile, settings: CheckSettings) -> Future[CheckResult]:
        checked_files.append(file)
        return submit(file, settings)

    live._submit = counting_check
    for code in ("fr", "en", "fr"):
        choose_language(window, code)
    qtbot.wait(5 * PAUSE_MS)  # a check would have been asked for by then
    assert checked_files == []
    assert live.is_current
    live.check_now()
    assert checked_files == [window.document.file]


def test_the_checklist_stays_open_with_its_check_marks(window: MainWindow) -> None:
    window.commands["setup-list"].trigger()
    (setup,) = window.context.chrome.check_commands.windows()
    assert isinstance(setup, SetupChecklist)
    setup.move(QPoint(30, 40))
    first_row = rows_below_headings(setup.list)[0]
    setup.list.setCurrentItem(first_row)
    QTest.keyClick(setup.list, Qt.Key.Key_Space)
    assert first_row.checkState(0) is Qt.CheckState.Checked
    choose_language(window, "fr")
    (new_setup,) = window.context.chrome.check_commands.windows()
    assert isinstance(new_setup, SetupChecklist)
    assert new_setup is not setup
    assert new_setup.isVisible()
    states = [
        line.checkState(0) is Qt.CheckState.Checked for line in rows_below_headings(new_setup.list)
    ]
    assert (states[0], any(states[1:])) == (True, False)


def test_the_notice_over_the_board_is_translated(window: MainWindow, tmp_path: Path) -> None:
    path = tmp_path / "old.m44"
    path.write_text(PEGASUS.read_text("utf-8").replace('"AXIS"', '"axis"', 1), "utf-8")
    window.open_path(path)
    assert "1 note that needs no action" in window.files.bar.label.text()
    choose_language(window, "fr")
    assert "1 information qui n'appelle aucune action" in window.files.bar.label.text()
    window.files.bar.close_button.click()
    choose_language(window, "en")
    assert window.files.bar.isHidden()


def test_the_chosen_language_is_stored(
    window: MainWindow, settings: QSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose_language(window, "fr")
    assert settings.value("language") == "fr"
    assert window.commands["language-fr"].isChecked()
    assert not window.commands["language-system"].isChecked()


def test_switching_back_and_forth_at_any_moment_breaks_nothing(
    window: MainWindow, mouse: MouseAndKeyboard, qtbot: QtBot
) -> None:
    rng = random.Random(9)
    for _ in range(6):
        for _ in range(rng.randint(1, 3)):
            window.commands[f"language-{rng.choice(('en', 'fr'))}"].trigger()
        if rng.random() < 0.5:
            paint_hills(window, mouse)
        if rng.random() < 0.5:
            QApplication.processEvents()
        mouse.press_key(Qt.Key.Key_Z, CONTROL)
    window.commands["language-en"].trigger()
    for _ in range(3):
        QApplication.processEvents()
    assert window.docks["palette"].windowTitle() == "Pieces"


def test_a_window_can_be_closed_during_a_language_change(window: MainWindow) -> None:
    window.commands["language-fr"].trigger()
    window.close()
    QApplication.processEvents()
    assert not window.isVisible()


def test_a_comparison_continues_in_the_new_language(
    window: MainWindow, mouse: MouseAndKeyboard
) -> None:
    paint_hills(window, mouse)
    mouse.drag("B3", "C3")
    window.commands["compare-saved"].trigger()
    (before,) = window.context.comparisons.windows
    before.resize(900, 640)
    QTest.keyClick(before, Qt.Key.Key_F7)
    QTest.keyClick(before, Qt.Key.Key_2)
    before.view.zoom_to(1.3)
    state_before = (
        before.difference_list.current_index,
        before.side,
        before.view.zoom,
        before.size(),
    )
    choose_language(window, "fr")
    QApplication.processEvents()
    (after,) = window.context.comparisons.windows
    assert "modifié" in after.windowTitle()
    assert (
        after.difference_list.current_index,
        after.side,
        after.view.zoom,
        after.size(),
    ) == state_before
    assert after.isVisible()
    assert after is not before

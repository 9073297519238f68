"""Several scenarios in one window: each keeps its history, view state and findings."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QUndoView
from pytestqt.qtbot import QtBot
from tests.editor.conftest import Answers, Hand, choose_language
from tests.editor.windows.tabs.conftest import CONTROL, Desk
from tests.editor.windows.test_disk_sync import change

from m44core.catalogue.load import base_catalogue
from m44core.hexes import Hex
from m44core.io.files.open import read_file
from m44core.model import edits
from m44core.model.parts import Piece
from m44editor.checks.live_validation import LiveValidation
from m44editor.panels.briefing_panel import BriefingPanel
from m44editor.panels.forms.inputs import NumberBox
from m44editor.sessions.state_files import recovery_folder

G5 = Hex(12, 4)
MIDDLE = Qt.MouseButton.MiddleButton


def paint(desk: Desk, *hexes: str) -> None:
    """Paint hills with the mouse."""
    desk.window.brush.pick_up(base_catalogue().elements["hills"])
    Hand(desk.window.view).drag(*hexes)


def at_g5(path: Path) -> Piece | None:
    scenario = read_file(path).scenario
    assert scenario is not None
    return scenario.at(G5).terrain


def test_the_first_file_takes_the_place_of_what_is_empty_and_the_next_gets_a_tab(
    desk: Desk,
) -> None:
    assert desk.names == ["arracourt.m44", "toulon.m44"]
    assert desk.shown == "toulon.m44"
    assert desk.window.tabs.isVisible()


def test_with_one_scenario_there_is_no_strip_of_tabs(desk: Desk) -> None:
    desk.key(Qt.Key.Key_W, CONTROL)
    assert desk.names == ["arracourt.m44"]
    assert not desk.window.tabs.isVisible()


def test_a_click_on_a_tab_shows_its_scenario(desk: Desk) -> None:
    desk.click(0)
    assert desk.shown == "arracourt.m44"
    assert desk.window.windowTitle().startswith("arracourt.m44[*]")
    assert desk.window.view.scenario is desk.window.document.scenario


def test_keys_go_from_tab_to_tab_round_the_end(desk: Desk) -> None:
    desk.window.open_path(desk.copy("vassieux"))
    desk.key(Qt.Key.Key_PageDown, CONTROL)
    assert desk.shown == "arracourt.m44"
    desk.key(Qt.Key.Key_PageUp, CONTROL)
    assert desk.shown == "vassieux.m44"
    desk.key(Qt.Key.Key_PageUp, CONTROL)
    assert desk.shown == "toulon.m44"


def test_undo_takes_back_what_was_done_in_the_tab_that_is_shown(desk: Desk) -> None:
    first, second = desk.window.files.sheets
    before = second.scenario
    paint(desk, "G5")
    desk.click(0)
    paint(desk, "G5", "H5")
    painted = second.scenario
    desk.key(Qt.Key.Key_Z, CONTROL)
    assert (first.undo_stack.index(), second.undo_stack.index()) == (0, 1)
    assert second.scenario is painted
    desk.key(Qt.Key.Key_Z, CONTROL)  # nothing more to be undone here
    assert second.scenario is painted
    desk.click(1)
    desk.key(Qt.Key.Key_Z, CONTROL)
    assert second.scenario == before


def test_the_history_panel_lists_the_steps_of_the_tab(desk: Desk) -> None:
    dock = desk.window.docks["history"]
    dock.reveal()
    paint(desk, "G5")
    steps = dock.panel()
    assert isinstance(steps, QUndoView)
    assert steps.model().rowCount() == 2
    desk.click(0)
    assert steps.model().rowCount() == 1


def test_a_stroke_ends_with_its_tab(desk: Desk) -> None:
    first, second = desk.window.files.sheets
    desk.window.brush.pick_up(base_catalogue().elements["hills"])
    hand, before = Hand(desk.window.view), second.scenario
    hand.press("G5")
    desk.key(Qt.Key.Key_Tab, CONTROL)
    hand.move("H5")
    hand.release("H5")
    assert second.scenario == before
    assert first.undo_stack.count() == 0
    assert desk.window.toolbox.tool.name == "brush"


def test_what_is_being_typed_belongs_to_the_tab_it_was_typed_in(desk: Desk) -> None:
    first, second = desk.window.files.sheets
    dock = desk.window.docks["briefing"]
    dock.reveal()
    panel = dock.panel()
    assert isinstance(panel, BriefingPanel)
    panel.show_field("/briefing/bottom/cards")
    QApplication.processEvents()
    field = desk.window.focusWidget()
    before = first.scenario
    assert isinstance(field, NumberBox)
    field.selectAll()
    QTest.keyClicks(field, "4")
    desk.key(Qt.Key.Key_Tab, CONTROL)
    assert first.scenario is before
    assert second.undo_stack.count() == 1
    assert desk.window.focusWidget() is desk.window.view


def test_zoom_scroll_and_selection_are_found_again(desk: Desk) -> None:
    view, selection = desk.window.view, desk.window.selection
    view.zoom_to(2.0)
    view.center_on(view.corner)
    selection.select({G5})
    scale, corner = view.zoom.scale, view.corner
    desk.click(0)
    assert selection.hexes == frozenset()
    assert view.zoom.scale != scale
    desk.click(1)
    assert selection.hexes == {G5}
    assert view.zoom.scale == scale
    assert view.corner == corner


def test_problems_that_were_found_are_shown_at_once(desk: Desk, qtbot: QtBot) -> None:
    desk.window.docks["problems"].panel()
    live = desk.window.findChild(LiveValidation)
    assert live is not None
    found = []
    empty = edits.new_scenario()  # as they ship, neither of the two has any problems
    desk.window.document.edit("Empty", empty)
    for place in (0, 1):
        desk.click(place)
        qtbot.waitUntil(lambda: live.is_current)
        found.append(live.findings)
    assert found[0] != found[1]
    desk.window.tabs.setCurrentIndex(0)
    assert live.is_current
    assert desk.window.inspection.results.findings == found[0]


def test_a_modified_scenario_is_marked_on_its_tab_until_it_is_saved(desk: Desk) -> None:
    paint(desk, "G5")
    desk.click(0)
    assert desk.modified == ["toulon.m44"]
    assert not desk.window.isWindowModified()
    desk.click(1)
    assert desk.window.isWindowModified()
    desk.key(Qt.Key.Key_S, CONTROL)
    assert desk.modified == []


def test_files_called_the_same_are_told_apart_by_their_folders(desk: Desk) -> None:
    other = desk.folder / "other"
    other.mkdir()
    desk.window.open_path(desk.copy("toulon").rename(other / "toulon.m44"))
    assert desk.names[1:] == [f"toulon.m44 — {desk.folder.name}", "toulon.m44 — other"]


# Closing


def test_the_middle_button_closes_a_tab(desk: Desk) -> None:
    desk.click(0, MIDDLE)
    assert desk.window.isVisible()
    assert desk.names == ["toulon.m44"]
    assert desk.shown == "toulon.m44"


def test_closing_the_tab_that_is_shown_shows_its_neighbour(desk: Desk) -> None:
    desk.click(1, MIDDLE)
    assert desk.shown == "arracourt.m44"
    assert desk.window.view.scenario is desk.window.document.scenario


def test_closing_a_tab_with_changes_shows_it_and_asks(desk: Desk, answers: Answers) -> None:
    paint(desk, "G5")
    desk.click(0)
    answers.press("Cancel")
    desk.click(1, MIDDLE)
    assert "toulon.m44" in answers.asked[0]
    assert desk.shown == "toulon.m44"
    answers.press("Discard")
    desk.click(1, MIDDLE)
    assert desk.names == ["arracourt.m44"]


def test_closing_the_last_tab_closes_the_window(desk: Desk) -> None:
    desk.key(Qt.Key.Key_W, CONTROL)
    desk.key(Qt.Key.Key_W, CONTROL)
    assert not desk.window.isVisible()


def test_closing_the_window_asks_once_about_all_tabs_with_changes(
    desk: Desk, answers: Answers
) -> None:
    for place in (1, 0):
        desk.click(place)
        paint(desk, "G5")
    answers.press("Cancel")
    assert not desk.window.close()
    assert desk.modified == ["arracourt.m44", "toulon.m44"]
    assert "Save the changes to 2 scenarios?" in answers.asked[0]
    answers.press("Save All")
    assert desk.window.close()
    for name in ("arracourt", "toulon"):
        assert at_g5(desk.folder / f"{name}.m44") == Piece("hills")


# The files


@pytest.mark.parametrize("linked", [False, True])
def test_a_file_that_is_open_already_is_shown_where_it_is(desk: Desk, linked: bool) -> None:
    path = desk.folder / "arracourt.m44"
    if linked:
        path = desk.folder / "link.m44"
        path.symlink_to(desk.folder / "arracourt.m44")
    desk.window.open_path(path)
    assert desk.names == ["arracourt.m44", "toulon.m44"]
    assert desk.shown == "arracourt.m44"


def test_a_file_change_is_reported_when_its_tab_is_shown(desk: Desk, qtbot: QtBot) -> None:
    first, _ = desk.window.files.sheets
    change(desk.folder / "arracourt.m44")
    qtbot.waitUntil(lambda: first.notice is not None)
    assert not desk.window.files.bar.isVisible()
    desk.click(0)
    assert "Another program has changed" in desk.window.files.bar.label.text()
    QTest.mouseClick(desk.window.files.bar.buttons[0], Qt.MouseButton.LeftButton)
    assert first.scenario.face.value == "DESERT"
    desk.click(1)
    assert not desk.window.files.bar.isVisible()


def test_where_the_whole_folder_goes_the_tab_stays_and_is_saved_again(
    desk: Desk, qtbot: QtBot, answers: Answers
) -> None:
    folder = desk.folder / "gone"
    folder.mkdir()
    path = desk.copy("vassieux").rename(folder / "vassieux.m44")
    desk.window.open_path(path)
    paint(desk, "G5")
    shutil.rmtree(folder)
    qtbot.waitUntil(desk.window.files.bar.isVisible)
    assert "no longer exists" in desk.window.files.bar.label.text()
    answers.press("Cancel")
    assert not desk.window.files.save(), "there is no folder to save it in"
    assert desk.window.isWindowModified()
    folder.mkdir()
    assert desk.window.files.save()
    assert at_g5(path) == Piece("hills")


def test_every_tab_speaks_another_language(desk: Desk) -> None:
    paint(desk, "G5")
    desk.click(0)
    choose_language(desk.window, "fr")
    desk.click(1)
    assert desk.window.document.undo_stack.undoText().startswith("Peindre")
    assert desk.window.tabs.accessibleName() != "Open scenarios"


# Recovery


def test_the_work_of_every_tab_is_kept_and_goes_with_it(
    desk: Desk, qtbot: QtBot, answers: Answers
) -> None:
    def kept() -> int:
        return len(list(recovery_folder().glob("*.json")))

    for place in (1, 0):
        desk.click(place)
        paint(desk, "G5")
    qtbot.waitUntil(lambda: kept() == 2)
    answers.press("Discard")
    desk.key(Qt.Key.Key_W, CONTROL)
    qtbot.waitUntil(lambda: kept() == 1)

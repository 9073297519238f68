"""Several scenarios in one window: each keeps its history, view state and problems."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QUndoView
from pytestqt.qtbot import QtBot
from tests.editor.conftest import DialogAnswerer, MouseAndKeyboard, choose_language
from tests.editor.windows.tabs.conftest import CONTROL, TabsDriver
from tests.editor.windows.test_disk_sync import replace_file

from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.hexes import Hex
from m44core.io.files.file_reader import read_file
from m44core.model import edits
from m44core.model.scenario_parts import Piece
from m44editor.checks.live_validation import LiveValidation
from m44editor.panels.briefing_panel import BriefingPanel
from m44editor.panels.forms.inputs import NumberBox
from m44editor.sessions.state_files import recovery_folder

G5 = Hex(12, 4)
MIDDLE = Qt.MouseButton.MiddleButton


def paint_hills(tabs_driver: TabsDriver, *hexes: str) -> None:
    """Paint hills with the mouse."""
    tabs_driver.window.brush.pick_up(base_catalogue().elements["hills"])
    MouseAndKeyboard(tabs_driver.window.view).drag(*hexes)


def piece_at_g5(path: Path) -> Piece | None:
    scenario = read_file(path).scenario
    assert scenario is not None
    return scenario.at(G5).terrain


def test_the_first_file_replaces_an_empty_scenario_and_the_next_gets_a_tab(
    tabs_driver: TabsDriver,
) -> None:
    assert tabs_driver.names == ["arracourt.m44", "toulon.m44"]
    assert tabs_driver.current_file == "toulon.m44"
    assert tabs_driver.window.tabs.isVisible()


def test_with_one_scenario_no_tab_bar_is_shown(tabs_driver: TabsDriver) -> None:
    tabs_driver.press_key(Qt.Key.Key_W, CONTROL)
    assert tabs_driver.names == ["arracourt.m44"]
    assert not tabs_driver.window.tabs.isVisible()


def test_a_click_on_a_tab_shows_its_scenario(tabs_driver: TabsDriver) -> None:
    tabs_driver.click(0)
    assert tabs_driver.current_file == "arracourt.m44"
    assert tabs_driver.window.windowTitle().startswith("arracourt.m44[*]")
    assert tabs_driver.window.view.scenario is tabs_driver.window.document.scenario


def test_keys_step_through_the_tabs_and_wrap_around(tabs_driver: TabsDriver) -> None:
    tabs_driver.window.open_path(tabs_driver.copy("vassieux"))
    tabs_driver.press_key(Qt.Key.Key_PageDown, CONTROL)
    assert tabs_driver.current_file == "arracourt.m44"
    tabs_driver.press_key(Qt.Key.Key_PageUp, CONTROL)
    assert tabs_driver.current_file == "vassieux.m44"
    tabs_driver.press_key(Qt.Key.Key_PageUp, CONTROL)
    assert tabs_driver.current_file == "toulon.m44"


def test_undo_reverts_only_changes_of_the_shown_tab(tabs_driver: TabsDriver) -> None:
    first, second = tabs_driver.window.files.sheets
    before = second.scenario
    paint_hills(tabs_driver, "G5")
    tabs_driver.click(0)
    paint_hills(tabs_driver, "G5", "H5")
    painted_scenario = second.scenario
    tabs_driver.press_key(Qt.Key.Key_Z, CONTROL)
    assert (first.undo_stack.index(), second.undo_stack.index()) == (0, 1)
    assert second.scenario is painted_scenario
    tabs_driver.press_key(Qt.Key.Key_Z, CONTROL)  # nothing more to be undone here
    assert second.scenario is painted_scenario
    tabs_driver.click(1)
    tabs_driver.press_key(Qt.Key.Key_Z, CONTROL)
    assert second.scenario == before


def test_the_history_panel_lists_the_steps_of_the_tab(tabs_driver: TabsDriver) -> None:
    dock = tabs_driver.window.docks["history"]
    dock.reveal()
    paint_hills(tabs_driver, "G5")
    steps = dock.panel()
    assert isinstance(steps, QUndoView)
    assert steps.model().rowCount() == 2
    tabs_driver.click(0)
    assert steps.model().rowCount() == 1


def test_switching_tabs_ends_the_stroke(tabs_driver: TabsDriver) -> None:
    first, second = tabs_driver.window.files.sheets
    tabs_driver.window.brush.pick_up(base_catalogue().elements["hills"])
    user, before = MouseAndKeyboard(tabs_driver.window.view), second.scenario
    user.press("G5")
    tabs_driver.press_key(Qt.Key.Key_Tab, CONTROL)
    user.move("H5")
    user.release("H5")
    assert second.scenario == before
    assert first.undo_stack.count() == 0
    assert tabs_driver.window.toolbox.tool.name == "brush"


def test_unfinished_typing_belongs_to_its_tab(tabs_driver: TabsDriver) -> None:
    first, second = tabs_driver.window.files.sheets
    dock = tabs_driver.window.docks["briefing"]
    dock.reveal()
    panel = dock.panel()
    assert isinstance(panel, BriefingPanel)
    panel.show_field("/briefing/bottom/cards")
    QApplication.processEvents()
    field = tabs_driver.window.focusWidget()
    before = first.scenario
    assert isinstance(field, NumberBox)
    field.selectAll()
    QTest.keyClicks(field, "4")
    tabs_driver.press_key(Qt.Key.Key_Tab, CONTROL)
    assert first.scenario is before
    assert second.undo_stack.count() == 1
    assert tabs_driver.window.focusWidget() is tabs_driver.window.view


def test_zoom_scroll_and_selection_are_restored(tabs_driver: TabsDriver) -> None:
    view, selection = tabs_driver.window.view, tabs_driver.window.selection
    view.zoom_to(2.0)
    view.center_on(view.corner)
    selection.select({G5})
    scale, corner = view.zoom.scale, view.corner
    tabs_driver.click(0)
    assert selection.hexes == frozenset()
    assert view.zoom.scale != scale
    tabs_driver.click(1)
    assert selection.hexes == {G5}
    assert view.zoom.scale == scale
    assert view.corner == corner


def test_known_problems_are_shown_at_once(tabs_driver: TabsDriver, qtbot: QtBot) -> None:
    tabs_driver.window.docks["problems"].panel()
    validation = tabs_driver.window.findChild(LiveValidation)
    assert validation is not None
    shown_findings = []
    empty_scenario = edits.new_scenario()  # as they ship, neither of the two has any problems
    tabs_driver.window.document.edit("Empty", empty_scenario)
    for index in (0, 1):
        tabs_driver.click(index)
        qtbot.waitUntil(lambda: validation.is_current)
        shown_findings.append(validation.findings)
    assert shown_findings[0] != shown_findings[1]
    tabs_driver.window.tabs.setCurrentIndex(0)
    assert validation.is_current
    assert tabs_driver.window.inspection.results.findings == shown_findings[0]


def test_a_modified_scenario_is_marked_on_its_tab_until_it_is_saved(
    tabs_driver: TabsDriver,
) -> None:
    paint_hills(tabs_driver, "G5")
    tabs_driver.click(0)
    assert tabs_driver.modified_tabs == ["toulon.m44"]
    assert not tabs_driver.window.isWindowModified()
    tabs_driver.click(1)
    assert tabs_driver.window.isWindowModified()
    tabs_driver.press_key(Qt.Key.Key_S, CONTROL)
    assert tabs_driver.modified_tabs == []


def test_files_with_the_same_name_are_distinguished_by_their_folders(
    tabs_driver: TabsDriver,
) -> None:
    other_folder = tabs_driver.folder / "other"
    other_folder.mkdir()
    tabs_driver.window.open_path(tabs_driver.copy("toulon").rename(other_folder / "toulon.m44"))
    assert tabs_driver.names[1:] == [
        f"toulon.m44 — {tabs_driver.folder.name}",
        "toulon.m44 — other",
    ]


# Closing


def test_the_middle_button_closes_a_tab(tabs_driver: TabsDriver) -> None:
    tabs_driver.click(0, MIDDLE)
    assert tabs_driver.window.isVisible()
    assert tabs_driver.names == ["toulon.m44"]
    assert tabs_driver.current_file == "toulon.m44"


def test_closing_the_current_tab_shows_its_neighbor(tabs_driver: TabsDriver) -> None:
    tabs_driver.click(1, MIDDLE)
    assert tabs_driver.current_file == "arracourt.m44"
    assert tabs_driver.window.view.scenario is tabs_driver.window.document.scenario


def test_closing_a_modified_tab_shows_it_and_asks(
    tabs_driver: TabsDriver, answers: DialogAnswerer
) -> None:
    paint_hills(tabs_driver, "G5")
    tabs_driver.click(0)
    answers.press("Cancel")
    tabs_driver.click(1, MIDDLE)
    assert "toulon.m44" in answers.asked[0]
    assert tabs_driver.current_file == "toulon.m44"
    answers.press("Discard")
    tabs_driver.click(1, MIDDLE)
    assert tabs_driver.names == ["arracourt.m44"]


def test_closing_the_last_tab_closes_the_window(tabs_driver: TabsDriver) -> None:
    tabs_driver.press_key(Qt.Key.Key_W, CONTROL)
    tabs_driver.press_key(Qt.Key.Key_W, CONTROL)
    assert not tabs_driver.window.isVisible()


def test_closing_the_window_asks_once_about_all_modified_tabs(
    tabs_driver: TabsDriver, answers: DialogAnswerer
) -> None:
    for index in (1, 0):
        tabs_driver.click(index)
        paint_hills(tabs_driver, "G5")
    answers.press("Cancel")
    assert not tabs_driver.window.close()
    assert tabs_driver.modified_tabs == ["arracourt.m44", "toulon.m44"]
    assert "Save the changes to 2 scenarios?" in answers.asked[0]
    answers.press("Save All")
    assert tabs_driver.window.close()
    for name in ("arracourt", "toulon"):
        assert piece_at_g5(tabs_driver.folder / f"{name}.m44") == Piece("hills")


# The files


@pytest.mark.parametrize("is_link", [False, True])
def test_a_file_that_is_already_open_is_shown_in_its_tab(
    tabs_driver: TabsDriver, is_link: bool
) -> None:
    path = tabs_driver.folder / "arracourt.m44"
    if is_link:
        path = tabs_driver.folder / "link.m44"
        path.symlink_to(tabs_driver.folder / "arracourt.m44")
    tabs_driver.window.open_path(path)
    assert tabs_driver.names == ["arracourt.m44", "toulon.m44"]
    assert tabs_driver.current_file == "arracourt.m44"


def test_a_file_change_is_reported_when_its_tab_is_shown(
    tabs_driver: TabsDriver, qtbot: QtBot
) -> None:
    first, _ = tabs_driver.window.files.sheets
    replace_file(tabs_driver.folder / "arracourt.m44")
    qtbot.waitUntil(lambda: first.notice is not None)
    assert not tabs_driver.window.files.bar.isVisible()
    tabs_driver.click(0)
    assert "Another program has changed" in tabs_driver.window.files.bar.label.text()
    QTest.mouseClick(tabs_driver.window.files.bar.buttons[0], Qt.MouseButton.LeftButton)
    assert first.scenario.face.value == "DESERT"
    tabs_driver.click(1)
    assert not tabs_driver.window.files.bar.isVisible()


def test_a_tab_survives_the_loss_of_its_folder_and_can_be_saved_again(
    tabs_driver: TabsDriver, qtbot: QtBot, answers: DialogAnswerer
) -> None:
    folder = tabs_driver.folder / "gone"
    folder.mkdir()
    path = tabs_driver.copy("vassieux").rename(folder / "vassieux.m44")
    tabs_driver.window.open_path(path)
    paint_hills(tabs_driver, "G5")
    shutil.rmtree(folder)
    qtbot.waitUntil(tabs_driver.window.files.bar.isVisible)
    assert "no longer exists" in tabs_driver.window.files.bar.label.text()
    answers.press("Cancel")
    assert not tabs_driver.window.files.save(), "there is no folder to save it in"
    assert tabs_driver.window.isWindowModified()
    folder.mkdir()
    assert tabs_driver.window.files.save()
    assert piece_at_g5(path) == Piece("hills")


def test_a_language_change_applies_to_every_tab(tabs_driver: TabsDriver) -> None:
    paint_hills(tabs_driver, "G5")
    tabs_driver.click(0)
    choose_language(tabs_driver.window, "fr")
    tabs_driver.click(1)
    assert tabs_driver.window.document.undo_stack.undoText().startswith("Peindre")
    assert tabs_driver.window.tabs.accessibleName() != "Open scenarios"


# Recovery


def test_the_work_of_every_tab_is_stored_and_deleted_with_it(
    tabs_driver: TabsDriver, qtbot: QtBot, answers: DialogAnswerer
) -> None:
    def snapshot_count() -> int:
        return len(list(recovery_folder().glob("*.json")))

    for index in (1, 0):
        tabs_driver.click(index)
        paint_hills(tabs_driver, "G5")
    qtbot.waitUntil(lambda: snapshot_count() == 2)
    answers.press("Discard")
    tabs_driver.press_key(Qt.Key.Key_W, CONTROL)
    qtbot.waitUntil(lambda: snapshot_count() == 1)

"""Closed tabs are reopened with their history, in reverse order."""

from __future__ import annotations

from PySide6.QtCore import Qt
from tests.editor.conftest import DialogAnswerer
from tests.editor.windows.tabs.conftest import CONTROL, SHIFT, TabsDriver
from tests.editor.windows.tabs.test_tabs import MIDDLE, paint_hills
from tests.editor.windows.test_disk_sync import replace_file

from m44core.board import Face
from m44editor.windows.closing import closed_tabs


def reopen_closed_tab(tabs_driver: TabsDriver) -> None:
    tabs_driver.press_key(Qt.Key.Key_T, CONTROL | SHIFT)


def test_the_last_closed_tab_is_reopened_first_in_its_old_position(tabs_driver: TabsDriver) -> None:
    tabs_driver.window.open_path(tabs_driver.copy("vassieux"))
    tabs_driver.click(0, MIDDLE)
    tabs_driver.click(0, MIDDLE)
    reopen_closed_tab(tabs_driver)
    assert tabs_driver.names == ["toulon.m44", "vassieux.m44"]
    reopen_closed_tab(tabs_driver)
    assert tabs_driver.names == ["arracourt.m44", "toulon.m44", "vassieux.m44"]
    assert tabs_driver.current_file == "arracourt.m44"


def test_a_reopened_tab_keeps_its_undo_history(tabs_driver: TabsDriver) -> None:
    before = tabs_driver.window.document.scenario
    paint_hills(tabs_driver, "G5")
    tabs_driver.press_key(Qt.Key.Key_S, CONTROL)
    tabs_driver.window.view.zoom_to(2.0)
    tabs_driver.press_key(Qt.Key.Key_W, CONTROL)
    reopen_closed_tab(tabs_driver)
    assert tabs_driver.window.view.zoom.scale == 2.0
    assert not tabs_driver.window.isWindowModified()
    tabs_driver.press_key(Qt.Key.Key_Z, CONTROL)
    assert tabs_driver.window.document.scenario == before
    assert tabs_driver.window.isWindowModified()


def test_discarded_changes_return_unsaved_with_the_tab(
    tabs_driver: TabsDriver, answers: DialogAnswerer
) -> None:
    paint_hills(tabs_driver, "G5")
    painted_scenario = tabs_driver.window.document.scenario
    answers.press("Discard")
    tabs_driver.press_key(Qt.Key.Key_W, CONTROL)
    reopen_closed_tab(tabs_driver)
    assert tabs_driver.window.document.scenario == painted_scenario
    assert tabs_driver.modified_tabs == ["toulon.m44"]


def test_reopening_a_changed_file_asks_the_user(tabs_driver: TabsDriver) -> None:
    tabs_driver.press_key(Qt.Key.Key_W, CONTROL)
    replace_file(tabs_driver.folder / "toulon.m44", Face.WINTER)
    reopen_closed_tab(tabs_driver)
    assert "Another program has changed" in tabs_driver.window.files.bar.label.text()


def test_reopening_an_open_file_shows_it_without_duplicating_it(tabs_driver: TabsDriver) -> None:
    tabs_driver.press_key(Qt.Key.Key_W, CONTROL)
    tabs_driver.window.open_path(tabs_driver.folder / "toulon.m44")
    tabs_driver.click(0)
    reopen_closed_tab(tabs_driver)
    assert tabs_driver.names == ["arracourt.m44", "toulon.m44"]
    assert tabs_driver.current_file == "toulon.m44"


def test_reopening_without_a_closed_tab_shows_a_message(tabs_driver: TabsDriver) -> None:
    reopen_closed_tab(tabs_driver)
    assert tabs_driver.window.status.currentMessage() == "There is no closed tab to reopen"
    assert tabs_driver.names == ["arracourt.m44", "toulon.m44"]


def test_reopening_a_deleted_file_only_reports_the_file(
    tabs_driver: TabsDriver, answers: DialogAnswerer
) -> None:
    closed_tabs().add_paths((tabs_driver.folder / "deleted.m44",))
    answers.press("OK")
    reopen_closed_tab(tabs_driver)
    assert len(answers.asked) == 1
    assert "“deleted.m44” could not be opened" in answers.asked[0]
    assert tabs_driver.window.status.currentMessage() != "There is no closed tab to reopen"
    assert tabs_driver.names == ["arracourt.m44", "toulon.m44"]

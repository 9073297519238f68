"""Closed tabs are reopened with their history, in reverse order."""

from __future__ import annotations

from PySide6.QtCore import Qt
from tests.editor.conftest import Answers
from tests.editor.windows.tabs.conftest import CONTROL, SHIFT, Desk
from tests.editor.windows.tabs.test_tabs import MIDDLE, paint
from tests.editor.windows.test_disk_sync import change

from m44core.board import Face
from m44editor.windows.closing import closed_tabs


def reopen(desk: Desk) -> None:
    desk.key(Qt.Key.Key_T, CONTROL | SHIFT)


def test_the_tab_closed_last_comes_back_first_and_where_it_was(desk: Desk) -> None:
    desk.window.open_path(desk.copy("vassieux"))
    desk.click(0, MIDDLE)
    desk.click(0, MIDDLE)
    reopen(desk)
    assert desk.names == ["toulon.m44", "vassieux.m44"]
    reopen(desk)
    assert desk.names == ["arracourt.m44", "toulon.m44", "vassieux.m44"]
    assert desk.shown == "arracourt.m44"


def test_a_reopened_tab_keeps_its_undo_history(desk: Desk) -> None:
    before = desk.window.document.scenario
    paint(desk, "G5")
    desk.key(Qt.Key.Key_S, CONTROL)
    desk.window.view.zoom_to(2.0)
    desk.key(Qt.Key.Key_W, CONTROL)
    reopen(desk)
    assert desk.window.view.zoom.scale == 2.0
    assert not desk.window.isWindowModified()
    desk.key(Qt.Key.Key_Z, CONTROL)
    assert desk.window.document.scenario == before
    assert desk.window.isWindowModified()


def test_discarded_changes_return_unsaved_with_the_tab(desk: Desk, answers: Answers) -> None:
    paint(desk, "G5")
    painted = desk.window.document.scenario
    answers.press("Discard")
    desk.key(Qt.Key.Key_W, CONTROL)
    reopen(desk)
    assert desk.window.document.scenario == painted
    assert desk.modified == ["toulon.m44"]


def test_a_file_that_changed_meanwhile_is_asked_about(desk: Desk) -> None:
    desk.key(Qt.Key.Key_W, CONTROL)
    change(desk.folder / "toulon.m44", Face.WINTER)
    reopen(desk)
    assert "Another program has changed" in desk.window.files.bar.label.text()


def test_a_file_that_is_open_again_is_shown_and_not_doubled(desk: Desk) -> None:
    desk.key(Qt.Key.Key_W, CONTROL)
    desk.window.open_path(desk.folder / "toulon.m44")
    desk.click(0)
    reopen(desk)
    assert desk.names == ["arracourt.m44", "toulon.m44"]
    assert desk.shown == "toulon.m44"


def test_reopening_without_a_closed_tab_shows_a_message(desk: Desk) -> None:
    reopen(desk)
    assert desk.window.status.currentMessage() == "There is no closed tab to reopen"
    assert desk.names == ["arracourt.m44", "toulon.m44"]


def test_reopening_a_deleted_file_reports_the_file_alone(desk: Desk, answers: Answers) -> None:
    closed_tabs().add_paths((desk.folder / "deleted.m44",))
    answers.press("OK")
    reopen(desk)
    assert len(answers.asked) == 1
    assert "“deleted.m44” could not be opened" in answers.asked[0]
    assert desk.window.status.currentMessage() != "There is no closed tab to reopen"
    assert desk.names == ["arracourt.m44", "toulon.m44"]

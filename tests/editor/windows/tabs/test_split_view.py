"""Two boards in one window: what each shows, which one is active, and how they are closed."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from tests.editor.conftest import Hand, choose_language
from tests.editor.windows.tabs.conftest import CONTROL, NONE, SHIFT, Desk

from m44core.catalogue.load import base_catalogue
from m44core.diagnostics import Severity
from m44core.hexes import Hex
from m44editor.board.board_view import BoardView
from m44editor.windows.split_view import ACROSS, DOWN, SplitView
from m44editor.windows.tab_sessions import session_recorder

G5 = Hex(12, 4)
LEFT = Qt.MouseButton.LeftButton


def split(desk: Desk) -> SplitView:
    """Split the window by its shortcut, and return the split."""
    desk.key(Qt.Key.Key_Backslash, CONTROL)
    return desk.window.context.split


def place(desk: Desk, view: BoardView) -> QPoint:
    """Return the position of a board in the window."""
    return view.mapTo(desk.window, QPoint(0, 0))


def names(desk: Desk) -> tuple[str, str]:
    """Return the file names of the active board and of the other one."""
    other = desk.window.context.split.sheet
    assert other is not None
    return desk.shown, other.name


def click_on(view: BoardView) -> None:
    point = view.mapTo(view.window(), view.rect().center())
    QTest.mouseClick(view.window().windowHandle(), LEFT, NONE, point)
    QApplication.processEvents()


def paint(desk: Desk, *hexes: str) -> None:
    """Paint hills with the mouse on the active board."""
    desk.window.brush.pick_up(base_catalogue().elements["hills"])
    Hand(desk.window.view).drag(*hexes)


def test_splitting_shows_the_previous_scenario_on_the_second_board(desk: Desk) -> None:
    made = split(desk)
    assert names(desk) == ("toulon.m44", "arracourt.m44")
    assert made.view.scenario is desk.window.files.sheets[0].scenario
    assert place(desk, desk.window.view).x() < place(desk, made.view).x()
    assert desk.window.commands["split-across"].isChecked()


def test_a_click_activates_the_other_board_in_its_half(desk: Desk) -> None:
    made = split(desk)
    left, right = place(desk, desk.window.view), place(desk, made.view)
    before = desk.window.document.scenario
    click_on(made.view)
    assert names(desk) == ("arracourt.m44", "toulon.m44")
    assert (place(desk, desk.window.view), place(desk, made.view)) == (right, left)
    assert desk.window.view.hasFocus()
    assert made.view.scenario is before, "a click that chooses a board paints nothing"
    assert desk.names == ["arracourt.m44", "toulon.m44"]


def test_control_f6_switches_between_the_boards(desk: Desk) -> None:
    split(desk)
    desk.key(Qt.Key.Key_F6, CONTROL)
    assert names(desk) == ("arracourt.m44", "toulon.m44")
    desk.key(Qt.Key.Key_F6, CONTROL)
    assert names(desk) == ("toulon.m44", "arracourt.m44")


def test_without_a_second_board_control_f6_says_so(desk: Desk) -> None:
    desk.key(Qt.Key.Key_F6, CONTROL)
    assert desk.window.status.currentMessage() == "The window is not split"


def test_each_board_keeps_its_zoom_and_position(desk: Desk) -> None:
    made = split(desk)
    desk.window.view.zoom_to(1.5)
    QApplication.processEvents()
    scale, corner = desk.window.view.zoom.scale, desk.window.view.corner
    desk.key(Qt.Key.Key_F6, CONTROL)
    assert desk.window.view.zoom.scale < 1.0
    assert (made.view.zoom.scale, made.view.corner) == (scale, corner)
    desk.key(Qt.Key.Key_F6, CONTROL)
    assert (desk.window.view.zoom.scale, desk.window.view.corner) == (scale, corner)


def test_one_scenario_on_both_boards_is_painted_on_both(desk: Desk) -> None:
    desk.key(Qt.Key.Key_W, CONTROL)
    made = split(desk)
    desk.window.view.zoom_to(2.0)
    paint(desk, "G5")
    assert made.sheet is desk.window.document.sheet
    terrain = made.view.scenario.at(G5).terrain
    assert terrain is not None
    assert terrain.name == "hills"
    desk.key(Qt.Key.Key_F6, CONTROL)
    assert made.view.zoom.scale > 1.5
    assert desk.window.view.zoom.scale < 1.5
    desk.key(Qt.Key.Key_Z, CONTROL)
    assert made.view.scenario is desk.window.document.scenario


def test_commands_apply_to_the_active_board(desk: Desk) -> None:
    made = split(desk)
    click_on(made.view)
    toulon = made.view.scenario
    paint(desk, "G5", "H5")
    assert made.view.scenario is toulon
    assert desk.window.context.split.titles is not None
    front, other = desk.window.context.split.titles
    assert (front.name.text(), other.name.text()) == ("*arracourt.m44", "toulon.m44")
    desk.key(Qt.Key.Key_Z, CONTROL)
    assert front.name.text() == "arracourt.m44"


def test_the_wheel_zooms_the_inactive_board_without_activating_it(desk: Desk) -> None:
    made = split(desk)
    before = made.view.zoom.scale
    Hand(made.view).wheel(made.view.rect().center().toPointF(), 2, CONTROL)
    assert made.view.zoom.scale > before
    assert desk.shown == "toulon.m44"


def test_the_status_bar_describes_a_hex_of_the_inactive_board(desk: Desk) -> None:
    made = split(desk)
    Hand(made.view).move("A1")
    assert "A1" in desk.window.status.hex.text()


def test_the_tab_of_the_other_board_takes_it_in_hand(desk: Desk) -> None:
    made = split(desk)
    right = place(desk, made.view)
    desk.click(0)
    assert names(desk) == ("arracourt.m44", "toulon.m44")
    assert place(desk, desk.window.view) == right


def test_a_third_tab_takes_the_place_of_the_one_in_hand(desk: Desk) -> None:
    split(desk)
    desk.window.open_path(desk.copy("vassieux"))
    assert names(desk) == ("vassieux.m44", "arracourt.m44")


def test_the_split_changes_orientation_and_is_undone(desk: Desk) -> None:
    made = split(desk)
    desk.key(Qt.Key.Key_Backslash, CONTROL | SHIFT)
    assert made.orientation is DOWN
    assert place(desk, desk.window.view).y() < place(desk, made.view).y()
    checked = [desk.window.commands[name].isChecked() for name in ("split-across", "split-down")]
    assert checked == [False, True]
    desk.key(Qt.Key.Key_Backslash, CONTROL | SHIFT)
    assert made.orientation is None
    assert not made.view.isVisible()
    assert desk.window.view.isVisible()
    assert desk.window.view.hasFocus()
    assert not desk.window.commands["split-down"].isChecked()


def test_either_half_is_closed_by_its_button(desk: Desk) -> None:
    made = split(desk)
    assert made.titles is not None
    QTest.mouseClick(made.titles[1].close_button, LEFT)
    assert (made.orientation, desk.shown) == (None, "toulon.m44")
    split(desk)
    assert made.titles is not None
    QTest.mouseClick(made.titles[0].close_button, LEFT)
    assert (made.orientation, desk.shown) == (None, "arracourt.m44")


def test_a_closed_tab_takes_its_half_with_it(desk: Desk) -> None:
    made = split(desk)
    desk.key(Qt.Key.Key_W, CONTROL)
    assert made.orientation is None
    assert desk.names == ["arracourt.m44"]
    assert desk.window.view.scenario is desk.window.document.scenario


def test_a_tab_is_shown_beside_by_its_menu(desk: Desk) -> None:
    from m44editor.windows.tab_commands import tab_menu

    menu = tab_menu(desk.window.context, desk.window.files.sheets[1])
    next(each for each in menu.actions() if each.text() == "Show in Oth&er Half").trigger()
    assert names(desk) == ("toulon.m44", "toulon.m44")


def test_both_boards_speak_and_show_what_is_chosen(desk: Desk) -> None:
    made = split(desk)
    assert made.view.accessibleName() == "Second board: arracourt.m44"
    desk.window.commands["units"].trigger()
    assert not made.view.visible_layers.units
    choose_language(desk.window, "fr")
    assert made.titles is not None
    assert made.titles[1].close_button.toolTip() != "Close this half"


def test_the_next_session_is_split_as_this_one_was(desk: Desk) -> None:
    split(desk)
    desk.window.context.split.view.zoom_to(1.3)
    session_recorder().capture()
    session = session_recorder()._last_session
    assert session is not None
    (pane,) = session.windows
    assert (pane.current, pane.second_tab, pane.stacked) == (1, 0, False)
    assert pane.tabs[0].view_state.scale == desk.window.context.split.view.requested_scale
    assert desk.window.context.split.orientation is ACROSS


def test_a_notice_over_two_boards_is_as_high_as_its_words(desk: Desk) -> None:
    split(desk)
    bar = desk.window.files.bar
    bar.show_notice(
        Severity.INFO, "Another program has changed “toulon.m44”. " * 3, ("Reload", bar.clear)
    )
    QApplication.processEvents()
    assert bar.height() == bar.heightForWidth(bar.width())
    assert bar.label.height() >= bar.label.heightForWidth(bar.label.width())

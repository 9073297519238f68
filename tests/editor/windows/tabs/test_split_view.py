"""Two boards in one window: their scenarios, which one is active, and closing them."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from tests.editor.conftest import MouseAndKeyboard, choose_language
from tests.editor.windows.tabs.conftest import CONTROL, NO_MODIFIER, SHIFT, TabsDriver, as_m44

from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.diagnostics import Severity
from m44core.hexes import Hex
from m44core.messages.message import message_in
from m44core.model.edits import set_texts
from m44core.model.scenario_parts import Texts
from m44editor.board.board_view import BoardView
from m44editor.board.geometry import hex_bounding_rect
from m44editor.theme import theme_colour
from m44editor.windows.split_view import ACROSS, DOWN, PaneTitle, SplitView
from m44editor.windows.tab_sessions import session_recorder

G5 = Hex(12, 4)
LEFT = Qt.MouseButton.LeftButton


def split_window(tabs_driver: TabsDriver) -> SplitView:
    """Split the window by its shortcut, and return the split."""
    tabs_driver.press_key(Qt.Key.Key_Backslash, CONTROL)
    return tabs_driver.window.context.split


def position_of(tabs_driver: TabsDriver, view: BoardView) -> QPoint:
    """Return the position of a board in the window."""
    return view.mapTo(tabs_driver.window, QPoint(0, 0))


def board_file_names(tabs_driver: TabsDriver) -> tuple[str, str]:
    """Return the file names of the active board and the other one."""
    other = tabs_driver.window.context.split.sheet
    assert other is not None
    return tabs_driver.current_file, other.name


def click_on(view: BoardView) -> None:
    point = view.mapTo(view.window(), view.rect().center())
    QTest.mouseClick(view.window().windowHandle(), LEFT, NO_MODIFIER, point)
    QApplication.processEvents()


def paint_hills(tabs_driver: TabsDriver, *hexes: str) -> None:
    """Paint hills with the mouse on the active board."""
    tabs_driver.window.brush.pick_up(base_catalogue().elements["hills"])
    MouseAndKeyboard(tabs_driver.window.view).drag(*hexes)


def test_splitting_shows_the_previous_scenario_on_the_second_board(tabs_driver: TabsDriver) -> None:
    split_view = split_window(tabs_driver)
    assert board_file_names(tabs_driver) == ("toulon.m44", "arracourt.m44")
    assert split_view.view.scenario is tabs_driver.window.files.sheets[0].scenario
    assert (
        position_of(tabs_driver, tabs_driver.window.view).x()
        < position_of(tabs_driver, split_view.view).x()
    )
    assert tabs_driver.window.commands["split-across"].isChecked()


def test_the_second_board_has_its_own_context_menu(tabs_driver: TabsDriver) -> None:
    split_view = split_window(tabs_driver)
    second_name = board_file_names(tabs_driver)[1]
    sheet = split_view.sheet
    assert sheet is not None
    hex_ = next(each for each, _unit in sheet.scenario.units())
    view = split_view.view
    view.bring_into_view(hex_bounding_rect(hex_))
    point = view.area_from_units(hex_bounding_rect(hex_)).center().toPoint()
    window_point = view.viewport().mapTo(view.window(), point)
    screen_point = view.viewport().mapToGlobal(point)
    QTest.mousePress(
        view.window().windowHandle(), Qt.MouseButton.RightButton, NO_MODIFIER, window_point
    )
    menu_event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, point, screen_point)
    QApplication.sendEvent(
        view.viewport(), menu_event
    )  # as the platform does, to the pressed widget
    QTest.mouseRelease(
        view.window().windowHandle(), Qt.MouseButton.RightButton, NO_MODIFIER, window_point
    )
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    assert tabs_driver.current_file == second_name
    assert tabs_driver.window.selection.hexes == {hex_}
    menu.close()


def test_a_click_activates_the_other_board_in_its_half(tabs_driver: TabsDriver) -> None:
    split_view = split_window(tabs_driver)
    left, right = (
        position_of(tabs_driver, tabs_driver.window.view),
        position_of(tabs_driver, split_view.view),
    )
    before = tabs_driver.window.document.scenario
    click_on(split_view.view)
    assert board_file_names(tabs_driver) == ("arracourt.m44", "toulon.m44")
    assert (
        position_of(tabs_driver, tabs_driver.window.view),
        position_of(tabs_driver, split_view.view),
    ) == (
        right,
        left,
    )
    assert tabs_driver.window.view.hasFocus()
    assert split_view.view.scenario is before, "a click that chooses a board paints nothing"
    assert tabs_driver.names == ["arracourt.m44", "toulon.m44"]


def test_control_f6_switches_between_the_boards(tabs_driver: TabsDriver) -> None:
    split_window(tabs_driver)
    tabs_driver.press_key(Qt.Key.Key_F6, CONTROL)
    assert board_file_names(tabs_driver) == ("arracourt.m44", "toulon.m44")
    tabs_driver.press_key(Qt.Key.Key_F6, CONTROL)
    assert board_file_names(tabs_driver) == ("toulon.m44", "arracourt.m44")


def test_without_a_second_board_control_f6_reports_it(tabs_driver: TabsDriver) -> None:
    tabs_driver.press_key(Qt.Key.Key_F6, CONTROL)
    assert tabs_driver.window.status.currentMessage() == "The window is not split"


def test_each_board_keeps_its_zoom_and_position(tabs_driver: TabsDriver) -> None:
    split_view = split_window(tabs_driver)
    tabs_driver.window.view.zoom_to(1.5)
    QApplication.processEvents()
    scale, corner = tabs_driver.window.view.zoom.scale, tabs_driver.window.view.corner
    tabs_driver.press_key(Qt.Key.Key_F6, CONTROL)
    assert tabs_driver.window.view.zoom.scale < 1.0
    assert (split_view.view.zoom.scale, split_view.view.corner) == (scale, corner)
    tabs_driver.press_key(Qt.Key.Key_F6, CONTROL)
    assert (tabs_driver.window.view.zoom.scale, tabs_driver.window.view.corner) == (scale, corner)


def test_one_scenario_on_both_boards_is_painted_on_both(tabs_driver: TabsDriver) -> None:
    tabs_driver.press_key(Qt.Key.Key_W, CONTROL)
    split_view = split_window(tabs_driver)
    tabs_driver.window.view.zoom_to(2.0)
    paint_hills(tabs_driver, "G5")
    assert split_view.sheet is tabs_driver.window.document.sheet
    terrain = split_view.view.scenario.at(G5).terrain
    assert terrain is not None
    assert terrain.name == "hills"
    tabs_driver.press_key(Qt.Key.Key_F6, CONTROL)
    assert split_view.view.zoom.scale > 1.5
    assert tabs_driver.window.view.zoom.scale < 1.5
    tabs_driver.press_key(Qt.Key.Key_Z, CONTROL)
    assert split_view.view.scenario is tabs_driver.window.document.scenario


def test_commands_apply_to_the_active_board(tabs_driver: TabsDriver) -> None:
    split_view = split_window(tabs_driver)
    click_on(split_view.view)
    toulon = split_view.view.scenario
    paint_hills(tabs_driver, "G5", "H5")
    assert split_view.view.scenario is toulon
    assert tabs_driver.window.context.split.titles is not None
    front, other = tabs_driver.window.context.split.titles
    assert (front.name.text(), other.name.text()) == ("*Arracourt", "Toulon")
    tabs_driver.press_key(Qt.Key.Key_Z, CONTROL)
    assert front.name.text() == "Arracourt"


def test_boards_are_named_by_their_files_if_the_titles_are_the_same(
    tabs_driver: TabsDriver,
) -> None:
    (tabs_driver.folder / "version 2.m44").write_bytes(as_m44("toulon"))
    tabs_driver.window.open_path(tabs_driver.folder / "version 2.m44")
    tabs_driver.click(1)
    tabs_driver.click(2)
    titles = split_window(tabs_driver).titles
    assert titles is not None
    assert [each.name.text() for each in titles] == ["version 2.m44", "toulon.m44"]


def test_a_new_title_is_shown_above_the_board(tabs_driver: TabsDriver) -> None:
    titles = split_window(tabs_driver).titles
    document = tabs_driver.window.document
    document.edit(
        message_in("step", "Edit Title"), set_texts(document.scenario, "en", Texts("Sea"))
    )
    assert titles is not None
    assert titles[0].name.text() == "*Sea"


def test_the_wheel_zooms_the_inactive_board_without_activating_it(tabs_driver: TabsDriver) -> None:
    split_view = split_window(tabs_driver)
    before = split_view.view.zoom.scale
    MouseAndKeyboard(split_view.view).wheel(split_view.view.rect().center().toPointF(), 2, CONTROL)
    assert split_view.view.zoom.scale > before
    assert tabs_driver.current_file == "toulon.m44"


def test_the_status_bar_describes_a_hex_of_the_inactive_board(tabs_driver: TabsDriver) -> None:
    split_view = split_window(tabs_driver)
    view = split_view.view
    view.bring_into_view(hex_bounding_rect(view.board.hex("A1")))
    MouseAndKeyboard(view).move("A1")
    assert "A1" in tabs_driver.window.status.hex.text()


def test_clicking_the_tab_of_the_other_board_activates_it(tabs_driver: TabsDriver) -> None:
    split_view = split_window(tabs_driver)
    right = position_of(tabs_driver, split_view.view)
    tabs_driver.click(0)
    assert board_file_names(tabs_driver) == ("arracourt.m44", "toulon.m44")
    assert position_of(tabs_driver, tabs_driver.window.view) == right


def test_a_third_tab_replaces_the_active_board(tabs_driver: TabsDriver) -> None:
    split_window(tabs_driver)
    tabs_driver.window.open_path(tabs_driver.copy("vassieux"))
    assert board_file_names(tabs_driver) == ("vassieux.m44", "arracourt.m44")


def test_shortcuts_change_the_orientation_of_the_split_and_end_it(tabs_driver: TabsDriver) -> None:
    split_view = split_window(tabs_driver)
    tabs_driver.press_key(Qt.Key.Key_Backslash, CONTROL | SHIFT)
    assert split_view.orientation is DOWN
    assert (
        position_of(tabs_driver, tabs_driver.window.view).y()
        < position_of(tabs_driver, split_view.view).y()
    )
    checked = [
        tabs_driver.window.commands[name].isChecked() for name in ("split-across", "split-down")
    ]
    assert checked == [False, True]
    tabs_driver.press_key(Qt.Key.Key_Backslash, CONTROL | SHIFT)
    assert split_view.orientation is None
    assert not split_view.view.isVisible()
    assert tabs_driver.window.view.isVisible()
    assert tabs_driver.window.view.hasFocus()
    assert not tabs_driver.window.commands["split-down"].isChecked()


def underline_colour(title: PaneTitle) -> QColor:
    """Return the color of the lowest line of a title."""
    image = title.grab().toImage()
    return image.pixelColor(image.width() // 2, image.height() - 1)


def test_the_title_of_the_active_board_is_underlined(tabs_driver: TabsDriver) -> None:
    split_view = split_window(tabs_driver)
    assert split_view.titles is not None
    colours = [underline_colour(title) for title in split_view.titles]
    assert colours[0] == theme_colour("focus") != colours[1]
    assert [title.is_active for title in split_view.titles] == [True, False]


def test_either_half_is_closed_by_its_button(tabs_driver: TabsDriver) -> None:
    split_view = split_window(tabs_driver)
    assert split_view.titles is not None
    QTest.mouseClick(split_view.titles[1].close_button, LEFT)
    assert (split_view.orientation, tabs_driver.current_file) == (None, "toulon.m44")
    split_window(tabs_driver)
    assert split_view.titles is not None
    QTest.mouseClick(split_view.titles[0].close_button, LEFT)
    assert (split_view.orientation, tabs_driver.current_file) == (None, "arracourt.m44")


def test_closing_a_tab_closes_its_half(tabs_driver: TabsDriver) -> None:
    split_view = split_window(tabs_driver)
    tabs_driver.press_key(Qt.Key.Key_W, CONTROL)
    assert split_view.orientation is None
    assert tabs_driver.names == ["arracourt.m44"]
    assert tabs_driver.window.view.scenario is tabs_driver.window.document.scenario


def test_the_tab_menu_shows_a_tab_in_the_other_half(tabs_driver: TabsDriver) -> None:
    from m44editor.windows.tab_commands import tab_menu

    menu = tab_menu(tabs_driver.window.context, tabs_driver.window.files.sheets[1])
    next(each for each in menu.actions() if each.text() == "Show in Oth&er Half").trigger()
    assert board_file_names(tabs_driver) == ("toulon.m44", "toulon.m44")


def test_the_language_and_layers_apply_to_both_boards(tabs_driver: TabsDriver) -> None:
    split_view = split_window(tabs_driver)
    assert split_view.view.accessibleName() == "Second board: arracourt.m44"
    tabs_driver.window.commands["units"].trigger()
    assert not split_view.view.visible_layers.units
    choose_language(tabs_driver.window, "fr")
    assert split_view.titles is not None
    assert split_view.titles[1].close_button.toolTip() != "Close this board"


def test_the_next_session_has_the_same_split(tabs_driver: TabsDriver) -> None:
    split_window(tabs_driver)
    tabs_driver.window.context.split.view.zoom_to(1.3)
    session_recorder().capture_session()
    session = session_recorder()._last_session
    assert session is not None
    (window_state,) = session.windows
    assert (window_state.current, window_state.second_tab, window_state.stacked) == (1, 0, False)
    assert (
        window_state.tabs[0].view_state.scale
        == tabs_driver.window.context.split.view.requested_scale
    )
    assert tabs_driver.window.context.split.orientation is ACROSS


def test_a_notice_over_two_boards_is_as_high_as_its_text(tabs_driver: TabsDriver) -> None:
    split_window(tabs_driver)
    bar = tabs_driver.window.files.bar
    bar.show_notice(
        Severity.INFO, "Another program has changed “toulon.m44”. " * 3, ("Reload", bar.clear)
    )
    QApplication.processEvents()
    assert bar.height() == bar.heightForWidth(bar.width())
    assert bar.label.height() >= bar.label.heightForWidth(bar.label.width())

"""The main window, driven by mouse, keyboard and menus."""

from __future__ import annotations

import shutil
from itertools import groupby
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtGui import QAction, QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from tests.editor.conftest import DialogAnswerer, MouseAndKeyboard, mark_all_saved

from m44core.board import BoardType, Face
from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.catalogue.catalogue_types import Layer
from m44core.findings.render_findings import is_quiet
from m44core.hexes import Hex
from m44core.model.edits import new_scenario, paint
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Piece
from m44core.resources import scenarios_folder
from m44editor.actions import MENUS, SUBMENUS, TOOL_BAR
from m44editor.documents.document import Document
from m44editor.menu_commands import COMMANDS
from m44editor.panels.briefing_panel import BriefingPanel
from m44editor.panels.palette_panel import PalettePanel
from m44editor.playtest.playtest_window import PlaytestWindow
from m44editor.theme import Theme, apply_theme
from m44editor.windows.main_window import MainWindow

CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
PEGASUS = scenarios_folder() / "pegasus-bridge.m44"


def open_window(qtbot: QtBot, document: Document, folder: Path) -> MainWindow:
    settings = QSettings(str(folder / "editor.ini"), QSettings.Format.IniFormat)
    window = MainWindow(document, settings)
    qtbot.addWidget(window, before_close_func=mark_all_saved)
    with qtbot.waitExposed(window):
        window.show()
    window.docks["problems"].panel()
    window.docks["palette"].panel()
    QApplication.processEvents()
    return window


@pytest.fixture
def window(qtbot: QtBot, document: Document, tmp_path: Path) -> MainWindow:
    return open_window(qtbot, document, tmp_path)


@pytest.fixture
def mouse(window: MainWindow) -> MouseAndKeyboard:
    window.view.setFocus()
    return MouseAndKeyboard(window.view)


def piece_at(window: MainWindow, name: str) -> Piece | None:
    return window.document.scenario.at(window.view.board.hex(name)).terrain


def test_every_command_is_in_a_menu_once() -> None:
    listed_names = [name for names in MENUS.values() for name in names if name != "-"]
    listed_names += [name for _, names in SUBMENUS.values() for name in names if name != "-"]
    assert sorted(listed_names) == sorted({*COMMANDS, *SUBMENUS, "undo", "redo"})
    assert {name for name in TOOL_BAR if name != "-"} <= set(listed_names)


def test_no_two_commands_share_a_shortcut() -> None:
    keys = [keys for command in COMMANDS.values() for keys in command.keys]
    assert len(keys) == len({*keys})


def test_choosing_a_piece_and_dragging_paints_it_as_one_step(
    window: MainWindow, mouse: MouseAndKeyboard
) -> None:
    window.brush.pick_up(base_catalogue().elements["hills"])
    mouse.drag("e6", "G5", "H5")
    assert piece_at(window, "G5") == Piece("hills")
    assert window.document.undo_stack.count() == 1
    assert window.isWindowModified()
    mouse.press_key(Qt.Key.Key_Z, CONTROL)
    assert piece_at(window, "G5") is None
    assert not window.isWindowModified()
    mouse.press_key(Qt.Key.Key_Z, CONTROL | SHIFT)
    assert piece_at(window, "G5") == Piece("hills")


@pytest.mark.parametrize(
    ("key", "tool"),
    [
        (Qt.Key.Key_B, "brush"),
        (Qt.Key.Key_P, "rectangle"),
        (Qt.Key.Key_F, "fill"),
        (Qt.Key.Key_E, "eraser"),
        (Qt.Key.Key_I, "eyedropper"),
        (Qt.Key.Key_H, "hand"),
    ],
)
def test_a_key_selects_a_tool_and_v_returns_to_selecting(
    window: MainWindow, mouse: MouseAndKeyboard, key: Qt.Key, tool: str
) -> None:
    mouse.press_key(key)
    assert window.toolbox.tool.name == tool
    assert window.commands[tool].isChecked()
    mouse.press_key(Qt.Key.Key_V)
    assert window.toolbox.tool.name == "select"


def test_r_turns_the_piece_in_the_brush(window: MainWindow, mouse: MouseAndKeyboard) -> None:
    window.brush.pick_up(base_catalogue().elements["curve"])
    mouse.press_key(Qt.Key.Key_R)
    turned_orientation = window.brush.orientation
    assert turned_orientation != 1
    mouse.press_key(Qt.Key.Key_R, SHIFT)
    assert window.brush.orientation == 1


def test_copy_paste_and_delete_by_keyboard(window: MainWindow, mouse: MouseAndKeyboard) -> None:
    mouse.press_key(Qt.Key.Key_V)
    mouse.click("F9")
    mouse.press_key(Qt.Key.Key_C, CONTROL)
    mouse.press_key(Qt.Key.Key_V, CONTROL)
    mouse.click("G5")
    assert piece_at(window, "G5") == piece_at(window, "F9") == Piece("woods")
    mouse.press_key(Qt.Key.Key_Delete)
    assert piece_at(window, "G5") is None
    assert window.document.undo_stack.undoText() == "Delete"


def test_the_status_bar_shows_hex_ground_sections_and_contents(
    window: MainWindow, mouse: MouseAndKeyboard
) -> None:
    mouse.move("E7")
    status = window.status
    assert status.hex.text() == "E7"
    assert status.ground.text() == "Open ground"
    assert status.sections.text() == "Allies (bottom): center  ·  Axis (top): center"
    assert "German infantry (4)" in status.contents.text()
    assert "E7: Open ground, German infantry (4)" in window.view.accessibleDescription()
    mouse.move("d6")
    assert status.sections.text() == (
        "Allies (bottom): left + center  ·  Axis (top): center + right"
    )


def test_the_status_bar_elides_long_texts(window: MainWindow, mouse: MouseAndKeyboard) -> None:
    mouse.move("E7")
    sections = window.status.sections
    for width, is_elided in ((400, False), (120, True)):
        sections.setFixedWidth(width)
        QApplication.processEvents()
        assert sections.shown_text().endswith("…") is is_elided


def test_the_status_bar_follows_the_zoom(window: MainWindow, mouse: MouseAndKeyboard) -> None:
    mouse.press_key(Qt.Key.Key_0, CONTROL)
    assert window.status.zoom.text() == "100%"
    mouse.press_key(Qt.Key.Key_9, CONTROL)
    assert window.status.zoom.text() == f"{round(window.view.zoom.scale * 100)}%"


def test_a_problem_leads_to_its_hex(qtbot: QtBot, window: MainWindow) -> None:
    panel = window.docks["problems"].panel()
    panel.hex_chosen.emit(Hex(24, 0))  # type: ignore[attr-defined]  # made lazily
    assert window.selection.hexes == {Hex(24, 0)}
    assert window.view.cursor_hex == Hex(24, 0)


def test_a_problem_leads_to_its_field(window: MainWindow) -> None:
    panel = window.docks["problems"].panel()
    panel.field_chosen.emit("/briefing/top/cards")  # type: ignore[attr-defined]  # made lazily
    QApplication.processEvents()
    assert window.docks["briefing"].widget().isVisible()


def test_f8_goes_to_the_next_problem(
    qtbot: QtBot, window: MainWindow, mouse: MouseAndKeyboard
) -> None:
    window.brush.pick_up(base_catalogue().elements["bunker"])
    mouse.click("G5")
    qtbot.waitUntil(lambda: "1 error" in window.status.problems.text())
    mouse.press_key(Qt.Key.Key_F8)
    assert window.selection.hexes == {window.view.board.hex("G5")}


def test_the_status_bar_counts_the_notes_that_the_panel_lists(qtbot: QtBot, tmp_path: Path) -> None:
    document = Document(new_scenario())
    window = open_window(qtbot, document, tmp_path)
    window.open_path(scenarios_folder() / "sword-beach.yaml")
    qtbot.waitUntil(lambda: "notes" in window.status.problems.text())
    findings = window.context.inspection.results.findings
    listed_findings = [each for each in findings if not is_quiet(each)]
    assert 0 < len(listed_findings) < len(findings)
    assert window.status.problems.text() == f"{len(listed_findings)} notes"


def test_a_new_problem_is_counted(
    qtbot: QtBot, window: MainWindow, mouse: MouseAndKeyboard
) -> None:
    window.brush.pick_up(base_catalogue().elements["bunker"])
    before = window.status.problems.text()
    mouse.click("G5")
    qtbot.waitUntil(lambda: window.status.problems.text() != before)


def test_the_face_changes_as_one_step(window: MainWindow) -> None:
    window.commands["face-WINTER"].trigger()
    assert window.document.scenario.face is Face.WINTER
    window.document.undo_stack.undo()
    assert window.commands["face-COUNTRY"].isChecked()


def test_the_board_changes_after_confirmation_and_undo_restores_everything(
    qtbot: QtBot, window: MainWindow, answers: DialogAnswerer, pegasus: Scenario
) -> None:
    window.commands["board-OVERLORD"].trigger()
    window.document.edit("Put", _with_woods_at(window.document.scenario, Hex(50, 0)))
    answers.press("Change Board")
    window.commands["board-STANDARD"].trigger()
    assert window.view.board.type is BoardType.STANDARD
    for _ in range(3):
        window.document.undo_stack.undo()
    assert window.document.scenario == pegasus
    assert window.commands["board-STANDARD"].isChecked()


def test_a_canceled_board_change_changes_nothing(
    window: MainWindow, answers: DialogAnswerer
) -> None:
    window.commands["board-OVERLORD"].trigger()
    window.document.edit("Put", _with_woods_at(window.document.scenario, Hex(50, 0)))
    answers.press("Cancel")
    window.commands["board-STANDARD"].trigger()
    assert window.view.board.type is BoardType.OVERLORD
    assert window.commands["board-OVERLORD"].isChecked()


@pytest.mark.parametrize("command", ["mirror-east-west", "mirror-north-south"])
def test_mirroring_twice_restores_the_board(
    window: MainWindow, pegasus: Scenario, command: str
) -> None:
    window.commands[command].trigger()
    assert window.document.scenario != pegasus
    window.commands[command].trigger()
    assert window.document.scenario == pegasus


def test_opening_another_file_clears_the_selection(
    window: MainWindow, mouse: MouseAndKeyboard
) -> None:
    mouse.press_key(Qt.Key.Key_V)
    mouse.click("G5")
    window.open_path(PEGASUS)
    assert window.selection.hexes == frozenset()


def test_recent_files_are_listed(window: MainWindow) -> None:
    window.open_path(PEGASUS)
    window.menus["recent"].aboutToShow.emit()
    assert "pegasus-bridge.m44" in window.menus["recent"].actions()[0].text()


def test_of_two_hundred_recent_files_the_first_twelve_are_listed_and_missing_ones_removed(
    window: MainWindow, tmp_path: Path
) -> None:
    paths = [tmp_path / f"{number}.m44" for number in range(200)]
    for path in paths[1::2]:
        shutil.copy(PEGASUS, path)
    window.settings.setValue("recent/files", list(map(str, paths)))
    menu = window.menus["recent"]
    menu.aboutToShow.emit()
    *entries, _, remove_entry = menu.actions()
    assert [entry.isEnabled() for entry in entries] == [False, True] * 6
    remove_entry.trigger()
    menu.aboutToShow.emit()
    *entries, _, remove_entry = menu.actions()
    assert [entry.isEnabled() for entry in entries] == [True] * 12
    assert not remove_entry.isEnabled()
    entries[-1].trigger()
    assert window.document.path == paths[23]


def example_action(window: MainWindow, title: str) -> QAction:
    window.menus["examples"].aboutToShow.emit()
    actions = [each for each in window.menus["examples"].actions() if each.text().startswith(title)]
    assert len(actions) == 1
    return actions[0]


def test_shipped_scenarios_are_listed_by_date_with_the_base_game_first(
    window: MainWindow,
) -> None:
    example_action(window, "St Vith")
    sections = [
        [each.text() for each in group]
        for is_heading, group in groupby(window.menus["examples"].actions(), QAction.isSeparator)
        if not is_heading
    ]
    assert [len(section) for section in sections] == [16, 10]
    assert [(section[0], section[-1]) for section in sections] == [
        ("First Assault Wave\t6 June 1944", "St Vith\t20 December 1944"),
        ("Mokra\t1 September 1939", "Rötgen\t13 September 1944"),
    ]


def test_a_base_scenario_is_opened_as_a_copy_that_cannot_overwrite_it(
    window: MainWindow, answers: DialogAnswerer, tmp_path: Path
) -> None:
    window.settings.setValue("recent/folder", str(tmp_path))
    example_action(window, "Toulon").trigger()
    assert window.document.path is None
    assert window.windowTitle().startswith("Toulon[*]")
    assert not window.isWindowModified()
    assert not window.files.recent.paths
    window.document.edit("Clear", Scenario())
    shipped_bytes = (scenarios_folder() / "toulon.yaml").read_bytes()
    answers.do(lambda dialog: QTest.keyClick(dialog, Qt.Key.Key_Escape))
    window.commands["save"].trigger()
    assert answers.asked
    assert (scenarios_folder() / "toulon.yaml").read_bytes() == shipped_bytes


def test_opening_a_base_scenario_keeps_the_open_one(window: MainWindow) -> None:
    before = window.document.scenario
    example_action(window, "Toulon").trigger()
    assert window.document.scenario.title == "Toulon"
    assert [sheet.scenario.title for sheet in window.files.sheets] == [before.title, "Toulon"]


def test_a_special_rule_set_in_the_panel_is_played_at_once(window: MainWindow) -> None:
    window.docks["briefing"].reveal()
    panel = window.docks["briefing"].panel()
    assert isinstance(panel, BriefingPanel)
    menu = panel.add_button.menu()
    menu.aboutToShow.emit()
    next(a for a in menu.actions() if a.text() == "Reshuffle the deck").trigger()
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_F5)
    (playtest,) = window.context.playtests.windows
    assert isinstance(playtest, PlaytestWindow)
    QTest.mouseClick(playtest.start_page.start, Qt.MouseButton.LeftButton)
    assert playtest.session
    assert not playtest.session.state.field.options.reshuffles
    playtest.close()


def test_hidden_layers_stay_hidden_next_time(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, pegasus: Scenario
) -> None:
    window.commands["units"].trigger()
    window.commands["hex_names"].trigger()
    assert not window.view.visible_layers.units
    assert window.view.visible_layers.hex_names
    next_window = open_window(qtbot, Document(pegasus), tmp_path)
    assert not next_window.view.visible_layers.units
    assert not next_window.commands["units"].isChecked()


def test_the_layout_of_panels_is_stored(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, pegasus: Scenario
) -> None:
    window.docks["problems"].hide()
    window.close()
    next_window = open_window(qtbot, Document(pegasus), tmp_path)
    assert next_window.docks["problems"].isHidden()
    assert not next_window.docks["palette"].isHidden()


def test_each_theme_is_applied_and_stored(window: MainWindow) -> None:
    lightness_by_theme = {}
    for theme in (Theme.CONTRAST_DARK, Theme.DARK, Theme.CONTRAST_LIGHT, Theme.LIGHT):
        window.commands[f"theme-{theme}"].trigger()
        QApplication.processEvents()
        lightness_by_theme[theme] = window.palette().color(QPalette.ColorRole.Window).lightness()
        assert window.settings.value("theme") == theme.value
    assert lightness_by_theme[Theme.DARK] < 80 < 180 < lightness_by_theme[Theme.LIGHT]
    assert (lightness_by_theme[Theme.CONTRAST_DARK], lightness_by_theme[Theme.CONTRAST_LIGHT]) == (
        0,
        255,
    )


def test_the_tool_bar_is_drawn_in_the_colors_of_the_theme(window: MainWindow) -> None:
    def lightness() -> int:
        image = window.commands["save"].icon().pixmap(22, 22).toImage()
        inked_colors = [image.pixelColor(x, y) for x in range(22) for y in range(22)]
        return max(c.lightness() for c in inked_colors if c.alpha() > 200)

    for theme, is_light in ((Theme.DARK, True), (Theme.LIGHT, False)):
        window.commands[f"theme-{theme}"].trigger()
        QApplication.processEvents()
        assert (lightness() > 128) is is_light


def test_the_window_fits_on_a_small_screen(window: MainWindow) -> None:
    for dock in window.docks.values():
        dock.reveal()
        QApplication.processEvents()
        minimum_size = window.minimumSizeHint()
        assert (minimum_size.width() <= 800, minimum_size.height() <= 560) == (True, True), (
            dock.objectName()
        )


def test_control_f_searches_and_enter_picks_up_the_first_piece(
    window: MainWindow, mouse: MouseAndKeyboard
) -> None:
    mouse.press_key(Qt.Key.Key_F, CONTROL)
    palette = window.docks["palette"].panel()
    assert isinstance(palette, PalettePanel)
    assert palette.search.hasFocus()
    QTest.keyClicks(palette.search, "hedgehog")
    QTest.keyClick(palette.search, Qt.Key.Key_Return)
    assert window.brush.element.name == "hedgehog"
    assert window.toolbox.tool.name == "brush"
    assert window.view.hasFocus()


def test_arrow_down_moves_from_the_search_to_the_pieces_and_enter_to_the_board(
    window: MainWindow, mouse: MouseAndKeyboard
) -> None:
    mouse.press_key(Qt.Key.Key_F, CONTROL)
    palette = window.docks["palette"].panel()
    assert isinstance(palette, PalettePanel)
    mouse.press_key(Qt.Key.Key_W)
    mouse.press_key(Qt.Key.Key_Down)
    assert palette.list.hasFocus()
    mouse.press_key(Qt.Key.Key_Space)
    assert palette.list.hasFocus()
    mouse.press_key(Qt.Key.Key_Right)
    mouse.press_key(Qt.Key.Key_Return)
    assert window.view.hasFocus()
    mouse.press_key(Qt.Key.Key_F, CONTROL)
    mouse.press_key(Qt.Key.Key_Escape)
    assert window.view.hasFocus()


def test_problems_of_another_file_are_not_counted_before_they_are_known(
    window: MainWindow, qtbot: QtBot
) -> None:
    qtbot.waitUntil(lambda: window.inspection.live.is_current)
    count_text = window.status.problems.text()
    assert count_text != "Checking…"
    window.open_path(scenarios_folder() / "sword-beach.yaml")
    assert window.status.problems.text() == "Checking…"
    buttons = window.panels.show_problems().bar.severity_buttons.values()
    assert [button.text() for button in buttons] == ["…"] * len(buttons), "not 0 errors"
    qtbot.waitUntil(lambda: window.inspection.live.is_current)
    assert window.status.problems.text() != "Checking…"
    window.commands["previous-tab"].trigger()
    assert window.status.problems.text() == count_text


def test_f8_reports_why_no_problem_can_be_shown(
    window: MainWindow, mouse: MouseAndKeyboard, qtbot: QtBot
) -> None:
    window.open_path(scenarios_folder() / "toulon.yaml")
    mouse.press_key(Qt.Key.Key_F8)
    assert window.status.currentMessage() == "Checking…"
    qtbot.waitUntil(lambda: window.inspection.live.is_current)
    assert not window.inspection.results.findings
    mouse.press_key(Qt.Key.Key_F8)
    assert window.status.currentMessage() == "No problems found"
    window.open_path(PEGASUS)
    qtbot.waitUntil(lambda: bool(window.inspection.results.findings))
    window.panels.show_problems().bar.search.setText("nothing is called that")
    mouse.press_key(Qt.Key.Key_F8)
    assert window.status.currentMessage() == "The filter hides all problems"


def test_letters_typed_into_a_field_are_not_shortcuts(
    window: MainWindow, mouse: MouseAndKeyboard
) -> None:
    mouse.press_key(Qt.Key.Key_F, CONTROL)
    palette = window.docks["palette"].panel()
    assert isinstance(palette, PalettePanel)
    mouse.press_key(Qt.Key.Key_E)
    mouse.press_key(Qt.Key.Key_B)
    assert palette.search.text() == "eb"
    assert window.toolbox.tool.name == "select"


def test_every_panel_can_be_shown(window: MainWindow) -> None:
    for dock in window.docks.values():
        dock.reveal()
        QApplication.processEvents()
        assert dock.widget().isVisible()


def test_closing_asks_about_unsaved_changes(
    window: MainWindow, mouse: MouseAndKeyboard, answers: DialogAnswerer
) -> None:
    window.brush.pick_up(base_catalogue().elements["hills"])
    mouse.click("G5")
    answers.press("Cancel")
    assert not window.close()
    assert window.isVisible()


def test_f5_opens_a_playtest_of_the_scenario_on_the_screen(
    window: MainWindow, mouse: MouseAndKeyboard
) -> None:
    window.brush.pick_up(base_catalogue().elements["hills"])
    mouse.click("G5")
    mouse.press_key(Qt.Key.Key_F5)
    (playtest,) = window.context.playtests.windows
    assert playtest.isVisible()
    playtest.close()
    QApplication.sendPostedEvents(None, 52)  # deferred deletion
    assert window.context.playtests.windows == []


def test_the_board_can_be_painted_by_keyboard_alone(
    window: MainWindow, mouse: MouseAndKeyboard
) -> None:
    window.brush.pick_up(base_catalogue().elements["hills"])
    window.view.setFocus()
    window.view.show_hex(window.view.board.hex("G5"))
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Space):
        mouse.press_key(key)
    assert piece_at(window, "H5") == Piece("hills")
    assert window.status.hex.text() == "H5"


def _with_woods_at(scenario: Scenario, hex_: Hex) -> Scenario:
    return paint(scenario, Layer.TERRAIN, Piece("woods"), [hex_])


@pytest.fixture(autouse=True)
def restored_theme(qapp: QApplication) -> None:
    apply_theme(qapp, Theme.LIGHT)


def test_a_new_window_is_no_larger_than_its_screen(window: MainWindow) -> None:
    available_size = QApplication.primaryScreen().availableSize()
    assert window.width() <= available_size.width()
    assert window.height() <= available_size.height()

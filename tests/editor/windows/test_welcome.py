"""The welcome page: its links, and how it closes."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from datetime import date
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QDate, QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QPushButton, QWidget
from pytestqt.qtbot import QtBot
from tests.editor.conftest import DialogAnswerer, MouseAndKeyboard, choose_language
from tests.editor.file_dialogs import enter_path
from tests.editor.interface_texts import texts_of_interface, untranslated_texts
from tests.editor.windows.test_main_window import open_window

from m44core.catalogue.catalogue_types import Side
from m44core.diagnostics import Severity
from m44core.model.edits import new_scenario, set_texts
from m44core.model.scenario_parts import Texts
from m44core.resources import scenarios_folder, shipped_templates
from m44core.validation.runner import check_file
from m44editor.documents.document import Document
from m44editor.interface_language import switch_language
from m44editor.library.library_window import LibraryWindow
from m44editor.windows.file_dialogs import NewScenarioDialog
from m44editor.windows.main_window import MainWindow
from m44editor.windows.scenario_row import SMALL, ScenarioRow
from m44editor.windows.tour import Tour
from m44editor.windows.welcome import WelcomePage, is_shown_at_start, show_welcome_page

_ITEM = Qt.ItemDataRole.UserRole


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> MainWindow:
    """The editor with an empty board."""
    return open_window(qtbot, Document(new_scenario()), tmp_path)


@pytest.fixture
def page(window: MainWindow) -> Iterator[WelcomePage]:
    """The welcome page of the window, after a session in which Toulon was open."""
    window.files.recent.add(scenarios_folder() / "toulon.yaml")
    page = show_welcome_page(window.context)
    QApplication.processEvents()
    yield page
    page.close_page()


def click_scenario(page: WelcomePage, heading: str, name: str) -> None:
    """Click on a scenario of the page."""
    row = page.lists[heading]
    path = next(path for path in row.paths if path.stem == name)
    (item,) = row.items_of(str(path))
    point = row.visualItemRect(item).center()
    QTest.mouseClick(row.viewport(), Qt.MouseButton.LeftButton, pos=point)
    QApplication.processEvents()


def test_escape_closes_the_page_and_the_next_click_paints(
    page: WelcomePage, window: MainWindow
) -> None:
    page.setFocus()
    QTest.keyClick(QApplication.focusWidget() or page, Qt.Key.Key_Escape)
    assert not page.isVisible()
    assert window.view.hasFocus()
    window.commands["brush"].trigger()
    MouseAndKeyboard(window.view).click("E5")
    assert window.document.scenario.at(window.view.board.hex("E5")).terrain is not None


def click_tool(window: MainWindow, name: str) -> None:
    """Click a button of the toolbar."""
    button = window.tool_bar.widgetForAction(window.commands[name])
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def test_the_tools_work_only_once_a_scenario_is_open(page: WelcomePage, window: MainWindow) -> None:
    click_tool(window, "eraser")
    QTest.keyClick(QApplication.focusWidget() or page, Qt.Key.Key_B)
    assert window.toolbox.tool.name == "select"
    click_scenario(page, "Recent files", "toulon")
    click_tool(window, "eraser")
    assert window.toolbox.tool.name == "eraser"


def test_the_tools_stay_off_when_the_page_is_shown_again_or_translated(
    page: WelcomePage, window: MainWindow
) -> None:
    new_page = show_welcome_page(window.context)
    choose_language(window, "fr")
    assert not window.commands["brush"].isEnabled()
    new_page.close_page()
    assert window.commands["brush"].isEnabled()
    choose_language(window, "en")


def test_the_first_button_closes_the_page_over_an_empty_board(
    page: WelcomePage, window: MainWindow
) -> None:
    QTest.mouseClick(page.buttons[0], Qt.MouseButton.LeftButton)
    assert not page.isVisible()


def test_choosing_a_palette_piece_closes_the_welcome_page(
    page: WelcomePage, window: MainWindow
) -> None:
    window.panels.show_palette().list.activated.emit(
        window.panels.show_palette().list.model().index(1, 0)
    )
    assert not page.isVisible()


@pytest.mark.parametrize("path", shipped_templates(), ids=lambda path: path.stem)
def test_a_template_is_opened_as_a_new_scenario(
    page: WelcomePage, window: MainWindow, path: Path
) -> None:
    click_scenario(page, "Templates", path.stem)
    assert not page.isVisible()
    assert window.document.path is None
    assert len(list(window.document.scenario.units())) > 15
    assert list(window.document.scenario.texts) == ["en"], "the others would have to be changed too"


def test_a_template_is_in_the_interface_language(page: WelcomePage, window: MainWindow) -> None:
    choose_language(window, "ru")
    assert window.files.open_copy(scenarios_folder() / "templates" / "city.yaml")
    assert list(window.document.scenario.texts) == ["ru"]
    assert window.document.scenario.title == "Город"
    choose_language(window, "en")


@pytest.mark.parametrize("path", shipped_templates(), ids=lambda path: path.stem)
def test_templates_have_no_errors_or_warnings(path: Path) -> None:
    assert check_file(path).worst() in (None, Severity.INFO)


def test_a_recent_file_is_opened_from_the_welcome_page(
    page: WelcomePage, window: MainWindow
) -> None:
    click_scenario(page, "Recent files", "toulon")
    assert window.document.path == scenarios_folder() / "toulon.yaml"
    assert not page.isVisible()


def test_scenarios_are_listed_with_title_and_board(page: WelcomePage, qtbot: QtBot) -> None:
    row = page.lists["Base game"]
    (item,) = row.items_of(str(scenarios_folder() / "pegasus-bridge.yaml"))
    qtbot.waitUntil(lambda: item.text() == "Pegasus Bridge")
    picture = item.icon().pixmap(138, 92).toImage()
    assert len({picture.pixel(x, picture.height() // 2) for x in range(20, 120, 7)}) > 3


def test_the_page_covers_the_panels(page: WelcomePage, window: MainWindow) -> None:
    window.resize(1100, 700)
    QApplication.processEvents()
    for name in ("palette", "properties", "problems"):
        area = window.docks[name].geometry()
        assert page.geometry().contains(area), name
    assert not page.geometry().intersects(window.tool_bar.geometry())


def test_panels_that_unfold_stay_below_the_page(page: WelcomePage, window: MainWindow) -> None:
    window.context.folding.start()
    for width in (900, 1300):
        window.resize(width, 800)
        QApplication.processEvents()
    problems = window.docks["problems"].geometry().center()
    topmost_widget = window.childAt(problems)
    assert topmost_widget is not None
    assert page.isAncestorOf(topmost_widget)


def test_the_search_field_finds_scenarios_by_their_titles(page: WelcomePage, qtbot: QtBot) -> None:
    row = page.lists["Base game"]
    (item,) = row.items_of(str(scenarios_folder() / "pegasus-bridge.yaml"))
    qtbot.waitUntil(lambda: item.text() == "Pegasus Bridge")
    QTest.keyClicks(page.search, "pegasus")
    visible_names = {name for name, row in page.lists.items() if row.isVisible()}
    assert visible_names == {"Base game"}
    assert sum(not row.isRowHidden(number) for number in range(row.count())) == 1
    page.search.setText("zzz")
    assert not row.isVisible()
    page.search.clear()
    assert all(row.isVisible() for row in page.lists.values())


def test_a_recent_folder_opens_in_the_library(page: WelcomePage, window: MainWindow) -> None:
    (folder,) = page.folders
    assert folder.toolTip() == str(scenarios_folder())
    QTest.mouseClick(folder, Qt.MouseButton.LeftButton)
    (library,) = visible_libraries()
    assert library.folder == scenarios_folder()
    library.close()


def visible_libraries() -> list[LibraryWindow]:
    """Return the library windows on the screen."""
    widgets = QApplication.topLevelWidgets()
    return [each for each in widgets if isinstance(each, LibraryWindow) and each.isVisible()]


def test_open_folder_asks_for_a_folder_and_shows_it_in_the_library(
    page: WelcomePage, window: MainWindow, answers: DialogAnswerer
) -> None:
    (button,) = (each for each in page.findChildren(QPushButton) if "Folder" in each.text())
    answers.do(partial(enter_path, path=scenarios_folder()))
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    (library,) = visible_libraries()
    assert library.folder == scenarios_folder()
    library.close()


def test_open_folder_can_be_canceled(page: WelcomePage, answers: DialogAnswerer) -> None:
    (button,) = (each for each in page.findChildren(QPushButton) if "Folder" in each.text())
    answers.do(lambda dialog: QTest.keyClick(dialog, Qt.Key.Key_Escape))
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert not visible_libraries()
    assert page.isVisible()


def test_an_empty_board_has_no_problems_until_something_is_on_it(
    page: WelcomePage, window: MainWindow, qtbot: QtBot
) -> None:
    live, results = window.inspection.live, window.inspection.results
    live.check_now()
    qtbot.waitUntil(lambda: live.is_current)
    assert live.findings
    assert results.findings == ()
    page.close_page()
    window.commands["brush"].trigger()
    MouseAndKeyboard(window.view).click("E5")
    qtbot.waitUntil(lambda: bool(results.findings))


def test_the_welcome_page_can_be_turned_off_for_the_start(
    page: WelcomePage, window: MainWindow
) -> None:
    assert is_shown_at_start(window.settings)
    page.at_start.click()
    assert not is_shown_at_start(window.settings)


def test_everything_can_be_reached_by_tab(page: WelcomePage) -> None:
    focused_widgets = {QApplication.focusWidget()}
    for _ in range(20):
        QTest.keyClick(QApplication.focusWidget() or page, Qt.Key.Key_Tab)
        focused_widgets.add(QApplication.focusWidget())
    expected_widgets = {
        *page.buttons,
        *page.folders,
        *page.lists.values(),
        page.search,
        page.at_start,
    }
    assert expected_widgets <= focused_widgets
    assert all(widget is not None and page.isAncestorOf(widget) for widget in focused_widgets)


def test_every_text_of_the_welcome_page_is_translatable(
    pseudo_language: None, window: MainWindow, tmp_path: Path
) -> None:
    page = show_welcome_page(window.context)
    names = [path.stem for row in page.lists.values() for path in row.paths]
    assert not untranslated_texts(
        page, *names, str(scenarios_folder()), "yaml", "templates", "examples"
    )
    page.close_page()


def test_the_welcome_page_follows_a_language_change(page: WelcomePage, window: MainWindow) -> None:
    choose_language(window, "fr")
    assert page.isVisible()
    assert page.buttons[0].text() == "Plateau vide"
    previous_texts = {
        seen for seen in texts_of_interface(page) if not seen.location.startswith("ScenarioRow")
    }
    new_page = show_welcome_page(window.context)
    assert {
        seen for seen in texts_of_interface(new_page) if not seen.location.startswith("ScenarioRow")
    } == previous_texts


@pytest.mark.parametrize(
    ("code", "title"), [("fr", "Sword Beach"), ("ru", "Пляж «Сорд»"), ("zh-Hans", "剑滩")]
)
def test_scenarios_have_titles_in_the_interface_language(
    page: WelcomePage, window: MainWindow, qtbot: QtBot, code: str, title: str
) -> None:
    (item,) = page.lists["Base game"].items_of(str(scenarios_folder() / "sword-beach.yaml"))
    qtbot.waitUntil(lambda: item.text() == "Sword Beach")
    choose_language(window, code)
    assert item.text() == title
    assert item.toolTip().startswith(title)
    examples = window.menus["examples"]
    examples.aboutToShow.emit()
    assert any(action.text().startswith(f"{title}\t") for action in examples.actions())


def test_the_tour_starts_from_the_page_after_a_language_change(
    page: WelcomePage, window: MainWindow
) -> None:
    choose_language(window, "fr")
    QTest.mouseClick(page.buttons[-1], Qt.MouseButton.LeftButton)
    (tour,) = window.findChildren(Tour)
    assert tour.isVisible()
    tour.end()


def test_a_file_on_the_command_line_does_not_import_the_welcome_page() -> None:
    script = (
        "import sys; from m44editor import app; a = app.make_application(); "
        f"w = app.open_window(app.Path({str(scenarios_folder() / 'toulon.yaml')!r})); "
        "print([m for m in sys.modules if 'welcome' in m])"
    )
    result = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert result.stdout == "[]\n"


def test_a_new_scenario_has_the_chosen_sides_nations_and_day(
    window: MainWindow, answers: DialogAnswerer
) -> None:
    def fill(dialog: QDialog) -> None:
        assert isinstance(dialog, NewScenarioDialog)
        QTest.keyClicks(dialog.top_box, "Allies")
        QTest.keyClicks(dialog.nation_boxes[Side.ALLIES], "Great")
        dialog.day_box.setDate(QDate(1940, 5, 21))
        dialog.accept()

    answers.do(fill)
    window.commands["new"].trigger()
    briefing = window.document.scenario.briefing
    assert (briefing.top.side, briefing.top.country) == (Side.ALLIES, "GB")
    assert (briefing.bottom.side, briefing.bottom.country) == (Side.AXIS, "DE")
    assert briefing.begins == date(1940, 5, 21)


def test_the_day_of_a_new_scenario_is_picked_from_a_calendar(
    window: MainWindow, answers: DialogAnswerer
) -> None:
    def fill(dialog: QDialog) -> None:
        assert isinstance(dialog, NewScenarioDialog)
        dialog.day_box.setFocus()
        arrow = dialog.day_box.rect().topRight() + QPoint(-8, dialog.day_box.height() // 2)
        QTest.mouseClick(dialog.day_box, Qt.MouseButton.LeftButton, pos=arrow)
        view = dialog.day_box.calendarWidget().findChild(QWidget, "qt_calendar_calendarview")
        assert view is not None
        QTest.keyClick(view, Qt.Key.Key_Right)
        QTest.keyClick(view, Qt.Key.Key_Return)
        dialog.accept()

    answers.do(fill)
    window.commands["new"].trigger()
    assert window.document.scenario.briefing.begins == date(1944, 6, 7)


def test_the_second_press_of_a_double_click_does_not_reach_the_board(
    page: WelcomePage, window: MainWindow
) -> None:
    window.toolbox.use("brush")
    row = page.lists["Templates"]
    point = row.viewport().mapTo(window, row.visualItemRect(row.item(1)).center())
    handle = window.windowHandle()
    QTest.mouseDClick(handle, Qt.MouseButton.LeftButton, pos=point)
    QApplication.processEvents()
    assert not page.isVisible()
    assert window.document.undo_stack.count() == 0
    MouseAndKeyboard(window.view).click("E5")
    assert window.document.undo_stack.count() == 1, "the next click is for the board"


def test_titles_are_aligned_despite_pictures_of_different_sizes(
    page: WelcomePage, qtbot: QtBot
) -> None:
    row = page.lists["Templates"]
    qtbot.waitUntil(lambda: row.item(0).text() == "Airborne")
    height = row.picture_size.height() + 2 * row.fontMetrics().lineSpacing()
    assert row.gridSize().height() <= height, "one line of titles needs no room for two"
    picture = row.grab().toImage()
    below = row.picture_size.height() + row.fontMetrics().lineSpacing() + 12
    assert len({picture.pixel(x, below) for x in range(picture.width())}) == 1


def test_enter_presses_the_button_that_has_the_focus(page: WelcomePage) -> None:
    page.setFocus()
    QTest.keyClick(page.buttons[0], Qt.Key.Key_Return)
    assert not page.isVisible()


def test_a_longer_title_in_another_language_gets_a_second_line(qtbot: QtBot) -> None:
    path = Path("hill.m44")
    row = ScenarioRow([path], SMALL)
    qtbot.addWidget(row)
    scenario = set_texts(new_scenario(), "en", Texts(name="A hill"))
    scenario = set_texts(scenario, "de", Texts(name="Der Kampf um den Hügel am Fluss"))
    row.show_loaded_scenario(str(path), scenario, QImage())
    height = row.gridSize().height()
    switch_language("de")
    row.retranslate("Vorlagen")
    assert row.gridSize().height() == height + row.fontMetrics().lineSpacing()

"""The comparison window, driven by mouse and keyboard."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from tests.editor.conftest import MouseAndKeyboard

from m44core.board import BOARDS, BoardType
from m44core.hexes import Hex
from m44core.model.edits import change_board
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, Piece, Texts, Unit
from m44editor.comparing.comparison_window import CompareWindow, NamedScenario
from m44editor.comparing.difference_list import Difference
from m44editor.theme import Theme, apply_theme
from m44editor.theme_tokens import Space

SHIFT = Qt.KeyboardModifier.ShiftModifier
Open = Callable[[Scenario, Scenario], CompareWindow]


def hex_(name: str) -> Hex:
    return BOARDS[BoardType.STANDARD].hex(name)


@pytest.fixture
def edited_scenario(pegasus: Scenario) -> Scenario:
    """Pegasus Bridge with changed terrain, units, cards and name."""
    unit = pegasus.at(hex_("E7"))
    assert unit.unit
    changes = {
        hex_("F9"): HexContent(),
        hex_("E7"): replace(unit, unit=replace(unit.unit, figures=2)),
        hex_("M1"): HexContent(terrain=Piece("hills")),
    }
    texts = {**pegasus.texts, "en": replace(pegasus.texts["en"], name="Pegasus Bridges")}
    top = replace(pegasus.briefing.top, cards=5)
    briefing = replace(pegasus.briefing, top=top)
    return replace(pegasus.with_hexes(changes), texts=texts, briefing=briefing)


@pytest.fixture
def open_window(qtbot: QtBot) -> Open:
    """Return a function that compares two scenarios in a window."""

    def show(before: Scenario, after: Scenario) -> CompareWindow:
        window = CompareWindow(
            NamedScenario("published.m44", before), NamedScenario("mine.yaml", after)
        )
        window.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)  # the test looks at it
        qtbot.addWidget(window)
        with qtbot.waitExposed(window):
            window.show()
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow)
        return window

    return show


@pytest.fixture
def window(open_window: Open, pegasus: Scenario, edited_scenario: Scenario) -> CompareWindow:
    """The comparison of Pegasus Bridge with its edited version."""
    return open_window(pegasus, edited_scenario)


@pytest.fixture
def keys(window: CompareWindow) -> MouseAndKeyboard:
    """A keyboard for the focused widget, and a mouse for the board, which fits into its view."""
    window.resize(1100, 752)  # the screen of the tests is so small that the boards would scroll
    QApplication.processEvents()
    return MouseAndKeyboard(window.view)


def current_difference_text(window: CompareWindow) -> str:
    entry: Difference | None = window.difference_list.current_difference
    assert entry
    return entry.text


def settled_picture(window: CompareWindow) -> QImage:
    window.view.hover_over(None)
    for _ in range(50):
        QApplication.processEvents()
        if window.view.complete and window.flash.hex is None:
            break
    return window.view.viewport().grab().toImage()


def test_the_list_groups_all_differences_under_headings(window: CompareWindow) -> None:
    assert [(entry.section, entry.text) for entry in window.difference_list.differences] == [
        ("Hexes", "F9  Terrain: Forest"),
        ("Hexes", "E7  Unit: German infantry: figures 4 → 2"),
        ("Hexes", "M1  Terrain: Hill"),
        ("Briefing", "Top player: cards: 2 → 5"),
        ("Text: English", "Title"),
    ]
    headings = [
        window.difference_list.topLevelItem(i)
        for i in range(window.difference_list.topLevelItemCount())
    ]
    assert [heading.text(0) for heading in headings if heading] == [
        "Hexes",
        "Briefing",
        "Text: English",
    ]
    assert "3 places on the board" in window.banner.text()


def test_f7_goes_from_one_difference_to_the_next_and_wraps_around(
    window: CompareWindow, keys: MouseAndKeyboard
) -> None:
    visited_rows = []
    for _ in range(6):
        keys.press_key(Qt.Key.Key_F7)
        visited_rows.append(current_difference_text(window)[:2])
    assert visited_rows == ["F9", "E7", "M1", "To", "Ti", "F9"]
    keys.press_key(Qt.Key.Key_F7, SHIFT)
    assert current_difference_text(window) == "Title"
    assert window.statusBar().findChildren(type(window.banner))[-1].text() == "5 of 5"


def test_shift_f7_begins_with_the_last_difference(
    window: CompareWindow, keys: MouseAndKeyboard
) -> None:
    keys.press_key(Qt.Key.Key_F7, SHIFT)
    assert current_difference_text(window) == "Title"


def test_a_click_on_a_difference_scrolls_to_its_hex_and_highlights_it(
    window: CompareWindow, qtbot: QtBot
) -> None:
    row = window.difference_list.findItems("M1  Terrain", Qt.MatchFlag.MatchContains | _RECURSIVE)[
        0
    ]
    point = window.difference_list.visualItemRect(row).center()
    before = window.view.viewport().grab().toImage()
    QTest.mouseClick(window.difference_list.viewport(), Qt.MouseButton.LeftButton, pos=point)
    assert window.view.cursor_hex == hex_("M1")
    assert window.flash.hex == hex_("M1")
    assert window.view.viewport().grab().toImage() != before
    qtbot.waitUntil(lambda: window.flash.hex is None)


_RECURSIVE = Qt.MatchFlag.MatchRecursive


def test_arrow_keys_in_the_list_move_over_the_board(
    window: CompareWindow, keys: MouseAndKeyboard
) -> None:
    keys.press_key(Qt.Key.Key_F7)
    keys.press_key(Qt.Key.Key_Down)
    assert current_difference_text(window).startswith("E7")
    assert window.view.cursor_hex == hex_("E7")


def test_space_switches_between_the_two_scenarios(
    window: CompareWindow, keys: MouseAndKeyboard, pegasus: Scenario, edited_scenario: Scenario
) -> None:
    sides_shown = []
    for _ in range(3):
        keys.press_key(Qt.Key.Key_Space)
        sides_shown.append(window.view.scenario)
    assert sides_shown == [pegasus, edited_scenario, pegasus]
    assert window.commands["before"].isChecked()


def test_keys_show_both_scenarios_or_one_of_them(
    window: CompareWindow, keys: MouseAndKeyboard
) -> None:
    pictures = []
    for key in (Qt.Key.Key_1, Qt.Key.Key_2, Qt.Key.Key_3):
        keys.press_key(key)
        pictures.append(settled_picture(window))
    assert all(pictures[i] != pictures[i - 1] for i in range(3))


def test_a_click_on_a_marked_hex_selects_its_difference(
    window: CompareWindow, keys: MouseAndKeyboard
) -> None:
    keys.click("M1")
    assert current_difference_text(window) == "M1  Terrain: Hill"
    keys.click("G5")
    assert current_difference_text(window) == "M1  Terrain: Hill"


def test_the_board_and_its_differences_can_be_reached_by_keyboard(
    window: CompareWindow, keys: MouseAndKeyboard
) -> None:
    for _ in range(6):
        if window.view.hasFocus():
            break
        keys.press_key(Qt.Key.Key_Tab)
    assert window.view.hasFocus()
    window.view.show_hex(hex_("L1"))
    keys.press_key(Qt.Key.Key_Right)
    keys.press_key(Qt.Key.Key_Return)
    assert current_difference_text(window) == "M1  Terrain: Hill"


def test_the_status_bar_describes_a_hex_in_both_scenarios(
    window: CompareWindow, keys: MouseAndKeyboard
) -> None:
    keys.move("M1")
    description = window.view.accessibleDescription()
    assert description == "Before M1: Open ground   ·   After M1: Hill"


def test_a_text_is_shown_side_by_side_with_the_changed_words_marked(
    window: CompareWindow, keys: MouseAndKeyboard
) -> None:
    keys.press_key(Qt.Key.Key_F7, SHIFT)
    before, after = window.side_by_side.before, window.side_by_side.after
    assert before.toPlainText().strip() == "Pegasus Bridge"
    assert after.toPlainText().strip() == "Pegasus Bridges"
    assert marked_words(before.toHtml(), "line-through") == ["Bridge"]
    assert marked_words(after.toHtml(), "underline") == ["Bridges"]


def marked_words(html: str, line: str) -> list[str]:
    """Return the words of a text that are marked by *line*: underlined or struck out."""
    return [
        part.partition(">")[2].partition("<")[0]
        for part in html.split("<span")[1:]
        if line in part.partition(">")[0]
    ]


def test_an_added_language_is_shown_with_its_text(open_window: Open, pegasus: Scenario) -> None:
    texts = {**pegasus.texts, "xx": Texts(rules="Eins <b>zwei</b>\n\ndrei")}
    window = open_window(pegasus, replace(pegasus, texts=texts))
    window.difference_list.step(1)
    assert window.side_by_side.before.toPlainText() == ""
    assert window.side_by_side.after.toPlainText().split() == ["Eins", "<b>zwei</b>", "drei"]
    assert marked_words(window.side_by_side.after.toHtml(), "underline") == []


def test_the_banner_reports_an_identical_layout(open_window: Open, pegasus: Scenario) -> None:
    texts = {"en": replace(pegasus.texts["en"], name="Le pont")}
    window = open_window(pegasus, replace(pegasus, texts={**pegasus.texts, **texts}))
    assert window.banner.text() == "The layout and briefing are the same. Different: 1 text field."


def test_comparing_a_scenario_with_itself_shows_no_differences(
    open_window: Open, pegasus: Scenario
) -> None:
    window = open_window(pegasus, replace(pegasus))
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_F7)
    assert window.banner.text() == "The two scenarios are the same."
    assert window.difference_list.current_difference is None
    assert window.difference_list.differences == []


def test_boards_of_two_formats_are_reported_and_shown(open_window: Open, pegasus: Scenario) -> None:
    large_scenario = change_board(pegasus, BoardType.OVERLORD).scenario
    window = open_window(pegasus, large_scenario)
    assert "their hexes were not compared" in window.banner.text()
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_Space)
    assert window.view.board is pegasus.board
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_Space)
    assert window.view.board is large_scenario.board


def test_a_moved_unit_is_listed_at_both_hexes(open_window: Open, pegasus: Scenario) -> None:
    unit = Unit("tankger")
    scenario_before = pegasus.with_hexes({hex_("G5"): HexContent(unit=unit)})
    scenario_after = pegasus.with_hexes({hex_("H5"): HexContent(unit=unit)})
    window = open_window(scenario_before, scenario_after)
    assert [entry.text for entry in window.difference_list.differences] == [
        "G5  Unit: German armor (3 figures), moved to H5",
        "H5  Unit: German armor (3 figures), moved from G5",
    ]


def test_escape_closes_the_window(window: CompareWindow, keys: MouseAndKeyboard) -> None:
    keys.press_key(Qt.Key.Key_Escape)
    assert not window.isVisible()


@pytest.fixture
def themes(qapp: QApplication) -> Iterator[QApplication]:
    """The application, with its theme restored afterwards."""
    yield qapp
    apply_theme(qapp, Theme.LIGHT)


def test_the_window_follows_the_theme(
    window: CompareWindow, keys: MouseAndKeyboard, themes: QApplication
) -> None:
    apply_theme(themes, Theme.LIGHT)
    keys.press_key(Qt.Key.Key_F7, SHIFT)
    light_picture, html_before = settled_picture(window), window.side_by_side.after.toHtml()
    apply_theme(themes, Theme.DARK)
    QApplication.processEvents()
    dark_picture = settled_picture(window)
    assert dark_picture != light_picture
    corner = QPoint(5, 5)
    assert (
        dark_picture.pixelColor(corner).lightness() < light_picture.pixelColor(corner).lightness()
    )
    assert window.side_by_side.after.toHtml() != html_before


def test_the_current_difference_is_kept_when_the_scenario_is_edited(
    window: CompareWindow, keys: MouseAndKeyboard, edited_scenario: Scenario, qtbot: QtBot
) -> None:
    keys.press_key(Qt.Key.Key_F7)
    keys.press_key(Qt.Key.Key_F7)
    before = current_difference_text(window)
    window.schedule_comparison(
        edited_scenario.with_hexes({hex_("A5"): HexContent(terrain=Piece("woods"))})
    )
    qtbot.waitUntil(lambda: len(window.difference_list.differences) == 6)
    assert current_difference_text(window) == before


def test_the_position_in_the_list_keeps_its_distance_from_the_edge(window: CompareWindow) -> None:
    label = window._position_label
    end = label.mapTo(window, label.rect().topRight()).x()
    assert window.width() - end > Space.SMALL

"""Many tabs: shortened titles, scrolling, the list of all tabs, and the button on each tab."""

from __future__ import annotations

import shutil
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QStyle, QStyleOptionTab, QToolButton
from tests.editor.windows.tabs.conftest import NO_MODIFIER, TabsDriver
from tests.editor.windows.tabs.test_tabs import paint_hills

from m44editor.theme import Theme

LEFT = Qt.MouseButton.LeftButton
_TEXT_AREA = QStyle.SubElement.SE_TabBarTabText


def point_at(tabs_driver: TabsDriver, index: int) -> None:
    """Move the pointer to the button of a tab."""
    button = tabs_driver.button(index)
    QTest.mouseMove(
        tabs_driver.window.windowHandle(), button.mapTo(tabs_driver.window, button.rect().center())
    )
    QApplication.processEvents()


def shown_title(tabs_driver: TabsDriver, index: int) -> str:
    """Return the title of a tab as it is painted."""
    option = QStyleOptionTab()
    tabs_driver.window.tabs.initStyleOption(option, index)
    return str(option.text)


@pytest.mark.parametrize("theme", [Theme.LIGHT], indirect=True)
@pytest.mark.usefixtures("theme")
def test_the_button_that_lists_all_tabs_has_one_arrow(tabs_driver: TabsDriver) -> None:
    row = tabs_driver.window.tab_row
    image = row.grab(row.list_button.geometry()).toImage()
    dark_columns = [
        any(image.pixelColor(x, y).lightness() < 160 for y in range(image.height()))
        for x in range(image.width())
    ]
    starts = [before < after for before, after in pairwise(dark_columns)]
    assert sum(starts) == 1


@pytest.fixture
def many_tabs(tabs_driver: TabsDriver) -> TabsDriver:
    """The window with fourteen further tabs, whose names begin alike."""
    tabs_driver.window.resize(1024, 680)
    for number in range(14):
        path = tabs_driver.folder / f"operation-market-garden-{number:02}.m44"
        shutil.copy(tabs_driver.folder / "toulon.m44", path)
        tabs_driver.window.open_path(path)
    QApplication.processEvents()
    return tabs_driver


def test_tabs_keep_a_minimum_width_and_scroll(many_tabs: TabsDriver) -> None:
    tab_bar = many_tabs.window.tabs
    letter = tab_bar.fontMetrics().averageCharWidth()
    assert all(tab_bar.tabRect(index).width() >= 12 * letter for index in range(tab_bar.count()))
    last_tab = tab_bar.count() - 1
    assert tab_bar.rect().contains(tab_bar.tabRect(last_tab).center()), (
        "the current tab is in sight"
    )
    assert not tab_bar.rect().contains(tab_bar.tabRect(0).center())
    left_button = tab_bar.findChild(QToolButton, "ScrollLeftButton")
    assert left_button is not None
    for _ in range(tab_bar.count()):
        QTest.mouseClick(left_button, LEFT)
    assert tab_bar.rect().contains(tab_bar.tabRect(0).center())
    assert many_tabs.current_file == "operation-market-garden-13.m44"


def test_shortened_titles_keep_the_part_that_differs(many_tabs: TabsDriver) -> None:
    titles = [shown_title(many_tabs, index) for index in range(many_tabs.window.tabs.count())]
    assert len(set(titles)) == len(titles)
    assert all(title.endswith(f"{number:02}") for number, title in enumerate(titles[2:]))
    assert "…" in titles[5]


def test_the_wheel_scrolls_the_tabs_without_switching(many_tabs: TabsDriver) -> None:
    tab_bar, before = many_tabs.window.tabs, many_tabs.current_file
    point = QPointF(tab_bar.rect().center())
    wheel_event = QWheelEvent(
        point,
        tab_bar.mapToGlobal(point),
        QPoint(),
        QPoint(0, 120),
        Qt.MouseButton.NoButton,
        NO_MODIFIER,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    last_rect = tab_bar.tabRect(tab_bar.count() - 1)
    QApplication.sendEvent(tab_bar, wheel_event)
    assert tab_bar.tabRect(tab_bar.count() - 1).left() > last_rect.left()
    assert many_tabs.current_file == before


def test_a_menu_lists_all_tabs(many_tabs: TabsDriver) -> None:
    paint_hills(many_tabs, "G5")
    button = many_tabs.window.tab_row.list_button
    button.menu().aboutToShow.emit()
    entries = button.menu().actions()
    assert [action.text() for action in entries[:2]] == ["arracourt.m44", "toulon.m44"]
    assert entries[-1].text() == "operation-market-garden-13.m44 (modified)"
    assert [action for action in entries if action.isChecked()] == [entries[-1]]
    entries[0].trigger()
    assert many_tabs.current_file == "arracourt.m44"
    assert many_tabs.window.tabs.rect().contains(many_tabs.window.tabs.tabRect(0).center())


def test_the_dot_becomes_a_cross_below_the_pointer_and_closes_the_tab(
    tabs_driver: TabsDriver,
) -> None:
    tabs_driver.click(0)
    assert (tabs_driver.button(0).symbol, tabs_driver.button(1).symbol) == ("cross", "")
    paint_hills(tabs_driver, "G5")
    assert tabs_driver.button(0).symbol == "dot"
    point_at(tabs_driver, 0)
    assert tabs_driver.button(0).symbol == "cross"
    point_at(tabs_driver, 1)
    assert (tabs_driver.button(0).symbol, tabs_driver.button(1).symbol) == ("dot", "cross")
    QTest.mouseClick(tabs_driver.button(1), LEFT)
    assert tabs_driver.names == ["arracourt.m44"]


def test_screen_readers_are_told_about_the_dot(tabs_driver: TabsDriver) -> None:
    paint_hills(tabs_driver, "G5")
    assert tabs_driver.window.tabs.accessibleTabName(1) == "toulon.m44 (modified)"


def test_equal_names_are_distinguished_by_their_folders(tabs_driver: TabsDriver) -> None:
    for folder in ("one/maps", "two/maps"):
        path = Path(tabs_driver.folder, folder, "dieppe.m44")
        path.parent.mkdir(parents=True)
        tabs_driver.window.open_path(tabs_driver.copy("vassieux").rename(path))
    assert tabs_driver.names[2:] == ["dieppe.m44 — one/…", "dieppe.m44 — two/…"]


@pytest.mark.parametrize("theme", [Theme.LIGHT], indirect=True)
def test_titles_fit_the_space_that_the_style_sheet_leaves(
    theme: Theme, many_tabs: TabsDriver
) -> None:
    tab_bar = many_tabs.window.tabs
    for index in range(tab_bar.count()):
        option = QStyleOptionTab()
        tab_bar.initStyleOption(option, index)
        space = tab_bar.style().subElementRect(_TEXT_AREA, option, tab_bar).width()
        assert option.fontMetrics.horizontalAdvance(option.text) <= space, option.text

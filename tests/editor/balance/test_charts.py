"""The bar of the interval and the chart of lengths, by mouse, keyboard and screen reader."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from tests.editor.contrast import contrast_ratio

from m44core.balance_lab.game_lengths import LengthBar
from m44core.balance_lab.intervals import UNKNOWN, Interval
from m44core.catalogue.catalogue_types import Side
from m44editor.balance.interval_bar import IntervalBar, side_colour
from m44editor.balance.length_chart import LengthChart
from m44editor.theme import Theme, theme_colour

TURNS = [6, 7, 7, 7, 9, 9, 12]


@pytest.fixture
def bar(qtbot: QtBot) -> IntervalBar:
    bar = IntervalBar()
    qtbot.addWidget(bar)
    bar.resize(400, bar.sizeHint().height())
    with qtbot.waitExposed(bar):
        bar.show()
    return bar


@pytest.fixture
def chart(qtbot: QtBot) -> LengthChart:
    chart = LengthChart()
    qtbot.addWidget(chart)
    chart.resize(350, chart.sizeHint().height())
    chart.show_turns(TURNS)
    with qtbot.waitExposed(chart):
        chart.show()
    return chart


def colour_at(bar: IntervalBar, share: float) -> QColor:
    """Return the color just below the top of the bar, at a share of its width."""
    picture = bar.grab().toImage()
    return picture.pixelColor(round(share * 400), bar.fontMetrics().height() + 5)


def test_each_side_has_its_share_of_the_bar(bar: IntervalBar) -> None:
    bar.show_share(Interval(0.7, 0.65, 0.75, 100, 100))
    assert colour_at(bar, 0.2) == side_colour(Side.AXIS)
    assert colour_at(bar, 0.4) == side_colour(Side.ALLIES)


@pytest.mark.parametrize("theme", [Theme.CONTRAST_LIGHT, Theme.CONTRAST_DARK], indirect=True)
def test_in_high_contrast_the_bar_has_an_edge_on_both_sides(theme: Theme, bar: IntervalBar) -> None:
    bar.show_share(Interval(0.7, 0.65, 0.75, 100, 100))
    picture = bar.grab().toImage()
    y = bar.fontMetrics().height() + 12
    for x in (1, 398):
        assert contrast_ratio(picture.pixelColor(x, y), theme_colour("window")) >= 4.5
    assert colour_at(bar, 0.4) != theme_colour("window")


def test_the_bar_is_accessible(bar: IntervalBar) -> None:
    bar.show_share(Interval(0.7, 0.65, 0.75, 100, 100))
    assert bar.accessibleName() == ("Axis 30%, Allies 70%; 95% interval for the Allies: 65 to 75")
    bar.show_share(UNKNOWN)
    assert bar.accessibleName() == "No interval yet"


def test_a_click_on_a_bar_chooses_it(chart: LengthChart, qtbot: QtBot) -> None:
    with qtbot.waitSignal(chart.bar_chosen) as chosen:
        QTest.mouseClick(chart, Qt.MouseButton.LeftButton, pos=QPoint(75, 80))
    assert chosen.args == [LengthBar(7, 7, 3)]


def test_a_gap_between_bars_cannot_be_chosen(chart: LengthChart, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(chart.bar_chosen):
        QTest.mouseClick(chart, Qt.MouseButton.LeftButton, pos=QPoint(125, 80))  # no game has 8


def test_bars_are_chosen_with_the_keyboard(chart: LengthChart, qtbot: QtBot) -> None:
    chart.setFocus()
    for _ in range(4):
        QTest.keyClick(chart, Qt.Key.Key_Right)
    with qtbot.waitSignal(chart.bar_chosen) as chosen:
        QTest.keyClick(chart, Qt.Key.Key_Return)
    assert chosen.args == [LengthBar(9, 9, 2)]


def test_the_bar_under_the_pointer_is_marked(chart: LengthChart) -> None:
    QTest.mouseMove(chart, QPoint(75, 80))
    QApplication.processEvents()
    assert chart.current_index == 1
    picture = chart.grab().toImage()
    marked, other = picture.pixelColor(75, 78), picture.pixelColor(175, 78)
    assert marked.lightness() > other.lightness()


def test_the_chart_is_accessible(chart: LengthChart) -> None:
    assert chart.accessibleDescription().startswith("6 turns: 1 game; 7 turns: 3 games; 9 turns")
    assert "8 turns" not in chart.accessibleDescription()

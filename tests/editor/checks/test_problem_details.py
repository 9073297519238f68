"""The details of a problem: its form and its page are visible in low windows."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from tests.editor.checks.conftest import ProblemsPanelDriver

from m44editor.panels.panel_dock import PanelDock

HAND = "M303"


def is_visible_in_detail(problems: ProblemsPanelDriver, part: QWidget) -> bool:
    viewport = problems.panel.detail.viewport()
    area = QRect(part.mapTo(viewport, QPoint()), part.size())
    is_whole = part.height() >= part.sizeHint().height()
    return is_whole and viewport.rect().contains(area.adjusted(0, 1, 0, -1))


def click(problems: ProblemsPanelDriver, button: QWidget) -> None:
    """Scroll to a button, which may be below the edge of a low panel, and click on it."""
    problems.panel.detail.ensureWidgetVisible(button)
    QApplication.processEvents()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


@pytest.fixture
def dock(problems: ProblemsPanelDriver, qtbot: QtBot) -> PanelDock:
    problems.window.resize(1366, 900)
    dock = problems.window.panels.docks["problems"]
    problems.choose(HAND)
    problems.window.resizeDocks([dock], [100], Qt.Orientation.Vertical)
    qtbot.wait(100)  # the layout settles
    return dock


@pytest.mark.usefixtures("dock")
def test_the_whole_form_is_visible_in_a_low_panel(
    problems: ProblemsPanelDriver, qtbot: QtBot
) -> None:
    click(problems, problems.panel.detail.suppress_button)
    form = problems.panel.detail.suppress_form
    assert form is not None
    qtbot.waitUntil(lambda: is_visible_in_detail(problems, form), timeout=5000)


@pytest.mark.usefixtures("dock")
def test_the_page_of_a_check_is_visible_once_it_is_asked_for(
    problems: ProblemsPanelDriver, qtbot: QtBot
) -> None:
    detail = problems.panel.detail
    click(problems, detail.explain_button)
    qtbot.waitUntil(
        lambda: detail.page.mapTo(detail.viewport(), QPoint()).y() < detail.viewport().height() / 2
    )
    assert not detail.page.visibleRegion().isEmpty()


def test_the_panel_grows_to_at_most_two_fifths_of_the_window(
    problems: ProblemsPanelDriver, dock: PanelDock, qtbot: QtBot
) -> None:
    before = dock.height()
    click(problems, problems.panel.detail.explain_button)
    qtbot.waitUntil(lambda: dock.height() > before, timeout=5000)
    assert dock.height() <= problems.window.height() * 2 // 5


@pytest.mark.parametrize("is_resized", [False, True])
def test_the_panel_shrinks_again_unless_the_user_has_resized_it(
    problems: ProblemsPanelDriver, dock: PanelDock, qtbot: QtBot, is_resized: bool
) -> None:
    before, button = dock.height(), problems.panel.detail.explain_button
    click(problems, button)
    qtbot.waitUntil(lambda: dock.height() > before, timeout=5000)
    qtbot.wait(100)  # the layout settles
    if is_resized:
        problems.window.resizeDocks([dock], [dock.height() + 50], Qt.Orientation.Vertical)
        QApplication.processEvents()
    enlarged = dock.height()
    click(problems, button)
    expected = enlarged if is_resized else before
    qtbot.waitUntil(lambda: dock.height() == expected, timeout=5000)


def test_the_panel_shrinks_again_when_the_form_is_closed(
    problems: ProblemsPanelDriver, dock: PanelDock, qtbot: QtBot
) -> None:
    before = dock.height()
    click(problems, problems.panel.detail.suppress_button)
    qtbot.waitUntil(lambda: dock.height() > before, timeout=5000)
    qtbot.wait(100)  # the layout settles
    form = problems.panel.detail.suppress_form
    assert form is not None
    QTest.keyClick(form.reason, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: dock.height() == before, timeout=5000)

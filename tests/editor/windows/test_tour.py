"""Help > Tour, by keyboard and mouse."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from tests.editor.conftest import choose_language
from tests.editor.interface_texts import untranslated_texts
from tests.editor.windows.test_main_window import open_window

from m44core.model.edits import new_scenario
from m44editor.documents.document import Document
from m44editor.theme import Theme, apply_theme, theme_colour
from m44editor.windows.main_window import MainWindow
from m44editor.windows.tour import STEPS, Tour


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> MainWindow:
    return open_window(qtbot, Document(new_scenario()), tmp_path)


def start(window: MainWindow) -> Tour:
    window.commands["tour"].trigger()
    QApplication.processEvents()
    (tour,) = window.findChildren(Tour)
    return tour


def test_enter_alone_leads_through_seven_steps_with_a_real_scenario(window: MainWindow) -> None:
    tour = start(window)
    assert window.document.scenario.title == "Pegasus Bridge"
    assert window.document.path is None
    step_titles = []
    for number in range(7):
        assert tour.step_index == number
        assert tour.next.hasFocus()
        assert window.rect().contains(QRect(tour.pos(), tour.size()))
        assert STEPS[number].target(window.context).isVisible()
        step_titles.append(tour.text_label.text())
        QTest.keyClick(tour.next, Qt.Key.Key_Space)
    assert len({*step_titles}) == 7
    assert not tour.isVisible()
    assert window.view.hasFocus()


def test_the_tour_can_go_back_and_end_at_any_step(window: MainWindow) -> None:
    tour = start(window)
    QTest.mouseClick(tour.next, Qt.MouseButton.LeftButton)
    assert tour.step_index == 1
    QTest.mouseClick(tour.back, Qt.MouseButton.LeftButton)
    assert tour.step_index == 0
    assert not tour.back.isEnabled()
    QTest.keyClick(tour, Qt.Key.Key_Escape)
    assert not tour.isVisible()


def test_each_step_is_announced_to_screen_readers(window: MainWindow) -> None:
    tour = start(window)
    tour.show_step(5)
    assert tour.accessibleName() == "Problems"
    assert tour.accessibleDescription() == tour.text_label.text()
    tour.end()


def test_every_text_of_the_tour_is_translatable(pseudo_language: None, window: MainWindow) -> None:
    tour = start(window)
    for number in range(len(STEPS)):
        tour.show_step(number)
        assert not untranslated_texts(tour)
    tour.end()


def test_the_tour_continues_after_a_language_change(window: MainWindow) -> None:
    tour = start(window)
    QTest.mouseClick(tour.next, Qt.MouseButton.LeftButton)
    choose_language(window, "fr")
    assert tour.isVisible()
    assert (tour.step_index, tour.accessibleName(), tour.next.text()) == (1, "Pièces", "Suivante")
    for _ in range(6):
        QTest.mouseClick(tour.next, Qt.MouseButton.LeftButton)
    assert not tour.isVisible()


@pytest.mark.parametrize("theme", [Theme.DARK, Theme.LIGHT])
def test_the_callout_looks_like_the_bubbles_of_tools(
    qapp: QApplication, window: MainWindow, theme: Theme
) -> None:
    apply_theme(qapp, theme)
    tour = start(window)
    picture = tour.grab().toImage()
    middle = picture.height() // 2
    assert picture.pixelColor(0, middle) == theme_colour("edge")
    assert picture.pixelColor(3, middle) == theme_colour("tip")
    assert picture.pixelColor(0, 0) != theme_colour("edge")

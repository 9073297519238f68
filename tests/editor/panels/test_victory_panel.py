"""The victory panel: the list, the card with pictures, and the victory conditions."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from tests.editor.conftest import MouseAndKeyboard
from tests.editor.windows.test_main_window import open_window

from m44core.catalogue.catalogue_types import Side
from m44core.model import edits
from m44core.model.objective_medals import PlacedTag, objectives_on
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import MedalTerms
from m44editor.documents.document import Document
from m44editor.documents.hex_selection import Selection
from m44editor.panels.properties.objective_fields import KINDS
from m44editor.panels.victory_panel import VictoryPanel, kind_picture
from m44editor.windows.main_window import MainWindow

LEFT = Qt.MouseButton.LeftButton
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> MainWindow:
    window = open_window(qtbot, Document(edits.new_scenario()), tmp_path)
    QTest.qWaitForWindowActive(window)
    window.view.setFocus()
    return window


def victory_panel_of(window: MainWindow) -> VictoryPanel:
    panel = window.docks["victory"].panel()
    assert isinstance(panel, VictoryPanel)
    QApplication.processEvents()
    return panel


def draw_objective(window: MainWindow, *names: str) -> MouseAndKeyboard:
    user = MouseAndKeyboard(window.view)
    user.press_key(Qt.Key.Key_O)
    user.drag(*names)
    return user


def only_objective(window: MainWindow) -> PlacedTag:
    (token,) = objectives_on(window.document.scenario)
    return token


def listed_goals(window: MainWindow) -> list[str]:
    goals = victory_panel_of(window).list
    return [goals.item(row).text() for row in range(goals.count())]


def click_kind(window: MainWindow, row: int) -> None:
    kinds = victory_panel_of(window).card.kinds
    kinds.scrollToItem(kinds.item(row))
    point = kinds.visualItemRect(kinds.item(row)).center()
    QTest.mouseClick(kinds.viewport(), LEFT, pos=point)


def test_o_shows_the_panel_and_starts_drawing(window: MainWindow) -> None:
    assert not window.docks["victory"].isVisible()
    user = draw_objective(window, "C5", "D5")
    assert victory_panel_of(window).isVisible()
    user.press_key(Qt.Key.Key_O, SHIFT)
    user.drag("E9", "F9")
    assert listed_goals(window) == ["Allied medal: C5, D5\nWhile occupied", "Exit, Allies: E9, F9"]


def test_a_click_on_a_picture_chooses_the_kind_as_one_step(window: MainWindow) -> None:
    draw_objective(window, "C5", "D5")
    for row, option in enumerate(KINDS[1:], 1):
        click_kind(window, row)
        terms = only_objective(window).tag.medal
        assert terms
        assert tuple(name for name in option.value if getattr(terms, name)) == option.value
        assert window.document.undo_stack.count() == 1 + row


def test_a_kind_is_chosen_by_keyboard(window: MainWindow) -> None:
    draw_objective(window, "C5", "D5")
    kinds = victory_panel_of(window).card.kinds
    kinds.setFocus()
    QTest.keyClick(kinds, Qt.Key.Key_Down)
    QTest.keyClick(kinds, Qt.Key.Key_Down)
    QTest.keyClick(kinds, Qt.Key.Key_Return)
    assert only_objective(window).tag.medal == MedalTerms(permanent=True)


def test_the_victory_conditions_follow_the_data(window: MainWindow) -> None:
    draw_objective(window, "C5", "D5")
    conditions_label = victory_panel_of(window).conditions_label
    assert "1 medal while a unit occupies any one of C5, D5" in conditions_label.text()
    click_kind(window, 2)
    assert "1 medal for reaching any one of C5, D5 (permanent)" in conditions_label.text()
    card = victory_panel_of(window).card
    card.worth.setFocus()
    QTest.keyClick(card.worth, Qt.Key.Key_Up)
    card.hexes_needed.setFocus()
    QTest.keyClick(card.hexes_needed, Qt.Key.Key_Up)
    assert "2 medals for reaching all of C5, D5 (permanent)" in conditions_label.text()
    window.document.undo_stack.setIndex(0)
    assert "C5" not in conditions_label.text()


def test_the_side_is_chosen_by_a_button(window: MainWindow) -> None:
    draw_objective(window, "C5", "D5")
    QTest.mouseClick(victory_panel_of(window).card.sides[Side.AXIS], LEFT)
    assert only_objective(window).tag.name == "medal2"
    user = MouseAndKeyboard(window.view)
    user.press_key(Qt.Key.Key_O, SHIFT)
    user.drag("E9", "F9")
    QTest.mouseClick(victory_panel_of(window).card.sides[Side.AXIS], LEFT)
    assert listed_goals(window)[-1] == "Exit, Axis: E9, F9"
    assert not victory_panel_of(window).card.sides[None].isEnabled()


def test_a_click_in_the_list_selects_an_objective_and_delete_removes_it(window: MainWindow) -> None:
    user = draw_objective(window, "C5", "D5")
    user.press_key(Qt.Key.Key_O, SHIFT)
    user.drag("E9", "F9")
    goals = victory_panel_of(window).list
    point = goals.visualItemRect(goals.item(0)).center()
    QTest.mouseClick(goals.viewport(), LEFT, pos=point)
    assert window.selection.hexes == only_objective(window).hexes
    goals.setFocus()
    QTest.keyClick(goals, Qt.Key.Key_Delete)
    assert listed_goals(window) == ["Exit, Allies: E9, F9"]
    goals.setCurrentRow(0)
    QTest.keyClick(goals, Qt.Key.Key_Delete)
    assert window.document.scenario == edits.new_scenario()


def test_the_buttons_switch_to_the_tools(window: MainWindow) -> None:
    window.docks["victory"].reveal()
    for button, tool in (("draw_objective_button", "objective"), ("draw_exit_button", "exit")):
        QTest.mouseClick(getattr(victory_panel_of(window), button), LEFT)
        assert window.toolbox.tool.name == tool
        assert window.commands[tool].isChecked()


def test_every_kind_has_its_own_picture() -> None:
    pictures = [repr(kind_picture(option.value)) for option in KINDS]
    assert len({*pictures}) == len(KINDS)


def test_a_tall_panel_shows_every_kind_and_a_low_one_the_first_kinds(
    qtbot: QtBot, pegasus: Scenario
) -> None:
    selection = Selection()
    panel = VictoryPanel(Document(pegasus), selection)
    qtbot.addWidget(panel)
    panel.resize(280, 900)
    panel.show()
    selection.select(next(objectives_on(pegasus)).hexes)
    kinds = panel.card.kinds
    last_row = kinds.visualItemRect(kinds.item(kinds.count() - 1))
    assert kinds.viewport().rect().contains(last_row)
    panel.resize(280, 400)
    assert kinds.viewport().rect().contains(kinds.visualItemRect(kinds.item(3)))
    QApplication.processEvents()
    assert kinds.verticalScrollBar().maximum() > 0

"""The comparison window in the pseudo-language: all texts are translated and fit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from tests.editor.interface_texts import run_at_twice_the_size, texts_cut_off, untranslated_texts

from m44core.board import BOARDS, BoardType
from m44core.hexes import Hex
from m44core.messages.languages import languages
from m44core.model.edits import change_board
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, Piece, Texts, Unit
from m44editor.comparing.comparison_marks import ShownBoard
from m44editor.comparing.comparison_window import CompareWindow, NamedScenario
from m44editor.formatting import language_name

pytestmark = pytest.mark.usefixtures("pseudo_language")

NAMES = ("published.m44", "mine.yaml")
Open = Callable[[Scenario, Scenario], CompareWindow]


def hex_(name: str) -> Hex:
    return BOARDS[BoardType.STANDARD].hex(name)


@pytest.fixture
def open_window(qtbot: QtBot) -> Open:
    """Return a function that shows two scenarios in a window of the smallest common size."""

    def show(before: Scenario, after: Scenario) -> CompareWindow:
        window = CompareWindow(NamedScenario(NAMES[0], before), NamedScenario(NAMES[1], after))
        window.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)  # the test looks at it
        qtbot.addWidget(window)
        window.resize(1024, 700)
        with qtbot.waitExposed(window):
            window.show()
        return window

    return show


def texts_of_core(window: CompareWindow) -> list[str]:
    """Return the texts that come from the core and from the scenario."""
    pages = (window.side_by_side.before.toPlainText(), window.side_by_side.after.toPlainText())
    rows = (entry.text for entry in window.difference_list.differences)
    return [*NAMES, window.banner.text(), *rows, *pages]


def edit_scenario(scenario: Scenario) -> Scenario:
    """Return a scenario with changed pieces, cards, texts and dates."""
    changes = {
        hex_("F9"): HexContent(),
        hex_("E7"): HexContent(unit=Unit("infger", 2)),
        hex_("M1"): HexContent(terrain=Piece("hills")),
    }
    texts = {"en": replace(scenario.texts["en"], name="Bridges"), "fr": Texts(name="Le pont")}
    top = replace(scenario.briefing.top, cards=5)
    briefing = replace(scenario.briefing, top=top, begins=date(1944, 6, 5))
    return replace(scenario.with_hexes(changes), texts=texts, briefing=briefing)


def test_every_difference_is_translated_and_fits(open_window: Open, pegasus: Scenario) -> None:
    window = open_window(pegasus, edit_scenario(pegasus))
    for _ in window.difference_list.differences:
        window.difference_list.step(1)
        QApplication.processEvents()
        assert not untranslated_texts(
            window, *texts_of_core(window), *map(language_name, languages())
        )
        assert not texts_cut_off(window)


@pytest.mark.parametrize("side", ShownBoard)
def test_both_scenarios_are_shown_translated(
    open_window: Open, pegasus: Scenario, side: ShownBoard
) -> None:
    window = open_window(pegasus, edit_scenario(pegasus))
    window.set_shown_board(side)
    assert not untranslated_texts(window, *texts_of_core(window), *map(language_name, languages()))
    assert not texts_cut_off(window)


def test_two_equal_scenarios_are_reported_as_equal(open_window: Open, pegasus: Scenario) -> None:
    window = open_window(pegasus, pegasus)
    assert not untranslated_texts(window, *texts_of_core(window))
    assert not texts_cut_off(window)


def test_boards_of_different_formats_are_reported_translated(
    open_window: Open, pegasus: Scenario
) -> None:
    window = open_window(pegasus, change_board(pegasus, BoardType.OVERLORD).scenario)
    assert not untranslated_texts(window, *texts_of_core(window), "en")
    assert not texts_cut_off(window)


def test_all_texts_fit_at_twice_the_resolution() -> None:
    assert not run_at_twice_the_size(str(Path(__file__)), "-k", "not twice")

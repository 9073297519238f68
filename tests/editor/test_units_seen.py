"""Every unit in the editor and in the playtest: the other half of the table of units."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot
from tests.editor.panels.properties.test_panel import Desk
from tests.editor.playtest.conftest import TWO_PEOPLE, Player
from tests.unit_table import Row, on_one_board, rows

from m44core.catalogue.load import load_catalogue
from m44editor.playtest.window import PlaytestWindow
from m44editor.words import told

ROWS = rows()


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_editor_the_properties_name_a_unit_that_is_chosen(qtbot: QtBot, row: Row) -> None:
    scenario = row.scenario()
    hex_ = next(h for h, unit in scenario.units() if unit == row.unit)
    desk = Desk(qtbot, dict(scenario.hexes))
    desk.select(hex_)
    name = told(load_catalogue().elements[row.unit.name].titled)
    assert any(title.startswith(name) for title in desk.titles())
    assert desk.content(hex_).unit == row.unit


@pytest.mark.parametrize("era", ["early-war", "late-war"])
def test_playtest_shows_every_unit_as_it_is(qtbot: QtBot, era: str) -> None:
    scenario = on_one_board(era)
    window = PlaytestWindow(scenario, "table.yaml")
    qtbot.addWidget(window)
    with qtbot.waitExposed(window):
        window.show()
    player = Player(qtbot, window)
    player.start(TWO_PEOPLE)
    shown = window.board.scenario
    for hex_, unit in scenario.units():
        player.point_at(hex_)
        there = shown.at(hex_).unit
        assert there is not None
        marks = (unit.name, unit.badge, unit.equipment)
        assert (there.name, there.badge, there.equipment) == marks

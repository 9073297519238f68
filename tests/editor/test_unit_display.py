"""Every unit in the editor and in the playtest: the second half of the tests of the unit table."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication, QComboBox, QWidget
from pytestqt.qtbot import QtBot
from tests.editor.panels.properties.test_properties_panel import PropertiesDriver
from tests.editor.playtest.conftest import TWO_PEOPLE, PlaytestDriver
from tests.unit_table import UnitRow, board_of_all_units, unit_table_rows

from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.catalogue.catalogue_types import Layer
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Unit
from m44editor.interface_text import translated
from m44editor.playtest.playtest_window import PlaytestWindow

ROWS = unit_table_rows()


@pytest.fixture(scope="module")
def shared_properties(request: pytest.FixtureRequest, qapp: object) -> Iterator[PropertiesDriver]:
    """A properties panel for all units, one after the other."""
    driver = PropertiesDriver(QtBot(request), {})
    yield driver
    driver.panel.close()
    driver.panel.deleteLater()


@pytest.fixture
def properties(shared_properties: PropertiesDriver) -> Iterator[PropertiesDriver]:
    """The properties panel, hidden after the test because it would cover the next window."""
    shared_properties.panel.show()
    yield shared_properties
    shared_properties.panel.hide()


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_editor_the_properties_name_a_selected_unit(
    properties: PropertiesDriver, row: UnitRow
) -> None:
    properties_driver, scenario = properties, row.scenario()
    hex_ = row.place(scenario)
    properties_driver.show(scenario)
    properties_driver.select(hex_)
    name = translated(base_catalogue().elements[row.unit.name].title)
    assert any(title.startswith(name) for title in properties_driver.titles())
    text_by_field = {
        field.label.text(): combo_box_text(field.box) for field in properties_driver.rows()
    }
    for label, piece in (("Badge", row.unit.badge), ("Equipment", row.unit.equipment)):
        assert not piece or text_by_field[label] in offered_names(row, piece)
    content = properties_driver.content(hex_)
    assert content.structure if row.pieces else content.unit == row.unit


def combo_box_text(box: QWidget) -> str:
    return box.currentText() if isinstance(box, QComboBox) else ""


def offered_names(row: UnitRow, piece: str) -> set[str]:
    """Return the names under which a badge or a piece of equipment is offered."""
    element = base_catalogue().get(piece, Layer.BADGE)
    titles = [each.title for each in (element, row.special) if each]
    return {translated(name) for name in titles}


def start_playtest(qtbot: QtBot, scenario: Scenario) -> PlaytestDriver:
    """Return a player in a running game between two people."""
    window = PlaytestWindow(scenario, "table.yaml")
    qtbot.addWidget(window)
    window.resize(1200, 800)  # shows a whole Overlord board at a readable scale
    with qtbot.waitExposed(window):
        window.show()
    player = PlaytestDriver(qtbot, window)
    player.start(TWO_PEOPLE)
    QApplication.processEvents()  # lay out the board beside the panel of the game
    return player


def expected_names(unit: Unit) -> Iterator[str]:
    """Yield the names that the status line must show: of a unit, its badge and its equipment."""
    catalogue = base_catalogue()
    yield translated(catalogue.elements[unit.name].title)
    if unit.badge:
        yield translated(catalogue.elements[unit.badge].title)
    specials = catalogue.unit_profile(
        unit.name, unit.badge, unit.behavior, unit.figures, unit.equipment
    )
    yield from (translated(special.title) for special in specials.specials if special.equipment)


@pytest.mark.parametrize("era", ["early-war", "late-war"])
def test_playtest_shows_every_unit_correctly(qtbot: QtBot, era: str) -> None:
    scenario = board_of_all_units(era)
    player = start_playtest(qtbot, scenario)
    scenario_on_board = player.window.board.scenario
    for hex_, unit in scenario.units():
        player.point_at(hex_)
        unit_on_board = scenario_on_board.at(hex_).unit
        assert unit_on_board is not None
        marks = (unit.name, unit.badge, unit.equipment)
        assert (unit_on_board.name, unit_on_board.badge, unit_on_board.equipment) == marks
        status_text = player.window.status_label.text()
        assert [name for name in expected_names(unit) if name not in status_text] == []


@pytest.mark.parametrize("row", [row for row in ROWS if row.pieces], ids=lambda row: row.name)
def test_playtest_shows_a_ship_or_a_train_correctly(qtbot: QtBot, row: UnitRow) -> None:
    scenario = row.scenario()
    player = start_playtest(qtbot, scenario)
    for hex_, _, piece in row.pieces:
        content_on_board = player.window.board.scenario.at(scenario.board.hex(hex_)).structure
        assert content_on_board is not None
        assert content_on_board.name == piece.name

"""Selecting by kind and side, and figures by digits."""

from __future__ import annotations

import pytest
from tests.editor.tools.conftest import Table

from m44core.model import edits
from m44core.model.parts import HexContent, Piece, Unit


@pytest.fixture
def table(table: Table) -> Table:
    """Two armies and two woods."""
    there = {
        "C5": HexContent(terrain=Piece("woods"), unit=Unit("infger")),
        "D5": HexContent(terrain=Piece("woods")),
        "E5": HexContent(unit=Unit("tankger")),
        "F5": HexContent(unit=Unit("infus")),
        "G5": HexContent(unit=Unit("infger")),
    }
    hexes = {table.hex(name): content for name, content in there.items()}
    table.document.replace(edits.new_scenario().with_hexes(hexes), None)
    table.view.set_scenario(table.document.scenario)
    return table


def test_all_of_a_kind_are_selected_and_counted(table: Table) -> None:
    said: list[str] = []
    table.commands.said.connect(said.append)
    table.hand.click("C5")
    table.commands.select_kind()
    assert table.selected == {"C5", "G5"}
    table.hand.click("D5")
    table.commands.select_kind()
    assert table.selected == {"C5", "D5"}
    assert said == ["2 hexes selected", "2 hexes selected"]


def test_all_units_of_a_side_are_selected(table: Table) -> None:
    table.hand.click("E5")
    table.commands.select_side()
    assert table.selected == {"C5", "E5", "G5"}


def test_the_others_are_selected(table: Table) -> None:
    table.commands.select_all()
    table.commands.select_others()
    assert table.selected == set()
    table.hand.click("E5")
    table.commands.select_others()
    assert len(table.selected) == len(table.view.board.hexes) - 1


def test_digits_change_the_figures_of_selected_units(table: Table) -> None:
    table.hand.click("C5")
    table.commands.select_kind()
    table.commands.set_figures(2)
    assert [table.at(name).unit for name in ("C5", "G5")] == [Unit("infger", figures=2)] * 2
    assert table.steps == 1


def test_digits_change_the_figures_of_the_unit_in_hand(table: Table) -> None:
    table.take("infger")
    table.toolbox.use("brush")
    table.commands.set_figures(3)
    table.hand.drag("I5", "J5")
    table.commands.set_figures(None)
    table.hand.click("K5")
    placed = [table.at(name).unit for name in ("I5", "J5", "K5")]
    assert placed == [Unit("infger", figures=3)] * 2 + [Unit("infger")]

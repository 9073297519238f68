"""Every unit from its file to its bill; its row in editor and playtest is in tests/editor."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.unit_table import Row, rows

from m44core.diagnostics import Severity
from m44core.drawing.board.board import arts_of_hex
from m44core.findings.render import render
from m44core.hexes import Hex
from m44core.io.files.formats import FileFormat
from m44core.io.files.open import read_bytes
from m44core.io.files.write import to_bytes
from m44core.model.parts import HexContent, Unit
from m44core.model.scenario import Scenario
from m44core.playtest.games.batch import Plan, play_games
from m44core.rules.facts.coverage import gaps
from m44core.rules.play.setup import new_game
from m44core.rules.settings import Settings
from m44core.validation.running.runner import check_file
from m44core.validation.supply.checklist import checklist

ROWS = rows()


@pytest.fixture(params=ROWS, ids=lambda row: row.name)
def row(request: pytest.FixtureRequest) -> Row:
    found: Row = request.param
    return found


def place_of(row: Row, scenario: Scenario) -> Hex:
    """Return the hex of the unit the row is about."""
    return next(hex_ for hex_, unit in scenario.units() if unit == row.unit)


def test_the_table_has_every_unit_once() -> None:
    names = [row.name for row in ROWS]
    assert len(names) == len(set(names))
    assert {"german-infantry", "tiger", "nebelwerfer", "command-car", "half-track"} <= {*names}


@pytest.mark.parametrize("format_", [FileFormat.YAML, FileFormat.M44])
def test_file_a_unit_is_read_as_it_was_written(row: Row, format_: FileFormat) -> None:
    scenario = row.scenario()
    name = f"row.{format_.value.lower()}"
    assert read_bytes(to_bytes(scenario, format_), name).scenario == scenario


def test_check_nothing_is_wrong_with_a_unit_as_it_should_be(row: Row, tmp_path: Path) -> None:
    file = tmp_path / "row.yaml"
    file.write_bytes(to_bytes(row.scenario(), FileFormat.YAML))
    found = [d for d in check_file(file).diagnostics if d.severity is not Severity.INFO]
    bare = "M407"  # special forces that wear no badge
    wrong = [d for d in found if d.code.startswith(("M4", "M0"))]
    assert [render(d, "en") for d in wrong if row.special or d.code != bare] == []


def test_engine_a_unit_is_what_its_row_says_and_can_be_ordered(row: Row) -> None:
    scenario = row.scenario()
    state = new_game(scenario)
    unit = next(each for each in state.field.units if each.placed == row.unit)
    assert row.special is None or row.special in unit.troop.specials
    assert not gaps(scenario)


@pytest.mark.bulk
def test_computer_a_sergeant_plays_with_a_unit_and_against_it(row: Row) -> None:
    plan = Plan(row.scenario(), range(1, 2), check=True, settings=Settings(turn_limit=6))
    (game,) = play_games(plan)
    assert game.result.turns > 1


def test_picture_whatever_marks_a_unit_is_drawn(row: Row) -> None:
    scenario = row.scenario()
    hex_ = place_of(row, scenario)
    plain = scenario.with_hexes({hex_: HexContent(unit=Unit(row.unit.name))})
    drawn, usual = arts_of_hex(scenario, hex_), arts_of_hex(plain, hex_)
    marks = row.unit.badge, row.unit.equipment, row.unit.figures, row.structure
    assert (drawn != usual) == any(marks)


def test_bill_a_unit_is_on_the_list_of_what_to_set_up(row: Row) -> None:
    scenario = row.scenario()
    name = scenario.board.name(place_of(row, scenario))
    assert any(name in item.where for step in checklist(scenario) for item in step.items)

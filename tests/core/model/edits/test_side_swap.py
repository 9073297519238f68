"""Swapping sides: units, owners, medals and players."""

from __future__ import annotations

from m44core.catalogue.catalogue_types import Side
from m44core.model import edits
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, Piece, Tag, Unit


def make_scenario() -> Scenario:
    scenario = edits.new_scenario()
    content = HexContent(
        structure=Piece("bunker", owner=Side.AXIS),
        unit=Unit("inf2ger", figures=3, badge="badge4"),
        tags=(Tag("medal1"),),
    )
    return scenario.with_hexes({scenario.board.hex("E5"): content})


def test_everything_changes_sides_and_players_are_swapped() -> None:
    after = edits.swap_sides(make_scenario())
    content = after.at(after.board.hex("E5"))
    assert content.unit == Unit("inf2us", figures=3)
    assert content.structure == Piece("bunker", owner=Side.ALLIES)
    assert content.tags == (Tag("medal2"),)
    assert (after.briefing.top.side, after.briefing.bottom.side) == (Side.ALLIES, Side.AXIS)


def test_a_swapped_unit_gets_the_enemy_nation_on_the_board() -> None:
    scenario = make_scenario()
    scenario = edits.place_unit(scenario, Unit("tankbrit"), [scenario.board.hex("A1")])
    assert edits.enemy_unit_name(scenario, "infger") == "infbrit"


def test_swapping_twice_restores_all_but_badges() -> None:
    scenario = edits.set_badge(make_scenario(), None, make_scenario().hexes)
    assert edits.swap_sides(edits.swap_sides(scenario)) == scenario


def test_changing_the_nation_of_a_unit_keeps_its_kind_and_removes_badges_of_the_other_side() -> (
    None
):
    catalogue = edits.new_scenario().catalogue
    elite = Unit("tank2ger", figures=2, badge="badge4", equipment="patrol")
    assert edits.unit_of_nation(elite, catalogue.nations["ru"], catalogue) == Unit(
        "tank2ru", figures=2, equipment="patrol"
    )
    assert edits.unit_of_nation(elite, catalogue.nations["jp"], catalogue).badge == "badge4"
    unknown_unit = Unit("infx")
    assert edits.unit_of_nation(unknown_unit, catalogue.nations["ru"], catalogue) == unknown_unit

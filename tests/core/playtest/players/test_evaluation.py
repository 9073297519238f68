"""The evaluation of a position: hexes, targets and medals."""

from __future__ import annotations

import pytest

from m44core.board import BOARDS, BoardType
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, Piece, Tag, Unit
from m44core.playtest.players.evaluation import PositionEvaluation, units_of
from m44core.rules.board.hex_grid import BOTTOM
from m44core.rules.game.state import GameState
from m44core.rules.play.game_setup import new_game

BOARD = BOARDS[BoardType.STANDARD]
INFANTRY = HexContent(unit=Unit("infus"))
ENEMY = HexContent(unit=Unit("infger"))


def evaluation_and_units(**contents: HexContent) -> tuple[PositionEvaluation, dict[str, int]]:
    """Return the Allies' evaluation of the position, and the unit numbers keyed by hex name."""
    hexes = {BOARD.hex(name): content for name, content in contents.items()}
    state = new_game(Scenario().with_hexes(hexes))
    units = {state.field.grid.names[unit.start]: unit.number for unit in state.field.units}
    return PositionEvaluation(state, BOTTOM), units


def index_of(name: str) -> int:
    return BOARD.index[BOARD.hex(name)]


def test_a_nearly_eliminated_unit_is_the_better_target() -> None:
    weak_unit = HexContent(unit=Unit("infger", figures=1))
    judgement, units = evaluation_and_units(G3=INFANTRY, f4=ENEMY, g4=weak_unit)
    assert judgement.attack_values(units["g4"])[2] > judgement.attack_values(units["f4"])[2]


def test_a_unit_that_holds_an_objective_is_the_better_target() -> None:
    holder = HexContent(unit=Unit("infger"), tags=(Tag("medal1"),))
    judgement, units = evaluation_and_units(G3=INFANTRY, f4=ENEMY, g4=holder)
    assert judgement.attack_values(units["g4"])[2] > judgement.attack_values(units["f4"])[2]


def test_more_dice_raise_the_value_of_an_attack() -> None:
    judgement, units = evaluation_and_units(G3=INFANTRY, f4=ENEMY)
    attack_values = judgement.attack_values(units["f4"])
    assert list(attack_values) == sorted(attack_values)
    assert attack_values[0] == 0


def test_a_unit_on_the_edge_is_the_better_target() -> None:
    """A unit at the edge cannot retreat, so flags cost it figures (B-RET-06)."""
    judgement, units = evaluation_and_units(G3=INFANTRY, f4=ENEMY, D9=ENEMY)
    assert judgement.attack_values(units["D9"])[3] > judgement.attack_values(units["f4"])[3]


def test_the_last_medal_is_more_valuable_than_the_first() -> None:
    judgement, _ = evaluation_and_units(G3=INFANTRY, f4=ENEMY)
    value_when_behind = judgement.medal_value
    judgement.position.eliminated[BOTTOM] = judgement.position.field.medals_needed[BOTTOM] - 1
    assert PositionEvaluation(judgement.position, BOTTOM).medal_value > value_when_behind


def test_an_open_objective_attracts_a_unit() -> None:
    judgement, units = evaluation_and_units(
        G3=INFANTRY, A9=ENEMY, M5=HexContent(tags=(Tag("medal1"),))
    )
    hex_value = judgement.hex_value_function(units["G3"])
    assert hex_value(index_of("M5")) > hex_value(index_of("K5")) > hex_value(index_of("G3"))


def test_an_enemy_objective_is_less_valuable_than_an_objective_of_the_player() -> None:
    own_objective, enemy_objective = (
        HexContent(tags=(Tag("medal1"),)),
        HexContent(tags=(Tag("medal2"),)),
    )
    judgement, _ = evaluation_and_units(G3=INFANTRY, A9=ENEMY, M5=own_objective, K5=enemy_objective)
    assert judgement.holding_values[index_of("M5")] > judgement.holding_values[index_of("K5")]


def test_cover_reduces_the_risk_of_a_unit() -> None:
    forest = HexContent(terrain=Piece("woods"))
    judgement, units = evaluation_and_units(G3=INFANTRY, g6=ENEMY, f4=forest)
    risk = judgement.risk_by_hex(units["G3"])
    assert risk[index_of("f4")] < risk[index_of("g4")]


def test_a_unit_far_from_the_enemy_is_at_no_risk() -> None:
    judgement, units = evaluation_and_units(G3=INFANTRY, G9=ENEMY)
    risk = judgement.risk_by_hex(units["G3"])
    assert risk[index_of("A1")] == 0 < risk[index_of("g6")]


@pytest.mark.parametrize("figures", [1, 4])
def test_a_weakened_unit_is_at_greater_risk(figures: int) -> None:
    own_unit = HexContent(unit=Unit("infus", figures=figures))
    judgement, units = evaluation_and_units(G3=own_unit, G5=ENEMY)
    full_judgement, full_units = evaluation_and_units(G3=INFANTRY, G5=ENEMY)
    hex_ = index_of("G3")
    risk, full_risk = (
        judgement.risk_by_hex(units["G3"])[hex_],
        full_judgement.risk_by_hex(full_units["G3"])[hex_],
    )
    assert (risk > full_risk) == (figures < 4)


def test_only_own_units_on_the_board_are_judged() -> None:
    judgement, units = evaluation_and_units(G3=INFANTRY, A1=INFANTRY, G5=ENEMY)
    assert set(units_of(judgement.position, BOTTOM)) == {units["G3"], units["A1"]}


@pytest.mark.rule("B-LOS-01")
def test_the_risk_from_artillery_ignores_lines_of_sight() -> None:
    gun, forest = HexContent(unit=Unit("gunus")), HexContent(terrain=Piece("woods"))
    judgement, units = evaluation_and_units(G1=gun, f2=INFANTRY, G3=forest, G5=ENEMY, G9=INFANTRY)
    kinds, kind_of = judgement.tables.kinds, judgement.tables.kind_of
    assert judgement.firing_hexes(kinds[kind_of[units["G1"]]], index_of("G5")) >> index_of("G1") & 1
    assert (
        not judgement.firing_hexes(kinds[kind_of[units["G9"]]], index_of("G1")) >> index_of("G5")
        & 1
    )


@pytest.mark.rule("E-TIGER-02")
def test_a_tiger_loses_less_than_a_third_as_many_figures_as_other_armor() -> None:
    tiger, tank = HexContent(unit=Unit("tank2ger", figures=1)), HexContent(unit=Unit("tankger"))
    judgement, units = evaluation_and_units(G3=INFANTRY, f4=tiger, g4=tank)
    assert judgement.odds(units["f4"], 3).losses < judgement.odds(units["g4"], 3).losses / 3


@pytest.mark.rule("TH-AT-01")
def test_stars_of_an_anti_tank_team_are_counted() -> None:
    team = HexContent(unit=Unit("infus", badge="badge37"))
    judgement, units = evaluation_and_units(
        G3=team, F3=INFANTRY, g4=HexContent(unit=Unit("tankger"))
    )
    kind_of, armor = judgement.tables.kind_of, units["g4"]
    team_aim = judgement.aim(kind_of[units["G3"]], armor, is_at_rest=True, close=True)
    plain_aim = judgement.aim(kind_of[units["F3"]], armor, is_at_rest=True, close=True)
    assert (
        judgement.attack_values(armor, team_aim)[2] > judgement.attack_values(armor, plain_aim)[2]
    )


def test_the_values_of_single_hexes_agree_with_those_of_all_hexes(state: GameState) -> None:
    judgement = PositionEvaluation(state, state.active)
    for unit in units_of(state, state.active):
        place, number = state.place[unit], state.field.units[unit].class_number
        assert judgement.risk_at(unit, place) == judgement.risk_by_hex(unit)[place]
        assert judgement.attraction_at(number, place) == judgement.attraction_by_hex(number)[place]

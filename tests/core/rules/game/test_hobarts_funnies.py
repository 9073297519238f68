"""Positions show laid bridges, but not destroyed bunkers (E-HOB-02, E-HOB-06)."""

from __future__ import annotations

import pytest
from tests.core.rules.test_cases import Case, carry_out, game_of_case

from m44core.model.scenario_parts import Piece
from m44core.rules.game.position_scenario import scenario_of_position
from m44core.rules.game_settings import RuleSettings
from m44core.rules.play.game_setup import new_game


@pytest.mark.rule("E-HOB-02")
def test_a_laid_bridge_is_on_the_board_and_no_longer_on_its_tank() -> None:
    state = game_of_case(Case(hexes={"G3": "american-armor $hobart-bridge", "g4": "river"}))
    for text in ("play assault-centre", "order G3", "bridge G3 g4", "move G3 g4"):
        carry_out(state, text)
    content = scenario_of_position(state).at(state.field.scenario.board.hex("g4"))
    assert content.structure == Piece("bridge")
    assert content.unit is not None
    assert content.unit.equipment is None
    resumed_state = new_game(scenario_of_position(state), RuleSettings())
    assert not resumed_state.ground.boat_only_hexes >> resumed_state.field.grid.index["g4"] & 1


@pytest.mark.rule("E-HOB-06")
def test_a_destroyed_bunker_is_off_the_board() -> None:
    hexes = {"G3": "american-armor $hobart-petard", "g4": "field-bunker"}
    hexes |= {"G5": "german-infantry", "E3": "american-infantry", "E5": "german-infantry"}
    state = game_of_case(Case(hexes=hexes))
    for text in ("play assault-centre", "order all", "end-moves", "breach G3 g4", "roll star inf"):
        carry_out(state, text)
    assert scenario_of_position(state).at(state.field.scenario.board.hex("g4")).structure is None

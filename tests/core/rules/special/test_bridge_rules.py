"""Blown-up bridges: properties in files and positions of games, beyond the case files."""

from __future__ import annotations

import pytest

from m44core.board import BOARDS, BoardType
from m44core.catalogue.catalogue_types import Side
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Briefing, HexContent, Piece, Player, Unit
from m44core.model.special_rules import SpecialRules
from m44core.model.unit_rules import BlowBridges
from m44core.rules.board.hex_grid import BOTTOM
from m44core.rules.game.actions import BlowUpBridge, DieFace, DrawCard, Roll
from m44core.rules.game.position_scenario import scenario_to_resume
from m44core.rules.game.state import GameState
from m44core.rules.play.apply import apply_action
from m44core.rules.play.game_setup import new_game
from m44core.rules.special.bridge_rules import demolition_medals_and_chance
from m44core.rules.victory.game_end import medals_by_source

BOARD = BOARDS[BoardType.STANDARD]
BRIDGE_WORTH_A_MEDAL = Piece(
    "bridge", behavior="can-be-blown", extra={"behavior2": "ONE_MEDAL_IF_BLOWN"}
)


def game_with_blown_bridge() -> GameState:
    """Return a game in which the Allies have blown up a bridge that is worth a medal."""
    hexes = {
        "G5": HexContent(Piece("river"), BRIDGE_WORTH_A_MEDAL),
        "g4": HexContent(unit=Unit("infus")),
        "A9": HexContent(unit=Unit("infger")),
    }
    briefing = Briefing(
        Player(Side.AXIS, cards=1),
        Player(Side.ALLIES, cards=2),
        special_rules=SpecialRules({"blow-bridges": BlowBridges(Side.ALLIES)}),
    )
    scenario = Scenario(briefing=briefing)
    state = new_game(
        scenario.with_hexes({BOARD.hex(name): content for name, content in hexes.items()})
    )
    for card in ("probe-left", "probe-centre", "probe-centre"):
        apply_action(state, DrawCard(card))
    state.active = BOTTOM
    state.legal = None
    apply_action(state, BlowUpBridge("probe-centre", "G5"))
    apply_action(state, Roll((DieFace.STAR, DieFace.FLAG)))
    return state


@pytest.mark.rule("TH-BLOW-03")
def test_blowing_up_a_bridge_can_gain_a_medal() -> None:
    state = game_with_blown_bridge()
    assert medals_by_source(state, BOTTOM).deeds == 1
    assert state.medals(BOTTOM) == 1


@pytest.mark.rule("TH-BLOW-03")
def test_a_blown_bridge_is_off_the_board_and_its_medal_is_kept() -> None:
    state = game_with_blown_bridge()
    while state.deck and state.drawing:
        apply_action(state, DrawCard(state.deck[0]))
    scenario = scenario_to_resume(state)
    assert scenario.at(BOARD.hex("G5")).structure is None
    assert scenario.position is not None
    assert new_game(scenario).medals(BOTTOM) == 1


@pytest.mark.rule("TH-BLOW-03")
def test_computer_players_know_the_chance_that_one_of_two_dice_shows_a_star() -> None:
    medals, chance = demolition_medals_and_chance(
        game_with_blown_bridge(), BOARD.index[BOARD.hex("G5")]
    )
    assert medals == 1
    assert chance == pytest.approx(11 / 36)

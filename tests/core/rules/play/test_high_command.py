"""The Italian High Command starts with six cards and keeps its last three."""

from __future__ import annotations

import pytest
from tests.core.rules.test_cases import Case, carry_out, game_of_case

from m44core.board import BOARDS, BoardType
from m44core.catalogue.catalogue_types import Side
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Briefing, HexContent, Player, Unit
from m44core.model.special_rules import ItalyHighCommand, SpecialRules
from m44core.rules.board.hex_grid import TOP
from m44core.rules.game.phases import Phase
from m44core.rules.game.state import GameState
from m44core.rules.play.game_setup import battlefield_of

BOARD = BOARDS[BoardType.STANDARD]
HAND = ("probe-centre", "probe-left", "probe-right", "attack-left", "attack-right", "recon-left")


@pytest.mark.rule("E-ITA-01")
@pytest.mark.parametrize(("applies", "cards"), [(True, (6, 4)), (False, (3, 4))])
def test_the_high_command_begins_with_six_cards(applies: bool, cards: tuple[int, int]) -> None:
    rules = SpecialRules({"italy-high-command": ItalyHighCommand(applies)})
    players = (Player(Side.AXIS, cards=3), Player(Side.ALLIES, cards=4))
    hexes = {BOARD.hex("A9"): HexContent(unit=Unit("infger"))}
    hexes[BOARD.hex("A1")] = HexContent(unit=Unit("infus"))
    scenario = Scenario(briefing=Briefing(*players, special_rules=rules)).with_hexes(hexes)
    assert battlefield_of(scenario).hand_sizes == cards


def game_after_losing_a_unit(cards: int) -> GameState:
    """Return a game in which a High Command with *cards* cards has just lost a unit."""
    hexes = {"G5": "american-infantry", "g6": "german-infantry*1", "G9": "german-infantry"}
    state = game_of_case(Case(hexes, enemy=HAND, options={"italy-high-command": True}))
    state.hands[TOP] = HAND[:cards]
    for text in ("play assault-centre", "order G5", "end-moves", "battle G5 g6"):
        carry_out(state, text)
    carry_out(state, "roll inf star star")
    return state


@pytest.mark.rule("E-ITA-01")
@pytest.mark.parametrize(("cards", "phase"), [(4, Phase.LOSS), (3, Phase.TAKE_GROUND)])
def test_the_high_command_keeps_its_last_three_cards(cards: int, phase: Phase) -> None:
    assert game_after_losing_a_unit(cards).phase is phase

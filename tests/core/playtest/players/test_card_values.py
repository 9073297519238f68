"""The prospects of cards: plans that the cards can carry out."""

from __future__ import annotations

import pytest
from tests.core.rules.test_cases import Case, carry_out, game_of_case

from m44core.playtest.players.card_values import CardValues, Prospect
from m44core.playtest.players.evaluation import PositionEvaluation
from m44core.rules.game.actions import Play
from m44core.rules.game.state import GameState


def prospect_of_card(state: GameState, card: str) -> Prospect:
    return CardValues(PositionEvaluation(state, state.active)).prospect(Play(card))


def play_case(case: Case) -> GameState:
    state = game_of_case(case)
    for text in case.do:
        carry_out(state, text)
    return state


@pytest.mark.rule("B-CARD-CNT")
@pytest.mark.rule("R-20")
def test_a_counter_attack_of_an_infantry_assault_is_planned_in_the_same_section() -> None:
    hexes = {
        "A1": "american-infantry",
        "A9": "german-infantry",
        "G7": "american-infantry*1",
        "G9": "german-infantry",
    }
    actions = ("play infantry-assault", "section left", "end-orders", "draw recon-left")
    state = play_case(
        Case(card="infantry-assault", enemy=("counter-attack",), hexes=hexes, do=actions)
    )
    prospect = prospect_of_card(state, "counter-attack")
    names = state.field.grid.names
    assert [names[state.place[intent.unit]] for intent in prospect.plan.intents] == ["A9"]
    assert prospect.section is None


@pytest.mark.rule("B-CARD-DIG")
def test_sandbags_are_planned_for_endangered_units_without_cover() -> None:
    hexes = {
        "G3": "american-infantry",
        "f2": "forest american-infantry",
        "E1": "sandbags american-infantry",
        "g4": "german-infantry",
        "f4": "german-armor",
    }
    state = play_case(Case(card="dig-in", hexes=hexes))
    prospect = prospect_of_card(state, "dig-in")
    names = state.field.grid.names
    dug_in = [names[state.place[intent.unit]] for intent in prospect.plan.intents]
    assert dug_in[0] == "G3"
    assert not {"f2", "E1"} & set(dug_in)
    assert prospect.value > 0

"""Personality: the side that attacks, and the battles that the players seek."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from tests.core.rules.test_cases import Case, game_of_case

from m44core.model.scenario import Scenario
from m44core.playtest.players.card_values import CardValues
from m44core.playtest.players.evaluation import PositionEvaluation
from m44core.playtest.players.personality import STEADY, attacker_of
from m44core.rules.game.actions import Play
from m44core.rules.game.state import NOBODY, GameState
from m44core.rules.play.game_setup import new_game


@pytest.mark.parametrize(
    ("name", "side"),
    [
        ("sword-beach", "allies"),  # the medals are behind the Axis
        ("first-assault-wave", "allies"),  # so here, though the Axis moves first
        ("montelimar", "axis"),
        ("arnhem-bridge", "axis"),  # nothing but who moves first tells
    ],
)
def test_the_attacker_has_more_medals_to_gain_or_else_moves_first(
    name: str, side: str, read_shipped: Callable[[str], Scenario]
) -> None:
    field = new_game(read_shipped(name)).field
    assert field.sides[attacker_of(field)].value.lower() == side


def planned_targets(state: GameState, min_value: float) -> list[int]:
    temper = replace(STEADY, least=min_value)
    prospect = CardValues(PositionEvaluation(state, state.active, temper)).prospect(
        Play("assault-centre")
    )
    return [intent.target for intent in prospect.plan.intents if intent.target != NOBODY]


def test_a_battle_that_is_not_worth_an_order_is_not_fought() -> None:
    hexes = {"G3": "american-infantry", "g6": "german-infantry", "A1": "american-infantry"}
    state = game_of_case(Case(card="assault-centre", hexes=hexes))
    assert planned_targets(state, 0.0)
    assert not planned_targets(state, 3.0)

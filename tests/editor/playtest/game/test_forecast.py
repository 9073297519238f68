"""Odds are compared with all possible rolls in the engine."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest
from tests.editor.playtest.conftest import deal_script, skirmish

from m44core.rules.board.hex_grid import CHANCE
from m44core.rules.game.actions import Action, Battle, Play, Roll, parse_action
from m44core.rules.game.phases import Phase
from m44core.rules.game.state import NOWHERE, GameState
from m44core.rules.play.apply import apply_action
from m44core.rules.play.chance import DIE
from m44core.rules.play.game_setup import new_game
from m44core.rules.play.legal_actions import legal_actions
from m44editor.playtest.game.forecast import (
    Odds,
    odds_of_ambush,
    odds_of_fight,
    odds_of_strike,
    odds_of_targets,
)

DUEL = "  g4: {unit: american-infantry}\n  G5: {unit: german-infantry}\n"
CASES = {
    "infantry next to infantry": DUEL,
    "armor next to infantry on its own edge": (
        "  g8: {unit: american-armor}\n  G9: {unit: german-infantry}\n"
    ),
    "artillery far away": "  g4: {unit: american-artillery}\n  G9: {unit: german-artillery}\n",
    "behind sandbags": (
        "  g4: {unit: american-armor}\n  g6: {obstacle: sandbags, unit: german-armor}\n"
    ),
    "with one figure left": (
        "  g4: {unit: american-infantry}\n  G5: {unit: {is: german-infantry, figures: 1}}\n"
    ),
    "with a friend behind": (
        "  g4: {unit: american-infantry}\n  G5: {unit: german-infantry}\n"
        "  f6: {unit: german-armor}\n  g6: {unit: german-armor}\n"
    ),
}


def game_after(hexes: str, hands: tuple[list[str], list[str]], *decisions: str) -> GameState:
    """Return a game after *decisions* of the first player."""
    state, script, actions = new_game(skirmish(hexes)), deal_script(*hands), list[Action]()
    actions_left = [parse_action(text) for text in decisions]
    while actions_left or state.player == CHANCE:
        chance = script.next_outcome(state, actions) if state.player == CHANCE else None
        action = chance or actions_left.pop(0)
        apply_action(state, action)
        actions.append(action)
    return state


def odds_over_all_rolls(state: GameState, target: int) -> Odds:
    """Return the odds over all rolls against a unit, including the forced moves of its owner."""
    before, place = state.figures[target], state.place[target]
    losses = eliminations = driven_off = Fraction()
    share = Fraction(1, len(DIE) ** state.dice)
    for faces in product(DIE, repeat=state.dice):
        final_states = list(_final_states(state, Roll(faces)))
        figures_left = {end.figures[target] for end in final_states}
        assert len(figures_left) == 1, "the losses do not depend on what the owner does"
        losses += share * (before - min(figures_left))
        is_eliminated = any(end.place[target] == NOWHERE for end in final_states)
        eliminations += share * is_eliminated
        driven_off += share * (
            not is_eliminated and all(end.place[target] != place for end in final_states)
        )
    return Odds(state.dice, float(losses), float(eliminations), float(driven_off))


def _final_states(state: GameState, roll: Roll) -> Iterator[GameState]:
    after = state.clone()
    apply_action(after, roll)
    if after.phase is not Phase.RETREAT:
        yield after
        return
    for action in legal_actions(after):
        end = after.clone()
        apply_action(end, action)
        yield end


def are_odds_equal(odds: Odds | None, expected_odds: Odds) -> bool:
    assert odds is not None
    return (
        odds.dice,
        odds.losses,
        odds.elimination_chance,
        odds.driven_off_chance,
    ) == pytest.approx(
        (
            expected_odds.dice,
            expected_odds.losses,
            expected_odds.elimination_chance,
            expected_odds.driven_off_chance,
        )
    )


@pytest.mark.rule("B-BAT-09")
@pytest.mark.parametrize("hexes", CASES.values(), ids=CASES.keys())
def test_the_odds_of_a_battle_are_those_of_all_its_rolls(hexes: str) -> None:
    hands = (["recon-left", "probe-left"], ["recon-in-force", "direct-from-hq"])
    state = game_after(
        hexes, hands, "play direct-from-hq", "order g8" if "g8" in hexes else "order g4"
    )
    while state.phase is not Phase.BATTLE:
        apply_action(state, legal_actions(state)[-1])
    battle = next(a for a in legal_actions(state) if isinstance(a, Battle))
    grid = state.field.grid
    unit = state.unit_at[grid.index[battle.attacker]]
    odds = odds_of_targets(state, unit)[grid.index[battle.target]]
    target = state.unit_at[grid.index[battle.target]]
    apply_action(state, battle)
    assert are_odds_equal(odds, odds_over_all_rolls(state, target))
    assert are_odds_equal(odds_of_fight(state), odds_over_all_rolls(state, target))


@pytest.mark.rule("B-CARD-13")
def test_odds_include_the_dice_of_the_card() -> None:
    hands = (["recon-left"] * 2, ["close-assault", "recon-centre"])
    state = game_after(DUEL, hands, "play close-assault", "order g4")
    unit = state.unit_at[state.field.grid.index["g4"]]
    (odds,) = odds_of_targets(state, unit).values()
    assert odds.dice == 4


STRIKES = {
    "barrage": "  g4: {unit: american-infantry}\n  g6: {obstacle: sandbags, unit: german-armor}\n",
    "air-power": "  g4: {unit: american-infantry}\n  G9: {terrain: town, unit: german-infantry}\n",
}


@pytest.mark.parametrize("card", STRIKES)
def test_the_odds_of_a_strike_are_those_of_all_its_rolls(card: str) -> None:
    """Stars hit in Air Power, and no flag can be ignored (B-CARD-AIR, B-CARD-BAR)."""
    state = game_after(STRIKES[card], (["recon-left"] * 2, [card, "recon-centre"]), f"play {card}")
    target = next(unit.number for unit in state.field.units if str(unit.name).startswith("German"))
    odds = odds_of_strike(state, target)
    apply_action(state, legal_actions(state)[0])
    if state.phase is Phase.TARGET:
        apply_action(state, legal_actions(state)[-1])
    assert are_odds_equal(odds, odds_over_all_rolls(state, target))


def test_an_ambush_uses_the_dice_of_the_attacked_unit() -> None:
    hands = (["ambush", "recon-left"], ["close-assault", "recon-centre"])
    state = game_after(DUEL, hands, "play close-assault", "order g4")
    while state.phase is not Phase.AMBUSH:
        battle = next((a for a in legal_actions(state) if isinstance(a, Battle)), None)
        apply_action(state, battle or legal_actions(state)[-1])
    odds, attacker = odds_of_ambush(state), state.unit_at[state.field.grid.index["g4"]]
    apply_action(state, Play("ambush"))
    assert are_odds_equal(odds, odds_over_all_rolls(state, attacker))
    assert odds_of_ambush(state) is None


def test_odds_are_summarized_in_one_line() -> None:
    assert str(Odds(1, 0.5, 0.25, 1 / 6).summary()) == (
        "1 die: 0.5 figures lost on average, 25% chance to eliminate the unit, 17% to force a "
        "retreat"
    )

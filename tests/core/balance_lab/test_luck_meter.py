"""The luck of a game: outcomes as in the engine, means of 0, results without bias."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product
from math import inf, isinf

import pytest
from tests.core.balance_lab.gathered_games import scenario_named

from m44core.balance_lab.luck_meter import (
    LUCK_LEVELS,
    LuckMeter,
    battle_outcomes,
    chances_of_hits,
    roll_outcomes,
)
from m44core.balance_lab.win_estimate import (
    BattleEstimate,
    BattleOutcome,
    chance_of_allies,
    win_estimate,
)
from m44core.balance_lab.win_weights import win_weights
from m44core.catalogue.catalogue_types import Side
from m44core.playtest.games.match import play_match
from m44core.playtest.games.simulation import SimulationPlan
from m44core.playtest.players.levels import make_agent
from m44core.rules.game.actions import Action, DieFace, DrawCard, IgnoreFlag, Retreat, Roll
from m44core.rules.game.phases import Phase
from m44core.rules.game.state import GameState
from m44core.rules.play.apply import apply_action
from m44core.rules.play.chance import DIE
from m44core.rules.play.legal_actions import legal_actions

BOARDS = ("pegasus-bridge", "sword-beach", "arnhem-bridge", "mont-mouchet", "sainte-mere-eglise")
"""Scenarios without hazards, because a hazard can cost further figures on a retreat."""
MAX_DICE = 3  # of rolls that are enumerated
Moment = tuple[GameState, Action, LuckMeter]


@cache
def chance_actions(name: str, level: str = "recruit", games: int = 1) -> tuple[Moment, ...]:
    """Return the chance actions of some games, each with the state before it and a meter."""
    moments: list[Moment] = []
    plan = SimulationPlan(scenario_named(name), range(1, games + 1))
    start = plan.start()
    for number in plan.numbers:
        meter = LuckMeter(start)

        def watch(state: GameState, action: Action | None, meter: LuckMeter = meter) -> None:
            if isinstance(action, Roll | DrawCard):
                moments.append((state.clone(), action, meter))
            meter.before(state, action)

        play_match(start, (make_agent(level), make_agent(level)), plan.seed_of(number), watch)
    return tuple(moments)


def battle_rolls(name: str) -> Iterator[GameState]:
    for state, action, _ in chance_actions(name):
        if isinstance(action, Roll) and state.phase is Phase.ROLL and state.dice <= MAX_DICE:
            yield state


def resolve_roll(state: GameState, faces: tuple[DieFace, ...]) -> tuple[GameState, BattleOutcome]:
    """Return the state after a roll, and its effect on a target that ignores flags if it can."""
    assert state.fight
    after, target = state.clone(), state.fight.target
    apply_action(after, Roll(faces))
    while after.phase is Phase.RETREAT and after.fight and after.fight.target == target:
        choices = legal_actions(after)
        hex_name = after.field.grid.names[after.place[target]]
        staying_actions = [
            a for a in choices if isinstance(a, IgnoreFlag | Retreat) and a == IgnoreFlag(hex_name)
        ]
        apply_action(after, (staying_actions or choices)[0])
    remaining_figures = after.figures[target]
    return after, BattleOutcome(
        remaining_figures,
        is_driven=bool(remaining_figures) and after.place[target] != state.place[target],
    )


@pytest.mark.bulk
def test_the_outcomes_of_a_roll_match_the_engine(subtests: pytest.Subtests) -> None:
    for name in BOARDS:
        with subtests.test(name):
            checked = 0
            for state in battle_rolls(name):
                outcomes = battle_outcomes(state)
                for faces in set(product(set(DIE), repeat=state.dice)):
                    _, change = resolve_roll(state, faces)
                    assert outcomes.changes[outcomes.number_of(faces)] == change, faces
                    checked += 1
            assert checked > 100


@pytest.mark.bulk
def test_the_estimate_recognizes_outcomes_that_end_the_game(subtests: pytest.Subtests) -> None:
    for name in BOARDS:
        with subtests.test(name):
            end_count = 0
            for state in battle_rolls(name):
                outcomes = battle_outcomes(state)
                estimate = BattleEstimate(win_estimate(state.field, win_weights()), state, {})
                balances = estimate.logits_after_each(outcomes.changes)
                for faces in set(product(set(DIE), repeat=state.dice)):
                    after, _ = resolve_roll(state, faces)
                    balance = balances[outcomes.number_of(faces)]
                    is_over = after.result is not None
                    assert isinf(balance) == is_over
                    if after.result and after.result.winner:
                        assert balance == (inf if after.result.winner is Side.ALLIES else -inf)
                        end_count += 1
            assert end_count > 0


def test_hit_chances_match_an_enumeration_of_all_rolls(subtests: pytest.Subtests) -> None:
    hit_faces = frozenset({DieFace.INFANTRY, DieFace.GRENADE})
    for figures, room, ignored in product((1, 2, 4), (0, 1, 3), (0, 1)):
        with subtests.test(figures=figures, room=room, ignored=ignored):
            outcomes = roll_outcomes(hit_faces, 3, figures, room, ignored, True)
            counts = Counter(outcomes.number_of(faces) for faces in product(DIE, repeat=3))
            expected = [counts[number] / len(DIE) ** 3 for number in range(len(counts))]
            assert list(outcomes.chances) == pytest.approx(expected)


def test_surplus_hits_count_as_the_maximum() -> None:
    rolls = Counter(
        min(1, sum(face is DieFace.STAR for face in dice)) for dice in product(DIE, DIE)
    )
    assert chances_of_hits(1, 2, 1) == pytest.approx((rolls[0] / 36, rolls[1] / 36))


def luck_of_action(meter: LuckMeter, state: GameState, action: Action) -> list[float]:
    before = meter.luck
    meter.before(state, action)
    return [
        later_luck - earlier_luck
        for later_luck, earlier_luck in zip(meter.luck, before, strict=True)
    ]


@pytest.mark.bulk
def test_the_mean_luck_of_each_roll_is_zero(subtests: pytest.Subtests) -> None:
    no_luck = [pytest.approx(0, abs=1e-9)] * len(LUCK_LEVELS)
    for name in ("sword-beach", "mont-mouchet"):
        with subtests.test(name):
            lucky_count = 0
            for state, action, meter in chance_actions(name):
                if not isinstance(action, Roll) or state.dice > MAX_DICE:
                    continue
                rolls = list(product(DIE, repeat=state.dice))
                luck_by_roll = [luck_of_action(meter, state, Roll(faces)) for faces in rolls]
                assert [sum(luck) for luck in zip(*luck_by_roll, strict=True)] == no_luck
                lucky_count += any(any(luck) for luck in luck_by_roll)
            assert lucky_count > 10


@pytest.mark.bulk
def test_the_mean_luck_of_each_draw_is_zero(subtests: pytest.Subtests) -> None:
    no_luck = [pytest.approx(0, abs=1e-9)] * len(LUCK_LEVELS)
    for name in ("pegasus-bridge", "arnhem-bridge"):
        with subtests.test(name):
            drawn, opening = 0, 0
            for state, action, meter in chance_actions(name):
                if not isinstance(action, DrawCard):
                    continue
                luck_by_card = [luck_of_action(meter, state, DrawCard(card)) for card in state.deck]
                assert [sum(luck) for luck in zip(*luck_by_card, strict=True)] == no_luck
                drawn += any(any(luck) for luck in luck_by_card)
                opening += any(any(luck) for luck in luck_by_card) and not state.turn
            assert drawn > opening > 5


def test_the_estimate_of_a_finished_game_is_its_result(sergeant_plan: SimulationPlan) -> None:
    start = sergeant_plan.start()
    estimate, results = win_estimate(start.field, win_weights()), set()

    def watch(state: GameState, action: Action | None) -> None:
        if action is None:
            results.add(chance_of_allies(state, estimate))
            assert state.result
            winner = state.result.winner
            assert chance_of_allies(state, estimate) == (
                0.5 if winner is None else winner is Side.ALLIES
            )

    for number in sergeant_plan.numbers:
        agents = make_agent("recruit"), make_agent("recruit")
        play_match(start, agents, sergeant_plan.seed_of(number), watch)
    assert results == {0.0, 1.0}


def test_the_next_turn_matters_when_one_medal_is_missing(sergeant_plan: SimulationPlan) -> None:
    state = sergeant_plan.start()
    state.eliminated[0] = state.field.medals_needed[0] - 1
    state.eliminated[1] = state.field.medals_needed[1] - 1
    estimate = win_estimate(state.field, win_weights())
    allies = state.field.sides.index(Side.ALLIES)
    assert chance_of_allies(state, estimate, player_to_move=allies) > (
        chance_of_allies(state, estimate, player_to_move=1 - allies)
    )


def test_the_meter_does_not_change_a_game(sergeant_plan: SimulationPlan) -> None:
    start, agents = sergeant_plan.start(), (make_agent("sergeant"), make_agent("sergeant"))
    game_without_meter = play_match(start, agents, sergeant_plan.seed_of(1))
    assert (
        play_match(start, agents, sergeant_plan.seed_of(1), LuckMeter(start).before)
        == game_without_meter
    )

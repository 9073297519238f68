"""The facts of a game agree with its result and its report."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

import pytest
from tests.core.balance_lab.gathered_games import (
    PATHS,
    GatheredGame,
    gather_game,
    gather_game_of_plan,
)
from tests.playouts import PUBLISHED_BOARDS, plan_of

from m44core.balance_lab.game_facts import (
    FactsGatherer,
    objective_key,
    section_hexes,
    third_of_game,
    unit_keys,
)
from m44core.balance_lab.recorded_facts import (
    GameFacts,
    RecordedGame,
    games_with_facts,
    objective_holders_at,
)
from m44core.balance_lab.win_estimate import chance_of_allies, win_estimate
from m44core.balance_lab.win_weights import win_weights
from m44core.catalogue.catalogue_types import Side
from m44core.playtest.games.game_report import report_of_game
from m44core.playtest.games.match import play_match
from m44core.playtest.players.levels import Levels, make_agent
from m44core.rules.cards.command_cards import cards
from m44core.rules.game.actions import Action, Move, OnTheMove, Order, OrderAll, Play, Roll
from m44core.rules.game.phases import Phase
from m44core.rules.game.state import NOBODY
from m44core.rules.play.apply import apply_action

RECRUITS = Levels("recruit", "recruit")
MAX_BYTES = 4096  # a long game; most take 1.7 kB


def games_of_all_scenarios() -> list[GatheredGame]:
    return [gather_game(name, 2) for name in PATHS]


def facts_of(game: GatheredGame) -> GameFacts:
    (recorded,) = games_with_facts([game.record])
    return recorded.facts


def sums_by_source(medals: Mapping[str, Mapping[str, int]]) -> dict[str, int]:
    return {source: sum(by_hex.values()) for source, by_hex in medals.items()}


def medals_won(game: GatheredGame, side: Side) -> dict[str, int]:
    return {source: n for source, n in game.result.sources[side].items() if n}


@pytest.mark.bulk
def test_medals_by_hex_add_up_to_those_of_the_result(subtests: pytest.Subtests) -> None:
    for game in games_of_all_scenarios():
        for side in Side:
            with subtests.test(game.plan.scenario.title, side=side):
                assert sums_by_source(facts_of(game)["medals"][side.value]) == medals_won(
                    game, side
                )


def test_losses_add_up_to_the_figures_of_the_report(subtests: pytest.Subtests) -> None:
    for game in games_of_all_scenarios():
        report = report_of_game(game.start, game.result.actions)
        for account in report.side_reports:
            with subtests.test(game.plan.scenario.title, side=account.side):
                losses = facts_of(game)["losses"][account.side.value]
                assert sum(loss[3] for loss in losses) == account.lost_figures
                lost_figures = [loss[0] for loss in losses if not loss[4]]
                assert lost_figures == [turn for turn, _ in account.lost_units]


def attack_count(game: GatheredGame, side: Side) -> int:
    state, number = game.start.clone(), 0
    for action in game.result.actions:
        if isinstance(action, Roll) and state.phase is Phase.ROLL and state.fight:
            number += state.field.units[state.fight.target].side is not side
        apply_action(state, action)
    return number


def test_fights_match_the_attacks_of_the_report(subtests: pytest.Subtests) -> None:
    for game in games_of_all_scenarios():
        for account in report_of_game(game.start, game.result.actions).side_reports:
            with subtests.test(game.plan.scenario.title, side=account.side):
                fights = facts_of(game)["fights"][account.side.value]
                number = sum(len(third.split()) for third in fights)
                assert number == attack_count(game, account.side)
                assert number <= account.attacks  # the report also counts rolls for hazards


def test_each_turn_has_a_chance_choices_cards_and_orders(subtests: pytest.Subtests) -> None:
    for game in games_of_all_scenarios():
        with subtests.test(game.plan.scenario.title):
            facts = facts_of(game)
            for key in (facts["chance"], facts["choices"], facts["cards"], facts["ordered"]):
                assert len(key) == game.result.turns
            assert all(0 <= chance <= 99 for chance in facts["chance"])


def test_the_chance_at_the_start_of_a_turn_assumes_that_its_player_moves_next() -> None:
    game = gather_game("arnhem-bridge", 2)
    state = game.start.clone()
    chances: list[int] = []
    enemy_chances: list[int] = []
    estimate = win_estimate(state.field, win_weights())
    for action in game.result.actions:
        turn = state.turn
        apply_action(state, action)
        if state.turn > turn and state.result is None:
            for chance, player in ((chances, state.active), (enemy_chances, 1 - state.active)):
                chance.append(int(100 * chance_of_allies(state, estimate, player_to_move=player)))
    assert facts_of(game).get("chance") == chances != enemy_chances


def test_recorded_cards_match_the_played_ones(subtests: pytest.Subtests) -> None:
    for game in games_of_all_scenarios():
        with subtests.test(game.plan.scenario.title):
            facts = facts_of(game)
            recorded_cards = [card for cards in facts["cards"] for card in cards]
            answers = [card for _, card in facts["answers"]]
            played_cards = [each.card for each in game.result.actions if isinstance(each, Play)]
            assert Counter(recorded_cards + answers) == Counter(played_cards)


def test_the_final_holders_of_objectives_match_the_game(subtests: pytest.Subtests) -> None:
    for game in games_of_all_scenarios():
        with subtests.test(game.plan.scenario.title):
            state = game.start.clone()
            for action in game.result.actions:
                apply_action(state, action)
            (recorded,) = games_with_facts([game.record])
            final_holders = {
                objective_key(state.field, number): state.field.sides[holder]
                for number, holder in enumerate(state.holders)
                if holder != NOBODY
            }
            holders = objective_holders_at(recorded, game.result.turns)
            assert {name: side for name, side in holders.items() if side} == final_holders


def acting_units(game: GatheredGame, *kinds: type[Action]) -> Iterator[tuple[int, str]]:
    """Yield the turn and the unit of each action of the given kinds; "" for orders to all units."""
    state, keys = game.start.clone(), unit_keys(game.start.field)
    for action in game.result.actions:
        if isinstance(action, kinds):
            hex_ = getattr(action, "start", getattr(action, "hex", ""))
            unit = state.unit_at[state.field.grid.index[hex_]] if hex_ else NOBODY
            yield state.turn, keys[unit] if hex_ else ""
        apply_action(state, action)


def test_units_listed_as_idle_never_acted(subtests: pytest.Subtests) -> None:
    for game in games_of_all_scenarios():
        with subtests.test(game.plan.scenario.title):
            facts, keys = facts_of(game), set(unit_keys(game.start.field))
            for idle, kinds in ((facts["unmoved"], (Move,)), (facts["unordered"], (Order,))):
                units = {unit for of_side in idle.values() for unit in of_side}
                assert units <= keys
                assert not units & {unit for _, unit in acting_units(game, *kinds)}


def test_the_units_ordered_by_a_section_card_are_counted() -> None:
    for game in games_of_all_scenarios():
        orders = Counter(turn for turn, _ in acting_units(game, Order, OnTheMove))
        turns_with_all_ordered = {turn for turn, _ in acting_units(game, OrderAll)}
        facts = facts_of(game)
        for turn, cards_of_turn in enumerate(facts["cards"], start=1):
            if turn not in turns_with_all_ordered and not any(
                cards()[card].tactic for card in cards_of_turn
            ):
                assert facts["ordered"][turn - 1] == orders[turn]


def test_opening_hands_have_the_cards_dealt() -> None:
    game = gather_game("sword-beach", 1)
    sizes = game.start.field.hand_sizes
    for player, side in enumerate(game.start.field.sides):
        assert len(facts_of(game)["hands"][side.value]) == sizes[player]


def test_facts_are_plain_json_and_small(subtests: pytest.Subtests) -> None:
    for game in games_of_all_scenarios():
        with subtests.test(game.plan.scenario.title):
            text = json.dumps(game.record.facts, separators=(",", ":"))
            assert len(text) < MAX_BYTES * max(1, game.result.turns / 20)
            assert json.loads(text) == game.record.facts


def test_gathering_does_not_change_a_game(subtests: pytest.Subtests) -> None:
    for name in PATHS:
        with subtests.test(name):
            game = gather_game(name, 2)
            agents = (make_agent("sergeant"), make_agent("sergeant"))
            seed = game.plan.seed_of(2)
            assert play_match(game.plan.start(), agents, seed) == game.result


@pytest.mark.bulk
def test_facts_of_random_games_on_boards_with_special_rules_add_up(
    subtests: pytest.Subtests,
) -> None:
    for name in PUBLISHED_BOARDS:
        with subtests.test(name):
            game = gather_game_of_plan(replace(plan_of(name, 1, 3), levels=RECRUITS), 1)
            report = report_of_game(game.start, game.result.actions)
            for account in report.side_reports:
                losses = facts_of(game)["losses"][account.side.value]
                assert sum(loss[3] for loss in losses) == account.lost_figures
                assert sums_by_source(facts_of(game)["medals"][account.side.value]) == medals_won(
                    game, account.side
                )


def test_a_section_card_is_bound_to_its_section_and_a_tactic_card_to_none() -> None:
    field = gather_game("sword-beach", 1).start.field
    left, right = (section_hexes(field, 1, f"probe-{name}") for name in ("left", "right"))
    assert left
    assert right
    assert not left & right
    assert section_hexes(field, 0, "probe-left") == right
    assert section_hexes(field, 1, "air-power") == 0
    assert section_hexes(field, 1, "general-advance").bit_count() > left.bit_count()


def test_the_thirds_of_a_game_are_thirds_of_its_turns() -> None:
    assert [third_of_game(turn, 9) for turn in range(10)] == [0, 0, 0, 0, 1, 1, 1, 2, 2, 2]
    assert third_of_game(1, 1) == 0
    assert third_of_game(2, 2) == 1


def test_a_game_without_a_meter_has_no_luck_but_all_other_facts() -> None:
    plan = gather_game("sword-beach", 2).plan
    start = plan.start()
    gatherer = FactsGatherer(start)
    agents = (make_agent("sergeant"), make_agent("sergeant"))
    play_match(start, agents, plan.seed_of(2), gatherer.before)
    expected = dict(gather_game("sword-beach", 2).record.facts)
    del expected["luck"]
    assert json.loads(json.dumps(gatherer.facts)) == expected


def test_damaged_facts_are_left_out() -> None:
    record = gather_game("sword-beach", 2).record
    for facts in ({}, {**record.facts, "chance": [50]}, {**record.facts, "losses": "many"}):
        assert games_with_facts([replace(record, facts=facts)]) == []
    (remaining_game,) = games_with_facts([replace(record, facts={}), record])
    assert isinstance(remaining_game, RecordedGame)
    assert remaining_game.index == 1


def test_the_first_turn_is_that_of_the_side_that_begins() -> None:
    game = gather_game("sword-beach", 1)
    state = game.start.clone()
    for action in game.result.actions:
        if state.phase is Phase.PLAY:
            break
        apply_action(state, action)
    assert facts_of(game)["begins"] == state.field.sides[state.active].value

"""The factors that decide a scenario: correct for invented games, plausible for real ones."""

from __future__ import annotations

import random
from dataclasses import replace
from statistics import fmean

import pytest
from tests.core.balance_lab.gathered_games import gathered_games

from m44core.balance_lab.decisive_factors import (
    DecisiveFactors,
    Factor,
    FactorKind,
    decisive_factors,
    effect_of_event,
    factor_label,
    first_move_advantage,
    results_without_later_luck,
    side_of_turn,
    student_quantile,
    unit_label,
)
from m44core.balance_lab.game_record import GameRecord
from m44core.balance_lab.luck_adjustment import adjusted_results
from m44core.balance_lab.recorded_facts import (
    MAX_EXAMPLES,
    RecordedGame,
    destroyed_units,
    games_with_facts,
    luck_before,
)
from m44core.catalogue.catalogue_types import Side

GAMES = 60


def game_records() -> list[GameRecord]:
    return [game.record for game in gathered_games("pegasus-bridge", GAMES)]


def computed_factors() -> DecisiveFactors:
    return decisive_factors(game_records(), adjusted_results(game_records()).values)


def games_with_hands(results: list[float], hands: list[list[str]]) -> list[GameRecord]:
    """Return games with *results* and *hands*, the Allies' opening hands, and without luck."""
    base = game_records()[0]
    facts = {key: value for key, value in base.facts.items() if key != "luck"}
    winners = {1.0: Side.ALLIES, 0.0: Side.AXIS, 0.5: None}
    return [
        replace(
            base,
            number=number,
            winner=winners[result],
            facts={**facts, "hands": {"ALLIES": hand, "AXIS": []}},
        )
        for number, (result, hand) in enumerate(zip(results, hands, strict=True))
    ]


def hand_factors(games: list[GameRecord]) -> dict[str, Factor]:
    factors = decisive_factors(games, [game.allied_result for game in games])
    return {each.name: each for each in factors.factors if each.kind is FactorKind.HAND}


@pytest.mark.bulk
def test_a_card_that_wins_games_is_found_with_its_effect() -> None:
    rng = random.Random(7)
    hands = [["barrage"] if rng.random() < 0.5 else ["firefight"] for _ in range(400)]
    results = [float(rng.random() < (0.8 if "barrage" in hand else 0.4)) for hand in hands]
    barrage = hand_factors(games_with_hands(results, hands))["barrage"]
    assert barrage.worth.is_significant
    assert barrage.worth.low < 0.4 < barrage.worth.high
    assert barrage.side is Side.ALLIES
    assert barrage.worth.games_with == sum("barrage" in hand for hand in hands)


@pytest.mark.bulk
def test_cards_without_effect_are_seldom_found_significant() -> None:
    rng = random.Random(3)
    deck = ["barrage", "firefight", "medics-and-mechanics", "ambush", "dig-in", "move-out"]
    clear_count = 0
    for _ in range(60):
        hands = [rng.sample(deck, 2) for _ in range(80)]
        results = [float(rng.random() < 0.6) for _ in hands]
        cards = hand_factors(games_with_hands(results, hands)).values()
        clear_count += any(each.worth.is_significant for each in cards)
    assert clear_count <= 6  # 3 are expected, however many cards there are


def test_too_few_games_with_an_event_are_not_judged() -> None:
    assert effect_of_event([True] * 9 + [False] * 50, [0.5] * 59) is None
    assert effect_of_event([True] * 10 + [False] * 50, [0.5] * 60) is not None


def test_the_interval_of_a_difference_widens_with_the_number_of_events_and_for_few_games() -> None:
    happened, values = [True, False] * 40, [1.0, 0.0, 0.0, 1.0, 1.0] * 16
    single_test_effect, many_tests_effect = (
        effect_of_event(happened, values),
        effect_of_event(happened, values, tests=40),
    )
    effect_in_few_games = effect_of_event(happened[:30], values[:30])
    assert single_test_effect
    assert many_tests_effect
    assert effect_in_few_games
    assert (
        single_test_effect.points
        == many_tests_effect.points
        == pytest.approx(single_test_effect.with_it - single_test_effect.without)
    )
    assert many_tests_effect.high - many_tests_effect.low > 1.3 * (
        single_test_effect.high - single_test_effect.low
    )
    assert (
        effect_in_few_games.high - effect_in_few_games.low
        > single_test_effect.high - single_test_effect.low
    )


def test_equal_results_are_not_called_certain() -> None:
    effect = effect_of_event([True] * 10 + [False] * 10, [1.0] * 10 + [0.0] * 10)
    assert effect
    assert effect.points == 1
    assert effect.low < 0.8


@pytest.mark.parametrize(
    ("degrees_of_freedom", "expected"), [(10, 2.2281), (20, 2.0860), (60, 2.0003), (1000, 1.9623)]
)
def test_student_quantiles_agree_with_tables(degrees_of_freedom: float, expected: float) -> None:
    assert student_quantile(0.975, degrees_of_freedom) == pytest.approx(expected, abs=0.002)


def test_the_first_move_has_an_effect_only_if_each_side_has_it_in_some_games() -> None:
    games = game_records()
    values = [game.allied_result for game in games]
    assert first_move_advantage(games, values) is None
    mixed_games = [
        replace(game, first=Side.AXIS) if n % 2 else game for n, game in enumerate(games)
    ]
    edge = first_move_advantage(mixed_games, values)
    assert edge is not None
    assert edge.points == pytest.approx(fmean(values[::2]) - fmean(values[1::2]))


def test_adjusted_results_keep_the_luck_of_already_known_events() -> None:
    games = games_with_facts(game_records())
    whole, none = results_without_later_luck(games, 1), results_without_later_luck(games, 10_000)
    assert none == [game.record.allied_result for game in games]
    assert whole != none
    for game in games:
        assert (
            luck_before(game, game.record.turns + 1) == game.record.luck[len(game.record.luck) // 2]
        )


def test_results_without_recorded_luck_are_unchanged() -> None:
    games = games_with_facts(games_with_hands([1.0, 0.0, 0.5], [[], [], []]))
    assert results_without_later_luck(games, 1) == [1.0, 0.0, 0.5]


def test_a_factor_lists_example_games() -> None:
    games_by_id = {game.id: game for game in all_games()}
    lost_objectives = [each for each in computed_factors().factors if each.kind is FactorKind.LOST]
    assert lost_objectives
    for factor in lost_objectives:
        assert 0 < len(factor.examples) <= MAX_EXAMPLES
        for name in factor.examples:
            assert factor.name in destroyed_units(games_by_id[name], factor.side, factor.turn)


def all_games() -> list[RecordedGame]:
    return games_with_facts(game_records())


def test_significant_factors_come_first_and_intervals_contain_their_estimates() -> None:
    factors = computed_factors()
    are_clear = [factor.worth.is_significant for factor in factors.factors]
    assert are_clear == sorted(are_clear, reverse=True)
    assert factors.significant == factors.factors[: sum(are_clear)]
    assert all(f.worth.low <= f.worth.points <= f.worth.high for f in factors.factors)


def test_medals_by_hex_add_up_to_the_average_of_their_source() -> None:
    games = gathered_games("pegasus-bridge", GAMES)
    for places in computed_factors().medals:
        assert sum(places.hexes.values()) == pytest.approx(places.average)
        average_medals = fmean(game.result.sources[places.side][places.source] for game in games)
        assert average_medals == pytest.approx(places.average)
        assert all(places.examples[hex_] for hex_ in places.hexes)


def test_units_are_lost_as_often_as_the_enemy_wins_medals_for_them() -> None:
    factors = computed_factors()
    for side in Side:
        lost_units = sum(unit.lost for unit in factors.units if unit.side is side)
        enemy_medals = next(
            m for m in factors.medals if m.side is side.enemy and m.source == "units"
        )
        assert lost_units == pytest.approx(enemy_medals.average)


def test_the_allies_hold_the_bridges_more_often_at_the_end_than_at_first() -> None:
    bridges = {use.name: use for use in computed_factors().objectives}
    bridge = bridges["k4"]
    assert bridge.held[Side.ALLIES][0] < bridge.held_at_end[Side.ALLIES]
    assert bridge.held_at_end[Side.AXIS] == 0
    assert bridge.first_turn[Side.ALLIES] < 10
    assert bridge.examples[Side.ALLIES]


def test_card_uses_add_up_to_the_turns() -> None:
    games = all_games()
    plays = sum(len(cards) for game in games for cards in game.facts["cards"])
    card_uses = computed_factors().cards
    assert sum(use.played for use in card_uses) * len(games) == pytest.approx(plays)
    assert all(use.low <= use.swing <= use.high for use in card_uses)
    assert any(use.dead for use in card_uses)


def test_the_sides_alternate_turns() -> None:
    game = all_games()[0]
    assert side_of_turn(game, 1).value == game.facts["begins"]
    assert side_of_turn(game, 2) is side_of_turn(game, 1).enemy


def test_labels_name_the_card_unit_or_hex() -> None:
    field = gathered_games("pegasus-bridge", GAMES)[0].start.field
    labels = {str(factor_label(factor, field)) for factor in computed_factors().factors}
    assert any("in the opening hand" in label for label in labels)
    assert any(label.startswith("The Allies hold k4 after turn") for label in labels)
    assert str(unit_label("M3", field)) == "German infantry from M3"
    assert unit_label("Z9", field) == "Z9"


def test_without_games_there_are_no_factors() -> None:
    no_factors = decisive_factors([], [])
    assert no_factors.games == 0
    assert not no_factors.factors
    assert not no_factors.medals
    assert not no_factors.cards

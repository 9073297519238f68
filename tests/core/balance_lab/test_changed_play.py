"""Differences in play between two versions are found, with few false positives."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest
from tests.core.balance_lab.gathered_games import gathered_games

from m44core.balance_lab.changed_play import MIN_GAMES, ChangedPlay, PlayStatisticKind, changed_play
from m44core.balance_lab.comparison_words import changed_play_lines
from m44core.balance_lab.game_record import GameRecord
from m44core.catalogue.catalogue_types import Side

GAMES = 30


def recorded_games() -> list[GameRecord]:
    return [each.record for each in gathered_games("mont-mouchet", GAMES)]


def sampled_games(seed: int) -> list[GameRecord]:
    """Return a sample of the games, with repetitions."""
    return random.Random(seed).choices(recorded_games(), k=300)


def compare_play(first: Sequence[GameRecord], second: Sequence[GameRecord]) -> ChangedPlay:
    values = [[game.allied_result for game in each] for each in (first, second)]
    return changed_play(first, values[0], second, values[1])


def game_without_losses(game: GameRecord, side: Side) -> GameRecord:
    facts = dict(game.facts)
    facts["losses"] = {**facts["losses"], side.value: []}  # type: ignore[dict-item]  # JSON data
    return replace(game, facts=facts)


@pytest.mark.bulk
def test_the_same_games_show_no_change() -> None:
    play_changes = compare_play(recorded_games(), recorded_games())
    assert play_changes.changes
    assert all(change.difference == 0 for change in play_changes.changes)
    [sentences] = changed_play_lines(play_changes)
    assert str(sentences) == (
        "No unit, objective or hex shows a statistically significant difference."
    )


@pytest.mark.bulk
def test_samples_of_the_same_games_seldom_show_a_change() -> None:
    assert (
        sum(
            bool(compare_play(sampled_games(n), sampled_games(-n)).significant)
            for n in range(1, 11)
        )
        <= 2
    )


def test_a_side_without_losses_is_reported() -> None:
    play_changes = compare_play(
        sampled_games(1), [game_without_losses(game, Side.AXIS) for game in sampled_games(2)]
    )
    kinds = {change.kind for change in play_changes.significant}
    assert kinds == {PlayStatisticKind.UNIT_LOST, PlayStatisticKind.HEX_LOSSES}
    assert all(change.side is Side.AXIS and change.high < 0 for change in play_changes.significant)
    assert all(change.after == 0 for change in play_changes.significant)


def test_the_losses_of_a_unit_that_one_version_lacks_are_not_compared() -> None:
    first, second = (
        sampled_games(1),
        [game_without_losses(each, Side.AXIS) for each in sampled_games(2)],
    )
    values = [[game.allied_result for game in each] for each in (first, second)]
    all_changes = compare_play(first, second).significant
    units = frozenset((each.side, each.name) for each in all_changes)
    lost = next(each for each in all_changes if each.kind is PlayStatisticKind.UNIT_LOST)
    changes = changed_play(
        first, values[0], second, values[1], (units, units - {(lost.side, lost.name)})
    ).significant
    assert lost.name not in {
        each.name for each in changes if each.kind is PlayStatisticKind.UNIT_LOST
    }
    assert any(each.kind is PlayStatisticKind.HEX_LOSSES for each in changes)


def test_the_clearest_changes_come_first_and_are_listed() -> None:
    play_changes = compare_play(
        sampled_games(1), [game_without_losses(game, Side.AXIS) for game in sampled_games(2)]
    )
    assert play_changes.changes[: len(play_changes.significant)] == play_changes.significant
    sentences = [str(line) for line in changed_play_lines(play_changes, most=2)]
    assert len(sentences) == 3
    assert sentences[-1].endswith(
        "possible differences were tested; the intervals are widened to allow for that."
    )


def test_an_interval_contains_its_difference() -> None:
    play_changes = compare_play(recorded_games(), recorded_games())
    change = play_changes.changes[0]
    assert change.low < change.difference < change.high
    assert play_changes.games == (GAMES, GAMES)


def test_too_few_games_are_not_compared() -> None:
    play_changes = compare_play(recorded_games()[: MIN_GAMES - 1], recorded_games())
    assert play_changes == ChangedPlay((), (MIN_GAMES - 1, GAMES))
    assert not changed_play_lines(play_changes)


def test_games_without_facts_are_skipped() -> None:
    games_without_facts = [replace(game, facts={}) for game in recorded_games()]
    assert compare_play(games_without_facts, recorded_games()).games == (0, GAMES)


def test_every_kind_of_change_has_a_sentence(subtests: pytest.Subtests) -> None:
    change = compare_play(recorded_games(), recorded_games()).changes[0]
    for kind in PlayStatisticKind:
        with subtests.test(kind.value):
            play_changes = ChangedPlay((replace(change, kind=kind, low=0.1, high=0.2, after=0.3),))
            assert change.name in str(changed_play_lines(play_changes)[0])

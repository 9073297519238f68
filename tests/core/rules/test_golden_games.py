"""Recorded games and the counts of their legal actions do not change.

:mod:`tests.core.rules.golden_games` writes them.
"""

from __future__ import annotations

import pytest
from tests.core.rules.golden_games import (
    COUNTS,
    GOLDEN,
    count_sequences,
    legal_action_counts,
    log_sentences,
    position_after,
    read_counts,
    scenario_named,
    shipped_names,
)

from m44core.rules.game.fingerprint import fingerprint_of
from m44core.rules.play.recorded_game import (
    RULES_EDITION,
    GameRecording,
    format_recorded_game,
    parse_recorded_game,
    replay_game,
)

NAMES = shipped_names()


def read_golden_game(name: str) -> GameRecording:
    return parse_recorded_game((GOLDEN / f"{name}.game").read_text("utf-8"))


@pytest.mark.parametrize("name", NAMES)
def test_a_golden_game_is_replayed_as_recorded(name: str) -> None:
    log = list(log_sentences(read_golden_game(name), scenario_named(name)))
    assert log == (GOLDEN / f"{name}.log").read_text("utf-8").splitlines()


@pytest.mark.parametrize("name", NAMES)
def test_writing_a_golden_game_again_gives_the_same_file(name: str) -> None:
    text = (GOLDEN / f"{name}.game").read_text("utf-8")
    game = parse_recorded_game(text)
    assert game.rules == RULES_EDITION, "once the edition rises all golden games are played anew"
    assert format_recorded_game(game, scenario_named(name)) == text
    state = replay_game(game, scenario_named(name))
    assert state.result is not None
    assert fingerprint_of(state.field) == game.fingerprint


def test_every_shipped_scenario_has_a_golden_game_and_no_other_files_exist() -> None:
    expected_files = {f"{name}.{kind}" for name in NAMES for kind in ("game", "log")}
    assert {path.name for path in GOLDEN.iterdir()} == expected_files | {COUNTS.name}
    assert set(read_counts()) == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_the_number_of_decisions_is_unchanged(name: str) -> None:
    counts = read_counts()[name]["decisions"]
    assert legal_action_counts(read_golden_game(name), scenario_named(name), len(counts)) == counts
    assert len(counts) > 20


@pytest.mark.parametrize(
    ("name", "length"), [(name, n) for name, c in read_counts().items() for n in c["sequences"]]
)
@pytest.mark.bulk
def test_the_number_of_sequences_is_unchanged(name: str, length: int) -> None:
    counts = read_counts()[name]["sequences"]
    assert isinstance(counts, dict)
    start = position_after(read_golden_game(name), scenario_named(name), length)
    numbers = [count_sequences(start.clone(), depth) for depth in range(1, len(counts[length]) + 1)]
    assert numbers == counts[length]

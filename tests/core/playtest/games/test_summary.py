from __future__ import annotations

import pytest

from m44core.catalogue.types import Side
from m44core.playtest.games.batch import SimulatedGame
from m44core.playtest.games.match import GameResult
from m44core.playtest.games.statistics import Share
from m44core.playtest.games.summary import Medals, levels_won, summarise
from m44core.playtest.players.levels import SERGEANTS, Levels

AXIS, ALLIES = Side


def game(
    winner: Side | None,
    turns: int = 10,
    medals: tuple[int, int] = (0, 0),
    first: Side = ALLIES,
    levels: Levels = SERGEANTS,
) -> SimulatedGame:
    """Return a game that ended like this; the first of the medals is for an exit."""
    sources = [{"units": max(0, n - 1), "objectives": 0, "exits": min(n, 1)} for n in medals]
    result = GameResult(
        winner=winner,
        reason="",
        unfinished=turns == 600,
        turns=turns,
        first=first,
        medals=dict(zip(Side, medals, strict=True)),
        sources=dict(zip(Side, sources, strict=True)),
        seed=0,
        actions=(),
    )
    return SimulatedGame(1, levels, result)


GAMES = [
    game(AXIS, 10, (4, 1)),
    game(ALLIES, 20, (2, 4)),
    game(ALLIES, 30, (0, 4)),
    game(None, 40, (3, 3)),
    game(None, 600, (3, 3)),
]


def test_a_summary_counts_who_won_and_who_did_not() -> None:
    summary = summarise(GAMES)
    assert summary.games == 5
    assert summary.won == {AXIS: Share(1, 5), ALLIES: Share(2, 5)}
    assert (summary.draws, summary.unfinished) == (Share(1, 5), Share(1, 5))
    assert (summary.turns.least, summary.turns.median, summary.turns.most) == (10, 30, 600)


def test_a_summary_says_what_medals_are_for() -> None:
    medals = summarise(GAMES).medals
    assert medals[AXIS] == Medals(12 / 5, {"units": 8 / 5, "objectives": 0, "exits": 4 / 5})
    assert medals[ALLIES].average == 3


def test_the_edge_is_that_of_each_side_when_it_moves_first() -> None:
    first = summarise([*GAMES, game(AXIS, first=AXIS)]).first
    assert (first[ALLIES].won, first[ALLIES].lost) == (Share(2, 5), Share(1, 5))
    assert first[ALLIES].points == pytest.approx(0.2)
    assert first[AXIS].points == 1
    assert list(summarise(GAMES).first) == [ALLIES]


def test_levels_are_compared_over_games_against_another_level() -> None:
    mixed, swapped = Levels("general", "recruit"), Levels("recruit", "general")
    games = [
        game(AXIS, levels=mixed),
        game(AXIS, levels=swapped),
        game(None, levels=mixed),
        game(ALLIES, levels=swapped),
        game(AXIS, levels=Levels("recruit", "recruit")),
    ]
    assert levels_won(games) == {"general": Share(2, 4), "recruit": Share(1, 4)}
    assert levels_won(GAMES) == {}

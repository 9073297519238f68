from __future__ import annotations

import pytest

from m44core.errors import IllegalActionError
from m44core.model.scenario import Scenario
from m44core.playtest.players.levels import make_agent
from m44core.rules.board.hex_grid import CHANCE
from m44core.rules.game.actions import Stay
from m44core.rules.game.player_view import PlayerView
from m44core.rules.game.state import GameState
from m44core.rules.game_settings import Settings
from m44core.rules.play.chance import RandomChance
from m44core.rules.play.legal_actions import legal_actions
from m44editor.playtest.game.timeline import GameTimeline


def recorded_timeline(scenario: Scenario, length: int) -> tuple[GameTimeline, list[GameState]]:
    """Return a timeline of *length* actions, and the position before the first and after each."""
    import random

    film, chance, rng = GameTimeline(scenario), RandomChance(5), random.Random(5)
    states = [film.state.clone()]
    computer = make_agent("recruit")
    while film.length < length and film.state.result is None:
        if film.state.player == CHANCE:
            film.apply(chance.choose(film.state))
        else:
            view = PlayerView(film.state, film.state.player)
            film.apply(computer.choose(view, legal_actions(film.state), rng))
        states.append(film.state.clone())
    return film, states


def test_every_moment_of_a_timeline_is_restored(pegasus: Scenario) -> None:
    film, states = recorded_timeline(pegasus, 150)
    for number in (*range(0, len(states), 7), *range(len(states) - 1, 0, -13)):
        assert film.state_at(number) == states[number]
    assert film.state == states[-1], "looking back changes nothing"


def test_rewinding_drops_later_actions(pegasus: Scenario) -> None:
    film, states = recorded_timeline(pegasus, 120)
    film.rewind_to(70)
    assert film.length == 70
    assert film.state == states[70]
    assert all(line.number < 70 for line in film.log.lines)
    assert film.state_at(69) == states[69]


def test_continuing_after_rewinding_does_not_change_the_past(pegasus: Scenario) -> None:
    film, states = recorded_timeline(pegasus, 120)
    film.rewind_to(64)
    for _ in range(20):
        if film.state.player == CHANCE:
            film.apply(RandomChance(1).choose(film.state))
        else:
            film.apply(legal_actions(film.state)[-1])
    assert film.state_at(64) == states[64]
    assert film.state_at(63) == states[63]


def test_an_illegal_action_is_not_recorded(pegasus: Scenario) -> None:
    film, _ = recorded_timeline(pegasus, 40)
    with pytest.raises(IllegalActionError):
        film.apply(Stay())
    assert film.length == 40


def test_a_record_stores_the_settings(pegasus: Scenario) -> None:
    film = GameTimeline(pegasus, Settings(takes_ground=False))
    assert film.recording("a.m44", "7", {}).settings == Settings(takes_ground=False)

from __future__ import annotations

import pytest

from m44core.errors import IllegalActionError
from m44core.model.scenario import Scenario
from m44core.playtest.players.levels import make_agent
from m44core.rules.board.hex_grid import CHANCE
from m44core.rules.game.actions import Stay
from m44core.rules.game.player_view import PlayerView
from m44core.rules.game.state import GameState
from m44core.rules.game_settings import RuleSettings
from m44core.rules.play.chance import RandomChance
from m44core.rules.play.legal_actions import legal_actions
from m44editor.playtest.game.timeline import GameTimeline


def recorded_timeline(scenario: Scenario, length: int) -> tuple[GameTimeline, list[GameState]]:
    """Return a timeline of *length* actions, and the position before the first and after each."""
    import random

    timeline, chance, rng = GameTimeline(scenario), RandomChance(5), random.Random(5)
    states = [timeline.state.clone()]
    computer = make_agent("recruit")
    while timeline.length < length and timeline.state.result is None:
        if timeline.state.player == CHANCE:
            timeline.apply(chance.choose(timeline.state))
        else:
            view = PlayerView(timeline.state, timeline.state.player)
            timeline.apply(computer.choose(view, legal_actions(timeline.state), rng))
        states.append(timeline.state.clone())
    return timeline, states


def test_every_moment_of_a_timeline_is_restored(pegasus: Scenario) -> None:
    timeline, states = recorded_timeline(pegasus, 150)
    for number in (*range(0, len(states), 7), *range(len(states) - 1, 0, -13)):
        assert timeline.state_at(number) == states[number]
    assert timeline.state == states[-1], "looking back changes nothing"


def test_rewinding_drops_later_actions(pegasus: Scenario) -> None:
    timeline, states = recorded_timeline(pegasus, 120)
    timeline.rewind_to(70)
    assert timeline.length == 70
    assert timeline.state == states[70]
    assert all(line.number < 70 for line in timeline.log.lines)
    assert timeline.state_at(69) == states[69]


def test_continuing_after_rewinding_does_not_change_the_past(pegasus: Scenario) -> None:
    timeline, states = recorded_timeline(pegasus, 120)
    timeline.rewind_to(64)
    for _ in range(20):
        if timeline.state.player == CHANCE:
            timeline.apply(RandomChance(1).choose(timeline.state))
        else:
            timeline.apply(legal_actions(timeline.state)[-1])
    assert timeline.state_at(64) == states[64]
    assert timeline.state_at(63) == states[63]


def test_an_illegal_action_is_not_recorded(pegasus: Scenario) -> None:
    timeline, _ = recorded_timeline(pegasus, 40)
    with pytest.raises(IllegalActionError):
        timeline.apply(Stay())
    assert timeline.length == 40


def test_a_recording_stores_the_settings(pegasus: Scenario) -> None:
    timeline = GameTimeline(pegasus, RuleSettings(takes_ground=False))
    assert timeline.recording("a.m44", "7", {}).settings == RuleSettings(takes_ground=False)

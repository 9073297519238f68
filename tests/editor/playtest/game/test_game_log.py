from __future__ import annotations

import pytest

from m44core.catalogue.catalogue_types import Side
from m44core.messages.message import message, name
from m44core.model.scenario import Scenario
from m44core.rules.board.hex_grid import CHANCE
from m44core.rules.game.actions import Battle, DieFace, Roll
from m44core.rules.game.events import BattleDeclared, CardDrawn, Event, TurnBegun, UnitMoved
from m44core.rules.game.state import FightKind, GameState
from m44core.rules.play.apply import apply_action
from m44core.rules.play.chance import RandomChance
from m44core.rules.play.game_setup import new_game
from m44core.rules.play.legal_actions import legal_actions
from m44editor.interface_text import sentence
from m44editor.playtest.game.game_log import DiceRoll, GameLog, Trace, TraceKind, dice_roll

UNIT = name("piece.infus", "American infantry")
ALLIES, AXIS = Side.ALLIES, Side.AXIS


def sentences_of(*events: Event) -> list[str]:
    game_log = GameLog()
    for number, event in enumerate(events):
        game_log.add(number, [event])
    return [sentence(line.text) for line in game_log.lines]


def test_consecutive_draws_of_a_side_share_a_line() -> None:
    assert sentences_of(
        CardDrawn(AXIS, "probe-left"),
        CardDrawn(AXIS, "probe-left"),
        CardDrawn(ALLIES, "recon-left"),
        TurnBegun(ALLIES, 1),
        CardDrawn(ALLIES, "recon-left"),
    ) == [
        "The Axis draws 2 cards.",
        "The Allies draw a card.",
        "Turn 1: Allies.",
        "The Allies draw a card.",
    ]


def test_only_the_traces_of_one_turn_are_shown() -> None:
    game_log = GameLog()
    game_log.add(0, [TurnBegun(AXIS, 1)])
    game_log.add(1, [UnitMoved(UNIT, "A1", "B1")])
    game_log.add(2, [TurnBegun(ALLIES, 2)])
    game_log.add(3, [UnitMoved(UNIT, "C1", "D1"), BattleDeclared(UNIT, "D1", UNIT, "D3", 2)])
    game_log.add(4, [TurnBegun(AXIS, 3)])
    expected_traces = (Trace("C1", "D1", TraceKind.MOVE), Trace("D1", "D3", TraceKind.BATTLE))
    assert game_log.traces(0, 5) == expected_traces
    assert game_log.traces(3, 5) == expected_traces
    assert game_log.traces(4, 5) == ()


def test_an_earlier_moment_shows_only_earlier_events() -> None:
    game_log = GameLog()
    game_log.add(0, [TurnBegun(AXIS, 1)], DiceRoll((), 0, message("first")))
    game_log.add(1, [UnitMoved(UNIT, "A1", "B1")])
    game_log.add(2, [UnitMoved(UNIT, "B1", "C1")], DiceRoll((), 0, message("second")))
    assert game_log.traces(0, 2) == (Trace("A1", "B1", TraceKind.MOVE),)
    last_rolls = [game_log.last_roll(moment) for moment in range(4)]
    assert [sentence(last_roll.summary) if last_roll else None for last_roll in last_rolls] == [
        None,
        "First",
        "First",
        "Second",
    ]
    assert game_log.turns == [1]


def test_the_beginning_of_a_turn_is_marked_in_the_log() -> None:
    game_log = GameLog()
    game_log.add(0, [UnitMoved(UNIT, "A1", "B1"), TurnBegun(AXIS, 4)])
    assert [line.turn for line in game_log.lines] == [0, 4]


def test_undone_events_are_dropped() -> None:
    game_log = GameLog()
    game_log.add(0, [UnitMoved(UNIT, "A1", "B1")])
    game_log.add(1, [UnitMoved(UNIT, "B1", "C1")])
    game_log.rewind_to(1)
    assert game_log.traces(0, 1) == (Trace("A1", "B1", TraceKind.MOVE),)
    assert len(game_log.lines) == 1


@pytest.fixture
def battle(pegasus: Scenario) -> GameState:
    """A battle against infantry, before the dice are rolled."""
    state, chance = new_game(pegasus), RandomChance(3)
    while state.fight is None or state.fight.kind is not FightKind.BATTLE:
        legal = legal_actions(state)
        shots = [action for action in legal if isinstance(action, Battle)]
        apply_action(state, chance.choose(state) if state.player == CHANCE else (shots or legal)[0])
    return state


def test_a_roll_lists_the_hits_first(battle: GameState) -> None:
    roll = Roll((DieFace.STAR, DieFace.FLAG, DieFace.ARMOR, DieFace.GRENADE, DieFace.INFANTRY))
    shown_roll = dice_roll(battle, roll)
    assert shown_roll
    assert set(shown_roll.faces[: shown_roll.hits]) == {DieFace.INFANTRY, DieFace.GRENADE}
    assert shown_roll.faces[shown_roll.hits] is DieFace.FLAG
    assert sentence(shown_roll.summary).endswith(": 2 hits, 1 flag")


def test_a_roll_without_effect_is_a_miss(battle: GameState) -> None:
    shown_roll = dice_roll(battle, Roll((DieFace.STAR,)))
    assert shown_roll
    assert sentence(shown_roll.summary).endswith(": missed")


def test_dice_without_a_battle_have_no_result(pegasus: Scenario) -> None:
    assert dice_roll(new_game(pegasus), Roll((DieFace.STAR,))) is None

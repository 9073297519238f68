"""Sudden death can be won in passing, where the route of a unit matters (V-MED-08)."""

from __future__ import annotations

import pytest
from tests.core.m44_special_rules import briefing_of

from m44core.board import BOARDS, BoardType
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, Unit
from m44core.rules.board.hex_grid import grid_of
from m44core.rules.game.events import Event
from m44core.rules.game.phases import Phase
from m44core.rules.game.state import GameState
from m44core.rules.play.game_setup import new_game
from m44core.rules.victory.game_end import end_if_won, sudden_death_gains

BOARD = BOARDS[BoardType.STANDARD]
GROUP = ["E5", "G5"]


def game_with_sudden_death(
    infantry: list[str], side: str = "ALLIES", needed_hexes: int = 2, *, at_once: bool = True
) -> GameState:
    """Return a game with Allied infantry, in which *side* wins by holding some of two hexes.

    *needed_hexes* is the number that it has to hold.
    """
    sudden_death = {"side": side, "number": needed_hexes, "group": GROUP, "at_once": at_once}
    contents = {BOARD.hex(name): HexContent(unit=Unit("infus")) for name in infantry}
    contents[BOARD.hex("A9")] = HexContent(unit=Unit("infger"))
    briefing = briefing_of(victory={"condition": [{"group_sudden_death": sudden_death}]})
    return new_game(Scenario(briefing=briefing).with_hexes(contents))


def gain_masks(state: GameState, name: str) -> list[int]:
    unit = state.unit_at[state.field.grid.index[name]]
    return [stake.hexes for stake in sudden_death_gains(state, unit)]


@pytest.mark.rule("V-MED-08")
@pytest.mark.rule("V-GEN-04")
@pytest.mark.parametrize(
    ("infantry", "counts"),
    [
        (["F5"], False),  # one unit cannot hold two hexes
        (["F5", "E5"], True),
        (["F5", "M1"], False),
        (["E5", "G7"], False),
    ],
)
def test_sudden_death_is_a_gain_if_one_more_hex_suffices(infantry: list[str], counts: bool) -> None:
    hexes = grid_of(BOARD).mask(tuple(BOARD.hex(name) for name in GROUP))
    assert gain_masks(game_with_sudden_death(infantry), infantry[0]) == ([hexes] if counts else [])


@pytest.mark.rule("V-MED-08")
def test_sudden_death_is_no_gain_for_the_other_side_or_if_it_is_not_immediate() -> None:
    assert gain_masks(game_with_sudden_death(["F5", "E5"], side="AXIS"), "F5") == []
    assert gain_masks(game_with_sudden_death(["F5", "E5"], at_once=False), "F5") == []
    assert gain_masks(game_with_sudden_death(["F5"], needed_hexes=1), "F5")


@pytest.mark.rule("V-GEN-01")
def test_a_finished_game_stays_finished() -> None:
    state = game_with_sudden_death(GROUP)
    log: list[Event] = []
    assert end_if_won(state, log)
    assert state.phase is Phase.OVER
    events, result = list(log), state.result
    assert end_if_won(state, log)
    assert (log, state.result) == (events, result)

"""The chance of winning, and the luck of a roll."""

from __future__ import annotations

from itertools import product

import pytest

from m44core.board import BOARDS, BoardType
from m44core.catalogue.catalogue_types import Side
from m44core.messages.message import message
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, Unit
from m44core.playtest.players.win_chance import chance_to_win, roll_luck
from m44core.rules.board.hex_grid import BOTTOM, TOP
from m44core.rules.game.phases import Phase
from m44core.rules.game.state import Fight, GameState, Outcome
from m44core.rules.play.chance import DIE
from m44core.rules.play.game_setup import new_game

BOARD = BOARDS[BoardType.STANDARD]


def position_with_roll(*names: str, dice: int = 2) -> GameState:
    """Return a game in which G3 is about to roll *dice* dice against f4.

    There is infantry on both, and on the hexes *names*: of the Axis on hexes with a lower-case
    name, of the Allies on the others.
    """
    hexes = {
        BOARD.hex(name): HexContent(unit=Unit("infger" if name.islower() else "infus"))
        for name in ("G3", "f4", *names)
    }
    state = new_game(Scenario().with_hexes(hexes))
    start, target = (state.field.grid.index[name] for name in ("G3", "f4"))
    fighters = state.unit_at[start], state.unit_at[target]
    state.fight = Fight(*fighters, start, target, dice, close=True)
    state.phase = Phase.ROLL
    return state


def test_a_player_who_lost_figures_is_less_likely_to_win() -> None:
    state = position_with_roll()
    before = chance_to_win(state, BOTTOM)
    state.figures[state.fight.attacker if state.fight else 0] -= 2
    assert chance_to_win(state, BOTTOM) < before


def test_a_player_with_more_medals_is_more_likely_to_win() -> None:
    state = position_with_roll()
    chances = []
    for medals in range(state.field.medals_needed[BOTTOM]):
        state.eliminated[BOTTOM] = medals
        chances.append(chance_to_win(state, BOTTOM))
    assert chances == sorted(set(chances))


@pytest.mark.parametrize(("name", "counts"), [("vehus", False), ("tankus", True)])
def test_figures_of_supply_units_do_not_count_for_the_chance_to_win(
    name: str, counts: bool
) -> None:
    distant_unit = HexContent(unit=Unit(name, figures=3))
    state = new_game(
        position_with_roll().field.scenario.with_hexes({BOARD.hex("A1"): distant_unit})
    )
    before = chance_to_win(state, BOTTOM)
    state.figures[state.unit_at[state.field.grid.index["A1"]]] = 1
    assert (chance_to_win(state, BOTTOM) < before - 0.01) == counts


@pytest.mark.parametrize(("winner", "chance"), [(Side.ALLIES, 1.0), (Side.AXIS, 0.0), (None, 0.5)])
def test_the_chance_to_win_a_finished_game_follows_from_its_result(
    winner: Side | None, chance: float
) -> None:
    state = position_with_roll()
    state.result = Outcome(winner, message(""))
    assert chance_to_win(state, BOTTOM) == chance


@pytest.mark.parametrize("player", [TOP, BOTTOM])
@pytest.mark.parametrize("medals", [0, 5])
@pytest.mark.parametrize("figures", [1, 2, 4])
def test_the_mean_luck_of_a_roll_is_zero(player: int, medals: int, figures: int) -> None:
    state = position_with_roll("D9", "g4")
    state.eliminated[BOTTOM] = medals
    assert state.fight is not None
    state.figures[state.fight.target] = figures
    rolls = [roll_luck(state, player, faces) for faces in product(DIE, repeat=2)]
    assert sum(rolls) == pytest.approx(0.0, abs=1e-9)


def test_the_luck_of_one_player_is_the_bad_luck_of_the_other() -> None:
    state = position_with_roll("D9", "g4")
    hits = DIE[:1] * 2
    assert roll_luck(state, BOTTOM, hits) > 0
    assert roll_luck(state, TOP, hits) == pytest.approx(-roll_luck(state, BOTTOM, hits))


def test_cards_left_out_do_not_count_for_the_chance_to_win(state: GameState) -> None:
    player, hand = state.player, state.hands[state.player]
    chances = [chance_to_win(state, player, [card]) for card in hand]
    assert chance_to_win(state, player) == chance_to_win(state, player, hand) == max(chances)
    assert chance_to_win(state, player, []) < min(chances)

"""Rules of thumb: what the simple player prefers in small positions."""

from __future__ import annotations

import pytest

from m44core.board import BOARDS, BoardType
from m44core.model.parts import HexContent, Piece, Tag, Unit
from m44core.model.scenario import Scenario
from m44core.playtest.judgement import Judgement, own_units
from m44core.rules.grid import BOTTOM
from m44core.rules.setup import new_game

BOARD = BOARDS[BoardType.STANDARD]
INFANTRY = HexContent(unit=Unit("infus"))
ENEMY = HexContent(unit=Unit("infger"))


def judged(**contents: HexContent) -> tuple[Judgement, dict[str, int]]:
    """Return the Allies' judgement and the units by their hexes."""
    hexes = {BOARD.hex(name): content for name, content in contents.items()}
    state = new_game(Scenario().with_hexes(hexes))
    units = {state.field.grid.names[unit.start]: unit.number for unit in state.field.units}
    return Judgement(state, BOTTOM), units


def index(name: str) -> int:
    return BOARD.index[BOARD.hex(name)]


def test_a_unit_about_to_fall_is_the_better_target() -> None:
    weak = HexContent(unit=Unit("infger", figures=1))
    judgement, units = judged(G3=INFANTRY, f4=ENEMY, g4=weak)
    unit = units["G3"]
    assert judgement.attack(unit, index("g4")) > judgement.attack(unit, index("f4"))


def test_a_unit_in_cover_is_the_worse_target() -> None:
    covered = HexContent(terrain=Piece("woods"), unit=Unit("infger"))
    judgement, units = judged(G3=INFANTRY, f4=ENEMY, g4=covered)
    unit = units["G3"]
    assert judgement.attack(unit, index("g4")) < judgement.attack(unit, index("f4"))


def test_an_open_objective_draws_a_unit() -> None:
    judgement, units = judged(G3=INFANTRY, A9=ENEMY, M5=HexContent(tags=(Tag("medal1"),)))
    assert judgement.place(units["G3"], index("M5")) > judgement.place(units["G3"], index("K5"))
    assert judgement.place(units["G3"], index("K5")) > judgement.place(units["G3"], index("G3"))


def test_an_objective_of_the_enemy_does_not() -> None:
    judgement, units = judged(G3=INFANTRY, A9=ENEMY, M5=HexContent(tags=(Tag("medal2"),)))
    assert judgement.place(units["G3"], index("M5")) < judgement.place(units["G3"], index("G3"))


def test_a_battle_is_worth_a_move() -> None:
    judgement, units = judged(G1=INFANTRY, G5=ENEMY)
    end, _ = judgement.best_move(units["G1"])
    assert BOARD.hexes[end].distance(BOARD.hex("G5")) < 4


@pytest.mark.parametrize("name", ["G3", "g2"])
def test_thinking_changes_nothing(name: str) -> None:
    judgement, units = judged(**{name: INFANTRY, "G5": ENEMY})
    before = judgement.position.clone()
    judgement.gain(units[name])
    assert judgement.position == before


def test_own_units_are_those_on_the_board() -> None:
    judgement, units = judged(G3=INFANTRY, A1=INFANTRY, G5=ENEMY)
    assert own_units(judgement.position, BOTTOM) == sorted([units["G3"], units["A1"]])

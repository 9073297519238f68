"""Retreats on random boards agree with a step-by-step search by the rules (4.9)."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m44core.board import BOARDS, BoardType, Face
from m44core.catalogue.catalogue_types import Side, UnitClass
from m44core.hexes import Hex
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, Piece, Unit
from m44core.rules.board.hex_grid import BOTTOM, bit_indexes
from m44core.rules.game.battlefield import Combatant
from m44core.rules.game.state import Fight, FightKind, GameState
from m44core.rules.play.game_setup import new_game
from m44core.rules.units.retreat import (
    RetreatOptions,
    forced_retreats,
    max_ignored_flags,
    retreat_options,
    retreat_paths,
)

BOARD = BOARDS[BoardType.STANDARD]
UNITS = ("infger", "tankger", "gunger", "infus", "tankus", "gunus")
RESISTANCE = Unit("inf2us", behavior="french-resistance")
GROUND = (None, None, None, "woods", "river", "hedgerow")
OBSTACLES = (None, None, None, "hedgehog", "sand")
FLAGS = st.integers(1, 4)


def random_content(rng: random.Random) -> HexContent:
    """Return random content of a hex, sometimes with a bunker."""
    tile, obstacle, unit = rng.choice(GROUND), rng.choice(OBSTACLES), rng.choice(UNITS)
    unit_or_resistance = Unit(unit) if rng.random() < 0.9 else RESISTANCE
    sides = (Side.AXIS, Side.ALLIES)
    bunker = Piece("bunker", owner=rng.choice(sides)) if rng.random() < 0.1 else None
    return HexContent(
        terrain=Piece(tile) if tile and not bunker else None,
        structure=bunker,
        obstacle=Piece(obstacle) if obstacle and not bunker else None,
        unit=unit_or_resistance if tile != "river" and rng.random() < 0.4 else None,
    )


def crowded_game(seed: int) -> GameState:
    """Return a game on a crowded beach."""
    rng = random.Random(seed)
    hexes = {hex_: random_content(rng) for hex_ in BOARD.hexes if rng.random() < 0.6}
    hexes |= {
        Hex(0, 0): HexContent(unit=Unit("infger")),
        Hex(24, 6): HexContent(unit=Unit("infus")),
    }
    return new_game(Scenario(face=Face.BEACH).with_hexes(hexes))


SEEDS = st.integers(0, 2**32)


def hexes_behind(state: GameState, unit: Combatant, hex_: Hex) -> list[Hex]:
    """Return the hexes one step back that a unit can enter (B-RET-02, B-RET-04, B-RET-05)."""
    row = hex_.row + (1 if unit.player == BOTTOM else -1)
    steps = (Hex(hex_.col - 1, row), Hex(hex_.col + 1, row))
    return [step for step in steps if step in BOARD and can_enter(state, unit, step)]


def can_enter(state: GameState, unit: Combatant, hex_: Hex) -> bool:
    content = state.field.scenario.at(hex_)
    is_vehicle = unit.rules.unit_class is not UnitClass.INFANTRY
    is_closed = content.terrain is not None and content.terrain.name == "river"
    is_closed |= content.terrain is None and hex_.row >= 7  # the sea
    is_barred = content.structure is not None or (
        content.obstacle is not None and content.obstacle.name == "hedgehog"
    )
    return content.unit is None and not is_closed and not (is_vehicle and is_barred)


def possible_retreat_paths(state: GameState, unit: Combatant, steps: int) -> list[tuple[Hex, ...]]:
    """Return every retreat path of *steps* hexes."""
    start = BOARD.hexes[state.place[unit.number]]
    structure = state.field.scenario.at(start).structure
    if structure is not None and unit.rules.unit_class is UnitClass.ARTILLERY:
        return [] if steps else [(start,)]
    retreats: list[tuple[Hex, ...]] = [(start,)]
    for _ in range(steps):
        retreats = [
            (*retreat, step)
            for retreat in retreats
            for step in hexes_behind(state, unit, retreat[-1])
        ]
    return retreats


def expected_retreats(state: GameState, unit: Combatant, flags: int) -> RetreatOptions:
    """Return the retreats for *flags* and their cost in figures (B-RET-07, B-RET-08, B-RET-11)."""
    longest_retreat = next(
        n for n in range(flags, -1, -1) if possible_retreat_paths(state, unit, n)
    )
    max_hexes = flags * unit.rules.retreat_per_flag if longest_retreat == flags else longest_retreat
    end_hexes = {
        retreat[-1]
        for n in range(longest_retreat, max_hexes + 1)
        for retreat in possible_retreat_paths(state, unit, n)
    }
    return RetreatOptions(sum(1 << BOARD.index[end] for end in end_hexes), flags - longest_retreat)


@pytest.mark.bulk
@pytest.mark.rule("B-RET-01")
@pytest.mark.rule("B-RET-02")
@pytest.mark.rule("B-RET-03")
@pytest.mark.rule("B-RET-05")
@pytest.mark.rule("B-RET-06")
@pytest.mark.rule("B-RET-07")
@pytest.mark.rule("B-RET-08")
@pytest.mark.rule("B-RET-11")
@given(SEEDS, FLAGS)
def test_a_unit_retreats_as_far_as_its_flags_and_the_board_allow(seed: int, flags: int) -> None:
    state = crowded_game(seed)
    for unit in state.field.units:
        assert forced_retreats(state, unit.number, flags) == expected_retreats(state, unit, flags)


@pytest.mark.bulk
@given(SEEDS, FLAGS)
def test_the_retreat_paths_to_a_hex_are_complete(seed: int, flags: int) -> None:
    state = crowded_game(seed)
    for unit in state.field.units:
        start = state.place[unit.number]
        for end in bit_indexes(forced_retreats(state, unit.number, flags).ends & ~(1 << start)):
            steps = state.field.grid.distance(start, end)
            to_end = {
                tuple(BOARD.index[hex_] for hex_ in way[1:])
                for way in possible_retreat_paths(state, unit, steps)
                if BOARD.index[way[-1]] == end
            }
            assert set(retreat_paths(state, unit.number, end)) == to_end


@pytest.mark.bulk
@pytest.mark.rule("B-RET-09")
@pytest.mark.rule("R-11")
@given(SEEDS)
def test_a_unit_behind_sandbags_hedgehogs_or_in_its_bunker_may_ignore_a_flag(seed: int) -> None:
    state = crowded_game(seed)
    for unit in state.field.units:
        content = state.field.scenario.at(BOARD.hexes[unit.start])
        is_own = content.structure is not None and content.structure.owner is unit.side
        assert bool(max_ignored_flags(state, unit.number)) == (
            is_own or content.obstacle is not None
        )


@pytest.mark.bulk
@pytest.mark.rule("B-RET-10")
@given(SEEDS, FLAGS)
def test_ignoring_a_flag_is_optional_where_it_costs_no_figure(seed: int, flags: int) -> None:
    state = crowded_game(seed)
    for unit in state.field.units:
        forced, options_with_one_less = (
            expected_retreats(state, unit, number) for number in (flags, flags - 1)
        )
        options = retreat_options(state, unit.number, flags)
        if not max_ignored_flags(state, unit.number):
            assert options == forced
        elif forced.losses:
            assert options == options_with_one_less
        else:
            assert options == RetreatOptions(forced.ends | options_with_one_less.ends, 0)


@pytest.mark.rule("B-CARD-AIR")
@pytest.mark.rule("B-CARD-BAR")
@pytest.mark.parametrize(
    ("kind", "allowed"), [(kind, kind is not FightKind.STRIKE) for kind in FightKind]
)
def test_flags_from_bombardment_or_air_power_cannot_be_ignored(
    kind: FightKind, allowed: bool
) -> None:
    contents = {
        Hex(12, 4): HexContent(obstacle=Piece("sand"), unit=Unit("infus")),
        Hex(12, 2): HexContent(unit=Unit("infger")),
    }
    state = new_game(Scenario().with_hexes(contents))
    target = next(unit for unit in state.field.units if unit.side is Side.ALLIES)
    state.fight = Fight(1 - target.number, target.number, 0, target.start, 1, False, kind=kind)
    assert bool(max_ignored_flags(state, target.number)) is allowed

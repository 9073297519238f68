"""The odds shown for every unit, on any terrain, match the engine's dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import NamedTuple

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.unit_table import UnitRow, unit_table_rows

from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.catalogue.catalogue_types import Layer, RulesSupport, Side
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, Piece
from m44core.model.special_rules import HeavyFog, SpecialRules
from m44core.rules.cards.card_command import command_of_card
from m44core.rules.game.actions import Action, Battle, Roll
from m44core.rules.game.phases import Phase
from m44core.rules.game.state import NOWHERE, UNLIMITED, GameState, Smoke, SmokeOnHex
from m44core.rules.play.apply import apply_action
from m44core.rules.play.chance import DIE
from m44core.rules.play.game_setup import new_game
from m44core.rules.play.legal_actions import legal_actions
from m44editor.playtest.game.forecast import odds_of_targets

GROUND = [
    element.name
    for element in base_catalogue().on_layer(Layer.TERRAIN)
    if element.rules is RulesSupport.BASE and element.terrain and not element.terrain.on_enter
]
HERE, THERE = "G3", ("h4", "G5", "h6", "G7")
MAX_DICE = 5  # more take too long


class BattleConditions(NamedTuple):
    """Everything that can affect the dice, except the units.

    Attributes:
        attacker_terrain: The name of the terrain on ``HERE``, the attacker's hex; None for open
            ground.
        target_terrain: The name of the terrain on the target's hex; None for open ground.
        hex: The name of the target's hex.
        moved: Whether the attacker has moved.
        fog: Whether there is heavy fog.
        smoke: The name of the hex with smoke; None if there is none.
        visibility: The range of sight of units, in hexes.
        figures: The maximum number of figures of each unit.
    """

    attacker_terrain: str | None
    target_terrain: str | None
    hex: str
    moved: bool
    fog: bool
    smoke: str | None
    visibility: int
    figures: int


PIECES = st.one_of(st.none(), st.sampled_from(GROUND))
FIELDS = st.builds(
    BattleConditions,
    PIECES,
    PIECES,
    st.sampled_from(THERE),
    st.booleans(),
    st.booleans(),
    st.sampled_from([None, None, HERE, *THERE]),
    st.sampled_from([UNLIMITED, UNLIMITED, 2]),
    st.integers(1, 4),
)


def rows_by_side() -> tuple[list[UnitRow], list[UnitRow]]:
    """Return the table rows of the land units of the Axis, and of the Allies."""
    by_side: dict[Side, list[UnitRow]] = {Side.AXIS: [], Side.ALLIES: []}
    for row in unit_table_rows():
        if row.structure or row.pieces:
            continue
        nation = base_catalogue().elements[row.unit.name].nation
        assert nation is not None
        by_side[nation.side].append(row)
    return by_side[Side.AXIS], by_side[Side.ALLIES]


AXIS, ALLIES = rows_by_side()
ARMOR = next(row for row in AXIS if row.name == "japanese-armor")
CAR = next(row for row in ALLIES if row.name == "patrol-car")
BARRED = BattleConditions(None, "riverY", "h6", False, False, None, UNLIMITED, 1)


def battlefield(row: UnitRow, other: UnitRow, field: BattleConditions) -> Scenario:
    """Return the scenario of a table row, with only two units on the board."""
    scenario = row.scenario()
    hex_ = scenario.board.hex
    hexes = {at: HexContent() for at, _ in scenario.units()}
    hexes |= {
        hex_(HERE): HexContent(piece_named(field.attacker_terrain), unit=row.unit),
        hex_(field.hex): HexContent(piece_named(field.target_terrain), unit=other.unit),
    }
    scenario = scenario.with_hexes(hexes)
    special_rules = SpecialRules({"heavy-fog": HeavyFog(True)} if field.fog else {})
    rules = replace(scenario.briefing, special_rules=special_rules)
    return replace(scenario, briefing=rules) if field.fog else scenario


def piece_named(name: str | None) -> Piece | None:
    return None if name is None else Piece(name)


def game_before_battle(scenario: Scenario, field: BattleConditions, start: str) -> GameState:
    """Return a game in which the unit on a hex can battle."""
    state = new_game(scenario)
    index = state.field.grid.index
    unit = state.unit_at[index[start]]
    state.active, state.turn = state.field.units[unit].player, 1
    state.card, state.command = "direct-from-hq", command_of_card("direct-from-hq")
    state.ordered, state.moved = 1 << unit, field.moved << unit
    if field.smoke:
        state.smoke = Smoke((SmokeOnHex(index[field.smoke], 9),))
    state.visibility, state.phase = field.visibility, Phase.BATTLE
    for number, unit_figures in enumerate(state.figures):
        state.figures[number] = min(field.figures, unit_figures)
    return state


def odds_over_all_rolls(state: GameState, target: int, before: GameState) -> list[float]:
    """Return the expected losses, and the chances of elimination and retreat, over all rolls."""
    if state.phase in (Phase.ROLL, Phase.REROLL):
        rolls = [
            (probability, odds_over_all_rolls(position_after(state, roll), target, before))
            for roll, probability in all_rolls(state)
        ]
        return [sum(probability * each[n] for probability, each in rolls) for n in range(3)]
    if state.phase is Phase.RETREAT:
        odds_by_way = [
            odds_over_all_rolls(position_after(state, way), target, before)
            for way in legal_actions(state)
        ]
        assert odds_by_way[0][:2] == pytest.approx(odds_by_way[-1][:2]), (
            "the losses do not depend on the retreat"
        )
        return [*odds_by_way[0][:2], min(end[2] for end in odds_by_way)]
    is_eliminated = state.place[target] == NOWHERE
    is_driven_back = not is_eliminated and state.place[target] != before.place[target]
    return [
        float(before.figures[target] - state.figures[target]),
        float(is_eliminated),
        float(is_driven_back),
    ]


def all_rolls(state: GameState) -> Iterator[tuple[Roll, float]]:
    """Yield the distinct rolls, each with its probability."""
    for faces in combinations_with_replacement(sorted({*DIE}), state.dice):
        orderings = factorial(state.dice) / prod(factorial(n) for n in Counter(faces).values())
        yield Roll(faces), orderings * prod(DIE.count(face) / len(DIE) for face in faces)


def position_after(state: GameState, action: Action) -> GameState:
    """Return the position after an action."""
    next_state = state.clone()
    apply_action(next_state, action)
    return next_state


def shown_odds(state: GameState, start: str) -> dict[str, list[float]]:
    """Return the odds shown against each target of a unit, keyed by the target's hex.

    Targets against which more than ``MAX_DICE`` dice are rolled are left out.
    """
    index = state.field.grid.index
    plates = odds_of_targets(state, state.unit_at[index[start]])
    return {
        target: [plate.losses, plate.elimination_chance, plate.driven_off_chance]
        for target in battle_targets(state)
        if (plate := plates[index[target]]).dice <= MAX_DICE
    }


def actual_odds(state: GameState, target: str) -> list[float]:
    """Return the odds against an enemy on a hex over all rolls, as plates show them."""
    battle = next(each for each in legal_actions(state) if is_battle_against(each, target))
    return odds_over_all_rolls(
        position_after(state, battle), state.unit_at[state.field.grid.index[target]], state
    )


def battle_targets(state: GameState) -> list[str]:
    return [action.target for action in legal_actions(state) if isinstance(action, Battle)]


def is_battle_against(action: Action, target: str) -> bool:
    return isinstance(action, Battle) and action.target == target


@pytest.mark.rule("B-BAT-09", "B-HIT-01", "SO-HEAVY-FOG", "E-SMOKE-03", "E-TIGER-02", "E-NEBEL-04")
@example(axis=ARMOR, allied=CAR, field=BARRED, is_swapped=True)
@given(
    axis=st.sampled_from(AXIS),
    allied=st.sampled_from(ALLIES),
    field=FIELDS,
    is_swapped=st.booleans(),
)
def test_the_odds_shown_match_the_dice_of_any_unit(
    axis: UnitRow, allied: UnitRow, field: BattleConditions, *, is_swapped: bool
) -> None:
    row, other = (allied, axis) if is_swapped else (axis, allied)
    scenario = battlefield(row, other, field)
    for start in (HERE, field.hex):
        state = game_before_battle(scenario, field, start)
        for target, plate in shown_odds(state, start).items():
            assert actual_odds(state, target) == pytest.approx(plate)

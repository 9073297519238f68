"""The start of a turn: rolls for attrition and sabotage, arrivals, visibility.

See SO-ATTRITION and SO-DAM-SABOTAGE.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from m44core.model.unit_rules import Attrition
from m44core.model.victory_rules import DamSabotage
from m44core.rules.board.hex_grid import bit_indexes
from m44core.rules.game.actions import DieFace
from m44core.rules.game.events import AttritionDue, DamBroken, DamHit, Event, MedalGained
from m44core.rules.game.phases import Phase
from m44core.rules.game.state import NOBODY, GameState, SpecialRoll, SpecialRollKind
from m44core.rules.index_types import HexNo
from m44core.rules.special.arrivals import may_reinforce
from m44core.rules.special.night import must_roll_for_visibility
from m44core.rules.units.unit_changes import lose_figures
from m44core.rules.victory.objective_control import remove_dam_objective


def rolls_at_turn_start(state: GameState) -> tuple[SpecialRoll, ...]:
    """Return the special rolls of the active player at the start of the turn."""
    return (*_attrition_rolls(state), *_sabotage_rolls(state))


def continue_turn_start(state: GameState) -> None:
    """Continue the start of the turn: rolls, reinforcements, visibility, then the card."""
    if state.turn_start_rolls:
        state.special_roll, *later_rolls = state.turn_start_rolls
        state.turn_start_rolls, state.phase = tuple(later_rolls), Phase.SPECIAL_ROLL
    elif state.field.options.further and may_reinforce(state):
        state.phase = Phase.REINFORCE
    else:
        finish_turn_start(state)


def finish_turn_start(state: GameState) -> None:
    """Continue with the roll for visibility, or with playing a card."""
    state.phase = Phase.VISIBILITY if must_roll_for_visibility(state) else Phase.PLAY


def resolve_attrition_roll(state: GameState, faces: Sequence[DieFace], log: list[Event]) -> None:
    """Apply an attrition roll: each matching face costs a figure of choice (SO-ATTRITION)."""
    rule = state.field.options.further_rule(Attrition)
    assert rule is not None, "the scenario has the rule"
    state.attrition_due = faces.count(DieFace[rule.face.name])
    if not state.attrition_due:
        continue_turn_start(state)
        return
    state.phase = Phase.ATTRITION
    log.append(AttritionDue(state.field.sides[state.active], state.attrition_due))


def take_attrition_figure(state: GameState, index: HexNo, log: list[Event]) -> None:
    """Take a figure from the unit on a hex; after the last figure the turn continues."""
    state.attrition_due -= 1
    lose_figures(state, state.unit_at[index], 1, log)
    if not (state.attrition_due and state.occupied[state.active]):
        state.attrition_due = 0
        continue_turn_start(state)


def resolve_sabotage_roll(
    state: GameState, roll: SpecialRoll, faces: Sequence[DieFace], log: list[Event]
) -> None:
    """Apply a sabotage roll: stars damage a dam, enough stars destroy it (SO-DAM-SABOTAGE)."""
    rule = state.field.options.further_rule(DamSabotage)
    assert rule is not None, "the scenario has the rule"
    index, player = state.place[roll.unit], state.active
    name, damage = state.field.grid.names[index], dict(state.dams)
    damage[index] = damage.get(index, 0) + faces.count(DieFace.STAR)
    state.dams = tuple((dam, hits) for dam, hits in damage.items() if hits)
    if damage[index] < rule.hits:
        log.append(DamHit(name, damage[index], rule.hits))
    else:
        log.append(DamBroken(name))
        remove_dam_objective(state, index, log)
        state.special_medals[player] += rule.medals
        side = state.field.sides[player]
        log.append(MedalGained(side, rule.medals, "", state.medals(player)))
    continue_turn_start(state)


def _attrition_rolls(state: GameState) -> Iterator[SpecialRoll]:
    rule = state.field.options.further_rule(Attrition)
    if rule is not None and rule.side is state.field.sides[state.active]:
        yield SpecialRoll(SpecialRollKind.ATTRITION, NOBODY, rule.dice)


def _sabotage_rolls(state: GameState) -> Iterator[SpecialRoll]:
    rule = state.field.options.further_rule(DamSabotage)
    if rule is None or rule.side is not state.field.sides[state.active]:
        return
    destroyed_dams = {dam for dam, hits in state.dams if hits >= rule.hits}
    for index in bit_indexes(state.field.grid.mask(rule.hexes) & state.occupied[state.active]):
        if index not in destroyed_dams:
            yield SpecialRoll(SpecialRollKind.SABOTAGE, state.unit_at[index], rule.dice)

"""Changes to units and obstacles shared by actions: moving, losing figures, digging in."""

from __future__ import annotations

from functools import cache

from m44core.board import BoardType
from m44core.catalogue.base_box import load_base_box
from m44core.rules.board.hex_ground import sandbags_element
from m44core.rules.game.events import (
    Event,
    FiguresLost,
    MedalGained,
    ObstacleRemoved,
    UnitEliminated,
)
from m44core.rules.game.state import NOBODY, NOWHERE, GameState
from m44core.rules.index_types import HexNo, UnitNo
from m44core.rules.units.battle import lose_camouflage
from m44core.rules.units.boats import disembark
from m44core.rules.units.hobarts_funnies import ground_for_unit
from m44core.rules.units.movement import movement_allowance_of, needs_boat_to_reach
from m44core.rules.units.rails import lose_wagon_if_due
from m44core.rules.victory.objective_control import update_objectives


def advance_to(
    state: GameState,
    unit: UnitNo,
    end: HexNo,
    log: list[Event],
    *,
    steps: int = 1,
    has_hazards: bool = False,
) -> None:
    """Move a unit to *end* by a move or by taking ground, and apply the ground there.

    The unit might have to stop, be barred from battling this turn, or flatten wire (B-FOR-01,
    B-WIRE-03).
    """
    combatant, ground = state.field.units[unit], ground_for_unit(state, unit)
    number, bit = combatant.class_number, 1 << unit
    state.moved |= bit
    if (
        ground.no_taking_ground_on_entry[number] | state.smoke.dense
    ) >> end & 1 and not movement_allowance_of(state, unit).free:
        state.halted |= bit
    barring_hexes = ground.no_battle_on_entry[number]
    if steps > 1:
        barring_hexes |= ground.no_battle_if_late[number]
    if barring_hexes >> end & 1 and not combatant.rules.battles_on_entry:
        state.barred |= bit
    if ground.no_battle_on_leave[number] >> state.place[unit] & 1:
        state.barred |= bit
    if state.field.carried_units:
        disembark(state, unit, end, log, crossed_river=needs_boat_to_reach(state, unit, end))
    relocate(state, unit, end, log, has_hazards=has_hazards)
    flatten_wire(state, unit, log)


def flatten_wire(state: GameState, unit: UnitNo, log: list[Event]) -> None:
    """Remove the obstacle on a unit's hex if its class flattens it (B-WIRE-03, R-04)."""
    flatten_obstacle(state, unit, state.place[unit], log)


def flatten_obstacle(state: GameState, unit: UnitNo, index: HexNo, log: list[Event]) -> None:
    """Remove the obstacle on a hex if the class of a unit flattens it."""
    obstacle = state.ground.hexes[index].obstacle
    if obstacle is None:
        return
    rules = state.field.units[unit].rules
    if (rules.clears_as or rules.moves_as or rules.unit_class) in obstacle.rules.removed_by_entry:
        remove_obstacle(state, index, log)


def relocate(
    state: GameState, unit: UnitNo, end: HexNo, log: list[Event], *, has_hazards: bool = False
) -> None:
    """Move a unit to *end*; remove its traces on the old hex, and update objectives (B-SAND-03).

    With *has_hazards*, objectives on *end* are not updated until its hazards are resolved
    (TH-HOOK-01).
    """
    start = state.place[unit]
    player = state.field.units[unit].player
    state.place[unit] = end
    state.unit_at[start], state.unit_at[end] = NOBODY, unit
    state.occupied[player] ^= (1 << start) ^ (1 << end)
    _remove_traces(state, unit, start, log)
    update_objectives(state, 1 << start if has_hazards else 1 << start | 1 << end, log)


def remove_unit(state: GameState, unit: UnitNo, log: list[Event]) -> None:
    """Take a unit off the board; remove its traces on the hex, and update objectives."""
    index = state.place[unit]
    state.place[unit] = NOWHERE
    state.unit_at[index] = NOBODY
    state.occupied[state.field.units[unit].player] ^= 1 << index
    _remove_traces(state, unit, index, log)
    update_objectives(state, 1 << index, log)


def lose_figures(
    state: GameState, unit: UnitNo, losses: int, log: list[Event], *, barred: bool = False
) -> None:
    """Remove up to *losses* figures of a unit; eliminating it gives the enemy medals.

    *barred* says whether the losses are due to a blocked retreat (B-HIT-03, B-HIT-05).
    """
    losses = min(losses, state.figures[unit])
    if not losses:
        return
    state.figures[unit] -= losses
    name = state.field.units[unit].name
    hex_ = state.field.grid.names[state.place[unit]]
    log.append(FiguresLost(name, hex_, losses, state.figures[unit], barred))
    if state.trains:
        lose_wagon_if_due(state, unit, log)
    if state.field.units[unit].wreck_kind:
        _count_wrecks(state, unit, losses, log)
    if not state.figures[unit]:
        _eliminate(state, unit, log)


def remove_mine(state: GameState, index: HexNo) -> None:
    """Remove a minefield from the board (TH-MINE-03)."""
    state.ground = state.field.ground_without_mine(state.ground, index)


def remove_obstacle(state: GameState, index: HexNo, log: list[Event]) -> None:
    """Remove the wire or hedgehog on a hex; sandbags there stay."""
    log.append(ObstacleRemoved(state.field.obstacle_names[index], state.field.grid.names[index]))
    state.ground = state.field.ground_without_obstacle(state.ground, index)


def _remove_traces(state: GameState, unit: UnitNo, index: HexNo, log: list[Event]) -> None:
    """Remove the sandbags, crosshairs and camouflage that last only while a unit stays.

    See B-SAND-03, R-12 and E-BIGGUN-05.
    """
    if state.cross_hairs:
        remaining_cross_hairs = (
            each for each in state.cross_hairs if index != each[0] and unit != each[1]
        )
        state.cross_hairs = tuple(remaining_cross_hairs)
    if state.camouflaged:
        lose_camouflage(state, index, log)
    sandbags = state.ground.hexes[index].sandbags
    if sandbags and sandbags.rules.removed_on_leave:
        log.append(ObstacleRemoved(sandbags_element().noun, state.field.grid.names[index]))
        state.ground = state.field.ground_without_sandbags(state.ground, index)


def _count_wrecks(state: GameState, unit: UnitNo, losses: int, log: list[Event]) -> None:
    """Count lost figures of a kind; the enemy gains a medal each time enough are lost (E-HT-03)."""
    combatant = state.field.units[unit]
    winner, figures_per_medal = 1 - combatant.player, combatant.rules.figures_a_medal
    old_count = state.wrecks[winner].get(combatant.wreck_kind, 0)
    new_counts = {**state.wrecks[winner], combatant.wreck_kind: old_count + losses}
    state.wrecks = (state.wrecks[0], new_counts) if winner else (new_counts, state.wrecks[1])
    medals = (old_count + losses) // figures_per_medal - old_count // figures_per_medal
    state.eliminated[winner] += medals
    if medals:
        log.append(MedalGained(state.field.sides[winner], medals, "", state.medals(winner)))


def _eliminate(state: GameState, unit: UnitNo, log: list[Event]) -> None:
    combatant = state.field.units[unit]
    medals, winner = combatant.medals, 1 - combatant.player
    log.append(UnitEliminated(combatant.name, state.field.grid.names[state.place[unit]]))
    state.eliminated[winner] += medals
    if medals:
        log.append(MedalGained(state.field.sides[winner], medals, "", state.medals(winner)))
    remove_unit(state, unit, log)
    if state.field.options.high_command is combatant.side:
        state.pending_losses = (*state.pending_losses, (NOWHERE, combatant.player))


_BOXES_BY_BOARD = {BoardType.OVERLORD: 2}  # base boxes a board needs, if more than one


def sandbags_left(state: GameState) -> int:
    """Return the number of sandbags left in the box; sea walls are made of them too (R-18)."""
    sandbags_in_use = state.ground.sandbagged.bit_count()
    return max(0, _sandbag_supply(state.field.scenario.board.type) - sandbags_in_use)


def may_place_sandbags(state: GameState, index: HexNo) -> bool:
    """Return whether sandbags can be placed on a hex: not on sandbags or in the sea (R-18)."""
    return not (state.ground.sandbagged | state.ground.no_sandbags) >> index & 1


def place_sandbags(state: GameState, index: HexNo) -> None:
    """Place sandbags on a hex; any wire or hedgehog there stays."""
    state.ground = state.field.ground_with_sandbags(state.ground, index)


@cache
def _sandbag_supply(board: BoardType) -> int:
    return load_base_box().obstacles["sandbags"] * _BOXES_BY_BOARD.get(board, 1)

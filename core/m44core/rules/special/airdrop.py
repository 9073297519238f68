"""Units dropped by parachute: before the first turn, or by the order of a card (O-DROP)."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from m44core.catalogue.catalogue_types import UnitClass
from m44core.model.unit_rules import AirDrop, OrderedDrop
from m44core.rules.board.hex_grid import Grid, bit_indexes
from m44core.rules.game.combatants import ArrivalKind
from m44core.rules.game.events import DropAimed, Event, UnitLanded
from m44core.rules.game.phases import Phase
from m44core.rules.game.state import DAYLIGHT, NOWHERE, GameState
from m44core.rules.index_types import HexNo, HexSet, PlayerNo, UnitNo
from m44core.rules.victory.objective_control import update_objectives

if TYPE_CHECKING:
    import random

_INFANTRY_IN_BOX = 42  # figures of infantry for each side


def begin_drop(state: GameState) -> bool:
    """Begin the next drop before the first turn; return whether there is one (TH-DROP-01)."""
    drops = state.field.drops
    if state.drops_begun == len(drops):
        return False
    drop = drops[state.drops_begun]
    state.drops_begun += 1
    state.units_in_air, state.active, state.phase = drop.units, drop.player, Phase.AIM
    return True


def aim_hexes(state: GameState) -> HexSet:
    """Return the hexes the active player can aim at: those the scenario lists, or any.

    If the scenario lists several hexes, each is for one drop until all are used (TH-DROP-03).
    """
    rule, grid = current_drop_rule(state), state.field.grid
    if isinstance(rule, AirDrop) and rule.aims:
        return grid.mask(rule.aims) & ~state.aimed or grid.mask(rule.aims)
    if isinstance(rule, AirDrop) and rule.center is not None and rule.center in grid.board.index:
        return 1 << grid.board.index[rule.center]
    return (1 << len(grid.names)) - 1


def aim_drop(state: GameState, index: HexNo, log: list[Event]) -> None:
    """Aim the drop at a hex; its figures land next."""
    state.aim, state.phase = index, Phase.LAND
    state.aimed |= 1 << index
    log.append(DropAimed(state.field.sides[state.active], state.field.grid.names[index]))


def landing_hexes(state: GameState) -> HexSet:
    """Return the hexes on which the next figure can land, including occupied ones."""
    return _hexes_within(state.field.grid, state.aim, current_drop_rule(state).range)


def land_figure(state: GameState, index: HexNo, log: list[Event]) -> None:
    """Land the next unit on a hex; off the board, on a unit or on impassable ground it is lost.

    Nobody gains a medal for a lost unit. After the last unit the game continues (TH-DROP-02).
    """
    number, *later_units = state.units_in_air
    state.units_in_air, state.arrived = tuple(later_units), state.arrived | 1 << number
    combatant = state.field.units[number]
    passable = state.ground.passable[combatant.class_number] & ~state.all_occupied
    has_landed = index != NOWHERE and bool(passable >> index & 1)
    if has_landed:
        begin_rest(state, number)
        place_unit(state, number, index)
        log.append(UnitLanded(combatant.name, state.field.grid.names[index]))
        update_objectives(state, 1 << index, log)
    else:
        log.append(UnitLanded(combatant.name, ""))
    if combatant.arrival is not None and combatant.arrival.kind is ArrivalKind.ORDERED_DROP:
        if not has_landed:
            state.aimed &= ~(1 << state.aim)
        state.aim, state.phase = NOWHERE, Phase.ORDER
    elif not later_units:
        state.aim, state.phase = NOWHERE, Phase.AIM


def random_drift_hex(state: GameState, rng: random.Random) -> HexNo:
    """Return a random hex to which a figure drifts; ``NOWHERE`` if it leaves the board.

    It drifts as many steps as the range of the drop, each to an adjacent hex or none. By the rules
    it stays on the board; with ``drops-stay-on-board`` off it is lost over the edge (TH-DROP-01).
    """
    grid = state.field.grid
    hex_, stays_on_board = grid.board.hexes[state.aim], state.field.settings.drops_stay_on_board
    for _ in range(current_drop_rule(state).range):
        neighbors = grid.board.neighbours[hex_] if stays_on_board else hex_.neighbours()
        hex_ = rng.choice((hex_, *neighbors))
        if hex_ not in grid.board.index:
            return NOWHERE
    return grid.board.index[hex_]


def current_drop_rule(state: GameState) -> AirDrop | OrderedDrop:
    """Return the special rule that drops the next unit."""
    arrival = state.field.units[state.units_in_air[0]].arrival
    assert arrival is not None, "it falls"
    assert isinstance(arrival.rule, AirDrop | OrderedDrop)
    return arrival.rule


def ordered_drop_hexes(state: GameState) -> HexSet:
    """Return the hexes where a unit can be dropped now, using one of the card's orders.

    See SO-ORDERED-PARADROP.
    """
    field = state.field
    rule = field.options.further_rule(OrderedDrop)
    if rule is None or rule.side is not field.sides[state.active] or not units_to_drop(state):
        return 0
    if rule.daylight and is_too_dark_to_drop(state):
        return 0
    if (
        rule.spare
        and _infantry_left_in_box(state, state.active)
        < field.units[units_to_drop(state)[0]].figures
    ):
        return 0
    hexes = field.grid.mask(rule.aims) if rule.aims else (1 << len(field.grid.names)) - 1
    return hexes & ~state.aimed if rule.once else hexes


def drop_for_order(state: GameState, index: HexNo, log: list[Event]) -> None:
    """Begin the drop of a unit at a hex, which spends an order of its section."""
    state.units_in_air = units_to_drop(state)[:1]
    state.spent = (*state.spent, index)
    aim_drop(state, index, log)


def units_to_drop(state: GameState) -> tuple[UnitNo, ...]:
    """Return the units that orders can still drop."""
    units = state.field.arriving_units(ArrivalKind.ORDERED_DROP)
    return tuple(unit for unit in units if not state.arrived >> unit & 1)


def is_too_dark_to_drop(state: GameState) -> bool:
    """Return whether it is too dark for drops that need daylight (TH-DROP-05)."""
    return state.visibility < DAYLIGHT


def place_unit(state: GameState, unit: UnitNo, index: HexNo) -> None:
    """Put an arriving unit on a hex, at full strength."""
    state.arrived |= 1 << unit
    combatant = state.field.units[unit]
    state.place[unit] = index
    state.figures[unit] = combatant.figures
    state.unit_at[index] = unit
    state.occupied[combatant.player] |= 1 << index
    state.landed |= 1 << unit


def begin_rest(state: GameState, unit: UnitNo) -> None:
    """Bar a unit from being ordered for as many turns as its rule states (TH-DROP-04).

    A unit that arrived for an order cannot be ordered again in that turn.
    """
    arrival = state.field.units[unit].arrival
    if arrival is not None and (arrival.waits or state.turn):
        state.resting_until = (*state.resting_until, (unit, state.turn + arrival.waits))


def _infantry_left_in_box(state: GameState, player: PlayerNo) -> int:
    """Return the number of a player's infantry figures left in the box (SO-N-05)."""
    units = state.field.units
    units_on_board = (state.unit_at[index] for index in bit_indexes(state.occupied[player]))
    infantry = (u for u in units_on_board if units[u].rules.unit_class is UnitClass.INFANTRY)
    on_board = sum(state.figures[unit] for unit in infantry)
    return _INFANTRY_IN_BOX - on_board - state.eliminated[1 - player]


@cache
def _hexes_within(grid: Grid, start: HexNo, steps: int) -> HexSet:
    hexes = 1 << start
    for _ in range(steps):
        hexes |= grid.spread(hexes)
    return hexes

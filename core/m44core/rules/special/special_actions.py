"""Actions instead of moving or battling: recover, seal caves, breach bunkers, resupply."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from m44core.catalogue.catalogue_types import DICE_BY_CARDS, Side, UnitClass
from m44core.rules.board.hex_grid import bit_indexes
from m44core.rules.game.actions import DieFace
from m44core.rules.game.events import CaveSealed, Event, Resupplied, UnitHealed
from m44core.rules.game.phases import Phase
from m44core.rules.game.state import NOWHERE, GameState, SpecialRoll, SpecialRollKind
from m44core.rules.index_types import HexNo, HexSet, UnitNo, UnitSet
from m44core.rules.special.turn_start import resolve_attrition_roll, resolve_sabotage_roll
from m44core.rules.units.battle import battle_dice, may_battle, may_close_assault
from m44core.rules.units.hobarts_funnies import has_breachable_bunker, remove_bunker
from m44core.rules.units.unit_changes import remove_unit

HEALING_FACES = (DieFace.INFANTRY, DieFace.STAR)


def units_to_recover(state: GameState) -> Iterator[UnitNo]:
    """Yield the units that can recover figures instead of moving (TH-HOSP-02, TH-HOSP-04)."""
    for unit in _unmoved_infantry_on(state, state.ground.recovery_hexes):
        combatant, command = state.field.units[unit], state.command_of(unit)
        cannot_move = command is not None and command.move is not None and not command.move.hexes
        is_wounded = state.figures[unit] < combatant.figures and combatant.rules.heals
        if is_wounded and not cannot_move and _has_no_adjacent_enemy(state, unit):
            yield unit


def units_to_seal_caves(state: GameState) -> Iterator[UnitNo]:
    """Yield the units that can try to seal the cave they stand in (TH-CAVE-05)."""
    for unit in bit_indexes(state.ordered & ~state.battled):
        place, combatant = state.place[unit], state.field.units[unit]
        in_cave = place != NOWHERE and state.ground.caves >> place & 1
        is_allied_infantry = (
            combatant.side is Side.ALLIES and combatant.rules.unit_class is UnitClass.INFANTRY
        )
        if (
            in_cave
            and is_allied_infantry
            and may_battle(state, unit)
            and _has_no_adjacent_enemy(state, unit)
        ):
            yield unit


def recovery_dice(state: GameState, unit: UnitNo) -> int:
    """Return the number of dice a unit rolls to recover figures (TH-HOSP-02, TH-HOSP-03)."""
    dice = max(rules.recovery for rules in state.ground.hexes[state.place[unit]].pieces)
    player = state.field.units[unit].player
    return len(state.hands[player]) + 1 if dice == DICE_BY_CARDS else dice


def begin_recovery(state: GameState, unit: UnitNo) -> None:
    """Begin the recovery roll of a unit, which can do nothing else this turn."""
    state.moved |= 1 << unit
    state.barred |= 1 << unit
    _begin_roll(state, SpecialRoll(SpecialRollKind.RECOVERY, unit, recovery_dice(state, unit)))


def begin_sealing(state: GameState, unit: UnitNo) -> None:
    """Begin the roll of a unit to seal its cave instead of battling."""
    state.battled |= 1 << unit
    _begin_roll(
        state, SpecialRoll(SpecialRollKind.SEALING, unit, state.field.units[unit].rules.dice[0])
    )


def possible_breaches(state: GameState) -> Iterator[tuple[HexNo, HexNo]]:
    """Yield pairs of a unit's hex and an adjacent empty bunker it can close assault (E-HOB-08)."""
    breachers = state.ordered & ~state.battled & ~state.barred & state.field.units_breaching_bunkers
    for unit in bit_indexes(breachers):
        place = state.place[unit]
        if place != NOWHERE and may_battle(state, unit) and may_close_assault(state, unit):
            adjacent_hexes = state.field.grid.near[place] & ~state.all_occupied
            for index in bit_indexes(adjacent_hexes):
                if has_breachable_bunker(state, index) and battle_dice(state, unit, index) > 0:
                    yield place, index


def begin_breach(state: GameState, unit: UnitNo, index: HexNo) -> None:
    """Begin the roll of a unit against an empty bunker, as if it were occupied."""
    state.battled |= 1 << unit
    _begin_roll(
        state, SpecialRoll(SpecialRollKind.BREACH, unit, battle_dice(state, unit, index), index)
    )


def resolve_special_roll(state: GameState, faces: Sequence[DieFace], log: list[Event]) -> None:
    """Apply the dice of a special roll, and continue the turn."""
    roll = state.special_roll
    assert roll is not None, "a special roll is due"
    state.special_roll = None
    if roll.kind is SpecialRollKind.RECOVERY:
        _recover_figures(state, roll.unit, sum(face in HEALING_FACES for face in faces), log)
        state.phase = Phase.MOVE
    elif roll.kind is SpecialRollKind.SEALING:
        if DieFace.STAR in faces:
            _seal_cave(state, state.place[roll.unit], log)
        state.phase = Phase.BATTLE
    elif roll.kind is SpecialRollKind.BREACH:
        if DieFace.STAR in faces:
            remove_bunker(state, roll.hex, log)
        state.phase = Phase.BATTLE
    elif roll.kind is SpecialRollKind.ATTRITION:
        resolve_attrition_roll(state, faces, log)
    else:
        resolve_sabotage_roll(state, roll, faces, log)


def _begin_roll(state: GameState, roll: SpecialRoll) -> None:
    state.special_roll, state.phase = roll, Phase.SPECIAL_ROLL


def _recover_figures(state: GameState, unit: UnitNo, healing_dice: int, log: list[Event]) -> None:
    combatant = state.field.units[unit]
    recovered = min(healing_dice, combatant.figures - state.figures[unit])
    state.figures[unit] += recovered
    name = state.field.grid.names[state.place[unit]]
    log.append(UnitHealed(combatant.name, name, recovered, state.figures[unit]))


def _seal_cave(state: GameState, index: HexNo, log: list[Event]) -> None:
    """Replace a cave with a plain hill or mountain."""
    name = next(rules.sealed_as for rules in state.ground.hexes[index].pieces if rules.cave)
    state.ground = state.field.ground_with_tile(state.ground, index, name)
    log.append(CaveSealed(state.field.grid.names[index]))


def _unmoved_infantry_on(state: GameState, hexes: int) -> Iterator[UnitNo]:
    """Yield the ordered infantry on *hexes* that has not moved."""
    for index in bit_indexes(state.occupied[state.active] & hexes):
        unit = state.unit_at[index]
        is_infantry = state.field.units[unit].rules.unit_class is UnitClass.INFANTRY
        if is_infantry and state.ordered & ~state.moved & 1 << unit:
            yield unit


def _has_no_adjacent_enemy(state: GameState, unit: UnitNo) -> bool:
    """Return whether no enemy is adjacent to a unit."""
    adjacent_hexes = state.field.grid.near[state.place[unit]]
    return not adjacent_hexes & state.occupied[1 - state.field.units[unit].player]


_RECEIVING_CLASSES = frozenset({UnitClass.INFANTRY, UnitClass.ARMOR, UnitClass.ARTILLERY})


def possible_suppliers(state: GameState) -> UnitSet:
    """Return the ordered units that can give figures, except units that battled (E-RESUP-03)."""
    return state.field.supply_units & state.ordered & ~state.on_the_move & ~state.battled


def receiver_hexes(state: GameState, supplier: UnitNo) -> HexSet:
    """Return the hexes of units adjacent to a supplier that can receive a figure (E-RESUP-01)."""
    place = state.place[supplier]
    command = state.command_of(supplier)
    if place == NOWHERE or command is None or not command.battles:
        return 0
    adjacent = state.field.grid.rings(place)[1] & state.occupied[state.active]
    return sum(1 << i for i in bit_indexes(adjacent) if may_receive_figure(state, state.unit_at[i]))


def resupply(state: GameState, supplier: UnitNo, receiver: UnitNo, log: list[Event]) -> None:
    """Move one figure from one unit to another; neither can battle this turn (E-RESUP-03).

    The figure counts for no medal; a supplier without figures is removed (E-HT-03, E-TRUCK-04).
    """
    field, names = state.field, state.field.grid.names
    state.barred |= 1 << supplier | 1 << receiver
    state.figures[supplier] -= 1
    state.figures[receiver] += 1
    log.append(
        Resupplied(
            field.units[supplier].name,
            names[state.place[supplier]],
            field.units[receiver].name,
            names[state.place[receiver]],
            state.figures[receiver],
        )
    )
    if not state.figures[supplier]:
        remove_unit(state, supplier, log)


def may_receive_figure(state: GameState, unit: UnitNo) -> bool:
    """Return whether a unit can receive a figure it lost (E-RESUP-02, E-RESUP-03)."""
    combatant = state.field.units[unit]
    rules = combatant.rules
    return (
        state.figures[unit] < combatant.figures
        and rules.heals
        and rules.unit_class in _RECEIVING_CLASSES
        and not state.battled >> unit & 1
    )

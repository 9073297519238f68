"""Actions that can follow a close assault: battling back, and a desert move of armor."""

from __future__ import annotations

from m44core.catalogue.catalogue_types import UnitClass
from m44core.rules.game.events import BattleDeclared, Event
from m44core.rules.game.phases import Phase
from m44core.rules.game.state import Fight, FightKind, GameState
from m44core.rules.index_types import HexSet
from m44core.rules.units.hobarts_funnies import ground_for_unit

_DICE = 1


def may_battle_back(state: GameState, fight: Fight) -> bool:
    """Return whether the attacked unit can battle back after hits and flags are resolved.

    It must have one figure left, be on its hex, be able to battle from there, and not have been
    ambushed (TH-BRI-01, TH-BRI-03).
    """
    unit = state.field.units[fight.target]
    if not unit.rules.battles_back or not fight.close or fight.kind is not FightKind.BATTLE:
        return False
    if fight.ambushed or state.figures[fight.target] != 1 or state.place[fight.target] != fight.hex:
        return False
    return not ground_for_unit(state, fight.target).no_battle[unit.class_number] >> fight.hex & 1


def begin_battle_back(state: GameState, log: list[Event]) -> None:
    """Begin battling back with one die, whatever the circumstances (TH-BRI-02)."""
    fight = state.fight
    assert fight is not None, "a unit was close assaulted"
    attacker, target = fight.target, fight.attacker
    state.fight = Fight(
        attacker,
        target,
        fight.hex,
        fight.start,
        _DICE,
        close=True,
        kind=FightKind.BACK,
        strength=state.figures[target],
    )
    state.phase = Phase.ROLL
    names = state.field.grid.names
    log.append(
        BattleDeclared(
            state.field.units[attacker].name,
            names[fight.hex],
            state.field.units[target].name,
            names[fight.start],
            _DICE,
        )
    )


def may_advance_in_desert(state: GameState, fight: Fight) -> bool:
    """Return whether a unit that took ground can move one more hex (TH-DES-01, TH-DES-02).

    It cannot after its overrun, or from ground that stopped it, including wire it flattened
    (TH-DES-03).
    """
    if not state.field.options.desert or fight.overrun or state.halted >> fight.attacker & 1:
        return False
    rules = state.field.units[fight.attacker].rules
    if rules.unit_class is not UnitClass.ARMOR or not rules.overruns:
        return False
    if state.resting_until and state.resting_units >> fight.attacker & 1:
        return False
    stops = state.ground.stop[state.field.units[fight.attacker].class_number]
    stops |= state.smoke.dense
    return not stops >> state.place[fight.attacker] & 1


def desert_advance_hexes(state: GameState, fight: Fight) -> HexSet:
    """Return the adjacent hexes the victor can advance into, ignoring roads (TH-DES-03)."""
    unit, ground = state.field.units[fight.attacker], state.ground
    place, number = state.place[fight.attacker], unit.class_number
    if ground.leave_one_hex >> place & 1:
        return 0
    closed_hexes = ground.first_step_only | ground.one_hex_moves
    return (
        ground.steps[number].plain[place]
        & ground.passable[number]
        & ~state.all_occupied
        & ~closed_hexes
    )


def may_exit_in_desert(state: GameState, fight: Fight) -> bool:
    """Return whether the victor can leave the board instead of advancing one hex (TH-DES-04)."""
    unit = state.field.units[fight.attacker]
    exits = state.field.exits[unit.player]
    return unit.exit_medals is not None and bool(exits >> state.place[unit.number] & 1)

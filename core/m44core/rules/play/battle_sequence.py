"""The sequence of a battle after the roll: hits, flags, taking ground, end (B-BAT-01)."""

from __future__ import annotations

from dataclasses import replace

from m44core.rules.game.events import CrosshairPlaced, DiceRerolled, Event, FlagIgnored
from m44core.rules.game.phases import Phase
from m44core.rules.game.state import NOBODY, NOWHERE, Fight, FightKind, GameState, March, MarchKind
from m44core.rules.index_types import HexNo, UnitNo
from m44core.rules.play.card_effects import carry_out_next_strike
from m44core.rules.special.close_assault_rules import may_advance_in_desert, may_battle_back
from m44core.rules.special.trains import retreat_train
from m44core.rules.units.battle import (
    battle_dice,
    may_overrun,
    may_take_ground,
    places_crosshair,
    second_assault_hexes,
)
from m44core.rules.units.hazard_marches import begin_march
from m44core.rules.units.hobarts_funnies import remove_bunker
from m44core.rules.units.rails import is_train
from m44core.rules.units.retreat import ignores_flags, retreat_options
from m44core.rules.units.routes import retreat_path
from m44core.rules.units.unit_changes import lose_figures
from m44core.rules.victory.game_end import end_if_won


def current_fight(state: GameState) -> Fight:
    """Return the battle in progress; there must be one."""
    assert state.fight is not None
    return state.fight


def continue_after_hits(state: GameState, log: list[Event]) -> None:
    """Continue with the flags, or follow up if there are none or the unit is eliminated.

    See B-HIT-04 and B-HIT-05.
    """
    fight = current_fight(state)
    if fight.flags and state.figures[fight.target]:
        state.phase = Phase.RETREAT
    else:
        follow_up(state, log)


def begin_reroll(state: GameState, dice: int, log: list[Event]) -> None:
    """Begin a Tiger's reroll: of hits, or of flags it could not retreat for (E-TIGER-02)."""
    fight = state.fight = replace(current_fight(state), dice_to_reroll=dice)
    log.append(reroll_event(state, fight.target, dice))
    state.phase = Phase.REROLL


def reroll_event(state: GameState, unit: UnitNo, dice: int) -> DiceRerolled:
    """Return the event for a reroll of dice against a unit."""
    name = state.field.grid.names[state.place[unit]]
    return DiceRerolled(state.field.units[unit].name, name, dice)


def end_reroll(state: GameState, hits: int, log: list[Event]) -> None:
    """Apply the hits of a reroll, then the flags of the first roll (E-TIGER-03)."""
    fight = state.fight = replace(current_fight(state), dice_to_reroll=0)
    lose_figures(state, fight.target, hits, log)
    continue_after_hits(state, log)


def resolve_flags(state: GameState, end: HexNo, log: list[Event]) -> None:
    """Resolve the flags against the attacked unit by retreating it to *end*.

    If *end* is its own hex, it stays there. It loses a figure for each hex it could not retreat
    (B-RET-06, B-RET-10).
    """
    fight = current_fight(state)
    unit = fight.target
    start = state.place[unit]
    losses = retreat_options(state, unit, fight.flags).losses
    resolved_flags = state.field.grid.distance(start, end) + losses
    if resolved_flags < fight.flags and ignores_flags(state, unit):
        log.append(FlagIgnored(state.field.units[unit].name, state.field.grid.names[start]))
    if end != start and is_train(state, unit):
        retreat_train(state, unit, end, fight.flags, log)
        if end_if_won(state, log):
            return
    elif end != start:
        march = March(unit, MarchKind.RETREAT, losses=losses)
        if not begin_march(state, march, retreat_path(state, unit, end), log) or end_if_won(
            state, log
        ):
            return
    finish_retreat(state, unit, losses, log)


def finish_retreat(state: GameState, unit: UnitNo, losses: int, log: list[Event]) -> None:
    """Remove a figure for each hex a unit could not retreat, and follow up; a Tiger rerolls first.

    See B-RET-06 and E-TIGER-02.
    """
    if losses and state.field.units[unit].rules.rerolls_hits:
        state.fight = replace(current_fight(state), flags=0)
        begin_reroll(state, losses, log)
        return
    lose_figures(state, unit, losses, log, barred=True)
    follow_up(state, log)


def follow_up(state: GameState, log: list[Event]) -> None:
    """Continue after hits and flags (B-TG-01).

    What follows is the battle that an ambush interrupted, taking ground, battling back, or the end
    of the battle.
    """
    fight = current_fight(state)
    if fight.breached:
        remove_bunker(state, fight.hex, log)
    if not state.field.has_no_dice_traits and places_crosshair(state, fight):
        state.cross_hairs = (*state.cross_hairs, (fight.hex, fight.attacker))
        log.append(CrosshairPlaced(state.field.grid.names[fight.hex]))
    if fight.kind is FightKind.AMBUSH:
        _resume_after_ambush(state, log)
    elif fight.kind is FightKind.BATTLE and may_follow_up(state, fight):
        state.phase = Phase.TAKE_GROUND
    elif fight.close and may_battle_back(state, fight):
        state.phase = Phase.BATTLE_BACK
    else:
        end_battle(state, log)


def may_follow_up(state: GameState, fight: Fight) -> bool:
    """Return whether the victor can take ground or assault a second unit (B-TG-01, E-FRA-02)."""
    return may_take_ground(state, fight) or bool(second_assault_hexes(state, fight))


def continue_after_taking_ground(state: GameState, log: list[Event]) -> None:
    """Continue with the desert move of armor, or else with its overrun (TH-DES-01)."""
    if may_advance_in_desert(state, current_fight(state)):
        state.phase = Phase.DESERT_MOVE
    else:
        begin_overrun(state, log)


def decline_option(state: GameState, log: list[Event]) -> None:
    """Continue the battle after a unit declined a desert move, an overrun or taking ground."""
    if state.phase is Phase.DESERT_MOVE:
        begin_overrun(state, log)
    else:
        end_battle(state, log)


def begin_overrun(state: GameState, log: list[Event]) -> None:
    """Begin the overrun of armor that took ground, or else end the battle (B-OVR-01)."""
    fight = current_fight(state)
    if may_overrun(state, fight):
        state.fight = replace(fight, overrun=True)
        state.phase = Phase.OVERRUN
    else:
        end_battle(state, log)


def end_battle(state: GameState, log: list[Event]) -> None:
    """End the battle of a unit or the strike of a card; others can follow (B-BAT-01)."""
    fight = current_fight(state)
    attacker = fight.target if fight.kind is FightKind.BACK else fight.attacker
    state.fight = None
    if attacker == NOBODY:
        if not end_if_won(state, log):
            carry_out_next_strike(state, log)
        return
    mark_battled(state, attacker)
    state.phase = Phase.BATTLE


def mark_battled(state: GameState, unit: UnitNo) -> None:
    """Mark a unit as having battled; artillery can battle twice with Bombard (B-CARD-BOM)."""
    command = state.command_of(unit)
    assert command is not None
    bit = 1 << unit
    alive = state.place[unit] != NOWHERE
    if command.battles > 1 and alive and not state.battled_once & bit:
        state.battled_once |= bit
    else:
        state.battled |= bit


def _dice_after_ambush(state: GameState, fight: Fight) -> int:
    """Return an attacker's dice after an ambush; lost figures can cost the bonus (TH-JAP-02)."""
    if not state.field.units[fight.attacker].rules.bonus_unhurt:
        return fight.dice
    return min(fight.dice, battle_dice(state, fight.attacker, fight.hex))


def _resume_after_ambush(state: GameState, log: list[Event]) -> None:
    """Resume the ambushed attack if its unit still stands on its hex and has dice, else end it.

    See B-CARD-AMB.
    """
    fight = state.ambushed
    assert fight is not None
    state.fight, state.ambushed = fight, None
    is_on_start = state.place[fight.attacker] == fight.start
    dice = _dice_after_ambush(state, fight) if is_on_start else 0
    if dice > 0:
        state.fight, state.phase = replace(fight, dice=dice, ambushed=True), Phase.ROLL
    else:
        end_battle(state, log)

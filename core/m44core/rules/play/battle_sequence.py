"""The course of a battle once the dice are rolled: hits, flags, ground, the end (B-BAT-01)."""

from __future__ import annotations

from dataclasses import replace

from m44core.rules.game.events import CrossHairLaid, Event, FlagIgnored, RolledAgain
from m44core.rules.game.phases import Phase
from m44core.rules.game.state import NOBODY, NOWHERE, Fight, FightKind, GameState, March, MarchKind
from m44core.rules.index_types import HexNo, UnitNo
from m44core.rules.play.card_effects import next_strike
from m44core.rules.special.close_assault_rules import may_battle_back, may_go_on
from m44core.rules.special.trains import back_up
from m44core.rules.units.battle import (
    assaulted_again,
    dice_of,
    may_overrun,
    may_take_ground,
    zeroes_in,
)
from m44core.rules.units.hazard_marches import set_out
from m44core.rules.units.hobarts_funnies import bring_down
from m44core.rules.units.rails import is_train
from m44core.rules.units.retreat import ignores_flags, ways
from m44core.rules.units.routes import way_back
from m44core.rules.units.unit_changes import lose_figures
from m44core.rules.victory.game_end import check_end


def fight_of(state: GameState) -> Fight:
    """Return the battle under way; there is one in every step that asks."""
    assert state.fight is not None
    return state.fight


def after_hits(state: GameState, log: list[Event]) -> None:
    """Let the flags take effect; a unit that is gone has no flags (B-HIT-04, B-HIT-05)."""
    fight = fight_of(state)
    if fight.flags and state.figures[fight.target]:
        state.phase = Phase.RETREAT
    else:
        follow_up(state, log)


def roll_again(state: GameState, dice: int, log: list[Event]) -> None:
    """Let dice that hit a Tiger, and flags it could not obey, be rolled again (E-TIGER-02)."""
    fight = state.fight = replace(fight_of(state), again=dice)
    log.append(rolled_again(state, fight.target, dice))
    state.phase = Phase.REROLL


def rolled_again(state: GameState, unit: UnitNo, dice: int) -> RolledAgain:
    """Return what tells that dice against a unit are rolled again."""
    name = state.field.grid.names[state.place[unit]]
    return RolledAgain(state.field.units[unit].name, name, dice)


def end_reroll(state: GameState, hits: int, log: list[Event]) -> None:
    """Let the dice rolled again take effect; then the flags of the first roll do (E-TIGER-03)."""
    fight = state.fight = replace(fight_of(state), again=0)
    lose_figures(state, fight.target, hits, log)
    after_hits(state, log)


def fall_back(state: GameState, end: HexNo, log: list[Event]) -> None:
    """Let the battled unit deal with its flags by going to *end*, or by staying (B-RET-10)."""
    fight = fight_of(state)
    unit = fight.target
    start = state.place[unit]
    losses = ways(state, unit, fight.flags).losses
    heeded = state.field.grid.distance(start, end) + losses
    if heeded < fight.flags and ignores_flags(state, unit):
        log.append(FlagIgnored(state.field.units[unit].name, state.field.grid.names[start]))
    if end != start and is_train(state, unit):
        back_up(state, unit, end, fight.flags, log)
        if check_end(state, log):
            return
    elif end != start:
        march = March(unit, MarchKind.RETREAT, losses=losses)
        if not set_out(state, march, way_back(state, unit, end), log) or check_end(state, log):
            return
    after_retreat(state, unit, losses, log)


def after_retreat(state: GameState, unit: UnitNo, losses: int, log: list[Event]) -> None:
    """Let a unit pay for what it could not go back, and go on with the battle (B-RET-06)."""
    if losses and state.field.units[unit].rules.rerolls_hits:
        state.fight = replace(fight_of(state), flags=0)
        roll_again(state, losses, log)
        return
    lose_figures(state, unit, losses, log, barred=True)
    follow_up(state, log)


def follow_up(state: GameState, log: list[Event]) -> None:
    """Go on after dice and flags: the battle that waited, ground to take, or the end (B-TG-01)."""
    fight = fight_of(state)
    if fight.breached:
        bring_down(state, fight.hex, log)
    if not state.field.plain and zeroes_in(state, fight):
        state.cross_hairs = (*state.cross_hairs, (fight.hex, fight.attacker))
        log.append(CrossHairLaid(state.field.grid.names[fight.hex]))
    if fight.kind is FightKind.AMBUSH:
        _go_on_after_ambush(state, log)
    elif fight.kind is FightKind.BATTLE and may_follow_up(state, fight):
        state.phase = Phase.TAKE_GROUND
    elif fight.close and may_battle_back(state, fight):
        state.phase = Phase.BATTLE_BACK
    else:
        end_battle(state, log)


def may_follow_up(state: GameState, fight: Fight) -> bool:
    """Tell whether the victor may take ground, or close in on another (B-TG-01, E-FRA-02)."""
    return may_take_ground(state, fight) or bool(assaulted_again(state, fight))


def after_taking_ground(state: GameState, log: list[Event]) -> None:
    """Let armor in the desert go on, then battle once more where it may (TH-DES-01)."""
    if may_go_on(state, fight_of(state)):
        state.phase = Phase.DESERT_MOVE
    else:
        overrun(state, log)


def decline(state: GameState, log: list[Event]) -> None:
    """Go on with the battle where a unit does not do what it may."""
    if state.phase is Phase.DESERT_MOVE:
        overrun(state, log)
    else:
        end_battle(state, log)


def overrun(state: GameState, log: list[Event]) -> None:
    """Let armor that took ground battle once more where it may (B-OVR-01)."""
    fight = fight_of(state)
    if may_overrun(state, fight):
        state.fight = replace(fight, overrun=True)
        state.phase = Phase.OVERRUN
    else:
        end_battle(state, log)


def end_battle(state: GameState, log: list[Event]) -> None:
    """Finish the battle of a unit or the strike of a card; others may follow (B-BAT-01)."""
    fight = fight_of(state)
    attacker = fight.target if fight.kind is FightKind.BACK else fight.attacker
    state.fight = None
    if attacker == NOBODY:
        if not check_end(state, log):
            next_strike(state, log)
        return
    count_battle(state, attacker)
    state.phase = Phase.BATTLE


def count_battle(state: GameState, unit: UnitNo) -> None:
    """Note that a unit has battled; artillery under a Bombard may battle twice (B-CARD-BOM)."""
    command = state.command_of(unit)
    assert command is not None
    bit = 1 << unit
    alive = state.place[unit] != NOWHERE
    if command.battles > 1 and alive and not state.battled_once & bit:
        state.battled_once |= bit
    else:
        state.battled |= bit


def _dice_left(state: GameState, fight: Fight) -> int:
    """Return the dice of an attacker after an ambush: figures lost may cost one (TH-JAP-02)."""
    if not state.field.units[fight.attacker].rules.bonus_unhurt:
        return fight.dice
    return min(fight.dice, dice_of(state, fight.attacker, fight.hex))


def _go_on_after_ambush(state: GameState, log: list[Event]) -> None:
    """Let the attacker battle unless he is gone or had to leave his hex (B-CARD-AMB)."""
    fight = state.ambushed
    assert fight is not None
    state.fight, state.ambushed = fight, None
    stands = state.place[fight.attacker] == fight.start
    dice = _dice_left(state, fight) if stands else 0
    if dice > 0:
        state.fight, state.phase = replace(fight, dice=dice, ambushed=True), Phase.ROLL
    else:
        end_battle(state, log)

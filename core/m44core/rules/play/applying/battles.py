"""What it means to battle, to clear wire, and what the dice bring about."""

from __future__ import annotations

from dataclasses import replace

from m44core.rules.game.actions import Battle, Clear, Face, Roll
from m44core.rules.game.camouflage import show
from m44core.rules.game.events import BattleDeclared, Event, Rolled
from m44core.rules.game.phases import Phase
from m44core.rules.game.state import NOBODY, GameState
from m44core.rules.play.battles import after_hits, end_reroll, fight_of, roll_again
from m44core.rules.play.marches import face_hazard
from m44core.rules.play.tactics import may_ambush, roll_card
from m44core.rules.theatres.deeds import finish_deed
from m44core.rules.theatres.night import look_about
from m44core.rules.units.accessories import is_breaching
from m44core.rules.units.battle import dice_of, fight_with
from m44core.rules.units.changes import lose_figures, remove_obstacle
from m44core.rules.units.hits import hits, hitting_now


def battle_unit(state: GameState, battle: Battle, log: list[Event]) -> None:
    """Let a unit battle another, with so many dice (B-BAT-03, B-BAT-08, E-FRA-03)."""
    grid = state.field.grid
    start, target = grid.index[battle.attacker], grid.index[battle.target]
    unit, enemy = state.unit_at[start], state.unit_at[target]
    again = state.phase is Phase.TAKE_GROUND
    overrun = again or state.phase is Phase.OVERRUN
    second = state.field.units[unit].rules.second_assault
    dice = second if again else dice_of(state, unit, target)
    state.fight = fight_with(state, unit, target, dice, overrun=overrun)
    state.phase = Phase.AMBUSH if may_ambush(state, state.fight) else Phase.ROLL
    names = [state.field.units[number].name for number in (unit, enemy)]
    log.append(BattleDeclared(names[0], battle.attacker, names[1], battle.target, dice))


def roll_dice(state: GameState, roll: Roll, log: list[Event]) -> None:
    """Let dice take effect; all hits come before any flag (B-HIT-04, B-HIT-05)."""
    log.append(Rolled(roll.faces))
    if state.phase is Phase.CARD_ROLL:
        roll_card(state, roll.faces, log)
        return
    if state.phase is Phase.VISIBILITY:
        look_about(state, roll.faces, log)
        return
    if state.phase is Phase.HAZARD:
        face_hazard(state, roll.faces, log)
        return
    if state.phase is Phase.DEED:
        finish_deed(state, roll.faces, log)
        return
    number, target = hits(roll.faces, hitting_now(state)), state.field.units[fight_of(state).target]
    if state.phase is Phase.REROLL:
        end_reroll(state, number, log)
        return
    fight, flags = fight_of(state), roll.faces.count(Face.FLAG)
    if state.camouflaged and fight.attacker != NOBODY:
        show(state, state.place[fight.attacker], log)
    breached = not state.field.plain and is_breaching(state, fight, roll.faces)
    state.fight = replace(fight, flags=flags, breached=breached)
    if number and target.rules.rerolls_hits:
        roll_again(state, number, log)
        return
    lose_figures(state, target.number, number, log)
    after_hits(state, log)


def clear_wire(state: GameState, clear: Clear, log: list[Event]) -> None:
    """Remove the wire a unit stands in, instead of a battle (B-WIRE-02)."""
    index = state.field.grid.index[clear.hex]
    remove_obstacle(state, index, log)
    state.battled |= 1 << state.unit_at[index]

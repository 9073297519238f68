"""Carrying out one action: the only way a game goes on."""

from __future__ import annotations

from typing import assert_never

from m44core.board import Section
from m44core.errors import IllegalActionError
from m44core.messages.message import message
from m44core.rules.game.actions import (
    Action,
    Battle,
    BattleBack,
    Blow,
    Breach,
    ChooseSection,
    Clear,
    Decline,
    Draw,
    End,
    Exit,
    Ignore,
    Keep,
    Land,
    LayBridge,
    LaySmoke,
    Lose,
    Move,
    OnTheMove,
    Order,
    OrderAll,
    Place,
    Play,
    PutDown,
    Recover,
    Resupply,
    Retreat,
    Roll,
    Seal,
    Stay,
    Step,
    TakeGround,
    Target,
    Uncover,
)
from m44core.rules.game.events import Event
from m44core.rules.game.phases import Phase
from m44core.rules.game.state import NOWHERE, GameState
from m44core.rules.goals.victory import check_end
from m44core.rules.play.applying.battles import battle_unit, clear_wire, roll_dice
from m44core.rules.play.applying.cards import aim_at, draw_card, play_card
from m44core.rules.play.applying.moves import exit_board, move_unit, take_ground
from m44core.rules.play.applying.orders import order_on_the_move, order_unit
from m44core.rules.play.battles import decline, fall_back
from m44core.rules.play.commissar import put_down
from m44core.rules.play.hands import draw_instead, lose_card
from m44core.rules.play.legal import is_legal
from m44core.rules.play.marches import uncover_mine
from m44core.rules.play.tactics import carry_out_next, choose_section, end_orders, end_targets
from m44core.rules.play.turn import (
    begin_battles,
    end_battles,
    end_step,
    end_turn,
    keep,
    settle,
)
from m44core.rules.special.airdrop import land
from m44core.rules.special.placing import bring_about
from m44core.rules.theatres.battle_back import battle_back
from m44core.rules.theatres.bridging import lay_bridge
from m44core.rules.theatres.deeds import begin_breach, begin_recovery, begin_sealing
from m44core.rules.theatres.smoke import begin_smoke
from m44core.rules.units.orders import orderable
from m44core.rules.units.resupply import resupply


def apply(state: GameState, action: Action) -> list[Event]:
    """Change *state* by *action* and whatever follows without a choice; tell what happened.

    Raises:
        IllegalActionError: the rules do not allow *action* now; *state* is as
            it was.
    """
    if not is_legal(state, action):
        raise IllegalActionError(
            message(
                "{action!r} is not possible in the {phase} step",
                action=str(action),
                phase=state.phase.value,
            )
        )
    log: list[Event] = []
    _carry_out(state, action, log)
    state.legal = None
    if not isinstance(action, _WINS_NOTHING):
        check_end(state, log)
    settle(state, log)
    return log


# What neither gains medals nor ground.
_WINS_NOTHING = (Order, Draw, Play, PutDown, End, OrderAll, OnTheMove, Blow)
_UnitAction = Order | Move | Battle | OrderAll | Clear | Exit | Retreat | Ignore
_Deed = Resupply | Recover | Seal | LaySmoke | LayBridge | Breach
_CardAction = (
    Uncover | Lose | Keep | PutDown | Decline | ChooseSection | Target | OnTheMove | Place | Blow
)


def _carry_out(state: GameState, action: Action, log: list[Event]) -> None:
    match action:  # the most frequent first
        case End():
            _end(state, action.step, log)
        case Draw():
            draw_card(state, action, log)
        case Play():
            play_card(state, action, log)
        case Order() | Move() | Battle() | OrderAll() | Clear() | Exit() | Retreat() | Ignore():
            _let_units_act(state, action, log)
        case Roll():
            roll_dice(state, action, log)
        case Resupply() | Recover() | Seal() | LaySmoke() | LayBridge() | Breach():
            _let_unit_do(state, action, log)
        case TakeGround() | BattleBack() | Stay():
            _go_on(state, action, log)
        case Land():
            land(state, state.field.grid.index[action.hex] if action.hex else NOWHERE, log)
        case _:
            _follow_card(state, action, log)


def _go_on(state: GameState, action: TakeGround | BattleBack | Stay, log: list[Event]) -> None:
    """Let a unit do what a battle leaves it, or not."""
    match action:
        case TakeGround():
            take_ground(state, log)
        case BattleBack():
            battle_back(state, log)
        case Stay():
            decline(state, log)
        case _:
            assert_never(action)


def _let_units_act(state: GameState, action: _UnitAction, log: list[Event]) -> None:
    """Carry out what is said of a unit by the name of its hex, or of all that can be ordered."""
    index = state.field.grid.index
    match action:
        case Order():
            order_unit(state, index[action.hex], log)
        case Move():
            move_unit(state, action, log)
        case Battle():
            battle_unit(state, action, log)
        case OrderAll():
            for unit in orderable(state):
                order_unit(state, state.place[unit], log)
        case Retreat(_, name) | Ignore(name):
            fall_back(state, index[name], log)
        case Clear():
            clear_wire(state, action, log)
        case Exit():
            exit_board(state, action, log)
        case _:
            assert_never(action)


def _let_unit_do(state: GameState, action: _Deed, log: list[Event]) -> None:
    """Carry out what a unit does instead of moving or battling."""
    index = state.field.grid.index
    match action:
        case Resupply():
            receiver = state.unit_at[index[action.end]]
            resupply(state, state.unit_at[index[action.start]], receiver, log)
        case Recover():
            begin_recovery(state, state.unit_at[index[action.hex]])
        case LaySmoke():
            begin_smoke(state, state.unit_at[index[action.start]], index[action.end], log)
        case Seal():
            begin_sealing(state, state.unit_at[index[action.hex]])
        case LayBridge():
            lay_bridge(state, state.unit_at[index[action.start]], index[action.end], log)
        case Breach():
            begin_breach(state, state.unit_at[index[action.start]], index[action.end])
        case _:
            assert_never(action)


def _follow_card(state: GameState, action: _CardAction, log: list[Event]) -> None:
    """Carry out what a card, an air drop or a minefield asks for."""
    index = state.field.grid.index
    match action:
        case Uncover():
            uncover_mine(state, action.strength, log)
        case Lose():
            lose_card(state, action.card, log)
        case Keep():
            keep(state, action.card, log)
        case PutDown():
            put_down(state, action.card, log)
        case Decline():
            state.phase = Phase.ROLL
        case OnTheMove():
            order_on_the_move(state, index[action.hex], log)
        case ChooseSection():
            choose_section(state, Section[action.section.upper()], log)
        case Target():
            aim_at(state, index[action.hex], log)
        case Place() | Blow():
            bring_about(state, action, log)
        case _:
            assert_never(action)


def _end(state: GameState, step: Step, log: list[Event]) -> None:
    match step:
        case Step.TARGETS:
            end_targets(state, log)
        case Step.ORDERS:
            end_orders(state, log)
        case Step.MOVES if state.phase is Phase.MOVE_AGAIN:
            end_turn(state, log)
        case Step.MOVES:
            begin_battles(state, log)
        case Step.BATTLES:
            end_battles(state, log)
        case Step.CARDS:
            carry_out_next(state, log)
        case Step.DISCARDS:
            draw_instead(state)
        case Step.SMOKE | Step.UNLOADING | Step.REINFORCING:
            end_step(state, log)
        case _:
            assert_never(step)

"""Carrying out one action: the only way a game goes on."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from m44core.board import Section
from m44core.catalogue.cards import Effect
from m44core.errors import IllegalActionError
from m44core.messages.message import message
from m44core.rules.cards.command import command_of_card
from m44core.rules.cards.substitutes import played_as
from m44core.rules.game.actions import (
    Action,
    Battle,
    BattleBack,
    Blow,
    ChooseSection,
    Clear,
    Decline,
    Draw,
    End,
    Exit,
    Face,
    Ignore,
    Keep,
    Land,
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
from m44core.rules.game.card_events import OrderedOnTheMove, SandbagsPlaced
from m44core.rules.game.events import CardPlayed, Drawn, Event, Rolled
from m44core.rules.game.march import March, MarchKind
from m44core.rules.game.state import NOBODY, NOWHERE, Fight, GameState, Phase
from m44core.rules.game.unit_events import BattleDeclared, Ordered
from m44core.rules.goals.victory import check_end
from m44core.rules.numbers import HexNo
from m44core.rules.play.battles import (
    after_hits,
    decline,
    end_battle,
    end_reroll,
    fall_back,
    fight_of,
    roll_again,
)
from m44core.rules.play.commissar import put_down, reveal
from m44core.rules.play.legal import is_legal
from m44core.rules.play.marches import (
    after_march,
    arrive,
    end_second_move,
    face_hazard,
    uncover_mine,
)
from m44core.rules.play.overlord import is_overlord
from m44core.rules.play.tactics import (
    bring_into_play,
    carry_out_next,
    choose_section,
    end_orders,
    end_targets,
    hand_out,
    may_ambush,
    name_target,
    roll_card,
    spring_ambush,
)
from m44core.rules.play.turn import (
    begin_battles,
    draw_instead,
    end_battles,
    end_turn,
    keep,
    lose_card,
    refill,
    settle,
    smoke_laid,
    take_card,
)
from m44core.rules.special.airdrop import aim, land
from m44core.rules.special.placing import bring_about
from m44core.rules.theatres.battle_back import battle_back
from m44core.rules.theatres.deeds import begin_recovery, begin_sealing, finish_deed
from m44core.rules.theatres.night import look_about
from m44core.rules.theatres.smoke import begin_smoke, lay
from m44core.rules.units.battle import dice_of
from m44core.rules.units.changes import lose_figures, remove_obstacle
from m44core.rules.units.exits import leave_board
from m44core.rules.units.hits import hits, hitting_now
from m44core.rules.units.marching import perils_on, set_out, step
from m44core.rules.units.orders import orderable
from m44core.rules.units.passing import way_off, way_to
from m44core.rules.units.resupply import resupply
from m44core.rules.units.sandbags import lay_sandbags, may_dig_in, sandbags_left


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
_Deed = Resupply | Recover | Seal | LaySmoke
_CardAction = (
    Uncover | Lose | Keep | PutDown | Decline | ChooseSection | Target | OnTheMove | Place | Blow
)


def _carry_out(state: GameState, action: Action, log: list[Event]) -> None:
    match action:  # the most frequent first
        case End():
            _end(state, action.step, log)
        case Draw():
            _draw(state, action, log)
        case Play():
            _play(state, action, log)
        case Order() | Move() | Battle() | OrderAll() | Clear() | Exit() | Retreat() | Ignore():
            _let_units_act(state, action, log)
        case Roll():
            _roll(state, action, log)
        case Resupply() | Recover() | Seal() | LaySmoke():
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
            _take_ground(state, log)
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
            _order(state, index[action.hex], log)
        case Move():
            _move(state, action, log)
        case Battle():
            _battle(state, action, log)
        case OrderAll():
            for unit in orderable(state):
                _order(state, state.place[unit], log)
        case Retreat(_, name) | Ignore(name):
            fall_back(state, index[name], log)
        case Clear():
            _clear(state, action, log)
        case Exit():
            _exit(state, action, log)
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
            _order_on_the_move(state, index[action.hex], log)
        case ChooseSection():
            choose_section(state, Section[action.section.upper()], log)
        case Target():
            _target(state, index[action.hex], log)
        case Place() | Blow():
            bring_about(state, action, log)
        case _:
            assert_never(action)


def _target(state: GameState, index: HexNo, log: list[Event]) -> None:
    """Aim an air drop or smoke at a hex, or a card at the unit there."""
    if state.phase is Phase.SMOKE:
        lay(state, index, log)
        return
    if state.phase is Phase.AIM:
        aim(state, index, log)
    else:
        name_target(state, index, log)


def _draw(state: GameState, draw: Draw, log: list[Event]) -> None:
    """Give a card to the next who draws; the last ones may be drawn to choose from (B-CARD-02)."""
    index = state.deck.index(draw.card)
    state.deck = state.deck[:index] + state.deck[index + 1 :]
    player, *rest = state.drawing or (state.active,)
    log.append(Drawn(state.field.sides[player], draw.card))
    if not state.drawing:
        state.choosing -= 1
        state.drawn = (*state.drawn, draw.card)
    elif take_card(state, player, draw.card, log):
        state.drawing = tuple(rest)
    refill(state, log)


def _play(state: GameState, play: Play, log: list[Event]) -> None:
    """Rules: B-TURN-03, B-CARD-AMB, TH-COM-02."""
    if state.phase is Phase.AMBUSH:
        spring_ambush(state, log)
        refill(state, log)
        return
    revealed = state.token == play.card and state.field.commissar == state.active
    if not revealed:
        hand = list(state.hands[state.active])
        hand.remove(play.card)
        state.hands[state.active] = tuple(hand)
    general = Section[play.section.upper()] if play.section else None
    log.append(CardPlayed(state.field.sides[state.active], play.card, general))
    if is_overlord(state.field):
        hand_out(state, play, log)
        return
    state.card = play.card
    options, side = state.field.options, state.field.sides[state.active]
    used = command_of_card(play.card)
    if play.instead:
        used = played_as(options, side, play.card, play.instead)
    if revealed:
        state.command = used
        reveal(state)
    else:
        bring_into_play(state, used, log)


def _order(state: GameState, index: HexNo, log: list[Event]) -> None:
    """Rules: B-ORD-03, B-CARD-DIG."""
    unit = state.unit_at[index]
    name, hex_ = state.field.units[unit].name, state.field.grid.names[index]
    state.ordered |= 1 << unit
    log.append(Ordered(name, hex_))
    assert state.command is not None, "a card is in play"
    digs_in = state.command.effect is Effect.DIG_IN and may_dig_in(state, index)
    if digs_in and sandbags_left(state):
        lay_sandbags(state, index)
        log.append(SandbagsPlaced(name, hex_))


def _order_on_the_move(state: GameState, index: int, log: list[Event]) -> None:
    """Rules: BT-OTM-01, BT-OTM-06."""
    bit = 1 << state.unit_at[index]
    state.ordered |= bit
    state.on_the_move |= bit
    state.barred |= bit
    name = state.field.units[state.unit_at[index]].name
    log.append(OrderedOnTheMove(name, state.field.grid.names[index]))


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
        case Step.SMOKE:
            smoke_laid(state, log)
        case _:
            assert_never(step)


def _move(state: GameState, move: Move, log: list[Event]) -> None:
    """Rules: B-MOVE-01..09, R-29, V-GEN-04, TH-DES-03."""
    index = state.field.grid.index
    start = index[move.start]
    unit = state.unit_at[start]
    if state.phase is Phase.DESERT_MOVE:
        march = March(unit, MarchKind.DESERT, steps=1)
        if set_out(state, march, (index[move.end],), log):
            after_march(state, march, log)
        return
    way = way_to(state, unit, index[move.end], index[move.via] if move.via else NOBODY)
    if len(way.hexes) == 1 and not state.ground.hazards:
        step(state, unit, way.hexes[0], way.steps, log)
        arrive(state, unit, way.steps, log)
        return
    march = March(unit, MarchKind.MOVE, steps=way.steps, back=state.phase)
    if state.ground.no_battle_on_leave[state.field.units[unit].number_of_class] >> start & 1:
        state.barred |= 1 << unit
    if set_out(state, march, way.hexes, log):
        after_march(state, march, log)


def _exit(state: GameState, leave: Exit, log: list[Event]) -> None:
    """Rules: V-EXIT-04..06, TH-DES-04."""
    index = state.field.grid.index
    unit, end = state.unit_at[index[leave.start]], index[leave.end]
    if state.phase is Phase.DESERT_MOVE:
        leave_board(state, unit, end, log)
        end_battle(state, log)
        return
    way = way_off(state, unit, end).hexes
    march = March(unit, MarchKind.EXIT, back=state.phase)
    if not any(perils_on(state, unit, march.kind, hex_) for hex_ in way):
        leave_board(state, unit, end, log)
        end_second_move(state, unit, log)
    elif set_out(state, march, way, log):
        after_march(state, march, log)


def _battle(state: GameState, battle: Battle, log: list[Event]) -> None:
    """Rules: B-BAT-03, B-BAT-08, E-FRA-03."""
    grid = state.field.grid
    start, target = grid.index[battle.attacker], grid.index[battle.target]
    unit, enemy = state.unit_at[start], state.unit_at[target]
    close = grid.distance(start, target) == 1
    again = state.phase is Phase.TAKE_GROUND
    overrun = again or state.phase is Phase.OVERRUN
    second = state.field.units[unit].rules.second_assault
    dice = second if again else dice_of(state, unit, target)
    strength = state.figures[enemy]
    state.fight = Fight(unit, enemy, start, target, dice, close, overrun, strength=strength)
    state.phase = Phase.AMBUSH if may_ambush(state, state.fight) else Phase.ROLL
    names = [state.field.units[number].name for number in (unit, enemy)]
    log.append(BattleDeclared(names[0], battle.attacker, names[1], battle.target, dice))


def _roll(state: GameState, roll: Roll, log: list[Event]) -> None:
    """All hits come before any flag; a unit that is gone has no flags (B-HIT-04, B-HIT-05)."""
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
    flags = roll.faces.count(Face.FLAG)
    state.fight = replace(fight_of(state), flags=flags)
    if number and target.rules.rerolls_hits:
        roll_again(state, number)
        return
    lose_figures(state, target.number, number, log)
    after_hits(state, log)


def _clear(state: GameState, clear: Clear, log: list[Event]) -> None:
    """Rules: B-WIRE-02."""
    index = state.field.grid.index[clear.hex]
    remove_obstacle(state, index, log)
    state.battled |= 1 << state.unit_at[index]


def _take_ground(state: GameState, log: list[Event]) -> None:
    """Rules: B-TG-01..05."""
    fight = state.fight
    assert fight is not None
    march = March(fight.attacker, MarchKind.GROUND, steps=1)
    if set_out(state, march, (fight.hex,), log):
        after_march(state, march, log)

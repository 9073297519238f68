"""Carry out one action: the only way to advance a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from m44core.board import Section
from m44core.catalogue.catalogue_types import CasualtyFaces
from m44core.catalogue.command_cards import CardEffect
from m44core.errors import IllegalActionError
from m44core.messages.message import message
from m44core.rules.cards.card_command import command_of_card, command_played_as
from m44core.rules.game.actions import (
    Action,
    Battle,
    BattleBack,
    BlowUpBridge,
    BreachBunker,
    ChooseSection,
    ChooseTarget,
    ClearWire,
    DeclineAmbush,
    DieFace,
    DrawCard,
    EndStep,
    Exit,
    IgnoreFlag,
    KeepCard,
    LandFigure,
    LayBridge,
    LaySmoke,
    LoseCard,
    Move,
    OnTheMove,
    Order,
    OrderAll,
    PlaceUnit,
    Play,
    PutUnderToken,
    Recover,
    Resupply,
    Retreat,
    Roll,
    SealCave,
    Stay,
    Step,
    TakeGround,
    UncoverMinefield,
)
from m44core.rules.game.events import (
    BattleDeclared,
    CardDrawn,
    CardPlayed,
    DiceRolled,
    Event,
    OrderedOnTheMove,
    SandbagsPlaced,
    UnitOrdered,
)
from m44core.rules.game.phases import Phase
from m44core.rules.game.state import NOBODY, NOWHERE, GameState, March, MarchKind, PendingHazard
from m44core.rules.index_types import HexNo, UnitNo
from m44core.rules.play.battle_sequence import (
    begin_overrun,
    begin_reroll,
    continue_after_hits,
    continue_after_taking_ground,
    current_fight,
    decline_option,
    end_battle,
    end_reroll,
    finish_retreat,
    reroll_event,
    resolve_flags,
)
from m44core.rules.play.card_effects import (
    add_target,
    begin_card,
    begin_next_general,
    choose_section,
    end_orders,
    end_targets,
    hand_out_card,
    may_ambush,
    resolve_card_roll,
    spring_ambush,
)
from m44core.rules.play.card_hands import (
    add_to_hand,
    decline_discards,
    lose_card,
    reshuffle_if_needed,
)
from m44core.rules.play.commissar import put_card_under_token, reveal_token_card
from m44core.rules.play.legal_actions import is_legal
from m44core.rules.play.overlord import is_overlord
from m44core.rules.play.turn import (
    advance_to_decision,
    begin_battles,
    end_battles,
    end_step,
    end_turn,
    keep_card,
)
from m44core.rules.special.airdrop import aim_drop, land_figure
from m44core.rules.special.arrivals import carry_out_special_rule_action
from m44core.rules.special.bridge_rules import lay_bridge, store_movement_left
from m44core.rules.special.close_assault_rules import begin_battle_back
from m44core.rules.special.night import resolve_visibility_roll
from m44core.rules.special.smoke_rules import begin_smoke, lay_smoke
from m44core.rules.special.special_actions import (
    begin_breach,
    begin_recovery,
    begin_sealing,
    resolve_special_roll,
    resupply,
)
from m44core.rules.special.trains import move_train
from m44core.rules.special.turn_start import take_attrition_figure
from m44core.rules.units.battle import (
    battle_dice,
    count_hits,
    faces_that_hit,
    faces_that_hit_now,
    fight_against,
    lose_camouflage,
)
from m44core.rules.units.hazard_marches import (
    begin_march,
    continue_march,
    hazards_of_move,
    move_directly,
    uncover_strength,
)
from m44core.rules.units.hobarts_funnies import is_breaching
from m44core.rules.units.orders import limit_battle_after_move, orderable_units, units_moving_again
from m44core.rules.units.rails import is_train
from m44core.rules.units.routes import exit_route, route_to
from m44core.rules.units.unit_changes import (
    lose_figures,
    may_place_sandbags,
    place_sandbags,
    remove_obstacle,
    sandbags_left,
)
from m44core.rules.units.unit_exits import leave_board
from m44core.rules.victory.game_end import end_if_won


def apply_action(state: GameState, action: Action) -> list[Event]:
    """Carry out *action* on *state*, advance to the next decision, and return the events.

    Raises:
        IllegalActionError: the rules do not allow *action* now; *state* is unchanged.
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
    if not isinstance(action, _CANNOT_WIN):
        end_if_won(state, log)
    advance_to_decision(state, log)
    return log


# Actions that gain neither medals nor ground.
_CANNOT_WIN = (Order, DrawCard, Play, PutUnderToken, EndStep, OrderAll, OnTheMove, BlowUpBridge)
_UnitAction = Order | Move | Battle | OrderAll | ClearWire | Exit | Retreat | IgnoreFlag
_SpecialAction = Resupply | Recover | SealCave | LaySmoke | LayBridge | BreachBunker
_CardAction = (
    UncoverMinefield
    | LoseCard
    | KeepCard
    | PutUnderToken
    | DeclineAmbush
    | ChooseSection
    | ChooseTarget
    | OnTheMove
    | PlaceUnit
    | BlowUpBridge
)


def _carry_out(state: GameState, action: Action, log: list[Event]) -> None:
    match action:  # the most frequent first
        case EndStep():
            _end_step(state, action.step, log)
        case DrawCard():
            draw_card(state, action, log)
        case Play():
            play_card(state, action, log)
        case (
            Order()
            | Move()
            | Battle()
            | OrderAll()
            | ClearWire()
            | Exit()
            | Retreat()
            | IgnoreFlag()
        ):
            _carry_out_unit_action(state, action, log)
        case Roll():
            roll_dice(state, action, log)
        case Resupply() | Recover() | SealCave() | LaySmoke() | LayBridge() | BreachBunker():
            _carry_out_special_action(state, action, log)
        case TakeGround() | BattleBack() | Stay():
            _finish_battle_step(state, action, log)
        case LandFigure():
            land_figure(state, state.field.grid.index[action.hex] if action.hex else NOWHERE, log)
        case _:
            _carry_out_card_action(state, action, log)


def _finish_battle_step(
    state: GameState, action: TakeGround | BattleBack | Stay, log: list[Event]
) -> None:
    """Take ground, battle back, or decline to do so."""
    match action:
        case TakeGround():
            take_ground(state, log)
        case BattleBack():
            begin_battle_back(state, log)
        case Stay():
            decline_option(state, log)
        case _:
            assert_never(action)


def _carry_out_unit_action(state: GameState, action: _UnitAction, log: list[Event]) -> None:
    """Carry out an action by one unit, or order all units."""
    index = state.field.grid.index
    match action:
        case Order():
            order_unit(state, index[action.hex], log)
        case Move():
            move_unit(state, action, log)
        case Battle():
            begin_battle(state, action, log)
        case OrderAll():
            for unit in orderable_units(state):
                order_unit(state, state.place[unit], log)
        case Retreat():
            resolve_flags(state, index[action.end], log)
        case IgnoreFlag():
            resolve_flags(state, index[action.hex], log)
        case ClearWire():
            clear_wire(state, action, log)
        case Exit():
            exit_board(state, action, log)
        case _:
            assert_never(action)


def _carry_out_special_action(state: GameState, action: _SpecialAction, log: list[Event]) -> None:
    """Carry out an action a unit takes instead of moving or battling."""
    index = state.field.grid.index
    match action:
        case Resupply():
            receiver = state.unit_at[index[action.end]]
            resupply(state, state.unit_at[index[action.start]], receiver, log)
        case Recover():
            begin_recovery(state, state.unit_at[index[action.hex]])
        case LaySmoke():
            begin_smoke(state, state.unit_at[index[action.start]], index[action.end], log)
        case SealCave():
            begin_sealing(state, state.unit_at[index[action.hex]])
        case LayBridge():
            lay_bridge(state, state.unit_at[index[action.start]], index[action.end], log)
        case BreachBunker():
            begin_breach(state, state.unit_at[index[action.start]], index[action.end])
        case _:
            assert_never(action)


def _carry_out_card_action(state: GameState, action: _CardAction, log: list[Event]) -> None:
    """Carry out an action about a card, a target, an arriving unit or a minefield."""
    index = state.field.grid.index
    match action:
        case UncoverMinefield():
            uncover_mine(state, action.strength, log)
        case LoseCard():
            lose_card(state, action.card, log)
        case KeepCard():
            keep_card(state, action.card, log)
        case PutUnderToken():
            put_card_under_token(state, action.card, log)
        case DeclineAmbush():
            state.phase = Phase.ROLL
        case OnTheMove():
            order_on_the_move(state, index[action.hex], log)
        case ChooseSection():
            choose_section(state, Section[action.section.upper()], log)
        case ChooseTarget():
            apply_chosen_hex(state, index[action.hex], log)
        case PlaceUnit() | BlowUpBridge():
            carry_out_special_rule_action(state, action, log)
        case _:
            assert_never(action)


def _end_step(state: GameState, step: Step, log: list[Event]) -> None:
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
            begin_next_general(state, log)
        case Step.DISCARDS:
            decline_discards(state)
        case Step.SMOKE | Step.UNLOADING | Step.REINFORCING:
            end_step(state, log)
        case _:
            assert_never(step)


def order_unit(state: GameState, index: HexNo, log: list[Event]) -> None:
    """Order a unit; with a Dig-In card it also digs in (B-ORD-03, B-CARD-DIG)."""
    unit = state.unit_at[index]
    name, hex_ = state.field.units[unit].name, state.field.grid.names[index]
    state.ordered |= 1 << unit
    log.append(UnitOrdered(name, hex_))
    assert state.command is not None, "a card is in play"
    digs_in = state.command.effect is CardEffect.DIG_IN and may_place_sandbags(state, index)
    if digs_in and sandbags_left(state):
        place_sandbags(state, index)
        log.append(SandbagsPlaced(name, hex_))


def order_on_the_move(state: GameState, index: int, log: list[Event]) -> None:
    """Order a unit on the move: it cannot battle (BT-OTM-01, BT-OTM-06)."""
    bit = 1 << state.unit_at[index]
    state.ordered |= bit
    state.on_the_move |= bit
    state.barred |= bit
    name = state.field.units[state.unit_at[index]].name
    log.append(OrderedOnTheMove(name, state.field.grid.names[index]))


def apply_chosen_hex(state: GameState, index: HexNo, log: list[Event]) -> None:
    """Lay smoke, take an attrition loss, aim a drop or add a card's target, whichever is due."""
    if state.phase is Phase.SMOKE:
        lay_smoke(state, index, log)
        return
    if state.phase is Phase.ATTRITION:
        take_attrition_figure(state, index, log)
        return
    if state.phase is Phase.AIM:
        aim_drop(state, index, log)
    else:
        add_target(state, index, log)


def draw_card(state: GameState, draw: DrawCard, log: list[Event]) -> None:
    """Give a card to the next player to draw, or add it to the cards to choose from (B-CARD-02)."""
    index = state.deck.index(draw.card)
    state.deck = state.deck[:index] + state.deck[index + 1 :]
    player, *later_players = state.drawing or (state.active,)
    log.append(CardDrawn(state.field.sides[player], draw.card))
    if not state.drawing:
        state.draws_to_choose_from -= 1
        state.drawn = (*state.drawn, draw.card)
    elif add_to_hand(state, player, draw.card, log):
        state.drawing = tuple(later_players)
    reshuffle_if_needed(state, log)


def play_card(state: GameState, play: Play, log: list[Event]) -> None:
    """Play a card from hand, from under the token, or as an Ambush (B-TURN-03, TH-COM-02)."""
    if state.phase is Phase.AMBUSH:
        spring_ambush(state, log)
        reshuffle_if_needed(state, log)
        return
    is_revealed = state.token == play.card and state.field.commissar == state.active
    if not is_revealed:
        hand = list(state.hands[state.active])
        hand.remove(play.card)
        state.hands[state.active] = tuple(hand)
    general = Section[play.section.upper()] if play.section else None
    log.append(CardPlayed(state.field.sides[state.active], play.card, general))
    if is_overlord(state.field):
        hand_out_card(state, play, log)
        return
    state.card = play.card
    options, side = state.field.options, state.field.sides[state.active]
    command_of_play = command_of_card(play.card)
    if play.instead:
        command_of_play = command_played_as(options, side, play.card, play.instead)
    if is_revealed:
        state.command = command_of_play
        reveal_token_card(state)
    else:
        begin_card(state, command_of_play, log)


def begin_battle(state: GameState, battle: Battle, log: list[Event]) -> None:
    """Begin the battle of a unit against an enemy unit (B-BAT-03, B-BAT-08, E-FRA-03)."""
    grid = state.field.grid
    start, target = grid.index[battle.attacker], grid.index[battle.target]
    unit, enemy = state.unit_at[start], state.unit_at[target]
    second_assault = state.phase is Phase.TAKE_GROUND
    overrun = second_assault or state.phase is Phase.OVERRUN
    second_assault_dice = state.field.units[unit].rules.second_assault
    dice = second_assault_dice if second_assault else battle_dice(state, unit, target)
    state.fight = fight_against(state, unit, target, dice, overrun=overrun)
    state.phase = Phase.AMBUSH if may_ambush(state, state.fight) else Phase.ROLL
    names = [state.field.units[number].name for number in (unit, enemy)]
    log.append(BattleDeclared(names[0], battle.attacker, names[1], battle.target, dice))


def roll_dice(state: GameState, roll: Roll, log: list[Event]) -> None:
    """Apply a roll in the current phase; all hits come before any flag (B-HIT-04, B-HIT-05)."""
    log.append(DiceRolled(roll.faces))
    if state.phase is Phase.CARD_ROLL:
        resolve_card_roll(state, roll.faces, log)
        return
    if state.phase is Phase.VISIBILITY:
        resolve_visibility_roll(state, roll.faces, log)
        return
    if state.phase is Phase.HAZARD:
        resolve_hazard_roll(state, roll.faces, log)
        return
    if state.phase is Phase.SPECIAL_ROLL:
        resolve_special_roll(state, roll.faces, log)
        return
    hits, target = (
        count_hits(roll.faces, faces_that_hit_now(state)),
        state.field.units[current_fight(state).target],
    )
    if state.phase is Phase.REROLL:
        end_reroll(state, hits, log)
        return
    fight, flags = current_fight(state), roll.faces.count(DieFace.FLAG)
    if state.camouflaged and fight.attacker != NOBODY:
        lose_camouflage(state, state.place[fight.attacker], log)
    is_breaching_roll = not state.field.has_no_dice_traits and is_breaching(
        state, fight, roll.faces
    )
    state.fight = replace(fight, flags=flags, breached=is_breaching_roll)
    if hits and target.rules.rerolls_hits:
        begin_reroll(state, hits, log)
        return
    lose_figures(state, target.number, hits, log)
    continue_after_hits(state, log)


def clear_wire(state: GameState, clear: ClearWire, log: list[Event]) -> None:
    """Remove the wire on a unit's hex instead of battling (B-WIRE-02)."""
    index = state.field.grid.index[clear.hex]
    remove_obstacle(state, index, log)
    state.battled |= 1 << state.unit_at[index]


def move_unit(state: GameState, move: Move, log: list[Event]) -> None:
    """Move a unit; hazards on its way interrupt the move (B-MOVE-01, R-29, V-GEN-04, TH-DES-03)."""
    index = state.field.grid.index
    start = index[move.start]
    unit = state.unit_at[start]
    if state.trains and is_train(state, unit):
        move_train(state, unit, move, log)
        return
    if state.phase is Phase.DESERT_MOVE:
        march = March(unit, MarchKind.DESERT, steps=1)
        if begin_march(state, march, (index[move.end],), log):
            continue_turn_after_march(state, march, log)
        return
    route = route_to(state, unit, index[move.end], index[move.via] if move.via else NOBODY)
    if (state.field.bridge_layers & ~state.bridged) >> unit & 1:
        store_movement_left(state, unit, index[move.end], route.steps)
    if len(route.hexes) == 1 and not state.ground.hazards:
        move_directly(state, unit, route.hexes[0], route.steps, log)
        finish_move(state, unit, route.steps, log)
        return
    march = March(unit, MarchKind.MOVE, steps=route.steps, resumed_phase=state.phase)
    if state.ground.no_battle_on_leave[state.field.units[unit].class_number] >> start & 1:
        state.barred |= 1 << unit
    if begin_march(state, march, route.hexes, log):
        continue_turn_after_march(state, march, log)


def exit_board(state: GameState, action: Exit, log: list[Event]) -> None:
    """Move a unit off the board (V-EXIT-04, V-EXIT-05, V-EXIT-06, TH-DES-04)."""
    index = state.field.grid.index
    unit, end = state.unit_at[index[action.start]], index[action.end]
    if state.phase is Phase.DESERT_MOVE:
        leave_board(state, unit, end, log)
        end_battle(state, log)
        return
    path = exit_route(state, unit, end).hexes
    march = March(unit, MarchKind.EXIT, resumed_phase=state.phase)
    if not any(hazards_of_move(state, unit, march.kind, hex_) for hex_ in path):
        leave_board(state, unit, end, log)
        end_second_move(state, unit, log)
    elif begin_march(state, march, path, log):
        continue_turn_after_march(state, march, log)


def take_ground(state: GameState, log: list[Event]) -> None:
    """Move the victorious unit into the hex it cleared (B-TG-01)."""
    fight = state.fight
    assert fight is not None
    march = March(fight.attacker, MarchKind.GROUND, steps=1)
    if begin_march(state, march, (fight.hex,), log):
        continue_turn_after_march(state, march, log)


_FACES_BY_CASUALTIES = {
    CasualtyFaces.STARS: frozenset({DieFace.STAR}),
    CasualtyFaces.GRENADES: frozenset({DieFace.GRENADE}),
}


def resolve_hazard_roll(state: GameState, faces: Sequence[DieFace], log: list[Event]) -> None:
    """Remove the figures that ice or mines cost a unit, and continue its march.

    A Tiger that is hit by mines rerolls first (TH-ICE-01, TH-MINE-03).
    """
    march = state.march
    assert march is not None, "a unit is on its way"
    rules, casualty_faces = state.field.units[march.unit].rules, march.hazards[0].costs
    losses = count_hits(faces, _FACES_BY_CASUALTIES.get(casualty_faces) or faces_that_hit(rules))
    state.march = replace(march, hazards=march.hazards[1:])
    if losses and rules.rerolls_hits and casualty_faces is CasualtyFaces.HITS:
        reroll = PendingHazard(losses, CasualtyFaces.GRENADES)
        state.march = replace(march, hazards=(reroll, *march.hazards[1:]))
        log.append(reroll_event(state, march.unit, losses))
    else:
        lose_figures(state, march.unit, losses, log)
    if not end_if_won(state, log):
        _continue_march(state, log)


def _continue_march(state: GameState, log: list[Event]) -> None:
    """Continue the march of a unit after a hazard, and the turn once the march has ended."""
    march = state.march
    assert march is not None, "a unit is on its way"
    if continue_march(state, log):
        continue_turn_after_march(state, march, log)


def continue_turn_after_march(state: GameState, march: March, log: list[Event]) -> None:
    """Continue the turn after a march has ended, or its unit was eliminated."""
    unit, alive = march.unit, bool(state.figures[march.unit])
    match march.kind:
        case MarchKind.RETREAT:
            finish_retreat(state, unit, march.losses, log)
        case MarchKind.GROUND if alive:
            continue_after_taking_ground(state, log)
        case MarchKind.DESERT if alive:
            begin_overrun(state, log)
        case MarchKind.GROUND | MarchKind.DESERT:
            end_battle(state, log)
        case MarchKind.MOVE | MarchKind.EXIT:
            state.phase = Phase(march.resumed_phase)
            _end_march(state, march, log, alive=alive)
        case _:
            assert_never(march.kind)


def _end_march(state: GameState, march: March, log: list[Event], *, alive: bool) -> None:
    """End a move or an exit; a unit that moved too far or was lost cannot battle (B-MOVE-06)."""
    unit, bit = march.unit, 1 << march.unit
    if not alive:
        state.moved |= bit
        state.barred |= bit
    elif march.kind is MarchKind.EXIT:
        leave_board(state, unit, state.place[unit], log)
    else:
        finish_move(state, unit, march.steps, log)
        return
    end_second_move(state, unit, log)


def finish_move(state: GameState, unit: UnitNo, steps: int, log: list[Event]) -> None:
    """End the move of a unit, which can bar it from battling (B-MOVE-06)."""
    limit_battle_after_move(state, unit, steps)
    end_second_move(state, unit, log)


def end_second_move(state: GameState, unit: UnitNo, log: list[Event]) -> None:
    """Record that a unit has made its second move of Behind Enemy Lines (B-CARD-BEL).

    The turn ends after the last second move, and the game ends if it is won. Does nothing in other
    phases.
    """
    if state.phase is Phase.MOVE_AGAIN and not end_if_won(state, log):
        state.moved_again |= 1 << unit
        if not units_moving_again(state) and not state.pending_losses:
            end_turn(state, log)


def uncover_mine(state: GameState, strength: int, log: list[Event]) -> None:
    """Uncover the strength of a minefield and continue the march (TH-MINE-03)."""
    uncover_strength(state, strength, log)
    _continue_march(state, log)

"""The sequence of a turn: what follows each step; steps without a choice end automatically."""

from __future__ import annotations

from m44core.rules.board.hex_grid import bit_indexes
from m44core.rules.game.events import CardsShuffled, Event, TurnBegun
from m44core.rules.game.phases import Phase
from m44core.rules.game.state import NO_CALLS, NO_SMOKE, NOBODY, NOWHERE, GameState
from m44core.rules.play.battle_sequence import (
    begin_overrun,
    current_fight,
    end_battle,
    mark_battled,
    resolve_flags,
)
from m44core.rules.play.card_effects import (
    begin_next_general,
    command_to_repeat,
    end_orders,
    end_targets,
)
from m44core.rules.play.card_hands import (
    add_to_hand,
    discard_card,
    reshuffle_if_needed,
    resume_phase,
    settle_pending_loss,
)
from m44core.rules.play.commissar import (
    awaits_first_card,
    cards_for_token,
    put_card_under_token,
    request_first_card,
)
from m44core.rules.play.legal_actions import can_only_end, cards_to_keep, legal_actions
from m44core.rules.play.overlord import is_overlord, number_of_cards_to_draw, store_commands
from m44core.rules.special.airdrop import begin_drop
from m44core.rules.special.arrivals import call_reinforcements, end_reinforcing
from m44core.rules.special.smoke_rules import begin_smoke_screen, disperse_smoke, end_smoke
from m44core.rules.special.trains import end_unloading
from m44core.rules.special.turn_start import (
    continue_turn_start,
    finish_turn_start,
    rolls_at_turn_start,
)
from m44core.rules.units.hazard_marches import clear_mines
from m44core.rules.units.orders import units_moving_again
from m44core.rules.units.retreat import retreat_options
from m44core.rules.units.unit_changes import flatten_wire
from m44core.rules.victory.game_end import (
    end_as_draw,
    end_by_empty_deck,
    end_by_sudden_death,
    end_if_won,
)
from m44core.rules.victory.objective_control import update_turn_start_objectives


def advance_to_decision(state: GameState, log: list[Event]) -> None:
    """Advance the game until a player has a choice, chance has to act, or the game is over."""
    while (
        (state.pending_losses and settle_pending_loss(state, log))
        or (state.calls is not NO_CALLS and call_reinforcements(state, log))
        or ((automatic_step := _AUTOMATIC_STEPS.get(state.phase)) and automatic_step(state, log))
    ):
        state.legal = None


def begin_turn(state: GameState, log: list[Event]) -> None:
    """Begin the turn of the active player; at the turn limit the game ends as a draw."""
    state.ordered = state.on_the_move = state.moved = state.halted = state.barred = 0
    state.battled = state.battled_once = state.moved_again = state.charging = 0
    state.movement_left = ()
    state.fight = state.command = None
    state.issued, state.pending_commands, state.handed_cards, state.spent = (), (), (), ()
    if state.turn == state.field.turn_limit:
        end_as_draw(state, log)
        return
    state.turn += 1
    top, bottom = state.own_turns
    state.own_turns = (top + (not state.active), bottom + state.active)
    log.append(TurnBegun(state.field.sides[state.active], state.turn))
    if state.resting_until:
        state.resting_until = tuple(each for each in state.resting_until if each[1] >= state.turn)
    if state.smoke is not NO_SMOKE:
        disperse_smoke(state, log)
    update_turn_start_objectives(state, log)
    if state.field.has_turn_start_rolls:
        state.turn_start_rolls = rolls_at_turn_start(state)
    continue_turn_start(state)
    end_if_won(state, log)


def begin_battles(state: GameState, log: list[Event]) -> None:
    """End the moves; ordered units that did not move clear the wire or mines they are on, if able.

    See R-04 and TH-ENG-05.
    """
    for unit in bit_indexes(state.ordered & ~state.moved):
        if state.place[unit] != NOWHERE:
            flatten_wire(state, unit, log)
    if state.ground.hazards:
        clear_mines(state, log)
    state.phase = Phase.BATTLE


def end_battles(state: GameState, log: list[Event]) -> None:
    """End the battles; under Behind Enemy Lines, units then move again (B-CARD-BEL)."""
    if units_moving_again(state):
        state.phase = Phase.MOVE_AGAIN
    else:
        end_turn(state, log)


def _continue_after_unloading(state: GameState, _log: list[Event]) -> None:
    """Continue with the moves after a train is unloaded (TH-TRAIN-04)."""
    end_unloading(state)


def _continue_after_reinforcing(state: GameState, _log: list[Event]) -> None:
    """Continue after reinforcements arrive: with the interrupted phase or the turn start."""
    end_reinforcing(state)
    if state.phase_to_resume:
        resume_phase(state)
    else:
        finish_turn_start(state)


def _continue_after_smoke(state: GameState, log: list[Event]) -> None:
    """Continue after laying smoke: with the first turn, or with the battles (E-NEBEL-05)."""
    source = end_smoke(state)
    if source == NOBODY:
        state.active = state.field.starting_player
        begin_turn(state, log)
    else:
        mark_battled(state, source)
        state.phase = Phase.BATTLE


def end_turn(state: GameState, log: list[Event]) -> None:
    """Discard the played card and begin drawing, unless the game ends by sudden death.

    See B-DRAW-01, B-DRAW-04 and B-SETUP-09.
    """
    if end_by_sudden_death(state, log):
        return
    if is_overlord(state.field):
        state.discards, state.handed_cards = (*state.discards, *state.handed_cards), ()
        shuffles = any(command.reshuffle for command, _ in state.issued)
        draws, state.draws_to_choose_from = number_of_cards_to_draw(state), 0
        store_commands(state)
    else:
        shuffles, draws = _discard_played_card(state)
    if shuffles and state.field.options.reshuffles:
        _shuffle_draw_pile_and_discards(state, log)
    _begin_drawing(state, draws)
    reshuffle_if_needed(state, log)


def _discard_played_card(state: GameState) -> tuple[bool, int]:
    """Discard the played card and prepare the choice of a card to keep, if there is one.

    Returns:
        Whether all cards are reshuffled, and the number of other draws due (B-CARD-02).
    """
    command = state.command
    assert command is not None, "a card was played"
    state.discards, state.card = (*state.discards, state.card), ""
    last_commands = list(state.last_commands)
    last_commands[state.active] = command_to_repeat(state)
    state.last_commands = (last_commands[0], last_commands[1])
    state.draws_to_choose_from = command.draw if command.draw > 1 else 0
    state.can_pick_discard = bool(
        state.draws_to_choose_from and state.ordered & state.field.units_picking_discards
    )
    return command.reshuffle, 0 if state.draws_to_choose_from else 1


def _begin_drawing(state: GameState, draws: int) -> None:
    """Begin the draws: the ambusher's, then the active player's, including extra ones."""
    side, number = state.field.sides[state.active], state.own_turns[state.active]
    extra_cards = state.field.options.extra_card_count(side, number)
    ambusher = () if state.ambusher == NOBODY else (state.ambusher,)
    state.drawing = (*ambusher, *(state.active,) * (draws + extra_cards))
    state.ambusher, state.phase = NOBODY, Phase.DRAW


def keep_card(state: GameState, card: str, log: list[Event]) -> None:
    """Take one of the drawn cards into hand and discard the others (B-CARD-02).

    If a discarded card is picked, the other discards stay (E-CMDCAR-03).
    """
    other_cards = list(cards_to_keep(state))
    other_cards.remove(card)
    if state.can_pick_discard:
        state.discards, state.can_pick_discard, state.draws_to_choose_from = (
            tuple(other_cards),
            False,
            0,
        )
    else:
        state.drawn = ()
        for other in other_cards:
            discard_card(state, state.active, other, log)
    if add_to_hand(state, state.active, card, log):
        _pass_turn_to_next_player(state, log)
    else:
        state.drawing, state.phase = (state.active,), Phase.DRAW
        reshuffle_if_needed(state, log)


def end_step(state: GameState, log: list[Event]) -> None:
    """End the current step."""
    _STEP_ENDS[state.phase](state, log)


def _end_step_without_choice(state: GameState, log: list[Event]) -> bool:
    """End the step if nothing else can be done in it; return whether it ended."""
    if not can_only_end(legal_actions(state)):
        return False
    _STEP_ENDS[state.phase](state, log)
    return True


def _end_targets_without_choice(state: GameState, log: list[Event]) -> bool:
    """Continue if no target can be chosen; return whether the step ended."""
    if legal_actions(state):
        return _end_step_without_choice(state, log)
    end_orders(state, log)
    return True


def _skip_play_without_choice(state: GameState, log: list[Event]) -> bool:
    """Request the first card under the token, or pass a player without cards (TH-COM-01).

    Also end the step if handing out cards can only end. Return whether the game moved on.
    """
    if state.turn == 1 and awaits_first_card(state):
        request_first_card(state)
        return True
    if not (
        state.hands[state.active] or state.token or state.pending_commands or state.handed_cards
    ):
        return _pass_without_cards(state, log)
    return _end_step_without_choice(state, log)


def _pass_without_cards(state: GameState, log: list[Event]) -> bool:
    """End the turn of a player without cards, who only draws (TH-HQ-05); return True."""
    if not end_by_sudden_death(state, log):
        _begin_drawing(state, 1)
        reshuffle_if_needed(state, log)
    return True


def _put_only_card_under_token(state: GameState, log: list[Event]) -> bool:
    """Put the only possible card under the token, or none; return False if there is a choice.

    See TH-COM-04.
    """
    keys = cards_for_token(state.hands[state.active])
    if len(keys) > 1:
        return False
    put_card_under_token(state, keys[0] if keys else "", log)
    return True


def _end_drawing_if_done(state: GameState, log: list[Event]) -> bool:
    """Continue once every card has been drawn; return whether the step ended."""
    if state.can_pick_discard and not state.drawing and state.discards:
        state.phase = Phase.KEEP
        return True
    if state.drawing or state.draws_to_choose_from:
        return False
    _continue_after_drawing(state, log)
    return True


def _continue_after_drop(state: GameState, log: list[Event]) -> bool:
    """Continue with the next drop or the first turn if a drop has landed; return whether it has."""
    if state.units_in_air:
        return False
    begin_next_step_before_first_turn(state, log)
    return True


def _keep_card_if_all_equal(state: GameState, log: list[Event]) -> bool:
    """Keep a card if all drawn cards are equal; return whether one was kept."""
    if state.can_pick_discard or len(set(state.drawn)) > 1:
        return False
    keep_card(state, state.drawn[0], log)
    return True


def _resolve_flags_without_choice(state: GameState, log: list[Event]) -> bool:
    """Resolve the flags if there is only one way to do so; return whether there was."""
    if len(legal_actions(state)) > 1:
        return False
    fight = current_fight(state)
    end = retreat_options(state, fight.target, fight.flags).ends
    resolve_flags(state, end.bit_length() - 1, log)
    end_if_won(state, log)
    return True


_STEP_ENDS = {
    Phase.TARGET: end_targets,
    Phase.PLAY: begin_next_general,
    Phase.ORDER: end_orders,
    Phase.MOVE: begin_battles,
    Phase.BATTLE: end_battles,
    Phase.SMOKE: _continue_after_smoke,
    Phase.UNLOAD: _continue_after_unloading,
    Phase.REINFORCE: _continue_after_reinforcing,
    Phase.DESERT_MOVE: begin_overrun,
    Phase.OVERRUN: end_battle,
    Phase.MOVE_AGAIN: end_turn,
}
_AUTOMATIC_STEPS = {  # each advances the step if it holds no choice, and returns whether it did
    Phase.DRAW: _end_drawing_if_done,
    Phase.KEEP: _keep_card_if_all_equal,
    Phase.AIM: _continue_after_drop,
    Phase.RETREAT: _resolve_flags_without_choice,
    **dict.fromkeys(_STEP_ENDS, _end_step_without_choice),
    Phase.TARGET: _end_targets_without_choice,
    Phase.PLAY: _skip_play_without_choice,
    Phase.COMMISSAR: _put_only_card_under_token,
}


def _continue_after_drawing(state: GameState, log: list[Event]) -> None:
    if state.phase_to_resume:
        resume_phase(state)
    elif state.drawn:
        state.phase = Phase.KEEP
    elif state.ambushed is not None:
        state.phase = Phase.ROLL
    elif state.turn:
        _pass_turn_to_next_player(state, log)
    else:
        begin_next_step_before_first_turn(state, log)


def begin_next_step_before_first_turn(state: GameState, log: list[Event]) -> None:
    """Begin the next air drop or smoke screen, or else the first turn (BT-SEQ-01, TH-SMK-01)."""
    if not begin_drop(state) and not begin_smoke_screen(state):
        state.active = state.field.starting_player
        begin_turn(state, log)


def _pass_turn_to_next_player(state: GameState, log: list[Event]) -> None:
    if not state.deck and not state.field.options.reshuffles:
        end_by_empty_deck(state, log)
        return
    state.active = 1 - state.active
    begin_turn(state, log)


def _shuffle_draw_pile_and_discards(state: GameState, log: list[Event]) -> None:
    """Shuffle the draw pile and the discards together (B-CARD-TFH, R-19)."""
    state.deck, state.discards = tuple(sorted(state.deck + state.discards)), ()
    log.append(CardsShuffled(len(state.deck)))

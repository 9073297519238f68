"""The course of a turn: which step follows which, by itself where there is no choice."""

from __future__ import annotations

from dataclasses import replace

from m44core.rules.battle import may_overrun, may_take_ground
from m44core.rules.cards import cards
from m44core.rules.changes import flatten, lose_figures, relocate
from m44core.rules.events import Discarded, Event, FlagIgnored, Reshuffled, Retreated, TurnBegun
from m44core.rules.grid import indexes
from m44core.rules.legal import legal_actions, only_ends
from m44core.rules.retreat import may_ignore, ways
from m44core.rules.state import Fight, GameState, Phase
from m44core.rules.victory import check_end, end_as_draw


def settle(state: GameState, log: list[Event]) -> None:
    """Go on until somebody has a choice, chance has to act, or the game is over."""
    while not check_end(state, log) and _pass_by(state, log):
        state.legal = None


def begin_turn(state: GameState, log: list[Event]) -> None:
    """Begin the next turn, that of the active player; a game too long is a draw."""
    state.ordered = state.moved = state.halted = state.barred = state.battled = 0
    state.fight = None
    if state.turn == state.field.turn_limit:
        end_as_draw(state, log)
        return
    state.turn += 1
    state.phase = Phase.PLAY
    log.append(TurnBegun(state.field.sides[state.active], state.turn))


def begin_battles(state: GameState, log: list[Event]) -> None:
    """End the moves; armor that still stands on wire clears it now (R-04)."""
    for unit in indexes(state.ordered & ~state.moved):
        flatten(state, unit, log)
    state.phase = Phase.BATTLE


def end_turn(state: GameState, log: list[Event]) -> None:
    """Discard the card that was played and draw (B-DRAW-01)."""
    state.discards = (*state.discards, state.card)
    state.drawing = (state.active,) * cards()[state.card].draw
    state.card = ""
    state.phase = Phase.DRAW
    refill(state, log)


def refill(state: GameState, log: list[Event]) -> None:
    """Shuffle the discards into a new pile where a card is due and none is left (B-DRAW-02)."""
    if state.drawing and not state.deck and state.discards:
        log.append(Reshuffled(len(state.discards)))
        state.deck, state.discards = tuple(sorted(state.discards)), ()
    if not state.deck:
        state.drawing = ()


def keep(state: GameState, card: str, log: list[Event]) -> None:
    """Take one of the drawn cards into hand and discard the rest (B-CARD-02)."""
    rest = list(state.drawn)
    rest.remove(card)
    take_card(state, state.active, card)
    state.drawn = ()
    for other in rest:
        state.discards = (*state.discards, other)
        log.append(Discarded(state.field.sides[state.active], other))
    _next_player(state, log)


def take_card(state: GameState, player: int, card: str) -> None:
    """Put a card into a player's hand."""
    state.hands[player] = tuple(sorted((*state.hands[player], card)))


def fall_back(state: GameState, end: int, log: list[Event]) -> None:
    """Let the battled unit deal with its flags by going to *end*, or by staying (B-RET-10)."""
    fight = _fight(state)
    unit = fight.target
    start, names = state.place[unit], state.field.grid.names
    name = state.field.units[unit].name
    losses = ways(state, unit, fight.flags).losses
    if may_ignore(state, unit) and state.field.grid.distance(start, end) + losses < fight.flags:
        log.append(FlagIgnored(name, names[start]))
    if end != start:
        log.append(Retreated(name, names[start], names[end]))
        relocate(state, unit, end, log)
        if check_end(state, log):
            return
    lose_figures(state, unit, losses, log, barred=True)
    follow_up(state)


def follow_up(state: GameState) -> None:
    """Go on after dice and flags: ground to take, or the end of the battle (B-TG-01)."""
    if may_take_ground(state, _fight(state)):
        state.phase = Phase.TAKE_GROUND
    else:
        end_battle(state)


def after_taking_ground(state: GameState) -> None:
    """Let armor battle once more where it may (B-OVR-01)."""
    fight = _fight(state)
    if may_overrun(state, fight):
        state.fight = replace(fight, overrun=True)
        state.phase = Phase.OVERRUN
    else:
        end_battle(state)


def end_battle(state: GameState) -> None:
    """Finish the battle of a unit; others may follow (B-BAT-01)."""
    state.battled |= 1 << _fight(state).attacker
    state.fight = None
    state.phase = Phase.BATTLE


def _pass_by(state: GameState, log: list[Event]) -> bool:
    """Take the next step if it holds no choice; tell whether one was taken."""
    match state.phase:
        case Phase.DRAW if not state.drawing:
            _after_drawing(state, log)
        case Phase.KEEP if len(set(state.drawn)) == 1:
            keep(state, state.drawn[0], log)
        case Phase.ORDER if only_ends(legal_actions(state)):
            state.phase = Phase.MOVE
        case Phase.MOVE if only_ends(legal_actions(state)):
            begin_battles(state, log)
        case Phase.BATTLE if only_ends(legal_actions(state)):
            end_turn(state, log)
        case Phase.RETREAT if len(legal_actions(state)) == 1:
            _fall_back_the_only_way(state, log)
        case Phase.OVERRUN if only_ends(legal_actions(state)):
            end_battle(state)
        case _:
            return False
    return True


def _after_drawing(state: GameState, log: list[Event]) -> None:
    if state.drawn:
        state.phase = Phase.KEEP
    elif state.turn:
        _next_player(state, log)
    else:
        begin_turn(state, log)


def _next_player(state: GameState, log: list[Event]) -> None:
    state.active = 1 - state.active
    begin_turn(state, log)


def _fall_back_the_only_way(state: GameState, log: list[Event]) -> None:
    fight = _fight(state)
    end = ways(state, fight.target, fight.flags).ends
    fall_back(state, end.bit_length() - 1, log)


def _fight(state: GameState) -> Fight:
    """Return the battle under way; there is one in every step that asks."""
    assert state.fight is not None
    return state.fight

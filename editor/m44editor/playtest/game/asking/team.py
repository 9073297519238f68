"""Who of several people on one side decides: a member of its team, or a general of Overlord."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from m44core.board import Section
from m44core.messages.message import Message, message_in
from m44core.rules.cards.command_cards import is_counter_attack
from m44core.rules.game.phases import Phase
from m44core.rules.game.state import GameState
from m44core.rules.play.overlord import is_overlord
from m44core.rules.play.teams import Seat, executor, member

_SEATS: Mapping[Seat, Message] = {
    Seat.ALONE: message_in("who decides", "Commander"),
    Seat.CHIEF: message_in("who decides", "Commander-in-chief"),
    Seat.FLANKS: message_in("who decides", "Flanks"),
    Seat.LEFT: message_in("who decides", "Left flank"),
    Seat.RIGHT: message_in("who decides", "Right flank"),
}
_GENERALS: Mapping[Section, Message] = {
    Section.LEFT: message_in("who decides", "General on the left"),
    Section.CENTRE: message_in("who decides", "General in the centre"),
    Section.RIGHT: message_in("who decides", "General on the right"),
}
_EVERYBODY = message_in("who decides", "Generals")
_OF_CHIEF = {
    *(Phase.AIM, Phase.TOLL, Phase.SMOKE, Phase.UNLOAD, Phase.REINFORCE),
    *(Phase.PLAY, Phase.COMMISSAR, Phase.KEEP),
}
_OF_ATTACKED = {Phase.RETREAT, Phase.AMBUSH, Phase.BATTLE_BACK}
_OF_ATTACKER = {Phase.TAKE_GROUND, Phase.DESERT_MOVE, Phase.OVERRUN}
_OF_EVERYBODY = {Phase.MOVE, Phase.BATTLE, Phase.MOVE_AGAIN}


def decider(state: GameState, players: int) -> Message | None:
    """Return who of a side decides now; None where one player decides everything.

    In a team the commander-in-chief names the card once all have talked, the one to keep,
    and the aim of an air drop. Whom the card concerns carries it out (B-VAR-TEAM-03); a
    Counter-Attack concerns whom the card concerns that it copies. About a retreat or an
    ambush decides in whose section the attacked unit stands, on a line to the centre the
    commander-in-chief: the card is the enemy's and concerns nobody.

    In Overlord, however many play, the commander-in-chief hands the cards out, strikes
    and plays Ambush; generals order, move and fall back their own (B-VAR-OVL-02..04).
    """
    if is_overlord(state.field):
        return _in_overlord(state)
    return _SEATS[_in_team(state, players)] if players > 1 else None


def talks_first(state: GameState, players: int) -> bool:
    """Tell whether a team is to talk before it chooses its card (B-VAR-TEAM-01)."""
    return players > 1 and state.phase is Phase.PLAY and not is_overlord(state.field)


def _in_team(state: GameState, players: int) -> Seat:
    if state.phase in _OF_CHIEF:
        return member([Section.CENTRE], players)
    if state.phase in _OF_ATTACKED:
        return member(_sections_of_attacked(state), players)
    return executor(_card(state), players)


def _card(state: GameState) -> str:
    """Return the card that is carried out: for a Counter-Attack the one it copies (B-CARD-CNT)."""
    counts_as = state.command.card if state.command else state.card
    return counts_as if state.card and is_counter_attack(state.card) else state.card


def _in_overlord(state: GameState) -> Message:
    if state.phase is Phase.RETREAT:
        return _general(_sections_of_attacked(state))
    command = state.command
    if state.phase in _OF_ATTACKER and state.fight:
        command = state.command_of(state.fight.attacker)
    elif state.phase in _OF_EVERYBODY:
        return _EVERYBODY
    return _general([] if command is None or command.general is None else [command.general])


def _general(sections: Iterable[Section]) -> Message:
    """Return the general of one section; for none or several the commander-in-chief."""
    several = tuple(sections)
    return _GENERALS[several[0]] if len(several) == 1 else _SEATS[Seat.CHIEF]


def _sections_of_attacked(state: GameState) -> list[Section]:
    """Return the sections the battled unit stands in, as its own player sees them."""
    assert state.fight is not None
    unit = state.unit(state.fight.target)
    where = state.field.grid.sections[unit.player][state.place[unit.number]]
    return [section for section in Section if where >> section & 1]

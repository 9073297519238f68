"""What it means to draw a card, to play it and to name what it is aimed at."""

from __future__ import annotations

from m44core.board import Section
from m44core.rules.cards.command import command_of_card
from m44core.rules.cards.substitutes import played_as
from m44core.rules.game.actions import Draw, Play
from m44core.rules.game.events import CardPlayed, Drawn, Event
from m44core.rules.game.phases import Phase
from m44core.rules.game.state import GameState
from m44core.rules.numbers import HexNo
from m44core.rules.play.commissar import reveal
from m44core.rules.play.hands import refill, take_card
from m44core.rules.play.overlord import is_overlord
from m44core.rules.play.tactics import bring_into_play, hand_out, name_target, spring_ambush
from m44core.rules.special.airdrop import aim
from m44core.rules.theatres.smoke import lay
from m44core.rules.theatres.tolls import pay


def aim_at(state: GameState, index: HexNo, log: list[Event]) -> None:
    """Aim an air drop, smoke or a loss at a hex, or a card at the unit there."""
    if state.phase is Phase.SMOKE:
        lay(state, index, log)
        return
    if state.phase is Phase.TOLL:
        pay(state, index, log)
        return
    if state.phase is Phase.AIM:
        aim(state, index, log)
    else:
        name_target(state, index, log)


def draw_card(state: GameState, draw: Draw, log: list[Event]) -> None:
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


def play_card(state: GameState, play: Play, log: list[Event]) -> None:
    """Play a card from hand, from under the token, or as an answer (B-TURN-03, TH-COM-02)."""
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

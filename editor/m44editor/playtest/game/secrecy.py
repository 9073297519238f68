"""Rules for what the screen may reveal: hands, cards drawn, an Ambush, plans (B-SETUP-07).

A :class:`Viewer` determines which hidden information the window shows.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from random import Random

from m44core.catalogue.catalogue_types import Side
from m44core.rules.board.hex_grid import BOTTOM, TOP
from m44core.rules.cards.command_cards import cards, is_ambush
from m44core.rules.game.actions import (
    Action,
    DeclineAmbush,
    DrawCard,
    KeepCard,
    Play,
    PutUnderToken,
)
from m44core.rules.game.phases import Phase
from m44core.rules.game.state import GameState
from m44core.rules.play.apply import apply_action, play_card
from m44core.rules.play.card_effects import may_ambush
from m44core.rules.play.commissar import cards_for_token, request_first_card
from m44editor.playtest.game.players import human_sides

BOTH_SIDES = frozenset(Side)
_NEEDS_CARDS = (Phase.PLAY, Phase.COMMISSAR, Phase.KEEP)
SECRET_ACTIONS = DeclineAmbush | KeepCard | PutUnderToken


@dataclass(frozen=True)
class Viewer:
    """The person looking at the screen.

    Attributes:
        players: The player of each side.
        hides_hands: Whether two people hide their hands from each other; it also hides the hand of
            one of them from the other, whose side the computer has taken over.
        side_alone: The side that has confirmed being alone at the screen; None if both may look.
        is_live: Whether the game is being played; a recorded game has no secrets.
    """

    players: Mapping[Side, str]
    hides_hands: bool = False
    side_alone: Side | None = None
    is_live: bool = True

    def visible_sides(self, state: GameState) -> frozenset[Side]:
        """Return the sides whose hidden information may be shown now.

        A single person sees their own. If people hide their hands, only the one alone at the screen
        sees their own. Nothing is hidden in a recorded game, in a game between computers, or once
        the game is over.
        """
        people = human_sides(self.players)
        if not self.is_live or state.result is not None or not people:
            return BOTH_SIDES
        if self.hides_hands:
            return people & {self.side_alone}
        return people if len(people) == 1 else BOTH_SIDES

    def hides_action(self, state: GameState, action: Action) -> bool:
        """Return whether *action* is secret because it reveals what a hand contains.

        Declining to ambush reveals that the card is held; a card that was kept, or put under the
        Commissar token, is known only to its owner.
        """
        return isinstance(action, SECRET_ACTIONS) and self.visible_sides(state) != BOTH_SIDES


def side_needing_cards(state: GameState) -> Side | None:
    """Return the side that must see its cards to decide; None if no cards are needed.

    An ambush needs none: the question is asked regardless of whether the card is held.
    """
    if state.result is not None or state.phase not in _NEEDS_CARDS:
        return None
    return state.side


def feigned_ambush_position(state: GameState) -> GameState | None:
    """Return the position as if the attacked player held an Ambush (B-CARD-AMB).

    None if everybody knows that no Ambush is possible: no close assault has just been declared, the
    unit cannot ambush, every Ambush has been discarded, or the player holds no cards.
    """
    if state.phase is not Phase.ROLL or state.fight is None:
        return None
    defender = 1 - state.active
    unseen_cards = (*state.deck, *state.hands[0], *state.hands[1], *state.drawn, state.token)
    if not any(key and is_ambush(key) for key in unseen_cards) or not state.held_card_count(
        defender
    ):
        return None
    position = state.clone()
    position.hands[defender] = (_ambush_card_key(),)
    if not may_ambush(position, state.fight):
        return None
    position.phase, position.legal = Phase.AMBUSH, None
    return position


def feigned_choice_position(before: GameState, draw: DrawCard) -> GameState | None:
    """Return the position as if the cards just drawn to choose from were different.

    The rules do not ask the player about identical cards (B-CARD-02). None if *draw*, made in the
    position *before*, does not end with identical cards to choose from.
    """
    drawn_cards = (*before.drawn, draw.card)
    if (
        before.drawing
        or before.draws_to_choose_from != 1
        or len(drawn_cards) < 2
        or len(set(drawn_cards)) > 1
    ):
        return None
    position = before.clone()
    position.drawn, position.draws_to_choose_from, position.phase, position.legal = (
        drawn_cards,
        0,
        Phase.KEEP,
        None,
    )
    deck = list(position.deck)
    deck.remove(draw.card)
    position.deck = tuple(deck)
    return position


def feigned_put_down_position(before: GameState, action: Action) -> GameState | None:
    """Return the position as if the cards that may go under the token were different.

    The rules ask the owner of the Commissar token nothing if only one card may go there (TH-COM-01,
    TH-COM-02). None if *action*, carried out in the position *before*, leaves no card to put down,
    or several, or if everybody knows that there is no choice: the owner holds one card, or nothing
    but Ambush, and the token stays empty (TH-COM-04).
    """
    owner = before.field.commissar
    if owner is None:
        return None
    position = (
        _position_after_reveal(before, action)
        if before.token
        else _position_before_first_card(before, action)
    )
    if position is None or len(position.hands[owner]) == 1:
        return None
    return position if len(cards_for_token(position.hands[owner])) == 1 else None


def _position_after_reveal(before: GameState, action: Action) -> GameState | None:
    """Return the position after *action* revealed the card under the token; None if it did not."""
    owner = before.field.commissar
    if not isinstance(action, Play) or (before.active, action.card) != (owner, before.token):
        return None
    if before.phase is not Phase.PLAY:
        return None
    position = before.clone()
    play_card(position, action, [])
    position.legal = None
    return position if position.phase is Phase.COMMISSAR else None


def _position_before_first_card(before: GameState, action: Action) -> GameState | None:
    """Return the position before *action* put a first card under the token without asking.

    None if it did not.
    """
    if before.turn > 1 or isinstance(action, PutUnderToken):
        return None
    after = before.clone()
    apply_action(after, action)
    if not after.token:
        return None
    owner = after.field.commissar
    assert owner is not None, "a card lies under the token of its owner"
    after.hands[owner] = (*after.hands[owner], after.token)
    after.token = ""
    request_first_card(after)
    after.legal = None
    return after


def with_hidden_cards_redealt(
    state: GameState, visible_sides: Collection[Side], rng: Random
) -> GameState:
    """Return a copy in which the cards of the sides not in *visible_sides* are redealt at random.

    Each side keeps its number of cards; they come from all cards not seen (B-SETUP-07).
    """
    hidden_players = [
        player for player in (TOP, BOTTOM) if state.field.sides[player] not in visible_sides
    ]
    new_state, owner = state.clone(), state.field.commissar
    drawn_cards = state.drawn if state.active in hidden_players else ()
    token = state.token if owner in hidden_players else ""
    hidden_cards = [card for player in hidden_players for card in state.hands[player]]
    pile = sorted((*state.deck, *hidden_cards, *drawn_cards, *([token] if token else ())))
    rng.shuffle(pile)
    if token:
        new_state.token = pile.pop(pile.index(cards_for_token(tuple(pile))[0]))
    for player in hidden_players:
        hand_size = len(state.hands[player])
        new_state.hands[player], pile = tuple(sorted(pile[:hand_size])), pile[hand_size:]
    if drawn_cards:
        new_state.drawn, pile = tuple(pile[: len(drawn_cards)]), pile[len(drawn_cards) :]
    new_state.deck, new_state.legal = tuple(sorted(pile)), None
    return new_state


def _ambush_card_key() -> str:
    """Return the key of an Ambush card, no matter which."""
    return next(key for key in cards() if is_ambush(key))

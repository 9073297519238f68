"""Whose secrets the screen may show: hands, cards drawn, an Ambush, plans (B-SETUP-07).

Everything the window draws or says of hidden things asks a :class:`Looking`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from random import Random

from m44core.catalogue.types import Side
from m44core.rules.board.hex_grid import BOTTOM, TOP
from m44core.rules.cards.command_cards import cards, is_ambush
from m44core.rules.game.actions import Action, Decline, Draw, Keep, Play, PutDown
from m44core.rules.game.phases import Phase
from m44core.rules.game.state import GameState
from m44core.rules.play.apply import apply, play_card
from m44core.rules.play.card_effects import may_ambush
from m44core.rules.play.commissar import ask_for_first_card, may_put_down
from m44editor.playtest.game.players import human_sides

BOTH_SIDES = frozenset(Side)
_NEEDS_CARDS = (Phase.PLAY, Phase.COMMISSAR, Phase.KEEP)
SECRET_ACTIONS = Decline | Keep | PutDown


@dataclass(frozen=True)
class Viewer:
    """Who is before the screen.

    Attributes:
        players: Who plays each side.
        hides: Whether two people hide their hands from each other.
        alone: The side that said it is alone before the screen; None if both may look.
        playing: Whether the game is being played; a recorded one has no secrets.
    """

    players: Mapping[Side, str]
    hides_hands: bool = False
    side_alone: Side | None = None
    is_live: bool = True

    def visible_sides(self, state: GameState) -> frozenset[Side]:
        """Return the sides whose hidden things may be shown now.

        One person sees his own. Two people who hide their hands see those of the one who is
        alone before the screen. Nothing is hidden in a recorded game, in one among computers,
        and once the game is over.
        """
        people = human_sides(self.players)
        if not self.is_live or state.result is not None or not people:
            return BOTH_SIDES
        if len(people) == 1:
            return people
        if not self.hides_hands:
            return BOTH_SIDES
        return frozenset() if self.side_alone is None else frozenset({self.side_alone})

    def hides_action(self, state: GameState, action: Action) -> bool:
        """Tell whether nobody may know that *action* was done: it says what a hand holds.

        Who declines to ambush holds the card; which card was kept, or put under the
        Commissar token, is for its owner alone.
        """
        return isinstance(action, SECRET_ACTIONS) and self.visible_sides(state) != BOTH_SIDES


def side_needing_cards(state: GameState) -> Side | None:
    """Return the side that has to look at its cards to decide; None for decisions on the board.

    An ambush is answered without looking: the question is asked whether or not the card is held.
    """
    if state.result is not None or state.phase not in _NEEDS_CARDS:
        return None
    return state.side


def feigned_question(state: GameState) -> GameState | None:
    """Return the game as it would look if the attacked player held an Ambush (B-CARD-AMB).

    None where everybody at the table knows that no Ambush can come: no close assault was just
    declared, the unit cannot ambush, or every Ambush is among the discards.
    """
    if state.phase is not Phase.ROLL or state.fight is None:
        return None
    defender = 1 - state.active
    unseen = (*state.deck, *state.hands[0], *state.hands[1], *state.drawn, state.token)
    if not any(key and is_ambush(key) for key in unseen) or not state.cards_held(defender):
        return None
    asked = state.clone()
    asked.hands[defender] = (_an_ambush(),)
    if not may_ambush(asked, state.fight):
        return None
    asked.phase, asked.legal = Phase.AMBUSH, None
    return asked


def feigned_choice(before: GameState, draw: Draw) -> GameState | None:
    """Return the game as it would look if the cards just drawn to choose from were not alike.

    The rules ask nothing about cards that are alike (B-CARD-02). None where *draw*, done in the
    state *before*, leaves no such cards, or cards that differ.
    """
    drawn = (*before.drawn, draw.card)
    if before.drawing or before.choosing != 1 or len(drawn) < 2 or len(set(drawn)) > 1:
        return None
    asked = before.clone()
    asked.drawn, asked.choosing, asked.phase, asked.legal = drawn, 0, Phase.KEEP, None
    deck = list(asked.deck)
    deck.remove(draw.card)
    asked.deck = tuple(deck)
    return asked


def feigned_put_down(before: GameState, action: Action) -> GameState | None:
    """Return the game as it would look if the cards that may go under the token were not alike.

    The rules ask the owner of the Commissar token nothing where only one card may go there
    (TH-COM-01, TH-COM-02). None where *action*, done in the state *before*, leaves him no card to
    put down, or several to choose from; and where everybody knows that he has no choice: he holds
    one card, or nothing but Ambush, for then the token stays empty (TH-COM-04).
    """
    owner = before.field.commissar
    if owner is None:
        return None
    asked = _revealed(before, action) if before.token else _before_the_first_card(before, action)
    if asked is None or len(asked.hands[owner]) == 1:
        return None
    return asked if len(may_put_down(asked.hands[owner])) == 1 else None


def _revealed(before: GameState, action: Action) -> GameState | None:
    """Return the game right after the card under the token was revealed; None if it was not."""
    owner = before.field.commissar
    if not isinstance(action, Play) or (before.active, action.card) != (owner, before.token):
        return None
    if before.phase is not Phase.PLAY:
        return None
    asked = before.clone()
    play_card(asked, action, [])
    asked.legal = None
    return asked if asked.phase is Phase.COMMISSAR else None


def _before_the_first_card(before: GameState, action: Action) -> GameState | None:
    """Return the game as it was when the first card went under the token by itself."""
    if before.turn > 1 or isinstance(action, PutDown):
        return None
    after = before.clone()
    apply(after, action)
    if not after.token:
        return None
    owner = after.field.commissar
    assert owner is not None, "a card lies under the token of its owner"
    after.hands[owner] = (*after.hands[owner], after.token)
    after.token = ""
    ask_for_first_card(after)
    after.legal = None
    return after


def with_hidden_cards_redealt(state: GameState, seen: Collection[Side], rng: Random) -> GameState:
    """Return a copy in which the cards of all sides but those *seen* are others nobody knows.

    They are as many as before, and drawn from all cards that were not shown (B-SETUP-07).
    """
    hidden = [player for player in (TOP, BOTTOM) if state.field.sides[player] not in seen]
    dealt, owner = state.clone(), state.field.commissar
    drawn = state.drawn if state.active in hidden else ()
    token = state.token if owner in hidden else ""
    cards_hidden = [card for player in hidden for card in state.hands[player]]
    pile = sorted((*state.deck, *cards_hidden, *drawn, *([token] if token else ())))
    rng.shuffle(pile)
    if token:
        dealt.token = pile.pop(pile.index(may_put_down(tuple(pile))[0]))
    for player in hidden:
        number = len(state.hands[player])
        dealt.hands[player], pile = tuple(sorted(pile[:number])), pile[number:]
    if drawn:
        dealt.drawn, pile = tuple(pile[: len(drawn)]), pile[len(drawn) :]
    dealt.deck, dealt.legal = tuple(sorted(pile)), None
    return dealt


def _an_ambush() -> str:
    """Return a card that answers a close assault."""
    return next(key for key in cards() if is_ambush(key))

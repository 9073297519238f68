"""The Political Commissar: one side plays cards chosen a turn earlier (O-COMM, TH-COM-01..05)."""

from __future__ import annotations

from m44core.rules.cards.command_cards import ambush_card, cards, is_ambush, is_counter_attack
from m44core.rules.game.events import CardPutUnderToken, Event
from m44core.rules.game.phases import Phase
from m44core.rules.game.state import GameState
from m44core.rules.play.card_effects import begin_card


def awaits_first_card(state: GameState) -> bool:
    """Return whether the first card still has to go under the token (TH-COM-01)."""
    owner = state.field.commissar
    if owner is None or state.turn != 1 or state.token:
        return False
    return bool(cards_for_token(state.hands[owner]))


def request_first_card(state: GameState) -> None:
    """Let the owner of the token choose its first card, regardless of who begins the game."""
    assert state.field.commissar is not None, "somebody has the token"
    state.active, state.phase = state.field.commissar, Phase.COMMISSAR


def cards_for_token(hand: tuple[str, ...]) -> list[str]:
    """Return the cards of a hand that can go under the token: all but Ambush."""
    return [key for key in dict.fromkeys(hand) if not is_ambush(key)]


def playable_commissar_cards(state: GameState) -> list[str]:
    """Return the cards the owner of the token can play, the card under it first.

    Directly from hand, only Counter-Attack and cards that can be used as a different card, such as
    Recon, can be played (TH-COM-02, TH-COM-04). With no card under the token and none of these, an
    Ambush is only discarded (R-16).
    """
    hand = state.hands[state.active]
    keys = [key for key in hand if cards()[key].used_as or is_counter_attack(key)]
    if state.token or keys:
        return list(dict.fromkeys([state.token, *keys] if state.token else keys))
    ambush = ambush_card(hand)
    return [ambush] if ambush else list(dict.fromkeys(hand))


def reveal_token_card(state: GameState) -> None:
    """Reveal the card under the token; it takes effect after a new one is put there (TH-COM-02)."""
    state.token, state.phase = "", Phase.COMMISSAR


def put_card_under_token(state: GameState, card: str, log: list[Event]) -> None:
    """Put a card, or none (""), under the token; then play the revealed card or begin turn 1."""
    if card:
        hand = list(state.hands[state.active])
        hand.remove(card)
        state.hands[state.active] = tuple(hand)
        state.token = card
        log.append(CardPutUnderToken(state.field.sides[state.active], card))
    if state.card:
        assert state.command is not None, "a card was revealed"
        begin_card(state, state.command, log)
    else:
        state.active, state.phase = state.field.first_player, Phase.PLAY

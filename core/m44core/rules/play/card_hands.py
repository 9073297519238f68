"""Hands of cards: drawing, discarding and losing cards; everything except playing them."""

from __future__ import annotations

from m44core.rules.game.events import CardDiscarded, DiscardsReshuffled, Event
from m44core.rules.game.phases import Phase
from m44core.rules.game.state import NOWHERE, GameState
from m44core.rules.index_types import PlayerNo

_SAFE_CARDS = 3  # cards the Italian High Command never loses (E-ITA-01)


def reshuffle_if_needed(state: GameState, log: list[Event]) -> None:
    """If a draw is due and the draw pile is empty, reshuffle the discards into it (B-DRAW-02).

    If there is still no card to draw, the remaining draws are canceled.
    """
    is_draw_due = state.drawing or state.draws_to_choose_from
    if is_draw_due and not state.deck and state.discards and state.field.options.reshuffles:
        log.append(DiscardsReshuffled(len(state.discards)))
        state.deck, state.discards = tuple(sorted(state.discards)), ()
    if not state.deck:
        state.drawing, state.draws_to_choose_from = (), 0


def add_to_hand(state: GameState, player: PlayerNo, card: str, log: list[Event]) -> bool:
    """Put a card into a player's hand; return whether the player's draw is done (SO-N-17).

    A banned card is discarded immediately, and the player draws again if any allowed card is left.
    """
    banned_cards = state.field.options.banned.get(state.field.sides[player])
    if not banned_cards or card not in banned_cards:
        state.hands[player] = tuple(sorted((*state.hands[player], card)))
        return True
    discard_card(state, player, card, log)
    available_cards = state.deck + (state.discards if state.field.options.reshuffles else ())
    return banned_cards.issuperset(available_cards)


def decline_discards(state: GameState) -> None:
    """Draw as usual instead of taking a discarded card (E-CMDCAR-03)."""
    state.can_pick_discard, state.phase = False, Phase.DRAW


def discard_card(state: GameState, player: PlayerNo, card: str, log: list[Event]) -> None:
    """Put a card on the discard pile."""
    state.discards = (*state.discards, card)
    log.append(CardDiscarded(state.field.sides[player], card))


def settle_pending_loss(state: GameState, log: list[Event]) -> bool:
    """Begin the loss or return of a card for a headquarters or a lost unit (TH-HQ-02..05).

    Returns:
        Whether anything changed.
    """
    if state.phase_to_resume or state.phase is Phase.OVER:
        return False
    index, owner = state.pending_losses[0]
    if index == NOWHERE:
        return _settle_lost_unit(state, owner)
    if state.captured >> index & 1 and state.hands[owner]:
        state.phase_to_resume, state.phase = state.phase, Phase.LOSS
        return True
    state.pending_losses = state.pending_losses[1:]
    if state.looted_headquarters >> index & 1 and not state.captured >> index & 1:
        state.looted_headquarters ^= 1 << index
        if state.phase is not Phase.DRAW:
            state.phase_to_resume, state.phase = state.phase, Phase.DRAW
        state.drawing = (owner, *state.drawing)
        reshuffle_if_needed(state, log)
    return True


def _settle_lost_unit(state: GameState, owner: PlayerNo) -> bool:
    """Begin the loss of a card for a lost unit, unless only three are left (E-ITA-01).

    Returns:
        True: either way something has changed.
    """
    in_play = bool(state.card) and owner == state.active
    if state.hands[owner] and len(state.hands[owner]) + in_play > _SAFE_CARDS:
        state.phase_to_resume, state.phase = state.phase, Phase.LOSS
    else:
        state.pending_losses = state.pending_losses[1:]
    return True


def lose_card(state: GameState, card: str, log: list[Event]) -> None:
    """Discard the card lost with a headquarters or a unit, and resume the interrupted phase.

    See TH-HQ-02 and E-ITA-01.
    """
    (index, owner), *later_losses = state.pending_losses
    hand = list(state.hands[owner])
    hand.remove(card)
    state.hands[owner], state.pending_losses = tuple(hand), tuple(later_losses)
    if index != NOWHERE:
        state.looted_headquarters |= 1 << index
    discard_card(state, owner, card, log)
    resume_phase(state)


def resume_phase(state: GameState) -> None:
    """Resume the phase that was interrupted."""
    assert state.phase_to_resume is not None, "a step waits"
    state.phase, state.phase_to_resume = state.phase_to_resume, None

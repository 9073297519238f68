"""Whose cards lie on the screen, and which of them can be seen."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from m44core.catalogue.types import Side
from m44core.rules.board.hex_grid import TOP
from m44core.rules.cards.command_cards import cards, is_counter_attack, mirrored
from m44core.rules.game.actions import Action, Play
from m44core.rules.game.phases import Phase
from m44core.rules.game.state import GameState
from m44core.rules.play.apply import apply
from m44core.rules.play.legal_actions import cards_to_keep
from m44core.rules.play.overlord import is_overlord
from m44editor.playtest.cards.card_button import Card
from m44editor.playtest.cards.hand import DIGITS
from m44editor.playtest.cards.handed import handed_out


def hand_owner(state: GameState, people: Collection[Side]) -> int:
    """Return whose hand is shown: the one person's, else that of the player who acts.

    Whoever chooses a retreat needs no card for it, and the hand stays where it is.
    """
    if len(people) == 1:
        (side,) = people
        return state.field.player(side)
    return 1 - state.active if state.phase is Phase.AMBUSH else state.active


def cards_shown(
    state: GameState, player: int, ways: Mapping[str, Sequence[Action]], *, keeps: bool
) -> list[Card]:
    """Return a player's hand as it lies before him, or the cards he keeps one of."""
    keys = cards_to_keep(state) if keeps and state.phase is Phase.KEEP else state.hands[player]
    order = {key: number for number, key in enumerate(cards())}
    lying = sorted(keys, key=order.__getitem__)
    under = [state.token] if state.token and player == state.field.commissar else []
    return [
        Card(
            key,
            copies=copied(state, player) if is_counter_attack(key) else "",
            digit=f"{place}" if place <= DIGITS else "",
            playable=key in ways,
            from_top=player == TOP,
            overlord=is_overlord(state.field),
            under_token=place > len(lying),
            idle=any(_ends_the_turn(state, way) for way in ways.get(key, ())),
        )
        for place, key in enumerate(lying + under, start=1)
    ]


def _ends_the_turn(state: GameState, way: Action) -> bool:
    """Tell whether a card is played for nothing: no step follows in which it is carried out."""
    if state.phase is not Phase.PLAY or not isinstance(way, Play) or is_overlord(state.field):
        return False
    after = state.clone()
    apply(after, way)
    return after.phase in (Phase.DRAW, Phase.KEEP) or after.active != state.active


def cards_face_down(state: GameState, player: int) -> list[Card]:
    """Return a hand nobody may see."""
    return [Card("")] * state.held(player)


def copied(state: GameState, player: int) -> str:
    """Return the card a Counter-Attack counts as; "" if there is none to copy (B-CARD-CNT)."""
    command = state.represented[1 - player]
    return mirrored(command.card) if command else ""


def card_on_table(state: GameState) -> Card | None:
    """Return the card in play as it lies on the table; None between turns.

    In Overlord it is that of the general who gives his orders.
    """
    if is_overlord(state.field):
        return next((given.card for given in handed_out(state) if given.now), None)
    counts_as = state.command.card if state.command else ""
    card = state.card or counts_as
    if not card or state.result is not None:
        return None
    copies = counts_as if counts_as != card else ""
    return Card(card, copies=copies, playable=True, from_top=state.active == TOP)

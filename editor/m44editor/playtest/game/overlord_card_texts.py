"""What command cards do for the generals in Overlord (B-VAR-OVL-03, B-VAR-OVL-04)."""

from __future__ import annotations

from collections.abc import Mapping

from m44core.board import Section
from m44core.catalogue.command_cards import CommandCard, Effect
from m44core.messages.message import Message, message
from m44core.messages.nouns import units
from m44core.rules.cards.command_cards import cards, summary, title
from m44core.rules.game.state import GameState
from m44core.rules.play.overlord import countered_command

_BY_EFFECT: Mapping[Effect, Message] = {
    Effect.COUNTER_ATTACK: message(
        "A general does what the general opposite did in the enemy's last turn, or you repeat "
        "the card the enemy's commander-in-chief played himself."
    ),
    Effect.MEDICS: message(
        "Roll 4 dice; its own symbol or a star gives a unit of one general back one lost "
        "figure and an order."
    ),
    Effect.THEIR_FINEST_HOUR: message(
        "No other card this turn. Each general rolls 4 dice; each symbol orders a unit of that "
        "kind and each star any unit, with 1 die more in battle; then shuffle all cards."
    ),
}


def overlord_summary(key: str) -> Message:
    """Return what a card does in Overlord, in a sentence or two."""
    card = cards()[key]
    return _tactic_summary(card) if card.tactic else _section_summary(card)


def repeated_card_title(state: GameState, card: str, general: Section) -> Message | None:
    """Return the card a Counter-Attack would repeat for a general; None if there is none."""
    command = countered_command(state, general, card)
    return None if command.card == card else title(command.card)


def _tactic_summary(card: CommandCard) -> Message:
    base_summary = summary(card.key)
    if card.strike is not None:
        return message("{summary} Before cards are handed out.", summary=base_summary)
    if card.effect is Effect.AMBUSH:
        return message("{summary} Draw a card at once.", summary=base_summary)
    if card.effect in _BY_EFFECT:
        return _BY_EFFECT[card.effect]
    if card.names_section:
        return message("{summary} Only in one sub-section of one general.", summary=base_summary)
    return message("{summary} Only units of one general.", summary=base_summary)


def _section_summary(card: CommandCard) -> Message:
    ordered = _units(card)
    if len(card.orders) == len(Section):
        return message(
            "Order {units} in each of the two sub-sections of one general.", units=ordered
        )
    if len(card.orders) > 1:
        return message("Order {units} of the general on the left or on the right.", units=ordered)
    if card.draw > 1:
        return message(
            "Order {units} in one of the general's two sub-sections. "
            "At the end of the turn three cards are drawn, not two.",
            units=ordered,
        )
    return message("Order {units} in one of the general's two sub-sections.", units=ordered)


def _units(card: CommandCard) -> Message:
    number = next(iter(card.orders.values()), None)
    return message("all units") if number is None else units(number)

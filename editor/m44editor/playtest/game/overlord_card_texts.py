"""The effects of command cards for the generals in Overlord (B-VAR-OVL-03, B-VAR-OVL-04)."""

from __future__ import annotations

from collections.abc import Mapping

from m44core.board import Section
from m44core.catalogue.command_cards import CardEffect, CommandCard
from m44core.messages.message import Message, message
from m44core.messages.nouns import units
from m44core.rules.cards.command_cards import cards, summary_of_card, title_of_card
from m44core.rules.game.state import GameState
from m44core.rules.play.overlord import countered_command

_SUMMARIES_BY_EFFECT: Mapping[CardEffect, Message] = {
    CardEffect.COUNTER_ATTACK: message(
        "A field general repeats what the opposing field general did in the enemy's last "
        "turn, or you repeat the card that the enemy commander-in-chief played personally."
    ),
    CardEffect.MEDICS: message(
        "Roll 4 dice. One of a field general's units regains one lost figure for each symbol "
        "of its type and each star, and is ordered."
    ),
    CardEffect.THEIR_FINEST_HOUR: message(
        "Play no other card this turn. Each field general rolls 4 dice. Each symbol orders a "
        "unit of that type, and each star any unit. Ordered units battle with 1 extra die. "
        "Then the draw and discard piles are shuffled together."
    ),
}


def overlord_card_summary(key: str) -> Message:
    """Return the effect of a card in Overlord, in a sentence or two."""
    card = cards()[key]
    return _tactic_summary(card) if card.tactic else _section_summary(card)


def repeated_card_title(state: GameState, card: str, general: Section) -> Message | None:
    """Return the title of the card that a Counter-Attack would repeat for a general.

    None if there is nothing to repeat.
    """
    command = countered_command(state, general, card)
    return None if command.card == card else title_of_card(command.card)


def _tactic_summary(card: CommandCard) -> Message:
    base_summary = summary_of_card(card.key)
    if card.strike is not None:
        return message("{summary} Play it before handing out cards.", summary=base_summary)
    if card.effect is CardEffect.AMBUSH:
        return message("{summary} Draw a card immediately.", summary=base_summary)
    if card.effect in _SUMMARIES_BY_EFFECT:
        return _SUMMARIES_BY_EFFECT[card.effect]
    if card.names_section:
        return message(
            "{summary} Applies to only one of a field general's subsections.", summary=base_summary
        )
    return message("{summary} Applies only to one field general's units.", summary=base_summary)


def _section_summary(card: CommandCard) -> Message:
    units_text = _ordered_units_text(card)
    if len(card.orders) == len(Section):
        return message(
            "Order {units} in each of one field general's two subsections.", units=units_text
        )
    if len(card.orders) > 1:
        return message(
            "Order {units} commanded by the left or right field general.", units=units_text
        )
    if card.draw > 1:
        return message(
            "Order {units} in one of the field general's two subsections. At the end of the "
            "turn, draw three cards instead of two.",
            units=units_text,
        )
    return message("Order {units} in one of the field general's two subsections.", units=units_text)


def _ordered_units_text(card: CommandCard) -> Message:
    number = next(iter(card.orders.values()), None)
    return message("all units") if number is None else units(number)

"""What the command cards do in the hands of Overlord's generals (B-VAR-OVL-03, B-VAR-OVL-04)."""

from __future__ import annotations

from collections.abc import Mapping

from m44core.board import Section
from m44core.catalogue.cards import CommandCard, Effect
from m44core.rules.cards.deck import cards, summary, title
from m44core.rules.game.state import GameState
from m44core.rules.play.overlord import countered

_BY_EFFECT: Mapping[Effect, str] = {
    Effect.AMBUSH: "{summary} Draw a card at once.",
    Effect.COUNTER_ATTACK: "A general does what the one opposite did in the enemy's last turn.",
    Effect.MEDICS: (
        "Roll 4 dice; its own symbol or a star gives a unit of one general back one lost "
        "figure and an order."
    ),
    Effect.THEIR_FINEST_HOUR: (
        "No other card this turn. Each general rolls 4 dice; each symbol orders a unit of that "
        "kind and each star any unit, with 1 die more in battle; then shuffle all cards."
    ),
}
_STRIKE = "{summary} Before cards are handed out."
_OF_ONE_GENERAL = "{summary} Only units of one general."
_IN_SUBSECTION = "{summary} Only in one sub-section of one general."
_SEVERAL = "Order {units} in each of the two sub-sections of one general."
_FLANKS = "Order {units} of the general on the left or on the right."
_ONE_SECTION = "Order {units} in one of the general's two sub-sections."
_RECON = " At the end of the turn three cards are drawn, not two."


def overlord_summary(key: str) -> str:
    """Return a sentence or two about what a card does in Overlord."""
    card = cards()[key]
    words = _of_tactic(card) if card.tactic else _of_section(card)
    return words.format(summary=summary(key), units=_units(card))


def repeated(state: GameState, card: str, general: Section) -> str:
    """Return the title of what a Counter-Attack would repeat for a general; "" for nothing."""
    command = countered(state, general, card)
    return "" if command.card == card else title(command.card)


def _of_tactic(card: CommandCard) -> str:
    if card.strike is not None:
        return _STRIKE
    usual = _IN_SUBSECTION if card.names_section else _OF_ONE_GENERAL
    return _BY_EFFECT.get(card.effect, usual)


def _of_section(card: CommandCard) -> str:
    if len(card.orders) == 1:
        return _ONE_SECTION + (_RECON if card.draw > 1 else "")
    return _SEVERAL if len(card.orders) == len(Section) else _FLANKS


def _units(card: CommandCard) -> str:
    number = next(iter(card.orders.values()), None)
    if number is None:
        return "all units"
    return "1 unit" if number == 1 else f"{number} units"

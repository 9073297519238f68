"""Cards that are played as others, by a special rule of the scenario (SO-CARD-SUBSTITUTE)."""

from __future__ import annotations

from collections.abc import Iterator

from m44core.catalogue.types import Side
from m44core.model.card_rules import CardSubstitutes, Substitute
from m44core.rules.cards.command import Command, command_of_card, used_as
from m44core.rules.cards.deck import cards
from m44core.rules.options import ScenarioOptions


def substitutes(options: ScenarioOptions, side: Side, key: str) -> Iterator[Substitute]:
    """Yield what a side may, or has to, play a card as."""
    rule = options.further_rule(CardSubstitutes)
    label = cards()[key].label
    for each in rule.substitutes if rule else ():
        if each.who.include(side) and cards()[each.card].label == label:
            yield each


def is_itself(options: ScenarioOptions, side: Side, key: str) -> bool:
    """Tell whether a side may play a card as what it is."""
    return not any(each.always for each in substitutes(options, side, key))


def played_as(options: ScenarioOptions, side: Side, key: str, instead: str) -> Command:
    """Return what a card lets its player do when it is played as another.

    By a substitution it does all that the other does; a Recon that is used as Air Power acts on
    its own section (O-HILL317).
    """
    if any(each.counts_as == instead for each in substitutes(options, side, key)):
        return command_of_card(instead)
    return used_as(key, instead)

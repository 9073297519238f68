"""Parsing the names of cards (titles or keys) and sections to restrict."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from m44core.balance_lab.restricted_play import Restriction
from m44core.board import Section
from m44core.catalogue.catalogue_types import Side
from m44core.errors import M44Error
from m44core.messages.message import Renderer, label_with_text
from m44core.playtest.games.simulation import SimulationPlan
from m44core.rules.cards.command_cards import cards, title_of_card
from m44core.suggestions import did_you_mean

T = TypeVar("T")

ALL = "all"
"""The name that stands for all cards of the deck, or for all sections."""

SECTION_NAMES: Mapping[str, Section] = {
    "left": Section.LEFT,
    "center": Section.CENTRE,
    "right": Section.RIGHT,
}
"""The sections by their names on the command line and in JSON."""


def parse_restrictions(
    plan: SimulationPlan,
    card_names: Iterable[str],
    section_names: Iterable[str],
    sides: Sequence[Side],
    renderer: Renderer,
) -> list[Restriction]:
    """Return a restriction on each side for each named card and section, without duplicates.

    Args:
        plan: The plan; its deck decides which cards there are.
        card_names: Titles of cards, in English or the language of *renderer*, or their keys; a
            title without a section, such as ``Probe``, stands for the cards of all sections, and
            ``all`` for every kind of card in the deck, each with its own restriction.
        section_names: ``left``, ``center`` or ``right``; ``all`` stands for all three.
        sides: The restricted sides.
        renderer: Renders the titles in the language of the user.

    Raises:
        M44Error: a name is unknown, or no such card is in the deck.
    """
    kinds = kinds_of_cards(plan)
    cards_by_name, titles = _cards_by_name(kinds, renderer), _suggested_titles(kinds, renderer)
    card_sets: list[frozenset[str]] = []
    for name in card_names:
        is_all = name.casefold() == ALL
        card_sets += kinds if is_all else [_look_up(name, cards_by_name, titles, "--without-card")]
    sections: list[Section] = []
    for name in section_names:
        if name.casefold() == ALL:
            sections += Section
        else:
            option = "--without-section"
            sections.append(_look_up(name, SECTION_NAMES, SECTION_NAMES, option))
    restrictions = [Restriction(side, cards=keys) for side in sides for keys in card_sets]
    restrictions += [Restriction(side, section=section) for side in sides for section in sections]
    return list(dict.fromkeys(restrictions))


def kinds_of_cards(plan: SimulationPlan) -> list[frozenset[str]]:
    """Return the cards in the deck of a plan, grouped by what they do, whatever their section."""
    by_label: dict[str, set[str]] = {}
    for key in sorted(set(plan.start().deck)):
        by_label.setdefault(cards()[key].label, set()).add(key)
    return [frozenset(keys) for keys in by_label.values()]


def _cards_by_name(
    kinds: Iterable[frozenset[str]], renderer: Renderer
) -> Mapping[str, frozenset[str]]:
    """Return the cards, keyed by every name a user may type."""
    cards: dict[str, frozenset[str]] = {}
    for kind in kinds:
        for name, keys in _names(kind, renderer):
            cards.setdefault(name, keys)
    return cards


def _names(kind: frozenset[str], renderer: Renderer) -> Iterator[tuple[str, frozenset[str]]]:
    for key in sorted(kind):
        noun, title = cards()[key].noun, title_of_card(key)
        yield from ((str(noun), kind), (renderer.render(noun), kind))
        single_card = frozenset({key})
        yield from (
            (key, single_card),
            (str(title), single_card),
            (renderer.render(title), single_card),
        )


def _suggested_titles(kinds: Iterable[frozenset[str]], renderer: Renderer) -> list[str]:
    """Return the names to suggest: a title for each kind of card."""
    return [renderer.render(cards()[min(kind)].noun) for kind in kinds]


def _look_up(
    name: str, values_by_name: Mapping[str, T], suggestions: Iterable[str], option: str
) -> T:
    by_name = {each.casefold(): value for each, value in values_by_name.items()}
    value = by_name.get(" ".join(name.casefold().split()))
    if value is None:
        raise M44Error(label_with_text(f"{option} {name}", did_you_mean(name, [*suggestions, ALL])))
    return value

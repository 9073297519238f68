"""Estimates of how much each card helps a player in a position."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from m44core.balance_lab.win_estimate import WinEstimate
from m44core.catalogue.command_cards import CommandCard, Contact
from m44core.rules.board.hex_ground import CLASS_NUMBERS
from m44core.rules.cards.command_cards import ALL_UNITS, cards, order_limits
from m44core.rules.game.state import GameState
from m44core.rules.index_types import PlayerNo

_SECTIONS = range(3)
_ANY_SECTION = -1
_EVERY_CLASS = -1
_MAX_ORDERS = 4  # orders; more count as these
_TACTIC_VALUE = 1.0  # what a tactic card is worth beyond its attacks, when one of two is kept
_ORDER_VALUE = 0.5  # and an order of a section card
_MAX_CACHED_BOARDS = 16
_ABLE_UNIT = 1 << 10  # in a count of units, what one that could attack adds
_UNITS = _ABLE_UNIT - 1
_CLASS_SHIFT = 16  # in the key of a kind of unit, above the bits of its sections
_BELOW_CLASS = (1 << _CLASS_SHIFT) - 1
_MAX_CACHED_COUNTS = 4096  # that the worth of cards is kept for; about 4 MB

_CardWeights = tuple[dict[str, float], dict[str, float]]
"""The values of cards in a position: the weight of each in logits, and the merit that decides
which of several drawn cards is kept."""


class _UnitGroup(NamedTuple):
    """A group of units that a card can order.

    Attributes:
        classes: The set of their classes, as bits.
        contact: Whether they are adjacent to enemies.
        section: The section they are in; ``_ANY_SECTION`` for any.
    """

    classes: int
    contact: Contact
    section: int


class _CardPlan(NamedTuple):
    """A card, prepared for any position on a board.

    Attributes:
        emblem: The emblem of a tactic card; "" for a section card.
        groups: The groups whose units it orders.
        limits: The number of units of each group that it can order.
        only_best_group: Whether only the units of one of the groups are ordered.
        strikes: The number of targets of the card's own attack, such as an air strike.
    """

    emblem: str
    groups: tuple[int, ...]
    limits: tuple[int, ...]
    only_best_group: bool
    strikes: int


class _CardsOfGroups(NamedTuple):
    """The cards that order units of the same groups.

    Attributes:
        groups: The groups.
        cards: The cards by their keys.
        cached_weights: The cached weights of the cards, keyed by the counts of the groups.
    """

    groups: tuple[int, ...]
    cards: dict[str, _CardPlan]
    cached_weights: dict[tuple[int, ...], _CardWeights]


class _CardPlans:
    """The cards of a player, prepared for any position on a board."""

    def __init__(self, estimate: WinEstimate) -> None:
        self._weights = estimate.weights
        self._groups = [_UnitGroup(_EVERY_CLASS, Contact.ANY, section) for section in _SECTIONS]
        self._prepared: set[str] = set()
        self._cards: dict[tuple[int, ...], _CardsOfGroups] = {}
        self._groups_by_key: dict[int, tuple[int, ...]] = {}

    def prepare(self, keys: Iterable[str]) -> None:
        """Prepare the cards that have not been prepared yet."""
        for key in keys:
            if key not in self._prepared:
                self._prepared.add(key)
                plan = self._plan(key)
                same_groups = self._cards.setdefault(
                    plan.groups, _CardsOfGroups(plan.groups, {}, {})
                )
                same_groups.cards[key] = plan
                same_groups.cached_weights.clear()

    def _plan(self, key: str) -> _CardPlan:
        card = cards()[key]
        if card.tactic:
            limits, strikes = dict(self._limits(card)), card.strike.targets if card.strike else 0
            emblem, only_best_group = card.emblem, card.names_section
        else:
            pairs = zip(_SECTIONS, order_limits(key), strict=True)
            limits, strikes = {section: limit for section, limit in pairs if limit}, 0
            emblem, only_best_group = "", False
        return _CardPlan(emblem, tuple(limits), tuple(limits.values()), only_best_group, strikes)

    def _limits(self, card: CommandCard) -> Iterable[tuple[int, int]]:
        """Yield each group whose units a tactic card orders, with the maximum number of units."""
        limit = ALL_UNITS if card.units is None else card.units
        classes = sum(1 << CLASS_NUMBERS[each] for each in card.classes) or _EVERY_CLASS
        for section in _SECTIONS if card.names_section else (_ANY_SECTION,):
            if limit and card.strike is None:
                yield self._group(_UnitGroup(classes, card.contact, section)), limit

    def _group(self, group: _UnitGroup) -> int:
        if group not in self._groups:
            self._groups.append(group)
            self._groups_by_key.clear()
        return self._groups.index(group)

    def counts(self, estimate: WinEstimate, state: GameState, player: PlayerNo) -> list[int]:
        """Return the number of units per group, plus ``_ABLE_UNIT`` for each that could attack."""
        field, enemies, groups_by_key = (
            estimate.field,
            state.occupied[1 - player],
            self._groups_by_key,
        )
        sections, near_enemies = field.grid.sections[player], field.grid.spread(enemies)
        units, group_counts = field.units, [0] * len(self._groups)
        for unit, hex_, _, attackable_hexes in estimate.attacks.attackers(state, player):
            number = units[unit].order_class_number
            key = number << _CLASS_SHIFT | sections[hex_] << 1 | (near_enemies >> hex_ & 1)
            increment = _ABLE_UNIT + 1 if attackable_hexes & enemies else 1
            for group in groups_by_key.get(key) or self._groups_of_key(key):
                group_counts[group] += increment
        return group_counts

    def _groups_of_key(self, key: int) -> tuple[int, ...]:
        """Return the indexes of the groups with the class, sections and contact of *key*."""
        class_number, sections = key >> _CLASS_SHIFT, (key & _BELOW_CLASS) >> 1
        contact = Contact.ADJACENT if key & 1 else Contact.APART
        numbers = self._groups_by_key[key] = tuple(
            number
            for number, group in enumerate(self._groups)
            if group.classes >> class_number & 1
            and group.contact in (Contact.ANY, contact)
            and (group.section == _ANY_SECTION or sections >> group.section & 1)
        )
        return numbers

    def card_weights(self, counts: Sequence[int]) -> list[_CardWeights]:
        """Return the weights of the prepared cards, given the counts of all groups."""
        card_weights = []
        for groups, plans, cached_weights in self._cards.values():
            group_counts = tuple([counts[number] for number in groups])
            weights_and_merits = cached_weights.get(group_counts)
            if weights_and_merits is None:
                values = {key: self._card_weight(plan, group_counts) for key, plan in plans.items()}
                weights = {key: weight for key, (weight, _) in values.items()}
                weights_and_merits = weights, {key: merit for key, (_, merit) in values.items()}
                if len(cached_weights) < _MAX_CACHED_COUNTS:
                    cached_weights[group_counts] = weights_and_merits
            card_weights.append(weights_and_merits)
        return card_weights

    def _card_weight(self, plan: _CardPlan, counts: Sequence[int]) -> tuple[float, float]:
        """Return the weight and the merit of a card."""
        weights, orders, contact = self._weights, 0, 0
        for count, limit in zip(counts, plan.limits, strict=True):
            units, able_units = min(count & _UNITS, limit), min(count // _ABLE_UNIT, limit)
            if not plan.only_best_group:
                orders, contact = orders + units, contact + able_units
            elif (able_units, units) > (contact, orders):
                orders, contact = units, able_units
        orders, contact = min(orders, _MAX_ORDERS), min(contact, _MAX_ORDERS)
        if not plan.emblem:
            weight = weights.orders[orders] + weights.contact[contact]
            return weight, contact + _ORDER_VALUE * orders
        weight = weights.tactics.get(plan.emblem, 0.0)
        if plan.groups:
            weight = weight + weights.tactic_contact[contact]
        contact = max(contact, min(plan.strikes, _MAX_ORDERS))
        return weight, contact + _TACTIC_VALUE


@lru_cache(_MAX_CACHED_BOARDS)
def _card_plans(estimate: WinEstimate) -> tuple[_CardPlans, _CardPlans]:
    return _CardPlans(estimate), _CardPlans(estimate)


class HandEstimate:
    """The value of cards to one player in one position, if nothing else changes.

    Args:
        estimate: The estimate for the board.
        state: The position.
        player: The player.
        keys: The keys of the cards to estimate.

    Attributes:
        weights: The value, in logits, of each card prepared for the board so far.
    """

    def __init__(
        self, estimate: WinEstimate, state: GameState, player: PlayerNo, keys: Iterable[str]
    ) -> None:
        plans = _card_plans(estimate)[player]
        plans.prepare(keys)
        self.weights: dict[str, float] = {}
        self._card_weights = plans.card_weights(plans.counts(estimate, state, player))
        for weights, _ in self._card_weights:
            self.weights.update(weights)

    def luck(self, card: str, deck: Sequence[str], drawn: Sequence[str] = ()) -> float:
        """Return the value of a drawn card, minus the mean over the deck, in logits.

        Args:
            card: The drawn card.
            deck: The cards that could be drawn.
            drawn: The cards drawn before it, if the player keeps only one of all these cards.
        """
        weights = self._weights_of_kept_cards(deck, drawn) if drawn else self.weights
        return weights[card] - sum(map(weights.__getitem__, deck)) / len(deck)

    def _weights_of_kept_cards(self, deck: Iterable[str], drawn: Sequence[str]) -> dict[str, float]:
        """Return, for each card in *deck*, the weight of the card kept if it is drawn."""
        merits = {key: merit for _, by_key in self._card_weights for key, merit in by_key.items()}
        best = max(drawn, key=merits.__getitem__)
        return {key: self.weights[best if merits[best] > merits[key] else key] for key in set(deck)}

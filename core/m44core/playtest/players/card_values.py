"""The values of the cards in a hand, from the plans they allow and their other effects."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import NamedTuple

from m44core.board import Section
from m44core.catalogue.command_cards import CardEffect, Contact
from m44core.playtest.players.attack_options import AttackOptions
from m44core.playtest.players.dice_odds import attack_odds, hitting_faces
from m44core.playtest.players.evaluation import PositionEvaluation, units_of
from m44core.playtest.players.planning import Intent, Plan, Planner
from m44core.rules.board.hex_grid import bit_indexes
from m44core.rules.board.hex_ground import INFANTRY
from m44core.rules.cards.card_command import (
    Command,
    command_in_section,
    command_of_card,
    command_played_as,
    empty_command,
    with_dice_orders,
)
from m44core.rules.cards.command_cards import cards
from m44core.rules.game.actions import Play
from m44core.rules.game.phases import Phase
from m44core.rules.game.state import NOBODY, GameState
from m44core.rules.index_types import HexNo, PlayerNo, UnitNo
from m44core.rules.play.card_effects import (
    begin_card,
    command_as_played,
    hexes_to_target,
    sections_to_choose,
)
from m44core.rules.play.overlord import command_of_general, countered_command
from m44core.rules.units.battle import uncamouflaged_hexes
from m44core.rules.units.orders import units_orderable_by_card
from m44core.rules.units.unit_changes import may_place_sandbags, sandbags_left

_DICE_ORDERS_FACTOR = 0.85  # the value of orders that depend on dice, relative to certain ones
_REGAINED_FIGURE_VALUE = 1.0  # the value of a regained figure
_DAMAGE_BONUS = 0.1  # the additional value for each figure a unit has lost
_SANDBAG_RISK_SHARE = 0.4  # the share of the risk that sandbags remove
_TYPICAL_ORDER = 1.2  # the typical value of an order
_TYPICAL_MOVE = 0.4  # the typical value of an order to move without battle
_TYPICAL_DIE = 0.5  # the typical value of a die that a card itself rolls
_TYPICAL_EFFECT = 2.0  # the typical value of a card that neither orders nor attacks
_ANY_ORDER = Command(card="", total=1)


class Prospect(NamedTuple):
    """The estimated result of playing a card now.

    Attributes:
        play: The action that plays it.
        plan: The part of the plan for its units that is known before dice are rolled.
        value: Its value now, in figures.
        lost_later: The part of its typical value that is lost by playing it now.
        section: The section to name, or None.
    """

    play: Play
    plan: Plan
    value: float
    lost_later: float
    section: Section | None = None

    @property
    def merit(self) -> float:
        """The net value of playing the card now."""
        return self.value - self.lost_later


class CardValues:
    """Evaluates the cards of the acting player in a position."""

    def __init__(self, judgement: PositionEvaluation) -> None:
        self._judgement = judgement
        self._position = judgement.position
        self._attack_options = AttackOptions(judgement)
        self._planners: dict[object, Planner] = {}
        self._prospects: dict[Play, Prospect] = {}

    def prospect(self, play: Play) -> Prospect:
        """Return the prospect of playing a card."""
        cached = self._prospects.get(play)
        if cached is None:
            command = self.command_of(play)
            value_of_keeping = self._judgement.personality.thrift * self._typical_value(play.card)
            cached = self._prospects[play] = self._prospect_of_command(
                play, command, value_of_keeping
            )
        return cached

    def value(self, play: Play) -> float:
        """Return the value of playing a card, without subtracting the value of keeping it."""
        return self._prospect_of_command(play, self.command_of(play), 0.0).value

    def command_of(self, play: Play) -> Command:
        """Return the command that a card would give."""
        if play.instead and not play.section:
            field = self._position.field
            return command_played_as(
                field.options, field.sides[self._player], play.card, play.instead
            )
        card = cards()[play.card]
        if card.effect is CardEffect.COUNTER_ATTACK:
            return self._copied_command(play)
        if card.effect is CardEffect.AMBUSH:
            return empty_command(play.card)
        command = command_of_card(play.card)
        if play.section:
            command = command_of_general(play.card, Section[play.section.upper()])
        return command_as_played(self._position, command)

    def section(self, command: Command, play: Play) -> Section | None:
        """Return the best section for a card whose player names one; None if there is none."""
        return self._prospect_by_section(play, command, 0.0).section

    def plan(self, command: Command) -> Plan:
        """Return the best plan for the units that a command orders."""
        if command.effect is CardEffect.DIG_IN:
            return self._dig_in_plan(command)
        with self._command_in_play(command):
            units = units_orderable_by_card(self._position, command)
            return self._planner(command, units).plan(units, command)

    def strike_targets(self, command: Command) -> list[UnitNo]:
        """Return the units that a card should attack, in order; units already named come first."""
        named_units = list(self._position.targets)
        return (
            self._strike_group(command, named_units)
            if named_units
            else self._best_strike_group(command)
        )

    def strike_value(self, command: Command, unit: UnitNo) -> float:
        """Return the value of a card's own attack on a unit."""
        strike, position = command.strike, self._position
        assert strike is not None
        rules = position.field.units[unit].rules
        faces = hitting_faces(rules, stars_hit=strike.stars_hit)
        dice = strike.dice[position.field.sides[self._player]]
        return self._judgement.attack_value(unit, attack_odds(faces, dice, position.figures[unit]))

    def healing_value(self, unit: UnitNo, dice: int) -> float:
        """Return the value of healing a unit with *dice* dice of Medics & Mechanics."""
        position = self._position
        combatant = position.field.units[unit]
        faces = hitting_faces(combatant.rules)
        lost_figures = combatant.figures - position.figures[unit]
        recovered_figures = min(float(lost_figures), dice * faces / 6)
        chance = 1.0 - (1.0 - faces / 6) ** dice
        return recovered_figures * (
            _REGAINED_FIGURE_VALUE + _DAMAGE_BONUS * lost_figures
        ) + chance * self._order_value(unit)

    def regained_figure_value(self, unit: int) -> float:
        """Return the value of one more figure for a unit, with the order that comes with it."""
        is_ordered = self._position.ordered >> unit & 1
        return _REGAINED_FIGURE_VALUE + (0.0 if is_ordered else self._order_value(unit))

    @property
    def _player(self) -> PlayerNo:
        return self._judgement.player

    def _order_value(self, unit: int) -> float:
        """Return the value of an order without bonuses for a unit."""
        planner = self._planner(_ANY_ORDER, [unit])
        with self._command_in_play(_ANY_ORDER):
            return planner.gain(unit)

    @contextmanager
    def _command_in_play(self, command: Command) -> Iterator[None]:
        """Put *command* in play in the position during a ``with`` block that queries the engine."""
        before, self._position.command = self._position.command, command
        try:
            yield
        finally:
            self._position.command = before

    def _prospect_of_command(
        self, play: Play, command: Command, value_of_keeping: float
    ) -> Prospect:
        """Return the prospect of a card with a known command."""
        if command.strike is not None:
            value = sum(
                self.strike_value(command, unit) for unit in self._best_strike_group(command)
            )
            return Prospect(play, Plan(), value, value_of_keeping)
        if command.effect is CardEffect.MEDICS:
            return Prospect(play, Plan(), self._medics_value(command), value_of_keeping)
        if command.effect is CardEffect.SHARED_MEDICS:
            return Prospect(play, Plan(), self._shared_medics_value(command), value_of_keeping)
        if command.effect is CardEffect.THEIR_FINEST_HOUR and command.slots is None:
            plan = self.plan(self._average_command(command))
            return Prospect(play, Plan(), plan.value * _DICE_ORDERS_FACTOR, value_of_keeping)
        if cards()[command.card].names_section and command.is_everywhere:
            return self._prospect_by_section(play, command, value_of_keeping)
        plan = self.plan(command)
        return Prospect(play, plan, plan.value, value_of_keeping)

    def _prospect_by_section(
        self, play: Play, command: Command, value_of_keeping: float
    ) -> Prospect:
        with self._command_in_play(command):
            sections = sections_to_choose(self._position)
        plans = [
            (self.plan(command_in_section(command.card, section)), section) for section in sections
        ]
        if not plans:
            return Prospect(play, Plan(), 0.0, value_of_keeping)
        plan, section = max(plans, key=lambda result: result[0].value)
        return Prospect(play, plan, plan.value, value_of_keeping, section)

    def _planner(self, command: Command, units: Sequence[UnitNo]) -> Planner:
        """Return a planner for a command.

        Commands with the usual moves and battles share a planner if their bonuses are equal.
        """
        bonus = command.bonus
        is_shared = command.contact is Contact.ANY and command.battles == 1 and command.move is None
        key = (bonus.close, bonus.fire) if is_shared else command.card
        if key not in self._planners:
            everyone = units_of(self._position, self._player)
            with self._command_in_play(command):
                self._planners[key] = Planner(
                    self._judgement, everyone if is_shared else units, self._attack_options
                )
        return self._planners[key]

    def _copied_command(self, play: Play) -> Command:
        """Return the command a Counter-Attack would copy; empty outside the play step."""
        if self._position.phase is not Phase.PLAY:
            return empty_command(play.card)
        if play.section:
            general = Section[play.section.upper()]
            return countered_command(self._position, general, play.card, play.instead)
        copy = self._position.clone()
        begin_card(copy, command_of_card(play.card), [])
        return empty_command(play.card) if copy.command is None else copy.command

    def _average_command(self, command: Command) -> Command:
        """Return the average orders from the dice of Their Finest Hour."""
        dice = self._position.held_card_count(self._player) + (
            self._position.phase is not Phase.PLAY
        )
        return with_dice_orders(command, round(dice / 3), round(dice / 6), round(dice / 6))

    def _medics_value(self, command: Command) -> float:
        dice = self._position.held_card_count(self._player)
        values = sorted(
            (self.healing_value(unit, dice) for unit in self._damaged_units()), reverse=True
        )
        return sum(values[: command.patients])

    def _shared_medics_value(self, command: Command) -> float:
        """Return the value of dice distributed among the units (BT-MED-02)."""
        values = sorted(
            (self.healing_value(unit, 1) for unit in self._damaged_units()), reverse=True
        )
        return sum(values[: cards()[command.card].dice])

    def _damaged_units(self) -> list[int]:
        position, units = self._position, self._position.field.units
        own_units = units_of(position, self._player)
        return [unit for unit in own_units if position.figures[unit] < units[unit].figures]

    def _dig_in_plan(self, command: Command) -> Plan:
        """Return the plan for Dig-In: the units most at risk where sandbags help (B-CARD-DIG)."""
        candidates = [
            self._dig_in_intent(unit) for unit in units_orderable_by_card(self._position, command)
        ]
        gaining = sorted((i for i in candidates if i.gain > 0), key=lambda i: i.gain, reverse=True)
        intents = gaining[: min(command.total, sandbags_left(self._position))]
        return Plan(tuple(intents), sum(intent.gain for intent in intents))

    def _dig_in_intent(self, unit: UnitNo) -> Intent:
        """Return the intent to dig in on the unit's hex; its gain is the risk sandbags remove."""
        position = self._position
        place = position.place[unit]
        is_useful = may_place_sandbags(position, place) and not _protects_against_infantry(
            position, place, self._player
        )
        avoided_risk = (
            _SANDBAG_RISK_SHARE * self._judgement.risk_by_hex(unit)[place] if is_useful else 0.0
        )
        return Intent(unit, place, NOBODY, 0, avoided_risk)

    def _best_strike_group(self, command: Command) -> list[UnitNo]:
        with self._command_in_play(command):
            starts = hexes_to_target(self._position)
        unit_at = self._position.unit_at
        groups = [self._strike_group(command, [unit_at[hex_]]) for hex_ in bit_indexes(starts)]
        return max(groups, key=lambda group: self._total_strike_value(command, group), default=[])

    def _total_strike_value(self, command: Command, units: Iterable[UnitNo]) -> float:
        return sum(self.strike_value(command, unit) for unit in units)

    def _strike_group(self, command: Command, named_units: list[UnitNo]) -> list[UnitNo]:
        """Return the named units, followed by the units that should be named next."""
        position = self._position
        assert command.strike is not None
        group = list(named_units)
        enemies = uncamouflaged_hexes(position, position.occupied[1 - self._player])
        while len(group) < command.strike.targets:
            group_hexes = sum(1 << position.place[unit] for unit in group)
            near_hexes = 1 << position.place[group[-1]]
            adjacent_to = near_hexes if position.field.settings.chained_air_power else group_hexes
            mask = position.field.grid.spread(adjacent_to) & enemies & ~group_hexes
            further_units = [position.unit_at[index] for index in bit_indexes(mask)]
            if not further_units:
                break
            group.append(max(further_units, key=lambda unit: self.strike_value(command, unit)))
        return group

    def _typical_value(self, key: str) -> float:
        """Return the typical value of a card for the player's current units.

        It is the ``worth`` of the card if it has one, else the value of its orders.
        """
        card, command = cards()[key], command_of_card(key)
        if card.worth is not None:
            return card.worth
        if command.strike is not None:
            return command.strike.targets * max(command.strike.dice.values()) * _TYPICAL_DIE
        if not command.total:
            return _TYPICAL_EFFECT
        limits = zip(command.limits, self._unit_counts_by_section, strict=True)
        orders = min(command.total, sum(min(limit, count) for limit, count in limits), 4)
        return orders * _TYPICAL_ORDER + command.on_the_move * _TYPICAL_MOVE

    @cached_property
    def _unit_counts_by_section(self) -> list[int]:
        """The number of the player's units per section; units on a line count in both."""
        sections, place = self._position.field.grid.sections[self._player], self._position.place
        unit_sections = [sections[place[unit]] for unit in units_of(self._position, self._player)]
        return [sum(lies >> section & 1 for lies in unit_sections) for section in Section]


def _protects_against_infantry(position: GameState, place: HexNo, player: PlayerNo) -> bool:
    """Return whether a hex already protects a player's unit against infantry."""
    hex_ground = position.ground.hexes[place]
    return hex_ground.protection(hex_ground, player, INFANTRY) < 0

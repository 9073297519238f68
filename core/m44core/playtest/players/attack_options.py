"""The possible battles of units: targets, hexes to battle from, dice, and values."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from m44core.catalogue.command_cards import Contact
from m44core.playtest.players.board_tables import remaining_protection, rules_at_rest
from m44core.playtest.players.dice_odds import MAX_VALUED_DICE
from m44core.playtest.players.evaluation import PositionEvaluation
from m44core.rules.board.ground import Ground
from m44core.rules.board.hex_grid import bit_indexes
from m44core.rules.cards.card_command import Command
from m44core.rules.game.state import NOBODY
from m44core.rules.index_types import HexNo, HexSet, UnitNo
from m44core.rules.units.battle import has_crosshair, may_target, unit_protection
from m44core.rules.units.boats import is_aboard
from m44core.rules.units.hobarts_funnies import (
    ground_for_rules,
    ground_for_unit,
    has_breachable_bunker,
)
from m44core.rules.units.movement import movement_allowance_of, reachable_hexes_by_cost
from m44core.rules.units.orders import max_move_to_assault, max_move_to_battle
from m44core.rules.units.rails import wagon_hexes_after_backing_up

AttackValues = tuple[float, ...]  # the values of battles with 0, 1, 2 ... dice
Shot = tuple[UnitNo, int, AttackValues]  # the target, the number of dice, and the values by dice
Shots = dict[HexNo, list[Shot]]  # by the hex of the attacker


class TargetValues(NamedTuple):
    """An enemy as a target, regardless of range.

    Attributes:
        unit: The enemy.
        values: The values of battling it, indexed by the number of dice.
        dice_from_below: The dice that its hex and the weapon add (usually negative) to attacks from
            below.
        dice_from_level: The same for attacks from the same height or above.
        level_hexes: The hexes at the same height or higher, if that matters; others are below.
    """

    unit: UnitNo
    values: AttackValues
    dice_from_below: int
    dice_from_level: int
    level_hexes: HexSet


TargetsByHex = dict[HexNo, TargetValues | None]  # by the enemy's hex; None if it is not a target


class KindAttacks:
    """The battles of units of one kind in one position, for any card.

    Results are cached for further cards.

    Args:
        judgement: The evaluation of the position.
        number: The index of the kind.
        targets: The targets for fire and for close assault, filled on demand and shared by units
            that battle alike.
        is_at_rest: Whether the units have not moved.
    """

    def __init__(
        self,
        judgement: PositionEvaluation,
        number: int,
        targets: tuple[TargetsByHex, TargetsByHex],
        *,
        is_at_rest: bool,
    ) -> None:
        kind = judgement.tables.kinds[number]
        if is_at_rest:
            kind = kind._replace(rules=rules_at_rest(kind.rules))
        position, rules = judgement.position, kind.rules
        self._judgement, self._number, self._is_at_rest = judgement, number, is_at_rest
        self._kind, self._has_no_dice_traits = (
            kind,
            position.field.has_no_dice_traits and not position.smoke.dense,
        )
        self._limits_protection = (rules.most_protection, rules.most_protection_close) != (
            None,
            None,
        )
        self._ground: Ground = ground_for_rules(position, rules)
        self._dice_changing_hexes = (
            0 if rules.ignores_own_ground else self._ground.dice_changing_hexes[kind.fights_as]
        )
        self._max_distance = min(len(rules.dice), position.visibility)
        self._fire_targets, self._close_targets = targets
        self._firing_hexes = judgement.firing_hexes_cache(kind)

    def shots(self, command: Command, places: HexSet) -> Shots:
        """Return the battles from each of the given hexes under a command (B-BAT-06)."""
        judgement, position = self._judgement, self._judgement.position
        dice = self._kind.rules.dice
        places_apart = (
            0 if command.contact is Contact.ADJACENT else places & ~judgement.hexes_near_enemy
        )
        adjacent_places = 0 if command.contact is Contact.APART or not dice else places
        max_distance, camouflaged_hexes, bonus = (
            self._max_distance,
            position.camouflaged,
            command.bonus,
        )
        close_targets, fire_targets, known_hexes = (
            self._close_targets,
            self._fire_targets,
            self._firing_hexes,
        )
        distant_dice = [each + bonus.fire for each in dice[1:max_distance]]
        shots: Shots = defaultdict(list)
        for target, rings, discs in judgement.enemy_hexes:
            near_places = rings[1] & adjacent_places
            if near_places and (
                odds := close_targets[target]
                if target in close_targets
                else self._close_target(target)
            ):
                close_dice = dice[0] + self._kind.rules.bonus_unhurt + bonus.close
                self._add_battles(odds, near_places, close_dice, shots)
            places_in_range = places_apart & discs[max_distance]
            if not places_in_range or (camouflaged_hexes and camouflaged_hexes >> target & 1):
                continue
            firing_hexes = (
                known_hexes[target]
                if target in known_hexes
                else judgement.firing_hexes(self._kind, target)
            )
            seen_places = places_in_range & firing_hexes
            if seen_places and (
                odds := fire_targets[target]
                if target in fire_targets
                else self._fire_target(target)
            ):
                for ring, dice_left in zip(rings[2:], distant_dice, strict=False):
                    if far_places := ring & seen_places:
                        self._add_battles(odds, far_places, dice_left, shots)
        return shots

    def _close_target(self, target: HexNo) -> TargetValues | None:
        """Return the target on a hex for close assault; None if these units cannot battle it."""
        odds = self._close_targets[target] = self._target(target, close=True)
        return odds

    def _fire_target(self, target: HexNo) -> TargetValues | None:
        """Return the target on a hex for fire; None if these units cannot battle it (E-SNIP-04)."""
        odds = self._fire_targets[target] = self._target(target, close=False)
        return odds

    def _target(self, target: HexNo, *, close: bool) -> TargetValues | None:
        judgement, position, rules = self._judgement, self._judgement.position, self._kind.rules
        unit = position.unit_at[target]
        lower, level = self._protections(target, unit, close=close)
        aim = judgement.aim(self._number, unit, is_at_rest=self._is_at_rest, close=close)
        values = judgement.attack_values(unit, aim)
        high = 0 if lower == level else _hexes_at_least_as_high(self._ground, target)
        if self._has_no_dice_traits:
            return TargetValues(unit, values, lower, level, high)
        if not may_target(rules, position, target):
            return None
        dice = rules.bonus - (position.smoke.dense >> target & 1)
        dice += bool(rules.cross_hairs) and has_crosshair(position, target)
        if rules.breaches and close and has_breachable_bunker(position, target):
            dice += rules.breaches
        return TargetValues(unit, values, dice + lower, dice + level, high)

    def _add_battles(self, target: TargetValues, places: HexSet, dice: int, shots: Shots) -> None:
        """Add to *shots* the battles against a target from hexes, with dice after terrain."""
        dense = self._judgement.position.smoke.dense
        rough = places & (self._dice_changing_hexes | dense)
        smooth, high = places ^ rough, target.level_hexes
        if smooth and dice + target.dice_from_level > 0:
            level_places = smooth & high if high else smooth
            _add_shots(shots, level_places, target, dice + target.dice_from_level)
        if smooth and high and dice + target.dice_from_below > 0:
            _add_shots(shots, smooth & ~high, target, dice + target.dice_from_below)
        hexes, number = self._ground.hexes, self._kind.fights_as
        for place in bit_indexes(rough):
            is_below = high and not high >> place & 1
            dice_left = dice + (target.dice_from_below if is_below else target.dice_from_level)
            dice_left += hexes[place].attack_change[number] if self._dice_changing_hexes else 0
            dice_left -= dense >> place & 1
            if dice_left > 0:
                shots[place].append((target.unit, dice_left, target.values))

    def _protections(self, target: HexNo, unit: UnitNo, *, close: bool) -> tuple[int, int]:
        """Return the dice added (usually negative) against a hex, from below and from its level."""
        position, kind = self._judgement.position, self._kind
        number = kind.fights_as
        below, level = position.ground.hexes[target].attacker_dice_change[1 - kind.player]
        if self._has_no_dice_traits:
            return below[number], level[number]
        battled = position.field.units[unit].rules
        if battled.unprotected:
            return 0, 0
        if not (self._limits_protection or battled.dwells_in_caves):
            return below[number], level[number]
        lower, higher = (
            remaining_protection(
                unit_protection(each[number], position, unit, number), kind.rules, close=close
            )
            for each in (below, level)
        )
        return lower, higher


def shots_from(
    judgement: PositionEvaluation,
    number: int,
    command: Command,
    places: HexSet,
    *,
    is_at_rest: bool = False,
) -> Shots:
    """Return the battles of a unit of a kind from each of the given hexes (B-BAT-06)."""
    return KindAttacks(judgement, number, ({}, {}), is_at_rest=is_at_rest).shots(command, places)


def _add_shots(shots: Shots, places: HexSet, target: TargetValues, dice: int) -> None:
    """Add the battles against a target from some hexes with a number of dice."""
    shot = target.unit, dice, target.values
    for place in bit_indexes(places):
        shots[place].append(shot)


def _hexes_at_least_as_high(ground: Ground, target: HexNo) -> HexSet:
    """Return the hexes at least as high as a hex (B-BAT-10)."""
    hex_ground = ground.hexes[target]
    high = 0
    for level in ground.levels[hex_ground.height :]:
        high |= level
    return high & ground.sunken if hex_ground.sunken else high


SurvivalChances = dict[
    UnitNo, float
]  # by unit: the chance that it is still there after planned battles
NO_SHOT: Shot = (NOBODY, 0, ())

_TWO_BATTLES_FACTOR = 1.7  # the value of two battles of a unit, relative to one


class BestAttacks:
    """The battles of units of a kind under a command, and the best one from each hex.

    Args:
        shots: The battles, keyed by hex.
        command: The command.
        min_value: The minimum value of a battle; ignored if the command lets no unit move.

    Attributes:
        shots: The battles, keyed by hex.
        hexes: The hexes with any battle.
    """

    def __init__(self, shots: Shots, command: Command, min_value: float) -> None:
        cannot_move = command.move is not None and not command.move.hexes
        self.shots = shots
        self.hexes: HexSet = 0
        for hex_ in shots:
            self.hexes |= 1 << hex_
        self._least = 0.0 if cannot_move else min_value
        self._factor = _TWO_BATTLES_FACTOR if command.battles > 1 else 1.0
        self._best: dict[HexNo, tuple[Shot, float]] = {}

    def best_attack_from(self, hex_: HexNo, survival: SurvivalChances) -> tuple[Shot, float]:
        """Return the best battle from a hex that has any, and its value (:meth:`best_attack`)."""
        cached = self._best.get(hex_)
        if cached is None:
            cached = self._best[hex_] = self.best_attack(self.shots[hex_], {})
        if survival and cached[0][0] in survival:  # the values of other battles cannot have risen
            return self.best_attack(self.shots[hex_], survival)
        return cached

    def best_attack(self, shots: Iterable[Shot], survival: SurvivalChances) -> tuple[Shot, float]:
        """Return the best of some battles, and its value in excess of the minimum.

        The value is higher if the units battle twice. If no battle exceeds the minimum, return
        ``NO_SHOT`` and 0.

        Args:
            shots: The battles.
            survival: The chance that each target with planned battles is still there.
        """
        best_value, best_shot = 0.0, NO_SHOT
        for shot in shots:
            target, dice, values = shot
            value = values[dice if dice < MAX_VALUED_DICE else MAX_VALUED_DICE]
            if target in survival:
                value *= survival[target]
            if value > best_value:
                best_value, best_shot = value, shot
        excess = best_value - self._least
        return (best_shot, excess * self._factor) if excess > 0 else (NO_SHOT, 0.0)


Ends = tuple[HexSet, HexSet]  # the hexes a unit can go to, and those it can battle from


class AttackOptions:
    """The moves and battles of all units in one position, cached for all cards.

    The position must not change, except for the command in play.
    """

    def __init__(self, judgement: PositionEvaluation) -> None:
        self._judgement = judgement
        self._ends: dict[tuple[UnitNo, bool], Ends] = {}
        self._targets: dict[int, tuple[TargetsByHex, TargetsByHex]] = {}
        self._attacks_by_kind: dict[tuple[int, bool], KindAttacks] = {}

    def shots(
        self, number: int, command: Command, places: HexSet, *, is_at_rest: bool = False
    ) -> Shots:
        """Return the battles of units of a kind from each of the given hexes (B-BAT-06).

        Args:
            number: The index of the kind.
            command: The command of the units.
            places: The hexes.
            is_at_rest: Whether the units have not moved.
        """
        if not places:
            return {}
        attacks = self._attacks_by_kind.get((number, is_at_rest))
        if attacks is None:
            attacks = self._attacks_of_kind(number, is_at_rest=is_at_rest)
            self._attacks_by_kind[number, is_at_rest] = attacks
        return attacks.shots(command, places)

    def _attacks_of_kind(self, number: int, *, is_at_rest: bool) -> KindAttacks:
        group = self._judgement.tables.battle_group_number(number, is_at_rest=is_at_rest)
        targets = self._targets.get(group)
        if targets is None:
            targets = self._targets[group] = {}, {}
        return KindAttacks(self._judgement, number, targets, is_at_rest=is_at_rest)

    def ends(self, unit: UnitNo, command: Command) -> Ends:
        """Return the hexes a unit can go to under its command, and those it can battle from."""
        if command.move is not None:
            return self._compute_ends(unit, command)
        key = unit, command.battles > 0
        cached = self._ends.get(key)
        if cached is None:
            cached = self._ends[key] = self._compute_ends(unit, command)
        return cached

    def _compute_ends(self, unit: UnitNo, command: Command) -> Ends:
        position = self._judgement.position
        ground, combatant = ground_for_unit(position, unit), position.field.units[unit]
        rules, number = combatant.rules, combatant.class_number
        ends = 1 << position.place[unit]
        battles = command.battles and not position.barred >> unit & 1
        if position.field.carried_units and is_aboard(position, unit):
            battles = 0  # nor in the turn it lands (E-LCT-05)
        battling = ends if battles else 0
        max_move = max_move_to_battle(position, unit) if battling else 0
        charging = max_move_to_assault(position, unit) if battling else 0
        barred_hexes = 0 if rules.battles_on_entry else ground.no_battle_on_entry[number]
        late_hexes = 0 if rules.battles_on_entry else ground.no_battle_if_late[number]
        if ground.no_battle_on_leave[number] & ends:
            max_move = charging = 0
        for steps, entered in enumerate(reachable_hexes_by_cost(position, unit), start=1):
            ends |= entered
            if steps <= max_move:
                battling |= entered & ~barred_hexes & ~(late_hexes if steps > 1 else 0)
            elif steps <= charging:
                battling |= entered & ~barred_hexes & ~late_hexes & self._judgement.hexes_near_enemy
        if position.trains and rules.on_rails:
            back = wagon_hexes_after_backing_up(
                position, unit, movement_allowance_of(position, unit).longest
            )
            ends |= sum(1 << end for end in back)
        return ends, battling & ~ground.no_battle[number]

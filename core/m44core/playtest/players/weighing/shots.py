"""Whom a kind of unit could battle from where, with how many dice, and what that is worth."""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

from m44core.catalogue.command_cards import Contact
from m44core.playtest.players.judgement import Judgement
from m44core.playtest.players.landscape import at_rest, left_of
from m44core.rules.board.ground import Ground
from m44core.rules.board.hex_grid import indexes
from m44core.rules.cards.card_command import Command
from m44core.rules.index_types import HexNo, HexSet, UnitNo
from m44core.rules.units.battle import has_cross_hair, may_target, unit_protection
from m44core.rules.units.hobarts_funnies import ground_for_rules, may_be_breached

Worths = tuple[float, ...]  # what it is worth to battle somebody with 0, 1, 2 ... dice
Shot = tuple[UnitNo, int, Worths]  # who can be battled, and with how many dice
Shots = dict[HexNo, list[Shot]]  # by the hex it is battled from


class Mark(NamedTuple):
    """An enemy as he is battled, from wherever that is.

    Attributes:
        unit: The enemy.
        worths: What it is worth to battle him.
        lower: The change of the dice that his hex and the weapon make, from below.
        level: The same from as high.
        high: The hexes that are as high, where that matters; all others are below.
    """

    unit: UnitNo
    worths: Worths
    lower: int
    level: int
    high: HexSet


Marks = dict[HexNo, Mark | None]  # by the hex the enemy stands on; None where he is no target


class Battery:
    """Units of a kind before the enemy in one position, whatever card they act on.

    What it finds is remembered, for the next card asks the same.

    Args:
        judgement: Who weighs up what they could do.
        number: The number of the kind.
        rests: Whether they have not moved.
        marks: What is known of the enemy to all that battle alike, in fire and in close assault.
    """

    def __init__(
        self, judgement: Judgement, number: int, marks: tuple[Marks, Marks], *, rests: bool
    ) -> None:
        kind = judgement.landscape.kinds[number]
        if rests:
            kind = kind._replace(rules=at_rest(kind.rules))
        position, rules = judgement.position, kind.rules
        self._judgement, self._number, self._rests = judgement, number, rests
        self._kind, self._plain = (
            kind,
            position.field.without_dice_traits and not position.smoke.dense,
        )
        self._limited = (rules.most_protection, rules.most_protection_close) != (None, None)
        self._ground: Ground = ground_for_rules(position, rules)
        self._rough = 0 if rules.ignores_own_ground else self._ground.dice_changing[kind.fights_as]
        self._farthest = min(len(rules.dice), position.visibility)
        self._fire, self._close = marks
        self._seen = judgement.sightings(kind)

    def shots(self, command: Command, places: HexSet) -> Shots:
        """Return whom they could battle from each of some hexes under a command (B-BAT-06)."""
        judgement, position = self._judgement, self._judgement.position
        dice = self._kind.rules.dice
        apart = 0 if command.contact is Contact.ADJACENT else places & ~judgement.beset
        beside = 0 if command.contact is Contact.APART or not dice else places
        farthest, hidden, bonus = self._farthest, position.camouflaged, command.bonus
        close, fire, known = self._close, self._fire, self._seen
        afar = [each + bonus.fire for each in dice[1:farthest]]
        shots: Shots = defaultdict(list)
        for target, rings, discs in judgement.foes:
            near = rings[1] & beside
            if near and (mark := close[target] if target in close else self._assaulted(target)):
                more = dice[0] + self._kind.rules.bonus_unhurt + bonus.close
                self._aim(mark, near, more, shots)
            within = apart & discs[farthest]
            if not within or (hidden and hidden >> target & 1):
                continue
            clear = known[target] if target in known else judgement.seen(self._kind, target)
            seen = within & clear
            if seen and (mark := fire[target] if target in fire else self._fired_at(target)):
                for ring, left in zip(rings[2:], afar, strict=False):
                    if far := ring & seen:
                        self._aim(mark, far, left, shots)
        return shots

    def _assaulted(self, target: HexNo) -> Mark | None:
        """Return the enemy on a hex in close assault; None if they may not battle him."""
        mark = self._close[target] = self._mark(target, close=True)
        return mark

    def _fired_at(self, target: HexNo) -> Mark | None:
        """Return the same as they fire at him (E-SNIP-04)."""
        mark = self._fire[target] = self._mark(target, close=False)
        return mark

    def _mark(self, target: HexNo, *, close: bool) -> Mark | None:
        judgement, position, rules = self._judgement, self._judgement.position, self._kind.rules
        unit = position.unit_at[target]
        lower, level = self._protections(target, unit, close=close)
        aim = judgement.aim(self._number, unit, rests=self._rests, close=close)
        worths = judgement.worths(unit, aim)
        high = 0 if lower == level else _as_high(self._ground, target)
        if self._plain:
            return Mark(unit, worths, lower, level, high)
        if not may_target(rules, position, target):
            return None
        dice = rules.bonus - (position.smoke.dense >> target & 1)
        dice += bool(rules.cross_hairs) and has_cross_hair(position, target)
        if rules.breaches and close and may_be_breached(position, target):
            dice += rules.breaches
        return Mark(unit, worths, dice + lower, dice + level, high)

    def _aim(self, mark: Mark, places: HexSet, dice: int, shots: Shots) -> None:
        """Note that an enemy can be battled from some hexes, with the dice that terrain leaves."""
        dense = self._judgement.position.smoke.dense
        rough = places & (self._rough | dense)
        smooth, high = places ^ rough, mark.high
        if smooth and dice + mark.level > 0:
            _note(shots, smooth & high if high else smooth, mark, dice + mark.level)
        if smooth and high and dice + mark.lower > 0:
            _note(shots, smooth & ~high, mark, dice + mark.lower)
        hexes, number = self._ground.hexes, self._kind.fights_as
        for place in indexes(rough):
            left = dice + (mark.lower if high and not high >> place & 1 else mark.level)
            left += hexes[place].attack_change[number] if self._rough else 0
            left -= dense >> place & 1
            if left > 0:
                shots[place].append((mark.unit, left, mark.worths))

    def _protections(self, target: HexNo, unit: UnitNo, *, close: bool) -> tuple[int, int]:
        """Return the change of the dice against a hex from below, and from as high."""
        position, kind = self._judgement.position, self._kind
        number = kind.fights_as
        below, level = position.ground.hexes[target].against[1 - kind.player]
        if self._plain:
            return below[number], level[number]
        battled = position.field.units[unit].rules
        if battled.unprotected:
            return 0, 0
        if not (self._limited or battled.dwells_in_caves):
            return below[number], level[number]
        lower, higher = (
            left_of(unit_protection(each[number], position, unit, number), kind.rules, close=close)
            for each in (below, level)
        )
        return lower, higher


def shots_from(
    judgement: Judgement, number: int, command: Command, places: HexSet, *, rests: bool = False
) -> Shots:
    """Return whom a unit of a kind could battle from each of some hexes (B-BAT-06)."""
    return Battery(judgement, number, ({}, {}), rests=rests).shots(command, places)


def _note(shots: Shots, places: HexSet, mark: Mark, dice: int) -> None:
    """Note that an enemy can be battled from some hexes with some dice."""
    shot = mark.unit, dice, mark.worths
    for place in indexes(places):
        shots[place].append(shot)


def _as_high(ground: Ground, target: HexNo) -> HexSet:
    """Return the hexes of units that stand at least as high as one on a hex (B-BAT-10)."""
    there = ground.hexes[target]
    high = 0
    for level in ground.levels[there.height :]:
        high |= level
    return high & ground.sunken if there.sunken else high

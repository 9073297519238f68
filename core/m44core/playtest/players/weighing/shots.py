"""Whom a kind of unit could battle from where, with how many dice, and what that is worth."""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

from m44core.catalogue.cards import Contact
from m44core.playtest.players.judgement import Judgement
from m44core.playtest.players.landscape import Kind, at_rest, left_of
from m44core.rules.board.grid import indexes
from m44core.rules.cards.command import Command
from m44core.rules.numbers import HexNo, HexSet, UnitNo
from m44core.rules.units.accessories import ground_for, may_be_breached
from m44core.rules.units.battle import is_zeroed, may_target, sheltered

Worths = tuple[float, ...]  # what it is worth to battle somebody with 0, 1, 2 ... dice
Shot = tuple[UnitNo, int, Worths]  # who can be battled, and with how many dice
Shots = dict[HexNo, list[Shot]]  # by the hex it is battled from


class Arms(NamedTuple):
    """With what somebody is battled.

    Attributes:
        number: The number of the kind of unit.
        kind: The kind, with what it can do as it stands.
        rests: Whether the unit has not moved.
        close: Whether it is close assault.
    """

    number: int
    kind: Kind
    rests: bool
    close: bool


def shots_from(
    judgement: Judgement, number: int, command: Command, places: HexSet, *, rests: bool = False
) -> Shots:
    """Return whom a unit of a kind could battle from each of some hexes (B-BAT-06)."""
    position, kind = judgement.position, judgement.landscape.kinds[number]
    if rests:
        kind = kind._replace(rules=at_rest(kind.rules))
    rules, grid = kind.rules, position.field.grid
    enemies = position.occupied[1 - kind.player]
    apart = 0 if command.contact is Contact.ADJACENT else places & ~grid.spread(enemies)
    beside = 0 if command.contact is Contact.APART or not rules.dice else places
    close, fire = (Arms(number, kind, rests, near) for near in (True, False))
    farthest = min(len(rules.dice), position.visibility)
    shots: Shots = defaultdict(list)
    for hex_ in indexes(enemies):
        rings = grid.rings(hex_)
        if near := rings[1] & beside:
            dice = rules.dice[0] + rules.bonus_unhurt + command.bonus.close
            _aim(judgement, close, hex_, near, dice, shots)
        hidden = position.camouflaged >> hex_ & 1
        if hidden or not apart & grid.within(hex_, farthest):
            continue
        seen = apart & judgement.seen(kind, hex_)
        for distance in range(2, farthest + 1):
            if far := rings[distance] & seen:
                dice = rules.dice[distance - 1] + command.bonus.fire
                _aim(judgement, fire, hex_, far, dice, shots)
    return shots


def _aim(
    judgement: Judgement, arms: Arms, target: HexNo, places: HexSet, dice: int, shots: Shots
) -> None:
    """Note that a unit can be battled from some hexes, with the dice that terrain leaves."""
    position, rules = judgement.position, arms.kind.rules
    ground, unit = ground_for(position, rules), position.unit_at[target]
    if not position.field.plain and not may_target(rules, position, target):
        return
    number, dense = arms.kind.fights_as, position.smoke.dense
    dice += rules.bonus - (dense >> target & 1)
    dice += bool(rules.cross_hairs) and is_zeroed(position, target)
    if rules.breaches and arms.close and may_be_breached(position, target):
        dice += rules.breaches
    worths = judgement.worths_by(arms.number, unit, rests=arms.rests, close=arms.close)
    lower, level = _protections(judgement, arms, target)
    hampering = 0 if rules.ignores_own_ground else ground.hampering[number]
    there = ground.hexes[target]
    if lower == level and not places & (hampering | dense):
        if dice + level > 0:
            shot = unit, dice + level, worths
            for place in indexes(places):
                shots[place].append(shot)
        return
    for place in indexes(places):
        here = ground.hexes[place]
        left = dice + (level if here.is_level_with(there) else lower)
        left += here.battling_out[number] if hampering else 0
        left -= dense >> place & 1
        if left > 0:
            shots[place].append((unit, left, worths))


def _protections(judgement: Judgement, arms: Arms, target: HexNo) -> tuple[int, int]:
    """Return the change of the dice against a hex from below, and from as high."""
    position, number = judgement.position, arms.kind.fights_as
    below, level = position.ground.hexes[target].against[1 - arms.kind.player]
    if position.field.plain:
        return below[number], level[number]
    unit, rules = position.unit_at[target], arms.kind.rules
    battled = position.field.units[unit].rules
    if battled.unprotected:
        return 0, 0
    limited = rules.most_protection is not None or rules.most_protection_close is not None
    if not (limited or battled.dwells_in_caves):
        return below[number], level[number]
    return _left(judgement, arms, unit, below[number]), _left(judgement, arms, unit, level[number])


def _left(judgement: Judgement, arms: Arms, unit: UnitNo, protection: int) -> int:
    protection = sheltered(protection, judgement.position, unit, arms.kind.fights_as)
    return left_of(protection, arms.kind.rules, close=arms.close)

"""Which dice hit (rules 4.8): by the class of the target, and by the traits of both units."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from m44core.catalogue.troops import UnitRules
from m44core.catalogue.types import UnitClass
from m44core.rules.game.actions import Face
from m44core.rules.game.phases import Phase
from m44core.rules.game.state import NOBODY, GameState
from m44core.rules.numbers import UnitNo

_SYMBOLS = {UnitClass.INFANTRY: Face.INFANTRY, UnitClass.ARMOR: Face.ARMOR}
_GRENADE = frozenset({Face.GRENADE})


def symbol_of(unit_class: UnitClass) -> Face | None:
    """Return the face with the symbol of a class; artillery has none (B-HIT-01)."""
    return _SYMBOLS.get(unit_class)


@cache
def hitting(
    target: UnitRules, attacker: UnitRules | None = None, *, stars_hit: bool = False
) -> frozenset[Face]:
    """Return the faces that hit a unit (B-HIT-01, B-HIT-02).

    Args:
        target: What it can do.
        attacker: What its attacker can do; None for a card.
        stars_hit: Whether stars hit whoever is attacked (B-CARD-AIR).
    """
    faces = {Face.GRENADE}
    if target.hit_by_symbol and (symbol := symbol_of(target.unit_class)):
        faces.add(symbol)
    if stars_hit or (attacker and _stars_hit(attacker, target)):
        faces.add(Face.STAR)
    return frozenset(faces)


def hits(faces: Iterable[Face], hitting: frozenset[Face]) -> int:
    """Count the faces that hit."""
    return sum(face in hitting for face in faces)


def hitting_now(state: GameState) -> frozenset[Face]:
    """Return the faces that hit in the fight under way; of dice rolled again only grenades do."""
    fight = state.fight
    assert fight is not None, "dice fall in a fight"
    if state.phase is Phase.REROLL:
        return _GRENADE
    target = state.field.units[fight.target].rules
    if fight.attacker == NOBODY:
        strike = state.command.strike if state.command else None
        faces = hitting(target, stars_hit=strike is not None and strike.stars_hit)
    else:
        faces = hitting(target, at_arms(state, fight.attacker))
    if state.field.fog and not fight.close:
        return faces - {symbol_of(target.unit_class)}
    return faces


def at_arms(state: GameState, unit: UnitNo) -> UnitRules:
    """Return what a unit can do where it stands; some can do more if they have not moved."""
    rules = state.field.units[unit].rules
    if rules.unmoved is None or state.moved >> unit & 1:
        return rules
    return rules.unmoved


def _stars_hit(attacker: UnitRules, target: UnitRules) -> bool:
    """Tell whether stars of one unit hit another (E-FLAK88-04, E-TD-03, E-TD-07)."""
    if not attacker.stars_hit.isdisjoint((target.unit_class, *target.counts_as)):
        return True
    return not target.hit_by_stars_of.isdisjoint((attacker.unit_class, *attacker.counts_as))

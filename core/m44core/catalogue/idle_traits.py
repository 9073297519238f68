"""Traits of a unit that can never be of use beside its others: mostly those of user packs."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from m44core.catalogue.troops import UnitRules
from m44core.catalogue.types import UnitClass

PLAIN = UnitRules(UnitClass.INFANTRY, 0, 0, ())

OF_BATTLE = (
    "needs_sight",
    "overruns",
    "battles_on_entry",
    "stars_hit",
    "targets",
    "most_protection",
    "most_protection_close",
    "ignores_own_ground",
    "bonus",
    "bonus_unhurt",
    "move_and_assault",
    "breaches",
    "second_assault",
    "cross_hairs",
    "flags_stand",
    "battles_back",
)
"""Traits of a unit that battles."""


class Why(StrEnum):
    """Why a trait is of no use."""

    DICE = "no-dice"  # it has no dice
    RANGE = "no-range"  # it has no dice, and so no range
    GROUND = "no-ground"  # it takes no ground
    STEPS = "too-far"  # it does not move so far
    MEDALS = "own-medals"  # it is worth medals as a whole
    NOTHING = "overcomes-nothing"  # nothing is open ground to it that is not to others


def idle_traits(rules: UnitRules) -> Iterator[tuple[str, Why]]:
    """Yield the traits that a unit can never use, each with the reason (E-GEN-01)."""
    if not rules.dice:
        for trait in OF_BATTLE:
            if getattr(rules, trait) != getattr(PLAIN, trait):
                yield trait, Why.DICE
        if rules.lays_smoke:
            yield "lays_smoke", Why.RANGE
    elif rules.overruns and not rules.takes_ground:
        yield "overruns", Why.GROUND
    if rules.move_and_battle > rules.move:
        yield "move_and_battle", Why.STEPS
    if rules.medals and rules.figures_a_medal:
        yield "figures_a_medal", Why.MEDALS
    if rules.clears_in_passing and not rules.overcomes:
        yield "clears_in_passing", Why.NOTHING

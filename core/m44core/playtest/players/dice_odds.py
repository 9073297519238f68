"""The exact odds of battles: hits, eliminations and retreats (rules 4.8, 4.9)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from math import comb
from typing import NamedTuple

from m44core.catalogue.unit_traits import UnitRules
from m44core.rules.play.chance import DIE
from m44core.rules.units.battle import count_hits, faces_that_hit, symbol_of

MAX_DICE = 12
MAX_VALUED_DICE = 8  # more dice have the same value
MAX_THREAT_STEPS = 40  # quarters of a die
STEPS_PER_DIE = 4  # the resolution of expected dice
_ONE_FACE = 1 / len(DIE)
_MAX_CACHED_ODDS = 1024  # cached tables; about 2 MB, most of them reused within a turn


class AttackOdds(NamedTuple):
    """The expected effect of an attack on its target.

    Attributes:
        losses: The expected number of figures lost.
        kill: The chance that the target is eliminated.
        driven: The chance that it survives and has to leave its hex.
    """

    losses: float
    kill: float
    driven: float


@cache
def hitting_faces(
    target: UnitRules,
    attacker: UnitRules | None = None,
    *,
    stars_hit: bool = False,
    fog: bool = False,
) -> float:
    """Return the number of die faces that hit a unit (B-HIT-01, B-CARD-AIR).

    In fog, its symbol does not hit from a distance. If hits are rerolled, the number is reduced to
    the expected number after the reroll (E-TIGER-02).
    """
    faces = faces_that_hit(target, attacker, stars_hit=stars_hit)
    if fog:
        faces -= {symbol_of(target.unit_class)}
    hits = count_hits(DIE, faces)
    return hits * _ONE_FACE if target.rerolls_hits else float(hits)


@lru_cache(_MAX_CACHED_ODDS)
def attack_odds(
    faces: float,
    dice: int,
    figures: int,
    max_retreat: int = 2,
    ignored: int = 0,
    *,
    barred_cost: float = 1.0,
) -> AttackOdds:
    """Return the odds of an attack on a unit.

    Args:
        faces: The number of faces of a die that hit it.
        dice: The number of dice rolled.
        figures: The number of its figures.
        max_retreat: The number of hexes it can retreat. Each further flag costs a figure
            (B-RET-06).
        ignored: The number of flags it can ignore (B-RET-09).
        barred_cost: The chance that such a further flag actually costs a figure (E-TIGER-03).
    """
    losses = kill_chance = retreat_chance = 0.0
    for hit, flags, chance in _roll_table(faces, min(dice, MAX_DICE)):
        figures_left = figures - hit
        flags_due = max(0, flags - ignored) if figures_left > 0 else 0
        for cost, share in _costly_flag_chances(max(0, flags_due - max_retreat), barred_cost):
            figures_after, probability = figures_left - cost, chance * share
            losses += probability * (figures - max(0, figures_after))
            kill_chance += probability * (figures_after <= 0)
            retreat_chance += probability * (
                figures_after > 0 and flags_due > 0 and max_retreat > 0
            )
    return AttackOdds(losses, kill_chance, retreat_chance)


@cache
def _costly_flag_chances(flags: int, chance: float) -> tuple[tuple[int, float], ...]:
    """Return the possible numbers of flags that cost a figure, with their chances."""
    if chance == 1.0:
        return ((flags, 1.0),)
    return tuple(
        (n, comb(flags, n) * chance**n * (1 - chance) ** (flags - n)) for n in range(flags + 1)
    )


@cache
def chance_of_a_hit(faces: float, dice: int) -> float:
    """Return the chance that at least one die hits."""
    return 1.0 - float((1 - faces * _ONE_FACE) ** dice)


@cache
def _roll_table(faces: float, dice: int) -> tuple[tuple[int, int, float], ...]:
    """Return every combination of hits and flags with its chance."""
    return tuple(_roll_combinations(faces, dice))


def _roll_combinations(faces: float, dice: int) -> Iterator[tuple[int, int, float]]:
    hit, flag = faces * _ONE_FACE, _ONE_FACE
    miss = 1 - hit - flag
    for hits_ in range(dice + 1):
        for flags in range(dice - hits_ + 1):
            ways = comb(dice, hits_) * comb(dice - hits_, flags)
            chance = ways * hit**hits_ * flag**flags * miss ** (dice - hits_ - flags)
            yield hits_, flags, float(chance)


@lru_cache(_MAX_CACHED_ODDS)
def attack_values(
    faces: float,
    figures: int,
    max_retreat: int,
    ignored: int,
    kill_value: float,
    retreat_value: float,
) -> tuple[float, ...]:
    """Return the values of attacks with 0, 1, 2 ... dice, in figures.

    *kill_value* and *retreat_value* are the values of these outcomes.
    """
    attacks = [
        attack_odds(faces, dice, figures, max_retreat, ignored)
        for dice in range(MAX_VALUED_DICE + 1)
    ]
    return tuple(
        [each.losses + each.kill * kill_value + each.driven * retreat_value for each in attacks]
    )


@lru_cache(_MAX_CACHED_ODDS)
def expected_costs(
    faces: float, figures: int, kill_cost: float, figure: float
) -> tuple[float, ...]:
    """Return the expected costs of being attacked with 0, 1/4, 2/4 ... expected dice.

    Args:
        faces: The number of faces of a die that hit.
        figures: The number of figures of the unit.
        kill_cost: The cost of losing the unit, in addition to its figures.
        figure: The cost of losing a figure.
    """

    def cost(dice: int) -> float:
        expected = attack_odds(faces, dice, figures)
        return expected.losses * figure + expected.kill * kill_cost

    whole_dice_costs = [cost(dice) for dice in range(MAX_THREAT_STEPS // STEPS_PER_DIE + 2)]
    costs = []
    for quarters in range(MAX_THREAT_STEPS + 1):
        dice, rest = divmod(quarters, STEPS_PER_DIE)
        low, high = whole_dice_costs[dice : dice + 2]
        costs.append(low + (high - low) * rest / STEPS_PER_DIE)
    return tuple(costs)


@lru_cache(_MAX_CACHED_ODDS)
def costs_by_dice(
    faces: float, figures: int, kill_cost: float, figure: float, rolled_fraction: float, count: int
) -> tuple[float, ...]:
    """Return the expected costs of 0, 1, 2 ... threatening dice, of which a fraction is rolled.

    The result has *count* entries.
    """
    table, steps = (
        expected_costs(faces, figures, kill_cost, figure),
        rolled_fraction * STEPS_PER_DIE,
    )
    return tuple([table[min(MAX_THREAT_STEPS, int(dice * steps))] for dice in range(count)])

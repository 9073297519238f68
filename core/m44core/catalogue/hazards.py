"""What befalls a unit as it enters a hex: ice that may break, mines."""

from __future__ import annotations

from enum import StrEnum

from m44core.values import dataclass


class Costs(StrEnum):
    """Which dice of a hazard cost a figure."""

    STARS = "stars"
    HITS = "hits"  # those that would hit the unit in a battle
    GRENADES = "grenades"  # those rolled again against a Tiger (TH-MINE-04)


@dataclass(frozen=True, slots=True)
class Hazard:
    """What befalls a unit as it enters, before objectives are looked at (TH-HOOK-01).

    Attributes:
        dice: How many dice are rolled.
        strengths: Where it is not known before: the tokens one of which tells it, nine hexes
            sharing each set. A strength of 0 is the end of it.
        costs: Which of the dice cost a figure.
        retreats: Whether a retreat triggers it too.
        enemies_only: Whether it befalls the enemies of its owner alone.
    """

    dice: int = 0
    strengths: tuple[int, ...] = ()
    costs: Costs = Costs.STARS
    retreats: bool = True
    enemies_only: bool = False

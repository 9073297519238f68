"""The best battle at each hex, of units that can battle there alike."""

from __future__ import annotations

from collections.abc import Iterable

from m44core.playtest.players.odds import MOST_WEIGHED
from m44core.playtest.players.weighing.shots import Shot, Shots
from m44core.rules.cards.card_command import Command
from m44core.rules.game.state import NOBODY
from m44core.rules.index_types import HexNo, HexSet, UnitNo

Left = dict[UnitNo, float]  # by unit: what share of battling it is left once it was battled
NO_SHOT: Shot = (NOBODY, 0, ())

_TWICE = 1.7  # what two battles of a unit are worth, in battles


class Fires:
    """The battles units of a kind have under a command, and which is the best at each hex.

    Attributes:
        shots: The battles, by the hex.
        places: These hexes.
    """

    def __init__(self, shots: Shots, command: Command, least: float) -> None:
        rooted = command.move is not None and not command.move.hexes
        self.shots = shots
        self.places: HexSet = 0
        for hex_ in shots:
            self.places |= 1 << hex_
        self._least = 0.0 if rooted else least
        self._times = _TWICE if command.battles > 1 else 1.0
        self._best: dict[HexNo, tuple[Shot, float]] = {}

    def at(self, hex_: HexNo, left: Left) -> tuple[Shot, float]:
        """Return the best battle from a hex where there is any, and what it is worth."""
        found = self._best.get(hex_)
        if found is None:
            found = self._best[hex_] = self.best(self.shots[hex_], {})
        if left and found[0][0] in left:  # others are worth as much as before, or less
            return self.best(self.shots[hex_], left)
        return found

    def best(self, shots: Iterable[Shot], left: Left) -> tuple[Shot, float]:
        """Return the best of some battles, and what it is worth beyond the least it must be."""
        most, best = 0.0, NO_SHOT
        for shot in shots:
            target, dice, worths = shot
            worth = worths[dice if dice < MOST_WEIGHED else MOST_WEIGHED]
            if target in left:
                worth *= left[target]
            if worth > most:
                most, best = worth, shot
        sought = most - self._least
        return (best, sought * self._times) if sought > 0 else (NO_SHOT, 0.0)

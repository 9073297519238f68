"""The record of a simulated game: what the balance lab stores about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from m44core.catalogue.catalogue_types import Side
from m44core.playtest.players.levels import Levels


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A simulated game.

    Attributes:
        number: Its number, which determines the game together with the seed.
        seed: The seed.
        levels: The level that played each side.
        winner: The side that won; None for a draw or an unfinished game.
        unfinished: Whether the turn limit ended it.
        turns: The number of turns of both players.
        first: The side that moved first.
        medals: The medals of each side at the end.
        luck: The luck of the Allies, as a share of a win, for each of
            :data:`m44core.balance_lab.luck_meter.LUCK_LEVELS`.
        facts: The facts collected by :class:`m44core.balance_lab.game_facts.FactsGatherer`, as JSON
            data.
    """

    number: int
    seed: int
    levels: Levels
    winner: Side | None
    unfinished: bool
    turns: int
    first: Side
    medals: Mapping[Side, int]
    luck: tuple[float, ...] = ()
    facts: Mapping[str, object] = field(default_factory=dict)

    @property
    def allied_result(self) -> float:
        """The result of the Allies: 1 for a win, 0.5 without a winner, 0 for a loss."""
        if self.winner is None:
            return 0.5
        return float(self.winner is Side.ALLIES)

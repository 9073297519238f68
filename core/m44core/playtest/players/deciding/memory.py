"""What is kept in mind of a plan while it is carried out."""

from __future__ import annotations

from dataclasses import dataclass

from m44core.playtest.players.planning import Intent
from m44core.rules.game.state import GameState
from m44core.rules.index_types import HexNo, UnitSet


@dataclass(slots=True)
class Memory:
    """What was planned for a turn, and the position in which it goes on."""

    turn: int
    card: str
    ordered: UnitSet
    moved: UnitSet
    place: list[HexNo]
    figures: list[int]
    intents: tuple[Intent, ...]

    def fits(self, position: GameState) -> bool:
        """Tell whether a position is the one in which the plan goes on."""
        return (
            self.turn == position.turn
            and self.card == position.card
            and self.ordered == position.ordered
            and self.moved == position.moved
            and self.place == position.place
            and self.figures == position.figures
        )

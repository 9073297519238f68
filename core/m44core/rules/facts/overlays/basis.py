"""What all overlays of one scenario go by: its ground, and its units where it can be played."""

from __future__ import annotations

from collections import Counter
from functools import cached_property

from m44core.catalogue.types import Side
from m44core.errors import M44Error
from m44core.hexes import Hex
from m44core.messages.message import Message, quoted
from m44core.model.scenario import Scenario
from m44core.rules.board.grid import Grid, grid_of, indexes
from m44core.rules.board.laying import ground_of
from m44core.rules.board.sight import Sights, sights_of
from m44core.rules.game.state import GameState
from m44core.rules.numbers import HexNo, HexSet
from m44core.rules.play.setup import new_game, sides_of
from m44core.rules.settings import BY_THE_BOOK


class Basis:
    """The values the overlays of a scenario share, each found when it is first asked for.

    Attributes:
        scenario: The scenario.
        grid: Its board.
        kept: The dice that threaten each side, by hex, once they were asked for.
    """

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.grid: Grid = grid_of(scenario.board)
        self.kept: dict[Side, Counter[HexNo]] = {}

    @cached_property
    def game(self) -> GameState | Message:
        """A game of it before its first turn, or why it cannot be played."""
        try:
            return new_game(self.scenario)
        except M44Error as error:
            why = error.args[0] if error.args else None
            return why if isinstance(why, Message) else quoted(str(error))

    @cached_property
    def sights(self) -> Sights:
        """Who sees what, which asks for no units at all (rules 4.6)."""
        try:
            sides = sides_of(self.scenario)
        except M44Error:
            sides = Side.AXIS, Side.ALLIES
        return sights_of(ground_of(self.scenario, sides), BY_THE_BOOK)

    @cached_property
    def occupied(self) -> HexSet:
        """The hexes on which a unit stands, known to the engine or not (B-LOS-05)."""
        return self.grid.mask(tuple(hex_ for hex_, _ in self.scenario.units()))

    def hexes(self, numbers: HexSet) -> frozenset[Hex]:
        """Return the hexes of a set of the engine's."""
        every = self.grid.board.hexes
        return frozenset(every[number] for number in indexes(numbers))


_kept: list[Basis] = []
_MOST = 2  # scenarios: the one on the board, and one more beside it


def basis_of(scenario: Scenario) -> Basis:
    """Return what overlays of *scenario* go by; kept for the scenarios asked about last."""
    for basis in _kept:
        if basis.scenario is scenario:
            return basis
    _kept[:] = [Basis(scenario), *_kept][:_MOST]
    return _kept[0]

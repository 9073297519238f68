"""The input of an overlay, and its content: areas of hexes, marks and a sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from m44core.catalogue.catalogue_types import Side
from m44core.errors import M44Error
from m44core.hexes import Hex
from m44core.messages.message import Message, Value, message, quoted
from m44core.model.scenario import Scenario
from m44core.rules.board.hex_grid import Grid, bit_indexes, grid_of
from m44core.rules.board.line_of_sight import Sights, sights_of
from m44core.rules.board.scenario_ground import ground_of
from m44core.rules.game.state import NOBODY, GameState
from m44core.rules.game_settings import BY_THE_BOOK
from m44core.rules.index_types import HexNo, HexSet, UnitNo
from m44core.rules.play.game_setup import new_game, sides_of
from m44core.values import dataclass


class AreaRole(StrEnum):
    """The meaning of an area; a drawing gives each its own color and pattern."""

    OPEN = "open"
    HALF = "half"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class Area:
    """A set of hexes with one meaning.

    Attributes:
        role: The meaning.
        hexes: The hexes; can be empty.
        legend: Its text in a legend.
    """

    role: AreaRole
    hexes: frozenset[Hex]
    legend: Message


@dataclass(frozen=True, slots=True)
class Overlay:
    """The content of an overlay.

    Attributes:
        summary: A sentence about the content, or why it is unknown.
        areas: The areas; no two of them share a hex.
        marks: The number or short text on each marked hex.
    """

    summary: Message
    areas: tuple[Area, ...] = ()
    marks: Mapping[Hex, Value] = field(default_factory=dict)


class OverlayContext:
    """The values shared by the overlays of one scenario, each computed when first needed.

    Attributes:
        scenario: The scenario.
        grid: Its board.
        dice_against: For each side, the dice that threaten each hex; filled when first needed.
    """

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.grid: Grid = grid_of(scenario.board)
        self.dice_against: dict[Side, Counter[HexNo]] = {}

    @cached_property
    def game(self) -> GameState | Message:
        """A game of the scenario before its first turn, or why it cannot be played."""
        try:
            return new_game(self.scenario)
        except M44Error as error:
            reason = error.args[0] if error.args else None
            return reason if isinstance(reason, Message) else quoted(str(error))

    @cached_property
    def sights(self) -> Sights:
        """The lines of sight, even if the scenario has no playable units (rules 4.6)."""
        try:
            sides = sides_of(self.scenario)
        except M44Error:
            sides = Side.AXIS, Side.ALLIES
        return sights_of(ground_of(self.scenario, sides), BY_THE_BOOK)

    @cached_property
    def occupied(self) -> HexSet:
        """The hexes with a unit, whether or not the engine plays it (B-LOS-05)."""
        return self.grid.mask(tuple(hex_ for hex_, _ in self.scenario.units()))

    def hexes(self, numbers: HexSet) -> frozenset[Hex]:
        """Return a set of hex numbers as a set of hexes."""
        board_hexes = self.grid.board.hexes
        return frozenset(board_hexes[number] for number in bit_indexes(numbers))


_contexts: list[OverlayContext] = []
_MAX_CONTEXTS = 2  # scenarios: the one on the board, and one next to it


def context_of(scenario: Scenario) -> OverlayContext:
    """Return the context of the overlays of *scenario*; cached for the latest scenarios."""
    for context in _contexts:
        if context.scenario is scenario:
            return context
    _contexts[:] = [OverlayContext(scenario), *_contexts][:_MAX_CONTEXTS]
    return _contexts[0]


class OverlayTarget(NamedTuple):
    """The hexes that overlays refer to: the hex under the pointer and the selected hex.

    Attributes:
        pointed: The hex under the pointer.
        selected: The selected hex, if it is a single one.
    """

    pointed: Hex | None = None
    selected: Hex | None = None

    def hex_on(self, context: OverlayContext) -> Hex | None:
        """Return the hex on the board under the pointer, else the selected hex, or None."""
        return next((hex_ for hex_ in self if hex_ in context.grid.board.index), None)

    def unit_on(self, context: OverlayContext) -> tuple[GameState, UnitNo] | Overlay:
        """Return a game and the selected unit, else the unit under the pointer.

        Without such a unit, or if it cannot be played, return an overlay that explains why.

        The selected unit takes precedence, so that the pointer can move while the unit is
        inspected.
        """
        hexes = (hex_ for hex_ in (self.selected, self.pointed) if hex_ in context.grid.board.index)
        hex_ = next((hex_ for hex_ in hexes if hex_ and context.scenario.at(hex_).unit), None)
        if hex_ is None:
            return Overlay(message("Select a unit, or point at one"))
        game = context.game
        if isinstance(game, Message):
            return unknown_overlay(game)
        unit = game.unit_at[context.grid.board.index[hex_]]
        if unit == NOBODY:
            return unknown_overlay(message("the engine does not support this unit"))
        return game, unit


def unknown_overlay(reason: Message) -> Overlay:
    """Return an empty overlay whose summary gives the reason."""
    return Overlay(message("Unknown: {why}", why=reason))

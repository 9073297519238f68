"""Counts of what happens on each hex: fights, losses, traffic, unentered hexes, last stands.

:mod:`m44core.balance_lab.heat_map_picture` draws them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from m44core.balance_lab.game_record import GameRecord
from m44core.balance_lab.recorded_facts import (
    GameId,
    RecordedGame,
    example_game_ids,
    games_with_facts,
    hexes_by_third,
    losses_of,
    third_of_turn,
)
from m44core.catalogue.catalogue_types import Side
from m44core.messages.message import Message, Value, enumerated, message
from m44core.rules.board.hex_grid import bit_indexes
from m44core.rules.game.battlefield import Battlefield
from m44core.rules.game.side_names import SIDES


class HeatKind(StrEnum):
    """The event that a heat map counts."""

    FIGHTS = "fights"  # attacks, on the hex of the target; the side is that of the attacker
    LOSSES = "losses"  # figures lost
    TRAFFIC = "traffic"  # units that entered a hex
    NEVER_ENTERED = "never entered"  # games in which no unit did
    LAST_STANDS = "last stands"  # units destroyed


@dataclass(frozen=True, slots=True)
class HeatMap:
    """The frequency of an event on each hex.

    Attributes:
        kind: The event counted.
        side: The side it is counted for; None for both.
        third: The third of the game it is counted in, from 0; None for all of it.
        games: The number of games with facts.
        per_game: The average number per game, keyed by hex name, the highest first; hexes where it
            never happened are left out. For `NEVER_ENTERED` it is the share of games.
        examples: For each of these hexes, games in which it happened.
    """

    kind: HeatKind
    side: Side | None
    third: int | None
    games: int
    per_game: Mapping[str, float]
    examples: Mapping[str, tuple[GameId, ...]]

    @property
    def most(self) -> float:
        """The largest average; 1 for shares of games, or if nothing happened."""
        if self.kind is HeatKind.NEVER_ENTERED:
            return 1.0
        return max(self.per_game.values(), default=1.0)

    def scaled(self, hex_: str) -> float:
        """Return the average of a hex as a share of the largest one, from 0 to 1."""
        return self.per_game.get(hex_, 0.0) / self.most


_Event = tuple[int, str, int]  # third, hex, number


def heat_map(
    records: Sequence[GameRecord],
    field: Battlefield,
    kind: HeatKind,
    side: Side | None = None,
    third: int | None = None,
) -> HeatMap:
    """Return a heat map of some games; games without facts are left out.

    Args:
        records: The games.
        field: The battlefield of their scenario.
        kind: The event counted.
        side: The side it is counted for; None for both.
        third: The third of the game it is counted in, from 0; None for all of it.
    """
    games = games_with_facts(records)
    sides = tuple(Side) if side is None else (side,)
    totals: Counter[str] = Counter()
    games_by_hex: dict[str, list[RecordedGame]] = {}
    for game in games:
        game_counts = _counts_by_hex(game, field, kind, sides, third)
        totals.update(game_counts)
        for hex_ in game_counts:
            games_by_hex.setdefault(hex_, []).append(game)
    per_game = {hex_: number / len(games) for hex_, number in totals.most_common()}
    examples_by_hex = {hex_: example_game_ids(games_by_hex[hex_]) for hex_ in per_game}
    return HeatMap(kind, side, third, len(games), per_game, examples_by_hex)


def _counts_by_hex(
    game: RecordedGame,
    field: Battlefield,
    kind: HeatKind,
    sides: Sequence[Side],
    third: int | None,
) -> Counter[str]:
    """Return how often something happened on each hex in one game."""
    events = _EVENTS[HeatKind.TRAFFIC if kind is HeatKind.NEVER_ENTERED else kind]
    counts: Counter[str] = Counter()
    for side in sides:
        for event_third, hex_, number in events(game, side):
            if hex_ and third in (None, event_third):
                counts[hex_] += number
    if kind is not HeatKind.NEVER_ENTERED:
        return counts
    return Counter(hex_ for hex_ in _enterable_hex_names(field, sides, third) if hex_ not in counts)


def _enterable_hex_names(
    field: Battlefield, sides: Sequence[Side], third: int | None
) -> Iterator[str]:
    """Yield the hexes that units of these sides can enter.

    Hexes they start on are left out, unless *third* is the second or the last.
    """
    units = [unit for unit in field.units if unit.side in sides]
    hexes = 0
    for unit in units:
        hexes |= field.ground.passable[unit.class_number]
    if not third:  # all of the game, or its beginning
        for unit in units:
            hexes &= ~(1 << unit.start) if unit.start >= 0 else -1
    yield from (field.grid.names[index] for index in bit_indexes(hexes))


def _fight_events(game: RecordedGame, side: Side) -> Iterator[_Event]:
    return ((third, hex_, 1) for third, hex_ in hexes_by_third(game, "fights", side))


def _traffic_events(game: RecordedGame, side: Side) -> Iterator[_Event]:
    return ((third, hex_, 1) for third, hex_ in hexes_by_third(game, "traffic", side))


def _loss_events(game: RecordedGame, side: Side) -> Iterator[_Event]:
    for turn, _, hex_, figures, _ in losses_of(game, side):
        yield third_of_turn(game, turn), hex_, figures


def _last_stand_events(game: RecordedGame, side: Side) -> Iterator[_Event]:
    for turn, _, hex_, _, figures_left in losses_of(game, side):
        if not figures_left:
            yield third_of_turn(game, turn), hex_, 1


_EVENTS: Mapping[HeatKind, Callable[[RecordedGame, Side], Iterator[_Event]]] = {
    HeatKind.FIGHTS: _fight_events,
    HeatKind.TRAFFIC: _traffic_events,
    HeatKind.LOSSES: _loss_events,
    HeatKind.LAST_STANDS: _last_stand_events,
}

HEAT_NAMES: Mapping[HeatKind, Message] = {
    HeatKind.FIGHTS: message("Attacks per game"),
    HeatKind.LOSSES: message("Figures lost per game"),
    HeatKind.TRAFFIC: message("Units entering, per game"),
    HeatKind.NEVER_ENTERED: message("Share of games in which no unit enters"),
    HeatKind.LAST_STANDS: message("Units eliminated per game"),
}
"""The name of each kind, as a label."""

THIRD_NAMES: tuple[Message, ...] = (
    message("first third of the game"),
    message("middle third of the game"),
    message("last third of the game"),
)
"""The name of each third of a game, as a label."""


def heat_map_title(heat: HeatMap) -> Value:
    """Return the title of a heat map: what it counts, for which side, and when."""
    parts: list[Value] = [HEAT_NAMES[heat.kind]]
    if heat.side is not None:
        parts.append(SIDES[heat.side])
    if heat.third is not None:
        parts.append(THIRD_NAMES[heat.third])
    return enumerated(parts)

"""Games of a verdict that are worth watching."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from m44core.balance_lab.game_lengths import LengthBar
from m44core.balance_lab.game_record import GameRecord
from m44core.balance_lab.heat_maps import HeatMap
from m44core.balance_lab.recorded_facts import GameId
from m44core.balance_lab.verdict import Verdict
from m44core.catalogue.catalogue_types import Side
from m44core.messages.message import Message, message


def games_to_watch(verdict: Verdict) -> list[tuple[Message, GameRecord]]:
    """Return games to offer in a menu, each with its label."""
    records = verdict.records
    if not records:
        return []
    games = [(message("Typical Length"), typical_game(records, verdict.turns.median))]
    for label, winner in (
        (message("Won by the Axis"), Side.AXIS),
        (message("Won by the Allies"), Side.ALLIES),
    ):
        won_games = [record for record in records if record.winner is winner]
        if won_games:
            games.append((label, typical_game(won_games, verdict.turns.median)))
    games.append((message("Shortest"), min(records, key=lambda record: record.turns)))
    games.append((message("Longest"), max(records, key=lambda record: record.turns)))
    return games


def typical_game(records: Iterable[GameRecord], turns: float) -> GameRecord:
    """Return the game whose length is nearest to a number of turns."""
    return min(records, key=lambda record: abs(record.turns - turns))


def game_of_bar(records: Iterable[GameRecord], bar: LengthBar) -> GameRecord | None:
    """Return a game whose length is within a bar of the chart; None if there is none."""
    return next((each for each in records if bar.least <= each.turns <= bar.most), None)


def game_on_hex(records: Sequence[GameRecord], heat: HeatMap, hex_: str) -> GameRecord | None:
    """Return a game with an event of a heat map on a hex; None if there is none."""
    return first_game_named(records, heat.examples.get(hex_, ()))


def first_game_named(records: Sequence[GameRecord], names: Iterable[GameId]) -> GameRecord | None:
    """Return the first of the named games that is among the records; None if there is none."""
    by_name = {(record.seed, record.number): record for record in records}
    return next((by_name[name] for name in names if name in by_name), None)

"""Typed access to the facts of recorded games, for the other modules of the balance lab."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypedDict, cast

from m44core.balance_lab.game_facts import THIRDS, third_of_game
from m44core.balance_lab.game_record import GameRecord
from m44core.catalogue.catalogue_types import Side

MAX_EXAMPLES = 5
"""The maximum number of games that are named as examples of an event."""

Loss = tuple[int, str, str, int, int]  # turn, unit, hex, figures lost, figures left


class GameFacts(TypedDict):
    """The facts of a game, as :mod:`m44core.balance_lab.game_facts` describes them."""

    begins: str
    chance: list[int]
    choices: list[int]
    cards: list[list[str]]
    ordered: list[int]
    answers: list[tuple[int, str]]
    hands: Mapping[str, list[str]]
    held: Mapping[str, int]
    dead: Mapping[str, Mapping[str, int]]
    medals: Mapping[str, Mapping[str, Mapping[str, int]]]
    losses: Mapping[str, list[Loss]]
    objectives: Mapping[str, list[tuple[int, str]]]
    traffic: Mapping[str, list[str]]
    fights: Mapping[str, list[str]]
    unmoved: Mapping[str, list[str]]
    unordered: Mapping[str, list[str]]


class GameId(NamedTuple):
    """The seed and number that identify a game; enough to replay it with its setup's plan."""

    seed: int
    number: int


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """A recorded game with its facts.

    Attributes:
        index: Its index among all records, and among their adjusted results.
        record: The record.
        facts: Its facts.
    """

    index: int
    record: GameRecord
    facts: GameFacts

    @property
    def id(self) -> GameId:
        """The seed and the number of the game."""
        return GameId(self.record.seed, self.record.number)


def games_with_facts(records: Sequence[GameRecord]) -> list[RecordedGame]:
    """Return the games whose facts are complete; others (from a damaged file) are left out."""
    return [
        RecordedGame(index, record, cast("GameFacts", record.facts))
        for index, record in enumerate(records)
        if _is_complete(record.facts, record.turns)
    ]


_PER_TURN = ("chance", "choices", "cards", "ordered")
_BY_SIDE = ("held", "dead", "medals", "losses", "traffic", "fights", "unmoved", "unordered")


def _is_complete(facts: Mapping[str, object], turns: int) -> bool:
    if not facts.keys() >= GameFacts.__required_keys__:
        return False
    for key in _PER_TURN:
        values = facts[key]
        if not isinstance(values, list) or len(values) != turns:
            return False
    return all(_has_both_sides(facts[key]) for key in _BY_SIDE)


def _has_both_sides(values: object) -> bool:
    return isinstance(values, Mapping) and all(side.value in values for side in Side)


def luck_before(game: RecordedGame, turn: int) -> float | None:
    """Return the luck of the Allies before a turn, as a share of a win.

    Args:
        game: The game.
        turn: The turn, from 1; any turn after the last stands for the end of the game.

    Returns:
        The luck at the level 0; None if the game was recorded without luck.
    """
    luck = game.record.facts.get("luck")
    if not isinstance(luck, list) or len(luck) != len(game.facts["chance"]):
        return None
    if turn > len(luck):
        return game.record.luck[len(game.record.luck) // 2] if game.record.luck else None
    return float(luck[turn - 1]) / 1000


def losses_of(game: RecordedGame, side: Side) -> Sequence[Loss]:
    """Return the losses of a side, in order."""
    return [cast("Loss", tuple(loss)) for loss in game.facts["losses"][side.value]]


def destroyed_units(game: RecordedGame, side: Side, last_turn: int | None = None) -> dict[str, int]:
    """Return the turn in which each destroyed unit of a side was lost, keyed by unit.

    Losses after *last_turn* are left out, unless it is None.
    """
    return {
        unit: turn
        for turn, unit, _, _, figures_left in losses_of(game, side)
        if not figures_left and (last_turn is None or turn <= last_turn)
    }


def hexes_by_third(game: RecordedGame, kind: str, side: Side) -> Iterator[tuple[int, str]]:
    """Yield the third and the hex of each event of a side; *kind* is ``traffic`` or ``fights``."""
    thirds = game.facts["traffic" if kind == "traffic" else "fights"][side.value]
    for third, hexes in enumerate(thirds[:THIRDS]):
        for hex_ in hexes.split():
            yield third, hex_


def third_of_turn(game: RecordedGame, turn: int) -> int:
    """Return the third of its game that a turn is in: 0, 1 or 2."""
    return third_of_game(turn, game.record.turns)


def objective_holders_at(game: RecordedGame, turn: int) -> dict[str, Side | None]:
    """Return the holder of each objective at the end of a turn; None for nobody.

    Objectives whose holder never changed in the game are left out.
    """
    holders: dict[str, Side | None] = {}
    for objective, changes in game.facts["objectives"].items():
        past_holders = [side for change_turn, side in changes if change_turn <= turn]
        holders[objective] = Side(past_holders[-1]) if past_holders and past_holders[-1] else None
    return holders


def example_game_ids(games: Iterable[RecordedGame], result: float = 0.5) -> tuple[GameId, ...]:
    """Return the ids of at most five games, first those whose result is nearest to *result*.

    If it is 0.5, these are the first games, in their order.
    """
    if result == 0.5:
        return tuple(game.id for game, _ in zip(games, range(MAX_EXAMPLES), strict=False))
    ranked = sorted(games, key=lambda game: abs(game.record.allied_result - result))
    return tuple(game.id for game in ranked[:MAX_EXAMPLES])

"""Gameplay measures: length, drama, and the use of the board, units and cards.

These are the measures of Browne (Automatic generation and evaluation of recombination games, 2008)
that make sense for a game with dice and hidden cards. They use the estimated chance of
the winner as each turn begins. The estimate only considers medals and figures; the results of the
games themselves determine how much it is trusted.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from math import exp, log
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

from m44core.balance_lab.game_record import GameRecord
from m44core.balance_lab.recorded_facts import RecordedGame, games_with_facts, hexes_by_third
from m44core.catalogue.catalogue_types import Side
from m44core.data_files import read_yaml_mapping
from m44core.errors import CatalogueError
from m44core.messages.message import Message, message, one_decimal, percent, several
from m44core.playtest.games.game_statistics import FiveNumberSummary, five_number_summary
from m44core.rules.board.hex_grid import bit_indexes
from m44core.rules.game.battlefield import Battlefield

REFERENCE_FILE = Path(__file__).parent / "data" / "fun_reference.yaml"

DECIDED_CHANCE = 0.8
"""A game is decided once the winner's chance stays at or above this."""

HOPELESS_CHANCE = 0.25
"""A side that wins after its chance was below this has made a comeback."""

_LEADING_CHANCE = 0.55  # the chance from which a side leads
_STEPS = 25  # of the fit; it takes about six
_PRIOR = 4.0  # games' worth of trust in the estimate as it is


@dataclass(frozen=True, slots=True)
class GameplayMeasures:
    """Averages over some games of how a scenario plays.

    Measures that concern the winner leave out games without a winner.

    Attributes:
        games: The number of games with facts.
        length: The median number of turns of both players.
        drama: The deepest fall of the winner's chance below 50%, from 0 to 0.5.
        lead_changes: The number of lead changes; a side leads with a chance of at least 55%.
        decided_at: The fraction of the game after which the chance of the winner stayed at 80% or
            more.
        turns_decided: The number of turns from that point to the end.
        comebacks: The share of games whose winner once had a chance below 25%.
        board_used: The share of enterable hexes on which a unit stood or ended a move.
        units_used: The share of the starting units that were ever ordered.
        cards_used: The share of the section cards in hand that could order a unit.
        without_choice: The share of turns with at most one choice between actions.
    """

    games: int
    length: float
    drama: float
    lead_changes: float
    decided_at: float
    turns_decided: float
    comebacks: float
    board_used: float
    units_used: float
    cards_used: float
    without_choice: float


MEASURES = tuple(name for name in GameplayMeasures.__annotations__ if name != "games")
"""The names of the measures, in the order of reports."""


def fun_measures(records: Sequence[GameRecord], field: Battlefield) -> GameplayMeasures | None:
    """Return the gameplay measures of a scenario, averaged over some games.

    Args:
        records: The games; those without facts are left out.
        field: The battlefield of the scenario.

    Returns:
        The measures; None without games.
    """
    games = games_with_facts(records)
    if not games:
        return None
    winner_chances = _winner_chances(games)
    return GameplayMeasures(
        games=len(games),
        length=five_number_summary([game.record.turns for game in games]).median,
        drama=_mean([max(0.0, 0.5 - min(chances)) for chances in winner_chances]),
        lead_changes=_mean([_count_lead_changes(chances) for chances in winner_chances]),
        decided_at=_mean(
            [_turns_until_decided(chances) / len(chances) for chances in winner_chances]
        ),
        turns_decided=_mean(
            [len(chances) - _turns_until_decided(chances) for chances in winner_chances]
        ),
        comebacks=_mean([min(chances) < HOPELESS_CHANCE for chances in winner_chances]),
        board_used=_share_of_board_used(games, field),
        units_used=_share_of_units_used(games, field),
        cards_used=_share_of_cards_used(games),
        without_choice=_share_without_choice(games),
    )


def chances_by_turn(records: Sequence[GameRecord]) -> dict[int, tuple[float, ...]]:
    """Return the Allies' chance of winning as each turn begins, fitted to the results of the games.

    Returns:
        The chances from 0 to 1, keyed by the index of the record, for games with facts.
    """
    games = games_with_facts(records)
    level, trust = _chance_calibration(games)
    return {
        game.index: tuple(
            _logistic(level + trust * _logit(chance)) for chance in game.facts["chance"]
        )
        for game in games
    }


def _winner_chances(games: Sequence[RecordedGame]) -> list[list[float]]:
    """Return the winner's estimated chance as each turn begins, for each game with a winner."""
    level, trust = _chance_calibration(games)
    chances_by_game = []
    for game in games:
        if game.record.winner is not None and game.facts["chance"]:
            sign = 1 if game.record.winner is Side.ALLIES else -1
            balances = (level + trust * _logit(chance) for chance in game.facts["chance"])
            chances_by_game.append([_logistic(sign * balance) for balance in balances])
    return chances_by_game


def _chance_calibration(games: Sequence[RecordedGame]) -> tuple[float, float]:
    """Return the offset and slope that fit estimated chances, in logits, to the results of games.

    This is a logistic regression in which the turns of a game together count as one game; a prior
    worth a few games pulls the fit towards the unchanged estimate.
    """
    points = [
        (_logit(chance), game.record.allied_result, 1 / len(game.facts["chance"]))
        for game in games
        for chance in game.facts["chance"]
    ]
    level, trust = 0.0, 1.0
    for _ in range(_STEPS):
        gradient = [-_PRIOR / 4 * level, _PRIOR * (1 - trust)]
        ll, lt, tt = _PRIOR / 4, 0.0, _PRIOR
        for balance, result, weight in points:
            chance = _logistic(level + trust * balance)
            residual, curvature = weight * (result - chance), weight * chance * (1 - chance)
            gradient[0] += residual
            gradient[1] += residual * balance
            ll, lt, tt = (
                ll + curvature,
                lt + curvature * balance,
                tt + curvature * balance * balance,
            )
        determinant = ll * tt - lt * lt
        step = (tt * gradient[0] - lt * gradient[1]) / determinant
        tilt = (ll * gradient[1] - lt * gradient[0]) / determinant
        level, trust = level + step, max(0.1, trust + tilt)
        if abs(step) + abs(tilt) < 1e-6:
            break
    return level, trust


def _logit(percent_: int) -> float:
    chance = (percent_ + 0.5) / 100
    return log(chance / (1 - chance))


def _logistic(balance: float) -> float:
    return 1 / (1 + exp(-balance))


def _count_lead_changes(chances: Sequence[float]) -> int:
    """Return how often the lead changed from one side to the other."""
    leaders = [chance > 0.5 for chance in chances if max(chance, 1 - chance) >= _LEADING_CHANCE]
    return sum(one != other for one, other in itertools.pairwise(leaders))


def _turns_until_decided(chances: Sequence[float]) -> int:
    """Return the number of turns before the game was decided."""
    for turn in range(len(chances), 0, -1):
        if chances[turn - 1] < DECIDED_CHANCE:
            return turn
    return 0


def _share_of_board_used(games: Sequence[RecordedGame], field: Battlefield) -> float:
    names, usable_hexes = field.grid.names, 0
    for unit in field.units:
        usable_hexes |= field.ground.passable[unit.class_number]
    starts = {names[unit.start] for unit in field.units if unit.start >= 0}
    hexes = starts | {names[index] for index in bit_indexes(usable_hexes)}
    shares = []
    for game in games:
        entered = {hex_ for side in Side for _, hex_ in hexes_by_third(game, "traffic", side)}
        shares.append(len((entered | starts) & hexes) / len(hexes))
    return fmean(shares)


def _share_of_units_used(games: Sequence[RecordedGame], field: Battlefield) -> float:
    units = sum(unit.start >= 0 for unit in field.units)
    unused_counts = [sum(map(len, game.facts["unordered"].values())) for game in games]
    return 1 - fmean(unused_counts) / units if units else 1.0


def _share_of_cards_used(games: Sequence[RecordedGame]) -> float:
    held_count = sum(sum(game.facts["held"].values()) for game in games)
    dead_count = sum(sum(cards.values()) for game in games for cards in game.facts["dead"].values())
    return 1 - dead_count / held_count if held_count else 1.0


def _share_without_choice(games: Sequence[RecordedGame]) -> float:
    turns = [choices for game in games for choices in game.facts["choices"]]
    return _mean([choices <= 1 for choices in turns])


def _mean(values: Sequence[float]) -> float:
    return fmean(values) if values else 0.0


class ReferenceBand(Enum):
    """The comparison of a measure with the shipped scenarios."""

    LOWEST = "lowest"  # lower than in any of them
    LOW = "low"  # lower than in three quarters of them
    USUAL = "usual"
    HIGH = "high"
    HIGHEST = "highest"


@cache
def fun_reference() -> Mapping[str, FiveNumberSummary]:
    """Return the spread of each measure over the shipped scenarios.

    Raises:
        CatalogueError: the data file is damaged.
    """
    data = read_yaml_mapping(REFERENCE_FILE)
    try:
        return {name: FiveNumberSummary(*map(float, data["measures"][name])) for name in MEASURES}
    except (KeyError, TypeError, ValueError) as error:
        raise CatalogueError(f"{REFERENCE_FILE.name} is wrong: {error!r}") from error


def reference_band(measures: GameplayMeasures, name: str) -> ReferenceBand:
    """Return how one of :data:`MEASURES` compares with the shipped scenarios."""
    value, reference = getattr(measures, name), fun_reference()[name]
    if value < reference.lower_quartile:
        return ReferenceBand.LOWEST if value < reference.least else ReferenceBand.LOW
    if value > reference.upper_quartile:
        return ReferenceBand.HIGHEST if value > reference.most else ReferenceBand.HIGH
    return ReferenceBand.USUAL


class MeasureLine(NamedTuple):
    """A measure as text.

    Attributes:
        name: One of :data:`MEASURES`.
        text: The measure as a sentence.
        hint: A comparison with other scenarios; None if the measure is in the usual range.
    """

    name: str
    text: Message
    hint: Message | None


def measure_lines(measures: GameplayMeasures) -> list[MeasureLine]:
    """Return each measure as a short sentence, with a hint if it is unusual."""
    return [
        MeasureLine(
            name, _SENTENCES[name](getattr(measures, name)), _HINTS[_sentence_band(measures, name)]
        )
        for name in MEASURES
    ]


def _sentence_band(measures: GameplayMeasures, name: str) -> ReferenceBand:
    """Return how the number in the sentence about a measure compares with other scenarios.

    For drama, it is the chance of the winner at its lowest: the lower, the more drama.
    """
    band = reference_band(measures, name)
    return _OPPOSITE_BANDS.get(band, band) if name == "drama" else band


_OPPOSITE_BANDS = {
    ReferenceBand.LOWEST: ReferenceBand.HIGHEST,
    ReferenceBand.LOW: ReferenceBand.HIGH,
    ReferenceBand.HIGH: ReferenceBand.LOW,
    ReferenceBand.HIGHEST: ReferenceBand.LOWEST,
}

_HINTS: Mapping[ReferenceBand, Message | None] = {
    ReferenceBand.LOWEST: message("Lower than in any built-in scenario."),
    ReferenceBand.LOW: message("Lower than in three out of four built-in scenarios."),
    ReferenceBand.USUAL: None,
    ReferenceBand.HIGH: message("Higher than in three out of four built-in scenarios."),
    ReferenceBand.HIGHEST: message("Higher than in any built-in scenario."),
}


def _comebacks_sentence(value: float) -> Message:
    least = percent(HOPELESS_CHANCE)
    if not value:
        return message("No winner ever had a chance of winning below {least}.", least=least)
    if not round(100 * value):
        return message(
            "In fewer than {percent} of games, the winner comes back after its chance of winning "
            "was below {least}.",
            percent=percent(0.01),
            least=least,
        )
    return message(
        "In {percent} of games, the winner comes back after its chance of winning was below "
        "{least}.",
        percent=percent(value),
        least=least,
    )


def _turns_without_choice_sentence(value: float) -> Message:
    if not value:
        return message("In every turn, the player has at least two choices.")
    if not round(100 * value):
        return message("In almost every turn, the player has at least two choices.")
    return message(
        "In {percent} of turns, the player has at most one choice.", percent=percent(value)
    )


_SENTENCES: Mapping[str, Callable[[float], Message]] = {
    "length": lambda value: several(
        "A game takes {number} turn.", "A game takes {number} turns.", round(value)
    ),
    "drama": lambda value: message(
        "At the lowest point, the eventual winner's chance of winning is {percent}.",
        percent=percent(0.5 - value),
    ),
    "lead_changes": lambda value: message(
        "The lead changes {number} times per game.", number=one_decimal(value)
    ),
    "decided_at": lambda value: message(
        "The outcome is open for {percent} of the game.", percent=percent(value)
    ),
    "turns_decided": lambda value: message(
        "Once the outcome is decided, the game lasts another {number} turns.",
        number=one_decimal(value),
    ),
    "comebacks": _comebacks_sentence,
    "board_used": lambda value: message(
        "Units use {percent} of the hexes they can enter.", percent=percent(value)
    ),
    "units_used": lambda value: message(
        "{percent} of the units are ordered at least once.", percent=percent(value)
    ),
    "cards_used": lambda value: message(
        "{percent} of the section cards in hand can order a unit.", percent=percent(value)
    ),
    "without_choice": _turns_without_choice_sentence,
}

"""The factors that decide a scenario: hands, cards, units and objectives.

The worth of an event is how much more often the Allies win the games in which it happened than the
other games, as a share of games from -1 to 1. It is a difference of two means, with the interval
of Welch's test. To let chance events count in full, luck is subtracted only from the moment the
event is known: the opening hand keeps the luck of the deal, and a lost unit keeps the luck of the
dice that hit it.

An opening hand is dealt at random, so its worth is an effect. The other events depend on the
players: a side that wins anyway may play a card or hold an objective more often, so their worth
only shows a correlation. To exclude the effect of game length, they are only counted up to a fixed
turn.

There are many events, and some look important by accident. The intervals of all events of a kind
are widened together (Bonferroni), so that with 95% probability all of them hold.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import sqrt
from statistics import NormalDist, fmean, median
from typing import NamedTuple

from m44core.balance_lab.game_facts import unit_keys
from m44core.balance_lab.game_record import GameRecord
from m44core.balance_lab.recorded_facts import (
    GameId,
    RecordedGame,
    destroyed_units,
    example_game_ids,
    games_with_facts,
    losses_of,
    luck_before,
    objective_holders_at,
)
from m44core.catalogue.catalogue_types import Side
from m44core.messages.message import Message, Value, message
from m44core.rules.cards.command_cards import title_of_card
from m44core.rules.game.battlefield import Battlefield
from m44core.rules.game.side_names import message_by_side

MIN_GAMES = 10
"""The minimum number of games with an event, and without it, to estimate its worth."""

_ERROR = 0.05  # the chance that an interval of a kind misses the truth
_EARLY_SHARE = 1 / 2  # of the median length: the events until then are judged
_GAMES_OF_PRIOR = 20.0  # games that the prior coefficient of luck counts as
_SHOWN_TURNS = 0.2  # share of the games that must reach a turn for it to be shown


class FactorKind(StrEnum):
    """The kind of event that a factor describes."""

    HAND = "hand"  # a card in the opening hand
    PLAYED = "played"  # a card played in the first half
    LOST = "lost"  # a unit lost in the first half
    HELD = "held"  # an objective held half-way


@dataclass(frozen=True, slots=True)
class WinEffect:
    """The difference an event makes to the Allies' share of wins.

    Attributes:
        points: The difference, as a share of games from -1 to 1.
        low: The lower end of its interval.
        high: The upper end.
        with_it: The Allied win rate in games with the event.
        without: The Allied win rate in the other games. Both rates are clipped to the range 0 to 1,
            the difference is not.
        games_with: The number of games with the event.
        games: The number of games.
    """

    points: float
    low: float
    high: float
    with_it: float
    without: float
    games_with: int
    games: int

    @property
    def is_significant(self) -> bool:
        """Whether its interval excludes 0."""
        return self.low > 0 or self.high < 0

    @property
    def gain(self) -> Gain:
        """The effect as a gain for the side that profits."""
        if self.points > 0:
            return Gain(Side.ALLIES, self.points, self.low, self.high)
        return Gain(Side.AXIS, -self.points, -self.high, -self.low)


class Gain(NamedTuple):
    """The increase in the share of wins of the side that profits from an event."""

    side: Side
    points: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Factor:
    """An event and its worth.

    Attributes:
        kind: The kind of event.
        side: The side that holds or plays the card, owns the unit, or holds the objective.
        name: The key of the card, the first hex of the unit, or the hex of the objective.
        turn: The turn until which it is counted; 0 for an opening hand.
        worth: Its value to the Allies; its interval is widened for all factors of the kind.
        examples: Games in which it happened, first those with the expected winner.
    """

    kind: FactorKind
    side: Side
    name: str
    turn: int
    worth: WinEffect
    examples: tuple[GameId, ...]


@dataclass(frozen=True, slots=True)
class UnitLosses:
    """The losses of a unit.

    Attributes:
        side: Its side.
        unit: Its first hex; ``+`` and a number if it arrives later.
        lost: The share of games in which it was destroyed.
        figures: The average number of figures lost.
        turn: The median turn in which it was destroyed; None if it never was.
        examples: Games in which it was destroyed.
    """

    side: Side
    unit: str
    lost: float
    figures: float
    turn: float | None
    examples: tuple[GameId, ...]


@dataclass(frozen=True, slots=True)
class ObjectiveControl:
    """How often each side held an objective.

    Attributes:
        name: Its hex.
        held: For each side, the share of games in which it held the objective at the end of each
            turn, among the games that lasted that long; turns that few games reached are left out.
        held_at_end: For each side, the share of games in which it held the objective at the end.
        first_turn: For each side that ever held it, the median turn in which it first held it.
        examples: For each side that ever held it, games in which it held it.
    """

    name: str
    held: Mapping[Side, tuple[float, ...]]
    held_at_end: Mapping[Side, float]
    first_turn: Mapping[Side, float]
    examples: Mapping[Side, tuple[GameId, ...]]


@dataclass(frozen=True, slots=True)
class CardUse:
    """The use of a card by a side.

    Attributes:
        side: The side.
        card: The key of the card.
        played: The average number of times it was played per game.
        idle: The share of these plays that ordered no unit.
        dead: The average number of turns per game that began with the card in hand but no unit for
            it to order; 0 for cards that are not bound to sections.
        swing: How much more the side's chance of winning grew in a turn with the card than in its
            average turn, as a share of games.
        low: The lower end of the 95% interval of the swing, for this card alone.
        high: The upper end.
        idle_examples: Games in which it ordered no unit.
    """

    side: Side
    card: str
    played: float
    idle: float
    dead: float
    swing: float
    low: float
    high: float
    idle_examples: tuple[GameId, ...]


@dataclass(frozen=True, slots=True)
class MedalPlaces:
    """The hexes where a side won its medals from one source.

    Attributes:
        side: The side.
        source: The source, as in :func:`m44core.rules.victory.game_end.medals_by_source`.
        average: The average number per game.
        hexes: The average number, keyed by hex, "" for medals without a hex.
        examples: For each hex, games in which medals were won there.
    """

    side: Side
    source: str
    average: float
    hexes: Mapping[str, float]
    examples: Mapping[str, tuple[GameId, ...]]


@dataclass(frozen=True, slots=True)
class DecisiveFactors:
    """The factors that decide a scenario.

    Attributes:
        games: The number of games with facts.
        factors: All events with enough games: first those whose interval excludes 0; each group is
            sorted by worth.
        first_move: How much more often the Allies win when they move first; None unless each side
            moves first in at least ten games.
        medals: The hexes where each side won its medals.
        units: The losses of each unit that lost figures in any game, by side, the most often lost
            first.
        objectives: The holders of each objective whose holder changed in any game.
        cards: The use of each card by each side, the most played first.
    """

    games: int
    factors: tuple[Factor, ...]
    first_move: WinEffect | None
    medals: tuple[MedalPlaces, ...]
    units: tuple[UnitLosses, ...]
    objectives: tuple[ObjectiveControl, ...]
    cards: tuple[CardUse, ...]

    @property
    def significant(self) -> tuple[Factor, ...]:
        """The factors whose interval excludes 0."""
        return tuple(factor for factor in self.factors if factor.worth.is_significant)


def decisive_factors(records: Sequence[GameRecord], values: Sequence[float]) -> DecisiveFactors:
    """Return the factors that decided some games of a scenario; games without facts are left out.

    Args:
        records: The games.
        values: The adjusted result of the Allies in each, as
            :func:`m44core.balance_lab.luck_adjustment.adjusted_results` returns them.
    """
    games = games_with_facts(records)
    factors = tuple(factor for kind in FactorKind for factor in _factors_of_kind(kind, games))
    ranked = sorted(
        factors, key=lambda each: (not each.worth.is_significant, -abs(each.worth.points))
    )
    return DecisiveFactors(
        len(games),
        tuple(ranked),
        first_move_advantage(records, values),
        tuple(_medal_places(games)),
        tuple(_unit_losses(games)),
        tuple(_objective_control(games)),
        tuple(_card_uses(games)),
    )


def first_move_advantage(
    records: Sequence[GameRecord], values: Sequence[float]
) -> WinEffect | None:
    """Return how much more often the Allies win when they move first, with a 95% interval.

    Returns:
        The effect; None unless each side moves first in at least ten games, because otherwise
        there are too few games to compare.
    """
    first = [record.first is Side.ALLIES for record in records]
    return effect_of_event(first, values)


def effect_of_event(
    happened: Sequence[bool], values: Sequence[float], tests: int = 1
) -> WinEffect | None:
    """Return how the results of games with an event differ from those without it.

    Args:
        happened: For each game, whether the event happened.
        values: The result of each game.
        tests: The number of events judged together; the 95% interval is widened for them.

    Returns:
        The effect with its interval (Welch); None with fewer than ten games with or without it.
    """
    with_it = [value for value, is_with in zip(values, happened, strict=True) if is_with]
    without = [value for value, is_with in zip(values, happened, strict=True) if not is_with]
    if min(len(with_it), len(without)) < MIN_GAMES:
        return None
    parts = [_variance_with_prior(group) / len(group) for group in (with_it, without)]
    error = sqrt(sum(parts))
    degrees_of_freedom = error**4 / sum(
        part**2 / (len(group) - 1) for part, group in zip(parts, (with_it, without), strict=True)
    )
    half_width = student_quantile(1 - _ERROR / tests / 2, degrees_of_freedom) * error
    mean_with, mean_without = fmean(with_it), fmean(without)
    points = mean_with - mean_without
    return WinEffect(
        points,
        points - half_width,
        points + half_width,
        min(1.0, max(0.0, mean_with)),
        min(1.0, max(0.0, mean_without)),
        len(with_it),
        len(values),
    )


def _variance_with_prior(values: Sequence[float]) -> float:
    """Return the variance, with a win and a loss added so that it is never 0."""
    mean = fmean((*values, 0.0, 1.0))
    return sum((value - mean) ** 2 for value in (*values, 0.0, 1.0)) / (len(values) + 1)


def student_quantile(probability: float, degrees_of_freedom: float) -> float:
    """Return a quantile of Student's t distribution, approximated by the Cornish-Fisher expansion.

    Args:
        probability: The probability below the quantile.
        degrees_of_freedom: The degrees of freedom.
    """
    z = NormalDist().inv_cdf(probability)
    first, second = (z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return (
        z
        + first / degrees_of_freedom
        + second / degrees_of_freedom**2
        + third / degrees_of_freedom**3
    )


def results_without_later_luck(games: Sequence[RecordedGame], turn: int) -> list[float]:
    """Return the Allied results minus the luck from a turn on.

    Unlike results minus all luck, their mean is unbiased among the games with any event that is
    known when the turn begins. How much luck to subtract is fitted to the other half of the games.
    If the luck of any game is unknown, none is subtracted.

    Args:
        games: The games.
        turn: The turn, from 1.
    """
    results = [game.record.allied_result for game in games]
    luck = []
    for game in games:
        total, before = luck_before(game, game.record.turns + 1), luck_before(game, turn)
        if total is None or before is None:
            return results
        luck.append(total - before)
    halves: tuple[list[tuple[float, float]], ...] = [], []
    for game, pair in zip(games, zip(luck, results, strict=True), strict=True):
        halves[game.record.number % 2].append(pair)
    slopes = [_luck_slope(half) for half in reversed(halves)]
    return [
        result - slopes[game.record.number % 2] * game_luck
        for game, result, game_luck in zip(games, results, luck, strict=True)
    ]


def _luck_slope(pairs: Sequence[tuple[float, float]]) -> float:
    """Return the slope of results on luck, shrunk towards 1 for few games; 0 without luck."""
    spread = sum(luck * luck for luck, _ in pairs)
    if not spread:
        return 0.0
    mean_result = fmean(result for _, result in pairs)
    slope = sum(luck * (result - mean_result) for luck, result in pairs) / spread
    share = len(pairs) / (len(pairs) + _GAMES_OF_PRIOR)
    return share * slope + 1 - share


_Event = tuple[Side, str]


def _factors_of_kind(kind: FactorKind, games: Sequence[RecordedGame]) -> Iterator[Factor]:
    """Yield the factors of a kind that have enough games both with and without their event."""
    if not games:
        return
    turn = _last_counted_turn(kind, games)
    results = results_without_later_luck(games, turn + 1)
    happened = [frozenset(_EVENTS[kind](game, turn)) for game in games]
    counts = Counter(event for events in happened for event in events)
    comparable_counts = range(MIN_GAMES, len(games) - MIN_GAMES + 1)
    judged_events = sorted(event for event, count in counts.items() if count in comparable_counts)
    for event in judged_events:
        effect = effect_of_event(
            [event in events for events in happened], results, len(judged_events)
        )
        assert effect is not None, "there are enough games"
        with_it = (game for game, events in zip(games, happened, strict=True) if event in events)
        example_games = example_game_ids(with_it, float(effect.points > 0))
        yield Factor(kind, event[0], event[1], turn, effect, example_games)


def _last_counted_turn(kind: FactorKind, games: Sequence[RecordedGame]) -> int:
    """Return the turn up to which the events of a kind are counted; a multiple of two."""
    if kind is FactorKind.HAND:
        return 0
    return max(2, 2 * round(_EARLY_SHARE * median(game.record.turns for game in games) / 2))


def _opening_hand_cards(game: RecordedGame, _turn: int) -> Iterator[_Event]:
    for side, cards in game.facts["hands"].items():
        yield from ((Side(side), card) for card in cards)


def _cards_played(game: RecordedGame, turn: int) -> Iterator[_Event]:
    for number, cards in enumerate(game.facts["cards"][:turn]):
        yield from ((side_of_turn(game, number + 1), card) for card in cards)
    for number, card in game.facts["answers"]:
        if number <= turn:
            yield side_of_turn(game, number).enemy, card


def _units_lost(game: RecordedGame, turn: int) -> Iterator[_Event]:
    for side in Side:
        yield from ((side, unit) for unit in destroyed_units(game, side, turn))


def _objectives_held(game: RecordedGame, turn: int) -> Iterator[_Event]:
    for objective, side in objective_holders_at(game, turn).items():
        if side is not None:
            yield side, objective


_EVENTS: Mapping[FactorKind, Callable[[RecordedGame, int], Iterable[_Event]]] = {
    FactorKind.HAND: _opening_hand_cards,
    FactorKind.PLAYED: _cards_played,
    FactorKind.LOST: _units_lost,
    FactorKind.HELD: _objectives_held,
}


def side_of_turn(game: RecordedGame, turn: int) -> Side:
    """Return the side whose turn it is; the sides take turns."""
    first = Side(game.facts["begins"])
    return first if turn % 2 else first.enemy


def _medal_places(games: Sequence[RecordedGame]) -> Iterator[MedalPlaces]:
    for side in Side:
        places: dict[str, dict[str, list[tuple[RecordedGame, int]]]] = {}
        for game in games:
            for source, by_hex in game.facts["medals"][side.value].items():
                for hex_, medals in by_hex.items():
                    places.setdefault(source, {}).setdefault(hex_, []).append((game, medals))
        for source, hexes in places.items():
            totals = {hex_: sum(n for _, n in pairs) / len(games) for hex_, pairs in hexes.items()}
            ranked = dict(sorted(totals.items(), key=lambda each: -each[1]))
            examples_by_hex = {
                hex_: example_game_ids(game for game, _ in hexes[hex_]) for hex_ in ranked
            }
            yield MedalPlaces(side, source, sum(totals.values()), ranked, examples_by_hex)


def _unit_losses(games: Sequence[RecordedGame]) -> Iterator[UnitLosses]:
    for side in Side:
        figures: Counter[str] = Counter()
        lost_in: dict[str, list[tuple[RecordedGame, int]]] = {}
        for game in games:
            for _, unit, _, number, _ in losses_of(game, side):
                figures[unit] += number
            for unit, turn in destroyed_units(game, side).items():
                lost_in.setdefault(unit, []).append((game, turn))
        for unit in sorted(figures, key=lambda each: (-len(lost_in.get(each, ())), each)):
            lost_turns = lost_in.get(unit, [])
            yield UnitLosses(
                side,
                unit,
                len(lost_turns) / len(games),
                figures[unit] / len(games),
                median(turn for _, turn in lost_turns) if lost_turns else None,
                example_game_ids(game for game, _ in lost_turns),
            )


def _objective_control(games: Sequence[RecordedGame]) -> Iterator[ObjectiveControl]:
    names = sorted({name for game in games for name in game.facts["objectives"]})
    lengths = sorted((game.record.turns for game in games), reverse=True)
    turns = lengths[int(_SHOWN_TURNS * len(lengths))] if lengths else 0
    for name in names:
        captures: dict[Side, list[tuple[RecordedGame, int]]] = {side: [] for side in Side}
        for game in games:
            changes = game.facts["objectives"].get(name, [])
            for side in Side:
                if turns_taken := [turn for turn, holder in changes if holder == side.value]:
                    captures[side].append((game, turns_taken[0]))
        captures_by_holder = {
            side: side_captures for side, side_captures in captures.items() if side_captures
        }
        yield ObjectiveControl(
            name,
            {side: tuple(_held_shares_by_turn(games, name, side, turns)) for side in Side},
            {side: _held_share(games, name, side, None) for side in Side},
            {
                side: median(turn for _, turn in side_captures)
                for side, side_captures in captures_by_holder.items()
            },
            {
                side: example_game_ids(game for game, _ in side_captures)
                for side, side_captures in captures_by_holder.items()
            },
        )


def _held_shares_by_turn(
    games: Sequence[RecordedGame], name: str, side: Side, turns: int
) -> Iterator[float]:
    for turn in range(1, turns + 1):
        games_reaching_turn = [game for game in games if game.record.turns >= turn]
        yield _held_share(games_reaching_turn, name, side, turn)


def _held_share(games: Sequence[RecordedGame], name: str, side: Side, turn: int | None) -> float:
    """Return the share of games in which a side held an objective at the end of a turn.

    If *turn* is None, the end of the game counts; without games the share is 0.
    """
    games_held = (
        objective_holders_at(game, game.record.turns if turn is None else turn).get(name) is side
        for game in games
    )
    return sum(games_held) / len(games) if games else 0.0


@dataclass(slots=True)
class _CardPlays:
    """A side's plays of a card: the gain of each, and the games in which it ordered no unit."""

    gains: list[float]
    idle: list[RecordedGame]


def _card_uses(games: Sequence[RecordedGame]) -> Iterator[CardUse]:
    for side in Side:
        plays: dict[str, _CardPlays] = {}
        all_gains: list[float] = []
        dead_turns: Counter[str] = Counter()
        for game in games:
            dead_turns.update(game.facts["dead"][side.value])
            for turn, cards in enumerate(game.facts["cards"], start=1):
                if side_of_turn(game, turn) is side and cards:
                    gain = _chance_gain(game, turn, side)
                    all_gains.append(gain)
                    _record_plays(plays, cards, gain, game, game.facts["ordered"][turn - 1])
        average_gain = fmean(all_gains) if all_gains else 0.0
        for card in sorted(plays, key=lambda each: (-len(plays[each].gains), each)):
            yield _use_of_card(side, card, plays[card], average_gain, dead_turns[card], len(games))


def _record_plays(
    plays: dict[str, _CardPlays],
    cards: Sequence[str],
    gain: float,
    game: RecordedGame,
    units_ordered: int,
) -> None:
    for card in cards:
        card_plays = plays.setdefault(card, _CardPlays([], []))
        card_plays.gains.append(gain)
        if not units_ordered:
            card_plays.idle.append(game)


def _chance_gain(game: RecordedGame, turn: int, side: Side) -> float:
    """Return how much a side's estimated chance of winning grew in a turn, from -1 to 1."""
    chance = game.facts["chance"]
    before = (chance[turn - 1] + 0.5) / 100
    after = (chance[turn] + 0.5) / 100 if turn < len(chance) else game.record.allied_result
    return after - before if side is Side.ALLIES else before - after


def _use_of_card(
    side: Side, card: str, plays: _CardPlays, average_gain: float, dead_turns: int, games: int
) -> CardUse:
    number = len(plays.gains)
    swing = fmean(plays.gains) - average_gain
    half_width = student_quantile(1 - _ERROR / 2, max(1, number - 1)) * sqrt(
        _variance_with_prior(plays.gains) / number
    )
    return CardUse(
        side,
        card,
        number / games,
        len(plays.idle) / number,
        dead_turns / games,
        swing,
        swing - half_width,
        swing + half_width,
        example_game_ids(_distinct_games(plays.idle)),
    )


def _distinct_games(games: Iterable[RecordedGame]) -> Iterator[RecordedGame]:
    """Yield each game once."""
    seen_indexes: set[int] = set()
    for game in games:
        if game.index not in seen_indexes:
            seen_indexes.add(game.index)
            yield game


def factor_label(factor: Factor, field: Battlefield) -> Message:
    """Return a label for a factor, to be shown next to its worth.

    Args:
        factor: The factor.
        field: The battlefield of its scenario, for the names of units.
    """
    side, turn = factor.side, factor.turn
    match factor.kind:
        case FactorKind.HAND:
            card = title_of_card(factor.name)
            return message_by_side(
                side,
                message("The Axis has {card} in the opening hand", card=card),
                message("The Allies have {card} in the opening hand", card=card),
            )
        case FactorKind.PLAYED:
            card = title_of_card(factor.name)
            return message_by_side(
                side,
                message("The Axis plays {card} by turn {turn}", card=card, turn=turn),
                message("The Allies play {card} by turn {turn}", card=card, turn=turn),
            )
        case FactorKind.LOST:
            unit = unit_label(factor.name, field)
            return message("{unit} lost by turn {turn}", unit=unit, turn=turn)
        case FactorKind.HELD:
            hex_ = factor.name
            return message_by_side(
                side,
                message("The Axis holds {hex} after turn {turn}", hex=hex_, turn=turn),
                message("The Allies hold {hex} after turn {turn}", hex=hex_, turn=turn),
            )


def unit_label(unit: str, field: Battlefield) -> Value:
    """Return the name of a unit and the hex it starts on, if any; an unknown *unit* unchanged."""
    keys = unit_keys(field)
    if unit not in keys:
        return unit
    kind = field.units[keys.index(unit)].name
    return kind if unit.startswith("+") else message("{unit} from {hex}", unit=kind, hex=unit)

"""A verdict in plain words, the same in the editor and on the command line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from m44core.balance_lab.intervals import Interval
from m44core.balance_lab.record_games import failed_games_message
from m44core.balance_lab.verdict import Verdict
from m44core.catalogue.catalogue_types import Side
from m44core.messages import nouns
from m44core.messages.message import (
    Message,
    Number,
    Value,
    enumerated,
    label_with_text,
    message,
    message_in,
    one_decimal,
    percent,
    several,
)
from m44core.playtest.players.levels import Levels
from m44core.rules.analysis.engine_gaps import Gap
from m44core.rules.game.side_names import SIDES

EVEN_MARGIN = 0.05  # a share this close to a half is called about even

_LEVELS: Mapping[str, Message] = {
    "recruit": message_in("level", "recruit"),
    "sergeant": message_in("level", "sergeant"),
    "general": message_in("level", "general"),
}
_GAMES_BY_PLAYERS: Mapping[str, Callable[[Message], Message]] = {
    "recruit": lambda games: message("{games} between recruit-level computer players", games=games),
    "sergeant": lambda games: message(
        "{games} between sergeant-level computer players", games=games
    ),
    "general": lambda games: message("{games} between general-level computer players", games=games),
}


def favored_side(verdict: Verdict) -> Side | None:
    """Return the side that wins more often; None if the win rate is near 50% or not known yet."""
    if abs(verdict.allies.mean - 0.5) <= EVEN_MARGIN:
        return None
    return Side.ALLIES if verdict.allies.mean > 0.5 else Side.AXIS


def headline_side(allies: Interval) -> Side:
    """Return the side whose win rate a headline states: the Allies, unless the Axis is favored."""
    return Side.AXIS if allies.mean < 0.5 - EVEN_MARGIN else Side.ALLIES


def verdict_headline(verdict: Verdict) -> Message:
    """Return how often the favored side wins, with the interval: ``The Allies win 64% (59 to 69)``.

    Until the interval has the requested precision, the message begins with *So far*. Without games,
    it says that there are not enough.
    """
    if not verdict.allies.games:
        return message("Not enough games for a result yet")
    side = favored_side(verdict)
    share, low, high = verdict.allies.mean, verdict.allies.low, verdict.allies.high
    if side is Side.AXIS:
        share, low, high = 1 - share, 1 - high, 1 - low
    values = percent(share), _whole_percent(low), _whole_percent(high)
    return _HEADLINES[side, verdict.is_precise](*values)


_Headline = Callable[[Message, int, int], Message]
_HEADLINES: Mapping[tuple[Side | None, bool], _Headline] = {
    (Side.ALLIES, True): lambda share, low, high: message(
        "The Allies win {share} ({low} to {high})", share=share, low=low, high=high
    ),
    (Side.ALLIES, False): lambda share, low, high: message(
        "So far, the Allies win {share} ({low} to {high})", share=share, low=low, high=high
    ),
    (Side.AXIS, True): lambda share, low, high: message(
        "The Axis wins {share} ({low} to {high})", share=share, low=low, high=high
    ),
    (Side.AXIS, False): lambda share, low, high: message(
        "So far, the Axis wins {share} ({low} to {high})", share=share, low=low, high=high
    ),
    (None, True): lambda share, low, high: message(
        "About even: the Allies win {share} ({low} to {high})", share=share, low=low, high=high
    ),
    (None, False): lambda share, low, high: message(
        "So far about even: the Allies win {share} ({low} to {high})",
        share=share,
        low=low,
        high=high,
    ),
}


def precision_sentence(verdict: Verdict) -> Message:
    """Return how precise the win rate is, or about how many more games it needs."""
    allies, played = verdict.allies, len(verdict.records)
    if not allies.games:
        return message(
            "The first result appears after {games}.",
            games=nouns.games(verdict.first_result_games),
        )
    if verdict.is_precise:
        return message(
            "The true win rate is within ±{points} points of this estimate (95% confidence).",
            points=_percentage_points(min(verdict.precision, allies.half_width)),
        )
    points = _percentage_points(verdict.precision)
    missing_games = max(1, allies.planned - played)
    return message(
        "Narrowing this to ±{points} points will take about {games} more.",
        points=points,
        games=nouns.games(missing_games),
    )


def first_look_sentence(verdict: Verdict) -> Message:
    """Return the headline of a quick verdict by sergeants, shown while slower players play."""
    return message("First look, with sergeants: {result}.", result=verdict_headline(verdict))


def games_sentence(verdict: Verdict) -> Message:
    """Return the number of games, their players, and the effective number if luck is subtracted."""
    played = _games_between(nouns.games(len(verdict.records)), verdict.setup.levels)
    if not verdict.adjusted.is_luck_subtracted:
        return message("{games}.", games=played)
    return message(
        "{games}; with luck factored out, they are as precise as {worth} unadjusted games.",
        games=played,
        worth=verdict.effective_games,
    )


def wins_sentence(verdict: Verdict) -> Message:
    """Return how many of the games each side won, for a verdict without an interval yet."""
    winners = [record.winner for record in verdict.records]
    return message(
        "Games won so far: Axis {axis}, Allies {allies}.",
        axis=winners.count(Side.AXIS),
        allies=winners.count(Side.ALLIES),
    )


def length_sentence(verdict: Verdict) -> Message:
    """Return how long the games are; the verdict must have at least one."""
    turns = verdict.turns
    return message(
        "Game length: {median} turns, counting both players; half of the games last {low} to "
        "{high}.",
        median=round(turns.median),
        low=round(turns.lower_quartile),
        high=round(turns.upper_quartile),
    )


def medals_sentence(verdict: Verdict) -> Message:
    """Return a sentence with each side's mean medals per game; there must be a game."""
    axis, allies = medals_per_game(verdict)[Side.AXIS], medals_per_game(verdict)[Side.ALLIES]
    return message(
        "Medals per game: Axis {axis}, Allies {allies}.",
        axis=one_decimal(axis),
        allies=one_decimal(allies),
    )


def medals_per_game(verdict: Verdict) -> Mapping[Side, float]:
    """Return each side's mean number of medals at the end; the verdict has at least one game."""
    number = len(verdict.records)
    return {side: sum(game.medals[side] for game in verdict.records) / number for side in Side}


def undecided_sentences(verdict: Verdict) -> list[Message]:
    """Return sentences about draws and unfinished games; empty if there were none."""
    sentences = []
    if draws := verdict.draws.count:
        sentences.append(
            several(
                "{number} draw ({share}); it counts as half a win for each side.",
                "{number} draws ({share}); each counts as half a win for each side.",
                draws,
                share=percent(verdict.draws.rate),
            )
        )
    if unfinished := verdict.unfinished.count:
        sentences.append(
            several(
                "{number} game reached the turn limit ({share}); it counts as half a win for "
                "each side.",
                "{number} games reached the turn limit ({share}); each counts as half a win for "
                "each side.",
                unfinished,
                share=percent(verdict.unfinished.rate),
            )
        )
    return sentences


def failed_games_sentence(verdict: Verdict) -> Message | None:
    """Return the number of failed games, and why the first one failed; None if there are none."""
    return failed_games_message(verdict.failed_games) if verdict.failed_games else None


def unplayed_rule_sentences(gaps: Iterable[Gap]) -> list[Message]:
    """Return a sentence for each rule that the games do not simulate, without duplicates."""
    return list(dict.fromkeys(gap.sentence for gap in gaps))


def human_play_reminder() -> Message:
    """Return the reminder that games between people may go differently."""
    return message(
        "These games were between computer players. Human players may see different results."
    )


def verdict_sentences(verdict: Verdict, people: Sequence[Message] = ()) -> list[Message]:
    """Return everything about a verdict except its headline and the rules that are not played.

    Args:
        verdict: The verdict.
        people: Sentences about games between people; if empty, a reminder that people may play
            differently is used.
    """
    is_without_result = verdict.records and not verdict.allies.games
    sentences: list[Message] = [
        precision_sentence(verdict),
        games_sentence(verdict),
        *([wins_sentence(verdict)] if is_without_result else ()),
        *(people or [human_play_reminder()]),
    ]
    if verdict.records:
        sentences += [
            length_sentence(verdict),
            medals_sentence(verdict),
            *undecided_sentences(verdict),
        ]
    failed_sentence = failed_games_sentence(verdict)
    return [*sentences, *([failed_sentence] if failed_sentence else ())]


def level_name(level: str) -> Value:
    """Return the name of a level of the computer players."""
    return _LEVELS.get(level, level)


def _games_between(number: Message, levels: Levels) -> Message:
    if levels.axis == levels.allies and levels.axis in _GAMES_BY_PLAYERS:
        return _GAMES_BY_PLAYERS[levels.axis](number)
    players: Sequence[Message] = [
        label_with_text(SIDES[Side.AXIS], level_name(levels.axis)),
        label_with_text(SIDES[Side.ALLIES], level_name(levels.allies)),
    ]
    return message("{games} ({players})", games=number, players=enumerated(players))


def _whole_percent(share: float) -> int:
    return round(100 * share)


def _percentage_points(precision: float) -> Value:
    return _one_decimal(100 * precision)


def _one_decimal(number: float) -> Number:
    """Return a number with one decimal place, or without it for a whole number."""
    return Number(number, 0 if number == int(number) else 1)

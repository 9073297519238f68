"""A comparison of two scenarios in plain words, the same in the editor and on the command line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import ceil

from m44core.balance_lab.changed_play import (
    ChangedPlay,
    PlayChange,
    PlayStatisticKind,
    changed_play,
)
from m44core.balance_lab.comparison import (
    FALSE_DIFFERENCE,
    MISSED_DIFFERENCE,
    Comparison,
    Outcome,
)
from m44core.balance_lab.record_games import failed_games_message
from m44core.balance_lab.verdict_words import human_play_reminder
from m44core.messages.message import (
    Message,
    Value,
    message,
    one_decimal,
    percent,
    several,
    signed_number,
    signed_points,
)
from m44core.rules.game.side_names import SIDES

_MAX_SHOWN_CHANGES = 8  # changes in play


def comparison_headline(comparison: Comparison, first: Value, second: Value) -> Message:
    """Return whether the Allies win the second scenario more often than the first.

    Args:
        comparison: The comparison.
        first: The name of the first scenario, such as its file name.
        second: The name of the second scenario.
    """
    difference, names = comparison.difference, {"first": first, "second": second}
    if comparison.has_identical_play:
        return message("{first} and {second} play identically.", **names)
    if not difference.pairs:
        return message("Not enough games for a result yet")
    low, high = sorted(
        (abs(_percentage_points(difference.low)), abs(_percentage_points(difference.high)))
    )
    values = {**names, "points": abs(_percentage_points(difference.mean)), "low": low, "high": high}
    match comparison.outcome:
        case Outcome.MORE:
            return message(
                "The Allies win {second} {points} points more often than {first} ({low} to "
                "{high}).",
                **values,
            )
        case Outcome.LESS:
            return message(
                "The Allies win {second} {points} points less often than {first} ({low} to "
                "{high}).",
                **values,
            )
        case Outcome.SAME:
            return message(
                "No difference between {first} and {second} was found; if there is one, it is at "
                "most {points} points.",
                **{**values, "points": ceil(100 * max(abs(difference.low), abs(difference.high)))},
            )
    return message(
        "No clear result yet: the Allied win rate in {second} differs from that in {first} by "
        "{low} to {high} points.",
        **{**values, "low": signed_points(difference.low), "high": signed_points(difference.high)},
    )


def comparison_lines(
    comparison: Comparison, first: Value, second: Value, most: int = _MAX_SHOWN_CHANGES
) -> list[Message]:
    """Return everything about a comparison as sentences, the headline first.

    Args:
        comparison: The comparison.
        first: The name of the first scenario, such as its file name.
        second: The name of the second scenario.
        most: The maximum number of differences in play to list.
    """
    lines = [comparison_headline(comparison, first, second)]
    if comparison.has_identical_play:
        return lines
    if comparison.difference.pairs:
        for name, share in zip((first, second), comparison.shares, strict=True):
            lines.append(
                message(
                    "{name}: the Allies win {share} ({low} to {high}).",
                    name=name,
                    share=percent(share.mean),
                    low=round(100 * share.low),
                    high=round(100 * share.high),
                )
            )
    lines += comparison_notes(comparison)
    play = comparison_play_lines(comparison, most)
    if len(play) > 1:  # not only that there is no difference
        lines.append(message("In {second}, compared with {first}:", first=first, second=second))
    return [*lines, *play, human_play_reminder()]


def comparison_play_lines(comparison: Comparison, most: int = _MAX_SHOWN_CHANGES) -> list[Message]:
    """Return the sentences of :func:`changed_play_lines` about the games of a comparison."""
    if not comparison.pairs:
        return []
    records, values = comparison.records, comparison.values
    play = changed_play(records[0], values[0], records[1], values[1], comparison.units)
    return changed_play_lines(play, most)


def comparison_notes(comparison: Comparison) -> list[Message]:
    """Return the numbers of games played and failed, and the error rates."""
    notes = [_games_played_note(comparison), _error_rates_note(comparison)]
    if failed_games := comparison.failed_games:
        notes.append(failed_games_message(failed_games))
    return notes


def _games_played_note(comparison: Comparison) -> Message:
    return several(
        "{number} pair of games was played. The games of a pair begin with the same cards if "
        "possible.",
        "{number} pairs of games were played. The games of a pair begin with the same cards if "
        "possible.",
        comparison.pairs,
    )


def _error_rates_note(comparison: Comparison) -> Message:
    return message(
        "If the scenarios are equal, at most {false} of comparisons report a difference by "
        "mistake. A real difference of {points} points is missed in at most {missed}.",
        false=percent(FALSE_DIFFERENCE),
        points=_percentage_points(comparison.tolerance),
        missed=percent(MISSED_DIFFERENCE),
    )


def changed_play_lines(play: ChangedPlay, most: int = _MAX_SHOWN_CHANGES) -> list[Message]:
    """Return sentences about the significant differences in play, most significant first.

    If none is significant, a single sentence says so. The list is empty if nothing could be
    compared.

    Args:
        play: The differences in play.
        most: The maximum number of differences to list.
    """
    if not play.changes:
        return []
    if not play.significant:
        return [message("No unit, objective or hex shows a statistically significant difference.")]
    lines = [_LINES[change.kind](change) for change in play.significant[:most]]
    note = several(
        "{number} possible difference was tested.",
        "{number} possible differences were tested; the intervals are widened to allow for that.",
        len(play.changes),
    )
    return [*lines, note]


def _share_values(change: PlayChange) -> dict[str, Value]:
    return {
        "hex": change.name,
        "side": SIDES[change.side],
        "after": percent(change.after),
        "before": percent(change.before),
        "low": signed_points(max(change.low, -1.0)),  # a share cannot change by more
        "high": signed_points(min(change.high, 1.0)),
    }


def _worth_values(change: PlayChange) -> dict[str, Value]:
    points = {
        "after": signed_points(change.after),
        "before": signed_points(change.before),
    }
    return {**_share_values(change), **points}


def _count_values(change: PlayChange) -> dict[str, Value]:
    counts: dict[str, Value] = {
        "after": one_decimal(change.after),
        "before": one_decimal(change.before),
        "low": signed_number(change.low, 1),
        "high": signed_number(change.high, 1),
    }
    return {**_share_values(change), **counts}


_LINES: Mapping[PlayStatisticKind, Callable[[PlayChange], Message]] = {
    PlayStatisticKind.UNIT_LOST: lambda change: message(
        "Unit on {hex} ({side}): eliminated in {after} of games instead of {before} (difference "
        "{low} to {high} points).",
        **_share_values(change),
    ),
    PlayStatisticKind.OBJECTIVE_HELD: lambda change: message(
        "Objective {hex} ({side}): held at the end of {after} of games instead of {before} "
        "(difference {low} to {high} points).",
        **_share_values(change),
    ),
    PlayStatisticKind.UNIT_WORTH: lambda change: message(
        "Unit on {hex} ({side}): losing it early changes the Allied win rate by {after} "
        "points instead of {before} (difference {low} to {high} points).",
        **_worth_values(change),
    ),
    PlayStatisticKind.OBJECTIVE_WORTH: lambda change: message(
        "Objective {hex} ({side}): holding it at the halfway point changes the Allied win "
        "rate by {after} points instead of {before} (difference {low} to {high} points).",
        **_worth_values(change),
    ),
    PlayStatisticKind.HEX_LOSSES: lambda change: message(
        "Hex {hex} ({side}): {after} figures lost per game instead of {before} (difference {low} "
        "to {high}).",
        **_count_values(change),
    ),
    PlayStatisticKind.HEX_ATTACKS: lambda change: message(
        "Hex {hex} ({side}): {after} attacks per game instead of {before} (difference {low} to "
        "{high}).",
        **_count_values(change),
    ),
}


def _percentage_points(share: float) -> int:
    return round(100 * share)

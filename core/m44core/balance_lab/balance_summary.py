"""The balance of a scenario in one line: ``Allies 58% (54 to 62), 14 turns, general AI``."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from m44core.balance_lab import verdict_words
from m44core.balance_lab.results_file import StoredResults
from m44core.catalogue.catalogue_types import Side
from m44core.messages import nouns
from m44core.messages.message import Message, Value, enumerated, label_with_text, message, percent
from m44core.rules.game.side_names import SIDES

_SummaryBuilder = Callable[[Mapping[str, Value]], Message]
_BY_LEVEL: Mapping[str, _SummaryBuilder] = {
    "recruit": lambda values: message(
        "Allies {share} ({low} to {high}), {turns}, recruit AI", **values
    ),
    "sergeant": lambda values: message(
        "Allies {share} ({low} to {high}), {turns}, sergeant AI", **values
    ),
    "general": lambda values: message(
        "Allies {share} ({low} to {high}), {turns}, general AI", **values
    ),
}


def balance_summary(results: StoredResults) -> Message:
    """Return the Allied win rate, the length of the games, and who played them."""
    levels = results.levels
    values: dict[str, Value] = {
        "share": percent(results.share),
        "low": round(100 * results.low),
        "high": round(100 * results.high),
        "turns": nouns.turns(round(results.turns)),
    }
    if levels.axis == levels.allies and levels.axis in _BY_LEVEL:
        return _BY_LEVEL[levels.axis](values)
    players = enumerated(
        label_with_text(SIDES[side], verdict_words.level_name(levels.of(side))) for side in Side
    )
    return message(
        "Allies {share} ({low} to {high}), {turns} ({players})", **values, players=players
    )

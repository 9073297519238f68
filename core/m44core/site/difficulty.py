"""How difficult a scenario is to learn, and how long it takes to play: as stated, or estimated."""

from __future__ import annotations

from collections.abc import Mapping

from m44core.board import BoardType
from m44core.messages.message import Message, message, message_in
from m44core.model.scenario import Scenario
from m44core.site.site_settings import DIFFICULTIES

DIFFICULTY_FACET = "difficulty"
TIME_FACET = "minutes"
DIFFICULTY_VALUES: Mapping[str, Message] = {
    "beginner": message_in("difficulty", "Beginner"),
    "intermediate": message_in("difficulty", "Intermediate"),
    "advanced": message_in("difficulty", "Advanced"),
}
"""The label of each difficulty, the easiest first."""
assert tuple(DIFFICULTY_VALUES) == DIFFICULTIES
_TIME_LIMITS = (30, 45, 60, 90)  # minutes: the most of each value but the last
TIME_VALUES = tuple(map(str, (*_TIME_LIMITS, _TIME_LIMITS[-1] + 1)))
"""The values of the playing time facet, in order."""

_MAX_ENTRIES = {"beginner": 6, "intermediate": 11}
"""The maximum number of reference lines of a difficulty; each covers a third of the corpus."""
_MINUTES_OF_TURN = {BoardType.STANDARD: 3, BoardType.BREAKTHROUGH: 4, BoardType.OVERLORD: 6}
_FEWEST_TURNS, _TURNS_OF_MEDAL = 8, 1.6  # of both players, and more for each medal to win
_USUAL_MEDALS = 5
_HOUR, _FINE_STEP, _STEP = 60, 5, 15  # minutes: to 5 up to an hour, then to a quarter of an hour


def estimated_difficulty(scenario: Scenario, entries: int) -> str:
    """Return the difficulty, estimated from the amount to read before a game.

    Args:
        scenario: The scenario. An Overlord game is never rated for beginners.
        entries: The number of pieces and rules in its reference.
    """
    can_be_easiest = scenario.board.type is not BoardType.OVERLORD
    fitting_difficulties = (
        name for name, max_entries in _MAX_ENTRIES.items() if entries <= max_entries
    )
    difficulty = next(fitting_difficulties, DIFFICULTIES[-1])
    return difficulty if can_be_easiest or difficulty != DIFFICULTIES[0] else DIFFICULTIES[1]


def estimated_minutes(scenario: Scenario, turns: float | None) -> int:
    """Return the estimated playing time, in minutes.

    Args:
        scenario: The scenario.
        turns: The number of turns of both players; None to estimate it from the medals to win.
    """
    players = scenario.briefing.top, scenario.briefing.bottom
    medals = min((p.medals for p in players if p.medals), default=_USUAL_MEDALS)
    minutes = (turns or _FEWEST_TURNS + medals * _TURNS_OF_MEDAL) * _MINUTES_OF_TURN[
        scenario.board.type
    ]
    step = _FINE_STEP if minutes <= _HOUR else _STEP
    return max(step, min(round(minutes / step) * step, 12 * _HOUR))


def playing_time_in_words(minutes: int, *, is_estimate: bool) -> Message:
    """Return a playing time: *About 45 min*."""
    if is_estimate:
        return message("About {minutes} min", minutes=minutes)
    return message("{minutes} min", minutes=minutes)


def playing_time_value(minutes: int) -> str:
    """Return the value of the playing time facet."""
    limit = next((each for each in _TIME_LIMITS if minutes <= each), _TIME_LIMITS[-1] + 1)
    return str(limit)


def playing_time_label(value: str) -> Message:
    """Return the label of a value of the playing time facet."""
    index = TIME_VALUES.index(value)
    if index == 0:
        return message("Up to {minutes} min", minutes=value)
    if index == len(_TIME_LIMITS):
        return message("More than {minutes} min", minutes=_TIME_LIMITS[-1])
    return message("{low} to {high} min", low=_TIME_LIMITS[index - 1] + 1, high=value)

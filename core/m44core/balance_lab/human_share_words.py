"""Human results and estimates in plain words, for the verdict on a scenario."""

from __future__ import annotations

from pathlib import Path

from m44core.balance_lab.human_share import (
    calibration_sentence,
    human_share,
    human_share_models,
    human_share_sentence,
    reliability_warnings,
    unreliability_sentence,
    user_models_problem,
)
from m44core.balance_lab.intervals import Interval
from m44core.balance_lab.logged_games import (
    games_sentence,
    summary_of_logged_games,
    unread_entries_sentence,
)
from m44core.messages.message import Message
from m44core.model.scenario import Scenario
from m44core.playtest.players.levels import Levels


def human_estimate_sentences(
    simulated: Interval, levels: Levels, scenario: Scenario
) -> list[Message]:
    """Return the estimated human win rate, its accuracy, and why it may be wrong.

    Args:
        simulated: The Allied win rate in simulated games.
        levels: The level of each side.
        scenario: The scenario.

    Returns:
        The sentences; empty if there is no model for the players.
    """
    share = human_share(simulated, levels)
    if share is None:
        return []
    sentences = [human_share_sentence(share)]
    if doubts := reliability_warnings(scenario, share):
        sentences.append(unreliability_sentence(doubts))
    sentences.append(calibration_sentence(human_share_models()[levels.allies]))
    if problem := user_models_problem():
        sentences.append(problem)
    return sentences


def logged_games_sentences(path: Path | None, board: str = "") -> list[Message]:
    """Return how the games logged next to a scenario file ended, and what could not be read.

    Args:
        path: The scenario file; None if it has none.
        board: The fingerprint of the battlefield, as in a verdict's setup; "" if unknown.

    Returns:
        The sentences; empty if there is nothing to report.
    """
    if path is None:
        return []
    summary = summary_of_logged_games(path, board)
    sentences = [games_sentence(summary)] if summary.games else []
    return [*sentences, *([unread_entries_sentence(summary.problems)] if summary.problems else ())]

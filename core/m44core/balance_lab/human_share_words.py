"""Human results and estimates in plain words, for the verdict on a scenario."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from m44core.balance_lab.human_share import (
    HumanShare,
    calibration_sentence,
    human_share,
    human_share_models,
    human_share_sentence,
    reliability_warnings,
    share_with_games,
    share_with_games_sentence,
    unreliability_sentence,
    user_models_problem,
)
from m44core.balance_lab.intervals import Interval
from m44core.balance_lab.logged_games import (
    GamesSummary,
    games_sentence,
    summary_of_logged_games,
    unread_entries_sentence,
)
from m44core.balance_lab.verdict import Verdict
from m44core.balance_lab.verdict_words import headline_side
from m44core.messages.message import Message
from m44core.model.scenario import Scenario
from m44core.playtest.players.levels import Levels


def people_sentences(
    verdict: Verdict, scenario: Scenario, path: Path | None, *, with_source: bool = True
) -> list[Message]:
    """Return the estimated human win rate, the results of logged games, and what both say together.

    Args:
        verdict: The verdict from simulated games.
        scenario: The scenario.
        path: Its file, next to which games are logged; None if there is none.
        with_source: Whether to state what the estimate is based on.

    Returns:
        The sentences; empty if there is nothing to report.
    """
    levels, board = verdict.setup.levels, verdict.setup.fingerprint
    estimate = human_estimate_sentences(verdict.allies, levels, scenario, with_source=with_source)
    if path is None:
        return estimate
    games = summary_of_logged_games(path, board)
    share = human_share(verdict.allies, levels)
    combined = share_with_games_sentences(share, games, verdict.allies)
    return [*estimate, *_logged_games_lines(games, combined)]


def share_with_games_sentences(
    share: HumanShare | None, games: GamesSummary | None, simulated: Interval
) -> list[Message]:
    """Return the human win rate given both simulated and logged games; empty without either."""
    if share is None or games is None or not games.current_games:
        return []
    combined = share_with_games(share, games.current_wins, games.current_games)
    return [share_with_games_sentence(combined, headline_side(simulated))]


def human_estimate_sentences(
    simulated: Interval, levels: Levels, scenario: Scenario, *, with_source: bool = True
) -> list[Message]:
    """Return the estimated human win rate, its accuracy, and why it may be wrong.

    Args:
        simulated: The Allied win rate in simulated games.
        levels: The level of each side.
        scenario: The scenario.
        with_source: Whether to state what the estimate is based on.

    Returns:
        The sentences; empty if there is no model for the players.
    """
    share = human_share(simulated, levels)
    if share is None:
        return []
    sentences = [human_share_sentence(share, headline_side(simulated))]
    if doubts := reliability_warnings(scenario, share):
        sentences.append(unreliability_sentence(doubts))
    if with_source:
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
    return _logged_games_lines(summary_of_logged_games(path, board)) if path else []


def _logged_games_lines(
    summary: GamesSummary, conclusions: Sequence[Message] = ()
) -> list[Message]:
    """Return the results of logged games, what follows from them, and what could not be read."""
    sentences = [games_sentence(summary), *conclusions] if summary.games else []
    return [*sentences, *([unread_entries_sentence(summary.problems)] if summary.problems else ())]

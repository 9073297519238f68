"""The balance of a scenario on its page and its card, read from files next to the scenario."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from m44core.balance_lab.balance_summary import balance_summary
from m44core.balance_lab.logged_games import (
    GamesSummary,
    games_label,
    read_games,
    summary_of_games,
)
from m44core.balance_lab.results_file import StoredResults, read_results, results_path
from m44core.balance_lab.verdict_words import EVEN_MARGIN
from m44core.errors import M44Error
from m44core.faults import FaultError, boundary, error_reason
from m44core.messages import nouns
from m44core.messages.message import Message, Renderer, Value, label_with_text, message, message_in
from m44core.model.scenario import Scenario
from m44core.rules.game.fingerprint import fingerprint_of
from m44core.rules.play.game_setup import new_game
from m44core.site.site_files import BalanceEntry
from m44core.site.sources import PageSource

BALANCE_FACET = "balance"
"""The facet for who wins more often."""
TURNS_FACET = "turns"
"""The facet for the number of turns of both players."""
_CLEAR = 0.15  # a share this far from a half is called clear
_LENGTH_LIMITS = (10, 14, 18)  # turns: the most of each value but the last

BALANCE_VALUES: dict[str, Message] = {
    "even": message_in("balance", "About even"),
    "allies": message_in("balance", "Allies favored"),
    "allies-clear": message_in("balance", "Allies clearly favored"),
    "axis": message_in("balance", "Axis favored"),
    "axis-clear": message_in("balance", "Axis clearly favored"),
}
"""The values of the balance facet, in order."""
TURNS_VALUES = tuple(map(str, (*_LENGTH_LIMITS, _LENGTH_LIMITS[-1] + 1)))
"""The values of the turns facet, in order."""


class BalanceProblem(NamedTuple):
    """A problem with a results or games file, and whether the program itself failed."""

    why: Value
    failed: bool = False


NO_BALANCE = BalanceEntry(said="", people="", note="", share=None, low=0.0, high=1.0, turns=None)
"""The entry of a scenario without results."""


def balance_entry(
    source: PageSource, scenario: Scenario, renderer: Renderer
) -> tuple[BalanceEntry, list[BalanceProblem]]:
    """Return the balance of a scenario, and the problems with its source files."""
    path = Path(source.path)
    problems: list[BalanceProblem] = []
    try:
        with boundary(results_path(path)):
            results = read_results(path)
            games = read_games(path)
            if results is None and not games.games:
                return NO_BALANCE, [BalanceProblem(each) for each in games.problems]
            board = fingerprint_of(new_game(scenario).field)
    except M44Error as error:
        return NO_BALANCE, [BalanceProblem(error_reason(error), isinstance(error, FaultError))]
    problems += [BalanceProblem(each) for each in games.problems]
    if results and results.fingerprint != board and results.title != scenario.title:
        problems.append(BalanceProblem(_foreign_results_message(results, path)))
        results = None
    logged_games = summary_of_games(games.games, board) if games.games else None
    return _entry_from_results(results, logged_games, board, renderer), problems


def _foreign_results_message(results: StoredResults, path: Path) -> Message:
    text = message("it has the results of another scenario, {title}", title=results.title)
    return label_with_text(results_path(path).name, text)


def _entry_from_results(
    results: StoredResults | None, logged_games: GamesSummary | None, board: str, renderer: Renderer
) -> BalanceEntry:
    if logged_games is None and results is not None:
        logged_games = results.logged
    people = renderer.sentence(games_label(logged_games)) if logged_games else ""
    if results is None:
        return {**NO_BALANCE, "people": people}
    is_current = results.fingerprint == board
    return {
        "said": renderer.sentence(balance_summary(results)),
        "people": people,
        "note": "" if is_current else renderer.sentence(_EARLIER_VERSION),
        "share": results.share if is_current else None,
        "low": results.low,
        "high": results.high,
        "turns": results.turns if is_current else None,
    }


_EARLIER_VERSION = message("measured on an earlier version of the map")


def balance_value(entry: BalanceEntry) -> str:
    """Return the value of the balance facet; "" if the balance is unknown."""
    share = entry["share"]
    if share is None:
        return ""
    if abs(share - 0.5) <= EVEN_MARGIN:
        return "even"
    side = "allies" if share > 0.5 else "axis"
    return f"{side}-clear" if abs(share - 0.5) > _CLEAR else side


def turns_value(entry: BalanceEntry) -> str:
    """Return the value of the turns facet; "" if the length of the games is unknown."""
    turns = entry["turns"]
    if turns is None:
        return ""
    return str(next((limit for limit in _LENGTH_LIMITS if turns <= limit), _LENGTH_LIMITS[-1] + 1))


def turns_label(value: str) -> Message:
    """Return the label of a value of the turns facet other than ""."""
    index = TURNS_VALUES.index(value)
    if index == 0:
        return message("Up to {turns}", turns=nouns.turns(int(value)))
    if index == len(_LENGTH_LIMITS):
        return message("{turns} or more", turns=nouns.turns(int(value)))
    return message("{low} to {high} turns", low=_LENGTH_LIMITS[index - 1] + 1, high=int(value))

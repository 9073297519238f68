"""The results of a few fast games, played once for all tests."""

from __future__ import annotations

from functools import cache

from m44core.balance_lab.balance_results import BalanceResults, balance_results
from m44core.balance_lab.logged_games import LoggedGame, summary_of_games
from m44core.balance_lab.results_database import ResultsDatabase
from m44core.balance_lab.verdict import VerdictRun
from m44core.catalogue.catalogue_types import Side
from m44core.io.files.file_reader import read_file
from m44core.playtest.games.simulation import SimulationPlan
from m44core.playtest.players.levels import Levels
from m44core.resources import scenarios_folder

SCENARIO = scenarios_folder() / "pegasus-bridge.yaml"
LOGGED = (
    LoggedGame("g1", Side.ALLIES, board="2:another"),
    LoggedGame("g2", Side.ALLIES),
    LoggedGame("g3", Side.AXIS),
)


@cache
def played_results(games: int = 40) -> BalanceResults:
    """Return the results of at most *games* games between recruits, plus three human games."""
    scenario = read_file(SCENARIO).scenario
    assert scenario
    plan = SimulationPlan(scenario, range(0), Levels("recruit", "recruit"))
    with ResultsDatabase() as database:
        run = VerdictRun(plan, database, 0.15, most_games=games)
        for _ in run.play():
            pass
        games_summary = summary_of_games(LOGGED, run.verdict.setup.fingerprint)
        return balance_results(plan, run.verdict, games_summary)


@cache
def results_without_games() -> BalanceResults:
    """Return results that have no games."""
    plan = played_results().plan
    with ResultsDatabase() as database:
        return balance_results(plan, VerdictRun(plan, database).verdict)

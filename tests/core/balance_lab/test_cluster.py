"""A cluster plays the same games as this machine, whatever its workers and scheduler do.

The scheduler and the workers are real processes on this machine.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path

import pytest
from tests.core.balance_lab.dask_processes import TIMEOUT, DaskProcesses, kill_all, wait_until
from tests.core.catalogue.packs.contradicting_packs import write_packs

import m44core
from m44core.balance_lab.cluster import error_with_saved_games, job_size, open_cluster
from m44core.balance_lab.game_record import GameRecord
from m44core.balance_lab.record_games import Played, record_games
from m44core.balance_lab.results_database import ResultsDatabase
from m44core.balance_lab.verdict import VerdictRun
from m44core.balance_lab.worker_check import WorkerResidual
from m44core.io.files.file_reader import read_file
from m44core.playtest.games.simulation import SimulationPlan
from m44core.work.dask_client import ClusterError

pytest.importorskip("distributed", reason="the extra cluster is not installed")
pytestmark = pytest.mark.skipif(os.name != "posix", reason="workers are stopped by signals")

PAGE = Path(__file__).parents[3] / "docs" / "cluster.md"
GOOD_WORKERS = ("laptop", "desktop")
BAD_WORKERS = ("dies", "stops", "miscalculates", "fails")
GAMES = range(1, 33)
JOB_SECONDS = 0.06  # seconds a job takes: one or two games


@dataclass
class ClusterOutcome:
    """The results of playing games on good and bad workers together.

    Attributes:
        no_workers_error: The error message while there were no workers.
        games: The games of the plan.
        games_with_pack: The games of a plan whose scenario uses a pack.
        notices: The notices about workers, keyed by the name of the worker.
        residuals: The mean result of each worker, compared with that of the other workers.
        workers: The processes of the workers, keyed by name.
    """

    no_workers_error: str
    games: list[Played]
    games_with_pack: list[Played]
    notices: dict[str, str]
    residuals: list[WorkerResidual]
    workers: dict[str, subprocess.Popen[bytes]]


@pytest.fixture(scope="module")
def plan(sergeant_plan: SimulationPlan) -> SimulationPlan:
    return replace(sergeant_plan, numbers=GAMES)


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a scenario and the pack that it uses."""
    return write_packs(tmp_path_factory.mktemp("packs"))[0].parent


@pytest.fixture(scope="module")
def plan_with_pack(pack: Path, plan: SimulationPlan) -> SimulationPlan:
    (file,) = (path for path in pack.iterdir() if path.suffix in (".yaml", ".m44"))
    scenario = read_file(file).scenario
    assert scenario
    return replace(plan, scenario=scenario, numbers=range(1, 9))


@pytest.fixture(scope="module")
def outcome(
    plan: SimulationPlan,
    plan_with_pack: SimulationPlan,
    pack: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[ClusterOutcome]:
    """The results of games that good workers and some misbehaving ones played together."""
    folder = tmp_path_factory.mktemp("dask")
    with DaskProcesses(folder) as dask:
        with pytest.raises(ClusterError) as without_workers:
            open_cluster(dask.address, patience=0.1)
        workers = {name: dask.start_worker(name) for name in GOOD_WORKERS}
        workers |= {name: dask.start_worker(name, name) for name in BAD_WORKERS}
        workers["old"] = dask.start_worker(
            "old", core=copy_program_with_other_rules(folder / "old")
        )
        with open_cluster(dask.address, JOB_SECONDS) as cluster:
            wait_until(lambda: cluster.workers == len(GOOD_WORKERS + BAD_WORKERS))
            wait_until(lambda: cluster._dask.notices)
            games = list(record_games(plan, executor=cluster))
            shutil.rmtree(pack)
            games_with_pack = list(record_games(plan_with_pack, executor=cluster))
            texts = [str(notice) for notice in cluster.notices()]
        notices = {notice.split()[1]: notice for notice in texts}
        no_workers_error = str(without_workers.value)
        yield ClusterOutcome(
            no_workers_error, games, games_with_pack, notices, cluster.residuals(), workers
        )


def copy_program_with_other_rules(folder: Path) -> Path:
    """Write to *folder* a copy of the program with different rules, and return the folder."""
    program, core = folder / "m44core", Path(m44core.__file__).parent
    program.mkdir(parents=True)
    for part in core.iterdir():
        if part.name != "rules":
            (program / part.name).symlink_to(part)
    shutil.copytree(core / "rules", program / "rules")
    with (program / "rules" / "__init__.py").open("a") as file:
        file.write("# changed\n")
    return folder


def test_a_cluster_plays_the_same_games_as_this_process(
    plan: SimulationPlan, outcome: ClusterOutcome
) -> None:
    assert outcome.games == list(record_games(plan))


def test_packs_are_sent_to_workers_with_the_plan(
    plan_with_pack: SimulationPlan, outcome: ClusterOutcome
) -> None:
    assert outcome.games_with_pack == list(record_games(plan_with_pack))
    assert all(isinstance(game, GameRecord) for game in outcome.games_with_pack)


def test_a_worker_died_during_a_game(outcome: ClusterOutcome) -> None:
    assert outcome.workers["dies"].wait(TIMEOUT) == -signal.SIGKILL


def test_other_workers_finish_the_games_of_a_hung_worker(outcome: ClusterOutcome) -> None:
    process = outcome.workers["stops"].pid
    assert os.waitid(os.P_PID, process, os.WSTOPPED | os.WNOHANG | os.WNOWAIT)


def test_a_worker_with_another_version_is_refused_and_named(outcome: ClusterOutcome) -> None:
    notice = outcome.notices["old"]
    assert notice.startswith("worker old (tcp://127.0.0.1:")
    assert f") is not used: it has version {m44core.__version__}-" in notice


def test_a_worker_that_miscalculates_is_refused_and_named(outcome: ClusterOutcome) -> None:
    notice = outcome.notices["miscalculates"]
    assert ") is not used: replaying game " in notice
    assert " here gives a different result" in notice


def test_only_workers_that_misbehave_are_refused(outcome: ClusterOutcome) -> None:
    assert outcome.notices.keys() <= {"old", "miscalculates", "fails"}


def test_every_game_is_counted_once_for_one_of_the_good_workers(outcome: ClusterOutcome) -> None:
    residuals = {residual.worker.split()[0]: residual for residual in outcome.residuals}
    assert residuals.keys() <= {*GOOD_WORKERS, "stops"}
    game_count = len(outcome.games + outcome.games_with_pack)
    assert sum(residual.games for residual in residuals.values()) == game_count
    assert not any(residual.is_suspect for residual in residuals.values())


@pytest.mark.bulk
def test_games_are_kept_if_the_scheduler_dies_and_a_later_run_continues(
    sergeant_plan: SimulationPlan, tmp_path: Path
) -> None:
    with DaskProcesses(tmp_path) as dask, ResultsDatabase(tmp_path / "games.sqlite3") as database:
        dask.start_worker("only")
        run = VerdictRun(sergeant_plan, database, most_games=24)
        with open_cluster(dask.address, JOB_SECONDS) as cluster:
            games = run.play(executor=cluster)
            next(games)
            kill_all(dask.scheduler)
            with pytest.raises(ClusterError, match="was lost") as caught:
                list(games)
        problem = str(error_with_saved_games(caught.value, run.games))
        assert re.search(rf"was lost\. {run.games} games? (was|were) saved; the next run", problem)
        stored_games = database.games(run.verdict.setup)
        assert len(stored_games) == run.games > 0
        later_run = VerdictRun(sergeant_plan, database, most_games=24)
        assert [*later_run.play()][-1].records[: run.games] == tuple(stored_games)


@pytest.mark.parametrize(
    ("submitted_jobs", "workers", "games"),
    [(0, 100, 10), (1_000, 2, 200), (1_000, 20, 25), (30_000, 100, 150), (10**6, 100, 200)],
)
def test_jobs_grow_until_they_take_ten_seconds(
    submitted_jobs: int, workers: int, games: int
) -> None:
    assert job_size(0.05, 10.0, submitted_jobs, workers) == games


def test_a_job_has_at_least_one_game() -> None:
    assert job_size(60.0, 10.0, 0, 100) == 1


def test_the_page_about_clusters_only_names_options_that_dask_has() -> None:
    commands = re.findall(r"^dask (scheduler|worker) (.*)$", PAGE.read_text("utf-8"), re.MULTILINE)
    assert {command for command, _ in commands} == {"scheduler", "worker"}
    for command, line in commands:
        module = import_module(f"distributed.cli.dask_{command}")
        dask_options = {
            option for each in module.main.params for option in [*each.opts, *each.secondary_opts]
        }
        assert {*re.findall(r"--\w[\w-]*", line)} <= dask_options


def test_a_scheduler_without_workers_is_reported(outcome: ClusterOutcome) -> None:
    assert (
        "has no workers; start one with: dask worker tcp://127.0.0.1:" in outcome.no_workers_error
    )


@pytest.mark.bulk
def test_an_address_without_a_scheduler_is_reported() -> None:
    with pytest.raises(ClusterError, match=r"no Dask scheduler answers at tcp://127\.0\.0\.1:1"):
        open_cluster("tcp://127.0.0.1:1", patience=0.5)

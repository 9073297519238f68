"""Playing games on other machines, on the workers of a Dask cluster.

    with open_cluster("tcp://192.168.1.20:8786") as cluster:
        for verdict in VerdictRun(plan, database).play(executor=cluster):
            ...

Games are identical, bit for bit, on every machine. To make sure of that, workers with another
version of the program are not used; every result must have the requested records; for some results,
one game is replayed on this machine; and :meth:`Cluster.residuals` compares how often the Allies
win on each worker.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any, TypeVar

from m44core.balance_lab.engine_version import engine_version
from m44core.balance_lab.worker_check import GameChecker, WorkerResidual
from m44core.messages.message import Message, several
from m44core.messages.renderers import message_of_error
from m44core.work.dask_client import ClusterError
from m44core.work.dask_executor import PATIENCE, DaskExecutor

T = TypeVar("T")
JOB_SECONDS = 10.0
"""About how long a job takes on a worker: far longer than sending it."""
_FIRST_SECONDS = 0.5  # the first jobs are short, so that a run that ends soon uses all workers
_ROUNDS = 2  # jobs of each worker that together have as many games as were submitted before


def open_cluster(
    address: str, job_seconds: float = JOB_SECONDS, patience: float = PATIENCE
) -> Cluster:
    """Connect to a Dask cluster and return an executor that plays games on its workers.

    Args:
        address: The address of the scheduler, ``tcp://192.168.1.20:8786``, or the path of a
            scheduler file. Certificates for ``tls://`` come from Dask's configuration.
        job_seconds: About how long a job takes.
        patience: The seconds to wait for the scheduler, or for a worker.

    Raises:
        ClusterError: there is no Dask, no scheduler, or no worker that can be used.
    """
    return Cluster(address, job_seconds, patience)


class Cluster(Executor):
    """Plays games on the workers of a Dask cluster; see :func:`open_cluster`.

    Attributes:
        job_seconds: About how long a job takes.
    """

    def __init__(self, address: str, job_seconds: float, patience: float) -> None:
        self.job_seconds = job_seconds
        self._check = GameChecker()
        try:
            self._dask = DaskExecutor(address, engine_version, self._check, patience)
        except BaseException:
            self._check.end()
            raise

    @property
    def workers(self) -> int:
        """The number of workers in use."""
        return self._dask.worker_count

    @property
    def ahead(self) -> int:
        """The number of jobs to submit in advance."""
        return self._dask.jobs_ahead

    def notices(self) -> list[Message]:
        """Return new notices to users about why workers are not used, each only once."""
        notices = self._dask.notices
        return [notices.pop(0) for _ in range(len(notices))]

    def residuals(self) -> list[WorkerResidual]:
        """Return how the results of each worker differ from those of all others."""
        return self._check.residuals()

    def games_per_job(self, packed: bytes, estimate: float, submitted: int) -> int:
        """Return the number of games for the next job; it grows until a job takes `job_seconds`.

        Args:
            packed: The pickled plan.
            estimate: About how many seconds a game takes, until that has been measured.
            submitted: The number of games submitted before.
        """
        seconds = self._check.seconds_per_game(packed) or estimate
        return job_size(seconds, self.job_seconds, submitted, self.workers)

    def submit(self, work: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:  # noqa: ANN401 - as it is declared
        """Submit a job and return its future."""
        return self._dask.submit(work, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Stop accepting jobs, and leave the cluster once the submitted ones are done."""
        try:
            self._dask.shutdown(wait, cancel_futures=cancel_futures)
        finally:
            self._check.end()

    def terminate(self) -> None:
        """Cancel all jobs and leave the cluster; its workers keep running."""
        self.shutdown(cancel_futures=True)

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self.shutdown(cancel_futures=kind is not None)


def error_with_saved_games(error: ClusterError, games: int) -> ClusterError:
    """Return an error that ended a run, with the number of saved games added to its message.

    Args:
        error: The error that the run raised.
        games: The number of games in the database.
    """
    problem = several(
        "{problem}. {number} game was saved; the next run continues from there.",
        "{problem}. {number} games were saved; the next run continues from there.",
        games,
        problem=message_of_error(error),
    )
    return ClusterError(problem)


def job_size(seconds: float, job_seconds: float, submitted: int, workers: int) -> int:
    """Return the number of games for a job: few at first, so that a short run uses all workers.

    Args:
        seconds: The seconds that a game takes.
        job_seconds: The maximum length of a job, in seconds.
        submitted: The number of games submitted before.
        workers: The number of workers.
    """
    round_share = submitted / (_ROUNDS * max(1, workers))
    games = max(_FIRST_SECONDS / seconds, round_share)
    return max(1, round(min(games, job_seconds / seconds)))

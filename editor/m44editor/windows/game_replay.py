"""Replaying a simulated game in another process, so that the window stays responsive."""

from __future__ import annotations

from concurrent.futures import wait

from m44core.balance_lab.game_record import GameRecord
from m44core.balance_lab.game_replay import replay_game
from m44core.playtest.games.simulation import SimulationPlan
from m44core.rules.play.recorded_game import GameRecording
from m44core.work.executors import ProcessExecutor
from m44core.work.job_progress import report_progress

_POLL_INTERVAL = 0.05  # seconds between two checks for cancellation


def replay_game_in_process(plan: SimulationPlan, record: GameRecord, name: str) -> GameRecording:
    """Replay a simulated game as a job that can be canceled; return its recording.

    Args:
        plan: The plan of the game.
        record: The record of the game.
        name: The name of the scenario's file.

    Raises:
        M44Error: the game cannot be repeated.
        CancelledError: the job was canceled.
    """
    with ProcessExecutor(1) as processes:
        game = processes.submit(replay_game, plan, record, name)
        while not wait([game], _POLL_INTERVAL).done:
            report_progress(0.0)
        return game.result()

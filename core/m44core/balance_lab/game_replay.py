"""Replay a game of a verdict."""

from __future__ import annotations

from dataclasses import replace

from m44core.balance_lab.game_record import GameRecord
from m44core.catalogue.catalogue_types import Side
from m44core.errors import M44Error
from m44core.messages.message import message
from m44core.playtest.games.simulation import SimulationPlan, play_game
from m44core.rules.game.fingerprint import fingerprint_of
from m44core.rules.play.recorded_game import GameRecording


def replay_game(plan: SimulationPlan, record: GameRecord, scenario: str = "") -> GameRecording:
    """Replay a game of a verdict and return its recording; this takes as long as the game did.

    Args:
        plan: A plan with the scenario and the settings of the game.
        record: The record of the game.
        scenario: The name of the scenario's file, for the recording.

    Raises:
        BrokenGameError: a player broke the rules.
        M44Error: the game goes differently from its record.
    """
    plan = replace(plan, seed=record.seed, levels=record.levels, swap=False)
    start = plan.start()
    result = play_game(plan, start, record.number).result
    if (result.winner, result.turns) != (record.winner, record.turns):
        raise M44Error(
            message(
                "game {number} (seed {seed}) cannot be replayed: it was played by another "
                "version of the program",
                number=record.number,
                seed=record.seed,
            )
        )
    return GameRecording(
        actions=result.actions,
        scenario=scenario,
        fingerprint=fingerprint_of(start.field),
        seed=plan.seed_of(record.number),
        players={side: record.levels.of(side) for side in Side},
        settings=plan.settings,
    )

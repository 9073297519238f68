"""Makes a Dask worker that loads this module misbehave in the way that BEHAVIOR names."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Sequence
from dataclasses import replace

from m44core.balance_lab import record_games
from m44core.balance_lab.game_record import GameRecord
from m44core.balance_lab.record_games import Played

Play = Callable[[bytes, Sequence[int]], list[Played]]
# Dask loads this module twice.
_play_batch: Play = vars(record_games).setdefault("_good_play_batch", record_games.play_batch)


def dies(packed_plan: bytes, numbers: Sequence[int]) -> list[Played]:
    """Play one game, then kill this process."""
    _play_batch(packed_plan, numbers[:1])
    os.kill(os.getpid(), signal.SIGKILL)
    return []


def stops(packed_plan: bytes, numbers: Sequence[int]) -> list[Played]:
    """Suspend this process, and play once it is resumed."""
    os.kill(os.getpid(), signal.SIGSTOP)
    return _play_batch(packed_plan, numbers)


def miscalculates(packed_plan: bytes, numbers: Sequence[int]) -> list[Played]:
    """Play, but return records with one turn more than was played."""
    games = _play_batch(packed_plan, numbers)
    return [
        replace(game, turns=game.turns + 1) if isinstance(game, GameRecord) else game
        for game in games
    ]


def fails(packed_plan: bytes, numbers: Sequence[int]) -> list[Played]:
    """Raise a MemoryError instead of playing."""
    raise MemoryError


BEHAVIORS: dict[str, Play] = {each.__name__: each for each in (dies, stops, miscalculates, fails)}
vars(record_games)["play_batch"] = BEHAVIORS[os.environ["BEHAVIOR"]]

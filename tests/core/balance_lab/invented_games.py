"""Many invented games, for tests of how games are stored."""

from __future__ import annotations

from m44core.balance_lab.game_record import GameRecord
from m44core.balance_lab.results_database import GameSetup
from m44core.catalogue.catalogue_types import Side
from m44core.playtest.players.levels import SERGEANTS

SETUP = GameSetup("2:0123456789abcdef", "", SERGEANTS, "test")


def invented_games(first: int, count: int) -> list[GameRecord]:
    """Return *count* games, numbered from *first*; each game depends only on its number."""
    return [
        GameRecord(
            number=each,
            seed=1,
            levels=SERGEANTS,
            winner=(Side.AXIS, Side.ALLIES, None)[each % 3],
            unfinished=each % 6 == 2,
            turns=each % 20 + 1,
            first=Side.AXIS,
            medals={Side.AXIS: each % 5, Side.ALLIES: each % 4},
            luck=(each % 7 / 10,) * 9,
            facts={"number": each},
        )
        for each in range(first, first + count)
    ]

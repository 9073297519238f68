"""Measure how the shipped scenarios play: ``python packaging/fun_reference.py``.

It writes the data file that :func:`m44core.balance_lab.fun_measures.fun_reference` reads; run it
again when the rules or the players change. It takes about two minutes.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from m44core.balance_lab.fun_measures import (
    MEASURES,
    REFERENCE_FILE,
    GameplayMeasures,
    fun_measures,
)
from m44core.balance_lab.game_record import GameRecord
from m44core.balance_lab.record_games import record_games
from m44core.io.files.file_reader import read_file
from m44core.playtest.games.game_statistics import five_number_summary
from m44core.playtest.games.simulation import SimulationPlan
from m44core.resources import scenarios_folder

_GAMES = range(1, 101)
_HEAD = """\
# How the scenarios that come with the program play (fun_measures.py): for each measure the least
# value, the lower quartile, the median, the upper quartile and the most, over {scenarios} scenarios
# with {games} games between sergeants each. Made by packaging/fun_reference.py.
measures:
"""


def measure_gameplay(path: Path) -> GameplayMeasures:
    """Play games of a scenario file, and return its gameplay measures."""
    scenario = read_file(path).scenario
    assert scenario is not None, path
    plan = SimulationPlan(scenario, _GAMES)
    games = [game for game in record_games(plan) if isinstance(game, GameRecord)]
    measures = fun_measures(games, plan.start().field)
    assert measures is not None, path
    return measures


def _data_file_lines(measures: list[GameplayMeasures]) -> Iterator[str]:
    for name in MEASURES:
        numbers = five_number_summary([getattr(each, name) for each in measures])
        quartiles = (numbers.lower_quartile, numbers.median, numbers.upper_quartile)
        values = (numbers.least, *quartiles, numbers.most)
        yield f"  {name}: [{', '.join(f'{value:.3f}' for value in values)}]\n"


def main() -> None:
    """Play the games of all shipped scenarios, and write the data file."""
    measures = []
    for path in sorted(scenarios_folder().glob("*.yaml")):
        measures.append(measure_gameplay(path))
        print(path.stem, measures[-1])
    head = _HEAD.format(scenarios=len(measures), games=len(_GAMES))
    REFERENCE_FILE.write_text(head + "".join(_data_file_lines(measures)), encoding="utf-8")


if __name__ == "__main__":
    main()

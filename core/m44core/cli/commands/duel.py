"""``m44 duel``: compare two computer players over several scenarios."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence

from m44core.arguments.parser import Parser
from m44core.cli.control_characters import escape_controls
from m44core.cli.exit_status import FAILED, INTERRUPTED, OK, PROBLEMS_FOUND
from m44core.cli.file_arguments import scenario_files
from m44core.cli.output_file import add_report_output_option
from m44core.cli.shared_options import (
    add_jobs_option,
    add_language_option,
    positive_int,
    renderer_of,
)
from m44core.cli.simulation_report import percentage_text, run_simulation
from m44core.errors import M44Error
from m44core.faults import FaultError, boundary
from m44core.io.files.read_scenario import read_scenario
from m44core.messages.message import Renderer, enumerated, message, message_in
from m44core.messages.renderers import message_of_error
from m44core.model.scenario import Scenario
from m44core.playtest.games.level_duel import DuelScore, duel_plans, duel_score
from m44core.playtest.games.simulation import SimulatedGame, SimulationPlan
from m44core.playtest.players.levels import LEVELS, Levels, parse_level
from m44core.rules.play.game_setup import new_game
from m44core.values import dataclass

_GAMES = 200

_DESCRIPTION = message(
    "Let two computer players play each other in several scenarios, in pairs of games: in the "
    "second game of each pair they swap sides."
)
_EXAMPLES = {
    "m44 duel general sergeant scenarios/": None,
    "m44 duel sergeant recruit a.m44 b.m44 --games 200 --jobs 2 --at-least 70": None,
}
_CLOSING = (
    message(
        "The games are spread over the scenarios as evenly as pairs allow. Unfinished games "
        "count as played but are won by neither player."
    ),
    message(
        "exit status: 0 played, 1 the first player won less than the --at-least percentage, 2 "
        "no game could be played, or none on some scenarios, 130 interrupted; the games "
        "finished so far are reported"
    ),
)


@dataclass(frozen=True, slots=True)
class Duel:
    """Games between two levels on several scenarios.

    Attributes:
        paths: The files of the scenarios.
        plans: The planned games on each scenario.
        games: The games played on each scenario.
    """

    paths: Sequence[str]
    plans: Sequence[SimulationPlan]
    games: Sequence[Sequence[SimulatedGame]]

    @property
    def levels(self) -> Levels:
        """The two levels; the wins reported are those of the first."""
        return self.plans[0].levels

    @property
    def planned_games(self) -> int:
        """The number of planned games."""
        return sum(len(plan.numbers) for plan in self.plans)

    def scores(self) -> list[DuelScore]:
        """Return the score of the first level on each scenario."""
        return [duel_score(games, self.levels.axis) for games in self.games]

    def total(self) -> DuelScore:
        """Return the score of the first level over all scenarios."""
        return duel_score([game for games in self.games for game in games], self.levels.axis)


def add_options(parser: Parser) -> None:
    """Describe the command and add its options."""
    parser.set_description(
        _DESCRIPTION,
        message("players: {players}", players=enumerated(LEVELS)),
        _EXAMPLES,
        *_CLOSING,
    )
    add, text = parser.add_argument, parser.text
    add("first", metavar="LEVEL", help=text(message("the first player, whose wins are reported")))
    add("second", metavar="LEVEL", help=text(message("the second player")))
    add("paths", nargs="+", metavar="FILE", help=text(message("scenarios, folders or patterns")))
    games = message("total number of games (default: {number})", number=_GAMES)
    add("--games", type=positive_int, default=_GAMES, metavar="N", help=text(games))
    seed = message("seed for dice and draws")
    add("--seed", type=int, default=1, metavar="S", help=text(seed))
    add_jobs_option(parser, text)
    add_report_output_option(parser)
    add_language_option(parser)
    at_least_help = message(
        "exit with status 1 if the first player wins less than this percentage of games"
    )
    add("--at-least", type=_parse_percentage, metavar="P", help=text(at_least_help))


def run(arguments: argparse.Namespace) -> int:
    """Play the duel, print its table, and return the exit status.

    Raises:
        M44Error: the levels are equal, or no scenario can be read.
    """
    levels = Levels(parse_level(arguments.first), parse_level(arguments.second))
    if levels.axis == levels.allies:
        problem = message(
            "{level} against {level} is not a comparison; name two different players",
            level=levels.axis,
        )
        raise M44Error(problem)
    renderer, errors_by_path = renderer_of(arguments), dict[str, M44Error]()
    scenarios = dict(_playable_scenarios(scenario_files(arguments.paths), errors_by_path))
    if not scenarios and errors_by_path:
        raise next(iter(errors_by_path.values()))
    paths = list(scenarios)
    plans = duel_plans(list(scenarios.values()), levels, arguments.games, arguments.seed)

    def on_fault(number: int, error: FaultError) -> None:
        errors_by_path[paths[number]] = FaultError(error.fault, paths[number])

    games, lost_games = run_simulation(plans, arguments.jobs, renderer, on_fault)
    playable = [number for number, path in enumerate(paths) if path not in errors_by_path]
    duel = Duel(
        [paths[number] for number in playable],
        [plans[number] for number in playable],
        [games[number] for number in playable],
    )
    for error in errors_by_path.values():
        print(f"m44: {escape_controls(renderer.render(message_of_error(error)))}", file=sys.stderr)
    if not playable:
        return FAILED
    print("\n".join(_report_lines(duel, renderer)))
    total = duel.total().won
    if total.games + lost_games < duel.planned_games:
        return INTERRUPTED
    if errors_by_path or lost_games:
        return FAILED
    is_below = arguments.at_least is not None and 100 * total.rate < arguments.at_least
    return PROBLEMS_FOUND if is_below else OK


def _playable_scenarios(
    paths: Iterable[str], errors_by_path: dict[str, M44Error]
) -> Iterator[tuple[str, Scenario]]:
    """Yield the scenarios that can be played; record in *errors_by_path* why the others cannot."""
    for path in paths:
        try:
            with boundary(path):
                scenario = read_scenario(path)
                new_game(scenario)
        except M44Error as error:
            errors_by_path[path] = error
        else:
            yield path, scenario


def _report_lines(duel: Duel, renderer: Renderer) -> Iterator[str]:
    first, second = duel.levels
    yield renderer.render(
        message(
            "{first} against {second}: simulated games, with sides swapped in every second "
            "game; seed {seed}",
            first=first,
            second=second,
            seed=duel.plans[0].seed,
        )
    )
    titles = [
        plan.scenario.title or path for plan, path in zip(duel.plans, duel.paths, strict=True)
    ]
    in_all = renderer.render(message("total"))
    width = max(12, *(len(title) for title in (*titles, in_all)))
    heads = [f"{renderer.render(head):>{column_width}}" for head, column_width in _HEADS]
    between = renderer.render(message("95% interval"))
    yield f"\n{'':{width}}{''.join(heads)}   {between}"
    for title, result in zip(titles, duel.scores(), strict=True):
        yield _score_row(title, result, width, renderer)
    yield _score_row(in_all, duel.total(), width, renderer)


_HEADS = (
    (message_in("column", "games"), 7),
    (message_in("column", "won"), 7),
    (message_in("column", "lost"), 7),
    (message_in("column", "win rate"), 9),
)
"""The headings of the columns, and the width of each."""


def _score_row(title: str, result: DuelScore, width: int, renderer: Renderer) -> str:
    low, high = (f"{percentage_text(bound):>6}" for bound in result.won.interval)
    counts = f"{result.won.games:7}{result.won.count:7}{result.lost.count:7}"
    between = renderer.render(message("{low} to {high}", low=low, high=high))
    return f"{title:{width}}{counts}   {percentage_text(result.won.rate):>6}   {between}"


def _parse_percentage(text: str) -> float:
    """Parse a number from 0 to 100, for argparse.

    Raises:
        ArgumentTypeError: the text is not such a number; argparse adds the name of the option.
    """
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number <= 100:
        raise argparse.ArgumentTypeError(f"{text!r} is no percentage")
    return number

"""Running simulated games of ``m44 play`` and ``m44 duel`` and reporting them as text or JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import NamedTuple

from m44core.catalogue.catalogue_types import Side
from m44core.cli.progress_bar import ProgressBar
from m44core.messages import nouns
from m44core.messages.message import (
    Listing,
    Message,
    Renderer,
    Value,
    enumerated,
    label_with_text,
    message,
    message_in,
    one_decimal,
    several,
)
from m44core.messages.renderers import in_english
from m44core.playtest.games.game_statistics import (
    FirstMoveAdvantage,
    MedalStatistics,
    ShareOfGames,
    SimulationSummary,
    summarise_games,
)
from m44core.playtest.games.simulation import (
    CrashedGame,
    OnFault,
    SimulatedGame,
    SimulationPlan,
    simulate,
)
from m44core.playtest.players.levels import Levels
from m44core.rules.analysis.engine_gaps import Gap
from m44core.rules.game.fingerprint import fingerprint_of
from m44core.rules.game_settings import format_settings
from m44core.version import __version__


class SimulationOutcome(NamedTuple):
    """The games of several plans.

    Attributes:
        games: The games played, one list per plan.
        lost_count: The number of games whose process died twice.
    """

    games: list[list[SimulatedGame]]
    lost_count: int


def run_simulation(
    plans: Sequence[SimulationPlan], jobs: int, renderer: Renderer, on_fault: OnFault | None = None
) -> SimulationOutcome:
    """Play the games of each plan; if interrupted, return the games finished so far.

    An internal error ends its plan and is passed to *on_fault*, or raised if that is None. Each
    lost game is reported on standard error.

    Raises:
        BrokenGameError: a game broke the rules.
        KeyboardInterrupt: interrupted before any game was finished.
    """
    requested_games = sum(len(plan.numbers) for plan in plans)
    progress = ProgressBar(requested_games, nouns.games, renderer)
    games: list[list[SimulatedGame]] = [[] for _ in plans]
    lost_games: list[CrashedGame] = []

    def on_lost(game: CrashedGame) -> None:
        progress.clear()
        print(f"m44: {renderer.render(game.sentence)}", file=sys.stderr)
        lost_games.append(game)

    try:
        for number, game in simulate(plans, jobs, on_fault, on_lost):
            games[number].append(game)
            progress.advance()
    except KeyboardInterrupt:
        progress.clear()
        if not any(games):
            raise
        notice = message(
            "interrupted after {done} of {games}",
            done=sum(map(len, games)),
            games=nouns.games(requested_games),
        )
        print(f"\nm44: {renderer.render(notice)}", file=sys.stderr)
    finally:
        progress.clear()
    return SimulationOutcome(games, len(lost_games))


VERSION = 1  # of the shape of the JSON document; see schema/play.schema.json


@dataclass(frozen=True, slots=True)
class Simulation:
    """Simulated games of one scenario.

    Attributes:
        path: The file of the scenario.
        plan: The planned games.
        games: The games played, at least one.
        gaps: The parts of the scenario that the engine does not support.
        seconds: The time that playing took.
        renderer: The renderer of the report.
    """

    path: str
    plan: SimulationPlan
    games: Sequence[SimulatedGame]
    gaps: Sequence[Gap]
    seconds: float
    renderer: Renderer


def as_text(simulation: Simulation) -> str:
    """Return the results as text."""
    is_single_game = len(simulation.plan.numbers) == 1
    return "\n".join(
        _single_game_lines(simulation) if is_single_game else _summary_lines(simulation)
    )


def as_json(simulation: Simulation) -> str:
    """Return the results as a JSON document in ASCII, without the time that playing took."""
    return json.dumps(as_data(simulation), indent=2)


REPORTS: Mapping[str, Callable[[Simulation], str]] = {"text": as_text, "json": as_json}


def percentage_text(rate: float) -> str:
    """Format a fraction as a percentage to one decimal place: ``42.1%``."""
    return f"{rate:.1%}"


def _single_game_lines(simulation: Simulation) -> Iterator[str]:
    """Yield the lines about a single game."""
    (game,) = simulation.games
    renderer = simulation.renderer
    turns = nouns.turns(game.result.turns)
    yield renderer.render(message("{reason} {turns}.", reason=game.result.reason, turns=turns))
    yield renderer.render(
        message(
            "Simulated: {players}; seed {seed}, game {number}.",
            players=_players_listing(game.levels),
            seed=simulation.plan.seed,
            number=game.number,
        )
    )


def _summary_lines(simulation: Simulation) -> Iterator[str]:
    plan, summary = simulation.plan, summarise_games(simulation.games)
    render = simulation.renderer.render
    title = plan.scenario.title or simulation.path
    yield render(label_with_text(title, _games_message(summary.games)))
    values: dict[str, Value] = {"players": _players_listing(plan.levels), "seed": plan.seed}
    if plan.swap:
        yield render(
            message("{players}, with sides swapped in every second game; seed {seed}", **values)
        )
    else:
        yield render(message("{players}; seed {seed}", **values))
    won, share = render(message_in("column", "won")), render(message_in("column", "win rate"))
    between = render(message("95% interval"))
    yield f"\n{'':14}{won:>6}  {share:>7}   {between}"
    yield from (_share_line(name, share, render) for name, share in _labelled_shares(summary))
    yield ""
    for line in _detail_lines(summary):
        yield render(line)
    yield render(
        message("{number} games per second", number=one_decimal(summary.games / simulation.seconds))
    )


def _games_message(number: int) -> Message:
    return several("{number} simulated game", "{number} simulated games", number)


def _detail_lines(summary: SimulationSummary) -> Iterator[Message]:
    """Yield the lines below the table: first moves, turns, medals."""
    yield from (
        _moves_first_line(side, advantage, summary.games)
        for side, advantage in summary.first.items()
    )
    yield _turns_line(summary)
    yield from (_medals_line(side, medals) for side, medals in summary.medals.items())


_SIDES = {Side.AXIS: message_in("value", "Axis"), Side.ALLIES: message_in("value", "Allies")}


def _players_listing(levels: Levels) -> Listing:
    return enumerated(
        message("{level} ({side})", level=levels.of(side), side=_SIDES[side]) for side in Side
    )


def _labelled_shares(summary: SimulationSummary) -> Iterator[tuple[Value, ShareOfGames]]:
    yield from ((_SIDES[side], share) for side, share in summary.won.items())
    if summary.draws.count:
        yield message("draws"), summary.draws
    if summary.unfinished.count:
        yield message("unfinished"), summary.unfinished
    yield from summary.levels.items()


def _share_line(name: Value, share: ShareOfGames, render: Callable[[Value], str]) -> str:
    """Return a row of the table of shares."""
    low, high = (f"{percentage_text(limit):>6}" for limit in share.interval)
    between = render(message("{low} to {high}", low=low, high=high))
    return f"{render(name):14}{share.count:>6}  {percentage_text(share.rate):>7}   {between}"


def _moves_first_line(side: Side, advantage: FirstMoveAdvantage, games: int) -> Message:
    """Return how often a side won when it moved first; no rates if it moved first in every game."""
    if advantage.won.games == games:
        return message("moves first   {side}, in every game", side=_SIDES[side])
    return message(
        "moves first   {side}: won {won}, lost {lost} of {games} games",
        side=_SIDES[side],
        won=percentage_text(advantage.won.rate),
        lost=percentage_text(advantage.lost.rate),
        games=advantage.won.games,
    )


def _turns_line(summary: SimulationSummary) -> Message:
    turns = summary.turns
    return message(
        "turns         {median} (median), half of the games {lower} to {upper}, all {least} "
        "to {most}",
        median=f"{turns.median:g}",
        lower=f"{turns.lower_quartile:g}",
        upper=f"{turns.upper_quartile:g}",
        least=f"{turns.least:g}",
        most=f"{turns.most:g}",
    )


_SOURCES = {
    "units": message_in("medals from", "units"),
    "objectives": message_in("medals from", "objectives"),
    "exits": message_in("medals from", "exits"),
    "deeds": message_in("medals from", "special actions"),
}


def _medals_line(side: Side, medals: MedalStatistics) -> Message:
    sources = enumerated(
        message("{number} {source}", number=f"{number:.2f}", source=_SOURCES[source])
        for source, number in medals.sources.items()
        if number or source != "deeds"
    )
    return message(
        "medals        {side}: {average} per game ({sources})",
        side=_SIDES[side],
        average=f"{medals.average:.2f}",
        sources=sources,
    )


def as_data(simulation: Simulation) -> dict[str, object]:
    """Return the games as data for JSON, following ``schema/play.schema.json``."""
    plan = simulation.plan
    summary = summarise_games(simulation.games)
    return {
        "version": VERSION,
        "program": f"m44 {__version__}",
        "kind": "simulated",
        "scenario": {
            "path": simulation.path,
            "title": plan.scenario.title,
            "fingerprint": fingerprint_of(plan.start().field),
        },
        "players": _level_data(plan.levels),
        "swap": plan.swap,
        "seed": plan.seed,
        "settings": format_settings(plan.settings),
        "not_played": [in_english(gap.sentence) for gap in simulation.gaps],
        "games": {"asked": len(plan.numbers), "played": summary.games},
        "summary": _summary_data(summary),
        "results": [_game_data(game) for game in simulation.games],
    }


def _summary_data(summary: SimulationSummary) -> dict[str, object]:
    return {
        "won": {side.lower(): _share_data(share) for side, share in summary.won.items()},
        "draws": _share_data(summary.draws),
        "unfinished": _share_data(summary.unfinished),
        "levels": {level: _share_data(share) for level, share in summary.levels.items()},
        "moves_first": {
            side.lower(): {
                "won": _share_data(advantage.won),
                "lost": _share_data(advantage.lost),
                "edge": _round(advantage.points),
            }
            for side, advantage in summary.first.items()
        },
        "turns": asdict(summary.turns),
        "medals": {
            side.lower(): {
                "average": _round(medals.average),
                "sources": {name: _round(n) for name, n in medals.sources.items()},
            }
            for side, medals in summary.medals.items()
        },
    }


def _game_data(game: SimulatedGame) -> dict[str, object]:
    result = game.result
    return {
        "number": game.number,
        "players": _level_data(game.levels),
        "winner": result.winner.lower() if result.winner else None,
        "reason": in_english(result.reason),
        "unfinished": result.unfinished,
        "turns": result.turns,
        "moves_first": result.first.lower(),
        "medals": {
            side.lower(): {"count": result.medals[side], "sources": dict(result.sources[side])}
            for side in Side
        },
    }


def _level_data(levels: Levels) -> dict[str, str]:
    return {side.lower(): levels.of(side) for side in Side}


def _share_data(share: ShareOfGames) -> dict[str, object]:
    """Return a share with its 95% interval as data for JSON."""
    low, high = share.interval
    return {
        "games": share.games,
        "count": share.count,
        "rate": _round(share.rate),
        "low": _round(low),
        "high": _round(high),
    }


def _round(number: float) -> float:
    """Round a number to four decimal places."""
    return round(number, 4)

"""Simulated games as text for people and as JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from m44core import __version__
from m44core.catalogue.types import Side
from m44core.phrases import counted
from m44core.playtest.games.batch import Plan, SimulatedGame
from m44core.playtest.games.statistics import Share
from m44core.playtest.games.summary import Edge, Medals, Summary, summarise
from m44core.playtest.players.levels import Levels
from m44core.rules.facts.coverage import Gap
from m44core.rules.settings_text import settings_as_text

VERSION = 1  # of the shape of the JSON document; see schema/play.schema.json


@dataclass(frozen=True, slots=True)
class Simulation:
    """Games that were simulated.

    Attributes:
        path: The file of the scenario.
        plan: What was to be played.
        games: What was played, at least one.
        gaps: What the engine does not know of the scenario.
        seconds: How long it took.
    """

    path: str
    plan: Plan
    games: Sequence[SimulatedGame]
    gaps: Sequence[Gap]
    seconds: float


def as_text(simulation: Simulation) -> str:
    """Return what came of the games, for people."""
    only = len(simulation.plan.numbers) == 1
    return "\n".join(_one(simulation) if only else _many(simulation))


def as_json(simulation: Simulation) -> str:
    """Return the same as a JSON document, in ASCII; time has no part in it."""
    return json.dumps(as_data(simulation), indent=2)


REPORTS: Mapping[str, Callable[[Simulation], str]] = {"text": as_text, "json": as_json}


def percent(rate: float) -> str:
    """Return a share as people read it."""
    return f"{rate:.1%}"


def _one(simulation: Simulation) -> Iterator[str]:
    """Yield what there is to say of a single game."""
    (game,) = simulation.games
    yield f"{game.result.reason} {counted(game.result.turns, 'turn')}."
    yield f"Simulated: {_players(game.levels)}; seed {simulation.plan.seed}, game {game.number}."


def _many(simulation: Simulation) -> Iterator[str]:
    plan, summary = simulation.plan, summarise(simulation.games)
    swapped = ", changing sides in every other game" if plan.swap else ""
    yield f"{plan.scenario.title or simulation.path}: {summary.games} simulated games"
    yield f"{_players(plan.levels)}{swapped}; seed {plan.seed}"
    yield f"\n{'':14}{'won':>6}  {'share':>7}   95 of 100 lie between"
    yield from _shares(summary)
    yield ""
    yield from (_first(side, edge) for side, edge in summary.first.items())
    yield _turns(summary)
    yield from (_medals(side, medals) for side, medals in summary.medals.items())
    yield f"{summary.games / simulation.seconds:.1f} games a second"


def _players(levels: Levels) -> str:
    return ", ".join(f"{levels.of(side)} ({side.capitalize()})" for side in Side)


def _shares(summary: Summary) -> Iterator[str]:
    yield from (_share_line(side.capitalize(), share) for side, share in summary.won.items())
    if summary.draws.count:
        yield _share_line("draws", summary.draws)
    if summary.unfinished.count:
        yield _share_line("unfinished", summary.unfinished)
    yield from (_share_line(level, share) for level, share in summary.levels.items())


def _share_line(name: str, share: Share) -> str:
    """Return a line of the table of shares."""
    low, high = map(percent, share.interval)
    return f"{name:14}{share.count:>6}  {percent(share.rate):>7}   {low:>6} and {high:>6}"


def _first(side: Side, edge: Edge) -> str:
    share = f"won {percent(edge.won.rate)}, lost {percent(edge.lost.rate)}"
    points = f"{100 * edge.points:+.1f} points"
    return f"moves first   {side.capitalize()}: {share} of {edge.won.games} games ({points})"


def _turns(summary: Summary) -> str:
    turns = summary.turns
    half = f"half of them {turns.lower_quartile:g} to {turns.upper_quartile:g}"
    return f"turns         {turns.median:g} (median), {half}, all {turns.least:g} to {turns.most:g}"


def _medals(side: Side, medals: Medals) -> str:
    sources = ", ".join(f"{number:.2f} {source}" for source, number in medals.sources.items())
    return f"medals        {side.capitalize()}: {medals.average:.2f} a game ({sources})"


def as_data(simulation: Simulation) -> dict[str, Any]:
    """Return the games as plain data, after ``schema/play.schema.json``."""
    plan = simulation.plan
    summary = summarise(simulation.games)
    return {
        "version": VERSION,
        "program": f"m44 {__version__}",
        "kind": "simulated",
        "scenario": {
            "path": simulation.path,
            "title": plan.scenario.title,
            "fingerprint": plan.start().field.fingerprint,
        },
        "players": _level_data(plan.levels),
        "swap": plan.swap,
        "seed": plan.seed,
        "settings": settings_as_text(plan.settings),
        "not_played": [gap.sentence for gap in simulation.gaps],
        "games": {"asked": len(plan.numbers), "played": summary.games},
        "summary": _summary_data(summary),
        "results": [_game_data(game) for game in simulation.games],
    }


def _summary_data(summary: Summary) -> dict[str, Any]:
    return {
        "won": {side.lower(): _share_data(share) for side, share in summary.won.items()},
        "draws": _share_data(summary.draws),
        "unfinished": _share_data(summary.unfinished),
        "levels": {level: _share_data(share) for level, share in summary.levels.items()},
        "moves_first": {
            side.lower(): {
                "won": _share_data(edge.won),
                "lost": _share_data(edge.lost),
                "edge": _rounded(edge.points),
            }
            for side, edge in summary.first.items()
        },
        "turns": asdict(summary.turns),
        "medals": {
            side.lower(): {
                "average": _rounded(medals.average),
                "sources": {name: _rounded(n) for name, n in medals.sources.items()},
            }
            for side, medals in summary.medals.items()
        },
    }


def _game_data(game: SimulatedGame) -> dict[str, Any]:
    result = game.result
    return {
        "number": game.number,
        "players": _level_data(game.levels),
        "winner": result.winner.lower() if result.winner else None,
        "reason": result.reason,
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


def _share_data(share: Share) -> dict[str, Any]:
    """Return a share with its 95 % interval as plain data."""
    low, high = share.interval
    return {
        "games": share.games,
        "count": share.count,
        "rate": _rounded(share.rate),
        "low": _rounded(low),
        "high": _rounded(high),
    }


def _rounded(number: float) -> float:
    """Return a number with as many digits as mean anything."""
    return round(number, 4)

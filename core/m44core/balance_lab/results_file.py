"""The balance results of a scenario as plain data, and their file: ``NAME.balance.json``.

The data follow ``schema/balance.schema.json``. The same games give the same bytes. A file is
checked against the schema when it is read, so that a damaged one is reported.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from errno import ENAMETOOLONG
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from m44core.balance_lab import verdict_words
from m44core.balance_lab.balance_results import BalanceResults
from m44core.balance_lab.decisive_factors import (
    CardUse,
    Factor,
    MedalPlaces,
    ObjectiveControl,
    UnitLosses,
    WinEffect,
    factor_label,
)
from m44core.balance_lab.fun_measures import MEASURES, fun_reference
from m44core.balance_lab.heat_maps import HeatKind, heat_map
from m44core.balance_lab.human_share import HumanShare
from m44core.balance_lab.logged_games import GamesSummary
from m44core.balance_lab.scenario_errors import error_messages
from m44core.catalogue.catalogue_types import Side
from m44core.errors import ReadError
from m44core.io.files.save import write
from m44core.io.files.scenario_files import BALANCE_ENDING
from m44core.messages.message import Message, Value, message
from m44core.messages.os_errors import os_error_reason
from m44core.messages.renderers import in_english
from m44core.playtest.games.game_statistics import FiveNumberSummary, ShareOfGames
from m44core.playtest.players.levels import Levels
from m44core.rules.game_settings import format_settings
from m44core.untrusted_files import parse_json, read_bounded
from m44core.values import dataclass
from m44core.version import __version__

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator

VERSION = 1
"""The version of the format."""
_CONFIDENCE = 0.95  # of the interval of a verdict
_COUNTS = ("allies", "axis", "draws", "earlier")  # of logged games
_MAX_BYTES = 4_000_000  # bytes; a file has about 30 kB
_MAX_PROBLEM_LENGTH = (
    200  # characters of what is wrong with a file, which may contain a whole value
)


def verdict_data(results: BalanceResults) -> dict[str, object]:
    """Return the results of a scenario as data for JSON, following ``balance.schema.json``."""
    verdict, factors = results.verdict, results.factors
    return {
        "version": VERSION,
        "program": f"m44 {__version__}",
        "kind": "simulated",
        "scenario": {"title": verdict.setup.title, "fingerprint": verdict.setup.fingerprint},
        "players": _level_data(verdict.setup.levels),
        "settings": format_settings(results.plan.settings),
        "engine": verdict.setup.engine,
        "errors": [
            in_english(sentence)
            for sentence in error_messages(results.errors, results.plan.scenario.board)
        ],
        "not_played": [in_english(gap.sentence) for gap in results.gaps],
        "summary": in_english(verdict_words.verdict_headline(verdict)),
        "allies": _allied_share_data(results),
        "games": _games_data(results),
        "turns": _turns_data(results),
        "medals": {side.lower(): _medal_data(factors.medals, side) for side in Side},
        "first_move": _worth_data(factors.first_move) if factors.first_move else None,
        "people": {
            "estimate": _human_share_data(results.human_share, results.reliability_warnings)
            if results.human_share
            else None,
            "games": _logged_data(results.logged_games) if results.logged_games else None,
        },
        "play": _gameplay_data(results),
        "factors": [_factor_data(factor, results) for factor in factors.factors],
        "units": [_unit_data(unit) for unit in factors.units],
        "objectives": [_objective_data(objective) for objective in factors.objectives],
        "cards": [_card_data(card) for card in factors.cards],
        "hexes": _heat_map_data(results),
    }


def verdict_json(results: BalanceResults) -> str:
    """Return the results of a scenario as JSON in ASCII; the same games give the same text."""
    return json.dumps(verdict_data(results), indent=1) + "\n"


def results_path(path: Path) -> Path:
    """Return the path of the results of a scenario file, whether or not it exists."""
    return path.with_name(path.stem + BALANCE_ENDING)


def write_results(results: BalanceResults, path: Path) -> None:
    """Write the results next to a scenario file.

    Raises:
        WriteError: the file cannot be written; the previous file is unchanged.
    """
    write(verdict_json(results).encode("ascii"), results_path(path), backup=False)


@dataclass(frozen=True, slots=True)
class StoredResults:
    """The main results in a file.

    Attributes:
        title: The title of the scenario.
        fingerprint: The fingerprint of the battlefield that the games were played on.
        levels: The level of each side.
        share: The Allied win rate.
        low: The lower end of its interval.
        high: The upper end.
        games: The number of games.
        turns: The median number of turns of both players.
        logged: The results of the logged human games; None if there are none.
    """

    title: str
    fingerprint: str
    levels: Levels
    share: float
    low: float
    high: float
    games: int
    turns: float
    logged: GamesSummary | None = None


def read_results(path: Path) -> StoredResults | None:
    """Return the results next to a scenario file; None if there is no file, or no game in it.

    Raises:
        ReadError: the file cannot be read, is damaged, or was written by a newer version of the
            program.
    """
    results_file = results_path(path)
    try:
        data: Any = parse_json(read_bounded(results_file, _MAX_BYTES))
    except FileNotFoundError:
        return None
    except OSError as error:
        if error.errno == ENAMETOOLONG:  # no such file can exist
            return None
        raise _unreadable_file_error(results_file, os_error_reason(error)) from error
    except ValueError as error:
        raise _unreadable_file_error(results_file, str(error)[:_MAX_PROBLEM_LENGTH]) from error
    _require_valid(data, results_file)
    share = data["allies"]
    if share["share"] is None or data["turns"] is None:
        return None
    logged = data["people"]["games"]
    return StoredResults(
        title=data["scenario"]["title"],
        fingerprint=data["scenario"]["fingerprint"],
        levels=Levels(data["players"]["axis"], data["players"]["allies"]),
        share=share["share"],
        low=share["low"],
        high=share["high"],
        games=data["games"]["played"],
        turns=data["turns"]["median"],
        logged=_logged_games(logged) if logged else None,
    )


def _require_valid(data: object, path: Path) -> None:
    """Check data against the schema.

    Raises:
        ReadError: the data are invalid, or have a newer version.
    """
    version = data.get("version") if isinstance(data, dict) else None
    if isinstance(version, int) and version > VERSION:
        newer = message(
            "it was written by a newer version of the program; use that version to read it"
        )
        raise _unreadable_file_error(path, newer)
    for error in _validator().iter_errors(data):
        location = " > ".join(map(str, error.absolute_path))
        problem = error.message[:_MAX_PROBLEM_LENGTH]
        raise _unreadable_file_error(path, f"{location}: {problem}" if location else problem)


@cache
def _validator() -> Draft202012Validator:
    from jsonschema import Draft202012Validator  # slow, and only needed for results files

    from m44core.io.schema.schemas import read_schema  # with it

    return Draft202012Validator(read_schema("balance"))


def _unreadable_file_error(path: Path, reason: Value) -> ReadError:
    return ReadError(message("{path} cannot be read: {reason}", path=str(path), reason=reason))


# The parts of the data


def _allied_share_data(results: BalanceResults) -> dict[str, object]:
    verdict = results.verdict
    share = verdict.allies
    is_known = share.games > 0
    return {
        "share": _rounded(share.mean) if is_known else None,
        "low": _rounded(share.low),
        "high": _rounded(share.high),
        "confidence": _CONFIDENCE,
        "precision": verdict.precision,
        "precise": verdict.is_precise,
        "planned": share.planned,
    }


def _games_data(results: BalanceResults) -> dict[str, object]:
    verdict = results.verdict
    seeds = Counter(record.seed for record in verdict.records)
    return {
        "played": len(verdict.records),
        "failed": len(verdict.failed_games),
        "worth": verdict.effective_games,
        "luck_taken_out": verdict.adjusted.is_luck_subtracted,
        "draws": _share_data(verdict.draws),
        "unfinished": _share_data(verdict.unfinished),
        "seeds": {str(seed): number for seed, number in sorted(seeds.items())},
    }


def _turns_data(results: BalanceResults) -> dict[str, object] | None:
    records = results.verdict.records
    if not records:
        return None
    counts = Counter(record.turns for record in records)
    return {
        **asdict(results.verdict.turns),
        "games": {str(turns): number for turns, number in sorted(counts.items())},
    }


def _medal_data(places: Sequence[MedalPlaces], side: Side) -> dict[str, object]:
    sources = [each for each in places if each.side is side]
    return {
        "average": _rounded(sum(each.average for each in sources)),
        "sources": {
            each.source: {"average": _rounded(each.average), "hexes": _rounded_values(each.hexes)}
            for each in sources
        },
    }


def _human_share_data(share: HumanShare, doubts: Sequence[Message]) -> dict[str, object]:
    return {
        "share": _rounded(share.share),
        "low": _rounded(share.low),
        "high": _rounded(share.high),
        "doubts": list(map(in_english, doubts)),
    }


def _logged_games(data: Mapping[str, Any]) -> GamesSummary:
    """Return the logged games of stored results; older files do not say who won earlier games."""
    allies, axis, draws, earlier = (data[name] for name in _COUNTS)
    return GamesSummary(allies, axis, draws, earlier, earlier_wins=data.get("earlier_wins", 0.0))


def _logged_data(logged: GamesSummary) -> dict[str, object]:
    return {name: getattr(logged, name) for name in (*_COUNTS, "earlier_wins")}


def _gameplay_data(results: BalanceResults) -> dict[str, object] | None:
    if results.gameplay is None:
        return None
    reference = fun_reference()
    return {
        name: {
            "value": _rounded(getattr(results.gameplay, name)),
            "usual": _spread_data(reference[name]),
        }
        for name in MEASURES
    }


def _spread_data(spread: FiveNumberSummary) -> dict[str, float]:
    return {"low": spread.lower_quartile, "high": spread.upper_quartile}


def _factor_data(factor: Factor, results: BalanceResults) -> dict[str, object]:
    return {
        "kind": factor.kind.value,
        "side": factor.side.lower(),
        "name": factor.name,
        "turn": factor.turn,
        "label": in_english(factor_label(factor, results.field)),
        **_worth_data(factor.worth),
    }


def _worth_data(effect: WinEffect) -> dict[str, object]:
    return {
        "points": _rounded(effect.points),
        "low": _rounded(effect.low),
        "high": _rounded(effect.high),
        "clear": effect.is_significant,
        "games_with": effect.games_with,
        "games": effect.games,
    }


def _unit_data(unit: UnitLosses) -> dict[str, object]:
    return {
        "side": unit.side.lower(),
        "unit": unit.unit,
        "lost": _rounded(unit.lost),
        "figures": _rounded(unit.figures),
        "turn": unit.turn,
    }


def _objective_data(objective: ObjectiveControl) -> dict[str, object]:
    return {
        "hex": objective.name,
        **{
            side.lower(): {
                "held_at_end": _rounded(objective.held_at_end[side]),
                "held": [_rounded(share) for share in objective.held[side]],
                "first_turn": objective.first_turn.get(side),
            }
            for side in Side
        },
    }


def _card_data(card: CardUse) -> dict[str, object]:
    return {
        "side": card.side.lower(),
        "card": card.card,
        "played": _rounded(card.played),
        "idle": _rounded(card.idle),
        "dead": _rounded(card.dead),
        "swing": _rounded(card.swing),
        "low": _rounded(card.low),
        "high": _rounded(card.high),
    }


def _heat_map_data(results: BalanceResults) -> dict[str, object]:
    """Return each hex's average per game, keyed by the kind of heat map and the side."""
    records = results.verdict.records
    return {
        kind.value.replace(" ", "_"): {
            side.lower(): _rounded_values(heat_map(records, results.field, kind, side).per_game)
            for side in Side
        }
        for kind in HeatKind
    }


def _level_data(levels: Levels) -> dict[str, str]:
    return {side.lower(): levels.of(side) for side in Side}


def _share_data(share: ShareOfGames) -> dict[str, object]:
    return {"count": share.count, "share": _rounded(share.rate) if share.games else 0.0}


def _rounded_values(values: Mapping[str, float]) -> dict[str, float]:
    return {key: _rounded(value) for key, value in values.items()}


def _rounded(number: float) -> float:
    """Round a number to four decimal places."""
    return round(number, 4)

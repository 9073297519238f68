"""Comparisons, sweeps and restricted play as plain data for JSON, each with a schema of its own.

The schemas are ``comparison.schema.json``, ``sweep.schema.json`` and ``restrictions.schema.json``.
"""

from __future__ import annotations

from collections.abc import Iterable

from m44core.balance_lab import comparison_words, restriction_words, sweep_words
from m44core.balance_lab.comparison import Comparison, Difference
from m44core.balance_lab.intervals import Interval
from m44core.balance_lab.restriction_names import SECTION_NAMES
from m44core.balance_lab.restriction_run import RestrictionCost
from m44core.balance_lab.results_database import GameSetup, setup_of
from m44core.balance_lab.sweep import Estimate, SweepResult, TestedChange
from m44core.catalogue.catalogue_types import Side
from m44core.messages.renderers import in_english
from m44core.playtest.games.simulation import SimulationPlan
from m44core.rules.game_settings import format_settings
from m44core.version import __version__

VERSION = 1
"""The version of the formats."""

_NAMES = {section: name for name, section in SECTION_NAMES.items()}


def comparison_data(
    plan: SimulationPlan, comparison: Comparison, first: str, second: str
) -> dict[str, object]:
    """Return a comparison as data for JSON.

    Args:
        plan: The plan of the games of the first scenario.
        comparison: The comparison.
        first: The name of the first scenario, such as its file name.
        second: The name of the second scenario.
    """
    difference = comparison.difference
    pairs = zip((first, second), comparison.setups, comparison.shares, strict=True)
    return {
        **_common_entries("comparison", plan, comparison.setups[0]),
        "scenarios": [
            _compared_scenario_data(*each, is_share_known=bool(difference.pairs)) for each in pairs
        ],
        "outcome": "identical" if comparison.has_identical_play else comparison.outcome.value,
        "summary": in_english(comparison_words.comparison_headline(comparison, first, second)),
        "tolerance": round(comparison.tolerance, 4),
        "difference": _interval_data(difference) if difference.pairs else None,
        "pairs": comparison.pairs,
        "changed_play": [
            in_english(line) for line in comparison_words.comparison_play_lines(comparison)
        ],
        "lost": len(comparison.failed_games),
    }


def sweep_data(plan: SimulationPlan, result: SweepResult) -> dict[str, object]:
    """Return the changes that a sweep tried and those it suggests, as data for JSON."""
    setup = setup_of(plan)
    return {
        **_common_entries("sweep", plan, setup),
        "scenario": _scenario_data(setup),
        "stage": result.stage.value,
        "aim": result.aim,
        "base": result.base and _estimate_data(result.base),
        "suggestions": [_change_data(each, result) for each in result.suggestions],
        "tried": [_change_data(each, result) for each in result.tried],
        "invalid": result.invalid,
        "same": result.same,
        "games": result.played,
        "lost": len(result.failed_games),
    }


def restriction_data(
    plan: SimulationPlan, setup: GameSetup, costs: Iterable[RestrictionCost]
) -> dict[str, object]:
    """Return the costs of some restrictions as data for JSON."""
    return {
        **_common_entries("restricted-play", plan, setup),
        "scenario": _scenario_data(setup),
        "restrictions": [_cost_data(cost) for cost in costs],
    }


def _common_entries(kind: str, plan: SimulationPlan, setup: GameSetup) -> dict[str, object]:
    """Return the entries, common to all documents, about how the games were played."""
    return {
        "version": VERSION,
        "program": f"m44 {__version__}",
        "kind": kind,
        "players": {side.lower(): setup.levels.of(side) for side in Side},
        "settings": format_settings(plan.settings),
        "engine": setup.engine,
    }


def _scenario_data(setup: GameSetup) -> dict[str, object]:
    return {"title": setup.title, "fingerprint": setup.fingerprint}


def _compared_scenario_data(
    name: str, setup: GameSetup, share: Interval, *, is_share_known: bool
) -> dict[str, object]:
    return {
        "name": name,
        **_scenario_data(setup),
        "allied_wins": _interval_data(share) if is_share_known else None,
    }


def _change_data(change: TestedChange, result: SweepResult) -> dict[str, object]:
    return {
        "changes": [in_english(sentence) for sentence in change.sentences],
        "summary": in_english(sweep_words.suggestion_text(change)),
        "size": round(change.cost, 4),
        "allied_wins": _estimate_data(change.share),
        "effect": _estimate_data(change.effect),
        "fresh": change.is_fresh,
        "reaches_aim": result.reaches_aim(change.share),
        "text_problems": change.text_problems,
    }


def _cost_data(cost: RestrictionCost) -> dict[str, object]:
    restriction = cost.restriction
    points, low, high = cost.cost
    free, restricted = cost.shares
    section = None if restriction.section is None else _NAMES[restriction.section]
    return {
        "side": restriction.side.lower(),
        "cards": sorted(restriction.cards),
        "section": section,
        "name": in_english(restriction_words.restriction_label(restriction)),
        "summary": in_english(restriction_words.restriction_cost_text(cost)),
        "worth": {"mean": round(points, 4), "low": round(low, 4), "high": round(high, 4)},
        "wins": {"free": round(free, 4), "restricted": round(restricted, 4)},
        "pairs": cost.pairs,
        "lost": len(cost.failed_games),
    }


def _interval_data(estimate: Interval | Estimate | Difference) -> dict[str, object]:
    """Return an estimate with the ends of its interval, rounded to four places."""
    names = ("mean", "low", "high")
    return {name: round(getattr(estimate, name), 4) for name in names}


def _estimate_data(estimate: Estimate) -> dict[str, object]:
    return {**_interval_data(estimate), "games": estimate.games}

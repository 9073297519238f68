"""The effects of cards and sections, as plain data that follow ``restrictions.schema.json``."""

from __future__ import annotations

from collections.abc import Iterable

from m44core.balance_lab import restriction_words
from m44core.balance_lab.restriction_names import SECTION_NAMES
from m44core.balance_lab.restriction_run import RestrictionCost
from m44core.balance_lab.results_database import GameSetup
from m44core.catalogue.types import Side
from m44core.messages.languages import ENGLISH
from m44core.messages.words import words
from m44core.playtest.games.simulation import Plan
from m44core.rules.game_settings import format_settings
from m44core.version import __version__

VERSION = 1
"""The edition of the data."""

_NAMES = {section: name for name, section in SECTION_NAMES.items()}


def restriction_data(
    plan: Plan, setup: GameSetup, costs: Iterable[RestrictionCost]
) -> dict[str, object]:
    """Return the cost of some restrictions as data for JSON."""
    return {
        "version": VERSION,
        "program": f"m44 {__version__}",
        "kind": "restricted-play",
        "scenario": {"title": setup.title, "fingerprint": setup.fingerprint},
        "players": {side.lower(): setup.levels.of(side) for side in Side},
        "settings": format_settings(plan.settings),
        "engine": setup.engine,
        "restrictions": [_cost_data(cost) for cost in costs],
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
        "name": words(ENGLISH).sentence(restriction_words.restriction_label(restriction)),
        "summary": words(ENGLISH).sentence(restriction_words.cost_text(cost)),
        "worth": {"mean": round(points, 4), "low": round(low, 4), "high": round(high, 4)},
        "wins": {"free": round(free, 4), "restricted": round(restricted, 4)},
        "pairs": cost.pairs,
        "lost": len(cost.failed_games),
    }

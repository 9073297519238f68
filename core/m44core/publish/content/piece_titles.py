"""The name and the look, in all lists of a sheet, of a piece with a rule of its own."""

from __future__ import annotations

from m44core.catalogue.catalogue_types import Behavior, SlopeFoot, TerrainRules
from m44core.messages.message import Value, message


def piece_title(title: Value, behavior: Behavior | None) -> Value:
    """Return the name of a piece, with its special rule in parentheses: "Hill (bluff)"."""
    if behavior is None or behavior.is_usual:
        return title
    return message("{piece} ({rule})", piece=title, rule=behavior.piece_remark)


def is_beach_slope(rules: TerrainRules | None) -> bool:
    """Return whether a map shows the edges between a tile and a beach as steep (S-BLUFF)."""
    return bool(rules and rules.slope and rules.slope.foot is SlopeFoot.BEACH)

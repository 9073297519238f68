"""The decisive factors in sentences: the same in the editor, reports and the command line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from m44core.balance_lab.decisive_factors import Factor, MedalPlaces, factor_label
from m44core.catalogue.catalogue_types import Side
from m44core.messages.message import Message, message, signed_points
from m44core.rules.game.battlefield import Battlefield
from m44core.rules.game.side_names import SIDES

MEDAL_SOURCES: Mapping[str, Message] = {
    "units": message("Eliminated units"),
    "objectives": message("Objectives"),
    "exits": message("Exits"),
    "deeds": message("Other medals"),
}
"""Labels for the sources in :func:`m44core.rules.victory.game_end.medals_by_source`."""


def factor_sentence(factor: Factor, field: Battlefield) -> Message:
    """Return a factor and its worth: ``Tank from G4 lost by turn 6: Axis +12 points (+5 to +19)``.

    Args:
        factor: The factor.
        field: The battlefield of its scenario, for the names of units.
    """
    side, points, low, high = factor.worth.gain
    return message(
        "{factor}: {side} {points} points ({low} to {high})",
        factor=factor_label(factor, field),
        side=SIDES[side],
        points=signed_points(points),
        low=signed_points(low),
        high=signed_points(high),
    )


def medal_averages(places: Sequence[MedalPlaces]) -> dict[str, dict[Side, float]]:
    """Return the average medals of each side, keyed by source; sources without any are left out."""
    averages = {(each.source, each.side): each.average for each in places}
    by_source = {
        source: {side: averages.get((source, side), 0.0) for side in Side}
        for source in MEDAL_SOURCES
    }
    return {source: by_side for source, by_side in by_source.items() if any(by_side.values())}

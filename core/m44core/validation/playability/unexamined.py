"""What could not be examined, because something is not known (M710)."""

from __future__ import annotations

from collections.abc import Iterator

from m44core.messages.message import enumerated
from m44core.rules.board.hex_grid import indexes
from m44core.validation.basis.check import Problem, check, problem
from m44core.validation.basis.context import Context
from m44core.validation.basis.ways import Ways
from m44core.validation.playability.medals import what_may_bring_medals


@check("M710")
def unexamined(context: Context) -> Iterator[Problem]:
    """Scenarios of which M701 to M708 examine a part only, and why (V-60, V-70, V-24).

    Silence would read as if nothing were wrong.
    """
    ways = context.ways
    if ways is None:
        if {unit.side for unit in context.units} >= context.sides and len(context.sides) > 1:
            yield problem("no-game", "/hexes")
        return
    yield from _unknown_ways(context, ways)
    unknown = what_may_bring_medals(context, ways)
    if unknown:
        clauses = enumerated(gap.clause for gap in unknown)
        hex_ = next((gap.hexes[0] for gap in unknown if gap.hexes), None)
        yield problem("medals", "/briefing", hex_, unknown=clauses)


def _unknown_ways(context: Context, ways: Ways) -> Iterator[Problem]:
    """Yield why nobody knows where the armies can get."""
    board = context.scenario.board
    standing = [board.hexes[index] for index in indexes(ways.state.field.bystanders)]
    if standing:
        pointer = context.pointer(standing[0], "unit")
        yield problem("units", pointer, standing[0], hexes=context.names(standing))
    elif not ways.complete:
        yield problem("more-units", "/briefing")

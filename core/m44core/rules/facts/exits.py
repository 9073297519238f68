"""Exit markers that nobody can use, or whose side is taken for granted (V-EXIT-03)."""

from __future__ import annotations

from collections.abc import Iterator

from m44core.messages.message import Message, enumerated, message
from m44core.model.exits import ExitMarker, exit_markers, exit_side, side_by_texts
from m44core.model.scenario import Scenario
from m44core.rules.facts.gap import Gap
from m44core.rules.goals.goals import edge_hexes


def gaps_of_exits(scenario: Scenario) -> Iterator[Gap]:
    """Name the exit markers nobody can use (V-EXIT-03)."""
    board = scenario.board
    edge = frozenset(edge_hexes(board))
    for marker in exit_markers(scenario):
        if marker.side is None and side_by_texts(scenario) is None:
            played = exit_side(scenario, marker.hex) is not None
            yield Gap(marker.tag.name, _of_no_side(scenario, marker), (marker.hex,), played)
        inner = [board.name(hex_) for hex_ in marker.hexes if hex_ not in edge]
        if marker.side and inner:
            clause = message(
                "{hexes}: not at the edge of the board; nobody leaves there",
                hexes=enumerated(inner),
            )
            yield Gap(marker.tag.name, clause, (marker.hex,))


def _of_no_side(scenario: Scenario, marker: ExitMarker) -> Message:
    """Return who leaves by a marker that does not say it: who comes there across the board."""
    name, side = scenario.board.name(marker.hex), exit_side(scenario, marker.hex)
    if side is None:
        return message(
            "the exit marker on {hex} does not say which side may leave: none can", hex=name
        )
    return message(
        "the exit marker on {hex} does not say which side may leave: {side} does, which comes "
        "there across the board",
        hex=name,
        side=side.called,
    )

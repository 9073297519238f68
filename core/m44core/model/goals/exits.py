"""Exits along an edge of the board: drawn, lengthened, shortened (V-EXIT-01, V-EXIT-02)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from m44core.board import Board
from m44core.catalogue.types import Side
from m44core.hexes import Hex
from m44core.model.exits import ExitMarker, edges, exit_markers, exit_side, is_exit
from m44core.model.parts import HexContent, Tag
from m44core.model.scenario import Scenario
from m44core.model.tokens import TagRule

_ONE, _END = "tag4", "tag5"  # the marker of a single hex, and that of each end of a range


def along_edge(board: Board, start: Hex, end: Hex) -> tuple[Hex, ...]:
    """Return the hexes along one edge of the board from one to another; none off all edges."""
    for edge in edges(board):
        if start in edge and end in edge:
            first, last = edge.index(start), edge.index(end)
            step = 1 if last >= first else -1
            return edge[first : last + step if last + step >= 0 else None : step]
    return ()


def nearest_on_edge(board: Board, start: Hex, hex_: Hex) -> Hex:
    """Return the hex nearest to another one on the edges that *start* lies on."""
    on_edges = (h for edge in edges(board) if start in edge for h in edge)
    return min(on_edges, key=lambda h: (h.distance(hex_), h), default=start)


def exit_at(scenario: Scenario, hex_: Hex) -> ExitMarker | None:
    """Return the exit that opens a hex; None where none does."""
    markers = exit_markers(scenario)
    return next((marker for marker in markers if hex_ in marker.hexes), None)


def usual_exit_side(scenario: Scenario, hex_: Hex) -> Side | None:
    """Return the side an exit on a hex is usually for: who crosses the board to come there.

    At the left and the right edge it is who sits at the bottom.
    """
    return exit_side(scenario, hex_) or scenario.side_at(top=False)


def with_exit(scenario: Scenario, hexes: Sequence[Hex], side: Side | None) -> Scenario:
    """Return the scenario with an exit of *side* on hexes along an edge, in place of others there.

    Several hexes have a marker at each end of the range, as published scenarios have.
    """
    scenario = without_exits(scenario, hexes)
    first, last = hexes[0], hexes[-1]
    if first == last:
        return _with_tag(scenario, first, Tag(_ONE, TagRule.EXIT, side))
    scenario = _with_tag(scenario, first, Tag(_END, TagRule.EXIT, side, group=tuple(hexes)))
    return _with_tag(scenario, last, Tag(_END))


def without_exits(scenario: Scenario, hexes: Iterable[Hex]) -> Scenario:
    """Return the scenario without exits on some hexes; what is left of a range stays one."""
    closed = set(hexes)
    for marker in exit_markers(scenario):
        if closed & set(marker.hexes):
            scenario = _without_markers(scenario, marker.hexes)
            for run in _runs(scenario.board, marker.hexes, closed):
                scenario = with_exit(scenario, run, marker.side)
    return scenario


def _runs(board: Board, hexes: Iterable[Hex], closed: set[Hex]) -> Iterator[tuple[Hex, ...]]:
    """Yield the stretches of hexes that are left, each along an edge."""
    left = set(hexes) - closed
    for edge in edges(board):
        run: list[Hex] = []
        for hex_ in (*edge, None):
            if hex_ is not None and hex_ in left:
                run.append(hex_)
            elif run:
                yield tuple(run)
                left -= set(run)
                run = []
    yield from ((hex_,) for hex_ in sorted(left))


def with_exit_side(scenario: Scenario, marker: ExitMarker, side: Side | None) -> Scenario:
    """Return the scenario with an exit for another side."""
    catalogue = scenario.catalogue

    def changed(hex_: Hex) -> HexContent:
        there = scenario.at(hex_)
        return replace(there, tags=tuple(for_side(tag, hex_) for tag in there.tags))

    def for_side(tag: Tag, hex_: Hex) -> Tag:
        meant = tag.side or tag.group or hex_ == marker.hex
        return replace(tag, side=side) if meant and is_exit(tag, catalogue) else tag

    return scenario.with_hexes({hex_: changed(hex_) for hex_ in marker.hexes})


def _with_tag(scenario: Scenario, hex_: Hex, tag: Tag) -> Scenario:
    there = scenario.at(hex_)
    return scenario.with_hexes({hex_: replace(there, tags=(*there.tags, tag))})


def _without_markers(scenario: Scenario, hexes: Iterable[Hex]) -> Scenario:
    catalogue = scenario.catalogue
    bare = {}
    for hex_ in hexes:
        there = scenario.at(hex_)
        tags = tuple(tag for tag in there.tags if not is_exit(tag, catalogue))
        bare[hex_] = replace(there, tags=tags)
    return scenario.with_hexes(bare)

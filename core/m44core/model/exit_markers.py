"""Exit markers: which hexes they open and for which side; placed and removed (V-EXIT-01..03)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from m44core.board import Board
from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.types import Layer, Side
from m44core.hexes import Hex
from m44core.model.parts import HexContent, Tag
from m44core.model.rule_parts import Edge
from m44core.model.scenario import Scenario
from m44core.model.token_functions import TagRule, TokenFunction, has_function
from m44core.model.victory_rules import ExitLine, ExitLines
from m44core.values import dataclass

_BY_TEXTS: Mapping[str, Side] = {"1517": Side.ALLIES, "5841": Side.AXIS, "6380": Side.ALLIES}
"""By the number of a published scenario, who leaves by its texts; its markers do not say it."""


@dataclass(frozen=True, slots=True)
class ExitMarker:
    """An exit marker and what it opens (V-EXIT-01..03).

    Attributes:
        hex: The hex it lies on.
        tag: The token.
        side: Who may leave; None where neither it nor its partner says who.
        hexes: The hexes it opens.
    """

    hex: Hex
    tag: Tag
    side: Side | None
    hexes: tuple[Hex, ...]


def exit_markers(scenario: Scenario) -> list[ExitMarker]:
    """Return the exit markers; those turned sideways open all edge hexes between them.

    A token without side or group where another covers its hex says nothing of its own (D-20). One
    whose hex has another that states the one side there is, is of that side.
    """
    catalogue = scenario.catalogue
    found = [(hex_, tag) for hex_, _, tag in scenario.tags() if is_exit(tag, catalogue)]
    stated: dict[Hex, set[Side]] = {}
    ruled = _sides_by_rules(scenario)
    for hex_, tag in found:
        if tag.side:
            stated.setdefault(hex_, set()).add(tag.side)
    markers = [
        ExitMarker(
            hex_,
            tag,
            tag.side
            or _single_side(stated.get(hex_, set()))
            or _single_side(ruled.get(hex_, set())),
            tuple(dict.fromkeys((hex_, *(tag.group or ())))),
        )
        for hex_, tag in found
    ]
    opened = {hex_ for marker in markers if marker.side for hex_ in marker.hexes}
    covered = {hex_ for marker in markers if marker.side for hex_ in marker.hexes[1:]}
    markers = [m for m in markers if m.side or m.tag.group or m.hex not in opened]
    loose = [m for m in markers if _ends_range(m, catalogue) and m.hex not in covered]
    for first, second, between in _pairs(loose, scenario.board):
        markers[markers.index(first)] = replace(
            first, side=first.side or second.side, hexes=between
        )
        markers.remove(second)
    return markers


def exiting_side(scenario: Scenario, marker: ExitMarker) -> Side | None:
    """Return who may leave by a marker (V-EXIT-03); None if nobody.

    Where neither it nor its partner says it, that is who leaves there by the texts of a published
    scenario, else whoever crosses the board to come there.
    """
    return marker.side or side_by_texts(scenario) or exit_side(scenario, marker.hex)


def side_by_texts(scenario: Scenario) -> Side | None:
    """Return who leaves by the texts of a published scenario whose markers do not say it (D-20)."""
    return _BY_TEXTS.get(str(scenario.meta.get("scenario_id")))


def exit_lines(scenario: Scenario) -> tuple[ExitLine, ...]:
    """Return the exits that a special rule of the scenario names (SO-EXIT-LINE)."""
    stated = scenario.briefing.special_rules.of(ExitLines)
    return stated.lines if stated else ()


def line_hexes(line: ExitLine, board: Board) -> tuple[Hex, ...]:
    """Return the hexes of an exit, those of a whole edge included."""
    top, bottom, *_ = board_edges(board)
    edge = {Edge.NONE: (), Edge.TOP: top, Edge.BOTTOM: bottom}[line.edge]
    return tuple(dict.fromkeys((*line.hexes, *edge)))


def _sides_by_rules(scenario: Scenario) -> dict[Hex, set[Side]]:
    """Return for each hex the sides that may leave there by a special rule."""
    found: dict[Hex, set[Side]] = {}
    for line in exit_lines(scenario):
        for hex_ in line_hexes(line, scenario.board):
            found.setdefault(hex_, set()).add(line.side)
    return found


def is_exit(tag: Tag, catalogue: Catalogue) -> bool:
    """Tell whether a token is an exit marker, by what it is or by what it is said to be."""
    return has_function(tag, catalogue.get(tag.name, Layer.TAG), TokenFunction.EXIT)


def _ends_range(marker: ExitMarker, catalogue: Catalogue) -> bool:
    """Tell whether a marker is turned sideways and names no other hexes (D-21)."""
    element = catalogue.get(marker.tag.name, Layer.TAG)
    return element is not None and element.exit_range and not marker.tag.group


def _pairs(
    loose: list[ExitMarker], board: Board
) -> Iterator[tuple[ExitMarker, ExitMarker, tuple[Hex, ...]]]:
    """Yield the markers that belong together, with all hexes from one to the other (V-EXIT-02)."""
    left = list(loose)
    for edge in board_edges(board):
        along = sorted((m for m in left if m.hex in edge), key=lambda m: edge.index(m.hex))
        while len(along) > 1:
            first, second, *rest = along
            if None not in (first.side, second.side) and first.side != second.side:
                along = [second, *rest]
                continue
            start, end = edge.index(first.hex), edge.index(second.hex)
            yield first, second, edge[start : end + 1]
            left = [m for m in left if m not in (first, second)]
            along = rest


def board_edges(board: Board) -> Iterator[tuple[Hex, ...]]:
    """Yield the hexes along the top, the bottom, the left and the right edge."""
    rows = [[hex_ for hex_ in board.hexes if hex_.row == row] for row in range(board.rows)]
    yield tuple(rows[0])
    yield tuple(rows[-1])
    yield tuple(row[0] for row in rows)
    yield tuple(row[-1] for row in rows)


def _single_side(sides: set[Side]) -> Side | None:
    return next(iter(sides)) if len(sides) == 1 else None


def exit_side(scenario: Scenario, hex_: Hex) -> Side | None:
    """Return the side that crosses the board to come to a hex: the enemy of whose edge it is.

    None at the sides, within the board, and where the briefing does not tell.
    """
    rows = (0, scenario.board.rows - 1)
    if hex_.row not in rows:
        return None
    home = scenario.side_at(top=hex_.row == 0)
    return home.enemy if home else None


_ONE, _END = "tag4", "tag5"  # the marker of a single hex, and that of each end of a range


def along_edge(board: Board, start: Hex, end: Hex) -> tuple[Hex, ...]:
    """Return the hexes along one edge of the board from one to another; none off all edges."""
    for edge in board_edges(board):
        if start in edge and end in edge:
            first, last = edge.index(start), edge.index(end)
            step = 1 if last >= first else -1
            return edge[first : last + step if last + step >= 0 else None : step]
    return ()


def nearest_on_edge(board: Board, start: Hex, hex_: Hex) -> Hex:
    """Return the hex nearest to another one on the edges that *start* lies on."""
    on_edges = (h for edge in board_edges(board) if start in edge for h in edge)
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
    for edge in board_edges(board):
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

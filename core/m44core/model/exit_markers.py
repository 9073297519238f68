"""Exit markers: the hexes they open to each side, and edits of them (V-EXIT-01..03)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from m44core.board import Board
from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.catalogue_types import Layer, Side
from m44core.hexes import Hex
from m44core.model.rule_parts import BoardEdge
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, Tag
from m44core.model.token_functions import TagRule, TokenFunction, has_function
from m44core.model.victory_rules import ExitLine, ExitLines
from m44core.values import dataclass

_SIDES_BY_SCENARIO_ID: Mapping[str, Side] = {
    "1517": Side.ALLIES,
    "5841": Side.AXIS,
    "6380": Side.ALLIES,
}
"""The exiting side by scenario id, for published scenarios that only name it in their texts."""


@dataclass(frozen=True, slots=True)
class ExitMarker:
    """An exit marker and the hexes it opens (V-EXIT-01..03).

    Attributes:
        hex: The hex of the marker.
        tag: The marker itself.
        side: The side that may exit; None if neither the markers on its hex nor special rules
            name a single one.
        hexes: The hexes it opens.
    """

    hex: Hex
    tag: Tag
    side: Side | None
    hexes: tuple[Hex, ...]


def exit_markers(scenario: Scenario) -> list[ExitMarker]:
    """Return the exit markers; a pair of sideways markers opens all edge hexes between them.

    A marker without a group is ignored if another marker opens its hex to the same side (D-20), or
    if it has no side and another marker opens its hex to any side. A marker without a side gets
    the side named by other markers on its hex, or else by special rules, provided that they name
    only one.
    """
    catalogue = scenario.catalogue
    tokens = [(hex_, tag) for hex_, _, tag in scenario.tags() if is_exit(tag, catalogue)]
    sides_by_markers: dict[Hex, set[Side]] = {}
    sides_by_rules = _sides_by_rules(scenario)
    for hex_, tag in tokens:
        if tag.side:
            sides_by_markers.setdefault(hex_, set()).add(tag.side)
    markers = [
        ExitMarker(
            hex_,
            tag,
            tag.side
            or _single_side(sides_by_markers.get(hex_, set()))
            or _single_side(sides_by_rules.get(hex_, set())),
            tuple(dict.fromkeys((hex_, *(tag.group or ())))),
        )
        for hex_, tag in tokens
    ]
    opened_hexes = {hex_ for marker in markers if marker.side for hex_ in marker.hexes}
    group_hexes = {hex_ for marker in markers if marker.side for hex_ in marker.hexes[1:]}
    far_ends = {(hex_, marker.side) for marker in markers for hex_ in marker.hexes[1:]}
    markers = [
        m
        for m in markers
        if m.tag.group or ((m.hex, m.side) not in far_ends if m.side else m.hex not in opened_hexes)
    ]
    range_ends = [m for m in markers if _ends_range(m, catalogue) and m.hex not in group_hexes]
    for first, second, edge_hexes in _marker_pairs(range_ends, scenario.board):
        markers[markers.index(first)] = replace(
            first, side=first.side or second.side, hexes=edge_hexes
        )
        markers.remove(second)
    return markers


def exiting_side(scenario: Scenario, marker: ExitMarker) -> Side | None:
    """Return the side that may exit at a marker (V-EXIT-03); None if it is unknown.

    If the marker has no side, it is the side named in the texts of a published scenario,
    otherwise the side that crosses the board to get there.
    """
    return marker.side or exit_side_named_in_texts(scenario) or crossing_side(scenario, marker.hex)


def with_exit_sides(scenario: Scenario) -> Scenario:
    """Return the scenario with the exiting side on every exit marker that does not name it.

    Published scenarios often name it only at one end of a row of exits. Markers where units of both
    sides may exit, or of an unknown side, stay as they are.
    """
    sides: dict[Hex, set[Side | None]] = {}
    for marker in exit_markers(scenario):
        for hex_ in marker.hexes:
            sides.setdefault(hex_, set()).add(exiting_side(scenario, marker))
    return scenario.with_hexes(
        {
            hex_: replace(scenario.at(hex_), tags=_tags_with_exit_side(scenario, hex_, side))
            for hex_, sides_of_hex in sides.items()
            if len(sides_of_hex) == 1 and (side := next(iter(sides_of_hex)))
        }
    )


def without_repeated_exits(scenario: Scenario) -> Scenario:
    """Return the scenario with one exit marker of each kind and side on a hex.

    Files may state an exit twice: with a marker for the map and one with a rule. The markers that
    are left open all hexes of the others.
    """
    tags_by_hex = {
        hex_: tuple(_single_exits(content.tags, scenario.catalogue))
        for hex_, content in scenario.hexes.items()
        if len(content.tags) > 1
    }
    return scenario.with_hexes(
        {hex_: replace(scenario.at(hex_), tags=tags) for hex_, tags in tags_by_hex.items()}
    )


def _single_exits(tags: Sequence[Tag], catalogue: Catalogue) -> Iterator[Tag]:
    """Yield the markers without the exits that repeat others, whose groups are joined."""
    seen = set[tuple[str, Side | None]]()
    for tag in tags:
        kind = tag.name, tag.side
        if not is_exit(tag, catalogue):
            yield tag
        elif kind not in seen:
            seen.add(kind)
            alike = [each for each in tags if (each.name, each.side) == kind]
            group = dict.fromkeys(hex_ for each in alike for hex_ in each.group or ())
            rule = next((each.behavior for each in alike if each.behavior), None)
            yield replace(tag, group=tuple(group) or None, behavior=rule)


def _tags_with_exit_side(scenario: Scenario, hex_: Hex, side: Side) -> tuple[Tag, ...]:
    return tuple(
        replace(tag, side=side) if not tag.side and is_exit(tag, scenario.catalogue) else tag
        for tag in scenario.at(hex_).tags
    )


def exit_side_named_in_texts(scenario: Scenario) -> Side | None:
    """Return the exiting side that a published scenario only names in its texts (D-20), or None."""
    return _SIDES_BY_SCENARIO_ID.get(str(scenario.meta.get("scenario_id")))


def exit_lines(scenario: Scenario) -> tuple[ExitLine, ...]:
    """Return the exits in the special rules of a scenario (SO-EXIT-LINE); () if there are none."""
    rule = scenario.briefing.special_rules.of(ExitLines)
    return rule.lines if rule else ()


def exit_line_hexes(line: ExitLine, board: Board) -> tuple[Hex, ...]:
    """Return the hexes of an exit, including all hexes along its edge."""
    top, bottom, *_ = board_edges(board)
    edge = {BoardEdge.NONE: (), BoardEdge.TOP: top, BoardEdge.BOTTOM: bottom}[line.edge]
    return tuple(dict.fromkeys((*line.hexes, *edge)))


def _sides_by_rules(scenario: Scenario) -> dict[Hex, set[Side]]:
    """Return the sides that may exit at each hex according to special rules."""
    sides: dict[Hex, set[Side]] = {}
    for line in exit_lines(scenario):
        for hex_ in exit_line_hexes(line, scenario.board):
            sides.setdefault(hex_, set()).add(line.side)
    return sides


def is_exit(tag: Tag, catalogue: Catalogue) -> bool:
    """Return whether a token is an exit marker, by its kind or its special rule."""
    return has_function(tag, catalogue.get(tag.name, Layer.TAG), TokenFunction.EXIT)


def _ends_range(marker: ExitMarker, catalogue: Catalogue) -> bool:
    """Return whether a marker is one end of a range: sideways, and without a group (D-21)."""
    element = catalogue.get(marker.tag.name, Layer.TAG)
    return element is not None and element.exit_range and not marker.tag.group


def _marker_pairs(
    range_ends: list[ExitMarker], board: Board
) -> Iterator[tuple[ExitMarker, ExitMarker, tuple[Hex, ...]]]:
    """Yield each pair of markers along an edge, with all hexes from one to the other (V-EXIT-02).

    Markers of different sides do not form a pair.
    """
    remaining_ends = list(range_ends)
    for edge in board_edges(board):
        ends_on_edge = sorted(
            (m for m in remaining_ends if m.hex in edge), key=lambda m: edge.index(m.hex)
        )
        while len(ends_on_edge) > 1:
            first, second, *later_ends = ends_on_edge
            if None not in (first.side, second.side) and first.side != second.side:
                ends_on_edge = [second, *later_ends]
                continue
            start, end = edge.index(first.hex), edge.index(second.hex)
            yield first, second, edge[start : end + 1]
            remaining_ends = [m for m in remaining_ends if m not in (first, second)]
            ends_on_edge = later_ends


def board_edges(board: Board) -> Iterator[tuple[Hex, ...]]:
    """Yield the hexes along each edge of the board: top, bottom, left, right."""
    rows = [[hex_ for hex_ in board.hexes if hex_.row == row] for row in range(board.rows)]
    yield tuple(rows[0])
    yield tuple(rows[-1])
    yield tuple(row[0] for row in rows)
    yield tuple(row[-1] for row in rows)


def _single_side(sides: set[Side]) -> Side | None:
    return next(iter(sides)) if len(sides) == 1 else None


def crossing_side(scenario: Scenario, hex_: Hex) -> Side | None:
    """Return the side that crosses the board to reach a hex: the enemy of the side at that edge.

    None if the hex is not at the top or bottom edge, or if the briefing has no sides.
    """
    rows = (0, scenario.board.rows - 1)
    if hex_.row not in rows:
        return None
    near_side = scenario.side_at(top=hex_.row == 0)
    return near_side.enemy if near_side else None


_SINGLE_EXIT, _RANGE_END = "tag4", "tag5"  # the markers of a single hex and of each end of a range


def hexes_along_edge(board: Board, start: Hex, end: Hex) -> tuple[Hex, ...]:
    """Return the hexes along an edge from *start* to *end*; empty if they share no edge."""
    for edge in board_edges(board):
        if start in edge and end in edge:
            first, last = edge.index(start), edge.index(end)
            step = 1 if last >= first else -1
            return edge[first : last + step if last + step >= 0 else None : step]
    return ()


def nearest_hex_on_edge(board: Board, start: Hex, hex_: Hex) -> Hex:
    """Return the hex nearest to *hex_* on the edges that *start* is on; *start* if on none."""
    on_edges = (h for edge in board_edges(board) if start in edge for h in edge)
    return min(on_edges, key=lambda h: (h.distance(hex_), h), default=start)


def exit_at(scenario: Scenario, hex_: Hex) -> ExitMarker | None:
    """Return the exit marker that opens a hex; None if there is none."""
    markers = exit_markers(scenario)
    return next((marker for marker in markers if hex_ in marker.hexes), None)


def default_exit_side(scenario: Scenario, hex_: Hex) -> Side | None:
    """Return the default side of a new exit: the side that crosses the board to reach it.

    For hexes that are not at the top or bottom edge, it is the bottom player's side. None if the
    briefing does not name that side.
    """
    return crossing_side(scenario, hex_) or scenario.side_at(top=False)


def with_exit(scenario: Scenario, hexes: Sequence[Hex], side: Side | None) -> Scenario:
    """Return the scenario with an exit for *side* on hexes along an edge, replacing existing ones.

    A range of hexes gets a marker at each end, as in published scenarios; both are drawn in the
    colors of the side. If *side* is None, the markers have no side.
    """
    scenario = without_exits(scenario, hexes)
    first, last = hexes[0], hexes[-1]
    if first == last:
        return _with_added_tag(scenario, first, Tag(_SINGLE_EXIT, TagRule.EXIT, side))
    scenario = _with_added_tag(
        scenario, first, Tag(_RANGE_END, TagRule.EXIT, side, group=tuple(hexes))
    )
    return _with_added_tag(scenario, last, Tag(_RANGE_END, side=side))


def without_exits(scenario: Scenario, hexes: Iterable[Hex]) -> Scenario:
    """Return the scenario without exits on the given hexes; the rest of a range stays open."""
    closed_hexes = set(hexes)
    for marker in exit_markers(scenario):
        if closed_hexes & set(marker.hexes):
            scenario = _without_markers(scenario, marker.hexes)
            for run in _hex_runs(scenario.board, marker.hexes, closed_hexes):
                scenario = with_exit(scenario, run, marker.side)
    return scenario


def _hex_runs(
    board: Board, hexes: Iterable[Hex], closed_hexes: set[Hex]
) -> Iterator[tuple[Hex, ...]]:
    """Yield the runs of adjacent hexes along each edge that are left after removing *closed_hexes*.

    Hexes left that are not on an edge follow one by one.
    """
    open_hexes = set(hexes) - closed_hexes
    for edge in board_edges(board):
        run: list[Hex] = []
        for hex_ in (*edge, None):
            if hex_ is not None and hex_ in open_hexes:
                run.append(hex_)
            elif run:
                yield tuple(run)
                open_hexes -= set(run)
                run = []
    yield from ((hex_,) for hex_ in sorted(open_hexes))


def with_exit_side(scenario: Scenario, marker: ExitMarker, side: Side | None) -> Scenario:
    """Return the scenario with the side of an exit changed; None removes the side."""
    catalogue = scenario.catalogue

    def with_side(hex_: Hex) -> HexContent:
        content = scenario.at(hex_)
        return replace(content, tags=tuple(for_side(tag, hex_) for tag in content.tags))

    def for_side(tag: Tag, hex_: Hex) -> Tag:
        is_affected = tag.side or tag.group or hex_ == marker.hex
        return replace(tag, side=side) if is_affected and is_exit(tag, catalogue) else tag

    return scenario.with_hexes({hex_: with_side(hex_) for hex_ in marker.hexes})


def _with_added_tag(scenario: Scenario, hex_: Hex, tag: Tag) -> Scenario:
    content = scenario.at(hex_)
    return scenario.with_hexes({hex_: replace(content, tags=(*content.tags, tag))})


def _without_markers(scenario: Scenario, hexes: Iterable[Hex]) -> Scenario:
    catalogue = scenario.catalogue
    contents = {}
    for hex_ in hexes:
        content = scenario.at(hex_)
        tags = tuple(tag for tag in content.tags if not is_exit(tag, catalogue))
        contents[hex_] = replace(content, tags=tags)
    return scenario.with_hexes(contents)

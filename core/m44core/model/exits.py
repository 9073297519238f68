"""Exit markers: which hexes they open, and for whom (V-EXIT-01..03)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from m44core.board import Board
from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.types import Layer, Side
from m44core.hexes import Hex
from m44core.model.parts import Tag
from m44core.model.rule_parts import Edge
from m44core.model.scenario import Scenario
from m44core.model.tokens import Function, has_function
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
    ruled = _ruled(scenario)
    for hex_, tag in found:
        if tag.side:
            stated.setdefault(hex_, set()).add(tag.side)
    markers = [
        ExitMarker(
            hex_,
            tag,
            tag.side or _only(stated.get(hex_, set())) or _only(ruled.get(hex_, set())),
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


def leaving_side(scenario: Scenario, marker: ExitMarker) -> Side | None:
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
    top, bottom, *_ = edges(board)
    edge = {Edge.NONE: (), Edge.TOP: top, Edge.BOTTOM: bottom}[line.edge]
    return tuple(dict.fromkeys((*line.hexes, *edge)))


def _ruled(scenario: Scenario) -> dict[Hex, set[Side]]:
    """Return for each hex the sides that may leave there by a special rule."""
    found: dict[Hex, set[Side]] = {}
    for line in exit_lines(scenario):
        for hex_ in line_hexes(line, scenario.board):
            found.setdefault(hex_, set()).add(line.side)
    return found


def is_exit(tag: Tag, catalogue: Catalogue) -> bool:
    """Tell whether a token is an exit marker, by what it is or by what it is said to be."""
    return has_function(tag, catalogue.get(tag.name, Layer.TAG), Function.EXIT)


def _ends_range(marker: ExitMarker, catalogue: Catalogue) -> bool:
    """Tell whether a marker is turned sideways and names no other hexes (D-21)."""
    element = catalogue.get(marker.tag.name, Layer.TAG)
    return element is not None and element.exit_range and not marker.tag.group


def _pairs(
    loose: list[ExitMarker], board: Board
) -> Iterator[tuple[ExitMarker, ExitMarker, tuple[Hex, ...]]]:
    """Yield the markers that belong together, with all hexes from one to the other (V-EXIT-02)."""
    left = list(loose)
    for edge in edges(board):
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


def edges(board: Board) -> Iterator[tuple[Hex, ...]]:
    """Yield the hexes along the top, the bottom, the left and the right edge."""
    rows = [[hex_ for hex_ in board.hexes if hex_.row == row] for row in range(board.rows)]
    yield tuple(rows[0])
    yield tuple(rows[-1])
    yield tuple(row[0] for row in rows)
    yield tuple(row[-1] for row in rows)


def _only(sides: set[Side]) -> Side | None:
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

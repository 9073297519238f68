"""Outlines around hexes that share an objective or an exit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.catalogue_types import Layer, Side
from m44core.drawing.board.board_layout import hex_centre
from m44core.drawing.shapes.paths import HEX_CORNERS, polygon
from m44core.drawing.shapes.shapes import Drawing, Shape
from m44core.drawing.tokens.medal_art import EXIT, HELD
from m44core.hexes import Hex
from m44core.model.exit_markers import exit_markers
from m44core.model.objective_medals import BOOLEAN_TERMS, holding_terms_of
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import MedalTerms, Tag
from m44core.values import dataclass

_INSET = 4.5  # units between an outline and the edge of its hexes, so that neighbors stay apart
_WIDTH, _CASING = 3.4, 6.4

_DASHES: Mapping[str, tuple[float, ...]] = {
    "permanent": (),
    "turn_start": (0.1, 7.0),
    "majority": (15.0, 6.5, 0.1, 6.5),
    "last_to_occupy": (26.0, 9.0),
    "sole_control": (9.0, 7.0),
    "any_hex": (15.0, 6.5, 0.1, 6.5, 0.1, 6.5),
    HELD: (9.0, 7.0),
    EXIT: (),
}
_COLOURS: Mapping[Side | None, str] = {
    Side.ALLIES: "piece-blue-dark",
    Side.AXIS: "piece-ink",
    None: "piece-gold-dark",
}


@dataclass(frozen=True, slots=True)
class HexGroup:
    """Hexes that share one objective or one exit.

    Attributes:
        hexes: The hexes, including that of the token.
        kind: The active terms of the medal, or :data:`HELD` if none; or :data:`EXIT`.
        side: The side that can win the medal or use the exit; None for either side.
    """

    hexes: frozenset[Hex]
    kind: tuple[str, ...]
    side: Side | None


def active_medal_terms(tag: Tag, catalogue: Catalogue) -> tuple[str, ...]:
    """Return the active terms of an objective medal; empty for all other tags."""
    element = catalogue.get(tag.name, Layer.TAG)
    if tag.medal is None and not (element and element.medal):
        return ()
    terms = holding_terms_of(tag, element.side if element else None) or tag.medal or MedalTerms()
    return tuple(term for term in BOOLEAN_TERMS if getattr(terms, term))


def hex_groups(scenario: Scenario) -> tuple[HexGroup, ...]:
    """Return the groups of two or more hexes of a scenario, each once (V-MED-02, V-EXIT-02).

    A group that is worth a medal to each side is one for either side.
    """
    sides_by_group: dict[tuple[frozenset[Hex], tuple[str, ...]], set[Side | None]] = {}
    for group in (*_objective_groups(scenario), *_exit_groups(scenario)):
        sides_by_group.setdefault((group.hexes, group.kind), set()).add(group.side)
    return tuple(
        HexGroup(hexes, kind, sides_of_group.pop() if len(sides_of_group) == 1 else None)
        for (hexes, kind), sides_of_group in sides_by_group.items()
        if len(hexes) > 1
    )


def _objective_groups(scenario: Scenario) -> Iterator[HexGroup]:
    catalogue = scenario.catalogue
    for hex_, _, tag in scenario.tags():
        element = catalogue.get(tag.name, Layer.TAG)
        if tag.group and (tag.medal or (element and element.medal)):
            side = (element.side if element else None) or (tag.medal and tag.medal.side) or tag.side
            hexes = frozenset(h for h in (hex_, *tag.group) if h in scenario.board)
            yield HexGroup(hexes, active_medal_terms(tag, catalogue) or (HELD,), side or None)


def _exit_groups(scenario: Scenario) -> Iterator[HexGroup]:
    for marker in exit_markers(scenario):
        hexes = frozenset(h for h in marker.hexes if h in scenario.board)
        yield HexGroup(hexes, (EXIT,), marker.side)


def expand_to_groups(scenario: Scenario, hexes: Iterable[Hex]) -> frozenset[Hex]:
    """Return all hexes of the groups that contain any of *hexes*."""
    hex_set = frozenset(hexes)
    return frozenset().union(*(g.hexes for g in hex_groups(scenario) if g.hexes & hex_set))


def draw_hex_groups(groups: Iterable[HexGroup]) -> Drawing:
    """Return the outlines of groups.

    The dash pattern shows the kind, as the signs on their medal do; a light casing keeps the line
    visible on dark ground.
    """
    return tuple(node for group in groups for node in _draw_hex_group(group))


def _draw_hex_group(group: HexGroup) -> Iterator[Shape]:
    colour = "piece-red-dark" if EXIT in group.kind else _COLOURS[group.side]
    for ring in _outline_rings(group.hexes):
        path = polygon(ring)
        yield Shape(path, stroke="piece-white", width=_CASING, opacity=0.85)
        yield Shape(path, stroke=colour, width=_WIDTH, dash=_DASHES[group.kind[0]])


def _outline_rings(hexes: frozenset[Hex]) -> Iterator[list[tuple[float, float]]]:
    """Yield the outlines of the areas that the hexes form, including those of holes.

    shapely is imported here because it is slow to import and most boards do not need it.
    """
    from shapely import (  # type: ignore[import-untyped]  # it ships no stubs
        Polygon,
        union_all,
    )

    sorted_hexes = sorted(hexes, key=lambda hex_: (hex_.row, hex_.col))
    union = union_all(
        [Polygon(_hex_corners(hex_)).buffer(0.05, join_style="mitre") for hex_ in sorted_hexes]
    )
    inset_area = union.buffer(-_INSET, join_style="mitre").simplify(0.5)
    for part in getattr(inset_area, "geoms", [inset_area]):
        for ring in (part.exterior, *part.interiors):
            yield [(x, y) for x, y, *_ in ring.coords[:-1]]


def _hex_corners(hex_: Hex) -> list[tuple[float, float]]:
    x, y = hex_centre(hex_)
    return [(x + u, y + v) for u, v in HEX_CORNERS]

"""Hexes that belong together, as one outline: the hexes of an objective, the line of an exit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.types import Layer, Side
from m44core.drawing.board.board_layout import hex_centre
from m44core.drawing.shapes.paths import HEX_CORNERS, polygon
from m44core.drawing.shapes.shapes import Drawing, Group, Shape
from m44core.drawing.tokens.medal_art import EXIT, HELD, draw_term_sign
from m44core.hexes import Hex
from m44core.model.exit_markers import exit_markers
from m44core.model.objective_medals import SWITCHES, terms_of
from m44core.model.parts import MedalTerms, Tag
from m44core.model.scenario import Scenario
from m44core.values import dataclass

_INSET = 4.5  # units the outline keeps from the hexes around, so that two side by side show
_WIDTH, _CASING = 3.4, 6.4
_SIGN, _PITCH = 1.35, 17.0  # how large the signs are, and how far apart

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
    """Hexes that share the function of a token.

    Attributes:
        hexes: The hexes, that of the token among them.
        kind: The terms of the medal that are switched on, else :data:`HELD`; or :data:`EXIT`.
        side: Whose they are to hold or to leave by; None for either side's.
    """

    hexes: frozenset[Hex]
    kind: tuple[str, ...]
    side: Side | None


def active_medal_terms(tag: Tag, catalogue: Catalogue) -> tuple[str, ...]:
    """Return the terms of an objective medal that are switched on; none for what is no medal."""
    element = catalogue.get(tag.name, Layer.TAG)
    if tag.medal is None and not (element and element.medal):
        return ()
    terms = terms_of(tag, element.side if element else None) or tag.medal or MedalTerms()
    return tuple(term for term in SWITCHES if getattr(terms, term))


def hex_groups(scenario: Scenario) -> tuple[HexGroup, ...]:
    """Return the groups of several hexes of a scenario, each once (V-MED-02, V-EXIT-02)."""
    found = dict.fromkeys((*_objectives(scenario), *_exits(scenario)))
    return tuple(group for group in found if len(group.hexes) > 1)


def _objectives(scenario: Scenario) -> Iterator[HexGroup]:
    catalogue = scenario.catalogue
    for hex_, _, tag in scenario.tags():
        element = catalogue.get(tag.name, Layer.TAG)
        if tag.group and (tag.medal or (element and element.medal)):
            side = (element.side if element else None) or (tag.medal and tag.medal.side) or tag.side
            hexes = frozenset(h for h in (hex_, *tag.group) if h in scenario.board)
            yield HexGroup(hexes, active_medal_terms(tag, catalogue) or (HELD,), side or None)


def _exits(scenario: Scenario) -> Iterator[HexGroup]:
    for marker in exit_markers(scenario):
        hexes = frozenset(h for h in marker.hexes if h in scenario.board)
        yield HexGroup(hexes, (EXIT,), marker.side)


def expand_to_groups(scenario: Scenario, hexes: Iterable[Hex]) -> frozenset[Hex]:
    """Return the hexes of all groups that any of *hexes* belongs to."""
    asked = frozenset(hexes)
    return frozenset().union(*(g.hexes for g in hex_groups(scenario) if g.hexes & asked))


def draw_groups(groups: Iterable[HexGroup]) -> Drawing:
    """Return the outlines of groups with the signs of their kinds.

    A line is dashed as its kind is, and light beneath, so that it shows on dark ground too.
    """
    return tuple(node for group in groups for node in _outlined(group))


def _outlined(group: HexGroup) -> Iterator[Shape | Group]:
    colour = "piece-red-dark" if EXIT in group.kind else _COLOURS[group.side]
    for ring in _rings(group.hexes):
        path = polygon(ring)
        yield Shape(path, stroke="piece-white", width=_CASING, opacity=0.85)
        yield Shape(path, stroke=colour, width=_WIDTH, dash=_DASHES[group.kind[0]])
        yield from _signs(group.kind, ring)


def _signs(kind: tuple[str, ...], ring: list[tuple[float, float]]) -> Iterator[Group]:
    """Yield the signs at the leftmost corner of an outline, one below the other."""
    x, y = min(ring, key=lambda point: (round(point[0]), point[1]))
    for number, term in enumerate(kind):
        yield Group(draw_term_sign(term), dx=x + 4, dy=y + 10 + number * _PITCH, scale=_SIGN)


def _rings(hexes: frozenset[Hex]) -> Iterator[list[tuple[float, float]]]:
    """Yield the outlines of the areas that hexes make together, those of holes among them.

    The library takes longer to import than all else, and most boards do not need it.
    """
    from shapely import (  # type: ignore[import-untyped]  # it ships no stubs
        Polygon,
        union_all,
    )

    ordered = sorted(hexes, key=lambda hex_: (hex_.row, hex_.col))
    whole = union_all(
        [Polygon(_corners(hex_)).buffer(0.05, join_style="mitre") for hex_ in ordered]
    )
    inner = whole.buffer(-_INSET, join_style="mitre").simplify(0.5)
    for part in getattr(inner, "geoms", [inner]):
        for ring in (part.exterior, *part.interiors):
            yield [(x, y) for x, y, *_ in ring.coords[:-1]]


def _corners(hex_: Hex) -> list[tuple[float, float]]:
    x, y = hex_centre(hex_)
    return [(x + u, y + v) for u, v in HEX_CORNERS]

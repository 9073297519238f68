"""The joins of a tile with its neighbors: terrain that continues, roads and rivers that arrive."""

from __future__ import annotations

from m44core.board import Face, Zone
from m44core.catalogue.catalogue import Catalogue
from m44core.drawing.ground.hex_edges import edge_mask
from m44core.drawing.ground.printed_ground import GROUND_NAMES, ground_colour
from m44core.hexes import Direction, Hex
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Piece

_MEMBERS = {
    "hill": (
        "hills",
        "hillroad",
        "hillcurve",
        "pcave",
        "dhill",
        "whill",
        "whillforest",
        "whillvillage",
    ),
    "mountain": ("mountain", "pmcave"),
    "ridge": ("dridge",),
    "escarpment": ("descarpment",),
    "high ground": ("highground",),
    "forest": ("woods",),
    "winter forest": ("wforest",),
    "palms": ("palmtrees",),
    "jungle": ("pjungle",),
    "marsh": ("marshes",),
    "winter marsh": ("wmarshes",),
    "paddies": ("price",),
    "beach": ("pbeach", "pmouth"),
}
FAMILIES = {name: family for family, names in _MEMBERS.items() for name in names}
_JOINING_FAMILIES = {
    "beach": {"beach", "nothing"},  # a coast does not end with the board
}


def joined_edge_mask(scenario: Scenario, hex_: Hex, name: str) -> int:
    """Return the edges, as a mask, over which the tile *name* continues into its neighbors."""
    family = FAMILIES.get(name)
    joining_families = _JOINING_FAMILIES.get(family or "", {family})
    return edge_mask(
        d for d in Direction if _tile_family(scenario, hex_.neighbour(d)) in joining_families
    )


def _tile_family(scenario: Scenario, hex_: Hex) -> str:
    """Return the family of the tile on a hex; ``nothing`` for a hex off the board."""
    if hex_ not in scenario.board:
        return "nothing"
    tile = scenario.at(hex_).terrain
    return FAMILIES.get(tile.name, "other") if tile else "open"


_ROADSIDE = frozenset(
    (
        *("buildings", "wvillage", "bled", "pvillage", "church", "wchurch", "wruins"),
        *("factory", "wfactory", "river", "curve", "wriver", "wcurved"),
    )
)


def tile_detail(scenario: Scenario, hex_: Hex, name: str) -> tuple[int, ...]:
    """Return the numbers that determine the look of the tile *name* on a hex, for its :class:`Art`.

    In order: the mask of the edges it continues over; those towards the printed sea and the
    printed beach; the index of the printed ground under it in
    :data:`m44core.drawing.ground.printed_ground.GROUND_NAMES`; the mask of the edges over which
    a road arrives; and that of the edges over which a tributary joins its river.
    The tuple is empty if all of them are 0.
    """
    printed_colour = ground_colour(scenario.face, scenario.board.zone(scenario.face, hex_))
    parts = (
        joined_edge_mask(scenario, hex_, name),
        zone_edge_mask(scenario, hex_, Zone.OCEAN),
        0 if printed_colour == "sand" else zone_edge_mask(scenario, hex_, Zone.BEACH),
        GROUND_NAMES.index(printed_colour),
        edge_mask(incoming_edges(scenario, hex_, "road")) if name in _ROADSIDE else 0,
        edge_mask(_tributary_edges(scenario, hex_)),
    )
    return parts if any(parts) else ()


def _tributary_edges(scenario: Scenario, hex_: Hex) -> frozenset[Direction]:
    """Return the edges over which another river joins the river on this hex."""
    river_edges = _network_edges(scenario.at(hex_).terrain, "river", scenario.catalogue)
    return incoming_edges(scenario, hex_, "river") - river_edges if river_edges else frozenset()


def zone_edge_mask(scenario: Scenario, hex_: Hex, zone: Zone) -> int:
    """Return the mask of the edges beyond which a zone of the printed face is visible.

    A tile hides the sea, but not the sand of a beach around it.
    """
    board, face = scenario.board, scenario.face
    if face is not Face.BEACH:
        return 0  # the other faces have neither (B-FACE-03)

    def is_visible(edge: Direction) -> bool:
        other = hex_.neighbour(edge)
        is_hidden = zone is Zone.OCEAN and scenario.at(other).terrain is not None
        return board.zone(face, other) is zone and not is_hidden

    return edge_mask(filter(is_visible, Direction))


def incoming_edges(scenario: Scenario, hex_: Hex, network: str) -> frozenset[Direction]:
    """Return the edges over which a neighbor's road or river leads to this hex."""

    def leads_here(edge: Direction) -> bool:
        return edge.opposite in _network_edges(
            scenario.at(hex_.neighbour(edge)).terrain, network, scenario.catalogue
        )

    return frozenset(filter(leads_here, Direction))


def _network_edges(tile: Piece | None, network: str, catalogue: Catalogue) -> frozenset[Direction]:
    """Return the edges a tile connects in a network; empty if it has no such network."""
    element = catalogue.get(tile.name) if tile else None
    edges_by_orientation = element.edges.get(network) if element else None
    return (
        edges_by_orientation[(tile.orientation - 1) % len(edges_by_orientation)]
        if tile and edges_by_orientation
        else frozenset()
    )

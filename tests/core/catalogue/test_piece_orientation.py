"""Turning and mirroring pieces."""

from __future__ import annotations

import pytest

from m44core.catalogue.load import base_catalogue
from m44core.catalogue.piece_orientation import (
    axis_edges,
    facing_name,
    has_mirror_image,
    mirror_piece,
    turn_piece,
)
from m44core.catalogue.types import Element

CATALOGUE = base_catalogue()
TURNABLE = [e for e in CATALOGUE.elements.values() if e.orientations > 1]
TILES = [e for e in TURNABLE if e.edges]
WITHOUT_MIRROR_IMAGE = {"wriverFR", "wrailFR", "railroad", "wrailroad"}


def name_of(element: Element) -> str:
    return element.name


@pytest.mark.parametrize("element", TILES, ids=name_of)
def test_a_tile_turns_counter_clockwise_as_its_orientation_grows(element: Element) -> None:
    for edges in element.edges.values():
        for before, after in zip(edges, edges[1:] + edges[:1], strict=True):
            assert {edge.turned(-1) for edge in before} == after


@pytest.mark.parametrize("element", TILES, ids=name_of)
def test_a_turn_clockwise_moves_every_edge_clockwise(element: Element) -> None:
    for orientation in range(1, element.orientations + 1):
        after = turn_piece(element, orientation, 1)
        for edges in element.edges.values():
            assert {edge.turned(1) for edge in edges[orientation - 1]} == edges[after - 1]


@pytest.mark.parametrize("element", TURNABLE, ids=name_of)
def test_six_turns_restore_the_orientation(element: Element) -> None:
    for start in range(1, element.orientations + 1):
        orientation = start
        for _ in range(6):
            orientation = turn_piece(element, orientation, 1)
        assert orientation == start


def test_bridges_tiles_and_rail_bridges_turn_the_same_way_despite_their_numbers() -> None:
    elements = CATALOGUE.elements
    assert turn_piece(elements["bridge"], 1, 1) == 3
    assert turn_piece(elements["railbridge"], 1, 1) == 2
    assert turn_piece(elements["wagon"], 1, 1) == 3
    assert turn_piece(elements["loco"], 1, 1) == 6


def test_half_a_turn_turns_a_bunker_around_but_keeps_a_bridge() -> None:
    elements = CATALOGUE.elements
    assert turn_piece(elements["bunker"], 1, 3) == 2
    assert turn_piece(elements["bridge"], 2, 3) == 2
    assert turn_piece(elements["bunker"], 1, 1) == 1


@pytest.mark.parametrize("element", TURNABLE, ids=name_of)
def test_mirroring_twice_restores_the_piece(element: Element) -> None:
    for orientation in range(1, element.orientations + 1):
        mirrored_element, mirrored_orientation = mirror_piece(CATALOGUE, element, orientation)
        assert mirror_piece(CATALOGUE, mirrored_element, mirrored_orientation) == (
            element,
            orientation,
        )


@pytest.mark.parametrize(
    "element", [e for e in TILES if e.name not in WITHOUT_MIRROR_IMAGE], ids=name_of
)
def test_a_mirror_image_has_exactly_the_mirrored_edges(element: Element) -> None:
    assert has_mirror_image(CATALOGUE, element)
    for orientation in range(1, element.orientations + 1):
        mirrored_element, mirrored_orientation = mirror_piece(CATALOGUE, element, orientation)
        for network, edges in element.edges.items():
            expected = {edge.mirrored for edge in edges[orientation - 1]}
            assert expected == mirrored_element.edges[network][mirrored_orientation - 1]


def test_the_pieces_without_a_mirror_image_are_listed() -> None:
    pieces = {e.name for e in TURNABLE if not has_mirror_image(CATALOGUE, e)}
    assert pieces == WITHOUT_MIRROR_IMAGE


def test_a_fork_left_is_mirrored_as_a_fork_right() -> None:
    mirrored_element, orientation = mirror_piece(CATALOGUE, CATALOGUE.elements["roadFL"], 1)
    assert (mirrored_element.name, orientation) == ("roadFR", 4)


def test_a_diagonal_bridge_is_mirrored_to_the_other_diagonal() -> None:
    bridge = CATALOGUE.elements["bridge"]
    images = [mirror_piece(CATALOGUE, bridge, o)[1] for o in range(1, 7)]
    assert images == [1, 6, 5, 4, 3, 2]


def test_an_invalid_orientation_is_not_changed() -> None:
    bridge = CATALOGUE.elements["bridge"]
    assert turn_piece(bridge, 9, 1) == 9
    assert mirror_piece(CATALOGUE, bridge, 9) == (bridge, 9)


def test_facings_are_named_by_their_edges() -> None:
    elements = CATALOGUE.elements
    assert elements["river"].facings == ("w-e", "sw-ne", "nw-se")
    assert (
        elements["curve"].facings[0] == facing_name(elements["curve"].edges["river"][0]) == "ne-se"
    )
    assert elements["bridge"].facings[0] == "n-s"
    assert elements["bunker"].facings == ("faces-bottom", "faces-top")


@pytest.mark.parametrize(
    ("orientation", "edges"),
    [
        (1, "SW NW NE SE"),
        (2, "SW NE"),
        (3, "SW W NE E"),
        (4, "W E"),
        (5, "W NW E SE"),
        (6, "NW SE"),
    ],
)
def test_a_bridge_is_crossed_by_the_edges_its_axis_points_to(orientation: int, edges: str) -> None:
    bridge = CATALOGUE.elements["bridge"]
    assert {str(edge) for edge in axis_edges(bridge, orientation)} == set(edges.split())


def test_a_bridge_of_an_unknown_orientation_is_open_on_all_sides() -> None:
    assert len(axis_edges(CATALOGUE.elements["bridge"], 7)) == 6

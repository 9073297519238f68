"""Turning and mirroring pieces."""

from __future__ import annotations

import pytest

from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.catalogue.catalogue_types import Element
from m44core.catalogue.piece_orientation import (
    axis_edges,
    has_mirror_image,
    mirrored_piece,
    orientation_name,
    turned_orientation,
)

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
        after = turned_orientation(element, orientation, 1)
        for edges in element.edges.values():
            assert {edge.turned(1) for edge in edges[orientation - 1]} == edges[after - 1]


@pytest.mark.parametrize("element", TURNABLE, ids=name_of)
def test_six_turns_restore_the_orientation(element: Element) -> None:
    for start in range(1, element.orientations + 1):
        orientation = start
        for _ in range(6):
            orientation = turned_orientation(element, orientation, 1)
        assert orientation == start


def test_all_pieces_turn_the_same_way_despite_different_orientation_numbers() -> None:
    elements = CATALOGUE.elements
    assert turned_orientation(elements["bridge"], 1, 1) == 3
    assert turned_orientation(elements["railbridge"], 1, 1) == 2
    assert turned_orientation(elements["wagon"], 1, 1) == 3
    assert turned_orientation(elements["loco"], 1, 1) == 6


def test_half_a_turn_reverses_a_bunker_but_leaves_a_bridge_unchanged() -> None:
    elements = CATALOGUE.elements
    assert turned_orientation(elements["bunker"], 1, 3) == 2
    assert turned_orientation(elements["bridge"], 2, 3) == 2
    assert turned_orientation(elements["bunker"], 1, 1) == 1


@pytest.mark.parametrize("element", TURNABLE, ids=name_of)
def test_mirroring_twice_restores_the_piece(element: Element) -> None:
    for orientation in range(1, element.orientations + 1):
        mirrored_element, mirrored_orientation = mirrored_piece(CATALOGUE, element, orientation)
        assert mirrored_piece(CATALOGUE, mirrored_element, mirrored_orientation) == (
            element,
            orientation,
        )


@pytest.mark.parametrize(
    "element", [e for e in TILES if e.name not in WITHOUT_MIRROR_IMAGE], ids=name_of
)
def test_a_mirror_image_has_exactly_the_mirrored_edges(element: Element) -> None:
    assert has_mirror_image(CATALOGUE, element)
    for orientation in range(1, element.orientations + 1):
        mirrored_element, mirrored_orientation = mirrored_piece(CATALOGUE, element, orientation)
        for network, edges in element.edges.items():
            expected = {edge.mirrored for edge in edges[orientation - 1]}
            assert expected == mirrored_element.edges[network][mirrored_orientation - 1]


def test_only_the_expected_pieces_lack_a_mirror_image() -> None:
    pieces = {e.name for e in TURNABLE if not has_mirror_image(CATALOGUE, e)}
    assert pieces == WITHOUT_MIRROR_IMAGE


def test_a_left_fork_is_mirrored_as_a_right_fork() -> None:
    mirrored_element, orientation = mirrored_piece(CATALOGUE, CATALOGUE.elements["roadFL"], 1)
    assert (mirrored_element.name, orientation) == ("roadFR", 4)


def test_a_diagonal_bridge_is_mirrored_to_the_other_diagonal() -> None:
    bridge = CATALOGUE.elements["bridge"]
    images = [mirrored_piece(CATALOGUE, bridge, o)[1] for o in range(1, 7)]
    assert images == [1, 6, 5, 4, 3, 2]


def test_an_invalid_orientation_is_not_changed() -> None:
    bridge = CATALOGUE.elements["bridge"]
    assert turned_orientation(bridge, 9, 1) == 9
    assert mirrored_piece(CATALOGUE, bridge, 9) == (bridge, 9)


def test_facings_are_named_by_their_edges() -> None:
    elements = CATALOGUE.elements
    assert elements["river"].facings == ("w-e", "sw-ne", "nw-se")
    assert (
        elements["curve"].facings[0]
        == orientation_name(elements["curve"].edges["river"][0])
        == "ne-se"
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
def test_a_bridge_is_crossed_at_the_edges_its_axis_points_to(orientation: int, edges: str) -> None:
    bridge = CATALOGUE.elements["bridge"]
    assert {str(edge) for edge in axis_edges(bridge, orientation)} == set(edges.split())


def test_a_bridge_of_an_unknown_orientation_is_open_on_all_sides() -> None:
    assert len(axis_edges(CATALOGUE.elements["bridge"], 7)) == 6

"""The families of the path brush match the tiles in the catalogue."""

from __future__ import annotations

from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.catalogue.catalogue_types import Layer
from m44core.hexes import Direction
from m44core.model.paths.path_families import edge_bits, family_of, joined_edges, load_path_families

FAMILIES = load_path_families().values()


def test_every_joining_tile_belongs_to_a_family() -> None:
    joining_tiles = [e.name for e in base_catalogue().on_layer(Layer.TERRAIN) if e.edges]
    assert [name for name in joining_tiles if family_of(name) is None] == []


def test_families_name_existing_pieces() -> None:
    elements = base_catalogue().elements
    for family in FAMILIES:
        tiles = {*family.own_tiles, *family.mixed, *family.above, *family.ends.tiles}
        assert {elements[name].layer for name in tiles} == {Layer.TERRAIN}
        across = {name for names in family.crossings.values() for name in names}
        assert all(elements[name].layer is Layer.STRUCTURE for name in across)
        assert family.ends.groups <= base_catalogue().groups.keys()


def test_tiles_join_the_network_of_their_family() -> None:
    for family in FAMILIES:
        for name in (*family.own_tiles, *family.mixed):
            assert joined_edges(name, 1, family.network, base_catalogue()), (family.key, name)


def test_no_tile_is_chosen_for_two_families() -> None:
    all_tiles = [name for family in FAMILIES for name in family.tiles]
    assert len(all_tiles) == len(set(all_tiles))


def test_edges_are_bits_clockwise_from_the_east() -> None:
    assert edge_bits(frozenset({Direction.E, Direction.NE})) == 0b100001
    assert joined_edges("river", 1, "river", base_catalogue()) == edge_bits(
        frozenset({Direction.E, Direction.W})
    )


def test_a_tile_without_lines_belongs_to_no_family() -> None:
    assert family_of("woods") is None
    assert family_of("unheard-of") is None

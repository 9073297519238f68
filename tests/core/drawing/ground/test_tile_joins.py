from __future__ import annotations

import pytest

from m44core.board import BOARDS, BoardType, Face
from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.drawing.ground.hex_edges import edges_of_mask
from m44core.drawing.ground.printed_ground import GROUND_NAMES
from m44core.drawing.ground.tile_joins import (
    FAMILIES,
    incoming_edges,
    joined_edge_mask,
    tile_detail,
)
from m44core.hexes import Direction, Hex
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, Piece

E, SE, SW, W, NW, NE = Direction
TILE_HEX = Hex(12, 4)


def scenario_with_neighbours(name: str, turn: int = 1, **neighbour_name: str) -> Scenario:
    tiles = {
        TILE_HEX.neighbour(Direction(d)): HexContent(terrain=Piece(n))
        for d, n in neighbour_name.items()
    }
    return Scenario().with_hexes({TILE_HEX: HexContent(terrain=Piece(name, turn)), **tiles})


@pytest.mark.parametrize(
    ("tile", "neighbour_tile"),
    [("hills", "hills"), ("hills", "whill"), ("hillroad", "pcave"), ("woods", "woods")],
)
def test_tiles_of_one_family_are_joined(tile: str, neighbour_tile: str) -> None:
    scenario = scenario_with_neighbours(tile, E=neighbour_tile, SW=neighbour_tile, NW="river")
    assert edges_of_mask(joined_edge_mask(scenario, TILE_HEX, tile)) == {E, SW}


@pytest.mark.parametrize(("tile", "neighbour_tile"), [("woods", "wforest"), ("hills", "mountain")])
def test_tiles_of_different_families_are_not_joined(tile: str, neighbour_tile: str) -> None:
    assert joined_edge_mask(scenario_with_neighbours(tile, E=neighbour_tile), TILE_HEX, tile) == 0


def test_every_family_member_is_a_tile_of_the_catalogue() -> None:
    assert FAMILIES.keys() <= base_catalogue().elements.keys()


def test_a_beach_continues_beyond_the_edge_of_the_board() -> None:
    corner = Hex(24, 0)
    assert edges_of_mask(joined_edge_mask(Scenario(), corner, "pbeach")) == {E, SE, NW, NE}
    assert joined_edge_mask(Scenario(), corner, "woods") == 0


def test_roads_lead_into_towns_that_they_point_at() -> None:
    scenario = scenario_with_neighbours("buildings", W="road", NE="road", E="roadcurve")
    assert incoming_edges(scenario, TILE_HEX, "road") == {W}
    assert edges_of_mask(tile_detail(scenario, TILE_HEX, "buildings")[4]) == {W}


def test_a_river_that_runs_into_the_side_of_another_is_a_tributary() -> None:
    scenario = scenario_with_neighbours("river", NE="river", E="river")
    turned_scenario = scenario.with_hexes(
        {TILE_HEX.neighbour(NE): HexContent(terrain=Piece("river", 2))}
    )
    assert tile_detail(scenario, TILE_HEX, "river") == ()
    assert edges_of_mask(tile_detail(turned_scenario, TILE_HEX, "river")[5]) == {NE}
    assert (
        tile_detail(
            turned_scenario.with_hexes({TILE_HEX: HexContent(terrain=Piece("woods"))}),
            TILE_HEX,
            "woods",
        )
        == ()
    )


def test_roads_stop_at_woods() -> None:
    assert tile_detail(scenario_with_neighbours("woods", W="road"), TILE_HEX, "woods") == ()


def test_a_tile_on_open_ground_has_no_detail() -> None:
    assert tile_detail(scenario_with_neighbours("buildings"), TILE_HEX, "buildings") == ()


def test_the_detail_of_a_tile_has_its_edges_to_the_printed_sea_and_beach() -> None:
    shore = Scenario(BOARDS[BoardType.STANDARD], Face.BEACH)
    _, water_edges, sand_edges, ground, *_ = tile_detail(shore, Hex(12, 6), "hills")
    assert edges_of_mask(water_edges) == {SE, SW}
    assert (sand_edges, GROUND_NAMES[ground]) == (0, "sand")
    _, water_edges, sand_edges, ground, *_ = tile_detail(shore, Hex(13, 3), "hills")
    assert edges_of_mask(sand_edges) == {SE, SW}
    assert (water_edges, GROUND_NAMES[ground]) == (0, "grass")


def test_a_tile_on_the_sea_hides_it_from_its_neighbours() -> None:
    shore = Scenario(BOARDS[BoardType.STANDARD], Face.BEACH)
    mole = shore.with_hexes({Hex(13, 7): HexContent(terrain=Piece("hills"))})
    assert edges_of_mask(tile_detail(mole, Hex(12, 6), "hills")[1]) == {SW}

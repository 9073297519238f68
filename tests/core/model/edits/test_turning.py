"""Turning and mirroring, by example."""

from __future__ import annotations

import pytest
from tests.reference_data import LAYOUTS

from m44core.board import BOARDS, BoardType
from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.catalogue.catalogue_types import Layer, Side
from m44core.hexes import Direction
from m44core.io.files.file_reader import read_file
from m44core.model import edits
from m44core.model.edits import MirrorKind
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import FirstPlayer, HexContent, Piece, Tag, Unit

BOARD = BOARDS[BoardType.STANDARD]
G5 = BOARD.hex("G5")


def scenario_with_pieces(
    terrain: Piece, structure: Piece | None = None, obstacle: Piece | None = None
) -> Scenario:
    return Scenario().with_hexes({G5: HexContent(terrain, structure, obstacle)})


def test_the_topmost_piece_that_can_be_turned_is_turned() -> None:
    scenario = scenario_with_pieces(
        terrain=Piece("river", 1), structure=Piece("bridge", 1), obstacle=Piece("hedgehog")
    )
    after = edits.rotate(scenario, [G5]).at(G5)
    assert (after.terrain, after.structure) == (Piece("river", 1), Piece("bridge", 2))


def test_a_chosen_layer_is_turned() -> None:
    scenario = scenario_with_pieces(terrain=Piece("river", 1), structure=Piece("bridge", 1))
    after = edits.rotate(scenario, [G5], layer=Layer.TERRAIN).at(G5)
    assert (after.terrain, after.structure) == (Piece("river", 3), Piece("bridge", 1))


def test_pieces_that_cannot_be_turned_are_unchanged() -> None:
    scenario = scenario_with_pieces(terrain=Piece("woods"), structure=Piece("unheard-of", 3))
    assert edits.rotate(scenario, [G5]) is scenario


@pytest.mark.parametrize(
    ("name", "clockwise"),
    [
        ("river", [1, 3, 2]),
        ("curve", [1, 6, 5, 4, 3, 2]),
        ("bridge", [1, 2, 3, 4, 5, 6]),
        ("railbridge", [1, 2, 3]),
        ("ford", [1, 3, 2]),
        ("bunker", [1, 2]),
    ],
)
def test_every_piece_turns_clockwise_on_the_board(name: str, clockwise: list[int]) -> None:
    layer = base_catalogue().elements[name].layer
    scenario = edits.paint(Scenario(), layer, Piece(name, 1), [G5])
    orientations = []
    for _ in clockwise:
        piece = scenario.at(G5).on(layer)
        assert isinstance(piece, Piece)
        orientations.append(piece.orientation)
        scenario = edits.rotate(scenario, [G5])
    assert orientations == clockwise


@pytest.mark.parametrize(
    ("mirror", "place", "river", "bridge", "bunker", "road"),
    [
        (MirrorKind.LEFT_RIGHT, "K7", 3, 6, 1, ("roadFR", 4)),
        (MirrorKind.TOP_BOTTOM, "C3", 3, 6, 2, ("roadFR", 1)),
        (MirrorKind.HALF_TURN, "K3", 2, 2, 2, ("roadFL", 4)),
    ],
)
def test_pieces_are_mirrored_with_their_hexes(
    mirror: MirrorKind, place: str, river: int, bridge: int, bunker: int, road: tuple[str, int]
) -> None:
    content = HexContent(terrain=Piece("river", 2), structure=Piece("bridge", 2))
    other = HexContent(terrain=Piece("roadFL", 1), structure=Piece("bunker", 1))
    scenario = Scenario().with_hexes({BOARD.hex("C7"): content, G5: other})
    after = edits.mirror_scenario(scenario, mirror)
    assert after.at(BOARD.hex(place)) == HexContent(
        terrain=Piece("river", river), structure=Piece("bridge", bridge)
    )
    assert after.at(G5) == HexContent(terrain=Piece(*road), structure=Piece("bunker", bunker))


def test_a_mirrored_river_stays_connected() -> None:
    river = {"E5": Piece("river", 1), "F5": Piece("curve", 5), "f4": Piece("river", 3)}
    scenario = Scenario().with_hexes(
        {BOARD.hex(name): HexContent(terrain=tile) for name, tile in river.items()}
    )
    assert _count_river_joints(scenario) == 2
    assert all(
        _count_river_joints(edits.mirror_scenario(scenario, mirror)) == 2 for mirror in MirrorKind
    )


def _count_river_joints(scenario: Scenario) -> int:
    """Return the number of edges at which the rivers of two adjacent hexes meet."""
    joints = 0
    for hex_, content in scenario.hexes.items():
        for edge in _river_edges(content):
            joints += edge.opposite in _river_edges(scenario.at(hex_.neighbour(edge)))
    return joints // 2


def _river_edges(content: HexContent) -> frozenset[Direction]:
    tile = content.terrain
    if tile is None:
        return frozenset()
    edges = base_catalogue().elements[tile.name].edges.get("river")
    return edges[tile.orientation - 1] if edges else frozenset()


def test_mirroring_breaks_no_river_of_a_published_scenario() -> None:
    for path in LAYOUTS:
        scenario = read_file(path).scenario
        assert scenario
        joints = _count_river_joints(scenario)
        assert all(
            _count_river_joints(edits.mirror_scenario(scenario, mirror)) == joints
            for mirror in MirrorKind
        ), path.name


def test_labels_and_groups_are_mirrored_too() -> None:
    tag = Tag("medal1", group=(BOARD.hex("A9"), BOARD.hex("a8")))
    scenario = Scenario().with_hexes({BOARD.hex("A9"): HexContent(tags=(tag,))})
    scenario = edits.set_label(scenario, BOARD.hex("A1"), ("Sea",))
    after = edits.mirror_scenario(scenario, MirrorKind.LEFT_RIGHT)
    assert after.at(BOARD.hex("M9")).tags[0].group == (BOARD.hex("M9"), BOARD.hex("l8"))
    assert after.labels == {BOARD.hex("M1"): ("Sea",)}


def test_the_players_are_swapped_on_request() -> None:
    scenario = edits.new_scenario()
    turned_scenario = edits.mirror_scenario(scenario, MirrorKind.HALF_TURN, swap_sides=True)
    assert turned_scenario.side_at(top=True) is Side.ALLIES
    assert turned_scenario.briefing.first == FirstPlayer.TOP
    assert edits.mirror_scenario(scenario, MirrorKind.HALF_TURN) is scenario


def test_hexes_whose_tile_has_no_mirror_image_are_listed() -> None:
    scenario = scenario_with_pieces(terrain=Piece("wriverFR", 2))
    assert edits.hexes_without_mirror_image(scenario) == (G5,)
    assert edits.hexes_without_mirror_image(scenario_with_pieces(terrain=Piece("roadFR", 2))) == ()


def test_a_clip_turns_about_its_anchor() -> None:
    east = G5.neighbour(Direction.E)
    scenario = Scenario().with_hexes(
        {
            G5: HexContent(terrain=Piece("river", 1), tags=(Tag("medal1", group=(east,)),)),
            east: HexContent(terrain=Piece("curve", 5), unit=Unit("infger")),
        }
    )
    clip = edits.turned_clip(edits.copy_hexes(scenario, [G5, east]))
    south_east = G5.neighbour(Direction.SE)
    assert clip.hexes == {
        G5: HexContent(terrain=Piece("river", 3), tags=(Tag("medal1", group=(south_east,)),)),
        south_east: HexContent(terrain=Piece("curve", 4), unit=Unit("infger")),
    }


def test_a_ring_turned_about_its_center_covers_the_same_hexes() -> None:
    clip = edits.copy_hexes(Scenario(), BOARD.hexes, G5)
    ring = {h for h in clip.area if h.distance(G5) == 2}
    turned_clip = edits.turned_clip(edits.copy_hexes(Scenario(), ring, G5))
    assert turned_clip.area == ring


def test_mirroring_twice_restores_a_clip() -> None:
    scenario = Scenario(hexes={G5: HexContent(terrain=Piece("curve", 2), unit=Unit("infger"))})
    clip = edits.copy_hexes(scenario, [G5, *G5.neighbours()], G5)
    for mirror in edits.MirrorKind:
        assert edits.mirrored_clip(edits.mirrored_clip(clip, mirror), mirror) == clip


def test_a_mirrored_clip_keeps_a_river_connected() -> None:
    east = G5.neighbour(Direction.E)
    hexes = {
        G5: HexContent(terrain=Piece("river", 1)),
        east: HexContent(terrain=Piece("curve", 5)),
    }
    clip = edits.mirrored_clip(
        edits.copy_hexes(Scenario(hexes=hexes), hexes, G5), edits.MirrorKind.LEFT_RIGHT
    )
    west = G5.neighbour(Direction.W)
    assert clip.hexes[G5].terrain == Piece("river", 1)
    assert clip.hexes[west].terrain == Piece("curve", 6)

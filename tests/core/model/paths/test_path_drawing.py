"""The tiles placed by a stroke of the path brush, case by case."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest
from tests.core.model.paths.strokes import route_of

from m44core.board import Face
from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.catalogue.catalogue_types import Layer, Side
from m44core.model import edits
from m44core.model.paths import DrawResult, draw_line
from m44core.model.paths.path_families import joined_edges, load_path_families
from m44core.model.paths.path_network import axis_of, bearing_of
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Piece


@dataclass
class DrawingBoard:
    """A board to draw on, whose pieces are described in words such as ``river-bend ne-se``."""

    scenario: Scenario
    last_result: DrawResult | None = None

    def put(self, name: str, *hexes: str, turn: int = 1) -> DrawingBoard:
        hexes_ = [self.scenario.board.hex(each) for each in hexes]
        self.scenario = edits.paint(self.scenario, Layer.TERRAIN, Piece(name, turn), hexes_)
        return self

    def draw(
        self, family_key: str, stroke: str, choice: int = 0, branch: bool = False
    ) -> DrawingBoard:
        path_family = load_path_families()[family_key]
        route = route_of(self.scenario, path_family, stroke)
        self.last_result = draw_line(
            self.scenario, path_family, route, choice=choice, branch=branch
        )
        self.scenario = self.last_result.scenario
        return self

    def at(self, name: str) -> str:
        content = self.scenario.at(self.scenario.board.hex(name))
        return " + ".join(
            _piece_text(piece) for piece in (content.terrain, content.structure) if piece
        )

    @property
    def reasons(self) -> list[str]:
        assert self.last_result is not None
        return [str(each.reason) for each in self.last_result.gaps]


def _piece_text(piece: Piece) -> str:
    element = base_catalogue().elements[piece.name]
    facing = element.facings[piece.orientation - 1] if element.facings else ""
    return f"{element.key} {facing}".strip()


@pytest.fixture
def sheet() -> DrawingBoard:
    return DrawingBoard(edits.new_scenario())


def test_a_line_bends_with_the_stroke(sheet: DrawingBoard) -> None:
    sheet.draw("road", "C5 E5 e6")
    assert [sheet.at(name) for name in ("C5", "D5", "E5")] == [
        "road w-e",
        "road w-e",
        "road-bend w-ne",
    ]


def test_a_corner_without_a_tile_is_cut(sheet: DrawingBoard) -> None:
    sheet.draw("river", "C5 D5 d6 E5")
    assert not sheet.at("d6")
    assert sheet.reasons == []


def test_going_back_removes_the_last_hex(sheet: DrawingBoard) -> None:
    sheet.draw("river", "C5 F5 E5")
    assert not sheet.at("F5")
    assert sheet.at("E5") == "headwater w"


def test_a_river_starts_with_a_headwater_and_leaves_the_board(sheet: DrawingBoard) -> None:
    sheet.draw("river", "E5 A5")
    assert (sheet.at("E5"), sheet.at("A5")) == ("headwater w", "river w-e")


def test_the_stroke_decides_where_a_line_leaves_the_board(sheet: DrawingBoard) -> None:
    sheet.draw("river", "E5 e6 E7 e8 E9 to-NE")
    assert sheet.at("E9") == "river-bend ne-se"


def test_a_second_line_makes_a_fork(sheet: DrawingBoard) -> None:
    sheet.draw("road", "A5 M5").draw("road", "e8 E7 d6 E5")
    assert sheet.at("E5").startswith("road-fork")
    assert sheet.reasons == []


def test_two_roads_cross(sheet: DrawingBoard) -> None:
    sheet.draw("road", "A5 M5").draw("road", "e6 E5 d4")
    assert sheet.at("E5") == "road-crossing sw-w-ne-e"


def test_a_branch_without_a_tile_is_reported_and_changes_nothing(sheet: DrawingBoard) -> None:
    sheet.draw("wadi", "C5 G5").draw("wadi", "e8 E7 e6 E5")
    assert sheet.at("E5") == "wadi w-e"
    assert sheet.reasons == ["On E5, no tile connects all 3 lines that meet there: wadi"]


def test_a_rerouted_line_loses_its_old_part(sheet: DrawingBoard) -> None:
    sheet.draw("river", "A5 M5").draw("river", "C5 c6 f6 G5")
    assert [sheet.at(name) for name in ("D5", "E5", "F5")] == ["", "", ""]
    assert sheet.at("C5") == "river-bend w-ne"


def test_a_branch_keeps_the_old_line(sheet: DrawingBoard) -> None:
    sheet.draw("river", "A5 M5").draw("river", "C5 c6 f6 G5", branch=True)
    assert sheet.at("E5") == "river w-e"
    assert sheet.at("C5").startswith("river-fork")


@pytest.mark.parametrize(
    ("choice", "across"), [(0, "bridge"), (1, "pontoon"), (2, "ford"), (3, "")]
)
def test_a_road_crosses_a_river_on_a_bridge(sheet: DrawingBoard, choice: int, across: str) -> None:
    sheet.draw("river", "A5 M5").draw("road", "e6 E5 d4", choice)
    tile, _, structure = sheet.at("E5").partition(" + ")
    assert (tile, structure.split(" ")[0]) == ("river w-e", across)
    assert sheet.last_result is not None
    assert sheet.last_result.choices == 4


@pytest.mark.parametrize("name", ["bridge", "pontoon", "ford", "railbridge"])
@pytest.mark.parametrize("stroke", ["e6 E5 d4", "d6 E5 e4"])
def test_a_misaligned_bridge_is_turned_to_the_road(
    sheet: DrawingBoard, name: str, stroke: str
) -> None:
    family = "rail" if name == "railbridge" else "road"
    choice = {"pontoon": 1, "ford": 2}.get(name, 0)
    fresh_sheet = DrawingBoard(sheet.scenario).draw("river", "A5 M5").draw(family, stroke, choice)
    right = fresh_sheet.at("E5")
    sheet.draw("river", "A5 M5")
    turns = base_catalogue().elements[name].orientations
    for turn in range(1, turns + 1):
        bridge_hexes = [sheet.scenario.board.hex("E5")]
        bridge = Piece(name, turn, owner=Side.AXIS)
        sheet_with_bridge = DrawingBoard(
            edits.paint(sheet.scenario, Layer.STRUCTURE, bridge, bridge_hexes)
        )
        sheet_with_bridge.draw(family, stroke)
        assert sheet_with_bridge.at("E5") == right, turn
        drawn_bridge = sheet_with_bridge.scenario.at(bridge_hexes[0]).structure
        assert drawn_bridge is not None
        assert drawn_bridge.owner is Side.AXIS


def test_a_bridge_is_turned_to_the_road_when_the_river_below_it_is_drawn(
    sheet: DrawingBoard,
) -> None:
    sheet.draw("road", "e8 E7 d6 D5 c4")
    bridge_hexes = [sheet.scenario.board.hex("D5")]
    for turn in range(1, 7):
        sheet_with_bridge = DrawingBoard(
            edits.paint(sheet.scenario, Layer.STRUCTURE, Piece("bridge", turn), bridge_hexes)
        )
        assert sheet_with_bridge.draw("river", "A5 M5").at("D5") == "river w-e + bridge sw-ne", turn


def test_a_bridge_without_a_road_is_never_left_along_the_river(sheet: DrawingBoard) -> None:
    bridge_hexes = [sheet.scenario.board.hex("E5")]
    for turn in range(1, 7):
        scenario_with_bridge = edits.paint(
            sheet.scenario, Layer.STRUCTURE, Piece("bridge", turn), bridge_hexes
        )
        sheet_with_bridge = DrawingBoard(scenario_with_bridge).draw("river", "d4 E5 e6")
        tile, bridge = (
            sheet_with_bridge.scenario.at(bridge_hexes[0]).terrain,
            sheet_with_bridge.scenario.at(bridge_hexes[0]).structure,
        )
        assert tile is not None
        assert bridge is not None
        flows = axis_of(joined_edges(tile.name, tile.orientation, "river", base_catalogue()))
        assert flows is not None
        (bearing,) = bearing_of(bridge, base_catalogue())
        assert abs((bearing - flows + 90) % 180 - 90) >= 60, turn


def test_a_bridge_that_carries_another_road_is_not_turned(sheet: DrawingBoard) -> None:
    sheet.draw("river", "A5 M5").draw("road", "e6 E5 d4")
    before = sheet.at("E5")
    sheet.draw("road", "d6 E5 e4")
    assert sheet.at("E5") == before


def test_a_river_flows_under_a_road(sheet: DrawingBoard) -> None:
    sheet.draw("road", "e8 E7 d6 D5 c4").draw("river", "A5 M5")
    assert sheet.at("D5") == "river w-e + bridge sw-ne"


def test_a_railway_crosses_a_road_if_there_is_a_tile(sheet: DrawingBoard) -> None:
    sheet.draw("rail", "A5 M5").draw("road", "e6 E5 d4")
    assert sheet.at("E5") == "level-crossing w-e"


def test_a_crossing_without_a_tile_is_reported(sheet: DrawingBoard) -> None:
    sheet.draw("rail", "A5 M5").draw("road", "d6 E5 e4")
    assert sheet.at("E5") == "rail w-e"
    assert sheet.reasons == ["On E5, there is no crossing in this direction: railroad"]


def test_a_road_leads_through_a_town_and_leaves_it(sheet: DrawingBoard) -> None:
    sheet.put("buildings", "E5").draw("road", "C5 G5")
    assert sheet.at("E5") == "town"
    assert sheet.at("D5") == sheet.at("F5") == "road w-e"


def test_a_road_over_a_hill_keeps_the_hill(sheet: DrawingBoard) -> None:
    sheet.put("hills", "D5", "E5").draw("road", "C5 E5 e4")
    assert (sheet.at("D5"), sheet.at("E5")) == ("hill-road w-e", "hill-road-bend w-se")


def test_rerouting_a_road_around_a_hill_restores_the_hill(sheet: DrawingBoard) -> None:
    sheet.put("hills", "E5").draw("road", "A5 M5").draw("road", "D5 d6 e6 F5")
    assert sheet.at("E5") == "hill"


def test_a_railway_through_a_station_keeps_the_station(sheet: DrawingBoard) -> None:
    sheet.put("station", "E5").draw("rail", "A5 M5")
    assert sheet.at("E5") == "station w-e"


def test_a_river_ends_in_the_printed_sea(sheet: DrawingBoard) -> None:
    sheet.scenario = replace(sheet.scenario, face=Face.BEACH)
    sheet.draw("river", "E5 e4 F3 f2")
    assert [sheet.at(name).split(" ")[0] for name in ("F3", "f2")] == ["river-mouth", ""]


def test_redrawing_a_coast_can_swap_its_sea_side(sheet: DrawingBoard) -> None:
    tile = sheet.draw("coast", "A1 M1").scenario.at(sheet.scenario.board.hex("E1")).terrain
    sheet.scenario = edits.new_scenario()
    other = sheet.draw("coast", "A1 M1", choice=1)
    assert tile == Piece("coast", 1)
    assert other.scenario.at(sheet.scenario.board.hex("E1")).terrain == Piece("coast", 4)


def test_a_lake_joins_all_its_hexes(sheet: DrawingBoard) -> None:
    sheet.draw("lake", "E5 F5 e6")
    tiles = {sheet.at(name).split(" ")[0] for name in ("E5", "F5", "e6")}
    assert tiles == {"lake-corner"}


def test_trenches_cannot_bend(sheet: DrawingBoard) -> None:
    sheet.draw("winter-trenches", "C5 E5 e6 f8")
    assert len(sheet.reasons) == 1


def test_a_line_can_be_drawn_with_open_ends(sheet: DrawingBoard) -> None:
    sheet.draw("river", "C5 G5", choice=1)
    assert (sheet.at("C5"), sheet.at("D5"), sheet.at("G5")) == ("", "river w-e", "")

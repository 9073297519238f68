"""Tiles next to an erased part of a line are replaced by fitting ones."""

from __future__ import annotations

from tests.core.model.paths.test_path_drawing import DrawingBoard, sheet

from m44core.model import edits
from m44core.model.paths import with_repaired_lines
from m44core.model.scenario_parts import Unit

__all__ = ["sheet"]


def erase_and_repair(sheet: DrawingBoard, *names: str) -> DrawingBoard:
    hexes = [sheet.scenario.board.hex(name) for name in names]
    after = edits.erase_with_reach(sheet.scenario, hexes, edits.EraserReach.GROUND)
    sheet.scenario = with_repaired_lines(sheet.scenario, after)
    return sheet


def test_a_cut_river_starts_with_a_headwater(sheet: DrawingBoard) -> None:
    erase_and_repair(sheet.draw("river", "A5 M5"), "F5")
    assert (sheet.at("E5"), sheet.at("F5"), sheet.at("G5")) == ("headwater w", "", "headwater e")


def test_a_fork_becomes_a_road_again(sheet: DrawingBoard) -> None:
    sheet.draw("road", "A5 M5").draw("road", "e8 E7 d6 E5")
    assert sheet.at("E5").startswith("road-fork")
    assert erase_and_repair(sheet, "d6").at("E5") == "road w-e"


def test_a_bridge_is_removed_with_its_river(sheet: DrawingBoard) -> None:
    sheet.draw("river", "A5 M5").draw("road", "e6 E5 d4")
    assert "bridge" in sheet.at("E5")
    sheet.draw("river", "C5 c6 f6 G5")
    assert "bridge" not in sheet.at("E5")


def test_a_neighboring_unit_is_unchanged(sheet: DrawingBoard) -> None:
    sheet.draw("river", "A5 M5")
    hex_ = sheet.scenario.board.hex("E5")
    sheet.scenario = edits.place_unit(sheet.scenario, Unit("infus"), [hex_])
    assert erase_and_repair(sheet, "F5").scenario.at(hex_).unit == Unit("infus")


def test_nothing_is_repaired_without_an_erased_tile(sheet: DrawingBoard) -> None:
    sheet.draw("river", "A5 M5")
    assert with_repaired_lines(sheet.scenario, sheet.scenario) is sheet.scenario

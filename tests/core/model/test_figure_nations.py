"""The nations of the sides, which the file may leave to the pieces."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from m44core.catalogue.catalogue_types import Side
from m44core.drawing.board.frame import medal_picture_name
from m44core.io.files.file_reader import read_file
from m44core.model.figure_nations import deduced_country, shown_briefing
from m44core.model.scenario import Scenario
from m44core.resources import scenarios_folder

BOARDS = Path("tests/data/boards")


def scenario_of(path: Path) -> Scenario:
    scenario = read_file(path).scenario
    assert scenario
    return scenario


@pytest.mark.parametrize(
    ("file", "country", "medal"),
    [
        ("4245-HellfirePass.m44", "GB", "medal4"),  # by its figures
        ("25-ArnhemBridge.m44", "GB", "medal4"),  # by its badges
        ("2-PegasusBridge.m44", "", "neutral-star"),  # American figures stand for many nations
        ("1434-BreakoutToLisyanka.m44", "RU", "medal6"),  # stated
        ("19-Vassieux.m44", "FR", "neutral-star"),  # stated, without medals of its own
    ],
)
def test_the_medals_of_the_allies_are_those_of_the_nation_of_their_pieces(
    file: str, country: str, medal: str
) -> None:
    briefing = shown_briefing(scenario_of(BOARDS / file))
    allies = next(each for each in (briefing.top, briefing.bottom) if each.side is Side.ALLIES)
    assert (allies.country or "") == country
    assert medal_picture_name(allies.side, allies.country or "") == medal


def test_badges_of_several_nations_name_none() -> None:
    sword = scenario_of(scenarios_folder() / "sword-beach.yaml")
    allies = replace(sword.briefing.bottom, country=None)
    assert deduced_country(sword, allies) == "GB"
    hex_ = next(h for h, unit in sword.units() if unit.name == "infus" and not unit.badge)
    content = sword.at(hex_)
    assert content.unit
    rangers = replace(content, unit=replace(content.unit, badge="badge2"))
    both = replace(sword, hexes={**sword.hexes, hex_: rangers})
    assert deduced_country(both, allies) == ""

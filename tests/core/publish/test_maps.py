"""The map of a scenario as documents show it."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from m44core.board import Zone
from m44core.drawing.board.board import EVERYTHING, board_size, draw_scenario, printed_ground
from m44core.drawing.ground.faces import colour_of
from m44core.drawing.shapes.svg import to_svg
from m44core.io.files.open import read_file
from m44core.messages.words import words
from m44core.publish.inks import Ink, palette_of
from m44core.publish.maps import PrintedMap
from m44core.resources import shipped_scenarios

SVG = "{http://www.w3.org/2000/svg}"
EN = words("en")


@pytest.mark.parametrize("path", shipped_scenarios(), ids=lambda path: path.stem)
def test_a_small_map_lacks_the_texture_of_bare_ground_and_nothing_else(path: Path) -> None:
    scenario = read_file(path).scenario
    assert scenario
    map_, palette = PrintedMap(scenario, EN), palette_of(Ink.COLOUR)
    small = ElementTree.fromstring(map_.small)
    whole = ElementTree.fromstring(map_.svg)
    bare = [
        (hex_, ground)
        for hex_ in scenario.board.hexes
        if not any((ground := printed_ground(scenario, hex_))[2:]) and not scenario.at(hex_).terrain
    ]
    colours = {palette[colour_of(scenario.face, Zone(ground[1]))] for _, ground in bare}
    assert number_of_nodes(whole) - number_of_nodes(small) == len(bare) - len(colours)
    faces = [path for path in small.iter(f"{SVG}path") if str(path.get("d")).count("Z") > 3]
    outlines = sum(str(face.get("d")).count("Z") for face in faces if face.get("fill") in colours)
    assert outlines >= len(bare)


def number_of_nodes(document: ElementTree.Element) -> int:
    return len(document[-1])


def test_a_whole_map_is_the_drawing_of_its_scenario() -> None:
    scenario = read_file(shipped_scenarios()[0]).scenario
    assert scenario
    drawing = draw_scenario(scenario, EVERYTHING, EN)
    written = PrintedMap(scenario, EN).svg
    size, title = board_size(scenario.board), scenario.title_in("en")
    assert written == to_svg(drawing, *size, palette_of(Ink.COLOUR), title)

from __future__ import annotations

import pytest

from m44core.drawing.shapes.art import Art, PaintingPlane
from m44core.drawing.shapes.shapes import Group
from m44core.drawing.structures.structure_art import PAINTERS


def bearing_of(name: str, orientation: int) -> float:
    """Return the bearing of a piece's long axis, in degrees from 0 to 179."""
    drawing = PAINTERS[name](Art(PaintingPlane.STRUCTURE, name, orientation))
    body = drawing[-1]
    assert isinstance(body, Group)
    return (body.turn + 90) % 180


@pytest.mark.parametrize(
    "name", ["bridge", "wbridge", "pbridge", "brkbridge", "pontoon", "wpontoon"]
)
def test_each_orientation_of_a_bridge_is_30_degrees_clockwise_of_the_last(name: str) -> None:
    assert [bearing_of(name, o) for o in range(1, 7)] == [0, 30, 60, 90, 120, 150]


@pytest.mark.parametrize("name", ["railbridge", "wrailbridge"])
def test_a_rail_bridge_turns_clockwise_from_east(name: str) -> None:
    assert [bearing_of(name, o) for o in range(1, 4)] == [90, 150, 30]


@pytest.mark.parametrize("name", ["ford", "roadblock", "droadblock", "wroadblock"])
def test_a_ford_or_roadblock_crosses_the_river_or_road_with_its_orientation_number(
    name: str,
) -> None:
    assert [bearing_of(name, o) for o in range(1, 4)] == [0, 120, 60]


@pytest.mark.parametrize("name", ["dragonteeth", "abatis", "wagon"])
def test_dragons_teeth_abatis_and_wagons_turn_counter_clockwise_from_east(name: str) -> None:
    assert [bearing_of(name, o) for o in range(1, 4)] == [90, 30, 150]


def test_a_locomotive_has_a_front() -> None:
    engines = [PAINTERS["loco"](Art(PaintingPlane.STRUCTURE, "loco", o)) for o in range(1, 7)]
    turns = [body.turn % 360 for *_, body in engines if isinstance(body, Group)]
    assert turns == [180, 120, 60, 0, 300, 240]


def test_an_unowned_bunker_shows_that_its_owner_is_missing_but_a_field_bunker_does_not() -> None:
    def shows_missing_owner(name: str) -> bool:
        drawing = PAINTERS[name](Art(PaintingPlane.STRUCTURE, name, detail=("",)))
        return drawing != PAINTERS[name](Art(PaintingPlane.STRUCTURE, name))

    assert [name for name in ("bunker", "casemate", "pbunker") if shows_missing_owner(name)] == [
        "bunker"
    ]


def test_the_two_sides_mark_their_bunkers_differently() -> None:
    marks = {
        PAINTERS["bunker"](Art(PaintingPlane.STRUCTURE, "bunker", detail=(owner,)))
        for owner in ("AXIS", "ALLIES", "")
    }
    assert len(marks) == 3

"""Painting and erasing, by example."""

from __future__ import annotations

import pytest

from m44core.catalogue.types import Layer, Side
from m44core.hexes import Hex
from m44core.model import edits
from m44core.model.parts import HexContent, Piece, Tag, Unit
from m44core.model.scenario import Scenario

HERE = Hex(12, 4)
SHOWN = [layer for layer in Layer if layer is not Layer.BADGE]
FULL = (
    Scenario()
    .with_hexes(
        {
            HERE: HexContent(
                terrain=Piece("river"),
                structure=Piece("bridge", 4),
                obstacle=Piece("wire"),
                unit=Unit("infger", badge="badge4"),
                tags=(Tag("medal1"),),
            )
        }
    )
    .with_labels({HERE: ("Bridge",)})
)


def test_painting_replaces_one_layer_only() -> None:
    after = edits.paint(FULL, Layer.TERRAIN, Piece("woods"), [HERE]).at(HERE)
    assert after.terrain == Piece("woods")
    assert after.structure == Piece("bridge", 4)
    assert after.unit == Unit("infger", badge="badge4")


@pytest.mark.parametrize("layer", [Layer.UNIT, Layer.BADGE, Layer.TAG])
def test_a_piece_cannot_be_painted_among_units_or_tags(layer: Layer) -> None:
    with pytest.raises(ValueError, match="holds no pieces"):
        edits.paint(Scenario(), layer, Piece("woods"), [HERE])


def test_erasing_takes_the_topmost_thing_first() -> None:
    gone = []
    scenario = FULL
    while scenario.hexes or scenario.labels:
        after = edits.erase(scenario, [HERE])
        before, now = scenario.at(HERE), after.at(HERE)
        gone += [str(layer) for layer in SHOWN if before.on(layer) != now.on(layer)]
        gone += ["label"] if scenario.labels != after.labels else []
        scenario = after
    assert gone == ["label", "tag", "unit", "obstacle", "structure", "terrain"]


def test_erasing_the_badge_leaves_the_unit() -> None:
    assert edits.erase(FULL, [HERE], Layer.BADGE).at(HERE).unit == Unit("infger")


def test_erasing_the_unit_takes_its_badge_along() -> None:
    after = edits.erase(FULL, [HERE], Layer.UNIT).at(HERE)
    assert after.unit is None
    assert after.terrain


def test_clearing_leaves_nothing() -> None:
    after = edits.clear(FULL, [HERE])
    assert (after.hexes, after.labels) == ({}, {})


def test_a_bunker_gets_an_owner_and_open_ground_does_not() -> None:
    bunker = edits.paint(Scenario(), Layer.STRUCTURE, Piece("bunker"), [HERE])
    after = edits.set_piece_owner(bunker, Layer.STRUCTURE, Side.AXIS, [HERE, Hex(0, 0)])
    assert after.at(HERE).structure == Piece("bunker", owner=Side.AXIS)
    assert list(after.hexes) == [HERE]


THERE = Hex(14, 4)
EVERY_PART = {"terrain", "structure", "obstacle", "unit", "tags"}


@pytest.mark.parametrize("parts", [(), ("terrain",), ("unit", "labels"), ("tags", "structure")])
def test_parts_that_are_kept_are_as_before_and_the_others_as_after(parts: tuple[str, ...]) -> None:
    after = edits.move(FULL, HERE, THERE)
    kept = edits.with_parts_of(FULL, after, parts)
    assert kept.at(HERE) == edits.without_parts(FULL, EVERY_PART - {*parts}).at(HERE)
    assert kept.at(THERE) == edits.without_parts(after, parts).at(THERE)
    assert kept.labels == (FULL if "labels" in parts else after).labels


def test_an_edit_of_nothing_but_what_is_kept_is_no_edit() -> None:
    after = edits.move(FULL, HERE, THERE)
    assert edits.with_parts_of(FULL, after, {*EVERY_PART, "labels"}) is FULL

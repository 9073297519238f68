"""Painting and erasing, by example."""

from __future__ import annotations

import pytest

from m44core.catalogue.catalogue_types import Layer, Side
from m44core.hexes import Hex
from m44core.model import edits
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, Piece, Tag, Unit

FULL_HEX = Hex(12, 4)
SHOWN = [layer for layer in Layer if layer is not Layer.BADGE]
FULL = (
    Scenario()
    .with_hexes(
        {
            FULL_HEX: HexContent(
                terrain=Piece("river"),
                structure=Piece("bridge", 4),
                obstacle=Piece("wire"),
                unit=Unit("infger", badge="badge4"),
                tags=(Tag("medal1"),),
            )
        }
    )
    .with_labels({FULL_HEX: ("Bridge",)})
)


def test_painting_replaces_one_layer_only() -> None:
    after = edits.paint(FULL, Layer.TERRAIN, Piece("woods"), [FULL_HEX]).at(FULL_HEX)
    assert after.terrain == Piece("woods")
    assert after.structure == Piece("bridge", 4)
    assert after.unit == Unit("infger", badge="badge4")


@pytest.mark.parametrize("layer", [Layer.UNIT, Layer.BADGE, Layer.TAG])
def test_a_piece_cannot_be_painted_on_the_unit_or_tag_layer(layer: Layer) -> None:
    with pytest.raises(ValueError, match="holds no pieces"):
        edits.paint(Scenario(), layer, Piece("woods"), [FULL_HEX])


def test_erasing_removes_the_topmost_piece_first() -> None:
    erased_parts = []
    scenario = FULL
    while scenario.hexes or scenario.labels:
        after = edits.erase(scenario, [FULL_HEX])
        before, content_now = scenario.at(FULL_HEX), after.at(FULL_HEX)
        erased_parts += [str(layer) for layer in SHOWN if before.on(layer) != content_now.on(layer)]
        erased_parts += ["label"] if scenario.labels != after.labels else []
        scenario = after
    assert erased_parts == ["label", "tag", "unit", "obstacle", "structure", "terrain"]


def test_erasing_the_badge_leaves_the_unit() -> None:
    assert edits.erase(FULL, [FULL_HEX], Layer.BADGE).at(FULL_HEX).unit == Unit("infger")


def test_erasing_the_unit_removes_its_badge() -> None:
    after = edits.erase(FULL, [FULL_HEX], Layer.UNIT).at(FULL_HEX)
    assert after.unit is None
    assert after.terrain


def test_clearing_removes_everything() -> None:
    after = edits.clear_hexes(FULL, [FULL_HEX])
    assert (after.hexes, after.labels) == ({}, {})


def test_a_bunker_gets_an_owner_and_open_ground_does_not() -> None:
    bunker = edits.paint(Scenario(), Layer.STRUCTURE, Piece("bunker"), [FULL_HEX])
    after = edits.set_piece_owner(bunker, Layer.STRUCTURE, Side.AXIS, [FULL_HEX, Hex(0, 0)])
    assert after.at(FULL_HEX).structure == Piece("bunker", owner=Side.AXIS)
    assert list(after.hexes) == [FULL_HEX]


OTHER_HEX = Hex(14, 4)
EVERY_PART = {"terrain", "structure", "obstacle", "unit", "tags"}


@pytest.mark.parametrize("parts", [(), ("terrain",), ("unit", "labels"), ("tags", "structure")])
def test_locked_parts_are_kept_and_the_others_edited(parts: tuple[str, ...]) -> None:
    after = edits.move_or_swap(FULL, FULL_HEX, OTHER_HEX)
    result = edits.with_parts_of(FULL, after, parts)
    assert result.at(FULL_HEX) == edits.without_parts(FULL, EVERY_PART - {*parts}).at(FULL_HEX)
    assert result.at(OTHER_HEX) == edits.without_parts(after, parts).at(OTHER_HEX)
    assert result.labels == (FULL if "labels" in parts else after).labels


def test_an_edit_of_only_locked_parts_changes_nothing() -> None:
    after = edits.move_or_swap(FULL, FULL_HEX, OTHER_HEX)
    assert edits.with_parts_of(FULL, after, {*EVERY_PART, "labels"}) is FULL


UNIT_HEX, OTHER_PARITY_HEX = Hex(12, 4), Hex(12, 5)
WITH_UNIT = edits.place_unit(Scenario(), Unit("inf2ger", extra={"future": 1}), [UNIT_HEX])
WITH_TAGS = edits.add_tag(
    edits.add_tag(Scenario(), Tag("medal1"), [UNIT_HEX]), Tag("tag4", side=Side.AXIS), [UNIT_HEX]
)


def test_a_unit_replaces_another() -> None:
    after = edits.place_unit(WITH_UNIT, Unit("tankus"), [UNIT_HEX])
    assert [unit.name for _, unit in after.units()] == ["tankus"]


def test_units_cannot_be_placed_on_half_hexes() -> None:
    assert edits.place_unit(WITH_UNIT, Unit("tankus"), [OTHER_PARITY_HEX]) is WITH_UNIT


def test_editing_a_unit_keeps_its_other_data() -> None:
    after = edits.set_badge(edits.set_figures(WITH_UNIT, 3, [UNIT_HEX]), "badge4", [UNIT_HEX])
    assert after.at(UNIT_HEX).unit == Unit("inf2ger", 3, "badge4", extra={"future": 1})


def test_setting_the_current_figures_returns_the_same_scenario() -> None:
    assert edits.set_figures(WITH_UNIT, None, [UNIT_HEX]) is WITH_UNIT


def test_editing_never_creates_a_unit() -> None:
    assert edits.set_badge(WITH_UNIT, "badge4", [Hex(0, 0)]) is WITH_UNIT


def test_added_tags_accumulate_without_duplicates() -> None:
    assert [tag.name for _, _, tag in WITH_TAGS.tags()] == ["medal1", "tag4"]
    assert edits.add_tag(WITH_TAGS, Tag("medal1"), [UNIT_HEX]) is WITH_TAGS


def test_a_tag_is_changed_and_removed_by_its_number() -> None:
    changed = edits.change_tag(WITH_TAGS, UNIT_HEX, 1, Tag("tag5"))
    assert [tag.name for _, _, tag in changed.tags()] == ["medal1", "tag5"]
    removed = edits.remove_tag(changed, UNIT_HEX, 0)
    assert [tag.name for _, _, tag in removed.tags()] == ["tag5"]


def test_a_tag_number_out_of_range_changes_nothing() -> None:
    assert edits.remove_tag(WITH_TAGS, UNIT_HEX, 2) is WITH_TAGS
    assert edits.change_tag(WITH_TAGS, UNIT_HEX, -1, Tag("tag5")) is WITH_TAGS


def test_a_label_of_empty_lines_is_removed() -> None:
    labelled_scenario = edits.set_label(Scenario(), UNIT_HEX, ("  Hill", "317"))
    assert labelled_scenario.labels == {UNIT_HEX: ("  Hill", "317")}
    assert edits.set_label(labelled_scenario, UNIT_HEX, ("",)).labels == {}

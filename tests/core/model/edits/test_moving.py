"""Moving, copying and pasting, by example."""

from __future__ import annotations

from dataclasses import replace

import pytest

from m44core.board import BOARDS, BoardType
from m44core.catalogue.catalogue_types import Layer
from m44core.hexes import Hex
from m44core.model import edits
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, Piece, Tag, Unit

BOARD = BOARDS[BoardType.STANDARD]
A, B, C, D = (BOARD.hex(name) for name in ("E5", "F5", "G5", "H5"))
TOWN = HexContent(terrain=Piece("buildings"), unit=Unit("infger", badge="badge4"))
WOOD = HexContent(terrain=Piece("woods"), unit=Unit("infus"))
TWO_HEXES = Scenario().with_hexes({A: TOWN, B: WOOD}).with_labels({A: ("Bénouville",)})
MEDALS = Scenario().with_hexes({A: HexContent(tags=(Tag("medal1", group=(A, B, D)),))})
FULL_CONTENT = HexContent(
    terrain=Piece("woods"), structure=Piece("bunker"), obstacle=Piece("wire"), unit=Unit("infger")
)
OTHER_CONTENT = HexContent(terrain=Piece("hills"), obstacle=Piece("sand"), unit=Unit("tankus"))
UNIT = HexContent(unit=Unit("infus"))


def test_two_hexes_are_swapped_with_all_their_content() -> None:
    after = edits.move_or_swap(TWO_HEXES, A, B)
    assert (after.hexes, after.labels) == ({A: WOOD, B: TOWN}, {B: ("Bénouville",)})


def test_only_units_are_swapped() -> None:
    after = edits.move_or_swap(TWO_HEXES, A, B, Layer.UNIT)
    assert after.at(A) == HexContent(terrain=TOWN.terrain, unit=WOOD.unit)
    assert after.at(B) == HexContent(terrain=WOOD.terrain, unit=TOWN.unit)
    assert after.labels == TWO_HEXES.labels


def test_a_move_off_the_board_changes_nothing() -> None:
    assert edits.move_or_swap(TWO_HEXES, A, Hex(-2, 0)) is TWO_HEXES
    assert edits.move_or_swap(TWO_HEXES, Hex(1, 0), A) is TWO_HEXES


def test_groups_follow_their_hexes() -> None:
    after = edits.move_or_swap(MEDALS, B, C)
    assert after.at(A).tags == (Tag("medal1", group=(A, C, D)),)


def test_moved_tags_join_others_and_their_groups_follow() -> None:
    scenario_with_both = edits.add_tag(MEDALS, Tag("tag1"), [C])
    after = edits.move_or_swap(scenario_with_both, A, C, Layer.TAG)
    assert after.hexes == {C: HexContent(tags=(Tag("tag1"), Tag("medal1", group=(C, B, D))))}


def test_a_duplicate_has_its_own_group() -> None:
    after = edits.duplicate_content(MEDALS, A, C)
    assert after.at(A) == MEDALS.at(A)
    assert after.at(C).tags == (Tag("medal1", group=(C, B, D)),)


def test_a_clip_does_not_depend_on_its_scenario() -> None:
    clip = edits.copy_hexes(TWO_HEXES, [A, B])
    after = edits.paste_clip(Scenario(board=BOARDS[BoardType.OVERLORD]), clip, Hex(30, 4))
    assert after.scenario.hexes == {Hex(30, 4): TOWN, Hex(32, 4): WOOD}
    assert after.scenario.labels == {Hex(30, 4): ("Bénouville",)}
    assert after.lost == ()


def test_empty_hexes_of_a_clip_keep_existing_content() -> None:
    clip = edits.copy_hexes(TWO_HEXES, [A, B, C])
    scenario_below = Scenario().with_hexes({C: WOOD, D: WOOD, BOARD.hex("I5"): WOOD})
    after = edits.paste_clip(scenario_below, clip, C).scenario
    assert after.hexes == {C: TOWN, D: WOOD, BOARD.hex("I5"): WOOD}


def test_pieces_pasted_off_the_board_are_listed() -> None:
    after = edits.paste_clip(TWO_HEXES, edits.copy_hexes(TWO_HEXES, [A, B]), BOARD.hex("M9"))
    assert after.scenario.at(BOARD.hex("M9")) == TOWN
    losses = [(str(loss.kind), loss.name, loss.place) for loss in after.lost]
    assert losses == [("terrain", "woods", "F5"), ("unit", "infus", "F5")]


def test_a_pasted_group_refers_to_the_pasted_hexes() -> None:
    clip = edits.copy_hexes(MEDALS, [A, B])
    down = Hex(A.col + 1, A.row + 1)
    after = edits.paste_clip(Scenario(), clip, down)
    assert after.scenario.at(down).tags[0].group == (down, Hex(B.col + 1, B.row + 1), D)


def test_a_group_pasted_off_the_board_is_listed() -> None:
    after = edits.paste_clip(Scenario(), edits.copy_hexes(MEDALS, [A, B]), BOARD.hex("M5"))
    assert after.scenario.at(BOARD.hex("M5")).tags[0].group == (BOARD.hex("M5"), D)
    assert [(str(loss.kind), loss.name, loss.place) for loss in after.lost] == [
        ("hex of a group", "medal1", "F5")
    ]


def test_moving_hexes_updates_the_groups_of_other_tags() -> None:
    scenario = MEDALS.with_hexes({B: TOWN})
    after = edits.move_hexes(scenario, [B], B, C)
    assert after.scenario.at(A).tags[0].group == (A, C, D)
    assert after.scenario.at(C) == TOWN
    assert B not in after.scenario.hexes


def test_hexes_can_be_moved_onto_hexes_that_are_moved_too() -> None:
    after = edits.move_hexes(TWO_HEXES, [A, B], A, B).scenario
    assert after.hexes == {B: TOWN, C: WOOD}
    assert after.labels == {B: ("Bénouville",)}


def test_hexes_moved_over_others_replace_only_the_layers_they_have() -> None:
    after = edits.move_hexes(Scenario(hexes={A: UNIT, C: WOOD}), [A], A, C).scenario
    assert after.hexes == {C: replace(WOOD, unit=UNIT.unit)}


def test_hexes_copied_over_others_keep_the_originals() -> None:
    before = Scenario(hexes={A: UNIT, C: WOOD})
    after = edits.duplicate_hexes(before, [A], A, C).scenario
    assert after.hexes == {A: UNIT, C: replace(WOOD, unit=UNIT.unit)}


@pytest.mark.parametrize(
    ("layer", "copied_pieces"),
    [
        (Layer.UNIT, {"unit": FULL_CONTENT.unit}),
        (Layer.OBSTACLE, {"obstacle": FULL_CONTENT.obstacle}),
        (Layer.TERRAIN, {"terrain": FULL_CONTENT.terrain}),
    ],
)
def test_a_single_piece_of_a_hex_can_be_copied(
    layer: Layer, copied_pieces: dict[str, Piece | Unit]
) -> None:
    after = edits.duplicate_content(
        Scenario(hexes={A: FULL_CONTENT, C: OTHER_CONTENT}), A, C, layer
    )
    assert after.at(C) == replace(OTHER_CONTENT, **copied_pieces)  # type: ignore[arg-type]  # each field has its type
    assert after.at(A) == FULL_CONTENT


def test_the_group_of_a_copied_medal_excludes_its_own_hex() -> None:
    after = edits.duplicate_content(Scenario(hexes=MEDALS.hexes), A, C, Layer.TAG, 0)
    (tag,) = after.at(C).tags
    assert tag.group == tuple(h for h in MEDALS.at(A).tags[0].group or () if h != C)


def test_an_empty_clip_is_falsy() -> None:
    assert not edits.copy_hexes(TWO_HEXES, [C])
    assert edits.copy_hexes(TWO_HEXES, [A])


def test_only_the_ground_of_a_clip_is_pasted() -> None:
    clip = edits.copy_hexes(Scenario(hexes={A: FULL_CONTENT}, labels={A: ("Hill",)}), [A])
    pasted_scenario = edits.paste_clip(
        Scenario(hexes={B: OTHER_CONTENT}), clip, B, edits.ClipParts.GROUND
    ).scenario
    assert pasted_scenario.at(B) == replace(
        OTHER_CONTENT, terrain=FULL_CONTENT.terrain, structure=FULL_CONTENT.structure
    )
    assert pasted_scenario.labels == {B: ("Hill",)}


def test_only_the_pieces_of_a_clip_are_pasted() -> None:
    clip = edits.copy_hexes(Scenario(hexes={A: FULL_CONTENT}, labels={A: ("Hill",)}), [A])
    pasted_scenario = edits.paste_clip(
        Scenario(hexes={B: OTHER_CONTENT}), clip, B, edits.ClipParts.PIECES
    ).scenario
    assert pasted_scenario.at(B) == replace(
        OTHER_CONTENT, obstacle=FULL_CONTENT.obstacle, unit=FULL_CONTENT.unit
    )
    assert pasted_scenario.labels == {}


def test_parts_that_are_not_pasted_are_not_listed_as_lost() -> None:
    clip = edits.copy_hexes(Scenario(hexes={A: FULL_CONTENT, B: FULL_CONTENT}), [A, B], A)
    losses = edits.paste_clip(Scenario(), clip, BOARD.hex("M5"), edits.ClipParts.PIECES).lost
    assert {each.name for each in losses} <= {"infger", "wire"}

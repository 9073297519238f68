"""Properties that hold for every edit."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from m44core.board import BoardType, Face
from m44core.catalogue.catalogue_types import Layer, Side
from m44core.hexes import Hex
from m44core.model import edits
from m44core.model.required_packs import Packs, pack_named
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, Piece, Player, Tag, Texts, Unit

pytestmark = pytest.mark.bulk

Draw = Callable[[st.SearchStrategy[Any]], Any]
Edit = Callable[[Scenario, Draw], Scenario | edits.Conversion]

HEXES_NEAR_BOARD = st.builds(Hex, st.integers(-4, 54), st.integers(-4, 20)).filter(
    lambda h: sum(h) % 2 == 0
)
HEX_SETS = st.sets(HEXES_NEAR_BOARD, max_size=6)
LAYER = st.sampled_from(Layer)
MIRRORS = st.sampled_from(edits.MirrorKind)
STEPS = st.integers(-7, 7)
BOARD_TYPES = st.sampled_from(BoardType)
FACE = st.sampled_from(Face)

ONE_UNKNOWN_ENTRY = Scenario(hexes={Hex(0, 0): HexContent(extra={"future": 1})})

EDITS: dict[str, Edit] = {
    "paint": lambda s, d: edits.paint(s, Layer.TERRAIN, Piece("curve", 4), d(HEX_SETS)),
    "erase": lambda s, d: edits.erase(s, d(HEX_SETS)),
    "erase layer": lambda s, d: edits.erase(s, d(HEX_SETS), d(LAYER)),
    "clear": lambda s, d: edits.clear_hexes(s, d(HEX_SETS)),
    "owner": lambda s, d: edits.set_piece_owner(s, Layer.STRUCTURE, Side.AXIS, d(HEX_SETS)),
    "behavior": lambda s, d: edits.set_piece_behavior(s, Layer.TERRAIN, "hill", d(HEX_SETS)),
    "orientation": lambda s, d: edits.set_orientation(s, Layer.TERRAIN, 2, d(HEX_SETS)),
    "unit": lambda s, d: edits.place_unit(s, Unit("infger"), d(HEX_SETS)),
    "figures": lambda s, d: edits.set_figures(s, 2, d(HEX_SETS)),
    "badge": lambda s, d: edits.set_badge(s, "badge4", d(HEX_SETS)),
    "unit behavior": lambda s, d: edits.set_unit_behavior(s, "armor-move-two", d(HEX_SETS)),
    "equipment": lambda s, d: edits.set_equipment(s, "boat", d(HEX_SETS)),
    "add tag": lambda s, d: edits.add_tag(s, Tag("medal1"), d(HEX_SETS)),
    "change tag": lambda s, d: edits.change_tag(s, d(HEXES_NEAR_BOARD), d(STEPS), Tag("tag4")),
    "remove tag": lambda s, d: edits.remove_tag(s, d(HEXES_NEAR_BOARD), d(STEPS)),
    "label": lambda s, d: edits.set_label(s, d(HEXES_NEAR_BOARD), ("Hill 317",)),
    "move": lambda s, d: edits.move_or_swap(s, d(HEXES_NEAR_BOARD), d(HEXES_NEAR_BOARD)),
    "move layer": lambda s, d: edits.move_or_swap(
        s, d(HEXES_NEAR_BOARD), d(HEXES_NEAR_BOARD), d(LAYER)
    ),
    "move all": lambda s, d: edits.move_hexes(
        s, d(HEX_SETS), d(HEXES_NEAR_BOARD), d(HEXES_NEAR_BOARD)
    ),
    "duplicate": lambda s, d: edits.duplicate_content(s, d(HEXES_NEAR_BOARD), d(HEXES_NEAR_BOARD)),
    "paste": lambda s, d: edits.paste_clip(
        s, edits.copy_hexes(s, d(HEX_SETS)), d(HEXES_NEAR_BOARD)
    ),
    "paste turned": lambda s, d: edits.paste_clip(
        s, edits.turned_clip(edits.copy_hexes(s, d(HEX_SETS)), d(STEPS)), d(HEXES_NEAR_BOARD)
    ),
    "paste mirrored": lambda s, d: edits.paste_clip(
        s, edits.mirrored_clip(edits.copy_hexes(s, d(HEX_SETS)), d(MIRRORS)), d(HEXES_NEAR_BOARD)
    ),
    "paste some": lambda s, d: edits.paste_clip(
        s,
        edits.copy_hexes(s, d(HEX_SETS)),
        d(HEXES_NEAR_BOARD),
        d(st.sampled_from(edits.ClipParts)),
    ),
    "rotate": lambda s, d: edits.rotate(s, d(HEX_SETS), d(STEPS)),
    "rotate layer": lambda s, d: edits.rotate(s, d(HEX_SETS), d(STEPS), Layer.TERRAIN),
    "mirror": lambda s, d: edits.mirror_scenario(s, d(MIRRORS), swap_sides=d(st.booleans())),
    "face": lambda s, d: edits.change_face(s, d(FACE)),
    "board": lambda s, d: edits.change_board(s, d(BOARD_TYPES), d(FACE), d(HEXES_NEAR_BOARD)),
    "player": lambda s, d: edits.set_player(s, d(st.from_type(Player)), top=d(st.booleans())),
    "packs": lambda s, d: edits.set_packs(s, Packs({pack_named("pacific"): 1})),
    "swap": lambda s, d: edits.swap_players(s),
    "text": lambda s, d: edits.set_text(s, "en", "name", "Another"),
    "texts": lambda s, d: edits.set_texts(s, "fr", d(st.from_type(Texts))),
}


@pytest.mark.parametrize("name", EDITS)
@settings(max_examples=15)  # there are many edits
@given(scenario=st.from_type(Scenario), data=st.data())
def test_every_edit_keeps_the_invariants(
    name: str, scenario: Scenario, data: st.DataObject
) -> None:
    before = deepcopy(scenario)
    after = EDITS[name](scenario, data.draw)
    result = after.scenario if isinstance(after, edits.Conversion) else after
    assert scenario == before, "the edit changed its input"
    assert (result is scenario) == (result == scenario), "equal but not the same"
    assert_nothing_is_off_the_board(result)
    assert_in_row_order(result)
    assert_unknown_keys_survive(scenario, result)


def assert_nothing_is_off_the_board(scenario: Scenario) -> None:
    tagged_hexes = {hex_ for _, _, tag in scenario.tags() for hex_ in tag.group or ()}
    assert {*scenario.hexes, *scenario.labels, *tagged_hexes} <= set(scenario.board.hexes)


def assert_in_row_order(scenario: Scenario) -> None:
    for hexes in (scenario.hexes, scenario.labels):
        assert list(hexes) == sorted(hexes, key=lambda hex_: (hex_.row, hex_.col))
    assert all(scenario.hexes.values())
    assert all(scenario.labels.values())


def assert_unknown_keys_survive(before: Scenario, after: Scenario) -> None:
    for name in ("meta", "board_extra", "extra"):
        assert getattr(after, name) == getattr(before, name)
    assert after.briefing.extra == before.briefing.extra
    assert after.briefing.special_rules == before.briefing.special_rules
    for language in before.texts.keys() - {"fr"}:
        assert after.texts[language].extra == before.texts[language].extra


@pytest.mark.parametrize("mirror", edits.MirrorKind)
@given(scenario=st.from_type(Scenario), swap=st.booleans())
def test_mirroring_twice_restores_the_scenario(
    mirror: edits.MirrorKind, scenario: Scenario, swap: bool
) -> None:
    mirrored_scenario = edits.mirror_scenario(scenario, mirror, swap_sides=swap)
    assert edits.mirror_scenario(mirrored_scenario, mirror, swap_sides=swap) == scenario


@given(scenario=st.from_type(Scenario))
def test_both_mirrors_together_are_half_a_turn(scenario: Scenario) -> None:
    hexes_without_mirror_image = edits.hexes_without_mirror_image(scenario)
    scenario = edits.erase(scenario, hexes_without_mirror_image, Layer.TERRAIN)
    left_right = edits.mirror_scenario(scenario, edits.MirrorKind.LEFT_RIGHT)
    mirrored_both_ways = edits.mirror_scenario(left_right, edits.MirrorKind.TOP_BOTTOM)
    assert mirrored_both_ways == edits.mirror_scenario(scenario, edits.MirrorKind.HALF_TURN)


@given(scenario=st.from_type(Scenario), steps=STEPS)
def test_turning_back_restores_the_pieces(scenario: Scenario, steps: int) -> None:
    turned_scenario = edits.rotate(scenario, scenario.hexes, steps)
    assert edits.rotate(turned_scenario, scenario.hexes, -steps) == scenario


@given(scenario=st.from_type(Scenario))
def test_six_turns_restore_every_piece(scenario: Scenario) -> None:
    turned_scenario = scenario
    for _ in range(6):
        turned_scenario = edits.rotate(turned_scenario, scenario.hexes)
    assert turned_scenario == scenario


@given(scenario=st.from_type(Scenario), start=HEXES_NEAR_BOARD, end=HEXES_NEAR_BOARD)
def test_moving_back_restores_the_scenario(scenario: Scenario, start: Hex, end: Hex) -> None:
    assert edits.move_or_swap(edits.move_or_swap(scenario, start, end), start, end) == scenario


@given(scenario=st.from_type(Scenario), data=st.data())
def test_erasing_a_painted_tile_restores_the_hex(scenario: Scenario, data: st.DataObject) -> None:
    places = st.sampled_from(scenario.board.hexes).filter(lambda h: not scenario.at(h).terrain)
    hexes = data.draw(st.sets(places, min_size=1))
    painted = edits.paint(scenario, Layer.TERRAIN, Piece("woods"), hexes)
    assert all(painted.at(hex_).terrain == Piece("woods") for hex_ in hexes)
    assert edits.erase(painted, hexes, Layer.TERRAIN) == scenario


@given(scenario=st.from_type(Scenario))
def test_erasing_from_the_top_ends_with_an_empty_board(scenario: Scenario) -> None:
    hexes = {h: replace(c, extra={}) for h, c in scenario.hexes.items()}
    scenario = scenario.with_hexes(hexes)
    for _ in range(7):  # label, two tags, unit, obstacle, structure, tile
        scenario = edits.erase(scenario, scenario.board.hexes)
    assert (scenario.hexes, scenario.labels) == ({}, {})


@given(scenario=st.from_type(Scenario), data=st.data())
def test_six_turns_restore_a_clip(scenario: Scenario, data: st.DataObject) -> None:
    anchor = data.draw(st.sampled_from(scenario.board.hexes))
    clip = edits.copy_hexes(scenario, scenario.board.hexes, anchor)
    turned_clip = clip
    for _ in range(3):
        turned_clip = edits.turned_clip(turned_clip, 2)
    assert turned_clip == clip
    assert edits.turned_clip(edits.turned_clip(clip), 5).area == clip.area


@given(scenario=st.from_type(Scenario), board_type=BOARD_TYPES, at=HEXES_NEAR_BOARD)
def test_a_conversion_loses_exactly_what_it_lists(
    scenario: Scenario, board_type: BoardType, at: Hex
) -> None:
    conversion = edits.change_board(scenario, board_type, at=at)
    assert _count_losable_parts(conversion.scenario) + len(conversion.lost) == _count_losable_parts(
        scenario
    ) - _count_group_hexes_of_lost_tags(scenario, conversion)


def _count_losable_parts(scenario: Scenario) -> int:
    """Return the number of pieces, tags, labels and hexes of groups, which can all be lost."""
    layers = (Layer.TERRAIN, Layer.STRUCTURE, Layer.OBSTACLE, Layer.UNIT)
    count = sum(bool(c.on(layer)) for c in scenario.hexes.values() for layer in layers)
    count += sum(len(content.extra) for content in scenario.hexes.values())
    tags = [tag for _, _, tag in scenario.tags()]
    return count + len(tags) + len(scenario.labels) + sum(len(tag.group or ()) for tag in tags)


def _count_group_hexes_of_lost_tags(scenario: Scenario, conversion: edits.Conversion) -> int:
    """Return the number of hexes in groups that are not listed because their tag is lost."""
    hexes_of_lost_tags = {loss.hex for loss in conversion.lost if loss.kind is edits.LossKind.TAG}
    return sum(
        len(tag.group or ()) for hex_, _, tag in scenario.tags() if hex_ in hexes_of_lost_tags
    )


@given(scenario=st.from_type(Scenario), start=HEXES_NEAR_BOARD, end=HEXES_NEAR_BOARD)
@example(scenario=ONE_UNKNOWN_ENTRY, start=Hex(0, 0), end=Hex(0, -2))
def test_shifting_a_board_back_restores_it_if_nothing_was_lost(
    scenario: Scenario, start: Hex, end: Hex
) -> None:
    moved = edits.move_hexes(scenario, scenario.board.hexes, start, end)
    if not moved.lost:
        assert (
            edits.move_hexes(moved.scenario, scenario.board.hexes, end, start).scenario == scenario
        )

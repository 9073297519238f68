"""Fixes are data: pointers into the workshop document with the new values."""

from __future__ import annotations

import json

import pytest

from m44core.board import BOARDS, BoardType
from m44core.catalogue.catalogue_types import Side
from m44core.diagnostics import Fix
from m44core.io.files.file_reader import read_bytes
from m44core.io.files.fixes import apply_fix, apply_fix_to_file
from m44core.io.files.scenario_files import FileFormat
from m44core.io.files.serialization import to_bytes
from m44core.io.m44.m44_format import uploaded_content
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, Piece, Tag, Unit

G5 = BOARDS[BoardType.STANDARD].hex("G5")
SCENARIO = Scenario(
    hexes={
        G5: HexContent(
            structure=Piece("bunker"), unit=Unit("infger"), tags=(Tag("medal1"), Tag("tag4"))
        )
    }
)


def content_after_fix(changes: dict[str, object]) -> HexContent:
    return apply_fix(SCENARIO, Fix("M999", "mend", changes)).at(G5)


@pytest.mark.parametrize("value", ["axis", Side.AXIS])
def test_a_bunker_gets_its_owner(value: object) -> None:
    assert content_after_fix({"/hexes/G5/structure/owner": value}).structure == Piece(
        "bunker", owner=Side.AXIS
    )


def test_a_piece_is_removed() -> None:
    assert content_after_fix({"/hexes/G5/unit": None}).unit is None


def test_one_of_several_tags_is_removed() -> None:
    assert content_after_fix({"/hexes/G5/tags/0": None}).tags == (Tag("tag4"),)


def test_a_key_of_a_tag_is_set() -> None:
    assert content_after_fix({"/hexes/G5/tags/1/side": "allies"}).tags[1] == Tag(
        "tag4", side=Side.ALLIES
    )


def test_missing_parents_of_a_value_are_created() -> None:
    fix = Fix("M999", "mend", {"/briefing/top/cards": 5, "/texts/en/name": "Mill"})
    after = apply_fix(SCENARIO, fix)
    assert after.briefing.top.cards == 5
    assert after.title == "Mill"


def test_a_piece_is_placed_on_an_empty_hex() -> None:
    after = apply_fix(SCENARIO, Fix("M999", "mend", {"/hexes/A9/terrain": "forest"}))
    assert after.at(after.board.hex("A9")).terrain == Piece("woods")


def test_a_fix_without_effect_returns_the_same_scenario() -> None:
    assert apply_fix(SCENARIO, Fix("M999", "mend", {"/hexes/A9/unit": None})) is SCENARIO


def test_a_fixed_file_keeps_its_notation() -> None:
    data = to_bytes(SCENARIO, FileFormat.M44).replace(b"\t", b"  ")
    file = read_bytes(data, "some.m44").file
    assert file
    after = apply_fix_to_file(file, Fix("M999", "mend", {"/hexes/G5/structure/owner": "axis"}))
    expected = data.replace(b'"name": "bunker",', b'"name": "bunker",', 1).replace(
        b'"orientation": 1', b'"orientation": 1,\n          "original_owner": "AXIS"', 1
    )
    assert to_bytes(after.scenario, FileFormat.M44, after.origin) == expected


def test_pieces_off_the_board_can_be_removed() -> None:
    text = '{"board":{"type":"STANDARD","hexagons":[{"row":0,"col":40,"unit":{"name":"infus"}}]}}'
    result = read_bytes(text.encode(), "some.m44")
    finding = next(d for d in result.diagnostics if d.code == "M028")
    assert result.scenario
    after = apply_fix(result.scenario, finding.fixes[0])
    assert after.board_extra == {}


def test_a_misspelled_word_in_a_yaml_file_is_fixed() -> None:
    text = "format: 1\nboard: {type: standard}\nhexes: {A9: {terrain: {is: forrest}}}\n"
    result = read_bytes(text.encode(), "some.yaml")
    assert result.scenario
    after = apply_fix(result.scenario, result.diagnostics[0].fixes[0])
    assert after.at(after.board.hex("A9")).terrain == Piece("woods")


def test_a_fix_without_effect_rewrites_a_dialect_in_the_normal_form() -> None:
    data = to_bytes(SCENARIO, FileFormat.M44).replace(b'"STANDARD"', b'"standard"')
    file = read_bytes(data, "some.m44").file
    assert file
    after = apply_fix_to_file(file, Fix("M999", "mend", {"/board/type": "standard"}))
    assert after is not file
    assert after.scenario is file.scenario
    assert uploaded_content(file.scenario, file.origin) == json.loads(data)
    normal_form = json.loads(to_bytes(SCENARIO, FileFormat.M44))
    assert uploaded_content(after.scenario, after.origin) == normal_form


def test_a_fix_without_effect_returns_the_same_file() -> None:
    file = read_bytes(to_bytes(SCENARIO, FileFormat.M44), "some.m44").file
    assert file
    assert apply_fix_to_file(file, Fix("M999", "mend", {"/hexes/A9/unit": None})) is file


def test_a_fix_can_change_the_notation_of_figures() -> None:
    hexes = {G5: HexContent(unit=Unit("infger", figures=3))}
    data = to_bytes(Scenario(hexes=hexes), FileFormat.M44)
    assert b'"nbr_units": "3"' in data
    file = read_bytes(data, "some.m44").file
    assert file
    after = apply_fix_to_file(file, Fix("M999", "mend", {"/written/figures": "number"}))
    expected = data.replace(b'"nbr_units": "3"', b'"nbr_units": 3')
    assert to_bytes(after.scenario, FileFormat.M44, after.origin) == expected

"""Reading and writing .m44 files: an edit changes no more bytes than necessary."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date
from difflib import unified_diff
from pathlib import Path
from typing import Any

import pytest

from m44core.board import BoardType
from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.catalogue.catalogue_types import Layer, Side
from m44core.diagnostics import Diagnostic, Severity
from m44core.findings.render_findings import render
from m44core.io.files.file_reader import ReadResult, read_bytes, read_file
from m44core.io.files.scenario_files import FileFormat
from m44core.io.files.serialization import to_bytes
from m44core.io.m44.m44_format import uploaded_content
from m44core.io.origin import OpenFile
from m44core.model import edits
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, Piece, Tag, Unit

FILES = Path(__file__).parent / "files"


def file_of(result: ReadResult) -> OpenFile:
    assert result.file is not None
    return result.file


def scenario_of(result: ReadResult) -> Scenario:
    assert result.scenario is not None
    return result.scenario


def read_tree(tree: object) -> ReadResult:
    return read_bytes(json.dumps(tree, indent="\t").encode(), "some.m44")


def changed_lines(before: bytes, after: bytes) -> list[str]:
    diff = unified_diff(before.decode().splitlines(), after.decode().splitlines(), n=0, lineterm="")
    return [line for line in diff if not line.startswith(("---", "+++", "@@"))]


def test_a_native_file_is_written_unchanged(native_file: Path) -> None:
    file = file_of(read_file(native_file))
    assert to_bytes(file.scenario, FileFormat.M44, file.origin) == native_file.read_bytes()


def test_a_native_file_has_no_findings(native_file: Path) -> None:
    assert read_file(native_file).diagnostics == ()


def test_a_native_file_is_the_same_after_a_round_trip_through_yaml(native_file: Path) -> None:
    file = file_of(read_file(native_file))
    yaml = to_bytes(file.scenario, FileFormat.YAML, file.origin)
    reread_file = file_of(read_bytes(yaml, "some.yaml"))
    assert (
        to_bytes(reread_file.scenario, FileFormat.M44, reread_file.origin)
        == native_file.read_bytes()
    )


def test_the_native_files_use_every_name_of_the_format() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in FILES.glob("*.m44"))
    official_names = [e.name for e in base_catalogue().elements.values() if e.official]
    assert len(official_names) == 232
    assert [name for name in official_names if f'"{name}"' not in text] == []


def test_the_native_files_use_every_board_and_face() -> None:
    scenarios = [scenario_of(read_file(path)) for path in FILES.glob("*.m44")]
    assert {s.board.type for s in scenarios} == set(BoardType)
    assert len({s.face for s in scenarios}) == 4


def test_an_edit_changes_only_its_own_lines() -> None:
    data = (FILES / "overlord.m44").read_bytes()
    file = file_of(read_bytes(data, "overlord.m44"))
    scenario = file.scenario
    a9 = scenario.board.hex("A9")
    content = scenario.at(a9)
    assert content.structure
    owned_content = replace(content, structure=replace(content.structure, owner=Side.ALLIES))
    edited_scenario = scenario.with_hexes({a9: owned_content})
    assert changed_lines(data, to_bytes(edited_scenario, FileFormat.M44, file.origin)) == [
        '-\t\t\t\t\t"original_owner": "AXIS"',
        '+\t\t\t\t\t"original_owner": "ALLIES"',
    ]


def test_a_new_piece_is_written_as_the_official_editor_writes_it() -> None:
    data = (FILES / "blank.m44").read_bytes()
    file = file_of(read_bytes(data, "blank.m44"))
    scenario = file.scenario
    content = HexContent(
        terrain=Piece("river", 3),
        structure=Piece("bunker"),
        unit=Unit("tank2ger", figures=4, badge="badge4"),
        tags=(Tag("medal1"),),
    )
    edited_scenario = scenario.with_hexes({scenario.board.hex("G5"): content})
    tree = json.loads(to_bytes(edited_scenario, FileFormat.M44, file.origin))
    assert json.dumps(tree["board"]["hexagons"]) == json.dumps(
        [
            {
                "row": 4,
                "col": 12,
                "terrain": {"name": "river", "orientation": 3},
                "rect_terrain": {"name": "bunker", "orientation": 1},
                "unit": {"name": "tank2ger", "nbr_units": "4", "badge": "badge4"},
                "tags": [{"name": "medal1"}],
            }
        ]
    )


def test_painting_a_hex_adds_no_packs_to_a_file_without_them() -> None:
    tree = tree_with_hexagons()
    del tree["packs"]
    file = file_of(read_tree(tree))
    wooded_scenario = edits.paint(
        file.scenario, Layer.TERRAIN, Piece("woods"), [file.scenario.board.hex("E5")]
    )
    assert json.loads(to_bytes(wooded_scenario, FileFormat.M44, file.origin)).keys() == tree.keys()


def test_figures_stay_numbers_in_a_file_that_has_numbers() -> None:
    file = file_of(read_file(FILES / "overlord.m44"))
    scenario = file.scenario
    edited_scenario = scenario.with_hexes(
        {scenario.board.hex("C9"): HexContent(unit=Unit("infger", 2))}
    )
    hexagons = json.loads(to_bytes(edited_scenario, FileFormat.M44, file.origin))["board"][
        "hexagons"
    ]
    assert hexagons[1]["unit"] == {"name": "infger", "nbr_units": 2}


@pytest.mark.parametrize("name", ["pieces.m44", "tiles.m44", "overlord.m44"])
def test_an_edit_changes_one_hexagon_and_undoing_it_restores_the_file(name: str) -> None:
    data = (FILES / name).read_bytes()
    file = file_of(read_bytes(data, name))
    scenario = file.scenario
    before = json.loads(data)["board"]["hexagons"]
    for hex_, content in scenario.hexes.items():
        erased_scenario = scenario.with_hexes({hex_: HexContent()})
        after = json.loads(to_bytes(erased_scenario, FileFormat.M44, file.origin))["board"][
            "hexagons"
        ]
        assert after == [h for h in before if (h["row"], h["col"]) != (hex_.row, hex_.col)]
        assert (
            to_bytes(erased_scenario.with_hexes({hex_: content}), FileFormat.M44, file.origin)
            == data
        )


def test_a_new_piece_on_a_hex_inherits_nothing_from_the_old_one() -> None:
    file = file_of(read_file(FILES / "tiles.m44"))
    scenario = file.scenario
    hex_ = next(h for h, c in scenario.hexes.items() if c.terrain and c.terrain.name == "woods")
    edited_scenario = scenario.with_hexes({hex_: HexContent(terrain=Piece("river", 1))})
    hexagons = json.loads(to_bytes(edited_scenario, FileFormat.M44, file.origin))["board"][
        "hexagons"
    ]
    assert {"row": hex_.row, "col": hex_.col, "terrain": {"name": "river", "orientation": 1}} in (
        hexagons
    )


def test_a_hand_formatted_file_is_unchanged_until_it_is_edited() -> None:
    text = (
        '{"meta_data": {"software": "sed 1.2"},\n  "game_info" : {},\n"board":{"type":"STANDARD",'
        '"face":"COUNTRY","hexagons":[ {"row":0,"col":0,  "terrain":{"name":"woods"}}],'
        '"labels":[]},\n\n"packs":{}, "text":{} }\n'
    )
    file = file_of(read_bytes(text.encode(), "hand.m44"))
    scenario = file.scenario
    assert to_bytes(scenario, FileFormat.M44, file.origin).decode() == text
    cleared_scenario = scenario.with_hexes({scenario.board.hex("A9"): HexContent()})
    assert (
        json.loads(to_bytes(cleared_scenario, FileFormat.M44, file.origin))["board"]["hexagons"]
        == []
    )


@pytest.mark.parametrize(
    "style",
    [
        {"indent": 2, "ensure_ascii": False},
        {"indent": 4, "ensure_ascii": True},
        {"indent": None, "separators": (",", ":")},
        {"indent": None},
    ],
)
def test_the_json_style_of_a_file_survives_an_edit(style: dict[str, Any]) -> None:
    tree = json.loads((FILES / "overlord.m44").read_text(encoding="utf-8"))
    before = json.dumps(tree, **style) + "\n"
    file = file_of(read_bytes(before.encode(), "styled.m44"))
    scenario = file.scenario
    edited_scenario = replace(scenario, briefing=replace(scenario.briefing, ends=date(1943, 7, 13)))
    tree["game_info"]["date_end"] = "1943-07-13"
    after = json.dumps(tree, **style) + "\n"
    assert to_bytes(edited_scenario, FileFormat.M44, file.origin).decode() == after


def tree_with_hexagons(*hexagons: object, board_type: str = "STANDARD") -> dict[str, object]:
    return {
        "meta_data": {"software": "sed 1.2"},
        "game_info": {},
        "board": {"type": board_type, "face": "COUNTRY", "hexagons": list(hexagons), "labels": []},
        "packs": {},
        "text": {},
    }


def finding_with_code(result: ReadResult, code: str) -> Diagnostic:
    return next(d for d in result.diagnostics if d.code == code)


@pytest.mark.parametrize(
    ("row", "col", "code"),
    [(3, 4, "M029"), (0, 25, "M028"), (9, 1, "M028"), (-2, 0, "M028"), (1e308, 0, "M028")],
)
def test_an_invalid_hex_is_reported_and_kept(row: float, col: int, code: str) -> None:
    invalid_hexagon = {"row": row, "col": col, "terrain": {"name": "woods"}}
    result = read_tree(
        tree_with_hexagons({"row": 0, "col": 0, "unit": {"name": "infus"}}, invalid_hexagon)
    )
    finding = finding_with_code(result, code)
    assert finding.severity is Severity.ERROR
    assert f"Row {row}, column {col}" in render(finding, "en")
    assert len(scenario_of(result).hexes) == 1
    data = to_bytes(scenario_of(result), FileFormat.M44, result.origin)
    assert invalid_hexagon in json.loads(data)["board"]["hexagons"]


def test_an_invalid_piece_is_skipped_but_kept_in_the_file() -> None:
    hexagon = {"row": 0, "col": 0, "terrain": "woods", "unit": {"name": "infger"}}
    result = read_tree(tree_with_hexagons(hexagon))
    file = file_of(result)
    scenario = file.scenario
    content = scenario.at(scenario.board.hex("A9"))
    assert content.unit == Unit("infger")
    assert content.terrain is None
    assert finding_with_code(result, "M020").pointer == "/hexes/A9/terrain"
    tree_now = json.loads(to_bytes(scenario, FileFormat.M44, file.origin))
    assert tree_now["board"]["hexagons"] == [hexagon]


def test_an_unknown_board_is_guessed_from_its_hexes() -> None:
    result = read_tree(
        tree_with_hexagons({"row": 16, "col": 2, "unit": {"name": "infus"}}, board_type="BIG")
    )
    assert scenario_of(result).board.type is BoardType.BREAKTHROUGH
    assert "STANDARD, BRKTHRU, OVERLORD" in render(finding_with_code(result, "M027"), "en")


def test_a_content_error_has_a_location_in_the_file() -> None:
    result = read_tree(tree_with_hexagons({"row": 0, "col": 0, "unit": {"name": 7}}))
    finding = finding_with_code(result, "M020")
    assert (finding.line, finding.column) == (14, 14)
    assert finding.pointer == "/hexes/A9/unit/is"


def test_an_invalid_value_is_kept_until_it_is_replaced() -> None:
    tree = tree_with_hexagons()
    tree["game_info"] = {"side_player1": "AXES", "cards_player1": "many"}
    file = file_of(read_tree(tree))
    scenario = file.scenario
    assert (
        json.loads(to_bytes(scenario, FileFormat.M44, file.origin))["game_info"]
        == tree["game_info"]
    )
    top = replace(scenario.briefing.top, side=Side.AXIS)
    fixed_scenario = replace(scenario, briefing=replace(scenario.briefing, top=top))
    game_info = json.loads(to_bytes(fixed_scenario, FileFormat.M44, file.origin))["game_info"]
    assert game_info == {"side_player1": "AXIS", "cards_player1": "many"}


@pytest.mark.rule("B-M44-01")
def test_every_layer_of_the_catalogue_is_read() -> None:
    file = file_of(read_file(FILES / "pieces.m44"))
    scenario = file.scenario
    for layer in (Layer.TERRAIN, Layer.STRUCTURE, Layer.OBSTACLE, Layer.UNIT, Layer.TAG):
        assert any(content.on(layer) for content in scenario.hexes.values())


def test_an_unchanged_file_is_uploaded_unchanged() -> None:
    tree = {"board": {"type": "standard", "hexagons": {"item": []}}}
    file = file_of(read_tree(tree))
    scenario = file.scenario
    assert uploaded_content(scenario, file.origin) == tree
    edited_scenario = replace(scenario, labels={scenario.board.hex("A9"): ("Mill",)})
    assert uploaded_content(edited_scenario, file.origin) == json.loads(
        to_bytes(edited_scenario, FileFormat.M44, file.origin)
    )


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_a_byte_order_mark_does_not_prevent_an_upload(encoding: str) -> None:
    tree = {"board": {"type": "STANDARD", "hexagons": []}}
    file = file_of(read_bytes(json.dumps(tree).encode(encoding), "some.m44"))
    scenario = file.scenario
    assert uploaded_content(scenario, file.origin) == tree


@pytest.mark.parametrize(
    ("number", "encoding"), [("NaN", "utf-8"), ("1", "utf-16")], ids=["NaN", "UTF-16"]
)
def test_only_strict_json_can_be_uploaded(number: str, encoding: str) -> None:
    text = f'{{"board": {{"type": "STANDARD", "hexagons": [], "more": {number}}}}}'
    file = file_of(read_bytes(text.encode(encoding), "some.m44"))
    scenario = file.scenario
    with pytest.raises(ValueError, match=r"JSON|Expecting"):
        uploaded_content(scenario, file.origin)

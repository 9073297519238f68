"""Our own format is readable and diffable, and loses nothing."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
import yaml
from jsonschema import Draft202012Validator

from m44core.board import BOARDS, BoardType, Face
from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.catalogue.catalogue_types import Side
from m44core.findings.render_findings import render
from m44core.io.files.file_reader import ReadResult, read_bytes, read_file
from m44core.io.files.scenario_files import FileFormat
from m44core.io.files.serialization import to_bytes, to_text
from m44core.io.m44.original_form import with_written_form
from m44core.io.origin import OpenFile
from m44core.io.schema.schemas import read_schema
from m44core.io.workshop.decode import decode
from m44core.io.workshop.encode import encode
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, MedalTerms, Piece, Tag, Texts, Unit

BOARD = BOARDS[BoardType.STANDARD]
CROSSING = HexContent(
    terrain=Piece("river", 2),
    structure=Piece("bridge", 6, owner=Side.AXIS),
    unit=Unit("infger", 3, "badge4"),
    tags=(Tag("medal1", medal=MedalTerms(permanent=True)),),
)


def read_yaml(text: str) -> ReadResult:
    return read_bytes(text.encode(), "some.yaml")


def file_of(result: ReadResult) -> OpenFile:
    assert result.file is not None
    return result.file


def scenario_of(result: ReadResult) -> Scenario:
    assert result.scenario is not None
    return result.scenario


def yaml_of(**parts: object) -> str:
    return to_text(Scenario(**parts), FileFormat.YAML)  # type: ignore[arg-type] # parts of a scenario


def test_a_hex_is_written_on_one_line() -> None:
    text = yaml_of(hexes={BOARD.hex("D7"): CROSSING})
    assert text.splitlines()[-1] == (
        "  D7: {terrain: {is: river, facing: sw-ne}, "
        "structure: {is: bridge, facing: nw-se, owner: axis}, "
        "unit: {is: german-infantry, figures: 3, badge: german-elite}, "
        "tags: [{is: allied-medal, permanent: true}]}"
    )


def test_a_piece_with_only_a_name_is_written_as_its_name() -> None:
    text = yaml_of(hexes={BOARD.hex("A9"): HexContent(Piece("woods"), unit=Unit("infus"))})
    assert "  A9: {terrain: forest, unit: american-infantry}\n" in text


def test_documents_can_be_encoded_in_the_long_form() -> None:
    scenario = Scenario(hexes={BOARD.hex("A9"): HexContent(Piece("woods"))})
    assert encode(scenario, short=False)["hexes"] == {"A9": {"terrain": {"is": "forest"}}}


def test_an_unknown_name_is_preserved() -> None:
    strange_content = HexContent(
        Piece("strangename", 4, extra={"depth": [1]}), tags=(Tag("medal9"),)
    )
    text = yaml_of(hexes={BOARD.hex("A9"): strange_content})
    assert 'A9: {terrain: {is: "m44:strangename", orientation: 4, m44: {depth: [1]}}' in text
    assert scenario_of(read_yaml(text)).at(BOARD.hex("A9")) == strange_content


def test_unknown_equipment_and_unknown_rules_are_reported() -> None:
    hexes = """
      A9: {unit: {is: german-infantry, equipment: grapnel}}
      B9: {terrain: {is: river, behaves: dances}}
      C9: {tags: [{is: allied-medal, behaves: dances}], unit: {is: german-armor, equipment: boat}}
    """
    result = read_yaml(f"format: 1\nboard: {{type: standard}}\nhexes:{hexes}\n")
    assert [(d.pointer, render(d, "en")) for d in result.diagnostics] == [
        (
            "/hexes/A9/unit/equipment",
            'Unknown equipment "grapnel" on A9; it is kept unchanged',
        ),
        (
            "/hexes/B9/terrain/behaves",
            'Unknown special rule "dances" on B9 and C9; it is kept unchanged',
        ),
    ]


def test_a_multiline_text_is_written_as_a_block() -> None:
    text = yaml_of(texts={"en": Texts(rules="One.\n\n  Two: #2\nThree\n")})
    assert "    rules: |\n      One.\n\n        Two: #2\n      Three\n" in text


ODD_TEXTS = [
    "no", "NO", "y", "on", "null", "~", "0848", "18E2", "+0e9", "1_000", "0x1F", "12:30",
    "1944-06-06", ".5", "-", "?", "&a", "*a", "!t", "%", "@", "`", "|", ">", "'", '"', "[",
    "{", "a,b", "=", "<<", "NaN", ".inf", "é", "Ost-Front", "True",
]  # fmt: skip
ODD_TEXTS += ["# x", "a: b", "a #b", " a", "a ", "\t", "\u2028", "\x85", "\ufeff", ""]


@pytest.mark.parametrize("word", ODD_TEXTS)
def test_any_text_is_read_as_the_same_text_by_yaml_1_1_and_1_2(word: str) -> None:
    text = yaml_of(texts={word: Texts(name=word)}, labels={BOARD.hex("A9"): (word, word)})
    for loaded in (yaml.safe_load(text), encode(scenario_of(read_yaml(text)))):
        assert loaded["texts"] == {word: {"name": word}}
        assert loaded["labels"] == {"A9": [word, word]}


def test_rows_are_written_from_top_to_bottom() -> None:
    hexes = {BOARD.hex(name): HexContent(Piece("woods")) for name in ("A9", "B9", "a8", "A1")}
    keys = [line.split(":")[0].strip() for line in yaml_of(hexes=hexes).splitlines()[-4:]]
    assert keys == ["A9", "B9", "a8", "A1"]


COMMENTED = """\
# yaml-language-server: $schema=scenario.schema.json
# A crossing, after an idea of mine.

format: 1
board: {type: standard, face: winter}  # in the snow
# What lies where:
hexes:
  A9: {terrain: forest}
  # the crossing
  # must be held
  D7: {terrain: town}  # the mill
texts:
  en:
    name: Mill
    rules: |-
      # not a comment
      end
meta:
  software: by hand
# the end
"""


def test_comments_are_kept() -> None:
    file = file_of(read_yaml(COMMENTED))
    scenario = file.scenario
    text = to_text(
        scenario.with_hexes({BOARD.hex("A9"): HexContent()}), FileFormat.YAML, file.origin
    )
    comments = [
        "# yaml-language-server: $schema=scenario.schema.json\n# A crossing, after an idea of",
        "face: winter}  # in the snow\n",
        "# What lies where:\nhexes:\n",
        "  # the crossing\n  # must be held\n  D7: {terrain: town}  # the mill\n",
        "      # not a comment\n      end\n",
        "  software: by hand\n# the end\n",
    ]
    assert [part for part in comments if part not in text] == []
    assert file_of(read_yaml(text)).origin.comments == file.origin.comments


def test_a_removed_hex_takes_its_comments_with_it() -> None:
    file = file_of(read_yaml(COMMENTED))
    scenario = file.scenario
    text = to_text(
        scenario.with_hexes({BOARD.hex("D7"): HexContent()}), FileFormat.YAML, file.origin
    )
    assert "# the crossing" not in text
    assert "# the mill" not in text


def test_windows_line_endings_are_kept() -> None:
    text = COMMENTED.replace("\n", "\r\n")
    file = file_of(read_yaml(text))
    written_text = to_text(file.scenario, FileFormat.YAML, file.origin)
    assert written_text.count("\r\n") == written_text.count("\n")


def test_the_schema_named_in_a_file_is_kept() -> None:
    file = file_of(read_yaml("$schema: my.json\nformat: 1\nboard: {type: standard}\nhexes: {}\n"))
    assert to_text(file.scenario, FileFormat.YAML, file.origin).startswith(
        "$schema: my.json\nformat: 1\n"
    )


def test_json_and_yaml_contain_the_same_document(native_file: Path) -> None:
    file = file_of(read_file(native_file))
    scenario = file.scenario
    document = json.loads(to_bytes(scenario, FileFormat.JSON, file.origin))
    assert document == encode(scenario, with_written_form(file.origin))
    assert yaml.safe_load(to_text(scenario, FileFormat.YAML, file.origin)) == document
    assert decode(document, base_catalogue()) == scenario


def test_written_documents_follow_the_schema(native_file: Path) -> None:
    document = encode(scenario_of(read_file(native_file)))
    assert not list(Draft202012Validator(read_schema("scenario")).iter_errors(document))


@pytest.mark.parametrize(
    ("text", "code", "message", "place"),
    [
        ("hexes: {A9: {terrain: forrest}}", "M021", "did you mean forest", (3, 14)),
        ("hexes: {A9: {terrain: woods}}", "M021", "did you mean forest?", (3, 14)),
        ("hexes: {A9: {unit: us-infantry}}", "M021", "did you mean american-infantry?", (3, 14)),
        ("hexes: {A9: {tags: [exit-marker]}}", "M021", "did you mean exit, marker", (3, 21)),
        ("hexes: {A9: {terain: forest}}", "M023", "did you mean terrain?", (3, 14)),
        ("hexes: {N9: {terrain: forest}}", "M031", '"N9" is not a hex', (3, 9)),
        ("hexes: {G6: {terrain: forest}}", "M031", "did you mean g6?", (3, 9)),
        (
            "hexes: {A9: {terrain: {is: river, facing: n-s}}}",
            "M030",
            "it can face w-e, sw-ne",
            (3, 35),
        ),
        (
            "hexes: {A9: {unit: {is: german-infantry, figures: yes}}}",
            "M020",
            "whole number",
            (3, 42),
        ),
        ("hexes: {A9: 5}", "M020", "is 5 (a number); it must be an object", (3, 9)),
        ("hexes: {}\nbriefing: {top: {cards: 500}}", "M024", "between 0 and 99", (4, 18)),
        ("hexes: {}\nbriefing: {begins: 6 June}", "M025", "expected format: 1944-06-06", (4, 12)),
        ("hexes: {}\nbriefing: {front: westen}", "M021", "did you mean western?", (4, 12)),
        ("hexes: {}\nformat: 2", "M008", '"format" appears more than once', (4, 1)),
        ("labels: {A9: no}", "M022", 'The file has no "hexes"', (1, 1)),
    ],
)
def test_a_syntax_error_is_reported_with_its_position(
    text: str, code: str, message: str, place: tuple[int, int]
) -> None:
    result = read_yaml(f"format: 1\nboard: {{type: standard}}\n{text}\n")
    finding = next(d for d in result.diagnostics if d.code == code)
    assert message in render(finding, "en")
    assert (finding.line, finding.column) == place


def test_a_newer_edition_is_reported() -> None:
    result = read_yaml("format: 2\nboard: {type: standard}\nhexes: {}\n")
    assert [d.code for d in result.diagnostics] == ["M033"]


def test_the_board_type_and_face_are_read() -> None:
    scenario = scenario_of(
        read_yaml("format: 1\nboard: {type: overlord, face: desert}\nhexes: {}\n")
    )
    assert (scenario.board.type, scenario.face) == (BoardType.OVERLORD, Face.DESERT)


def test_changing_the_face_changes_one_line_of_yaml() -> None:
    before = yaml_of(hexes={BOARD.hex("A9"): CROSSING})
    scenario = scenario_of(read_yaml(before))
    edited_scenario = replace(scenario, face=Face.BEACH)
    changed_lines = [
        pair
        for pair in zip(
            before.splitlines(), to_text(edited_scenario, FileFormat.YAML).splitlines(), strict=True
        )
        if pair[0] != pair[1]
    ]
    assert changed_lines == [
        ("board: {type: standard, face: country}", "board: {type: standard, face: beach}")
    ]


@pytest.mark.parametrize("written", ["44", '"44"'])
def test_the_operation_is_read_from_a_number_or_a_text(written: str) -> None:
    text = f"format: 1\nboard: {{type: standard}}\nbriefing: {{operation: {written}}}\n"
    scenario = scenario_of(read_yaml(text))
    assert scenario.briefing.operation == "44"

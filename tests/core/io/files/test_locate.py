"""Pointers into the workshop document are located in files of every format."""

from __future__ import annotations

import json

import pytest

from m44core.board import BOARDS, BoardType
from m44core.diagnostics import Diagnostic, Severity
from m44core.io.files.file_reader import ReadResult, read_bytes
from m44core.io.files.scenario_files import FileFormat
from m44core.io.files.serialization import to_text
from m44core.model.required_packs import Packs, pack_named
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import (
    BattleKind,
    Briefing,
    HexContent,
    MedalTerms,
    Piece,
    Player,
    Tag,
    Texts,
    Unit,
)

BOARD = BOARDS[BoardType.STANDARD]
SCENARIO = Scenario(
    hexes={
        BOARD.hex("A9"): HexContent(Piece("woods")),
        BOARD.hex("G5"): HexContent(
            Piece("river", 2),
            Piece("bunker", owner=None, extra={"odd": 1}),
            unit=Unit("infger", 3, "badge4", "x-y"),
            tags=(Tag("tag1"), Tag("medal1", medal=MedalTerms(permanent=True))),
        ),
    },
    labels={BOARD.hex("B9"): ("Mill",), BOARD.hex("G5"): ("Old", "Bridge")},
    briefing=Briefing(
        top=Player(cards=5), bottom=Player(cards=6, country="US"), kind=BattleKind.FICTIONAL
    ),
    texts={"en": Texts(name="Crossing"), "de": Texts(name="Übergang")},
    packs=Packs({pack_named("terrain"): 1}),
    meta={"software": "by hand"},
    extra={"odd": {"even": 2}},
)

#: The pointer, and the text there in .m44 and in our own formats.
PLACES = [
    ("/board/type", "STANDARD", "standard"),
    ("/board/face", "COUNTRY", "country"),
    ("/briefing/top/cards", "5", "5"),
    ("/briefing/bottom/nation", "US", "US"),
    ("/briefing/kind", "FICTIONAL", "fictional"),
    ("/texts/de/name", "Übergang", "Übergang"),
    ("/packs/terrain", "1", "1"),
    ("/meta/software", "by hand", "by hand"),
    ("/m44/odd/even", "2", "2"),
    ("/hexes/G5/terrain/is", "river", "river"),
    ("/hexes/G5/terrain/facing", "2", "sw-ne"),
    ("/hexes/G5/structure/is", "bunker", "bunker"),
    ("/hexes/G5/structure/m44/odd", "1", "1"),
    ("/hexes/G5/unit/figures", '"3"', "3"),
    ("/hexes/G5/unit/badge", "badge4", "german-elite"),
    ("/hexes/G5/unit/behaves", "X_Y", "x-y"),
    ("/hexes/G5/tags/1/is", "medal1", "allied-medal"),
    ("/hexes/G5/tags/1/permanent", "true", "true"),
]


def location_of(result: ReadResult, pointer: str) -> tuple[int, int]:
    diagnostic = Diagnostic("M999", "test", Severity.INFO, pointer=pointer)
    location = result.with_location(diagnostic)
    assert location.line is not None
    assert location.column is not None
    return location.line, location.column


def write_and_read(file_format: FileFormat) -> tuple[str, ReadResult]:
    text = to_text(SCENARIO, file_format)
    return text, read_bytes(text.encode(), f"some.{file_format}")


@pytest.mark.parametrize("file_format", FileFormat)
@pytest.mark.parametrize(("pointer", "m44_text", "workshop_text"), PLACES)
def test_a_pointer_is_located_in_a_file_of_any_format(
    file_format: FileFormat, pointer: str, m44_text: str, workshop_text: str
) -> None:
    text, result = write_and_read(file_format)
    line, column = location_of(result, pointer)
    after = text.splitlines()[line - 1][column - 1 :]
    expected = m44_text if file_format is FileFormat.M44 else workshop_text
    key = pointer.rpartition("/")[2] if file_format is FileFormat.YAML else ""
    assert after.replace('"', "").startswith(f"{key}: " * bool(key) + expected.replace('"', ""))


@pytest.mark.parametrize("file_format", FileFormat)
@pytest.mark.parametrize(
    ("missing_pointer", "parent_pointer"),
    [
        ("/hexes/G5/structure/owner", "/hexes/G5/structure"),
        ("/hexes/A9/unit/figures", "/hexes/A9"),
        ("/hexes/C9/terrain", "/hexes"),
        ("/briefing/begins", "/briefing"),
        ("/texts/fr/name", "/texts"),
    ],
)
def test_a_missing_value_is_located_at_its_parent(
    file_format: FileFormat, missing_pointer: str, parent_pointer: str
) -> None:
    _, result = write_and_read(file_format)
    assert location_of(result, missing_pointer) == location_of(result, parent_pointer)


def test_a_finding_with_a_location_is_unchanged() -> None:
    _, result = write_and_read(FileFormat.YAML)
    located_finding = Diagnostic("M999", "test", Severity.INFO, pointer="/hexes", line=7, column=3)
    assert result.with_location(located_finding) is located_finding


def test_locations_refer_to_the_file_not_its_normal_form() -> None:
    hexagons = [
        {"row": 8, "col": 0, "terrain": {"name": "hills"}},
        {"row": 4, "col": 40, "terrain": {"name": "lost"}},
        {"row": 0, "col": 40, "terrain": {"name": "gone"}},
        {"row": 0, "col": 0, "terrain": {"name": "woods"}},
    ]
    tree = {"board": {"type": "standard", "hexagons": {str(i): h for i, h in enumerate(hexagons)}}}
    text = json.dumps(tree, indent=1)
    result = read_bytes(text.encode(), "some.m44")
    lines = text.splitlines()
    for pointer, name in [
        ("/hexes/A9/terrain/is", "woods"),
        ("/hexes/A1/terrain/is", "hills"),
        ("/board/m44/hexagons/0/terrain/name", "gone"),
        ("/board/m44/hexagons/1/terrain/name", "lost"),
    ]:
        assert name in lines[location_of(result, pointer)[0] - 1]
    lines_of_findings = [d.line for d in result.diagnostics if d.code == "M028"]
    assert [lines[(line or 0)].strip() for line in lines_of_findings] == ['"row": 4,', '"row": 0,']

"""Hex names typed with keyboards for other scripts are recognized and fixed."""

from __future__ import annotations

from pathlib import Path

import pytest

from m44core.board import BOARDS, BoardType
from m44core.errors import NotationError
from m44core.findings.render_findings import render
from m44core.io.files.file_reader import ReadResult, read_file
from m44core.io.files.fixes import apply_fix_to_file
from m44core.io.origin import OpenFile
from m44core.messages.languages import ENGLISH

BOARD = BOARDS[BoardType.STANDARD]
HEADER = "format: 1\nboard: {type: standard, face: country}\n"


def read_yaml_file(tmp_path: Path, text: str) -> ReadResult:
    path = tmp_path / "a.yaml"
    path.write_text(HEADER + text, "utf-8")
    return read_file(path)


def finding_texts(result: ReadResult) -> list[str]:
    return [render(each, ENGLISH) for each in result.diagnostics if each.code == "M031"]


@pytest.mark.parametrize(
    ("name", "latin", "script"),
    [
        ("\u04109", "A9", "Cyrillic"),
        ("\u03929", "B9", "Greek"),
        ("\uff21\uff19", "A9", "full-width"),
        ("\u04328", "b8", "Cyrillic"),
    ],
)
def test_the_finding_names_the_script(name: str, latin: str, script: str, tmp_path: Path) -> None:
    result = read_yaml_file(tmp_path, f"hexes: {{{name}: {{terrain: forest}}}}")
    assert finding_texts(result) == [
        f'"{name}" starts with a {script} letter that only looks like a Latin one; write {latin}'
    ]
    with pytest.raises(NotationError, match=f"did you mean {latin}"):
        BOARD.hex(name)


def test_fixes_replace_lookalike_letters_in_hexes_and_labels(tmp_path: Path) -> None:
    result = read_yaml_file(
        tmp_path,
        "hexes: {\u04109: {terrain: forest}, Z9: {terrain: hill}, \u04129: {terrain: town}}\n"
        "labels: {\u04109: Mill, \u04129: [Lock, East]}",
    )
    assert result.scenario is not None
    file = OpenFile(result.scenario, result.origin)
    for each in [*result.diagnostics, *result.diagnostics]:
        for repair in each.fixes:
            file = apply_fix_to_file(file, repair)
    names = {
        BOARD.name(hex_): c.terrain.name for hex_, c in file.scenario.hexes.items() if c.terrain
    }
    assert names == {"A9": "woods", "B9": "buildings"}
    labels = {BOARD.name(hex_): lines for hex_, lines in file.scenario.labels.items()}
    assert labels == {"A9": ("Mill",), "B9": ("Lock", "East")}
    assert "Z9" in str(file.scenario)
    assert "\u04109" not in str(file.scenario)


def test_no_fix_is_offered_if_the_latin_name_is_already_used(tmp_path: Path) -> None:
    result = read_yaml_file(tmp_path, "hexes: {A9: {terrain: forest}, \u04109: {terrain: hill}}")
    assert [each.fixes for each in result.diagnostics if each.code == "M031"] == [()]


def test_a_fix_replaces_lookalike_letters_in_a_group(tmp_path: Path) -> None:
    group = "{is: allied-medal, hexes: [\u04109, B9]}"
    result = read_yaml_file(tmp_path, f"hexes: {{A9: {{tags: [{group}]}}}}")
    (problem,) = (each for each in result.diagnostics if each.code == "M031")
    assert result.scenario is not None
    file = apply_fix_to_file(OpenFile(result.scenario, result.origin), problem.fixes[0])
    assert "\u04109" not in str(file.scenario)


def test_a_fix_replaces_lookalike_letters_in_a_special_rule(tmp_path: Path) -> None:
    drop = "{side: allies, units: 3, center: \u041a5}"
    result = read_yaml_file(tmp_path, f"briefing: {{options: {{air-drop: {drop}}}}}\nhexes: {{}}")
    fixes_by_finding = [each.fixes for each in result.diagnostics if each.code == "M031"]
    assert [len(fixes) for fixes in fixes_by_finding] == [1]
    assert result.scenario is not None
    file = apply_fix_to_file(OpenFile(result.scenario, result.origin), fixes_by_finding[0][0])
    assert file.scenario != result.scenario
    assert "\u041a5" not in str(file.scenario)

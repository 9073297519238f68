"""Special rules next to a scenario file apply and are reported, but never written into it."""

from __future__ import annotations

from pathlib import Path

import pytest

from m44core.board import BOARDS, BoardType
from m44core.catalogue.catalogue_types import Side
from m44core.findings.render_findings import render
from m44core.hexes import Hex
from m44core.io.files.file_reader import ReadResult, read_file
from m44core.io.files.scenario_files import FileFormat
from m44core.io.files.serialization import to_text
from m44core.model.edits.turning import MirrorKind, mirror_scenario
from m44core.model.scenario import Scenario
from m44core.model.special_rules import BlitzRules, SpecialRules
from m44core.model.unit_profiles import active_conditions
from m44core.model.victory_rules import ExitLines, ExitsOnly
from m44core.rules.scenario_options import scenario_options

KNOWN_BOARDS_FOLDER = Path(__file__).parents[4] / "docs" / "boards"
SHIPPED_FILES = sorted(KNOWN_BOARDS_FOLDER.glob("*.rules.yaml"))
OVERLORD = {"13", "1367", "1517"}
STANDARD = {"2", "19", "12507", "1422"}


def read_with_rules_file(
    folder: Path, rules: str | None, scenario: Scenario | None = None
) -> ReadResult:
    """Return the result of reading a scenario file with the given rules file next to it."""
    path = folder / "some.m44"
    path.write_text(to_text(scenario or Scenario(), FileFormat.M44), encoding="utf-8")
    if rules is not None:
        (folder / "some.rules.yaml").write_text(rules, encoding="utf-8")
    return read_file(path)


def finding_texts(result: ReadResult) -> list[str]:
    return [f"{d.code} {render(d, 'en')}" for d in result.diagnostics if d.code in ("M064", "M065")]


def test_rules_from_a_side_file_apply_and_are_reported(tmp_path: Path) -> None:
    result = read_with_rules_file(tmp_path, "options: {exits-only: {side: axis, exits: 3}}\n")
    assert result.scenario is not None
    assert scenario_options(result.scenario).exits_only is Side.AXIS
    assert finding_texts(result) == [
        "M064 The special rules in some.rules.yaml apply: Victory by exits alone"
    ]


def test_rules_from_a_side_file_are_not_written_into_the_scenario(tmp_path: Path) -> None:
    plain_scenario = read_with_rules_file(tmp_path, None).scenario
    scenario_with_rules = read_with_rules_file(
        tmp_path, "options: {exits-only: {side: axis, exits: 3}}\n"
    ).scenario
    assert plain_scenario is not None
    assert scenario_with_rules is not None
    for file_format in FileFormat:
        assert to_text(scenario_with_rules, file_format) == to_text(plain_scenario, file_format)


def test_rules_from_a_side_file_override_those_of_the_scenario(tmp_path: Path) -> None:
    rules = SpecialRules({"blitz-rules": BlitzRules(True)})
    briefing = Scenario().briefing
    scenario = Scenario(briefing=type(briefing)(special_rules=rules))
    result = read_with_rules_file(tmp_path, "options: {blitz-rules: false}\n", scenario)
    assert result.scenario is not None
    assert not scenario_options(result.scenario).slow_armor


def test_rules_from_a_side_file_turn_with_the_board(tmp_path: Path) -> None:
    scenario = read_with_rules_file(
        tmp_path, "options: {exit-lines: [{side: axis, hexes: [A1]}]}\n"
    ).scenario
    assert scenario is not None
    lines = mirror_scenario(scenario, MirrorKind.HALF_TURN).briefing.special_rules.of(ExitLines)
    assert lines is not None
    assert lines.lines[0].hexes == (Hex(24, 0),)


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ("[]\n", 'lists no special rules; it should contain "options"'),
        ("options: {}\nhexes: {}\n", "has the key 'hexes', which is not supported there"),
        ("options: {exit-lines: [{side: axis, hexes: [Z99]}]}\n", "has no effect: "),
        (
            "options: {no_such_rule: true}\n",
            ("is not a special rule that can be listed in a separate file"),
        ),
        ("options: {exits-only: {side: nobody, exits: 3}}\n", "has no effect: "),
        ("options: [\n", 'lists no special rules; it should contain "options"'),
    ],
)
def test_an_invalid_side_file_is_reported_and_has_no_effect(
    tmp_path: Path, rules: str, message: str
) -> None:
    result = read_with_rules_file(tmp_path, rules)
    assert result.scenario is not None
    assert not result.scenario.briefing.special_rules.from_side_file
    (line,) = finding_texts(result)
    assert line.startswith("M065 ")
    assert message in line


@pytest.mark.parametrize("path", SHIPPED_FILES, ids=lambda path: path.name)
def test_the_rules_files_of_published_boards_apply_to_their_boards(
    path: Path, tmp_path: Path
) -> None:
    number = path.name.partition(".")[0]
    kind = BoardType.OVERLORD if number in OVERLORD else BoardType.BREAKTHROUGH
    kind = BoardType.STANDARD if number in STANDARD else kind
    result = read_with_rules_file(
        tmp_path, path.read_text(encoding="utf-8"), Scenario(BOARDS[kind])
    )
    (line,) = finding_texts(result)
    assert line.startswith("M064 ")


def test_a_rule_about_exits_is_read_from_a_side_file(tmp_path: Path) -> None:
    scenario = read_with_rules_file(
        tmp_path, "options: {exits-only: {side: allies, exits: 1}}\n"
    ).scenario
    assert scenario is not None
    assert scenario.briefing.special_rules.of(ExitsOnly) == ExitsOnly(Side.ALLIES, 1)


def test_a_side_file_switches_off_a_rule_that_applies_by_default(tmp_path: Path) -> None:
    scenario_without_rule = read_with_rules_file(
        tmp_path, "options: {british-commonwealth: false}\n"
    ).scenario
    assert scenario_without_rule is not None
    assert "british-commonwealth" in active_conditions(Scenario())
    assert "british-commonwealth" not in active_conditions(scenario_without_rule)

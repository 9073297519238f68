"""The verdict (red, amber, green) on findings, on files, and on the official scenarios."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from tests.reference_data import LAYOUTS, statement_ids

from m44core.cli.main import main
from m44core.diagnostics import Severity
from m44core.findings.finding_kinds import all_kinds, finding
from m44core.io.files.file_reader import read_file
from m44core.io.files.scenario_files import FileFormat
from m44core.io.files.serialization import to_bytes
from m44core.resources import schema_folder
from m44core.validation.bga.verdict import DECISIVE, Verdict, verdict, verdicts_by_profile
from m44core.validation.check_selection import Selection, select_checks
from m44core.validation.runner import CheckSettings, check_file
from m44core.validation.safe_fixes import apply_safe_fixes

PROFILE = CheckSettings(select_checks(profiles=["bga"]))
VALID_TEXT = """\
format: 1
board: {type: standard, face: country}
briefing:
  first: top
  begins: "1944-06-06"
  ends: "1944-06-06"
  top: {side: axis, cards: 4, medals: 1}
  bottom: {side: allies, cards: 4, medals: 1}
texts: {en: {name: Mill}}
hexes:
  A9: {unit: german-infantry}
  A1: {unit: american-infantry}
meta: {id: 9000001}
"""


def bga_verdict_of(path: Path) -> str:
    return check_file(path, PROFILE).verdicts["bga"].value


def write_scenario(folder: Path, text: str, name: str = "mill.yaml") -> Path:
    path = folder / name
    path.write_text(text, "utf-8")
    return path


def m44_text(folder: Path) -> str:
    scenario = read_file(write_scenario(folder, VALID_TEXT)).scenario
    assert scenario
    return to_bytes(scenario, FileFormat.M44).decode()


@pytest.mark.parametrize(
    ("rules", "expected_verdict"),
    [
        ("Night attack rules are in effect.", "amber"),
        ("Tanks may not enter the forests.", "amber"),
        ("The elite infantry moves two hexes and battles.", "green"),
    ],
)
def test_rules_stated_only_in_the_text_affect_the_verdict(
    tmp_path: Path, rules: str, expected_verdict: str
) -> None:
    text = VALID_TEXT.replace("{name: Mill}", f'{{name: Mill, rules: "{rules}"}}')
    assert bga_verdict_of(write_scenario(tmp_path, text)) == expected_verdict


def test_errors_are_red_and_warnings_amber() -> None:
    error, warning = finding("M904", "none"), finding("M910", "none")
    note = finding("M933", "text", number=1)
    assert verdict([note, warning, error]) is Verdict.RED
    assert verdict([note, warning]) is Verdict.AMBER
    assert verdict([note]) is Verdict.GREEN


def test_rules_in_a_hidden_language_do_not_affect_the_verdict(tmp_path: Path) -> None:
    texts_entry = "{en: {name: Mill}, de: {name: Mühle, rules: Flugregeln sind in Kraft.}}"
    text = VALID_TEXT.replace("{en: {name: Mill}}", texts_entry)
    assert bga_verdict_of(write_scenario(tmp_path, text)) == "green"
    assert (
        bga_verdict_of(write_scenario(tmp_path, text.replace("{en: {name: Mill}, de", "{de")))
        == "amber"
    )


def test_a_defect_of_the_game_itself_makes_the_verdict_amber() -> None:
    result = finding("M802", "data", side="Allies", has="4", language="en", told="5")
    for diagnostic in (finding("M302", "missing"), result):
        assert verdict([diagnostic]) is Verdict.AMBER


def test_missing_components_do_not_affect_the_verdict() -> None:
    too_many_figures = finding(
        "M208", "too-many", side="Axis", figures=49, units=13, boxes="one", limit=42
    )
    assert verdict([too_many_figures]) is Verdict.GREEN


def test_there_is_a_verdict_only_if_all_decisive_codes_are_selected() -> None:
    assert verdicts_by_profile([], Selection()) == {}
    assert verdicts_by_profile([], select_checks(["M926"])) == {}
    assert verdicts_by_profile([], select_checks(["M9"])) == {"bga": Verdict.GREEN}
    assert verdicts_by_profile([], select_checks([], ["M902"], ["bga"])) == {}
    assert verdicts_by_profile([], select_checks([], ["M926"], ["bga"])) == {"bga": Verdict.GREEN}


def test_the_decisive_checks_are_those_that_find_errors() -> None:
    refusing_codes = [
        code
        for code, kind in all_kinds().items()
        if code.startswith("M9") and Severity.ERROR in kind.severities
    ]
    assert tuple(refusing_codes) == DECISIVE


def test_a_valid_scenario_is_green_in_any_format(tmp_path: Path) -> None:
    assert bga_verdict_of(write_scenario(tmp_path, VALID_TEXT)) == "green"
    assert bga_verdict_of(write_scenario(tmp_path, m44_text(tmp_path), "mill.m44")) == "green"


def test_a_scenario_with_a_barge_is_red(tmp_path: Path) -> None:
    path = write_scenario(tmp_path, VALID_TEXT.replace("A1: {", 'A1: {structure: "m44:barge", '))
    assert bga_verdict_of(path) == "red"


def test_a_scenario_with_a_truck_is_amber(tmp_path: Path) -> None:
    path = write_scenario(tmp_path, VALID_TEXT.replace("meta:", '  C1: {unit: "m44:vehus"}\nmeta:'))
    assert bga_verdict_of(path) == "amber"


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"board": 1}', '{"scenarios": []}', "\0"])
def test_a_file_that_cannot_be_read_is_red(text: str, tmp_path: Path) -> None:
    assert bga_verdict_of(write_scenario(tmp_path, text, "some.m44")) == "red"


def test_suppressed_findings_still_affect_the_verdict(tmp_path: Path) -> None:
    allowance_yaml = 'allow:\n  - {check: M910, reason: "Nobody asks."}\n'
    path = write_scenario(tmp_path, VALID_TEXT.replace("meta: {id: 9000001}\n", allowance_yaml))
    assert check_file(path, PROFILE).suppressed
    assert bga_verdict_of(path) == "amber"


def test_the_profile_prints_a_verdict_with_its_source(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write_scenario(tmp_path, VALID_TEXT)
    main(["check", "--profile", "bga", "--select", "M9", "--format", "text", str(path)])
    line = next(line for line in capsys.readouterr().out.splitlines() if line.startswith(str(path)))
    assert "Board Game Arena: green" in line
    assert "828e756; not tried on the live site" in line


def test_json_output_contains_the_verdict_of_the_profile(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(
        ["check", "--profile", "bga", "--format", "json", str(write_scenario(tmp_path, VALID_TEXT))]
    )
    document = json.loads(capsys.readouterr().out)
    schema = json.loads((schema_folder() / "diagnostics.schema.json").read_text("utf-8"))
    Draft202012Validator(schema).validate(document)
    assert document["files"][0]["verdicts"] == {"bga": "green"}


def test_no_verdict_is_given_without_the_profile(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["check", "--format", "json", str(write_scenario(tmp_path, VALID_TEXT))])
    assert json.loads(capsys.readouterr().out)["files"][0]["verdicts"] == {}


def test_safe_fixes_invent_no_number_and_no_date(
    tmp_path: Path,
) -> None:
    """Fixes that would invent a number or a date are proposed, never applied without asking."""
    software, number = '"software": "other"', '"id": 9000001'
    last_day = ',\n\t\t"date_end": "1944-06-06"'
    text = m44_text(tmp_path)
    for old, new in (
        ('"STANDARD"', '"standard"'),
        ('"AXIS"', '"axis"'),
        (number, software),
        ('"labels": []', '"labels": [{"row": 4, "col": 4, "text": ""}]'),
        ("Mill", 'The \\"Mill\\"'),
        (last_day, ""),
    ):
        assert old in text
        text = text.replace(old, new)
    path = write_scenario(tmp_path, text, "other.m44")
    data = apply_safe_fixes(path, PROFILE).data
    assert data
    path.write_bytes(data)
    report = check_file(path, PROFILE)
    grave = {d.code for d in report.diagnostics if d.code[:2] == "M9" and d.severity != "info"}
    assert grave == {"M910", "M925"}
    assert report.verdicts["bga"] is Verdict.AMBER
    text_with_number = data.decode().replace(software, f"{software}, {number}")
    begin_entry = '"date_begin": "1944-06-06"'
    path.write_text(text_with_number.replace(begin_entry, begin_entry + last_day), "utf-8")
    assert bga_verdict_of(path) == "green"


COMPLETE_IN_DATA = {2, 4, 15}
"""The official scenarios whose data have every rule of the text that the site shows.

The site knows the rule of scenario 2 by its number; the rule of 15 is only in the German text,
which it does not show.
"""


@pytest.mark.parametrize("number", [2, 3, 4, 5, 7, 11, 15, 18, 19, 23, 25])
def test_official_scenarios_are_green_if_their_data_contain_the_rules_in_their_text(
    reference_material: Path, number: int
) -> None:
    report = check_file(reference_material / f"corpus/native/{number}.m44", PROFILE)
    grave = {d.code for d in report.diagnostics if d.code[:2] == "M9" and d.severity != "info"}
    assert not grave
    bga = report.verdicts["bga"]
    assert bga is (Verdict.GREEN if number in COMPLETE_IN_DATA else Verdict.AMBER)


RED = {
    "1096-HillsExamplesOfLineOfSight",
    "13-OmahaBeachOverlord",
}  # no first player; an Overlord board


def test_all_but_two_published_boards_are_accepted() -> None:
    arena_only = CheckSettings(select_checks(["M9"]))
    red = {p.stem for p in LAYOUTS if check_file(p, arena_only).verdicts["bga"] is Verdict.RED}
    assert red == RED


def test_every_source_about_board_game_arena_is_cited() -> None:
    cited_ids = {
        id_ for code, kind in all_kinds().items() if code[:2] == "M9" for id_ in kind.sources
    }
    assert set(statement_ids("board-game-arena")) <= cited_ids

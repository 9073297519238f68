"""``m44 bill``."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from m44core.cli.main import main
from m44core.io.files.file_reader import read_file
from m44core.resources import scenarios_folder, schema_folder
from m44core.validation.setup_checklist import checklist_steps

SCENARIO = """\
format: 1
board: {type: standard, face: country}
briefing: {top: {side: axis, cards: 4}, bottom: {side: allies}}
texts: {en: {name: A Bridge}}
hexes:
  A9: {unit: german-infantry}
  C5: {terrain: river, structure: bridge, tags: [axis-medal]}
  E5: {terrain: road}
  A1: {unit: {is: american-infantry, figures: 3}}
  C1: {unit: american-special-forces, tags: [allied-medal]}
"""


@pytest.fixture
def path(tmp_path: Path) -> str:
    file = tmp_path / "map.yaml"
    file.write_text(SCENARIO)
    return str(file)


def test_the_bill_lists_needed_and_available_components(
    path: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bill", path]) == 0
    lines = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert lines[0] == "A Bridge"
    for line in (
        "river 1 20",
        "hex tiles in total 1 44",
        "bridge 1 4",
        "Axis infantry figures 4 42",
        "Allied infantry units 2",
        "Allied infantry figures 7 42",
        "Allied badge 1",
        "Axis medals 1 10",
        "Axis cards 4",
        "Allied cards ?",
        "Terrain Pack",
        "Road 1",
    ):
        assert line in lines


def test_the_bill_is_printed_as_json(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bill", "--format", "json", path]) == 0
    bill = json.loads(capsys.readouterr().out)
    assert bill["tiles"] == {"river": 1}
    assert bill["others"] == {"TP": {"Road": 1}}
    assert bill["cards"] == {"axis": 4, "allies": None}
    assert {"component": "river", "needed": 1, "there": 20, "missing": 0} in bill["components"]


@pytest.mark.parametrize("boxes", [(), ("--boxes", "base=1,eastern=2")])
def test_the_json_agrees_with_its_schema(
    path: str, boxes: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    schema = json.loads((schema_folder() / "bill.schema.json").read_text("utf-8"))
    Draft202012Validator.check_schema(schema)
    main(["bill", "--format", "json", *boxes, path])
    bill = json.loads(capsys.readouterr().out)
    assert [e.message for e in Draft202012Validator(schema).iter_errors(bill)] == []
    assert set(bill) == set(schema["properties"])


def test_missing_components_are_listed_and_set_the_exit_status(
    path: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bill", "--boxes", "base=0,terrain", path]) == 0  # other boxes may bring rivers
    out = capsys.readouterr().out
    assert "1 missing" in out
    assert "Terrain Pack (you own it; how many of each piece it contains is not known)" in out
    assert main(["bill", "--boxes", "base=1", path]) == 1
    assert "Terrain Pack (you do not own it)" in capsys.readouterr().out
    assert main(["bill", "--boxes", "bases", path]) == 2
    assert "did you mean base?" in capsys.readouterr().err


def test_the_checklist_has_the_steps_of_the_rulebook_with_hexes(
    path: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Rule: B-SETUP-01."""
    assert main(["bill", "--format", "checklist", path]) == 0
    out = capsys.readouterr().out
    steps = re.findall(r"^\d+\. (.+)$", out, re.MULTILINE)
    assert steps == [
        "Board",
        "Terrain tiles",
        "Bunkers, bridges and other structures",
        "Axis units",
        "Allied units",
        "Medals and other markers",
        "Cards, dice and first move",
    ]
    assert "   [ ] 1 × River: C5\n" in out
    assert "   [ ] 1 × American infantry with 3 figures: A1\n" in out
    assert "   [ ] Deal 4 command cards to the Axis\n" in out


def test_the_printable_checklist_escapes_text_from_the_file(
    path: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = Path(path)
    file.write_text(SCENARIO.replace("A Bridge", "'<b>A & B</b>'"))
    assert main(["bill", "--format", "html", path]) == 0
    out = capsys.readouterr().out
    assert "<h1>&lt;b&gt;A &amp; B&lt;/b&gt;</h1>" in out
    boxes = out.count("<li>")
    main(["bill", "--format", "checklist", path])
    assert boxes == capsys.readouterr().out.count("[ ]")


@pytest.mark.parametrize("path", sorted(scenarios_folder().glob("*.yaml")), ids=lambda p: p.stem)
def test_every_piece_of_a_scenario_is_on_its_checklist(path: Path) -> None:
    scenario = read_file(path).scenario
    assert scenario is not None
    listed_names = [
        name for step in checklist_steps(scenario) for item in step.items for name in item.where
    ]
    pieces = [
        piece
        for content in scenario.hexes.values()
        for piece in (content.terrain, content.structure, content.obstacle, content.unit)
        if piece
    ]
    badges = [unit for _, unit in scenario.units() if unit.badge]
    assert len(listed_names) == len(pieces) + len(badges) + len(list(scenario.tags()))


def test_a_file_without_a_scenario_has_no_bill(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken_file = tmp_path / "broken.m44"
    broken_file.write_text("{")
    assert main(["bill", str(broken_file)]) == 2
    assert capsys.readouterr().err.startswith(f"m44: {broken_file}: ")

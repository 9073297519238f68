"""``m44 bill``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from m44core.cli.main import main

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


def test_the_bill_stands_beside_what_the_box_holds(
    path: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bill", path]) == 0
    lines = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert lines[0] == "A Bridge"
    for line in (
        "river 1 20",
        "hex tiles in all 1 44",
        "bridge 1 4",
        "Axis infantry figures 4 42",
        "Allied infantry units 2",
        "Allied infantry figures 7 42",
        "allied-badge 1",
        "Axis medals 1 10",
        "Axis cards 4",
        "Allied cards ?",
        "Terrain Pack",
        "Road 1",
    ):
        assert line in lines


def test_the_bill_as_json(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bill", "--format", "json", path]) == 0
    bill = json.loads(capsys.readouterr().out)
    assert bill["tiles"] == {"river": 1}
    assert bill["others"] == {"TP": {"Road": 1}}
    assert bill["cards"] == {"axis": 4, "allies": None}


def test_a_file_without_a_scenario_has_no_bill(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = tmp_path / "broken.m44"
    broken.write_text("{")
    assert main(["bill", str(broken)]) == 2
    assert capsys.readouterr().err.startswith(f"m44: {broken}: ")

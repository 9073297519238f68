"""A finding in an .m44 file points into the workshop document and into the file itself."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.reference_data import LAYOUTS

from m44core.validation.runner import check_file

SCENARIO_TREE = {
    "board": {
        "type": "STANDARD",
        "hexagons": [
            {"row": 2, "col": 2},
            {"row": 4, "col": 4, "rect_terrain": {"name": "bunker"}, "unit": {"name": "infus"}},
        ],
    }
}


def test_a_finding_in_an_m44_file_has_both_pointers(tmp_path: Path) -> None:
    path = tmp_path / "some.m44"
    path.write_text(json.dumps(SCENARIO_TREE))
    finding = next(each for each in check_file(path).diagnostics if each.code == "M502")
    assert finding.pointer == "/hexes/C5/structure/owner"
    assert finding.file_pointer == "/board/hexagons/1/rect_terrain"


def test_findings_in_yaml_files_have_no_file_pointer(tmp_path: Path) -> None:
    path = tmp_path / "some.yaml"
    path.write_text("format: 1\nboard: {type: standard, face: country}\nhexes: {}\n")
    assert {each.file_pointer for each in check_file(path).diagnostics} == {None}


@pytest.mark.parametrize("path", LAYOUTS[:6], ids=lambda path: path.stem)
def test_every_pointer_leads_to_something_in_the_file(path: Path) -> None:
    tree = json.loads(path.read_bytes())
    for finding in check_file(path).diagnostics:
        assert finding.file_pointer is not None
        value: Any = tree
        for step in finding.file_pointer.split("/")[1:]:
            value = value[int(step) if isinstance(value, list) else step]

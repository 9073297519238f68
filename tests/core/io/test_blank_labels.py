"""Labels without text are reported in one finding, whose fix removes them and nothing else."""

from __future__ import annotations

import json

import pytest

from m44core.findings.render_findings import render
from m44core.io.files.file_reader import read_bytes
from m44core.io.files.fixes import apply_fix
from m44core.io.files.scenario_files import FileFormat
from m44core.io.files.serialization import to_bytes

BOARD = {"type": "STANDARD", "face": "COUNTRY", "hexagons": []}
LABELS = [
    {"row": 0, "col": 0, "text": []},
    {"row": 0, "col": 2, "text": ["Mill"]},
    {"row": 0, "col": 4, "text": [""]},
    {"row": 0, "col": 6, "text": ["  ", ""]},
    {"row": 0, "col": 8},
]
NATIVE = json.dumps({"board": {**BOARD, "labels": LABELS}}).encode()
OURS = b'board: {}\nhexes: {}\nlabels: {A9: "", B9: Mill, C9: " ", D9: ["", " "]}\n'


@pytest.mark.parametrize(
    ("content", "name", "blank_label"),
    [(NATIVE, "some.m44", "A9, C9, D9, E9"), (OURS, "some.yaml", "A9, C9, D9")],
)
def test_one_fix_removes_all_labels_without_text(
    content: bytes, name: str, blank_label: str
) -> None:
    result = read_bytes(content, name)
    (finding,) = [d for d in result.diagnostics if d.code == "M054"]
    assert (
        render(finding, "en") == f"The labels on {blank_label} have no text, so they are not shown"
    )
    assert finding.fixes[0].safe
    assert result.scenario
    fixed_scenario = apply_fix(result.scenario, finding.fixes[0])
    for file_format in FileFormat:
        reread = read_bytes(to_bytes(fixed_scenario, file_format), f"some.{file_format.value}")
        assert reread.scenario
        assert list(reread.scenario.labels.values()) == [("Mill",)]
        assert "M054" not in [d.code for d in reread.diagnostics]


def test_labels_without_text_are_also_reported_in_the_workshop_format() -> None:
    result = read_bytes(NATIVE, "some.m44")
    assert result.scenario
    reread = read_bytes(to_bytes(result.scenario, FileFormat.YAML, result.origin), "some.yaml")
    (finding,) = [d for d in reread.diagnostics if d.code == "M054"]
    assert render(finding, "en") == (
        "The labels on D9, A9, C9, E9 have no text, so they are not shown"
    )
    assert reread.scenario
    fixed_scenario = apply_fix(reread.scenario, finding.fixes[0])
    assert json.loads(to_bytes(fixed_scenario, FileFormat.M44))["board"]["labels"] == [LABELS[1]]


def test_a_label_with_a_line_of_text_may_have_blank_lines() -> None:
    ours = b'board: {}\nhexes: {}\nlabels: {A9: ["", Mill], B9: Inn}\n'
    assert not [d for d in read_bytes(ours, "some.yaml").diagnostics if d.code == "M054"]

"""Each row of the table of anomalies is read, reported, and saved in the normal form."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.reference_data import load_yaml

from m44core.diagnostics import Severity
from m44core.findings.render_findings import render
from m44core.io.files.file_reader import read_bytes
from m44core.io.files.scenario_files import FileFormat
from m44core.io.files.serialization import to_bytes

CASES: dict[str, Any] = load_yaml(Path(__file__).parent / "dialects.yaml")
BLANK = (Path(__file__).parent / "files" / "blank.m44").read_text(encoding="utf-8")


def parent_and_key(tree: Any, path: str) -> tuple[Any, str]:  # noqa: ANN401 - JSON of any shape
    *parent, last = path.split("/")
    for step in parent:
        tree = tree[step]
    return tree, last


def changed_document(case: dict[str, Any]) -> dict[str, Any]:
    tree: dict[str, Any] = json.loads(BLANK)
    for path, value in case.get("put", {}).items():
        parent, last = parent_and_key(tree, path)
        parent[last] = value
    for path in case.get("drop", ()):
        parent, last = parent_and_key(tree, path)
        del parent[last]
    return tree


@pytest.mark.parametrize("name", CASES)
def test_a_dialect_is_read_and_can_be_saved_in_the_normal_form(name: str) -> None:
    case = CASES[name]
    result = read_bytes(json.dumps(changed_document(case)).encode(), "dialect.m44")
    assert sorted(d.code for d in result.diagnostics) == case["finds"]
    errors = [d.code for d in result.diagnostics if d.severity is Severity.ERROR]
    assert errors == case.get("errors", [])
    assert all(d.line for d in result.diagnostics)
    assert case.get("says", "") in " | ".join(render(d, "en") for d in result.diagnostics)
    assert result.scenario is not None
    normal_origin = replace(result.origin, data=None)
    saved_document = json.loads(to_bytes(result.scenario, FileFormat.M44, normal_origin))
    for path, value in case.get("saves", {}).items():
        parent, last = parent_and_key(saved_document, path)
        assert json.dumps(parent[last]) == json.dumps(value)
    for path in case.get("lacks", ()):
        parent, last = parent_and_key(saved_document, path)
        assert last not in parent


@pytest.mark.parametrize("name", CASES)
def test_the_normal_form_contains_no_dialect(name: str) -> None:
    first = read_bytes(json.dumps(changed_document(CASES[name])).encode(), "dialect.m44").scenario
    assert first is not None
    reread = read_bytes(to_bytes(first, FileFormat.M44), "normal.m44")
    assert reread.scenario == first
    remaining_codes = {"M048", "M054", "M056", "M058"}
    assert {d.code for d in reread.diagnostics} <= remaining_codes


def test_every_row_of_the_table_of_anomalies_has_a_case() -> None:
    one_file_cannot_show = {15, 19}
    rows = {case["row"] for case in CASES.values()} - {"6b"}
    assert rows | one_file_cannot_show == set(range(1, 20))


def test_a_campaign_is_refused_with_advice() -> None:
    result = read_bytes(b'{"campaignId": 1, "scenarios": {"list": [1, 2]}}', "campaign.m44")
    assert result.scenario is None
    assert [d.code for d in result.diagnostics] == ["M059"]
    assert (
        "This file is a campaign: it lists scenarios and has no board. Open one of its scenarios"
    ) in render(result.diagnostics[0], "en")

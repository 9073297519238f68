"""The allowances of a scenario are stored in its file in every format."""

from __future__ import annotations

import json

import pytest

from m44core.io.files.file_reader import ReadResult, read_bytes
from m44core.io.files.scenario_files import FileFormat
from m44core.io.files.serialization import to_bytes, to_text
from m44core.io.origin import OpenFile
from m44core.model import edits
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Allowance

YAML = """\
format: 1
board: {type: standard}
hexes:
  G5: {structure: bunker}
allow:
  # the owner is left open
  - {check: M502, at: G5, reason: Either side may use it.}
  # five cards
  - {check: unusual-hand, reason: As printed.}  # page 7
meta: {number: "7"}
"""
BUNKER = Allowance("M502", "Either side may use it.", "G5")
HAND = Allowance("unusual-hand", "As printed.")


def read_as_file(text: str, name: str = "some.yaml") -> ReadResult:
    return read_bytes(text.encode(), name)


def file_of(text: str) -> OpenFile:
    file = read_bytes(text.encode(), "some.yaml").file
    assert file is not None
    return file


def scenario_of(text: str, name: str = "some.yaml") -> Scenario:
    result = read_as_file(text, name)
    assert result.scenario is not None
    assert result.diagnostics == ()
    return result.scenario


def test_allowances_are_read_in_their_order() -> None:
    assert scenario_of(YAML).allowed == (BUNKER, HAND)


def test_each_allowance_is_on_its_own_line_with_its_comments() -> None:
    file = file_of(YAML)
    text = to_text(file.scenario, FileFormat.YAML, file.origin)
    assert YAML.partition("allow:")[2].partition("meta:")[0] in text


def test_removing_an_allowance_also_removes_its_comments() -> None:
    file = file_of(YAML)
    scenario_without = edits.remove_allowance(file.scenario, BUNKER)
    text = to_text(scenario_without, FileFormat.YAML, file.origin)
    assert "  # five cards\n  - {check: unusual-hand, reason: As printed.}  # page 7\n" in text
    assert "left open" not in text


def test_an_m44_file_stores_allowances_in_its_meta_data() -> None:
    tree = json.loads(to_bytes(scenario_of(YAML), FileFormat.M44))
    assert tree["meta_data"] == {
        "number": "7",
        "workshop_allow": [
            {"check": "M502", "at": "G5", "reason": "Either side may use it."},
            {"check": "unusual-hand", "reason": "As printed."},
        ],
    }


@pytest.mark.parametrize(
    "allowances_text", ["", '"workshop_allow":[],', '"workshop_allow":{"a":1},']
)
def test_a_file_without_allowances_is_unchanged(allowances_text: str) -> None:
    text = to_text(Scenario(meta={"number": "7"}), FileFormat.M44)
    text = text.replace('"number"', f'{allowances_text}"number"')
    result = read_as_file(text, "some.m44")
    assert result.scenario is not None
    assert to_text(result.scenario, FileFormat.M44, result.origin) == text


@pytest.mark.parametrize(
    ("entry", "pointer", "code"),
    [
        ("{check: 5, reason: So.}", "/allow/0/check", "M020"),
        ("{check: M502, reason: 5}", "/allow/0/reason", "M020"),
        ("{check: M502, reason: So., at: 5}", "/allow/0/at", "M020"),
        ("{reason: So.}", "/allow/0", "M022"),
        ("M502", "/allow/0", "M020"),
        ("{check: M502, reasn: So.}", "/allow/0/reasn", "M023"),
    ],
)
def test_an_invalid_allowance_is_reported_and_kept(entry: str, pointer: str, code: str) -> None:
    head = "format: 1\nboard: {type: standard}\nhexes: {}\n"
    result = read_as_file(f"{head}allow:\n  - {entry}\n")
    assert [(d.code, d.pointer, d.line) for d in result.diagnostics] == [(code, pointer, 5)]
    assert result.scenario is not None
    for file_format in FileFormat:
        reread = read_bytes(
            to_bytes(result.scenario, file_format, result.origin), f"some.{file_format}"
        )
        assert reread.scenario == result.scenario


def test_an_invalid_allowance_in_an_m44_file_is_reported_at_its_place() -> None:
    text = to_text(Scenario(meta={"workshop_allow": [{"check": 5}]}), FileFormat.M44)
    finding = next(d for d in read_as_file(text, "some.m44").diagnostics if d.code == "M020")
    assert finding.pointer == "/allow/0/check"
    assert text.splitlines()[(finding.line or 0) - 1].strip() == '"check": 5'

"""Suppressed findings are not shown; reports for programs include them with the reason."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from m44core.cli.main import main
from m44core.resources import schema_folder

TEXT = """\
format: 1
board: {type: standard, face: country}
briefing: {bottom: {cards: 14}, top: {cards: 14}}
hexes:
  G5: {structure: bunker}
allow:
  - {check: M502, at: G5, reason: "Either side [may](use) it."}
"""
RULE = '[[check.allow]]\ncheck = "M303"\nat = "/briefing/top"\nreason = "As printed."\n'
ARGUMENTS = ("check", "some.yaml", "--select", "M303,M502")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with a scenario and a configuration that suppress findings."""
    (tmp_path / "some.yaml").write_text(TEXT)
    (tmp_path / "m44.toml").write_text(RULE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def report_document(capsys: pytest.CaptureFixture[str], report_format: str) -> Any:  # noqa: ANN401 - JSON of any shape
    assert main([*ARGUMENTS, "--format", report_format]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("report_format", ["text", "full", "github", "gitlab", "junit"])
def test_suppressed_problems_are_not_in_reports_for_people(
    report_format: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*ARGUMENTS, "--format", report_format]) == 0
    output = capsys.readouterr().out
    assert "M303" in output
    assert "M502" not in output


def test_json_lists_suppressed_findings_with_their_reasons(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    result = report_document(capsys, "json")
    schema = json.loads((schema_folder() / "diagnostics.schema.json").read_text())
    Draft202012Validator(schema).validate(result)
    (file,) = result["files"]
    assert [finding["pointer"] for finding in file["diagnostics"]] == ["/briefing/bottom/cards"]
    keys = ("code", "line", "reason", "source")
    assert [tuple(each[key] for key in keys) for each in file["suppressed"]] == [
        ("M303", 3, "As printed.", str(folder / "m44.toml")),
        ("M502", 5, "Either side [may](use) it.", None),
    ]


def test_sarif_marks_suppressed_findings(capsys: pytest.CaptureFixture[str]) -> None:
    (run,) = report_document(capsys, "sarif")["runs"]
    findings = [(result["ruleId"], result["suppressions"]) for result in run["results"]]
    accepted = {"status": "accepted"}
    assert findings == [
        ("M303", []),
        ("M303", [{"kind": "external", **accepted, "justification": "As printed."}]),
        (
            "M502",
            [{"kind": "inSource", **accepted, "justification": "Either side [may](use) it."}],
        ),
    ]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert [rules[result["ruleIndex"]] for result in run["results"]] == ["M303", "M303", "M502"]


def test_sarif_has_no_suppressions_if_nothing_is_suppressed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("m44.toml").unlink()
    Path("some.yaml").write_text(TEXT.partition("allow:")[0])
    main([*ARGUMENTS, "--format", "sarif"])
    (run,) = json.loads(capsys.readouterr().out)["runs"]
    assert len(run["results"]) == 3
    assert all("suppressions" not in result for result in run["results"])

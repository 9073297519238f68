"""SARIF 2.1.0."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft4Validator
from tests.core.cli.reporting.conftest import BUNKER

from m44core.cli.main import main
from m44core.cli.reporting.sarif import SafeFixes, replacements_between
from m44core.diagnostics import Fix
from m44core.messages.renderers import renderer_in
from m44core.resources import scenarios_folder
from m44core.validation.runner import CheckSettings, check_file

SCHEMA = Path(__file__).parents[3] / "data" / "sarif-2.1.0-rtm.5.json"


def sarif_run(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    """Check files with SARIF output, validate the log, and return its only run."""
    main(["check", "--format", "sarif", *arguments])
    log = json.loads(capsys.readouterr().out)
    Draft4Validator(json.loads(SCHEMA.read_text("utf-8"))).validate(log)
    (run,) = log["runs"]
    return dict(run)


@pytest.mark.usefixtures("folder")
def test_a_result_has_its_rule_its_level_and_its_place(capsys: pytest.CaptureFixture[str]) -> None:
    run = sarif_run(capsys, "bunker.yaml", "--select", "M502")
    (rule,) = run["tool"]["driver"]["rules"]
    (result,) = run["results"]
    assert (rule["id"], rule["name"]) == ("M502", "unclear-bunker-owner")
    assert "**Instead.**" in rule["help"]["markdown"]
    assert (result["ruleId"], result["ruleIndex"], result["level"]) == ("M502", 0, "error")
    (place,) = result["locations"]
    assert place["physicalLocation"] == {
        "artifactLocation": {"uri": "bunker.yaml", "uriBaseId": "%SRCROOT%"},
        "region": {"startLine": 6, "startColumn": 8},
    }
    assert place["logicalLocations"][0]["name"] == "B5"


@pytest.mark.bulk
def test_every_scenario_makes_a_valid_log(capsys: pytest.CaptureFixture[str]) -> None:
    run = sarif_run(capsys, str(scenarios_folder()), "--profile", "bga")
    assert run["invocations"][0]["executionSuccessful"] is True
    assert run["results"]


@pytest.mark.usefixtures("folder")
def test_unchecked_files_are_notifications(capsys: pytest.CaptureFixture[str]) -> None:
    (invocation,) = sarif_run(capsys, "missing.m44")["invocations"]
    assert invocation["executionSuccessful"] is False
    (notification,) = invocation["toolExecutionNotifications"]
    assert "There is no file missing.m44" in notification["message"]["text"]


@pytest.mark.parametrize(
    ("name", "uri"),
    [
        ("a b#c%d.yaml", "a%20b%23c%25d.yaml"),
        ("c:d.yaml", "c%3Ad.yaml"),
        ("übung/日.yaml", "%C3%BCbung/%E6%97%A5.yaml"),
    ],
)
def test_paths_are_relative_and_encoded(
    name: str, uri: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_text(BUNKER, "utf-8")
    for path in (name, str(folder / name)):
        result = sarif_run(capsys, path, "--select", "M502")["results"][0]
        assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == uri


@pytest.mark.usefixtures("folder")
def test_a_finding_keeps_its_fingerprint_when_lines_move(
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = BUNKER.replace("hexes:\n", "hexes:\n  A5: {structure: bunker}\n")
    Path("two.yaml").write_text(f"# new\n\n{text}", "utf-8")
    before = _fingerprints(sarif_run(capsys, "bunker.yaml", "--select", "M502"))
    after = _fingerprints(sarif_run(capsys, "two.yaml", "--select", "M502"))
    assert len(before) == 1
    assert len(after) == 2
    assert before < after


def _fingerprints(run: dict[str, Any]) -> set[str]:
    return {result["partialFingerprints"]["primaryLocationLineHash"] for result in run["results"]}


def test_nothing_in_a_file_becomes_a_link_or_a_placeholder(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    terrain = "'[click](http://example.com) {0}'"
    (folder / "link.yaml").write_text(f"format: 1\nhexes: {{A1: {{terrain: {terrain}}}}}\n")
    texts = [result["message"]["text"] for result in sarif_run(capsys, "link.yaml")["results"]]
    assert any(r"\[click](http://example.com) {{0}}" in text for text in texts)


def test_a_safe_fix_is_a_change_of_the_file(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "title.yaml").write_text(BUNKER + "texts: {en: {name: Mill  Hill}}\n", "utf-8")
    main(["convert", "title.yaml", "title.m44"])
    capsys.readouterr()
    (result,) = sarif_run(capsys, "title.m44", "--select", "surplus-blanks")["results"]
    (change,) = result["fixes"][0]["artifactChanges"]
    text = (folder / "title.m44").read_text("utf-8")
    (folder / "title.m44").write_text(_apply_replacements(text, change["replacements"]), "utf-8")
    assert sarif_run(capsys, "title.m44", "--select", "surplus-blanks")["results"] == []


def test_a_fix_that_changes_nothing_is_left_out(folder: Path) -> None:
    report = check_file(str(folder / "bunker.yaml"), CheckSettings())
    diagnostic = replace(report.diagnostics[0], fixes=(Fix("M502", "give", {}, safe=True),))
    assert list(SafeFixes(report, {}, renderer_in("en")).fixes_for_finding(diagnostic)) == []


@pytest.mark.bulk
@given(st.text(), st.text())
def test_replacements_turn_one_text_into_the_other(before: str, after: str) -> None:
    assert _apply_replacements(before, list(replacements_between(before, after))) == after


def _apply_replacements(text: str, replacements: list[Any]) -> str:
    """Return a text after some replacements, which are applied from last to first."""
    starts = [0, *(match.end() for match in re.finditer("\r\n?|\n", text))]
    for replacement in reversed(replacements):
        region = replacement["deletedRegion"]
        start = starts[region["startLine"] - 1] + region["startColumn"] - 1
        end = starts[region["endLine"] - 1] + region["endColumn"] - 1
        text = text[:start] + replacement["insertedContent"]["text"] + text[end:]
    return text

"""Findings in published files match those judged true or false by hand: ``judged.yaml``."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest
from tests.reference_data import LAYOUTS, load_yaml

from m44core.diagnostics import Severity
from m44core.validation.runner import check_file

MAX_FALSE = 3
SEVERITIES = {"errors": Severity.ERROR, "warnings": Severity.WARNING}


class JudgedFinding(NamedTuple):
    """A finding, reduced to the part that stays the same when its message changes."""

    file: str
    code: str
    at: str


JUDGED = load_yaml(Path(__file__).parent / "judged.yaml")
NOT_JUDGED: dict[str, str] = JUDGED["not judged"]


@pytest.fixture(scope="module")
def judged_findings() -> dict[str, dict[JudgedFinding, str]]:
    """Return the verdicts (``true`` or ``false``) on the judged findings.

    They are keyed by ``errors`` or ``warnings``, and then by finding.
    """
    return {
        part: {
            JudgedFinding(file, each["code"], each["at"]): str(each["verdict"]).lower()
            for file, entries in JUDGED[part].items()
            for each in entries
        }
        for part in ("errors", "warnings")
    }


def findings_by_severity(paths: list[Path]) -> dict[Severity, set[JudgedFinding]]:
    """Return the findings in files, keyed by severity; each file is named with its folder."""
    findings: dict[Severity, set[JudgedFinding]] = {severity: set() for severity in Severity}
    for path in paths:
        report = check_file(path)
        for each in report.diagnostics:
            place = report.hex_name(each) or each.pointer
            findings[each.severity].add(
                JudgedFinding(f"{path.parent.name}/{path.stem}", each.code, place)
            )
    return findings


@pytest.fixture(scope="module")
def findings_in_layouts() -> dict[Severity, set[JudgedFinding]]:
    return findings_by_severity([path for path in LAYOUTS if path.stem not in NOT_JUDGED])


@pytest.fixture(scope="module")
def findings_in_genuine_files(reference_material: Path) -> dict[Severity, set[JudgedFinding]]:
    return findings_by_severity(sorted((reference_material / "corpus" / "native").glob("*.m44")))


@pytest.fixture(params=["layouts", "genuine files"])
def folder_and_findings(
    request: pytest.FixtureRequest,
) -> tuple[str, dict[Severity, set[JudgedFinding]]]:
    """Return the prefix of the names of some files, and the findings in them."""
    if request.param == "layouts":
        return "boards/", request.getfixturevalue("findings_in_layouts")
    return "native/", request.getfixturevalue("findings_in_genuine_files")


@pytest.mark.parametrize(("part", "severity"), SEVERITIES.items())
def test_findings_in_published_files_match_the_judged_ones(
    part: str,
    severity: Severity,
    folder_and_findings: tuple[str, dict[Severity, set[JudgedFinding]]],
    judged_findings: dict[str, dict[JudgedFinding, str]],
) -> None:
    folder, findings = folder_and_findings
    assert findings[severity] == {
        each for each in judged_findings[part] if each.file.startswith(folder)
    }


def test_every_file_excluded_from_judging_exists() -> None:
    assert NOT_JUDGED.keys() <= {path.stem for path in LAYOUTS}


def test_every_error_on_a_published_file_is_true(
    judged_findings: dict[str, dict[JudgedFinding, str]],
) -> None:
    assert set(judged_findings["errors"].values()) == {"true"}


def test_at_most_three_of_a_hundred_warnings_are_false(
    judged_findings: dict[str, dict[JudgedFinding, str]],
) -> None:
    false_warnings = [
        finding for finding, verdict in judged_findings["warnings"].items() if verdict != "true"
    ]
    assert 100 * len(false_warnings) <= MAX_FALSE * len(judged_findings["warnings"]), false_warnings

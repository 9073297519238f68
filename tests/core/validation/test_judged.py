"""What the checks say about published files is true: judged by hand, in ``judged.yaml``."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest
from tests.reference_data import LAYOUTS, load_yaml

from m44core.diagnostics import Severity
from m44core.validation.runner import check_file

MOST_FALSE = 3
SEVERITIES = {"errors": Severity.ERROR, "warnings": Severity.WARNING}


class Said(NamedTuple):
    """A finding, by what stays the same when its words change."""

    file: str
    code: str
    at: str


JUDGED = load_yaml(Path(__file__).parent / "judged.yaml")
NOT_JUDGED: dict[str, str] = JUDGED["not judged"]


@pytest.fixture(scope="module")
def judged() -> dict[str, dict[Said, str]]:
    """The verdicts by severity and finding."""
    return {
        part: {
            Said(file, each["code"], each["at"]): str(each["verdict"]).lower()
            for file, entries in JUDGED[part].items()
            for each in entries
        }
        for part in ("errors", "warnings")
    }


def found(paths: list[Path]) -> dict[Severity, set[Said]]:
    """What is found in files, named after the folder they lie in."""
    said: dict[Severity, set[Said]] = {severity: set() for severity in Severity}
    for path in paths:
        report = check_file(path)
        for each in report.diagnostics:
            place = report.hex_name(each) or each.pointer
            said[each.severity].add(Said(f"{path.parent.name}/{path.stem}", each.code, place))
    return said


@pytest.fixture(scope="module")
def in_layouts() -> dict[Severity, set[Said]]:
    return found([path for path in LAYOUTS if path.stem not in NOT_JUDGED])


@pytest.fixture(scope="module")
def in_genuine_files(shared: Path) -> dict[Severity, set[Said]]:
    return found(sorted((shared / "corpus" / "native").glob("*.m44")))


@pytest.fixture(params=["layouts", "genuine files"])
def group(request: pytest.FixtureRequest) -> tuple[str, dict[Severity, set[Said]]]:
    """The folder, and what is found in its files."""
    if request.param == "layouts":
        return "boards/", request.getfixturevalue("in_layouts")
    return "native/", request.getfixturevalue("in_genuine_files")


@pytest.mark.parametrize(("part", "severity"), SEVERITIES.items())
def test_what_is_found_in_published_files_is_what_was_judged(
    part: str,
    severity: Severity,
    group: tuple[str, dict[Severity, set[Said]]],
    judged: dict[str, dict[Said, str]],
) -> None:
    folder, said = group
    assert said[severity] == {each for each in judged[part] if each.file.startswith(folder)}


def test_only_layouts_that_are_here_are_not_judged() -> None:
    assert NOT_JUDGED.keys() <= {path.stem for path in LAYOUTS}


def test_every_error_on_a_published_file_is_true(judged: dict[str, dict[Said, str]]) -> None:
    assert set(judged["errors"].values()) == {"true"}


def test_at_most_three_of_a_hundred_warnings_are_false(
    judged: dict[str, dict[Said, str]],
) -> None:
    wrong = [said for said, verdict in judged["warnings"].items() if verdict != "true"]
    assert 100 * len(wrong) <= MOST_FALSE * len(judged["warnings"]), wrong

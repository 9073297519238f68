"""What the checks say about published files is true: judged by hand, in ``judged.yaml``."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
import yaml

from m44core.diagnostics import Severity
from m44core.validation.running.runner import check_file

SAMPLE, SEED, MOST_FALSE = 100, 44, 3


class Said(NamedTuple):
    """A finding, by what stays the same when its words change."""

    file: str
    code: str
    at: str


@pytest.fixture(scope="module")
def judged() -> dict[str, dict[Said, str]]:
    """The verdicts by severity and finding."""
    data = yaml.safe_load((Path(__file__).parent / "judged.yaml").read_bytes())
    return {
        part: {
            Said(file, each["code"], each["at"]): str(each["verdict"]).lower()
            for file, entries in data[part].items()
            for each in entries
        }
        for part in ("errors", "warnings")
    }


def found(shared: Path, severity: Severity) -> Iterator[Said]:
    for folder in ("native", "boards"):
        for path in sorted((shared / "corpus" / folder).glob("*.m44")):
            report = check_file(path)
            for each in report.diagnostics:
                if each.severity is severity:
                    place = report.hex_name(each) or each.pointer
                    yield Said(f"{folder}/{path.stem}", each.code, place)


def test_every_error_on_a_published_file_is_true(
    shared: Path, judged: dict[str, dict[Said, str]]
) -> None:
    errors = set(found(shared, Severity.ERROR))
    assert errors == set(judged["errors"])
    assert set(judged["errors"].values()) == {"true"}


def test_at_most_three_of_a_hundred_warnings_are_false(
    shared: Path, judged: dict[str, dict[Said, str]]
) -> None:
    warnings = list(found(shared, Severity.WARNING))
    assert set(warnings) == set(judged["warnings"])
    sample = random.Random(SEED).sample(warnings, SAMPLE)
    wrong = [said for said in sample if judged["warnings"][said] != "true"]
    assert len(wrong) <= MOST_FALSE, wrong

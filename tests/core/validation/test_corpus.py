"""The checks on whole scenarios do not crash, and give no false alarm on official ones."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.reference_data import LAYOUTS, RANDOM_BOARDS

from m44core.diagnostics import Severity
from m44core.findings.render_findings import render
from m44core.resources import scenarios_folder
from m44core.validation.check_selection import CRASH
from m44core.validation.runner import check_file

SHIPPED_FILES = sorted(p for p in scenarios_folder().iterdir() if p.suffix in (".m44", ".yaml"))


@pytest.mark.parametrize("path", SHIPPED_FILES, ids=lambda path: path.name)
def test_shipped_scenarios_have_no_errors(path: Path) -> None:
    report = check_file(path)
    assert [render(d, "en") for d in report.diagnostics if d.severity is Severity.ERROR] == []
    assert report.checked


TRUE_WARNINGS = {
    "2": {"M801": 1, "M808": 1},  # the Axis start with two cards, and draw two more
    "3": {"M808": 1},  # question marks for apostrophes in French, as in most below
    "4": {"M808": 1},
    "5": {"M808": 1},
    "7": {"M808": 1},
    # In German the wrong side moves first, and the text ends in English; a French number is wrong.
    "11": {"M803": 1, "M805": 1, "M807": 1, "M808": 1},
    "15": {"M808": 1, "M815": 1},  # air rules in the German text alone
    "18": {"M706": 1, "M808": 1},  # the medal for the banks of the Rhone does not list their hexes
    "19": {"M808": 1, "M819": 1},
    "23": {"M808": 1},
}


def test_the_official_scenarios_have_no_error_and_only_true_warnings(
    reference_material: Path,
) -> None:
    for number in (2, 3, 4, 5, 7, 11, 15, 18, 19, 23, 25):
        report = check_file(reference_material / f"corpus/native/{number}.m44")
        serious = [d for d in report.diagnostics if d.severity is not Severity.INFO]
        warnings = {
            code: [d.code for d in serious].count(code) for code in {d.code for d in serious}
        }
        assert warnings == TRUE_WARNINGS.get(str(number), {})
        assert report.worst() is not Severity.ERROR


@pytest.mark.parametrize("path", [*LAYOUTS, *RANDOM_BOARDS], ids=lambda path: path.stem)
@pytest.mark.bulk
def test_every_published_and_random_board_is_checked_to_the_end(path: Path) -> None:
    report = check_file(path)
    assert report.checked
    assert CRASH not in [d.code for d in report.diagnostics]
    assert all(d.line for d in report.diagnostics)

"""The sections of a report about changes, another version, and single cards."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader
from tests.core.balance_lab.played_results import played_results
from tests.core.balance_report.further_results import (
    RESTRICTION_COSTS,
    comparison,
    further_results,
    suggestion,
    sweep_with_two_suggestions,
)
from tests.core.site.pages import ParsedPage

from m44core.balance_lab.balance_results import BalanceResults, FurtherResults
from m44core.balance_lab.sweep import SweepResult
from m44core.balance_report.report_changes import further_results_content
from m44core.balance_report.report_writer import write_report
from m44core.messages.languages import languages
from m44core.messages.renderers import renderer_in

TITLES = {
    0.5: "Changes that would make it even",
    0.6: "Changes that would bring the Allied win rate to 60%",
    None: "Changes with the largest effect",
}


def report_sections(further_results: FurtherResults, language: str = "en") -> Any:  # noqa: ANN401 - plain data
    return further_results_content(further_results, renderer_in(language))


def changes_section(sweep_result: SweepResult | None = None) -> Any:  # noqa: ANN401 - plain data
    return report_sections(FurtherResults(sweep_result or sweep_with_two_suggestions()))["changes"]


def results_with_further_measurements() -> BalanceResults:
    return replace(played_results(), further=further_results())


def test_without_further_results_there_is_no_section() -> None:
    result = report_sections(FurtherResults())
    assert [result[name] for name in ("changes", "comparison", "worths")] == [None] * 3


def test_the_title_names_the_target(subtests: pytest.Subtests) -> None:
    for aim, title in TITLES.items():
        with subtests.test(title):
            assert changes_section(replace(sweep_with_two_suggestions(), aim=aim))["title"] == title


def test_suggestions_follow_the_unchanged_scenario() -> None:
    section = changes_section()
    names = [row["name"] for row in section["rows"]]
    assert names == ["The scenario as it is", "One card less.", "Wire on A1."]
    assert [row["share"] for row in section["rows"]] == ["64%", "52%", "58%"]
    assert [row["is_pale"] for row in section["rows"]] == [False, False, True]
    assert "Paler rows miss the target." in section["note"]
    assert not section["lines"]


def test_a_sweep_without_success_is_reported() -> None:
    sweep_result = replace(
        sweep_with_two_suggestions(), suggestions=(suggestion("Wire on A1.", 0.58, -0.06),)
    )
    section = changes_section(sweep_result)
    assert section["lines"] == ["None of the changes tried reaches the target."]
    assert not any(row["is_pale"] for row in section["rows"])


def test_a_scenario_already_on_target_needs_no_table() -> None:
    sweep_result = replace(sweep_with_two_suggestions(), aim=0.62, suggestions=(), tried=())
    section = changes_section(sweep_result)
    assert not section["rows"]
    assert "so no changes were tried" in section["lines"][1]


def test_a_comparison_shows_both_versions() -> None:
    result = report_sections(FurtherResults(comparison=comparison()))["comparison"]
    assert "points less often than old.m44" in result["headline"]
    assert [(row["name"], row["share"]) for row in result["rows"]] == [
        ("old.m44", "64%"),
        ("new.m44", "52%"),
    ]


def test_the_most_valuable_restriction_comes_first() -> None:
    costs = report_sections(FurtherResults(restriction_costs=RESTRICTION_COSTS))["worths"]
    assert [row["name"] for row in costs["rows"]] == ["Orders on the left flank", "Air Power"]
    assert [row["is_pale"] for row in costs["rows"]] == [True, False]
    assert all(0 <= end <= 1 for row in costs["rows"] for end in row["plot"].values())


def test_every_language_has_all_sections(subtests: pytest.Subtests) -> None:
    for language in languages():
        with subtests.test(language):
            result = report_sections(further_results(), language)
            assert result["changes"]["rows"]
            assert result["comparison"]["headline"]


def test_a_page_has_a_heading_for_each_section(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    write_report(results_with_further_measurements(), path)
    ids = {attributes.get("id") for tag, attributes in ParsedPage(path).elements if tag == "h2"}
    assert {"changes", "comparison", "worths"} <= ids


@pytest.mark.bulk
def test_a_pdf_has_the_same_sections(tmp_path: Path) -> None:
    pytest.importorskip("typst", reason="Typst is not installed")
    path = tmp_path / "report.pdf"
    write_report(results_with_further_measurements(), path)
    text = " ".join(page.extract_text() for page in PdfReader(path).pages)
    for words_ in ("One card less.", "new.m44", "Air Power"):
        assert words_ in text

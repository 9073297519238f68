"""The texts of the shipped scenarios: the same in every language, and without a finding."""

from __future__ import annotations

from pathlib import Path

import pytest

from m44core.findings.render_findings import render
from m44core.io.files.file_reader import read_file
from m44core.io.vocabulary.field_values import TEXT_FIELDS
from m44core.messages.languages import ENGLISH, languages
from m44core.resources import scenarios_folder, shipped_scenarios
from m44core.validation.check_context import CheckContext
from m44core.validation.check_registry import CHECKS

LIBRARY = [*shipped_scenarios(), *scenarios_folder().glob("*.m44")]


@pytest.fixture(params=LIBRARY, ids=lambda path: path.name)
def path(request: pytest.FixtureRequest) -> Path:
    """Return each file of the library."""
    shipped: Path = request.param
    return shipped


def test_a_scenario_has_texts_in_every_language_of_the_program(path: Path) -> None:
    scenario = read_file(path).scenario
    assert scenario
    assert set(scenario.texts) == set(languages())
    assert next(iter(scenario.texts)) == ENGLISH


def test_a_scenario_has_the_same_texts_in_every_language(path: Path) -> None:
    scenario = read_file(path).scenario
    assert scenario
    fields_by_language = {
        code: {field for field in TEXT_FIELDS if (getattr(texts, field) or "").strip()}
        for code, texts in scenario.texts.items()
    }
    assert fields_by_language["en"] >= {"name", "historical", "description", "victory"}
    assert {
        code: fields
        for code, fields in fields_by_language.items()
        if fields != fields_by_language["en"]
    } == {}


def test_text_checks_report_nothing_in_any_language(path: Path) -> None:
    result = read_file(path)
    assert result.scenario
    context = CheckContext.of(result.scenario, None, result.origin)
    texts = [
        render(each, "en")
        for code, check in CHECKS.items()
        if code.startswith("M8")
        for each in check.run(context)
    ]
    assert texts == []

"""Our own example scenarios have no problems and can be played in full."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.reference_data import LAYOUTS

from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.catalogue.catalogue_types import RulesSupport
from m44core.catalogue.unit_traits import SpecialUnitType
from m44core.diagnostics import Severity
from m44core.findings.render_findings import render
from m44core.io.files.file_reader import read_file
from m44core.io.files.serialization import to_bytes
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent
from m44core.resources import scenarios_folder, shipped_scenarios
from m44core.rules.analysis.scenario_gaps import gaps
from m44core.rules.scenario_options import scenario_options
from m44core.validation.runner import check_file
from m44core.validation.text_checks.rules_in_texts import engine_gaps_from_texts

EXAMPLES = [path for path in shipped_scenarios() if path.parent.name == "examples"]
BOARDS = [*shipped_scenarios(), *LAYOUTS]
# Rules of individual units that have their own cases, as have the flags of a special rule.
_RULES_WITHOUT_UNIT = {"cannot-exit", "can-ignore-one-flag", "elite-armor-move-two", "mountain-gun"}


@pytest.fixture(params=EXAMPLES, ids=lambda path: path.stem)
def example(request: pytest.FixtureRequest) -> Path:
    path: Path = request.param
    return path


def scenario_of(path: Path) -> Scenario:
    scenario = read_file(path).scenario
    assert scenario is not None
    return scenario


def test_the_readme_lists_every_example_by_date() -> None:
    rows = (scenarios_folder() / "examples" / "README.md").read_text("utf-8").splitlines()
    assert [row.split("`")[1] for row in rows if row.startswith("| `")] == [
        path.name for path in sorted(EXAMPLES, key=lambda p: str(scenario_of(p).briefing.begins))
    ]


def test_an_example_is_in_its_normal_form(example: Path) -> None:
    result = read_file(example)
    assert result.diagnostics == ()
    assert result.scenario
    assert to_bytes(result.scenario, result.format, result.origin) == example.read_bytes()


def test_the_checks_find_only_notes(example: Path) -> None:
    findings = check_file(example).diagnostics
    assert [render(d, "en") for d in findings if d.severity is not Severity.INFO] == []


def test_the_engine_supports_everything_in_an_example(example: Path) -> None:
    scenario = scenario_of(example)
    assert (*engine_gaps_from_texts(scenario), *gaps(scenario)) == ()


def test_an_example_states_its_rules_in_text(example: Path) -> None:
    assert scenario_of(example).texts["en"].rules


def test_an_example_states_that_its_layout_is_our_own(example: Path) -> None:
    assert "# Layout and words are our own" in example.read_text("utf-8")
    assert scenario_of(example).meta == {"status": "PUBLIC", "software": "M44 Workshop"}


def structure_name(content: HexContent) -> str:
    return content.structure.name if content.structure else ""


def special_unit_types_of(scenario: Scenario) -> Iterator[SpecialUnitType]:
    """Yield the special unit types of the units in a scenario."""
    catalogue, when = base_catalogue(), scenario_options(scenario).circumstances
    for content in scenario.hexes.values():
        unit = content.unit
        if unit is None:
            continue
        marks = (unit.badge, unit.behavior, unit.figures, unit.equipment)
        yield from catalogue.unit_profile(unit.name, *marks, when, structure_name(content)).specials


@pytest.mark.bulk
def test_every_special_unit_is_on_a_shipped_or_published_board() -> None:
    specials_on_boards = {
        special.name for path in BOARDS for special in special_unit_types_of(scenario_of(path))
    }
    specials = base_catalogue().specials
    played_specials = (row for row in specials if row.rules is RulesSupport.BASE and not row.flag)
    expected_names = {row.name for row in played_specials} - _RULES_WITHOUT_UNIT
    assert expected_names - specials_on_boards == set()

"""Words of one format in a file of the other are reported once, correctly, and with a fix."""

from __future__ import annotations

import json

import pytest

from m44core.diagnostics import Diagnostic
from m44core.findings.render_findings import render
from m44core.io.files.file_reader import ReadResult, read_bytes
from m44core.io.files.fixes import apply_fix
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Unit
from m44core.validation.runner import examine_scenario

YAML = "format: 1\nboard: {type: standard}\nhexes: {A9: %s}\n"
M44 = {"board": {"type": "STANDARD", "face": "COUNTRY", "hexagons": [], "labels": []}}


def read_yaml_hex(content: str) -> ReadResult:
    return read_bytes((YAML % content).encode(), "some.yaml")


def read_m44_hex(**content: object) -> ReadResult:
    board = {**M44["board"], "hexagons": [{"row": 0, "col": 0, **content}]}
    return read_bytes(json.dumps({**M44, "board": board}).encode(), "some.m44")


def scenario_of(result: ReadResult) -> Scenario:
    assert result.scenario is not None
    return result.scenario


def errors_at_a9(result: ReadResult) -> list[Diagnostic]:
    """Return the errors in a file about A9, including those of the checks."""
    errors = [*result.diagnostics, *examine_scenario(scenario_of(result)).diagnostics]
    return [d for d in errors if d.severity.value == "error" and d.pointer.startswith("/hexes/A9")]


def unit_at_a9(scenario: Scenario) -> Unit | None:
    return scenario.at(scenario.board.hex("A9")).unit


def test_an_m44_key_in_a_workshop_file_is_reported_and_has_no_effect() -> None:
    result = read_yaml_hex("{unit: {is: german-infantry, nbr_units: 2}}")
    assert [(e.code, render(e, "en")) for e in errors_at_a9(result)] == [
        (
            "M023",
            '"unit" has keys from .m44 files: "nbr_units"; '
            'in this format they are called "figures"',
        )
    ]
    unit = unit_at_a9(scenario_of(result))
    assert unit is not None
    assert unit.figures is None
    assert dict(unit.extra) == {"nbr_units": 2}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (
            "{unit: {name: german-infantry}}",
            '"unit" has keys from .m44 files: "name"; in this format they are called "is"',
        ),
        (
            "{terrain: {name: woods}}",
            '"terrain" has keys from .m44 files: "name"; in this format they are called "is"',
        ),
        (
            "{rect_terrain: {is: bridge}}",
            '"A9" has keys from .m44 files: '
            '"rect_terrain"; in this format they are called "structure"',
        ),
        (
            "{terrain: {is: river, orientation: 2, behavior: WIDE_RIVER}}",
            '"terrain" has keys from .m44 files: '
            '"behavior"; in this format they are called "behaves"',
        ),
        (
            "{obstacle: {is: sandbags, original_owner: AXIS}}",
            '"obstacle" has keys from .m44 files: '
            '"original_owner"; in this format they are called "owner"',
        ),
    ],
)
def test_an_m44_word_in_a_workshop_file_is_one_error_with_the_right_word(
    content: str, message: str
) -> None:
    (error,) = errors_at_a9(read_yaml_hex(content))
    assert error.code == "M023"
    assert message in render(error, "en")
    assert error.fixes


@pytest.mark.parametrize(
    "content",
    [
        "{unit: {name: german-infantry, nbr_units: 2}}",
        "{unit: {name: infger, nbr_units: 2}}",
    ],
)
def test_the_fix_of_an_m44_word_writes_the_workshop_word(content: str) -> None:
    result = read_yaml_hex(content)
    scenario = scenario_of(result)
    assert unit_at_a9(scenario) is None
    (error,) = errors_at_a9(result)
    for fix in error.fixes:
        scenario = apply_fix(scenario, fix)
    assert unit_at_a9(scenario) == Unit("infger", figures=2)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ({"terrain": {"name": "town"}}, "In .m44 files, the tile 'town' is called 'buildings'"),
        (
            {"unit": {"name": "german-infantry"}},
            "In .m44 files, the unit 'german-infantry' is called 'infger'",
        ),
        (
            {"tags": [{"name": "allied-medal"}]},
            "In .m44 files, the tag 'allied-medal' is called 'medal1'",
        ),
    ],
)
def test_a_workshop_name_in_an_m44_file_is_one_error_with_the_m44_name(
    content: dict[str, object], message: str
) -> None:
    result = read_m44_hex(**content)
    (error,) = errors_at_a9(result)
    assert (error.code, render(error, "en")) == ("M101", message)
    fixed_scenario = apply_fix(scenario_of(result), error.fixes[0])
    assert not errors_at_a9(ReadResult(fixed_scenario, (), result.format))

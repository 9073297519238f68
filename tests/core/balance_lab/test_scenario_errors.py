"""The errors that a verdict names: those of the scenario that affect play."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.core.balance_lab.gathered_games import scenario_named

from m44core.balance_lab.scenario_errors import scenario_errors
from m44core.hexes import Hex
from m44core.model.scenario_parts import HexContent, Unit
from m44core.validation import runner
from m44core.validation.check_context import CheckContext
from m44core.validation.check_definition import Check, Problem
from m44core.validation.check_registry import CHECKS


def faulty_check(_: CheckContext) -> Iterator[Problem]:
    """Raise an error, as a faulty check does."""
    raise ZeroDivisionError("a fault")
    yield


def test_a_check_that_crashes_is_not_an_error_of_the_scenario(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(runner, "CHECKS", {**CHECKS, "M303": Check("M303", faulty_check)})
    scenario = scenario_named("pegasus-bridge")
    assert scenario_errors(scenario) == ()
    faulty_scenario = scenario.with_hexes({Hex(4, 4): HexContent(unit=Unit("panzer"))})
    assert [each.code for each in scenario_errors(faulty_scenario)] == ["M101"]

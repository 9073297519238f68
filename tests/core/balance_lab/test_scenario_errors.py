"""The errors that a verdict names: those of the scenario that affect play."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.core.balance_lab.gathered_games import scenario_named

from m44core.balance_lab.scenario_errors import scenario_errors
from m44core.hexes import Hex
from m44core.model.parts import HexContent, Unit
from m44core.validation import runner
from m44core.validation.check_context import Context
from m44core.validation.check_definition import Check, Problem
from m44core.validation.check_registry import CHECKS


def fail(_: Context) -> Iterator[Problem]:
    """Fail like a faulty check."""
    raise ZeroDivisionError("a fault")
    yield


def test_a_check_that_crashes_is_no_error_of_the_scenario(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(runner, "CHECKS", {**CHECKS, "M303": Check("M303", fail)})
    scenario = scenario_named("pegasus-bridge")
    assert scenario_errors(scenario) == ()
    faulty_scenario = scenario.with_hexes({Hex(4, 4): HexContent(unit=Unit("panzer"))})
    assert [each.code for each in scenario_errors(faulty_scenario)] == ["M101"]

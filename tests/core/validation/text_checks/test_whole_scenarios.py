"""Scenarios with planted mistakes: each is found, and nothing else gives a warning.

The scenarios are in ``phrasing/scenarios.yaml`` and ``phrasing/unseen.yaml``.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from tests.core.validation.test_check_cases import Case
from tests.core.validation.text_analysis.test_phrasing import FOLDER
from tests.reference_data import load_yaml

from m44core.diagnostics import Severity
from m44core.validation.check_context import CheckContext
from m44core.validation.check_registry import CHECKS

TEXT_CODES = ("M105", "M317", "M318", "M319", "M511", "M512", "M80", "M81", "M82")


def _scenarios() -> list[Any]:
    return [
        pytest.param(name, entry, id=name)
        for file in ("scenarios", "unseen")
        for name, entry in load_yaml(FOLDER / f"{file}.yaml").items()
    ]


@pytest.mark.parametrize(("name", "case"), _scenarios())
def test_exactly_the_mistakes_of_a_scenario_are_found(name: str, case: dict[str, Any]) -> None:
    file = Case("M8", "fail", name, case).file()
    context = CheckContext.of(file.scenario, None, file.origin)
    mistakes = Counter(
        code
        for code, check in CHECKS.items()
        if code.startswith(TEXT_CODES)
        for each in check.run(context)
        if each.severity is not Severity.INFO
    )
    assert mistakes == Counter(case["planted"])

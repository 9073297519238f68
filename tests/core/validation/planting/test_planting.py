"""Defects planted into clean scenarios are found where they are, and nothing else changes.

``python -m tests.core.validation.planting.plant_defects`` plants 3,000; here there are fewer.
"""

from __future__ import annotations

from collections import Counter

import pytest
from tests.core.validation.planting.all_defects import PLANTS
from tests.core.validation.planting.plant_defects import diagnostics_of, planting_results
from tests.core.validation.planting.planting_document import NAMES, clean_document

from m44core.findings.finding_kinds import FAMILIES

pytestmark = pytest.mark.bulk

EACH = 8
MIN_SHARE = 0.98


def test_nearly_every_planted_defect_is_found_without_false_alarms() -> None:
    results = list(planting_results(EACH * len(PLANTS), seed=1944))
    wrong_results = [each for each in results if each.fault]
    assert len(wrong_results) <= (1 - MIN_SHARE) * len(results), "\n".join(map(str, wrong_results))
    assert not [
        defect
        for defect, times in Counter(e.defect for e in wrong_results).items()
        if times > EACH / 2
    ]


def test_more_than_fifty_kinds_of_defects_cover_every_family() -> None:
    planted = {each.planted.code[:2] for each in planting_results(len(PLANTS), seed=44)}
    assert len(PLANTS) > 50
    assert planted == set(FAMILIES) - {"M9", "P1"}  # these are reported only on request


@pytest.mark.parametrize("name", NAMES)
def test_clean_scenarios_have_no_warning_about_their_texts(name: str) -> None:
    diagnostics = diagnostics_of(clean_document(name, languages=True))
    assert [each for each in diagnostics if each.code.startswith("M8")] == []

"""Mistakes of scenario authors cause a finding at their place, whichever check reports it.

``python -m tests.core.validation.planting.count_found_mistakes`` makes each of them several times.
"""

from __future__ import annotations

from collections import Counter

import pytest
from tests.core.validation.planting.author_mistakes import MISTAKES
from tests.core.validation.planting.count_found_mistakes import mistake_results

pytestmark = pytest.mark.bulk

EACH = 3
MIN_SHARE = 0.95


def test_there_are_sixty_kinds_of_mistakes() -> None:
    assert len(MISTAKES) == 60


def test_nearly_every_mistake_has_a_finding_at_its_place() -> None:
    results = list(mistake_results(EACH, seed=1944))
    missed_counts = Counter(result.mistake for result in results if not result.codes)
    assert sum(missed_counts.values()) <= (1 - MIN_SHARE) * len(results), missed_counts
    assert not [mistake for mistake, times in missed_counts.items() if times == EACH]

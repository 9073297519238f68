"""Each check that the rulebook requires has a kind of finding that cites it as its source."""

from __future__ import annotations

import pytest
from tests.reference_data import statement_ids

from m44core.findings.finding_kinds import all_kinds

NAMED_SOURCES = {source for kind in all_kinds().values() for source in kind.sources}


@pytest.mark.parametrize("page", ["checks", "board-game-arena"])
def test_every_required_check_has_a_code(page: str) -> None:
    required_ids = set(statement_ids(page))
    assert required_ids
    assert required_ids - NAMED_SOURCES == set()

"""Every check that the rulebook asks for has a kind of finding that names it as its source."""

from __future__ import annotations

import pytest
from tests.rulebook import ids

from m44core.findings.load import all_kinds

NAMED = {source for kind in all_kinds().values() for source in kind.sources}


@pytest.mark.parametrize(("page", "number"), [("checks", 52 + 30), ("board-game-arena", 38)])
def test_every_check_asked_for_has_a_code(page: str, number: int) -> None:
    wanted = set(ids(page))
    assert len(wanted) == number
    assert wanted - NAMED == set()

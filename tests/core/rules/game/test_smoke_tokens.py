"""A smoke token shows its thin side after an enemy turn."""

from __future__ import annotations

import pytest
from tests.core.rules.test_cases import Case, game_of_case

from m44core.rules.game.state import SmokeOnHex
from m44core.rules.special.smoke_rules import is_thin


@pytest.mark.rule("E-SMOKE-01")
def test_smoke_shells_thin_out_after_an_enemy_turn() -> None:
    state = game_of_case(Case({"G3": "american-infantry", "G5": "german-infantry"}))
    cloud, thin = SmokeOnHex(0, until=8), []
    for state.turn in (5, 6, 7, 8):
        thin.append(is_thin(state, cloud))
    assert thin == [False, False, True, True]

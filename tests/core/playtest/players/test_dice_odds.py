"""The odds of dice, compared with an enumeration of all rolls."""

from __future__ import annotations

from itertools import product

import pytest

from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.catalogue.unit_traits import UnitRules
from m44core.playtest.players.dice_odds import attack_odds, chance_of_a_hit, hitting_faces
from m44core.rules.game.actions import DieFace
from m44core.rules.play.chance import DIE
from m44core.rules.units.battle import count_hits, faces_that_hit

KINDS = [base_catalogue().unit_profile(name).rules for name in ("infus", "tankus", "gunus")]


@pytest.mark.parametrize("rules", KINDS, ids=["infantry", "armor", "artillery"])
@pytest.mark.parametrize(("dice", "figures"), [(1, 1), (2, 2), (3, 4), (4, 2)])
@pytest.mark.parametrize(("room", "ignored_flags"), [(2, 0), (0, 0), (1, 0), (0, 1), (2, 1)])
def test_odds_agree_with_enumerating_every_roll(
    rules: UnitRules, dice: int, figures: int, room: int, ignored_flags: int
) -> None:
    """Rules: B-HIT-01..05, B-RET-06, B-RET-09."""
    counted_odds = [0.0, 0.0, 0.0]
    for faces in product(DIE, repeat=dice):
        remaining_figures = max(0, figures - count_hits(faces, faces_that_hit(rules)))
        flags = max(0, faces.count(DieFace.FLAG) - ignored_flags) if remaining_figures else 0
        remaining_figures = max(0, remaining_figures - max(0, flags - room))
        outcome = (
            figures - remaining_figures,
            remaining_figures == 0,
            remaining_figures > 0 and flags > 0 and room > 0,
        )
        counted_odds = [sum(pair) for pair in zip(counted_odds, outcome, strict=True)]
    computed_odds = attack_odds(hitting_faces(rules), dice, figures, room, ignored_flags)
    assert computed_odds == pytest.approx([total / len(DIE) ** dice for total in counted_odds])


@pytest.mark.parametrize("rules", KINDS, ids=["infantry", "armor", "artillery"])
def test_stars_add_a_face_that_hits(rules: UnitRules) -> None:
    """Rules: B-HIT-02, B-CARD-AIR."""
    assert hitting_faces(rules, stars_hit=True) == hitting_faces(rules) + 1


def test_more_dice_make_a_hit_more_likely() -> None:
    chances = [chance_of_a_hit(3, dice) for dice in range(5)]
    assert chances == pytest.approx([0, 1 / 2, 3 / 4, 7 / 8, 15 / 16])

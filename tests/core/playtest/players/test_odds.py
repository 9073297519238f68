"""The chances of dice, against counting every throw."""

from __future__ import annotations

from itertools import product

import pytest

from m44core.catalogue.types import UnitClass
from m44core.playtest.players.odds import chance_of_a_hit, hitting_faces, odds
from m44core.rules.game.actions import Face
from m44core.rules.play.chance import DIE
from m44core.rules.units.battle import hits

CLASSES = [UnitClass.INFANTRY, UnitClass.ARMOR, UnitClass.ARTILLERY]


@pytest.mark.parametrize("unit_class", CLASSES)
@pytest.mark.parametrize(("dice", "figures"), [(1, 1), (2, 2), (3, 4), (4, 2)])
@pytest.mark.parametrize(("room", "ignored"), [(2, 0), (0, 0), (1, 0), (0, 1), (2, 1)])
def test_odds_are_those_of_counting_every_throw(
    unit_class: UnitClass, dice: int, figures: int, room: int, ignored: int
) -> None:
    """Rules: B-HIT-01..05, B-RET-06, B-RET-09."""
    counted = [0.0, 0.0, 0.0]
    for faces in product(DIE, repeat=dice):
        left = max(0, figures - hits(unit_class, faces))
        flags = max(0, faces.count(Face.FLAG) - ignored) if left else 0
        left = max(0, left - max(0, flags - room))
        happened = (figures - left, left == 0, left > 0 and flags > 0 and room > 0)
        counted = [sum(pair) for pair in zip(counted, happened, strict=True)]
    found = odds(hitting_faces(unit_class), dice, figures, room, ignored)
    assert found == pytest.approx([total / len(DIE) ** dice for total in counted])


@pytest.mark.parametrize("unit_class", CLASSES)
def test_stars_add_a_face_that_hits(unit_class: UnitClass) -> None:
    """Rules: B-HIT-02, B-CARD-AIR."""
    assert hitting_faces(unit_class, stars_hit=True) == hitting_faces(unit_class) + 1


def test_a_hit_is_the_likelier_the_more_dice() -> None:
    chances = [chance_of_a_hit(3, dice) for dice in range(5)]
    assert chances == pytest.approx([0, 1 / 2, 3 / 4, 7 / 8, 15 / 16])

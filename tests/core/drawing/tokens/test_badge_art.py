from __future__ import annotations

from itertools import combinations

from m44core.drawing.shapes.shapes import Group
from m44core.drawing.tokens.badge_art import (
    EQUIPMENT_TOKENS,
    TOKENS,
    draw_badge,
    draw_equipment_token,
)


def test_a_badge_lies_at_the_upper_left() -> None:
    (token,) = draw_badge("badge4")
    assert isinstance(token, Group)
    assert token.dx < -20
    assert token.dy < -15


def test_without_a_badge_nothing_is_drawn() -> None:
    assert draw_badge("") == ()


def test_badges_differ_in_their_emblem_not_only_in_their_colour() -> None:
    emblems = {name: repr(token[2:]) for name, token in TOKENS.items()}
    equal_pairs = [
        pair for pair in combinations(emblems, 2) if emblems[pair[0]] == emblems[pair[1]]
    ]
    assert equal_pairs == []


def test_an_equipment_token_does_not_cover_the_badge() -> None:
    for equipment in EQUIPMENT_TOKENS:
        (token,) = draw_equipment_token(equipment, has_badge=False)
        (token_below_badge,) = draw_equipment_token(equipment, has_badge=True)
        (badge,) = draw_badge("badge4")
        assert isinstance(token, Group)
        assert isinstance(token_below_badge, Group)
        assert isinstance(badge, Group)
        assert (token.dx, token.dy) == (badge.dx, badge.dy)
        assert token_below_badge.dy - badge.dy > 20
    assert draw_equipment_token("nebelwerfer", has_badge=False) == ()

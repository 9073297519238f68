"""Orders: Hall's condition agrees with a search of all assignments."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m44core.rules.cards.command_cards import ALL_UNITS, cards, order_limits
from m44core.rules.units.orders import fits_section_limits

KINDS = (0b001, 0b011, 0b010, 0b110, 0b100)


@pytest.mark.rule("B-ORD-04")
@given(st.lists(st.sampled_from(KINDS), max_size=6), st.tuples(*[st.integers(0, 3)] * 3))
def test_units_fit_if_and_only_if_each_can_be_assigned_to_one_of_its_sections(
    units: list[int], limits: tuple[int, int, int]
) -> None:
    counts = tuple(units.count(sections) for sections in range(8))
    choices = ([s for s in range(3) if sections >> s & 1] for sections in units)
    assert fits_section_limits(counts, limits) == any(
        all(chosen.count(s) <= limits[s] for s in range(3)) for chosen in product(*choices)
    )


@pytest.mark.rule("B-ORD-04")
@given(st.lists(st.sampled_from(KINDS), max_size=8), st.sampled_from(sorted(cards())))
def test_every_subset_of_possible_orders_is_possible(units: list[int], card: str) -> None:
    limits = order_limits(card)
    if fits_section_limits(tuple(units.count(sections) for sections in range(8)), limits):
        fewer = units[1:]
        assert fits_section_limits(tuple(fewer.count(sections) for sections in range(8)), limits)


def test_an_assault_orders_more_units_than_any_section_has() -> None:
    assert order_limits("assault-left") == (ALL_UNITS, 0, 0)
    assert ALL_UNITS > 49

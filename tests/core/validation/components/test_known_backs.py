"""Two-sided tokens with known backs: the network flow agrees with a search of all placements."""

from __future__ import annotations

from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from m44core.validation.components.two_sided_tokens import shortage

KINDS = ("forest", "hill", "river")
PAIRS = st.dictionaries(
    st.tuples(st.sampled_from(KINDS), st.sampled_from(KINDS)), st.integers(0, 3), max_size=4
)
DEMANDS = st.dictionaries(st.sampled_from(KINDS), st.integers(0, 4))


def can_be_met(demand: dict[str, int], tokens: list[tuple[str, str]]) -> bool:
    """Return whether tokens can meet a demand, by trying each on either side or unused."""
    if not any(demand.values()):
        return True
    if not tokens:
        return False
    remaining_demands = [
        {**demand, face: demand[face] - 1} for face in set(tokens[0]) if demand.get(face)
    ]
    return any(can_be_met(rest, tokens[1:]) for rest in [*remaining_demands, demand])


@pytest.mark.bulk
@settings(max_examples=200, deadline=None)
@given(DEMANDS, PAIRS)
def test_a_demand_has_a_shortage_if_and_only_if_it_cannot_be_met(
    demand: dict[str, int], pairs: dict[tuple[str, str], int]
) -> None:
    tokens = list(chain.from_iterable([pair] * number for pair, number in pairs.items()))
    assert (shortage(demand, pairs) is None) == can_be_met(demand, tokens)


@pytest.mark.bulk
@settings(max_examples=200, deadline=None)
@given(DEMANDS, PAIRS)
def test_the_kinds_in_a_shortage_need_more_tokens_than_can_show_them(
    demand: dict[str, int], pairs: dict[tuple[str, str], int]
) -> None:
    lacking_kinds = shortage(demand, pairs)
    if lacking_kinds:
        showing = sum(
            number for pair, number in pairs.items() if set(pair) & set(lacking_kinds.kinds)
        )
        assert (
            lacking_kinds.needed
            == sum(demand[kind] for kind in lacking_kinds.kinds)
            > showing
            == lacking_kinds.guaranteed
        )

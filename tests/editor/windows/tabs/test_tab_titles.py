"""Titles of tabs in little space."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m44editor.windows.tab_titles import fitted_title

CASES = (
    ("toulon.m44", "arnhem.m44", 10, "toulon.m44"),
    ("toulon.m44", "arnhem.m44", 8, "toulon"),
    ("toulon.m44", "toulon.yaml", 8, "toul…m44"),
    ("operation-cobra.m44", "operation-jupiter.m44", 10, "oper…cobra"),
    ("operation-cobra.m44", "arnhem.m44", 10, "operation…"),
    ("sector12.m44", "sector13.m44", 5, "se…12"),
    ("dieppe.m44 — one", "dieppe.m44 — two", 10, "dieppe…one"),
)
TITLES = st.lists(st.text("abc-01 .—", min_size=1, max_size=30), min_size=1, max_size=4)


def test_a_title_is_shortened_where_it_does_not_differ(subtests: pytest.Subtests) -> None:
    for title, other, width, expected_title in CASES:
        with subtests.test(title, other=other):
            assert fitted_title(title, [other], len, width) == expected_title


@given(TITLES, st.integers(1, 40))
def test_a_title_never_exceeds_its_space(titles: list[str], width: int) -> None:
    assert len(fitted_title(titles[0], titles[1:], len, width)) <= width

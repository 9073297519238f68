"""Dates in words: a range states only once what both days have in common."""

from __future__ import annotations

from datetime import date

import pytest

from m44core.messages.date_words import date_range_in_words
from m44core.messages.renderers import renderer_in

DAY = date(1944, 7, 25)


@pytest.mark.parametrize(
    ("last", "words"),
    [
        (None, "25 July 1944"),
        (DAY, "25 July 1944"),
        (date(1944, 7, 26), "25 to 26 July 1944"),
        (date(1944, 8, 2), "25 July to 2 August 1944"),
        (date(1945, 1, 2), "25 July 1944 to 2 January 1945"),
        (date(1944, 7, 24), "25 July 1944 to 24 July 1944"),
    ],
)
def test_a_date_range_names_shared_parts_only_once(last: date | None, words: str) -> None:
    text = date_range_in_words(DAY, last)
    assert text is not None
    assert renderer_in("en").render(text) == words

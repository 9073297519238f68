"""Rows of texts, taken apart as VASSAL puts them together."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from tests.core.vassal.engine import decorated, encoded, sequence

from m44core.vassal.commands import commands
from m44core.vassal.sequences import nested, parts

TEXTS = st.text(st.sampled_from("ab;/,\t\\'é "), max_size=8)
INMOST = TEXTS.filter(lambda text: "\t" not in text and not (len(text) > 1 and text[0] == "'"))
"""What a counter is: VASSAL takes quotes from that as well, and no counter begins with any."""


@given(st.lists(TEXTS, min_size=1, max_size=6), st.sampled_from(";/,\t"))
def test_what_is_put_together_is_taken_apart(texts: list[str], sign: str) -> None:
    assert list(parts(sequence(texts, sign), sign)) == texts


@given(st.lists(TEXTS, min_size=1, max_size=6), INMOST)
def test_traits_in_traits_are_taken_out(outer: list[str], inmost: str) -> None:
    assert nested(decorated([*outer, inmost]), "\t", 60) == [*outer, inmost]


def test_commands_that_belong_to_others_come_in_their_order() -> None:
    deep = encoded("", ["one", encoded("two", ["three", encoded("", ["four"])])])
    text = encoded("begin_save", [deep, "five"])
    assert [*commands(text, "a")] == ["begin_save", "one", "two", "three", "four", "five"]


def test_what_is_recorded_to_happen_later_is_left_out() -> None:
    later = "LOG\t" + encoded("+/9/piece;;;;Tank/Map;1;1", ["+/10/piece;;;;Tank/Map;2;2"])
    assert [*commands(encoded("begin_save", ["first", later, "end_save"]), "a")] == [
        "begin_save",
        "first",
        "end_save",
    ]

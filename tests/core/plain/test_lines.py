"""Lines as editors count them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from m44core.plain.lines import Lines, lines_of

TEXTS = st.text(st.sampled_from("ab\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"), max_size=30)


@given(TEXTS)
def test_every_character_is_found_on_its_line(text: str) -> None:
    where, lines = Lines(text), lines_of(text)
    for offset, sign in enumerate(text):
        line, column = where.place(offset)
        if sign not in "\r\n":
            assert lines[line][column] == sign


@given(TEXTS)
def test_lines_are_those_a_file_has_when_it_is_read_as_text(text: str) -> None:
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    assert lines_of(text) == (plain.removesuffix("\n").split("\n") if plain else [])


def test_only_ends_of_lines_end_them() -> None:
    assert lines_of("a\x0bb\x0cc\x85d\u2028e\n\nf\r") == ["a\x0bb\x0cc\x85d\u2028e", "", "f"]

"""The first letters that the words of a vocabulary can have."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m44core.validation.text_analysis.language_patterns import TAGS, patterns_for_language
from m44core.validation.text_analysis.tokenizer import match_prefixes

_PLAIN = re.compile(r"[\w '.:?|()-]+")
WORDS = [
    word.lower()
    for tag in TAGS
    for words in patterns_for_language(tag).data["clauses"].values()
    for word in words
    if _PLAIN.fullmatch(word)
]


@pytest.mark.parametrize(
    ("pattern", "letters"),
    [
        ("cards?", {"ca"}),
        ("a total of", {"a"}),
        ("(?:command )?cards?", {"co", "ca"}),
        ("(?:is|are) dealt", {"is", "ar"}),
        ("s?hells", {"sh", "he"}),
        ("(?:i|a)?n", {"in", "an", "n"}),
        ("(?:a|b(?:c|d))e", {"ae", "bc", "bd"}),
        ("ab*c", {"a"}),
        ("a*c", {""}),
        (r"\d cards", {""}),
        ("(?:[ab]|c)d", {""}),
        ("", {""}),
    ],
)
def test_the_prefixes_cover_every_match(pattern: str, letters: set[str]) -> None:
    assert match_prefixes(pattern) == letters


@pytest.mark.bulk
@given(st.data())
def test_every_word_begins_with_one_of_its_prefixes(data: st.DataObject) -> None:
    word = data.draw(st.sampled_from(WORDS))
    value = data.draw(st.from_regex(word, fullmatch=True))
    assert value.startswith(tuple(match_prefixes(word)))

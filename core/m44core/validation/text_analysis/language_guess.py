"""Guessing the language of a text from its letters and common words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from m44core.data_files import read_yaml_mapping

_FILE = Path(__file__).with_name("function_words.yaml")
_MIN_WORDS = 8  # minimum words of a text whose language can be guessed
_MIN_FUNCTION_WORDS = 4  # minimum common words that are evidence of a language
_WORD = re.compile(r"[^\W\d_]+")
_QUOTATION = re.compile(
    '"[^"]*"|\u00ab[^\u00bb]*\u00bb|[\u201e\u201c][^\u201c\u201d]*[\u201c\u201d]'
)
_LETTERS = {"ru": re.compile("[\u0430-\u044f\u0451]"), "zh": re.compile("[\u4e00-\u9fff]")}


def contradicting_language(text: str, tag: str) -> str | None:
    """Return the tag of the language a text is in if it is certainly not *tag*; else None.

    A text counts only if it has no letter, or no common word, of the language *tag*. Quotations are
    ignored.
    """
    words = _WORD.findall(_QUOTATION.sub(" ", text.lower()))
    base = tag.partition("-")[0]
    letters = _LETTERS.get(base)
    if len(words) < _MIN_WORDS or (letters and letters.search(text.lower())):
        return None
    counts = {
        each: sum(word in known for word in words) for each, known in _function_words().items()
    }
    guess = max(counts, key=lambda each: counts[each])
    is_certain = counts[guess] >= _MIN_FUNCTION_WORDS and not counts.get(base)
    return guess if is_certain else None


@cache
def _function_words() -> Mapping[str, frozenset[str]]:
    return {tag: frozenset(words) for tag, words in read_yaml_mapping(_FILE).items()}

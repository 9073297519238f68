"""Common words that lack one of two equal letters (M829)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from m44core.data_files import read_yaml_mapping
from m44core.findings.finding_kinds import phrase
from m44core.validation.check_context import CheckContext
from m44core.validation.check_definition import Problem, check, problem, value_repair
from m44core.validation.text_analysis.language_patterns import language_tag
from m44core.validation.text_analysis.scenario_texts import FIELDS, language_phrase

_FILE = Path(__file__).with_name("doubled_letters.yaml")
_WORD = re.compile(r"[A-Za-z]+")
_DOUBLED_LETTER = re.compile(r"([a-z])\1")


@check("M829")
def misspelled_word(context: CheckContext) -> Iterator[Problem]:
    """Common words of a language without one of their doubled letters (LINT-T5, C-10).

    Names and other rare words are never reported, because only the words of a list are compared.
    """
    for language_texts in context.texts.readable:
        corrections = _corrections().get(language_tag(language_texts.code) or "")
        for field, text in language_texts.fields(FIELDS[:-1]) if corrections else ():
            reported: set[str] = set()
            for word in _WORD.findall(text):
                right = (corrections or {}).get(word.lower())
                if right and word not in reported and not word[1:].isupper():
                    reported.add(word)
                    right = right.capitalize() if word[0].isupper() else right
                    pointer = f"/texts/{language_texts.code}/{field}"
                    new_text = re.sub(rf"\b{word}\b", right, text)
                    yield problem(
                        "letter",
                        pointer,
                        None,
                        value_repair("correct", pointer, new_text, right=right),
                        field=phrase(field),
                        language=language_phrase(language_texts),
                        word=word,
                        right=right,
                    )


@cache
def _corrections() -> Mapping[str, Mapping[str, str]]:
    """Return the right spelling of each misspelling, by language."""
    return {
        tag: {wrong: word for word in words for wrong in _misspellings(word) if wrong not in words}
        for tag, words in read_yaml_mapping(_FILE).items()
    }


def _misspellings(word: str) -> Iterator[str]:
    for match in _DOUBLED_LETTER.finditer(word):
        yield word[: match.start()] + word[match.start() + 1 :]

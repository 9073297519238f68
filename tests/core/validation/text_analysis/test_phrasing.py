"""The numbers in freely worded sentences are understood: ``phrasing/*.yaml``."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.reference_data import load_yaml

from m44core.catalogue.catalogue_types import Side
from m44core.model.scenario_parts import Texts
from m44core.validation.text_analysis.language_patterns import TAGS
from m44core.validation.text_analysis.scenario_texts import ScenarioTexts

FOLDER = Path(__file__).parent / "phrasing"
LETTERS = {"A": Side.AXIS, "L": Side.ALLIES}


def facts_read_from(tag: str, field: str, text: str) -> set[str]:
    """Return the facts that the program reads from a text, in the short form of the files."""
    texts = Texts(description=text) if field == "d" else Texts(victory=text)
    (language_texts,) = ScenarioTexts({tag: texts}).languages
    letters = {side: letter for letter, side in LETTERS.items()}
    facts = {f"{letters[side]}{claim.number}" for side, claim in language_texts.cards.items()}
    facts |= {f"m{letters[side]}{claim.number}" for side, claim in language_texts.medals.items()}
    return facts | ({f"f{letters[side]}" for side in language_texts.first_movers})


def _load_sentences(name: str) -> list[tuple[str, str, str, str]]:
    """Return the sentences of a file: language, field, text, and the facts it states."""
    data = load_yaml(FOLDER / f"{name}.yaml")
    return [(tag, *each) for tag, sentences in data.items() for each in sentences]


def count_facts(name: str) -> tuple[int, int, int]:
    """Return the numbers of stated facts, of those that are read, and of false facts read."""
    stated_count = found_count = false_count = 0
    for tag, field, text, stated_facts in _load_sentences(name):
        expected_facts, read_facts = set(stated_facts.split()), facts_read_from(tag, field, text)
        stated_count += len(expected_facts)
        found_count += len(expected_facts & read_facts)
        false_count += len(read_facts - expected_facts)
    return stated_count, found_count, false_count


MAX_MISSED = {
    "seen": 0,
    "kept": 2,
    "later": 0,
    "free": 0,
    "aside": 2,
    "traps": 25,
    "odd": 3,
    "blind": 2,
    "afresh": 11,
    "worked": 2,
    "sealed": 1,
    "strange": 12,
    "apart": 19,
    "twoscore": 7,
    "plain": 0,
    "silent": 0,
    "quiet": 0,
}
"""The maximum percentage of facts that may be missed, for each set of sentences."""


@pytest.mark.parametrize("name", MAX_MISSED)
def test_no_unstated_fact_is_read(name: str, subtests: pytest.Subtests) -> None:
    for tag, field, text, stated_facts in _load_sentences(name):
        with subtests.test(text, language=tag):
            assert facts_read_from(tag, field, text) <= set(stated_facts.split())


@pytest.mark.parametrize(("name", "max_missed"), MAX_MISSED.items())
def test_nearly_all_stated_facts_are_read(name: str, max_missed: int) -> None:
    stated_count, found_count, _ = count_facts(name)
    assert 100 * (stated_count - found_count) <= max_missed * stated_count


def test_every_file_has_enough_sentences_in_every_language() -> None:
    for name in ("seen", "kept", "free", "aside", "odd", "silent"):
        data = load_yaml(FOLDER / f"{name}.yaml")
        assert set(data) == set(TAGS)
        assert min(map(len, data.values())) >= (10 if name != "silent" else 4)

"""The hexes and edges where units start and exit, as stated in the texts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

from m44core.catalogue.catalogue_types import Side
from m44core.data_files import Entry, read_yaml_mapping
from m44core.validation.text_analysis.language_patterns import language_tag
from m44core.validation.text_analysis.scenario_texts import (
    BRIEFING_FIELDS,
    LanguageTexts,
    ScenarioTexts,
)

_FILE = Path(__file__).parent / "starts_and_exits.yaml"
_SENTENCE = re.compile(r"[.!?;\n\u3002]")


def is_start_stated(texts: ScenarioTexts, ground: str, hex_name: str) -> bool:
    """Return whether a text says that units start on a kind of tile, or on the named hex."""
    hex_pattern = re.compile(rf"\b{re.escape(hex_name.lower())}\b")
    return any(
        any(word in sentence for word in _ground_words(words, ground))
        or bool(hex_pattern.search(sentence))
        for language_texts in texts.languages
        if (words := _words_of(language_texts))
        for sentence in _sentences(language_texts)
        if any(word in sentence for word in words["starts"])
    )


def are_exits_stated(
    texts: ScenarioTexts, hex_names: Iterable[str], side: Side | None = None
) -> bool:
    """Return whether a text says that units exit over an edge, by roads, or on one of the hexes.

    Args:
        texts: The texts.
        hex_names: The names of the hexes.
        side: The side that exits over its own edge; sentences about the enemy do not count.
    """
    names = re.compile("|".join(rf"\b{re.escape(name.lower())}\b" for name in hex_names) or "(?!)")
    return any(
        bool(names.search(sentence))
        or (
            any(word in sentence for word in words["edges"])
            and (side is None or _may_let_side_exit(language_texts, sentence, side))
        )
        for language_texts, sentence in exit_sentences(texts)
        if (words := _words_of(language_texts))
    )


def _may_let_side_exit(language_texts: LanguageTexts, sentence: str, side: Side) -> bool:
    """Return whether a sentence may let a side exit over its own edge."""
    assert language_texts.language
    edges, other_text = edge_sides(language_texts, sentence)
    return all(
        not named_sides or side in named_sides
        for named_sides in (edges, language_texts.language.sides(other_text))
    )


def edge_sides(language_texts: LanguageTexts, sentence: str) -> tuple[frozenset[Side], str]:
    """Return the sides whose board edges a sentence names, and the sentence without these edges."""
    assert language_texts.language
    edges = language_texts.language.read("edge_of", sentence)
    other_text = sentence
    for edge in edges[::-1]:
        other_text = f"{other_text[: edge.start]} {other_text[edge.end :]}"
    return frozenset(edge.side for edge in edges if edge.side), other_text


def exiting_side(texts: ScenarioTexts, *, explicitly: bool = False) -> Side | None:
    """Return the only side that the texts let exit the board; None if unclear.

    *An Allied unit that exits off the Axis side* lets the Allies exit.

    Args:
        texts: The texts.
        explicitly: Whether only sentences that are certainly about exits count.
    """
    named_sides: set[Side] = set()
    for language_texts, sentence in exit_sentences(texts):
        assert language_texts.language
        if not explicitly or language_texts.language.find_rule("exits", sentence):
            named_sides |= language_texts.language.sides(edge_sides(language_texts, sentence)[1])
    return next(iter(named_sides)) if len(named_sides) == 1 else None


def exit_sentences(texts: ScenarioTexts) -> Iterator[tuple[LanguageTexts, str]]:
    """Yield the sentences that may be about exits, each preceded by the texts it comes from."""
    for language_texts in texts.languages:
        if language_texts.language and language_texts.mentions("exits"):
            for sentence in _sentences(language_texts):
                if language_texts.language.hints_at("exits", sentence):
                    yield language_texts, sentence


def _ground_words(entry: Entry, ground: str) -> list[str]:
    """Return the words of a language for a kind of tile."""
    return [word for part, words in entry["ground"].items() if part in ground for word in words]


def _sentences(language_texts: LanguageTexts) -> Iterator[str]:
    for _, text in language_texts.fields(BRIEFING_FIELDS):
        yield from _SENTENCE.split(text.lower())


def _words_of(language_texts: LanguageTexts) -> Entry | None:
    return _words_by_language().get((language_tag(language_texts.code) or "").partition("-")[0])


@cache
def _words_by_language() -> Mapping[str, Entry]:
    """Return the words of each language, keyed by the base of its tag; cached."""
    return read_yaml_mapping(_FILE)

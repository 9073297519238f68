"""Texts that put medals at another edge, or count them differently, than the board (M831)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from m44core.data_files import Entry, read_yaml_mapping
from m44core.findings.finding_kinds import PhraseValue, phrase
from m44core.hexes import Hex
from m44core.messages import nouns
from m44core.validation.check_context import CheckContext
from m44core.validation.check_definition import Problem, check, problem
from m44core.validation.placed_pieces import PlacedTag
from m44core.validation.text_analysis.language_patterns import LanguagePatterns, language_tag
from m44core.validation.text_analysis.scenario_texts import LanguageTexts, language_phrases

_FILE = Path(__file__).with_name("objective_words.yaml")
_SENTENCE_END = re.compile("[.!?\n\u3002\uff01;]")
_OPPOSITE = {"top": "bottom", "bottom": "top", "left": "right", "right": "left"}
_NEAR = 2  # rows from an edge, or columns, within which a medal is at that edge
_PAIRS = {"both": 2, "beiden": 2, "\u043e\u0431\u043e\u0438\u0445": 2}


@check("M831")
def objectives_contradicting_text(context: CheckContext) -> Iterator[Problem]:
    """Medals at the edge opposite to that in the text, or another number of them (LINT-T8).

    A sentence counts only if it names one edge and is not about exits; medals must be at the
    opposite edge and nowhere near the named one.
    """
    tags = [tag for tag in context.tags if tag.element.medal]
    contradictions: dict[_Contradiction, list[LanguageTexts]] = {}
    for language_texts in context.texts.readable if tags else ():
        for each in dict.fromkeys(_contradictions(context, language_texts, tags)):
            contradictions.setdefault(each, []).append(language_texts)
    for contradiction, texts in contradictions.items():
        told: Mapping[str, PhraseValue] = (
            {"place": phrase(contradiction.edge)}
            if contradiction.edge
            else {"told": nouns.hexes(contradiction.number)}
        )
        yield problem(
            "edge" if contradiction.edge else "count",
            f"/texts/{texts[0].code}/{contradiction.field}",
            tags[0].hex,
            language=language_phrases(texts),
            hexes=context.hex_list(sorted(tag.hex for tag in tags)),
            **told,
        )


class _Contradiction(NamedTuple):
    """What a text says in contradiction to the board.

    Attributes:
        field: The field of the text.
        edge: The edge at which it puts a medal; empty if it counts medals.
        number: The number of hexes with medals that it gives.
    """

    field: str
    edge: str = ""
    number: int = 0


def _contradictions(
    context: CheckContext, language_texts: LanguageTexts, tags: list[PlacedTag]
) -> Iterator[_Contradiction]:
    for field, text in language_texts.fields(("victory", "rules")):
        for sentence in _SENTENCE_END.split(text.lower()):
            edge = _wrong_edge(context, language_texts, sentence, tags)
            count = _wrong_count(language_texts, sentence, tags)
            if edge:
                yield _Contradiction(field, edge=edge)
            if count is not None:
                yield _Contradiction(field, number=count)


def _wrong_edge(
    context: CheckContext, language_texts: LanguageTexts, sentence: str, tags: list[PlacedTag]
) -> str | None:
    """Return the edge at which a sentence puts a medal if medals are at the opposite one only."""
    words, language = _words(language_texts), language_texts.language
    assert language
    if not re.search(words["medal"], sentence) or language.hints_at("exits", sentence):
        return None
    edges: list[str] = [edge for edge, each in words["edges"].items() if re.search(each, sentence)]
    if len(edges) != 1 or any(_is_at(context, edges[0], tag.hex) for tag in tags):
        return None
    is_opposite = any(_is_at(context, _OPPOSITE[edges[0]], tag.hex) for tag in tags)
    return edges[0] if is_opposite else None


def _is_at(context: CheckContext, edge: str, hex_: Hex) -> bool:
    """Return whether a hex is near an edge of the board."""
    board = context.scenario.board
    distances = {
        "top": hex_.row,
        "bottom": board.rows - 1 - hex_.row,
        "left": hex_.col // 2,
        "right": (board.last_col - hex_.col) // 2,
    }
    return distances[edge] <= _NEAR


def _wrong_count(language_texts: LanguageTexts, sentence: str, tags: list[PlacedTag]) -> int | None:
    """Return the number of hexes with medals in a sentence if the board has another number."""
    assert language_texts.language
    pattern = _counted_pattern(language_texts.language, _words(language_texts)["counted"])
    match = pattern.search(sentence)
    number = _number(language_texts.language, match[1]) if match else None
    return None if number in _medal_counts(tags) else number


def _medal_counts(tags: list[PlacedTag]) -> set[int]:
    """Return the numbers of medals that a text may mean: all, a side's, or all their hexes."""
    hexes = {hex_ for tag in tags for hex_ in (tag.hex, *(tag.tag.group or ()))}
    sides = [tag.tag.side or tag.element.side for tag in tags]
    return {len(tags), len(hexes), *(sides.count(side) for side in sides)}


@cache
def _counted_pattern(language: LanguagePatterns, pattern: str) -> re.Pattern[str]:
    words = [*_PAIRS, *_numbers(language)]
    number = "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
    return re.compile(pattern.replace("{n}", rf"(\d{{1,2}}|{number})"))


def _number(language: LanguagePatterns, word: str) -> int | None:
    return int(word) if word.isdecimal() else _PAIRS.get(word) or _numbers(language).get(word)


def _numbers(language: LanguagePatterns) -> Mapping[str, int]:
    numbers: Mapping[str, list[str]] = language.data["numbers"]
    return {word: int(number) for number, words in numbers.items() for word in words}


def _words(language_texts: LanguageTexts) -> Entry:
    return _words_by_language()[language_tag(language_texts.code) or "en"]


@cache
def _words_by_language() -> Mapping[str, Entry]:
    return read_yaml_mapping(_FILE)

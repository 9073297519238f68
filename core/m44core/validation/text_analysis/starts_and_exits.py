"""Where units start and where they exit the board, as the texts say."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

from m44core.catalogue.types import Side
from m44core.data_files import Entry, yaml_mapping
from m44core.validation.text_analysis.language_patterns import language_tag
from m44core.validation.text_analysis.scenario_texts import BRIEFING_FIELDS, ScenarioTexts, LanguageTexts

_FILE = Path(__file__).parent / "starts_and_exits.yaml"
_SENTENCE = re.compile(r"[.!?;\n\u3002]")


def says_where_it_starts(prose: ScenarioTexts, ground: str, hex_name: str) -> bool:
    """Tell whether a text says that units start on a tile of a key, or on a hex by its name."""
    named = re.compile(rf"\b{re.escape(hex_name.lower())}\b")
    return any(
        any(word in sentence for word in _grounds(said, ground)) or bool(named.search(sentence))
        for told in prose.languages
        if (said := _language(told))
        for sentence in _sentences(told)
        if any(word in sentence for word in said["starts"])
    )


def says_where_exits_are(prose: ScenarioTexts, hex_names: Iterable[str], side: Side | None = None) -> bool:
    """Tell whether a text says where units leave: over an edge, by roads, or on hexes by name.

    Args:
        prose: The texts.
        hex_names: The names of the hexes.
        side: Who leaves there, over their own edge; a sentence about the enemy says nothing of it.
    """
    names = re.compile("|".join(rf"\b{re.escape(name.lower())}\b" for name in hex_names) or "(?!)")
    return any(
        bool(names.search(sentence))
        or (
            any(word in sentence for word in said["edges"])
            and (side is None or _may_speak_of(told, sentence, side))
        )
        for told, sentence in exit_sentences(prose)
        if (said := _language(told))
    )


def _may_speak_of(told: LanguageTexts, sentence: str, side: Side) -> bool:
    """Tell whether a sentence may let a side leave over its own edge."""
    assert told.language
    edges, rest = edge_sides(told, sentence)
    return all(not named or side in named for named in (edges, told.language.sides(rest)))


def edge_sides(told: LanguageTexts, sentence: str) -> tuple[frozenset[Side], str]:
    """Return whose edges of the board a sentence names, and what it says besides."""
    assert told.language
    edges = told.language.read("edge_of", sentence)
    rest = sentence
    for edge in edges[::-1]:
        rest = f"{rest[: edge.start]} {rest[edge.end :]}"
    return frozenset(edge.side for edge in edges if edge.side), rest


def exiting_side(prose: ScenarioTexts, *, in_so_many_words: bool = False) -> Side | None:
    """Return the one side that sentences let leave the board; None where it is unclear.

    *An Allied unit that exits off the Axis side* lets the Allies leave.

    Args:
        prose: The texts.
        in_so_many_words: Whether only sentences count that are sure to speak of that.
    """
    named: set[Side] = set()
    for told, sentence in exit_sentences(prose):
        assert told.language
        if not in_so_many_words or told.language.find_rule("exits", sentence):
            named |= told.language.sides(edge_sides(told, sentence)[1])
    return next(iter(named)) if len(named) == 1 else None


def exit_sentences(prose: ScenarioTexts) -> Iterator[tuple[LanguageTexts, str]]:
    """Yield the sentences that may speak of leaving the board, each with its text."""
    for told in prose.languages:
        if told.language and told.mentions("exits"):
            for sentence in _sentences(told):
                if told.language.hints_at("exits", sentence):
                    yield told, sentence


def _grounds(said: Entry, ground: str) -> list[str]:
    """Return the words a language has for a tile."""
    return [word for part, words in said["ground"].items() if part in ground for word in words]


def _sentences(told: LanguageTexts) -> Iterator[str]:
    for _, text in told.fields(BRIEFING_FIELDS):
        yield from _SENTENCE.split(text.lower())


def _language(told: LanguageTexts) -> Entry | None:
    return _said().get((language_tag(told.code) or "").partition("-")[0])


@cache
def _said() -> Mapping[str, Entry]:
    """Return the words of each language; read once."""
    return yaml_mapping(_FILE)

"""Converting the names of counters to names that the reader of setup lists understands."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from m44core.catalogue.catalogue_types import Layer
from m44core.model.edits import clear_hexes, place_unit
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Unit
from m44core.setup_list.list_reader import ListEntry, RemarkKind, read_setup_list
from m44core.values import dataclass
from m44core.vassal.counters import Counter

_MAX_NAME_LENGTH = 60  # characters of a name, to limit the length of the list
_CACHE_LIMIT = 600  # names that are looked up; a game has about a hundred different ones
_FILE_SUFFIX = re.compile(r"\.(?:png|gif|jpe?g|svg|bmp|webp)$", re.IGNORECASE)
_BLANKS = re.compile(r"[^\w'\u2019&+]|_")
_WORD_BOUNDARIES = re.compile(r"(?<=[a-zß-ÿ])(?=[A-Z])|(?<=[^\W\d])(?=\d)|(?<=\d)(?=[^\W\d])")
_NUMBER = re.compile(r"\b\d+\b")
_FIRST_NUMBER = re.compile(r"^((?:\d+\s+)+)(.*)$")
_NOISE_WORDS = re.compile(
    r"\b(?:counter|token|marker|overlay|terrain|unit|copy)s?\b", re.IGNORECASE
)
_ANY_UNIT = Unit("infger")
_AMBIGUOUS_NAME = "wire"
_ABBREVIATIONS = {
    "ger": "German",
    "brit": "British",
    "amer": "American",
    "rus": "Russian",
    "sov": "Soviet",
    "jap": "Japanese",
    "jpn": "Japanese",
    "ital": "Italian",
}
"""Abbreviations in names of pictures; setup lists know those of unit classes."""


@dataclass(frozen=True, slots=True)
class CounterName:
    """The name of a counter in a setup list.

    Attributes:
        text: The name in the list; "" if no usable name was found.
        meaning: The pieces it stands for; None if it is not understood.
        layers: The layers of these pieces.
    """

    text: str
    meaning: ListEntry | None = None
    layers: tuple[Layer, ...] = ()


class CounterNameFinder:
    """Finds names for counters that the reader of setup lists understands.

    Args:
        scenario: The scenario the list is for.
        language: The code of the likeliest language of the names apart from English.
    """

    def __init__(self, scenario: Scenario, language: str) -> None:
        first, second = scenario.board.hexes[:2]
        cleared = clear_hexes(scenario, [first])
        self._language, self._hex_name = language, scenario.board.name(first)
        self._scenarios = cleared, place_unit(cleared, _ANY_UNIT, [first])
        self._two_hex_names = scenario.board.name(first), scenario.board.name(second)
        self._meanings: dict[str, ListEntry | None] = {}
        self._names: dict[tuple[str, ...], CounterName] = {}

    def name_of(self, counter: Counter) -> CounterName:
        """Return the first name of a counter that is understood, or else its first usable name."""
        names = (counter.name, *counter.other_names)
        if names not in self._names:
            self._names[names] = self._find_name(names)
        return self._names[names]

    def _find_name(self, names: Sequence[str]) -> CounterName:
        first_name = ""
        for text in _name_candidates(names):
            if meaning := self._meaning(text):
                elements = self._scenarios[0].catalogue.elements
                return CounterName(
                    text, meaning, tuple(elements[name].layer for name in meaning.pieces)
                )
            first_name = first_name or ("" if self._is_ignored(text) else text)
        return CounterName(first_name)

    def _is_ignored(self, text: str) -> bool:
        """Return whether the reader would ignore a name and add its hexes to the line above."""
        first_hex, second_hex = self._two_hex_names
        list_text = f"{_AMBIGUOUS_NAME}: {first_hex}\n{text}: {second_hex}"
        result = read_setup_list(list_text, self._scenarios[0], self._language)
        return len(result.entries) > 1 and not result.remarks

    def _meaning(self, text: str) -> ListEntry | None:
        """Return the meaning of a name; None if it is not understood.

        The name is tried on an empty hex and, for badges, on a hex with a unit.
        """
        if text not in self._meanings and len(self._meanings) < _CACHE_LIMIT:
            meanings = (self._read_entry(text, scenario) for scenario in self._scenarios)
            self._meanings[text] = next(filter(None, meanings), None)
        return self._meanings.get(text)

    def _read_entry(self, text: str, board_scenario: Scenario) -> ListEntry | None:
        result = read_setup_list(f"{text}: {self._hex_name}", board_scenario, self._language)
        is_understood = all(remark.kind is not RemarkKind.ERROR for remark in result.remarks)
        return result.entries[0] if is_understood and len(result.entries) == 1 else None


def _name_candidates(names: Sequence[str]) -> Iterator[str]:
    """Yield the names to try: each name cleaned, without numbers, and without generic words.

    Before its numbers are left out, a name of one word is tried as it is: it may be a code such as
    ``tank2ger``.
    """
    for name in names:
        cleaned = clean_name(name)
        code = _FILE_SUFFIX.sub("", name.strip()[:_MAX_NAME_LENGTH])
        text_without_numbers = " ".join(_NUMBER.sub(" ", cleaned).split())
        text_without_noise = " ".join(_NOISE_WORDS.sub(" ", text_without_numbers).split())
        candidates = (
            cleaned,
            code if code.isalnum() else "",
            text_without_numbers,
            text_without_noise,
        )
        yield from filter(None, dict.fromkeys(candidates))


def clean_name(name: str) -> str:
    """Return a name split into words, without punctuation and file suffix."""
    text = _BLANKS.sub(" ", _FILE_SUFFIX.sub("", name.strip()[:_MAX_NAME_LENGTH]))
    words = _WORD_BOUNDARIES.sub(" ", text).split()
    text = " ".join(_ABBREVIATIONS.get(word.casefold(), word) for word in words)[
        :_MAX_NAME_LENGTH
    ].strip()
    match = _FIRST_NUMBER.match(text)
    return f"{match[2]} {match[1].strip()}".strip() if match else text

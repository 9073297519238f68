"""The names of counters as the words of a set-up list: what is no word is left out of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from m44core.catalogue.types import Layer
from m44core.model.edits import clear, place_unit
from m44core.model.parts import Unit
from m44core.model.scenario import Scenario
from m44core.setup_list.list_reader import Laid, Weight, read_list
from m44core.values import dataclass
from m44core.vassal.counters import Counter

_LONGEST = 60  # letters of a name, so that the list of all counters can be read to its end
_MOST = 600  # names that are looked up; a game has a hundred different ones
_FILE = re.compile(r"\.(?:png|gif|jpe?g|svg|bmp|webp)$", re.IGNORECASE)
_BLANKS = re.compile(r"[^\w'\u2019&+]|_")
_SEAMS = re.compile(r"(?<=[a-zß-ÿ])(?=[A-Z])|(?<=[^\W\d])(?=\d)|(?<=\d)(?=[^\W\d])")
_NUMBER = re.compile(r"\b\d+\b")
_FIRST_NUMBER = re.compile(r"^((?:\d+\s+)+)(.*)$")
_THINGS = re.compile(r"\b(?:counter|token|marker|overlay|terrain|unit|copy)s?\b", re.IGNORECASE)
_ANY_UNIT = Unit("infger")
_ANYTHING = "wire"
_SHORT = {
    "ger": "German",
    "brit": "British",
    "amer": "American",
    "rus": "Russian",
    "sov": "Soviet",
    "jap": "Japanese",
    "jpn": "Japanese",
    "ital": "Italian",
}
"""What names of pictures are short for; the words of set-up lists know the classes of units."""


@dataclass(frozen=True, slots=True)
class CounterName:
    """What a counter is called in a set-up list.

    Attributes:
        text: The words.
        means: The piece they mean; None where they are not understood.
        layers: The layers of all pieces they mean.
    """

    text: str
    meaning: Laid | None = None
    layers: tuple[Layer, ...] = ()


class CounterNames:
    """The names of counters, as they are understood in a scenario.

    Args:
        scenario: Whose board it is for.
        language: A language besides English the names may be in.
    """

    def __init__(self, scenario: Scenario, language: str) -> None:
        first, second = scenario.board.hexes[:2]
        bare = clear(scenario, [first])
        self._language, self._somewhere = language, scenario.board.name(first)
        self._places = bare, place_unit(bare, _ANY_UNIT, [first])
        self._two = scenario.board.name(first), scenario.board.name(second)
        self._known: dict[str, Laid | None] = {}
        self._named: dict[tuple[str, ...], CounterName] = {}

    def name_of(self, counter: Counter) -> CounterName:
        """Return the first name of a counter that is understood; where none is, the first."""
        names = (counter.name, *counter.others)
        if names not in self._named:
            self._named[names] = self._of(names)
        return self._named[names]

    def _of(self, names: Sequence[str]) -> CounterName:
        first = ""
        for text in _tried(names):
            if means := self._meaning(text):
                elements = self._places[0].catalogue.elements
                return CounterName(
                    text, means, tuple(elements[name].layer for name in means.pieces)
                )
            first = first or ("" if self._says_nothing(text) else text)
        return CounterName(first)

    def _says_nothing(self, text: str) -> bool:
        """Tell whether a list would pass over a name, and take what follows for the line before."""
        here, there = self._two
        list_ = f"{_ANYTHING}: {here}\n{text}: {there}"
        found = read_list(list_, self._places[0], self._language)
        return len(found.laid) > 1 and not found.remarks

    def _meaning(self, text: str) -> Laid | None:
        """Return what a name means; some badges mean something beside a unit alone."""
        if text not in self._known and len(self._known) < _MOST:
            found = (self._read(text, place) for place in self._places)
            self._known[text] = next(filter(None, found), None)
        return self._known.get(text)

    def _read(self, text: str, place: Scenario) -> Laid | None:
        found = read_list(f"{text}: {self._somewhere}", place, self._language)
        understood = all(remark.weight is not Weight.WRONG for remark in found.remarks)
        return found.laid[0] if understood and len(found.laid) == 1 else None


def _tried(names: Sequence[str]) -> Iterator[str]:
    """Yield the names of a counter: each as it stands, without numbers, and its words alone."""
    for name in names:
        whole = clean_name(name)
        bare = " ".join(_NUMBER.sub(" ", whole).split())
        things = " ".join(_THINGS.sub(" ", bare).split())
        yield from filter(None, dict.fromkeys((whole, bare, things)))


def clean_name(name: str) -> str:
    """Return a name without what no set-up list has: signs, file endings, words in one piece."""
    text = _BLANKS.sub(" ", _FILE.sub("", name.strip()[:_LONGEST]))
    words = _SEAMS.sub(" ", text).split()
    text = " ".join(_SHORT.get(word.casefold(), word) for word in words)[:_LONGEST].strip()
    found = _FIRST_NUMBER.match(text)
    return f"{found[2]} {found[1].strip()}".strip() if found else text

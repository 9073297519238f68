"""Sentences that hold nothing but known words, in any order: cards, medals and the first move.

Patterns know the usual phrases. Authors word them freely, and what a sentence adds ("at most",
"after turn 2", "each") changes what a number means. So a sentence is read here only if the
vocabulary of its language (``clauses`` in ``languages/<tag>.yaml``) has every one of its words;
then their order hardly matters, and what is not known is never guessed at.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

from m44core.catalogue.types import Side
from m44core.validation.prose.reading import Reading

_LONGEST = 200  # letters of a sentence that is read
_SENTENCE = re.compile(r"[^.!?;\n]+")
_BETWEEN = re.compile(r"[\s,:()\[\]\-/\"*=>]+")
_ELIDED = r"(?:[ldnms]|qu)'(?=\w)"
_BRACKETS = re.compile(r"[\[(]([^\[\](){}\n]{1,60})[\])]")
_LETTERS = re.compile(r"[^\W\d_]+")
_CAPITAL = re.compile(r"(?<!\\)[^\W\d_]")
_COUNTER = "[张張枚个個面块塊]?"
_CHINESE_NAME = 8  # letters of a name in brackets at most
_KEPT = 4  # texts whose sentences are kept
_FEW = 3  # a smaller number is what towns are worth, or what is drawn in a turn

_LIKE = {
    "\N{IDEOGRAPHIC FULL STOP}": ".",
    "\N{IDEOGRAPHIC COMMA}": ",",
    "\N{LEFT BLACK LENTICULAR BRACKET}": "[",
    "\N{RIGHT BLACK LENTICULAR BRACKET}": "]",
    "\N{RIGHT SINGLE QUOTATION MARK}": "'",
    "\N{EN DASH}": "-",
    "\N{EM DASH}": "-",
    "\N{BULLET}": "-",
    **dict.fromkeys("«»„“”", '"'),
}
_WIDE = {chr(0xFEE0 + plain): chr(plain) for plain in range(ord("!"), ord("~") + 1)}
_PLAIN = str.maketrans({**_WIDE, **_LIKE})  # one letter for one: places stay

_SIDES = {"axis": Side.AXIS, "allies": Side.ALLIES}


class Word(NamedTuple):
    """A known word of a sentence: its kind, the side or number it stands for, where it stands."""

    kind: str
    side: Side | None
    number: int | None
    span: tuple[int, int]


class Clauses:
    """The vocabulary of one language, and what its sentences state."""

    def __init__(self, said: Mapping[str, Any]) -> None:
        self._said = said
        self._spaced: bool = said.get("spaced", True)
        self._kept: dict[str, list[list[Word]]] = {}
        self._met: dict[tuple[str, str], str] = {}

    def read(self, what: str, text: str) -> list[Reading]:
        """Return what a text states of ``cards``, ``first`` or ``medals``."""
        reads = _READS.get(what)
        if reads is None:
            return []
        if what == "first" and not self._kinds["cards"].search(text.lower()):
            return []  # it tells of the battle, not of the game
        return [reading for words in self._told(text) for reading in reads(words)]

    def _told(self, text: str) -> list[list[Word]]:
        """Return the sentences of a text; the last few texts are kept, for all ask for the same."""
        if text not in self._kept:
            if len(self._kept) >= _KEPT:
                self._kept.clear()
            self._kept[text] = list(self._sentences(text))
        return self._kept[text]

    def _sentences(self, text: str) -> Iterator[list[Word]]:
        plain = _BRACKETS.sub(self._without_names, text.translate(_PLAIN))
        small = plain.lower()
        plain = small if len(small) == len(plain) else plain  # places stay
        opening = [_OPENING]
        for match in _SENTENCE.finditer(plain):
            if len(match[0]) <= _LONGEST:
                words = self._words(plain, *match.span())
                if words:
                    yield [*opening, *words]
            opening = [] if match[0].strip() else opening

    def _without_names(self, match: re.Match[str]) -> str:
        """Return blanks for the names in brackets after a side: ``Axis [Rommel]``."""
        words = _LETTERS.findall(match[1])
        digits = any(letter.isdecimal() for letter in match[1])
        names = (
            all(w[0].isupper() for w in words) if self._spaced else len(match[1]) < _CHINESE_NAME
        )
        return " " * len(match[0]) if names and not digits else match[0]

    def _words(self, text: str, place: int, end: int) -> list[Word]:
        """Return the words of a sentence; none where one of them is not known."""
        words: list[Word] = []
        while place < end:
            blank = _BETWEEN.match(text, place, end)
            if blank:
                place = blank.end()
                continue
            match = self._word.match(text, place, end)
            if match is None:
                return []
            words.append(self._known(match))
            place = match.end()
        return words

    def _known(self, match: re.Match[str]) -> Word:
        number = match["number"]
        if number:
            value = int(number) if number.isdecimal() else self._worth[number]
            return Word("number", None, value, match.span("number"))
        end = match.end()
        seen = match[0], match.string[end : end + 2]
        if seen not in self._met:
            self._met[seen] = self._kind(match)
        kind = self._met[seen]
        side = _SIDES.get(kind)
        return Word("side" if side else kind, side, None, match.span())

    def _kind(self, match: re.Match[str]) -> str:
        for kind, those in self._kinds.items():
            same = those.match(match.string, match.start())
            if same and same.end() == match.end():
                return kind
        return "fill"

    @cached_property
    def _worth(self) -> Mapping[str, int]:
        """What the words for numbers are worth; those for one are articles, too."""
        said: Mapping[str, list[str]] = self._said["numbers"]
        pairs = [(word.lower(), int(number)) for number, words in said.items() for word in words]
        return {word: number for word, number in pairs if number > 1}

    @cached_property
    def _vocabulary(self) -> Mapping[str, list[str]]:
        """The words of each kind, the sides included."""
        said = self._said
        known: dict[str, list[str]] = {kind: list(words) for kind, words in said["clauses"].items()}
        for kind in ("reads", "silent"):
            known.pop(kind, None)
        sides = {"axis": said["sides"]["AXIS"], "allies": said["sides"]["ALLIES"]}
        for kind, words in (*sides.items(), ("either", said["either"])):
            known[kind] = [*known.get(kind, ()), *words]
        return known

    @cached_property
    def _kinds(self) -> Mapping[str, re.Pattern[str]]:
        return {kind: _compiled(self._any_of(words)) for kind, words in self._vocabulary.items()}

    @cached_property
    def _word(self) -> re.Pattern[str]:
        """Any known word, the longest that fits."""
        words = [word for those in self._vocabulary.values() for word in those]
        numbers = "|".join([r"\d{1,2}", *sorted(self._worth, key=len, reverse=True)])
        counted = rf"(?P<number>{numbers}){self._end or _COUNTER}"
        elided = f"|{_ELIDED}" if self._spaced else ""
        return _compiled(f"{self._any_of(words)}|{counted}{elided}")

    @property
    def _end(self) -> str:
        return r"(?!\w)" if self._spaced else ""

    def _any_of(self, words: Iterable[str]) -> str:
        small = (_CAPITAL.sub(lambda match: match[0].lower(), word) for word in words)
        return f"(?:{'|'.join(sorted(small, key=len, reverse=True))}){self._end}"


_OPENING = Word("opening", None, None, (0, 0))
"""What stands before the words of the first sentence of a text."""


def _compiled(pattern: str) -> re.Pattern[str]:
    """Return a pattern for a text in small letters."""
    plain = pattern.replace(" ?", r"\s{0,3}").replace(" ", r"\s{1,3}")
    return re.compile(plain)


def _kinds_of(words: list[Word]) -> set[str]:
    return {word.kind for word in words}


def _hands(words: list[Word]) -> Iterator[Reading]:
    """Yield the cards of each side a sentence names, or of whom it speaks to."""
    kinds = _kinds_of(words)
    if "cards" in kinds and not kinds & {"medals", "goal", "win", "either"}:
        bare = [word.kind for word in words if word.kind != "opening"] == ["cards", "number"]
        told = _numbered(words, unnamed=bare or "have" in kinds)
        yield from told if "have" in kinds else _many(told)


def _goals(words: list[Word]) -> Iterator[Reading]:
    """Yield the medals that win; *you win with 5* says it without the word."""
    kinds = _kinds_of(words)
    if kinds & {"cards", "first", "either"} or not kinds & {"goal", "win"}:
        return
    if "medals" in kinds or ({"win", "opening"} <= kinds and words[-1].kind == "number"):
        yield from _many(_numbered(words, unnamed=True, everybody=True))


def _first_moves(words: list[Word]) -> Iterator[Reading]:
    """Yield who moves first: whom the words before name, or else those after."""
    kinds = _kinds_of(words)
    if kinds & {"medals", "goal", "win", "either", "both"}:
        return
    for i, word in enumerate(words):
        if word.kind == "first":
            before = [other.side for other in words[:i] if other.side]
            after = [other.side for other in words[i:] if other.side]
            side = next(iter(before[-1:] or after), None)
            yield Reading(*word.span, side, False, {}, {})


def _numbered(words: list[Word], *, unnamed: bool, everybody: bool = False) -> Iterator[Reading]:
    """Yield each number with its side, where the two take turns."""
    told = _turns(words)
    numbers = [word for word in told if word.kind == "number"]
    sides = [word.side for word in told if word.side]
    if len(told) == len(numbers) == 1:
        both = everybody or "both" in _kinds_of(words)
        if unnamed or both:
            yield _reading(numbers[0], None, both=both)
    elif len(sides) == len(numbers) and _alternate(told):
        for side, number in zip(sides, numbers, strict=True):
            yield _reading(number, side)


def _many(told: Iterator[Reading]) -> Iterator[Reading]:
    return (reading for reading in told if reading.numbers["n"] >= _FEW)


def _turns(words: list[Word]) -> list[Word]:
    """Return sides and numbers: a side named twice in a row once, who only moves first not."""
    told: list[Word] = []
    for i, word in enumerate(words):
        again = bool(told and word.side and told[-1].side is word.side)
        moves = word.side and told and len(told) % 2 == 0 and _only_moves_first(words[i + 1 :])
        if word.kind in ("side", "number") and not again and not moves:
            told.append(word)
    return told


def _only_moves_first(after: list[Word]) -> bool:
    """Tell whether a side is the last that is named, for it moves first."""
    kinds = [word.kind for word in after if word.kind not in ("fill", "have")]
    return kinds == ["first"]


def _alternate(told: list[Word]) -> bool:
    return all(one.kind != other.kind for one, other in pairwise(told))


def _reading(number: Word, side: Side | None, *, both: bool = False) -> Reading:
    assert number.number is not None
    return Reading(*number.span, side, both, {"n": number.number}, {"n": number.span})


_READS: Mapping[str, Callable[[list[Word]], Iterator[Reading]]] = {
    "cards": _hands,
    "first": _first_moves,
    "medals": _goals,
}

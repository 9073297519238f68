"""Split sentences into words of known kinds: sides, numbers, cards, medals, verbs.

Authors word them freely. So a sentence is split into words of known kinds (``clauses`` in
``languages/<tag>.yaml``) and unknown words. What it states follows from their order:
:mod:`strict_statements` reads by the words on both sides of a number. What that leaves open,
:mod:`inferred_statements` reads with more kinds of words (``roles``) and what was mentioned
before. Each finds what the other does not; the strict reading comes first.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from m44core.catalogue.types import Side
from m44core.data_files import Entry
from m44core.validation.text_analysis.compiled_patterns import PatternCache
from m44core.validation.time_budget import raise_if_overdue


class Reading(NamedTuple):
    """What a pattern reads from a text.

    Attributes:
        start: Where it begins.
        end: Where it ends.
        side: The side it names, if any.
        both: Whether it speaks of both sides.
        numbers: The numbers it names, by slot.
        spans: Where those stand.
    """

    start: int
    end: int
    side: Side | None
    both: bool
    numbers: Mapping[str, int]
    spans: Mapping[str, tuple[int, int]]


PREFIX_LENGTH = 2
"""How many letters are looked at."""

_GROUP = "(?:"
_REPEATS = ("*", "+", "{")
_NOT_UNDERSTOOD = ("[", "\\", "(?=", "(?!", "(?<")  # in a group


def match_prefixes(pattern: str, letters: int = PREFIX_LENGTH) -> frozenset[str]:
    """Return with which letters a match may begin; after one that is shorter any may follow.

    Letters, groups and what may be missing are understood; the rest may be anything.
    """
    choices, rest = _first_part(pattern) if letters else ([], "")
    if not choices or rest.startswith(_REPEATS):
        return frozenset({""})
    after = rest.removeprefix("?")
    found = set(match_prefixes(after, letters)) if after != rest else set()
    for choice in choices:
        if choice.isalpha() and len(choice) == 1:
            found.update(choice + more for more in match_prefixes(after, letters - 1))
        else:
            found |= match_prefixes(choice + after, letters)
    return frozenset(found)


def _first_part(pattern: str) -> tuple[list[str], str]:
    """Return what the first part of a pattern may be, and the rest; nothing if that is unknown."""
    if pattern.startswith(_GROUP):
        return _group(pattern)
    return ([pattern[0]], pattern[1:]) if pattern[:1].isalpha() else ([], "")


def _group(pattern: str) -> tuple[list[str], str]:
    """Return the choices of the group a pattern begins with, and what comes after it."""
    depth, begun, choices = 0, len(_GROUP), list[str]()
    for place, letter in enumerate(pattern):
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if (letter == "|" and depth == 1) or depth == 0:
            choices.append(pattern[begun:place])
            begun = place + 1
        if depth == 0:
            break
    known = not any(sign in choice for choice in choices for sign in _NOT_UNDERSTOOD)
    return (choices, pattern[begun:]) if known else ([], "")


LONGEST = 240  # letters of a sentence that is read
_LONGEST_WHOLE = 400
_SENTENCE = re.compile(r"[^.!?;\n]+")
_BETWEEN = re.compile(r"[\s,:()\[\]\-/\"*=>|&+]+")
_BREAK = re.compile(r"[^\s\"*]")
_ELIDED = r"(?:[ldnms]|qu)'(?=\w)"
_BRACKETS = re.compile(r"[\[(]([^\[\](){}\n]{1,60})[\])]")
_LETTERS = re.compile(r"[^\W\d_]+")
_CAPITAL = re.compile(r"(?<!\\)[^\W\d_]")
_COUNTER = "[张張枚个個面块塊]?"
_FIGURES = r"\d{1,2}"
_PARTICLE = 3  # letters of a word of a name that begins small
_CHINESE_NAME = 8  # letters of a name in brackets at most
_KEPT = 4  # texts whose sentences are kept
_NOT_KNOWN = {True: r"\w+(?:['-]\w+)*|[^\w\s]", False: r"[a-z0-9]+|\S"}

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

_ASKED = ("cards", "medals")  # kinds of which one asks whether a text speaks
_TELLING = ("cards", "medals", "first", "opens")
_TELLING_WHOLE = (*_TELLING, "same", "second", "early", "lead", "axis", "allies", "enemy")
_UNREAD = {"other", "stop"}  # both in a sentence
_SIDES = {"axis": Side.AXIS, "allies": Side.ALLIES}


class Word(NamedTuple):
    """A word of a sentence.

    Attributes:
        kind: What it is; ``other`` where it is not known.
        side: The side it stands for.
        number: The number it stands for.
        span: Where it stands.
        apart: Whether a comma, a colon or the like stands before it.
    """

    kind: str
    side: Side | None
    number: int | None
    span: tuple[int, int]
    after_break: bool = False


class Tokenizer:
    """The vocabulary of one language, and the sentences of a text in its kinds of words."""

    def __init__(
        self, said: Entry, patterns: PatternCache | None = None, *, whole: bool = False
    ) -> None:
        """Take the vocabulary; *whole* sentences are read to their end whatever is in them."""
        self._said = said
        self._patterns = patterns or PatternCache()
        self._name = "whole" if whole else "strict"
        self._longest, self._unread = (_LONGEST_WHOLE, {""}) if whole else (LONGEST, _UNREAD)
        self._kinds = _TELLING_WHOLE if whole else _TELLING
        self._spaced: bool = said.get("spaced", True)
        self._kept: dict[str, list[list[Word]]] = {}
        self._met: dict[tuple[str, str], str] = {}
        self._shelves: dict[str, _Shelf] = {}

    def mentions(self, kind: str, text: str) -> bool:
        """Tell whether a text has a word of a kind."""
        words = self._compiled(f"of {kind}", lambda: self._any_small([kind]))
        return words.search(text.lower()) is not None

    def knows(self, word: str) -> bool:
        """Tell whether a word in small letters is one of the vocabulary."""
        return self._shelf(word, 0).word.fullmatch(word) is not None

    def words(self, text: str) -> list[Word]:
        """Return all words of a text, what is in brackets and what states nothing among them."""
        plain = text.translate(_PLAIN).lower()
        return list(self._words(plain, 0, len(plain), whole=True))

    def sentences(self, text: str) -> list[list[Word]]:
        """Return the sentences that may state something; those of the last few texts are kept."""
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
            if len(match[0]) <= self._longest and self._telling.search(match[0]):
                raise_if_overdue()
                yield [*opening, *self._words(plain, *match.span())]
            opening = [] if match[0].strip() else opening

    def _without_names(self, match: re.Match[str]) -> str:
        """Return blanks for the names in brackets after a side: ``Axis [Rommel]``."""
        words = _LETTERS.findall(match[1])
        digits = any(letter.isdecimal() for letter in match[1])
        names = _is_name(words) if self._spaced else len(match[1]) < _CHINESE_NAME
        known = self.knows(match[1].strip().lower())
        return match[0] if digits or known or not names else " " * len(match[0])

    def _words(self, text: str, place: int, end: int, *, whole: bool = False) -> Iterator[Word]:
        """Yield the words of a sentence, up to where it is clear that it is not read."""
        apart, met = False, set[str]()
        while place < end and (whole or not met >= self._unread):
            blank = _BETWEEN.match(text, place, end)
            if blank:
                apart = apart or _BREAK.search(blank[0]) is not None
                place = blank.end()
                continue
            shelf = self._shelf(text, place)
            match = shelf.word.match(text, place, end)
            if match:
                word = self._known(match, shelf, apart)
            else:
                match = self._other.match(text, place, end)
                assert match
                word = Word("other", None, None, match.span(), apart)
            yield word
            met.add(word.kind)
            place, apart = match.end(), False

    def _known(self, match: re.Match[str], shelf: _Shelf, apart: bool) -> Word:
        number = match["number"]
        if number:
            value = int(number) if number.isdecimal() else self._worth[number]
            return Word("number", None, value, match.span("number"), apart)
        end = match.end()
        seen = match[0], match.string[end : end + 2]
        if seen not in self._met:
            self._met[seen] = shelf.kind(match)
        kind = self._met[seen]
        if kind.isdecimal():
            return Word("rank", None, int(kind), match.span(), apart)
        side = _SIDES.get(kind)
        return Word("side" if side else kind, side, None, match.span(), apart)

    def _shelf(self, text: str, place: int) -> _Shelf:
        """Return the words that may stand at a place of a text, by its first letters there."""
        letters = text[place : place + PREFIX_LENGTH]
        while letters and letters not in self._openings:
            letters = letters[:-1]
        if letters not in self._shelves:
            self._shelves[letters] = self._filled(letters)
        return self._shelves[letters]

    def _filled(self, letters: str) -> _Shelf:
        def of_kind(kind: str) -> re.Pattern[str]:
            name = f"{kind} at {letters}"
            return self._compiled(name, lambda: self._any_of(self._near(letters)[kind]))

        word = self._compiled(f"word at {letters}", lambda: self._any_word(letters))
        kinds = self._listed(f"kinds at {letters}", lambda: list(self._near(letters)))
        return _Shelf(word, kinds, of_kind)

    def _any_word(self, letters: str) -> str:
        """Return the pattern of the words that may stand where a text has some letters."""
        numbers = [word for word in self._numbers if word[0] in letters[:1]]
        counted = rf"(?P<number>{'|'.join([_FIGURES, *numbers])}){self._end or _COUNTER}"
        elided = f"|{_ELIDED}" if self._spaced else ""
        words = self._any_of(word for those in self._near(letters).values() for word in those)
        return f"{words}|{counted}{elided}"

    def _near(self, letters: str) -> Mapping[str, list[str]]:
        """Return the words that may begin with some letters, by their kinds."""
        openings = (letters[:n] for n in range(len(letters) + 1))
        near = [word for opening in openings for word in self._by_opening.get(opening, ())]
        by_kind: dict[str, list[str]] = {}
        for _, kind, word in sorted(near):
            by_kind.setdefault(kind, []).append(word)
        return by_kind

    @cached_property
    def _openings(self) -> frozenset[str]:
        """The letters by which words are looked up."""
        return frozenset(self._listed("openings", lambda: sorted(self._by_opening)))

    @cached_property
    def _by_opening(self) -> Mapping[str, list[tuple[int, str, str]]]:
        """The words by the letters they begin with, each with its number and its kind."""
        shelves: dict[str, list[tuple[int, str, str]]] = {word[0]: [] for word in self._numbers}
        said = ((kind, word) for kind, those in self._vocabulary.items() for word in those)
        for number, (kind, word) in enumerate(said):
            small = _small(word)
            for letters in match_prefixes(small):
                shelves.setdefault(letters, []).append((number, kind, small))
        return shelves

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
        sides = {"axis": said["sides"]["AXIS"], "allies": said["sides"]["ALLIES"]}
        for kind, words in (*sides.items(), ("either", said["either"])):
            known[kind] = [*known.get(kind, ()), *words]
        return known

    @cached_property
    def _telling(self) -> re.Pattern[str]:
        """What a sentence has that may state something: a number, cards or the first move."""
        return self._compiled("telling", self._any_telling)

    def _any_telling(self) -> str:
        start = r"(?<!\w)" if self._spaced else ""
        numbers = "|".join([_FIGURES, *self._numbers])
        return f"{start}(?:{self._any_small(self._kinds)}|(?:{numbers}){self._end})"

    @cached_property
    def _numbers(self) -> list[str]:
        return sorted(self._worth, key=len, reverse=True)

    @cached_property
    def _other(self) -> re.Pattern[str]:
        return re.compile(_NOT_KNOWN[self._spaced])

    @property
    def _end(self) -> str:
        return r"(?!\w)" if self._spaced else ""

    def _any_small(self, kinds: Iterable[str]) -> str:
        """Return the pattern of all words of some kinds."""
        words = (word for kind in kinds for word in self._vocabulary.get(kind, ()))
        return self._any_of(map(_small, words))

    def _any_of(self, words: Iterable[str]) -> str:
        return f"(?:{'|'.join(sorted(words, key=len, reverse=True)) or '(?!)'}){self._end}"

    def _compiled(self, name: str, make: Callable[[], str]) -> re.Pattern[str]:
        """Return a pattern for a text in small letters."""
        return self._patterns.compiled(f"{self._name} {name}", lambda: _with_blanks(make()))

    def _listed(self, name: str, make: Callable[[], list[str]]) -> list[str]:
        return self._patterns.words(f"{self._name} {name}", make)

    def compile_all(self) -> None:
        """Compile every pattern there is, as the build does."""
        _ = self._telling
        for kind in _ASKED:
            self.mentions(kind, "")
        for letters in ("", *sorted(self._openings)):
            self._filled(letters).compile_all()


class _Shelf:
    """The words of a vocabulary that begin with the same letters.

    Few are met in a text; compiling them all takes longer than reading it.
    """

    def __init__(
        self,
        word: re.Pattern[str],
        kinds: Iterable[str],
        of_kind: Callable[[str], re.Pattern[str]],
    ) -> None:
        self.word = word
        self._kinds = kinds
        self._of_kind = of_kind

    def kind(self, match: re.Match[str]) -> str:
        """Return the kind of a word that was found."""
        for kind in self._kinds:
            same = self._of_kind(kind).match(match.string, match.start())
            if same and same.end() == match.end():
                return kind
        return "fill"

    def compile_all(self) -> None:
        """Compile the patterns of all kinds."""
        for kind in self._kinds:
            self._of_kind(kind)


_OPENING = Word("opening", None, None, (0, 0))
"""What stands before the words of the first sentence of a text."""


def _is_name(words: list[str]) -> bool:
    """Tell whether words begin with capitals, or are as short as *von* and *de la*."""
    return all(word[0].isupper() or len(word) <= _PARTICLE for word in words)


def _small(word: str) -> str:
    return word if word == word.lower() else _CAPITAL.sub(lambda match: match[0].lower(), word)


def _with_blanks(pattern: str) -> str:
    """Return a pattern in which a blank stands for any blanks."""
    return pattern.replace(" ?", r"\s{0,3}").replace(" ", r"\s{1,3}")

"""Splits sentences into tokens: sides, numbers, cards, medals, verbs and unknown words.

The kinds of words are listed under ``clauses`` in ``languages/<tag>.yaml``. The meaning of a
sentence follows from the order of its tokens: :mod:`strict_statements` uses the tokens on both
sides of a number. :mod:`inferred_statements` then uses more kinds of words (``roles``) and what was
mentioned before. Each finds statements that the other misses; strict statements take precedence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from m44core.catalogue.catalogue_types import Side
from m44core.data_files import Entry
from m44core.validation.text_analysis.compiled_patterns import PatternCache
from m44core.validation.time_budget import raise_if_overdue


class Reading(NamedTuple):
    """A statement read from a text.

    Attributes:
        start: The offset of the match.
        end: The offset of its end.
        side: The side it names, if any.
        both: Whether it is about both sides.
        numbers: The numbers, keyed by slot.
        spans: The spans of the numbers, keyed by slot.
    """

    start: int
    end: int
    side: Side | None
    both: bool
    numbers: Mapping[str, int]
    spans: Mapping[str, tuple[int, int]]


PREFIX_LENGTH = 2
"""The number of initial letters by which words are looked up."""

_GROUP = "(?:"
_REPEATS = ("*", "+", "{")
_UNSUPPORTED = ("[", "\\", "(?=", "(?!", "(?<")  # in a group


def match_prefixes(pattern: str, max_letters: int = PREFIX_LENGTH) -> frozenset[str]:
    """Return the prefixes with which a match of *pattern* can begin.

    Letters, groups and optional parts are analyzed; anything else might match any letter.

    Args:
        pattern: A regular expression.
        max_letters: The maximum number of letters of a prefix. Any letter can follow a shorter
            prefix; the empty prefix means that nothing is known about the beginning.
    """
    choices, rest = _first_part(pattern) if max_letters else ([], "")
    if not choices or rest.startswith(_REPEATS):
        return frozenset({""})
    after = rest.removeprefix("?")
    prefixes = set(match_prefixes(after, max_letters)) if after != rest else set()
    for choice in choices:
        if choice.isalpha() and len(choice) == 1:
            prefixes.update(
                choice + continuation for continuation in match_prefixes(after, max_letters - 1)
            )
        else:
            prefixes |= match_prefixes(choice + after, max_letters)
    return frozenset(prefixes)


def _first_part(pattern: str) -> tuple[list[str], str]:
    """Return the choices of a pattern's first part, and the rest; no choices if unknown."""
    if pattern.startswith(_GROUP):
        return _first_group(pattern)
    return ([pattern[0]], pattern[1:]) if pattern[:1].isalpha() else ([], "")


def _first_group(pattern: str) -> tuple[list[str], str]:
    """Return the choices of the group that a pattern starts with, and the rest."""
    depth, choice_start, choices = 0, len(_GROUP), list[str]()
    for index, letter in enumerate(pattern):
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if (letter == "|" and depth == 1) or depth == 0:
            choices.append(pattern[choice_start:index])
            choice_start = index + 1
        if depth == 0:
            break
    is_understood = not any(token in choice for choice in choices for token in _UNSUPPORTED)
    return (choices, pattern[choice_start:]) if is_understood else ([], "")


MAX_SENTENCE_LENGTH = 240  # maximum letters of a sentence that is analyzed
_MAX_WHOLE_LENGTH = 400
_SENTENCE = re.compile(r"[^.!?;\n]+")
_SEPARATORS = re.compile(r"[\s,:()\[\]\-/\"*=>|&+]+")
_BREAK = re.compile(r"[^\s\"*]")
_ELIDED_ARTICLE = r"(?:[ldnms]|qu)'(?=\w)"
_BRACKETS = re.compile(r"[\[(]([^\[\](){}\n]{1,60})[\])]")
_LETTERS = re.compile(r"[^\W\d_]+")
_CAPITAL = re.compile(r"(?<!\\)[^\W\d_]")
_COUNTER = "[张張枚个個面块塊]?"
_DIGITS = r"\d{1,2}"
_MAX_PARTICLE_LENGTH = 3  # maximum letters of a lower-case word in a name
_CHINESE_NAME_LIMIT = 8  # letters of a name in brackets are fewer
_MAX_CACHED_TEXTS = 4  # maximum texts whose sentences are cached
_UNKNOWN_WORDS = {True: r"\w+(?:['-]\w+)*|[^\w\s]", False: r"[a-z0-9]+|\S"}

_PLAIN_FORMS = {
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
_NARROW_FORMS = {chr(0xFEE0 + plain): chr(plain) for plain in range(ord("!"), ord("~") + 1)}
_PLAIN_LETTERS = str.maketrans(
    {**_NARROW_FORMS, **_PLAIN_FORMS}
)  # one letter for one: offsets stay

_MENTIONED_KINDS = ("cards", "medals")  # kinds that :meth:`mentions` is called with
_STATING_KINDS = ("cards", "medals", "first", "opens")
_STATING_KINDS_WITH_ROLES = (
    *_STATING_KINDS,
    "same",
    "second",
    "early",
    "lead",
    "axis",
    "allies",
    "enemy",
)
_STOPPING_KINDS = {"other", "stop"}  # both in a sentence
_SIDES = {"axis": Side.AXIS, "allies": Side.ALLIES}


class Word(NamedTuple):
    """A word of a sentence.

    Attributes:
        kind: Its kind; ``other`` if unknown.
        side: The side it stands for; None if it stands for none.
        number: The number it stands for; None if it stands for none.
        span: Its start and end.
        after_break: Whether a comma, a colon or the like precedes it.
    """

    kind: str
    side: Side | None
    number: int | None
    span: tuple[int, int]
    after_break: bool = False


class Tokenizer:
    """Splits the sentences of one language into words of known kinds."""

    def __init__(
        self, data: Entry, patterns: PatternCache | None = None, *, with_roles: bool = False
    ) -> None:
        """Create a tokenizer of a language.

        Args:
            data: The content of the file of the language.
            patterns: Its compiled patterns; None to compile them when needed.
            with_roles: Whether to look for more kinds of words, to analyze longer sentences, and to
                read a sentence to its end even if its words make it unclear.
        """
        self._data = data
        self._patterns = patterns or PatternCache()
        self._name = "whole" if with_roles else "strict"
        self._max_length, self._stop_kinds = (
            (_MAX_WHOLE_LENGTH, {""}) if with_roles else (MAX_SENTENCE_LENGTH, _STOPPING_KINDS)
        )
        self._kinds = _STATING_KINDS_WITH_ROLES if with_roles else _STATING_KINDS
        self._is_spaced: bool = data.get("spaced", True)
        self._sentence_cache: dict[str, list[list[Word]]] = {}
        self._kind_cache: dict[tuple[str, str], str] = {}
        self._groups: dict[str, _WordGroup] = {}

    def mentions(self, kind: str, text: str) -> bool:
        """Return whether a text has a word of a kind."""
        pattern = self._compiled(f"of {kind}", lambda: self._lower_case_words_pattern([kind]))
        return pattern.search(text.lower()) is not None

    def is_known_word(self, word: str) -> bool:
        """Return whether a lower-case word is in the vocabulary."""
        return self._candidates_at(word, 0).word.fullmatch(word) is not None

    def words(self, text: str) -> list[Word]:
        """Return all words of a text, including those in brackets and in irrelevant sentences."""
        plain_text = text.translate(_PLAIN_LETTERS).lower()
        return list(self._words(plain_text, 0, len(plain_text), whole=True))

    def sentences(self, text: str) -> list[list[Word]]:
        """Return the sentences that can contain a statement, each as a list of words.

        The results for a few texts are cached.
        """
        if text not in self._sentence_cache:
            if len(self._sentence_cache) >= _MAX_CACHED_TEXTS:
                self._sentence_cache.clear()
            self._sentence_cache[text] = list(self._sentences(text))
        return self._sentence_cache[text]

    def _sentences(self, text: str) -> Iterator[list[Word]]:
        plain_text = _BRACKETS.sub(self._without_names, text.translate(_PLAIN_LETTERS))
        lower_text = plain_text.lower()
        if len(lower_text) == len(plain_text):  # otherwise offsets would change
            plain_text = lower_text
        opening = [_TEXT_START]
        for match in _SENTENCE.finditer(plain_text):
            if len(match[0]) <= self._max_length and self._stating_pattern.search(match[0]):
                raise_if_overdue()
                yield [*opening, *self._words(plain_text, *match.span())]
            opening = [] if match[0].strip() else opening

    def _without_names(self, match: re.Match[str]) -> str:
        """Return spaces in place of names in brackets (``Axis [Rommel]``); other text unchanged."""
        words = _LETTERS.findall(match[1])
        has_digits = any(letter.isdecimal() for letter in match[1])
        are_names = _is_name(words) if self._is_spaced else len(match[1]) < _CHINESE_NAME_LIMIT
        is_known = self.is_known_word(match[1].strip().lower())
        return match[0] if has_digits or is_known or not are_names else " " * len(match[0])

    def _words(self, text: str, offset: int, end: int, *, whole: bool = False) -> Iterator[Word]:
        """Yield the words of a sentence; unless *whole*, stop once it cannot be understood."""
        is_apart, kinds_met = False, set[str]()
        while offset < end and (whole or not kinds_met >= self._stop_kinds):
            blank = _SEPARATORS.match(text, offset, end)
            if blank:
                is_apart = is_apart or _BREAK.search(blank[0]) is not None
                offset = blank.end()
                continue
            candidates = self._candidates_at(text, offset)
            match = candidates.word.match(text, offset, end)
            if match:
                word = self._known_word(match, candidates, is_apart)
            else:
                match = self._unknown_pattern.match(text, offset, end)
                assert match
                word = Word("other", None, None, match.span(), is_apart)
            yield word
            kinds_met.add(word.kind)
            offset, is_apart = match.end(), False

    def _known_word(self, match: re.Match[str], candidates: _WordGroup, is_apart: bool) -> Word:
        number = match["number"]
        if number:
            value = int(number) if number.isdecimal() else self._number_values[number]
            return Word("number", None, value, match.span("number"), is_apart)
        end = match.end()
        key = match[0], match.string[end : end + 2]
        if key not in self._kind_cache:
            self._kind_cache[key] = candidates.kind(match)
        kind = self._kind_cache[key]
        if kind.isdecimal():
            return Word("rank", None, int(kind), match.span(), is_apart)
        side = _SIDES.get(kind)
        return Word("side" if side else kind, side, None, match.span(), is_apart)

    def _candidates_at(self, text: str, offset: int) -> _WordGroup:
        """Return the words that may begin at *offset*, by the first letters there."""
        letters = text[offset : offset + PREFIX_LENGTH]
        while letters and letters not in self._prefixes:
            letters = letters[:-1]
        if letters not in self._groups:
            self._groups[letters] = self._make_group(letters)
        return self._groups[letters]

    def _make_group(self, letters: str) -> _WordGroup:
        def of_kind(kind: str) -> re.Pattern[str]:
            name = f"{kind} at {letters}"
            return self._compiled(name, lambda: self._any_of(self._words_by_kind(letters)[kind]))

        word = self._compiled(f"word at {letters}", lambda: self._any_word_pattern(letters))
        kinds = self._word_list(f"kinds at {letters}", lambda: list(self._words_by_kind(letters)))
        return _WordGroup(word, kinds, of_kind)

    def _any_word_pattern(self, letters: str) -> str:
        """Return the pattern of the words that may start with *letters*."""
        numbers = [word for word in self._numbers if word[0] in letters[:1]]
        number_pattern = rf"(?P<number>{'|'.join([_DIGITS, *numbers])}){self._word_end or _COUNTER}"
        article_pattern = f"|{_ELIDED_ARTICLE}" if self._is_spaced else ""
        words = self._any_of(
            word
            for words_of_kind in self._words_by_kind(letters).values()
            for word in words_of_kind
        )
        return f"{words}|{number_pattern}{article_pattern}"

    def _words_by_kind(self, letters: str) -> Mapping[str, list[str]]:
        """Return the words that may start with *letters*, keyed by kind."""
        prefixes = (letters[:n] for n in range(len(letters) + 1))
        candidates = [word for prefix in prefixes for word in self._words_by_prefix.get(prefix, ())]
        by_kind: dict[str, list[str]] = {}
        for _, kind, word in sorted(candidates):
            by_kind.setdefault(kind, []).append(word)
        return by_kind

    @cached_property
    def _prefixes(self) -> frozenset[str]:
        """The prefixes by which words are looked up."""
        return frozenset(self._word_list("openings", lambda: sorted(self._words_by_prefix)))

    @cached_property
    def _words_by_prefix(self) -> Mapping[str, list[tuple[int, str, str]]]:
        """The words, keyed by prefix, each with its index, its kind and its pattern."""
        by_prefix: dict[str, list[tuple[int, str, str]]] = {word[0]: [] for word in self._numbers}
        kinds_and_words = (
            (kind, word)
            for kind, words_of_kind in self._vocabulary.items()
            for word in words_of_kind
        )
        for number, (kind, word) in enumerate(kinds_and_words):
            lower_word = _lowercase(word)
            for letters in match_prefixes(lower_word):
                by_prefix.setdefault(letters, []).append((number, kind, lower_word))
        return by_prefix

    @cached_property
    def _number_values(self) -> Mapping[str, int]:
        """The values of number words; words for 1 are left out, because they are also articles."""
        words_by_number: Mapping[str, list[str]] = self._data["numbers"]
        pairs = [
            (word.lower(), int(number))
            for number, words in words_by_number.items()
            for word in words
        ]
        return {word: number for word, number in pairs if number > 1}

    @cached_property
    def _vocabulary(self) -> Mapping[str, list[str]]:
        """The words of each kind, including the sides."""
        data = self._data
        words_by_kind: dict[str, list[str]] = {
            kind: list(words) for kind, words in data["clauses"].items()
        }
        sides = {"axis": data["sides"]["AXIS"], "allies": data["sides"]["ALLIES"]}
        for kind, words in (*sides.items(), ("either", data["either"])):
            words_by_kind[kind] = [*words_by_kind.get(kind, ()), *words]
        return words_by_kind

    @cached_property
    def _stating_pattern(self) -> re.Pattern[str]:
        """The pattern of words that a statement needs: a number, cards, medals or a first move."""
        return self._compiled("telling", self._write_stating_pattern)

    def _write_stating_pattern(self) -> str:
        start = r"(?<!\w)" if self._is_spaced else ""
        numbers = "|".join([_DIGITS, *self._numbers])
        kinds = self._lower_case_words_pattern(self._kinds)
        return f"{start}(?:{kinds}|(?:{numbers}){self._word_end})"

    @cached_property
    def _numbers(self) -> list[str]:
        return sorted(self._number_values, key=len, reverse=True)

    @cached_property
    def _unknown_pattern(self) -> re.Pattern[str]:
        return re.compile(_UNKNOWN_WORDS[self._is_spaced])

    @property
    def _word_end(self) -> str:
        return r"(?!\w)" if self._is_spaced else ""

    def _lower_case_words_pattern(self, kinds: Iterable[str]) -> str:
        """Return the pattern that matches any word of the given kinds."""
        words = (word for kind in kinds for word in self._vocabulary.get(kind, ()))
        return self._any_of(map(_lowercase, words))

    def _any_of(self, words: Iterable[str]) -> str:
        return f"(?:{'|'.join(sorted(words, key=len, reverse=True)) or '(?!)'}){self._word_end}"

    def _compiled(self, name: str, make: Callable[[], str]) -> re.Pattern[str]:
        """Return a compiled pattern for lower-case text."""
        return self._patterns.compiled(
            f"{self._name} {name}", lambda: _with_flexible_spaces(make())
        )

    def _word_list(self, name: str, make: Callable[[], list[str]]) -> list[str]:
        return self._patterns.words(f"{self._name} {name}", make)

    def compile_all(self) -> None:
        """Compile all patterns, for the build."""
        _ = self._stating_pattern
        for kind in _MENTIONED_KINDS:
            self.mentions(kind, "")
        for letters in ("", *sorted(self._prefixes)):
            self._make_group(letters).compile_all()


class _WordGroup:
    """The words of a vocabulary that start with the same letters.

    Each group is compiled when a text needs it; compiling all would take longer than reading the
    text.
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
        """Return the kind of a matched word; ``fill`` if it is of none of the kinds."""
        for kind in self._kinds:
            kind_match = self._of_kind(kind).match(match.string, match.start())
            if kind_match and kind_match.end() == match.end():
                return kind
        return "fill"

    def compile_all(self) -> None:
        """Compile the patterns of all kinds."""
        for kind in self._kinds:
            self._of_kind(kind)


_TEXT_START = Word("opening", None, None, (0, 0))
"""The word that stands for the start of a text."""


def _is_name(words: list[str]) -> bool:
    """Return whether words are capitalized, or as short as *von* and *de la*."""
    return all(word[0].isupper() or len(word) <= _MAX_PARTICLE_LENGTH for word in words)


def _lowercase(word: str) -> str:
    return word if word == word.lower() else _CAPITAL.sub(lambda match: match[0].lower(), word)


def _with_flexible_spaces(pattern: str) -> str:
    """Return a pattern in which a space matches any white space."""
    return pattern.replace(" ?", r"\s{0,3}").replace(" ", r"\s{1,3}")

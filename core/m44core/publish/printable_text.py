"""Finding out which characters can be printed, and replacing all others in texts.

The fonts embedded in Typst cannot be inspected from outside, so Typst is made to typeset a page
with only the characters in question: they can be printed unless that fails. The text of the error
is not used.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from typing import Any, TypeVar

from m44core.values import dataclass

T = TypeVar("T")

REPLACEMENT = "\N{WHITE SQUARE}"
"""Printed instead of characters that no font has."""
_CONTEXT_LENGTH = 20  # characters of context on either side of a reported character
_BREAKS = {"\t": " ", **dict.fromkeys("\v\f\r\x85\u2028\u2029", "\n")}  # other white space
_INVISIBLE_CATEGORIES = frozenset(
    {"Cc", "Cf", "Zl", "Zp"}
)  # categories of characters without a glyph
_WORDS = re.compile(r"(\s+|<[^>]*>)")  # separators of words; pictures are SVG
_MARK = "\ufeff"  # the byte order mark, which no text of a PDF may contain
_JOINER = "\u200d"
_COMBINING = "\ufe00-\ufe0f\u20e3\U000e0100-\U000e01ef\U000e0020-\U000e007f\U0001f3fb-\U0001f3ff"


@dataclass(frozen=True, slots=True)
class PrintableData:
    """Plain data whose texts can be printed.

    Attributes:
        data: The data.
        missing: The characters that no font has, replaced by squares.
        dropped: The control characters and the like that were removed; invisible joiners are
            not included.
    """

    data: Any
    missing: frozenset[str] = frozenset()
    dropped: frozenset[str] = frozenset()


class FontCoverage:
    """Finds out which characters the available fonts cover.

    Args:
        can_print: Returns whether Typst can print a text.
    """

    def __init__(self, can_print: Callable[[str], bool]) -> None:
        self._can_print = can_print
        self._covered: set[str] = {"\n", *map(chr, range(32, 127))}
        self._uncovered: set[str] = set()

    def missing_characters(self, characters: Iterable[str]) -> set[str]:
        """Return the characters that no font covers."""
        character_set = set(characters)
        untested = sorted(character_set - self._covered - self._uncovered)
        self._uncovered |= self._find_missing(untested)
        self._covered |= {each for each in untested if each not in self._uncovered}
        return character_set & self._uncovered

    def _find_missing(self, characters: list[str]) -> set[str]:
        """Return the missing characters by bisection; most texts need a single try."""
        if not characters or self._can_print(" ".join(characters)):
            return set()
        if len(characters) == 1:
            return {*characters}
        half = len(characters) // 2
        return self._find_missing(characters[:half]) | self._find_missing(characters[half:])

    def make_printable(self, data: object) -> PrintableData:
        """Return plain data in which every character can be printed, and what was replaced."""
        characters = _characters_in(data)
        dropped = {character for character in characters if is_unprintable(character)}
        line_breaks = characters & _BREAKS.keys()
        uncovered = self.missing_characters(characters - dropped - line_breaks)
        invisible = {character for character in uncovered if _is_invisible(character)}
        missing_characters = uncovered - invisible
        if not (dropped or uncovered or line_breaks):
            return PrintableData(data)
        clean = map_texts(data, _text_cleaner(dropped | invisible, missing_characters))
        return PrintableData(clean, frozenset(missing_characters), frozenset(dropped))

    def replace_unprintable_words(self, data: object) -> PrintableData:
        """Return plain data with a square for each word that cannot be printed as a whole.

        Such a word may consist of letters that can each be printed alone.
        """
        words = {
            word for text in _texts_in(data) for word in _WORDS.split(text) if not word.isascii()
        }
        unprintable_words = {word for word in words if not self._can_print(word)}

        def clean(text: str) -> str:
            return "".join(
                REPLACEMENT if part in unprintable_words else part for part in _WORDS.split(text)
            )

        characters = frozenset(
            character for word in unprintable_words for character in word if not character.isascii()
        )
        return PrintableData(map_texts(data, clean) if unprintable_words else data, characters)


def is_unprintable(character: str) -> bool:
    """Return whether a character is a control (not white space), BOM, surrogate or noncharacter."""
    category = unicodedata.category(character)
    if category == "Cc":
        return character != "\n" and character not in _BREAKS
    if character == _MARK:
        return True
    number = ord(character)
    return category == "Cs" or number & 0xFFFE == 0xFFFE or 0xFDD0 <= number <= 0xFDEF


def _is_invisible(character: str) -> bool:
    """Return whether a character has no glyph and only affects its neighbors."""
    is_selector = "VARIATION SELECTOR" in unicodedata.name(character, "")
    return is_selector or unicodedata.category(character) in _INVISIBLE_CATEGORIES


def strip_unprintable(value: T) -> T:
    """Return plain data without controls, surrogates and noncharacters."""
    unprintable = {character for character in _characters_in(value) if is_unprintable(character)}
    cleaned: T = map_texts(value, _text_cleaner(unprintable, set())) if unprintable else value
    return cleaned


def _text_cleaner(dropped: Set[str], missing_characters: Set[str]) -> Callable[[str], str]:
    """Return a function that removes *dropped* from a text and replaces missing characters.

    A sequence that is joined into one glyph, such as the emoji of a family with its modifiers,
    becomes a single :data:`REPLACEMENT`.
    """
    table: dict[int, str | None] = {
        ord(character): replacement for character, replacement in _BREAKS.items()
    }
    table |= {ord(character): None for character in dropped}
    if not missing_characters:
        return lambda text: text.translate(table)
    missing = f"[{re.escape(''.join(sorted(missing_characters)))}][{_COMBINING}{_JOINER}]*"
    joined = re.compile(rf"{missing}(?:(?<={_JOINER})(?:{missing}|[^\w\s]))*")
    return lambda text: joined.sub(REPLACEMENT, text.translate(table))


def _texts_in(data: object) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, Mapping):
        for key, value in data.items():
            yield from (*_texts_in(key), *_texts_in(value))
    elif isinstance(data, list | tuple):
        for value in data:
            yield from _texts_in(value)


def _characters_in(data: object) -> set[str]:
    return {character for text in _texts_in(data) for character in text}


def map_texts(data: Any, change: Callable[[str], str]) -> Any:  # noqa: ANN401 - plain data
    """Return plain data with every text changed by a function."""
    if isinstance(data, str):
        return change(data)
    if isinstance(data, Mapping):
        return {map_texts(key, change): map_texts(value, change) for key, value in data.items()}
    return [map_texts(each, change) for each in data] if isinstance(data, list | tuple) else data


def first_context(data: object, characters: Set[str], heading: str = "") -> str:
    """Return the text around the first of *characters*, after its heading; "" if there is none."""
    if isinstance(data, str):
        index = next(
            (number for number, character in enumerate(data) if character in characters), None
        )
        if index is None:
            return ""
        context = data[max(0, index - _CONTEXT_LENGTH) : index + _CONTEXT_LENGTH].strip()
        context = "".join(character for character in context if not is_unprintable(character))
        return f"{heading}: {context}" if heading else context
    if isinstance(data, Mapping):
        own_heading = data.get("heading")
        heading = own_heading if isinstance(own_heading, str) else heading
        data = list(data.values())
    parts = data if isinstance(data, list | tuple) else ()
    return next(filter(None, (first_context(part, characters, heading) for part in parts)), "")

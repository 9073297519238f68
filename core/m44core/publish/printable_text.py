"""Which characters can be printed, and texts made of those alone.

The fonts that Typst embeds are files nobody else can look into, so Typst itself is asked: a page
of nothing but characters can be made, or it cannot. What the error says is never read.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from typing import Any, TypeVar

from m44core.values import dataclass

T = TypeVar("T")

REPLACEMENT = "\N{WHITE SQUARE}"
"""Printed for what no font here has."""
_AROUND = 20  # letters of a text on either side of one of them that are told
_BREAKS = {"\t": " ", **dict.fromkeys("\v\f\r\x85\u2028\u2029", "\n")}  # what only moves on
_UNSEEN = frozenset({"Cc", "Cf", "Zl", "Zp"})  # kinds of characters without a picture
_WORDS = re.compile(r"(\s+|<[^>]*>)")  # between words; the pictures are SVG
_MARK = "\ufeff"  # of the order of bytes; no PDF may have it in a text
_JOINER = "\u200d"
_ATTACHED = "\ufe00-\ufe0f\u20e3\U000e0100-\U000e01ef\U000e0020-\U000e007f\U0001f3fb-\U0001f3ff"


@dataclass(frozen=True, slots=True)
class Printable:
    """Plain data whose texts can be printed.

    Attributes:
        data: The data.
        missing: The characters no font here has; a square stands for each.
        dropped: The characters that are letters in no font, which were left out; joiners and
            the like, which nobody sees, are not among them.
    """

    data: Any
    missing: frozenset[str] = frozenset()
    dropped: frozenset[str] = frozenset()


class FontCoverage:
    """Knows which characters the fonts at hand have.

    Args:
        takes: Tells whether Typst can print a text.
    """

    def __init__(self, takes: Callable[[str], bool]) -> None:
        self._takes = takes
        self._had: set[str] = {"\n", *map(chr, range(32, 127))}
        self._lacked: set[str] = set()

    def missing(self, characters: Iterable[str]) -> set[str]:
        """Return the characters that no font has."""
        wanted = set(characters)
        asked = sorted(wanted - self._had - self._lacked)
        self._lacked |= self._sifted(asked)
        self._had |= {each for each in asked if each not in self._lacked}
        return wanted & self._lacked

    def _sifted(self, characters: list[str]) -> set[str]:
        """Return those that are lacking, by halves: most texts take one question."""
        if not characters or self._takes(" ".join(characters)):
            return set()
        if len(characters) == 1:
            return {*characters}
        half = len(characters) // 2
        return self._sifted(characters[:half]) | self._sifted(characters[half:])

    def make_printable(self, data: object) -> Printable:
        """Return plain data in which every character can be printed."""
        used = _characters(data)
        dropped = {sign for sign in used if is_unprintable(sign)}
        moved = used & _BREAKS.keys()
        lacking = self.missing(used - dropped - moved)
        unseen = {sign for sign in lacking if _is_unseen(sign)}
        missing = lacking - unseen
        if not (dropped or lacking or moved):
            return Printable(data)
        clean = _mapped(data, _cleaning(dropped | unseen, missing))
        return Printable(clean, frozenset(missing), frozenset(dropped))

    def replace_unprintable_words(self, data: object) -> Printable:
        """Return plain data without the words that cannot be printed, though each letter can.

        One square stands for each of them.
        """
        words = {word for text in _texts(data) for word in _WORDS.split(text) if not word.isascii()}
        wrong = {word for word in words if not self._takes(word)}

        def clean(text: str) -> str:
            return "".join(REPLACEMENT if part in wrong else part for part in _WORDS.split(text))

        signs = frozenset(sign for word in wrong for sign in word if not sign.isascii())
        return Printable(_mapped(data, clean) if wrong else data, signs)


def is_unprintable(sign: str) -> bool:
    """Return whether no font can have a character: controls, surrogates and noncharacters."""
    category = unicodedata.category(sign)
    if category == "Cc":
        return sign != "\n" and sign not in _BREAKS
    if sign == _MARK:
        return True
    number = ord(sign)
    return category == "Cs" or number & 0xFFFE == 0xFFFE or 0xFDD0 <= number <= 0xFDEF


def _is_unseen(sign: str) -> bool:
    """Return whether a character has no picture, but says how others look or run."""
    is_selector = "VARIATION SELECTOR" in unicodedata.name(sign, "")
    return is_selector or unicodedata.category(sign) in _UNSEEN


def strip_unprintable(value: T) -> T:
    """Return plain data without characters that are none in any font."""
    used = {sign for sign in _characters(value) if is_unprintable(sign)}
    cleaned: T = _mapped(value, _cleaning(used, set())) if used else value
    return cleaned


def _cleaning(dropped: Set[str], missing: Set[str]) -> Callable[[str], str]:
    """Return what leaves the ones out of a text, and puts a square for each of the others.

    One square stands for all that is joined into a single picture, as families are, and for what
    only says how the picture is to look.
    """
    table: dict[int, str | None] = {ord(sign): said for sign, said in _BREAKS.items()}
    table |= {ord(sign): None for sign in dropped}
    if not missing:
        return lambda text: text.translate(table)
    one = f"[{re.escape(''.join(sorted(missing)))}][{_ATTACHED}{_JOINER}]*"
    joined = re.compile(rf"{one}(?:(?<={_JOINER})(?:{one}|[^\w\s]))*")
    return lambda text: joined.sub(REPLACEMENT, text.translate(table))


def _texts(data: object) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, Mapping):
        for key, value in data.items():
            yield from (*_texts(key), *_texts(value))
    elif isinstance(data, list | tuple):
        for value in data:
            yield from _texts(value)


def _characters(data: object) -> set[str]:
    return {sign for text in _texts(data) for sign in text}


def _mapped(data: Any, change: Callable[[str], str]) -> Any:  # noqa: ANN401 - plain data
    if isinstance(data, str):
        return change(data)
    if isinstance(data, Mapping):
        return {_mapped(key, change): _mapped(value, change) for key, value in data.items()}
    return [_mapped(each, change) for each in data] if isinstance(data, list | tuple) else data


def first_context(data: object, signs: Set[str], heading: str = "") -> str:
    """Return the words of the data in which one of some characters stands first."""
    if isinstance(data, str):
        at = next((place for place, sign in enumerate(data) if sign in signs), None)
        if at is None:
            return ""
        words = data[max(0, at - _AROUND) : at + _AROUND].strip()
        words = "".join(sign for sign in words if not is_unprintable(sign))
        return f"{heading}: {words}" if heading else words
    if isinstance(data, Mapping):
        below = data.get("heading")
        heading = below if isinstance(below, str) else heading
        data = list(data.values())
    parts = data if isinstance(data, list | tuple) else ()
    return next(filter(None, (first_context(part, signs, heading) for part in parts)), "")

"""The normal form of texts, equal for texts that differ only in notation."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from m44core.catalogue.search_words import HYPHENS, INVISIBLE_CHARACTERS
from m44core.data_files import read_yaml_mapping
from m44core.errors import CatalogueError
from m44core.validation.text_analysis.language_patterns import language_tag, patterns_for_language

_DATA = Path(__file__).parent / "references.yaml"
_PLAIN_LETTERS = str.maketrans(
    {
        **dict.fromkeys("\u2018\u2019\u201a\u201b`\u00b4", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u201f\u00ab\u00bb", '"'),
        **dict.fromkeys(HYPHENS, "-"),
        **dict.fromkeys(INVISIBLE_CHARACTERS, None),
    }
)
_NARROW_BRACKETS = str.maketrans({"\uff08": "(", "\uff09": ")", "\u3010": "[", "\u3011": "]"})
_SENTENCE_ENDS = " .!;\u3002\t\n"
_BLANKS = re.compile(r"\s+")
_LOOSE_SPACES = re.compile(r"\s+([,.:;!?)\]])|([(\[])\s+")
_WORD = re.compile(r"[^\W\d_]+")


def normal_form(text: str, code: str) -> str:
    """Return a text in normal form, without distinctions that do not change its meaning.

    The distinctions are capitals, the final period, spaces, typographic quotation marks and dashes,
    numbers in words instead of digits, and bracketed references to pages of the rules.

    Args:
        text: The text.
        code: The code of its language.
    """
    plain_text = (
        unicodedata.normalize("NFKC", without_references(text)).translate(_PLAIN_LETTERS).casefold()
    )
    numbers = _digits_by_word(code)
    plain_text = _WORD.sub(lambda match: numbers.get(match[0], match[0]), plain_text)
    return _LOOSE_SPACES.sub(r"\1\2", _BLANKS.sub(" ", plain_text)).strip(_SENTENCE_ENDS)


def without_references(text: str) -> str:
    """Return a text with spaces in place of bracketed references to pages of the rules.

    Offsets stay the same: ``(Actions 19 - Night Attack)`` becomes as many spaces.
    """
    parts, offset = [], 0
    for match in _reference_pattern().finditer(text.translate(_NARROW_BRACKETS)):
        parts += [text[offset : match.start()], " " * len(match[0])]
        offset = match.end()
    return "".join([*parts, text[offset:]])


@cache
def _reference_pattern() -> re.Pattern[str]:
    """Return the pattern of ``(Terrain 29 - Minefields)`` in all languages.

    Raises:
        CatalogueError: the data of the program is wrong.
    """
    try:
        data = read_yaml_mapping(_DATA)
        words = {
            str(word) for reference_words in data["references"].values() for word in reference_words
        }
    except (AttributeError, KeyError, OSError, TypeError, ValueError) as error:
        raise CatalogueError(f"{_DATA.name} is wrong: {error!r}") from error
    alternatives = "|".join(sorted(map(re.escape, words), key=len, reverse=True))
    inner_text = r"[^()\[\]\n]{0,80}"
    return re.compile(
        rf"[(\[]\s*(?:{alternatives})\s?\d{{1,3}}(?:[^\w()\[\]\n]{inner_text})?[)\]]", re.IGNORECASE
    )


@cache
def _digits_by_word(code: str) -> Mapping[str, str]:
    """Return the digits for number words, keyed by word; empty if the language is unknown.

    Words for 1 are left out, because they are also articles.
    """
    tag = language_tag(code)
    if tag is None:
        return {}
    numbers: Mapping[str, list[str]] = patterns_for_language(tag).data["numbers"]
    pairs = [(word.casefold(), number) for number, words in numbers.items() for word in words]
    return {word: str(number) for word, number in pairs if int(number) > 1 and len(word) > 1}

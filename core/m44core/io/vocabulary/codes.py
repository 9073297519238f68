"""Converting between the codes of the .m44 format and the words of our own files."""

from __future__ import annotations

import re

from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.catalogue.catalogue_types import Layer, pack_name_of_piece

FOREIGN = "m44:"  # prefix of a name or code for which our files have no word

_CODE_PATTERN = re.compile(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*")
_WORD_PATTERN = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
_SPECIAL_WORDS = {
    "BRKTHRU": "breakthrough",
    "GERMAN_2VICTANK": "worth-two-medals",
}
_SPECIAL_CODES = {word: code for code, word in _SPECIAL_WORDS.items()}


def upper_code(text: str) -> str | None:
    """Return the upper-case code for a text in lower or mixed case.

    Return None if the text is already upper-case or would not be a valid code.
    """
    upper_case = text.upper()
    return upper_case if upper_case != text and _CODE_PATTERN.fullmatch(upper_case) else None


def word_for(code: str) -> str:
    """Return our word for a code: ``wide-river`` for ``WIDE_RIVER``.

    A code without a word gets the prefix ``m44:``, so that it can be converted back.
    """
    word = _SPECIAL_WORDS.get(code)
    if word:
        return word
    lower_case = code.lower().replace("_", "-")
    if not _CODE_PATTERN.fullmatch(code) or lower_case in _SPECIAL_CODES:
        return FOREIGN + code
    return lower_case


def code_for(text: str) -> str:
    """Return the .m44 code for one of our words; a text that is not a word is unchanged."""
    if text.startswith(FOREIGN):
        return text.removeprefix(FOREIGN)
    code = _SPECIAL_CODES.get(text)
    if code:
        return code
    return text.upper().replace("-", "_") if _WORD_PATTERN.fullmatch(text) else text


def key_for(name: str, layer: Layer) -> str:
    """Return the key of an element in our files: ``forest`` for ``woods``.

    The name of a piece from a user pack is its key, whether or not the pack is available. Other
    unknown names get the prefix ``m44:``.
    """
    if pack_name_of_piece(name):
        return name
    element = base_catalogue().get(name, layer)
    return element.key if element else FOREIGN + name


def name_for(text: str, layer: Layer) -> str:
    """Return the .m44 name for a key of our files; an unknown key is unchanged."""
    if text.startswith(FOREIGN):
        return text.removeprefix(FOREIGN)
    element = base_catalogue().by_key(layer, text)
    return element.name if element else text

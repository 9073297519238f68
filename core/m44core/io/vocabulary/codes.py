"""The words of our own files for the codes of the .m44 format."""

from __future__ import annotations

import re

from m44core.catalogue.load import base_catalogue
from m44core.catalogue.types import Layer, pack_of

FOREIGN = "m44:"  # before a name or a code that we have no word for

_CODE = re.compile(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*")
_WORD = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
_SPECIAL_WORDS = {
    "BRKTHRU": "breakthrough",
    "GERMAN_2VICTANK": "worth-two-medals",
}
_SPECIAL_CODES = {word: code for code, word in _SPECIAL_WORDS.items()}


def capitals(text: str) -> str | None:
    """Return the code that a text in small letters is; None where it is none, or one already."""
    large = text.upper()
    return large if large != text and _CODE.fullmatch(large) else None


def word(code: str) -> str:
    """Return our word for a code: ``wide-river`` for ``WIDE_RIVER``.

    A code that has none is kept behind a mark, so that :func:`code` gives it back.
    """
    own = _SPECIAL_WORDS.get(code)
    if own:
        return own
    plain = code.lower().replace("_", "-")
    if not _CODE.fullmatch(code) or plain in _SPECIAL_CODES:
        return FOREIGN + code
    return plain


def code(text: str) -> str:
    """Return the code that *text* is our word for; *text* itself where it is no word."""
    if text.startswith(FOREIGN):
        return text.removeprefix(FOREIGN)
    own = _SPECIAL_CODES.get(text)
    if own:
        return own
    return text.upper().replace("-", "_") if _WORD.fullmatch(text) else text


def key(name: str, layer: Layer) -> str:
    """Return what our files call an element: ``forest`` for ``woods``.

    Pieces of user packs are called the same everywhere, with the pack at hand and without.
    """
    if pack_of(name):
        return name
    found = base_catalogue().get(name, layer)
    return found.key if found else FOREIGN + name


def name(text: str, layer: Layer) -> str:
    """Return the .m44 name of what our files call *text*; *text* itself where nothing is."""
    if text.startswith(FOREIGN):
        return text.removeprefix(FOREIGN)
    found = base_catalogue().by_key(layer, text)
    return found.name if found else text

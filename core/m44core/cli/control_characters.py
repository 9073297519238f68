"""Makes control characters in text from files visible, so that a terminal does not execute them."""

from __future__ import annotations

import re

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]")
_PICTURES, _DELETE, _REPLACEMENT_CHARACTER = 0x2400, 0x7F, "\N{REPLACEMENT CHARACTER}"


def escape_controls(text: str) -> str:
    r"""Return *text* on one line, with control and direction characters escaped, as ``\x1b``."""
    return _CONTROL.sub(_escape_match, text)


def _escape_match(match: re.Match[str]) -> str:
    return (
        match[0].encode("unicode_escape").decode("ascii")
        if match[0] < "\x80"
        else _unicode_escape(match)
    )


def _unicode_escape(match: re.Match[str]) -> str:
    return f"\\u{ord(match[0]):04x}"


def control_picture(character: str) -> str:
    """Return a character, or a one-cell symbol if it is a control character."""
    if not _CONTROL.match(character):
        return character
    number = ord(character)
    if number == _DELETE:
        return "\N{SYMBOL FOR DELETE}"
    return chr(_PICTURES + number) if number < 0x20 else _REPLACEMENT_CHARACTER

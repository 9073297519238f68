"""Numbers as arguments of a command."""

from __future__ import annotations

import argparse

_MOST_DIGITS = 9


def positive(text: str) -> int:
    """Read a whole number from 1 on.

    Raises:
        ArgumentTypeError: it is none; argparse says which option it is about.
    """
    if not (text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS and int(text)):
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 on")
    return int(text)


def whole(text: str) -> int:
    """Read a whole number from 0 on.

    Raises:
        ArgumentTypeError: it is none; argparse says which option it is about.
    """
    return int(text) if text.strip("0") == "" and text else positive(text)

"""Numbers written in digits in a text."""

from __future__ import annotations

import re

NUMBER = re.compile(r"0\d(?=\d\d(?!\d))|\d{1,3}(?:[.,' \u00a0\u2009\u2019\u202f]\d{3})+(?!\d)|\d+")
"""Matches a number, with the thousands separators of any language: ``1 500``, ``1.500``."""
_MAX_LENGTH = 30  # characters; Python refuses to convert thousands of digits


def number_value(text: str) -> int:
    """Return the value of a number that :data:`NUMBER` matched."""
    return int(re.sub(r"\D", "", text))


def numbers_in(text: str) -> tuple[int, ...]:
    """Return the distinct numbers in a text, in order; overlong runs of digits are left out."""
    numbers = (each for each in NUMBER.findall(text) if len(each) <= _MAX_LENGTH)
    return tuple(dict.fromkeys(map(number_value, numbers)))

"""The days of a battle behind the title of a briefing: ``June 6, 1944``, ``6.-8. Juni 1944``."""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import date

from m44core.validation.prose.language import TAGS, language

_YEAR = re.compile(r"(?<!\d)(19\d\d)(?!\d)")
_ISO = re.compile(r"(19\d\d)-(\d{1,2})-(\d{1,2})")
_EAST = re.compile(r"(19\d\d)\s?年\s?(\d{1,2})\s?月\s?(\d{1,2})\s?日")
_DOTTED = re.compile(r"(\d{1,2})[./](\d{1,2})[./](19\d\d)")
_DAYS = re.compile(r"(?<!\d)(\d{1,2})(?!\d)")
_LONGEST = 60

Days = tuple[date, date | None]
"""The first day, and the last one where there are several."""


def days_of(text: str) -> Days | None:
    """Return the days a text names; None where they are not understood, or could be others."""
    if len(text) > _LONGEST:
        return None
    with suppress(ValueError):  # the 31st of June
        if found := _ISO.search(text) or _EAST.search(text):
            return date(int(found[1]), int(found[2]), int(found[3])), None
        if found := _DOTTED.search(text):
            return _in_figures(int(found[1]), int(found[2]), int(found[3]))
        return _in_words(text)
    return None


def _in_figures(one: int, two: int, year: int) -> Days | None:
    """Return the day of two numbers of which only one can be the month, or both are the same."""
    if one > 12 or one == two:
        return date(year, two, one), None
    return (date(year, one, two), None) if two > 12 else None


def _in_words(text: str) -> Days | None:
    year, month = _YEAR.search(text), _month(text)
    if year is None or month is None:
        return None
    days = [int(each) for each in _DAYS.findall(text.replace(year[0], " "))]
    if not days or len(days) > 2 or (len(days) == 2 and days[0] >= days[1]):
        return None
    first, *rest = (date(int(year[0]), month, day) for day in days)
    return first, next(iter(rest), None)


def _month(text: str) -> int | None:
    """Return the month a text names; None for none, or two."""
    found: set[int] = set()
    for tag in TAGS:
        for number, names in language(tag).said.get("months", {}).items():
            if re.search(rf"(?<!\w)(?:{names})(?!\w)", text, re.IGNORECASE):
                found.add(int(number))
    return found.pop() if len(found) == 1 else None

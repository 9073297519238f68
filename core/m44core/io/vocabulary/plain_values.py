"""Values that both formats write alike: texts and days."""

from __future__ import annotations

import re
from datetime import date

_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def as_text(raw: object) -> str | None:
    """Return a text, or None where it is none."""
    return raw if isinstance(raw, str) else None


def as_words(raw: object) -> dict[str, str] | None:
    """Return words for words, or None where it is none."""
    if not isinstance(raw, dict) or not all(isinstance(word, str) for word in raw.values()):
        return None
    return dict(raw) or None


def as_day(raw: object) -> date | None:
    """Return a day, or None where a text is none of the calendar."""
    if not isinstance(raw, str) or not _DAY.fullmatch(raw):
        return None
    try:
        return date.fromisoformat(raw)
    except ValueError:
        return None

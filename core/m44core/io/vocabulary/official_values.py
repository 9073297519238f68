"""Values as the official editor writes them: single ones, and the terms of a medal."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from m44core.catalogue.types import Side
from m44core.io.vocabulary.official import SWITCHES
from m44core.model.parts import MedalTerms

T = TypeVar("T")
Raw = dict[str, object]

_DIGITS = re.compile(r"\d{1,4}")


def take(rest: Raw, key: str, read: Callable[[object], T | None]) -> T | None:
    """Return what *read* makes of a value; leave the value where it makes None of it."""
    if key not in rest:
        return None
    value = read(rest[key])
    if value is not None:
        del rest[key]
    return value


def as_object(raw: object) -> Raw | None:
    """Return a copy of an object, or None where it is none."""
    return dict(raw) if isinstance(raw, dict) else None


def as_number(raw: object) -> int | None:
    """Return a whole number of at most four digits, or None where it is none."""
    if isinstance(raw, str):
        return int(raw) if _DIGITS.fullmatch(raw) and raw.isascii() else None
    if isinstance(raw, float) and raw.is_integer():
        raw = int(raw)
    return raw if isinstance(raw, int) and not isinstance(raw, bool) and 0 <= raw < 10000 else None


def as_side(raw: object) -> Side | None:
    """Return a side, or None where it is none."""
    return Side(raw) if raw in ("AXIS", "ALLIES") else None


def medal_terms(raw: object) -> MedalTerms | None:
    """Return the terms of a medal, or None where they are none."""
    rest = as_object(raw)
    if rest is None:
        return None
    permanent = take(rest, "permanent", lambda value: value if isinstance(value, bool) else None)
    counts_for = take(rest, "counts_for", as_number)
    needed = take(rest, "nbr_hex", as_number)
    side = take(rest, "side", as_side)
    switches = {term: True for term in SWITCHES if rest.get(term) is True}
    for term in switches:
        del rest[term]
    return MedalTerms(
        permanent=bool(permanent),
        counts_for=1 if counts_for is None else counts_for,
        hexes_needed=1 if needed is None else needed,
        side=side,
        **switches,
        extra=rest,
    )


def further_terms(terms: MedalTerms) -> Raw:
    """Return the terms of a medal besides its first three, as the official editor has them."""
    switches = {term: True for term in SWITCHES if getattr(terms, term)}
    side = {"side": terms.side.value} if terms.side else {}
    return {**switches, **side, **terms.extra}

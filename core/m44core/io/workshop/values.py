"""What entries of a workshop document may be, and what is left of one that is understood."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from m44core.catalogue.types import Side

T = TypeVar("T")


Raw = dict[str, object]


M44 = "m44"
"""The key of what stands as the official format has it."""


class Rest:
    """The entries of an object that are still to be understood.

    Attributes:
        left: What was not, by the keys of .m44 files.
    """

    def __init__(self, raw: Mapping[str, object]) -> None:
        self._raw = {key: value for key, value in raw.items() if key != M44}
        self._foreign = object_in(raw.get(M44))
        self.left: Raw = {}

    def __contains__(self, key: str) -> bool:
        return key in self._raw

    def take(self, word_: str, theirs: str, read: Callable[[object], T | None]) -> T | None:
        """Return what *read* makes of an entry; keep the entry where it makes None of it."""
        if word_ not in self._raw:
            return None
        raw = self._raw.pop(word_)
        value = read(raw)
        if value is None:
            self.left[theirs] = raw
        return value

    def extra(self) -> Raw:
        """Return all that was not understood; what stands below ``m44`` is not read."""
        return {**self._foreign, **self._raw, **self.left}


def object_in(raw: object) -> Raw:
    """Return an object of a document; an empty one where there is none."""
    return raw if isinstance(raw, dict) else {}


def as_number(raw: object) -> int | None:
    """Return a whole number that is not negative, or None where it is none."""
    if isinstance(raw, float) and raw.is_integer():
        raw = int(raw)
    return raw if type(raw) is int and 0 <= raw < 10000 else None


def as_side(raw: object) -> Side | None:
    """Return a side, or None where it is none."""
    return Side(str(raw).upper()) if raw in ("axis", "allies") else None


def as_object(raw: object) -> Raw | None:
    """Return a copy of an object, or None where it is none."""
    return raw if isinstance(raw, dict) else None

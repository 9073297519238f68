"""Repairs in the words of the workshop document; each is named by the key of its title."""

from __future__ import annotations

from collections.abc import Iterable

from m44core.catalogue.types import Side
from m44core.findings.kinds import Sayable
from m44core.io.vocabulary.codes import word
from m44core.validation.basis.check import Repair


def put(key: str, pointer: str, value: str | int, /, **values: Sayable) -> Repair:
    """Return the repair that writes a value at a pointer."""
    return Repair(key, {pointer: value}, values)


def give(key: str, pointer: str, side: Side, /, **values: Sayable) -> Repair:
    """Return the repair that writes a side at a pointer."""
    return give_all(key, (pointer,), side, **values)


def give_all(key: str, pointers: Iterable[str], side: Side, /, **values: Sayable) -> Repair:
    """Return the repair that writes a side at some pointers."""
    return Repair(key, dict.fromkeys(pointers, word(side.value)), values)


def remove(key: str, /, *pointers: str, **values: Sayable) -> Repair:
    """Return the repair that removes what stands at some pointers."""
    return Repair(key, dict.fromkeys(pointers), values)

"""A unit at the start of the game, on a hex or yet to enter the board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from m44core.values import dataclass

Extra = Mapping[str, object]
"""The unknown keys of an object in a file, in file order, verbatim."""


def no_extra() -> Extra:
    """Return an empty mapping, for objects without unknown keys."""
    return {}


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit at the start of the game.

    Attributes:
        name: The name of the element: ``infger``, ``tank2us``.
        figures: The number of figures in this scenario; None for the default number.
        badge: The name of its badge: ``badge4``.
        behavior: The key of a special rule: ``french-resistance``.
        equipment: The equipment, verbatim: ``boat``.
        extra: Unknown keys.
    """

    name: str
    figures: int | None = None
    badge: str | None = None
    behavior: str | None = None
    equipment: str | None = None
    extra: Extra = field(default_factory=no_extra)

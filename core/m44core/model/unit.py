"""A unit at the start of the game: on a hex, or still to be dropped from the air."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from m44core.values import dataclass

Extra = Mapping[str, object]
"""The keys of a file object that nobody understands, in file order, verbatim."""


def no_extra() -> Extra:
    """Return no unknown keys."""
    return {}


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit at the start of the game.

    Attributes:
        name: The element's name: ``infger``, ``tank2us``.
        figures: The scenario's own figure count; None for the usual one.
        badge: The name of the badge beside it: ``badge4``.
        behavior: The key of a special rule: ``french-resistance``.
        equipment: What it carries, verbatim: ``boat``.
        extra: Unknown keys.
    """

    name: str
    figures: int | None = None
    badge: str | None = None
    behavior: str | None = None
    equipment: str | None = None
    extra: Extra = field(default_factory=no_extra)

"""What the traits of a counter say about its name: those that show one picture of several."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice, zip_longest

from m44core.values import dataclass
from m44core.vassal.sequences import parts

_LAYER, _OLD_LAYER, _PROTOTYPE = "emb2;", "emb;", "prototype;"
_IMAGES, _NAMES = 16, 17  # fields of a layer
_OLD_LEVELS = 9
_LEVEL = re.compile(r"[1-9]\d{0,2}(?=;|$)")
_MOST_LEVELS = 200


@dataclass(frozen=True, slots=True)
class Shown:
    """What a layer of a counter shows.

    Attributes:
        name: What it adds to the name: a whole one, ``+ after``, ``before +``, or nothing.
        image: Its picture.
    """

    name: str
    image: str


def shown(types: Sequence[str], states: Sequence[str]) -> list[Shown]:
    """Return what the layers of a counter show, from the inmost on.

    Args:
        types: What its traits are, from the outmost on, and the counter itself.
        states: How they are. There are more where a trait stands for others, which the module
            knows; what lies between such traits is left out.
    """
    found = []
    for trait, state in reversed(paired(types, states)):
        level = _LEVEL.match(state)
        if level and trait.startswith((_LAYER, _OLD_LAYER)):
            found += _level(trait, int(level[0]) - 1)
    return found


def paired(types: Sequence[str], states: Sequence[str]) -> list[tuple[str, str]]:
    """Return each trait with its state, as far as it is certain which is which."""
    if len(types) == len(states):
        return list(zip(types, states, strict=True))
    hidden = [at for at, trait in enumerate(types) if trait.startswith(_PROTOTYPE)]
    if not hidden:
        return []
    outer = list(zip(types[: hidden[0]], states, strict=False))
    inner = list(zip(reversed(types[hidden[-1] + 1 :]), reversed(states), strict=False))
    return outer + inner[::-1]


def _level(trait: str, level: int) -> list[Shown]:
    levels = _old_levels(trait) if trait.startswith(_OLD_LAYER) else _levels(trait)
    return levels[level : level + 1]


def _levels(trait: str) -> list[Shown]:
    fields = [*islice(parts(trait, ";"), _IMAGES, _NAMES + 1), "", ""][:2]
    images, names = (islice(parts(field, ","), _MOST_LEVELS) for field in fields)
    return [Shown(name, image) for name, image in zip_longest(names, images, fillvalue="")]


def _old_levels(trait: str) -> list[Shown]:
    levels = islice(parts(trait, ";"), _OLD_LEVELS, _OLD_LEVELS + _MOST_LEVELS)
    both = ([*islice(parts(level, ","), 2), ""] for level in levels)
    return [Shown(name, image) for image, name, *_ in both]


def named(name: str, layers: Sequence[Shown]) -> str:
    """Return the name of a counter with what its layers make of it."""
    for layer in layers:
        first, plus, then = layer.name.partition("+")
        if plus and first:
            name = f"{first}{name}"
        elif plus:
            name = f"{name}{then}"
        else:
            name = first or name
    return name

"""A list of components in the briefing against the board (M8xx)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache

from m44core.findings.kinds import Sayable, say
from m44core.validation.basis.check import Problem, check, problem
from m44core.validation.basis.context import Context
from m44core.validation.prose.language import Language
from m44core.validation.prose.names import in_language
from m44core.validation.prose.prose import Told
from m44core.validation.prose.reading import Reading

_FIELDS = ("description", "rules")
_KINDS = 3  # with fewer it is no list
_BETWEEN = r"[\s,;:\u2022\u3001\uff0c\uff1b*/&()x-]*(?:JOINER)?[\s:]*"
_KEYS = {
    "river": ("river", "river-bend", "river-fork-left", "river-fork-right", "river-star"),
}

Part = tuple[str, Reading]


@check("M816")
def unlike_the_printed_bill(context: Context) -> Iterator[Problem]:
    """Lists of components in a text that the board does not agree with (V-72)."""
    for told in context.prose.read:
        for field, text in told.fields(_FIELDS):
            yield from _differences(context, told, field, text)


def _differences(context: Context, told: Told, field: str, text: str) -> Iterator[Problem]:
    assert told.language
    if not told.language.may_list(text, _KINDS):
        return
    there = Counter(placed.element.key for placed in context.pieces)
    for name, stated in component_list(told.language, text).items():
        lies = sum(there[key] for key in _KEYS.get(name, (name,)))
        if lies != stated:
            said: dict[str, Sayable] = {
                "language": in_language(told),
                "stated": stated,
                "lies": lies,
            }
            yield problem("unlike", f"/texts/{told.code}/{field}", **said, component=say(name))


def component_list(language: Language, text: str) -> Mapping[str, int]:
    """Return the longest list of counted components in a text; empty where there is none."""
    between = _between(language.said["joiner"])
    parts = sorted(language.parts(text), key=lambda part: part[1].start)
    lists: list[list[Part]] = []
    for part in parts:
        if lists and between.fullmatch(text, lists[-1][-1][1].end, part[1].start):
            lists[-1].append(part)
        else:
            lists.append([part])
    longest = max(lists, key=len, default=[])
    counts = {name: reading.numbers["n"] for name, reading in longest}
    return counts if len(counts) >= _KINDS and len(counts) == len(longest) else {}


@cache
def _between(joiner: str) -> re.Pattern[str]:
    """Return what may stand between two parts of a list: a comma, an *and*."""
    return re.compile(_BETWEEN.replace("JOINER", joiner), re.IGNORECASE)

"""Signs in texts that nobody sees and that act on whoever shows them (M8xx)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from m44core.findings.kinds import Sayable
from m44core.validation.basis.check import Problem, check, problem
from m44core.validation.basis.context import Context
from m44core.validation.basis.repairs import put
from m44core.validation.prose.names import field_name, in_language
from m44core.validation.prose.prose import FIELDS, Told

_TITLES = ("name", "subtitle")


class _Kind(NamedTuple):
    """A kind of signs: the key of its message and its repair, what it is, what replaces it."""

    key: str
    signs: re.Pattern[str]
    instead: str = ""


_CONTROL = _Kind(
    "control",
    re.compile(
        r"\x1b\[[0-?]*[ -/]*[@-~]"  # the colour of a terminal, its cursor
        r"|\x1b\][^\x07\x1b\n]*(?:\x07|\x1b\\)"  # its title, its links
        r"|[\x00-\x08\x0e-\x1f\x7f\x81\x8d\x8f\x90\x9d]"
    ),
)
_DIRECTION = _Kind("direction", re.compile("[\u202a-\u202e\u2066-\u2069]"))
_OVERRIDE = _Kind("direction", re.compile("[\u202d\u202e]"))
_LINES = _Kind("lines", re.compile(r"(?<=\S)\s*[\n\r\v\f\x85\u2028\u2029]\s*(?=\S)"), " ")
_OF_TITLES, _OF_TEXTS = (_CONTROL, _DIRECTION, _LINES), (_CONTROL, _OVERRIDE)


@check("M817")
def control_characters(context: Context) -> Iterator[Problem]:
    """Signs that act instead of being read, and line breaks in titles (LINT-T4, C-7).

    Signs of direction that only mark a passage may stand in a text, for some scripts need them;
    what turns letters round may not.
    """
    for told in context.prose.told:
        for field in FIELDS:
            text = getattr(told.texts, field)
            if text and (field in _TITLES or not text.isprintable()):
                yield from _found(told, field, text)


def _found(told: Told, field: str, text: str) -> Iterator[Problem]:
    for kind in _OF_TITLES if field in _TITLES else _OF_TEXTS:
        signs = kind.signs.findall(text)
        if signs:
            pointer = f"/texts/{told.code}/{field}"
            repair = put(kind.key, pointer, kind.signs.sub(kind.instead, text))
            said: dict[str, Sayable] = {"field": field_name(field), "language": in_language(told)}
            said |= {} if kind is _LINES else {"signs": _names(signs)}
            yield problem(kind.key, pointer, None, repair, **said)


def _names(signs: list[str]) -> str:
    """Return the names of the signs that act, each once: ``U+001B, U+202E``."""
    return ", ".join(dict.fromkeys(f"U+{ord(sign[0]):04X}" for sign in signs))

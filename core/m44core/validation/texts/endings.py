"""Texts that go on where they should end, or stop where they should go on (M819)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from m44core.findings.kinds import Sayable
from m44core.validation.basis.check import Problem, check, problem
from m44core.validation.basis.context import Context
from m44core.validation.basis.repairs import put
from m44core.validation.prose.names import field_name, in_language
from m44core.validation.prose.prose import Told

_PROSE = ("historical", "description", "victory", "rules")
_TAIL = 200  # letters at the end that are looked at
_LAST_LINE = re.compile(r"\n[ \t\u00a0]*([^\n]{1,40})\s*\Z")
_AFTER_THE_END = re.compile(
    r"(?<=[^\W\d_]{3}[.!])[ \t]+((?!\w\.)[^\W\d_A-ZÀ-ÞА-ЯЁ][^\s.!?,;:]{0,15})\s*\Z"
)
_LAST_WORD = re.compile(r"([^\W\d_]+)\s*\Z")


@check("M819")
def stray_ending(context: Context) -> Iterator[Problem]:
    """Headings, words and halves of sentences at the end of a text (LINT-T7)."""
    for told in context.prose.read:
        for field, text in told.fields(_PROSE):
            yield from _stray(told, field, text)


def _stray(told: Told, field: str, text: str) -> Iterator[Problem]:
    assert told.language
    tail = text[-_TAIL:]
    pointer = f"/texts/{told.code}/{field}"
    said: dict[str, Sayable] = {"field": field_name(field), "language": in_language(told)}
    heading = _LAST_LINE.search(tail)
    after = _AFTER_THE_END.search(tail)
    last = _LAST_WORD.search(tail)
    if heading and heading[1].strip().rstrip(":.").lower() in told.language.said["headings"]:
        kept = text[: len(text) - len(tail) + heading.start()].rstrip()
        repair = put("cut", pointer, kept, passage=heading[1].strip())
        yield problem("heading", pointer, None, repair, **said, passage=heading[1].strip())
    elif after:
        kept = text[: len(text) - len(tail) + after.start()].rstrip()
        repair = put("cut", pointer, kept, passage=after[1])
        yield problem("word", pointer, None, repair, **said, passage=after[1])
    elif last and len(text) > len(last[0]) and last[1].lower() in told.language.said["unfinished"]:
        yield problem("half", pointer, None, **said, passage=last[1])


CHECKS = (stray_ending,)

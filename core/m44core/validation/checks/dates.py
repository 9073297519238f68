"""The days of the battle (M316)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from m44core.io.vocabulary.official import unread
from m44core.model.parts import Briefing
from m44core.validation.basis.check import Problem, Repair, check, problem
from m44core.validation.basis.context import Context
from m44core.validation.basis.repairs import put
from m44core.validation.basis.thresholds import usual

_BEGINS, _ENDS = "/briefing/begins", "/briefing/ends"


@check("M316")
def unclear_dates(context: Context) -> Iterator[Problem]:
    """Days that are missing, in the wrong order, none at all or of another war (LINT-D1)."""
    briefing = context.scenario.briefing
    begins, ends = _said(briefing, "begins"), _said(briefing, "ends")
    for pointer, said in ((_BEGINS, begins), (_ENDS, ends)):
        yield from _senseless(pointer, said)
    if begins and not ends:
        yield problem(
            "no-end", _ENDS, None, *_copies("end-as-begun", _ENDS, begins), begins=_text(begins)
        )
    elif ends and not begins:
        yield problem(
            "no-begin", _BEGINS, None, *_copies("begin-as-ended", _BEGINS, ends), ends=_text(ends)
        )
    elif isinstance(begins, date) and isinstance(ends, date) and ends < begins:
        first, last = _text(begins), _text(ends)
        swapped = Repair("swap", {_BEGINS: last, _ENDS: first}, {})
        same = _copies("one-day", _ENDS, begins)
        yield problem("reversed", _ENDS, None, swapped, *same, begins=first, ends=last)


def _said(briefing: Briefing, field: str) -> date | str | None:
    """Return a day of the briefing, or the text that stands for one."""
    return getattr(briefing, field) or unread(briefing, field)


def _senseless(pointer: str, said: date | str | None) -> Iterator[Problem]:
    """Yield what is wrong with one day on its own."""
    years = usual().years
    if isinstance(said, str):
        yield problem("no-day", pointer, said=said)
    elif said and said.year not in years:
        first, last = map(int, years)
        yield problem("other-year", pointer, said=_text(said), first=first, last=last)


def _copies(key: str, pointer: str, day: date | str) -> tuple[Repair, ...]:
    """Offer to state a day once more, if it is one."""
    return (put(key, pointer, _text(day), day=_text(day)),) if isinstance(day, date) else ()


def _text(day: date | str) -> str:
    return day.isoformat() if isinstance(day, date) else day


CHECKS = (unclear_dates,)

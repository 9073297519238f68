"""The days of the battle (M316)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from m44core.validation.basis.check import Problem, Repair, check, problem
from m44core.validation.basis.context import Context
from m44core.validation.basis.repairs import put
from m44core.validation.basis.thresholds import usual

_BEGINS, _ENDS = "/briefing/begins", "/briefing/ends"


@check("M316")
def unclear_dates(context: Context) -> Iterator[Problem]:
    """Days that are missing, in the wrong order, none at all or of another war (LINT-D1)."""
    begins, ends = context.scenario.briefing.begins, context.scenario.briefing.ends
    for pointer, said in ((_BEGINS, begins), (_ENDS, ends)):
        yield from _senseless(pointer, said)
    if begins and not ends:
        repairs = (_copy("end-as-begun", _ENDS, begins),) if _day(begins) else ()
        yield problem("no-end", _ENDS, None, *repairs, begins=begins)
    elif ends and not begins:
        repairs = (_copy("begin-as-ended", _BEGINS, ends),) if _day(ends) else ()
        yield problem("no-begin", _BEGINS, None, *repairs, ends=ends)
    elif begins and ends and _is_before(ends, begins):
        swapped = Repair("swap", {_BEGINS: ends, _ENDS: begins}, {})
        same = _copy("one-day", _ENDS, begins)
        yield problem("reversed", _ENDS, None, swapped, same, begins=begins, ends=ends)


def _senseless(pointer: str, said: str | None) -> Iterator[Problem]:
    """Yield what is wrong with one day on its own."""
    day, years = _day(said), usual().years
    if said and day is None:
        yield problem("no-day", pointer, said=said)
    elif day and day.year not in years:
        first, last = map(int, years)
        yield problem("other-year", pointer, said=day.isoformat(), first=first, last=last)


def _copy(key: str, pointer: str, day: str) -> Repair:
    return put(key, pointer, day, day=day)


def _is_before(one: str, other: str) -> bool:
    first, second = _day(one), _day(other)
    return first is not None and second is not None and first < second


def _day(said: str | None) -> date | None:
    """Return the day a text names; None where it is no day of the calendar."""
    try:
        day = date.fromisoformat(said or "")
    except ValueError:
        return None
    return day if day.isoformat() == said else None  # it also reads other ways to write a day


CHECKS = (unclear_dates,)

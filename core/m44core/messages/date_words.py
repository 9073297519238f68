"""Dates in words."""

from __future__ import annotations

from datetime import date

from m44core.messages.message import Message, message_in

_MONTHS = (
    message_in("month", "January"),
    message_in("month", "February"),
    message_in("month", "March"),
    message_in("month", "April"),
    message_in("month", "May"),
    message_in("month", "June"),
    message_in("month", "July"),
    message_in("month", "August"),
    message_in("month", "September"),
    message_in("month", "October"),
    message_in("month", "November"),
    message_in("month", "December"),
)


def day_in_words(day: date) -> Message:
    """Return a date in words: ``6 June 1944``."""
    month, year = _MONTHS[day.month - 1], str(day.year)
    return message_in("date", "{day} {month} {year}", day=day.day, month=month, year=year)


def date_range_in_words(begins: date | None, ends: date | None) -> Message | None:
    """Return the dates of a battle in words, one or a range; None if neither is known.

    A range names a year or month that both days share only once: ``25 to 26 July 1944``.
    """
    first, last = begins or ends, ends or begins
    if first is None or last is None:
        return None
    if first == last:
        return day_in_words(first)
    if first < last and first.year == last.year:
        return _range_within_year(first, last)
    return message_in(
        "date", "{first} to {last}", first=day_in_words(first), last=day_in_words(last)
    )


def _range_within_year(first: date, last: date) -> Message:
    month, year = _MONTHS[last.month - 1], str(last.year)
    if first.month == last.month:
        return message_in(
            "date",
            "{first} to {last} {month} {year}",
            first=first.day,
            last=last.day,
            month=month,
            year=year,
        )
    return message_in(
        "date",
        "{first} {first_month} to {last} {last_month} {year}",
        first=first.day,
        first_month=_MONTHS[first.month - 1],
        last=last.day,
        last_month=month,
        year=year,
    )

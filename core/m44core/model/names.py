"""What people read for the values of a briefing: nations, fronts, kinds of battle, days."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from m44core.catalogue.types import Side
from m44core.messages.message import Message, message, message_in
from m44core.model.parts import Front, Kind

SIDES: Mapping[Side, Message] = {
    Side.AXIS: message_in("side", "Axis"),
    Side.ALLIES: message_in("side", "Allies"),
}
"""The sides as they stand alone, in a heading or beside a flag."""

NATIONS: Mapping[str, Message] = {
    "DE": message("Germany"),
    "IT": message("Italy"),
    "JP": message("Japan"),
    "FI": message("Finland"),
    "HU": message("Hungary"),
    "RO": message("Romania"),
    "SK": message("Slovakia"),
    "US": message("United States"),
    "GB": message("Great Britain"),
    "RU": message("Soviet Union"),
    "FR": message("France"),
    "CA": message("Canada"),
    "PL": message("Poland"),
    "NL": message("Netherlands"),
    "BE": message("Belgium"),
    "NO": message("Norway"),
    "GR": message("Greece"),
    "AU": message("Australia"),
    "NZ": message("New Zealand"),
    "CN": message("China"),
}
"""The nations by the codes of their flags."""

FRONTS: Mapping[Front, Message] = {
    Front.WESTERN: message("Western"),
    Front.EASTERN: message("Eastern"),
    Front.MEDITERRANEAN: message("Mediterranean"),
    Front.PACIFIC: message("Pacific"),
}

KINDS: Mapping[Kind, Message] = {
    Kind.HISTORICAL: message("Historical"),
    Kind.FICTIONAL: message("Fictional"),
}

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
    """Return a day as people write it: ``6 June 1944``."""
    month, year = _MONTHS[day.month - 1], str(day.year)
    return message_in("date", "{day} {month} {year}", day=day.day, month=month, year=year)


def days_in_words(begins: date | None, ends: date | None) -> Message | None:
    """Return from when to when a battle was, or None where nobody says."""
    first, last = begins or ends, ends or begins
    if first is None or last is None:
        return None
    if first == last:
        return day_in_words(first)
    return message_in(
        "date", "{first} to {last}", first=day_in_words(first), last=day_in_words(last)
    )

"""Dates and counts as text in the language of the window."""

from __future__ import annotations

from datetime import date

from PySide6.QtCore import QLocale

from m44core.diagnostics import Severity
from m44editor.interface_text import tr_in, tr_n


def day_in_words(day: date) -> str:
    """Return a day as people write it: ``6 June 1944``."""
    locale = QLocale()
    number = locale.monthName(day.month, QLocale.FormatType.ShortFormat)
    month = number if number[:1].isdigit() else locale.monthName(day.month)  # Chinese counts them
    return tr_in("date", "{day} {month} {year}", day=day.day, month=month, year=day.year)


def counted(severity: Severity, count: int) -> str:
    """Return how many findings of a severity there are."""
    match severity:
        case Severity.ERROR:
            return tr_n("{number} error", "{number} errors", count)
        case Severity.WARNING:
            return tr_n("{number} warning", "{number} warnings", count)
        case Severity.INFO:
            return tr_n("{number} note", "{number} notes", count)

"""Days as people write them, in the language of the window."""

from __future__ import annotations

from datetime import date

from PySide6.QtCore import QLocale

from m44editor.words import tr_in


def day_in_words(day: date) -> str:
    """Return a day as people write it: ``6 June 1944``."""
    locale = QLocale()
    number = locale.monthName(day.month, QLocale.FormatType.ShortFormat)
    month = number if number[:1].isdigit() else locale.monthName(day.month)  # Chinese counts them
    return tr_in("date", "{day} {month} {year}", day=day.day, month=month, year=day.year)

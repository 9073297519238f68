"""Dates, languages and counts as text in the current language."""

from __future__ import annotations

from datetime import date

from PySide6.QtCore import QLocale

from m44core.diagnostics import Severity
from m44editor.interface_text import tr_in, tr_n


def format_day(day: date) -> str:
    """Return a date in words: ``6 June 1944``."""
    locale = QLocale()
    short_name = locale.monthName(day.month, QLocale.FormatType.ShortFormat)
    month = (
        short_name if short_name[:1].isdigit() else locale.monthName(day.month)
    )  # Chinese numbers the months
    return tr_in("date", "{day} {month} {year}", day=day.day, month=month, year=day.year)


def language_name(code: str) -> str:
    """Return a language's name in that language; its code if unknown."""
    locale = QLocale(code)
    if code == "en" or locale.language() == QLocale.Language.C:
        return "English" if code == "en" else code
    name = locale.nativeLanguageName()
    return name[:1].upper() + name[1:] if name else code


def severity_count_text(severity: Severity, count: int) -> str:
    """Return the number of findings of a severity as text."""
    match severity:
        case Severity.ERROR:
            return tr_n("{number} error", "{number} errors", count)
        case Severity.WARNING:
            return tr_n("{number} warning", "{number} warnings", count)
        case Severity.INFO:
            return tr_n("{number} note", "{number} notes", count)

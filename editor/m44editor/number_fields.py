"""Fields for numbers and dates whose text keeps a distance from the edge, like other fields."""

from __future__ import annotations

from PySide6.QtCore import QDate, QLocale
from PySide6.QtWidgets import QAbstractSpinBox, QDateEdit, QSpinBox, QWidget

from m44editor.theme_tokens import Space

DATE_FORMAT = "yyyy-MM-dd"
_INSET = Space.TIGHT + 1  # with the two pixels of a line edit, the same inset as in combo boxes


def inset_text(field: QAbstractSpinBox) -> None:
    """Keep the text of a field away from its edge; Qt ignores the padding in style sheets."""
    field.lineEdit().setTextMargins(_INSET, 0, 0, 0)


class NumberField(QSpinBox):
    """A field for a whole number."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        inset_text(self)


class DateField(QDateEdit):
    """A field for a date, shown like the dates in the briefing, with a calendar."""

    def __init__(self, date: QDate, locale: QLocale, parent: QWidget | None = None) -> None:
        super().__init__(date, parent)
        self.setLocale(locale)
        self.setDisplayFormat(DATE_FORMAT)
        self.setCalendarPopup(True)
        inset_text(self)

"""Fields for numbers and dates: their text starts where that of other fields does."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QDate, QLocale
from PySide6.QtWidgets import QApplication, QComboBox, QWidget

import m44editor
from m44editor.number_fields import DateField, NumberField
from m44editor.theme import Theme, apply_theme

_QT_FIELD = re.compile(r"\b(QSpinBox|QDoubleSpinBox|QDateEdit)\(")
_EDGE = 3  # pixels that the outline takes


@pytest.fixture
def application(qapp: QApplication) -> Iterator[QApplication]:
    before, style_sheet = qapp.palette(), qapp.styleSheet()
    apply_theme(qapp, Theme.LIGHT)
    yield qapp
    qapp.setStyleSheet(style_sheet)
    qapp.setPalette(before)


def start_of_text(field: QWidget) -> int:
    """Return the number of pixels to the left of a field's text."""
    field.resize(120, 24)
    image = field.grab().toImage()
    row = range(_EDGE, image.width())
    ground = image.pixelColor(_EDGE + 1, _EDGE + 1)
    lines = range(_EDGE + 2, image.height() - _EDGE - 2)
    return next(x for x in row if any(image.pixelColor(x, y) != ground for y in lines))


@pytest.mark.usefixtures("application")
def test_numbers_and_dates_start_where_the_text_of_combo_boxes_does(
    subtests: pytest.Subtests,
) -> None:
    box, number = QComboBox(), NumberField()
    box.addItem("1111-11-11")
    number.setRange(0, 2000)
    number.setValue(1111)
    date = DateField(QDate(1111, 11, 11), QLocale.c())
    for field in (number, date):
        with subtests.test(type(field).__name__):
            assert abs(start_of_text(field) - start_of_text(box)) <= 1


def test_no_module_makes_a_field_whose_text_touches_its_edge() -> None:
    modules = Path(m44editor.__file__).parent.rglob("*.py")
    assert [each.name for each in modules if _QT_FIELD.search(each.read_text("utf-8"))] == []

"""Light and dark: what is drawn in the colours of a theme can be seen."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QCheckBox,
    QGroupBox,
    QRadioButton,
    QVBoxLayout,
)
from pytestqt.qtbot import QtBot

from m44editor.theme import Theme, apply_theme

_PARTS = 0.2126, 0.7152, 0.0722
_INDICATOR = 16  # pixels, and a frame is somewhere among them


@pytest.fixture(params=[Theme.LIGHT, Theme.DARK])
def theme(qapp: QApplication, request: pytest.FixtureRequest) -> Iterator[Theme]:
    before = qapp.palette()
    qapp.setStyle("Fusion")
    apply_theme(qapp, request.param)
    yield request.param
    qapp.setPalette(before)


def brightness(colour: QColor) -> float:
    parts = colour.redF(), colour.greenF(), colour.blueF()
    linear = ((c + 0.055) / 1.055 if c > 0.04045 else c / 3.127 for c in parts)
    return float(sum(share * part**2.4 for share, part in zip(_PARTS, linear, strict=True)))


def contrast(one: QColor, other: QColor) -> float:
    """Return the contrast of two colours as WCAG 2 measures it."""
    dark, light = sorted((brightness(one), brightness(other)))
    return (light + 0.05) / (dark + 0.05)


def frame(box: QAbstractButton) -> float:
    """Return how much a line of the indicator, left of the words, stands out of the ground."""
    image = box.grab().toImage()
    ground = QApplication.palette().color(QPalette.ColorRole.Window)
    row = image.height() // 2
    return max(contrast(image.pixelColor(x, row), ground) for x in range(_INDICATOR))


@pytest.mark.parametrize("kind", [QCheckBox, QRadioButton])
def test_what_can_be_ticked_has_a_frame_one_sees(
    qtbot: QtBot, theme: Theme, kind: type[QCheckBox | QRadioButton]
) -> None:
    group = QGroupBox()
    qtbot.addWidget(group)
    box = kind("Tick me", group)
    QVBoxLayout(group).addWidget(box)
    group.show()
    assert frame(box) >= 3, theme

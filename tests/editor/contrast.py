"""The contrast of two colors by WCAG 2: from 1 to 21."""

from __future__ import annotations

from PySide6.QtGui import QColor

_WEIGHTS = 0.2126, 0.7152, 0.0722


def luminance(colour: QColor) -> float:
    """Return the relative luminance of a color, from 0 to 1."""
    parts = colour.redF(), colour.greenF(), colour.blueF()
    linear = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return float(sum(weight * part for weight, part in zip(_WEIGHTS, linear, strict=True)))


def contrast_ratio(one: QColor, other: QColor) -> float:
    """Return the contrast of two colors, from 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)

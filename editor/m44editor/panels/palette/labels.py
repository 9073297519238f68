"""The labels of the palette: broken into the lines that a cell has room for."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetrics

FEW, MANY = 2, 3
"""How many lines the labels have: as many as nearly all need in the language of the window."""


def small(font: QFont) -> QFont:
    """Return a font a little smaller than *font*."""
    result = QFont(font)
    result.setPointSizeF(max(7.0, font.pointSizeF() * 0.84))
    return result


def lines_for(labels: Iterable[str], metrics: QFontMetrics, width: int) -> int:
    """Return how many lines labels have: the few, unless one needs more words than go there."""
    enough = all(len(_lines(label, metrics, width, MANY)) <= FEW for label in labels)
    return FEW if enough else MANY


def in_lines(label: str, metrics: QFontMetrics, width: int, most: int) -> str:
    """Break a label between words into lines, at most so many; what is still too wide is elided."""
    lines = _lines(label, metrics, width, most)
    return "\n".join(metrics.elidedText(x, Qt.TextElideMode.ElideRight, width) for x in lines)


def _lines(label: str, metrics: QFontMetrics, width: int, most: int) -> list[str]:
    lines: list[str] = []
    words = label.split(" ")
    while words and len(lines) < most - 1:
        line = words.pop(0)
        while words and metrics.horizontalAdvance(f"{line} {words[0]}") < width - 1:
            line = f"{line} {words.pop(0)}"
        lines.append(line)
    return [*lines, " ".join(words)] if words else lines

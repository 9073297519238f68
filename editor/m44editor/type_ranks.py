"""The ranks of text: titles, sections, labels and hints each have one size and weight."""

from __future__ import annotations

from typing import Literal

from PySide6.QtGui import QFont, QPalette
from PySide6.QtWidgets import QApplication, QWidget

from m44editor.theme_tokens import BOLD_RANKS, TYPE_SCALE

Rank = Literal["title", "section", "label", "hint"]
_MIN_POINTS = 7.0  # points: a font of the desktop may be small already


def set_text_rank(widget: QWidget, rank: Rank) -> None:
    """Show the text of a widget in the size, weight and color of its rank."""
    widget.setFont(ranked_font(QApplication.font(widget), rank))
    roles = QPalette.ColorRole
    widget.setForegroundRole(roles.PlaceholderText if rank == "hint" else roles.NoRole)


def ranked_font(font: QFont, rank: Rank) -> QFont:
    """Return a font of the desktop in the size and weight of a rank."""
    result = QFont(font)
    result.setBold(rank in BOLD_RANKS)
    if font.pointSizeF() > 0:  # fonts set in pixels keep their size
        size = font.pointSizeF() * TYPE_SCALE[rank]
        result.setPointSizeF(max(min(_MIN_POINTS, font.pointSizeF()), size))
    return result

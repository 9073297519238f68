"""A comparison drawn as one board; apart from the others because it loads the drawing."""

from __future__ import annotations

from m44core.comparing import difference_text as wording
from m44core.comparing.differences import Comparison
from m44core.drawing.board import comparison as drawing
from m44core.drawing.shapes.shapes import Drawing
from m44core.messages.message import Words


def comparison_drawing(comparison: Comparison, before: str, after: str, told: Words) -> Drawing:
    """Return both boards as one, with what differs marked.

    Args:
        comparison: What differs.
        before: What the one is called, such as its file.
        after: What the other is called.
        told: The language of what is written on it.
    """
    words = (wording.different_formats(comparison), wording.verdict(comparison))
    return drawing.draw_comparison(
        comparison.before,
        comparison.after,
        comparison.hex_kinds,
        tuple(comparison.moves),
        drawing.Legend(before, after, " ".join(told.sentence(said) for said in words if said)),
        told,
    )


def picture_size(comparison: Comparison) -> tuple[float, float]:
    """Return the width and the height of the picture, in units."""
    return drawing.comparison_size(comparison.after)

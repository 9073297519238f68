"""A comparison drawn as one board; in its own module because it imports the drawing package."""

from __future__ import annotations

from m44core.comparing import difference_text as wording
from m44core.comparing.differences import Comparison
from m44core.drawing.board import comparison as drawing
from m44core.drawing.shapes.shapes import Drawing
from m44core.messages.message import Renderer


def comparison_drawing(
    comparison: Comparison, before: str, after: str, interface_renderer: Renderer
) -> Drawing:
    """Return both boards as one drawing, with the differences marked.

    Args:
        comparison: The comparison.
        before: The name of the scenario before, such as its file.
        after: The name of the scenario after.
        interface_renderer: The renderer for the texts of the legend.
    """
    words = (wording.different_formats_message(comparison), wording.verdict_message(comparison))
    return drawing.draw_comparison(
        comparison.before,
        comparison.after,
        comparison.change_kinds_by_hex,
        tuple(comparison.moves),
        drawing.ComparisonLegend(
            before,
            after,
            " ".join(interface_renderer.sentence(sentence) for sentence in words if sentence),
        ),
        interface_renderer,
    )


def picture_size(comparison: Comparison) -> tuple[float, float]:
    """Return the width and the height of the drawing, in drawing units."""
    return drawing.comparison_size(comparison.after)

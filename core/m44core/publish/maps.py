"""The map of a scenario as documents show it."""

from __future__ import annotations

from functools import cached_property

from m44core.drawing.board.board import EVERYTHING, Show, board_size, draw_scenario
from m44core.drawing.shapes.shapes import Drawing
from m44core.drawing.shapes.svg import to_svg
from m44core.messages.words import Words
from m44core.model.scenario import Scenario
from m44core.publish.inks import Ink, palette_of


class PrintedMap:
    """A map, drawn once for all the documents that show it.

    Args:
        scenario: Whose map it is.
        told: The language of its title and of its frame.
        ink: How much ink it takes.
        show: Which layers.

    Attributes:
        palette: The colours it is printed in.
    """

    def __init__(
        self, scenario: Scenario, told: Words, ink: Ink = Ink.COLOUR, show: Show = EVERYTHING
    ) -> None:
        self.palette = palette_of(ink)
        self._scenario = scenario
        self._told = told
        self._show = show

    @cached_property
    def drawing(self) -> Drawing:
        """It as shapes; its origin is the upper left corner."""
        return draw_scenario(self._scenario, self._show, self._told)

    @cached_property
    def svg(self) -> str:
        """It as an SVG document, with its title."""
        title = self._scenario.title_in(self._told.language.code)
        size = board_size(self._scenario.board)
        return to_svg(self.drawing, *size, self.palette, title=title)

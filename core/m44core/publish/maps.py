"""The map of a scenario as documents show it."""

from __future__ import annotations

from functools import cached_property

from m44core.drawing.board.board import EVERYTHING, Show, board_size, draw_scenario
from m44core.drawing.shapes.shapes import Drawing
from m44core.drawing.shapes.svg import SvgPictures
from m44core.messages.words import Words
from m44core.model.scenario import Scenario
from m44core.publish.extent import Extent
from m44core.publish.inks import Ink, palette_of


class PrintedMap:
    """A map, drawn once for all the documents that show it.

    Args:
        scenario: Whose map it is.
        told: The language of its title and of its frame.
        ink: How much ink it takes.
        show: Which layers.
    """

    def __init__(
        self, scenario: Scenario, told: Words, ink: Ink = Ink.COLOUR, show: Show = EVERYTHING
    ) -> None:
        self._ink = ink
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
        return self._pictures.whole(*board_size(self._scenario.board), title)

    def part(self, nodes: Drawing, window: Extent) -> str:
        """Return some of its nodes as an SVG document, as seen in a rectangle of it."""
        return self._pictures.part(nodes, window.left, window.top, window.width, window.height)

    @cached_property
    def _pictures(self) -> SvgPictures:
        return SvgPictures(self.drawing, palette_of(self._ink))

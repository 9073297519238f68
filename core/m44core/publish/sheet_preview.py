"""Sheets looked at while they are written: each made soon after the one before."""

from __future__ import annotations

from collections.abc import Sequence

from m44core.messages.message import Words
from m44core.model.scenario import Scenario
from m44core.publish.paper_and_ink import Ink, Paper
from m44core.publish.printed_map import PrintedMap
from m44core.publish.scenario_sheet import SHEET_TEMPLATE, find_fit, sheet_data
from m44core.publish.typesetter import Typeset, Typesetter
from m44core.values import dataclass

PREVIEW_DPI = 110.0
"""Dots to the inch of a picture of a page: letters can be read, and it is made at once."""


@dataclass(frozen=True, slots=True)
class SheetPreview:
    """A sheet to look at.

    Attributes:
        made: The sheet itself.
        pages: Its pages as PNG pictures.
        size: The size of its letters, in points.
    """

    document: Typeset
    pages: tuple[bytes, ...]
    size: float


class SheetPreviewer:
    """Makes sheets of a scenario that is being changed.

    What did not change since the sheet before is not made again: the map where only texts were
    edited, the search for the size of the letters where the one before still fits.

    Args:
        typesetter: What typesets them.
    """

    def __init__(self, typesetter: Typesetter) -> None:
        self._typesetter = typesetter
        self._map: tuple[object, str] | None = None
        self._near: tuple[float, int] | None = None

    def preview(
        self,
        scenario: Scenario,
        languages: Sequence[Words],
        paper: Paper = Paper.A4,
        ink: Ink = Ink.COLOUR,
        dpi: float = PREVIEW_DPI,
    ) -> SheetPreview:
        """Return the sheet :func:`typeset_sheet` makes, and its pages as pictures.

        Raises:
            TypesettingError: Typst cannot typeset the template.
        """
        data = sheet_data(scenario, languages, paper, ink)
        pictures = {"map": self._map_of(scenario, languages[0], ink)}
        self._near = size, pages = find_fit(self._typesetter, data, pictures, self._near)
        laid = {**data, "size": size, "pages": pages}
        made = self._typesetter.typeset(SHEET_TEMPLATE, laid, pictures)
        seen = self._typesetter.pictures(SHEET_TEMPLATE, laid, pictures, dpi)
        return SheetPreview(made, tuple(seen), size)

    def _map_of(self, scenario: Scenario, words: Words, ink: Ink) -> str:
        parts = (scenario.board, scenario.face, scenario.hexes, scenario.labels, scenario.briefing)
        drawn = (*parts, scenario.title, words.language.code, ink)
        if self._map is None or self._map[0] != drawn:
            self._map = drawn, PrintedMap(scenario, words, ink).svg
        return self._map[1]

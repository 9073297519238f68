"""Sheets looked at while they are written: each made soon after the one before."""

from __future__ import annotations

from collections.abc import Sequence

from m44core.messages.message import Words
from m44core.model.scenario import Scenario
from m44core.publish.paper_and_ink import Ink, Paper
from m44core.publish.printed_map import PrintedMap
from m44core.publish.scenario_sheet import SHEET, fitting, sheet_data
from m44core.publish.typesetter import Typeset, Typesetter
from m44core.values import dataclass

DOTS = 110.0
"""Dots to the inch of a picture of a page: letters can be read, and it is made at once."""


@dataclass(frozen=True, slots=True)
class Proof:
    """A sheet to look at.

    Attributes:
        made: The sheet itself.
        pages: Its pages as PNG pictures.
        size: The size of its letters, in points.
    """

    made: Typeset
    pages: tuple[bytes, ...]
    size: float


class Proofs:
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

    def of(
        self,
        scenario: Scenario,
        every: Sequence[Words],
        paper: Paper = Paper.A4,
        ink: Ink = Ink.COLOUR,
        dots: float = DOTS,
    ) -> Proof:
        """Return the sheet :func:`typeset_sheet` makes, and its pages as pictures.

        Raises:
            TypesettingError: Typst cannot typeset the template.
        """
        data = sheet_data(scenario, every, paper, ink)
        pictures = {"map": self._map_of(scenario, every[0], ink)}
        self._near = size, pages = fitting(self._typesetter, data, pictures, self._near)
        laid = {**data, "size": size, "pages": pages}
        made = self._typesetter.typeset(SHEET, laid, pictures)
        seen = self._typesetter.pictures(SHEET, laid, pictures, dots)
        return Proof(made, tuple(seen), size)

    def _map_of(self, scenario: Scenario, told: Words, ink: Ink) -> str:
        parts = (scenario.board, scenario.face, scenario.hexes, scenario.labels, scenario.briefing)
        drawn = (*parts, scenario.title, told.language.code, ink)
        if self._map is None or self._map[0] != drawn:
            self._map = drawn, PrintedMap(scenario, told, ink).svg
        return self._map[1]

"""Live previews of sheets, updated while the scenario is edited."""

from __future__ import annotations

from collections.abc import Sequence

from m44core.messages.message import Renderer
from m44core.model.scenario import Scenario
from m44core.publish.paper_and_ink import Ink, Paper
from m44core.publish.piece_pictures import sheet_piece_pictures
from m44core.publish.scenario_sheet import SHEET_TEMPLATE, find_fit, map_pictures, sheet_data
from m44core.publish.sheet_layout import SheetStyle
from m44core.publish.typesetter import TypesetDocument, Typesetter
from m44core.values import dataclass

PREVIEW_DPI = 110.0
"""Resolution of the pages of a preview: legible, and fast to render."""


@dataclass(frozen=True, slots=True)
class SheetPreview:
    """A preview of a sheet.

    Attributes:
        document: The typeset sheet.
        pages: Its pages as PNG pictures.
        size: Its type size, in points.
    """

    document: TypesetDocument
    pages: tuple[bytes, ...]
    size: float


class SheetPreviewer:
    """Makes previews of a scenario that is being edited.

    Unchanged parts are reused from the last preview: the map if only texts were edited, and the
    type size if it still fits.

    Args:
        typesetter: The typesetter.
    """

    def __init__(self, typesetter: Typesetter) -> None:
        self._typesetter = typesetter
        self._maps: tuple[object, dict[str, str]] | None = None
        self._last_fit: tuple[float, int] | None = None

    def preview(
        self,
        scenario: Scenario,
        languages: Sequence[Renderer],
        paper: Paper = Paper.A4,
        ink: Ink = Ink.COLOUR,
        dpi: float = PREVIEW_DPI,
        style: SheetStyle = SheetStyle.CLASSIC,
    ) -> SheetPreview:
        """Return the same sheet as :func:`typeset_sheet`, with its pages as pictures.

        Raises:
            TypesettingError: Typst cannot typeset the template.
        """
        data = sheet_data(scenario, languages, paper, ink, style)
        pictures = {
            **self._cached_maps(scenario, languages[0], paper, ink, style),
            **sheet_piece_pictures(scenario, ink),
        }
        self._last_fit = size, pages = find_fit(self._typesetter, data, pictures, self._last_fit)
        complete = {**data, "size": size, "pages": pages}
        document = self._typesetter.typeset(SHEET_TEMPLATE, complete, pictures)
        page_pictures = self._typesetter.pictures(SHEET_TEMPLATE, complete, pictures, dpi)
        return SheetPreview(document, tuple(page_pictures), size)

    def _cached_maps(
        self, scenario: Scenario, renderer: Renderer, paper: Paper, ink: Ink, style: SheetStyle
    ) -> dict[str, str]:
        parts = (scenario.board, scenario.face, scenario.hexes, scenario.labels, scenario.briefing)
        map_input = (*parts, scenario.title, renderer.language.code, paper, ink, style)
        if self._maps is None or self._maps[0] != map_input:
            self._maps = map_input, map_pictures(scenario, renderer, paper, ink, style=style)
        return self._maps[1]

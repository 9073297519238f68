"""The sheet of a scenario: map, briefing, rules in effect and setup, on few pages."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from m44core.drawing.board.scenario_drawing import ALL_LAYERS, VisibleLayers, hexes_with_cut_labels
from m44core.drawing.svg_export import empty_svg
from m44core.hexes import Hex
from m44core.messages.message import Renderer, label_with_text, message
from m44core.model.credits import author_of
from m44core.model.scenario import Scenario
from m44core.publish.content.sheet_content import sheet_content
from m44core.publish.half_maps import seam_column
from m44core.publish.line_breaks import with_unbroken_spaces
from m44core.publish.paper_and_ink import Ink, Paper
from m44core.publish.piece_pictures import sheet_piece_pictures
from m44core.publish.printable_text import map_texts
from m44core.publish.printed_map import PrintedMap
from m44core.publish.qr_code import qr_svg
from m44core.publish.sheet_layout import SheetLayout, SheetStyle, sheet_layout
from m44core.publish.space_estimate import SpaceEstimate
from m44core.publish.typesetter import TypesetDocument, Typesetter
from m44core.validation.setup_checklist import in_reading_order

SHEET_TEMPLATE = "sheet.typ"
"""The template of sheets."""
_SIZES = (10.0, 9.5, 9.0, 8.5, 8.0)  # points; smaller type is hard to read on a table
_ONE_PAGE_SIZES = (*_SIZES, 7.5)  # slightly smaller if that makes the second page unnecessary
_CHOICES = {  # type size and number of pages, the best first
    SheetStyle.CLASSIC: (
        *((size, 1) for size in _ONE_PAGE_SIZES),
        *((size, 2) for size in _SIZES),
    ),
    SheetStyle.COMPACT: (
        *((size, 1) for size in (9.0, 8.5, 8.0, 7.5, 7.0, 6.5)),
        *((size, 2) for size in _SIZES),
    ),
    SheetStyle.LARGE: (),
}
_UNLIMITED_PAGES = 3  # any number above 2: the template then does not limit the pages
_WITHOUT_LIMIT = {SheetStyle.CLASSIC: 9.0, SheetStyle.COMPACT: 8.0, SheetStyle.LARGE: 15.0}
"""Type sizes of sheets of more than two pages, in points."""
_SMALLER_SIZES = {  # points: taken for such a sheet if that saves a page
    SheetStyle.CLASSIC: (8.5, 8.0),
    SheetStyle.COMPACT: (),
    SheetStyle.LARGE: (14.5, 14.0, 13.5),
}
_MOST_TO_SAVE = 6  # pages: among more, a short last page does not matter
_QR = "qr"
_SECOND_MAP = "map-second"
_MAPS = ("map", "map-right")  # names of the pictures of the map: the whole, or two halves


def typeset_sheet(
    typesetter: Typesetter,
    scenario: Scenario,
    languages: Sequence[Renderer],
    paper: Paper = Paper.A4,
    ink: Ink = Ink.COLOUR,
    show: VisibleLayers = ALL_LAYERS,
    style: SheetStyle = SheetStyle.CLASSIC,
    second: Scenario | None = None,
    address: str = "",
) -> TypesetDocument:
    """Return the sheet of a scenario: on one page if it fits in legible type.

    Otherwise it takes two pages in the largest type that fits, or as many pages as needed;
    nothing is ever cut off.

    Args:
        typesetter: The typesetter, with its templates.
        scenario: The scenario.
        languages: One language or two.
        paper: The paper size.
        ink: The amount of ink the map uses.
        show: The layers of the map to draw.
        style: The style of the sheet.
        second: The scenario on the other half of a compact sheet; None for a second copy.
        address: The web address of the scenario's page, printed as a QR code; "" for none.

    Raises:
        TypesettingError: Typst cannot typeset the template.
    """
    data, pictures = sheet_input(scenario, languages, paper, ink, show, style, second)
    if address:
        code = qr_svg(address)
        data["qr"] = {"address": address, "picture": _QR if code else ""}
        pictures = {**pictures, **({_QR: code} if code else {})}
    return fitted_sheet(typesetter, data, pictures)


def fitted_sheet(
    typesetter: Typesetter, data: dict[str, object], pictures: Mapping[str, str]
) -> TypesetDocument:
    """Return the sheet of some content, in the best layout that fits.

    Args:
        typesetter: The typesetter, with its templates.
        data: The data of the sheet, without its type size.
        pictures: Its pictures, by name.

    Raises:
        TypesettingError: Typst cannot typeset the template.
    """
    attempts = _FitAttempts(typesetter, data, pictures)
    likely = attempts.likely
    sheet = attempts.typeset_with(likely)
    is_enough = sheet.pages <= attempts.choice(likely)[1]
    first = _first_fitting(
        lambda index: is_enough if index == likely else attempts.fits(index), likely, attempts.count
    )
    return sheet if first == likely < attempts.count else attempts.sheet(first)


def sheet_input(
    scenario: Scenario,
    languages: Sequence[Renderer],
    paper: Paper,
    ink: Ink,
    show: VisibleLayers = ALL_LAYERS,
    style: SheetStyle = SheetStyle.CLASSIC,
    second: Scenario | None = None,
) -> tuple[dict[str, object], dict[str, str]]:
    """Return the data and the pictures of a sheet.

    The arguments are those of :func:`typeset_sheet`. A compact sheet of two scenarios has the data
    of the second as ``second``. If one of their boards is too large for half a page, only the first
    is printed.
    """
    data = sheet_data(scenario, languages, paper, ink, style)
    pictures = sheet_pictures(scenario, languages[0], paper, ink, show, style)
    if second is not None and data["style"] == SheetStyle.COMPACT.value:
        second_data = sheet_data(second, languages, paper, ink, style)
        if second_data["style"] == SheetStyle.COMPACT.value:
            second_pictures = sheet_pictures(second, languages[0], paper, ink, show, style)
            pictures = {**second_pictures, **pictures, _SECOND_MAP: second_pictures[_MAPS[0]]}
            data["second"] = {**second_data, "maps": [_SECOND_MAP]}
    return data, pictures


def sheet_data(
    scenario: Scenario,
    languages: Sequence[Renderer],
    paper: Paper,
    ink: Ink,
    style: SheetStyle = SheetStyle.CLASSIC,
) -> dict[str, object]:
    """Return the data for the sheet template, without the type size."""
    layout = sheet_layout(scenario.board, paper, style)
    content = sheet_content(scenario, languages)
    for renderer, language in zip(languages, content["languages"], strict=True):
        language["setup"] += _cut_label_steps(scenario, renderer, layout.layers())
        language["captions"] = _half_captions(scenario, renderer, layout)
    return {
        **_with_unbroken_spaces(content),
        **layout.as_data(),
        "maps": list(_MAPS[: len(layout.parts)]),
        "ink": ink.value,
        "author": author_of(scenario),
    }


def _with_unbroken_spaces(content: dict[str, Any]) -> dict[str, Any]:
    """Return the content of a sheet with spaces that keep its lines from breaking badly."""

    def unbroken(data: Any, code: str) -> Any:  # noqa: ANN401 - plain data
        return map_texts(data, partial(with_unbroken_spaces, code=code))

    languages = [
        {**unbroken(each, each["code"]), "sections": unbroken(each["sections"], each["spoken"])}
        for each in content["languages"]
    ]
    repeated = {key: languages[0][key] for key in content.keys() & languages[0].keys()}
    return {**content, **repeated, "languages": languages}


def _half_captions(scenario: Scenario, renderer: Renderer, layout: SheetLayout) -> list[str]:
    """Return the captions below the halves of the map; empty if the map is whole."""
    if len(layout.parts) < 2:
        return []
    board = scenario.board
    column = board.name(Hex(seam_column(board), 1))[0]
    captions = (
        message(
            "Left half. Column {column} is on both halves; place its pieces only once.",
            column=column,
        ),
        message(
            "Right half. Column {column} is on both halves; place its pieces only once.",
            column=column,
        ),
    )
    return [renderer.render(caption) for caption in captions]


def _cut_label_steps(
    scenario: Scenario, renderer: Renderer, show: VisibleLayers
) -> list[dict[str, object]]:
    """Return a setup step listing the labels cut off on the map; no step if there are none."""
    scenario = scenario.with_labels_in(renderer.language.code)
    hexes = hexes_with_cut_labels(scenario, show)
    if not hexes:
        return []
    items = []
    for hex_ in in_reading_order(hexes):
        text = " ".join(" ".join(scenario.labels[hex_]).split())
        lead = renderer.render(label_with_text(scenario.board.name(hex_), text))
        blank = {"where": [], "picture": "", "badge": "", "tiles": []}
        items.append({"what": text, "lead": lead, **blank})
    return [{"key": "labels", "title": renderer.render(message("Labels in full")), "items": items}]


def sheet_pictures(
    scenario: Scenario,
    renderer: Renderer,
    paper: Paper,
    ink: Ink = Ink.COLOUR,
    show: VisibleLayers = ALL_LAYERS,
    style: SheetStyle = SheetStyle.CLASSIC,
) -> dict[str, str]:
    """Return the pictures of a sheet as SVG, by name: the parts of the map, and each piece."""
    return {
        **map_pictures(scenario, renderer, paper, ink, show, style),
        **sheet_piece_pictures(scenario, ink),
    }


def map_pictures(
    scenario: Scenario,
    renderer: Renderer,
    paper: Paper,
    ink: Ink,
    show: VisibleLayers = ALL_LAYERS,
    style: SheetStyle = SheetStyle.CLASSIC,
) -> dict[str, str]:
    """Return the parts of the map of a sheet as SVG, by name."""
    layout = sheet_layout(scenario.board, paper, style)
    printed_map = PrintedMap(scenario, renderer, ink, layout.layers(show))
    maps = printed_map.halves() if len(layout.parts) > 1 else printed_map.windows(layout.parts)
    return dict(zip(_MAPS, maps, strict=False))


def find_fit(
    typesetter: Typesetter,
    data: dict[str, object],
    pictures: Mapping[str, str],
    similar_fit: tuple[float, int] | None = None,
) -> tuple[float, int]:
    """Return the type size, in points, and the page limit of the best layout that fits.

    Fewer pages are better, then larger type. If nothing fits on two pages, return the type size of
    longer sheets (in the classic style 9 points) and 3 pages, which stand for any number.

    Args:
        typesetter: The typesetter.
        data: The data of the sheet.
        pictures: Its pictures.
        similar_fit: The result for a similar sheet, from which the search starts; None to start
            from an estimate.
    """
    attempts = _FitAttempts(typesetter, data, pictures)
    guess = attempts.index(similar_fit) if similar_fit else attempts.likely
    return attempts.choice(_first_fitting(attempts.fits, guess, attempts.count))


class _FitAttempts:
    """Typesets a sheet with several choices of type size and pages.

    Attributes:
        likely: The index of the choice that is estimated to be the first that fits.
        count: The number of choices.
    """

    def __init__(
        self, typesetter: Typesetter, data: dict[str, object], pictures: Mapping[str, str]
    ) -> None:
        self._typesetter, self._data, self._pictures = typesetter, data, pictures
        self._frames = {name: empty_svg(svg) for name, svg in pictures.items()}
        style = SheetStyle(str(data["style"]))
        self._smaller_sizes = _SMALLER_SIZES[style]
        self._choices, self._last = _CHOICES[style], (_WITHOUT_LIMIT[style], _UNLIMITED_PAGES)
        self._min_pages = 1 if data["one-page"] else 2
        self.count = len(self._choices)
        self.likely = self._estimate() if style is SheetStyle.CLASSIC else self.count // 2

    def _estimate(self) -> int:
        estimate = SpaceEstimate(self._data)
        may_fit = (index for index, choice in enumerate(self._choices) if estimate.fits(*choice))
        return next(may_fit, self.count - 1)

    def choice(self, index: int) -> tuple[float, int]:
        """Return the type size and page limit of a choice; without limit for the index *count*."""
        return self._choices[index] if index < self.count else self._last

    def index(self, choice: tuple[float, int]) -> int:
        """Return the index of a choice; the likely one if it is unknown."""
        return self._choices.index(choice) if choice in self._choices else self.likely

    def fits(self, choice_index: int) -> bool:
        """Return whether the sheet fits with a choice.

        The sheet is typeset as a draft, with empty pictures of the same size, which takes half the
        time.
        """
        pages = self.choice(choice_index)[1]
        if pages < self._min_pages:
            return False
        return self._typeset(choice_index, self._frames, is_draft=True).pages <= pages

    def sheet(self, choice_index: int) -> TypesetDocument:
        """Return the sheet typeset with a choice; the index after the last has no page limit.

        Larger type on the second page is given up if it does not fit after all.
        """
        if choice_index == self.count:
            return self._sheet_without_limit()
        sheet = self.typeset_with(choice_index)
        if sheet.pages <= self.choice(choice_index)[1]:
            return sheet
        return self._typeset(choice_index, self._pictures, is_draft=True)

    def typeset_with(self, choice_index: int) -> TypesetDocument:
        """Return the sheet typeset with a choice, even if it takes more pages."""
        return self._typeset(choice_index, self._pictures)

    def _sheet_without_limit(self) -> TypesetDocument:
        """Return the sheet on as many pages as it needs.

        Smaller type is used if it saves a page, such as a last page with a few lines.
        """
        sheet = self.typeset_with(self.count)
        if sheet.pages <= _MOST_TO_SAVE:
            for size in self._smaller_sizes:
                smaller = self._typeset(self.count, self._frames, size=size)
                if smaller.pages < sheet.pages:
                    return self._typeset(self.count, self._pictures, size=size)
        return sheet

    def _typeset(
        self,
        choice_index: int,
        pictures: Mapping[str, str],
        *,
        is_draft: bool = False,
        size: float = 0.0,
    ) -> TypesetDocument:
        choice_size, pages = self.choice(choice_index)
        data = {**self._data, "size": size or choice_size, "pages": pages, "draft": is_draft}
        return self._typesetter.typeset(SHEET_TEMPLATE, data, pictures)


def _first_fitting(fits: Callable[[int], bool], guess: int, count: int) -> int:
    """Return the first of *count* choices that fits, or *count* if none does.

    If a choice fits, all later choices fit. The search starts at the guess: two attempts confirm a
    right guess, and a near miss takes only a few more.
    """
    low, high, step, index = 0, count, 1, min(guess, count - 1)
    while low < high:
        if fits(index):
            high, index = index, index - step
        else:
            low, index = index + 1, index + step
        step *= 2
        is_bracketed = low > 0 and high < count
        index = (low + high) // 2 if is_bracketed else min(max(index, low), high - 1)
    return low

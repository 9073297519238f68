"""Typesetting a few pages of a booklet, in a process whose memory is released afterwards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from m44core.drawing.board.scenario_drawing import ALL_LAYERS
from m44core.errors import M44Error
from m44core.faults import boundary
from m44core.io.files.read_scenario import read_scenario
from m44core.messages.message import Renderer
from m44core.messages.renderers import renderer_in
from m44core.publish.layout_cache import LayoutCache
from m44core.publish.paper_and_ink import Ink, Paper
from m44core.publish.printed_map import PrintedMap
from m44core.publish.scenario_sheet import find_fit, sheet_data, sheet_pictures
from m44core.publish.typesetter import TypesetDocument, Typesetter
from m44core.values import dataclass

BOOK_TEMPLATE = "book.typ"
"""The template of booklets."""
_COVER = replace(ALL_LAYERS, labels=False, coordinates=False, title=False, missing_owners=False)

Fit = tuple[float, int]
"""The type size of a sheet in points, and its number of pages."""


@dataclass(frozen=True, slots=True)
class BookStyle:
    """The settings shared by all pages of a booklet.

    Attributes:
        templates: The folder of the templates.
        language: The code of the language.
        paper: The paper size.
        ink: The amount of ink the maps use.
        cache: The file with the type sizes of sheets; None for the one in the user's folder.
        title: The title of the booklet.
    """

    templates: Path
    language: str
    paper: Paper
    ink: Ink
    title: str
    cache: Path | None = None

    @property
    def renderer(self) -> Renderer:
        """The renderer for the language."""
        return renderer_in(self.language)


@dataclass(frozen=True, slots=True)
class TypesetSheets:
    """The typeset sheets of some scenarios.

    Attributes:
        document: The pages; None if no scenario could be printed.
        printed: The files that are printed, in order.
        skipped: The errors of the other scenarios, keyed by file.
        fits: Type sizes and page counts that were not cached, keyed as in the cache.
        lines: The lines of the reference that each scenario needs.
    """

    document: TypesetDocument | None
    printed: tuple[Path, ...]
    skipped: Mapping[Path, M44Error]
    fits: Mapping[str, Fit]
    lines: Mapping[Path, tuple[Mapping[str, str], ...]]


@dataclass(frozen=True, slots=True)
class BookPages:
    """Pages of a booklet before, between or after the sheets.

    Attributes:
        kind: Their kind: ``front``, ``opener`` or ``back``.
        content: Their content, as plain data.
        cover: The scenario whose map is on the cover; None for no map.
    """

    kind: str
    content: Mapping[str, object]
    cover: Path | None = None


def typeset_pages(style: BookStyle, page_sets: Sequence[BookPages]) -> list[TypesetDocument]:
    """Return the documents of some pages.

    Raises:
        M44Error: Typst cannot typeset the template.
    """
    typesetter = Typesetter(style.templates)
    return [_typeset_pages(style, typesetter, pages) for pages in page_sets]


def _typeset_pages(style: BookStyle, typesetter: Typesetter, pages: BookPages) -> TypesetDocument:
    pictures = {"cover": _cover_map(pages.cover, style)} if pages.cover else {}
    data = {**_common_data(style, pages.kind), **pages.content, "cover": bool(pages.cover)}
    return typesetter.typeset(BOOK_TEMPLATE, data, pictures)


def _common_data(style: BookStyle, kind: str) -> dict[str, object]:
    return {
        "kind": kind,
        "title": style.title,
        "author": "",
        "code": style.language,
        "paper": style.paper.value,
        "ink": style.ink.value,
    }


def _cover_map(path: Path, style: BookStyle) -> str:
    return PrintedMap(read_scenario(path), style.renderer, style.ink, _COVER).svg


def typeset_sheets(
    style: BookStyle, paths: tuple[Path, ...], content: Mapping[str, object]
) -> TypesetSheets:
    """Return the sheets of some scenarios; one that cannot be printed does not stop the others.

    Args:
        style: The settings shared by all pages.
        paths: The files of the scenarios.
        content: Further data of the template, such as the number of the first page.

    Raises:
        M44Error: Typst cannot typeset the template of booklets.
    """
    typesetter = Typesetter(style.templates)
    layouts = LayoutCache(style.templates, style.cache)
    fits: dict[str, Fit] = {}
    sheets_by_path: dict[Path, _LaidOutSheet] = {}
    skipped_errors: dict[Path, M44Error] = {}
    for path in paths:
        try:
            with boundary(path):
                sheets_by_path[path] = _lay_out_sheet(path, style, typesetter, layouts, fits)
        except M44Error as error:
            skipped_errors[path] = error
    return TypesetSheets(
        _typeset_together(style, typesetter, sheets_by_path.values(), content)
        if sheets_by_path
        else None,
        tuple(sheets_by_path),
        skipped_errors,
        fits,
        {path: sheet.lines for path, sheet in sheets_by_path.items()},
    )


@dataclass(frozen=True, slots=True)
class _LaidOutSheet:
    """The data and pictures of a sheet."""

    data: Mapping[str, Any]
    pictures: Mapping[str, str]

    @property
    def lines(self) -> tuple[Mapping[str, str], ...]:
        return (*self.data["rules"], *self.data["reference"])


def _lay_out_sheet(
    path: Path,
    style: BookStyle,
    typesetter: Typesetter,
    layouts: LayoutCache,
    fits: dict[str, Fit],
) -> _LaidOutSheet:
    scenario = read_scenario(path)
    data = sheet_data(scenario, [style.renderer], style.paper, style.ink)
    pictures = sheet_pictures(scenario, style.renderer, style.paper, style.ink)
    key = layouts.key(data, pictures)
    fit = layouts.get(key)
    if fit is None:
        fit = fits[key] = find_fit(typesetter, data, pictures)
        typesetter.release_memory()
    return _LaidOutSheet({**data, "size": fit[0], "pages": fit[1]}, pictures)


def _typeset_together(
    style: BookStyle,
    typesetter: Typesetter,
    sheets: Iterable[_LaidOutSheet],
    content: Mapping[str, object],
) -> TypesetDocument:
    pictures: dict[str, str] = {}
    entries = []
    for number, sheet in enumerate(sheets):
        data, own_pictures = _with_own_maps(sheet.data, sheet.pictures, number)
        entries.append(data)
        pictures |= own_pictures
    data = {**_common_data(style, "sheets"), **content, "entries": entries}
    document = typesetter.typeset(BOOK_TEMPLATE, data, pictures)
    typesetter.release_memory()
    return document


def _with_own_maps(
    data: Mapping[str, Any], pictures: Mapping[str, str], number: int
) -> tuple[dict[str, object], dict[str, str]]:
    """Return the data and pictures of a sheet, with unique names for its maps.

    Pictures of pieces are shared by all sheets, so they keep their names.
    """
    names = {name: f"{number}-{name}" for name in data["maps"]}
    return {**data, "maps": list(names.values())}, {
        names.get(name, name): svg for name, svg in pictures.items()
    }

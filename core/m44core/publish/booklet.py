"""The booklet of a folder: cover, contents, parts with every scenario, reference, indexes.

It is typeset a few scenarios at a time, in processes that end after a while, so that memory use
does not grow with the number of scenarios. The pages are then joined.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from m44core.errors import M44Error
from m44core.messages import nouns
from m44core.messages.message import Message, Renderer, message
from m44core.publish.booklet_entries import (
    BookEntry,
    BookletPart,
    booklet_indexes,
    booklet_parts,
    booklet_reference,
    contents_row,
)
from m44core.publish.booklet_settings import BookSettings
from m44core.publish.booklet_sheets import (
    BookPages,
    BookStyle,
    TypesetSheets,
    typeset_pages,
    typeset_sheets,
)
from m44core.publish.layout_cache import LayoutCache
from m44core.publish.paper_and_ink import Ink, Paper
from m44core.publish.pdf_merge import PdfMerger, PdfPart
from m44core.publish.typesetter import TypesetDocument, Typesetter
from m44core.values import dataclass

T = TypeVar("T")
_SHEETS_AT_ONCE = 4  # scenarios: the pages of more take too much memory at once
_JOBS_OF_A_PROCESS = 3  # some memory is not given back after a job, and starting takes a second
_MAX_ATTEMPTS = 3  # the contents can become shorter when scenarios cannot be printed
_Run = Callable[..., Any]
"""Calls a function with its arguments, perhaps in another process."""


def typeset_booklet(
    typesetter: Typesetter,
    entries: Sequence[BookEntry],
    settings: BookSettings,
    renderer: Renderer,
    paper: Paper = Paper.A4,
    ink: Ink = Ink.COLOUR,
    *,
    layouts: LayoutCache,
    advance: Callable[[], None] = lambda: None,
    on_skipped: Callable[[Path, M44Error], None],
) -> TypesetDocument:
    """Return the booklet of some scenarios.

    Texts missing in the language are printed in another language, and marked.

    Args:
        typesetter: The typesetter, with its templates.
        entries: The scenarios, in any order.
        settings: Title, parts, order, foreword and credits.
        renderer: Renders texts in the language of the booklet.
        paper: The paper size.
        ink: The amount of ink the maps use.
        layouts: The cache of type sizes.
        advance: Called after each scenario is laid out.
        on_skipped: Called with the file of a scenario that cannot be laid out, and the error.

    Raises:
        M44Error: no scenario can be laid out, or Typst cannot typeset a template.
    """
    style = BookStyle(
        typesetter.folder, renderer.language.code, paper, ink, settings.title, layouts.path
    )
    with _work_runner(len(entries)) as run:
        booklet = _Booklet(run, style, settings, layouts, advance)
        remaining_entries, errors = list(entries), dict[Path, M44Error]()
        for _ in range(_MAX_ATTEMPTS):
            skipped_errors = booklet.lay_out(booklet_parts(remaining_entries, settings, renderer))
            for path in skipped_errors.keys() - errors.keys():
                on_skipped(path, skipped_errors[path])
            errors |= skipped_errors
            remaining_entries = [entry for entry in remaining_entries if entry.path not in errors]
            if not remaining_entries:
                raise next(iter(errors.values()))
            if not skipped_errors:
                break
        return booklet.document()


@contextmanager
def _work_runner(number: int) -> Iterator[_Run]:
    """Yield a function that runs work in a separate process, or in this one for few scenarios."""
    if number <= _SHEETS_AT_ONCE:
        yield lambda work, *arguments: work(*arguments)
        return
    from m44core.work.executors import ProcessExecutor  # 37 ms
    from m44core.work.parallel_map import OrderedResults  # with the executor

    with ProcessExecutor(1, max_jobs=_JOBS_OF_A_PROCESS) as processes:

        def run(work: Callable[..., T], *arguments: object) -> T:
            return next(OrderedResults(processes, work, _raise_error, [arguments]))

        yield run


def _raise_error(error: M44Error, *_: object) -> NoReturn:
    raise error


@dataclass(frozen=True, slots=True)
class _LaidOutPart:
    """A part of a booklet with its pages.

    Attributes:
        part: The part.
        page: The number of its first page.
        entries: Its scenarios, each with the number of its first page.
        sheets: The pages of the scenarios.
    """

    part: BookletPart
    page: int
    entries: tuple[tuple[BookEntry, int], ...]
    sheets: tuple[PdfPart, ...] = ()

    @property
    def rows(self) -> list[dict[str, Any]]:
        return [contents_row(entry, page) for entry, page in self.entries]


class _Booklet:
    """A booklet that is being typeset: first the sheets, then the pages that refer to them."""

    def __init__(
        self,
        run: _Run,
        style: BookStyle,
        settings: BookSettings,
        layouts: LayoutCache,
        advance: Callable[[], None],
    ) -> None:
        self._run, self._style, self._settings = run, style, settings
        self._layouts, self._advance = layouts, advance
        self._renderer = style.renderer

    def lay_out(self, parts: Sequence[BookletPart]) -> Mapping[Path, M44Error]:
        """Typeset the sheets of all scenarios, and return why some cannot be printed."""
        drafts = [
            _LaidOutPart(part, 0, tuple((entry, 0) for entry in part.entries)) for part in parts
        ]
        self._merger, self._missing = PdfMerger(), _MissingCharacters()
        self._lines: dict[Path, Sequence[Mapping[str, str]]] = {}
        self._parts: list[_LaidOutPart] = []
        front, *openers = self._typeset([self._front(drafts, ()), *self._part_openers(drafts)])
        self._pages = [0] * front.pages  # object numbers; 0 for pages that are typeset later
        skipped_errors: dict[Path, M44Error] = {}
        remaining_openers = iter(openers)
        for draft in drafts:
            self._lay_out_part(
                draft, next(remaining_openers).pages if draft.part.title else 0, skipped_errors
            )
        return skipped_errors

    def _typeset(self, pages: Sequence[BookPages]) -> list[TypesetDocument]:
        documents: list[TypesetDocument] = self._run(typeset_pages, self._style, pages)
        return documents

    @property
    def _next_page_number(self) -> int:
        return len(self._pages) + 1

    def _lay_out_part(
        self, draft: _LaidOutPart, opener_pages: int, skipped_errors: dict[Path, M44Error]
    ) -> None:
        first_page = self._next_page_number
        self._pages += [0] * opener_pages
        entries, documents = list[tuple[BookEntry, int]](), list[PdfPart]()
        for batch in _batches(draft.part.entries):
            sheets = self._typeset_sheets(batch)
            skipped_errors |= sheets.skipped
            if sheets.document:
                document, pages = self._add(sheets.document)
                documents.append(document)
                printed_entries = [entry for entry in batch if entry.path in sheets.printed]
                is_exact = len(pages) == len(printed_entries)  # a template may have other bookmarks
                entries += zip(
                    printed_entries,
                    pages if is_exact else [first_page] * len(printed_entries),
                    strict=True,
                )
        self._parts.append(_LaidOutPart(draft.part, first_page, tuple(entries), tuple(documents)))

    def _typeset_sheets(self, entries: Sequence[BookEntry]) -> TypesetSheets:
        paths = tuple(entry.path for entry in entries)
        content = {"first": self._next_page_number}
        sheets: TypesetSheets = self._run(typeset_sheets, self._style, paths, content)
        for key, fit in sheets.fits.items():
            self._layouts.put(key, fit)
        self._lines |= sheets.lines
        for _ in paths:
            self._advance()
        return sheets

    def _add(self, document: TypesetDocument) -> tuple[PdfPart, list[int]]:
        """Append pages; return them and the numbers of the pages that their bookmarks point to."""
        first_page = self._next_page_number
        added = self._merger.add(document.pdf, self._pages)
        self._pages += added.pages
        self._missing.add(document)
        return added, [first_page + start for start in added.starts]

    def document(self) -> TypesetDocument:
        """Return the whole booklet."""
        back = self._back_content()
        titles = [title for name, title in _CHAPTERS.items() if back[name]]
        back_part, pages = self._add(self._typeset([BookPages("back", back)])[0])
        chapters = list(zip(titles, pages, strict=False))
        front, *openers = self._typeset(
            [self._front(self._parts, chapters), *self._part_openers(self._parts)]
        )
        remaining_openers = iter(openers)
        middle_parts: list[PdfPart] = []
        for part in self._parts:
            middle_parts += (
                [self._fill_reserved_pages(part.page, next(remaining_openers))]
                if part.part.title
                else []
            )
            middle_parts += part.sheets
        pdf = self._merger.finish([self._fill_reserved_pages(1, front), *middle_parts, back_part])
        return self._missing.document(pdf, len(self._pages))

    def _fill_reserved_pages(self, page: int, document: TypesetDocument) -> PdfPart:
        """Replace reserved pages, from a page number on, by those of a document; return them."""
        added = self._merger.add(document.pdf, self._pages)
        self._pages[page - 1 : page - 1 + len(added.pages)] = added.pages
        self._missing.add(document)
        return added

    def _front(
        self, parts: Sequence[_LaidOutPart], chapters: Sequence[tuple[Message, int]]
    ) -> BookPages:
        entries = [entry for part in parts for entry, _ in part.entries]
        settings, render = self._settings, self._renderer.render
        chapters = chapters or [(title, 0) for title in _CHAPTERS.values()]
        version = message("Version {version}", version=settings.version)
        content = {
            "first": 1,
            "subtitle": settings.subtitle,
            "cover-author": settings.author,
            "version": render(version) if settings.version else "",
            "facts": _count_and_years(entries, self._renderer),
            "foreword": _paragraphs(settings.foreword),
            "headings": self._headings,
            "parts": [
                {"title": part.part.title, "page": part.page, "rows": part.rows} for part in parts
            ],
            "further": [{"title": render(title), "page": page} for title, page in chapters],
        }
        cover = next((e for e in entries if e.path.name == settings.cover), entries[0])
        return BookPages("front", content, cover.path)

    def _part_openers(self, parts: Sequence[_LaidOutPart]) -> list[BookPages]:
        """Return the first pages of the parts with a title."""
        return [
            BookPages("opener", self._opener_content(number, part))
            for number, part in enumerate(parts)
            if part.part.title
        ]

    def _opener_content(self, number: int, part: _LaidOutPart) -> dict[str, Any]:
        return {
            "first": part.page or 1,
            "headings": self._headings,
            "part": {
                "number": self._renderer.render(message("Part {number}", number=number + 1)),
                "title": part.part.title,
                "text": _paragraphs(part.part.text),
                "rows": part.rows,
            },
        }

    def _back_content(self) -> dict[str, Any]:
        entries = [place for part in self._parts for place in part.entries]
        return {
            "first": self._next_page_number,
            "headings": self._headings,
            "results": [
                contents_row(entry, page) for entry, page in entries if entry.result.is_known
            ],
            "glossary": booklet_reference(entries, self._lines, self._style.language),
            "indexes": booklet_indexes(entries, self._renderer),
            "credits": _paragraphs(self._settings.credits),
        }

    @property
    def _headings(self) -> dict[str, str]:
        return {key: self._renderer.render(text) for key, text in _HEADINGS.items()}


_CHAPTERS = {
    "results": message("Balance and length"),
    "glossary": message("Terrain, units and special rules"),
    "indexes": message("Index"),
    "credits": message("Credits"),
}
"""The chapters after the scenarios, keyed by their names in the data."""

_HEADINGS = {
    **_CHAPTERS,
    "contents": message("Contents"),
    "foreword": message("Foreword"),
    "map": message("Cover map"),
    "other-language": message("not translated yet"),
    "allies-win": message("Allies win"),
    "turns": message("Turns"),
    "about-results": message(
        "How often each side won, and how long the games took. The turns of both players are "
        "counted."
    ),
}


class _MissingCharacters:
    """The characters missing from the pages: those without a font, and control characters."""

    def __init__(self) -> None:
        self._missing: set[str] = set()
        self._dropped: set[str] = set()
        self._first_context = ""

    def add(self, document: TypesetDocument) -> None:
        """Add the characters missing from some pages."""
        self._missing |= set(document.missing)
        self._dropped |= set(document.dropped)
        self._first_context = self._first_context or document.first_context

    def document(self, pdf: bytes, pages: int) -> TypesetDocument:
        """Return the whole document, with the characters missing from it."""
        missing_characters, dropped = tuple(sorted(self._missing)), tuple(sorted(self._dropped))
        return TypesetDocument(pdf, pages, missing_characters, self._first_context, dropped)


def _batches(entries: Sequence[BookEntry]) -> Iterator[Sequence[BookEntry]]:
    for start in range(0, len(entries), _SHEETS_AT_ONCE):
        yield entries[start : start + _SHEETS_AT_ONCE]


def _count_and_years(entries: Sequence[BookEntry], renderer: Renderer) -> str:
    """Return the number of scenarios and the years of their battles."""
    years = sorted({entry.year for entry in entries if entry.year})
    number = renderer.render(nouns.scenarios(len(entries)))
    if not years:
        return number
    span = years[0] if len(years) == 1 else f"{years[0]}\N{EN DASH}{years[-1]}"
    return f"{number} \N{MIDDLE DOT} {span}"


def _paragraphs(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]

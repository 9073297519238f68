"""The booklet of a folder: cover, contents, indexes, every scenario, rules once, credits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from m44core.errors import M44Error
from m44core.faults import boundary
from m44core.messages.message import Words, message
from m44core.model.scenario import Scenario
from m44core.publish.content.book import BookSettings, glossary, indexes
from m44core.publish.fits import Fits
from m44core.publish.inks import Ink
from m44core.publish.maps import PrintedMap
from m44core.publish.paper import Paper
from m44core.publish.sheet import fitting, sheet_data
from m44core.publish.typesetting.typesetter import Typeset, Typesetter


def typeset_book(
    typesetter: Typesetter,
    scenarios: Sequence[Scenario],
    settings: BookSettings,
    told: Words,
    paper: Paper = Paper.A4,
    ink: Ink = Ink.COLOUR,
    *,
    fits: Fits | None = None,
    advance: Callable[[], None] = lambda: None,
    left_out: Callable[[int, M44Error], None] | None = None,
) -> Typeset:
    """Return the booklet of some scenarios.

    A scenario without texts in the language has those it has, with a mark.

    Args:
        typesetter: What typesets it, with its templates.
        scenarios: What is in it, in order.
        settings: What it is called, and who made it.
        told: The language.
        paper: The paper.
        ink: How much ink maps take.
        fits: The letters that fitted before; None for none.
        advance: Called when a scenario is laid out.
        left_out: Called with the number of a scenario that cannot be laid out, and why; None to
            give up then.

    Raises:
        M44Error: no scenario can be laid out, or Typst cannot typeset a template.
    """
    pictures: dict[str, str] = {}
    entries: list[dict[str, object]] = []
    kept: list[Scenario] = []
    for number, scenario in enumerate(scenarios):
        try:
            with boundary():
                indexes([scenario], told)
                data = sheet_data(scenario, [told], paper, ink)
                picture = PrintedMap(scenario, told, ink).svg
                size, pages = _fitted(typesetter, data, picture, fits)
        except M44Error as error:
            if left_out is None or (number == len(scenarios) - 1 and not kept):
                raise
            left_out(number, error)
            continue
        place = str(len(kept))
        entries.append({**data, "size": size, "pages": pages, "picture": place})
        pictures[place] = picture
        kept.append(scenario)
        advance()
    data = {
        "title": settings.title,
        "subtitle": settings.subtitle,
        "foreword": _paragraphs(settings.foreword),
        "credits": _paragraphs(settings.credits),
        "author": "",
        "code": told.language.code,
        "paper": paper.value,
        "ink": ink.value,
        "headings": _headings(told),
        "entries": entries,
        "indexes": indexes(kept, told),
        "glossary": glossary(entries),
    }
    return typesetter.typeset("book.typ", data, pictures)


def _fitted(
    typesetter: Typesetter, data: dict[str, object], picture: str, fits: Fits | None
) -> tuple[float, int]:
    """Return the letters and pages of a sheet: those of last time, or those that fit."""
    if fits is None:
        return fitting(typesetter, data, {"map": picture})
    key = fits.key(data, picture)
    fit = fits.get(key)
    if fit is None:
        fit = fitting(typesetter, data, {"map": picture})
        fits.put(key, fit)
    return fit


def _headings(told: Words) -> dict[str, str]:
    said = {
        "contents": message("Contents"),
        "foreword": message("Foreword"),
        "glossary": message("Terrain, units and special rules"),
        "credits": message("Credits"),
        "other-language": message("not translated yet"),
        "page": message("Page"),
    }
    return {key: told.render(words) for key, words in said.items()}


def _paragraphs(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def titled_after(folder: Path, settings: BookSettings) -> BookSettings:
    """Return settings with a title: their own, or the name of the folder."""
    if settings.title.strip():
        return settings
    return replace(settings, title=folder.resolve().name)

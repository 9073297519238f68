"""The page of one scenario, with all files that are written for it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from m44core.errors import M44Error
from m44core.faults import FaultError, FileError, boundary, error_reason
from m44core.io.files.open import ReadResult
from m44core.io.files.scenario_files import FileFormat
from m44core.io.files.write import to_bytes
from m44core.io.text.decoding import SIZE_LIMIT
from m44core.library.file_facts import FileFacts, facts_of_report
from m44core.library.library_settings import LibrarySettings
from m44core.messages.message import Value, Words, message
from m44core.messages.words import words
from m44core.model.scenario import Scenario
from m44core.publish.content.reference import reference
from m44core.publish.content.sheet_content import facts as facts_in_words
from m44core.publish.content.sheet_content import goals, setup, sides
from m44core.publish.poster import typeset_poster
from m44core.publish.printed_map import PrintedMap
from m44core.publish.scenario_sheet import typeset_sheet
from m44core.publish.typesetter import TEMPLATES, Typesetter, TypesettingError
from m44core.site.gallery import entry_of
from m44core.site.output import Entry, Page, put
from m44core.site.page_content import BARE, arena_of, bill_of, board_data, findings_of, texts_of
from m44core.site.page_labels import words_of_pages
from m44core.site.replay_frames import replay_of
from m44core.site.site_settings import SiteSettings, Terms
from m44core.site.sources import NO_SCENARIO, Source
from m44core.site.templating import cleaned, filled
from m44core.untrusted_files import read_bounded
from m44core.validation.runner import CHECK_FAILED, FileReport, check_file
from m44core.values import dataclass

FOLDER = "scenarios"
"""The folder of the pages of scenarios."""


@dataclass(frozen=True, slots=True)
class Made:
    """What came of one source.

    Attributes:
        source: What it was made of.
        page: What was written; None where nothing could be.
        why: Why not, or what failed beside the page; "" where nothing did.
        failed: Whether the program itself failed with it, or with a part of its page.
    """

    source: Source
    page: Page | None
    why: Value = ""
    failed: bool = False


def make_page(source: Source, terms: Terms, settings: SiteSettings) -> Made:
    """Write the page of a scenario and what goes with it.

    Raises:
        TemplateError: a template is wrong.
        WriteError: a file cannot be written.
    """
    try:
        with boundary(source.path):
            return _made(source, terms, settings)
    except (FaultError, FileError) as error:
        return Made(source, None, error_reason(error), failed=isinstance(error, FaultError))


def lost_page(error: M44Error, source: Source, *_: object) -> Made:
    """Return what came of a scenario whose process ended."""
    return Made(source, None, error_reason(error), failed=True)


def _made(source: Source, terms: Terms, settings: SiteSettings) -> Made:
    judged = LibrarySettings().for_file(source.path)
    report = check_file(source.path, judged.settings)
    facts, told = facts_of_report(report, judged), words(terms.language)
    scenario = report.reading.scenario if report.reading else None
    if scenario is None or report.reading is None:
        return Made(source, None, facts.failure or NO_SCENARIO, failed=report.met_fault)
    folder = f"{FOLDER}/{source.slug}"
    map_ = PrintedMap(scenario, told)
    files: dict[str, bytes] = {"map.svg": map_.svg.encode("utf-8")}
    files |= _scenario_files(source, scenario, report.reading)
    games, broken = _games(source, scenario, told)
    if games:
        files["board.svg"] = PrintedMap(scenario, told, show=BARE).svg.encode("utf-8")
        files |= games
    prints, unprinted = _prints(scenario, told, map_, terms)
    files |= prints
    entry = entry_of(source, scenario, facts, told, has_picture="preview.png" in files)
    lacks = (*broken, *unprinted)
    entry["lacks"] = [told.render(each.why) for each in lacks]
    data = {
        **_content(source, scenario, report, facts, told),
        "entry": entry,
        "findings": findings_of(report, judged.counted, told),
        "files": {name: name in files for name in _NAMED} | {"games": sorted(games)},
        "broken": entry["lacks"][: len(broken)],
    }
    files["index.html"] = _page(terms, settings, told, entry, data).encode("utf-8")
    digests = {f"{folder}/{n}": put(data, terms.out, f"{folder}/{n}") for n, data in files.items()}
    page, failed = Page(source.digest, entry, digests), any(each.failed for each in lacks)
    if report.met_fault:
        return Made(source, page, CHECK_FAILED, failed=True)
    return Made(source, page, failed=failed)


class _Lack(NamedTuple):
    """What a page lacks: why, and whether the program itself failed."""

    why: Value
    failed: bool


_NAMED = ("preview.png", "sheet.pdf", "poster.pdf")


def files_of(source: Source) -> Iterator[str]:
    """Yield the files that may be written for a page."""
    folder = f"{FOLDER}/{source.slug}"
    named = ("index.html", "map.svg", "board.svg", f"{source.slug}.m44", f"{source.slug}.yaml")
    games = (f"game-{number}.js" for number in range(1, len(source.games) + 1))
    for name in (*named, *_NAMED, *games):
        yield f"{folder}/{name}"


def _page(
    terms: Terms, settings: SiteSettings, told: Words, entry: Entry, data: Mapping[str, object]
) -> str:
    page = {
        "title": entry["title"],
        "description": entry["description"],
        "root": "../../",
        "address": f"{terms.url}{FOLDER}/{entry['slug']}/" if terms.url else "",
        "picture": entry["picture"],
    }
    return filled(
        terms.templates, "scenario.html", {**frame(terms, settings, told), "page": page, **data}
    )


def frame(terms: Terms, settings: SiteSettings, told: Words) -> dict[str, object]:
    """Return what every page is given: about the site, and the words of pages."""
    site = {
        "title": settings.title,
        "subtitle": settings.subtitle,
        "about": _paragraphs(settings.about),
        "credits": _paragraphs(settings.credits),
        "language": told.language.code,
        "url": terms.url,
    }
    return {"site": site, "say": words_of_pages(told)}


def _paragraphs(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def _content(
    source: Source, scenario: Scenario, report: FileReport, facts: FileFacts, told: Words
) -> dict[str, object]:
    author = scenario.meta.get("author")
    return {
        "texts": texts_of(scenario, told),
        "facts": facts_in_words(scenario, told),
        "sides": sides(scenario, told),
        "goals": goals(scenario, told),
        "reference": reference(scenario, told),
        "setup": setup(scenario, told),
        "bill": bill_of(scenario, told),
        "board": board_data(scenario, told),
        "author": author.strip() if isinstance(author, str) else "",
        "arena": arena_of(report, facts.arena, told),
        "whole": facts.whole,
    }


def _scenario_files(source: Source, scenario: Scenario, read: ReadResult) -> dict[str, bytes]:
    """Return the scenario in both formats; in its own as it stands."""
    made = {}
    for file_format in (FileFormat.M44, FileFormat.YAML):
        name = f"{source.slug}.{file_format.value}"
        if read.format is file_format:
            made[name] = read_bounded(Path(source.path), SIZE_LIMIT)
        else:
            made[name] = to_bytes(scenario, file_format, read.origin)
    return made


def _prints(
    scenario: Scenario, told: Words, map_: PrintedMap, terms: Terms
) -> tuple[dict[str, bytes], list[_Lack]]:
    """Return what is typeset, and why that cannot be."""
    try:
        with boundary():
            return prints_of(scenario, told, map_, terms), []
    except (TypesettingError, FaultError, FileError) as error:
        return {}, [_Lack(error_reason(error), isinstance(error, FaultError))]


def _games(source: Source, scenario: Scenario, told: Words) -> tuple[dict[str, bytes], list[_Lack]]:
    """Return the recorded games as scripts, and why others cannot be replayed."""
    made: dict[str, bytes] = {}
    broken: list[_Lack] = []
    for number, path in enumerate(source.games, start=1):
        try:
            with boundary(path):
                game = cleaned(replay_of(Path(path), scenario, told))
        except M44Error as error:
            said = message("{file}: {why}", file=Path(path).name, why=error_reason(error))
            broken.append(_Lack(said, isinstance(error, FaultError)))
            continue
        made[f"game-{number}.js"] = f"m44Game({json.dumps(game)});\n".encode("ascii")
    return made, broken


PICTURE = "preview.png"
"""The picture other sites show of a page: 600 pixels wide and 315 high, as they ask for."""


def prints_of(scenario: Scenario, told: Words, map_: PrintedMap, terms: Terms) -> dict[str, bytes]:
    """Return the files that are asked for, by their names.

    Args:
        scenario: What they are of.
        told: Their language.
        map_: The map.
        terms: Which are asked for.

    Raises:
        TypesettingError: Typst is not installed.
    """
    made = {}
    if terms.pictures:
        made[PICTURE] = _typesetter().picture("preview.typ", {"map": map_.small})
    if terms.pdf:
        made["sheet.pdf"] = typeset_sheet(_typesetter(), scenario, [told], map_=map_).pdf
        made["poster.pdf"] = typeset_poster(_typesetter(), scenario, told, map_=map_).pdf
    return made


@cache
def _typesetter() -> Typesetter:
    """Return what typesets with our own templates, one a process."""
    return Typesetter(TEMPLATES)

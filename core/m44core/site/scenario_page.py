"""The page of one scenario, with all files that are written for it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple, cast

from m44core.errors import M44Error
from m44core.faults import FaultError, FileError, boundary, error_reason
from m44core.html_templates import replace_invalid_characters
from m44core.io.files.file_reader import ReadResult, read_file
from m44core.io.files.scenario_files import FileFormat
from m44core.io.files.serialization import to_bytes
from m44core.io.text.decoding import SIZE_LIMIT
from m44core.library.file_facts import FileFacts, facts_of_report
from m44core.library.library_settings import LibrarySettings
from m44core.messages.message import Renderer, Value, message
from m44core.messages.renderers import renderer_in
from m44core.model.scenario import Scenario
from m44core.publish.content.reference import reference_lines
from m44core.publish.content.sheet_content import battle_facts as facts_in_words
from m44core.publish.content.sheet_content import goal_entries, setup_steps, side_summaries
from m44core.publish.poster import typeset_poster
from m44core.publish.printed_map import PrintedMap
from m44core.publish.scenario_sheet import typeset_sheet
from m44core.publish.typesetter import TEMPLATES, Typesetter, TypesettingError
from m44core.site.balance_entry import balance_entry
from m44core.site.gallery import EntryParts, gallery_entry, stage_in_words
from m44core.site.page_content import (
    STATIC_LAYERS,
    arena_verdict,
    board_data,
    page_components,
    page_findings,
    page_texts,
)
from m44core.site.page_labels import page_labels
from m44core.site.replay_frames import replay_data
from m44core.site.site_files import GalleryEntry, PageRecord, write_if_changed
from m44core.site.site_settings import SiteOptions, SiteSettings, discussion_address
from m44core.site.sources import (
    NO_SCENARIO,
    PICTURE,
    PRINTS,
    CampaignNeighbour,
    CampaignStage,
    PageSource,
    file_content_or_empty,
)
from m44core.site.structured_data import scenario_data
from m44core.site.templating import render_template
from m44core.untrusted_files import read_bounded
from m44core.validation.runner import CHECK_FAILED, FileReport, check_file
from m44core.values import dataclass
from m44core.version import __version__

SCENARIO_PAGES_FOLDER = "scenarios"
"""The folder of the scenario pages."""


@dataclass(frozen=True, slots=True)
class PageResult:
    """The result of making one page.

    Attributes:
        source: The source of the page.
        page: The record of the page; None if none could be written.
        why: The reason why there is no page, or why the checks failed; otherwise "". Reasons for
            missing parts are in the entry of the page.
        failed: Whether the program itself failed on the scenario or on a part of its page.
    """

    source: PageSource
    page: PageRecord | None
    why: Value = ""
    failed: bool = False


def make_page(source: PageSource, options: SiteOptions, settings: SiteSettings) -> PageResult:
    """Write the page of a scenario and its files, and return the result.

    Internal errors and errors in its files are not raised but reported in the result.

    Raises:
        TemplateError: a template is invalid.
        WriteError: a file cannot be written.
    """
    try:
        with boundary(source.path):
            return _write_page(source, options, settings)
    except (FaultError, FileError) as error:
        return PageResult(source, None, error_reason(error), failed=isinstance(error, FaultError))


def failed_page_result(error: M44Error, source: PageSource, *_: object) -> PageResult:
    """Return the result for a scenario on which the worker process died."""
    return PageResult(source, None, error_reason(error), failed=True)


def _write_page(source: PageSource, options: SiteOptions, settings: SiteSettings) -> PageResult:
    file_settings = LibrarySettings().for_file(source.path)
    report = check_file(source.path, file_settings.settings)
    facts, site_renderer = facts_of_report(report, file_settings), renderer_in(options.language)
    scenario = report.reading.scenario if report.reading else None
    if scenario is None or report.reading is None:
        return PageResult(source, None, facts.failure or NO_SCENARIO, failed=report.has_fault)
    folder = f"{SCENARIO_PAGES_FOLDER}/{source.slug}"
    map_ = PrintedMap(scenario, site_renderer)
    files: dict[str, bytes] = {"map.svg": map_.svg.encode("utf-8")}
    files |= _scenario_files(source, scenario, report.reading)
    games, unplayable_games = _game_scripts(source, scenario, site_renderer)
    if games:
        files["board.svg"] = PrintedMap(scenario, site_renderer, show=STATIC_LAYERS).svg.encode(
            "utf-8"
        )
        files |= games
    address = f"{options.url}{folder}/" if options.url else ""
    prints, unprinted = _typeset_files(source, scenario, site_renderer, map_, options, address)
    files |= prints
    balance, balance_problems = balance_entry(source, scenario, site_renderer)
    content = _page_data(source, scenario, report, facts, site_renderer)
    rules = len(cast("list[object]", content["reference"]))
    parts = EntryParts(facts, balance, rules, has_picture=PICTURE in files)
    entry = gallery_entry(source, scenario, parts, site_renderer)
    lacks = (
        *unplayable_games,
        *unprinted,
        *(_MissingPart(*problem) for problem in balance_problems),
    )
    entry["lacks"] = [site_renderer.render(each.why) for each in lacks]
    data = {
        **content,
        "entry": entry,
        "author": entry["author"],
        "discuss": _discussion_address(source, options, settings, entry),
        "findings": page_findings(report, file_settings.counted_codes, site_renderer),
        "files": {name: name in files for name in PRINTS} | {"games": sorted(games)},
        "broken": entry["lacks"][: len(unplayable_games)],
        "structured": _structured_data(
            entry, [name for name in files if not _is_hidden(name)], options, settings
        ),
    }
    files["index.html"] = _render_page(options, settings, site_renderer, entry, data).encode(
        "utf-8"
    )
    digests = {
        f"{folder}/{n}": write_if_changed(data, options.out, f"{folder}/{n}")
        for n, data in files.items()
    }
    page = PageRecord(source.digest, entry, digests, _prints_digest(source, options))
    has_failed = any(each.failed for each in lacks)
    if report.has_fault:
        return PageResult(source, page, CHECK_FAILED, failed=True)
    return PageResult(source, page, failed=has_failed)


class _MissingPart(NamedTuple):
    """A part missing from a page: the reason, and whether the program itself failed."""

    why: Value
    failed: bool


_PDFS = PRINTS[1:]


def page_file_names(source: PageSource) -> Iterator[str]:
    """Yield the names of the files that can be written for a page."""
    folder = f"{SCENARIO_PAGES_FOLDER}/{source.slug}"
    file_names = ("index.html", "map.svg", "board.svg", f"{source.slug}.m44", f"{source.slug}.yaml")
    games = (f"game-{number}.js" for number in range(1, len(source.games) + 1))
    for name in (*file_names, *PRINTS, *games):
        yield f"{folder}/{name}"


def _render_page(
    options: SiteOptions,
    settings: SiteSettings,
    renderer: Renderer,
    entry: GalleryEntry,
    data: Mapping[str, object],
) -> str:
    page = {
        "title": entry["title"],
        "description": entry["description"],
        "root": "../../",
        "address": _page_address(entry, options),
        "picture": entry["picture"],
        "name": "scenario",
    }
    return render_template(
        options.templates,
        "scenario.html",
        {**common_page_data(options, settings, renderer), "page": page, **data},
    )


def _page_address(entry: GalleryEntry, options: SiteOptions) -> str:
    """Return the address of the page; "" if the site's address is unknown."""
    return f"{options.url}{SCENARIO_PAGES_FOLDER}/{entry['slug']}/" if options.url else ""


def _discussion_address(
    source: PageSource, options: SiteOptions, settings: SiteSettings, entry: GalleryEntry
) -> str:
    """Return the address where the scenario is discussed; "" if there is none."""
    pattern = source.details.discuss or settings.discuss
    return discussion_address(pattern, entry["title"], _page_address(entry, options))


def _structured_data(
    entry: GalleryEntry, names: Iterable[str], options: SiteOptions, settings: SiteSettings
) -> dict[str, object]:
    site = {"title": settings.title, "url": options.url}
    return scenario_data(entry, names, _page_address(entry, options), site)


def _is_hidden(name: str) -> bool:
    """Return whether a file of a page is not offered for download."""
    return name.endswith((".html", ".js", ".png")) or name == "board.svg"


def common_page_data(
    options: SiteOptions, settings: SiteSettings, renderer: Renderer
) -> dict[str, object]:
    """Return the data shared by all pages: the site, and the labels."""
    site = {
        "title": settings.title,
        "subtitle": settings.subtitle,
        "about": _paragraphs(settings.about),
        "credits": _paragraphs(settings.credits),
        "language": renderer.language.code,
        "url": options.url,
    }
    return {"site": site, "say": page_labels(renderer)}


def _paragraphs(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def _page_data(
    source: PageSource, scenario: Scenario, report: FileReport, facts: FileFacts, renderer: Renderer
) -> dict[str, object]:
    return {
        "texts": page_texts(scenario, renderer),
        "facts": facts_in_words(scenario, renderer),
        "sides": side_summaries(scenario, renderer),
        "goals": goal_entries(scenario, renderer),
        "reference": reference_lines(scenario, renderer),
        "setup": setup_steps(scenario, renderer),
        "bill": page_components(scenario, renderer),
        "board": board_data(scenario, renderer),
        "stages": [_stage_data(stage, renderer) for stage in source.stages],
        "arena": arena_verdict(report, facts.arena, renderer),
        "whole": facts.whole,
    }


def _stage_data(stage: CampaignStage, renderer: Renderer) -> dict[str, object]:
    """Return the place in a campaign in words, with links to the previous and next scenarios."""
    neighbours = {"before": stage.before, "after": stage.after}
    links = {
        key: _scenario_link(other, renderer) if other else None for key, other in neighbours.items()
    }
    return {"said": renderer.render(stage_in_words(stage)), **links}


def _scenario_link(other: CampaignNeighbour, renderer: Renderer) -> dict[str, str] | None:
    """Return the slug and the title of another scenario; None if it cannot be read."""
    with suppress(M44Error), boundary(other.path):
        scenario = read_file(Path(other.path)).scenario
        if scenario:
            title = scenario.title_in(renderer.language.code) or Path(other.path).stem
            return {"slug": other.slug, "title": title}
    return None


def _scenario_files(source: PageSource, scenario: Scenario, result: ReadResult) -> dict[str, bytes]:
    """Return the scenario in both formats, keyed by file name; the source is copied unchanged."""
    files = {}
    for file_format in (FileFormat.M44, FileFormat.YAML):
        name = f"{source.slug}.{file_format.value}"
        if result.format is file_format:
            files[name] = read_bounded(Path(source.path), SIZE_LIMIT)
        else:
            files[name] = to_bytes(scenario, file_format, result.origin)
    return files


def _typeset_files(
    source: PageSource,
    scenario: Scenario,
    renderer: Renderer,
    map_: PrintedMap,
    options: SiteOptions,
    address: str,
) -> tuple[dict[str, bytes], list[_MissingPart]]:
    """Return the typeset files, and the reason if they cannot be made.

    The files of the last run are reused if nothing that affects them has changed.
    """
    kept_prints = _kept_prints(source, options)
    if kept_prints is not None:
        return kept_prints, []
    try:
        with boundary():
            return typeset_downloads(scenario, renderer, map_, options, address), []
    except (TypesettingError, FaultError, FileError) as error:
        return {}, [_MissingPart(error_reason(error), isinstance(error, FaultError))]


def _prints_digest(source: PageSource, options: SiteOptions) -> str:
    """Return a digest that changes whenever a typeset file might have to be typeset again."""
    made_by = __version__, options.language, options.url, options.pdf, options.pictures
    return sha256(f"{source.scenario_digest} {made_by}".encode()).hexdigest()


def _kept_prints(source: PageSource, options: SiteOptions) -> dict[str, bytes] | None:
    """Return the typeset files of the last run; None if they must be typeset again."""
    if source.prints.digest != _prints_digest(source, options):
        return None
    files = {}
    for name, digest in source.prints.files.items():
        content = file_content_or_empty(options.out / SCENARIO_PAGES_FOLDER / source.slug / name)
        if sha256(content).hexdigest() != digest:
            return None
        files[name] = content
    wanted_names = {*((PICTURE,) if options.pictures else ()), *(_PDFS if options.pdf else ())}
    return files if files.keys() == wanted_names else None


def _game_scripts(
    source: PageSource, scenario: Scenario, renderer: Renderer
) -> tuple[dict[str, bytes], list[_MissingPart]]:
    """Return the recorded games as scripts, and the reasons why others cannot be replayed."""
    scripts: dict[str, bytes] = {}
    unplayable_games: list[_MissingPart] = []
    for number, path in enumerate(source.games, start=1):
        try:
            with boundary(path):
                game = replace_invalid_characters(replay_data(Path(path), scenario, renderer))
        except M44Error as error:
            problem = message("{file}: {why}", file=Path(path).name, why=error_reason(error))
            unplayable_games.append(_MissingPart(problem, isinstance(error, FaultError)))
            continue
        scripts[f"game-{number}.js"] = f"m44Game({json.dumps(game)});\n".encode("ascii")
    return scripts, unplayable_games


def typeset_downloads(
    scenario: Scenario, renderer: Renderer, map_: PrintedMap, options: SiteOptions, address: str
) -> dict[str, bytes]:
    """Return the requested preview picture, sheet and poster, keyed by file name.

    Args:
        scenario: The scenario.
        renderer: Renders texts in the language of the site.
        map_: The map.
        options: The options, which say what is requested.
        address: The web address of the page, for the QR code on the sheet; "" if it is unknown.

    Raises:
        TypesettingError: Typst is not installed, or cannot typeset a template.
    """
    files = {}
    if options.pictures:
        files[PICTURE] = _typesetter().picture("preview.typ", {"map": map_.small_svg})
    if options.pdf:
        sheet = typeset_sheet(_typesetter(), scenario, [renderer], address=address)
        files[_PDFS[0]] = sheet.pdf
        files[_PDFS[1]] = typeset_poster(_typesetter(), scenario, renderer, map_=map_).pdf
    return files


@cache
def _typesetter() -> Typesetter:
    """Return the typesetter with the built-in templates, one per process."""
    return Typesetter(TEMPLATES)

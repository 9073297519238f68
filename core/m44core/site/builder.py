"""Building a site: what changed since the last time, and what follows from it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol
from uuid import NAMESPACE_URL, uuid5

from m44core.errors import M44Error, ReadError, WriteError
from m44core.faults import FaultError, boundary, error_reason
from m44core.io.files.scenario_files import files_below
from m44core.messages.message import Value, colon, message
from m44core.messages.words import words
from m44core.site.gallery import (
    feed_entries,
    format_timestamp,
    gallery_cards,
    gallery_facets,
    sort_by_date,
)
from m44core.site.output import (
    Entry,
    Page,
    Record,
    all_exist,
    prepare_output,
    read_record,
    remove_stale,
    write_if_changed,
    write_record,
)
from m44core.site.scenario_page import (
    FOLDER,
    PageResult,
    common_data,
    failed_page,
    files_of,
    make_page,
)
from m44core.site.site_settings import SiteOptions, SiteSettings, site_settings
from m44core.site.sources import Source, find_sources
from m44core.site.templating import (
    ASSETS,
    TEMPLATES,
    TemplateError,
    clean_text,
    render_template,
    require_jinja,
    shared_files,
)
from m44core.values import dataclass
from m44core.version import __version__

_MOST_IN_FEED = 50


class MapPages(Protocol):
    """Maps a function over many values: :func:`m44core.work.parallel_map.parallel_map`."""

    def __call__(
        self,
        work: Callable[..., PageResult],
        lost: Callable[..., PageResult],
        *given: Sequence[object],
    ) -> AbstractContextManager[Iterator[PageResult]]:
        """Return what some work gives for each of several things, in their order."""


@dataclass(frozen=True, slots=True)
class SiteReport:
    """What came of a site.

    Attributes:
        pages: How many scenarios have a page.
        made: How many of these were made anew.
        left_out: What is said of files without a page, and of games that cannot be replayed.
        notes: What else there is to know: other forms of scenarios, changed files left alone.
        failed: Whether the program itself failed with any file.
    """

    pages: int
    made: int
    left_out: tuple[Value, ...]
    notes: tuple[Value, ...]
    failed: bool = False


def build_site(
    folder: Path,
    options: SiteOptions,
    map_pages: MapPages,
    on_start: Callable[[int], Callable[[], None]],
) -> SiteReport:
    """Write the site of a folder, or what of it has changed since the last time.

    Args:
        folder: The folder of the scenarios.
        options: What was asked for.
        map_pages: What makes pages, in however many processes.
        on_start: Called with the number of pages that are to be made; returns what is called
            after each of them.

    Raises:
        ReadError: there is no scenario, or the folder cannot be read.
        TemplateError: a template is wrong, or what fills them is not installed.
        WriteError: a file cannot be written, or one that is not ours is there.
    """
    require_jinja()
    _refuse_to_mix(folder, options.out)
    settings = site_settings(folder)
    if options.title:
        settings = replace(settings, title=options.title)
    sources, forms, broken, wrong = find_sources(
        folder, options.out, (*settings.leave_out, *options.leave_out)
    )
    if not sources and not broken:
        raise ReadError(message("there is no scenario in {folder}", folder=str(folder)))
    shared = shared_files(options.templates)
    record, everything = read_record(options.out), _digest(options, settings)
    prepare_output(options.out, record, _wanted(sources, shared))
    kept = {
        source.slug: record.pages[source.slug]
        for source in sources
        if record.options_digest == everything and _is_kept(source, record, options.out)
    }
    todo = [source for source in sources if source.slug not in kept]
    made = _made(todo, options, settings, map_pages, on_start(len(todo)))
    new = {one.source.slug: one.page for one in made if one.page}
    pages = {s.slug: page for s in sources if (page := kept.get(s.slug) or new.get(s.slug))}
    files = {
        name: write_if_changed(path.read_bytes(), options.out, name)
        for name, path in _assets(shared)
    }
    common, unlisted = _common(options, settings, pages)
    files |= {
        name: write_if_changed(text.encode("utf-8"), options.out, name)
        for name, text in common.items()
    }
    pages = {slug: page for slug, page in pages.items() if slug not in unlisted}
    now = Record(everything, pages, files)
    changed = remove_stale(options.out, record, now.written())
    write_record(now, options.out)
    names = {source.slug: source.name for source in sources}
    without_entry = (colon(names[slug], error_reason(error)) for slug, error in unlisted.items())
    left_out = (*wrong, *broken, *_left_out(made, pages.values()), *without_entry)
    failed = bool(broken or unlisted) or any(one.failed for one in made)
    return SiteReport(len(pages), len(new), left_out, tuple(_notes(forms, changed)), failed)


def _made(
    todo: Sequence[Source],
    options: SiteOptions,
    settings: SiteSettings,
    each: MapPages,
    advance: Callable[[], None],
) -> list[PageResult]:
    """Write pages, and return what came of each."""
    made = []
    with each(
        make_page, failed_page, todo, [options] * len(todo), [settings] * len(todo)
    ) as results:
        for result in results:
            made.append(result)
            advance()
    return made


def _refuse_to_mix(folder: Path, out: Path) -> None:
    if folder.resolve() == out.resolve():
        raise WriteError(
            message("the site cannot be written among its scenarios: {out}", out=str(out))
        )
    if out.exists() and not out.is_dir():
        raise WriteError(message("{out} is a file; choose a folder", out=str(out)))


def _is_kept(source: Source, record: Record, out: Path) -> bool:
    page = record.pages.get(source.slug)
    if page is None or page.digest != source.digest:
        return False
    return page.entry.get("changed") == source.changed and all_exist(out, page.files)


def _digest(options: SiteOptions, settings: SiteSettings) -> str:
    """Return what is another as soon as every page may be another."""
    digest = sha256()
    typst = find_spec("typst") is not None
    said = (
        __version__,
        options.language,
        options.url,
        options.pdf,
        options.pictures,
        typst,
        settings,
    )
    digest.update(repr(said).encode("utf-8", "backslashreplace"))
    for folder in filter(None, (TEMPLATES, ASSETS, options.templates)):
        for path in sorted(files_below(str(folder), [])):
            digest.update(path.name.encode() + sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def _assets(shared: Mapping[str, Path]) -> Iterator[tuple[str, Path]]:
    for name, path in shared.items():
        yield f"assets/{name}", path


def _wanted(sources: Iterable[Source], shared: Mapping[str, Path]) -> Iterator[str]:
    """Yield the files that may be written."""
    yield from ("index.html", "feed.xml", "sitemap.xml", "assets/search.js")
    yield from (name for name, _ in _assets(shared))
    for source in sources:
        yield from files_of(source)


def _common(
    options: SiteOptions, settings: SiteSettings, pages: Mapping[str, Page]
) -> tuple[dict[str, str], dict[str, M44Error]]:
    """Return what lists all pages, and why pages that cannot be listed are left out, by slugs.

    Raises:
        TemplateError: a template is wrong.
    """
    try:
        with boundary():
            return _listing(options, settings, [page.entry for page in pages.values()]), {}
    except (FaultError, TemplateError) as error:
        unlisted = dict(_unlisted(options, settings, pages))
        is_in_template = isinstance(error, TemplateError) and len(unlisted) == len(pages)
        if is_in_template or not unlisted:
            raise
    entries = [page.entry for slug, page in pages.items() if slug not in unlisted]
    return _listing(options, settings, entries), unlisted


def _unlisted(
    options: SiteOptions, settings: SiteSettings, pages: Mapping[str, Page]
) -> Iterator[tuple[str, M44Error]]:
    """Yield the pages that cannot be listed even alone, and why."""
    for slug, page in pages.items():
        try:
            with boundary():
                _listing(options, settings, [page.entry])
        except (FaultError, TemplateError) as error:
            yield slug, error


def _listing(
    options: SiteOptions, settings: SiteSettings, entries: Iterable[Entry]
) -> dict[str, str]:
    """Return the texts of what lists all pages: gallery, search, feed, sitemap."""
    told, listed = words(options.language), sort_by_date(entries)
    facets = gallery_facets(listed, told)
    data = {**common_data(options, settings, told), "facets": facets}
    texts = json.dumps([clean_text(entry["search"]) for entry in listed])
    own = options.templates
    files = {"assets/search.js": f"m44Search({texts});\n"}
    page = _front_page(options, settings, listed)
    cards = gallery_cards(listed, facets)
    files["index.html"] = render_template(own, "index.html", {**data, "page": page, "cards": cards})
    feed = feed_entries(listed, options.url or settings.title)[:_MOST_IN_FEED]
    latest = max((entry["changed"] for entry in listed), default=0)
    about = {
        "id": f"urn:uuid:{uuid5(NAMESPACE_URL, options.url or settings.title)}",
        "updated": format_timestamp(latest),
    }
    files["feed.xml"] = render_template(own, "feed.xml", {**data, "feed": about, "entries": feed})
    if options.url:
        dated = [{**entry, "day": format_timestamp(entry["changed"])[:10]} for entry in listed]
        latest_day = format_timestamp(latest)[:10]
        files["sitemap.xml"] = render_template(
            own, "sitemap.xml", {**data, "entries": dated, "latest": latest_day}
        )
    return files


def _front_page(
    options: SiteOptions, settings: SiteSettings, entries: Sequence[Entry]
) -> dict[str, str]:
    pictured = next((entry["slug"] for entry in entries if entry["picture"]), "")
    return {
        "title": settings.title,
        "description": settings.subtitle,
        "root": "",
        "address": options.url,
        "picture": f"{FOLDER}/{pictured}/preview.png" if pictured else "",
    }


def _left_out(made: Iterable[PageResult], pages: Iterable[Page]) -> Iterator[Value]:
    """Yield what failed with files, then what pages lack, also those made before."""
    for one in made:
        if one.why:
            yield colon(one.source.name, one.why)
    for page in pages:
        for said in page.entry["lacks"]:
            yield colon(page.entry["name"], said)


def _notes(forms: Iterable[str], changed: Iterable[str]) -> Iterator[Value]:
    for name in forms:
        yield message("{file} is another form of a scenario that has a page", file=name)
    for name in changed:
        yield message("{file} was changed since it was written; it is left there", file=name)

"""Building a site incrementally: pages are rewritten only if their input has changed."""

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
from m44core.html_templates import TemplateError, replace_invalid_characters, require_jinja
from m44core.io.files.scenario_files import files_below
from m44core.messages.message import Renderer, Value, label_with_text, message
from m44core.messages.renderers import renderer_in
from m44core.site.campaigns import messages_about_unknown_names
from m44core.site.compare_table import compare_table
from m44core.site.gallery import (
    feed_entries,
    format_timestamp,
    gallery_cards,
    gallery_facets,
    sort_by_date,
)
from m44core.site.page_labels import page_labels
from m44core.site.scenario_page import (
    SCENARIO_PAGES_FOLDER,
    PageResult,
    common_page_data,
    failed_page_result,
    make_page,
    page_file_names,
)
from m44core.site.site_files import (
    GalleryEntry,
    PageRecord,
    SiteRecord,
    all_exist,
    prepare_output,
    read_record,
    remove_stale_files,
    write_if_changed,
    write_record,
)
from m44core.site.site_settings import SiteOptions, SiteSettings, site_settings
from m44core.site.source_details import with_details, with_prints
from m44core.site.sources import PageSource, find_sources
from m44core.site.structured_data import collection_data
from m44core.site.templating import ASSETS, TEMPLATES, render_template, shared_files
from m44core.site.timeline import timeline
from m44core.site.war_map import war_map
from m44core.values import dataclass
from m44core.version import __version__

_MAX_FEED_ENTRIES = 50
_OVERVIEWS = ("war-map.html", "time-line.html", "compare.html")
"""The pages about all scenarios, except for the gallery."""


class PageMapper(Protocol):
    """Maps a function over many values: :func:`m44core.work.parallel_map.parallel_map`."""

    def __call__(
        self,
        work: Callable[..., PageResult],
        on_lost: Callable[..., PageResult],
        *argument_lists: Sequence[object],
    ) -> AbstractContextManager[Iterator[PageResult]]:
        """Return the results of *work* for each set of arguments, in order.

        If its process dies, *on_lost* returns the result: it is called with the error, followed by
        the arguments.
        """


@dataclass(frozen=True, slots=True)
class SiteReport:
    """The result of building a site.

    Attributes:
        pages: Number of scenarios with a page.
        rewritten: Number of pages that were rewritten.
        left_out: Messages about files without a page, missing parts of pages, and invalid ratings
            and configurations, which are ignored.
        notes: Other messages: duplicates in another format, changed files that were left alone.
        failed: Whether the program itself failed on any file, a page cannot be listed, or a
            rating is invalid.
    """

    pages: int
    rewritten: int
    left_out: tuple[Value, ...]
    notes: tuple[Value, ...]
    failed: bool = False


def build_site(
    folder: Path,
    options: SiteOptions,
    map_pages: PageMapper,
    on_start: Callable[[int], Callable[[], None]],
) -> SiteReport:
    """Write the site of a folder, updating only the pages that changed since the last build.

    Return what was written, and what was left out.

    Args:
        folder: The folder of the scenarios.
        options: The options of the site.
        map_pages: Runs the function that makes a page, with any number of processes.
        on_start: Called with the number of pages to make; returns a function to call after each.

    Raises:
        ReadError: there is no scenario, or the folder cannot be read.
        TemplateError: a template is invalid, or Jinja is not installed.
        WriteError: a file cannot be written, or a file that is not part of the site is in the way.
    """
    require_jinja()
    _check_output_folder(folder, options.out)
    settings = site_settings(folder)
    if options.title:
        settings = replace(settings, title=options.title)
    site_sources = find_sources(folder, options.out, (*settings.leave_out, *options.leave_out))
    if not site_sources.sources and not site_sources.broken:
        raise ReadError(message("there is no scenario in {folder}", folder=str(folder)))
    unknown_name_messages = messages_about_unknown_names(
        settings, [source.name for source in site_sources.sources]
    )
    shared_paths = shared_files(options.templates)
    record, options_digest = read_record(options.out), _build_digest(options, settings)
    sources = with_prints(
        with_details(site_sources.sources, settings, site_sources.campaigns), record
    )
    prepare_output(options.out, record, _possible_file_names(sources, shared_paths))
    unchanged_pages = {
        source.slug: record.pages[source.slug]
        for source in sources
        if record.options_digest == options_digest and _is_up_to_date(source, record, options.out)
    }
    outdated_sources = [source for source in sources if source.slug not in unchanged_pages]
    page_settings = settings.without_scenario_settings()
    results = _make_pages(
        outdated_sources, options, page_settings, map_pages, on_start(len(outdated_sources))
    )
    new_pages = {result.source.slug: result.page for result in results if result.page}
    pages = {
        s.slug: page
        for s in sources
        if (page := unchanged_pages.get(s.slug) or new_pages.get(s.slug))
    }
    files = {
        name: write_if_changed(path.read_bytes(), options.out, name)
        for name, path in _asset_paths(shared_paths)
    }
    listings, unlisted_errors = _listing_files(options, settings, pages)
    files |= {
        name: write_if_changed(text.encode("utf-8"), options.out, name)
        for name, text in listings.items()
    }
    pages = {slug: page for slug, page in pages.items() if slug not in unlisted_errors}
    new_record = SiteRecord(options_digest, pages, files)
    changed = remove_stale_files(options.out, record, new_record.digests_by_name())
    write_record(new_record, options.out)
    names = {source.slug: source.name for source in sources}
    without_entry = (
        label_with_text(names[slug], error_reason(error)) for slug, error in unlisted_errors.items()
    )
    left_out = (
        *site_sources.invalid_configurations,
        *site_sources.broken,
        *settings.rating_problems,
        *_omission_messages(results, pages.values()),
        *without_entry,
    )
    is_damaged = site_sources.broken or settings.rating_problems or unlisted_errors
    has_failed = bool(is_damaged) or any(result.failed for result in results)
    notes = (*unknown_name_messages, *_note_messages(site_sources.other_formats, changed))
    return SiteReport(len(pages), len(new_pages), left_out, notes, has_failed)


def _make_pages(
    sources: Sequence[PageSource],
    options: SiteOptions,
    settings: SiteSettings,
    map_pages: PageMapper,
    advance: Callable[[], None],
) -> list[PageResult]:
    """Write the pages of some sources, and return their results."""
    pages = []
    with map_pages(
        make_page, failed_page_result, sources, [options] * len(sources), [settings] * len(sources)
    ) as results:
        for result in results:
            pages.append(result)
            advance()
    return pages


def _check_output_folder(folder: Path, out: Path) -> None:
    if folder.resolve() == out.resolve():
        raise WriteError(
            message("the site cannot be written into the scenario folder: {out}", out=str(out))
        )
    if out.exists() and not out.is_dir():
        raise WriteError(message("{out} is a file; choose a folder", out=str(out)))


def _is_up_to_date(source: PageSource, record: SiteRecord, out: Path) -> bool:
    page = record.pages.get(source.slug)
    if page is None or page.digest != source.digest:
        return False
    return page.entry.get("changed") == source.changed and all_exist(out, page.files)


def _build_digest(options: SiteOptions, settings: SiteSettings) -> str:
    """Return a digest that changes whenever every page might have to be rebuilt."""
    digest = sha256()
    has_typst = find_spec("typst") is not None
    settings_text = (
        __version__,
        options.language,
        options.url,
        options.pdf,
        options.pictures,
        has_typst,
        settings.without_scenario_settings(),
    )
    digest.update(repr(settings_text).encode("utf-8", "backslashreplace"))
    for folder in filter(None, (TEMPLATES, ASSETS, options.templates)):
        for path in sorted(files_below(str(folder), [])):
            digest.update(path.name.encode() + sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def _asset_paths(shared_paths: Mapping[str, Path]) -> Iterator[tuple[str, Path]]:
    for name, path in shared_paths.items():
        yield f"assets/{name}", path


def _possible_file_names(
    sources: Iterable[PageSource], shared_paths: Mapping[str, Path]
) -> Iterator[str]:
    """Yield the names of all files that can be written."""
    yield from (*_OVERVIEWS, "index.html", "feed.xml", "sitemap.xml", "assets/search.js")
    yield from (name for name, _ in _asset_paths(shared_paths))
    for source in sources:
        yield from page_file_names(source)


def _listing_files(
    options: SiteOptions, settings: SiteSettings, pages: Mapping[str, PageRecord]
) -> tuple[dict[str, str], dict[str, M44Error]]:
    """Return the files that list all pages, and the errors of unlistable pages, keyed by slug.

    Raises:
        TemplateError: a template is invalid.
    """
    try:
        with boundary():
            return _render_listing_files(
                options, settings, [page.entry for page in pages.values()]
            ), {}
    except (FaultError, TemplateError) as error:
        unlisted = dict(_unlistable_pages(options, settings, pages))
        is_in_template = isinstance(error, TemplateError) and len(unlisted) == len(pages)
        if is_in_template or not unlisted:
            raise
    entries = [page.entry for slug, page in pages.items() if slug not in unlisted]
    return _render_listing_files(options, settings, entries), unlisted


def _unlistable_pages(
    options: SiteOptions, settings: SiteSettings, pages: Mapping[str, PageRecord]
) -> Iterator[tuple[str, M44Error]]:
    """Yield the slugs of pages that cannot be listed even alone, with the errors."""
    for slug, page in pages.items():
        try:
            with boundary():
                _render_listing_files(options, settings, [page.entry])
        except (FaultError, TemplateError) as error:
            yield slug, error


def _render_listing_files(
    options: SiteOptions, settings: SiteSettings, entries: Iterable[GalleryEntry]
) -> dict[str, str]:
    """Return the content of the files that list all pages, keyed by name.

    They are the gallery, the war map, the timeline, the comparison, the search words, the feed
    and, if the address is known, the sitemap.
    """
    site_renderer, sorted_entries = renderer_in(options.language), sort_by_date(entries)
    facets = gallery_facets(sorted_entries, site_renderer)
    data = {**common_page_data(options, settings, site_renderer), "facets": facets}
    texts = json.dumps([replace_invalid_characters(entry["search"]) for entry in sorted_entries])
    sorted_entries = [{**entry, "search": ""} for entry in sorted_entries]  # long, and on no page
    user_templates = options.templates
    files = {"assets/search.js": f"m44Search({texts});\n"}
    page = _front_page_data(options, settings, sorted_entries)
    site = {
        "title": settings.title,
        "subtitle": settings.subtitle,
        "url": options.url,
        "language": options.language,
    }
    cards = {
        "cards": gallery_cards(sorted_entries, facets),
        "structured": collection_data(len(sorted_entries), site),
    }
    files["index.html"] = render_template(
        user_templates, "index.html", {**data, "page": page, **cards}
    )
    overviews: Mapping[str, dict[str, object]] = {
        "war-map.html": {"map": war_map(sorted_entries, site_renderer)},
        "time-line.html": {"line": timeline(sorted_entries)},
        "compare.html": {"table": compare_table(sorted_entries, site_renderer)},
    }
    for name, page_data in overviews.items():
        overview = _overview_data(name, page, site_renderer)
        files[name] = render_template(user_templates, name, {**data, **page_data, "page": overview})
    feed = feed_entries(sorted_entries, options.url or settings.title)[:_MAX_FEED_ENTRIES]
    latest_change = max((entry["changed"] for entry in sorted_entries), default=0)
    feed_data = {
        "id": f"urn:uuid:{uuid5(NAMESPACE_URL, options.url or settings.title)}",
        "updated": format_timestamp(latest_change),
    }
    files["feed.xml"] = render_template(
        user_templates, "feed.xml", {**data, "feed": feed_data, "entries": feed}
    )
    if options.url:
        dated_entries = [
            {**entry, "day": format_timestamp(entry["changed"])[:10]} for entry in sorted_entries
        ]
        latest_day = format_timestamp(latest_change)[:10]
        files["sitemap.xml"] = render_template(
            user_templates, "sitemap.xml", {**data, "entries": dated_entries, "latest": latest_day}
        )
    return files


def _front_page_data(
    options: SiteOptions, settings: SiteSettings, entries: Sequence[GalleryEntry]
) -> dict[str, str]:
    picture_slug = next((entry["slug"] for entry in entries if entry["picture"]), "")
    return {
        "title": settings.title,
        "description": settings.subtitle,
        "root": "",
        "address": options.url,
        "picture": f"{SCENARIO_PAGES_FOLDER}/{picture_slug}/preview.png" if picture_slug else "",
        "name": "index.html",
    }


def _overview_data(name: str, front_page: Mapping[str, str], renderer: Renderer) -> dict[str, str]:
    """Return the data of a page about all scenarios."""
    title = page_labels(renderer)[name.removesuffix(".html").replace("-", "_")]
    address = front_page["address"] and f"{front_page['address']}{name}"
    return {**front_page, "title": title, "address": address, "picture": "", "name": name}


def _omission_messages(
    results: Iterable[PageResult], pages: Iterable[PageRecord]
) -> Iterator[Value]:
    """Yield messages about failed files, then about parts missing from new or unchanged pages."""
    for result in results:
        if result.why:
            yield label_with_text(result.source.name, result.why)
    for page in pages:
        for problem in page.entry["lacks"]:
            yield label_with_text(page.entry["name"], problem)


def _note_messages(other_formats: Iterable[str], changed: Iterable[str]) -> Iterator[Value]:
    for name in other_formats:
        yield message(
            "{file} is the same scenario in another format; the scenario already has a page",
            file=name,
        )
    for name in changed:
        yield message("{file} was changed after it was written, so it was not removed", file=name)

"""Writing the files of a site atomically, and removing only files that were written before."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import field, fields
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import Any, TypedDict

from m44core.errors import WriteError
from m44core.io.files.save import make_folder, not_saved_message, write, write_derived_file
from m44core.messages.message import message
from m44core.untrusted_files import parse_json, read_bounded
from m44core.values import dataclass

RECORD = ".m44-site.json"
"""The record file of a site: which files were written, and from what input."""
_MAX_BYTES = 64_000_000  # bytes: largest record
_RECORD_VERSION = 1  # version of the record; other versions are not read

Files = Mapping[str, str]
"""The SHA-256 of files, keyed by their paths below the folder of the site, with slashes."""


class BalanceEntry(TypedDict):
    """The balance of a scenario, in the language of the site.

    Attributes:
        said: A short result between computer players; "" if there is none.
        people: The result of games between people; "" if there is none.
        note: The note that the games used an earlier version of the map; "" if they did not.
        share: The Allied win rate; None if it is unknown for this version of the map.
        low: The lower end of its interval.
        high: The upper end.
        turns: The median number of turns of both players; None if it is unknown for this version.
    """

    said: str
    people: str
    note: str
    share: float | None
    low: float
    high: float
    turns: float | None


class SideEntry(TypedDict):
    """A side of a scenario: its name, its country, and its cards, medals and first move."""

    key: str
    name: str
    country: str
    has: list[str]


class PlaceEntry(TypedDict):
    """The place of a battle: latitude and longitude in degrees, and its name."""

    north: float
    east: float
    name: str


class GalleryEntry(TypedDict):
    """The entry of a scenario in the gallery, in the language of the site.

    Attributes:
        language: The language of its title.
        balance: The share of wins of each side.
        rating: From 0 to 10; None if it has none.
        minutes: The playing time.
        place: The place of the battle; None if it is unknown.
        campaigns: The titles of its campaigns, with its place in each.
        rules: The number of pieces and rules in its reference.
        facets: The values it is filtered by, keyed by facet.
        changed: Modification time of its file, in seconds since 1970.
        search: Its search words.
        lacks: Messages about parts missing from its page.
    """

    slug: str
    name: str
    title: str
    language: str
    subtitle: str
    author: str
    begins: str
    ends: str
    days: str
    front: str
    board: str
    face: str
    nations: list[str]
    sides: list[SideEntry]
    boxes: list[str]
    rules: int
    medals: str
    difficulty: str
    difficulty_said: str
    minutes: int
    minutes_said: str
    rating: float | None
    votes: int
    rating_said: str
    place: PlaceEntry | None
    campaigns: list[str]
    arena: str
    arena_said: str
    facets: dict[str, list[str]]
    changed: int
    description: str
    picture: str
    balance: BalanceEntry
    search: str
    lacks: list[str]


@dataclass(frozen=True, slots=True)
class PageRecord:
    """The record of the page of one scenario.

    Attributes:
        digest: Digest of the input from which it was made.
        entry: Its entry in the gallery.
        files: The files that were written for it.
        prints_digest: Digest of the input that its typeset files were made from.
    """

    digest: str
    entry: GalleryEntry
    files: Files
    prints_digest: str = ""


@dataclass(frozen=True, slots=True)
class SiteRecord:
    """The record of all files of a site.

    Attributes:
        options_digest: A digest that changes whenever every page has to be rebuilt.
        pages: The pages, keyed by slug.
        files: The files that belong to no single page.
        pending: The files that an interrupted run was about to write.
    """

    options_digest: str = ""
    pages: Mapping[str, PageRecord] = field(default_factory=dict)
    files: Files = field(default_factory=dict)
    pending: tuple[str, ...] = ()

    def digests_by_name(self) -> dict[str, str]:
        """Return the digests of all files that were written, keyed by name."""
        files_by_page = (page.files for page in self.pages.values())
        return {
            name: digest for files in (*files_by_page, self.files) for name, digest in files.items()
        }


def read_record(out: Path) -> SiteRecord:
    """Return the record of a folder; an empty record if it is missing or damaged.

    Names that lead out of the folder are dropped, so that no other file is ever touched.
    """
    try:
        data: Any = parse_json(  # may be damaged: errors are caught below
            read_bounded(out / RECORD, _MAX_BYTES)
        )
        if data["form"] != _RECORD_VERSION:
            return SiteRecord()
        if not all(_is_object(page["entry"]) for page in data["pages"].values()):
            return SiteRecord()
        pages = {
            slug: PageRecord(
                page["digest"],
                page["entry"],
                _files_inside(page["files"]),
                str(page.get("prints_digest", "")),
            )
            for slug, page in data["pages"].items()
        }
        pending_files = tuple(filter(_is_inside, data["begun"]))
        return SiteRecord(str(data["terms"]), pages, _files_inside(data["files"]), pending_files)
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return SiteRecord()


def _is_object(value: object) -> bool:
    return isinstance(value, dict)


def _files_inside(files: Files) -> dict[str, str]:
    return {name: digest for name, digest in files.items() if _is_inside(name)}


def _is_inside(name: str) -> bool:
    """Return whether a name stays below the folder, on any system."""
    parts = PurePosixPath(name).parts
    return ".." not in parts and not set(name) & set("\\:\0") and not name.startswith("/")


def write_record(record: SiteRecord, out: Path) -> None:
    """Write the record; the same record gives the same bytes.

    Raises:
        WriteError: the record cannot be written.
    """
    pages = {slug: _page_data(page) for slug, page in record.pages.items()}
    data = {
        "form": _RECORD_VERSION,
        "terms": record.options_digest,
        "pages": pages,
        "files": dict(record.files),
        "begun": list(record.pending),
    }
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    write(text.encode("ascii"), out / RECORD, backup=False)


def _page_data(page: PageRecord) -> dict[str, object]:
    return {each.name: getattr(page, each.name) for each in fields(page)}


def prepare_output(out: Path, record: SiteRecord, file_names: Iterable[str]) -> None:
    """Prepare the folder of a site, and record which files are about to be written.

    Args:
        out: The folder.
        record: The record of the last run.
        file_names: The files that can be written. If one exists and is not in the record, nothing
            is written at all.

    Raises:
        WriteError: the folder cannot be made or written to, or a foreign file is in the way.
    """
    owned_files = {*record.digests_by_name(), *record.pending}
    names = tuple(file_names)
    make_folder(out)
    for name in names:
        if name not in owned_files and os.path.lexists(out / name):
            problem = message(
                "{file} exists and does not belong to this site; move it away, or choose "
                "another folder",
                file=str(out / name),
            )
            raise WriteError(problem)
    pending_record = SiteRecord(
        record.options_digest, record.pages, record.files, tuple(sorted({*owned_files, *names}))
    )
    write_record(pending_record, out)


def write_if_changed(data: bytes, out: Path, name: str) -> str:
    """Write a file below a folder atomically, and return its SHA-256.

    A file that already has this content is not touched.

    Raises:
        WriteError: the file cannot be written; the message says why.
    """
    path, digest = out / name, sha256(data).hexdigest()
    try:
        if path.is_file() and path.read_bytes() == data:
            return digest
        make_folder(path.parent)
        write_derived_file(data, path)
    except OSError as error:
        raise WriteError(not_saved_message(path, error)) from error
    return digest


def all_exist(out: Path, files: Files) -> bool:
    """Return whether all files still exist."""
    return all((out / name).is_file() for name in files)


def remove_stale_files(out: Path, record: SiteRecord, current_files: Iterable[str]) -> list[str]:
    """Remove files of the last run that are no longer part of the site.

    Files that only an interrupted run was about to write are removed whatever their content.

    Args:
        out: The folder of the site.
        record: The record of the last run.
        current_files: The files of this run.

    Returns:
        The files that were kept because they have changed since they were written.
    """
    files, current_names = record.digests_by_name(), set(current_files)
    kept_files = []
    for name in sorted({*files, *record.pending} - current_names):
        path = out / name
        try:
            if name in files and sha256(path.read_bytes()).hexdigest() != files[name]:
                kept_files.append(name)
                continue
            path.unlink()
        except OSError:
            continue
        with suppress(OSError):  # the folder is not empty
            path.parent.rmdir()
    return kept_files

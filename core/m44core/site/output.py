"""Writing a site: each file whole or not at all, and nothing removed that was not written by us."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict, field
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import Any, TypedDict

from m44core.errors import WriteError
from m44core.io.files.save import make_folder, not_saved_message, write, write_derived_file
from m44core.messages.message import message
from m44core.untrusted_files import parse_json, read_bounded
from m44core.values import dataclass

RECORD = ".m44-site.json"
"""The file in which a site keeps what was written, and of what it was made."""
_LARGEST = 64_000_000  # bytes of the record
_FORM = 1  # of the record; another one is not read

Files = Mapping[str, str]
"""The SHA-256 of files by their paths below the folder of the site, with slashes."""


class Entry(TypedDict):
    """What other pages say of a scenario, in the language of the site.

    Attributes:
        facets: The values it is filtered by, by what they are values of.
        changed: When its file was changed, in seconds since 1970.
        search: What it is found by.
        lacks: What its page lacks, and why.
    """

    slug: str
    name: str
    title: str
    subtitle: str
    begins: str
    days: str
    front: str
    board: str
    face: str
    nations: list[str]
    medals: str
    arena: str
    arena_said: str
    facets: dict[str, list[str]]
    changed: int
    description: str
    picture: str
    search: str
    lacks: list[str]


@dataclass(frozen=True, slots=True)
class Page:
    """What is kept of the page of one scenario.

    Attributes:
        digest: What it was made of.
        entry: What other pages say of it, as plain data.
        files: What was written for it.
    """

    digest: str
    entry: Entry
    files: Files


@dataclass(frozen=True, slots=True)
class Record:
    """What was written before.

    Attributes:
        terms: What is another as soon as every page may be another.
        pages: The pages, by what they are called in addresses.
        files: What was written besides.
        begun: What was about to be written, by a run that did not come to its end.
    """

    options_digest: str = ""
    pages: Mapping[str, Page] = field(default_factory=dict)
    files: Files = field(default_factory=dict)
    pending: tuple[str, ...] = ()

    def written(self) -> dict[str, str]:
        """Return every file that was written."""
        of_pages = (page.files for page in self.pages.values())
        return {name: said for files in (*of_pages, self.files) for name, said in files.items()}


def read_record(out: Path) -> Record:
    """Return what was written into a folder before; nothing where that is not known.

    Names that lead out of the folder are left out: nobody else's file is ever touched.
    """
    try:
        said: Any = parse_json(  # it may be damaged: whatever it says is tried
            read_bounded(out / RECORD, _LARGEST)
        )
        if said["form"] != _FORM:
            return Record()
        if not all(_is_object(page["entry"]) for page in said["pages"].values()):
            return Record()
        pages = {
            slug: Page(page["digest"], page["entry"], _inside(page["files"]))
            for slug, page in said["pages"].items()
        }
        begun = tuple(filter(_is_inside, said["begun"]))
        return Record(str(said["terms"]), pages, _inside(said["files"]), begun)
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return Record()


def _is_object(said: object) -> bool:
    return isinstance(said, dict)


def _inside(files: Files) -> dict[str, str]:
    return {name: digest for name, digest in files.items() if _is_inside(name)}


def _is_inside(name: str) -> bool:
    """Tell whether a name is that of a file below the folder, on any system."""
    parts = PurePosixPath(name).parts
    return ".." not in parts and not set(name) & set("\\:\0") and not name.startswith("/")


def write_record(record: Record, out: Path) -> None:
    """Keep what was written; the same record gives the same bytes.

    Raises:
        WriteError: it cannot be written.
    """
    pages = {slug: asdict(page) for slug, page in record.pages.items()}
    said = {
        "form": _FORM,
        "terms": record.options_digest,
        "pages": pages,
        "files": dict(record.files),
        "begun": list(record.pending),
    }
    text = json.dumps(said, sort_keys=True, separators=(",", ":"))
    write(text.encode("ascii"), out / RECORD, backup=False)


def prepare_output(out: Path, record: Record, wanted: Iterable[str]) -> None:
    """Make a folder ready for a site, and note what is about to be written.

    Args:
        out: The folder.
        record: What was written there before.
        wanted: The files that may be written: where one of these is there and not ours, nothing
            is written at all.

    Raises:
        WriteError: the folder cannot be made or written to, or a file of somebody else is there.
    """
    ours = {*record.written(), *record.pending}
    names = tuple(wanted)
    make_folder(out)
    for name in names:
        if name not in ours and os.path.lexists(out / name):
            said = message(
                "{file} is there already and is no file of this site; move it away, or choose "
                "another folder",
                file=str(out / name),
            )
            raise WriteError(said)
    begun = Record(
        record.options_digest, record.pages, record.files, tuple(sorted({*ours, *names}))
    )
    write_record(begun, out)


def write_if_changed(data: bytes, out: Path, name: str) -> str:
    """Write a file below a folder, whole or not at all, and return its SHA-256.

    One that is as it should be stays untouched.

    Raises:
        WriteError: it cannot be written; the message says why.
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
    """Tell whether all files are there; somebody may have removed some."""
    return all((out / name).is_file() for name in files)


def remove_stale(out: Path, record: Record, still: Iterable[str]) -> list[str]:
    """Remove files that are written no more, and return those left because they were changed.

    What a run began to write that did not come to its end is removed as it is.

    Args:
        out: The folder of the site.
        record: What was written before.
        still: What is written now.
    """
    files, kept = record.written(), set(still)
    left = []
    for name in sorted({*files, *record.pending} - kept):
        path = out / name
        try:
            if name in files and sha256(path.read_bytes()).hexdigest() != files[name]:
                left.append(name)
                continue
            path.unlink()
        except OSError:
            continue
        with suppress(OSError):  # somebody else has files there
            path.parent.rmdir()
    return left

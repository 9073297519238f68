"""Looking into files: what a process beside the editor does for the library."""

from __future__ import annotations

from pathlib import Path

from m44core.catalogue.packs.pack import Pack, packs_digest
from m44core.errors import M44Error, ReadError
from m44core.faults import boundary
from m44core.io.files.open import ReadResult, read_bytes, read_file
from m44core.io.files.side_files import catalogue_for
from m44core.io.text.decoding import SIZE_LIMIT
from m44core.library.file_facts import facts_of
from m44core.library.library_cache import CachedFile
from m44core.library.library_settings import FileSettings
from m44core.untrusted_files import read_truncated
from m44core.values import dataclass
from m44editor.library.thumbnail import thumbnail, to_jpeg


@dataclass(frozen=True, slots=True)
class InspectionJob:
    """What is to be found out about a file.

    Attributes:
        path: The file.
        stamp: What tells it from a later one.
        terms: How it is judged; None where only its picture is wanted.
        dark: Whether the picture is to be dark.
        digest: What its picture is kept by, where only that is wanted.
        packs: The packs the user added.
    """

    path: str
    stamp: str
    terms: FileSettings | None
    dark: bool
    digest: str = ""
    packs: tuple[Pack, ...] = ()


@dataclass(frozen=True, slots=True)
class Inspection:
    """What was found out.

    Attributes:
        known: What is known of the file; None where only its picture was wanted.
        picture: Its board as JPEG; empty where it has none.
    """

    known: CachedFile | None
    picture: bytes


def inspect(job: InspectionJob) -> Inspection:
    """Look into a file.

    Raises:
        M44Error: the file cannot be read or drawn; a fault of the program is one of its kinds.
    """
    with boundary(job.path):
        return _looked_into(job)


def _looked_into(job: InspectionJob) -> Inspection:
    if job.terms is None:
        return Inspection(None, _picture(job))
    facts, reading = facts_of(Path(job.path), job.terms)
    digest = picture_key(reading) if reading else ""
    scenario = reading.scenario if reading else None
    picture = to_jpeg(thumbnail(scenario, dark=job.dark)) if scenario else b""
    return Inspection(CachedFile(digest, facts), picture)


def picture_key(reading: ReadResult) -> str:
    """Return what the picture of a file is kept by: its bytes, and the packs it was read with."""
    digest = reading.fingerprint.digest if reading.fingerprint else ""
    by = packs_digest(reading.catalogue.packs)
    return f"{digest} {by}" if digest and by else digest


def _picture(job: InspectionJob) -> bytes:
    try:
        scenario = read_file(Path(job.path), job.packs).scenario
    except ReadError:  # it was there a moment ago
        return b""
    return to_jpeg(thumbnail(scenario, dark=job.dark)) if scenario else b""


def quick_picture(path: str, packs: tuple[Pack, ...], *, dark: bool) -> bytes:
    """Return the picture of a file as it can be had at once, in the editor's own process."""
    try:
        content = read_truncated(Path(path), SIZE_LIMIT)
    except (OSError, ValueError):
        return b""
    try:
        with boundary(path, content):
            catalogue, _ = catalogue_for(Path(path), packs)
            scenario = read_bytes(content, Path(path).name, catalogue=catalogue).scenario
            return to_jpeg(thumbnail(scenario, dark=dark)) if scenario else b""
    except M44Error:  # the process that looks into the file says so
        return b""

"""Inspecting a file for the library, in a separate process: its facts and its picture."""

from __future__ import annotations

from pathlib import Path

from m44core.catalogue.packs.pack import Pack, packs_digest
from m44core.errors import M44Error, ReadError
from m44core.faults import boundary
from m44core.io.files.file_reader import ReadResult, read_bytes, read_file
from m44core.io.files.side_files import catalogue_for
from m44core.io.text.decoding import SIZE_LIMIT
from m44core.library.file_facts import facts_and_content
from m44core.library.library_cache import CachedFile
from m44core.library.library_settings import FileSettings
from m44core.untrusted_files import read_truncated
from m44core.values import dataclass
from m44editor.library.thumbnail import thumbnail, to_jpeg


@dataclass(frozen=True, slots=True)
class InspectionJob:
    """A file to inspect.

    Attributes:
        path: The file.
        stamp: A stamp that changes whenever the facts about the file may change.
        settings: The settings for checking it; None to draw only its picture.
        dark: Whether to draw the picture for the dark theme.
        digest: The cache key of its picture, if only the picture is drawn.
        packs: The user packs.
    """

    path: str
    stamp: str
    settings: FileSettings | None
    dark: bool
    digest: str = ""
    packs: tuple[Pack, ...] = ()


@dataclass(frozen=True, slots=True)
class FileInspection:
    """The result of inspecting a file.

    Attributes:
        cache_entry: The facts about the file with the cache key of its picture; None if only the
            picture was drawn.
        picture: The picture of the board as JPEG; empty if there is none.
    """

    cache_entry: CachedFile | None
    picture: bytes


def inspect_file(job: InspectionJob) -> FileInspection:
    """Inspect a file: return its facts and its picture, or only the picture if that is requested.

    Raises:
        M44Error: the file cannot be read or drawn, or the program has a fault.
    """
    with boundary(job.path):
        return _inspect_file(job)


def _inspect_file(job: InspectionJob) -> FileInspection:
    if job.settings is None:
        return FileInspection(None, _board_picture(job))
    facts, result = facts_and_content(Path(job.path), job.settings)
    digest = picture_key(result) if result else ""
    scenario = result.scenario if result else None
    picture = to_jpeg(thumbnail(scenario, dark=job.dark)) if scenario else b""
    return FileInspection(CachedFile(digest, facts), picture)


def picture_key(result: ReadResult) -> str:
    """Return the cache key of a picture: digests of its file and packs; "" if it was not read."""
    digest = result.fingerprint.digest if result.fingerprint else ""
    packs_key = packs_digest(result.catalogue.packs)
    return f"{digest} {packs_key}" if digest and packs_key else digest


def _board_picture(job: InspectionJob) -> bytes:
    try:
        scenario = read_file(Path(job.path), job.packs).scenario
    except ReadError:  # deleted meanwhile
        return b""
    return to_jpeg(thumbnail(scenario, dark=job.dark)) if scenario else b""


def quick_picture(path: str, packs: tuple[Pack, ...], *, dark: bool) -> bytes:
    """Return the picture of a file, drawn in the editor's own process; empty if that fails."""
    try:
        content = read_truncated(Path(path), SIZE_LIMIT)
    except (OSError, ValueError):
        return b""
    try:
        with boundary(path, content):
            catalogue, _ = catalogue_for(Path(path), packs)
            scenario = read_bytes(content, Path(path).name, catalogue=catalogue).scenario
            return to_jpeg(thumbnail(scenario, dark=dark)) if scenario else b""
    except M44Error:  # the process that inspects the file reports it
        return b""

"""The histories of files: a folder each, with an entry for each version and what the versions hold.

Each content is stored once, compressed, under its digest. Several processes may work here at once,
and any of them may be killed, without a lock: a file is there in full or not at all. A process that
stores a version announces it before it looks whether its content is there. A process that tidies up
sets aside what no version holds, under a name that is never used again, and only then looks again:
what has been announced by now goes back, and what was not is written again.
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

from m44core.errors import M44Error, WriteError
from m44core.history.file_versions import (
    ENDING,
    HistoryError,
    Limits,
    Version,
    VersionReason,
    parse_version,
    removal_order,
    versions_to_remove,
)
from m44core.io.files.open import ReadResult, digest, read_bytes
from m44core.io.files.save import remove_stale_files, write
from m44core.io.files.side_files import catalogue_for, with_side_rules
from m44core.io.origin import OpenFile, RestoredVersion
from m44core.messages.message import message
from m44core.messages.os_errors import os_error_reason
from m44core.messages.words import reason
from m44core.untrusted_files import parse_json, read_bounded

if TYPE_CHECKING:
    from m44core.catalogue.packs.pack import Pack

_CONTENT_ENDING, _CONTENT_ASIDE = ".z", ".gone"
_LARGEST_VERSION = 16 * 1024 * 1024  # bytes of a version; no file of more is opened


class ContentStore:
    """The folder in which the contents of one file's versions lie."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def put(self, data: bytes) -> str:
        """Have a content here, whole, and return its digest.

        Raises:
            HistoryError: it cannot be written.
        """
        name = digest(data)
        if self._read_verified(self._path(name), name) == data:
            return name
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            write(zlib.compress(data, 6), self._path(name), backup=False)
        except (OSError, WriteError) as error:
            raise not_written(error) from error
        return name

    def get(self, name: str) -> bytes:
        """Return the content with a digest.

        Raises:
            HistoryError: it is not there, or not what it was.
        """
        aside = (path for path in self._files(_CONTENT_ASIDE) if _digest(path) == name)
        for path in chain([self._path(name)], aside):
            data = self._read_verified(path, name)
            if data is not None:
                return data
        raise HistoryError(message("What this version held is damaged or missing."))

    def sizes(self) -> dict[str, int]:
        """Return how many bytes each content takes on the disk, by its digest."""
        found = {}
        for path in self._files(_CONTENT_ENDING):
            with suppress(OSError):
                found[_digest(path)] = path.stat().st_size
        return found

    def collect_garbage(self, wanted: Callable[[], Collection[str]]) -> None:
        """Remove what is in no version any more.

        Args:
            wanted: Returns the digests that are in versions now; it is asked twice.
        """
        listed = wanted()
        for path in self._files(_CONTENT_ENDING):
            if _digest(path) not in listed:
                with suppress(OSError):
                    path.replace(path.with_suffix(f".{uuid4().hex}{_SET_ASIDE}"))
        aside = self._files(_CONTENT_ASIDE)
        listed = wanted() if aside else ()  # looked at after what is set aside, never before
        for path in aside:
            with suppress(OSError):
                if _digest(path) in listed:
                    path.replace(self._path(_digest(path)))
                else:
                    path.unlink()

    def has(self, name: str) -> bool:
        """Tell whether the content with a digest is here, and what it was."""
        return self._read_verified(self._path(name), name) is not None

    def _read_verified(self, path: Path, name: str) -> bytes | None:
        """Return what a file holds; None where that is not the content with the digest."""
        with suppress(OSError, zlib.error):
            data = zlib.decompressobj().decompress(
                read_bounded(path, _LARGEST_VERSION), _LARGEST_VERSION
            )
            if digest(data) == name:
                return data
        return None

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}{_CONTENT_ENDING}"

    def _files(self, ending: str) -> list[Path]:
        try:
            return [path for path in self._folder.iterdir() if path.suffix == ending]
        except OSError:
            return []


def _digest(path: Path) -> str:
    return path.name.partition(".")[0]


def not_written(error: OSError | M44Error) -> HistoryError:
    """Return the error that says why something of a history cannot be written."""
    if isinstance(error, HistoryError):
        return error
    why = reason(error) if isinstance(error, M44Error) else os_error_reason(error)
    return HistoryError(message("No version of the file can be kept: {why}", why=why))


MAX_NOTE_LENGTH = 200
_SET_ASIDE, _ANNOUNCED = ".gone", ".coming"
_ABANDONED_AFTER = timedelta(hours=1)  # with a version that was announced; then its process is dead
_ABOUT, _VERSIONS, _CONTENTS = "about.json", "versions", "contents"
_LARGEST = 64 * 1024  # bytes of an entry; beyond it is none of ours


class History:
    """The versions of one file. Nothing that is damaged here keeps any other version from use.

    Several processes may work on it at once; see :mod:`m44core.history.file_history`.

    Attributes:
        folder: Where it is; made when the first version is kept.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._entries = folder / _VERSIONS
        self._contents = ContentStore(folder / _CONTENTS)

    def versions(self) -> tuple[Version, ...]:
        """Return the versions, the latest first; none where nothing can be read."""
        return tuple(sorted(self._listed(), key=lambda version: version.name, reverse=True))

    def add(self, data: bytes, why: VersionReason, at: datetime | None = None) -> Version | None:
        """Keep some bytes as the latest version; None where the latest is the same already.

        Args:
            data: The file as it is, or would be.
            why: What made the program keep it.
            at: When; now unless given.

        Raises:
            HistoryError: it cannot be written.
        """
        version = Version(at or datetime.now(UTC), why, digest(data))
        last = next(iter(self.versions()), None)
        if last is not None and last.digest == version.digest:
            self._contents.put(data)  # which mends it
            return None
        coming = self._entry(version).with_suffix(_ANNOUNCED)
        try:
            _write(_entry_data(version), coming)
            self._contents.put(data)
            coming.replace(self._entry(version))
        except (OSError, HistoryError) as error:
            with suppress(OSError):
                coming.unlink(missing_ok=True)
            raise not_written(error) from error
        return version

    def read(self, version: Version) -> bytes:
        """Return the very bytes of a version.

        Raises:
            HistoryError: they are damaged or missing.
        """
        return self._contents.get(version.digest)

    def mark(self, version: Version, *, pinned: bool, note: str | None = None) -> Version:
        """Pin a version or let it go, write a note about it, and return it as it is now.

        Raises:
            HistoryError: it is no longer there, or cannot be written.
        """
        if not self._entry(version).exists():
            raise HistoryError(message("This version is no longer there."))
        words = version.note if note is None else note.strip()[:MAX_NOTE_LENGTH]
        marked = replace(version, pinned=pinned, note=words)
        self._write_entry(marked)
        return marked

    def delete(self, version: Version) -> None:
        """Remove a version, also one that is pinned.

        Raises:
            HistoryError: it cannot be removed.
        """
        try:
            self._entry(version).unlink(missing_ok=True)
        except OSError as error:
            said = message("The version cannot be removed: {why}", why=os_error_reason(error))
            raise HistoryError(said) from error
        self._contents.collect_garbage(self._wanted)

    def tidy(self, number: int, now: datetime | None = None) -> None:
        """Remove the versions that are too old or too many, and what killed processes left."""
        now = now or datetime.now(UTC)
        remove_stale_files(self._entries)
        for left in _files(self._entries):
            if left.suffix == _SET_ASIDE:
                self._settle_entry(left)
            elif left.suffix == _ANNOUNCED:
                self._complete(left, now)
        self.drop(versions_to_remove(self.versions(), now, number))

    def drop(self, versions: list[Version]) -> None:
        """Remove versions, but for those that were pinned meanwhile."""
        for version in versions:
            entry = self._entry(version)
            with suppress(OSError):
                self._settle_entry(entry.replace(entry.with_suffix(f".{uuid4().hex}{_SET_ASIDE}")))
        self._contents.collect_garbage(self._wanted)

    def sizes(self) -> dict[str, int]:
        """Return how many bytes the content of each version takes on the disk, by its digest."""
        return self._contents.sizes()

    @property
    def file(self) -> Path | None:
        """The file this is the history of; None where that cannot be read."""
        with suppress(OSError, ValueError):
            about = parse_json(read_bounded(self.folder / _ABOUT, _LARGEST))
            said = about.get("file") if isinstance(about, dict) else None
            return Path(said) if isinstance(said, str) and said and "\0" not in said else None
        return None

    def set_file(self, file: Path) -> None:
        """Note which file this is the history of.

        Raises:
            HistoryError: it cannot be written.
        """
        if self.file != file:
            _write({"file": str(file)}, self.folder / _ABOUT)

    def _write_entry(self, version: Version) -> None:
        _write(_entry_data(version), self._entry(version))

    def _entry(self, version: Version) -> Path:
        return self._entries / version.name

    def _listed(self) -> Iterator[Version]:
        for path in _files(self._entries):
            version = parse_version(path.name)
            if version is not None:
                yield _with_marks(version, path)

    def _wanted(self) -> set[str]:
        """Return the digests of all versions, of those that come and that go too."""
        found = (_version(path) for path in _files(self._entries))
        return {version.digest for version in found if version is not None}

    def _settle_entry(self, aside: Path) -> None:
        """Remove an entry that was set aside, or put it back where it is pinned."""
        version = _version(aside)
        with suppress(OSError):
            if version is not None and _with_marks(version, aside).pinned:
                aside.replace(self._entry(version))
            else:
                aside.unlink()

    def _complete(self, coming: Path, now: datetime) -> None:
        """Take up what a killed process announced, where its content is there; forget the rest."""
        version = _version(coming)
        if version is not None and now - version.taken_at < _ABANDONED_AFTER:
            return
        with suppress(OSError):
            if version is not None and self._contents.has(version.digest):
                coming.replace(self._entry(version))
            else:
                coming.unlink()


def _version(entry: Path) -> Version | None:
    """Return the version an entry is about, whether it is there, comes or goes."""
    return parse_version(f"{'.'.join(entry.name.split('.')[:2])}{ENDING}")


def _entry_data(version: Version) -> dict[str, object]:
    return {"pinned": version.pinned, "note": version.note}


def _with_marks(version: Version, entry: Path) -> Version:
    """Return a version with what the user said of it; one whose entry is damaged stays."""
    try:
        said = parse_json(read_bounded(entry, _LARGEST))
    except FileNotFoundError:
        return version
    except (OSError, ValueError):
        return replace(version, pinned=True)
    if not isinstance(said, dict) or not {"pinned", "note"} <= said.keys():
        return replace(version, pinned=True)
    return replace(version, pinned=said["pinned"] is True, note=str(said["note"]))


def _files(folder: Path) -> list[Path]:
    try:
        return [*folder.iterdir()]
    except OSError:
        return []


def _write(said: dict[str, object], path: Path) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write(json.dumps(said).encode(), path, backup=False)
    except (OSError, WriteError) as error:
        raise not_written(error) from error


LOCAL_FOLDER = ".m44-history"
"""The folder beside a scenario for a history that is to go with it."""

_MAX_NAME_LENGTH = 40  # signs of a file's name that stand in the name of its history


def history_of(file: Path, root: Path) -> History:
    """Return the history of a file among those of a folder, whatever link leads to the file."""
    real = Path(os.path.realpath(file))
    name = "".join(sign for sign in real.stem if sign.isalnum() or sign in "-_")[:_MAX_NAME_LENGTH]
    place = digest(os.fsencode(os.path.normcase(real)))[:16]
    return History(root / f"{name or 'scenario'}-{place}")


def local_history(file: Path) -> History:
    """Return the history of a file that lies beside it, and is found wherever both are moved."""
    return History(file.parent / LOCAL_FOLDER / file.name)


def histories(root: Path) -> list[History]:
    """Return the histories of a folder, by name; none where nothing can be read."""
    try:
        return [History(path) for path in sorted(root.iterdir()) if path.is_dir()]
    except OSError:
        return []


def size_of(histories: list[History]) -> int:
    """Return how many bytes the contents of histories take on the disk."""
    return sum(sum(history.sizes().values()) for history in histories)


def tidy(root: Path, limits: Limits, now: datetime | None = None) -> None:
    """Thin all histories of a folder, and let the oldest versions make room where it is used up."""
    found = histories(root)
    for history in found:
        history.tidy(limits.number, now)
    excess = size_of(found) - limits.size
    if excess <= 0:
        return
    versions = [history.versions() for history in found]
    sizes = [history.sizes() for history in found]
    for number, version in removal_order(versions):
        if excess <= 0:
            return
        found[number].drop([version])
        left = found[number].sizes()
        excess -= sum(sizes[number].values()) - sum(left.values())
        sizes[number] = left


def read_version(data: bytes, file: Path, packs: Sequence[Pack] = ()) -> ReadResult:
    """Return what a version of a file holds, with the special rules that lie beside the file now.

    Args:
        data: The bytes of the version.
        file: The file; the user packs that hold for it now hold for the version.
        packs: User packs that hold for it besides.

    Raises:
        HistoryError: it holds no scenario.
    """
    catalogue, _ = catalogue_for(file, packs)
    result = read_bytes(data, file.name, catalogue=catalogue)
    if result.scenario is None:
        raise HistoryError(message("This version holds no scenario that could be shown."))
    scenario, _ = with_side_rules(result.scenario, file)
    return replace(result, content=scenario)


def restored_file(result: ReadResult, data: bytes) -> OpenFile:
    """Return a version as it is to be edited; saved at once, it is the very same bytes.

    Args:
        result: What was read of the version.
        data: Its bytes.
    """
    assert result.scenario is not None, "a version that was read"
    version = RestoredVersion(result.scenario, result.format.value, data)
    return OpenFile(result.scenario, replace(result.origin, restored=version))

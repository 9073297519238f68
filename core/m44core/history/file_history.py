"""The histories of files: each is a folder with the entries and contents of a file's versions.

Each distinct content is stored once, compressed, under its digest. No locks are needed, although
several processes can work here at the same time and any of them can be killed, because every file
exists completely or not at all. A process that stores a version announces it before it checks
whether its content exists. A process that cleans up first sets unused contents aside, under names
that are never used again, and only then checks again: contents announced in the meantime are moved
back, and a process that announces later writes its content again.
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
    ENTRY_SUFFIX,
    HistoryError,
    HistoryLimits,
    Version,
    VersionReason,
    parse_version,
    removal_order,
    versions_to_remove,
)
from m44core.io.files.file_reader import ReadResult, digest, read_bytes
from m44core.io.files.save import remove_stale_files, write
from m44core.io.files.side_files import catalogue_for, with_side_rules
from m44core.io.origin import OpenFile, RestoredVersion
from m44core.messages.message import message
from m44core.messages.os_errors import os_error_reason
from m44core.messages.renderers import message_of_error
from m44core.untrusted_files import parse_json, read_bounded

if TYPE_CHECKING:
    from m44core.catalogue.packs.pack import Pack

_CONTENT_ENDING, _CONTENT_ASIDE = ".z", ".gone"
_MAX_CONTENT_SIZE = 16 * 1024 * 1024  # bytes of a version; larger files are never opened


class ContentStore:
    """The folder with the contents of the versions of one file."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def put(self, data: bytes) -> None:
        """Store content unless it already exists intact.

        Raises:
            HistoryError: the content cannot be written.
        """
        name = digest(data)
        if self._read_verified_content(self._path(name), name) == data:
            return
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            write(zlib.compress(data, 6), self._path(name), backup=False)
        except (OSError, WriteError) as error:
            raise history_write_error(error) from error

    def get(self, digest: str) -> bytes:
        """Return the content with a given digest.

        Raises:
            HistoryError: the content is missing or damaged.
        """
        paths_set_aside = (
            path for path in self._files(_CONTENT_ASIDE) if _digest_from_name(path) == digest
        )
        for path in chain([self._path(digest)], paths_set_aside):
            data = self._read_verified_content(path, digest)
            if data is not None:
                return data
        raise HistoryError(message("The contents of this version are damaged or missing."))

    def sizes(self) -> dict[str, int]:
        """Return the compressed size of each content on disk in bytes, keyed by digest.

        Contents that are set aside or cannot be read are left out.
        """
        sizes = {}
        for path in self._files(_CONTENT_ENDING):
            with suppress(OSError):
                sizes[_digest_from_name(path)] = path.stat().st_size
        return sizes

    def collect_garbage(self, digests_in_use: Callable[[], Collection[str]]) -> None:
        """Remove the contents that no version uses; those that cannot be removed stay.

        Args:
            digests_in_use: Returns the digests of all current versions; it is called twice.
        """
        listed_digests = digests_in_use()
        for path in self._files(_CONTENT_ENDING):
            if _digest_from_name(path) not in listed_digests:
                with suppress(OSError):
                    path.replace(path.with_suffix(f".{uuid4().hex}{_SET_ASIDE_SUFFIX}"))
        paths_set_aside = self._files(_CONTENT_ASIDE)
        listed_digests = (
            digests_in_use() if paths_set_aside else ()
        )  # always called after setting aside
        for path in paths_set_aside:
            with suppress(OSError):
                if _digest_from_name(path) in listed_digests:
                    path.replace(self._path(_digest_from_name(path)))
                else:
                    path.unlink()

    def has_intact_content(self, digest: str) -> bool:
        """Return whether the content with a given digest exists and is undamaged."""
        return self._read_verified_content(self._path(digest), digest) is not None

    def _read_verified_content(self, path: Path, expected_digest: str) -> bytes | None:
        """Return the decompressed content of a file.

        None if it cannot be read or does not match the digest.
        """
        with suppress(OSError, zlib.error):
            data = zlib.decompressobj().decompress(
                read_bounded(path, _MAX_CONTENT_SIZE), _MAX_CONTENT_SIZE
            )
            if digest(data) == expected_digest:
                return data
        return None

    def _path(self, digest: str) -> Path:
        return self._folder / f"{digest}{_CONTENT_ENDING}"

    def _files(self, suffix: str) -> list[Path]:
        try:
            return [path for path in self._folder.iterdir() if path.suffix == suffix]
        except OSError:
            return []


def _digest_from_name(path: Path) -> str:
    return path.name.partition(".")[0]


def history_write_error(error: OSError | M44Error) -> HistoryError:
    """Return the error for a history that cannot be written; a HistoryError is unchanged."""
    if isinstance(error, HistoryError):
        return error
    why = message_of_error(error) if isinstance(error, M44Error) else os_error_reason(error)
    return HistoryError(message("Versions of this file cannot be kept: {why}", why=why))


MAX_NOTE_LENGTH = 200
_SET_ASIDE_SUFFIX, _ANNOUNCED_SUFFIX = ".gone", ".coming"
_ABANDONED_AFTER = timedelta(hours=1)  # after that, an announced version counts as abandoned
_ABOUT_FILE, _VERSIONS, _CONTENTS = "about.json", "versions", "contents"
_MAX_ENTRY_SIZE = 64 * 1024  # bytes of an entry


class History:
    """The versions of one file. Damage to one version does not affect the others.

    Several processes can use it at the same time.

    Attributes:
        folder: The folder of the history, created with the first version.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._entries = folder / _VERSIONS
        self._contents = ContentStore(folder / _CONTENTS)

    def versions(self) -> tuple[Version, ...]:
        """Return the versions, latest first; () if none can be read."""
        return tuple(
            sorted(self._stored_versions(), key=lambda version: version.name, reverse=True)
        )

    def add(
        self, data: bytes, reason: VersionReason, taken_at: datetime | None = None
    ) -> Version | None:
        """Store bytes as the latest version and return it; None if the latest is already equal.

        Args:
            data: The content of the file, saved or not.
            reason: The reason for storing it.
            taken_at: The time with time zone; now by default.

        Raises:
            HistoryError: the version cannot be written.
        """
        version = Version(taken_at or datetime.now(UTC), reason, digest(data))
        last = next(iter(self.versions()), None)
        if last is not None and last.digest == version.digest:
            self._contents.put(data)  # repairs it if damaged
            return None
        announced = self._entry(version).with_suffix(_ANNOUNCED_SUFFIX)
        try:
            _write_json(_entry_data(version), announced)
            self._contents.put(data)
            announced.replace(self._entry(version))
        except (OSError, HistoryError) as error:
            with suppress(OSError):
                announced.unlink(missing_ok=True)
            raise history_write_error(error) from error
        return version

    def read(self, version: Version) -> bytes:
        """Return the bytes of a version.

        Raises:
            HistoryError: the bytes are damaged or missing.
        """
        return self._contents.get(version.digest)

    def mark(self, version: Version, *, pinned: bool, note: str | None = None) -> Version:
        """Pin or unpin a version and change its note; return the changed version.

        A *note* of None keeps the old note; a long note is truncated.

        Raises:
            HistoryError: the version no longer exists or cannot be written.
        """
        if not self._entry(version).exists():
            raise HistoryError(message("This version no longer exists."))
        new_note = version.note if note is None else note.strip()[:MAX_NOTE_LENGTH]
        changed_version = replace(version, pinned=pinned, note=new_note)
        self._write_entry(changed_version)
        return changed_version

    def delete(self, version: Version) -> None:
        """Remove a version, even a pinned one.

        Raises:
            HistoryError: the version cannot be removed.
        """
        try:
            self._entry(version).unlink(missing_ok=True)
        except OSError as error:
            text = message("The version cannot be removed: {why}", why=os_error_reason(error))
            raise HistoryError(text) from error
        self._contents.collect_garbage(self._digests_in_use)

    def tidy(self, max_versions: int, now: datetime | None = None) -> None:
        """Thin the versions by age and number, and clean up after killed processes."""
        now = now or datetime.now(UTC)
        remove_stale_files(self._entries)
        for leftover in _files(self._entries):
            if leftover.suffix == _SET_ASIDE_SUFFIX:
                self._settle_entry(leftover)
            elif leftover.suffix == _ANNOUNCED_SUFFIX:
                self._complete(leftover, now)
        self.drop(versions_to_remove(self.versions(), now, max_versions))

    def drop(self, versions: list[Version]) -> None:
        """Remove versions, except any pinned in the meantime."""
        for version in versions:
            entry = self._entry(version)
            with suppress(OSError):
                self._settle_entry(
                    entry.replace(entry.with_suffix(f".{uuid4().hex}{_SET_ASIDE_SUFFIX}"))
                )
        self._contents.collect_garbage(self._digests_in_use)

    def sizes(self) -> dict[str, int]:
        """Return the size on disk of each distinct content in bytes, keyed by digest."""
        return self._contents.sizes()

    @property
    def file(self) -> Path | None:
        """The file this history belongs to; None if it is not recorded or unreadable."""
        with suppress(OSError, ValueError):
            about = parse_json(read_bounded(self.folder / _ABOUT_FILE, _MAX_ENTRY_SIZE))
            name = about.get("file") if isinstance(about, dict) else None
            return Path(name) if isinstance(name, str) and name and "\0" not in name else None
        return None

    def set_file(self, file: Path) -> None:
        """Record the file this history belongs to.

        Raises:
            HistoryError: the record cannot be written.
        """
        if self.file != file:
            _write_json({"file": str(file)}, self.folder / _ABOUT_FILE)

    def _write_entry(self, version: Version) -> None:
        _write_json(_entry_data(version), self._entry(version))

    def _entry(self, version: Version) -> Path:
        return self._entries / version.name

    def _stored_versions(self) -> Iterator[Version]:
        for path in _files(self._entries):
            version = parse_version(path.name)
            if version is not None:
                yield _with_marks(version, path)

    def _digests_in_use(self) -> set[str]:
        """Return the digests of all versions, including announced and set-aside ones."""
        versions = (_version_of_entry(path) for path in _files(self._entries))
        return {version.digest for version in versions if version is not None}

    def _settle_entry(self, aside: Path) -> None:
        """Remove an entry that was set aside, or restore it if it is pinned."""
        version = _version_of_entry(aside)
        with suppress(OSError):
            if version is not None and _with_marks(version, aside).pinned:
                aside.replace(self._entry(version))
            else:
                aside.unlink()

    def _complete(self, announced: Path, now: datetime) -> None:
        """Complete the entry of a killed process if its content exists; otherwise remove it.

        An entry announced within the last hour is left alone.
        """
        version = _version_of_entry(announced)
        if version is not None and now - version.taken_at < _ABANDONED_AFTER:
            return
        with suppress(OSError):
            if version is not None and self._contents.has_intact_content(version.digest):
                announced.replace(self._entry(version))
            else:
                announced.unlink()


def _version_of_entry(entry: Path) -> Version | None:
    """Return the version of an entry, including announced and set-aside ones.

    None if its name is invalid; pin and note are not read.
    """
    return parse_version(f"{'.'.join(entry.name.split('.')[:2])}{ENTRY_SUFFIX}")


def _entry_data(version: Version) -> dict[str, object]:
    return {"pinned": version.pinned, "note": version.note}


def _with_marks(version: Version, entry: Path) -> Version:
    """Return a version with the pin and note of its entry; a damaged entry counts as pinned."""
    try:
        marks = parse_json(read_bounded(entry, _MAX_ENTRY_SIZE))
    except FileNotFoundError:
        return version
    except (OSError, ValueError):
        return replace(version, pinned=True)
    if not isinstance(marks, dict) or not {"pinned", "note"} <= marks.keys():
        return replace(version, pinned=True)
    return replace(version, pinned=marks["pinned"] is True, note=str(marks["note"]))


def _files(folder: Path) -> list[Path]:
    try:
        return [*folder.iterdir()]
    except OSError:
        return []


def _write_json(data: dict[str, object], path: Path) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write(json.dumps(data).encode(), path, backup=False)
    except (OSError, WriteError) as error:
        raise history_write_error(error) from error


LOCAL_FOLDER = ".m44-history"
"""The name of the folder next to a scenario for its local history."""

_MAX_NAME_LENGTH = 40  # characters of a file's name that are used in the name of its history


def history_of(file: Path, root: Path) -> History:
    """Return the history of a file in *root*, the folder of histories; links are followed."""
    real_path = Path(os.path.realpath(file))
    name = "".join(
        character for character in real_path.stem if character.isalnum() or character in "-_"
    )[:_MAX_NAME_LENGTH]
    path_digest = digest(os.fsencode(os.path.normcase(real_path)))[:16]
    return History(root / f"{name or 'scenario'}-{path_digest}")


def local_history(file: Path) -> History:
    """Return the history next to a file, where both can be moved together."""
    return History(file.parent / LOCAL_FOLDER / file.name)


def histories_in(root: Path) -> list[History]:
    """Return the histories in a folder, sorted by name; [] if it cannot be read."""
    try:
        return [History(path) for path in sorted(root.iterdir()) if path.is_dir()]
    except OSError:
        return []


def total_size_of(histories: list[History]) -> int:
    """Return the total size of histories on disk, in bytes."""
    return sum(sum(history.sizes().values()) for history in histories)


def tidy(root: Path, limits: HistoryLimits, now: datetime | None = None) -> None:
    """Thin all histories in a folder, and remove the oldest versions beyond the size limit."""
    all_histories = histories_in(root)
    for history in all_histories:
        history.tidy(limits.max_versions, now)
    excess = total_size_of(all_histories) - limits.max_bytes
    if excess <= 0:
        return
    versions = [history.versions() for history in all_histories]
    sizes = [history.sizes() for history in all_histories]
    for number, version in removal_order(versions):
        if excess <= 0:
            return
        all_histories[number].drop([version])
        sizes_left = all_histories[number].sizes()
        excess -= sum(sizes[number].values()) - sum(sizes_left.values())
        sizes[number] = sizes_left


def read_version(data: bytes, file: Path, packs: Sequence[Pack] = ()) -> ReadResult:
    """Read the content of a version, with the current rules file and packs of its file.

    Args:
        data: The bytes of the version.
        file: The file to which the version belongs.
        packs: Further user packs that apply to the file.

    Raises:
        HistoryError: the version contains no readable scenario.
    """
    catalogue, _ = catalogue_for(file, packs)
    result = read_bytes(data, file.name, catalogue=catalogue)
    if result.scenario is None:
        raise HistoryError(message("This version contains no readable scenario."))
    scenario, _ = with_side_rules(result.scenario, file)
    return replace(result, content=scenario)


def restored_file(result: ReadResult, data: bytes) -> OpenFile:
    """Return a restored version for editing; saved without edits, it keeps its bytes.

    Args:
        result: The result of reading the version.
        data: The bytes of the version.
    """
    assert result.scenario is not None, "the version was read"
    version = RestoredVersion(result.scenario, result.format.value, data)
    return OpenFile(result.scenario, replace(result.origin, restored=version))

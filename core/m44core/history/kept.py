"""The history of one file: a folder with an entry for each version and with what they hold."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import uuid4

from m44core.errors import WriteError
from m44core.history.contents import Contents, not_written
from m44core.history.thinning import superfluous
from m44core.history.versions import ENDING, HistoryError, Version, Why, version_called
from m44core.io.files.open import digest
from m44core.io.files.save import sweep, write
from m44core.messages.message import message
from m44core.messages.refused import refused
from m44core.plain.json_data import json_data
from m44core.plain.ordinary import read_within

LONGEST_NOTE = 200
_ASIDE, _COMING = ".gone", ".coming"
_PATIENCE = timedelta(hours=1)  # with a version that was announced; then its process is dead
_ABOUT, _VERSIONS, _CONTENTS = "about.json", "versions", "contents"
_LARGEST = 64 * 1024  # bytes of an entry; beyond it is none of ours


class History:
    """The versions of one file. Nothing that is damaged here keeps any other version from use.

    Several processes may work on it at once; see :mod:`m44core.history.contents`.

    Attributes:
        folder: Where it is; made when the first version is kept.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._entries = folder / _VERSIONS
        self._contents = Contents(folder / _CONTENTS)

    def versions(self) -> tuple[Version, ...]:
        """Return the versions, the latest first; none where nothing can be read."""
        return tuple(sorted(self._listed(), key=lambda version: version.name, reverse=True))

    def keep(self, data: bytes, why: Why, at: datetime | None = None) -> Version | None:
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
        coming = self._entry(version).with_suffix(_COMING)
        try:
            _write(_said_of(version), coming)
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
        words = version.note if note is None else note.strip()[:LONGEST_NOTE]
        marked = replace(version, pinned=pinned, note=words)
        self._note(marked)
        return marked

    def delete(self, version: Version) -> None:
        """Remove a version, also one that is pinned.

        Raises:
            HistoryError: it cannot be removed.
        """
        try:
            self._entry(version).unlink(missing_ok=True)
        except OSError as error:
            said = message("The version cannot be removed: {why}", why=refused(error))
            raise HistoryError(said) from error
        self._contents.collect(self._wanted)

    def tidy(self, number: int, now: datetime | None = None) -> None:
        """Remove the versions that are too old or too many, and what killed processes left."""
        now = now or datetime.now(UTC)
        sweep(self._entries)
        for left in _files(self._entries):
            if left.suffix == _ASIDE:
                self._settle(left)
            elif left.suffix == _COMING:
                self._complete(left, now)
        self.drop(superfluous(self.versions(), now, number))

    def drop(self, versions: list[Version]) -> None:
        """Remove versions, but for those that were pinned meanwhile."""
        for version in versions:
            entry = self._entry(version)
            with suppress(OSError):
                self._settle(entry.replace(entry.with_suffix(f".{uuid4().hex}{_ASIDE}")))
        self._contents.collect(self._wanted)

    def sizes(self) -> dict[str, int]:
        """Return how many bytes the content of each version takes on the disk, by its digest."""
        return self._contents.sizes()

    @property
    def file(self) -> Path | None:
        """The file this is the history of; None where that cannot be read."""
        with suppress(OSError, ValueError):
            about = json_data(read_within(self.folder / _ABOUT, _LARGEST))
            said = about.get("file") if isinstance(about, dict) else None
            return Path(said) if isinstance(said, str) and said and "\0" not in said else None
        return None

    def belongs_to(self, file: Path) -> None:
        """Note which file this is the history of.

        Raises:
            HistoryError: it cannot be written.
        """
        if self.file != file:
            _write({"file": str(file)}, self.folder / _ABOUT)

    def _note(self, version: Version) -> None:
        _write(_said_of(version), self._entry(version))

    def _entry(self, version: Version) -> Path:
        return self._entries / version.name

    def _listed(self) -> Iterator[Version]:
        for path in _files(self._entries):
            version = version_called(path.name)
            if version is not None:
                yield _as_marked(version, path)

    def _wanted(self) -> set[str]:
        """Return the digests of all versions, of those that come and that go too."""
        found = (_version(path) for path in _files(self._entries))
        return {version.digest for version in found if version is not None}

    def _settle(self, aside: Path) -> None:
        """Remove an entry that was set aside, or put it back where it is pinned."""
        version = _version(aside)
        with suppress(OSError):
            if version is not None and _as_marked(version, aside).pinned:
                aside.replace(self._entry(version))
            else:
                aside.unlink()

    def _complete(self, coming: Path, now: datetime) -> None:
        """Take up what a killed process announced, where its content is there; forget the rest."""
        version = _version(coming)
        if version is not None and now - version.taken < _PATIENCE:
            return
        with suppress(OSError):
            if version is not None and self._contents.has(version.digest):
                coming.replace(self._entry(version))
            else:
                coming.unlink()


def _version(entry: Path) -> Version | None:
    """Return the version an entry is about, whether it is there, comes or goes."""
    return version_called(f"{'.'.join(entry.name.split('.')[:2])}{ENDING}")


def _said_of(version: Version) -> dict[str, object]:
    return {"pinned": version.pinned, "note": version.note}


def _as_marked(version: Version, entry: Path) -> Version:
    """Return a version with what the user said of it; one whose entry is damaged stays."""
    try:
        said = json_data(read_within(entry, _LARGEST))
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

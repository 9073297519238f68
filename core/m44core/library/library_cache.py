"""The cache of a library: facts and thumbnails of files, stored between sessions.

The cache file can be deleted at any time, and a damaged one is replaced; the facts are then
computed again.
"""

from __future__ import annotations

import json
import os
import sqlite3
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from m44core.library.file_facts import FileFacts
from m44core.untrusted_files import parse_json
from m44core.values import dataclass

T = TypeVar("T")

MAX_FILES = 20_000
"""The maximum number of cached files; the least recently used are removed first."""

MAX_BYTES = 128 * 1024 * 1024
"""The maximum total size of the thumbnails; the least recently used are removed first."""

_SCHEMA = 1  # a cache with a different number is replaced
_LOCK_TIMEOUT = 2.0  # seconds to wait while a different program is writing
_TABLES = f"""
PRAGMA user_version = {_SCHEMA};
CREATE TABLE known (path TEXT PRIMARY KEY, stamp TEXT, digest TEXT, facts TEXT, used INTEGER);
CREATE TABLE pictures (
    digest TEXT, look TEXT, image BLOB, used INTEGER, PRIMARY KEY (digest, look)
);
CREATE INDEX known_used ON known (used);
CREATE INDEX pictures_used ON pictures (used);
"""


@dataclass(frozen=True, slots=True)
class CachedFile:
    """The cache entry of a file.

    Attributes:
        digest: The SHA-256 of the file's content, the key of its thumbnails.
        facts: The facts about the file.
    """

    digest: str
    facts: FileFacts


def cache_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """Return the folder for the program's caches on this system."""
    folder = environment.get("XDG_CACHE_HOME", "")
    if folder:
        base = Path(folder)
    elif sys.platform == "win32":
        base = Path(environment.get("LOCALAPPDATA", "") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path.home() / ".cache"
    return base / "m44-workshop"


def _storable_path(path: str) -> str:
    """Return a path as the database can store it; the bytes of a name need not be UTF-8."""
    return path.encode("utf-8", "backslashreplace").decode("utf-8")


class LibraryCache:
    """Caches facts about files by path, size and time, and thumbnails by content.

    Only the thread that created it may use it.

    Args:
        path: The cache file; by default the user's.
        most_files: The maximum number of files in the cache.
        most_bytes: The maximum total size of the thumbnails.
    """

    def __init__(
        self,
        path: Path | None = None,
        most_files: int = MAX_FILES,
        most_bytes: int = MAX_BYTES,
    ) -> None:
        self._path = path or cache_folder() / "library.sqlite"
        self._most_files, self._most_bytes = most_files, most_bytes
        self._now = int(time.time())
        self._connection = self._open()

    def lookup(self, stamps: Mapping[str, str]) -> dict[str, CachedFile]:
        """Return the entries of the files that have not changed, keyed by path.

        Args:
            stamps: The cache key of each file, keyed by path.
        """
        return self._run(lambda: dict(self._stored_files(stamps)), {})

    def store(self, entries: Iterable[tuple[str, str, CachedFile]]) -> None:
        """Store entries, each with its path and cache key; facts with a failure are skipped."""
        rows = [
            (
                _storable_path(path),
                stamp,
                entry.digest,
                json.dumps(entry.facts.to_data()),
                self._now,
            )
            for path, stamp, entry in entries
            if not entry.facts.failure  # a failure is a message, and quick to determine again
        ]
        statement = "INSERT OR REPLACE INTO known VALUES (?, ?, ?, ?, ?)"
        self._run(lambda: self._execute_many(statement, rows), None)

    def lookup_pictures(self, digests: Iterable[str], look: str) -> dict[str, bytes]:
        """Return the cached thumbnails, keyed by the digests of their files.

        Args:
            digests: The digests of the files.
            look: The key of the appearance of thumbnails: the colors and drawing code.
        """
        digest_list = list(digests)
        return self._run(lambda: self._pictures(digest_list, look), {})

    def store_pictures(self, pictures: Mapping[str, bytes], look: str) -> None:
        """Store thumbnails, keyed by the digests of their files, for an appearance *look*."""
        rows = [(digest, look, image, self._now) for digest, image in pictures.items()]
        statement = "INSERT OR REPLACE INTO pictures VALUES (?, ?, ?, ?)"
        self._run(lambda: self._execute_many(statement, rows), None)

    def rename(self, before: str, after: str) -> None:
        """Move the entry of a renamed file to its new path."""
        statement = "UPDATE OR REPLACE known SET path = ? WHERE path = ?"
        self._run(
            lambda: self._execute_many(
                statement, [(_storable_path(after), _storable_path(before))]
            ),
            None,
        )

    def trim(self) -> None:
        """Remove the least recently used entries beyond the limits."""
        self._run(self._trim, None)

    def close(self) -> None:
        """Trim and close the cache file."""
        self.trim()
        with suppress(sqlite3.Error):
            self._connection.close()

    def _stored_files(self, stamps: Mapping[str, str]) -> Iterable[tuple[str, CachedFile]]:
        used_rows = []
        for path, stamp in stamps.items():
            query = "SELECT digest, facts FROM known WHERE path = ? AND stamp = ?"
            row = self._connection.execute(query, (_storable_path(path), stamp)).fetchone()
            facts = row and _parse_facts(row[1])
            if facts:
                used_rows.append((self._now, _storable_path(path)))
                yield path, CachedFile(row[0], facts)
        self._execute_many("UPDATE known SET used = ? WHERE path = ?", used_rows)

    def _pictures(self, digests: list[str], look: str) -> dict[str, bytes]:
        query = "SELECT image FROM pictures WHERE digest = ? AND look = ?"
        pictures = {}
        for digest in digests:
            row = self._connection.execute(query, (digest, look)).fetchone()
            if row:
                pictures[digest] = row[0]
        used_rows = [(self._now, digest, look) for digest in pictures]
        self._execute_many("UPDATE pictures SET used = ? WHERE digest = ? AND look = ?", used_rows)
        return pictures

    def _execute_many(self, statement: str, rows: Sequence[tuple[object, ...]]) -> None:
        if rows:
            with self._connection:
                self._connection.executemany(statement, rows)

    def _trim(self) -> None:
        number = self._connection.execute("SELECT COUNT(*) FROM known").fetchone()[0]
        surplus_count = max(0, number - self._most_files)
        query = "SELECT path FROM known ORDER BY used LIMIT ?"
        if surplus_count:
            self._execute_many(f"DELETE FROM known WHERE path IN ({query})", [(surplus_count,)])
        self._execute_many("DELETE FROM pictures WHERE rowid = ?", list(self._surplus_pictures()))

    def _surplus_pictures(self) -> Iterable[tuple[int]]:
        query = "SELECT rowid, LENGTH(image) FROM pictures ORDER BY used DESC, rowid DESC"
        bytes_left = self._most_bytes
        for number, size in self._connection.execute(query).fetchall():
            bytes_left -= size
            if bytes_left < 0:
                yield (number,)

    def _run(self, operation: Callable[[], T], default: T) -> T:
        """Run a database operation; on errors return *default* and replace a damaged file."""
        try:
            return operation()
        except sqlite3.OperationalError:  # a different program is writing, or the disk is full
            return default
        except sqlite3.DatabaseError:
            with suppress(sqlite3.Error):
                self._connection.close()
            self._connection = self._replace_file()
            return default

    def _open(self) -> sqlite3.Connection:
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            return _connect(self._path)
        except OSError:
            return _connect(None)
        except sqlite3.Error:
            return self._replace_file()

    def _replace_file(self) -> sqlite3.Connection:
        """Replace a damaged file and connect to the new one, or to memory if that fails."""
        try:
            for suffix in ("", "-wal", "-shm", "-journal"):
                Path(f"{self._path}{suffix}").unlink(missing_ok=True)
            return _connect(self._path)
        except (OSError, sqlite3.Error):
            return _connect(None)


def _connect(path: Path | None) -> sqlite3.Connection:
    """Return a connection to the database in a file, or to one in memory for None.

    Raises:
        sqlite3.Error: the file is damaged or from a different program version.
    """
    connection = sqlite3.connect(str(path) if path else ":memory:", timeout=_LOCK_TIMEOUT)
    try:
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        if version != _SCHEMA:
            if version or connection.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()[0]:
                raise sqlite3.DatabaseError("it is of another version")
            connection.executescript(_TABLES)
        connection.execute("PRAGMA synchronous = OFF")  # lost entries are determined again
        connection.execute("SELECT path, stamp, digest, facts, used FROM known LIMIT 1").fetchone()
        connection.execute("SELECT digest, look, image, used FROM pictures LIMIT 1").fetchone()
    except BaseException:
        connection.close()
        raise
    return connection


def _parse_facts(text: object) -> FileFacts | None:
    """Return cached facts; None if they are damaged."""
    try:
        data = parse_json(str(text))
        return FileFacts.from_data(data) if isinstance(data, dict) else None
    except (ValueError, TypeError, AttributeError):
        return None

"""What was found out about files, kept from one session to the next.

It is a file that may be thrown away at any moment: where it is damaged, another begins; where
it cannot be written, what is found out is found out again the next time.
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

MOST_FILES = 20_000
"""How many files are remembered; those not seen for the longest time are forgotten first."""

MOST_BYTES = 128 * 1024 * 1024
"""How much room their pictures may take, by the same rule."""

_SCHEMA = 1  # another number begins anew
_PATIENCE = 2.0  # seconds to wait for another program that writes
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
    """What is kept of a file.

    Attributes:
        digest: The SHA-256 of what it holds, by which its pictures are found.
        facts: What is known of it.
    """

    digest: str
    facts: FileFacts


def cache_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """Return where programs of this system keep what may be thrown away."""
    said = environment.get("XDG_CACHE_HOME", "")
    if said:
        base = Path(said)
    elif sys.platform == "win32":
        base = Path(environment.get("LOCALAPPDATA", "") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path.home() / ".cache"
    return base / "m44-workshop"


class LibraryCache:
    """Remembers what is known of files, by path, size and time, and their pictures by content.

    It is for the thread that made it.

    Args:
        path: The file; that of the user where it is not given.
        most_files: How many files to remember.
        most_bytes: How much room their pictures may take.
    """

    def __init__(
        self,
        path: Path | None = None,
        most_files: int = MOST_FILES,
        most_bytes: int = MOST_BYTES,
    ) -> None:
        self._path = path or cache_folder() / "library.sqlite"
        self._most_files, self._most_bytes = most_files, most_bytes
        self._now = int(time.time())
        self._base = self._opened()

    def lookup(self, stamps: Mapping[str, str]) -> dict[str, CachedFile]:
        """Return what is kept of those files that are as they were, by path.

        Args:
            stamps: What tells each file from a later one, by path.
        """
        return self._tried(lambda: dict(self._rows(stamps)), {})

    def store(self, found: Iterable[tuple[str, str, CachedFile]]) -> None:
        """Remember what was found out about files: path, stamp, and what it is."""
        rows = [
            (path, stamp, known.digest, json.dumps(known.facts.to_data()), self._now)
            for path, stamp, known in found
            if not known.facts.failure  # it is said in a language, and soon found out again
        ]
        put = "INSERT OR REPLACE INTO known VALUES (?, ?, ?, ?, ?)"
        self._tried(lambda: self._written(put, rows), None)

    def lookup_pictures(self, digests: Iterable[str], look: str) -> dict[str, bytes]:
        """Return those pictures there are, by the content of their files.

        Args:
            digests: The content.
            look: How they look: the colours, and what they were drawn with.
        """
        wanted = list(digests)
        return self._tried(lambda: self._pictures(wanted, look), {})

    def store_pictures(self, found: Mapping[str, bytes], look: str) -> None:
        """Remember pictures by the content of their files."""
        rows = [(digest, look, image, self._now) for digest, image in found.items()]
        put = "INSERT OR REPLACE INTO pictures VALUES (?, ?, ?, ?)"
        self._tried(lambda: self._written(put, rows), None)

    def rename(self, before: str, after: str) -> None:
        """Remember a file under another path."""
        put = "UPDATE OR REPLACE known SET path = ? WHERE path = ?"
        self._tried(lambda: self._written(put, [(after, before)]), None)

    def trim(self) -> None:
        """Forget what was not asked for the longest, where there is too much."""
        self._tried(self._trim, None)

    def close(self) -> None:
        """Let the file go, trimmed."""
        self.trim()
        with suppress(sqlite3.Error):
            self._base.close()

    def _rows(self, stamps: Mapping[str, str]) -> Iterable[tuple[str, CachedFile]]:
        used = []
        for path, stamp in stamps.items():
            said = "SELECT digest, facts FROM known WHERE path = ? AND stamp = ?"
            row = self._base.execute(said, (path, stamp)).fetchone()
            facts = row and _facts(row[1])
            if facts:
                used.append((self._now, path))
                yield path, CachedFile(row[0], facts)
        self._written("UPDATE known SET used = ? WHERE path = ?", used)

    def _pictures(self, digests: list[str], look: str) -> dict[str, bytes]:
        said = "SELECT image FROM pictures WHERE digest = ? AND look = ?"
        found = {}
        for digest in digests:
            row = self._base.execute(said, (digest, look)).fetchone()
            if row:
                found[digest] = row[0]
        used = [(self._now, digest, look) for digest in found]
        self._written("UPDATE pictures SET used = ? WHERE digest = ? AND look = ?", used)
        return found

    def _written(self, statement: str, rows: Sequence[tuple[object, ...]]) -> None:
        if rows:
            with self._base:
                self._base.executemany(statement, rows)

    def _trim(self) -> None:
        number = self._base.execute("SELECT COUNT(*) FROM known").fetchone()[0]
        surplus = max(0, number - self._most_files)
        first = "SELECT path FROM known ORDER BY used LIMIT ?"
        if surplus:
            self._written(f"DELETE FROM known WHERE path IN ({first})", [(surplus,)])
        self._written("DELETE FROM pictures WHERE rowid = ?", list(self._surplus_pictures()))

    def _surplus_pictures(self) -> Iterable[tuple[int]]:
        said = "SELECT rowid, LENGTH(image) FROM pictures ORDER BY used DESC, rowid DESC"
        room = self._most_bytes
        for number, size in self._base.execute(said).fetchall():
            room -= size
            if room < 0:
                yield (number,)

    def _tried(self, act: Callable[[], T], otherwise: T) -> T:
        """Do something with the file; where it is damaged begin another, where it is not, go on."""
        try:
            return act()
        except sqlite3.OperationalError:  # another program writes, or the disk is full
            return otherwise
        except sqlite3.DatabaseError:
            with suppress(sqlite3.Error):
                self._base.close()
            self._base = self._begun_anew()
            return otherwise

    def _opened(self) -> sqlite3.Connection:
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            return _connected(self._path)
        except OSError:
            return _connected(None)
        except sqlite3.Error:
            return self._begun_anew()

    def _begun_anew(self) -> sqlite3.Connection:
        """Begin another file in place of a damaged one; in memory where that is not possible."""
        try:
            for ending in ("", "-wal", "-shm", "-journal"):
                Path(f"{self._path}{ending}").unlink(missing_ok=True)
            return _connected(self._path)
        except (OSError, sqlite3.Error):
            return _connected(None)


def _connected(path: Path | None) -> sqlite3.Connection:
    """Return the base in a file, or one in memory."""
    base = sqlite3.connect(str(path) if path else ":memory:", timeout=_PATIENCE)
    try:
        version = base.execute("PRAGMA user_version").fetchone()[0]
        if version != _SCHEMA:
            if version or base.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()[0]:
                raise sqlite3.DatabaseError("it is of another version")
            base.executescript(_TABLES)
        base.execute("PRAGMA synchronous = OFF")  # what is lost is found out again
        base.execute("SELECT path, stamp, digest, facts, used FROM known LIMIT 1").fetchone()
        base.execute("SELECT digest, look, image, used FROM pictures LIMIT 1").fetchone()
    except BaseException:
        base.close()
        raise
    return base


def _facts(text: object) -> FileFacts | None:
    """Return facts that were kept; None where they are damaged."""
    try:
        data = parse_json(str(text))
        return FileFacts.from_data(data) if isinstance(data, dict) else None
    except (ValueError, TypeError, AttributeError):
        return None

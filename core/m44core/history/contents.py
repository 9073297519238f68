"""What the versions of a file hold: each content once, under its digest, compressed.

Several processes may work here at once, and any of them may be killed, without a lock: a file is
there whole or not at all. Who keeps a version announces it before looking whether its content is
there. Who tidies up sets aside what no version holds, under a name that never comes again, and
only then looks again: what is announced by now goes back, and what was not is written anew.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Collection
from contextlib import suppress
from itertools import chain
from pathlib import Path
from uuid import uuid4

from m44core.errors import M44Error, WriteError
from m44core.history.versions import HistoryError
from m44core.io.files.open import digest
from m44core.io.files.save import write
from m44core.messages.message import message
from m44core.messages.refused import refused
from m44core.messages.words import reason
from m44core.plain.ordinary import read_within

_ENDING, _ASIDE = ".z", ".gone"
_LARGEST = 16 * 1024 * 1024  # bytes of a version; no file of more is opened


class Contents:
    """The folder in which the contents of one file's versions lie."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def put(self, data: bytes) -> str:
        """Have a content here, whole, and return its digest.

        Raises:
            HistoryError: it cannot be written.
        """
        name = digest(data)
        if self._whole(self._path(name), name) == data:
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
        aside = (path for path in self._files(_ASIDE) if _digest(path) == name)
        for path in chain([self._path(name)], aside):
            data = self._whole(path, name)
            if data is not None:
                return data
        raise HistoryError(message("What this version held is damaged or missing."))

    def sizes(self) -> dict[str, int]:
        """Return how many bytes each content takes on the disk, by its digest."""
        found = {}
        for path in self._files(_ENDING):
            with suppress(OSError):
                found[_digest(path)] = path.stat().st_size
        return found

    def collect(self, wanted: Callable[[], Collection[str]]) -> None:
        """Remove what is in no version any more.

        Args:
            wanted: Returns the digests that are in versions now; it is asked twice.
        """
        listed = wanted()
        for path in self._files(_ENDING):
            if _digest(path) not in listed:
                with suppress(OSError):
                    path.replace(path.with_suffix(f".{uuid4().hex}{_ASIDE}"))
        aside = self._files(_ASIDE)
        listed = wanted() if aside else ()  # looked at after what is set aside, never before
        for path in aside:
            with suppress(OSError):
                if _digest(path) in listed:
                    path.replace(self._path(_digest(path)))
                else:
                    path.unlink()

    def has(self, name: str) -> bool:
        """Tell whether the content with a digest is here, and what it was."""
        return self._whole(self._path(name), name) is not None

    def _whole(self, path: Path, name: str) -> bytes | None:
        """Return what a file holds; None where that is not the content with the digest."""
        with suppress(OSError, zlib.error):
            data = zlib.decompressobj().decompress(read_within(path, _LARGEST), _LARGEST)
            if digest(data) == name:
                return data
        return None

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}{_ENDING}"

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
    why = reason(error) if isinstance(error, M44Error) else refused(error)
    return HistoryError(message("No version of the file can be kept: {why}", why=why))

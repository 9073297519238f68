"""What the versions of a file hold: each content once, under its digest, compressed.

Several processes may work here at once, and any of them may be killed, without a lock: a file
is there whole or not at all, and what looks superfluous is set aside first and looked at again
before it goes. Who keeps a version looks in the end whether its content is still there.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Collection
from contextlib import suppress
from pathlib import Path

from m44core.errors import WriteError
from m44core.history.versions import HistoryError
from m44core.io.files.open import digest
from m44core.io.files.save import write
from m44core.messages.message import message
from m44core.messages.words import reason

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
        if self._whole(name) == data:
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
        data = self._whole(name)
        if data is None:
            raise HistoryError(message("What this version held is damaged or missing."))
        return data

    def sizes(self) -> dict[str, int]:
        """Return how many bytes each content takes on the disk, by its digest."""
        found = {}
        for path in self._files(_ENDING):
            with suppress(OSError):
                found[path.stem] = path.stat().st_size
        return found

    def collect(self, wanted: Callable[[], Collection[str]]) -> None:
        """Remove what is in no version any more.

        Args:
            wanted: Returns the digests that are in versions now; it is asked twice.
        """
        listed = wanted()
        for path in self._files(_ENDING):
            if path.stem not in listed:
                with suppress(OSError):
                    path.replace(path.with_suffix(_ASIDE))
        if not (aside := self._files(_ASIDE)):
            return
        listed = wanted()  # who kept a version before this has its content brought back
        for path in aside:
            with suppress(OSError):
                if path.stem in listed:
                    path.replace(path.with_suffix(_ENDING))
                else:
                    path.unlink()

    def _whole(self, name: str) -> bytes | None:
        """Return a content, also one that is set aside; None where it is not what it was."""
        for ending in (_ENDING, _ASIDE):
            with suppress(OSError, zlib.error):
                packed = self._path(name, ending).read_bytes()
                data = zlib.decompressobj().decompress(packed, _LARGEST)
                if digest(data) == name:
                    return data
        return None

    def _path(self, name: str, ending: str = _ENDING) -> Path:
        return self._folder / f"{name}{ending}"

    def _files(self, ending: str) -> list[Path]:
        try:
            return [path for path in self._folder.iterdir() if path.suffix == ending]
        except OSError:
            return []


def not_written(error: OSError | WriteError) -> HistoryError:
    """Return the error that says why something of a history cannot be written."""
    why = reason(error) if isinstance(error, WriteError) else error.strerror or str(error)
    return HistoryError(message("No version of the file can be kept: {why}", why=why))

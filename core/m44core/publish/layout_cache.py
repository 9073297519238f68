"""Which letters fitted each sheet, remembered: what has not changed is not fitted again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from m44core.io.files.save import write_derived_file
from m44core.library.library_cache import cache_folder
from m44core.untrusted_files import parse_json, read_bounded

_MOST = 5_000
_LARGEST = 2_000_000  # bytes; what is larger is none of ours
_NAME = "sheets.json"


class LayoutCache:
    """Sizes of letters and numbers of pages, by all that decides on them.

    What cannot be read or written is as if nothing were remembered: a booklet only takes longer.

    Args:
        templates: The folder of the templates, which decide too.
        path: The file; without one it is in the cache of the user.
    """

    def __init__(self, templates: Path, path: Path | None = None) -> None:
        self._path = path or cache_folder() / _NAME
        self._templates = b"".join(
            each.read_bytes() for each in sorted(templates.rglob("*.typ")) if each.is_file()
        )
        self._known: dict[str, tuple[float, int]] = {}
        self._is_new = False
        with suppress(OSError, ValueError, TypeError, AttributeError):
            said = parse_json(read_bounded(self._path, _LARGEST))
            if isinstance(said, dict):
                self._known = {key: (float(size), int(of)) for key, (size, of) in said.items()}

    def key(self, data: Mapping[str, object], picture: str) -> str:
        """Return what a sheet goes by: a digest of all that decides on it.

        That is what it says, its map, the templates and the version of Typst. The fonts of the
        system are left out: finding them takes longer than fitting a sheet.
        """
        text = json.dumps(data, ensure_ascii=True, sort_keys=True)
        parts = (text, picture, version("typst"))
        whole = b"\0".join((*(part.encode() for part in parts), self._templates))
        return sha256(whole).hexdigest()

    def get(self, key: str) -> tuple[float, int] | None:
        """Return the letters and pages of a sheet; None where they are not known."""
        return self._known.get(key)

    def put(self, key: str, fit: tuple[float, int]) -> None:
        """Remember the letters and pages of a sheet."""
        self._known[key] = fit
        self._is_new = True

    def store(self) -> None:
        """Write what is new, the latest of it."""
        if self._is_new:
            latest = dict(list(self._known.items())[-_MOST:])
            with suppress(OSError):
                self._path.parent.mkdir(parents=True, exist_ok=True)
                write_derived_file(json.dumps(latest).encode(), self._path)

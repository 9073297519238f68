"""A cache of the type size that fits each sheet, so that unchanged sheets are not fitted again."""

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

_MAX_FILES = 5_000
_MAX_BYTES = 2_000_000  # bytes: a larger file was not written by this cache
_NAME = "sheets.json"


class LayoutCache:
    """Type sizes and page counts of sheets, keyed by a digest of everything that affects them.

    A cache file that cannot be read or written is ignored: a booklet only takes longer.

    Args:
        templates: The folder of the templates, which are part of the key.
        path: The cache file; None for the one in the user's cache folder.
    """

    def __init__(self, templates: Path, path: Path | None = None) -> None:
        self._path = path or cache_folder() / _NAME
        self._templates = b"".join(
            each.read_bytes() for each in sorted(templates.rglob("*.typ")) if each.is_file()
        )
        self._fits: dict[str, tuple[float, int]] = {}
        self._has_new_entries = False
        with suppress(OSError, ValueError, TypeError, AttributeError):
            entries = parse_json(read_bounded(self._path, _MAX_BYTES))
            if isinstance(entries, dict):
                self._fits = {
                    key: (float(size), int(pages)) for key, (size, pages) in entries.items()
                }

    @property
    def path(self) -> Path:
        """The cache file."""
        return self._path

    def key(self, data: Mapping[str, object], pictures: Mapping[str, str]) -> str:
        """Return the cache key of a sheet: a digest of everything that affects its layout.

        These are its content, its pictures, the templates and the version of Typst. System fonts
        are not included, because finding them takes longer than fitting a sheet.
        """
        text = json.dumps(data, ensure_ascii=True, sort_keys=True)
        parts = (
            text,
            *(part for pair in sorted(pictures.items()) for part in pair),
            version("typst"),
        )
        content = b"\0".join((*(part.encode() for part in parts), self._templates))
        return sha256(content).hexdigest()

    def get(self, key: str) -> tuple[float, int] | None:
        """Return the type size and number of pages of a sheet; None if they are not cached."""
        return self._fits.get(key)

    def put(self, key: str, fit: tuple[float, int]) -> None:
        """Cache the type size and number of pages of a sheet."""
        self._fits[key] = fit
        self._has_new_entries = True

    def store(self) -> None:
        """Write the cache file if anything was added, keeping the latest entries."""
        if self._has_new_entries:
            latest = dict(list(self._fits.items())[-_MAX_FILES:])
            with suppress(OSError):
                self._path.parent.mkdir(parents=True, exist_ok=True)
                write_derived_file(json.dumps(latest).encode(), self._path)

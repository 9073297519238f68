"""The three formats a scenario can be written in."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path


class FileFormat(StrEnum):
    """How a scenario is written in a file."""

    M44 = "m44"  # the official editor's
    YAML = "yaml"  # our own
    JSON = "json"  # our own, as JSON

    @classmethod
    def of(cls, path: Path) -> FileFormat:
        """Return the format a file name stands for; ``.m44`` where it says nothing."""
        return _BY_SUFFIX.get(path.suffix.lower(), cls.M44)


_BY_SUFFIX = {".yaml": FileFormat.YAML, ".yml": FileFormat.YAML, ".json": FileFormat.JSON}

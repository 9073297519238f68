"""The three formats a scenario can be written in."""

from __future__ import annotations

import re
from enum import StrEnum
from pathlib import Path


class FileFormat(StrEnum):
    """How a scenario is written in a file."""

    M44 = "m44"  # the official editor's
    YAML = "yaml"  # our own
    JSON = "json"  # our own, as JSON

    @classmethod
    def of(cls, path: Path) -> FileFormat:
        """Return the format a file name stands for; ``.m44`` where it says nothing.

        A backup has the format of the file it is a backup of.
        """
        suffix = Path(backed_up(path.name)).suffix.lower()
        return _BY_SUFFIX.get(suffix, cls.M44)


def backed_up(name: str) -> str:
    """Return the name of the file that editors keep under *name* as a backup; *name* for none.

    Those are ``map.m44~``, ``map.m44.~1~`` and ``#map.m44#``.
    """
    found = _BACKUP.fullmatch(name)
    return next(filter(None, found.groups())) if found else name


_BACKUP = re.compile(r"(.+?)(?:\.~\d+)?~|#(.+)#", re.DOTALL)


_BY_SUFFIX = {".yaml": FileFormat.YAML, ".yml": FileFormat.YAML, ".json": FileFormat.JSON}

"""The file in which a folder says what its booklet or its site is called, and what is in it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

import yaml

from m44core.errors import ReadError
from m44core.messages.message import message

_MOST = 1_000_000  # bytes of that file


def said_in(path: Path, texts: Collection[str], lists: Collection[str]) -> Mapping[str, Any]:
    """Return what such a file says; nothing where there is none.

    Args:
        path: The file, in YAML.
        texts: The keys that have a text.
        lists: The keys that have a list of names.

    Raises:
        ReadError: it cannot be read, or says something else.
    """
    try:
        if not path.exists():
            return {}
        if path.stat().st_size > _MOST:
            raise ReadError(message("{file} is too large", file=str(path)))
        said = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        why = " ".join(str(error).split())
        raise ReadError(message("{file}: {why}", file=str(path), why=why)) from error
    return _read(said or {}, path, texts, lists)


def _read(
    said: object, path: Path, texts: Collection[str], lists: Collection[str]
) -> Mapping[str, Any]:
    known = ", ".join((*texts, *lists))
    if not isinstance(said, Mapping):
        raise ReadError(message("{file} has to be a mapping with title, order ...", file=str(path)))
    for key, value in said.items():
        is_text = key in texts and isinstance(value, str)
        names = value if key in lists and isinstance(value, list) else [None]
        if not (is_text or all(isinstance(name, str) for name in names)):
            raise ReadError(
                message(
                    "{file}: {key!r} is not one of {known}, texts and a list of names",
                    file=str(path),
                    key=str(key),
                    known=known,
                )
            )
    return said

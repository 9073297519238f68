"""The file in which a folder says what its booklet or its site is called, and what is in it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from m44core.errors import ReadError
from m44core.findings.render_findings import message_of
from m44core.io.text.json_pointers import escape
from m44core.io.text.yaml_file import YamlFile, at_line, read_yaml_file
from m44core.messages.message import message

_MOST = 1_000_000  # bytes of that file


class FolderSettings(NamedTuple):
    """What such a file says: its texts, and its lists of names, by their keys."""

    texts: Mapping[str, str]
    lists: Mapping[str, Sequence[str]]


def read_folder_settings(
    path: Path, texts: Collection[str], lists: Collection[str]
) -> FolderSettings:
    """Return what such a file says; nothing where there is none.

    Args:
        path: The file, in YAML. A date in it is a text, as it is written.
        texts: The keys that have a text.
        lists: The keys that have a list of names.

    Raises:
        ReadError: it cannot be read, or says something else; the message has the line.
    """
    with suppress(OSError, ValueError):  # reading says what is wrong
        if not path.exists():
            return FolderSettings({}, {})
    file = read_yaml_file(path, _MOST, may_be_blank=True)
    for doubt in file.doubts:
        raise ReadError(at_line(path, doubt.line or 0, message_of(doubt)))
    return _read(file, texts, lists)


def _read(file: YamlFile, texts: Collection[str], lists: Collection[str]) -> FolderSettings:
    said = {} if file.tree is None else file.tree
    if not isinstance(said, dict):
        path = str(file.path)
        raise ReadError(message("{file} has to be a mapping with title, order ...", file=path))
    for key, value in said.items():
        _check(file, key, value, texts, lists)
    return FolderSettings(
        {key: value for key, value in said.items() if isinstance(value, str)},
        {key: value for key, value in said.items() if isinstance(value, list)},
    )


def _check(
    file: YamlFile, key: str, value: object, texts: Collection[str], lists: Collection[str]
) -> None:
    place = f"/{escape(key)}"
    if key not in texts and key not in lists:
        known = ", ".join((*texts, *lists))
        raise file.error_at(
            place, message("unknown key {key!r}; the known keys are {known}", key=key, known=known)
        )
    if value is None:
        return
    if key in texts and not isinstance(value, str):
        raise file.error_at(place, message("{key!r} must be text; put it in quotes", key=key))
    if key in lists:
        names = value if isinstance(value, list) else [None]
        strange = next((n for n, name in enumerate(names) if not isinstance(name, str)), None)
        if strange is not None:
            said = message("{key!r} must be a list of names; put each in quotes", key=key)
            raise file.error_at(f"{place}/{strange}", said)

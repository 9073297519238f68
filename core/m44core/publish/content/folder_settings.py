"""The YAML settings file of a booklet or a site, in the folder of its scenarios."""

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

_SIZE_LIMIT = 1_000_000  # bytes: largest settings file


class FolderSettings(NamedTuple):
    """The content of a settings file: texts and lists of names, keyed by their settings."""

    texts: Mapping[str, str]
    lists: Mapping[str, Sequence[str]]


def read_folder_settings(
    path: Path, texts: Collection[str], lists: Collection[str]
) -> FolderSettings:
    """Return the content of a settings file; empty if there is no file.

    Args:
        path: The YAML file. Dates in it are read as text.
        texts: The keys whose value is a text.
        lists: The keys whose value is a list of names.

    Raises:
        ReadError: the file cannot be read, or is invalid; the message has the line.
    """
    with suppress(OSError, ValueError):  # reading says what is wrong
        if not path.exists():
            return FolderSettings({}, {})
    file = read_yaml_file(path, _SIZE_LIMIT, may_be_blank=True)
    for doubt in file.doubts:
        raise ReadError(at_line(path, doubt.line or 0, message_of(doubt)))
    return _read_settings(file, texts, lists)


def _read_settings(
    file: YamlFile, texts: Collection[str], lists: Collection[str]
) -> FolderSettings:
    tree = {} if file.tree is None else file.tree
    if not isinstance(tree, dict):
        path = str(file.path)
        raise ReadError(
            message("{file} must be a mapping with keys such as title and order", file=path)
        )
    for key, value in tree.items():
        _check_entry(file, key, value, texts, lists)
    return FolderSettings(
        {key: value for key, value in tree.items() if isinstance(value, str)},
        {key: value for key, value in tree.items() if isinstance(value, list)},
    )


def _check_entry(
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
            problem = message("{key!r} must be a list of names; put each in quotes", key=key)
            raise file.error_at(f"{place}/{strange}", problem)

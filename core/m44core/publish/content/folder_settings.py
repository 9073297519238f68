"""The YAML settings file of a booklet or a site, in the folder of its scenarios."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple, TypeVar

from m44core.errors import ReadError
from m44core.findings.render_findings import message_of
from m44core.io.text.json_pointers import escaped_step
from m44core.io.text.yaml_file import YamlFile, message_at_line, read_yaml_file
from m44core.messages.message import message

T = TypeVar("T")
_NAMES = "scenarios"  # the key of the names of a group
_SIZE_LIMIT = 1_000_000  # bytes: largest settings file


class NameGroup(NamedTuple):
    """A group in a list of groups: its texts, keyed by their settings, and its names."""

    texts: Mapping[str, str]
    names: Sequence[str]


class FolderSettings(NamedTuple):
    """The content of a settings file: texts and lists of names, keyed by their settings."""

    texts: Mapping[str, str]
    lists: Mapping[str, Sequence[str]]
    groups: Sequence[NameGroup] = ()


def read_folder_settings(
    path: Path,
    texts: Collection[str],
    lists: Collection[str],
    groups: Mapping[str, Collection[str]] = MappingProxyType({}),
) -> FolderSettings:
    """Return the content of a settings file; empty if there is no file.

    Args:
        path: The YAML file. Dates in it are read as text.
        texts: The keys whose value is a text.
        lists: The keys whose value is a list of names.
        groups: The keys whose value is a list of groups, with the keys of their texts; each group
            also has a list of names, called ``scenarios``.

    Raises:
        ReadError: the file cannot be read, or is invalid; the message names the line.
    """
    with suppress(OSError, ValueError):  # reading says what is wrong
        if not path.exists():
            return FolderSettings({}, {})
    file = read_yaml_file(path, _SIZE_LIMIT, may_be_blank=True)
    for doubt in file.doubts:
        raise ReadError(message_at_line(path, doubt.line or 0, message_of(doubt)))
    return _read_settings(file, texts, lists, groups)


def _read_settings(
    file: YamlFile,
    texts: Collection[str],
    lists: Collection[str],
    groups: Mapping[str, Collection[str]],
) -> FolderSettings:
    tree = {} if file.tree is None else file.tree
    if not isinstance(tree, dict):
        path = str(file.path)
        raise ReadError(
            message("{file} must be a mapping with keys such as title and order", file=path)
        )
    for key, value in tree.items():
        if key in groups:
            _check_groups(file, key, value, groups[key])
        else:
            _check_entry(file, f"/{escaped_step(key)}", key, value, texts, (*lists, *groups))
    return FolderSettings(
        _values_of_type(tree, str),
        {key: value for key, value in _values_of_type(tree, list).items() if key in lists},
        [_parse_group(each) for key in groups for each in tree.get(key) or ()],
    )


def _values_of_type(tree: Mapping[str, object], kind: type[T]) -> dict[str, T]:
    return {key: value for key, value in tree.items() if isinstance(value, kind)}


def _parse_group(tree: Mapping[str, object]) -> NameGroup:
    names = _values_of_type(tree, list).get(_NAMES, [])
    return NameGroup(_values_of_type(tree, str), names)


def _check_groups(file: YamlFile, key: str, value: object, texts: Collection[str]) -> None:
    pointer = f"/{escaped_step(key)}"
    if value is None:
        return
    if not isinstance(value, list):
        raise file.error_at(pointer, message("{key!r} must be a list of parts", key=key))
    for number, group in enumerate(value):
        if not isinstance(group, dict):
            problem = message(
                "each entry of {key!r} must be a mapping with title and scenarios", key=key
            )
            raise file.error_at(f"{pointer}/{number}", problem)
        for name, content in group.items():
            entry_pointer = f"{pointer}/{number}/{escaped_step(name)}"
            _check_entry(file, entry_pointer, name, content, texts, (_NAMES,))


def _check_entry(
    file: YamlFile,
    pointer: str,
    key: str,
    value: object,
    texts: Collection[str],
    lists: Collection[str],
) -> None:
    if key not in texts and key not in lists:
        known_keys = ", ".join((*texts, *lists))
        raise file.error_at(
            pointer,
            message("unknown key {key!r}; the known keys are {known}", key=key, known=known_keys),
        )
    if value is None:
        return
    if key in texts and not isinstance(value, str):
        raise file.error_at(pointer, message("{key!r} must be text; put it in quotes", key=key))
    if key in lists:
        names = value if isinstance(value, list) else [None]
        invalid_index = next((n for n, name in enumerate(names) if not isinstance(name, str)), None)
        if invalid_index is not None:
            problem = message("{key!r} must be a list of names; put each in quotes", key=key)
            raise file.error_at(f"{pointer}/{invalid_index}", problem)

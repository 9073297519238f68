"""Titles of tabs: folders distinguish equal names, and a shortened title keeps its own part."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from os.path import commonprefix
from pathlib import PurePath

_ELLIPSIS = "…"
_BREAK_CHARACTERS = " -_.,/—"
_DASH = " — "
_LONG_ALIKE = 4  # letters at the start of two titles that are worth leaving out
_HEAD_LENGTH = 2  # letters kept at the start of a title whose difference is further on


def tab_titles(names: Sequence[str], paths: Sequence[PurePath | None]) -> list[str]:
    """Return a title for each tab: its name, with a folder if another file has the same name.

    The folder is the one closest to the file in which all files of that name differ.
    """
    alike: dict[str, list[PurePath]] = {}
    for name, path in zip(names, paths, strict=True):
        if path is not None:
            alike.setdefault(name, []).append(path)
    return [
        name
        if path is None or names.count(name) == 1
        else f"{name}{_DASH}{_differing_folder(path, alike[name])}"
        for name, path in zip(names, paths, strict=True)
    ]


def _differing_folder(path: PurePath, others: Sequence[PurePath]) -> str:
    """Return the folder that distinguishes *path* from the other paths with the same file name."""
    max_parts = max(len(each.parts) for each in others)
    for depth in range(2, max_parts + 1):
        if len({each.parts[-depth:-1] for each in others}) == len(set(others)):
            parts = path.parts[-depth:-1]
            return parts[0] if depth == 2 else f"{parts[0]}/{_ELLIPSIS}"
    return path.parent.name or str(path.parent)


def fit_title(title: str, others: Sequence[str], width: Callable[[str], float], room: float) -> str:
    """Return a title that fits into *room* and still differs from the other titles, if possible.

    The file extension is dropped first, then the part shared with the most similar title.

    Args:
        title: The whole title.
        others: The titles of the other tabs.
        width: Returns the width of a text.
        room: The largest width.
    """
    if width(title) <= room:
        return title
    stem = title.rpartition(".")[0]
    if stem and not any(each.rpartition(".")[0] == stem for each in others):
        title, others = stem, [each.rpartition(".")[0] or each for each in others]
        if width(title) <= room:
            return title
    start = _start_of_difference(title, others)
    if not start:
        return _beginning(title, width, room)
    head, tail = title[:start].removesuffix(_DASH), title[start:]
    for length in range(len(head), _HEAD_LENGTH - 1, -1):
        short_title = head[:length] + _ELLIPSIS + tail
        if width(short_title) <= room:
            return short_title
    return _beginning(_ELLIPSIS + tail, width, room)


def _start_of_difference(title: str, others: Sequence[str]) -> int:
    """Return the offset of the first word that differs from the most similar title, or 0."""
    common_length = max(
        (_common_prefix_length(title, each) for each in others if each != title), default=0
    )
    if common_length < _LONG_ALIKE:
        return 0
    while (
        common_length
        and title[common_length - 1] not in _BREAK_CHARACTERS
        and not _is_number_start(title, common_length)
    ):
        common_length -= 1
    return common_length if common_length >= _LONG_ALIKE else 0


def _common_prefix_length(one: str, other: str) -> int:
    """Return the number of leading characters that two titles share."""
    return len(commonprefix((one, other)))  # noqa: RUF071 - characters are what is compared


def _is_number_start(title: str, place: int) -> bool:
    """Return whether a number begins at *place*; a number is kept whole, without its prefix."""
    return title[place : place + 1].isdigit() and not title[place - 1].isdigit()


def _beginning(title: str, width: Callable[[str], float], room: float) -> str:
    for length in range(len(title) - 1, 0, -1):
        short_title = title[:length].rstrip() + _ELLIPSIS
        if width(short_title) <= room:
            return short_title
    return _ELLIPSIS

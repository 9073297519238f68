"""Titles of tabs: folders distinguish equal names, and shortened titles stay different."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from os.path import commonprefix
from pathlib import PurePath

_ELLIPSIS = "…"
_BREAK_CHARACTERS = " -_.,/—"
_DASH = " — "
_MIN_COMMON_LENGTH = 4  # letters; a shorter common beginning of titles is kept
_HEAD_LENGTH = 2  # letters kept at the start of a title whose difference is further on


def tab_titles(names: Sequence[str], paths: Sequence[PurePath | None]) -> list[str]:
    """Return a title for each tab: its name, with a folder if another file has the same name.

    The folder is the nearest one to the file at which the paths of files with that name differ.
    """
    paths_by_name: dict[str, list[PurePath]] = {}
    for name, path in zip(names, paths, strict=True):
        if path is not None:
            paths_by_name.setdefault(name, []).append(path)
    return [
        name
        if path is None or names.count(name) == 1
        else f"{name}{_DASH}{_differing_folder(path, paths_by_name[name])}"
        for name, path in zip(names, paths, strict=True)
    ]


def _differing_folder(path: PurePath, namesakes: Sequence[PurePath]) -> str:
    """Return the folder that distinguishes *path* among all paths with the same file name."""
    max_parts = max(len(each.parts) for each in namesakes)
    for depth in range(2, max_parts + 1):
        if len({each.parts[-depth:-1] for each in namesakes}) == len(set(namesakes)):
            parts = path.parts[-depth:-1]
            return parts[0] if depth == 2 else f"{parts[0]}/{_ELLIPSIS}"
    return path.parent.name or str(path.parent)


def fitted_title(
    title: str, other_titles: Sequence[str], text_width: Callable[[str], float], max_width: float
) -> str:
    """Return a title that fits into *max_width* and, if possible, differs from the other titles.

    The file extension is dropped first, then the part shared with the most similar title.

    Args:
        title: The whole title.
        other_titles: The titles of the other tabs.
        text_width: Returns the width of a text.
        max_width: The maximum width.
    """
    if text_width(title) <= max_width:
        return title
    stem = title.rpartition(".")[0]
    if stem and not any(each.rpartition(".")[0] == stem for each in other_titles):
        title, other_titles = stem, [each.rpartition(".")[0] or each for each in other_titles]
        if text_width(title) <= max_width:
            return title
    start = _start_of_difference(title, other_titles)
    if not start:
        return _truncated(title, text_width, max_width)
    head, tail = title[:start].removesuffix(_DASH), title[start:]
    for length in range(len(head), _HEAD_LENGTH - 1, -1):
        short_title = head[:length] + _ELLIPSIS + tail
        if text_width(short_title) <= max_width:
            return short_title
    return _truncated(_ELLIPSIS + tail, text_width, max_width)


def _start_of_difference(title: str, other_titles: Sequence[str]) -> int:
    """Return the index of the word where a title begins to differ from the most similar other one.

    A number counts as a word. Return 0 if the titles have too little in common.
    """
    common_length = max(
        (_common_prefix_length(title, each) for each in other_titles if each != title), default=0
    )
    if common_length < _MIN_COMMON_LENGTH:
        return 0
    while (
        common_length
        and title[common_length - 1] not in _BREAK_CHARACTERS
        and not _is_number_start(title, common_length)
    ):
        common_length -= 1
    return common_length if common_length >= _MIN_COMMON_LENGTH else 0


def _common_prefix_length(title: str, other_title: str) -> int:
    """Return the number of leading characters that two titles share."""
    return len(commonprefix((title, other_title)))  # noqa: RUF071 - characters are what is compared


def _is_number_start(title: str, index: int) -> bool:
    """Return whether a number begins at *index*, so that a title can be split there."""
    return title[index : index + 1].isdigit() and not title[index - 1].isdigit()


def _truncated(title: str, text_width: Callable[[str], float], max_width: float) -> str:
    for length in range(len(title) - 1, 0, -1):
        short_title = title[:length].rstrip() + _ELLIPSIS
        if text_width(short_title) <= max_width:
            return short_title
    return _ELLIPSIS

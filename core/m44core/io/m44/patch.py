"""Editing an .m44 file in its own dialect so that unedited parts keep their bytes.

Other programs write .m44 in dialects: an empty list for an empty object, counts as text, lists as
objects (see the table in ``docs/file-format.md``). The scenario is read from the normal form of
such a file. When it is saved, only the difference between two normal forms is carried over.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from copy import deepcopy

from m44core.catalogue.catalogue import Catalogue
from m44core.io.m44.decode import decode
from m44core.io.m44.dialects import BoardNormaliser, DialectNormaliser
from m44core.io.text.splicing import LayoutError, splice_json
from m44core.io.vocabulary.codes import upper_code
from m44core.io.vocabulary.hexagon_entries import (
    entry_sort_key,
    numbered_list,
    row_and_column,
    wrapped_list,
)

Raw = dict[str, object]
RowColumn = tuple[int, int]

_ABSENT_VALUE = object()


def patched_text(text: str, before: Raw, after: Raw, catalogue: Catalogue) -> str | None:
    """Return the text of an .m44 file with the changes between two normal forms applied.

    Args:
        text: The text of the file, in any dialect.
        before: The normal form of its content.
        after: The normal form of its new content.
        catalogue: The known pieces.

    Returns:
        The new text; None if the changes cannot be made in it and it has to be rewritten.
    """
    try:
        original_tree = json.loads(text.removeprefix("\ufeff"))
        tree = _merge_value(original_tree, before, after)
        if not isinstance(tree, dict) or not _has_same_meaning(tree, after, catalogue):
            return None
        result = splice_json(text, original_tree, tree)
        return result if json.loads(result.removeprefix("\ufeff")) == tree else None
    except (LayoutError, ValueError, RecursionError):
        return None


def _has_same_meaning(tree: Raw, normal_form: Raw, catalogue: Catalogue) -> bool:
    """Return whether content in a dialect decodes to the same scenario as its normal form."""
    normalized_tree = deepcopy(tree)
    dialects = DialectNormaliser(normalized_tree)
    dialects.normalise()
    BoardNormaliser(dialects, catalogue).normalise()
    return decode(normalized_tree, catalogue) == decode(deepcopy(normal_form), catalogue)


def _merge_value(original: object, before: object, after: object) -> object:
    """Return the value in the file with the changes from *before* to *after*.

    Args:
        original: The value as the file writes it, in its dialect.
        before: The normal form of that value.
        after: The normal form of the new value.
    """
    if before == after:
        return original
    if isinstance(before, dict) and isinstance(after, dict) and isinstance(original, dict):
        return _merge_members(original, before, after)
    if isinstance(before, list) and isinstance(after, list):
        return _merge_list(original, before, after)
    return _merge_scalar(original, before, after)


def _merge_members(original: Raw, before: Raw, after: Raw) -> Raw:
    result = dict(original)
    for key in [*before, *(key for key in after if key not in before)]:
        old, new = before.get(key, _ABSENT_VALUE), after.get(key, _ABSENT_VALUE)
        if new is _ABSENT_VALUE:
            result.pop(key, None)
        elif key not in result:
            if old != new:
                result[key] = new
        else:
            result[key] = _merge_value(result[key], old, new)
    return _without_outer_options(result, before, after)


def _without_outer_options(tree: Raw, before: Raw, after: Raw) -> Raw:
    """Return the tree with edited options moved from the top level into ``game_info``.

    Unedited options stay where they are.
    """
    inner = after.get("game_info")
    if "options" not in tree or "options" in after or not isinstance(inner, dict):
        return tree
    old = before.get("game_info")
    if isinstance(old, dict) and old.get("options") == inner.get("options"):
        return tree
    info = tree.get("game_info")
    game_info = {**(info if isinstance(info, dict) else {}), "options": inner.get("options", {})}
    return {**{key: tree[key] for key in tree if key != "options"}, "game_info": game_info}


def _merge_scalar(original: object, before: object, after: object) -> object:
    """Return *after* as a string or in lower case if the file wrote *before* that way."""
    if not isinstance(original, str) or original == before:
        return after
    if isinstance(after, int) and not isinstance(after, bool):
        return str(after)
    if isinstance(after, str) and upper_code(original) == before:
        lower_case = after.lower()
        return lower_case if upper_code(lower_case) == after else after
    return after


def _merge_list(original: object, before: list[object], after: list[object]) -> object:
    """Return a list with its entries changed, in the form in which the file wraps it."""
    entries = original if isinstance(original, list) else wrapped_list(original)
    numbered_entries = None if entries is not None else numbered_list(original)
    if numbered_entries is not None and isinstance(original, dict):
        return _numbered_object(original, _merge_entries(numbered_entries, before, after))
    if entries is None:
        return after
    merged_entries = _merge_entries(entries, before, after)
    return merged_entries if isinstance(original, list) else {"item": merged_entries}


def _numbered_object(original: Mapping[str, object], entries: list[object]) -> Raw:
    """Return entries as an object with numeric keys, as PHP writes a list with gaps.

    Entries keep their keys if none were added or removed, or if some were removed and no others
    changed; otherwise all are numbered from 0.
    """
    keys = sorted(original, key=int)
    if len(entries) < len(keys):
        keys = [key for key in keys if any(original[key] is entry for entry in entries)]
    if len(entries) != len(keys):
        keys = [str(number) for number in range(len(entries))]
    return dict(zip(keys, entries, strict=True))


def _merge_entries(
    original: list[object], before: list[object], after: list[object]
) -> list[object]:
    old, new = _by_row_and_column(before), _by_row_and_column(after)
    if old is not None and new is not None and (old or new):
        return _merge_hex_entries(original, old, new)
    if len(original) == len(before) == len(after):
        return [_merge_value(*each) for each in zip(original, before, after, strict=True)]
    if len(original) != len(before):
        return after
    return _keep_entries(original, before, after)


def _keep_entries(
    original: list[object], before: list[object], after: list[object]
) -> list[object]:
    """Return *after* with the unchanged entries in their original form."""
    remaining_pairs = list(zip(before, original, strict=True))
    result = []
    for entry in after:
        index = next(
            (number for number, (old, _) in enumerate(remaining_pairs) if old == entry), None
        )
        result.append(entry if index is None else remaining_pairs.pop(index)[1])
    return result


def _merge_hex_entries(
    original: list[object], before: Mapping[RowColumn, object], after: Mapping[RowColumn, object]
) -> list[object]:
    """Return the entries of hexes in their original order, with new ones inserted row by row.

    A hex with several entries is left with a single one when it is edited.
    """
    entries = Counter(map(row_and_column, original))
    result = []
    for entry in original:
        place = row_and_column(entry)
        old, new = before.get(place, {}), after.get(place)  # type: ignore[arg-type] # None is no place
        if place is None or old == (new or {}):
            result.append(entry)
        elif new is not None and entries[place] == 1:
            result.append(_merge_value(entry, old, new))
    for place, new in after.items():
        if entries[place] == 0 or (entries[place] > 1 and before.get(place) != new):
            result.insert(_insertion_index(result, place), new)
    return result


def _insertion_index(entries: list[object], place: RowColumn) -> int:
    """Return the index at which to insert a new entry: row by row, or the end if unsorted."""
    keys = [entry_sort_key(entry) for entry in entries]
    sort_key = entry_sort_key({"row": place[0], "col": place[1]})
    if keys != sorted(keys):
        return len(entries)
    return sum(key < sort_key for key in keys)


def _by_row_and_column(entries: list[object]) -> dict[RowColumn, object] | None:
    """Return entries by row and column; None if an entry has none or two share a hex."""
    places = [row_and_column(entry) for entry in entries]
    by_place = {place: entry for place, entry in zip(places, entries, strict=True) if place}
    return by_place if len(by_place) == len(entries) else None

"""The table of all scenarios, from which a page compares two of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from m44core.messages.message import Message, Renderer, message, message_in
from m44core.site.site_files import GalleryEntry

_SEPARATOR = " · "


def _side_text_getter(key: str) -> Callable[[GalleryEntry], str]:
    """Return a function that lists the country, cards, medals and first move of a side."""

    def cell_text(entry: GalleryEntry) -> str:
        sides = [side for side in entry["sides"] if side["key"] == key]
        lines = [part for side in sides for part in (side["country"], *side["has"])]
        return _SEPARATOR.join(filter(None, lines))

    return cell_text


def _balance_text(entry: GalleryEntry) -> str:
    balance = entry["balance"]
    note = f"({balance['note']})" if balance["note"] else ""
    return " ".join(filter(None, (balance["said"], note)))


_ROWS: Mapping[str, tuple[Message, Callable[[GalleryEntry], str]]] = {
    "date": (message_in("order", "Battle date"), lambda entry: entry["days"]),
    "front": (message_in("facet", "Front"), lambda entry: entry["front"]),
    "board": (
        message_in("facet", "Board"),
        lambda entry: _SEPARATOR.join((entry["board"], entry["face"])),
    ),
    "axis": (message_in("side", "Axis"), _side_text_getter("axis")),
    "allies": (message_in("side", "Allies"), _side_text_getter("allies")),
    "balance": (message("Balance"), _balance_text),
    "people": (message("Human games"), lambda entry: entry["balance"]["people"]),
    "time": (message_in("facet", "Playing time"), lambda entry: entry["minutes_said"]),
    "difficulty": (message_in("facet", "Difficulty"), lambda entry: entry["difficulty_said"]),
    "rules": (message("Pieces and rules to know"), lambda entry: str(entry["rules"])),
    "rating": (message_in("facet", "Rating"), lambda entry: entry["rating_said"]),
    "boxes": (message_in("facet", "Boxes needed"), lambda entry: ", ".join(entry["boxes"])),
    "campaign": (
        message_in("heading", "Campaign"),
        lambda entry: _SEPARATOR.join(entry["campaigns"]),
    ),
    "author": (message_in("heading", "Author"), lambda entry: entry["author"]),
    "arena": (message_in("facet", "Board Game Arena"), lambda entry: entry["arena_said"]),
}
"""The label of each row of a comparison, and the function that returns its text for a scenario."""


def compare_table(entries: Iterable[GalleryEntry], renderer: Renderer) -> dict[str, object]:
    """Return the columns with content, and a row for each scenario.

    Returns:
        ``columns``, their labels; and ``rows``, each with ``slug``, ``title``, ``language`` and
        the ``cells`` of the columns.
    """
    entry_list = list(entries)
    cells_by_key = {key: [cell(entry) for entry in entry_list] for key, (_, cell) in _ROWS.items()}
    used_keys = [key for key, cells in cells_by_key.items() if any(cells)]
    return {
        "columns": [renderer.sentence(_ROWS[key][0]) for key in used_keys],
        "rows": [
            {
                "slug": entry["slug"],
                "title": entry["title"],
                "language": entry["language"],
                "cells": [cells_by_key[key][number] for key in used_keys],
            }
            for number, entry in enumerate(entry_list)
        ],
    }

"""Descriptions of files in the library: board, dates, findings, languages."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from m44core.board import BoardType
from m44core.library.facet_labels import FACET_LABELS, facet_value_label
from m44core.library.file_facts import FileFacts
from m44core.library.library_search import IN_PART, WHOLE
from m44core.messages import nouns
from m44core.messages.message import Message, enumerated, message_in
from m44editor.formatting import format_day, language_name
from m44editor.interface_text import language, sentence, tr, tr_in, translated

ORDER_LABELS: Mapping[str, Message] = {
    "title": message_in("order", "Title"),
    "date": message_in("order", "Battle date"),
    "file": message_in("order", "File"),
    "board": message_in("order", "Board"),
    "findings": message_in("order", "Problems"),
}
"""The names of the sort orders."""


def value_label(facet: str, value: str) -> str:
    """Return the label of a value of a facet."""
    if value and facet == "language":
        return language_name(value)
    return translated(facet_value_label(facet, value))


def board_label(facts: FileFacts) -> str:
    """Return the format and face of a board, such as ``Standard, countryside``."""
    board = value_label("board", facts.board)
    face = value_label("face", facts.face)
    return tr_in("board", "{board}, {face}", board=board, face=face)


def short_board_label(facts: FileFacts) -> str:
    """Return the face of the board; the format as well, unless it is Standard."""
    is_standard = facts.board == BoardType.STANDARD.value
    return value_label("face", facts.face) if is_standard else board_label(facts)


def first_day_label(facts: FileFacts) -> str:
    """Return the first day of the battle; empty if unknown."""
    return _day_text(facts.begins)


def dates_label(facts: FileFacts) -> str:
    """Return the dates of the battle; empty if unknown."""
    first, last = (_day_text(day) for day in (facts.begins, facts.ends))
    if not first or not last or facts.begins == facts.ends:
        return first or last
    return tr_in("dates", "{first} to {last}", first=first, last=last)


def _day_text(day: str) -> str:
    return format_day(date.fromisoformat(day)) if day else ""


def findings_label(facts: FileFacts) -> str:
    """Return the number of findings of each severity: ``1 error, 2 notes``.

    If there are none, the label says so.
    """
    if not (facts.errors or facts.warnings or facts.notes):
        return tr("no problems found")
    numbers = (
        nouns.errors(facts.errors) if facts.errors else None,
        nouns.warnings(facts.warnings) if facts.warnings else None,
        nouns.notes(facts.notes) if facts.notes else None,
    )
    return translated(enumerated(number for number in numbers if number))


def file_details(facts: FileFacts, path: str) -> tuple[tuple[str, str], ...]:
    """Return the facts about a file as pairs of heading and text, without empty texts.

    For a file without a scenario, return the reason and the path.
    """
    if facts.failure:
        return ((tr("No scenario"), sentence(facts.failure)), (tr_in("column", "File"), path))
    rows = (
        (tr_in("column", "Board"), board_label(facts)),
        (tr_in("column", "Date"), dates_label(facts)),
        (
            translated(FACET_LABELS["front"]),
            value_label("front", facts.front) if facts.front else "",
        ),
        (tr_in("column", "Nations"), _values_label("nation", facts.nations)),
        (translated(FACET_LABELS["box"]), _values_label("box", facts.boxes)),
        (tr_in("column", "Languages"), _values_label("language", facts.languages)),
        (translated(FACET_LABELS["findings"]), findings_label(facts)),
        (
            translated(FACET_LABELS["arena"]),
            value_label("arena", facts.arena) if facts.arena else "",
        ),
        (
            translated(FACET_LABELS["plays"]),
            value_label("plays", WHOLE if facts.whole else IN_PART),
        ),
        (tr_in("column", "File"), path),
    )
    return tuple((heading, text) for heading, text in rows if text)


def other_titles(facts: FileFacts) -> str:
    """Return the titles in other languages that differ from the one shown, with the language."""
    shown_title = facts.title_in(language())
    return translated(
        enumerated(
            f"{title} ({language_name(code)})"
            for code, title in facts.titles.items()
            if title and title != shown_title
        )
    )


def _values_label(facet: str, values: tuple[str, ...]) -> str:
    return translated(enumerated(value_label(facet, value) for value in values))

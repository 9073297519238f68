"""The gallery of a site: a card for each scenario, filters, search words, and the feed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import TypedDict
from uuid import NAMESPACE_URL, uuid5

from m44core.catalogue.load import base_catalogue
from m44core.catalogue.search_words import fold_text, search_words
from m44core.library.facet_labels import FACET_LABELS, facet_value_label
from m44core.library.file_facts import FileFacts
from m44core.library.library_search import IN_PART, WHOLE, facet_values
from m44core.messages import nouns
from m44core.messages.date_words import date_range_in_words
from m44core.messages.message import Message, Value, Words, message, message_in
from m44core.model.scenario import Scenario
from m44core.publish.content.sheet_content import texts_for_language
from m44core.site.balance_entry import (
    BALANCE_FACET,
    BALANCE_VALUES,
    TURNS_FACET,
    TURNS_VALUES,
    balance_value,
    turns_label,
    turns_value,
)
from m44core.site.output import BalanceEntry, Entry
from m44core.site.sources import Source

LENGTH_FACET = "length"
"""The facet for the number of medals to win, in addition to those of a library."""
_FACETS = (
    "front",
    "year",
    "nation",
    "board",
    "face",
    "box",
    LENGTH_FACET,
    BALANCE_FACET,
    TURNS_FACET,
    "language",
    "plays",
    "arena",
)
_ORDERS: Mapping[str, tuple[str, ...]] = {
    "front": ("western", "mediterranean", "eastern", "pacific"),
    "board": ("STANDARD", "BRKTHRU", "OVERLORD"),
    "face": ("COUNTRY", "BEACH", "WINTER", "DESERT"),
    "arena": ("green", "amber", "red"),
    "plays": (WHOLE, IN_PART),
    BALANCE_FACET: tuple(BALANCE_VALUES),
    TURNS_FACET: TURNS_VALUES,
}
_OWN_FACETS: Mapping[str, Message] = {
    LENGTH_FACET: message_in("facet", "Length: medals to win"),
    BALANCE_FACET: message_in("facet", "Balance"),
    TURNS_FACET: message_in("facet", "Length: turns"),
}
"""The labels of the facets that only a site has."""
_MAX_DESCRIPTION_LENGTH = 200  # characters of a description for other sites
_EXPANDED_FACETS = ("front", "board", LENGTH_FACET, BALANCE_FACET)


def gallery_entry(
    source: Source,
    scenario: Scenario,
    facts: FileFacts,
    balance: BalanceEntry,
    words: Words,
    *,
    has_picture: bool,
) -> Entry:
    """Return the gallery entry of a scenario, as plain data in the language of the site."""
    _, texts = texts_for_language(scenario, words.language.code)
    medals = [p.medals for p in (scenario.briefing.top, scenario.briefing.bottom) if p.medals]
    days = date_range_in_words(scenario.briefing.begins, scenario.briefing.ends)
    facets = {
        **{each: list(facet_values(facts, each)) for each in _FACETS if each not in _OWN_FACETS},
        LENGTH_FACET: [str(max(medals)) if medals else ""],
        BALANCE_FACET: [balance_value(balance)],
        TURNS_FACET: [turns_value(balance)],
    }
    title = (texts.name or "").strip() or scenario.title
    return {
        "slug": source.slug,
        "name": source.name,
        "title": title or words.render(message("(no title)")),
        "subtitle": (texts.subtitle or "").strip(),
        "begins": facts.begins,
        "days": words.sentence(days) if days else "",
        "front": words.render(facet_value_label("front", facts.front)) if facts.front else "",
        "board": words.render(facet_value_label("board", facts.board)),
        "face": words.render(facet_value_label("face", facts.face)),
        "nations": [words.render(facet_value_label("nation", code)) for code in facts.nations],
        "medals": words.sentence(nouns.medals(max(medals))) if medals else "",
        "arena": facts.arena,
        "arena_said": words.render(facet_value_label("arena", facts.arena)),
        "facets": facets,
        "changed": source.changed,
        "description": _shortened(texts.historical or texts.description or texts.subtitle or ""),
        "picture": "preview.png" if has_picture else "",
        "balance": balance,
        "search": " ".join(
            (facts.texts, fold_text(source.name), _search_text(facts.pieces, words))
        ),
        "lacks": [],
    }


def _shortened(text: str) -> str:
    words = " ".join(text.split())
    if len(words) <= _MAX_DESCRIPTION_LENGTH:
        return words
    return (
        words[: _MAX_DESCRIPTION_LENGTH - 1].rpartition(" ")[0].rstrip(",;:. ")
        + "\N{HORIZONTAL ELLIPSIS}"
    )


def _search_text(pieces: Iterable[str], words: Words) -> str:
    """Return the search words of pieces, in English and in the language of the site."""
    elements, others = base_catalogue().elements, search_words(words.language.code)
    parts: dict[str, None] = {}
    known = {element.name: element for element in elements.values()}
    for name in pieces:
        if name in known:
            text = f"{words.render(known[name].title)} {known[name].label} {others.get(name, '')}"
            parts |= dict.fromkeys(fold_text(text).split())
    return " ".join(parts)


def sort_by_date(entries: Iterable[Entry]) -> list[Entry]:
    """Return entries sorted by the date of their battle, those without a date last."""
    return sorted(entries, key=lambda e: (e["begins"] or "9999", fold_text(e["title"]), e["slug"]))


class FacetValue(TypedDict):
    """A value to filter by: its id on the page, the value, its name, and how many pages have it."""

    id: int
    value: str
    called: str
    count: int


class Facet(TypedDict):
    """A facet to filter by: its key, its name, whether it is expanded at first, and its values."""

    key: str
    called: str
    open: bool
    values: list[FacetValue]


def gallery_facets(entries: Sequence[Entry], words: Words) -> list[Facet]:
    """Return the facets with two or more values."""
    facets: list[Facet] = []
    number = 0
    for facet in _FACETS:
        counts = Counter(value for entry in entries for value in entry["facets"][facet])
        listed: list[FacetValue] = []
        for value in sorted(counts, key=lambda value: _facet_sort_key(facet, value, words)):
            name = words.sentence(_facet_label(facet, value))
            listed.append({"id": number, "value": value, "called": name, "count": counts[value]})
            number += 1
        name = words.render(_OWN_FACETS.get(facet) or FACET_LABELS[facet])
        facets.append(
            {"key": facet, "called": name, "open": facet in _EXPANDED_FACETS, "values": listed}
        )
    return [facet for facet in facets if len(facet["values"]) > 1]


def _facet_label(facet: str, value: str) -> Value:
    if facet in (BALANCE_FACET, TURNS_FACET) or (value and facet == LENGTH_FACET):
        return _own_facet_label(facet, value)
    return facet_value_label(facet, value)


def _own_facet_label(facet: str, value: str) -> Message:
    if facet == LENGTH_FACET:
        return nouns.medals(int(value))
    if not value:
        return message_in("facet", "Not measured")
    return BALANCE_VALUES[value] if facet == BALANCE_FACET else turns_label(value)


def _facet_sort_key(facet: str, value: str, words: Words) -> tuple[object, ...]:
    """Return the sort key of a facet value; "not stated" comes last."""
    order = _ORDERS.get(facet, ())
    place = order.index(value) if value in order else len(order)
    size = int(value) if facet == LENGTH_FACET and value else 0
    text = value if facet == "year" else fold_text(words.render(_facet_label(facet, value)))
    return not value, place, size, text


def gallery_cards(entries: Sequence[Entry], facets: Iterable[Facet]) -> list[dict[str, object]]:
    """Return the entries with the numbers (``ids``) of their facet values."""
    listed = list(facets)
    return [
        {
            **entry,
            "ids": " ".join(
                str(value["id"])
                for facet in listed
                for value in facet["values"]
                if value["value"] in entry["facets"][facet["key"]]
            ),
        }
        for entry in entries
    ]


def feed_entries(entries: Iterable[Entry], address: str) -> list[dict[str, object]]:
    """Return the entries of a feed, latest first, with ``id`` and ``updated``."""
    newest = sorted(entries, key=lambda entry: (-entry["changed"], entry["slug"]))
    return [
        {
            **entry,
            "id": f"urn:uuid:{uuid5(NAMESPACE_URL, address + entry['slug'])}",
            "updated": format_timestamp(entry["changed"]),
        }
        for entry in newest
    ]


def format_timestamp(seconds: int) -> str:
    """Format a time, in seconds since 1970, for a feed: ``2026-01-31T12:00:00Z``."""
    try:
        return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    except (OSError, OverflowError, ValueError):
        return "1970-01-01T00:00:00Z"

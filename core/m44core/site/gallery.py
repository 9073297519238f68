"""The gallery: a card a scenario, what cards are filtered and searched by, the feed, the map."""

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
from m44core.messages.message import Value, Words, message, message_in
from m44core.model.scenario import Scenario
from m44core.publish.content.sheet_content import texts_for_language
from m44core.site.output import Entry
from m44core.site.sources import Source

LENGTH_FACET = "length"
"""What scenarios are filtered by besides what a library knows: how many medals win."""
_FACETS = (
    "front",
    "year",
    "nation",
    "board",
    "face",
    "box",
    LENGTH_FACET,
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
}
_LENGTH_OF_GAME = message_in("facet", "Length: medals to win")
_LONGEST = 200  # letters of what other sites show of a page
_OPEN = ("front", "board", LENGTH_FACET)


def gallery_entry(
    source: Source, scenario: Scenario, facts: FileFacts, words: Words, *, has_picture: bool
) -> Entry:
    """Return what other pages say of a scenario, as plain data in the language of the site."""
    _, texts = texts_for_language(scenario, words.language.code)
    medals = [p.medals for p in (scenario.briefing.top, scenario.briefing.bottom) if p.medals]
    days = date_range_in_words(scenario.briefing.begins, scenario.briefing.ends)
    found = {facet: list(facet_values(facts, facet)) for facet in _FACETS if facet != LENGTH_FACET}
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
        "facets": found | {LENGTH_FACET: [str(max(medals)) if medals else ""]},
        "changed": source.changed,
        "description": _shortened(texts.historical or texts.description or texts.subtitle or ""),
        "picture": "preview.png" if has_picture else "",
        "search": " ".join((facts.texts, fold_text(source.name), _called(facts.pieces, words))),
        "lacks": [],
    }


def _shortened(text: str) -> str:
    words = " ".join(text.split())
    if len(words) <= _LONGEST:
        return words
    return words[: _LONGEST - 1].rpartition(" ")[0].rstrip(",;:. ") + "\N{HORIZONTAL ELLIPSIS}"


def _called(pieces: Iterable[str], told: Words) -> str:
    """Return what pieces are called in English and in the language, as they are searched."""
    elements, others = base_catalogue().elements, search_words(told.language.code)
    words: dict[str, None] = {}
    known = {element.name: element for element in elements.values()}
    for name in pieces:
        if name in known:
            said = f"{told.render(known[name].title)} {known[name].label} {others.get(name, '')}"
            words |= dict.fromkeys(fold_text(said).split())
    return " ".join(words)


def sort_by_date(entries: Iterable[Entry]) -> list[Entry]:
    """Return entries by the first days of their battles, those without at the end."""
    return sorted(entries, key=lambda e: (e["begins"] or "9999", fold_text(e["title"]), e["slug"]))


class FacetValue(TypedDict):
    """A value to filter by: its number on the page, what it is called, and how many have it."""

    id: int
    value: str
    called: str
    count: int


class Facet(TypedDict):
    """What can be filtered by: its key, what it is called, whether it is open at first."""

    key: str
    called: str
    open: bool
    values: list[FacetValue]


def gallery_facets(entries: Sequence[Entry], words: Words) -> list[Facet]:
    """Return what can be filtered by: facets of which there are several values."""
    made: list[Facet] = []
    number = 0
    for facet in _FACETS:
        counts = Counter(value for entry in entries for value in entry["facets"][facet])
        listed: list[FacetValue] = []
        for value in sorted(counts, key=lambda value: _place(facet, value, words)):
            called = words.sentence(_words(facet, value))
            listed.append({"id": number, "value": value, "called": called, "count": counts[value]})
            number += 1
        called = words.render(_LENGTH_OF_GAME if facet == LENGTH_FACET else FACET_LABELS[facet])
        made.append({"key": facet, "called": called, "open": facet in _OPEN, "values": listed})
    return [facet for facet in made if len(facet["values"]) > 1]


def _words(facet: str, value: str) -> Value:
    if facet == LENGTH_FACET and value:
        return nouns.medals(int(value))
    return facet_value_label(facet, value)


def _place(facet: str, value: str, words: Words) -> tuple[object, ...]:
    """Return where among the values of a facet one belongs; what is not stated comes last."""
    order = _ORDERS.get(facet, ())
    place = order.index(value) if value in order else len(order)
    size = int(value) if facet == LENGTH_FACET and value else 0
    said = value if facet == "year" else fold_text(words.render(_words(facet, value)))
    return not value, place, size, said


def gallery_cards(entries: Sequence[Entry], facets: Iterable[Facet]) -> list[dict[str, object]]:
    """Return the cards: the entries, each with the numbers (``ids``) of its values."""
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
    """Return the entries of a feed, those that changed last first: with ``id`` and ``updated``."""
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
    """Return a time as feeds have it: ``2026-01-31T12:00:00Z``."""
    try:
        return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    except (OSError, OverflowError, ValueError):
        return "1970-01-01T00:00:00Z"

"""The gallery of a site: a card for each scenario, filters, search words, and the feed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import NamedTuple, TypedDict, cast
from uuid import NAMESPACE_URL, uuid5

from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.catalogue.search_words import fold_text, search_words
from m44core.library.facet_labels import FACET_LABELS, facet_value_label
from m44core.library.file_facts import FileFacts
from m44core.library.library_search import IN_PART, WHOLE, facet_values
from m44core.messages import nouns
from m44core.messages.date_words import date_range_in_words
from m44core.messages.message import Message, Renderer, Value, message, message_in
from m44core.model.credits import author_of
from m44core.model.scenario import Scenario
from m44core.publish.content.sheet_content import side_summaries, texts_for_language
from m44core.site.balance_entry import (
    BALANCE_FACET,
    BALANCE_VALUES,
    TURNS_FACET,
    TURNS_VALUES,
    balance_value,
    turns_label,
    turns_value,
)
from m44core.site.battle_places import ELSEWHERE, find_place
from m44core.site.difficulty import (
    DIFFICULTY_FACET,
    DIFFICULTY_VALUES,
    TIME_FACET,
    TIME_VALUES,
    estimated_difficulty,
    estimated_minutes,
    playing_time_in_words,
    playing_time_label,
    playing_time_value,
)
from m44core.site.ratings import (
    RATING_FACET,
    RATING_VALUES,
    rating_in_words,
    rating_label,
    rating_value,
)
from m44core.site.site_files import BalanceEntry, GalleryEntry, PlaceEntry, SideEntry
from m44core.site.sources import CampaignStage, PageSource

LENGTH_FACET = "length"
"""The facet for the number of medals to win, which the library does not have."""
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
    TIME_FACET,
    DIFFICULTY_FACET,
    RATING_FACET,
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
    TIME_FACET: TIME_VALUES,
    DIFFICULTY_FACET: tuple(DIFFICULTY_VALUES),
    RATING_FACET: RATING_VALUES,
}
_OWN_FACETS: Mapping[str, Message] = {
    LENGTH_FACET: message_in("facet", "Length: medals to win"),
    BALANCE_FACET: message_in("facet", "Balance"),
    TURNS_FACET: message_in("facet", "Length: turns"),
    TIME_FACET: message_in("facet", "Playing time"),
    DIFFICULTY_FACET: message_in("facet", "Difficulty"),
    RATING_FACET: message_in("facet", "Rating"),
}
"""The labels of the facets that only a site has."""
_MAX_DESCRIPTION_LENGTH = 200  # characters of a description for other sites
_EXPANDED_FACETS = ("front", "board", LENGTH_FACET, BALANCE_FACET)


class EntryParts(NamedTuple):
    """The data from which the entry of a scenario is made.

    Attributes:
        facts: The facts that a library shows about it.
        balance: How often each side wins.
        rules: The number of pieces and rules in its reference.
        has_picture: Whether there is a preview picture.
    """

    facts: FileFacts
    balance: BalanceEntry
    rules: int
    has_picture: bool


def gallery_entry(
    source: PageSource, scenario: Scenario, parts: EntryParts, renderer: Renderer
) -> GalleryEntry:
    """Return the gallery entry of a scenario, as plain data in the language of the site."""
    facts, balance = parts.facts, parts.balance
    language, texts = texts_for_language(scenario, renderer.language.code)
    medals = [p.medals for p in (scenario.briefing.top, scenario.briefing.bottom) if p.medals]
    days = date_range_in_words(scenario.briefing.begins, scenario.briefing.ends)
    title = (texts.name or "").strip() or scenario.title
    details, minutes = source.details, _playing_minutes(source, scenario, balance)
    difficulty = details.difficulty or estimated_difficulty(scenario, parts.rules)
    rating = details.rating
    return {
        "slug": source.slug,
        "name": source.name,
        "title": title or renderer.render(message("(no title)")),
        "language": language if title else renderer.language.code,
        "subtitle": (texts.subtitle or "").strip(),
        "author": author_of(scenario),
        "begins": facts.begins,
        "ends": facts.ends,
        "days": renderer.sentence(days) if days else "",
        "front": renderer.render(facet_value_label("front", facts.front)) if facts.front else "",
        "board": renderer.render(facet_value_label("board", facts.board)),
        "face": renderer.render(facet_value_label("face", facts.face)),
        "nations": [renderer.render(facet_value_label("nation", code)) for code in facts.nations],
        "sides": _side_entries(scenario, renderer),
        "boxes": [renderer.render(facet_value_label("box", box)) for box in facts.boxes],
        "rules": parts.rules,
        "medals": renderer.sentence(nouns.medals(max(medals))) if medals else "",
        "difficulty": difficulty,
        "difficulty_said": renderer.render(DIFFICULTY_VALUES[difficulty]),
        "minutes": minutes,
        "minutes_said": renderer.sentence(
            playing_time_in_words(minutes, is_estimate=details.minutes is None)
        ),
        "rating": rating.value if rating else None,
        "votes": rating.votes if rating else 0,
        "rating_said": renderer.render(rating_in_words(rating)) if rating else "",
        "place": _place_entry(source, scenario),
        "campaigns": [renderer.render(stage_in_words(stage)) for stage in source.stages],
        "arena": facts.arena,
        "arena_said": renderer.render(facet_value_label("arena", facts.arena)),
        "facets": {
            **_library_facets(facts),
            LENGTH_FACET: [str(max(medals)) if medals else ""],
            BALANCE_FACET: [balance_value(balance)],
            TURNS_FACET: [turns_value(balance)],
            TIME_FACET: [playing_time_value(minutes)],
            DIFFICULTY_FACET: [difficulty],
            RATING_FACET: [rating_value(rating)],
        },
        "changed": source.changed,
        "description": _truncated_description(
            texts.historical or texts.description or texts.subtitle or ""
        ),
        "picture": "preview.png" if parts.has_picture else "",
        "balance": balance,
        "search": " ".join(
            (facts.texts, fold_text(source.name), _search_text(facts.pieces, renderer))
        ),
        "lacks": [],
    }


def stage_in_words(stage: CampaignStage) -> Message:
    """Return the place of a scenario in a campaign: *Overlord (2 of 5)*."""
    campaign = stage.campaign or message_in("heading", "Campaign")
    return message(
        "{campaign} ({number} of {count})",
        campaign=campaign,
        number=stage.number,
        count=stage.count,
    )


def _playing_minutes(source: PageSource, scenario: Scenario, balance: BalanceEntry) -> int:
    return source.details.minutes or estimated_minutes(scenario, balance["turns"])


def _side_entries(scenario: Scenario, renderer: Renderer) -> list[SideEntry]:
    return [
        {"key": side["key"], "name": side["name"], "country": side["country"], "has": side["has"]}
        for side in cast("list[SideEntry]", side_summaries(scenario, renderer))
    ]


def _place_entry(source: PageSource, scenario: Scenario) -> PlaceEntry | None:
    """Return the place of the battle: as stated, or else as named in a title or a label.

    None if no place is found, or if the settings state that the battle has none.
    """
    stated_place = source.details.place
    place = stated_place or find_place(
        _titles_and_subtitles(scenario), map(" ".join, scenario.labels.values())
    )
    if place is None or place == ELSEWHERE:
        return None
    return {"north": place.north, "east": place.east, "name": place.name}


def _titles_and_subtitles(scenario: Scenario) -> Iterator[str]:
    for code in scenario.languages_for("en"):
        texts = scenario.texts[code]
        yield from filter(None, (texts.name, texts.subtitle))


def _library_facets(facts: FileFacts) -> dict[str, list[str]]:
    return {each: list(facet_values(facts, each)) for each in _FACETS if each not in _OWN_FACETS}


def _truncated_description(text: str) -> str:
    plain_text = " ".join(text.split())
    if len(plain_text) <= _MAX_DESCRIPTION_LENGTH:
        return plain_text
    return (
        plain_text[: _MAX_DESCRIPTION_LENGTH - 1].rpartition(" ")[0].rstrip(",;:. ")
        + "\N{HORIZONTAL ELLIPSIS}"
    )


def _search_text(pieces: Iterable[str], renderer: Renderer) -> str:
    """Return the search words of pieces, in English and in the language of the site."""
    elements, words_by_name = base_catalogue().elements, search_words(renderer.language.code)
    parts: dict[str, None] = {}
    elements_by_name = {each.name: each for each in elements.values()}
    for name in pieces:
        if element := elements_by_name.get(name):
            text = f"{renderer.render(element.title)} {element.label} {words_by_name.get(name, '')}"
            parts |= dict.fromkeys(fold_text(text).split())
    return " ".join(parts)


def sort_by_date(entries: Iterable[GalleryEntry]) -> list[GalleryEntry]:
    """Return entries sorted by the date of their battle, undated battles last."""
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


def gallery_facets(entries: Sequence[GalleryEntry], renderer: Renderer) -> list[Facet]:
    """Return the facets with two or more values."""
    facets: list[Facet] = []
    number = 0
    for facet in _FACETS:
        counts = Counter(value for entry in entries for value in entry["facets"][facet])
        facet_values: list[FacetValue] = []
        for value in sorted(counts, key=lambda value: _facet_sort_key(facet, value, renderer)):
            name = renderer.sentence(_facet_label(facet, value))
            facet_values.append(
                {"id": number, "value": value, "called": name, "count": counts[value]}
            )
            number += 1
        name = renderer.render(_OWN_FACETS.get(facet) or FACET_LABELS[facet])
        facets.append(
            {
                "key": facet,
                "called": name,
                "open": facet in _EXPANDED_FACETS,
                "values": facet_values,
            }
        )
    return [facet for facet in facets if len(facet["values"]) > 1]


def _facet_label(facet: str, value: str) -> Value:
    if facet in _OWN_LABELS and (value or facet != LENGTH_FACET):
        return _OWN_LABELS[facet](value)
    return facet_value_label(facet, value)


_NOT_MEASURED = message_in("facet", "Not measured")
_OWN_LABELS: Mapping[str, Callable[[str], Message]] = {
    LENGTH_FACET: lambda value: nouns.medals(int(value)),
    BALANCE_FACET: lambda value: BALANCE_VALUES.get(value, _NOT_MEASURED),
    TURNS_FACET: lambda value: turns_label(value) if value else _NOT_MEASURED,
    TIME_FACET: playing_time_label,
    DIFFICULTY_FACET: DIFFICULTY_VALUES.__getitem__,
    RATING_FACET: rating_label,
}


def _facet_sort_key(facet: str, value: str, renderer: Renderer) -> tuple[object, ...]:
    """Return the sort key of a facet value; "not stated" comes last."""
    order = _ORDERS.get(facet, ())
    rank = order.index(value) if value in order else len(order)
    size = int(value) if facet == LENGTH_FACET and value else 0
    text = value if facet == "year" else fold_text(renderer.render(_facet_label(facet, value)))
    return not value, rank, size, text


def gallery_cards(
    entries: Sequence[GalleryEntry], facets: Iterable[Facet]
) -> list[dict[str, object]]:
    """Return the entries with the numbers (``ids``) of their facet values."""
    facet_list = list(facets)
    return [
        {
            **entry,
            "ids": " ".join(
                str(value["id"])
                for facet in facet_list
                for value in facet["values"]
                if value["value"] in entry["facets"][facet["key"]]
            ),
        }
        for entry in entries
    ]


def feed_entries(entries: Iterable[GalleryEntry], address: str) -> list[dict[str, object]]:
    """Return the entries of a feed, latest first, with ``id`` and ``updated``."""
    sorted_entries = sorted(entries, key=lambda entry: (-entry["changed"], entry["slug"]))
    return [
        {
            **entry,
            "id": f"urn:uuid:{uuid5(NAMESPACE_URL, address + entry['slug'])}",
            "updated": format_timestamp(entry["changed"]),
        }
        for entry in sorted_entries
    ]


def format_timestamp(seconds: int) -> str:
    """Format a time, in seconds since 1970, for a feed: ``2026-01-31T12:00:00Z``."""
    try:
        return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    except (OSError, OverflowError, ValueError):
        return "1970-01-01T00:00:00Z"

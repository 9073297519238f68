"""The data about a page for search engines and other programs, in the vocabulary of schema.org."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime

from m44core.site.site_files import GalleryEntry
from m44core.site.site_settings import BEST_RATING

_CONTEXT = "https://schema.org"
_GAME = {
    "@type": "Game",
    "name": "Memoir '44",
    "url": "https://www.daysofwonder.com/game/memoir-44/",
}
_PLAYERS = {"STANDARD": (2, 2), "BRKTHRU": (2, 2), "OVERLORD": (2, 8)}
_FORMATS = {
    ".m44": "application/json",
    ".yaml": "application/yaml",
    ".svg": "image/svg+xml",
    ".pdf": "application/pdf",
}


def scenario_data(
    entry: GalleryEntry, files: Iterable[str], address: str, site: Mapping[str, str]
) -> dict[str, object]:
    """Return the data about a scenario.

    Args:
        entry: Its entry in the gallery.
        files: The names of the files that can be downloaded.
        address: The address of its page; "" if it is unknown. Addresses are then relative.
        site: The ``title`` and the ``url`` of the site.
    """
    min_players, max_players = _PLAYERS.get(entry["facets"]["board"][0], (2, 2))
    data = {
        "@context": _CONTEXT,
        "@type": "Game",
        "name": entry["title"],
        "alternativeHeadline": entry["subtitle"],
        "description": entry["description"],
        "inLanguage": [each for each in entry["facets"]["language"] if each],
        "url": address,
        "image": f"{address}map.svg",
        "author": {"@type": "Person", "name": entry["author"]} if entry["author"] else None,
        "isBasedOn": _GAME,
        "isPartOf": {"@type": "Collection", "name": site["title"], "url": site["url"]},
        "numberOfPlayers": {
            "@type": "QuantitativeValue",
            "minValue": min_players,
            "maxValue": max_players,
        },
        "timeRequired": f"PT{entry['minutes']}M",
        "temporalCoverage": "/".join(dict.fromkeys(filter(None, (entry["begins"], entry["ends"])))),
        "spatialCoverage": _place_data(entry),
        "aggregateRating": _rating_data(entry),
        "dateModified": _iso_date(entry["changed"]),
        "encoding": [_file_data(address, name) for name in files],
    }
    return _without_blanks(data)


def collection_data(number: int, site: Mapping[str, str]) -> dict[str, object]:
    """Return the data about the gallery: the site, and the number of scenarios.

    Their pages are in the sitemap.
    """
    return _without_blanks(
        {
            "@context": _CONTEXT,
            "@type": "Collection",
            "name": site["title"],
            "description": site["subtitle"],
            "inLanguage": site["language"],
            "url": site["url"],
            "about": _GAME,
            "collectionSize": number,
        }
    )


def _place_data(entry: GalleryEntry) -> dict[str, object] | None:
    place = entry["place"]
    if place is None:
        return None
    position = {
        "@type": "GeoCoordinates",
        "latitude": place["north"],
        "longitude": place["east"],
    }
    return _without_blanks({"@type": "Place", "name": place["name"], "geo": position})


def _rating_data(entry: GalleryEntry) -> dict[str, object] | None:
    """Return the rating; None without the number of votes, which schema.org requires."""
    if entry["rating"] is None or not entry["votes"]:
        return None
    return {
        "@type": "AggregateRating",
        "ratingValue": entry["rating"],
        "bestRating": BEST_RATING,
        "worstRating": 0,
        "ratingCount": entry["votes"],
    }


def _file_data(address: str, name: str) -> dict[str, object]:
    suffix = name[name.rfind(".") :]
    data = {"@type": "MediaObject", "contentUrl": f"{address}{name}"}
    return {**data, "encodingFormat": _FORMATS.get(suffix, "application/octet-stream")}


def _iso_date(seconds: int) -> str:
    try:
        return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d")
    except (OSError, OverflowError, ValueError):
        return ""


def _without_blanks(data: Mapping[str, object]) -> dict[str, object]:
    return {key: value for key, value in data.items() if value not in ("", None, [])}

"""Where battles were fought: positions of place names that titles and maps mention."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from m44core.catalogue.search_words import fold_text
from m44core.data_files import read_yaml_mapping
from m44core.errors import NotationError
from m44core.messages.message import message
from m44core.values import dataclass

_GAZETTEER = Path(__file__).parent / "data/battle_places.yaml"
_POSITION = re.compile(
    r"(?P<north>[+-]?\d{1,2}(?:\.\d{1,9})?)\s*,\s*(?P<east>[+-]?\d{1,3}(?:\.\d{1,9})?)"
)
_MAX_LENGTH = 500  # characters of a text in which names are looked for


@dataclass(frozen=True, slots=True)
class Place:
    """The place of a battle.

    Attributes:
        north: The latitude, in degrees.
        east: The longitude, in degrees.
        name: Its name; "" if only the position is known.
    """

    north: float
    east: float
    name: str = ""


ELSEWHERE = Place(0, 0, "none")
"""The place of a battle that is not shown on the map, such as a fictional one."""


@dataclass(frozen=True, slots=True)
class Gazetteer:
    """The known places, keyed by their names in the form of :func:`plain_name`.

    Attributes:
        places: All known places.
        in_titles: The names to find only in titles, since they are also ordinary words.
    """

    places: Mapping[str, Place]
    in_titles: frozenset[str]


@cache
def gazetteer() -> Gazetteer:
    """Return the known places."""
    entries = read_yaml_mapping(_GAZETTEER)["places"]
    places = {
        plain_name(name): Place(entry["at"][0], entry["at"][1], entry["names"][0])
        for entry in entries
        for name in entry["names"]
    }
    in_titles = (
        plain_name(name)
        for entry in entries
        if entry.get("only-in-titles")
        for name in entry["names"]
    )
    return Gazetteer(places, frozenset(in_titles))


def plain_name(text: str) -> str:
    """Return the words of a text in lower case without accents, separated by single spaces."""
    return " ".join(re.findall(r"\w+", fold_text(text)))


def parse_place(text: str) -> Place:
    """Return the place in a setting: ``49.24, -0.27`` or the name of a known place.

    Raises:
        NotationError: the text is neither.
    """
    position = _POSITION.fullmatch(text)
    if position:
        north, east = float(position["north"]), float(position["east"])
        if abs(north) <= 90 and abs(east) <= 180:
            return Place(north, east)
    known_place = gazetteer().places.get(plain_name(text))
    if known_place is None:
        problem = message(
            "unknown place {place!r}; write its latitude and longitude, such as {example}",
            place=text,
            example="'49.24, -0.27'",
        )
        raise NotationError(problem)
    return known_place


def find_place(titles: Iterable[str], labels: Iterable[str] = ()) -> Place | None:
    """Return the place mentioned in a title, or else in a label; None if there is none."""
    known_places = gazetteer()
    for text in titles:
        if name := _longest_name(text, known_places.places):
            return known_places.places[name]
    other_names = known_places.places.keys() - known_places.in_titles
    for text in labels:
        if name := _longest_name(text, other_names):
            return known_places.places[name]
    return None


def _longest_name(text: str, names: Iterable[str]) -> str:
    words = f" {plain_name(text[:_MAX_LENGTH])} "
    found_names = [name for name in names if f" {name} " in words]
    return max(found_names, key=lambda name: (len(name), name), default="")

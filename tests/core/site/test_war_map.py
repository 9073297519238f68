"""The map of the war: places in titles and on boards, and markers that do not overlap."""

from __future__ import annotations

import math
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any, cast

import pytest
from tests.core.site.conftest import Build
from tests.core.site.pages import ParsedPage

from m44core.messages.renderers import renderer_in
from m44core.site.battle_places import find_place, gazetteer
from m44core.site.map_projection import BoundingBox, ProjectedMap
from m44core.site.site_files import GalleryEntry
from m44core.site.war_map import war_map

FRANCE = BoundingBox(-5, 42, 12, 54)


def map_entry(number: int, north: float, east: float) -> GalleryEntry:
    """Return an entry with the values that the map uses."""
    values = {
        "slug": f"s{number}",
        "title": f"Battle {number}",
        "front": "Western",
        "facets": {"front": ["western"]},
        "place": {"north": north, "east": east, "name": "Somewhere"},
    }
    return cast("GalleryEntry", values)


def drawn_map(*entries: GalleryEntry) -> dict[str, Any]:
    return war_map(entries, renderer_in("en"))


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Pegasus Bridge", "Pegasus Bridge"),
        ("STE-MÈRE: Sainte-Mère-Église!", "Sainte Mere Eglise"),
        ("Matanikau River, Guadalcanal", "Matanikau"),
        ("Battle of the Bulge: Saint-Vith", "Battle of the Bulge"),
        ("Omahaha", None),
        ("", None),
    ],
)
def test_a_place_is_found_in_a_title(title: str, name: str | None) -> None:
    place = find_place([title])
    assert (place.name if place else None) == name


def test_labels_determine_the_place_if_no_title_names_one() -> None:
    place = find_place(["The Bridge"], ["Church", "Bénouville"])
    assert place
    assert place.name == "Pegasus Bridge"
    assert find_place(["The Bridge"], ["The road to Rome"]) is None
    assert find_place(["The road to Rome"])


def test_known_places_are_on_the_map() -> None:
    entries = [map_entry(0, place.north, place.east) for place in set(gazetteer().places.values())]
    other_entries = drawn_map(*entries)["others"]
    assert len(other_entries) == 1  # Keren, in Eritrea


def test_the_map_is_conformal_and_north_is_up() -> None:
    sheet = ProjectedMap.of(FRANCE, 700)
    paris, lille, reims = (48.86, 2.35), (50.63, 3.06), (49.26, 4.03)
    (px, py), (lx, ly), (rx, ry) = (sheet.place(*each) for each in (paris, lille, reims))
    assert ly < ry < py
    distance_ratio = math.hypot(lx - px, ly - py) / math.hypot(rx - px, ry - py)
    assert distance_ratio == pytest.approx(203 / 130, rel=0.03)  # kilometres
    assert all(0 < x < 700 and 0 < y < sheet.height for x, y in ((px, py), (lx, ly), (rx, ry)))


def test_markers_of_near_places_do_not_overlap() -> None:
    near_entries = [map_entry(n, 49.0 + n / 150, -0.5 + (n % 3) / 150) for n in range(20)]
    (part,) = drawn_map(*near_entries)["parts"]
    markers = part["markers"]
    assert [each["number"] for each in markers] == [*range(1, 21)]
    for a, b in combinations(markers, 2):
        assert math.hypot(a["x"] - b["x"], a["y"] - b["y"]) > 25
    assert all(13 <= m["x"] <= part["width"] - 13 for m in markers)


def test_battles_at_one_place_share_a_marker() -> None:
    (part,) = drawn_map(map_entry(1, 49.24, -0.27), map_entry(2, 49.24, -0.27))["parts"]
    (marker,) = part["markers"]
    assert [each["title"] for each in marker["entries"]] == ["Battle 1", "Battle 2"]


def test_nearby_places_share_markers_if_there_are_very_many() -> None:
    many_entries = [map_entry(n, 48.6 + n / 500, -1.9 + (n * 7 % 250) / 100) for n in range(500)]
    (part,) = drawn_map(*many_entries)["parts"]
    assert sum(len(marker["entries"]) for marker in part["markers"]) == 500
    assert len(part["markers"]) <= 60


def test_battles_without_a_place_are_listed(tmp_path: Path, build: Build) -> None:
    path = tmp_path / "in/nowhere.yaml"
    path.parent.mkdir()
    path.write_text("format: 1\nboard: {type: standard, face: country}\nhexes: {}\n", "utf-8")
    assert build(path.parent) in (0, 1)
    page = ParsedPage(tmp_path / "out/war-map.html")
    assert "Not on the map" in page.texts
    assert not page.find_all("a", **{"class": "marker western"})


def test_a_site_has_its_places_on_the_map(built_site: Path) -> None:
    page = ParsedPage(built_site / "war-map.html")
    parts = [heading["id"] for heading in page.find_all("h2")]
    assert parts == ["normandy", "west", "east", "mediterranean"]
    markers = [a for a in page.find_all("a") if a.get("class", "").startswith("marker")]
    assert len(markers) == 5
    assert "scenarios/kollaa/index.html" in {marker["href"] for marker in markers}


def test_the_shorelines_are_closed_and_the_page_stays_small(built_site: Path) -> None:
    for land in ParsedPage(built_site / "war-map.html").find_all("path", **{"class": "land"}):
        rings = [ring for ring in land["d"].split("z") if ring]
        assert rings
        for ring in rings:
            numbers = [float(number) for number in ring.removeprefix("M").split()]
            assert all(math.isfinite(number) for number in numbers)
            assert len([*pairwise(numbers)]) > 4
    assert (built_site / "war-map.html").stat().st_size < 150_000

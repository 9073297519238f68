"""The timeline, the comparison, the data for search engines, and the values they show."""

from __future__ import annotations

from datetime import date, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any, cast

import pytest
from tests.core.site.pages import ParsedPage

from m44core.api import read
from m44core.cli.main import main
from m44core.resources import scenarios_folder
from m44core.site.difficulty import (
    TIME_VALUES,
    estimated_difficulty,
    estimated_minutes,
    playing_time_label,
    playing_time_value,
)
from m44core.site.ratings import RATING_VALUES, rating_label, rating_value
from m44core.site.site_files import RECORD, GalleryEntry
from m44core.site.site_settings import Rating
from m44core.site.timeline import timeline


def timeline_entry(begins: str, front: str = "western") -> GalleryEntry:
    """Return an entry with the values that the timeline uses."""
    return cast("GalleryEntry", {"begins": begins, "front": front, "facets": {"front": [front]}})


def test_the_timeline_has_years_and_a_bar_for_each_month() -> None:
    days = ("1939-12-07", "1944-06-06", "1944-06-10", "1944-08-01", "", "0000-00-00")
    line: dict[str, Any] = timeline([timeline_entry(day) for day in days])
    assert [(year["year"], len(year["rows"])) for year in line["years"]] == [(1939, 1), (1944, 3)]
    assert [bar["anchor"] for bar in line["chart"]["bars"]] == ["m1939-12", "m1944-06", "m1944-08"]
    anchors = [row["anchor"] for row in line["years"][1]["rows"]]
    assert anchors == ["m1944-06", "", "m1944-08"]
    assert len(line["others"]) == 2


def test_battles_of_different_centuries_get_no_chart() -> None:
    line = timeline([timeline_entry("1704-08-13"), timeline_entry("1944-06-06")])
    assert line["chart"] is None
    assert len(cast("list[object]", line["years"])) == 2


def test_bars_stay_within_the_chart() -> None:
    start = date(1944, 6, 1)
    days = [str(start + timedelta(days=n % 28)) for n in range(400)]
    line: dict[str, Any] = timeline([timeline_entry("1939-09-01"), *map(timeline_entry, days)])
    assert all(piece["y"] >= 0 for bar in line["chart"]["bars"] for piece in bar["pieces"])


def test_the_timeline_links_to_its_months(built_site: Path) -> None:
    page = ParsedPage(built_site / "time-line.html")
    ids = {attributes["id"] for _, attributes in page.elements if "id" in attributes}
    bars = {a["href"] for a in page.find_all("a") if a["href"].startswith("#m")}
    assert bars
    assert {bar.removeprefix("#") for bar in bars} <= ids


def test_the_table_has_every_scenario_with_the_compared_values(built_site: Path) -> None:
    page = ParsedPage(built_site / "compare.html")
    assert len([row for row in page.find_all("tr") if "data-s" in row]) == 5
    for shown_text in (
        "8.2 out of 10 (31 votes)",
        "75 min",
        "Advanced",
        "The Way to Germany (2 of 3)",
    ):
        assert shown_text in page.texts
    assert any("6 command cards" in text for text in page.texts)


def test_data_for_search_engines_match_the_page(built_site: Path) -> None:
    data = ParsedPage(built_site / "scenarios/pegasus-bridge/index.html").structured_data
    address = "https://example.org/m44/scenarios/pegasus-bridge/"
    assert (data["@type"], data["name"], data["url"]) == ("Game", "Pegasus Bridge", address)
    assert data["aggregateRating"]["ratingValue"] == 8.2
    assert data["temporalCoverage"] == "1944-06-06"
    assert data["spatialCoverage"]["geo"]["latitude"] == 49.24
    assert f"{address}pegasus-bridge.m44" in [file["contentUrl"] for file in data["encoding"]]
    data_without_votes = ParsedPage(built_site / "scenarios/kollaa/index.html").structured_data
    assert "aggregateRating" not in data_without_votes  # it would need the number of votes
    assert ParsedPage(built_site / "index.html").structured_data["collectionSize"] == 5


@pytest.mark.parametrize(
    ("entries", "difficulty"), [(6, "beginner"), (9, "intermediate"), (12, "advanced")]
)
def test_difficulty_depends_on_the_number_of_rules_to_read(entries: int, difficulty: str) -> None:
    scenario = read(scenarios_folder() / "toulon.yaml").scenario
    assert scenario
    assert estimated_difficulty(scenario, entries) == difficulty


def test_playing_time_follows_the_turns_or_else_the_medals() -> None:
    scenario = read(scenarios_folder() / "pegasus-bridge.yaml").scenario
    assert scenario
    assert [estimated_minutes(scenario, turns) for turns in (None, 10, 25)] == [45, 30, 75]
    values = [playing_time_value(minutes) for minutes in (20, 45, 46, 90, 200)]
    assert values == ["30", "45", "60", "90", "91"]
    labels = [str(playing_time_label(value)) for value in TIME_VALUES]
    assert labels[0] == "Up to 30 min"
    assert labels[1:] == ["31 to 45 min", "46 to 60 min", "61 to 90 min", "More than 90 min"]


def test_ratings_are_filtered_by_whole_points() -> None:
    values = [rating_value(Rating(each)) for each in (10, 8.9, 7, 6.1, 2)]
    assert values == ["9", "8", "7", "6", "0"]
    labels = [str(rating_label(value)) for value in (*RATING_VALUES, "")]
    assert labels == ["9 or higher", "8 to 8.9", "7 to 7.9", "6 to 6.9", "Below 6", "Not rated"]


@pytest.mark.bulk
def test_typeset_files_are_reused_while_their_scenario_is_unchanged(
    copied_collection: Path, tmp_path: Path
) -> None:
    pytest.importorskip("typst")
    out = tmp_path / "out"
    left_out = [f"--leave-out={path.name}" for path in copied_collection.glob("*.yaml")][1:]
    arguments = ["site", str(copied_collection), str(out), *left_out, "--jobs", "1"]
    assert main(arguments) == 0
    (sheet,) = out.rglob("sheet.pdf")
    sheet_bytes = sheet.read_bytes()
    sheet.write_bytes(b"kept")  # as if it had been made like this
    record = out / RECORD
    record.write_text(
        record.read_text("ascii").replace(
            sha256(sheet_bytes).hexdigest(), sha256(b"kept").hexdigest()
        )
    )
    write_rating(copied_collection, sheet.parent.name, 3)
    assert main(arguments) == 0
    assert sheet.read_bytes() == b"kept"
    sheet.write_bytes(b"changed by hand")
    write_rating(copied_collection, sheet.parent.name, 4)
    assert main(arguments) == 0
    assert sheet.read_bytes() == sheet_bytes


def write_rating(folder: Path, name: str, rating: int) -> None:
    (folder / "ratings.yaml").write_text(f"{name}: {rating}\n", "utf-8")

"""The settings and ratings of a site: their values, and the problems reported about them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.core.site.conftest import Build
from tests.core.site.pages import ParsedPage

from m44core.errors import ReadError
from m44core.messages.renderers import renderer_in
from m44core.site.battle_places import ELSEWHERE, Place
from m44core.site.site_settings import Rating, discussion_address, site_settings

GOOD = """\
title: The Club
discuss: https://example.org/new?title={title}&page={page}
campaigns:
  - {title: Normandy, scenarios: [a, b]}
scenarios:
  a: {place: "49.24, -0.27", difficulty: beginner, minutes: 45, discuss: "mailto:club@example.org"}
  b: {place: Bastogne}
  c: {place: none}
  d:
"""

WRONG = (
    ("subject: x", 1, "unknown key 'subject'"),
    ("title: [x]", 1, "'title' must be text"),
    ("discuss: example.org/forum", 1, "it must start with https://"),
    ("discuss: 'javascript:alert(1)'", 1, "it must start with https://"),
    ("discuss: 'https://'", 1, "it must start with https://"),
    ("discuss: 'https://[x'", 1, "it must start with https://"),
    ("campaigns: x", 1, "must be a mapping"),
    ("campaigns:\n  - scenarios: x", 2, "must be a list of names"),
    ("campaigns:\n  - scenario: [x]", 2, "unknown key 'scenario'"),
    ("scenarios: [x]", 1, "must be a mapping"),
    ("scenarios:\n  a: 45", 2, "must be a mapping"),
    ("scenarios:\n  a: {time: 45}", 2, "unknown key 'time'"),
    ("scenarios:\n  a:\n    minutes: '45'", 3, "a number from 1 to 1440"),
    ("scenarios:\n  a:\n    minutes: yes", 3, "a number from 1 to 1440"),
    ("scenarios:\n  a:\n    difficulty: begginer", 3, "did you mean beginner?"),
    ("scenarios:\n  a:\n    place: Atlantis", 3, "latitude and longitude"),
    ("scenarios:\n  a:\n    place: '99, 0'", 3, "latitude and longitude"),
)
WRONG_RATINGS = (
    ("- a", 0, "must be a mapping, such as my-scenario: 8"),
    ("a: 8\nb: good", 2, "'rating' must be a number from 0 to 10"),
    ("a: 11", 1, "'rating' must be a number from 0 to 10"),
    ("a: .nan", 1, ".nan is not a number"),
    ("a: {rating: 8, votes: -1}", 1, "'votes' must be a number from 0"),
    ("a: {stars: 8}", 1, "unknown key 'stars'"),
)


def test_settings_and_ratings_are_read(tmp_path: Path) -> None:
    (tmp_path / "site.yaml").write_text(GOOD, "utf-8")
    (tmp_path / "ratings.yaml").write_text("a: {rating: 8.5, votes: 12}\nz: 3\n", "utf-8")
    settings = site_settings(tmp_path)
    details = settings.details
    assert settings.campaigns[0].scenarios == ("a", "b")
    assert (details["a"].place, details["a"].minutes) == (Place(49.24, -0.27), 45)
    assert details["a"].rating == Rating(8.5, 12)
    assert details["b"].place
    assert details["b"].place.name == "Bastogne"
    assert details["c"].place == ELSEWHERE
    assert details["z"].rating == Rating(3.0)


def test_without_settings_the_folder_name_is_the_title(tmp_path: Path) -> None:
    assert site_settings(tmp_path).title == tmp_path.name


def test_an_invalid_setting_is_reported_with_its_line(
    tmp_path: Path, subtests: pytest.Subtests
) -> None:
    path = tmp_path / "site.yaml"
    for text, line, problem in WRONG:
        with subtests.test(text):
            path.write_text(text, "utf-8")
            with pytest.raises(ReadError, match=re.escape(problem)) as caught:
                site_settings(tmp_path)
            assert f"{path}:{line}: " in str(caught.value) or not line
            path.unlink()


def test_a_wrong_rating_is_reported_with_its_line(
    tmp_path: Path, subtests: pytest.Subtests
) -> None:
    path = tmp_path / "ratings.yaml"
    for text, line, problem in WRONG_RATINGS:
        with subtests.test(text):
            path.write_text(text, "utf-8")
            (reported,) = map(renderer_in("en").render, site_settings(tmp_path).rating_problems)
            assert problem in reported
            assert f"{path}:{line}: " in reported or not line


def test_an_invalid_rating_does_not_affect_other_ratings_or_the_site(
    copied_collection: Path, tmp_path: Path, build: Build, capsys: pytest.CaptureFixture[str]
) -> None:
    (copied_collection / "ratings.yaml").write_text("kollaa: good\nsword-beach: 8.2\n", "utf-8")
    assert build(copied_collection) == 2
    assert "ratings.yaml:1: 'rating' must be a number" in capsys.readouterr().err
    page = (tmp_path / "out/scenarios/sword-beach/index.html").read_text("utf-8")
    assert "8.2 out of 10" in page
    assert (tmp_path / "out/scenarios/kollaa/index.html").is_file()


def test_the_title_is_url_encoded_in_the_discussion_address() -> None:
    address = discussion_address("https://a.org/?t={title}", 'A & "B" #1\ud800', "")
    assert address == "https://a.org/?t=A%20%26%20%22B%22%20%231%3F"


def test_a_page_links_to_its_discussion(
    copied_collection: Path, tmp_path: Path, build: Build
) -> None:
    discuss = "discuss: https://forum.example.org/?t={title}&p={page}\n"
    (copied_collection / "site.yaml").write_text(discuss, "utf-8")
    assert build(copied_collection, "--url", "https://example.org/") == 0
    links = ParsedPage(tmp_path / "out/scenarios/sword-beach/index.html").find_all("a")
    page = "https%3A%2F%2Fexample.org%2Fscenarios%2Fsword-beach%2F"
    assert f"https://forum.example.org/?t=Sword%20Beach&p={page}" in {a["href"] for a in links}
    assert not [
        a for a in ParsedPage(tmp_path / "out/index.html").find_all("a") if "forum" in a["href"]
    ]


def test_unknown_scenarios_in_settings_are_reported(
    copied_collection: Path, build: Build, capsys: pytest.CaptureFixture[str]
) -> None:
    (copied_collection / "ratings.yaml").write_text("kolla: 7\n", "utf-8")
    assert build(copied_collection) == 0
    output = capsys.readouterr().err
    assert "ratings.yaml: there is no scenario 'kolla'; did you mean kollaa?" in output


def test_a_new_rating_rebuilds_only_its_page(
    copied_collection: Path, build: Build, capsys: pytest.CaptureFixture[str]
) -> None:
    build(copied_collection)
    capsys.readouterr()
    (copied_collection / "ratings.yaml").write_text(
        "pegasus-bridge: {rating: 8.2, votes: 31}\nkollaa: 6.5\n", "utf-8"
    )
    build(copied_collection)
    assert "1 of them rebuilt" in capsys.readouterr().out

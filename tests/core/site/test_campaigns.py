"""Campaigns: links to the scenarios before and after, from settings or the official editor."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from tests.core.site.conftest import Build
from tests.core.site.pages import ParsedPage

from m44core.resources import scenarios_folder
from m44core.site.campaigns import find_scenario_name, is_campaign, read_campaign


def test_a_page_links_to_the_previous_and_next_scenario_of_its_campaign(built_site: Path) -> None:
    page = ParsedPage(built_site / "scenarios/sword-beach/index.html")
    assert "The Way to Germany (2 of 3)" in page.texts
    assert page.find_all("a", rel="prev")[0]["href"] == "../pegasus-bridge/index.html"
    assert page.find_all("a", rel="next")[0]["href"] == "../arracourt/index.html"
    first = ParsedPage(built_site / "scenarios/pegasus-bridge/index.html")
    assert not first.find_all("a", rel="prev")
    assert not ParsedPage(built_site / "scenarios/kollaa/index.html").find_all("a", rel="next")


def write_campaign(path: Path, *titles: str, **changed: object) -> None:
    """Write a campaign file as the official editor does."""
    campaign_list = {"list": [*range(1, len(titles) + 1)], "name": list(titles)}
    tree = {
        "campaignId": "1",
        "scenarios": campaign_list,
        "text": {"en": {"name": "The Long Road"}},
        **changed,
    }
    path.write_text(json.dumps(tree), "utf-8")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "in"
    folder.mkdir()
    shutil.copy(scenarios_folder() / "sword-beach.yaml", folder / "SwordBeach.yaml")
    shutil.copy(scenarios_folder() / "toulon.yaml", folder / "2-Toulon.yaml")
    return folder


def test_a_campaign_file_links_scenarios_by_title_or_number(
    folder: Path, tmp_path: Path, build: Build
) -> None:
    write_campaign(folder / "road.m44", "Sword Beach", "Somewhere Else")
    assert build(folder) == 0
    page = ParsedPage(tmp_path / "out/scenarios/sword-beach/index.html")
    assert "The Long Road (1 of 2)" in page.texts
    assert page.find_all("a", rel="next")[0]["href"] == "../2-toulon/index.html"


@pytest.mark.parametrize(
    "changed",
    [{"scenarios": 5}, {"scenarios": {"list": [1]}}, {"text": []}, {"text": {"en": 3}}],
)
def test_a_damaged_campaign_file_is_ignored(
    changed: dict[str, object], folder: Path, build: Build
) -> None:
    write_campaign(folder / "road.m44", "Sword Beach", **changed)
    assert is_campaign(folder / "road.m44")
    assert build(folder) == 0


def test_a_truncated_file_is_not_a_campaign(tmp_path: Path) -> None:
    path = tmp_path / "a.m44"
    path.write_text('{"campaignId": "1", "scenarios": {', "utf-8")
    assert read_campaign(path) is None


def test_scenarios_are_found_by_path_or_unique_file_name() -> None:
    names = ["a/x.yaml", "b/x.yaml", "b/y.m44"]
    assert find_scenario_name("b/x", names) == "b/x.yaml"
    assert find_scenario_name("y", names) == "b/y.m44"
    assert find_scenario_name("y.m44", names) == "b/y.m44"
    assert find_scenario_name("x", names) == ""


def test_only_a_changed_title_rebuilds_the_pages_that_link_to_it(
    copied_collection: Path, tmp_path: Path, build: Build, capsys: pytest.CaptureFixture[str]
) -> None:
    build(copied_collection)
    file = copied_collection / "sword-beach.yaml"
    text = file.read_text("utf-8")
    for old, new, rebuilt_pages in (
        ("front: western", "front: eastern", 1),
        ("name: Sword Beach", "name: Queen White", 3),
    ):
        capsys.readouterr()
        text = text.replace(old, new)
        file.write_text(text, "utf-8")
        build(copied_collection)
        assert f"{rebuilt_pages} of them rebuilt" in capsys.readouterr().out
    page = ParsedPage(tmp_path / "out/scenarios/arracourt/index.html")
    assert "Queen White" in page.texts


def test_a_scenario_that_cannot_be_read_is_not_linked(
    folder: Path, tmp_path: Path, build: Build
) -> None:
    (folder / "site.yaml").write_text(
        "campaigns:\n  - scenarios: [SwordBeach, broken, 2-Toulon]\n", "utf-8"
    )
    (folder / "broken.yaml").write_text("format: 1\nboard: [\n", "utf-8")
    assert build(folder) == 1
    page = ParsedPage(tmp_path / "out/scenarios/sword-beach/index.html")
    assert "Campaign (1 of 3)" in page.texts
    assert not page.find_all("a", rel="next")

"""Campaigns: links to the scenarios before and after, from settings or the official editor."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from tests.core.site.conftest import Build
from tests.core.site.pages import Page

from m44core.resources import scenarios_folder
from m44core.site.campaigns import find_name, is_campaign, read_campaign


def test_a_page_leads_to_the_scenarios_around_it(built_site: Path) -> None:
    page = Page(built_site / "scenarios/sword-beach/index.html")
    assert "The Way to Germany (2 of 3)" in page.texts
    assert page.find_all("a", rel="prev")[0]["href"] == "../pegasus-bridge/index.html"
    assert page.find_all("a", rel="next")[0]["href"] == "../arracourt/index.html"
    first = Page(built_site / "scenarios/pegasus-bridge/index.html")
    assert not first.find_all("a", rel="prev")
    assert not Page(built_site / "scenarios/kollaa/index.html").find_all("a", rel="next")


def write_campaign(path: Path, *titles: str, **changed: object) -> None:
    """Write a campaign of the official editor."""
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
    page = Page(tmp_path / "out/scenarios/sword-beach/index.html")
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


def test_names_are_paths_or_unique_file_names() -> None:
    names = ["a/x.yaml", "b/x.yaml", "b/y.m44"]
    assert find_name("b/x", names) == "b/x.yaml"
    assert find_name("y", names) == "b/y.m44"
    assert find_name("y.m44", names) == "b/y.m44"
    assert find_name("x", names) == ""


def test_a_new_title_changes_the_links_to_it_and_nothing_else_does(
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
    page = Page(tmp_path / "out/scenarios/arracourt/index.html")
    assert "Queen White" in page.texts


def test_a_scenario_that_cannot_be_read_is_not_linked(
    folder: Path, tmp_path: Path, build: Build
) -> None:
    (folder / "site.yaml").write_text(
        "campaigns:\n  - scenarios: [SwordBeach, broken, 2-Toulon]\n", "utf-8"
    )
    (folder / "broken.yaml").write_text("format: 1\nboard: [\n", "utf-8")
    assert build(folder) == 1
    page = Page(tmp_path / "out/scenarios/sword-beach/index.html")
    assert "Campaign (1 of 3)" in page.texts
    assert not page.find_all("a", rel="next")

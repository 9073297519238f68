"""Hostile texts of a scenario remain plain text on a page."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from tests.core.site.conftest import Build
from tests.core.site.pages import DATA, ParsedPage

from m44core.cli.main import main
from m44core.resources import scenarios_folder

BREAKERS = (
    "</script><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    '" onmouseover="alert(1)" x="',
    "' autofocus onfocus='alert(1)",
    "{{ 7 * 7 }}{% raw %}",
    "javascript:alert(1)",
    "<!--<script>",
    "]]></summary><evil/>&bogus;",
    "\u2028alert(1)\u2029",
    "\u202egnp.exe",
    "a\x00b\x1b[2J\x0c\ud800",
)
HOSTILE = " ".join(BREAKERS)


def write_hostile_scenario(folder: Path) -> Path:
    """Write a scenario in which every text is hostile, and return its file."""
    folder.mkdir()
    source = scenarios_folder() / "pegasus-bridge.m44"
    tree = json.loads(source.read_text("utf-8"))
    _prefix_hostile_text(tree["text"])
    tree["board"]["labels"] = [{"row": 4, "col": 4, "text": [HOSTILE]}]
    tree.setdefault("meta", {})["author"] = HOSTILE
    for each in tree["board"]["hexagons"][:3]:
        each["terrain"] = {"name": HOSTILE}
    path = folder / 'it\'s <b>&amp; 100% "odd".m44'
    path.write_text(json.dumps(tree), "utf-8")
    return path


def _prefix_hostile_text(content: dict[str, object]) -> None:
    for key, value in content.items():
        if isinstance(value, dict):
            _prefix_hostile_text(value)
        elif isinstance(value, str):
            content[key] = f"{HOSTILE} {value}"


@pytest.fixture
def site(tmp_path: Path, build: Build) -> Path:
    write_hostile_scenario(tmp_path / "in")
    write_site_yaml(tmp_path / "in", HOSTILE.replace("\ud800", ""))
    assert build(tmp_path / "in", "--url", "https://example.org/") == 0
    return tmp_path / "out"


def write_site_yaml(folder: Path, text: str) -> None:
    """Write a ``site.yaml`` with *text* as every text."""
    texts = dict.fromkeys(("title", "subtitle", "about", "credits"), text)
    (folder / "site.yaml").write_text(json.dumps(texts), "utf-8")


def test_a_lone_surrogate_in_site_yaml_is_reported_with_its_line(
    tmp_path: Path, build: Build, capsys: pytest.CaptureFixture[str]
) -> None:
    write_hostile_scenario(tmp_path / "in")
    write_site_yaml(tmp_path / "in", "a\ud800")
    assert build(tmp_path / "in") == 2
    assert "site.yaml:1: " in capsys.readouterr().err


def test_pages_have_the_elements_of_the_template_and_no_others(
    site: Path, built_site: Path
) -> None:
    for name in ("index.html", "scenarios"):
        mine = [site / name] if name == "index.html" else list((site / name).rglob("*.html"))
        ours = (
            [built_site / name]
            if name == "index.html"
            else list((built_site / name).rglob("*.html"))
        )
        usual_tags = {tag for path in ours for tag, _ in ParsedPage(path).elements}
        for path in mine:
            page = ParsedPage(path)
            assert {tag for tag, _ in page.elements} <= usual_tags
            assert all("src" in s or s["type"] in DATA for s in page.find_all("script"))


def test_no_attribute_is_added_and_no_link_is_unsafe(site: Path) -> None:
    for path in site.rglob("*.html"):
        for _, attributes in ParsedPage(path).elements:
            assert not [name for name in attributes if name.startswith("on") or name == "autofocus"]
            for name in ("href", "src"):
                assert not attributes.get(name, "").lower().startswith(("javascript", "data", "//"))


def test_data_for_search_engines_can_be_parsed(site: Path) -> None:
    for path in site.rglob("*.html"):
        if "</script" in path.read_text("utf-8"):
            page = ParsedPage(path)
            names = [text for kind, text in page.scripts if kind == DATA[1]]
            assert not any("<script" in text for text in names)
            assert not names or page.structured_data["@context"] == "https://schema.org"


def test_texts_are_unchanged_except_for_characters_invalid_in_a_page(site: Path) -> None:
    page = ParsedPage(next((site / "scenarios").rglob("index.html")))
    texts = " ".join(page.texts)
    for breaker in BREAKERS[:9]:
        assert breaker in texts
    assert "\x00" not in texts
    assert "\N{REPLACEMENT CHARACTER}" in texts
    assert "49" not in next(text for text in page.texts if "7 * 7" in text)


def test_data_for_scripts_contain_no_markup(site: Path) -> None:
    page = ParsedPage(next((site / "scenarios").rglob("index.html")))
    assert any(BREAKERS[0] in name for name, _ in page.data["board"]["lines"])
    search = (site / "assets/search.js").read_text("ascii")
    assert json.loads(search.removeprefix("m44Search(").removesuffix(");\n"))


def test_feed_sitemap_and_maps_are_valid_xml(site: Path) -> None:
    feed = ElementTree.parse(site / "feed.xml").getroot()
    assert BREAKERS[7] in (feed[0].text or "")
    ElementTree.parse(site / "sitemap.xml")
    for picture in site.rglob("*.svg"):
        tags = {element.tag.rpartition("}")[2] for element in ElementTree.parse(picture).iter()}
        assert not tags & {"script", "foreignObject", "image", "a", "evil"}


def test_addresses_consist_of_letters_and_digits(site: Path) -> None:
    for path in site.rglob("*"):
        name = path.relative_to(site).as_posix().removeprefix(".")
        assert set(name) <= set("abcdefghijklmnopqrstuvwxyz0123456789-_./"), name


def test_a_text_of_a_hundred_kilobytes_is_complete(tmp_path: Path, build: Build) -> None:
    (tmp_path / "in").mkdir()
    file = tmp_path / "in" / "long.yaml"
    text = (scenarios_folder() / "arracourt.yaml").read_text("utf-8")
    long_text = "word " * 20_000 + "the end"
    file.write_text(text.replace("    name: Arracourt", f"    name: {long_text}", 1), "utf-8")
    assert build(tmp_path / "in") in (0, 1)
    page = ParsedPage(tmp_path / "out/scenarios/long/index.html")
    assert any("the end" in text for text in page.texts)


def test_hostile_names_in_a_game_stay_plain_text(tmp_path: Path, build: Build) -> None:
    path = write_hostile_scenario(tmp_path / "in")
    game = tmp_path / "in" / "game.txt"
    assert main(["play", str(path), "--seed", "1", "--only", "1", "--record", str(game)]) == 0
    lines = game.read_text("utf-8").replace("axis: ", f"axis: {json.dumps(HOSTILE)}#", 1)
    game.write_text(lines.replace(f"{json.dumps(HOSTILE)}#sergeant", json.dumps(HOSTILE)), "utf-8")
    assert build(tmp_path / "in") == 0
    script = next((tmp_path / "out").rglob("game-1.js")).read_text("ascii")
    game_data = json.loads(script.removeprefix("m44Game(").removesuffix(");\n"))
    assert BREAKERS[0] in game_data["players"]["axis"]

"""The content of pages, which load nothing from other sites."""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.parse import urlsplit
from xml.etree import ElementTree

import pytest
from tests.core.site.pages import DATA, ParsedPage

from m44core.api import read, write
from m44core.cli.main import main
from m44core.validation.components.component_bill import component_bill

ATOM = "{http://www.w3.org/2005/Atom}"
MAPS = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
MAX_PAGE_BYTES, MAX_MAP_BYTES = 300_000, 400_000  # bytes


def test_the_gallery_has_a_card_for_each_scenario_by_date(built_site: Path) -> None:
    days = [
        card["data-d"]
        for card in ParsedPage(built_site / "index.html").find_all("li", **{"class": "card"})
    ]
    assert days == sorted(days)
    assert len(days) == 5


def test_a_gallery_has_filters_only_for_differing_values(built_site: Path) -> None:
    boxes = ParsedPage(built_site / "index.html").find_all("input", type="checkbox")
    facets = {box["data-facet"] for box in boxes}
    assert {"front", "year", "nation", "face", "box", "length", "arena", "language"} <= facets
    assert {box["data-value"] for box in boxes if box["data-facet"] == "front"} == {
        *("western", "mediterranean", "eastern")
    }


def test_texts_of_all_languages_and_names_of_pieces_are_searched(built_site: Path) -> None:
    script = (built_site / "assets" / "search.js").read_text("ascii")
    texts = json.loads(script.removeprefix("m44Search(").removesuffix(");\n"))
    matching_numbers = [number for number, text in enumerate(texts) if "brouillard" in text]
    assert len(matching_numbers) == 1
    assert any("forest" in text for text in texts)


def test_a_page_lists_the_pieces_of_each_hex_and_their_effects(built_site: Path) -> None:
    board = ParsedPage(built_site / "scenarios/pegasus-bridge/index.html").data["board"]
    hexes = {name: lines for name, _, _, _, _, *lines in board["hexes"]}
    names = [board["lines"][line] for line in hexes["D7"]]
    assert [name for name, _ in names] == ["Allied medal", "Bridge", "River"]
    assert "river" in names[1][1]


def test_a_page_counts_the_components_like_the_bill(built_site: Path, collection: Path) -> None:
    scenario = read(collection / "pegasus-bridge.yaml").scenario
    assert scenario
    rows = ParsedPage(built_site / "scenarios/pegasus-bridge/index.html").find_all("tr")
    assert str(component_bill(scenario).tiles["forest"]) in [row.get("data-needed") for row in rows]


def test_a_page_has_the_board_game_arena_verdict_and_its_reasons(built_site: Path) -> None:
    page = ParsedPage(built_site / "scenarios/pegasus-bridge/index.html")
    assert page.find_all("span", **{"class": "arena amber"})
    codes = [text for text in page.texts if text.startswith("M9")]
    assert codes
    assert len(page.find_all("li", **{"class": "warning"})) >= 1


def test_every_language_of_the_texts_is_on_the_page(built_site: Path) -> None:
    page = ParsedPage(built_site / "scenarios/arracourt/index.html")
    assert {text["lang"] for text in page.find_all("article")} == {"en", "fr"}
    assert any("Les chars sortent du brouillard." in text for text in page.texts)


def test_downloads_contain_the_scenario(built_site: Path, collection: Path) -> None:
    folder = built_site / "scenarios/arracourt"
    original_file = collection / "arracourt.yaml"
    assert (folder / "arracourt.yaml").read_bytes() == original_file.read_bytes()
    scenario = read(folder / "arracourt.m44").scenario
    assert scenario
    assert scenario.title == "Arracourt"


def test_the_last_frame_of_a_replay_shows_the_end_of_the_game(built_site: Path) -> None:
    script = (built_site / "scenarios/pegasus-bridge/game-1.js").read_text("ascii")
    game = json.loads(script.removeprefix("m44Game(").removesuffix(");\n"))
    assert "wins" in " ".join(game["frames"][-1]["said"])
    pieces = ElementTree.fromstring(game["pieces"])[-1]
    used_pieces = {*game["start"].values(), *(n for f in game["frames"] for n in f["set"].values())}
    assert max(used_pieces) == len(pieces)


def test_pages_load_nothing_from_other_sites(built_site: Path) -> None:
    for path in built_site.rglob("*.html"):
        for tag, attributes in ParsedPage(path).elements:
            for name in ("src", "href", "action", "srcset", "poster"):
                address = urlsplit(attributes.get(name, ""))
                told_only = tag == "link" and attributes.get("rel") == "canonical"
                assert told_only or not (address.scheme or address.netloc), (path, attributes)
    for path in (*built_site.rglob("*.css"), *built_site.rglob("*.js")):
        text = path.read_text("utf-8").replace("http://www.w3.org/", "")
        assert not re.search(r"https?://|@import|fetch\(|XMLHttpRequest|eval\(", text), path


def test_no_page_has_inline_scripts_or_styles(built_site: Path) -> None:
    for path in built_site.rglob("*.html"):
        page = ParsedPage(path)
        policy = page.find_all("meta", **{"http-equiv": "Content-Security-Policy"})[0]["content"]
        assert "unsafe" not in policy
        assert policy.startswith("default-src 'none'")
        assert all("src" in s or s.get("type") in DATA for s in page.find_all("script"))
        assert not page.find_all("style")
        for _, attributes in page.elements:
            assert not [name for name in attributes if name == "style" or name.startswith("on")]


def test_every_internal_link_has_a_target(built_site: Path) -> None:
    for path in built_site.rglob("*.html"):
        for _, attributes in ParsedPage(path).elements:
            for address in (attributes.get("href", ""), attributes.get("src", "")):
                if address and not address.startswith(("#", "https://example.org/")):
                    assert (path.parent / address.partition("#")[0]).is_file(), (path, address)


def test_the_feed_has_absolute_addresses_unique_ids_and_its_time(
    built_site: Path, collection: Path
) -> None:
    feed = ElementTree.parse(built_site / "feed.xml").getroot()
    entries = feed.findall(f"{ATOM}entry")
    assert len(entries) == 5
    links = [entry.find(f"{ATOM}link") for entry in entries]
    assert all(link is not None and link.get("href", "").startswith("https://") for link in links)
    assert len({entry.findtext(f"{ATOM}id") for entry in entries}) == 5
    assert feed.findtext(f"{ATOM}updated", "").endswith("Z")


def test_the_sitemap_has_every_page(built_site: Path) -> None:
    places = ElementTree.parse(built_site / "sitemap.xml").getroot().iter(f"{MAPS}loc")
    assert {place.text for place in places} >= {
        "https://example.org/m44/",
        "https://example.org/m44/scenarios/sword-beach/",
    }


def test_pages_stay_within_the_size_limit(built_site: Path) -> None:
    asset_bytes = sum(path.stat().st_size for path in (built_site / "assets").iterdir())
    for path in built_site.rglob("*.html"):
        assert path.stat().st_size + asset_bytes < MAX_PAGE_BYTES
    assert all(path.stat().st_size < MAX_MAP_BYTES for path in built_site.rglob("map.svg"))


def test_a_page_has_title_text_and_picture_for_previews_on_other_sites(built_site: Path) -> None:
    page = ParsedPage(built_site / "scenarios/sword-beach/index.html")
    properties = {
        meta["property"]: meta["content"] for meta in page.find_all("meta") if "property" in meta
    }
    assert properties["og:title"] == "Sword Beach"
    assert properties["og:url"] == "https://example.org/m44/scenarios/sword-beach/"
    picture = built_site / properties["og:image"].removeprefix("https://example.org/m44/")
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_sheet_and_poster_can_be_downloaded(collection: Path, tmp_path: Path) -> None:
    pytest.importorskip("typst")
    out = tmp_path / "out"
    left_out = [f"--leave-out={path.name}" for path in collection.glob("*.yaml")][1:]
    assert main(["site", str(collection), str(out), *left_out]) == 0
    pdfs = sorted(path.name for path in out.rglob("*.pdf"))
    assert pdfs == ["poster.pdf", "sheet.pdf"]
    assert all(path.read_bytes().startswith(b"%PDF") for path in out.rglob("*.pdf"))


def test_pages_are_in_the_requested_language(collection: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    arguments = ["site", str(collection), str(out), "--no-pdf", "--jobs", "1", "--language", "fr"]
    assert main(arguments) == 0
    page = ParsedPage(out / "scenarios/arracourt/index.html")
    assert page.find_all("html", lang="fr")
    assert any("Arracourt en français" in text for text in page.texts)
    assert any("Téléchargements" in text for text in page.texts)


def test_an_unknown_piece_is_shown_by_its_name(collection: Path, tmp_path: Path) -> None:
    file = read(collection / "arracourt.yaml")
    path = tmp_path / "in" / "odd.m44"
    path.parent.mkdir()
    write(file, path)
    text = path.read_text("utf-8").replace('"name": "woods"', '"name": "moonbase"')
    path.write_text(text.replace('"name":"woods"', '"name":"moonbase"'), "utf-8")
    assert main(["site", str(path.parent), str(tmp_path / "out"), "--no-pdf", "--jobs", "1"]) == 0
    lines = ParsedPage(tmp_path / "out/scenarios/odd/index.html").data["board"]["lines"]
    assert ["moonbase", ""] in lines

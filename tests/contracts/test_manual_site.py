"""The manual as a site: it builds without a broken link, and works without a network."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

from m44core.findings.finding_kinds import all_kinds
from m44core.manual import manual_pages
from m44core.messages.languages import ENGLISH, languages

REPOSITORY = Path(__file__).parent.parent.parent
sys.path.insert(0, str(REPOSITORY / "packaging"))

import manual_site  # noqa: E402 - the tools of the repository are no package

EXTERNAL_URL = re.compile(
    r'<(?:script|img|iframe)[^>]* src="?(https?:[^" >]+)|<link[^>]* href="?(https?:[^" >]+)'
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the sites, built with every link checked."""
    folder = tmp_path_factory.mktemp("site")
    assert manual_site.main([str(folder)]) == 0
    return folder


def titles_by_location(folder: Path) -> dict[str, str]:
    """Return the titles of all pages and sections in the search index, keyed by location."""
    index = (folder / "search" / "search_index.js").read_text("utf-8")
    entries = json.loads(index.removeprefix("var __index = "))["docs"]
    return {entry["location"]: entry["title"] for entry in entries}


def test_there_is_a_site_in_english_and_in_french() -> None:
    assert manual_site.manual_languages() == [ENGLISH, "fr"]


def test_languages_without_a_site_are_listed_with_their_share(site: Path) -> None:
    shares = manual_site.translated_percentages()
    languages_without_site = {
        code for code in languages() if code not in manual_site.manual_languages()
    }
    assert shares.keys() == languages_without_site
    assert 0 < shares["de"] < 100
    entry = (site / "index.html").read_text("utf-8")
    assert f"Deutsch: {shares['de']} %" in entry


def test_every_page_and_every_check_is_found_by_the_search(site: Path) -> None:
    for language in manual_site.manual_languages():
        titles = titles_by_location(site / language)
        for name, page in manual_pages(language).items():
            assert titles[f"{name}.html"] == page.title
        for kind in all_kinds().values():
            assert titles[f"checks/{kind.code}.html"].startswith(f"{kind.code} {kind.name}")


def test_the_list_of_checks_links_to_the_page_of_each(site: Path) -> None:
    text = (site / ENGLISH / "all-checks.html").read_text("utf-8")
    assert {*re.findall(r'href="?checks/(\w+)\.html', text)} == {*all_kinds()}


def test_rules_named_by_a_check_link_to_the_rulebook(site: Path) -> None:
    text = (site / ENGLISH / "checks" / "M502.html").read_text("utf-8")
    (page,) = re.findall(r'href="?([^" >]+)#B-BUN-03', text)
    target = (site / ENGLISH / "checks" / page).resolve()
    assert re.search(r'id="?B-BUN-03', target.read_text("utf-8"))


def test_the_pages_load_nothing_from_elsewhere(site: Path) -> None:
    pages = [*site.rglob("*.html")]
    assert len(pages) > 500
    urls_by_page = {page: EXTERNAL_URL.findall(page.read_text("utf-8")) for page in pages}
    assert {page: found for page, found in urls_by_page.items() if found} == {}


def test_a_broken_link_fails_the_build(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    pages = tmp_path / "pages"
    pages.mkdir()
    (pages / "index.md").write_text("# Manual\n\n[nowhere](nowhere.md)\n", "utf-8")
    navigation: manual_site.Navigation = [{"Manual": "index.md"}]
    output = tmp_path / "site"
    configuration = manual_site.write_configuration(tmp_path, output, "Manual", ENGLISH, navigation)
    assert manual_site.build_site(configuration) == 1
    assert "nowhere.md" in capfd.readouterr().err


def test_documents_link_to_the_manual_and_have_no_broken_links(site: Path) -> None:
    folder = site / manual_site.REFERENCE
    text = (folder / "index.html").read_text("utf-8")
    assert 'href="../en/index.html"' in text
    assert (folder / "architecture.html").is_file()
    for target in re.findall(r'href="?((?:\.\./)?[\w./-]+\.html)', text):
        assert (folder / target).resolve().is_file(), target

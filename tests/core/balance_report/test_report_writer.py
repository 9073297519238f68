"""Reports as files: a self-contained HTML page, and an accessible PDF."""

from __future__ import annotations

import itertools
import re
from base64 import b64decode
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from pypdf import PdfReader
from tests.core.balance_lab.played_results import played_results, results_without_games
from tests.core.site.pages import ParsedPage

from m44core.balance_lab.balance_results import BalanceResults
from m44core.balance_report.report_writer import write_report
from m44core.errors import M44Error, WriteError
from m44core.messages.message import message
from m44core.model.scenario import Scenario
from m44core.rules.analysis.engine_gaps import Gap


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report as an HTML page."""
    path = tmp_path_factory.mktemp("report") / "report.html"
    write_report(played_results(), path)
    return path


def test_a_page_needs_no_other_file_and_no_script(page: Path) -> None:
    parsed_page = ParsedPage(page)
    assert not parsed_page.find_all("script")
    assert not parsed_page.find_all("link")
    for tag, attributes in parsed_page.elements:
        assert not [name for name in attributes if name.startswith("on")], tag
        for name in ("src", "href", "xlink:href", "action"):
            assert attributes.get(name, "#")[:5] in ("#", "data:") or attributes[name][0] == "#"
    policy = parsed_page.find_all("meta", **{"http-equiv": "Content-Security-Policy"})[0]["content"]
    assert policy.startswith("default-src 'none'")
    text = page.read_text("utf-8").replace("http://www.w3.org/", "")
    assert not re.search(r"https?://|@import|url\((?!#)", text)


def test_ids_are_unique_and_references_have_targets(page: Path) -> None:
    elements = [attributes for _, attributes in ParsedPage(page).elements]
    ids = [each["id"] for each in elements if "id" in each]
    assert len(ids) == len(set(ids))
    used_ids = {
        each[name][1:] for each in elements for name in ("href", "xlink:href") if name in each
    }
    used_ids |= {each["aria-labelledby"] for each in elements if "aria-labelledby" in each}
    assert {"board", "heat", "factors"} <= used_ids <= set(ids)


def test_headings_descend_step_by_step(page: Path) -> None:
    levels = [int(tag[1]) for tag, _ in ParsedPage(page).elements if re.fullmatch("h[1-6]", tag)]
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in itertools.pairwise(levels))


def test_pictures_have_alternative_texts_and_header_cells_have_a_scope(page: Path) -> None:
    parsed_page = ParsedPage(page)
    assert all("alt" in image for image in parsed_page.find_all("img"))
    picture_texts = [image["alt"] for image in parsed_page.find_all("img") if image["alt"]]
    assert len(picture_texts) == 6
    assert any(re.match(r"Attacks per game\. Most: \w\d", alt) for alt in picture_texts)
    for svg in parsed_page.find_all("svg"):
        assert svg.get("aria-label") or svg.get("aria-hidden") == "true"
    assert all(cell["scope"] in ("row", "col") for cell in parsed_page.find_all("th"))


def test_heat_maps_have_the_size_of_the_map(page: Path) -> None:
    parsed_page = ParsedPage(page)
    board = parsed_page.find_all("svg", id="board")[0]
    for image in parsed_page.find_all("img"):
        svg = b64decode(image["src"].removeprefix("data:image/svg+xml;base64,"))
        root = ElementTree.fromstring(svg)
        if image["alt"]:
            assert root.get("viewBox") == board["viewbox"]


def test_texts_of_a_scenario_are_escaped(tmp_path: Path) -> None:
    results = results_with_title("<script>alert(1)</script> & \"'")
    write_report(results, tmp_path / "report.html")
    parsed_page = ParsedPage(tmp_path / "report.html")
    assert not parsed_page.find_all("script")
    assert any("<script>alert(1)" in text for text in parsed_page.texts)


def results_with_title(title: str) -> BalanceResults:
    results = played_results()
    scenario: Scenario = results.plan.scenario
    texts = {"en": replace(scenario.texts["en"], name=title)}
    return replace(results, plan=replace(results.plan, scenario=replace(scenario, texts=texts)))


def test_rules_that_were_not_played_are_listed(tmp_path: Path) -> None:
    gap = Gap("texts", message("the weather is ignored"))
    write_report(replace(played_results(), gaps=(gap,)), tmp_path / "report.html")
    parsed_page = ParsedPage(tmp_path / "report.html")
    assert any("weather is ignored" in text for text in parsed_page.texts)
    assert "Rules not simulated" in parsed_page.texts


def test_a_report_without_games_can_be_written(tmp_path: Path) -> None:
    for name in ("report.html", "report.pdf"):
        write_report(results_without_games(), tmp_path / name)
    assert "Not enough games for a result yet" in ParsedPage(tmp_path / "report.html").texts
    assert "Not enough games" in PdfReader(tmp_path / "report.pdf").pages[0].extract_text()


@pytest.mark.bulk
def test_a_pdf_is_tagged_and_has_the_same_text(tmp_path: Path) -> None:
    report = write_report(played_results(), tmp_path / "report.pdf", "de")
    assert report
    assert not report.missing
    pdf = PdfReader(tmp_path / "report.pdf")
    root: Any = pdf.trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"]
    assert root["/Lang"] == "de"
    text = "\n".join(each.extract_text() for each in pdf.pages)
    assert f"{played_results().verdict.allies.mean * 100:.0f}" in text
    assert "Alliierte" in text


def test_the_same_results_give_the_same_bytes(tmp_path: Path) -> None:
    for suffix in (".html", ".pdf"):
        for name in ("a", "b"):
            write_report(played_results(), tmp_path / f"{name}{suffix}")
        assert (tmp_path / f"a{suffix}").read_bytes() == (tmp_path / f"b{suffix}").read_bytes()


def test_unsupported_suffixes_and_unknown_languages_are_refused(tmp_path: Path) -> None:
    with pytest.raises(WriteError, match=r"must end in \.html or \.pdf: report\.docx"):
        write_report(played_results(), tmp_path / "report.docx")
    with pytest.raises(M44Error):
        write_report(played_results(), tmp_path / "report.html", "xx")
    assert not list(tmp_path.iterdir())

"""Booklets: everything once, in order; problems in the folder are reported."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.core.publish.pdf_inspection import page_texts, pdf_reader, text_of_pdf

from m44core.cli.main import main
from m44core.errors import ReadError
from m44core.io.files.file_reader import read_file
from m44core.io.files.serialization import to_bytes
from m44core.messages.renderers import renderer_in
from m44core.publish.booklet_entries import BookEntry, booklet_parts, booklet_reference
from m44core.publish.booklet_settings import SETTINGS, BookSettings, Grouping, book_settings
from m44core.publish.layout_cache import LayoutCache
from m44core.publish.typesetter import TEMPLATES
from m44core.resources import scenarios_folder


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    battles = tmp_path / "Two battles"
    battles.mkdir()
    for name in ("sword-beach.yaml", "arracourt.yaml"):
        shutil.copy(scenarios_folder() / name, battles)
    return battles


def booklet_pdf(folder: Path, *options: str) -> bytes:
    out = folder.parent / "book.pdf"
    assert main(["book", str(folder), str(out), "--force", *options]) == 0
    return out.read_bytes()


@pytest.mark.bulk
def test_a_booklet_has_bookmarks_and_its_scenarios_sorted_by_date(folder: Path) -> None:
    pdf = booklet_pdf(folder)
    titles = [str(entry["/Title"]) for entry in pdf_reader(pdf).outline if isinstance(entry, dict)]
    assert titles[:3] == ["Contents", "Sword Beach", "Arracourt"]
    assert "Two battles" in text_of_pdf(pdf)


@pytest.mark.bulk
def test_a_rule_that_two_scenarios_have_is_in_the_glossary_once(folder: Path) -> None:
    pages = page_texts(booklet_pdf(folder))
    assert pages[-2].startswith("Terrain, units and special rules")
    assert pages[-2].count("Forest.") == 1
    assert "Lets units enter the river hex" in pages[-2]


@pytest.mark.bulk
def test_book_yaml_sets_title_foreword_and_order(folder: Path) -> None:
    text = """\
title: "*Hostile* #title"
foreword: Read *me* first.
order: [arracourt.yaml, sword-beach.yaml]
"""
    (folder / SETTINGS).write_text(text, encoding="utf-8")
    pdf = booklet_pdf(folder)
    titles = [str(entry["/Title"]) for entry in pdf_reader(pdf).outline if isinstance(entry, dict)]
    assert titles[:4] == ["Foreword", "Contents", "Arracourt", "Sword Beach"]
    assert "*Hostile* #title" in text_of_pdf(pdf)
    assert "Read *me* first." in text_of_pdf(pdf)


def test_a_missing_file_in_the_order_is_reported(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / SETTINGS).write_text("order: [arracourt.yaml, gone.yaml]\n", encoding="utf-8")
    out = folder.parent / "book.pdf"
    assert main(["book", str(folder), str(out)]) == 1
    assert "the settings list 'gone.yaml'" in capsys.readouterr().err
    assert "Arracourt" in text_of_pdf(out.read_bytes())
    (folder / SETTINGS).write_text("order: [gone.yaml]\n", encoding="utf-8")
    assert main(["book", str(folder), str(out)]) == 2


@pytest.mark.bulk
def test_an_unchanged_sheet_is_not_fitted_again(folder: Path, tmp_path: Path) -> None:
    cache_file = tmp_path / "cache" / "m44-workshop" / "sheets.json"
    first = booklet_pdf(folder)
    stored_fits = json.loads(cache_file.read_text("utf-8"))
    assert len(stored_fits) == 2
    assert booklet_pdf(folder) == first
    cache_file.write_text(json.dumps(dict.fromkeys(stored_fits, (6.0, 2))), "utf-8")
    assert booklet_pdf(folder) != first, "what is remembered is taken as it is"

    file = folder / "arracourt.yaml"
    file.write_text(file.read_text("utf-8").replace("name: Arracourt", "name: Arracourt!"), "utf-8")
    booklet_pdf(folder)
    assert len(json.loads(cache_file.read_text("utf-8"))) == 3
    booklet_pdf(folder, "--ink", "mono")
    assert len(json.loads(cache_file.read_text("utf-8"))) == 5, "another ink is another sheet"


@pytest.mark.parametrize("damaged_cache", [b"{", b"[]", b'{"a": 1}', b'{"a": ["x", 1]}', b"\xff"])
def test_a_damaged_layout_cache_does_not_stop_a_booklet(
    folder: Path, damaged_cache: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "fits.json"
    path.write_bytes(damaged_cache)
    cache = LayoutCache(TEMPLATES, path)
    assert cache.get("a") is None
    cache.put("a", (9.5, 2))
    cache.store()
    assert LayoutCache(TEMPLATES, path).get("a") == (9.5, 2)


@pytest.mark.bulk
def test_untranslated_texts_are_marked(folder: Path) -> None:
    assert "\N{DAGGER}" not in text_of_pdf(booklet_pdf(folder, "--texts", "fr"))
    file = folder / "arracourt.yaml"
    result = read_file(file)
    assert result.scenario
    english = {"en": result.scenario.texts["en"]}
    file.write_bytes(
        to_bytes(replace(result.scenario, texts=english), result.format, result.origin)
    )
    assert "\N{DAGGER}" in text_of_pdf(booklet_pdf(folder, "--texts", "fr"))


@pytest.mark.bulk
def test_a_broken_file_is_skipped_and_reported(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "broken.m44").write_text("{", encoding="utf-8")
    out = folder.parent / "book.pdf"
    assert main(["book", str(folder), str(out)]) == 1
    assert "broken.m44" in capsys.readouterr().err
    assert "Arracourt" in text_of_pdf(out.read_bytes())


@pytest.mark.parametrize(
    "text",
    [
        *("[1, 2]", "title: [a]", "colour: red", "order: a.yaml", "a: [", "\0", "version: 2.1"),
        *("parts: a", "parts: [a]", "parts: [{title: 1}]", "parts: [{scenarios: a}]"),
        *("parts: [{colour: red}]", "group: colour"),
    ],
)
def test_an_invalid_book_yaml_is_reported(text: str, tmp_path: Path) -> None:
    (tmp_path / SETTINGS).write_text(text, encoding="utf-8")
    with pytest.raises(ReadError, match=SETTINGS):
        book_settings(tmp_path)


def test_a_folder_without_scenarios_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["book", str(tmp_path), str(tmp_path / "book.pdf")]) == 2
    assert "no scenario" in capsys.readouterr().err


PARTS = """title: Two Campaigns
subtitle: For the summer
author: Ann and Ben
version: "2.1"
cover: arracourt.yaml
parts:
  - title: Lorraine
    text: Tanks in the fog.
    scenarios: [arracourt.yaml, toulon.yaml]
  - title: The Beaches
    scenarios: [sword-beach.yaml]
"""


@pytest.fixture
def campaigns(folder: Path) -> Path:
    names = ("toulon", "montelimar", "vassieux", "pointe-du-hoc")
    for name in names:
        shutil.copy(scenarios_folder() / f"{name}.yaml", folder)
    (folder / SETTINGS).write_text(PARTS, encoding="utf-8")
    return folder


@pytest.mark.bulk
def test_each_part_has_an_opening_page_and_other_scenarios_come_last(campaigns: Path) -> None:
    pdf = booklet_pdf(campaigns)
    pages = page_texts(pdf)
    assert all(text in pages[0] for text in ("Two Campaigns", "Ann and Ben", "Version 2.1"))
    assert "6 scenarios \N{MIDDLE DOT} 1944" in pages[0]
    titles = [str(each["/Title"]) for each in pdf_reader(pdf).outline if isinstance(each, dict)]
    assert titles[:4] == ["Contents", "Lorraine", "Arracourt", "Toulon"]
    assert titles[4:6] == ["The Beaches", "Sword Beach"]
    assert titles[6] == "Other scenarios"
    assert titles[-2:] == ["Terrain, units and special rules", "Index"]
    opener = next(text for text in pages if text.startswith(("Part 1", "3", "Lorraine")))
    assert "Tanks in the fog." in opener


@pytest.mark.bulk
def test_page_numbers_in_contents_and_index_match_the_pages(campaigns: Path) -> None:
    pdf = booklet_pdf(campaigns)
    document: Any = pdf_reader(pdf)
    pages = page_texts(pdf)
    for bookmark in (each for each in document.outline if isinstance(each, dict)):
        title, page = str(bookmark["/Title"]), document.get_destination_page_number(bookmark)
        assert page is not None
        assert str(page + 1) in pages[page].split(), f"{title}: its number is on the page"
        if title not in ("Contents", "Part 1"):
            assert f"{title}" in pages[1]
            assert f"{page + 1}" in pages[1].split(), title
    links = [note.get_object() for note in document.pages[1]["/Annots"]]
    assert all("/Dest" in link for link in links)


@pytest.mark.bulk
def test_results_next_to_a_scenario_are_in_the_booklet(folder: Path) -> None:
    games = "format: 1\ngames:\n- {id: a1, winner: allies, date: 2024-05-01}\n"
    (folder / "arracourt.games.yaml").write_text(games, "utf-8")
    pages = page_texts(booklet_pdf(folder))
    assert any("Balance and length" in text and "Arracourt" in text for text in pages[3:])
    (folder / "arracourt.games.yaml").write_text("games: 7\n", "utf-8")
    out = folder.parent / "book.pdf"
    assert main(["book", str(folder), str(out), "--force"]) == 1
    assert "Balance and length" not in text_of_pdf(out.read_bytes())


def test_many_scenarios_are_divided_by_year(folder: Path) -> None:
    entries = [book_entry(folder / f"{number}.m44", 1939 + number // 4) for number in range(21)]
    parts = booklet_parts(entries, BookSettings(), renderer_in("en"))
    assert [part.title for part in parts] == ["1939", "1940", "1941", "1942", "1943\N{EN DASH}1944"]
    assert [len(part.entries) for part in parts] == [4, 4, 4, 4, 5]
    parts_of_few = booklet_parts(entries[:5], BookSettings(), renderer_in("en"))
    assert [part.title for part in parts_of_few] == [""]
    fronts = booklet_parts(entries, BookSettings(group=Grouping.FRONT), renderer_in("en"))
    assert [part.title for part in fronts] == ["Western"]


def test_scenarios_of_a_few_years_have_no_page_that_repeats_the_contents(folder: Path) -> None:
    entries = [book_entry(folder / f"{number}.m44", 1941 + number // 9) for number in range(11)]
    (part,) = booklet_parts(entries, BookSettings(), renderer_in("en"))
    assert (part.title, len(part.entries)) == ("", 11)


@pytest.mark.parametrize("code", ["en", "de", "ru", "zh-Hans", "zh-Hant"])
def test_the_reference_keeps_the_versions_of_a_rule_apart(folder: Path, code: str) -> None:
    places = [(book_entry(folder / f"{number}.m44", 1944), number) for number in range(1, 13)]
    lines = {
        place.path: [reference_line("Bunker", f"Owner here: {'Axis' if page > 2 else 'Allies'}.")]
        for place, page in places
    }
    versions = booklet_reference(places, lines, code)
    assert [each["does"] for each in versions] == ["Owner here: Allies.", "Owner here: Axis."]
    assert [[place["page"] for place in line_places(each)] for each in versions] == [
        [1, 2], [*range(3, 13)],
    ]  # fmt: skip


def test_the_reference_names_no_hexes_of_a_scenario_and_is_in_alphabetical_order(
    folder: Path,
) -> None:
    place = book_entry(folder / "a.m44", 1944)
    marked = reference_line("* May ignore one flag (c8)", "It may.") | {
        "index_name": "May ignore one flag", "index_lead": "May ignore one flag. ",
    }  # fmt: skip
    lines = [
        reference_line("Ufer", "."),
        marked,
        reference_line("\N{LATIN CAPITAL LETTER U WITH DIAERESIS}bel", "."),
    ]
    found = booklet_reference([(place, 5)], {place.path: lines}, "de")
    assert [str(each["name"])[1:] for each in found] == ["ay ignore one flag", "bel", "fer"]


def test_chinese_names_are_sorted_by_pronunciation(folder: Path) -> None:
    place = book_entry(folder / "a.m44", 1944)
    names = ["\u6cb3\u6d41", "\u6865\u6881", "\u68ee\u6797", "\u57ce\u9547"]
    found = booklet_reference(
        [(place, 5)], {place.path: [reference_line(name, ".") for name in names]}, "zh-Hans"
    )
    assert [each["name"] for each in found] == [names[3], names[0], names[1], names[2]]


def test_characters_unknown_in_traditional_chinese_are_last(folder: Path) -> None:
    place = book_entry(folder / "a.m44", 1944)
    names = ["\u9f99", "\u9f8d", "\u4e00", "Z"]  # the first is simplified
    found = booklet_reference(
        [(place, 5)], {place.path: [reference_line(name, ".") for name in names]}, "zh-Hant"
    )
    assert [each["name"] for each in found] == ["Z", "\u4e00", "\u9f8d", "\u9f99"]


def reference_line(name: str, does: str) -> dict[str, str]:
    return {"name": name, "lead": f"{name}. ", "does": does}


def line_places(line_: dict[str, object]) -> list[dict[str, object]]:
    places = line_["places"]
    assert isinstance(places, list)
    return places


def test_credits_are_on_the_last_page_of_the_index(folder: Path) -> None:
    (folder / SETTINGS).write_text("credits: Written by Ann.\n", encoding="utf-8")
    pages = page_texts(booklet_pdf(folder))
    assert pages[-1].startswith("Index")
    assert "Written by Ann." in pages[-1]
    assert "Credits" in pages[1]


def book_entry(path: Path, year: int) -> BookEntry:
    return BookEntry(path, path.stem, True, f"{year}-05-01", "", "Western", (), (), "Standard")


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_no_process_of_a_booklet_takes_much_memory(campaigns: Path) -> None:
    out = campaigns.parent / "book.pdf"
    code = (
        "import resource, sys; from m44core.cli.main import main\n"
        "if __name__ == '__main__':\n"
        "    main(['book', *sys.argv[1:]])\n"
        "    status = open('/proc/self/status').read()\n"
        "    print(int(status.split('VmHWM:')[1].split()[0]) // 1024)\n"
        "    print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)\n"
    )
    script = campaigns.parent / "measure.py"
    script.write_text(code, "utf-8")
    command = [sys.executable, str(script), str(campaigns), str(out)]
    result = subprocess.run(command, check=True, capture_output=True, text=True)
    main_memory, worker_memory = map(int, result.stdout.split())
    assert main_memory < 120, "the program itself keeps no layout"
    assert worker_memory < 200

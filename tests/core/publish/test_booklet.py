"""Booklets: everything once, in order; problems in the folder are reported."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from tests.core.publish.pdfs import reader, words_of

from m44core.cli.main import main
from m44core.errors import ReadError
from m44core.io.files.open import read_file
from m44core.io.files.write import to_bytes
from m44core.publish.booklet import SETTINGS, book_settings
from m44core.publish.layout_cache import LayoutCache
from m44core.publish.typesetter import TEMPLATES
from m44core.resources import scenarios_folder


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "Two battles"
    made.mkdir()
    for name in ("sword-beach.yaml", "arracourt.yaml"):
        shutil.copy(scenarios_folder() / name, made)
    return made


def booklet(folder: Path, *options: str) -> bytes:
    out = folder.parent / "book.pdf"
    assert main(["book", str(folder), str(out), "--force", *options]) == 0
    return out.read_bytes()


def test_a_booklet_has_its_scenarios_by_date_and_bookmarks(folder: Path) -> None:
    pdf = booklet(folder)
    titles = [str(entry["/Title"]) for entry in reader(pdf).outline if isinstance(entry, dict)]
    assert titles[:3] == ["Contents", "Sword Beach", "Arracourt"]
    assert "Two battles" in words_of(pdf)


def test_a_rule_of_two_scenarios_is_in_the_glossary_once(folder: Path) -> None:
    printed_words = words_of(booklet(folder))
    assert printed_words.partition("Terrain, units and special rules")[2].count("Forest.") == 1


def test_book_yaml_sets_title_foreword_and_order(folder: Path) -> None:
    text = """\
title: "*Hostile* #title"
foreword: Read *me* first.
order: [arracourt.yaml, sword-beach.yaml]
"""
    (folder / SETTINGS).write_text(text, encoding="utf-8")
    pdf = booklet(folder)
    titles = [str(entry["/Title"]) for entry in reader(pdf).outline if isinstance(entry, dict)]
    assert titles[:4] == ["Foreword", "Contents", "Arracourt", "Sword Beach"]
    assert "*Hostile* #title" in words_of(pdf)
    assert "Read *me* first." in words_of(pdf)


def test_a_missing_file_in_the_order_is_reported(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / SETTINGS).write_text("order: [arracourt.yaml, gone.yaml]\n", encoding="utf-8")
    out = folder.parent / "book.pdf"
    assert main(["book", str(folder), str(out)]) == 1
    assert "the order lists 'gone.yaml'" in capsys.readouterr().err
    assert "Arracourt" in words_of(out.read_bytes())
    (folder / SETTINGS).write_text("order: [gone.yaml]\n", encoding="utf-8")
    assert main(["book", str(folder), str(out)]) == 2


def test_an_unchanged_sheet_is_not_fitted_again(folder: Path, tmp_path: Path) -> None:
    remembered = tmp_path / "cache" / "m44-workshop" / "sheets.json"
    first = booklet(folder)
    fits = json.loads(remembered.read_text("utf-8"))
    assert len(fits) == 2
    assert booklet(folder) == first
    remembered.write_text(json.dumps(dict.fromkeys(fits, (6.0, 2))), "utf-8")
    assert booklet(folder) != first, "what is remembered is taken as it is"

    file = folder / "arracourt.yaml"
    file.write_text(file.read_text("utf-8").replace("name: Arracourt", "name: Arracourt!"), "utf-8")
    booklet(folder)
    assert len(json.loads(remembered.read_text("utf-8"))) == 3
    booklet(folder, "--ink", "mono")
    assert len(json.loads(remembered.read_text("utf-8"))) == 5, "another ink is another sheet"


@pytest.mark.parametrize("damaged", [b"{", b"[]", b'{"a": 1}', b'{"a": ["x", 1]}', b"\xff"])
def test_a_damaged_layout_cache_does_not_stop_a_booklet(
    folder: Path, damaged: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "fits.json"
    path.write_bytes(damaged)
    fits = LayoutCache(TEMPLATES, path)
    assert fits.get("a") is None
    fits.put("a", (9.5, 2))
    fits.store()
    assert LayoutCache(TEMPLATES, path).get("a") == (9.5, 2)


def test_untranslated_texts_are_marked(folder: Path) -> None:
    assert "\N{DAGGER}" not in words_of(booklet(folder, "--texts", "fr"))
    file = folder / "arracourt.yaml"
    read = read_file(file)
    assert read.scenario
    english = {"en": read.scenario.texts["en"]}
    file.write_bytes(to_bytes(replace(read.scenario, texts=english), read.format, read.origin))
    assert "\N{DAGGER}" in words_of(booklet(folder, "--texts", "fr"))


def test_a_broken_file_is_skipped_and_named(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "broken.m44").write_text("{", encoding="utf-8")
    out = folder.parent / "book.pdf"
    assert main(["book", str(folder), str(out)]) == 1
    assert "broken.m44" in capsys.readouterr().err
    assert "Arracourt" in words_of(out.read_bytes())


@pytest.mark.parametrize(
    "text", ["[1, 2]", "title: [a]", "colour: red", "order: a.yaml", "a: [", "\0"]
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

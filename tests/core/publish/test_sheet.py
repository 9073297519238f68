"""Sheets: everything is on them, nothing in a text does anything, the same is the same bytes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest
from tests.core.publish.pdfs import colours_of, reader, words_of, words_of_pages

from m44core.io.files.open import read_file
from m44core.messages.words import words
from m44core.model.parts import Texts
from m44core.model.scenario import Scenario
from m44core.publish.inks import Ink
from m44core.publish.paper import Paper
from m44core.publish.sheet import typeset_sheet
from m44core.publish.typesetting.typesetter import (
    Typesetter,
    TypesettingError,
    typesetter,
)
from m44core.resources import scenarios_folder, shipped_scenarios

EN, FR = words("en"), words("fr")
HOSTILE = '#panic("x") *bold* $x$ <b> \\ `r` #{1+1} "} @ref // [ #let x = read("/etc/passwd")'


def scenario(name: str) -> Scenario:
    found = read_file(scenarios_folder() / name).scenario
    assert found
    return found


def with_texts(texts: Texts) -> Scenario:
    return replace(scenario("pegasus-bridge.yaml"), texts={"en": texts})


@pytest.mark.bulk
@pytest.mark.parametrize("path", shipped_scenarios(), ids=lambda path: path.stem)
def test_every_scenario_that_ships_fits_two_pages_in_the_language_with_the_longest_words(
    path: Path, typesets: Typesetter
) -> None:
    found = read_file(path).scenario
    assert found
    made = typeset_sheet(typesets, found, [FR])
    assert made.pages <= 2
    assert not made.missing


def test_a_small_scenario_is_on_one_page_with_all_it_says(typesets: Typesetter) -> None:
    made = typeset_sheet(typesets, scenario("pegasus-bridge.yaml"), [EN])
    said = words_of(made.pdf)
    assert made.pages == 1
    for part in ("Pegasus Bridge", "6 June 1944", "2 command cards", "Four medals win", "Wire."):
        assert part in said, part


def test_of_two_pages_one_has_all_that_is_looked_up(typesets: Typesetter) -> None:
    made = typeset_sheet(typesets, scenario("counter-attack-on-mortain.yaml"), [FR])
    front, back = words_of_pages(made.pdf)
    for part in ("Médailles et sorties", "Bocage.", "Mise en place", "Lire les règles spéciales"):
        assert part in back, part
        assert part not in front, part
    assert "Conditions de victoire" in front


def test_a_sheet_in_two_languages_has_the_texts_of_both(typesets: Typesetter) -> None:
    said = words_of(typeset_sheet(typesets, scenario("examples/le-hamel.yaml"), [EN, FR]).pdf)
    assert "Five medals win" in said
    assert "Cinq médailles donnent la victoire" in said


def test_texts_in_no_language_asked_for_are_printed_in_english(typesets: Typesetter) -> None:
    pegasus = scenario("pegasus-bridge.yaml")
    english = replace(pegasus, texts={"en": pegasus.texts["en"]})
    said = words_of(typeset_sheet(typesets, english, [FR]).pdf)
    assert "Four medals win" in said
    assert "Conditions de victoire" in said


@pytest.mark.parametrize(
    "texts",
    [
        Texts(name=HOSTILE),
        Texts(name="T", subtitle=HOSTILE),
        Texts(name="T", historical=HOSTILE),
        Texts(name="T", victory=HOSTILE),
        Texts(name="T", bibliography=HOSTILE),
    ],
    ids=["name", "subtitle", "historical", "victory", "bibliography"],
)
def test_whatever_a_text_says_is_printed_and_does_nothing(
    texts: Texts, typesets: Typesetter
) -> None:
    made = typeset_sheet(typesets, with_texts(texts), [EN])
    flat = words_of(made.pdf).replace(" ", "")
    assert "".join(HOSTILE.split()) in flat


def test_the_end_of_a_text_of_100_kilobytes_is_printed(typesets: Typesetter) -> None:
    long = "A word and another one. " * 4_200 + "The very last sentence."
    made = typeset_sheet(typesets, with_texts(Texts(name="Long", historical=long)), [EN])
    assert made.pages > 2
    assert "The very last sentence." in words_of(made.pdf)


def test_a_character_no_font_has_is_a_square_and_is_told(typesets: Typesetter) -> None:
    made = typeset_sheet(
        typesets, with_texts(Texts(name="Odd", historical="A \U00013000 sign")), [EN]
    )
    assert made.missing == ("\U00013000",)
    assert made.where == "Historical background: A \U00013000 sign"
    assert "\N{WHITE SQUARE}" in words_of(made.pdf)


@pytest.mark.parametrize(("ink", "paper"), list(zip(Ink, Paper, strict=True)))
def test_the_same_scenario_gives_the_same_bytes(
    ink: Ink, paper: Paper, typesets: Typesetter
) -> None:
    found = scenario("sword-beach.yaml")
    one = typeset_sheet(typesets, found, [EN], paper, ink)
    with typesetter() as another:
        assert typeset_sheet(another, found, [EN], paper, ink).pdf == one.pdf


def test_black_and_white_has_no_colours(typesets: Typesetter) -> None:
    made = typeset_sheet(typesets, scenario("sword-beach.yaml"), [EN], ink=Ink.MONO)
    assert all(max(colour) - min(colour) <= 2 for colour in colours_of(made.pdf))


def test_a_sheet_can_be_read_aloud(typesets: Typesetter) -> None:
    """It is tagged, knows its language and title, and its map has a text."""
    pdf = reader(typeset_sheet(typesets, scenario("pegasus-bridge.yaml"), [FR]).pdf)
    root = cast("Any", pdf.trailer["/Root"])
    assert root["/MarkInfo"]["/Marked"]
    assert root["/Lang"].startswith("fr")
    assert pdf.metadata is not None
    assert pdf.metadata.title == "Pegasus Bridge"


def test_a_template_of_ones_own_is_taken_before_ours(tmp_path: Path) -> None:
    own = """\
#let data = json(bytes(sys.inputs.data))
#set document(title: data.title)
Mine: #data.title"""
    (tmp_path / "sheet.typ").write_text(own, encoding="utf-8")
    with typesetter(tmp_path) as mine:
        assert "Mine: Pegasus Bridge" in words_of(
            typeset_sheet(mine, scenario("pegasus-bridge.yaml"), [EN]).pdf
        )


def test_a_mistake_in_a_template_is_told_with_file_and_line(tmp_path: Path) -> None:
    (tmp_path / "sheet.typ").write_text("= One\n\n#nothing-there\n", encoding="utf-8")
    with typesetter(tmp_path) as mine, pytest.raises(TypesettingError, match=r"sheet\.typ, line 3"):
        typeset_sheet(mine, scenario("pegasus-bridge.yaml"), [EN])

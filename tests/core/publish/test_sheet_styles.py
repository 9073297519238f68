"""The styles of sheets, the code of their web page, and the fonts they come with."""

from __future__ import annotations

from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any, cast

import pytest
from tests.core.publish.pdf_inspection import (
    PlacedText,
    filled_shares,
    page_texts,
    pdf_reader,
    printed_extent,
    text_of_pdf,
)
from typst import Compiler, Fonts

import m44core
from m44core.errors import NotationError
from m44core.hexes import Hex
from m44core.io.files.file_reader import read_file
from m44core.messages.renderers import renderer_in
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, Piece, Texts, Unit
from m44core.publish.paper_and_ink import Paper
from m44core.publish.qr_code import validated_page_address
from m44core.publish.scenario_sheet import typeset_sheet
from m44core.publish.sheet_layout import SheetStyle, sheet_layout
from m44core.publish.typesetter import FONTS, Typesetter
from m44core.resources import scenarios_folder, shipped_scenarios

EN = renderer_in("en")


def scenario(name: str) -> Scenario:
    scenario_read = read_file(scenarios_folder() / name).scenario
    assert scenario_read
    return scenario_read


def test_a_compact_page_has_two_scenarios_or_two_copies_of_one(typesetter: Typesetter) -> None:
    one, other = scenario("pegasus-bridge.yaml"), scenario("sword-beach.yaml")
    document = typeset_sheet(typesetter, one, [EN], style=SheetStyle.COMPACT, second=other)
    (page,) = page_texts(document.pdf)
    assert "Pegasus Bridge" in page
    assert "Sword Beach" in page
    (copies,) = page_texts(typeset_sheet(typesetter, one, [EN], style=SheetStyle.COMPACT).pdf)
    assert copies.count("Four medals win") == 2


def test_a_compact_page_has_the_labels_that_are_cut_on_its_map(typesetter: Typesetter) -> None:
    label = "The long road to the town behind the hills, " * 4 + "and to the sea"
    labelled = scenario("pegasus-bridge.yaml").with_labels({Hex(4, 4): (label,)})
    document = typeset_sheet(typesetter, labelled, [EN], style=SheetStyle.COMPACT)
    assert text_of_pdf(document.pdf).count(f"C5: {label}") == 2


@pytest.mark.bulk
def test_a_scenario_too_long_for_half_a_page_is_printed_once(typesetter: Typesetter) -> None:
    scenario_read = read_file(Path("tests/data/boards/9956-BraskirOffensive.m44")).scenario
    assert scenario_read
    document = typeset_sheet(typesetter, scenario_read, [EN], style=SheetStyle.COMPACT)
    (page,) = page_texts(document.pdf)
    assert page.count("Ski troops.") == 1
    assert "Axis infantry figures (48 needed, 42 available)" in page


def test_the_title_of_a_compact_sheet_is_within_the_page(typesetter: Typesetter) -> None:
    texts = {"en": Texts(name="Counteroffensive")}
    shown = replace(scenario("montelimar.yaml"), texts=texts)
    pdf = typeset_sheet(typesetter, shown, [EN], style=SheetStyle.COMPACT).pdf
    (_, last_letter, _), *_ = PlacedText(pdf).places("ve\r\n")
    assert 190 < last_letter < 202, "millimeters of 210, with the margin"


def test_the_boxes_of_a_compact_sheet_are_apart_from_the_facts_of_a_side(
    typesetter: Typesetter,
) -> None:
    shown = scenario("montelimar.yaml")
    printed = PlacedText(typeset_sheet(typesetter, shown, [EN], style=SheetStyle.COMPACT).pdf)
    (_, _, boxes), *_ = printed.places("Boxes needed")
    heights = [height for _, _, height in printed.places("command cards") if height > boxes]
    assert min(heights) - boxes > 3.7, "millimeters"


def test_compact_sheets_of_standard_boards_have_at_most_two_pages(typesetter: Typesetter) -> None:
    pages = [
        typeset_sheet(typesetter, scenario(path.name), [EN], style=SheetStyle.COMPACT).pages
        for path in shipped_scenarios()
        if path.parent == scenarios_folder()
    ]
    assert max(pages) <= 2
    assert pages.count(1) > len(pages) / 2


def test_large_print_has_large_type_and_a_map_on_a_separate_page(typesetter: Typesetter) -> None:
    document = typeset_sheet(
        typesetter, scenario("pegasus-bridge.yaml"), [EN], style=SheetStyle.LARGE
    )
    pages = pdf_reader(document.pdf).pages
    assert pages[0].mediabox.width > pages[0].mediabox.height
    front, *others = page_texts(document.pdf)
    assert "Setup" not in front
    assert any("Setup" in page for page in others)
    assert (
        sheet_layout(scenario("pegasus-bridge.yaml").board, Paper.A4, SheetStyle.LARGE).counter > 10
    )


@pytest.mark.parametrize("file", ["1409-Suomussalmi", "9956-BraskirOffensive", "1311-BugRiver"])
def test_no_page_of_large_print_has_only_a_few_lines(file: str, typesetter: Typesetter) -> None:
    scenario_read = read_file(Path(f"tests/data/boards/{file}.m44")).scenario
    assert scenario_read
    document = typeset_sheet(typesetter, scenario_read, [EN], style=SheetStyle.LARGE)
    assert document.pages <= 4
    assert min(filled_shares(document.pdf)) > 0.5


def test_the_web_address_is_printed_as_a_qr_code_or_as_text_and_linked(
    typesetter: Typesetter,
) -> None:
    address = "https://example.org/m44/pegasus-bridge/"
    document = typeset_sheet(typesetter, scenario("pegasus-bridge.yaml"), [EN], address=address)
    page = cast("Any", pdf_reader(document.pdf).pages[0])
    links = [each.get_object() for each in page["/Annots"]]
    assert {each["/A"]["/URI"] for each in links} == {address}
    has_code = find_spec("segno") is not None
    assert (address in text_of_pdf(document.pdf)) is not has_code


@pytest.mark.parametrize(
    "text", ["example.org", "ftp://a.b/", "https://", "https://a.b/" + "x" * 300]
)
def test_an_invalid_web_address_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        validated_page_address(text)


@pytest.mark.parametrize("language", ["zh-Hans", "zh-Hant", "ru"])
def test_every_translated_text_has_its_characters_in_fonts_of_the_program(language: str) -> None:
    locale = Path(m44core.__file__).parent / "messages" / "locale" / language
    used_characters = {sign for path in locale.glob("*.po") for sign in path.read_text("utf-8")}
    characters_to_find = "".join(
        sorted(sign for sign in used_characters if sign > "~" and sign.isalnum())
    )
    fonts = Fonts(include_system_fonts=False, font_paths=[str(FONTS)])
    source = '#set document(title: "-")\n#set text(font: ("Libertinus Serif", "Noto Serif SC"))\n'
    compiler = Compiler((source + characters_to_find).encode(), font_paths=fonts)
    assert compiler.compile(format="pdf", pdf_standards="ua-1")


def test_a_short_setup_is_in_one_column_if_a_column_has_room(typesetter: Typesetter) -> None:
    hexes = {
        Hex(0, 0): HexContent(terrain=Piece("hills")),
        Hex(2, 0): HexContent(unit=Unit("infger")),
    }
    document = typeset_sheet(typesetter, Scenario(hexes=hexes), [EN])
    assert "Setup" in text_of_pdf(document.pdf)
    assert "(continued)" not in text_of_pdf(document.pdf)


def test_the_map_in_large_print_is_in_the_middle_of_its_page(typesetter: Typesetter) -> None:
    map_ = scenario("pegasus-bridge.yaml")
    pdf = typeset_sheet(typesetter, map_, [EN], style=SheetStyle.LARGE).pdf
    left, right = printed_extent(pdf, 0, top=60, bottom=150, left=2, right=295)
    assert left == pytest.approx(297 - right, abs=0.5)

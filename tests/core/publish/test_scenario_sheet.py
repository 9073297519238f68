"""Sheets: they are complete and reproducible, and print texts literally."""

from __future__ import annotations

import stat
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.core.publish.pdf_inspection import (
    PlacedText,
    filled_shares,
    heights_of_color,
    page_colors,
    page_texts,
    pdf_reader,
    text_of_pdf,
)

from m44core.drawing.svg_export import empty_svg
from m44core.hexes import Hex
from m44core.io.files.file_reader import read_file
from m44core.messages.renderers import renderer_in
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Texts
from m44core.publish.content.sheet_content import missing_text_sentences
from m44core.publish.paper_and_ink import Ink, Paper
from m44core.publish.scenario_sheet import (
    find_fit,
    fitted_sheet,
    sheet_data,
    sheet_input,
    sheet_pictures,
    typeset_sheet,
)
from m44core.publish.space_estimate import SpaceEstimate
from m44core.publish.typesetter import (
    TEMPLATES,
    TypesetDocument,
    Typesetter,
    TypesettingError,
    open_typesetter,
)
from m44core.resources import scenarios_folder, shipped_scenarios

EN, FR = renderer_in("en"), renderer_in("fr")
HOSTILE = '#panic("x") *bold* $x$ <b> \\ `r` #{1+1} "} @ref // [ #let x = read("/etc/passwd")'


def scenario(name: str) -> Scenario:
    scenario = read_file(scenarios_folder() / name).scenario
    assert scenario
    return scenario


def scenario_with_texts(texts: Texts) -> Scenario:
    return replace(scenario("pegasus-bridge.yaml"), texts={"en": texts})


@pytest.mark.bulk
@pytest.mark.parametrize("path", shipped_scenarios(), ids=lambda path: path.stem)
def test_every_shipped_scenario_fits_two_pages_in_the_language_with_the_longest_words(
    path: Path, typesetter: Typesetter
) -> None:
    scenario = read_file(path).scenario
    assert scenario
    document = typeset_sheet(typesetter, scenario, [FR])
    assert document.pages <= 2
    assert not document.missing


def test_a_small_scenario_fits_on_one_page(typesetter: Typesetter) -> None:
    document = typeset_sheet(typesetter, scenario("pegasus-bridge.yaml"), [EN])
    printed_words = text_of_pdf(document.pdf)
    assert document.pages == 1
    for part in ("Pegasus Bridge", "6 June 1944", "2 command cards", "Four medals win", "Wire."):
        assert part in printed_words, part


@pytest.mark.bulk
@pytest.mark.parametrize("file", ["4245-HellfirePass", "23-Toulon", "6541-BreakthroughToTheBeach"])
def test_badges_in_the_setup_are_as_high_as_their_units(file: str, typesetter: Typesetter) -> None:
    scenario_read = scenario_of(Path(f"tests/data/boards/{file}.m44"))
    data, pictures = sheet_input(scenario_read, [EN], Paper.A4, Ink.COLOUR)
    items = [item for step in data["setup"] for item in step["items"] if item["badge"]]  # type: ignore[attr-defined]  # plain data
    assert items
    for colour, key in (("#ff00ff", "badge"), ("#00ffff", "picture")):
        square = f'<rect width="9" height="9" fill="{colour}"/>'
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{square}</svg>'
        pictures |= {item[key]: svg for item in items}
    pdf = fitted_sheet(typesetter, data, pictures).pdf
    badges, units = (heights_of_color(pdf, each) for each in ((255, 0, 255), (0, 255, 255)))
    assert len(badges) == len(items)
    assert min(badges) >= 4.0, "millimeters"
    assert min(badges) > 0.9 * max(units)


def test_a_list_of_boxes_does_not_take_a_page_of_its_own(typesetter: Typesetter) -> None:
    lisyanka = scenario_of(Path("tests/data/boards/1434-BreakoutToLisyanka.m44"))
    assert typeset_sheet(typesetter, lisyanka, [EN]).pages == 1


def test_the_second_page_has_everything_looked_up_during_play(typesetter: Typesetter) -> None:
    document = typeset_sheet(typesetter, scenario("counter-attack-on-mortain.yaml"), [FR])
    front_text, back_text = page_texts(document.pdf)
    for part in ("Bocage.", "Mise en place", "Tuiles de terrain"):
        assert part in back_text, part
        assert part not in front_text, part
    assert "Conditions de victoire" in front_text
    assert "Médailles" in front_text


@pytest.mark.bulk
def test_texts_that_fit_on_the_first_page_do_not_run_over_to_the_second(
    typesetter: Typesetter,
) -> None:
    """The second page is then free for a setup in large type."""
    sentence = "The company crossed the river at dawn and held the bridge until noon. "
    for length in (30, 34, 38):
        texts = Texts(name="Long", historical=sentence * length, rules="No rule is LAST.")
        document = typeset_sheet(typesetter, scenario_with_texts(texts), [EN])
        assert document.pages == 2, length
        assert "LAST." in page_texts(document.pdf)[0], length


def test_special_rules_are_together_where_little_room_is_below_the_map(
    typesetter: Typesetter,
) -> None:
    gembloux = scenario_of(Path("tests/data/boards/3496-BreakthroughToGembloux.m44"))
    front_text, back_text = page_texts(typeset_sheet(typesetter, gembloux, [EN]).pdf)
    assert "Special rules in effect" not in front_text
    assert "Special rules in effect Breakthrough." in back_text


def test_two_short_special_rules_are_in_one_box(typesetter: Typesetter) -> None:
    prokhorovka = scenario_of(Path("tests/data/boards/5913-BattleOfProkhorovka.m44"))
    pages = page_texts(typeset_sheet(typesetter, prokhorovka, [EN]).pdf)
    assert "Special rules in effect (continued)" not in " ".join(pages)


def test_rows_of_tiles_of_one_kind_are_apart(typesetter: Typesetter) -> None:
    matanikau = scenario_of(Path("tests/data/boards/12500-ClearingMatanikauRiver.m44"))
    printed = PlacedText(typeset_sheet(typesetter, matanikau, [EN]).pdf)
    ((_, _, straight),), ((_, _, bend),) = printed.places("10 × c6"), printed.places("4 × b6")
    assert straight - bend > 5.1, "millimeters"


def test_a_box_that_continues_is_marked(typesetter: Typesetter) -> None:
    scenario_read = scenario_of(Path("tests/data/boards/6541-BreakthroughToTheBeach.m44"))
    pages = page_texts(typeset_sheet(typesetter, scenario_read, [EN]).pdf)
    assert "Setup (continued)" in pages[-1]


def test_a_box_that_continues_is_marked_in_both_languages(typesetter: Typesetter) -> None:
    scenario_read = scenario_of(Path("tests/data/boards/6541-BreakthroughToTheBeach.m44"))
    pages = page_texts(typeset_sheet(typesetter, scenario_read, [EN, FR]).pdf)
    first = next(page for page in pages if "Boxes and board" in page)
    assert "Setup (continued)" not in first
    assert "Setup (continued)" in pages[-1]
    assert "Mise en place (suite)" in pages[-1]


def test_a_few_lines_do_not_take_a_separate_page(typesetter: Typesetter) -> None:
    scenario_read = scenario_of(Path("tests/data/boards/6541-BreakthroughToTheBeach.m44"))
    document = typeset_sheet(typesetter, scenario_read, [EN, renderer_in("ru")])
    assert document.pages == 4
    assert filled_shares(document.pdf)[-1] > 0.5


def test_the_header_is_in_both_languages(typesetter: Typesetter) -> None:
    printed_words = text_of_pdf(
        typeset_sheet(typesetter, scenario("pegasus-bridge.yaml"), [EN, FR]).pdf
    )
    for part in ("6 June 1944", "6 juin 1944", "2 command cards", "2 cartes"):
        assert part in printed_words, part


def test_a_sheet_in_two_languages_has_the_texts_of_both(typesetter: Typesetter) -> None:
    printed_words = text_of_pdf(
        typeset_sheet(typesetter, scenario("examples/le-hamel.yaml"), [EN, FR]).pdf
    )
    assert "gain five medals wins" in printed_words
    assert "Cinq médailles donnent la victoire" in printed_words


def test_texts_missing_in_the_language_are_printed_in_english(typesetter: Typesetter) -> None:
    pegasus = scenario("pegasus-bridge.yaml")
    english = replace(pegasus, texts={"en": pegasus.texts["en"]})
    printed_words = text_of_pdf(typeset_sheet(typesetter, english, [FR]).pdf)
    assert "Four medals win" in printed_words
    assert "Conditions de victoire" in printed_words


def test_a_text_without_a_translation_is_printed_once_and_reported(typesetter: Typesetter) -> None:
    pegasus = scenario("pegasus-bridge.yaml")
    english = replace(pegasus, texts={"en": pegasus.texts["en"]})
    printed_words = text_of_pdf(typeset_sheet(typesetter, english, [EN, FR]).pdf)
    assert printed_words.count("Four medals win") == 1
    assert [*map(str, missing_text_sentences(english, FR))] == [
        "the text is not translated into French; it is printed in English"
    ]
    assert missing_text_sentences(english, EN) == []


@pytest.mark.parametrize(
    "texts",
    [
        Texts(name="Orne", historical="Hold on."),
        Texts(name="Orne", description="Hold on."),
        Texts(name="Orne", victory="Hold on."),
        Texts(name="Orne", rules="Hold on."),
    ],
)
def test_a_title_alone_in_another_language_is_not_reported(texts: Texts) -> None:
    title = scenario_with_texts(Texts(name="Orne", subtitle="At dawn", bibliography="A book"))
    assert missing_text_sentences(title, FR) == []
    briefed = missing_text_sentences(scenario_with_texts(texts), FR)
    assert [*map(str, briefed)] == [
        "the text is not translated into French; it is printed in English"
    ]


def test_legend_and_setup_are_in_both_languages(typesetter: Typesetter) -> None:
    printed_words = text_of_pdf(
        typeset_sheet(typesetter, scenario("pegasus-bridge.yaml"), [EN, FR]).pdf
    )
    for part in ("Terrain tiles", "Tuiles de terrain", "What is on the map", "Ce qu\u2019il y a"):
        assert part in printed_words, part


def test_a_text_missing_in_one_language_is_reported() -> None:
    texts = {"en": Texts(name="T", rules="Run."), "fr": Texts(name="T")}
    missing = missing_text_sentences(replace(scenario("pegasus-bridge.yaml"), texts=texts), FR)
    assert [*map(str, missing)] == ["missing in French: Special rules"]


def test_markers_without_a_picture_are_in_the_column_of_the_others(typesetter: Typesetter) -> None:
    kalatch = scenario_of(Path("tests/data/boards/12496-BattleOfKalatch.m44"))
    printed = PlacedText(typeset_sheet(typesetter, kalatch, [EN]).pdf)
    ((_, drawn, _),) = printed.places("Axis medal")
    ((_, plain, _),) = printed.places("Commissar token for the")
    assert plain == pytest.approx(drawn, abs=0.3)


def test_a_label_cut_on_the_map_is_printed_in_full_below(
    typesetter: Typesetter,
) -> None:
    long_label = "The long road to the town behind the hills, " * 4 + "and to the sea"
    labelled_scenario = scenario("pegasus-bridge.yaml").with_labels({Hex(4, 4): (long_label,)})
    printed_words = text_of_pdf(typeset_sheet(typesetter, labelled_scenario, [EN]).pdf)
    assert f"C5: {long_label}" in printed_words


def test_the_title_is_printed_once_and_the_footer_names_author_license_and_program(
    typesetter: Typesetter,
) -> None:
    pegasus = scenario("pegasus-bridge.yaml")
    meta = {"author": "A. Club", "licence": "CC BY 4.0"}
    texts = {"en": Texts(name="Only Once", description="Text.")}
    printed_words = text_of_pdf(
        typeset_sheet(typesetter, replace(pegasus, meta=meta, texts=texts), [EN]).pdf
    )
    assert printed_words.count("Only Once") == 1
    for part in ("Author: A. Club", "License: CC BY 4.0", "M44 Workshop"):
        assert part in printed_words, part


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
def test_markup_in_a_text_is_printed_literally(texts: Texts, typesetter: Typesetter) -> None:
    document = typeset_sheet(typesetter, scenario_with_texts(texts), [EN])
    flat = text_of_pdf(document.pdf).replace(" ", "")
    assert "".join(HOSTILE.split()) in flat


@pytest.mark.bulk
def test_the_end_of_a_text_of_100_kilobytes_is_printed(typesetter: Typesetter) -> None:
    long_text = "A word and another one. " * 4_200 + "The very last sentence."
    document = typeset_sheet(
        typesetter, scenario_with_texts(Texts(name="Long", historical=long_text)), [EN]
    )
    assert document.pages > 2
    assert "The very last sentence." in text_of_pdf(document.pdf)


def test_a_character_missing_in_all_fonts_is_printed_as_a_square_and_reported(
    typesetter: Typesetter,
) -> None:
    document = typeset_sheet(
        typesetter, scenario_with_texts(Texts(name="Odd", historical="A \U00013000 sign")), [EN]
    )
    assert document.missing == ("\U00013000",)
    assert document.first_context == "Historical background: A \U00013000 sign"
    assert "\N{WHITE SQUARE}" in text_of_pdf(document.pdf)


@pytest.mark.parametrize(("ink", "paper"), list(zip(Ink, Paper, strict=True)))
def test_the_same_scenario_gives_the_same_bytes(
    ink: Ink, paper: Paper, typesetter: Typesetter
) -> None:
    sword_beach = scenario("sword-beach.yaml")
    document = typeset_sheet(typesetter, sword_beach, [EN], paper, ink)
    with open_typesetter() as second_typesetter:
        assert typeset_sheet(second_typesetter, sword_beach, [EN], paper, ink).pdf == document.pdf


def test_black_and_white_has_no_colours(typesetter: Typesetter) -> None:
    document = typeset_sheet(typesetter, scenario("sword-beach.yaml"), [EN], ink=Ink.MONO)
    assert all(max(colour) - min(colour) <= 2 for colour in page_colors(document.pdf))


def test_a_sheet_is_accessible(typesetter: Typesetter) -> None:
    """The PDF is tagged, has a language and a title, and its map has an alternative text."""
    pdf = pdf_reader(typeset_sheet(typesetter, scenario("pegasus-bridge.yaml"), [FR]).pdf)
    root = cast("Any", pdf.trailer["/Root"])
    assert root["/MarkInfo"]["/Marked"]
    assert root["/Lang"].startswith("fr")
    assert pdf.metadata is not None
    assert pdf.metadata.title == "Pegasus Bridge"


def test_a_user_template_overrides_the_built_in_one(tmp_path: Path) -> None:
    template = """\
#let data = json(bytes(sys.inputs.data))
#set document(title: data.title)
Mine: #data.title"""
    (tmp_path / "sheet.typ").write_text(template, encoding="utf-8")
    with open_typesetter(tmp_path) as mine:
        assert "Mine: Pegasus Bridge" in text_of_pdf(
            typeset_sheet(mine, scenario("pegasus-bridge.yaml"), [EN]).pdf
        )


def test_templates_that_are_read_only_can_be_used(tmp_path: Path) -> None:
    """Typst reads the copies, and a user's template replaces the copy of the built-in one."""
    mine, copies = tmp_path / "mine", tmp_path / "copies"
    mine.mkdir()
    copies.mkdir()
    (mine / "sheet.typ").write_text("Mine", encoding="utf-8")
    (mine / "sheet.typ").chmod(0o444)
    with open_typesetter(mine, copies):
        (copy,) = copies.glob("*/sheet.typ")
        assert copy.stat().st_mode & stat.S_IWUSR


def test_a_symlinked_folder_of_a_template_is_copied(tmp_path: Path) -> None:
    mine, copies, elsewhere = (tmp_path / name for name in ("mine", "copies", "elsewhere"))
    for folder in (mine, copies, elsewhere):
        folder.mkdir()
    (elsewhere / "logo.typ").write_text("Logo", encoding="utf-8")
    (mine / "parts").symlink_to(elsewhere)
    with open_typesetter(mine, copies):
        assert len([*copies.glob("*/parts/logo.typ")]) == 1


def test_a_template_that_cannot_be_read_is_reported(tmp_path: Path) -> None:
    (tmp_path / "sheet.typ").symlink_to(tmp_path / "gone.typ")
    with (
        pytest.raises(TypesettingError, match=r"sheet\.typ cannot be read: "),
        open_typesetter(tmp_path),
    ):
        pass


def test_an_error_in_a_template_is_reported_with_file_and_line(tmp_path: Path) -> None:
    (tmp_path / "sheet.typ").write_text("= One\n\n#nothing-there\n", encoding="utf-8")
    with (
        open_typesetter(tmp_path) as mine,
        pytest.raises(TypesettingError, match=r"sheet\.typ, line 3"),
    ):
        typeset_sheet(mine, scenario("pegasus-bridge.yaml"), [EN])


SHIPPED_FILES = shipped_scenarios()
CORPUS = sorted(Path("tests/data/boards").glob("*.m44"))
PAIRS = (("en",), ("ru",), ("zh-Hans",), ("fr", "de"))
TOO_LARGE = {(10.0, 2): (8.5, 1), (9.0, 3): (8.5, 2)}
"""For the largest type that is tried on a number of pages: the next larger choice, on fewer pages.

Each is a size in points, with a page limit; a limit of 3 stands for any number of pages.
"""


class CountingTypesetter(Typesetter):
    """A typesetter that counts the documents it typesets."""

    typeset_count = 0

    def typeset(
        self, template: str, data: Mapping[str, Any], pictures: Mapping[str, str] | None = None
    ) -> TypesetDocument:
        self.typeset_count += 1
        return super().typeset(template, data, pictures)


def sheet_data_and_frames(
    path: Path, languages: tuple[str, ...]
) -> tuple[dict[str, Any], dict[str, str]]:
    renderers = [renderer_in(code) for code in languages]
    scenario = scenario_of(path)
    pictures = sheet_pictures(scenario, renderers[0], Paper.A4)
    frames = {name: empty_svg(svg) for name, svg in pictures.items()}
    return sheet_data(scenario, renderers, Paper.A4, Ink.COLOUR), frames


def scenario_of(path: Path) -> Scenario:
    scenario = read_file(path).scenario
    assert scenario
    return scenario


@pytest.mark.parametrize("languages", PAIRS, ids="+".join)
def test_the_estimated_size_is_within_half_a_point(
    languages: tuple[str, ...], typesetter: Typesetter
) -> None:
    if typeset_sheet(
        typesetter, scenario_of(SHIPPED_FILES[0]), [renderer_in(languages[0])]
    ).missing:
        pytest.skip(f"no font here has the characters of {languages[0]}")
    wrong_estimates = []
    for path in SHIPPED_FILES:
        data, frames = sheet_data_and_frames(path, languages)
        size, pages = find_fit(typesetter, data, frames)
        room = SpaceEstimate(data)
        next_size = TOO_LARGE.get((size, pages), (size + 1, pages))
        if not room.fits(size - 0.5, pages) or room.fits(*next_size):
            wrong_estimates.append((path.stem, size, pages))
    assert len(wrong_estimates) <= len(SHIPPED_FILES) / 10, wrong_estimates


@given(st.sampled_from(SHIPPED_FILES), st.floats(5, 12), st.floats(5, 12), st.integers(1, 3))
def test_smaller_type_and_more_pages_never_hold_less(
    path: Path, one_size: float, other_size: float, pages: int
) -> None:
    room = SpaceEstimate(sheet_data_and_frames(path, ("en",))[0])
    small_size, large_size = sorted((one_size, other_size))
    if room.fits(large_size, pages):
        assert room.fits(small_size, pages)
        assert room.fits(large_size, pages + 1)


@pytest.mark.bulk
def test_most_sheets_are_typeset_at_most_twice() -> None:
    counts = []
    for path in SHIPPED_FILES:
        typesetter = CountingTypesetter(TEMPLATES)
        typeset_sheet(typesetter, scenario_of(path), [renderer_in("en")])
        counts.append(typesetter.typeset_count)
    assert sorted(counts)[len(counts) * 3 // 4] == 2, counts

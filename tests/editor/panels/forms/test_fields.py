"""The formatting and parsing of values in fields."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m44core.board import BOARDS, BoardType
from m44core.catalogue.catalogue_types import Side
from m44editor.interface_text import translated
from m44editor.panels.display_names import orientation_name
from m44editor.panels.forms.fields import (
    MIXED,
    Choice,
    Day,
    EntryError,
    HexNames,
    Json,
    Number,
    OpenChoice,
    Option,
    TextLine,
    TextLines,
    Verbatim,
    common_value,
)

STANDARD = BOARDS[BoardType.STANDARD]
FIGURES = Number(1, 12)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**31), 2**31) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


@given(st.none() | st.integers(1, 12))
def test_a_displayed_number_is_read_back(value: int | None) -> None:
    assert FIGURES.parse(FIGURES.show(value)) == value


@given(st.text())
def test_no_input_gives_a_number_out_of_range(text: str) -> None:
    try:
        value = FIGURES.parse(text)
    except EntryError:
        return
    assert value is None or 1 <= value <= 12


@pytest.mark.parametrize("text", ["٣", "²", "1_0", "+3", "1.0", "0x3", "13", "0"])
def test_lookalikes_of_numbers_are_rejected(text: str) -> None:
    with pytest.raises(EntryError, match="whole number from 1 to 12"):
        FIGURES.parse(text)


def test_a_required_number_cannot_be_empty() -> None:
    with pytest.raises(EntryError):
        Number(1, 12, optional=False).parse(" ")


@given(st.dates())
def test_a_displayed_day_is_read_back(day: date) -> None:
    assert Day().parse(Day().show(day)) == day


@given(st.text())
def test_no_input_gives_a_nonexistent_day(text: str) -> None:
    try:
        day = Day().parse(text)
    except EntryError:
        return
    assert day is None or day.isoformat() == text.strip()


@given(st.lists(st.sampled_from(STANDARD.hexes), unique=True, min_size=1).map(tuple))
def test_displayed_hexes_are_read_back(hexes: tuple[object, ...]) -> None:
    names = HexNames(STANDARD)
    assert names.parse(names.show(hexes)) == hexes  # type: ignore[arg-type]  # hexes they are


def test_each_hex_is_read_once_with_any_separators() -> None:
    assert HexNames(STANDARD).parse(" G5;G5,\nh4  ") == (STANDARD.hex("G5"), STANDARD.hex("h4"))
    assert HexNames(STANDARD).parse("  ") is None


@given(json_values)
def test_displayed_json_is_read_back(value: object) -> None:
    assert Json().parse(Json().show(value)) == value


@pytest.mark.parametrize("text", ["", "SEA", "NaN", "Infinity", "[" * 100_000, "{'a': 1}"])
def test_text_that_is_not_json_is_rejected(text: str) -> None:
    with pytest.raises(EntryError):
        Json().parse(text)


@given(st.lists(st.text(st.characters(exclude_characters="\n"))).map(tuple))
def test_displayed_lines_are_read_back_unless_all_are_blank(lines: tuple[str, ...]) -> None:
    expected = lines if "".join(lines).strip() else ()
    assert TextLines().parse(TextLines().show(lines)) == expected


@given(st.text(min_size=1))
def test_words_are_read_unchanged(text: str) -> None:
    assert TextLine().parse(text) == text


def test_a_choice_shows_labels_and_an_unknown_value_unchanged() -> None:
    sides: Choice[Side | None] = Choice((Option(None, "Nobody"), Option(Side.AXIS, "Axis")))
    assert sides.parse("Axis") is Side.AXIS
    assert sides.show(None) == "Nobody"
    assert sides.show(Side.ALLIES) == "ALLIES"
    with pytest.raises(EntryError):
        sides.parse("Somebody")


def test_an_open_choice_reads_its_labels_and_any_other_word() -> None:
    nations = OpenChoice((Option(None, "Not stated"), Option("FI", "Finland")))
    assert nations.parse(" finland ") == "FI"
    assert nations.parse("XX") == "XX"
    assert nations.parse("Not stated") is None
    assert nations.parse("") is None


def test_unknown_values_are_never_changed() -> None:
    with pytest.raises(EntryError):
        Verbatim().parse("1")


def test_the_common_value_of_different_values_is_mixed() -> None:
    assert common_value([3, 3]) == 3
    assert common_value([3, None]) is MIXED


@pytest.mark.parametrize(
    ("facing", "displayed_text"),
    [("sw-ne", "SW-NE"), ("wnw-ese", "WNW-ESE"), ("faces-bottom", "faces bottom")],
)
def test_facings_are_shown_with_directions_in_capitals_and_blanks_between_words(
    facing: str, displayed_text: str
) -> None:
    assert translated(orientation_name(facing)) == displayed_text

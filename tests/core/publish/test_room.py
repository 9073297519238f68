"""How much of its paper a sheet takes, reckoned before it is typeset."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m44core.drawing.shapes.svg import frame_of
from m44core.io.files.open import read_file
from m44core.messages.words import words
from m44core.model.scenario import Scenario
from m44core.publish.inks import Ink
from m44core.publish.maps import PrintedMap
from m44core.publish.paper import Paper
from m44core.publish.room import Room
from m44core.publish.sheet import fitting, sheet_data, typeset_sheet
from m44core.publish.typesetting.typesetter import TEMPLATES, Typeset, Typesetter
from m44core.resources import shipped_scenarios

SHIPPED = shipped_scenarios()
PAIRS = (("en",), ("ru",), ("zh-Hans",), ("fr", "de"))
LARGEST_OF_TWO = (11.0, 2)


class Counting(Typesetter):
    """A typesetter that counts what it typesets."""

    made = 0

    def typeset(
        self, template: str, data: Mapping[str, Any], pictures: Mapping[str, str] | None = None
    ) -> Typeset:
        self.made += 1
        return super().typeset(template, data, pictures)


def content(path: Path, languages: tuple[str, ...]) -> tuple[dict[str, Any], str]:
    every = [words(code) for code in languages]
    found = scenario(path)
    frame = frame_of(PrintedMap(found, every[0]).svg)
    return sheet_data(found, every, Paper.A4, Ink.COLOUR), frame


def scenario(path: Path) -> Scenario:
    found = read_file(path).scenario
    assert found
    return found


@pytest.mark.parametrize("languages", PAIRS, ids="+".join)
def test_what_fits_is_reckoned_to_fit_within_half_a_point(
    languages: tuple[str, ...], typesets: Typesetter
) -> None:
    if typeset_sheet(typesets, scenario(SHIPPED[0]), [words(languages[0])]).missing:
        pytest.skip(f"no font here has the characters of {languages[0]}")
    wrong = []
    for path in SHIPPED:
        data, frame = content(path, languages)
        size, pages = fitting(typesets, data, {"map": frame})
        room = Room(data, frame)
        beyond = (8.0, 1) if (size, pages) == LARGEST_OF_TWO else (size + 1, pages)
        if not room.holds(size - 0.5, pages) or room.holds(*beyond):
            wrong.append((path.stem, size, pages))
    assert len(wrong) <= len(SHIPPED) / 10, wrong


@given(st.sampled_from(SHIPPED), st.floats(5, 12), st.floats(5, 12), st.integers(1, 3))
def test_smaller_letters_and_more_pages_never_hold_less(
    path: Path, one: float, other: float, pages: int
) -> None:
    room = Room(*content(path, ("en",)))
    small, large = sorted((one, other))
    if room.holds(large, pages):
        assert room.holds(small, pages)
        assert room.holds(large, pages + 1)


def test_most_sheets_are_typeset_twice() -> None:
    counts = []
    for path in SHIPPED:
        typesets = Counting(TEMPLATES)
        typeset_sheet(typesets, scenario(path), [words("en")])
        counts.append(typesets.made)
    assert sorted(counts)[len(counts) * 3 // 4] == 2, counts

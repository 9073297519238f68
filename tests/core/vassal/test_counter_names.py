"""Converting the names of counters to names for a setup list."""

from __future__ import annotations

import pytest

from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.messages.renderers import renderer_in
from m44core.model.edits import new_scenario
from m44core.vassal.counter_names import CounterNameFinder, clean_name
from m44core.vassal.counters import Counter

NAMES = CounterNameFinder(new_scenario(), "en")


@pytest.mark.parametrize(
    ("name", "counter_name"),
    [
        ("Inf_German_4.png", "Inf German 4"),
        ("GerInf2.gif", "German Inf 2"),
        ("T34", "T 34"),
        ("88mm Gun", "mm Gun 88"),
        ("River: straight/bend (2); wire", "River straight bend 2 wire"),
        ("  Dragon's   teeth ", "Dragon's teeth"),
        ("---", ""),
        ("12", "12"),
    ],
)
def test_punctuation_and_suffixes_are_left_out(name: str, counter_name: str) -> None:
    assert clean_name(name) == counter_name


@pytest.mark.parametrize(
    ("counter", "counter_name", "piece"),
    [
        (Counter("German Infantry 3"), "German Infantry", "infger"),
        (Counter("Forest overlay"), "Forest", "woods"),
        (Counter("Unit 7", ("GerInf.png",)), "German Inf", "infger"),
        (Counter("", ("sandbags.gif",)), "sandbags", "sand"),
        (Counter("Tank2Brit.png"), "Tank2Brit", "tank2brit"),
    ],
)
def test_the_first_recognized_name_is_used(counter: Counter, counter_name: str, piece: str) -> None:
    recognized_name = NAMES.name_of(counter)
    assert recognized_name.text == counter_name
    assert recognized_name.meaning is not None
    assert recognized_name.meaning.pieces == (piece,)


def test_an_unknown_name_is_unchanged() -> None:
    assert NAMES.name_of(Counter("Frozen Lake_3", ("x1.png",))).text == "Frozen Lake 3"
    assert NAMES.name_of(Counter("Frozen Lake_3")).meaning is None


def test_every_piece_is_recognized_by_its_name() -> None:
    for element in base_catalogue().elements.values():
        meaning = NAMES.name_of(Counter(renderer_in("en").render(element.title))).meaning
        assert meaning is not None
        assert element.name in meaning.pieces

"""The placeholders of a translation must match those of its source."""

from __future__ import annotations

from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m44core.translate.placeholders import number_mismatch, placeholder_mismatch


@pytest.mark.parametrize(
    ("source", "target", "expected_lost", "expected_added"),
    [
        ("{hex}: nothing", "{hex} : rien", [], []),
        ("{hex}: nothing", "rien", ["{hex}"], []),
        ("nothing", "{hex} : rien", [], ["{hex}"]),
        ("{a} and {b}", "{b} et {c}", ["{a}"], ["{c}"]),
        ("{a} and {a}", "{a}", ["{a}"], []),
        ("{a}", "{a} et {a}", [], ["{a}"]),
        ("{a.b:>3}", "{a.b:>3}", [], []),
        ("{1} {} { a }", "rien", [], []),
        ("%s of %d", "%d de %s", [], []),
        ("%s of %d", "%d", ["%s"], []),
        ("%(name)s", "%(nom)s", ["%(name)s"], ["%(nom)s"]),
        ("%1$s", "%2$s", ["%1$s"], ["%2$s"]),
        ("100%sure, 5%date", "", [], []),
        ("<b>Axis</b>", "<b>Axe", ["</b>"], []),
        ("one<br>two", "un<br/>deux", ["<br>"], ["<br/>"]),
        ("2 < 3 and 4 > 3", "", [], []),
        ("one", "un\ndeux", [], ["\n"]),
        ("one", "un\ndeux\ntrois", [], ["\n"]),
        ("one", "\nun\n", [], []),
        ("one\ntwo", "un\ndeux\ntrois", [], []),
        ("one\ntwo", "un deux", [], []),
    ],
)
def test_lost_and_added_placeholders_are_found(
    source: str, target: str, expected_lost: list[str], expected_added: list[str]
) -> None:
    mismatch = placeholder_mismatch(source, target)
    assert ([*mismatch.lost], [*mismatch.added]) == (expected_lost, expected_added)
    assert bool(mismatch) == bool(expected_lost or expected_added)


texts = st.lists(st.sampled_from(["{a}", "%s", "<br>", "one ", "two "])).map("".join)


@given(texts, texts)
def test_lost_placeholders_of_one_text_are_added_ones_of_the_other(one: str, other: str) -> None:
    forward, backward = placeholder_mismatch(one, other), placeholder_mismatch(other, one)
    assert (forward.lost, forward.added) == (backward.added, backward.lost)
    assert not placeholder_mismatch(one, one)


@pytest.mark.parametrize(
    ("source", "target", "lost", "added"),
    [
        ("du 10e régiment", "des 9. Regiments", (10,), (9,)),
        ("1 500 hommes", "1.500 Mann", (), ()),
        ("Take 5 cards; 3 and 4.", "Nehmen Sie 5 Karten; 3 und 6.", (4,), (6,)),
    ],
)
def test_lost_and_added_numbers_are_found(
    source: str, target: str, lost: tuple[int, ...], added: tuple[int, ...]
) -> None:
    mismatch = number_mismatch(source, target)
    assert (mismatch.lost, mismatch.added, bool(mismatch)) == (lost, added, bool(lost))


def test_a_number_written_as_a_word_is_not_a_difference() -> None:
    assert not number_mismatch("5 medals", "fünf Siegpunkte")
    assert not number_mismatch("five medals", "5 Siegpunkte")


def test_numbers_with_thousands_of_digits_are_not_compared() -> None:
    assert not number_mismatch("9" * 5000, "8" * 5000)
    assert number_mismatch(f"{'9' * 5000} 5", "6").lost == (5,)


def test_many_numbers_are_compared_quickly() -> None:
    source, target = " ".join(map(str, range(30_000))), " ".join(map(str, range(1, 30_001)))
    start = process_time()
    assert number_mismatch(source, target).lost == (0,)
    assert process_time() - start < 2

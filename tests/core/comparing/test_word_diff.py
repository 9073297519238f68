"""The differences of two texts, word by word."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from m44core.comparing.word_diff import WordRun, word_diff

TEXTS = st.text(alphabet="ab .\n", max_size=40)


def test_a_replaced_word_is_shown_with_its_replacement() -> None:
    assert word_diff("Take 4 cards.", "Take 5 cards.") == (
        WordRun(True, True, "Take "),
        WordRun(True, False, "4 "),
        WordRun(False, True, "5 "),
        WordRun(True, True, "cards."),
    )


def test_white_space_alone_is_not_a_difference() -> None:
    assert all(run.in_both for run in word_diff("One two\nthree", "One  two three"))


def test_a_text_of_ten_thousand_equal_words_is_compared() -> None:
    runs = word_diff("on " * 10_000, "on " * 9_999 + "off")
    assert runs[0].in_both
    assert runs[-1] == WordRun(False, True, "off")


@given(TEXTS, TEXTS)
def test_the_runs_add_up_to_both_texts(before: str, after: str) -> None:
    runs = word_diff(before, after)
    assert "".join(run.text for run in runs if run.in_after) == after
    assert " ".join(run.text for run in runs if run.in_before).split() == before.split()


@given(TEXTS)
def test_equal_texts_have_only_kept_words(text: str) -> None:
    assert all(run.in_both for run in word_diff(text, text))

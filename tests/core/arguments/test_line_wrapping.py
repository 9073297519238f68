"""Wrapping text for a terminal, in which a character fills one cell or two."""

from __future__ import annotations

import pytest

from m44core.arguments.line_wrapping import cell_width, wrap_text

CHINESE = (
    "\u6587\u4ef6\u91c7\u7528 UTF-16\uff0c\u201c\u4fdd\u5b58\u201d\uff08"
    "\u6216\u53e6\u5b58\uff09\u5373\u53ef\u4fee\u6b63\u3002"
) * 5
CLOSING, OPENING = "\uff0c\uff09\u3002\u201d", "\uff08\u201c"


@pytest.mark.parametrize("width", range(12, 60))
def test_no_line_is_wider_than_the_terminal(width: int) -> None:
    assert max(map(cell_width, wrap_text(CHINESE, width, "  "))) <= width


def test_chinese_is_broken_between_characters_but_not_before_closing_or_after_opening_marks() -> (
    None
):
    lines = wrap_text(CHINESE, 20)
    assert len(lines) > len(CHINESE) // 20
    assert not [line for line in lines if line[0] in CLOSING or line[-1] in f"{OPENING} "]
    assert "".join(lines).replace(" ", "") == CHINESE.replace(" ", "")


def test_a_number_in_chinese_stays_whole() -> None:
    assert sum(line.count("UTF-16") for line in wrap_text(CHINESE, 14)) == CHINESE.count("UTF-16")


def test_other_languages_are_broken_between_words() -> None:
    lines = ["  Sands\xe4cke", "  und", "  Stacheldraht"]
    assert wrap_text("Sands\xe4cke und Stacheldraht", 14, "  ") == lines

"""The message about characters missing in every installed font."""

from __future__ import annotations

import pytest

from m44core.messages.words import words
from m44core.missing_characters import missing_characters_message


@pytest.mark.parametrize("where", ["", "飞马桥"])
def test_only_a_few_of_hundreds_of_characters_are_named(where: str) -> None:
    characters = [chr(0x4E00 + number) for number in range(300)]
    words_of_language = words("en").render(missing_characters_message("a.pdf", characters, where))
    assert "一, " in words_of_language
    assert words_of_language.count(", ") == 12 + bool(where) + 1
    assert "…" in words_of_language
    assert "…" not in words("en").render(
        missing_characters_message("a.pdf", characters[:12], where)
    )
    assert "fonts-noto-cjk" in words_of_language

"""What the sheet says of unusual pieces, in a language that has no Latin letters."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from m44core.io.files.open import read_file
from m44core.messages.words import words
from m44core.publish.content.reference import reference
from m44core.resources import shipped_scenarios

_FOREIGN = {"Furia francese"}  # in the rulebooks of every language
_WORDS = re.compile(r"[A-Za-z]{2,} [A-Za-z]{2,}")  # names of persons are one word


@pytest.mark.parametrize("path", shipped_scenarios(), ids=lambda path: path.stem)
def test_no_line_is_left_in_english(path: Path) -> None:
    scenario = read_file(path).scenario
    assert scenario is not None
    lines = reference(scenario, words("zh-Hans"))
    said = [text for line in lines for text in (line["name"], line["does"])]
    assert said
    assert [text for text in said if _WORDS.search(text) and text not in _FOREIGN] == []

"""The reference on a sheet for unusual pieces, in a language without Latin letters."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from m44core.io.files.open import read_file
from m44core.messages.words import words
from m44core.publish.content.reference import reference_lines
from m44core.resources import scenarios_folder, shipped_scenarios

_FOREIGN = {"Furia francese"}  # in the rulebooks of every language
_WORDS = re.compile(r"[A-Za-z]{2,} [A-Za-z]{2,}")  # names of persons are one word


@pytest.mark.parametrize("path", shipped_scenarios(), ids=lambda path: path.stem)
def test_no_line_is_left_in_english(path: Path) -> None:
    scenario = read_file(path).scenario
    assert scenario is not None
    lines = reference_lines(scenario, words("zh-Hans"))
    said = [text for line in lines for text in (line["name"].split("\uff08")[0], line["does"])]
    assert said
    assert [text for text in said if _WORDS.search(text) and text not in _FOREIGN] == []


@pytest.mark.parametrize(
    ("name", "names"),
    [
        ("vassieux", {"Reshuffle the deck (no)", "Winner when the deck runs out (Axis)"}),
        ("sainte-mere-eglise", {"Air drop (Allies)"}),
        ("pegasus-bridge", {"Extra cards"}),
    ],
)
def test_a_rule_names_its_side_or_its_value(name: str, names: set[str]) -> None:
    scenario = read_file(scenarios_folder() / f"{name}.yaml").scenario
    assert scenario is not None
    assert names <= {line["name"] for line in reference_lines(scenario, words("en"))}

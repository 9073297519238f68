"""The beginnings and ends of printed lines."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.core.publish.pdf_inspection import line_texts

from m44core.io.files.file_reader import read_file
from m44core.messages.renderers import renderer_in
from m44core.publish.line_breaks import with_unbroken_spaces
from m44core.publish.scenario_sheet import typeset_sheet
from m44core.publish.typesetter import Typesetter
from m44core.resources import scenarios_folder

SCENARIOS = (
    Path("tests/data/boards/1434-BreakoutToLisyanka.m44"),
    scenarios_folder() / "examples/kollaa.yaml",
    scenarios_folder() / "examples/stonne.yaml",
)
BAD_LINE = re.compile(r"^\s*[\u2013\u2014·:;!?»](\s|$)|·\s*$")


@pytest.mark.parametrize(
    ("code", "text", "unbroken"),
    [
        ("ru", "Для победы — 5 медалей", "Для победы~— 5~медалей"),
        ("ru", "Он и в лесу", "Он и~в~лесу"),
        ("ru", "— Вперёд!", "— Вперёд!"),
        ("fr", "Victoire : « Assez ! »", "Victoire~: «~Assez\u202f!~»"),
        ("en", "Axis: 9 × infantry — D9", "Axis: 9~×~infantry~— D9"),
        ("zh-Hans", "第 3 回合", "第 3~回合"),
    ],
)
def test_lines_are_not_broken_before_dashes_and_after_numbers(
    code: str, text: str, unbroken: str
) -> None:
    """In the expected texts, a tilde is a no-break space."""
    assert with_unbroken_spaces(text, code) == unbroken.replace("~", "\xa0")


@pytest.mark.bulk
@pytest.mark.parametrize("code", ["ru", "fr"])
def test_no_line_of_a_sheet_begins_with_a_dash_or_ends_with_a_dot_between_facts(
    code: str, typesetter: Typesetter, subtests: pytest.Subtests
) -> None:
    for path in SCENARIOS:
        with subtests.test(path.stem):
            scenario = read_file(path).scenario
            assert scenario
            lines = line_texts(typeset_sheet(typesetter, scenario, [renderer_in(code)]).pdf)
            assert len(lines) > 60
            assert [line for line in lines if BAD_LINE.search(line)] == []

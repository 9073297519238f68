"""Briefings are read from copied text as stated in cases.yaml."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.reference_data import load_yaml

from m44core.catalogue.catalogue_types import Side
from m44core.model.edits import new_scenario
from m44core.pasted.briefing_reader import PastedBriefing, read_pasted_briefing
from m44core.setup_list.list_reader import read_setup_list

CASES: dict[str, dict[str, Any]] = load_yaml(Path(__file__).with_name("cases.yaml"))
TEXTS = ("historical", "description", "victory", "rules")


def read_briefing(text: str, language: str = "en") -> PastedBriefing | None:
    scenario = new_scenario()
    return read_pasted_briefing(text, read_setup_list(text, scenario, language), scenario, language)


def briefing_values(briefing: PastedBriefing | None) -> dict[str, Any]:
    if briefing is None:
        return {}
    values, players = briefing.values, briefing.values.players
    return {
        "title": values.texts.name,
        "begins": str(values.begins) if values.begins else None,
        "cards": [players[side].cards for side in Side],
        "medals": [players[side].medals for side in Side],
        "nations": [players[side].country for side in Side],
        "first": values.first,
        "face": briefing.face,
        **{name: getattr(values.texts, name) for name in TEXTS},
    }


@pytest.mark.parametrize("name", CASES)
def test_each_pasted_text_gives_the_expected_briefing(name: str) -> None:
    case = {key: value for key, value in CASES[name].items() if key not in ("text", "language")}
    values = briefing_values(read_briefing(CASES[name]["text"], CASES[name].get("language", "en")))
    case |= {"begins": str(case["begins"])} if "begins" in case else {}
    assert {key: values.get(key) for key in case} == case
    assert bool(values) is bool(case)


@pytest.mark.parametrize("first_line", ["Axis player: 5 cards", "Allies move first"])
def test_a_fact_is_not_a_title(first_line: str) -> None:
    briefing = read_briefing(f"{first_line}\n\nAllied player: 4 cards\nForest: A9")
    assert briefing
    assert briefing.values.texts.name is None


def test_the_nation_in_a_note_about_figures_is_that_of_the_player() -> None:
    briefing = read_briefing("Allies: 5 cards\nCanada: use the American figures\nInfantry: A1")
    assert briefing
    assert briefing.values.players[Side.ALLIES].country == "CA"


def test_lines_that_were_used_are_not_reported_as_left_out() -> None:
    text, scenario = CASES["an e-mail"]["text"], new_scenario()
    briefing, setup_list = read_briefing(text), read_setup_list(text, scenario, "en")
    assert briefing
    left_out = [r.text for r in setup_list.remarks if not briefing.uses_left_out_line(r)]
    assert not any("Long Bridge" in each or "4 cards" in each for each in left_out)
    assert any("Hi all" in each for each in left_out)


def test_a_line_with_a_form_feed_is_used_as_one_line() -> None:
    text, scenario = "Historical Background\nThe hill\x0cwas green.", new_scenario()
    briefing, setup_list = read_briefing(text), read_setup_list(text, scenario, "en")
    assert briefing
    assert all(briefing.uses_left_out_line(remark) for remark in setup_list.remarks)


def test_each_value_that_was_found_is_reported() -> None:
    head = "Snow\nBoard: winter\nDate: 6-8 June 1944\nAxis: 5 cards, Allies: 4 cards"
    text = f"{head}\nGermans\ninfantry: A9"
    briefing = read_briefing(text)
    assert briefing
    assert [str(each).removeprefix("Found in the text: ") for each in briefing.remarks[:5]] == [
        "title: Snow",
        "date: 6 to 8 June 1944",
        "board side: Winter",
        "nation of the Axis: Germany",
        "command cards for the Axis: 5",
    ]


@given(st.text(alphabet="ab:A9[]()*#>-| \t\n1944cardsmedals", max_size=400))
def test_any_text_is_read_without_an_exception(text: str) -> None:
    briefing = read_briefing(text)
    assert briefing is None or briefing.remarks

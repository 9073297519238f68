"""The facts at the top of a printed sheet and its special rules are read back in every language."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m44core.catalogue.catalogue_types import Side
from m44core.io.files.file_reader import read_file
from m44core.messages.date_words import date_range_in_words
from m44core.messages.languages import languages
from m44core.messages.message import Message
from m44core.messages.renderers import renderer_in
from m44core.model.header_phrases import RULES_HEADING, seat_sentence
from m44core.model.rule_declarations import declarations
from m44core.model.rule_parts import SpecialRule
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import FirstPlayer
from m44core.model.special_rules import (
    BlitzRules,
    Commissar,
    DeckReshuffling,
    GungHo,
    MustExit,
    NightVisibility,
)
from m44core.pasted.printed_rules import read_printed_rules
from m44core.pasted.printed_sheet import read_printed_header
from m44core.publish.content.reference import lead_text
from m44core.publish.content.rule_sentences import rule_sentences
from m44core.publish.content.sheet_content import battle_facts, side_summaries
from m44core.resources import scenarios_folder
from m44core.vassal.saved_briefing import parse_battle_dates

SCENARIOS = sorted(scenarios_folder().rglob("*.yaml"))


def printed_lines(scenario: Scenario, code: str, *, in_one_row: bool) -> list[str]:
    """Return the lines at the top of a sheet, and where the players sit."""
    renderer = renderer_in(code)
    lines = ["A Title", " · ".join(battle_facts(scenario, renderer)), ""]
    sides = [
        f"{side['name']} {side['country']} {' · '.join(side['has'])}"  # type: ignore[arg-type]  # a list of texts
        for side in side_summaries(scenario, renderer)
    ]
    lines += [" ".join(sides)] if in_one_row else [line for side in sides for line in (side, "")]
    top, bottom = scenario.briefing.top.side, scenario.briefing.bottom.side
    assert top
    assert bottom
    seats = renderer.sentence(seat_sentence(top, bottom))
    return [*lines, "Nothing else", seats]


@pytest.mark.parametrize("in_one_row", [True, False])
def test_the_top_of_each_shipped_scenario_is_read_back(in_one_row: bool) -> None:
    scenarios = [scenario for path in SCENARIOS if (scenario := read_file(path).scenario)]
    assert len(scenarios) > 20
    for scenario in scenarios:
        briefing = scenario.briefing
        players = {player.side: player for player in (briefing.top, briefing.bottom)}
        first = {FirstPlayer.TOP: briefing.top, FirstPlayer.BOTTOM: briefing.bottom}
        for code in languages():
            lines = printed_lines(scenario, code, in_one_row=in_one_row)
            header = read_printed_header(lines, code)
            assert header, (scenario.title, code)
            assert header.front is briefing.front, (scenario.title, code)
            assert header.kind is briefing.kind, (scenario.title, code)
            assert header.begins == briefing.begins, (scenario.title, code)
            assert header.top is briefing.top.side, (scenario.title, code)
            for side in Side:
                assert header.cards.get(side) == players[side].cards, (scenario.title, code)
                assert header.medals.get(side) == players[side].medals, (scenario.title, code)
            if briefing.first in first:
                assert header.first is first[briefing.first].side, (scenario.title, code)


def test_the_subtitle_stands_before_the_date() -> None:
    lines = ["Toulon", "Southern France · 20 to 26 August 1944 · Mediterranean · Historical"]
    header = read_printed_header(lines, "en")
    assert header
    assert header.subtitle == "Southern France"
    assert (header.begins, header.ends) == (date(1944, 8, 20), date(1944, 8, 26))


def test_a_note_may_stand_above_the_sides() -> None:
    note = "The text is not translated into English; it is printed in French"
    sides = "Axis Germany 4 command cards · 5 medals to win · Moves first"
    header = read_printed_header(["Le pont", "6 June 1944 · Western Front", note, "", sides], "en")
    assert header
    assert header.first is Side.AXIS
    assert (header.cards[Side.AXIS], header.medals[Side.AXIS]) == (4, 5)


@pytest.mark.parametrize(
    "line", ["", "Historical", "Western Front", "The Eastern Front in 1942", "Western · 3 · 4", "·"]
)
def test_other_lines_are_no_facts_of_a_sheet(line: str) -> None:
    assert read_printed_header(["A Title", line, "Axis: 5 cards"], "en") is None


def test_a_chinese_heading_is_no_fact_of_a_sheet() -> None:
    assert read_printed_header(["大家好", "土伦", "历史", "1944年8月法军登陆。"], "zh-Hans") is None


@given(
    st.dates(date(1937, 1, 1), date(1946, 1, 1)),
    st.integers(0, 500),
    st.sampled_from(tuple(languages())),
)
def test_every_printed_range_of_days_is_read_back(begins: date, days: int, code: str) -> None:
    ends = begins + timedelta(days)
    text = date_range_in_words(begins, ends)
    assert text
    expected = (begins, ends) if days else (begins, None)
    assert parse_battle_dates(renderer_in(code).sentence(text)) == expected


@pytest.mark.parametrize(
    ("text", "begins", "ends"),
    [
        ("June 29 to July 11, 1944", date(1944, 6, 29), date(1944, 7, 11)),
        ("20.8.1944 - 26.8.1944", date(1944, 8, 20), date(1944, 8, 26)),
        ("1944-08-20 to 1944-09-16", date(1944, 8, 20), date(1944, 9, 16)),
        ("20 December 1944 \u2013 3 January 1945", date(1944, 12, 20), date(1945, 1, 3)),
    ],
)
def test_ranges_of_days_in_other_forms_are_read(text: str, begins: date, ends: date) -> None:
    assert parse_battle_dates(text) == (begins, ends)


@pytest.mark.parametrize("text", ["11 July to 29 June 1944", "1 May, 2 June, 3 July 1944"])
def test_days_that_are_no_range_are_not_guessed(text: str) -> None:
    assert parse_battle_dates(text) is None


SIMPLE_RULES: tuple[SpecialRule, ...] = (
    BlitzRules(applies=True),
    NightVisibility(applies=True),
    GungHo(applies=True),
    DeckReshuffling(applies=False),
    *(Commissar(side) for side in Side),
    *(MustExit(side, units) for side in Side for units in (1, 3, 12)),
)


def printed_rule(rule: SpecialRule, code: str, *, until: int | None = None) -> list[str]:
    """Return the lines of a sheet about one special rule, or the first letters of them."""
    renderer = renderer_in(code)
    lead = lead_text(renderer.sentence(Message(declarations().of(rule).label)), renderer)
    text = lead + " ".join(map(renderer.sentence, rule_sentences(rule, Scenario())))
    return [renderer.render(RULES_HEADING), text[:until]]


@pytest.mark.parametrize("rule", SIMPLE_RULES, ids=str)
def test_rules_with_sides_switches_and_numbers_are_read_back(rule: SpecialRule) -> None:
    for code in languages():
        read = read_printed_rules(printed_rule(rule, code), code)
        assert read.rules == {declarations().of(rule).key: rule}, code
        assert not read.others


def test_a_rule_that_continues_in_another_column_is_read_as_far_as_it_tells() -> None:
    lines = printed_rule(BlitzRules(applies=True), "en", until=50)
    assert read_printed_rules(lines, "en").rules == {"blitz-rules": BlitzRules(applies=True)}


def test_a_rule_whose_side_is_cut_off_is_not_guessed() -> None:
    lines = printed_rule(MustExit(Side.AXIS, 1), "en", until=len("Units must exit. The "))
    assert not read_printed_rules(lines, "en").rules


def test_a_rule_with_hexes_is_named() -> None:
    lines = ["Special rules in effect", "Sudden death. The battle is won by the Allies if"]
    read = read_printed_rules(lines, "en")
    assert not read.rules
    assert [each.text for each in read.others] == ["Sudden death"]


def test_a_text_without_the_heading_has_no_printed_rules() -> None:
    _, line = printed_rule(BlitzRules(applies=True), "en")
    assert not read_printed_rules([line], "en").rules

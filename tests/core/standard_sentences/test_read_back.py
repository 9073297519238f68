"""The text checks read every standard sentence back as its original data, in every language."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from tests.core.standard_sentences.conftest import scenarios

from m44core.catalogue.catalogue_types import Side
from m44core.io.files.file_reader import read_file
from m44core.messages.languages import languages
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import FirstPlayer, Texts
from m44core.resources import shipped_scenarios
from m44core.standard_sentences.scenario_sentences import standard_sentences
from m44core.validation.check_selection import Selection
from m44core.validation.runner import CheckSettings, check_scenario
from m44core.validation.text_analysis.scenario_texts import LanguageTexts, ScenarioTexts

RULES = {
    "mines": "mines.",
    "exits": "exits.",
    "bunkers": "bunkers.",
    "air-drop": "air-drop.",
    "blitz": "blitz",
    "commissar": "commissar.",
    "night": "night",
    "gung-ho": "gung-ho",
    "desert": "desert",
    "no-reshuffle": "no-reshuffle",
    "permanent-medals": "kept.",
}
"""The rules that the checks recognize, with the prefix of the keys of their sentences."""

CODES_ABOUT_DATA = (
    "M801", "M802", "M803", "M804", "M805", "M813", "M814", "M815", "M818", "M821", "M823", "M824",
)  # fmt: skip


def with_standard_sentences(scenario: Scenario, *codes: str) -> Scenario:
    """Return the scenario with only its standard sentences as texts, in the languages *codes*."""
    texts: dict[str, Texts] = {}
    for code in codes:
        sentences: dict[str, list[str]] = {}
        for each in standard_sentences(scenario, code):
            sentences.setdefault(each.field, []).append(each.text)
        fields = {field: "\n".join(lines) for field, lines in sentences.items()}
        texts_by_field = (fields.get(field) for field in ("description", "victory", "rules"))
        description, victory, rules = texts_by_field
        texts[code] = Texts(description=description, victory=victory, rules=rules)
    return replace(scenario, texts=texts)


def analyzed_texts(scenario: Scenario, code: str) -> LanguageTexts:
    (language_texts,) = ScenarioTexts(with_standard_sentences(scenario, code).texts).readable
    return language_texts


@pytest.mark.parametrize("code", languages())
@settings(max_examples=60)
@given(scenario=scenarios())
def test_cards_medals_and_the_first_move_are_read_back_from_sentences(
    code: str, scenario: Scenario
) -> None:
    language_texts = analyzed_texts(scenario, code)
    seats = {side: scenario.briefing.player(side) for side in Side}
    assert {side: claim.number for side, claim in language_texts.cards.items()} == {
        side: seat.cards for side, seat in seats.items() if seat
    }
    assert {side: claim.number for side, claim in language_texts.medals.items()} == {
        side: seat.medals for side, seat in seats.items() if seat
    }
    top = scenario.briefing.first is FirstPlayer.TOP
    assert language_texts.first_movers == (scenario.side_at(top=top),)


@pytest.mark.parametrize("code", languages())
@settings(max_examples=60)
@given(scenario=scenarios())
def test_the_sentences_name_exactly_the_rules_in_the_data(code: str, scenario: Scenario) -> None:
    language_texts = analyzed_texts(scenario, code)
    keys = [each.key for each in standard_sentences(scenario, code)]
    expected_rules = {
        rule for rule, prefix in RULES.items() if any(key.startswith(prefix) for key in keys)
    }
    assert {rule for rule in RULES if language_texts.find_rule(rule)} == expected_rules


@pytest.mark.parametrize("code", languages())
@settings(max_examples=30)
@given(scenario=scenarios())
def test_the_number_of_hexes_needed_in_a_group_is_read_back(code: str, scenario: Scenario) -> None:
    language_texts = analyzed_texts(scenario, code)
    assert language_texts.language
    readings = language_texts.language.read("share", language_texts.filled_fields["victory"])
    groups = [tag for _, _, tag in scenario.tags() if tag.group and tag.medal]
    assert [(r.numbers["n"], r.numbers["m"]) for r in readings] == [
        (tag.medal.hexes_needed, len(tag.group) + 1) for tag in groups if tag.medal and tag.group
    ]


@pytest.mark.bulk
@settings(max_examples=60)
@given(scenarios())
def test_text_checks_report_no_problem_with_all_languages_together(
    scenario: Scenario,
) -> None:
    scenario_with_sentences = with_standard_sentences(scenario, *languages())
    findings = check_scenario(
        scenario_with_sentences, CheckSettings(Selection(frozenset(CODES_ABOUT_DATA)))
    )
    assert [(each.code, each.key, each.pointer, dict(each.values)) for each in findings] == []


@pytest.mark.parametrize("path", shipped_scenarios(), ids=lambda path: path.stem)
def test_the_briefings_of_shipped_scenarios_agree_with_their_boards(path: Path) -> None:
    scenario = read_file(path).scenario
    assert scenario
    scenario_with_sentences = with_standard_sentences(scenario, *languages())
    findings = check_scenario(
        scenario_with_sentences, CheckSettings(Selection(frozenset(CODES_ABOUT_DATA)))
    )
    assert [(each.code, each.key) for each in findings] == []

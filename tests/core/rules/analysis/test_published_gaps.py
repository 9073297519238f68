"""Published scenarios whose data lack rules have gaps; they are identified by number or title."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.reference_data import load_yaml

from m44core.catalogue.catalogue_types import Side
from m44core.messages.renderers import renderer_in
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Texts
from m44core.model.special_rules import DeckOutWinner, SpecialRules
from m44core.rules.analysis.engine_gaps import published_gaps, unstated_rules

BOARDS = Path(__file__).parents[4] / "docs" / "boards"


def gap_sentences(scenario: Scenario) -> list[str]:
    return [renderer_in("en").sentence(gap.sentence) for gap in published_gaps(scenario)]


def test_the_listed_rules_match_the_option_files() -> None:
    options_by_number = {
        path.name.split(".")[0]: load_yaml(path)["options"] for path in BOARDS.glob("*.yaml")
    }
    rules_by_number = {
        number: untold.rules for number, untold in unstated_rules().items() if untold.rules
    }
    assert {number: set(rules) for number, rules in rules_by_number.items()} == {
        number: set(options) for number, options in options_by_number.items() if number != "6687"
    }, "that of 6687 corrects what its data say"


def test_rules_missing_from_the_data_of_a_published_scenario_are_reported() -> None:
    (sentence,) = gap_sentences(Scenario(meta={"scenario_id": "19"}))
    assert sentence.startswith(
        "Some rules of scenario 19 are only in the scenario text: Winner when the deck"
    )


@pytest.mark.parametrize("number", [19, "19"])
def test_a_published_scenario_with_its_rules_stated_has_no_gap(number: object) -> None:
    rules = SpecialRules({}, {"deck-out-winner": DeckOutWinner(Side.AXIS)})
    plain_scenario = Scenario(meta={"scenario_id": number})
    assert gap_sentences(plain_scenario)
    assert (
        gap_sentences(
            replace(plain_scenario, briefing=replace(plain_scenario.briefing, special_rules=rules))
        )
        == []
    )


def test_rules_that_no_special_rule_can_state_are_reported_too() -> None:
    (sentence,) = gap_sentences(Scenario(meta={"scenario_id": "23806"}))
    assert "rules that the program cannot play: winter weather" in sentence


def test_scenarios_without_unstated_rules_have_no_published_gaps() -> None:
    assert gap_sentences(Scenario()) == gap_sentences(Scenario(meta={"scenario_id": "4"})) == []


def test_a_file_without_its_number_is_recognized_by_its_title() -> None:
    scenario = Scenario(texts={"en": Texts("Breakthrough to the Beach")})
    (sentence,) = gap_sentences(scenario)
    assert sentence.startswith(
        "Some rules of scenario 6541 are only in the scenario text: Forbidden cards"
    )
    assert gap_sentences(Scenario(texts={"en": Texts("Breakthrough")})) == []
    assert gap_sentences(Scenario()) == []

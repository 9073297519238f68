"""Published scenarios whose data lack rules are known by their numbers."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.reference_data import said_in

from m44core.catalogue.types import Side
from m44core.messages.words import words
from m44core.model.parts import Texts
from m44core.model.scenario import Scenario
from m44core.model.special_rules import DeckOutWinner, SpecialRules
from m44core.rules.analysis.engine_gaps import published_gaps, unstated_rules

BOARDS = Path(__file__).parents[4] / "docs" / "boards"


def said(scenario: Scenario) -> list[str]:
    return [words("en").sentence(gap.sentence) for gap in published_gaps(scenario)]


def test_the_rules_it_knows_of_are_those_that_can_be_put_beside() -> None:
    beside = {path.name.split(".")[0]: said_in(path)["options"] for path in BOARDS.glob("*.yaml")}
    known = {number: untold.rules for number, untold in unstated_rules().items() if untold.rules}
    assert {number: set(rules) for number, rules in known.items()} == {
        number: set(options) for number, options in beside.items() if number != "6687"
    }, "that of 6687 corrects what its data say"


def test_what_the_data_of_a_published_scenario_lack_is_told() -> None:
    (sentence,) = said(Scenario(meta={"scenario_id": "19"}))
    assert (
        "scenario 19 has rules that only its texts state: Winner when the deck"
        in sentence.replace("Scenario", "scenario")
    )


@pytest.mark.parametrize("number", [19, "19"])
def test_with_the_rules_beside_it_lacks_nothing(number: object) -> None:
    rules = SpecialRules({}, {"deck-out-winner": DeckOutWinner(Side.AXIS)})
    plain = Scenario(meta={"scenario_id": number})
    assert said(plain)
    assert said(replace(plain, briefing=replace(plain.briefing, special_rules=rules))) == []


def test_what_cannot_be_stated_is_told_too() -> None:
    (sentence,) = said(Scenario(meta={"scenario_id": "23806"}))
    assert "rules that cannot be stated here: winter weather" in sentence


def test_other_scenarios_lack_nothing() -> None:
    assert said(Scenario()) == said(Scenario(meta={"scenario_id": "4"})) == []


def test_a_file_without_its_number_is_known_by_its_title() -> None:
    scenario = Scenario(texts={"en": Texts("Breakthrough to the Beach")})
    (sentence,) = said(scenario)
    assert sentence.startswith("Scenario 6541 has rules that only its texts state: Forbidden cards")
    assert said(Scenario(texts={"en": Texts("Breakthrough")})) == []
    assert said(Scenario()) == []

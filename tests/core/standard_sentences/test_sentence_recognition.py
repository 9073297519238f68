"""Authors' own wording is recognized, without false positives."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from tests.core.standard_sentences.conftest import scenarios
from tests.reference_data import load_yaml

from m44core.catalogue.catalogue_types import Side
from m44core.io.files.file_reader import read_file
from m44core.messages.languages import languages
from m44core.model.edits.briefing_edits import set_text
from m44core.model.scenario import Scenario
from m44core.resources import shipped_scenarios
from m44core.standard_sentences.scenario_sentences import standard_sentences
from m44core.standard_sentences.sentence_insertion import (
    SentenceStatus,
    sentence_offers,
    with_sentences,
)
from m44core.standard_sentences.sentence_recognition import paragraph_facts, standard_translations
from m44core.translate.glossary import game_glossary
from m44core.translate.text_record import EMPTY_RECORD
from m44core.translate.translation_units import translation_units_of
from m44core.validation.text_analysis.language_patterns import patterns_for_language

MEDALS = {"piece.victory_medal", "piece.objective_medal"}
FIELDS = ("description", "victory", "rules")
BOARDS: dict[str, Any] = load_yaml(Path(__file__).with_name("boards.yaml"))


def board_scenario(name: str, folder: Path) -> Scenario:
    """Return a scenario of ``boards.yaml`` with its texts."""
    texts = {field: "\n".join(entry[0] for entry in BOARDS[name][field]) for field in FIELDS}
    path = folder / "board.yaml"
    path.write_text(yaml.safe_dump({**BOARDS[name]["scenario"], "texts": {"en": texts}}), "utf-8")
    scenario = read_file(path).scenario
    assert scenario is not None
    return scenario


@pytest.mark.parametrize("name", BOARDS)
def test_usual_briefing_paragraphs_are_recognized(name: str, tmp_path: Path) -> None:
    scenario = board_scenario(name, tmp_path)
    for field in FIELDS:
        keys = [
            [*(["whole"] if each.is_complete else []), *each.keys]
            for each in paragraph_facts(scenario, "en", field)
        ]
        assert keys == [entry for _, *entry in BOARDS[name][field]]


def test_more_than_a_quarter_of_the_paragraphs_gets_an_offer() -> None:
    all_paragraphs = [
        entry for each in BOARDS.values() for field in FIELDS for entry in each[field]
    ]
    assert sum(len(entry) > 1 for entry in all_paragraphs) > len(all_paragraphs) / 4


@pytest.mark.parametrize(
    "paragraph",
    [
        "You move first, but only with infantry.",
        "6 Medals, 4 of them for the Axis.",
        "Blitz rules are in effect from turn 3.",
        "Axis Player [Germany]: Take 5 command cards.",
        "Axis Player (Rommel): Take 5 command cards.",
        "Take 5 command cards. Draw one more each turn.",
        "The Axis player lays out the minefields, 2 dice each.",
        "Blitz rules are in effect for the Axis.",
    ],
)
def test_a_paragraph_with_more_content_is_not_complete(paragraph: str, tmp_path: Path) -> None:
    scenario = board_scenario("mill on the orne", tmp_path)
    for field in FIELDS:
        text = f"Axis Player: 5 command cards\n{paragraph}\nAllied Player: 4 command cards"
        paragraphs = paragraph_facts(set_text(scenario, "en", field, text), "en", field)
        assert not paragraphs[1].is_complete


@pytest.mark.parametrize(
    ("code", "paragraph"),
    [
        ("en", "When the deck runs out the Axis player wins."),
        ("de", "Ist der Kartenstapel vorher aufgebraucht, so gewinnt die Achse."),
        ("en", "An Allied unit that captures a hex by the river is worth a medal while it stays."),
        ("en", "Eliminating an Allied unit that captures a town counts as two medals."),
        ("en", "If it is night, Night Attack rules are in effect."),
        ("en", "Blitz rules are not in effect."),
    ],
)
def test_an_unrelated_paragraph_states_no_sentence(
    code: str, paragraph: str, tmp_path: Path
) -> None:
    for name in ("maquis", "mill on the orne", "ferry at lidl", "oasis of the two wells"):
        scenario = board_scenario(name, tmp_path)
        for field in ("victory", "rules"):
            (result,) = paragraph_facts(set_text(scenario, code, field, paragraph), code, field)
            assert result.keys == ()


@pytest.mark.parametrize("code", languages())
@settings(max_examples=30)
@given(scenario=scenarios())
def test_every_standard_sentence_is_recognized_completely_as_itself(
    code: str, scenario: Scenario
) -> None:
    for each in standard_sentences(scenario, code):
        in_capitals = set_text(scenario, code, each.field, each.text.upper().rstrip("."))
        (paragraph,) = paragraph_facts(in_capitals, code, each.field)
        assert (each.key in paragraph.keys, paragraph.is_complete) == (True, True), each


def test_a_complete_paragraph_is_one_offer_and_a_partial_one_is_marked(tmp_path: Path) -> None:
    scenario = board_scenario("dawn attack", tmp_path)
    units = {unit.source: unit for unit in translation_units_of(scenario, "en", "fr")}
    (whole,) = standard_translations(
        scenario, units["Allies: 5 command cards. They move first."], "en", "fr"
    )
    assert whole.is_complete
    assert [key for key, _ in whole.sentences] == ["cards.allies", "first.allies"]
    assert whole.text.replace("\xa0", " ").startswith("Alliés : 5 cartes de commandement. ")
    exits = "An Allied unit that exits the board at an exit marker counts as a medal."
    (part,) = standard_translations(scenario, units[exits], "en", "fr")
    assert not part.is_complete
    assert standard_translations(scenario, units[exits], "en", "tlh") == ()


UNCOVERED = {("le-hamel.yaml", "forces.allies"), ("sidi-haneish.yaml", "forces.allies")}
"""The sentences that no text covers in any language: which units are elite."""


@pytest.mark.parametrize("code", languages())
def test_sentences_in_an_authors_own_words_are_not_added_again(code: str) -> None:
    new: set[tuple[str, str]] = set()
    number = 0
    for path in shipped_scenarios():
        scenario = read_file(path).scenario
        assert scenario is not None
        assert code in scenario.texts
        offered_sentences = sentence_offers(scenario, EMPTY_RECORD, code)
        number += len(offered_sentences)
        new |= {
            (path.name, each.key) for each in offered_sentences if each.status is SentenceStatus.NEW
        }
    assert number > 100
    assert new == UNCOVERED


@pytest.mark.parametrize("code", languages())
def test_every_glossary_word_for_a_medal_is_recognized(code: str) -> None:
    medal_words = [
        word
        for term in game_glossary().terms
        if term.key in MEDALS
        for word in term.translations_in(code)
    ]
    assert medal_words
    for word in medal_words:
        assert patterns_for_language(code).objective_sentences(f"{word}: A1"), word


def test_a_reworded_sentence_is_inserted_only_if_chosen(tmp_path: Path) -> None:
    scenario = board_scenario("mill on the orne", tmp_path)
    offered_sentences = sentence_offers(scenario, EMPTY_RECORD, "en")
    assert {each.status for each in offered_sentences if each.key.startswith("cards")} == {
        SentenceStatus.REWORDED
    }
    open_offers = [each for each in offered_sentences if each.is_open]
    assert with_sentences(scenario, EMPTY_RECORD, "en", open_offers)[0].texts["en"].description == (
        scenario.texts["en"].description
    )
    offers_of_cards = [each for each in offered_sentences if each.key == "cards.axis"]
    after, record = with_sentences(scenario, EMPTY_RECORD, "en", offers_of_cards)
    assert (after.texts["en"].description or "").endswith("\nAxis: 5 command cards.")
    assert "cards.axis" in record.sentences["en"]


@pytest.mark.parametrize("text", ["may be used", "may usually be used", "are of use"])
def test_a_word_that_begins_like_an_abbreviation_names_no_side(text: str) -> None:
    assert patterns_for_language("en").sides(f"Bunkers {text} by Axis units") == {Side.AXIS}
    assert patterns_for_language("en").sides(f"Bunkers {text} by US units") == {Side.ALLIES}
    assert patterns_for_language("fr").sides("L'usine est à l'Axe") == {Side.AXIS}

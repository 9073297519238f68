"""Cards: an order of battle for each side, the rules and units of the scenario, cut to size."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.core.publish.pdf_inspection import text_of_pdf

from m44core.cli.main import main
from m44core.io.files.file_reader import read_file
from m44core.messages.renderers import renderer_in
from m44core.model.scenario import Scenario
from m44core.publish.cards import CARD_MILLIMETRES, typeset_cards
from m44core.publish.content.card_content import card_decks
from m44core.publish.paper_and_ink import Paper
from m44core.publish.typesetter import Typesetter
from m44core.resources import scenarios_folder

EN = renderer_in("en")


@pytest.fixture(scope="module")
def le_hamel() -> Scenario:
    scenario_read = read_file(scenarios_folder() / "examples/le-hamel.yaml").scenario
    assert scenario_read
    return scenario_read


def test_each_side_has_its_units_hand_and_medals(le_hamel: Scenario) -> None:
    axis, allies, *_ = card_decks(le_hamel, EN).decks
    assert (axis["title"], allies["title"]) == ("Order of battle: Axis", "Order of battle: Allies")
    assert "5 command cards" in axis["items"][0]["text"]
    assert "5 medals to win" in axis["items"][0]["text"]
    lead_texts = [item["lead"] for item in axis["items"]]
    assert "7 \N{MULTIPLICATION SIGN} German infantry with 4 figures" in lead_texts
    assert not any("British" in lead for lead in lead_texts)
    assert any("British" in item["lead"] for item in allies["items"])


def test_units_are_explained_with_their_numbers(le_hamel: Scenario) -> None:
    units = next(deck for deck in card_decks(le_hamel, EN).decks if deck["title"] == "Units")
    texts = {item["lead"].strip(): item["text"] for item in units["items"]}
    infantry_text = texts["German infantry."].replace("\N{NO-BREAK SPACE}", " ")
    dot = "\N{MIDDLE DOT}"
    assert infantry_text == (
        "Moves up to 2 hexes; can battle if it moved 1 hex or less. "
        f"Dice at range 1, 2, \N{HORIZONTAL ELLIPSIS}: 3 {dot} 2 {dot} 1."
    )
    assert texts["German artillery."].startswith("Moves up to 1 hex or battles.")
    assert len(texts) == len(units["items"]), "each kind once"


def test_the_pictures_are_exactly_those_that_cards_name(le_hamel: Scenario) -> None:
    content = card_decks(le_hamel, EN)
    picture_names = {item["picture"] for deck in content.decks for item in deck["items"]} - {""}
    assert picture_names == content.arts.keys()


@pytest.mark.parametrize("paper", Paper)
def test_four_cards_fit_on_a_page(paper: Paper) -> None:
    width, height = CARD_MILLIMETRES
    assert 2 * width <= paper.size[0] - 20
    assert 2 * height <= paper.size[1] - 20


def test_long_rules_continue_on_further_cards(typesetter: Typesetter, le_hamel: Scenario) -> None:
    document = typeset_cards(typesetter, le_hamel, EN)
    text = text_of_pdf(document.pdf)
    assert document.pages > 1
    assert "2 / " in text
    assert "Petard" in text


def test_an_empty_board_still_has_an_order_of_battle(
    typesetter: Typesetter, le_hamel: Scenario
) -> None:
    document = typeset_cards(typesetter, replace(le_hamel, hexes={}), EN)
    assert "Order of battle: Axis" in text_of_pdf(document.pdf)


def test_the_command_writes_cards_in_a_language(tmp_path: Path) -> None:
    out = tmp_path / "cards.pdf"
    file = scenarios_folder() / "pegasus-bridge.yaml"
    assert main(["cards", str(file), str(out), "--texts", "fr", "--paper", "letter"]) == 0
    assert "Bridge" in text_of_pdf(out.read_bytes())

"""Differences as text: special rules are named by their form labels, and summaries are one line."""

from __future__ import annotations

import re

import pytest

from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.catalogue.catalogue_types import Layer
from m44core.comparing.compare import compare_scenarios
from m44core.comparing.difference_text import change_message, difference_summary, piece_message
from m44core.comparing.differences import Change
from m44core.io.schema.schemas import rule_labels
from m44core.messages.renderers import renderer_in
from m44core.model.edits import new_scenario, paint, set_label
from m44core.model.rule_declarations import Declaration, declarations
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Piece

_LATIN = re.compile(r"[A-Za-z]{2,}")
_NAMES = re.compile("Gung Ho|Furia francese|Terrain Pack")  # of the publisher's, in any language
_LAYERS = {
    "terrain": Layer.TERRAIN,
    "structure": Layer.STRUCTURE,
    "obstacle": Layer.OBSTACLE,
    "unit": Layer.UNIT,
    "tags": Layer.TAG,
}
_BEHAVIORS = [
    (layer, key) for layer, layer_type in _LAYERS.items() for key in rule_labels(layer_type)
]


@pytest.mark.parametrize(("layer", "key"), _BEHAVIORS, ids=str)
def test_a_special_rule_of_a_piece_is_fully_translated(layer: str, key: str) -> None:
    sentence_text = renderer_in("ru").render(
        piece_message(layer, {"is": "", "behaves": key}, base_catalogue())
    )
    assert not _LATIN.search(sentence_text)


def test_an_unknown_rule_is_shown_as_written() -> None:
    sentence_text = renderer_in("en").render(
        piece_message("terrain", {"is": "hill", "behaves": "m44:MY_RULE"}, base_catalogue())
    )
    assert sentence_text == "Hill (special rule “My rule”)"


@pytest.mark.parametrize("declaration", [*declarations()], ids=lambda declaration: declaration.key)
def test_a_special_rule_of_a_scenario_is_fully_translated(declaration: Declaration) -> None:
    change = Change(("briefing", "options", declaration.key), None, declaration.example)
    sentence_text = renderer_in("ru").render(change_message(change))
    assert not _LATIN.search(_NAMES.sub("", sentence_text))


EMPTY = new_scenario()


def short_differences(after: Scenario) -> str:
    return renderer_in("en").render(difference_summary(compare_scenarios(EMPTY, after), 2))


def scenario_with_painted_hexes(*names: str) -> Scenario:
    hexes = [EMPTY.board.hex(name) for name in names]
    return paint(EMPTY, Layer.TERRAIN, Piece("woods"), hexes)


def test_a_few_differences_are_listed() -> None:
    assert short_differences(scenario_with_painted_hexes("C5")) == "+ C5 terrain: Forest"


def test_of_many_differences_the_first_are_listed_and_the_rest_counted() -> None:
    labelled_scenario = set_label(
        scenario_with_painted_hexes("C5", "C7", "C9"), EMPTY.board.hex("A1"), ("Mill",)
    )
    sentence_text = short_differences(labelled_scenario)
    assert sentence_text.endswith(" and 2 more")
    assert sentence_text.count("+") == 2


def test_different_notation_of_the_same_scenario_is_reported() -> None:
    assert short_differences(EMPTY) == "Only the file formatting differs"

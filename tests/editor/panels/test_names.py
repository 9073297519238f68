"""What the panels take from our data, in the languages of the window."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from m44core.catalogue.load import load_catalogue
from m44core.catalogue.types import Layer
from m44core.io.schema.described import described_rules
from m44core.messages.languages import languages
from m44core.messages.message import Message
from m44core.messages.translated import translation_of
from m44core.messages.words import words
from m44core.model.declared import declarations
from m44editor.board.describe import called
from m44editor.panels.names import from_data, piece_label, units_of

SAME = {"Bunkers", "Obstacles", "Oasis", "Wittmann"}  # as French as they are English


def texts() -> Iterator[str]:
    """Yield what the panels say of pieces and special rules in the words of our data."""
    catalogue = load_catalogue()
    yield from catalogue.groups.values()
    yield from (units_of(nation).text for nation in catalogue.nations.values())
    yield from (element.summary for element in catalogue.elements.values() if element.summary)
    for known in (*catalogue.behaviors.values(), *catalogue.unit_behaviors.values()):
        yield from (known.label, known.summary)  # type: ignore[attr-defined]  # of both kinds
    for layer in Layer:
        for rule in described_rules(layer).values():
            yield from (rule.label, rule.sentence)
    for declared in declarations():
        yield from (declared.label, declared.summary)
        for part in declared.value.parts:
            yield from (part.label, part.says, *part.hints.values())


@pytest.mark.parametrize("code", [code for code in languages() if code != "en"])
def test_translators_know_what_our_data_says_of_pieces_and_rules(code: str) -> None:
    told = words(code)
    left = {text for text in texts() if told.render(from_data(text)) == text}
    assert left <= SAME


@pytest.mark.parametrize("code", [code for code in languages() if code != "en"])
def test_translators_know_what_lists_call_a_piece(code: str) -> None:
    find = translation_of(languages()[code]).find
    elements = load_catalogue().elements.values()
    assert [e.name for e in elements if not find(piece_label(e), "")] == []
    on_the_board = {e.name: called(e.name, e.layer) for e in elements}
    said = {name: label for name, label in on_the_board.items() if isinstance(label, Message)}
    assert said.keys() == on_the_board.keys()
    assert [name for name, label in said.items() if not find(label, "")] == []


def test_a_piece_has_a_capital_where_its_name_stands_alone() -> None:
    woods = piece_label(load_catalogue().elements["woods"])
    assert (words("en").render(woods), words("fr").render(woods)) == ("Forest", "Forêt")

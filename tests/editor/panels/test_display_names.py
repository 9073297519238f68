"""Names from our data in panels: pieces, boxes and special rules."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.catalogue.catalogue_types import Layer
from m44core.io.schema.schemas import rule_labels
from m44core.messages.gettext_catalogue import completeness
from m44core.messages.languages import languages
from m44core.messages.renderers import renderer_in
from m44core.model.rule_declarations import declarations
from m44editor.board.hex_descriptions import piece_label
from m44editor.checks.boxes_dialog import BoxesDialog
from m44editor.interface_text import sentence, set_language, translated
from m44editor.panels.display_names import message_from_data, nation_units_label
from m44editor.panels.palette_model import PaletteModel, tool_tip
from m44editor.panels.properties.selected_pieces import kind_options

SAME_IN_ENGLISH = {  # texts that are the same in a translation as in English
    *("Attrition", "Blitz", "Bunkers", "Face", "Furia francese", "Gung Ho!", "Obstacles", "Oasis"),
    *("Sections", "US Marine Corps", "Wittmann"),
}
COMPLETE = [
    code
    for code, language_info in languages().items()
    if completeness(language_info).get("pieces") == completeness(language_info).get("window") == 100
]


def displayed_data_texts() -> Iterator[str]:
    """Yield the texts of our data that are shown in panels."""
    catalogue = base_catalogue()
    yield from catalogue.groups.values()
    yield from (nation_units_label(nation).text for nation in catalogue.nations.values())
    yield from (element.summary for element in catalogue.elements.values() if element.summary)
    for behavior in (*catalogue.behaviors.values(), *catalogue.special_types_by_behavior.values()):
        yield from (behavior.label, behavior.summary)  # type: ignore[attr-defined]  # of both kinds
    for layer in Layer:
        for rule in rule_labels(layer).values():
            yield from (rule.label, rule.description)
    for declaration in declarations():
        yield from (declaration.label, declaration.summary)
        for part in declaration.value.parts:
            yield from (part.label, part.description, *part.hints.values())


@pytest.mark.parametrize("code", COMPLETE)
def test_all_displayed_texts_of_the_data_are_translated(code: str) -> None:
    renderer = renderer_in(code)
    untranslated_texts = {
        text for text in displayed_data_texts() if renderer.render(message_from_data(text)) == text
    }
    assert untranslated_texts <= SAME_IN_ENGLISH


@pytest.fixture
def in_french() -> Iterator[None]:
    """Switch the interface to French for a test."""
    set_language("fr")
    yield
    set_language("en")


@pytest.mark.usefixtures("in_french")
def test_panels_and_board_show_translated_piece_names() -> None:
    french, catalogue = renderer_in("fr"), base_catalogue()
    names = {each.name: french.render(each.title) for each in catalogue.elements.values()}
    assert {name: piece_label(name, catalogue) for name in names} == names
    assert list(PaletteModel(catalogue).labels) == list(names.values())
    options = [option for layer in Layer for option in kind_options(layer, (), catalogue)]
    assert {option.value: translated(option.label) for option in options} == names
    assert names["woods"] == "Forêt"


@pytest.mark.usefixtures("in_french")
def test_boxes_are_shown_with_translated_names(qtbot: QtBot) -> None:
    dialog = BoxesDialog(None)
    qtbot.addWidget(dialog)
    labels = [label.text() for label in dialog.findChildren(QLabel)]
    assert {"Boîte de base", "Plateau hiver et désert"} <= set(labels)
    assert sentence(base_catalogue().box_name("base")) == "Jeu de base"
    assert "Jeu de base" in tool_tip(base_catalogue(), base_catalogue().elements["woods"])

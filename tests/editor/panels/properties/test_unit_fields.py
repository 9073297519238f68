"""Every special unit of the catalogue can be created with the mouse."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QComboBox
from pytestqt.qtbot import QtBot
from tests.editor.panels.properties.test_properties_panel import G5, PropertiesDriver

from m44core.board import BOARDS, BoardType
from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.catalogue.unit_traits import SpecialUnitType
from m44core.hexes import Hex
from m44core.model.scenario_parts import HexContent, Unit
from m44editor.interface_text import translated


def special_unit_entries(special: SpecialUnitType) -> Iterator[tuple[str, str]]:
    """Yield the labels of the fields that make a unit special, each with the entry to choose."""
    if special.equipment:
        yield "Equipment", translated(special.title)
    for badge in special.badges:
        yield "Badge", translated(base_catalogue().elements[badge].title)


def test_every_special_unit_can_be_chosen_from_a_list(
    qtbot: QtBot, subtests: pytest.Subtests
) -> None:
    specials = [
        special for special in base_catalogue().specials if [*special_unit_entries(special)]
    ]
    units = sorted({unit for special in specials for unit in special.of})
    hexes_of_units = dict(zip(units, BOARDS[BoardType.STANDARD].hexes, strict=False))
    contents = {hex_: HexContent(unit=Unit(unit)) for unit, hex_ in hexes_of_units.items()}
    properties_driver = PropertiesDriver(qtbot, contents)
    for special in specials:
        with subtests.test(special.name):
            for label, entry in special_unit_entries(special):
                assert any(
                    is_offered_to(properties_driver, hexes_of_units[unit], label, entry)
                    for unit in sorted(special.of)
                ), entry


def is_offered_to(driver: PropertiesDriver, hex_: Hex, label: str, entry: str) -> bool:
    driver.select(hex_)
    return is_offered(driver, label, entry)


def is_offered(properties_driver: PropertiesDriver, label: str, entry: str) -> bool:
    box = properties_driver.row(label).box
    assert isinstance(box, QComboBox)
    box.showPopup()  # fills the list
    box.hidePopup()
    return box.findText(entry) >= 0


def test_equipment_is_chosen_and_its_rule_explained(qtbot: QtBot) -> None:
    properties_driver = PropertiesDriver(qtbot, {G5: HexContent(unit=Unit("gunger"))})
    properties_driver.select(G5)
    assert not is_offered(properties_driver, "Equipment", "Patrol car"), "no gun is one"
    properties_driver.choose("Equipment", "Nebelwerfer")
    assert properties_driver.content().unit == Unit("gunger", equipment="nebelwerfer")
    assert "Rocket artillery" in properties_driver.row("Equipment").box.toolTip()


@pytest.mark.parametrize(
    ("unit", "badge", "effects"),
    [
        ("inf2ger", "badge41", ("Early war: Moves 1 or 2 hexes", "Late war: Moves")),
        (
            "infger",
            "badge7",
            ("In close assault, terrain does not reduce its dice.",),
        ),
        ("inf2us", "badge9", ("Distinguishes special forces or elite armor",)),
    ],
)
def test_a_badge_explains_its_effect_on_the_unit(
    qtbot: QtBot, unit: str, badge: str, effects: tuple[str, ...]
) -> None:
    properties_driver = PropertiesDriver(qtbot, {G5: HexContent(unit=Unit(unit, badge=badge))})
    properties_driver.select(G5)
    tip = properties_driver.row("Badge").box.toolTip()
    assert [words for words in effects if words not in tip] == []


def test_units_of_several_kinds_change_their_nation_in_one_step(qtbot: QtBot) -> None:
    units = (Unit("infus", figures=3), Unit("tankus"), Unit("gunus"))
    hexes = BOARDS[BoardType.STANDARD].hexes[:3]
    driver = PropertiesDriver(
        qtbot, {hex_: HexContent(unit=unit) for hex_, unit in zip(hexes, units, strict=True)}
    )
    driver.select(*hexes)
    driver.choose("Nation", "British units")
    assert [driver.document.scenario.at(hex_).unit for hex_ in hexes] == [
        Unit("infbrit", figures=3),
        Unit("tankbrit"),
        Unit("gunbrit"),
    ]
    assert driver.document.undo_stack.count() == 1

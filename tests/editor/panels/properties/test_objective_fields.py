"""Objective medals, exit markers and special rules of pieces, in the properties panel."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox
from pytestqt.qtbot import QtBot
from tests.editor.panels.properties.test_properties_panel import (
    G5,
    PropertiesDriver,
    focused_widget,
)

from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.catalogue.catalogue_types import Side
from m44core.hexes import Hex
from m44core.io.files.file_reader import read_file
from m44core.model.exit_markers import exit_markers
from m44core.model.objective_medals import holding_terms_of
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, MedalTerms, Piece, Tag, Unit
from m44core.resources import scenarios_folder
from m44editor.interface_text import translated
from m44editor.panels.forms.fields import Option
from m44editor.panels.forms.inputs import HexesBox
from m44editor.panels.properties.objective_fields import KINDS, Kind, kind_of, with_kind

H5 = Hex(14, 4)


def driver_with_content(qtbot: QtBot, content: HexContent) -> PropertiesDriver:
    properties_driver = PropertiesDriver(qtbot, {G5: content})
    properties_driver.select(G5)
    return properties_driver


def driver_with_tag(qtbot: QtBot, tag: Tag) -> PropertiesDriver:
    return driver_with_content(qtbot, HexContent(tags=(tag,)))


def selected_tag(properties_driver: PropertiesDriver) -> Tag:
    (tag,) = properties_driver.content().tags
    return tag


def rule_tooltips(properties_driver: PropertiesDriver) -> dict[str, str]:
    """Return the tooltips of the special rules in the list, keyed by their labels."""
    box = properties_driver.row("Special rule").box
    assert isinstance(box, QComboBox)
    tips = Qt.ItemDataRole.ToolTipRole
    return {box.itemText(n): box.itemData(n, tips) for n in range(1, box.count())}


@pytest.mark.parametrize("name", ["medal0", "medal1", "medal2"])
def test_every_kind_of_objective_is_chosen_from_a_list(
    qtbot: QtBot, name: str, subtests: pytest.Subtests
) -> None:
    """V-MED-01 to V-MED-07: the engine understands the chosen terms, and they are shown."""
    tag = Tag(name, medal=MedalTerms(counts_for=2))
    properties_driver = driver_with_tag(qtbot, tag)
    for kind in KINDS:
        with subtests.test(kind.text):
            properties_driver.show(Scenario(hexes={G5: HexContent(tags=(tag,))}))
            properties_driver.select(G5)
            choose_kind(properties_driver, kind, Side.AXIS if name == "medal0" else None)


def choose_kind(properties_driver: PropertiesDriver, kind: Option[Kind], side: Side | None) -> None:
    """Choose a kind of objective in the list, for a side if it needs one, and check the tag."""
    name = selected_tag(properties_driver).name
    properties_driver.choose("Objective", kind.text)
    if side:
        properties_driver.choose("Side", "Axis")
    terms = holding_terms_of(selected_tag(properties_driver), base_catalogue().elements[name].side)
    assert terms
    assert {term for term in kind.value if not getattr(terms, term)} == set()
    assert terms.side is side
    assert kind_of(selected_tag(properties_driver), base_catalogue()) == kind.value
    assert properties_driver.row("Objective").box.toolTip().startswith(translated(kind.tip))


def test_choosing_a_kind_is_one_step_and_replaces_the_previous_one(qtbot: QtBot) -> None:
    medal = MedalTerms(permanent=True, turn_start=True, extra={"odd": 1})
    properties_driver = driver_with_tag(qtbot, Tag("medal1", medal=medal))
    assert properties_driver.row("Objective").box.currentText() == "Permanent, at turn start"  # type: ignore[union-attr]  # this row has such a box
    properties_driver.row("Objective").box.setFocus()
    QTest.keyClick(focused_widget(), Qt.Key.Key_Down)
    assert selected_tag(properties_driver).medal == MedalTerms(majority=True, extra={"odd": 1})
    assert properties_driver.document.undo_stack.count() == 1
    assert properties_driver.row("odd").field.value == 1


def test_another_combination_of_terms_is_named_and_preserved(qtbot: QtBot) -> None:
    medal = MedalTerms(permanent=True, majority=True, extra={"turn_start": False})
    properties_driver = driver_with_tag(qtbot, Tag("medal1", medal=medal))
    box = properties_driver.row("Objective").box
    assert isinstance(box, QComboBox)
    assert box.currentText() == "Permanent, majority"
    properties_driver.type_into("Worth", "3")
    assert kind_of(selected_tag(properties_driver), base_catalogue()) == ("permanent", "majority")


def test_a_medal_for_either_side_can_be_limited_to_one(qtbot: QtBot) -> None:
    properties_driver = driver_with_tag(qtbot, Tag("medal0"))
    properties_driver.choose("Side", "Allies")
    assert selected_tag(properties_driver) == Tag("medal0", medal=MedalTerms(side=Side.ALLIES))
    properties_driver.choose("Side", "Either")
    assert selected_tag(properties_driver) == Tag("medal0", medal=MedalTerms())


def test_a_medal_of_one_side_has_no_side_field(qtbot: QtBot) -> None:
    properties_driver = driver_with_tag(qtbot, Tag("medal1"))
    assert "Side" not in [row.label.text() for row in properties_driver.rows()]


@pytest.mark.parametrize(
    ("behavior", "kind", "side"),
    [
        ("hex-majority-medal", ("majority",), None),
        ("permanent-medal-axis", ("permanent",), "AXIS"),
        ("permanent-medal-allies", ("permanent",), "ALLIES"),
    ],
)
def test_objective_behaviors_of_older_files_are_shown_as_kinds_and_replaced_by_terms(
    behavior: str, kind: Kind, side: str | None
) -> None:
    """D-13: older files express terms as behaviors."""
    tag = Tag("medal0", behavior)
    assert kind_of(tag, base_catalogue()) == kind
    medal = MedalTerms(sole_control=True, side=Side(side) if side else None)
    assert with_kind(tag, ("sole_control",), base_catalogue()) == Tag("medal0", medal=medal)


def test_the_number_of_hexes_needed_and_the_group_can_be_typed(qtbot: QtBot) -> None:
    properties_driver = driver_with_tag(qtbot, Tag("medal1"))
    properties_driver.type_into("Hexes needed", "2")
    properties_driver.type_into("Group", "h5 E5")
    assert selected_tag(properties_driver) == Tag(
        "medal1", group=(H5, Hex(8, 4)), medal=MedalTerms(hexes_needed=2)
    )


def test_hexes_selected_together_with_a_medal_become_its_group(qtbot: QtBot) -> None:
    properties_driver = driver_with_tag(qtbot, Tag("medal1"))
    properties_driver.select(H5, G5, Hex(8, 4))
    properties_driver.press("Use the other selected hexes")
    assert selected_tag(properties_driver).group == (Hex(8, 4), H5)
    assert properties_driver.document.undo_stack.count() == 1


@pytest.mark.parametrize("hexes", [(G5,), (G5, H5)])
def test_no_hexes_can_be_inserted_if_all_selected_ones_have_the_medal(
    qtbot: QtBot, hexes: tuple[Hex, ...]
) -> None:
    properties_driver = PropertiesDriver(
        qtbot, {hex_: HexContent(tags=(Tag("medal1"),)) for hex_ in hexes}
    )
    properties_driver.select(*hexes)
    box = properties_driver.row("Group").box
    assert isinstance(box, HexesBox)
    assert not box.button.isEnabled()


def test_the_side_and_the_group_of_an_exit_marker_can_be_set(qtbot: QtBot) -> None:
    """Rules: V-EXIT-01 to V-EXIT-03."""
    properties_driver = driver_with_tag(qtbot, Tag("tag4"))
    properties_driver.choose("Side", "Allies")
    properties_driver.type_into("Group", "A9, B9")
    board = properties_driver.document.scenario.board
    (marker,) = exit_markers(properties_driver.document.scenario)
    assert marker.side is Side.ALLIES
    assert [board.name(hex_) for hex_ in marker.hexes] == ["G5", "A9", "B9"]


def test_a_medals_own_hex_typed_into_its_group_is_left_out(qtbot: QtBot) -> None:
    properties_driver = driver_with_tag(qtbot, Tag("medal1"))
    properties_driver.type_into("Group", "G5, H5")
    assert selected_tag(properties_driver).group == (H5,)


def test_sandbags_can_become_a_sea_wall_owned_by_a_side(qtbot: QtBot) -> None:
    properties_driver = driver_with_content(qtbot, HexContent(obstacle=Piece("sand")))
    assert list(rule_tooltips(properties_driver)) == ["Sea wall"]
    properties_driver.choose("Special rule", "Sea wall")
    properties_driver.choose("Owner", "Allies")
    assert properties_driver.content().obstacle == Piece(
        "sand", owner=Side.ALLIES, behavior="seawall"
    )
    assert properties_driver.document.undo_stack.count() == 2


@pytest.mark.parametrize(
    ("content", "rule"),
    [
        (HexContent(terrain=Piece("hills")), "Cliff"),
        (HexContent(terrain=Piece("hills")), "Bluff"),
        (HexContent(terrain=Piece("hills")), "Steep hill"),
        (HexContent(terrain=Piece("woods")), "Impassable hill"),
        (HexContent(terrain=Piece("mountain")), "Impassable hill that blocks artillery"),
        (HexContent(terrain=Piece("curve")), "Wide river"),
        (HexContent(structure=Piece("bridge")), "Bridge section"),
        (HexContent(unit=Unit("tank2ger")), "Worth two medals"),
        (HexContent(unit=Unit("inf2us")), "French Resistance"),
        (HexContent(unit=Unit("tankger")), "Armor limited to two hexes"),
        (HexContent(unit=Unit("infger")), "Cannot exit"),
        (HexContent(tags=(Tag("tag4"),)), "Exit marker"),
    ],
)
def test_a_piece_is_offered_its_possible_rules_with_their_sentences(
    qtbot: QtBot, content: HexContent, rule: str
) -> None:
    properties_driver = driver_with_content(qtbot, content)
    sentence = rule_tooltips(properties_driver)[rule]
    properties_driver.choose("Special rule", rule)
    assert sentence.endswith(".")
    assert properties_driver.row("Special rule").box.toolTip() == sentence
    assert properties_driver.document.undo_stack.count() == 1


@pytest.mark.parametrize(
    ("content", "rule"),
    [
        (HexContent(terrain=Piece("woods")), "Wide river"),
        (HexContent(structure=Piece("bunker")), "Bridge section"),
        (HexContent(obstacle=Piece("wire")), "Sea wall"),
        (HexContent(unit=Unit("infus")), "French Resistance"),
        (HexContent(unit=Unit("infus")), "Armor limited to two hexes"),
        (HexContent(unit=Unit("tankus")), "Slow elite armor"),
        (HexContent(tags=(Tag("medal1"),)), "Exit marker"),
        (HexContent(tags=(Tag("tag4"),)), "Minefield"),
    ],
)
def test_a_rule_is_not_offered_to_a_piece_that_cannot_have_it(
    qtbot: QtBot, content: HexContent, rule: str
) -> None:
    assert rule not in rule_tooltips(driver_with_content(qtbot, content))


def test_an_unsuitable_rule_that_a_piece_has_is_listed(qtbot: QtBot) -> None:
    properties_driver = driver_with_content(
        qtbot, HexContent(terrain=Piece("woods", behavior="wide-river"))
    )
    assert properties_driver.row("Special rule").box.currentText() == "Wide river"  # type: ignore[union-attr]  # this row has such a box


def test_a_rule_the_playtest_supports_has_no_caveat(qtbot: QtBot) -> None:
    properties_driver = driver_with_content(qtbot, HexContent(structure=Piece("bridge")))
    assert (
        rule_tooltips(properties_driver)["Bridge that can be blown up"]
        == "Used as any other bridge until it is destroyed, as the special rules say."
    )


def test_several_units_show_the_special_rules_they_share(qtbot: QtBot) -> None:
    properties_driver = PropertiesDriver(
        qtbot, {G5: HexContent(unit=Unit("inf2us")), H5: HexContent(unit=Unit("tankger"))}
    )
    properties_driver.select(G5, H5)
    assert list(rule_tooltips(properties_driver)) == [
        "Worth two medals",
        "Ignores one flag",
        "Cannot exit",
    ]


@pytest.mark.parametrize("path", sorted(scenarios_folder().glob("*.yaml")), ids=lambda p: p.stem)
def test_every_special_rule_of_the_base_scenarios_has_a_name(qtbot: QtBot, path: Path) -> None:
    scenario = read_file(path).scenario
    assert scenario
    properties_driver = PropertiesDriver(qtbot, dict(scenario.hexes))
    for hex_, content in scenario.hexes.items():
        pieces = [content.terrain, content.structure, content.obstacle, content.unit]
        if any(piece and piece.behavior for piece in pieces):
            properties_driver.select(hex_)
            rows = [row for row in properties_driver.rows() if row.label.text() == "Special rule"]
            rule_names = [row.box.currentText() for row in rows]  # type: ignore[union-attr]  # this row has such a box
            assert not any(text.isupper() for text in rule_names), rule_names


def test_the_focus_stays_at_a_rule_that_adds_the_owner_field(qtbot: QtBot) -> None:
    properties_driver = driver_with_content(qtbot, HexContent(obstacle=Piece("sand")))
    box = properties_driver.row("Special rule").box
    QTest.mouseClick(box, Qt.MouseButton.LeftButton, pos=QPoint(8, 8))
    QTest.keyClick(box, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(focused_widget(), "sea wall")
    QTest.keyClick(focused_widget(), Qt.Key.Key_Return)
    assert properties_driver.row("Owner")
    assert properties_driver.row("Special rule").box.hasFocus()

"""Objective medals, exit markers and special rules of pieces, in the properties panel."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox
from pytestqt.qtbot import QtBot
from tests.editor.panels.properties.test_properties_panel import G5, Desk, focused

from m44core.catalogue.load import base_catalogue
from m44core.catalogue.types import Side
from m44core.hexes import Hex
from m44core.io.files.open import read_file
from m44core.model.exit_markers import exit_markers
from m44core.model.objective_medals import terms_of
from m44core.model.parts import HexContent, MedalTerms, Piece, Tag, Unit
from m44core.resources import scenarios_folder
from m44editor.interface_text import translated
from m44editor.panels.forms.fields import Option
from m44editor.panels.forms.inputs import HexesBox
from m44editor.panels.properties.objective_fields import KINDS, Kind, kind_of, with_kind

H5 = Hex(14, 4)


def desk_on(qtbot: QtBot, content: HexContent) -> Desk:
    desk = Desk(qtbot, {G5: content})
    desk.select(G5)
    return desk


def desk_with_tag(qtbot: QtBot, tag: Tag) -> Desk:
    return desk_on(qtbot, HexContent(tags=(tag,)))


def the_tag(desk: Desk) -> Tag:
    (tag,) = desk.content().tags
    return tag


def rules_offered(desk: Desk) -> dict[str, str]:
    """Return the tooltips of the special rules in the list, keyed by their labels."""
    box = desk.row("Special rule").box
    assert isinstance(box, QComboBox)
    tips = Qt.ItemDataRole.ToolTipRole
    return {box.itemText(n): box.itemData(n, tips) for n in range(1, box.count())}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.text)
@pytest.mark.parametrize("name", ["medal0", "medal1", "medal2"])
def test_every_kind_of_objective_is_chosen_from_a_list(
    qtbot: QtBot, kind: Option[Kind], name: str
) -> None:
    """V-MED-01 to V-MED-07: the engine understands the chosen terms, and they are shown."""
    side = Side.AXIS if name == "medal0" else None
    desk = desk_with_tag(qtbot, Tag(name, medal=MedalTerms(counts_for=2)))
    desk.choose("Objective", kind.text)
    if side:
        desk.choose("Side", "Axis")
    terms = terms_of(the_tag(desk), base_catalogue().elements[name].side)
    assert terms
    assert {term for term in kind.value if not getattr(terms, term)} == set()
    assert terms.side is side
    assert kind_of(the_tag(desk), base_catalogue()) == kind.value
    assert desk.row("Objective").box.toolTip().startswith(translated(kind.tip))


def test_choosing_a_kind_is_one_step_and_replaces_the_previous_one(qtbot: QtBot) -> None:
    medal = MedalTerms(permanent=True, turn_start=True, extra={"odd": 1})
    desk = desk_with_tag(qtbot, Tag("medal1", medal=medal))
    assert desk.row("Objective").box.currentText() == "Permanent, at turn start"  # type: ignore[union-attr]  # this row has such a box
    desk.row("Objective").box.setFocus()
    QTest.keyClick(focused(), Qt.Key.Key_Down)
    assert the_tag(desk).medal == MedalTerms(majority=True, extra={"odd": 1})
    assert desk.document.undo_stack.count() == 1
    assert desk.row("odd").field.value == 1


def test_another_combination_of_terms_is_named_and_preserved(qtbot: QtBot) -> None:
    medal = MedalTerms(permanent=True, majority=True, extra={"turn_start": False})
    desk = desk_with_tag(qtbot, Tag("medal1", medal=medal))
    box = desk.row("Objective").box
    assert isinstance(box, QComboBox)
    assert box.currentText() == "Permanent, majority"
    desk.type_into("Worth", "3")
    assert kind_of(the_tag(desk), base_catalogue()) == ("permanent", "majority")


def test_a_medal_for_either_side_can_be_limited_to_one(qtbot: QtBot) -> None:
    desk = desk_with_tag(qtbot, Tag("medal0"))
    desk.choose("Side", "Allies")
    assert the_tag(desk) == Tag("medal0", medal=MedalTerms(side=Side.ALLIES))
    desk.choose("Side", "Either")
    assert the_tag(desk) == Tag("medal0", medal=MedalTerms())


def test_a_medal_of_one_side_has_no_side_field(qtbot: QtBot) -> None:
    desk = desk_with_tag(qtbot, Tag("medal1"))
    assert "Side" not in [row.label.text() for row in desk.rows()]


@pytest.mark.parametrize(
    ("behavior", "kind", "side"),
    [
        ("hex-majority-medal", ("majority",), None),
        ("permanent-medal-axis", ("permanent",), "AXIS"),
        ("permanent-medal-allies", ("permanent",), "ALLIES"),
    ],
)
def test_older_words_are_shown_as_kinds_and_give_way_to_terms(
    behavior: str, kind: Kind, side: str | None
) -> None:
    """D-13: older files express terms as behaviors."""
    tag = Tag("medal0", behavior)
    assert kind_of(tag, base_catalogue()) == kind
    medal = MedalTerms(sole_control=True, side=Side(side) if side else None)
    assert with_kind(tag, ("sole_control",), base_catalogue()) == Tag("medal0", medal=medal)


def test_the_number_of_hexes_and_their_names_are_typed(qtbot: QtBot) -> None:
    desk = desk_with_tag(qtbot, Tag("medal1"))
    desk.type_into("Hexes needed", "2")
    desk.type_into("Group", "h5 E5")
    assert the_tag(desk) == Tag("medal1", group=(H5, Hex(8, 4)), medal=MedalTerms(hexes_needed=2))


def test_hexes_selected_together_with_a_medal_become_its_group(qtbot: QtBot) -> None:
    desk = desk_with_tag(qtbot, Tag("medal1"))
    desk.select(H5, G5, Hex(8, 4))
    desk.press("Use the other selected hexes")
    assert the_tag(desk).group == (Hex(8, 4), H5)
    assert desk.document.undo_stack.count() == 1


@pytest.mark.parametrize("hexes", [(G5,), (G5, H5)])
def test_no_hexes_can_be_inserted_if_all_selected_ones_have_the_medal(
    qtbot: QtBot, hexes: tuple[Hex, ...]
) -> None:
    desk = Desk(qtbot, {hex_: HexContent(tags=(Tag("medal1"),)) for hex_ in hexes})
    desk.select(*hexes)
    box = desk.row("Group").box
    assert isinstance(box, HexesBox)
    assert not box.button.isEnabled()


def test_the_side_and_the_group_of_an_exit_marker_can_be_set(qtbot: QtBot) -> None:
    """Rules: V-EXIT-01 to V-EXIT-03."""
    desk = desk_with_tag(qtbot, Tag("tag4"))
    desk.choose("Side", "Allies")
    desk.type_into("Group", "A9, B9")
    board = desk.document.scenario.board
    (marker,) = exit_markers(desk.document.scenario)
    assert marker.side is Side.ALLIES
    assert [board.name(hex_) for hex_ in marker.hexes] == ["G5", "A9", "B9"]


def test_the_own_hex_of_a_medal_may_be_typed_into_its_group(qtbot: QtBot) -> None:
    desk = desk_with_tag(qtbot, Tag("medal1"))
    desk.type_into("Group", "G5, H5")
    assert the_tag(desk).group == (H5,)


def test_a_sea_wall_is_made_of_sandbags_and_given_to_a_side(qtbot: QtBot) -> None:
    desk = desk_on(qtbot, HexContent(obstacle=Piece("sand")))
    assert list(rules_offered(desk)) == ["Sea wall"]
    desk.choose("Special rule", "Sea wall")
    desk.choose("Owner", "Allies")
    assert desk.content().obstacle == Piece("sand", owner=Side.ALLIES, behavior="seawall")
    assert desk.document.undo_stack.count() == 2


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
def test_a_piece_is_offered_the_rules_it_may_have_with_their_sentences(
    qtbot: QtBot, content: HexContent, rule: str
) -> None:
    desk = desk_on(qtbot, content)
    sentence = rules_offered(desk)[rule]
    desk.choose("Special rule", rule)
    assert sentence.endswith(".")
    assert desk.row("Special rule").box.toolTip() == sentence
    assert desk.document.undo_stack.count() == 1


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
    assert rule not in rules_offered(desk_on(qtbot, content))


def test_an_unsuitable_rule_that_a_piece_has_is_listed(qtbot: QtBot) -> None:
    desk = desk_on(qtbot, HexContent(terrain=Piece("woods", behavior="wide-river")))
    assert desk.row("Special rule").box.currentText() == "Wide river"  # type: ignore[union-attr]  # this row has such a box


def test_a_rule_the_playtest_supports_has_no_caveat(qtbot: QtBot) -> None:
    desk = desk_on(qtbot, HexContent(structure=Piece("bridge")))
    assert rules_offered(desk)["Bridge that can be blown up"] == "A bridge that a side may blow up."


def test_special_rules_of_different_units_are_those_they_share(qtbot: QtBot) -> None:
    desk = Desk(qtbot, {G5: HexContent(unit=Unit("inf2us")), H5: HexContent(unit=Unit("tankger"))})
    desk.select(G5, H5)
    assert list(rules_offered(desk)) == ["Worth two medals", "Ignores one flag", "Cannot exit"]


@pytest.mark.parametrize("path", sorted(scenarios_folder().glob("*.yaml")), ids=lambda p: p.stem)
def test_every_special_rule_of_the_base_scenarios_has_a_name(qtbot: QtBot, path: Path) -> None:
    scenario = read_file(path).scenario
    assert scenario
    desk = Desk(qtbot, dict(scenario.hexes))
    for hex_, content in scenario.hexes.items():
        pieces = [content.terrain, content.structure, content.obstacle, content.unit]
        if any(piece and piece.behavior for piece in pieces):
            desk.select(hex_)
            rows = [row for row in desk.rows() if row.label.text() == "Special rule"]
            shown = [row.box.currentText() for row in rows]  # type: ignore[union-attr]  # this row has such a box
            assert not any(text.isupper() for text in shown), shown


def test_the_focus_stays_at_a_rule_that_adds_the_owner_field(qtbot: QtBot) -> None:
    desk = desk_on(qtbot, HexContent(obstacle=Piece("sand")))
    box = desk.row("Special rule").box
    QTest.mouseClick(box, Qt.MouseButton.LeftButton, pos=QPoint(8, 8))
    QTest.keyClick(box, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(focused(), "sea wall")
    QTest.keyClick(focused(), Qt.Key.Key_Return)
    assert desk.row("Owner")
    assert desk.row("Special rule").box.hasFocus()

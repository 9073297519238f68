"""The special rules of the base game in the briefing panel, driven by mouse and keyboard."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QToolButton
from pytestqt.qtbot import QtBot
from tests.core.m44_special_rules import briefing_of
from tests.editor.interface_texts import untranslated_texts
from tests.editor.panels.test_briefing_panel import BriefingDriver, focused_widget

from m44core.catalogue.catalogue_types import Side
from m44core.io.files.file_reader import read_file
from m44core.io.m44.encode import written_options, written_victory
from m44core.model.rule_declarations import declarations
from m44core.model.scenario_parts import Briefing
from m44core.model.special_rules import HexGroup
from m44core.resources import scenarios_folder
from m44core.rules.scenario_options import scenario_options
from m44editor.documents.hex_selection import Selection
from m44editor.interface_text import tr, translated
from m44editor.panels.forms.field_row import FieldRow
from m44editor.panels.forms.inputs import HexesBox
from m44editor.theme import Theme, apply_theme

SUDDEN_DEATH = "group_sudden_death"
TAB, DOWN = Qt.Key.Key_Tab, Qt.Key.Key_Down
DROP = {"side": "ALLIES", "center": "G5", "range": 4, "nbr_units": 4, "unit": {"name": "infus"}}
SUDDEN_DEATH_GROUP = {"side": "ALLIES", "number": 2, "group": ["g8", "G9", "F9"]}


def driver_with_rules(qtbot: QtBot, **rules: object) -> BriefingDriver:
    return BriefingDriver(qtbot, briefing_of(rules))


def driver_with_sudden_deaths(qtbot: QtBot, *sudden_deaths: Mapping[str, object]) -> BriefingDriver:
    victory = {"condition": [{SUDDEN_DEATH: death} for death in sudden_deaths]}
    return BriefingDriver(qtbot, briefing_of(victory=victory))


def m44_options(briefing_driver: BriefingDriver) -> dict[str, Any]:
    """Return the options that would be written to the .m44 file."""
    return written_options(
        briefing_driver.briefing.special_rules, briefing_driver.document.scenario.board, {}
    )


def sudden_deaths(briefing_driver: BriefingDriver) -> list[Any]:
    rules, board = briefing_driver.briefing.special_rules, briefing_driver.document.scenario.board
    victory = written_victory(rules, briefing_driver.briefing.extra.get("victory"), board, {})
    return [each[SUDDEN_DEATH] for each in (victory or {"condition": []})["condition"]]  # type: ignore[index]  # JSON of any shape


def add_rule(briefing_driver: BriefingDriver, label: str) -> None:
    menu = briefing_driver.panel.add_button.menu()
    menu.aboutToShow.emit()
    next(action for action in menu.actions() if action.text() == label).trigger()


def field_at(briefing_driver: BriefingDriver, pointer: str) -> FieldRow:
    rows = [
        r
        for r in briefing_driver.panel.form.rows()
        if r.field.pointer == f"/briefing/options/{pointer}"
    ]
    assert len(rows) == 1, pointer
    return rows[0]


def press_button(briefing_driver: BriefingDriver, name: str) -> None:
    buttons = briefing_driver.panel.findChildren(QToolButton)
    button = next(b for b in buttons if b.accessibleName() == name and b.isVisible())
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def completion_popup() -> QAbstractItemView:
    """Return the open completion popup."""
    popup = QApplication.activePopupWidget()
    assert isinstance(popup, QAbstractItemView)
    return popup


def completions() -> list[str]:
    names = completion_popup().model()
    return [names.index(row, 0).data() for row in range(names.rowCount())]


def retype(row: FieldRow, text: str) -> None:
    row.box.setFocus()
    QTest.keyClick(focused_widget(), Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(focused_widget(), text)


def test_a_rule_is_added_and_removed_in_one_step_each(
    qtbot: QtBot, subtests: pytest.Subtests
) -> None:
    briefing_driver = driver_with_rules(qtbot)
    before, steps = briefing_driver.briefing, briefing_driver.document.undo_stack
    for rule in declarations():
        with subtests.test(rule.key):
            count = steps.count()
            add_rule(briefing_driver, rule.label)
            assert steps.count() == count + 1
            rows = briefing_driver.panel.form.rows()
            section = [row for row in rows if row.isAncestorOf(focused_widget())]
            assert section[0].field.pointer.startswith(f"/briefing/options/{rule.key}")
            press_button(briefing_driver, f"Remove: {rule.label}")
            assert briefing_driver.briefing == before
            assert steps.count() == count + 2


def test_the_menu_explains_each_rule_and_offers_none_twice(qtbot: QtBot) -> None:
    briefing_driver = driver_with_rules(qtbot, airdrop=DROP)
    menu = briefing_driver.panel.add_button.menu()
    menu.aboutToShow.emit()
    tips = {action.text(): action.toolTip() for action in menu.actions()}
    declared_rules = declarations()
    assert "Air drop" not in tips
    assert all(tips[d.label] == d.summary for d in declared_rules if d.key != "air-drop")


def test_every_term_of_an_air_drop_can_be_entered(qtbot: QtBot) -> None:
    briefing_driver = driver_with_rules(qtbot, airdrop=DROP)
    retype(field_at(briefing_driver, "air-drop/center"), "g4")
    retype(field_at(briefing_driver, "air-drop/range"), "3")
    retype(field_at(briefing_driver, "air-drop/units"), "5")
    retype(field_at(briefing_driver, "air-drop/unit/figures"), "3")
    briefing_driver.choose("Side", "Axis", number=2)
    briefing_driver.choose("Kind", "German infantry", number=1)
    unit = {"name": "infger", "nbr_units": 3}
    air_drop = {"side": "AXIS", "center": "g4", "range": 3, "nbr_units": 5, "unit": unit}
    assert m44_options(briefing_driver)["airdrop"] == air_drop
    assert briefing_driver.document.undo_stack.count() == 6


def test_an_air_drop_without_a_hex_is_aimed_by_its_side(qtbot: QtBot) -> None:
    briefing_driver = driver_with_rules(qtbot, airdrop=DROP)
    field_at(briefing_driver, "air-drop/center").box.setFocus()
    QTest.keyClick(focused_widget(), Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(focused_widget(), Qt.Key.Key_Delete)
    (drop,) = scenario_options(briefing_driver.document.scenario).airdrops
    assert drop.center is None


@pytest.mark.parametrize(
    ("text", "error_text"),
    [("Z5", "'Z5' is not a hex"), ("G5, g4", "Enter only one hex"), ("5G", "is not a hex")],
)
def test_an_invalid_hex_is_reported_at_the_field_and_changes_nothing(
    qtbot: QtBot, text: str, error_text: str
) -> None:
    briefing_driver = driver_with_rules(qtbot, airdrop=DROP)
    row = field_at(briefing_driver, "air-drop/center")
    retype(row, text)
    briefing_driver.leave()
    assert error_text in row.error_label.text()
    assert row.error_label.isVisible()
    assert m44_options(briefing_driver)["airdrop"] == DROP
    assert briefing_driver.document.undo_stack.count() == 0


def test_one_click_stops_the_reshuffling_of_the_deck(qtbot: QtBot) -> None:
    briefing_driver = driver_with_rules(qtbot, deck_reshuffling=True)
    briefing_driver.tick(field_at(briefing_driver, "deck-reshuffling"))
    assert not scenario_options(briefing_driver.document.scenario).reshuffles
    assert briefing_driver.document.undo_stack.undoText() == "Change “Discard pile”"


def test_the_winner_when_the_deck_runs_out_is_chosen_by_keyboard(qtbot: QtBot) -> None:
    briefing_driver = driver_with_rules(qtbot, deck_out_winner="AXIS")
    field_at(briefing_driver, "deck-out-winner").box.setFocus()
    QTest.keyClick(focused_widget(), DOWN)
    assert m44_options(briefing_driver) == {"deck_out_winner": "ALLIES"}


def test_extra_cards_are_rows_of_turns_and_numbers(qtbot: QtBot) -> None:
    briefing_driver = driver_with_rules(qtbot, draw_extra={"AXIS": [[1, 1]]})
    field_at(briefing_driver, "draw-extra/axis/1").box.setFocus()
    QTest.keyClick(focused_widget(), Qt.Key.Key_Space)
    assert focused_widget().accessibleName() == "Axis, turn"
    QTest.keyClicks(focused_widget(), "3")
    briefing_driver.leave()
    assert focused_widget().accessibleName() == "Axis, draw"
    QTest.keyClick(focused_widget(), Qt.Key.Key_Up)
    assert m44_options(briefing_driver) == {"draw_extra": {"AXIS": [[1, 1], [3, 2]]}}
    assert briefing_driver.document.undo_stack.count() == 3


def test_removing_a_row_of_extra_cards_keeps_the_focus_nearby(qtbot: QtBot) -> None:
    briefing_driver = driver_with_rules(
        qtbot, draw_extra={"AXIS": [[1, 1]], "ALLIES": [[2, 1], [4, 2]]}
    )
    row = field_at(briefing_driver, "draw-extra/allies/0")
    row.remove_button.setFocus()
    QTest.keyClick(row.remove_button, Qt.Key.Key_Space)
    assert m44_options(briefing_driver) == {"draw_extra": {"AXIS": [[1, 1]], "ALLIES": [[4, 2]]}}
    assert field_at(briefing_driver, "draw-extra/allies/0").isAncestorOf(focused_widget())
    QTest.mouseClick(
        field_at(briefing_driver, "draw-extra/axis/0").remove_button, Qt.MouseButton.LeftButton
    )
    assert m44_options(briefing_driver) == {"draw_extra": {"ALLIES": [[4, 2]]}}


def test_a_turn_that_is_not_a_number_is_reported_at_its_row(qtbot: QtBot) -> None:
    briefing_driver = driver_with_rules(qtbot, draw_extra={"AXIS": [[1, 1]]})
    retype(field_at(briefing_driver, "draw-extra/axis/0"), "0")
    briefing_driver.leave()
    error_label = field_at(briefing_driver, "draw-extra/axis/0").error_label.text()
    assert error_label == "Enter a whole number from 1 to 99"
    assert m44_options(briefing_driver) == {"draw_extra": {"AXIS": [[1, 1]]}}


def test_the_hexes_of_a_hill_are_typed_in_any_case(qtbot: QtBot) -> None:
    briefing_driver = driver_with_rules(qtbot, hill317=["L5"])
    retype(field_at(briefing_driver, "hill-317"), "l5, K4")
    assert m44_options(briefing_driver) == {"hill317": ["L5", "k4"]}
    assert briefing_driver.document.undo_stack.count() == 1


def test_a_rule_about_hexes_needs_at_least_one(qtbot: QtBot) -> None:
    briefing_driver = driver_with_rules(qtbot, hill317=["L5"])
    field_at(briefing_driver, "hill-317").box.setFocus()
    QTest.keyClick(focused_widget(), Qt.Key.Key_Delete)
    QTest.keyClick(focused_widget(), Qt.Key.Key_Backspace)
    QTest.keyClick(focused_widget(), Qt.Key.Key_Backspace)
    briefing_driver.leave()
    assert (
        field_at(briefing_driver, "hill-317").error_label.text()
        == "Enter at least one hex, such as G5"
    )
    assert m44_options(briefing_driver) == {"hill317": ["L5"]}


def test_the_last_of_several_hex_names_is_completed(qtbot: QtBot) -> None:
    briefing_driver = driver_with_rules(qtbot, hill317=["L5"])
    retype(field_at(briefing_driver, "hill-317"), "L5, m")
    assert completions() == [f"M{row}" for row in (9, 7, 5, 3, 1)]
    QTest.keyClick(completion_popup(), DOWN)
    QTest.keyClick(completion_popup(), Qt.Key.Key_Return)
    assert QApplication.activePopupWidget() is None
    assert m44_options(briefing_driver) == {"hill317": ["L5", "M9"]}


def test_tab_leaves_an_incomplete_name_and_reports_it(qtbot: QtBot) -> None:
    briefing_driver = driver_with_rules(qtbot, hill317=["L5"])
    row = field_at(briefing_driver, "hill-317")
    retype(row, "L5, m")
    QTest.keyClick(completion_popup(), TAB)
    assert QApplication.activePopupWidget() is None
    assert not row.box.hasFocus()
    assert "'m' is not a hex" in row.error_label.text()


def test_a_complete_name_gets_no_completion(qtbot: QtBot) -> None:
    briefing_driver = driver_with_rules(qtbot, hill317=["L5"])
    retype(field_at(briefing_driver, "hill-317"), "L5, m")
    QTest.keyClicks(focused_widget(), "7")
    assert QApplication.activePopupWidget() is None


def test_the_hexes_selected_on_the_board_are_inserted(qtbot: QtBot) -> None:
    briefing_driver = driver_with_rules(qtbot, hill317=["L5"])
    selection = Selection()
    briefing_driver.panel = type(briefing_driver.panel)(briefing_driver.document, selection)
    qtbot.addWidget(briefing_driver.panel)
    with qtbot.waitExposed(briefing_driver.panel):
        briefing_driver.panel.show()
    box = field_at(briefing_driver, "hill-317").box
    assert isinstance(box, HexesBox)
    assert not box.button.isEnabled()
    board = briefing_driver.document.scenario.board
    selection.select((board.hex("h4"), board.hex("G5")))
    QTest.mouseClick(box.button, Qt.MouseButton.LeftButton)
    assert m44_options(briefing_driver) == {"hill317": ["G5", "h4"]}
    assert briefing_driver.document.undo_stack.count() == 1
    add_rule(briefing_driver, "Sudden death")
    assert sudden_deaths(briefing_driver) == [
        {"side": "ALLIES", "number": 1, "group": ["G5", "h4"]}
    ]


def test_sudden_death_is_stated_group_by_group(qtbot: QtBot) -> None:
    briefing_driver = driver_with_sudden_deaths(qtbot, SUDDEN_DEATH_GROUP)
    retype(field_at(briefing_driver, "sudden-death/0/hexes"), "g8 G9")
    retype(field_at(briefing_driver, "sudden-death/0/needed"), "1")
    briefing_driver.tick(field_at(briefing_driver, "sudden-death/0/at-once"))
    board = briefing_driver.document.scenario.board
    hexes = (board.hex("g8"), board.hex("G9"))
    hex_group = HexGroup(Side.ALLIES, needed=1, hexes=hexes, at_once=True)
    assert scenario_options(briefing_driver.document.scenario).sudden_deaths == (hex_group,)
    briefing_driver.tick(field_at(briefing_driver, "sudden-death/0/at-once"))
    assert sudden_deaths(briefing_driver) == [
        {"side": "ALLIES", "number": 1, "group": ["g8", "G9"]}
    ]


def test_sudden_death_may_have_several_groups(qtbot: QtBot) -> None:
    briefing_driver = driver_with_sudden_deaths(qtbot, SUDDEN_DEATH_GROUP)
    add_rule(briefing_driver, "Sudden death")
    retype(field_at(briefing_driver, "sudden-death/1/hexes"), "A9")
    press_button(briefing_driver, "Remove: Sudden death, group 1")
    assert sudden_deaths(briefing_driver) == [{"side": "ALLIES", "number": 1, "group": ["A9"]}]
    press_button(briefing_driver, "Remove: Sudden death")
    assert briefing_driver.briefing.extra == {}


def test_the_sides_that_must_exit_or_have_air_strikes_can_be_chosen(qtbot: QtBot) -> None:
    must_exit = {"side": "ALLIES", "min_nbr_units": 1}
    briefing_driver = driver_with_rules(
        qtbot, must_have_unit_exit=must_exit, air_strikes_rules="ALLIES"
    )
    briefing_driver.choose("Side", "Axis", number=2)
    retype(field_at(briefing_driver, "must-exit/units"), "2")
    briefing_driver.choose("Side", "Axis", number=3)
    exits = {"side": "AXIS", "min_nbr_units": 2}
    assert m44_options(briefing_driver) == {
        "must_have_unit_exit": exits,
        "air_strikes_rules": "AXIS",
    }


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("airdrop", {"side": "ALLIES", "option2": "TARGET"}),
        ("airdrop", {**DROP, "nbr_units": "four"}),
        ("airdrop", {**DROP, "unit": {"name": "infus", "badge": 4}}),
        ("hill317", True),
        ("hill317", ["L5", 5]),
        ("deck_reshuffling", 0),
        ("deck_out_winner", ["AXIS"]),
        ("draw_extra", {"AXIS": [[1]]}),
        ("draw_extra", {"BOTH": []}),
        ("draw_extra", {"AXIS": 3}),
        ("must_have_unit_exit", 1),
    ],
)
def test_a_value_of_unexpected_shape_is_shown_and_edited_as_json(
    qtbot: QtBot, key: str, value: object
) -> None:
    briefing_driver = driver_with_rules(qtbot, **{key: value})
    row = briefing_driver.row("Value")
    assert row.field.value == value
    retype(row, "null")
    assert m44_options(briefing_driver) == {key: None}


def test_an_invalid_value_is_shown_as_json_and_becomes_fields_once_valid(
    qtbot: QtBot,
) -> None:
    briefing_driver = driver_with_rules(qtbot, hill317=["L5", "Z9"])
    row = briefing_driver.row("Value")
    assert row.field.value == ["L5", "Z9"]
    retype(row, '["L5", "M9"]')
    briefing_driver.leave()
    assert m44_options(briefing_driver) == {"hill317": ["L5", "M9"]}
    assert translated(field_at(briefing_driver, "hill-317").field.label) == "Hexes"


def test_groups_of_unexpected_shape_are_shown_as_json(qtbot: QtBot) -> None:
    unusual_group = {**SUDDEN_DEATH_GROUP, "turn": 3}
    briefing_driver = driver_with_sudden_deaths(qtbot, SUDDEN_DEATH_GROUP, unusual_group)
    assert field_at(briefing_driver, "sudden-death/0/needed").field.value == 2
    assert briefing_driver.row("victory").field.value == {
        "condition": [{SUDDEN_DEATH: unusual_group}]
    }


@pytest.mark.parametrize("victory", [3, {"condition": [{"other": 1}]}, {"condition": [], "x": 1}])
def test_other_conditions_of_victory_are_shown_and_kept(qtbot: QtBot, victory: object) -> None:
    briefing_driver = BriefingDriver(qtbot, Briefing(extra={"victory": victory}))
    assert briefing_driver.row("victory").field.value == victory
    menu = briefing_driver.panel.add_button.menu()
    menu.aboutToShow.emit()
    action_texts = [action.text() for action in menu.actions()]
    assert ("Sudden death" in action_texts) == isinstance(victory, dict)


@pytest.mark.parametrize(
    ("file", "expected_labels"),
    [
        ("pegasus-bridge", {"draw-extra/axis/0", "draw-extra/axis/1"}),
        ("sainte-mere-eglise", {"air-drop/center", "air-drop/unit/is"}),
        ("vassieux", {"deck-reshuffling", "deck-out-winner"}),
        ("counter-attack-on-mortain", {"hill-317"}),
        ("toulon", {"sudden-death/0/hexes", "sudden-death/0/needed"}),
    ],
)
def test_every_rule_of_the_base_scenarios_has_fields(
    qtbot: QtBot, file: str, expected_labels: set[str]
) -> None:
    scenario = read_file(scenarios_folder() / f"{file}.yaml").scenario
    assert scenario
    briefing_driver = BriefingDriver(qtbot, scenario.briefing)
    field_pointers = {row.field.pointer for row in briefing_driver.panel.form.rows()}
    assert {f"/briefing/options/{word}" for word in expected_labels} <= field_pointers
    assert "Value" not in {row.label.text() for row in briefing_driver.panel.form.rows()}


def test_the_pointer_of_a_problem_leads_to_the_rule(qtbot: QtBot) -> None:
    briefing_driver = driver_with_rules(qtbot, hill317=["L5"], airdrop=DROP)
    for pointer in ("hill-317", "hill-317/1"):
        assert briefing_driver.panel.show_field(f"/briefing/options/{pointer}")
        assert field_at(briefing_driver, "hill-317").box.hasFocus()
    assert briefing_driver.panel.show_field("/briefing/options/air-drop")
    assert field_at(briefing_driver, "air-drop/side").box.hasFocus()


@pytest.mark.parametrize("label", ["Target", "Begins"])
def test_a_long_error_message_is_shown_in_full_in_a_narrow_panel(qtbot: QtBot, label: str) -> None:
    briefing_driver = driver_with_rules(qtbot, airdrop=DROP)
    briefing_driver.panel.resize(260, 900)
    retype(briefing_driver.row(label), "tomorrow")
    briefing_driver.leave()
    error_label = briefing_driver.row(label).error_label
    qtbot.waitUntil(lambda: error_label.height() > 40)
    assert error_label.height() >= error_label.heightForWidth(error_label.width())


def test_the_button_that_inserts_the_selection_follows_the_theme(
    qtbot: QtBot, qapp: QApplication
) -> None:
    apply_theme(qapp, Theme.LIGHT)
    briefing_driver = driver_with_rules(qtbot, hill317=["L5"])
    box = field_at(briefing_driver, "hill-317").box
    assert isinstance(box, HexesBox)
    light_icon = box.button.icon().pixmap(16, 16).toImage()
    apply_theme(qapp, Theme.DARK)
    QApplication.processEvents()
    assert box.button.icon().pixmap(16, 16).toImage() != light_icon
    apply_theme(qapp, Theme.LIGHT)


def test_tab_visits_the_fields_of_rules_from_top_to_bottom(qtbot: QtBot) -> None:
    briefing_driver = driver_with_rules(
        qtbot, draw_extra={"AXIS": [[1, 1]]}, hill317=["L5"], deck_reshuffling=False
    )
    field_at(briefing_driver, "draw-extra/axis/0").box.setFocus()
    visited_boxes = []
    for _ in range(9):
        visited_boxes.append(focused_widget().accessibleName())
        briefing_driver.leave()
    assert visited_boxes == [
        "Axis, turn",
        "Axis, draw",
        "Remove “Axis”",
        "Axis: Add a turn",
        "Allies: Add a turn",
        "Remove: Recon as Air Power from these hexes",
        "Hexes",
        "Remove: Reshuffle the deck",
        "Discard pile",
    ]


@pytest.mark.parametrize("theme", [Theme.LIGHT, Theme.CONTRAST_DARK])
def test_the_rules_fit_into_the_default_panel_width(
    qtbot: QtBot, qapp: QApplication, theme: Theme
) -> None:
    apply_theme(qapp, theme)
    briefing_driver = driver_with_rules(qtbot)
    for rule in declarations():
        add_rule(briefing_driver, rule.label)
    briefing_driver.panel.resize(310, 900)
    QApplication.processEvents()
    assert briefing_driver.panel.width() == 310
    side_box = field_at(briefing_driver, "air-drop/side").box
    assert side_box.mapTo(briefing_driver.panel, QPoint(side_box.width(), 0)).x() <= 310


@pytest.mark.usefixtures("pseudo_language")
def test_the_field_of_a_rule_with_an_invalid_value_is_translated(qtbot: QtBot) -> None:
    briefing_driver = driver_with_rules(qtbot, hill317=["L5", "Z9"])
    row = briefing_driver.row(tr("Value"))
    assert row.field.value == ["L5", "Z9"]
    assert untranslated_texts(briefing_driver.panel, "L5", "Z9") == []

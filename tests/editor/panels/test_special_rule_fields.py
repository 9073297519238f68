"""The special rules of the base game in the briefing panel, driven by mouse and keyboard."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QToolButton
from pytestqt.qtbot import QtBot
from tests.core.stated import briefing_of
from tests.editor.panels.test_briefing_panel import Desk, focused
from tests.editor.words_seen import unspoken

from m44core.catalogue.types import Side
from m44core.io.files.open import read_file
from m44core.io.m44.encode import written_options, written_victory
from m44core.model.parts import Briefing
from m44core.model.rule_declarations import Declaration, declarations
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
DEATH = {"side": "ALLIES", "number": 2, "group": ["g8", "G9", "F9"]}


def desk_with(qtbot: QtBot, **stated: object) -> Desk:
    return Desk(qtbot, briefing_of(stated))


def desk_with_sudden_deaths(qtbot: QtBot, *deaths: Mapping[str, object]) -> Desk:
    victory = {"condition": [{SUDDEN_DEATH: death} for death in deaths]}
    return Desk(qtbot, briefing_of(victory=victory))


def options(desk: Desk) -> dict[str, Any]:
    """Return the options that would be written to the .m44 file."""
    return written_options(desk.briefing.special_rules, desk.document.scenario.board, {})


def deaths(desk: Desk) -> list[Any]:
    rules, board = desk.briefing.special_rules, desk.document.scenario.board
    victory = written_victory(rules, desk.briefing.extra.get("victory"), board, {})
    return [each[SUDDEN_DEATH] for each in (victory or {"condition": []})["condition"]]  # type: ignore[index]  # JSON of any shape


def add(desk: Desk, label: str) -> None:
    menu = desk.panel.add_button.menu()
    menu.aboutToShow.emit()
    next(action for action in menu.actions() if action.text() == label).trigger()


def at(desk: Desk, pointer: str) -> FieldRow:
    rows = [r for r in desk.panel.form.rows() if r.field.pointer == f"/briefing/options/{pointer}"]
    assert len(rows) == 1, pointer
    return rows[0]


def press(desk: Desk, name: str) -> None:
    buttons = desk.panel.findChildren(QToolButton)
    button = next(b for b in buttons if b.accessibleName() == name and b.isVisible())
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def popup() -> QAbstractItemView:
    """Return the open completion popup."""
    shown = QApplication.activePopupWidget()
    assert isinstance(shown, QAbstractItemView)
    return shown


def names_offered() -> list[str]:
    names = popup().model()
    return [names.index(row, 0).data() for row in range(names.rowCount())]


def retype(row: FieldRow, text: str) -> None:
    row.box.setFocus()
    QTest.keyClick(focused(), Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(focused(), text)


@pytest.mark.parametrize("rule", [*declarations()], ids=lambda rule: rule.key)
def test_a_rule_is_added_and_removed_in_one_step_each(qtbot: QtBot, rule: Declaration) -> None:
    desk = desk_with(qtbot)
    before = desk.briefing
    add(desk, rule.label)
    assert desk.document.undo_stack.count() == 1
    section = [row for row in desk.panel.form.rows() if row.isAncestorOf(focused())]
    assert section[0].field.pointer.startswith(f"/briefing/options/{rule.key}")
    press(desk, f"Remove: {rule.label}")
    assert desk.briefing == before
    assert desk.document.undo_stack.count() == 2


def test_the_menu_explains_each_rule_and_offers_none_twice(qtbot: QtBot) -> None:
    desk = desk_with(qtbot, airdrop=DROP)
    menu = desk.panel.add_button.menu()
    menu.aboutToShow.emit()
    tips = {action.text(): action.toolTip() for action in menu.actions()}
    described = declarations()
    assert "Air drop" not in tips
    assert all(tips[d.label] == d.summary for d in described if d.key != "air-drop")


def test_an_air_drop_is_stated_in_full(qtbot: QtBot) -> None:
    desk = desk_with(qtbot, airdrop=DROP)
    retype(at(desk, "air-drop/center"), "g4")
    retype(at(desk, "air-drop/range"), "3")
    retype(at(desk, "air-drop/units"), "5")
    retype(at(desk, "air-drop/unit/figures"), "3")
    desk.choose("Side", "Axis", number=2)
    desk.choose("Kind", "German infantry", number=1)
    unit = {"name": "infger", "nbr_units": 3}
    stated = {"side": "AXIS", "center": "g4", "range": 3, "nbr_units": 5, "unit": unit}
    assert options(desk)["airdrop"] == stated
    assert desk.document.undo_stack.count() == 6


def test_an_air_drop_without_a_hex_is_aimed_by_its_side(qtbot: QtBot) -> None:
    desk = desk_with(qtbot, airdrop=DROP)
    at(desk, "air-drop/center").box.setFocus()
    QTest.keyClick(focused(), Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(focused(), Qt.Key.Key_Delete)
    (drop,) = scenario_options(desk.document.scenario).airdrops
    assert drop.center is None


@pytest.mark.parametrize(
    ("text", "complaint"),
    [("Z5", "'Z5' is not a hex"), ("G5, g4", "Enter only one hex"), ("5G", "is not a hex")],
)
def test_a_wrong_hex_is_reported_at_the_field_and_changes_nothing(
    qtbot: QtBot, text: str, complaint: str
) -> None:
    desk = desk_with(qtbot, airdrop=DROP)
    row = at(desk, "air-drop/center")
    retype(row, text)
    desk.leave()
    assert complaint in row.error_label.text()
    assert row.error_label.isVisible()
    assert options(desk)["airdrop"] == DROP
    assert desk.document.undo_stack.count() == 0


def test_one_click_stops_the_reshuffling_of_the_deck(qtbot: QtBot) -> None:
    desk = desk_with(qtbot, deck_reshuffling=True)
    desk.tick(at(desk, "deck-reshuffling"))
    assert not scenario_options(desk.document.scenario).reshuffles
    assert desk.document.undo_stack.undoText() == "Change “Discard pile”"


def test_who_wins_when_the_deck_runs_out_is_chosen_by_keys(qtbot: QtBot) -> None:
    desk = desk_with(qtbot, deck_out_winner="AXIS")
    at(desk, "deck-out-winner").box.setFocus()
    QTest.keyClick(focused(), DOWN)
    assert options(desk) == {"deck_out_winner": "ALLIES"}


def test_extra_cards_are_rows_of_turns_and_numbers(qtbot: QtBot) -> None:
    desk = desk_with(qtbot, draw_extra={"AXIS": [[1, 1]]})
    at(desk, "draw-extra/axis/1").box.setFocus()
    QTest.keyClick(focused(), Qt.Key.Key_Space)
    assert focused().accessibleName() == "Axis, turn"
    QTest.keyClicks(focused(), "3")
    desk.leave()
    assert focused().accessibleName() == "Axis, draw"
    QTest.keyClick(focused(), Qt.Key.Key_Up)
    assert options(desk) == {"draw_extra": {"AXIS": [[1, 1], [3, 2]]}}
    assert desk.document.undo_stack.count() == 3


def test_removing_a_row_of_extra_cards_keeps_the_focus_nearby(qtbot: QtBot) -> None:
    desk = desk_with(qtbot, draw_extra={"AXIS": [[1, 1]], "ALLIES": [[2, 1], [4, 2]]})
    row = at(desk, "draw-extra/allies/0")
    row.remove_button.setFocus()
    QTest.keyClick(row.remove_button, Qt.Key.Key_Space)
    assert options(desk) == {"draw_extra": {"AXIS": [[1, 1]], "ALLIES": [[4, 2]]}}
    assert at(desk, "draw-extra/allies/0").isAncestorOf(focused())
    QTest.mouseClick(at(desk, "draw-extra/axis/0").remove_button, Qt.MouseButton.LeftButton)
    assert options(desk) == {"draw_extra": {"ALLIES": [[4, 2]]}}


def test_a_turn_that_is_not_a_number_is_reported_at_its_row(qtbot: QtBot) -> None:
    desk = desk_with(qtbot, draw_extra={"AXIS": [[1, 1]]})
    retype(at(desk, "draw-extra/axis/0"), "0")
    desk.leave()
    words = at(desk, "draw-extra/axis/0").error_label.text()
    assert words == "Enter a whole number from 1 to 99"
    assert options(desk) == {"draw_extra": {"AXIS": [[1, 1]]}}


def test_the_hexes_of_a_hill_are_typed_in_any_case(qtbot: QtBot) -> None:
    desk = desk_with(qtbot, hill317=["L5"])
    retype(at(desk, "hill-317"), "l5, K4")
    assert options(desk) == {"hill317": ["L5", "k4"]}
    assert desk.document.undo_stack.count() == 1


def test_a_rule_about_hexes_needs_at_least_one(qtbot: QtBot) -> None:
    desk = desk_with(qtbot, hill317=["L5"])
    at(desk, "hill-317").box.setFocus()
    QTest.keyClick(focused(), Qt.Key.Key_Delete)
    QTest.keyClick(focused(), Qt.Key.Key_Backspace)
    QTest.keyClick(focused(), Qt.Key.Key_Backspace)
    desk.leave()
    assert at(desk, "hill-317").error_label.text() == "Enter at least one hex, such as G5"
    assert options(desk) == {"hill317": ["L5"]}


def test_the_last_of_several_hex_names_is_completed(qtbot: QtBot) -> None:
    desk = desk_with(qtbot, hill317=["L5"])
    retype(at(desk, "hill-317"), "L5, m")
    assert names_offered() == [f"M{row}" for row in (9, 7, 5, 3, 1)]
    QTest.keyClick(popup(), DOWN)
    QTest.keyClick(popup(), Qt.Key.Key_Return)
    assert QApplication.activePopupWidget() is None
    assert options(desk) == {"hill317": ["L5", "M9"]}


def test_tab_leaves_an_incomplete_name_and_reports_it(qtbot: QtBot) -> None:
    desk = desk_with(qtbot, hill317=["L5"])
    row = at(desk, "hill-317")
    retype(row, "L5, m")
    QTest.keyClick(popup(), TAB)
    assert QApplication.activePopupWidget() is None
    assert not row.box.hasFocus()
    assert "'m' is not a hex" in row.error_label.text()


def test_a_complete_name_gets_no_completion(qtbot: QtBot) -> None:
    desk = desk_with(qtbot, hill317=["L5"])
    retype(at(desk, "hill-317"), "L5, m")
    QTest.keyClicks(focused(), "7")
    assert QApplication.activePopupWidget() is None


def test_the_hexes_selected_on_the_board_are_inserted(qtbot: QtBot) -> None:
    desk = desk_with(qtbot, hill317=["L5"])
    selection = Selection()
    desk.panel = type(desk.panel)(desk.document, selection)
    qtbot.addWidget(desk.panel)
    with qtbot.waitExposed(desk.panel):
        desk.panel.show()
    box = at(desk, "hill-317").box
    assert isinstance(box, HexesBox)
    assert not box.button.isEnabled()
    board = desk.document.scenario.board
    selection.select((board.hex("h4"), board.hex("G5")))
    QTest.mouseClick(box.button, Qt.MouseButton.LeftButton)
    assert options(desk) == {"hill317": ["G5", "h4"]}
    assert desk.document.undo_stack.count() == 1
    add(desk, "Sudden death")
    assert deaths(desk) == [{"side": "ALLIES", "number": 1, "group": ["G5", "h4"]}]


def test_sudden_death_is_stated_group_by_group(qtbot: QtBot) -> None:
    desk = desk_with_sudden_deaths(qtbot, DEATH)
    retype(at(desk, "sudden-death/0/hexes"), "g8 G9")
    retype(at(desk, "sudden-death/0/needed"), "1")
    desk.tick(at(desk, "sudden-death/0/at-once"))
    board = desk.document.scenario.board
    hexes = (board.hex("g8"), board.hex("G9"))
    wins = HexGroup(Side.ALLIES, needed=1, hexes=hexes, at_once=True)
    assert scenario_options(desk.document.scenario).sudden_deaths == (wins,)
    desk.tick(at(desk, "sudden-death/0/at-once"))
    assert deaths(desk) == [{"side": "ALLIES", "number": 1, "group": ["g8", "G9"]}]


def test_sudden_death_may_have_several_groups(qtbot: QtBot) -> None:
    desk = desk_with_sudden_deaths(qtbot, DEATH)
    add(desk, "Sudden death")
    retype(at(desk, "sudden-death/1/hexes"), "A9")
    press(desk, "Remove: Sudden death, group 1")
    assert deaths(desk) == [{"side": "ALLIES", "number": 1, "group": ["A9"]}]
    press(desk, "Remove: Sudden death")
    assert desk.briefing.extra == {}


def test_a_side_that_must_exit_and_one_that_has_air_strikes_are_chosen(qtbot: QtBot) -> None:
    must = {"side": "ALLIES", "min_nbr_units": 1}
    desk = desk_with(qtbot, must_have_unit_exit=must, air_strikes_rules="ALLIES")
    desk.choose("Side", "Axis", number=2)
    retype(at(desk, "must-exit/units"), "2")
    desk.choose("Side", "Axis", number=3)
    exits = {"side": "AXIS", "min_nbr_units": 2}
    assert options(desk) == {"must_have_unit_exit": exits, "air_strikes_rules": "AXIS"}


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
def test_a_value_of_another_shape_is_shown_and_edited_as_json(
    qtbot: QtBot, key: str, value: object
) -> None:
    desk = desk_with(qtbot, **{key: value})
    row = desk.row("Value")
    assert row.field.value == value
    retype(row, "null")
    assert options(desk) == {key: None}


def test_an_invalid_value_is_shown_as_json_and_becomes_fields_once_valid(
    qtbot: QtBot,
) -> None:
    desk = desk_with(qtbot, hill317=["L5", "Z9"])
    row = desk.row("Value")
    assert row.field.value == ["L5", "Z9"]
    retype(row, '["L5", "M9"]')
    desk.leave()
    assert options(desk) == {"hill317": ["L5", "M9"]}
    assert translated(at(desk, "hill-317").field.label) == "Hexes"


def test_groups_of_another_shape_are_shown_as_json(qtbot: QtBot) -> None:
    odd = {**DEATH, "turn": 3}
    desk = desk_with_sudden_deaths(qtbot, DEATH, odd)
    assert at(desk, "sudden-death/0/needed").field.value == 2
    assert desk.row("victory").field.value == {"condition": [{SUDDEN_DEATH: odd}]}


@pytest.mark.parametrize("victory", [3, {"condition": [{"other": 1}]}, {"condition": [], "x": 1}])
def test_other_conditions_of_victory_are_shown_and_kept(qtbot: QtBot, victory: object) -> None:
    desk = Desk(qtbot, Briefing(extra={"victory": victory}))
    assert desk.row("victory").field.value == victory
    menu = desk.panel.add_button.menu()
    menu.aboutToShow.emit()
    offered = [action.text() for action in menu.actions()]
    assert ("Sudden death" in offered) == isinstance(victory, dict)


@pytest.mark.parametrize(
    ("file", "words"),
    [
        ("pegasus-bridge", {"draw-extra/axis/0", "draw-extra/axis/1"}),
        ("sainte-mere-eglise", {"air-drop/center", "air-drop/unit/is"}),
        ("vassieux", {"deck-reshuffling", "deck-out-winner"}),
        ("counter-attack-on-mortain", {"hill-317"}),
        ("toulon", {"sudden-death/0/hexes", "sudden-death/0/needed"}),
    ],
)
def test_every_rule_of_the_base_scenarios_has_fields(
    qtbot: QtBot, file: str, words: set[str]
) -> None:
    scenario = read_file(scenarios_folder() / f"{file}.yaml").scenario
    assert scenario
    desk = Desk(qtbot, scenario.briefing)
    shown = {row.field.pointer for row in desk.panel.form.rows()}
    assert {f"/briefing/options/{word}" for word in words} <= shown
    assert "Value" not in {row.label.text() for row in desk.panel.form.rows()}


def test_the_pointer_of_a_problem_leads_to_the_rule(qtbot: QtBot) -> None:
    desk = desk_with(qtbot, hill317=["L5"], airdrop=DROP)
    for pointer in ("hill-317", "hill-317/1"):
        assert desk.panel.show_field(f"/briefing/options/{pointer}")
        assert at(desk, "hill-317").box.hasFocus()
    assert desk.panel.show_field("/briefing/options/air-drop")
    assert at(desk, "air-drop/side").box.hasFocus()


@pytest.mark.parametrize("label", ["Target", "Begins"])
def test_a_long_error_message_is_shown_in_full_in_a_narrow_panel(qtbot: QtBot, label: str) -> None:
    desk = desk_with(qtbot, airdrop=DROP)
    desk.panel.resize(260, 900)
    retype(desk.row(label), "tomorrow")
    desk.leave()
    complaint = desk.row(label).error_label
    qtbot.waitUntil(lambda: complaint.height() > 40)
    assert complaint.height() >= complaint.heightForWidth(complaint.width())


def test_the_button_that_inserts_the_selection_follows_the_theme(
    qtbot: QtBot, qapp: QApplication
) -> None:
    apply_theme(qapp, Theme.LIGHT)
    desk = desk_with(qtbot, hill317=["L5"])
    box = at(desk, "hill-317").box
    assert isinstance(box, HexesBox)
    light = box.button.icon().pixmap(16, 16).toImage()
    apply_theme(qapp, Theme.DARK)
    QApplication.processEvents()
    assert box.button.icon().pixmap(16, 16).toImage() != light
    apply_theme(qapp, Theme.LIGHT)


def test_tab_visits_the_fields_of_rules_from_top_to_bottom(qtbot: QtBot) -> None:
    desk = desk_with(qtbot, draw_extra={"AXIS": [[1, 1]]}, hill317=["L5"], deck_reshuffling=False)
    at(desk, "draw-extra/axis/0").box.setFocus()
    visited = []
    for _ in range(9):
        visited.append(focused().accessibleName())
        desk.leave()
    assert visited == [
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


def test_the_rules_fit_into_the_panel_as_wide_as_it_is_at_first(qtbot: QtBot) -> None:
    desk = desk_with(qtbot)
    for rule in declarations():
        add(desk, rule.label)
    desk.panel.resize(310, 900)
    QApplication.processEvents()
    assert desk.panel.width() == 310
    first = at(desk, "air-drop/side").box
    assert first.mapTo(desk.panel, QPoint(first.width(), 0)).x() <= 310


@pytest.mark.usefixtures("disguise")
def test_an_unreadable_rule_is_named_in_the_language_of_the_window(qtbot: QtBot) -> None:
    desk = desk_with(qtbot, hill317=["L5", "Z9"])
    row = desk.row(tr("Value"))
    assert row.field.value == ["L5", "Z9"]
    assert unspoken(desk.panel, "L5", "Z9") == []

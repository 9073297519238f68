"""The briefing panel, driven by mouse and keyboard."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCalendarWidget, QComboBox, QToolButton, QWidget
from pytestqt.qtbot import QtBot
from tests.core.m44_special_rules import special_rules_of

from m44core.board import Face
from m44core.catalogue.catalogue_types import Side
from m44core.io.vocabulary.field_values import written_packs
from m44core.messages.message import message
from m44core.model.edits import new_scenario
from m44core.model.scenario_parts import BattleKind, Briefing, FirstPlayer, Front, Player
from m44editor.documents.document import Document
from m44editor.panels.briefing_panel import BriefingPanel
from m44editor.panels.forms.field_row import FieldRow
from m44editor.panels.forms.inputs import DayBox

BRIEFING = Briefing(
    top=Player(Side.AXIS, "DE", cards=5, medals=6),
    bottom=Player(Side.ALLIES, "US", cards=4, medals=6),
    first=FirstPlayer.TOP,
    begins=date(1944, 6, 6),
    ends=date(1944, 6, 6),
    special_rules=special_rules_of({"xyzzy": True, "deck_name": "AIR"}),
    extra={"expert_mode": 0},
)


class BriefingDriver:
    """A briefing panel on a document, with shortcuts to its fields."""

    def __init__(self, qtbot: QtBot, briefing: Briefing = BRIEFING) -> None:
        self.document = Document(replace(new_scenario(), briefing=briefing))
        self.panel = BriefingPanel(self.document)
        qtbot.addWidget(self.panel)
        self.panel.resize(340, 1100)
        with qtbot.waitExposed(self.panel):
            self.panel.show()
        self.panel.activateWindow()

    @property
    def briefing(self) -> Briefing:
        return self.document.scenario.briefing

    def row(self, label: str, number: int = 0) -> FieldRow:
        return [row for row in self.panel.form.rows() if row.label.text() == label][number]

    def type_into(self, label: str, text: str, number: int = 0) -> None:
        self.row(label, number).box.setFocus()
        QTest.keyClick(focused_widget(), Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
        QTest.keyClicks(focused_widget(), text)

    def leave(self) -> None:
        QTest.keyClick(focused_widget(), Qt.Key.Key_Tab)

    def choose(self, label: str, entry: str, number: int = 0) -> None:
        box = self.row(label, number).box
        assert isinstance(box, QComboBox)
        box.showPopup()
        index = box.model().index(box.findText(entry), 0)
        assert index.isValid(), f"{entry!r} is not offered"
        box.view().scrollTo(index)
        point = box.view().visualRect(index).center()
        QTest.mouseMove(box.view().viewport(), point)
        QTest.mouseClick(box.view().viewport(), Qt.MouseButton.LeftButton, pos=point)

    def tick(self, row: FieldRow) -> None:
        point = QPoint(8, row.box.height() // 2)
        self.panel.form.ensureWidgetVisible(row.box)
        QTest.mouseClick(row.box, Qt.MouseButton.LeftButton, pos=point)


def focused_widget() -> QWidget:
    """Return the widget with the keyboard focus."""
    widget = QApplication.focusWidget()
    assert widget
    return widget


@pytest.fixture
def briefing_driver(qtbot: QtBot) -> BriefingDriver:
    return BriefingDriver(qtbot)


def test_cards_and_medals_can_be_typed(briefing_driver: BriefingDriver) -> None:
    briefing_driver.type_into("Command cards", "3")
    briefing_driver.type_into("Medals to win", "12", number=1)
    assert briefing_driver.briefing.top.cards == 3
    assert briefing_driver.briefing.bottom.medals == 12
    assert briefing_driver.document.undo_stack.count() == 2


def test_choosing_a_side_gives_the_other_player_the_enemy_side(
    briefing_driver: BriefingDriver,
) -> None:
    briefing_driver.choose("Side", "Allies")
    assert (briefing_driver.briefing.top.side, briefing_driver.briefing.bottom.side) == (
        Side.ALLIES,
        Side.AXIS,
    )
    assert briefing_driver.document.undo_stack.count() == 1


def test_swapping_players_swaps_cards_and_the_first_move(
    briefing_driver: BriefingDriver,
) -> None:
    QTest.mouseClick(briefing_driver.panel.swap_button, Qt.MouseButton.LeftButton)
    assert briefing_driver.briefing.top == BRIEFING.bottom
    assert briefing_driver.briefing.bottom == BRIEFING.top
    assert briefing_driver.briefing.first is FirstPlayer.BOTTOM
    assert briefing_driver.document.undo_stack.count() == 1


def test_the_first_player_is_named_by_edge_and_side(briefing_driver: BriefingDriver) -> None:
    briefing_driver.choose("First player", "Bottom (Allies)")
    assert briefing_driver.briefing.first is FirstPlayer.BOTTOM


def test_a_nation_can_be_chosen_or_any_code_entered(briefing_driver: BriefingDriver) -> None:
    briefing_driver.choose("Nation", "Italy")
    assert briefing_driver.briefing.top.country == "IT"
    briefing_driver.type_into("Nation", "XX")
    briefing_driver.leave()
    assert briefing_driver.briefing.top.country == "XX"


def test_a_nation_typed_by_its_name_becomes_its_code(briefing_driver: BriefingDriver) -> None:
    briefing_driver.type_into("Nation", "finland")
    briefing_driver.leave()
    assert briefing_driver.briefing.top.country == "FI"


def test_the_end_date_follows_a_changed_start_date(briefing_driver: BriefingDriver) -> None:
    briefing_driver.type_into("Begins", "1944-12-16")
    assert briefing_driver.briefing.begins == briefing_driver.briefing.ends == date(1944, 12, 16)
    assert not briefing_driver.row("Ends").box.isEnabled()


def test_a_longer_battle_has_its_own_end_date(briefing_driver: BriefingDriver) -> None:
    briefing_driver.tick(briefing_driver.row("Length"))
    assert not briefing_driver.briefing.ends
    briefing_driver.type_into("Ends", "1944-06-12")
    assert (briefing_driver.briefing.begins, briefing_driver.briefing.ends) == (
        date(1944, 6, 6),
        date(1944, 6, 12),
    )


@pytest.mark.parametrize("entry", ["1944-13-01", "1944-02-30", "6 June", "44-6-6", "0000-00-00"])
def test_a_nonexistent_day_is_reported_at_the_field(
    briefing_driver: BriefingDriver, entry: str
) -> None:
    briefing_driver.type_into("Begins", entry)
    briefing_driver.leave()
    assert briefing_driver.row("Begins").error_label.text().startswith("Enter a valid date")
    assert briefing_driver.briefing == BRIEFING


def test_a_day_is_picked_from_the_calendar(briefing_driver: BriefingDriver, qtbot: QtBot) -> None:
    box = briefing_driver.row("Begins").box
    assert isinstance(box, DayBox)
    QTest.mouseClick(box.button, Qt.MouseButton.LeftButton)
    calendar = box.findChild(QCalendarWidget)
    assert calendar
    view = calendar.findChild(QWidget, "qt_calendar_calendarview")
    assert view
    QTest.keyClick(view, Qt.Key.Key_Right)
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert briefing_driver.briefing.begins == date(1944, 6, 7)


def test_the_front_the_kind_and_the_operation_can_be_set(briefing_driver: BriefingDriver) -> None:
    briefing_driver.choose("Front", "Pacific")
    briefing_driver.choose("Kind", "Fictional")
    briefing_driver.type_into("Operation", "37")
    assert (briefing_driver.briefing.front, briefing_driver.briefing.kind) == (
        Front.PACIFIC,
        BattleKind.FICTIONAL,
    )
    assert briefing_driver.briefing.operation == "37"


def test_the_printed_side_of_the_board_can_be_chosen(briefing_driver: BriefingDriver) -> None:
    briefing_driver.choose("Board side", "Winter")
    assert briefing_driver.document.scenario.face is Face.WINTER


def test_checked_expansions_are_stored_in_the_order_of_the_official_editor(
    briefing_driver: BriefingDriver,
) -> None:
    rows = {row.box.accessibleName(): row for row in briefing_driver.panel.form.rows()}
    for name in ("Winter Wars", "Terrain Pack"):
        briefing_driver.tick(rows[name])
    assert list(written_packs(briefing_driver.document.scenario.packs)) == ["terrain", "winterwars"]
    briefing_driver.tick(rows["Winter Wars"])
    assert written_packs(briefing_driver.document.scenario.packs) == {"terrain": 1}


def test_rule_options_have_readable_names_and_fitting_fields(
    briefing_driver: BriefingDriver,
) -> None:
    briefing_driver.tick(briefing_driver.row("xyzzy"))
    briefing_driver.type_into("Command deck", '"SEA"')
    values = {"xyzzy": False, "deck_name": "SEA"}
    assert briefing_driver.briefing.special_rules == special_rules_of(values)


def test_an_option_that_is_not_json_is_reported_and_rejected(
    briefing_driver: BriefingDriver,
) -> None:
    briefing_driver.type_into("Command deck", "SEA")
    briefing_driver.leave()
    assert briefing_driver.row("Command deck").error_label.text().startswith("Enter true, false")
    assert briefing_driver.briefing == BRIEFING


def test_a_rule_option_is_removed_by_its_button_and_added_from_the_menu(
    briefing_driver: BriefingDriver,
) -> None:
    button = briefing_driver.row("Command deck").findChild(QToolButton)
    assert button
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert briefing_driver.briefing.special_rules.value_of("deck_name") is None
    menu = briefing_driver.panel.add_button.menu()
    menu.aboutToShow.emit()
    next(a for a in menu.actions() if a.text() == "Command deck").trigger()
    assert briefing_driver.briefing.special_rules.value_of("deck_name") is not None
    assert briefing_driver.row("Command deck").box.hasFocus()
    assert briefing_driver.document.undo_stack.count() == 2


def test_unknown_keys_are_shown_unchanged(briefing_driver: BriefingDriver) -> None:
    briefing_driver.type_into("expert_mode", "7")
    assert briefing_driver.briefing == BRIEFING


def test_undo_refreshes_the_field_and_keeps_the_focus(briefing_driver: BriefingDriver) -> None:
    briefing_driver.type_into("Command cards", "3")
    QTest.keyClick(focused_widget(), Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert briefing_driver.briefing == BRIEFING
    assert briefing_driver.row("Command cards").box.hasFocus()
    assert briefing_driver.row("Command cards").box.text() == "5"  # type: ignore[union-attr]  # this row has such a box
    QTest.keyClick(
        focused_widget(),
        Qt.Key.Key_Z,
        Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier,
    )
    assert briefing_driver.briefing.top.cards == 3


def test_every_field_has_a_name_for_screen_readers(briefing_driver: BriefingDriver) -> None:
    for row in briefing_driver.panel.form.rows():
        assert (row.box.focusProxy() or row.box).accessibleName()


def test_json_pointers_lead_to_their_fields(briefing_driver: BriefingDriver) -> None:
    assert briefing_driver.panel.show_field("/briefing/bottom/cards")
    assert briefing_driver.row("Command cards", 1).box.hasFocus()
    assert briefing_driver.panel.show_field("/briefing/options/deck_name")
    assert briefing_driver.row("Command deck").box.hasFocus()


def test_typing_the_author_can_be_undone(briefing_driver: BriefingDriver) -> None:
    assert briefing_driver.panel.show_field("/meta/author")
    QTest.keyClicks(focused_widget(), "Ann Other ")
    briefing_driver.leave()
    assert briefing_driver.document.scenario.meta["author"] == "Ann Other"
    assert briefing_driver.row("License").box.hasFocus()
    QTest.keyClick(focused_widget(), Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert "author" not in briefing_driver.document.scenario.meta


def test_unknown_metadata_is_shown(briefing_driver: BriefingDriver) -> None:
    scenario = briefing_driver.document.scenario
    meta = {**scenario.meta, "tester": "Bob", "number": "6015"}
    briefing_driver.document.edit(message("Change"), replace(scenario, meta=meta))
    assert briefing_driver.row("Number").box.text() == "6015"  # type: ignore[union-attr]  # a line
    assert briefing_driver.row("tester").box.text() == '"Bob"'  # type: ignore[union-attr]  # a line


def test_an_empty_briefing_is_shown_and_can_be_filled_in(qtbot: QtBot) -> None:
    briefing_driver = BriefingDriver(qtbot, Briefing())
    briefing_driver.type_into("Command cards", "4")
    assert briefing_driver.briefing == Briefing(top=Player(cards=4))

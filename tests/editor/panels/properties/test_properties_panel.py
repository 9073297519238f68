"""The properties panel, driven by mouse and keyboard."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from m44core.catalogue.catalogue_types import Layer, Side
from m44core.hexes import Hex
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, MedalTerms, Piece, Tag, Unit
from m44editor.documents.document import Document
from m44editor.documents.hex_selection import Selection
from m44editor.panels.forms.field_row import FieldRow
from m44editor.panels.forms.form import Heading
from m44editor.panels.forms.inputs import ChoiceBox
from m44editor.panels.properties.properties_panel import PropertiesPanel
from m44editor.theme import Theme

G5, H5, J5 = Hex(12, 4), Hex(14, 4), Hex(18, 4)

FULL_CONTENT = HexContent(
    terrain=Piece("river", 2, extra={"odd": [1, 2]}),
    structure=Piece("bunker"),
    unit=Unit("infger", 3, badge="badge4"),
    tags=(Tag("medal1"), Tag("tag4", "exit-marker")),
)


def focused_widget() -> QWidget:
    """Return the widget with the keyboard focus."""
    widget = QApplication.focusWidget()
    assert widget
    return widget


class PropertiesDriver:
    """A properties panel for a document and a selection, with shortcuts to its fields."""

    def __init__(self, qtbot: QtBot, contents: dict[Hex, HexContent]) -> None:
        self.qtbot = qtbot
        self.document = Document(Scenario(hexes=contents))
        self.selection = Selection()
        self.panel = PropertiesPanel(self.document, self.selection)
        qtbot.addWidget(self.panel)
        self.panel.resize(330, 900)
        with qtbot.waitExposed(self.panel):
            self.panel.show()
        self.panel.activateWindow()

    def show(self, scenario: Scenario) -> None:
        """Show another scenario, without a history."""
        self.selection.select(())
        self.document.replace(scenario, None)

    def select(self, *hexes: Hex) -> None:
        self.selection.select(hexes)
        QApplication.processEvents()

    def rows(self) -> list[FieldRow]:
        return self.panel.form.rows()

    def row(self, label: str, number: int = 0) -> FieldRow:
        return [row for row in self.rows() if row.label.text() == label][number]

    def titles(self) -> list[str]:
        QApplication.processEvents()
        headings = [h for h in self.panel.findChildren(Heading) if h.isVisible()]
        headings.sort(key=lambda heading: heading.mapTo(self.panel, QPoint()).y())
        return [heading.accessibleName() for heading in headings]

    def type_into(self, label: str, text: str, number: int = 0) -> None:
        box = self.row(label, number).box
        box.setFocus()
        if not isinstance(box, QComboBox):
            box.selectAll()  # type: ignore[union-attr]  # this row has such a box
        QTest.keyClicks(focused_widget(), text)

    def choose(self, label: str, entry: str, number: int = 0) -> None:
        """Open the list with a label by a mouse click, and click an entry in it."""
        box = self.row(label, number).box
        assert isinstance(box, QComboBox)
        box.showPopup()
        index = box.findText(entry)
        assert index >= 0, f"{entry!r} is not offered"
        view = box.view()
        view.scrollTo(view.model().index(index, 0))
        point = view.visualRect(view.model().index(index, 0)).center()
        QTest.mouseMove(view.viewport(), point)
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=point)

    def press(self, name: str) -> None:
        buttons = self.panel.findChildren(QToolButton)
        button = next(b for b in buttons if b.accessibleName() == name and b.isVisible())
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)

    @property
    def title_above_form(self) -> str:
        """The title above the form."""
        return next(label.text() for label in self.panel.children() if isinstance(label, QLabel))

    def figures(self, hex_: Hex) -> int | None:
        """Return the figures of the unit on a hex; None if they are not set."""
        unit = self.content(hex_).unit
        assert unit
        return unit.figures

    def content(self, hex_: Hex = G5) -> HexContent:
        return self.document.scenario.at(hex_)


@pytest.fixture
def properties_driver(qtbot: QtBot) -> PropertiesDriver:
    properties_driver = PropertiesDriver(
        qtbot, {G5: FULL_CONTENT, H5: HexContent(terrain=Piece("woods"), unit=Unit("tankus"))}
    )
    properties_driver.select(G5)
    return properties_driver


def test_a_hex_shows_a_section_for_each_of_its_pieces_and_its_label(
    properties_driver: PropertiesDriver,
) -> None:
    assert properties_driver.titles() == [
        "River, Terrain",
        "Bunker, Structure",
        "German infantry, Unit",
        "Allied medal, Marker",
        "Exit marker, Marker",
        "Label",
    ]


def test_choosing_an_owner_gives_the_bunker_to_that_side_in_one_step(
    properties_driver: PropertiesDriver,
) -> None:
    properties_driver.choose("Owner", "Axis")
    assert properties_driver.content().structure == Piece("bunker", owner=Side.AXIS)
    assert properties_driver.document.undo_stack.count() == 1
    properties_driver.document.undo_stack.undo()
    assert properties_driver.row("Owner").box.currentText() == "Not set"  # type: ignore[union-attr]  # this row has such a box


def test_an_orientation_is_offered_by_the_name_of_its_facing(
    properties_driver: PropertiesDriver,
) -> None:
    properties_driver.choose("Orientation", "3: NW-SE")
    assert properties_driver.content().terrain == Piece("river", 3, extra={"odd": [1, 2]})


def test_digits_typed_into_one_field_are_one_undo_step(properties_driver: PropertiesDriver) -> None:
    properties_driver.type_into("Figures", "12")
    assert properties_driver.content().unit == Unit("infger", 12, badge="badge4")
    assert properties_driver.document.undo_stack.count() == 1
    QTest.keyClick(focused_widget(), Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert properties_driver.content() == FULL_CONTENT
    assert properties_driver.row("Figures").box.text() == "3"  # type: ignore[union-attr]  # this row has such a box


def test_leaving_a_field_ends_its_undo_step(properties_driver: PropertiesDriver) -> None:
    properties_driver.type_into("Figures", "1")
    QTest.keyClick(focused_widget(), Qt.Key.Key_Tab)
    properties_driver.type_into("Figures", "2")
    assert properties_driver.document.undo_stack.count() == 2


def test_an_empty_figures_field_means_the_usual_number(properties_driver: PropertiesDriver) -> None:
    properties_driver.row("Figures").box.setFocus()
    properties_driver.row("Figures").box.selectAll()  # type: ignore[union-attr]  # this row has such a box
    QTest.keyClick(focused_widget(), Qt.Key.Key_Delete)
    assert properties_driver.content().unit == Unit("infger", badge="badge4")


def test_arrow_keys_change_figures_by_one(properties_driver: PropertiesDriver) -> None:
    box = properties_driver.row("Figures").box
    box.setFocus()
    QTest.keyClick(box, Qt.Key.Key_Up)
    QTest.keyClick(box, Qt.Key.Key_Up)
    assert properties_driver.content().unit == Unit("infger", 5, badge="badge4")
    assert properties_driver.document.undo_stack.count() == 1


@pytest.mark.parametrize("entry", ["0", "13", "four", "-1", "99999999"])
def test_an_invalid_number_is_reported_at_the_field_and_changes_nothing(
    properties_driver: PropertiesDriver, entry: str
) -> None:
    properties_driver.type_into("Figures", entry)
    QTest.keyClick(focused_widget(), Qt.Key.Key_Tab)
    assert properties_driver.content() == FULL_CONTENT
    assert properties_driver.document.undo_stack.count() == 0
    assert properties_driver.row("Figures").box.text() == entry  # type: ignore[union-attr]  # this row has such a box
    error_label = properties_driver.row("Figures").error_label
    assert error_label.isVisible()
    assert error_label.text() == "Enter a whole number from 1 to 12"


def test_a_valid_number_removes_the_error_message(properties_driver: PropertiesDriver) -> None:
    properties_driver.type_into("Figures", "four")
    QTest.keyClick(focused_widget(), Qt.Key.Key_Tab)
    properties_driver.type_into("Figures", "4")
    assert not properties_driver.row("Figures").error_label.isVisible()


def test_only_badges_of_the_units_side_are_offered(properties_driver: PropertiesDriver) -> None:
    box = properties_driver.row("Badge").box
    assert isinstance(box, ChoiceBox)
    box.fill()
    names = {box.itemText(index) for index in range(box.count())}
    assert "German elite" in names
    assert not any("US" in name for name in names)


def test_focus_and_caret_stay_while_the_document_changes(
    properties_driver: PropertiesDriver,
) -> None:
    properties_driver.type_into("Text", "Pegasus")
    box = focused_widget()
    QTest.keyClick(box, Qt.Key.Key_Home)
    QTest.keyClicks(box, "The ")
    assert QApplication.focusWidget() is box
    assert properties_driver.document.scenario.labels[G5] == ("The Pegasus",)


def test_a_label_may_have_several_lines(properties_driver: PropertiesDriver) -> None:
    properties_driver.type_into("Text", "Pegasus")
    QTest.keyClick(focused_widget(), Qt.Key.Key_Return)
    QTest.keyClicks(focused_widget(), "Bridge")
    assert properties_driver.document.scenario.labels[G5] == ("Pegasus", "Bridge")
    assert properties_driver.document.undo_stack.count() == 1


def test_a_group_is_entered_by_hex_names(properties_driver: PropertiesDriver) -> None:
    properties_driver.type_into("Group", "E5, g4 h4")
    assert properties_driver.content().tags[0].group == (Hex(8, 4), Hex(13, 5), Hex(15, 5))


def test_a_hex_name_off_the_board_is_reported_at_the_field(
    properties_driver: PropertiesDriver,
) -> None:
    properties_driver.type_into("Group", "Z5")
    QTest.keyClick(focused_widget(), Qt.Key.Key_Tab)
    assert "'Z5' is not a hex" in properties_driver.row("Group").error_label.text()
    assert properties_driver.content() == FULL_CONTENT


def test_the_terms_of_a_medal_are_changed_with_mouse_and_keyboard(
    properties_driver: PropertiesDriver,
) -> None:
    properties_driver.choose("Objective", "Permanent")
    properties_driver.type_into("Worth", "2")
    assert properties_driver.content().tags[0].medal == MedalTerms(permanent=True, counts_for=2)


def test_the_side_of_an_exit_marker_is_chosen_from_a_list(
    properties_driver: PropertiesDriver,
) -> None:
    properties_driver.choose("Side", "Allies")
    assert properties_driver.content().tags[1] == Tag("tag4", "exit-marker", Side.ALLIES)


def test_markers_are_reordered_and_removed_with_buttons(
    properties_driver: PropertiesDriver,
) -> None:
    properties_driver.press("Move down: Allied medal")
    assert [tag.name for tag in properties_driver.content().tags] == ["tag4", "medal1"]
    properties_driver.press("Remove: Exit marker")
    assert [tag.name for tag in properties_driver.content().tags] == ["medal1"]
    assert properties_driver.document.undo_stack.count() == 2


def test_removing_a_piece_removes_its_section(properties_driver: PropertiesDriver) -> None:
    properties_driver.press("Remove: Bunker")
    assert properties_driver.content().structure is None
    assert "Bunker, Structure" not in properties_driver.titles()


def test_unknown_keys_are_shown_and_cannot_be_changed(properties_driver: PropertiesDriver) -> None:
    box = properties_driver.row("odd").box
    assert box.text() == "[1, 2]"  # type: ignore[union-attr]  # this row has such a box
    properties_driver.type_into("odd", "x")
    assert properties_driver.content() == FULL_CONTENT


def test_any_word_can_be_typed_as_special_rule(properties_driver: PropertiesDriver) -> None:
    box = properties_driver.row("Special rule").box
    assert isinstance(box, QComboBox)
    line = box.lineEdit()
    assert line
    assert line.placeholderText() == "None"
    QTest.mouseClick(line, Qt.MouseButton.LeftButton)
    QTest.keyClicks(line, "mined-river")
    QTest.keyClick(line, Qt.Key.Key_Return)
    terrain = properties_driver.content().terrain
    assert terrain
    assert terrain.behavior == "mined-river"
    assert properties_driver.document.undo_stack.count() == 1


def test_only_special_rules_suitable_for_the_piece_are_offered(
    properties_driver: PropertiesDriver,
) -> None:
    box = properties_driver.row("Special rule").box
    assert isinstance(box, QComboBox)
    rule_names = [box.itemText(i) for i in range(box.count())]
    assert rule_names[:3] == ["None", "Wide river", "Ford"]
    assert "Cliff" not in rule_names


def test_several_hexes_show_mixed_where_they_differ(properties_driver: PropertiesDriver) -> None:
    properties_driver.select(G5, H5, J5)
    figures = properties_driver.row("Figures").box
    assert figures.text() == ""  # type: ignore[union-attr]  # this row has such a box
    assert figures.lineEdit().placeholderText() == "mixed"  # type: ignore[union-attr]  # this row has such a box
    assert properties_driver.titles()[0] == "Terrain: 2 kinds, Terrain on 2 of 3 hexes"


def test_one_edit_changes_all_selected_pieces_in_one_step(
    properties_driver: PropertiesDriver,
) -> None:
    properties_driver.select(G5, H5)
    properties_driver.type_into("Figures", "2")
    assert [properties_driver.content(h).unit.figures for h in (G5, H5)] == [2, 2]  # type: ignore[union-attr]  # units stand there
    assert properties_driver.document.undo_stack.count() == 1


def test_typing_starts_a_new_undo_step_after_another_hex_was_selected(
    properties_driver: PropertiesDriver,
) -> None:
    properties_driver.type_into("Figures", "1")
    properties_driver.select(H5)
    properties_driver.type_into("Figures", "2")
    assert properties_driver.document.undo_stack.count() == 2
    assert properties_driver.content(G5).unit.figures == 1  # type: ignore[union-attr]  # units stand there


def test_the_wheel_scrolls_and_never_changes_a_value(properties_driver: PropertiesDriver) -> None:
    box = properties_driver.row("Owner").box
    box.setFocus()
    point = QPoint(10, 10)
    wheel_event = QWheelEvent(
        point,
        box.mapToGlobal(point),
        QPoint(0, 0),
        QPoint(0, -120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(box, wheel_event)
    assert properties_driver.content() == FULL_CONTENT


def test_tab_visits_every_field_from_top_to_bottom(properties_driver: PropertiesDriver) -> None:
    expected_boxes = [row.box for row in properties_driver.rows()]
    expected_boxes[0].setFocus()
    visited_boxes = []
    for _ in range(3 * len(expected_boxes)):
        visited_boxes += [
            row for row in expected_boxes if row.hasFocus() and row not in visited_boxes
        ]
        QTest.keyClick(focused_widget(), Qt.Key.Key_Tab)
    assert visited_boxes == expected_boxes


def test_every_field_has_an_accessible_name_and_a_label_that_focuses_it(
    properties_driver: PropertiesDriver,
) -> None:
    for row in properties_driver.rows():
        assert row.box.accessibleName() == row.label.text()
        assert row.label.buddy() is row.box


def test_a_json_pointer_leads_to_its_field(properties_driver: PropertiesDriver) -> None:
    assert properties_driver.panel.show_field("/hexes/G5/structure/owner")
    assert properties_driver.row("Owner").box.hasFocus()
    assert properties_driver.panel.show_field("/hexes/G5/tags/1/side")
    assert properties_driver.row("Side").box.hasFocus()
    assert not properties_driver.panel.show_field("/briefing/top/cards")


def test_an_empty_selection_shows_a_hint_and_no_field(properties_driver: PropertiesDriver) -> None:
    properties_driver.select()
    assert properties_driver.rows() == []


def test_an_unknown_piece_is_shown_by_its_name(qtbot: QtBot) -> None:
    properties_driver = PropertiesDriver(
        qtbot, {G5: HexContent(terrain=Piece("moonbase", 7), unit=Unit("laser"))}
    )
    properties_driver.select(G5)
    assert properties_driver.titles()[:2] == ["moonbase, Terrain", "laser, Unit"]


def test_selected_hexes_that_are_not_on_the_board_are_not_shown(
    properties_driver: PropertiesDriver,
) -> None:
    properties_driver.select(Hex(40, 4))
    assert properties_driver.rows() == []


# Pieces selected by side or kind are shown and changed alone


UNITS = {hex_: frozenset({Layer.UNIT}) for hex_ in (G5, H5)}
LOWER_LAYERS = {hex_: frozenset({Layer.TERRAIN, Layer.STRUCTURE}) for hex_ in (G5, H5)}


def test_only_selected_pieces_are_shown_as_the_title_states(
    properties_driver: PropertiesDriver,
) -> None:
    properties_driver.selection.select_pieces(UNITS)
    assert properties_driver.titles() == ["Unit: 2 kinds, Unit on 2 of 2 hexes"]
    assert (
        properties_driver.title_above_form == "2 pieces selected, without the rest of their hexes"
    )
    properties_driver.selection.select_pieces({G5: frozenset({Layer.UNIT})})
    assert properties_driver.titles() == ["German infantry, Unit"]
    assert properties_driver.title_above_form == "1 piece selected, without the rest of its hex"
    properties_driver.select(G5)
    assert len(properties_driver.titles()) == 6
    assert properties_driver.title_above_form.startswith("Hex G5")


def test_pieces_of_several_layers_are_shown_layer_by_layer(
    properties_driver: PropertiesDriver,
) -> None:
    properties_driver.selection.select_pieces({**LOWER_LAYERS, J5: frozenset({Layer.TAG})})
    assert properties_driver.titles() == [
        "Terrain: 2 kinds, Terrain on 2 of 3 hexes",
        "Bunker, Structure on 1 of 3 hexes",
    ]
    assert (
        properties_driver.title_above_form == "3 pieces selected, without the rest of their hexes"
    )
    properties_driver.selection.select_pieces({G5: frozenset({Layer.TAG})})
    assert properties_driver.titles() == ["Allied medal, Marker", "Exit marker, Marker"]


def test_a_change_and_a_removal_act_on_the_selected_pieces_only(
    properties_driver: PropertiesDriver,
) -> None:
    other = HexContent(terrain=Piece("woods"), unit=Unit("tankus"))
    properties_driver.selection.select_pieces({G5: UNITS[G5], J5: UNITS[G5]})
    properties_driver.document.edit(
        "Place", properties_driver.document.scenario.with_hexes({J5: other})
    )
    properties_driver.type_into("Figures", "2")
    assert [properties_driver.figures(hex_) for hex_ in (G5, H5, J5)] == [2, None, 2]
    properties_driver.press("Remove: Unit: 2 kinds")
    assert properties_driver.content() == replace(FULL_CONTENT, unit=None)
    assert properties_driver.content(J5) == replace(other, unit=None)
    assert properties_driver.content(H5) == other
    assert (properties_driver.titles(), properties_driver.title_above_form) == (
        [],
        "0 pieces selected, without the rest of their hexes",
    )


@pytest.mark.parametrize("theme", [Theme.LIGHT, Theme.CONTRAST_LIGHT], indirect=True)
def test_fields_without_a_value_are_as_faint_as_hints(
    theme: Theme, properties_driver: PropertiesDriver
) -> None:
    properties_driver.select(H5)
    badge, rule = (properties_driver.row(label).box for label in ("Badge", "Special rule"))
    assert isinstance(badge, ChoiceBox)
    assert badge.currentText() == "None"
    assert min_lightness(badge) == min_lightness(rule)
    properties_driver.select(G5)
    assert min_lightness(properties_driver.row("Badge").box) < min_lightness(rule)


def min_lightness(box: QWidget) -> int:
    """Return how dark the text of a field is, without its arrow and edge; 0 is black."""
    picture = box.grab().toImage()
    columns, rows = range(28, 60), range(4, box.height() - 4)
    return min(picture.pixelColor(x, y).lightness() for x in columns for y in rows)

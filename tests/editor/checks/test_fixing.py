"""Applying all safe fixes together, and fixes that fail."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialog, QLabel, QWidget
from pytestqt.qtbot import QtBot
from tests.editor.checks.conftest import MAP, ProblemsPanelDriver, write_lower_case_file
from tests.editor.conftest import DialogAnswerer

from m44core.catalogue.catalogue_types import Layer
from m44core.diagnostics import Diagnostic, Fix, Severity
from m44core.io.files.file_reader import read_bytes, read_file
from m44core.messages.message import message
from m44core.model.edits import new_scenario, paint
from m44core.model.scenario_parts import Piece
from m44core.resources import scenarios_folder
from m44core.validation.runner import DEFAULT_SETTINGS, AppliedFix
from m44core.validation.safe_fixes import apply_safe_fixes
from m44editor.panels.safe_fix_preview import SafeFixPreview

TWO_BLANKS = "M809"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a file with two spaces in a row in its title."""
    path = tmp_path / "map.yaml"
    path.write_text(MAP)
    return path


def test_a_safe_fix_is_marked_as_safe(problems: ProblemsPanelDriver) -> None:
    problems.show_quiet()
    problems.choose(TWO_BLANKS)
    (button,) = problems.panel.detail.fix_buttons
    assert button.text().endswith("(safe)")
    assert "loses no data and does not affect play" in button.toolTip()


def test_all_safe_fixes_are_applied_as_one_undo_step(
    problems: ProblemsPanelDriver, answers: DialogAnswerer
) -> None:
    panel, document = problems.panel, problems.window.document
    assert panel.bar.fix_button.text() == f"Apply {panel.results.safe_fix_count} &Safe Fix"
    before = document.scenario
    answers.press("Apply")
    QTest.mouseClick(panel.bar.fix_button, Qt.MouseButton.LeftButton)
    problems.settle()
    assert document.undo_stack.count() == 1
    assert document.undo_stack.undoText() == "Apply All Safe Fixes"
    assert TWO_BLANKS not in problems.all_codes()
    assert not panel.bar.fix_button.isVisible()
    assert "; you can undo this" in problems.window.statusBar().currentMessage()
    document.undo_stack.undo()
    assert document.scenario is before
    problems.settle()
    assert panel.bar.fix_button.isVisible()


def test_the_editor_and_the_command_line_apply_the_same_fixes(
    problems: ProblemsPanelDriver, path: Path, answers: DialogAnswerer
) -> None:
    answers.press("Apply")
    problems.window.commands["fix-safe"].trigger()
    assert problems.window.files.save()
    saved_bytes = path.read_bytes()
    path.write_text(MAP)
    data = apply_safe_fixes(path, DEFAULT_SETTINGS).data
    assert data
    assert read_bytes(data, path.name).scenario == read_bytes(saved_bytes, path.name).scenario


def test_without_safe_fixes_nothing_is_changed(problems: ProblemsPanelDriver) -> None:
    problems.window.open_path(scenarios_folder() / "pegasus-bridge.m44")
    problems.settle()
    problems.window.commands["fix-safe"].trigger()
    assert problems.window.document.undo_stack.count() == 0


def test_a_failed_fix_is_reported_and_changes_nothing(problems: ProblemsPanelDriver) -> None:
    values = {"bunker": "tower", "side": "nobody"}
    fix = Fix("M502", "give", {"/format/no/way": 1}, values)
    finding = Diagnostic("M502", "empty", Severity.ERROR, {"bunker": "tower"}, fixes=(fix,))
    problems.panel.results.findings += (finding,)
    before = problems.window.document.scenario
    problems.panel.apply_fix(finding, fix)
    assert problems.window.document.scenario is before
    assert problems.panel.notices.isVisible()
    notice = problems.panel.notices.label.text()
    assert "The fix for M502 (Give the tower to nobody) failed" in notice
    assert notice.endswith("Nothing was changed.")


def test_an_outdated_fix_is_reported(problems: ProblemsPanelDriver) -> None:
    problems.window.document.replace(new_scenario(), None)
    problems.settle()
    fix = Fix("M502", "give", {"/hexes/B3": None}, {"bunker": "tower", "side": "nobody"})
    finding = Diagnostic("M502", "empty", Severity.ERROR, {"bunker": "tower"}, fixes=(fix,))
    problems.panel.results.findings += (finding,)
    problems.panel.apply_fix(finding, fix)
    assert problems.window.document.undo_stack.count() == 0
    notice = problems.panel.notices.label.text()
    assert "“Give the tower to nobody” would no longer change anything" in notice


def test_findings_from_reading_are_fixed_with_the_rest(
    problems: ProblemsPanelDriver, path: Path, answers: DialogAnswerer
) -> None:
    window, document = problems.window, problems.window.document
    window.open_path(write_lower_case_file(path.with_name("old.m44")))
    problems.settle()
    assert "M041" in problems.all_codes()
    answers.press("Apply")
    window.commands["fix-safe"].trigger()
    problems.settle()
    assert "M041" not in problems.all_codes()
    assert problems.panel.results.safe_fix_count == 0
    document.undo_stack.undo()
    problems.settle()
    assert "M041" in problems.all_codes()


def test_a_lone_finding_from_reading_is_fixed_as_safe(
    problems: ProblemsPanelDriver, path: Path, answers: DialogAnswerer
) -> None:
    window, shipped = problems.window, scenarios_folder() / "pegasus-bridge.m44"
    path = path.with_name("old.m44")
    path.write_text(shipped.read_text("utf-8").replace('"AXIS"', '"axis"', 1), "utf-8")
    window.open_path(path)
    problems.settle()
    assert problems.panel.results.safe_fix_count == 1
    answers.press("Apply")
    QTest.mouseClick(problems.panel.bar.fix_button, Qt.MouseButton.LeftButton)
    problems.settle()
    assert "Fixed 1 problem;" in window.statusBar().currentMessage()
    assert "M041" not in problems.all_codes()
    window.document.undo_stack.undo()
    problems.settle()
    assert "M041" in problems.all_codes()


def test_saving_keeps_the_dialect_of_a_file_until_it_is_fixed(
    problems: ProblemsPanelDriver, path: Path, answers: DialogAnswerer
) -> None:
    window, old_file = problems.window, write_lower_case_file(path.with_name("old.m44"))
    before = old_file.read_bytes()
    window.open_path(old_file)
    problems.settle()
    assert window.files.save()
    problems.settle()
    assert "M041" in problems.all_codes()
    assert old_file.read_bytes() == before
    answers.press("Apply")
    window.commands["fix-safe"].trigger()
    assert window.files.save()
    problems.settle()
    assert "M041" not in problems.all_codes()
    problems.switch_language("fr")
    assert "M041" not in problems.all_codes()


def test_tab_moves_the_focus_from_the_problem_to_its_fixes_and_on(
    problems: ProblemsPanelDriver,
) -> None:
    detail = problems.panel.detail
    problems.choose("M502")
    problems.panel.list.setFocus()
    QApplication.processEvents()
    focused_widgets: list[QWidget | None] = []
    for _ in range(6):
        QTest.keyClick(problems.window.windowHandle(), Qt.Key.Key_Tab)
        focused_widgets.append(QApplication.focusWidget())
    buttons = [*detail.fix_buttons, detail.suppress_button, detail.explain_button]
    assert [widget for widget in focused_widgets if widget in buttons] == buttons
    assert all(
        widget is None or widget.accessibleName() or _contains_message(widget)
        for widget in focused_widgets
    )


def test_f8_continues_after_a_fixed_problem(problems: ProblemsPanelDriver) -> None:
    rows, detail = problems.panel.list, problems.panel.detail
    for _ in range(1 + problems.codes().index("M502")):
        problems.press_key(Qt.Key.Key_F8)
    row = rows.currentIndex().row()
    assert row > 0
    QTest.mouseClick(detail.fix_buttons[0], Qt.MouseButton.LeftButton)
    problems.settle()
    assert "M502" not in problems.codes()
    problems.press_key(Qt.Key.Key_F8)
    assert rows.currentIndex().row() == row


def _contains_message(widget: QWidget) -> bool:
    return isinstance(widget, QAbstractButton | QLabel) and bool(widget.text())


def test_the_changes_of_safe_fixes_are_shown_before_they_are_made(
    problems: ProblemsPanelDriver, answers: DialogAnswerer
) -> None:
    document, listed_texts = problems.window.document, list[str]()
    before = document.scenario

    def read(dialog: QDialog) -> None:
        assert isinstance(dialog, SafeFixPreview)
        listed_texts.extend(dialog.list.item(row).text() for row in range(dialog.list.count()))
        QTest.keyClick(dialog, Qt.Key.Key_Escape)

    answers.do(read)
    QTest.mouseClick(problems.panel.bar.fix_button, Qt.MouseButton.LeftButton)
    assert len(listed_texts) == problems.panel.results.safe_fix_count
    assert any("spaces" in text and "→" in text for text in listed_texts)
    assert document.scenario is before


def test_the_board_after_the_fixes_is_drawn_if_it_changes(qtbot: QtBot) -> None:
    before = read_file(scenarios_folder() / "pegasus-bridge.m44").scenario
    assert before is not None
    after = paint(before, Layer.TERRAIN, Piece("hills"), [before.board.hex("M1")])
    finding = Diagnostic("M502", "empty", Severity.ERROR, {"bunker": "tower"})
    preview = SafeFixPreview([AppliedFix(finding, message("Change it"))], before, after)
    qtbot.addWidget(preview)
    with qtbot.waitExposed(preview):
        preview.show()
    qtbot.waitUntil(lambda: not preview.picture.pixmap().isNull())
    preview = SafeFixPreview([AppliedFix(finding, message("Change it"))], before, before)
    qtbot.addWidget(preview)
    assert preview.picture.isHidden()

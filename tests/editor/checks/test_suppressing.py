"""Suppressing a finding with a reason, listing suppressed ones, and undoing it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot
from tests.editor.checks.conftest import ProblemsPanelDriver

from m44core.model.scenario_parts import Allowance

BUNKER, HAND = "M502", "M303"
REASON = "either side may use it"


def fill_in_form(problems: ProblemsPanelDriver, reason: str, *, everywhere: bool = False) -> None:
    """Fill in the form that is open next to the list."""
    form = problems.panel.detail.suppress_form
    assert form is not None
    assert form.reason.hasFocus()
    QTest.keyClicks(form.reason, reason)
    if everywhere:
        QTest.keyClick(form.everywhere, Qt.Key.Key_Space)
    QTest.keyClick(form.reason, Qt.Key.Key_Return)


def suppress_problem(problems: ProblemsPanelDriver, code: str, **how: bool) -> None:
    problems.choose(code)
    QTest.mouseClick(problems.panel.detail.suppress_button, Qt.MouseButton.LeftButton)
    fill_in_form(problems, REASON, **how)
    problems.settle()


def show_suppressed(problems: ProblemsPanelDriver) -> None:
    problems.window.commands["show-allowed"].trigger()


def test_suppressing_a_problem_removes_it_from_the_list_as_one_step(
    problems: ProblemsPanelDriver,
) -> None:
    document = problems.window.document
    suppress_problem(problems, BUNKER)
    assert document.scenario.allowed == (Allowance("unclear-bunker-owner", REASON, "G5"),)
    assert BUNKER not in problems.codes()
    assert document.undo_stack.count() == 1
    document.undo_stack.undo()
    problems.settle()
    assert BUNKER in problems.codes()


def test_a_problem_without_a_hex_is_suppressed_at_its_field(problems: ProblemsPanelDriver) -> None:
    suppress_problem(problems, HAND)
    (allowance,) = problems.window.document.scenario.allowed
    assert (allowance.check, allowance.at) == ("unusual-hand", "/briefing/top/cards")
    assert HAND not in problems.codes()


def test_a_problem_can_be_suppressed_in_the_whole_scenario(problems: ProblemsPanelDriver) -> None:
    suppress_problem(problems, BUNKER, everywhere=True)
    assert problems.window.document.scenario.allowed[0].at is None


def test_a_problem_cannot_be_suppressed_without_a_reason(problems: ProblemsPanelDriver) -> None:
    problems.choose(BUNKER)
    problems.window.commands["allow-problem"].trigger()
    fill_in_form(problems, "   ")
    form = problems.panel.detail.suppress_form
    assert form is not None
    QTest.keyClick(form.reason, Qt.Key.Key_Escape)
    assert problems.panel.detail.suppress_form is None
    assert problems.panel.list.hasFocus()
    assert problems.window.document.scenario.allowed == ()


def test_suppressed_problems_are_listed_last_and_grey_with_their_reason(
    problems: ProblemsPanelDriver,
) -> None:
    suppress_problem(problems, BUNKER)
    show_suppressed(problems)
    assert problems.codes()[-1] == BUNKER
    assert problems.texts()[-1].endswith(f"(suppressed: {REASON})")
    rows = problems.panel.list
    colour = rows.model().index(rows.model().rowCount() - 1, 0).data(Qt.ItemDataRole.ForegroundRole)
    assert colour == QApplication.palette().color(QPalette.ColorRole.PlaceholderText)
    rows.sortByColumn(0, Qt.SortOrder.DescendingOrder)
    assert problems.codes()[-1] == BUNKER
    show_suppressed(problems)
    assert BUNKER not in problems.codes()


def test_stepping_through_the_problems_skips_suppressed_ones(problems: ProblemsPanelDriver) -> None:
    suppress_problem(problems, BUNKER)
    show_suppressed(problems)
    visited_codes = set()
    for _ in problems.codes():
        problems.press_key(Qt.Key.Key_F8)
        finding = problems.panel.list.current_finding()
        assert finding
        visited_codes.add(finding.code)
    assert BUNKER not in visited_codes


def test_the_suppression_of_a_problem_can_be_removed(problems: ProblemsPanelDriver) -> None:
    suppress_problem(problems, BUNKER)
    show_suppressed(problems)
    problems.choose(BUNKER)
    detail = problems.panel.detail
    assert detail.note.text() == f"Suppressed: {REASON}"
    assert not detail.fix_buttons
    QTest.mouseClick(detail.unsuppress_button, Qt.MouseButton.LeftButton)
    problems.settle()
    assert problems.window.document.scenario.allowed == ()
    assert problems.codes().count(BUNKER) == 1
    assert problems.window.document.undo_stack.count() == 2


def test_a_suppression_in_m44_toml_cannot_be_removed_in_the_editor(
    problems: ProblemsPanelDriver, path: Path, qtbot: QtBot
) -> None:
    config = path.parent / "m44.toml"
    with qtbot.waitSignal(problems.window.inspection.options.changed):
        config.write_text(f'[[check.allow]]\ncheck = "{BUNKER}"\nreason = "Our campaign."\n')
    problems.settle()
    show_suppressed(problems)
    problems.choose(BUNKER)
    assert problems.panel.detail.note.text() == f"Suppressed by {config}: Our campaign."
    assert not problems.panel.detail.unsuppress_button.isEnabled()


def test_the_menu_of_a_problem_offers_to_suppress_it(problems: ProblemsPanelDriver) -> None:
    problems.choose(BUNKER)
    QTest.keyClick(problems.panel.list, Qt.Key.Key_Period, Qt.KeyboardModifier.ControlModifier)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    assert "Suppress Here…" in [action.text() for action in menu.actions()]
    menu.close()


def test_an_unused_suppression_is_a_problem_that_cannot_be_suppressed(
    problems: ProblemsPanelDriver,
) -> None:
    suppress_problem(problems, BUNKER)
    document = problems.window.document
    document.edit("Empty", replace(document.scenario, hexes={}))
    problems.settle()
    problems.choose("M061")
    assert not problems.panel.detail.suppress_button.isVisible()
    assert len(problems.panel.detail.fix_buttons) == 1

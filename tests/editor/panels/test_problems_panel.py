"""The problems panel, driven by mouse and keyboard."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import replace
from itertools import cycle

import pytest
from PySide6.QtCore import QPoint, QSettings, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from m44core.catalogue.catalogue_types import Side
from m44core.diagnostics import Diagnostic, Severity
from m44core.findings.render_findings import is_quiet
from m44core.hexes import Hex
from m44core.model.edits import new_scenario
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, Piece, Unit
from m44core.validation.suppressions import CheckResult
from m44editor.checks.check_options import CheckOptions
from m44editor.checks.check_results import CheckResults
from m44editor.checks.live_validation import Findings, LiveValidation, Submit
from m44editor.documents.document import Document
from m44editor.panels.problem_list import (
    CHECK,
    PROBLEM,
    SEVERITY,
    WHERE,
    ProblemList,
    ResultsFilter,
    ResultsModel,
)
from m44editor.panels.problems_panel import ProblemsPanel
from m44editor.theme import Theme, apply_theme

G5 = Hex(12, 4)
UNOWNED = "M502"
OCCUPIED = {"bunker": "bunker", "side": "the Axis", "unit": "infantry"}


def finished_check(findings: Findings) -> Future[CheckResult]:
    """Return the future of a check that has already finished with some findings."""
    future: Future[CheckResult] = Future()
    future.set_result(CheckResult(findings))
    return future


class ProblemListDriver:
    """A panel over a scenario with an unowned bunker and a unit in the river."""

    def __init__(self, qtbot: QtBot, scenario: Scenario, submit: Submit | None = None) -> None:
        self.qtbot = qtbot
        self.document = Document(scenario)
        self.settings = QSettings()
        self.options = CheckOptions(self.document, self.settings)
        self.live = LiveValidation(self.document, submit=submit, settings=self.options.settings)
        self.options.changed.connect(lambda: self.live.set_options(self.options.settings))
        self.results = CheckResults(self.document, self.live)
        self.panel = ProblemsPanel(self.document, self.live, self.options, self.results)
        qtbot.addWidget(self.panel)
        self.panel.resize(1000, 400)
        with qtbot.waitExposed(self.panel):
            self.panel.show()
        qtbot.waitUntil(lambda: self.live.is_current)
        self.panel.bar.show_quiet.trigger()
        self.hexes: list[Hex] = []
        self.fields: list[str] = []
        self.panel.hex_chosen.connect(self.hexes.append)
        self.panel.field_chosen.connect(self.fields.append)

    def codes(self) -> list[str]:
        model = self.panel.list.model()
        return [model.index(row, 2).data().split()[0] for row in range(model.rowCount())]

    def click(self, code: str) -> None:
        view = self.panel.list
        index = view.model().index(self.codes().index(code), 0)
        view.scrollTo(index)
        point = view.visualRect(index).center()
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=point)


@pytest.fixture
def panel_driver(qtbot: QtBot) -> Iterator[ProblemListDriver]:
    scenario = new_scenario().with_hexes(
        {
            G5: HexContent(structure=Piece("bunker"), unit=Unit("infger")),
            Hex(4, 4): HexContent(terrain=Piece("river"), unit=Unit("tankus")),
        }
    )
    panel_driver = ProblemListDriver(qtbot, scenario)
    yield panel_driver
    panel_driver.live.close()


def make_finding(severity: Severity, message: str, pointer: str = "") -> Diagnostic:
    return Diagnostic("M814", "untold", severity, {"rule": message}, pointer)


def test_the_most_severe_problems_come_first(panel_driver: ProblemListDriver) -> None:
    severities = [f.severity for f in panel_driver.panel.list.shown_findings()]
    assert severities == sorted(severities, key=list(Severity).index)
    assert UNOWNED in panel_driver.codes()


def test_five_thousand_problems_are_listed_and_the_last_is_chosen_by_key(qtbot: QtBot) -> None:
    scenario = new_scenario().with_hexes({G5: HexContent(terrain=Piece("hills"))})
    hexes = cycle(scenario.board.hexes)
    findings: Findings = tuple(
        replace(make_finding(Severity.WARNING, f"rule {number}"), hex=next(hexes))
        for number in range(5000)
    )
    driver = ProblemListDriver(qtbot, scenario, lambda *_: finished_check(findings))
    shown = driver.panel.list.shown_findings()
    assert len(shown) == 5000
    for key in Qt.Key.Key_Down, Qt.Key.Key_End, Qt.Key.Key_Return:
        QTest.keyClick(driver.panel.list, key)
    assert driver.hexes[-1] == shown[-1].hex
    driver.live.close()


def test_the_columns_begin_with_severity_and_place(panel_driver: ProblemListDriver) -> None:
    header = panel_driver.panel.list.header()
    order = [header.logicalIndex(place) for place in range(header.count())]
    assert order == [SEVERITY, WHERE, PROBLEM, CHECK]
    model, columns = panel_driver.panel.list.model(), range(header.count())
    icon_columns = [c for c in columns if model.index(0, c).data(Qt.ItemDataRole.DecorationRole)]
    assert icon_columns == [SEVERITY]
    accessible_text = model.index(0, SEVERITY).data(Qt.ItemDataRole.AccessibleTextRole)
    assert accessible_text in {"Error", "Warning"}


def test_notes_that_need_no_action_are_one_line_that_opens(panel_driver: ProblemListDriver) -> None:
    line, count = panel_driver.panel.quiet, sum(map(is_quiet, panel_driver.results.findings))
    assert count
    QTest.mouseClick(line, Qt.MouseButton.LeftButton)  # the fixture has unfolded them
    assert line.text().startswith(f"{count} note")
    folded_row_count = panel_driver.panel.list.model().rowCount()
    QTest.mouseClick(line, Qt.MouseButton.LeftButton)
    visible_findings = panel_driver.panel.list.shown_findings()
    assert len(visible_findings) == folded_row_count + count
    assert [is_quiet(finding) for finding in visible_findings] == [False] * folded_row_count + [
        True
    ] * count


def test_the_line_for_quiet_notes_is_hidden_if_there_are_none(qtbot: QtBot) -> None:
    driver = ProblemListDriver(qtbot, new_scenario(), submit=lambda *_: finished_check(()))
    assert not driver.panel.quiet.isVisible()
    driver.live.close()


def test_a_click_on_a_problem_chooses_its_hex(panel_driver: ProblemListDriver) -> None:
    panel_driver.click(UNOWNED)
    assert panel_driver.hexes == [G5]
    assert panel_driver.fields == []


def test_enter_focuses_the_field_of_the_problem(panel_driver: ProblemListDriver) -> None:
    panel_driver.click(UNOWNED)
    QTest.keyClick(panel_driver.panel.list, Qt.Key.Key_Return)
    assert panel_driver.fields[0].startswith("/hexes/G5/structure")


def test_a_fix_is_applied_by_its_button_as_one_step(panel_driver: ProblemListDriver) -> None:
    panel_driver.click(UNOWNED)
    button = panel_driver.panel.detail.fix_buttons[0]
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert panel_driver.document.undo_stack.count() == 1
    structure = panel_driver.document.scenario.at(G5).structure
    assert structure
    assert structure.owner in set(Side)
    panel_driver.qtbot.waitUntil(lambda: UNOWNED not in panel_driver.codes())
    panel_driver.document.undo_stack.undo()
    panel_driver.qtbot.waitUntil(lambda: UNOWNED in panel_driver.codes())


def test_ctrl_period_offers_the_fixes_and_enter_applies_the_first(
    panel_driver: ProblemListDriver,
) -> None:
    panel_driver.click(UNOWNED)
    QTest.keyClick(panel_driver.panel.list, Qt.Key.Key_Period, Qt.KeyboardModifier.ControlModifier)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    QTest.keyClick(menu, Qt.Key.Key_Return)
    assert panel_driver.document.undo_stack.count() == 1


def test_a_fix_of_a_resolved_problem_does_nothing(panel_driver: ProblemListDriver) -> None:
    finding = next(f for f in panel_driver.live.findings if f.code == UNOWNED)
    panel_driver.document.edit("Empty the board", new_scenario())
    panel_driver.panel.apply_fix(finding, finding.fixes[0])
    assert panel_driver.document.scenario == new_scenario()


def test_f8_steps_through_the_problems_and_wraps_around(panel_driver: ProblemListDriver) -> None:
    panel_driver.panel.list.setFocus()
    visited_problems = []
    for _ in range(len(panel_driver.codes()) + 1):
        QTest.keyClick(panel_driver.panel.list, Qt.Key.Key_F8)
        visited_problems.append(panel_driver.panel.list.currentIndex().row())
    assert visited_problems == [*range(len(panel_driver.codes())), 0]
    QTest.keyClick(panel_driver.panel.list, Qt.Key.Key_F8, Qt.KeyboardModifier.ShiftModifier)
    assert panel_driver.panel.list.currentIndex().row() == len(panel_driver.codes()) - 1


def test_problems_can_be_filtered_by_severity(panel_driver: ProblemListDriver) -> None:
    for severity in (Severity.WARNING, Severity.INFO):
        button = panel_driver.panel.bar.severity_buttons[severity]
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert {f.severity for f in panel_driver.panel.list.shown_findings()} == {Severity.ERROR}


def test_search_words_filter_the_list(panel_driver: ProblemListDriver) -> None:
    QTest.keyClicks(panel_driver.panel.bar.search, "BUNKER g5")
    assert set(panel_driver.codes()) == {UNOWNED}


def test_notes_that_need_no_action_are_neither_listed_nor_counted_by_default(
    panel_driver: ProblemListDriver,
) -> None:
    quiet = sum(map(is_quiet, panel_driver.results.findings))
    notes = sum(finding.severity is Severity.INFO for finding in panel_driver.results.findings)
    button = panel_driver.panel.bar.severity_buttons[Severity.INFO]
    choose_option(panel_driver, f"Show Notes That Need &No Action ({quiet})")
    assert quiet
    assert UNOWNED not in panel_driver.codes()
    assert button.text() == f"{notes - quiet} notes"
    choose_option(panel_driver, f"Show Notes That Need &No Action ({quiet})")
    assert UNOWNED in panel_driver.codes()
    assert button.text() == f"{notes} notes"


def choose_option(panel_driver: ProblemListDriver, title: str) -> None:
    menu = panel_driver.panel.bar.options_button.menu()
    menu.popup(panel_driver.panel.mapToGlobal(QPoint(0, 0)))
    action = next(action for action in menu.actions() if action.text() == title)
    QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(action).center())


def test_a_search_finds_notes_that_need_no_action(panel_driver: ProblemListDriver) -> None:
    panel_driver.panel.bar.show_quiet.trigger()
    QTest.keyClicks(panel_driver.panel.bar.search, "BUNKER g5")
    assert set(panel_driver.codes()) == {UNOWNED}


def test_a_scenario_with_only_quiet_notes_has_no_problems(qtbot: QtBot) -> None:
    quiet = Diagnostic("M502", "occupied", Severity.INFO, OCCUPIED, "/hexes/G5/structure", G5)
    assert is_quiet(quiet)
    panel_driver = ProblemListDriver(qtbot, new_scenario(), lambda *_: finished_check((quiet,)))
    panel_driver.panel.bar.show_quiet.trigger()
    assert panel_driver.codes() == []
    messages: list[str] = []
    panel_driver.panel.status_message.connect(messages.append)
    panel_driver.panel.next_problem()
    assert messages == ["No problems found"]
    panel_driver.live.close()


def test_an_empty_list_says_why_instead_of_showing_headings(
    panel_driver: ProblemListDriver,
) -> None:
    view, search = panel_driver.panel.list, panel_driver.panel.bar.search
    assert not view.isHeaderHidden()
    QTest.keyClicks(search, "no problem says this")
    assert view.isHeaderHidden()
    picture = view.viewport().grab().toImage()
    colors = {picture.pixel(x, picture.height() // 2) for x in range(picture.width())}
    assert len(colors) > 2, "the reason is painted across the middle"
    search.clear()
    assert not view.isHeaderHidden()


def test_the_buttons_count_each_severity(panel_driver: ProblemListDriver) -> None:
    for severity, noun in zip(Severity, ("error", "warning", "note"), strict=True):
        count = sum(f.severity is severity for f in panel_driver.live.findings)
        plural = "" if count == 1 else "s"
        assert panel_driver.panel.bar.severity_buttons[severity].text() == f"{count} {noun}{plural}"


def test_the_icons_of_the_severities_follow_the_theme(
    panel_driver: ProblemListDriver, qapp: QApplication
) -> None:
    button = panel_driver.panel.bar.severity_buttons[Severity.ERROR]
    images = []
    for theme in (Theme.LIGHT, Theme.DARK, Theme.LIGHT):
        apply_theme(qapp, theme)
        QApplication.processEvents()
        images.append(button.icon().pixmap(16, 16).toImage())
    assert images[0] == images[2]
    assert images[0] != images[1]


def test_the_page_of_a_check_is_shown_on_demand(panel_driver: ProblemListDriver) -> None:
    panel_driver.click(UNOWNED)
    assert not panel_driver.panel.detail.page.isVisible()
    QTest.mouseClick(panel_driver.panel.detail.explain_button, Qt.MouseButton.LeftButton)
    assert "Why it matters:" in panel_driver.panel.detail.page.text()
    assert "``" not in panel_driver.panel.detail.page.text()


def test_selected_problems_are_copied_as_text(panel_driver: ProblemListDriver) -> None:
    panel_driver.click(UNOWNED)
    QTest.keyClick(panel_driver.panel.list, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    text = QGuiApplication.clipboard().text()
    assert text.startswith("note: G5: ")
    assert text.endswith("[M502 unclear-bunker-owner]")


def test_the_current_problem_stays_current_when_the_list_is_rebuilt(
    panel_driver: ProblemListDriver,
) -> None:
    panel_driver.click(UNOWNED)
    panel_driver.document.edit(
        "Rename", new_scenario().with_hexes(panel_driver.document.scenario.hexes)
    )
    panel_driver.document.edit("Label", panel_driver.document.scenario.with_labels({G5: ("Here",)}))
    panel_driver.qtbot.waitUntil(lambda: panel_driver.live.is_current)
    finding = panel_driver.panel.list.current_finding()
    assert finding
    assert finding.code == UNOWNED


def test_a_problem_of_the_briefing_opens_its_field(qtbot: QtBot) -> None:
    findings: Findings = (make_finding(Severity.ERROR, "no cards", "/briefing/top/cards"),)
    scenario = new_scenario().with_hexes({G5: HexContent(terrain=Piece("hills"))})
    panel_driver = ProblemListDriver(qtbot, scenario, lambda *_: finished_check(findings))
    panel_driver.click(findings[0].code)
    assert panel_driver.fields == ["/briefing/top/cards"]
    panel_driver.live.close()


def test_problems_are_sorted_by_place_when_its_heading_is_clicked(
    panel_driver: ProblemListDriver,
) -> None:
    header = panel_driver.panel.list.header()
    click_x = header.sectionViewportPosition(1) + 20
    QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(click_x, 5))
    places = [f.hex for f in panel_driver.panel.list.shown_findings() if f.hex]
    assert places == sorted(places, key=lambda h: (h.row, h.col))


def test_a_context_menu_offers_fixes_page_and_copy(panel_driver: ProblemListDriver) -> None:
    panel_driver.click(UNOWNED)
    view = panel_driver.panel.list
    point = view.visualRect(view.currentIndex()).center()
    view.customContextMenuRequested.emit(point)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    entries = [action.text().split("\t")[0] for action in menu.actions() if action.text()]
    assert entries[0] == "Show"
    assert entries[-2:] == ["Explain Check", "Copy"]
    menu.close()


def test_screen_readers_get_the_full_place_of_a_problem(qtbot: QtBot) -> None:
    model, results_filter = ResultsModel(), ResultsFilter()
    results_filter.setSourceModel(model)
    view = ProblemList(results_filter, lambda: "")
    qtbot.addWidget(view)
    view.resize(900, 200)
    view.show()
    pointer = "/briefing/options/restricted_objectives/0/hexes"
    finding = make_finding(Severity.WARNING, "a place with a long name", pointer)
    model.show_results((finding,), (), new_scenario().board)
    assert view.columnWidth(WHERE) >= view.sizeHintForColumn(WHERE) > 110

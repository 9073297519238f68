"""The window with all check pages, and the setup checklist."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QDialogButtonBox, QFileDialog, QLineEdit
from tests.editor.checks.conftest import ProblemsPanelDriver
from tests.editor.conftest import DialogAnswerer

from m44core.catalogue.catalogue_types import Layer
from m44core.findings.finding_kinds import all_kinds
from m44core.model.edits import paint
from m44core.model.scenario_parts import Piece
from m44core.validation.components.owned_boxes import OwnedBoxes
from m44core.validation.setup_checklist import checklist_steps
from m44editor.checks.check_pages import ChecksWindow
from m44editor.list_widgets import children_of, rows_below_headings, top_level_items
from m44editor.windows.setup_checklist import SetupChecklist, missing_component_sentences


@pytest.fixture
def pages(problems: ProblemsPanelDriver) -> ChecksWindow:
    problems.choose("M502")
    problems.window.commands["checks"].trigger()
    return next(
        w
        for w in problems.window.context.chrome.check_commands.windows()
        if isinstance(w, ChecksWindow)
    )


@pytest.fixture
def setup(problems: ProblemsPanelDriver) -> SetupChecklist:
    problems.window.commands["setup-list"].trigger()
    return next(
        w
        for w in problems.window.context.chrome.check_commands.windows()
        if isinstance(w, SetupChecklist)
    )


def shown_codes(pages: ChecksWindow) -> list[str]:
    return [line.text(0) for line in rows_below_headings(pages.list) if not line.isHidden()]


def test_all_checks_are_listed_and_the_page_of_the_problem_is_shown(pages: ChecksWindow) -> None:
    assert shown_codes(pages) == list(all_kinds())
    assert pages.page.toPlainText().startswith("M502 unclear-bunker-owner")


def test_the_search_finds_words_of_the_pages_and_enter_opens_one(pages: ChecksWindow) -> None:
    QTest.keyClicks(pages.search, "Bunker OWNER")
    assert "M502" in shown_codes(pages)
    assert "M303" not in shown_codes(pages)
    assert all(
        heading.isHidden() == all(line.isHidden() for line in children_of(heading))
        for heading in top_level_items(pages.list)
    )
    QTest.keyClick(pages.search, Qt.Key.Key_Return)
    assert pages.list.hasFocus()
    assert pages.page.toPlainText().startswith(shown_codes(pages)[0])


def test_reopening_shows_the_page_of_another_problem(
    pages: ChecksWindow, problems: ProblemsPanelDriver
) -> None:
    QTest.keyClicks(pages.search, "nothing of the kind")
    problems.choose("M303")
    problems.window.commands["checks"].trigger()
    assert pages.page.toPlainText().startswith("M303 ")
    assert shown_codes(pages) == list(all_kinds())


def test_the_pages_follow_the_language(pages: ChecksWindow, problems: ProblemsPanelDriver) -> None:
    english = pages.page.toPlainText()
    problems.switch_language("fr")
    (again,) = problems.window.context.chrome.check_commands.windows()
    assert isinstance(again, ChecksWindow)
    french = again.page.toPlainText()
    assert french.startswith("M502 ")
    assert french != english


def test_the_steps_of_the_checklist_match_the_map(
    setup: SetupChecklist, problems: ProblemsPanelDriver
) -> None:
    steps = checklist_steps(problems.window.document.scenario)
    step_titles = [heading.text(0).partition(". ")[2] for heading in top_level_items(setup.list)]
    assert step_titles == [str(step.title) for step in steps]
    assert len(rows_below_headings(setup.list)) == sum(len(step.items) for step in steps)


def test_checked_items_stay_checked_through_edits(
    setup: SetupChecklist, problems: ProblemsPanelDriver
) -> None:
    setup.list.setCurrentItem(rows_below_headings(setup.list)[0])
    QTest.keyClick(setup.list, Qt.Key.Key_Space)
    document = problems.window.document
    hexes = [document.scenario.board.hex("B3")]
    document.edit("Paint", paint(document.scenario, Layer.TERRAIN, Piece("hills"), hexes))
    assert any(line.text(0) == "1 × Hill" for line in rows_below_headings(setup.list))
    checked_items = [
        line
        for line in rows_below_headings(setup.list)
        if line.checkState(0) is Qt.CheckState.Checked
    ]
    assert [line.text(0) for line in checked_items] == [rows_below_headings(setup.list)[0].text(0)]


def test_missing_components_are_updated_immediately(
    setup: SetupChecklist, problems: ProblemsPanelDriver
) -> None:
    assert "Terrain Pack: 1 × Road" in setup.missing.toPlainText()
    problems.window.inspection.options.set_owned_boxes(OwnedBoxes({"base": 1, "terrain": 1}))
    assert setup.missing.toPlainText() == "Nothing is missing from your boxes."
    problems.window.inspection.options.set_owned_boxes(OwnedBoxes({"terrain": 1}))
    assert "1 × bunker: 1 needed, 0 available" in setup.missing.toPlainText()


def test_a_board_that_is_not_owned_is_listed_as_missing(problems: ProblemsPanelDriver) -> None:
    desert = replace(
        problems.window.document.scenario, face=type(problems.window.document.scenario.face).DESERT
    )
    assert missing_component_sentences(desert, OwnedBoxes({"base": 1, "terrain": 1})) == (
        "This map needs the desert board, which you do not own",
    )


def save_as(dialog: QDialog, path: Path) -> None:
    assert isinstance(dialog, QFileDialog)
    buttons = dialog.findChild(QDialogButtonBox)
    assert buttons
    name = dialog.findChild(QLineEdit, "fileNameEdit")
    assert name
    save = buttons.button(QDialogButtonBox.StandardButton.Save)
    while dialog.isVisible():  # the dialog reads its folder first, and might select a file
        QApplication.processEvents()
        name.setText(str(path))
        save.click()


def test_the_checklist_is_saved_as_a_pdf(
    setup: SetupChecklist, answers: DialogAnswerer, tmp_path: Path
) -> None:
    path = tmp_path / "setup.pdf"
    answers.do(lambda dialog: save_as(dialog, path))
    setup.save_pdf()
    assert path.read_bytes().startswith(b"%PDF-")
    assert path.read_bytes().rstrip().endswith(b"%%EOF")


def test_the_checklist_is_printed(setup: SetupChecklist, tmp_path: Path) -> None:
    printer = QPrinter()
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(tmp_path / "printed.pdf"))
    setup.page().print_(printer)
    assert (tmp_path / "printed.pdf").read_bytes().startswith(b"%PDF-")


def test_the_page_has_a_check_box_for_each_item(
    setup: SetupChecklist, problems: ProblemsPanelDriver
) -> None:
    text = setup.page().toPlainText()
    steps = checklist_steps(problems.window.document.scenario)
    assert text.count("\u2610") == sum(len(step.items) for step in steps)
    assert text.rstrip().endswith("Terrain Pack: 1 × Road")

"""File > Scenario Sheet, driven by mouse and keyboard."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtPrintSupport import QPrintDialog
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QDialog, QLineEdit, QStackedWidget, QWidget
from pytestqt.qtbot import QtBot
from tests.core.publish.pdf_inspection import pdf_reader, text_of_pdf
from tests.editor.conftest import DialogAnswerer, choose_language
from tests.editor.interface_texts import untranslated_texts
from tests.editor.windows.conftest import paint_hill

from m44core.errors import M44Error
from m44core.model.edits import set_texts
from m44core.model.scenario_parts import Texts
from m44core.publish.paper_and_ink import Paper
from m44core.publish.sheet_preview import SheetPreview
from m44core.work.executors import ProcessDiedError
from m44editor.windows.main_window import MainWindow
from m44editor.windows.picture_export import encode_image
from m44editor.windows.print_pages import PRINT_DPI
from m44editor.windows.sheet_window import PagesView, SheetMaker, SheetWindow

LEFT = Qt.MouseButton.LeftButton
TIMEOUT_MS = 60_000  # enough for a busy machine


def open_sheet(window: MainWindow, qtbot: QtBot) -> SheetWindow:
    """Open the sheet by its shortcut, wait for its pages, and return its window."""
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    QTest.keyClick(window, Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier)
    sheet = window.findChild(SheetWindow, "sheet")
    assert sheet is not None
    wait_for_pages(sheet, qtbot)
    return sheet


def wait_for_pages(sheet: SheetWindow, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: sheet.is_settled, timeout=TIMEOUT_MS)


def pick(box: QComboBox, value: object) -> None:
    """Choose the item with the given value, with the keyboard."""
    box.setFocus()
    QTest.keyClick(box, Qt.Key.Key_Home)
    while box.currentData() != value:
        before = box.currentIndex()
        QTest.keyClick(box, Qt.Key.Key_Down)
        assert box.currentIndex() != before, f"{value} is not among the items"


def type_path(path: Path) -> Callable[[QDialog], None]:
    """Return a function that types a path into a file dialog and confirms it."""

    def type_name(dialog: QDialog) -> None:
        edit = dialog.findChild(QLineEdit)
        assert edit
        edit.setText(str(path))
        QTest.keyClick(edit, Qt.Key.Key_Return)

    return type_name


def save_and_read(sheet: SheetWindow, answers: DialogAnswerer, path: Path) -> bytes:
    answers.do(type_path(path))
    QTest.mouseClick(sheet.save, LEFT)
    return path.read_bytes()


def test_the_window_says_that_the_pages_are_being_prepared(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.commands["sheet"].trigger()
    sheet = window.findChild(SheetWindow, "sheet")
    assert sheet is not None
    qtbot.waitUntil(lambda: sheet.status.text() == "Preparing the preview…")
    wait_for_pages(sheet, qtbot)
    assert sheet.status.text().startswith("1 page")


def test_the_sheet_follows_edits(window: MainWindow, qtbot: QtBot) -> None:
    sheet = open_sheet(window, qtbot)
    assert len(sheet.pages.pages) == 1
    first_image = sheet.pages.pages[0].image
    assert first_image.width() > 800
    paint_hill(window, "M1")
    wait_for_pages(sheet, qtbot)
    image_with_hill = sheet.pages.pages[0].image
    assert image_with_hill != first_image
    window.document.undo_stack.undo()
    wait_for_pages(sheet, qtbot)
    assert sheet.pages.pages[0].image == first_image


def test_long_texts_need_more_pages(window: MainWindow, qtbot: QtBot) -> None:
    sheet = open_sheet(window, qtbot)
    texts = Texts(name="Mill", historical="The mill must be held until the evening. " * 260)
    window.document.edit("Write", set_texts(window.document.scenario, "en", texts))
    wait_for_pages(sheet, qtbot)
    assert len(sheet.pages.pages) == 2
    assert sheet.status.text().startswith("2 pages")


def test_the_pdf_equals_the_sheet_on_the_screen(
    window: MainWindow, qtbot: QtBot, answers: DialogAnswerer, tmp_path: Path
) -> None:
    sheet = open_sheet(window, qtbot)
    pick(sheet.first_language, "fr")
    pick(sheet.second_language, "de")
    pick(sheet.paper, "us-letter")
    pick(sheet.ink, "mono")
    wait_for_pages(sheet, qtbot)
    pdf = save_and_read(sheet, answers, tmp_path / "mill.pdf")
    width = pdf_reader(pdf).pages[0].mediabox.width
    assert float(width) == pytest.approx(612)
    assert "Règles" in text_of_pdf(pdf) or "Mise en place" in text_of_pdf(pdf)
    assert sheet.status.text() == f"Saved {tmp_path / 'mill.pdf'}"
    reopened_sheet = open_sheet(window, qtbot)
    assert reopened_sheet is sheet


def test_the_chosen_options_are_stored(window: MainWindow, qtbot: QtBot) -> None:
    sheet = open_sheet(window, qtbot)
    pick(sheet.paper, "us-letter")
    pick(sheet.ink, "saving")
    QTest.keyClick(sheet, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: window.findChild(SheetWindow, "sheet") is None)
    sheet = open_sheet(window, qtbot)
    assert (sheet.paper.currentData(), sheet.ink.currentData()) == ("us-letter", "saving")


def test_a_style_changes_the_pages_and_is_stored(window: MainWindow, qtbot: QtBot) -> None:
    sheet = open_sheet(window, qtbot)
    pick(sheet.sheet_style, "large-print")
    wait_for_pages(sheet, qtbot)
    first_image = sheet.pages.pages[0].image
    assert first_image.width() > first_image.height()
    pick(sheet.sheet_style, "compact")
    wait_for_pages(sheet, qtbot)
    assert len(sheet.pages.pages) == 1
    QTest.keyClick(sheet, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: window.findChild(SheetWindow, "sheet") is None)
    assert open_sheet(window, qtbot).sheet_style.currentData() == "compact"


def test_a_sheet_that_cannot_be_written_is_reported(
    window: MainWindow, qtbot: QtBot, answers: DialogAnswerer, tmp_path: Path
) -> None:
    sheet = open_sheet(window, qtbot)
    answers.do(type_path(tmp_path / "nowhere" / "sheet.pdf"))
    QTest.mouseClick(sheet.save, LEFT)
    qtbot.waitUntil(lambda: "its folder does not exist" in sheet.status.text())
    assert sheet.pages.pages


def test_an_invalid_template_is_reported_and_the_default_is_restored(
    window: MainWindow, qtbot: QtBot, answers: DialogAnswerer, tmp_path: Path
) -> None:
    sheet = open_sheet(window, qtbot)
    template_folder = tmp_path / "own"
    template_folder.mkdir()
    (template_folder / "sheet.typ").write_text("#let x = 1\n#nothing-of-the-kind()\n", "utf-8")

    answers.do(type_path(template_folder))
    QTest.mouseClick(sheet.template, LEFT)
    wait_for_pages(sheet, qtbot)
    assert sheet.status.text().startswith("sheet.typ, line 2: ")
    assert not sheet.pages.pages
    assert not sheet.save.isEnabled()
    QTest.mouseClick(sheet.reset_template, LEFT)
    wait_for_pages(sheet, qtbot)
    assert len(sheet.pages.pages) == 1
    assert sheet.save.isEnabled()


def test_the_sheet_window_follows_a_language_change(window: MainWindow, qtbot: QtBot) -> None:
    sheet = open_sheet(window, qtbot)
    choose_language(window, "fr")
    assert sheet.windowTitle() == "Feuille du scénario"
    assert sheet.status.text().startswith("1 page, ")


@pytest.mark.usefixtures("pseudo_language")
def test_every_text_is_translatable(window: MainWindow, qtbot: QtBot) -> None:
    window.commands["sheet"].trigger()
    sheet = window.findChild(SheetWindow, "sheet")
    assert sheet is not None
    wait_for_pages(sheet, qtbot)
    assert not untranslated_texts(sheet)


def test_closing_the_window_closes_the_sheet(window: MainWindow, qtbot: QtBot) -> None:
    sheet = open_sheet(window, qtbot)
    processes, folder = sheet.sheet_maker.workers.children, Path(sheet.sheet_maker._folder.name)
    assert [child for child in processes if child.is_alive()]
    assert folder.is_dir()
    window.document.undo_stack.setClean()
    with qtbot.waitSignal(sheet.destroyed):
        window.close()
    assert not folder.exists(), "copies of templates are left"
    assert not [child for child in processes if child.is_alive()]


def test_a_killed_process_is_replaced_and_the_sheet_is_made(
    window: MainWindow, qtbot: QtBot
) -> None:
    sheet = open_sheet(window, qtbot)
    (child,) = sheet.sheet_maker.workers.children
    assert child.pid is not None
    os.kill(child.pid, signal.SIGSTOP)  # so that it is not done before
    paint_hill(window, "M1")
    qtbot.waitUntil(lambda: sheet.sheet_maker.is_busy, timeout=TIMEOUT_MS)
    child.kill()
    wait_for_pages(sheet, qtbot)
    assert sheet.pages.pages
    assert sheet.sheet_maker.workers.children != [child]


def test_a_sheet_that_crashes_its_process_twice_is_reported(qtbot: QtBot) -> None:
    sheet_maker, failed_future, errors = SheetMaker(), Future[SheetPreview](), list[M44Error]()
    sheet_maker.failed.connect(errors.append)
    failed_future.set_exception(ProcessDiedError())
    sheet_maker._receive(failed_future)
    sheet_maker.close()
    assert "could not be created: the worker process ended unexpectedly twice" in str(errors[0])


def test_an_internal_error_while_making_a_sheet_is_raised(qtbot: QtBot) -> None:
    sheet_maker, failed_future = SheetMaker(), Future[SheetPreview]()
    failed_future.set_exception(KeyError("a defect"))
    with pytest.raises(KeyError, match="a defect"):
        sheet_maker._receive(failed_future)
    sheet_maker.close()


def print_to_file(path: Path) -> Callable[[QDialog], None]:
    """Return a function that confirms the dialog of the system for printing to a file."""

    def accept(dialog: QDialog) -> None:
        assert isinstance(dialog, QPrintDialog)
        (file,) = (edit for edit in dialog.findChildren(QLineEdit) if edit.text().startswith("/"))
        file.setText(str(path))
        QTest.keyClick(file, Qt.Key.Key_Return)

    return accept


@pytest.mark.parametrize("paper", [Paper.A4, Paper.A3])
def test_the_sheet_is_printed_completely_on_its_paper(
    window: MainWindow, qtbot: QtBot, answers: DialogAnswerer, tmp_path: Path, paper: Paper
) -> None:
    sheet = open_sheet(window, qtbot)
    pick(sheet.paper, paper.value)
    wait_for_pages(sheet, qtbot)
    path = tmp_path / "printed.pdf"
    answers.do(print_to_file(path))
    sheet.activateWindow()
    QTest.mouseClick(sheet.print_button, LEFT)
    qtbot.waitUntil(lambda: sheet.status.text() == "Printed", timeout=TIMEOUT_MS)
    pages = pdf_reader(path.read_bytes()).pages
    assert len(pages) == len(sheet.pages.pages)
    for page, shown_page in zip(pages, sheet.pages.pages, strict=True):
        width, height = (float(side) / 72 * 25.4 for side in page.mediabox[2:])
        assert sorted((width, height)) == pytest.approx(sorted(paper.size), abs=1)
        assert (width > height) == (shown_page.image.width() > shown_page.image.height())
        assert shown_page.image.width() == pytest.approx(width / 25.4 * PRINT_DPI, rel=0.01)


def test_nothing_is_printed_if_the_user_cancels(
    window: MainWindow, qtbot: QtBot, answers: DialogAnswerer
) -> None:
    sheet = open_sheet(window, qtbot)
    before = sheet.status.text()
    answers.do(lambda dialog: dialog.reject())
    sheet.activateWindow()
    QTest.keyClick(sheet, Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier)
    wait_for_pages(sheet, qtbot)
    assert sheet.status.text() == before


def test_pages_set_while_hidden_do_not_overlap(qtbot: QtBot) -> None:
    pages, other = PagesView(), QWidget()
    stack = QStackedWidget()
    qtbot.addWidget(stack)
    stack.addWidget(other)
    stack.addWidget(pages)
    stack.resize(480, 600)
    with qtbot.waitExposed(stack):
        stack.show()
    picture = QImage(744, 1052, QImage.Format.Format_RGB32)
    pages.show_pages((encode_image(picture, "png"),) * 2)
    stack.setCurrentWidget(pages)
    qtbot.wait_until(lambda: pages.pages[0].width() > 400)
    qtbot.wait_until(lambda: pages.pages[0].isVisible())
    first, second = (page.geometry() for page in pages.pages)
    assert second.top() > first.bottom()
    assert first.left() == pages.viewport().width() - first.right() - 1

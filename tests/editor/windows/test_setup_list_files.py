"""Opening and dropping PDF files, text lists and saved games, driven by mouse and keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from pypdf import PdfWriter
from PySide6.QtCore import QMimeData, QPoint, QPointF, QSettings, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QLineEdit, QMessageBox
from pytestqt.qtbot import QtBot
from tests.core.vassal.vassal_writer import Grid, Piece, VassalGame, store_saved_game
from tests.editor.conftest import PATIENCE_MS, DialogAnswerer

from m44core.board import BoardType
from m44core.manual import manual_page
from m44core.model.edits import new_scenario
from m44core.model.scenario import Scenario
from m44core.setup_list.list_reader import LIST_SUFFIXES
from m44core.vassal.archive import GAME_SUFFIXES
from m44editor.documents.document import Document
from m44editor.windows.file_dialogs import LISTS
from m44editor.windows.main_window import MainWindow
from m44editor.windows.setup_list_dialog import SetupListDialog

typst = pytest.importorskip("typst", reason="the extra publish is not installed")
LEFT = Qt.MouseButton.LeftButton
LIST = "Axis player: 5 cards\n\nAllied player: 4 cards\n\nGerman infantry: A9, B9\n\nForest: C9"
OVERLORD_LIST = "German infantry: A9, B12, c13, D14, e15, F16, Y1, Z2, W3, X12"


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> MainWindow:
    settings = QSettings(str(tmp_path / "editor.ini"), QSettings.Format.IniFormat)
    main_window = MainWindow(Document(new_scenario()), settings)
    qtbot.addWidget(main_window, before_close_func=discard_changes)
    with qtbot.waitExposed(main_window):
        main_window.show()
    return main_window


def discard_changes(window: MainWindow) -> None:
    for sheet in window.files.sheets:
        sheet.undo_stack.setClean()


@pytest.fixture
def pdf(tmp_path: Path) -> Path:
    """A PDF file with a list."""
    return typeset(LIST, tmp_path / "grey-ridge.pdf")


def typeset(source: str, path: Path) -> Path:
    typst_file = path.with_suffix(".typ")
    typst_file.write_text(source, "utf-8")
    typst.compile(str(typst_file), output=str(path))
    return path


def drop(window: MainWindow, *files: Path) -> None:
    """Drag files over the middle of the board and drop them there."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(file)) for file in files])
    copy, no_modifier = Qt.DropAction.CopyAction, Qt.KeyboardModifier.NoModifier
    target, middle = window.view.viewport(), QPoint(90, 90)
    enter_event = QDragEnterEvent(middle, copy, data, LEFT, no_modifier)
    QApplication.sendEvent(target, enter_event)
    assert enter_event.isAccepted()
    drop_event = QDropEvent(QPointF(middle), copy, data, LEFT, no_modifier)
    QApplication.sendEvent(target, drop_event)


def set_up(qtbot: QtBot) -> Callable[[QDialog], None]:
    def act(dialog: QDialog) -> None:
        assert isinstance(dialog, SetupListDialog)
        qtbot.waitUntil(dialog.place_button.isEnabled, timeout=PATIENCE_MS)
        QTest.mouseClick(dialog.place_button, LEFT)

    return act


def close_message(answers: DialogAnswerer, texts: list[str]) -> Callable[[QDialog], None]:
    """Close the next message, but not the dialog below it, and add its text to *texts*."""

    def act(dialog: QDialog) -> None:
        if not isinstance(dialog, QMessageBox):
            answers.do(act)
            return
        texts.append(dialog.text())
        QTest.keyClick(dialog, Qt.Key.Key_Return)

    return act


def choose_file(path: Path) -> Callable[[QDialog], None]:
    def act(dialog: QDialog) -> None:
        assert isinstance(dialog, QFileDialog)
        field = dialog.findChild(QLineEdit)
        assert field is not None
        field.setText(str(path))
        QTest.keyClick(field, Qt.Key.Key_Return)

    return act


def pieces(scenario: Scenario) -> dict[str, str]:
    """Return the unit or tile on each hex, by the name of the hex."""
    on_hexes = ((h, c.unit or c.terrain) for h, c in scenario.hexes.items())
    return {scenario.board.name(hex_): piece.name for hex_, piece in on_hexes if piece}


DROP = pytest.mark.filterwarnings("ignore:.*QDragEnterEvent.*:DeprecationWarning")


@DROP
def test_a_dropped_pdf_file_becomes_a_scenario_in_its_own_tab(
    window: MainWindow, answers: DialogAnswerer, qtbot: QtBot, pegasus: Scenario, pdf: Path
) -> None:
    window.files.show_as_unsaved_work(pegasus)
    answers.do(set_up(qtbot))
    drop(window, pdf)
    qtbot.waitUntil(lambda: len(window.files.sheets) == 2, timeout=PATIENCE_MS)
    scenario = window.document.scenario
    assert pieces(scenario) == {"A9": "infger", "B9": "infger", "C9": "woods"}
    assert (scenario.title, scenario.briefing.top.cards) == ("grey-ridge", 5)
    assert window.files.sheets.current.is_modified
    assert next(iter(window.files.sheets)).scenario == pegasus


@DROP
def test_a_cancelled_dialog_leaves_the_window_as_it_was(
    window: MainWindow, answers: DialogAnswerer, qtbot: QtBot, pdf: Path
) -> None:
    before = window.document.scenario
    answers.do(QDialog.reject)
    drop(window, pdf)
    qtbot.waitUntil(answers.is_done, timeout=PATIENCE_MS)
    assert window.document.scenario is before


def broken_pdf(path: Path) -> None:
    path.write_bytes(b"%PDF-1.7\nGerman infantry: A9")


def scanned_pdf(path: Path) -> None:
    writer = PdfWriter()
    writer.add_blank_page(300, 300)
    writer.write(path)


@DROP
@pytest.mark.parametrize(
    ("write", "error_text"),
    [(broken_pdf, "Paper.pdf is damaged: it cannot be read."), (scanned_pdf, "View > Underlay")],
)
def test_a_dropped_pdf_file_without_text_says_what_to_do(
    window: MainWindow,
    answers: DialogAnswerer,
    qtbot: QtBot,
    tmp_path: Path,
    write: Callable[[Path], None],
    error_text: str,
) -> None:
    path = tmp_path / "Paper.pdf"
    write(path)
    texts: list[str] = []
    answers.do(close_message(answers, texts))
    drop(window, path)
    qtbot.waitUntil(lambda: bool(texts), timeout=PATIENCE_MS)
    assert error_text in texts[0]


def open_with_dialog(window: MainWindow, answers: DialogAnswerer, qtbot: QtBot, path: Path) -> None:
    """Press Ctrl+O, choose a file, and press Set Up in the dialog that follows."""
    answers.do(choose_file(path))
    answers.do(set_up(qtbot))
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    QTest.keyClick(window, Qt.Key.Key_O, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(answers.is_done, timeout=PATIENCE_MS)


def test_a_pdf_file_is_opened_as_a_scenario(
    window: MainWindow, answers: DialogAnswerer, qtbot: QtBot, pdf: Path
) -> None:
    open_with_dialog(window, answers, qtbot, pdf)
    assert pieces(window.document.scenario).keys() == {"A9", "B9", "C9"}
    assert len(window.files.sheets) == 1


@pytest.mark.parametrize("name", ["list.txt", "list.md", "list.csv", "list.tsv"])
def test_a_text_list_is_opened_as_a_scenario(
    window: MainWindow, answers: DialogAnswerer, qtbot: QtBot, tmp_path: Path, name: str
) -> None:
    path = tmp_path / name
    path.write_text("The Hill\n" + LIST, "utf-8")
    open_with_dialog(window, answers, qtbot, path)
    assert pieces(window.document.scenario)["C9"] == "woods"
    assert window.document.scenario.title == "The Hill"


def test_a_list_is_opened_on_the_board_that_it_needs(
    window: MainWindow, answers: DialogAnswerer, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "list.txt"
    path.write_text(OVERLORD_LIST, "utf-8")
    open_with_dialog(window, answers, qtbot, path)
    assert window.document.scenario.board.type is BoardType.BREAKTHROUGH


def test_a_saved_game_is_opened_as_a_scenario(
    window: MainWindow, answers: DialogAnswerer, qtbot: QtBot, tmp_path: Path
) -> None:
    board = new_scenario().board
    counters = [Piece("Forest", "Main Map", *Grid().middle(*hex_)) for hex_ in board.hexes[::3]]
    game = VassalGame(counters).text()
    open_with_dialog(window, answers, qtbot, store_saved_game(game, tmp_path / "tobruk.vsav"))
    assert len(pieces(window.document.scenario)) == len(counters)
    assert window.document.scenario.title == "tobruk"


def test_a_text_without_pieces_is_reported(
    window: MainWindow, answers: DialogAnswerer, tmp_path: Path
) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("Bring the dice", "utf-8")
    answers.press("OK")
    assert not window.files.open_path(path)
    assert "contains no readable scenario" in answers.asked[0]


@pytest.fixture
def slow_pdf(tmp_path: Path) -> Path:
    """A PDF file with one page that takes half a minute to read."""
    words = "Forest: A9, B9, C9 " + 9 * "word "
    source = (
        f"#set page(width: 60cm, height: 90cm)\n#set text(2pt)\n#for _ in range(700) [{words}\\ ]"
    )
    return typeset(source, tmp_path / "slow.pdf")


@pytest.fixture
def dialog(qtbot: QtBot) -> SetupListDialog:
    list_dialog = SetupListDialog(Document(new_scenario()))
    qtbot.addWidget(list_dialog)
    with qtbot.waitExposed(list_dialog):
        list_dialog.show()
    return list_dialog


def test_reading_a_pdf_file_can_be_cancelled(
    dialog: SetupListDialog, qtbot: QtBot, slow_pdf: Path
) -> None:
    QTest.keyClicks(dialog.text, "Forest: A9")
    dialog.load_file(slow_pdf)
    assert not dialog.place_button.isEnabled()
    qtbot.waitUntil(dialog.reading_bar.isVisible, timeout=PATIENCE_MS)
    assert dialog.reading_bar.title.text() == "Reading slow.pdf…"
    QTest.mouseClick(dialog.reading_bar.cancel, LEFT)
    assert not dialog.reading_bar.isVisible()
    QTest.keyClicks(dialog.text, ", B9")
    assert dialog.text.toPlainText() == "Forest: A9, B9"
    qtbot.waitUntil(dialog.place_button.isEnabled)


def test_closing_the_dialog_stops_reading(
    dialog: SetupListDialog, qtbot: QtBot, slow_pdf: Path
) -> None:
    dialog.load_file(slow_pdf)
    job = dialog._file_job._job
    assert job is not None
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    qtbot.waitUntil(job.done, timeout=PATIENCE_MS)
    assert dialog.text.toPlainText() == ""


def test_another_file_replaces_the_one_being_read(
    dialog: SetupListDialog, qtbot: QtBot, slow_pdf: Path, pdf: Path
) -> None:
    dialog.load_file(slow_pdf)
    dialog.load_file(pdf)
    qtbot.waitUntil(dialog.place_button.isEnabled, timeout=PATIENCE_MS)
    assert "Forest: C9" in dialog.text.toPlainText()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_manual_names_every_kind_of_list_file(language: str) -> None:
    text = manual_page("published-sheet", language).text
    kinds = {*re.findall(r"`(\.\w+)`", text)}
    assert {*LIST_SUFFIXES, *GAME_SUFFIXES} <= kinds
    assert {f"*{kind}" for kind in kinds - {".m44", ".vmod"}} < {*LISTS[1].split()}

"""File > Import > Setup List, driven by mouse and keyboard."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, QSettings, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QApplication,
    QDialog,
    QFileDialog,
    QLineEdit,
    QPushButton,
)
from pytestqt.qtbot import QtBot
from tests.core.setup_list.test_list_reader import printed_checklist
from tests.core.vassal.vassal_writer import Grid, Piece, VassalGame, store_saved_game, write_module
from tests.editor.conftest import DialogAnswerer
from tests.editor.interface_texts import untranslated_texts

from m44core.board import Face
from m44core.model.edits import new_scenario
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Texts
from m44core.model.special_rules import SpecialRules
from m44editor.documents.document import Document
from m44editor.windows.main_window import MainWindow
from m44editor.windows.setup_list_dialog import SetupListDialog

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture(autouse=True)
def _clean_clipboard(qapp: QApplication) -> Iterator[None]:
    QGuiApplication.clipboard().clear()
    yield
    QGuiApplication.clipboard().clear()


@pytest.fixture
def dialog(qtbot: QtBot) -> SetupListDialog:
    list_dialog = SetupListDialog(Document(new_scenario()))
    qtbot.addWidget(list_dialog)
    with qtbot.waitExposed(list_dialog):
        list_dialog.show()
    return list_dialog


def type_list(dialog: SetupListDialog, qtbot: QtBot, text: str) -> None:
    """Type a list, and wait until it is read."""
    for line in text.splitlines():
        QTest.keyClicks(dialog.text, line)
        QTest.keyClick(dialog.text, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not dialog._delay_timer.isActive())


def remark_texts(dialog: SetupListDialog) -> list[str]:
    return [dialog.remarks.item(row).text() for row in range(dialog.remarks.count())]


def test_typed_lines_are_shown_on_the_board_at_once(dialog: SetupListDialog, qtbot: QtBot) -> None:
    type_list(dialog, qtbot, "German infantry: A9, k8")
    units = {h: c.unit.name for h, c in dialog.view.scenario.hexes.items() if c.unit}
    assert units == dict.fromkeys(map(dialog.view.board.hex, ("A9", "k8")), "infger")
    assert dialog.summary.text().splitlines() == [
        "This will place pieces on 2 hexes.",
        "Board: Standard board of 13 by 9 hexes, countryside side up (not stated in the text)",
    ]


def test_a_list_for_a_larger_board_says_which(dialog: SetupListDialog, qtbot: QtBot) -> None:
    type_list(dialog, qtbot, "German infantry: A9, B12, c13, D14, e15, F16")
    assert "Breakthrough boards" in dialog.remarks.item(0).text()


def test_a_list_can_be_typed_or_pasted_at_once(dialog: SetupListDialog) -> None:
    QTest.keyClicks(dialog.focusWidget(), "Forest: A9")
    assert dialog.text.toPlainText() == "Forest: A9"
    assert dialog.isVisible()


def test_unrecognized_words_are_listed_with_a_link_to_their_line(
    dialog: SetupListDialog, qtbot: QtBot
) -> None:
    type_list(dialog, qtbot, "Forest: A9\nFrest: B9\n2 x Hill: C9")
    assert remark_texts(dialog) == [
        "Line 2 (“Frest”): “frest” was not understood; did you mean “Forest”?",
        "Line 3 (“2 x Hill”): The line says 2 but names 1 hex",
    ]
    point = dialog.remarks.visualItemRect(dialog.remarks.item(0)).center()
    QTest.mouseClick(dialog.remarks.viewport(), LEFT, pos=point)
    assert dialog.text.textCursor().selectedText() == "Frest: B9"
    assert len(dialog.text.extraSelections()) == 1


def test_an_empty_list_cannot_be_placed(dialog: SetupListDialog, qtbot: QtBot) -> None:
    assert not dialog.place_button.isEnabled()
    type_list(dialog, qtbot, "Who knows")
    assert not dialog.place_button.isEnabled()


@pytest.fixture
def window(qtbot: QtBot, document: Document, tmp_path: Path) -> MainWindow:
    settings = QSettings(str(tmp_path / "editor.ini"), QSettings.Format.IniFormat)
    main_window = MainWindow(document, settings)
    qtbot.addWidget(main_window, before_close_func=lambda _: document.undo_stack.setClean())
    with qtbot.waitExposed(main_window):
        main_window.show()
    return main_window


def place_list(text: str, *, clear_board: bool = False) -> Callable[[QDialog], None]:
    def act(dialog: QDialog) -> None:
        assert isinstance(dialog, SetupListDialog)
        dialog.text.clear()
        for line in text.splitlines():
            QTest.keyClicks(dialog.text, line)
            QTest.keyClick(dialog.text, Qt.Key.Key_Return)
        if clear_board:
            QTest.keyClick(dialog.clear_board, Qt.Key.Key_Space)
        while not dialog.place_button.isEnabled():  # until it is read, soon after the last key
            QApplication.processEvents()
        QTest.mouseClick(dialog.place_button, LEFT)

    return act


def press_import_shortcut(window: MainWindow, qtbot: QtBot) -> None:
    modifiers = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    QTest.keyClick(window, Qt.Key.Key_I, modifiers)


def test_a_list_is_placed_as_one_step(
    window: MainWindow, answers: DialogAnswerer, pegasus: Scenario, qtbot: QtBot
) -> None:
    answers.do(place_list("Forest: C9, D9"))
    press_import_shortcut(window, qtbot)
    stack = window.document.undo_stack
    assert stack.count() == 1
    assert stack.undoText() == "Set Up from List"
    terrain = window.document.scenario.at(pegasus.board.hex("C9")).terrain
    assert terrain is not None
    assert terrain.name == "woods"
    stack.undo()
    assert window.document.scenario == pegasus


def test_placing_can_clear_the_board_first(
    window: MainWindow, answers: DialogAnswerer, qtbot: QtBot
) -> None:
    answers.do(place_list("Forest: C9, D9", clear_board=True))
    press_import_shortcut(window, qtbot)
    scenario = window.document.scenario
    assert sorted(map(scenario.board.name, scenario.hexes)) == ["C9", "D9"]


LIST_OF_OTHER_BATTLE = "The Hill\nAxis player: 5 cards\nAllied player: 4 cards\nForest: C9, D9"


def with_label_and_french(scenario: Scenario) -> Scenario:
    """Return a scenario in English and French, with a label on an empty hex."""
    hex_ = next(each for each in scenario.board.hexes if each not in scenario.hexes)
    texts = {"en": scenario.texts["en"], "fr": Texts("Le pont", labels={"Wood": "Bois"})}
    return replace(scenario.with_labels({hex_: ("Wood",)}), texts=texts)


def test_nothing_of_the_old_scenario_stays_on_a_cleared_board(
    window: MainWindow, answers: DialogAnswerer, qtbot: QtBot
) -> None:
    before = with_label_and_french(window.document.scenario)
    window.document.edit("prepared", before)
    answers.do(place_list(LIST_OF_OTHER_BATTLE, clear_board=True))
    press_import_shortcut(window, qtbot)
    after = window.document.scenario
    assert sorted(map(after.board.name, after.hexes)) == ["C9", "D9"]
    assert (after.labels, [*after.texts]) == ({}, ["en"])
    assert (after.texts["en"].name, after.texts["en"].historical) == ("The Hill", "")
    assert after.briefing.special_rules == SpecialRules()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    QTest.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert window.document.scenario == before


def test_texts_stay_on_a_cleared_board_without_the_briefing_of_the_list(
    window: MainWindow, answers: DialogAnswerer, qtbot: QtBot
) -> None:
    before = with_label_and_french(window.document.scenario)
    window.document.edit("prepared", before)
    answers.do(place_list("Forest: C9, D9", clear_board=True))
    press_import_shortcut(window, qtbot)
    after = window.document.scenario
    assert (after.labels, after.texts["fr"].name) == ({}, "Le pont")
    assert (after.texts["en"], after.texts["fr"].labels) == (before.texts["en"], {})


def test_texts_that_will_be_removed_are_announced(qtbot: QtBot, pegasus: Scenario) -> None:
    dialog = SetupListDialog(Document(with_label_and_french(pegasus)))
    qtbot.addWidget(dialog)
    dialog.show()
    type_list(dialog, qtbot, LIST_OF_OTHER_BATTLE)
    assert remark_texts(dialog)[0] == ("The previous scenario's text will be removed in: Français")
    dialog.take_briefing.setFocus()
    QTest.keyClick(dialog.take_briefing, Qt.Key.Key_Space)
    assert not any("previous scenario" in each for each in remark_texts(dialog))


def test_a_list_in_the_clipboard_is_imported(window: MainWindow, answers: DialogAnswerer) -> None:
    QGuiApplication.clipboard().setText("Forest: C9, D9")
    answers.press("Set Up")
    window.commands["import-list"].trigger()
    assert window.document.undo_stack.count() == 1


def test_other_text_in_the_clipboard_is_ignored(dialog: SetupListDialog, qtbot: QtBot) -> None:
    QGuiApplication.clipboard().setText("A letter to nobody")
    other_dialog = SetupListDialog(Document(new_scenario()))
    qtbot.addWidget(other_dialog)
    assert other_dialog.text.toPlainText() == ""


def test_a_text_file_is_imported(
    dialog: SetupListDialog, pegasus: Scenario, tmp_path: Path
) -> None:
    path = tmp_path / "setup.txt"
    path.write_text("\ufeff" + printed_checklist(pegasus, "en"), "utf-8")
    dialog.load_file(path)
    scenario = dialog.view.scenario
    assert scenario.hexes.keys() == pegasus.hexes.keys()
    assert not [remark for remark in remark_texts(dialog) if "understood" in remark]


def test_a_file_that_cannot_be_read_is_reported(
    dialog: SetupListDialog, answers: DialogAnswerer, tmp_path: Path
) -> None:
    answers.press("OK")
    dialog.load_file(tmp_path / "none.txt")
    assert "Cannot read none.txt" in answers.asked[0]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_text_files_in_other_encodings_are_read_correctly(
    dialog: SetupListDialog, tmp_path: Path, encoding: str
) -> None:
    path = tmp_path / "liste.txt"
    path.write_bytes("Hügel: A9".encode(encoding))
    dialog.load_file(path)
    assert dialog.text.toPlainText() == "Hügel: A9"


@pytest.mark.parametrize(
    ("content", "error_text"),
    [
        (b"PK\x03\x04 a document", "is not a text file"),
        (b"A9\x00 infantry", "is not a text file"),
        (b"\x89PNG\r\n\x1a\n", "is a picture"),
    ],
)
def test_a_document_and_a_picture_are_refused_with_advice(
    dialog: SetupListDialog,
    answers: DialogAnswerer,
    tmp_path: Path,
    content: bytes,
    error_text: str,
) -> None:
    path = tmp_path / "setup"
    path.write_bytes(content)
    answers.press("OK")
    dialog.load_file(path)
    assert error_text in answers.asked[0]
    assert dialog.text.toPlainText() == ""


GRID = Grid()


def write_saved_game(folder: Path, *names: str) -> Path:
    """Write a saved game of VASSAL and return its path.

    The game has forests all over the board, and the named pieces on E5.
    """
    board = new_scenario().board
    pieces = [Piece("Forest", "Main Map", *GRID.middle(*hex_)) for hex_ in board.hexes[::3]]
    pieces += [Piece(name, "Main Map", *GRID.middle(*board.hex("E5"))) for name in names]
    return store_saved_game(VassalGame(pieces).text(), folder / "tobruk.vsav")


def write_saved_game_with_notes(folder: Path) -> Path:
    """Write a saved game with a briefing in its notes, on a winter board; return its path."""
    board = new_scenario().board
    pieces = [Piece("Forest", "Main Map", *GRID.middle(*hex_)) for hex_ in board.hexes[::3]]
    lines = ["The Ridge - December 17, 1944", "", "Briefing"]
    lines += ["Axis Player [Germany]: Take 5 Command cards. You move first."]
    lines += ["Allied Player [United States]: Take 3 Command cards."]
    notes = "NOTES\t" + "|".join([*lines, "", "Conditions of Victory", "6 Medals"])
    game = VassalGame(pieces, boards=[("Main Map", "Winter")], further_commands=[notes])
    return store_saved_game(game.text(), folder / "ridge.vsav")


PAGE = """Grey Ridge
June 7, 1944
Axis player: 5 cards
Allied player: 3 cards, moves first
Board: winter
Forest: A9
Frest: B9
"""


@pytest.mark.parametrize("is_requested", [True, False])
def test_the_briefing_in_a_text_is_imported_on_request(
    dialog: SetupListDialog, qtbot: QtBot, is_requested: bool
) -> None:
    before = dialog._original_scenario
    assert not dialog.take_briefing.isVisible()
    type_list(dialog, qtbot, PAGE)
    assert dialog.take_briefing.isVisible()
    assert dialog.take_briefing.text() == "Also use the &briefing in the text"
    if not is_requested:
        dialog.take_briefing.setFocus()
        QTest.keyClick(dialog.take_briefing, Qt.Key.Key_Space)
    QTest.mouseClick(dialog.place_button, LEFT)
    after = dialog._document.scenario
    values = after.texts["en"].name, after.face, after.briefing.top.cards
    values_before = before.texts["en"].name, before.face, before.briefing.top.cards
    assert values == (("Grey Ridge", Face.WINTER, 5) if is_requested else values_before)


def test_units_are_of_the_nation_in_the_briefing_of_a_text(
    dialog: SetupListDialog, qtbot: QtBot
) -> None:
    type_list(dialog, qtbot, "Allied player [Great Britain]: 5 cards\nAllies\ninfantry: A1\n")
    unit = dialog.view.scenario.at(dialog.view.board.hex("A1")).unit
    assert unit
    assert unit.name == "infbrit"


def test_values_found_in_a_text_are_listed_after_its_errors(
    dialog: SetupListDialog, qtbot: QtBot
) -> None:
    type_list(dialog, qtbot, PAGE)
    shown = remark_texts(dialog)
    assert shown[0].startswith("Line 7")
    assert "Found in the text: title: Grey Ridge" in shown
    assert "Found in the text: command cards for the Axis: 5" in shown
    assert not any("does not name a hex" in each for each in shown)


@pytest.mark.parametrize("is_requested", [True, False])
def test_the_briefing_of_a_saved_game_is_imported_on_request(
    is_requested: bool, window: MainWindow, answers: DialogAnswerer, tmp_path: Path
) -> None:
    path, before = write_saved_game_with_notes(tmp_path), window.document.scenario

    def act(dialog: QDialog) -> None:
        assert isinstance(dialog, SetupListDialog)
        assert not dialog.take_briefing.isVisible()
        choose_file(answers, path)
        press_open(dialog)
        assert dialog.take_briefing.isVisible()
        if not is_requested:
            dialog.take_briefing.setFocus()
            QTest.keyClick(dialog.take_briefing, Qt.Key.Key_Space)
        QTest.mouseClick(dialog.place_button, LEFT)

    answers.do(act)
    window.commands["import-list"].trigger()
    scenario = window.document.scenario
    assert scenario.hexes != before.hexes
    name_face_briefing = (scenario.texts["en"].name, scenario.face, scenario.briefing.top.cards)
    values_before = (before.texts["en"].name, before.face, before.briefing.top.cards)
    assert name_face_briefing == (("The Ridge", Face.WINTER, 5) if is_requested else values_before)
    assert window.document.undo_stack.count() == 1


def choose_file(answers: DialogAnswerer, path: Path) -> None:
    """Choose a file in the next dialog that asks for one, by typing its name."""

    def act(dialog: QDialog) -> None:
        assert isinstance(dialog, QFileDialog)
        field = dialog.findChild(QLineEdit)
        assert field is not None
        field.setText(str(path))
        QTest.keyClick(field, Qt.Key.Key_Return)

    answers.do(act)


def press_open(dialog: SetupListDialog) -> None:
    button = next(b for b in dialog.findChildren(QPushButton) if b.text() == "Open &File…")
    QTest.mouseClick(button, LEFT)


def test_a_vassal_saved_game_is_imported_as_a_list(
    dialog: SetupListDialog, answers: DialogAnswerer, tmp_path: Path
) -> None:
    choose_file(answers, write_saved_game(tmp_path, "German_Infantry", "Bogey"))
    press_open(dialog)
    assert "German Infantry: E5" in dialog.text.toPlainText().splitlines()
    scenario = dialog.view.scenario
    unit = scenario.at(scenario.board.hex("E5")).unit
    assert unit is not None
    assert unit.name == "infger"
    assert [remark.partition(",")[0][:30] for remark in remark_texts(dialog)] == [
        "The hexes were worked out from",
        "Line 6 (“Bogey”): “bogey” was ",
    ]


def test_a_module_refines_its_saved_game(
    dialog: SetupListDialog, answers: DialogAnswerer, tmp_path: Path
) -> None:
    (tmp_path / "elsewhere").mkdir()
    module_file = write_module(tmp_path / "elsewhere" / "m.vmod", {"Any": GRID})
    choose_file(answers, write_saved_game(tmp_path))
    press_open(dialog)
    choose_file(answers, module_file)
    press_open(dialog)
    assert remark_texts(dialog) == []
    assert dialog.text.toPlainText().startswith("Forest: A9")


@pytest.mark.filterwarnings("ignore:.*QDragEnterEvent.*:DeprecationWarning")
def test_a_saved_game_and_its_module_are_dropped_on_the_list(
    dialog: SetupListDialog, tmp_path: Path
) -> None:
    guess = "The hexes were worked out from the positions of the counters"
    drop_files(dialog.text, write_saved_game(tmp_path, "Wire"))
    assert any(guess in remark for remark in remark_texts(dialog))
    assert dialog.view.scenario.at(dialog.view.scenario.board.hex("E5")).obstacle
    (tmp_path / "elsewhere").mkdir()
    module_file = write_module(tmp_path / "elsewhere" / "m.vmod", {"Any": GRID})
    drop_files(dialog.remarks, module_file, tmp_path / "tobruk.vsav")
    assert not any(guess in remark for remark in remark_texts(dialog))
    assert not dialog.text.toPlainText().startswith("file:")


def drop_files(widget: QAbstractScrollArea, *files: Path) -> None:
    """Drag files over a part of the window and drop them there."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(file)) for file in files])
    copy, no_modifier = Qt.DropAction.CopyAction, Qt.KeyboardModifier.NoModifier
    enter_event = QDragEnterEvent(QPoint(20, 20), copy, data, LEFT, no_modifier)
    QApplication.sendEvent(widget.viewport(), enter_event)
    assert enter_event.isAccepted()
    QApplication.sendEvent(
        widget.viewport(), QDropEvent(QPointF(20, 20), copy, data, LEFT, no_modifier)
    )


def test_the_remarks_about_a_saved_game_disappear_with_its_list(
    dialog: SetupListDialog, qtbot: QtBot, tmp_path: Path
) -> None:
    dialog.load_file(write_saved_game(tmp_path))
    assert len(remark_texts(dialog)) == 1
    dialog.text.selectAll()
    QTest.keyClick(dialog.text, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: not dialog._delay_timer.isActive())
    assert remark_texts(dialog) == []


def test_corrected_words_can_be_restored_after_opening_a_module(
    dialog: SetupListDialog, qtbot: QtBot, tmp_path: Path
) -> None:
    dialog.load_file(write_saved_game(tmp_path, "Bogey"))
    corrected_text = dialog.text.toPlainText().replace("Bogey", "Town")
    dialog.text.setFocus()
    dialog.text.selectAll()
    dialog.text.insertPlainText(corrected_text)
    (tmp_path / "elsewhere").mkdir()
    dialog.load_file(write_module(tmp_path / "elsewhere" / "m.vmod", {"Any": GRID}))
    assert "Bogey" in dialog.text.toPlainText()
    QTest.keyClick(dialog.text, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert dialog.text.toPlainText() == corrected_text


def test_notes_disappear_when_another_list_is_pasted(
    dialog: SetupListDialog, qtbot: QtBot, tmp_path: Path
) -> None:
    dialog.load_file(write_saved_game(tmp_path, "Wire"))
    assert remark_texts(dialog)
    QGuiApplication.clipboard().setText("Town: E5")
    dialog.text.setFocus()
    dialog.text.selectAll()
    QTest.keyClick(dialog.text, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: remark_texts(dialog) == [])


def test_a_module_without_a_game_and_a_damaged_game_are_reported(
    dialog: SetupListDialog, answers: DialogAnswerer, tmp_path: Path
) -> None:
    game = write_saved_game(tmp_path)
    game.write_bytes(game.read_bytes()[:200])
    for path, error_text in (
        (tmp_path / "m.vmod", "is a VASSAL module"),
        (game, "is not a VASSAL archive"),
    ):
        answers.press("OK")
        dialog.load_file(path)
        assert error_text in answers.asked[-1]
    assert dialog.text.toPlainText() == ""


@pytest.mark.usefixtures("pseudo_language")
def test_every_text_is_translatable(qtbot: QtBot) -> None:
    dialog = SetupListDialog(Document(new_scenario()))
    qtbot.addWidget(dialog)
    dialog.text.setPlainText("Forest: A9\nFrest: B9\n2 x Hill: C9\nWords")
    dialog.read()
    assert dialog.remarks.count() == 3
    allowed_words = ("Frest", "frest", "Forest", "Hill", "Words")
    assert not untranslated_texts(dialog, *allowed_words)


def test_the_place_button_is_the_default_even_while_it_is_disabled(
    dialog: SetupListDialog,
) -> None:
    cancel = next(b for b in dialog.findChildren(QPushButton) if b.text() == "Cancel")
    assert not dialog.place_button.isEnabled()
    assert (dialog.place_button.isDefault(), cancel.isDefault()) == (True, False)

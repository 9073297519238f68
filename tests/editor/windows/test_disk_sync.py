"""Changes by other programs, unsaved changes on closing, and recent files."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QDialog,
    QMenu,
)
from pytestqt.qtbot import QtBot
from tests.editor.windows.office import Answers, Office

from m44core.board import Face
from m44core.io.files.open import FileFormat, read_file
from m44core.io.files.write import to_bytes
from m44core.model.edits import change_face, new_scenario
from m44editor.documents.document import Document
from m44editor.windows.file_controller import FileController
from m44editor.windows.file_dialogs import NewScenarioDialog

# Changes by others


def change(path: Path, face: Face = Face.DESERT) -> bytes:
    """Replace a file as other programs do, and return its new content."""
    data = to_bytes(change_face(new_scenario(), face), FileFormat.of(path))
    other = path.with_suffix(".other")
    other.write_bytes(data)
    other.replace(path)
    return data


def test_a_change_on_disk_is_noticed_again_and_again(office: Office, qtbot: QtBot) -> None:
    path = office.put("a.m44")
    office.files.open_path(path)
    for face in (Face.DESERT, Face.WINTER, Face.BEACH):
        change(path, face)
        qtbot.waitUntil(office.files.bar.isVisible)
        QTest.mouseClick(office.files.bar.buttons[0], Qt.MouseButton.LeftButton)
        assert office.document.scenario.face is face
        assert office.clean


def test_keeping_mine_leaves_the_document_unsaved_and_saves_without_asking_again(
    office: Office, qtbot: QtBot
) -> None:
    path = office.put("a.m44")
    office.files.open_path(path)
    change(path)
    qtbot.waitUntil(office.files.bar.isVisible)
    QTest.mouseClick(office.files.bar.buttons[1], Qt.MouseButton.LeftButton)
    assert not office.clean
    assert office.files.save()
    assert read_file(path).scenario == office.document.scenario


def test_our_own_saving_is_no_change_by_others(office: Office, qtbot: QtBot) -> None:
    office.files.open_path(office.put("a.m44"))
    office.paint()
    office.files.save()
    qtbot.wait(400)
    assert not office.files.bar.isVisible()


def test_overwriting_the_change_of_another_program_needs_a_yes(
    office: Office, answers: Answers
) -> None:
    path = office.put("a.m44")
    office.files.open_path(path)
    office.paint()
    theirs = change(path)
    answers.press("Cancel")
    assert not office.files.save()
    assert path.read_bytes() == theirs
    answers.press("Overwrite")
    assert office.files.save()
    assert read_file(path).scenario == office.document.scenario


def test_a_file_that_vanished_leaves_the_document_unsaved(office: Office, qtbot: QtBot) -> None:
    path = office.put("a.m44")
    office.files.open_path(path)
    path.unlink()
    qtbot.waitUntil(office.files.bar.isVisible)
    assert not office.clean
    assert office.files.save()
    assert path.exists()


def test_a_file_that_comes_back_unchanged_is_as_if_it_had_never_gone(
    office: Office, qtbot: QtBot
) -> None:
    path = office.put("a.m44")
    office.files.open_path(path)
    data = path.read_bytes()
    for _ in range(2):
        path.unlink()
        qtbot.waitUntil(office.files.bar.isVisible)
        path.write_bytes(data)
        qtbot.waitUntil(lambda: not office.files.bar.isVisible())
        assert office.clean
    office.paint()
    assert office.files.save()


def test_a_file_that_replaces_a_deleted_one_is_overwritten_only_after_a_yes(
    office: Office, qtbot: QtBot, answers: Answers
) -> None:
    path = office.put("a.m44")
    office.files.open_path(path)
    office.paint()
    path.unlink()
    qtbot.waitUntil(office.files.bar.isVisible)
    theirs = change(path)
    answers.press("Cancel")
    assert not office.files.save()
    assert path.read_bytes() == theirs
    qtbot.waitUntil(lambda: len(office.files.bar.buttons) == 2)
    assert "Reloading it will discard your changes" in office.files.bar.label.text()
    QTest.mouseClick(office.files.bar.buttons[1], Qt.MouseButton.LeftButton)
    assert office.files.save()
    assert read_file(path).scenario == office.document.scenario


def test_a_notice_stays_while_the_file_is_unreadable(
    office: Office, qtbot: QtBot, answers: Answers
) -> None:
    path = office.put("a.m44")
    office.files.open_path(path)
    office.paint()
    painted, data = office.document.scenario, path.read_bytes()
    path.unlink()
    path.mkdir()
    qtbot.waitUntil(lambda: "cannot be read" in office.files.bar.label.text())
    assert "save it under another name" in office.files.bar.label.text()
    answers.press("Cancel")
    assert not office.files.save()
    assert office.document.scenario == painted
    path.rmdir()
    path.write_bytes(data)
    qtbot.waitUntil(lambda: not office.files.bar.isVisible())
    assert office.files.save()
    assert read_file(path).scenario == painted


def test_a_change_that_is_taken_back_is_no_longer_asked_about(office: Office, qtbot: QtBot) -> None:
    path = office.put("a.m44")
    office.files.open_path(path)
    data = path.read_bytes()
    change(path)
    qtbot.waitUntil(office.files.bar.isVisible)
    path.write_bytes(data)
    qtbot.waitUntil(lambda: not office.files.bar.isVisible())


def test_reloading_what_another_program_broke_says_so_and_keeps_the_work(
    office: Office, qtbot: QtBot, answers: Answers
) -> None:
    path = office.put("a.m44")
    office.files.open_path(path)
    office.paint()
    painted = office.document.scenario
    path.write_bytes(b"\xff\x00 broken")
    qtbot.waitUntil(office.files.bar.isVisible)
    answers.press("OK")
    QTest.mouseClick(office.files.bar.buttons[0], Qt.MouseButton.LeftButton)
    assert office.document.scenario == painted
    assert not office.clean
    assert office.files.bar.isVisible()


# Closing


def test_a_saved_document_closes_without_a_question(office: Office) -> None:
    assert office.files.confirm_close()


def test_closing_can_save(office: Office, answers: Answers) -> None:
    path = office.put("a.m44")
    office.files.open_path(path)
    office.paint()
    answers.press("Save")
    assert office.files.confirm_close()
    assert read_file(path).scenario == office.document.scenario


def test_closing_can_discard(office: Office, answers: Answers) -> None:
    path = office.put("a.m44")
    before = path.read_bytes()
    office.files.open_path(path)
    office.paint()
    answers.press("Discard")
    assert office.files.confirm_close()
    assert path.read_bytes() == before


def test_closing_can_be_cancelled_with_escape(office: Office, answers: Answers) -> None:
    office.paint()
    answers.do(lambda dialog: QTest.keyClick(dialog, Qt.Key.Key_Escape))
    assert not office.files.confirm_close()


def test_opening_another_file_leaves_what_is_not_saved_open(office: Office) -> None:
    office.paint()
    painted = office.document.sheet
    assert office.files.open_path(office.put("a.m44"))
    assert tuple(office.files.sheets) == (painted, office.document.sheet)
    assert painted.has_unsaved_changes


def test_reloading_asks_before_it_throws_changes_away(office: Office, answers: Answers) -> None:
    office.files.open_path(office.put("a.m44"))
    office.paint()
    answers.press("Cancel")
    assert not office.files.reload()
    answers.press("Reload")
    assert office.files.reload()
    assert office.document.scenario == new_scenario()


# Recent files


def test_the_latest_files_come_first_and_twelve_are_kept(office: Office) -> None:
    paths = [office.put(f"{number}.m44") for number in range(14)]
    for path in paths:
        office.files.open_path(path)
    assert office.files.recent.paths == tuple(reversed(paths[2:]))
    assert office.files.recent.folder == office.folder


def test_a_single_recent_file_survives_the_settings_file(office: Office) -> None:
    path = office.put("a.m44")
    office.files.open_path(path)
    office.settings.sync()
    again = QSettings(office.settings.fileName(), QSettings.Format.IniFormat)
    assert FileController(Document(new_scenario()), None, again).recent.paths == (path,)


def test_missing_files_are_listed_but_cannot_be_chosen(office: Office) -> None:
    kept, gone = office.put("kept.m44"), office.put("gone & away.m44")
    for path in (gone, kept):
        office.files.open_path(path)
    gone.unlink()
    menu = QMenu()
    chosen: list[Path] = []
    office.files.recent.fill_menu(menu, chosen.append)
    first, second = menu.actions()[:2]
    assert (first.isEnabled(), second.isEnabled()) == (True, False)
    assert "gone && away.m44" in second.text()
    first.trigger()
    assert chosen == [kept]
    menu.actions()[-1].trigger()
    assert office.files.recent.paths == (kept,)


def test_a_new_scenario_has_the_chosen_format_and_face(office: Office, answers: Answers) -> None:
    def act(dialog: QDialog) -> None:
        assert isinstance(dialog, NewScenarioDialog)
        QTest.keyClicks(dialog.board_box, "Over")
        QTest.keyClicks(dialog.face_box, "Win")
        QTest.keyClick(dialog, Qt.Key.Key_Return)

    answers.do(act)
    assert office.files.new()
    assert office.document.scenario.board.type == "OVERLORD"
    assert office.document.scenario.face is Face.WINTER

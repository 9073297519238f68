"""Opening and saving: nothing is lost without asking, and no original is changed."""

from __future__ import annotations

import os
import resource
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
)
from pytestqt.qtbot import QtBot
from tests.editor.windows.file_controller_driver import (
    Answers,
    FileControllerDriver,
    type_file_name,
)

from m44core.board import Face
from m44core.io.files.file_reader import FileFormat, read_file
from m44core.io.files.scenario_files import SIDE_ENDINGS
from m44core.io.files.serialization import to_bytes
from m44core.model.edits import MirrorKind, change_face, mirror_scenario, new_scenario

# Opening


@pytest.mark.parametrize("name", ["a.m44", "a.yaml", "a.json"])
def test_a_file_of_each_format_opens(controller_driver: FileControllerDriver, name: str) -> None:
    winter = change_face(new_scenario(), Face.WINTER)
    assert controller_driver.files.open_path(controller_driver.write(name, winter))
    assert controller_driver.document.scenario == winter
    assert controller_driver.is_clean
    assert controller_driver.files.current_name == name


def test_a_file_is_chosen_in_a_dialog(
    controller_driver: FileControllerDriver, answers: Answers
) -> None:
    path = controller_driver.write("a.m44")
    answers.do(type_file_name("a.m44"))
    assert controller_driver.files.open()
    assert controller_driver.document.path == path


def test_a_relative_path_is_stored_as_an_absolute_one(
    controller_driver: FileControllerDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = controller_driver.write("a.m44")
    monkeypatch.chdir(controller_driver.folder)
    controller_driver.files.open_path(Path("a.m44"))
    assert controller_driver.document.path == path


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "The file is empty"),
        (b"\x00\x01\x02", "binary data"),
        (b'{"board": ', "The file is incomplete"),
        (b"[" * 100_000, "deep"),
        (b'{"campaignId": 3, "scenarios": {}, "text": {}}', "This file is a campaign"),
    ],
)
def test_an_unreadable_file_is_reported_and_the_document_stays(
    controller_driver: FileControllerDriver, answers: Answers, content: bytes, reason: str
) -> None:
    path = controller_driver.folder / "broken.m44"
    path.write_bytes(content)
    before = controller_driver.document.scenario
    answers.press("OK")
    assert not controller_driver.files.open_path(path)
    assert controller_driver.document.scenario is before
    assert reason in answers.asked[0]
    assert "?." not in answers.asked[0]
    assert path.read_bytes() == content


def test_a_missing_file_is_reported(
    controller_driver: FileControllerDriver, answers: Answers
) -> None:
    answers.press("OK")
    assert not controller_driver.files.open_path(controller_driver.folder / "nowhere.m44")
    assert "There is no file" in answers.asked[0]


def test_corrections_made_while_reading_are_listed_and_not_written(
    controller_driver: FileControllerDriver, answers: Answers, qtbot: QtBot
) -> None:
    path = controller_driver.write("odd.m44")
    odd_bytes = path.read_bytes().replace(b'"STANDARD"', b'"standard"')
    path.write_bytes(odd_bytes)
    assert controller_driver.files.open_path(path)
    assert controller_driver.files.bar.isVisible()
    count = "“odd.m44”: 1 note that needs no action. The file was not changed."  # as in the panel
    assert count in controller_driver.files.bar.label.text()
    answers.press("Close")
    QTest.mouseClick(controller_driver.files.bar.buttons[0], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bool(answers.asked))
    assert answers.asked[0].startswith("Reading odd.m44")
    assert path.read_bytes() == odd_bytes
    assert controller_driver.is_clean


# Saving


@pytest.mark.parametrize("name", ["a.m44", "a.yaml", "a.json"])
def test_saving_writes_the_format_of_the_file(
    controller_driver: FileControllerDriver, name: str
) -> None:
    path = controller_driver.write(name)
    controller_driver.files.open_path(path)
    controller_driver.paint()
    assert not controller_driver.is_clean
    assert controller_driver.files.save()
    assert controller_driver.is_clean
    assert read_file(path).scenario == controller_driver.document.scenario
    assert read_file(path).format is FileFormat.of(path)


def test_a_file_without_a_known_suffix_keeps_its_format(
    controller_driver: FileControllerDriver,
) -> None:
    path = controller_driver.folder / "scenario.txt"
    path.write_bytes(to_bytes(new_scenario(), FileFormat.JSON))
    controller_driver.files.open_path(path)
    controller_driver.paint()
    controller_driver.files.save()
    assert read_file(path).format is FileFormat.JSON


def test_opening_and_saving_changes_no_byte(
    controller_driver: FileControllerDriver, reference_material: Path
) -> None:
    for original in sorted((reference_material / "corpus" / "native").glob("*.m44")):
        path = controller_driver.folder / original.name
        path.write_bytes(original.read_bytes())
        controller_driver.files.open_path(path)
        if original.name != "test2.m44":  # formatted by hand, with what the editor never writes
            assert controller_driver.files.save()
            assert path.read_bytes() == original.read_bytes()


def test_saving_as_yaml_appends_the_suffix(
    controller_driver: FileControllerDriver, answers: Answers
) -> None:
    def act(dialog: QDialog) -> None:
        assert isinstance(dialog, QFileDialog)
        dialog.selectNameFilter("M44 Workshop, YAML (*.yaml *.yml)")
        dialog.filterSelected.emit(dialog.selectedNameFilter())
        type_file_name("mine")(dialog)

    answers.do(act)
    assert controller_driver.files.save_as()
    path = controller_driver.folder / "mine.yaml"
    assert controller_driver.document.path == path
    assert read_file(path).format is FileFormat.YAML


def choose_file_name(name: str) -> Callable[[QDialog], object]:
    """Return a function that chooses a name in the file dialog."""

    def act(dialog: QDialog) -> None:
        assert isinstance(dialog, QFileDialog)
        dialog.selectFile(name)
        dialog.accept()

    return act


def write_companions(controller_driver: FileControllerDriver, name: str, text: str) -> list[Path]:
    paths = [controller_driver.folder / f"{name}{suffix}" for suffix in SIDE_ENDINGS]
    for path in paths:
        path.write_text(text)
    return paths


def test_saving_under_another_name_copies_the_companion_files(
    controller_driver: FileControllerDriver, answers: Answers
) -> None:
    controller_driver.files.open_path(controller_driver.write("a.m44"))
    write_companions(controller_driver, "a", "format: 1\n")
    answers.do(choose_file_name("b.m44"))
    assert controller_driver.files.save_as()
    copies = [controller_driver.folder / f"b{suffix}" for suffix in SIDE_ENDINGS]
    assert [path.read_text() for path in copies] == ["format: 1\n"] * len(SIDE_ENDINGS)


@pytest.mark.parametrize(
    ("button", "is_saved", "text"),
    [("Overwrite", True, "new"), ("Keep Existing Files", True, "old"), ("Cancel", False, "old")],
)
def test_an_existing_companion_is_overwritten_only_on_request(
    button: str,
    is_saved: bool,
    text: str,
    controller_driver: FileControllerDriver,
    answers: Answers,
) -> None:
    controller_driver.files.open_path(controller_driver.write("a.m44"))
    write_companions(controller_driver, "a", "new")
    existing_files = write_companions(controller_driver, "b", "old")
    answers.do(choose_file_name("b.m44"))
    answers.press(button)
    assert controller_driver.files.save_as() is is_saved
    assert {path.read_text() for path in existing_files} == {text}
    assert (controller_driver.folder / "b.m44").exists() is is_saved


def test_a_companion_that_cannot_be_copied_is_reported(
    controller_driver: FileControllerDriver, answers: Answers
) -> None:
    controller_driver.files.open_path(controller_driver.write("a.m44"))
    write_companions(controller_driver, "a", "new")
    (controller_driver.folder / "b.games.yaml").mkdir()
    answers.do(choose_file_name("b.m44"))
    answers.press("Overwrite")
    assert controller_driver.files.save_as()
    assert (controller_driver.folder / "b.rules.yaml").read_text() == "new"
    notice = controller_driver.files.sheets.current.notice
    assert notice is not None
    assert "was not copied" in str(notice.text)


def test_the_rules_file_turns_with_the_board_when_it_is_saved(
    controller_driver: FileControllerDriver,
) -> None:
    path = controller_driver.write("a.m44")
    rules = controller_driver.folder / "a.rules.yaml"
    rules.write_text("options:\n  hill-317: [E5]  # as printed\n")
    controller_driver.files.open_path(path)
    turned_scenario = mirror_scenario(controller_driver.document.scenario, MirrorKind.HALF_TURN)
    controller_driver.document.edit("Rotate Board", turned_scenario)
    assert "[E5]" in rules.read_text()
    assert controller_driver.files.save()
    assert rules.read_text() == "options:\n  hill-317: [I5]  # as printed\n"
    controller_driver.document.sheet.undo_stack.undo()
    assert controller_driver.files.save()
    assert "[E5]" in rules.read_text()


def test_a_rules_file_changed_by_others_is_kept_and_reported(
    controller_driver: FileControllerDriver,
) -> None:
    path = controller_driver.write("a.m44")
    rules = controller_driver.folder / "a.rules.yaml"
    rules.write_text("options:\n  hill-317: [E5]\n")
    controller_driver.files.open_path(path)
    controller_driver.document.edit(
        "Rotate Board", mirror_scenario(controller_driver.document.scenario, MirrorKind.HALF_TURN)
    )
    rules.write_text("options:\n  hill-317: [F4]\n")
    assert controller_driver.files.save()
    assert "[F4]" in rules.read_text()
    notice = controller_driver.files.sheets.current.notice
    assert notice is not None
    assert "still refers to the hexes as they were before" in str(notice.text)


def test_a_new_scenario_asks_for_a_file_and_suggests_its_title(
    controller_driver: FileControllerDriver, answers: Answers
) -> None:
    answers.do(type_file_name("new.m44"))
    controller_driver.paint()
    assert controller_driver.files.save()
    assert controller_driver.document.path == controller_driver.folder / "new.m44"
    assert controller_driver.is_clean


def test_canceling_the_file_dialog_saves_nothing(
    controller_driver: FileControllerDriver, answers: Answers
) -> None:
    answers.do(QDialog.reject)
    controller_driver.paint()
    assert not controller_driver.files.save()
    assert not controller_driver.is_clean


def test_a_read_only_folder_is_reported_and_the_document_stays_unsaved(
    controller_driver: FileControllerDriver, answers: Answers
) -> None:
    with TemporaryDirectory() as folder, read_only_folder(Path(folder)):
        path = Path(folder, "a.m44")
        controller_driver.files.open_path(path)
        controller_driver.paint()
        answers.press("Cancel")
        assert not controller_driver.files.save()
        assert "you do not have permission to write there" in answers.asked[0]
        assert not controller_driver.is_clean
        assert read_file(path).scenario == new_scenario()


@contextmanager
def read_only_folder(folder: Path) -> Iterator[None]:
    """Put a file into a folder that is then unwritable, even for root."""
    (folder / "a.m44").write_bytes(to_bytes(new_scenario(), FileFormat.M44))
    folder.chmod(0o555)
    user = os.geteuid()
    if user == 0:
        os.seteuid(65534)  # nobody
    try:
        yield
    finally:
        os.seteuid(user)
        folder.chmod(0o755)


def test_after_a_failed_save_another_place_can_be_chosen(
    controller_driver: FileControllerDriver, answers: Answers
) -> None:
    """The folder is gone, which makes saving fail for root as well."""
    missing_folder = controller_driver.folder / "gone"
    missing_folder.mkdir()
    path = missing_folder / "a.m44"
    path.write_bytes(to_bytes(new_scenario(), FileFormat.M44))
    controller_driver.files.open_path(path)
    controller_driver.paint()
    path.unlink()
    missing_folder.rmdir()
    answers.press("Save As…")
    answers.do(type_file_name("b.m44"))
    assert controller_driver.files.save()
    assert "its folder does not exist" in answers.asked[0]
    assert controller_driver.document.path == controller_driver.folder / "b.m44"
    assert controller_driver.is_clean


def test_a_full_disk_is_reported_and_the_old_file_stays(
    controller_driver: FileControllerDriver, answers: Answers
) -> None:
    path = controller_driver.write("a.m44")
    before = path.read_bytes()
    controller_driver.files.open_path(path)
    controller_driver.paint()
    answers.press("Cancel")
    with full_disk():
        assert not controller_driver.files.save()
    assert "was not saved and is unchanged" in answers.asked[0]
    assert path.read_bytes() == before
    assert not controller_driver.is_clean
    assert controller_driver.files.save()


@contextmanager
def full_disk() -> Iterator[None]:
    """Make every write stop after a few bytes, as on a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))

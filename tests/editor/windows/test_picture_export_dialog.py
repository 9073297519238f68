"""File > Export Picture: the chosen options apply to the file and the clipboard."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog
from pytestqt.qtbot import QtBot
from tests.editor.conftest import DialogAnswerer
from tests.editor.file_dialogs import enter_path
from tests.editor.interface_texts import untranslated_texts
from tests.editor.windows.test_main_window import open_window
from tests.editor.windows.test_sheet_window import pick

from m44core.drawing.board.scenario_drawing import ALL_LAYERS
from m44core.model.scenario import Scenario
from m44editor.documents.document import Document
from m44editor.windows.main_window import MainWindow
from m44editor.windows.picture_export_dialog import PictureExportDialog

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def window(qtbot: QtBot, document: Document, tmp_path: Path) -> MainWindow:
    return open_window(qtbot, document, tmp_path)


@pytest.fixture
def dialog(qtbot: QtBot, pegasus: Scenario, tmp_path: Path) -> PictureExportDialog:
    settings = QSettings(str(tmp_path / "picture.ini"), QSettings.Format.IniFormat)
    export_dialog = PictureExportDialog(pegasus, ALL_LAYERS, (), settings)
    qtbot.addWidget(export_dialog)
    export_dialog.show()
    return export_dialog


def export_picture(
    window: MainWindow,
    qtbot: QtBot,
    answers: DialogAnswerer,
    path: Path,
    choose: Callable[[PictureExportDialog], None],
) -> QImage:
    def choose_and_save(dialog: QDialog) -> None:
        assert isinstance(dialog, PictureExportDialog)
        choose(dialog)
        QTest.mouseClick(dialog.save, LEFT)

    answers.do(choose_and_save)
    answers.do(lambda dialog: enter_path(dialog, path))
    window.commands["export"].trigger()
    qtbot.waitUntil(path.exists)
    return QImage(str(path))


@pytest.mark.parametrize("suffix", ["png", "webp"])
def test_a_picture_has_the_chosen_size(
    window: MainWindow, qtbot: QtBot, answers: DialogAnswerer, tmp_path: Path, suffix: str
) -> None:
    def choose(dialog: PictureExportDialog) -> None:
        pick(dialog.preset_box, "forum")
        dialog.size_box.selectAll()
        QTest.keyClicks(dialog.size_box, "900")

    image = export_picture(window, qtbot, answers, tmp_path / f"board.{suffix}", choose)
    assert max(image.width(), image.height()) == 900
    assert image.height() > 900 * 0.7  # the legend is below the board


def test_a_margin_is_transparent(
    window: MainWindow, qtbot: QtBot, answers: DialogAnswerer, tmp_path: Path
) -> None:
    def choose(dialog: PictureExportDialog) -> None:
        dialog.margin.setFocus()
        dialog.margin.selectAll()
        QTest.keyClicks(dialog.margin, "100")

    image = export_picture(window, qtbot, answers, tmp_path / "board.png", choose)
    assert image.pixelColor(2, 2).alpha() == 0
    assert image.pixelColor(image.width() // 2, image.height() // 2).alpha() == 255


def test_a_copy_is_on_the_clipboard(dialog: PictureExportDialog) -> None:
    pick(dialog.preset_box, "thumbnail")
    QTest.mouseClick(dialog.copy, LEFT)
    image = QGuiApplication.clipboard().image()
    assert max(image.width(), image.height()) == 320
    assert dialog.copied_label.text().startswith("Copied the image (320 × ")
    assert dialog.isVisible()


def test_the_preset_and_ink_of_a_picture_are_stored(
    dialog: PictureExportDialog, pegasus: Scenario
) -> None:
    pick(dialog.preset_box, "print")
    pick(dialog.ink, "mono")
    dialog.accept()
    reopened_dialog = PictureExportDialog(pegasus, ALL_LAYERS, (), dialog._settings, dialog)
    assert (reopened_dialog.preset_box.currentData(), reopened_dialog.chosen_ink) == (
        "print",
        "mono",
    )
    assert reopened_dialog.size_box.value() == 4000


@pytest.mark.usefixtures("pseudo_language")
def test_every_text_is_translatable(qtbot: QtBot, pegasus: Scenario, tmp_path: Path) -> None:
    settings = QSettings(str(tmp_path / "picture.ini"), QSettings.Format.IniFormat)
    export_dialog = PictureExportDialog(pegasus, ALL_LAYERS, (), settings)
    qtbot.addWidget(export_dialog)
    QTest.mouseClick(export_dialog.copy, LEFT)
    assert not untranslated_texts(export_dialog)

"""File > Publish, driven by mouse and keyboard."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, QPoint, Qt, QUrl, Slot
from PySide6.QtGui import QDesktopServices
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit, QListWidget
from pytestqt.qtbot import QtBot
from tests.core.publish.pdf_inspection import pdf_reader, text_of_pdf
from tests.editor.conftest import PATIENCE_MS, DialogAnswerer
from tests.editor.interface_texts import untranslated_texts
from tests.editor.windows.conftest import paint_hill

from m44core.io.files.scenario_files import FileFormat
from m44core.io.files.serialization import to_bytes
from m44core.publications.publication import KINDS, PublicationKind
from m44editor.theme_tokens import Space
from m44editor.windows.main_window import MainWindow
from m44editor.windows.publishing.publish_window import PublishWindow

LEFT, CONTROL = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier
ALT = Qt.KeyboardModifier.AltModifier


@pytest.fixture
def publishing(window: MainWindow, qtbot: QtBot) -> PublishWindow:
    """The Publish window, opened by its shortcut, after reading everything."""
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    QTest.keyClick(window, Qt.Key.Key_P, CONTROL | ALT)
    publish_window = window.findChild(PublishWindow, "publish")
    assert publish_window is not None
    qtbot.waitUntil(lambda: publish_window.is_settled, timeout=3 * PATIENCE_MS)  # processes start
    return publish_window


class OpenedFiles(QObject):
    """Receives the files that the desktop is asked to open."""

    def __init__(self) -> None:
        super().__init__()
        self.urls: list[str] = []

    @Slot(QUrl)
    def receive_url(self, url: QUrl) -> None:
        self.urls.append(url.toLocalFile())


@pytest.fixture
def opened_files(qtbot: QtBot) -> Iterator[OpenedFiles]:
    """The files opened by the desktop during the test."""
    files = OpenedFiles()
    QDesktopServices.setUrlHandler("file", files, "receive_url")  # type: ignore[arg-type]  # wrong stub
    yield files
    QDesktopServices.unsetUrlHandler("file")


def choose_kind(publishing: PublishWindow, kind: PublicationKind, qtbot: QtBot) -> None:
    """Choose a kind with the arrow keys, and wait until everything has been read."""
    publishing.kinds.setFocus()
    QTest.keyClick(publishing.kinds, Qt.Key.Key_Home)
    for _ in range(list(KINDS).index(kind)):
        QTest.keyClick(publishing.kinds, Qt.Key.Key_Down)
    assert publishing.kind is kind
    qtbot.waitUntil(lambda: publishing.is_settled)


def type_output_path(publishing: PublishWindow, path: Path) -> None:
    """Type the file or folder to write."""
    publishing.out.setFocus()
    publishing.out.selectAll()
    QTest.keyClicks(publishing.out, str(path))


def publish(publishing: PublishWindow, qtbot: QtBot) -> None:
    QTest.mouseClick(publishing.publish_button, LEFT)
    qtbot.waitUntil(lambda: not publishing.jobs.is_publishing)


def row_texts(rows: QListWidget) -> list[str]:
    return [rows.item(row).text() for row in range(rows.count())]


def test_a_missing_author_is_reported_without_naming_the_field_twice(
    publishing: PublishWindow,
) -> None:
    assert "No author is named." in row_texts(publishing.shortcomings)


def test_the_page_keeps_its_distance_from_the_list(publishing: PublishWindow) -> None:
    list_end = publishing.kinds.geometry().right()
    assert publishing.heading.x() - list_end > Space.LARGE
    assert publishing.about.y() - publishing.heading.geometry().bottom() < Space.LARGE
    options_end = publishing.options.mapTo(publishing, publishing.options.rect().topRight()).x()
    preview_start = publishing.preview.mapTo(publishing, QPoint(0, 0)).x()
    assert preview_start - options_end > Space.MEDIUM


def test_shortcomings_are_listed_at_the_top(publishing: PublishWindow, window: MainWindow) -> None:
    assert any("No author is named" in text for text in row_texts(publishing.shortcomings))
    assert publishing.summary.text().endswith("before publishing:")
    assert len(publishing.pages.pages) == 1
    row = next(
        row for row, text in enumerate(row_texts(publishing.shortcomings)) if "sources" in text
    )
    publishing.shortcomings.setCurrentRow(row)
    QTest.keyClick(publishing.shortcomings, Qt.Key.Key_Return)
    assert not publishing.jobs.is_publishing
    assert window.context.docks["texts"].isVisible()


def test_the_sheet_is_written_and_opened(
    publishing: PublishWindow, qtbot: QtBot, tmp_path: Path, opened_files: OpenedFiles
) -> None:
    language = publishing.options.fields["language"]
    assert isinstance(language, QComboBox)
    language.setFocus()
    while language.currentData() != "fr":
        QTest.keyClick(language, Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: publishing.is_settled)
    type_output_path(publishing, tmp_path / "mill.pdf")
    publish(publishing, qtbot)
    assert "Mise en place" in text_of_pdf((tmp_path / "mill.pdf").read_bytes())
    assert publishing.outcome.text() == "Saved mill.pdf (1 page)."
    QTest.mouseClick(publishing.open_button, LEFT)
    QTest.mouseClick(publishing.folder_button, LEFT)
    assert opened_files.urls == [str(tmp_path / "mill.pdf"), str(tmp_path)]


def test_the_sheet_is_written_in_the_chosen_style(
    publishing: PublishWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    style = publishing.options.fields["style"]
    assert isinstance(style, QComboBox)
    style.setFocus()
    QTest.keyClick(style, Qt.Key.Key_End)
    assert style.currentText() == "Large print"
    qtbot.waitUntil(lambda: publishing.is_settled and len(publishing.pages.pages) > 1)
    type_output_path(publishing, tmp_path / "mill.pdf")
    publish(publishing, qtbot)
    assert len(pdf_reader((tmp_path / "mill.pdf").read_bytes()).pages) > 1


def test_a_file_is_only_replaced_when_the_user_agrees(
    publishing: PublishWindow, qtbot: QtBot, tmp_path: Path, answers: DialogAnswerer
) -> None:
    out = tmp_path / "mill.pdf"
    out.write_text("mine")
    type_output_path(publishing, out)
    answers.press("No")
    publish(publishing, qtbot)
    assert out.read_text() == "mine"
    answers.press("Yes")
    publish(publishing, qtbot)
    publish(publishing, qtbot)  # this window wrote it, so no question is asked
    assert out.read_bytes().startswith(b"%PDF")


def test_an_unwritable_destination_is_reported(
    publishing: PublishWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    (tmp_path / "in-the-way").write_text("")
    type_output_path(publishing, tmp_path / "in-the-way" / "mill.pdf")
    publish(publishing, qtbot)
    assert "in-the-way" in publishing.outcome.text().replace("\u200b", "")
    assert publishing.publish_button.isEnabled()
    assert not publishing.open_button.isVisible()


def test_options_are_kept_for_each_kind(
    publishing: PublishWindow, qtbot: QtBot, window: MainWindow
) -> None:
    choose_kind(publishing, PublicationKind.POSTER, qtbot)
    units = publishing.options.fields["units"]
    assert isinstance(units, QCheckBox)
    assert units.isChecked()
    units.setFocus()
    QTest.keyClick(units, Qt.Key.Key_Space)
    choose_kind(publishing, PublicationKind.SHEET, qtbot)
    assert not units.isVisible()
    publishing.close()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    QTest.keyClick(window, Qt.Key.Key_P, CONTROL | ALT)
    reopened_window = window.findChild(PublishWindow, "publish")
    assert reopened_window is not None
    choose_kind(reopened_window, PublicationKind.POSTER, qtbot)
    assert not reopened_window.options.options(None).units
    assert len(reopened_window.pages.pages) > 1


def test_a_folder_is_published_without_unsaved_changes(
    publishing: PublishWindow, qtbot: QtBot, window: MainWindow, path: Path
) -> None:
    (path.parent / "broken.m44").write_text("{")
    paint_hill(window, "M1")
    choose_kind(publishing, PublicationKind.BOOKLET, qtbot)
    texts = row_texts(publishing.shortcomings)
    assert texts[0] == "You have unsaved changes, which will not be included."
    assert "broken.m44" in texts[1]
    assert row_texts(publishing.contents) == ["Pegasus Bridge"]
    publish(publishing, qtbot)
    assert "broken.m44" in publishing.outcome.text().replace("\u200b", "")
    assert len(pdf_reader((path.parent.parent / "scenarios.pdf").read_bytes()).pages) > 2


def test_saving_another_tab_is_noticed(
    publishing: PublishWindow, qtbot: QtBot, window: MainWindow, path: Path
) -> None:
    other_path = path.with_name("other.m44")
    other_path.write_bytes(path.read_bytes())
    choose_kind(publishing, PublicationKind.BOOKLET, qtbot)
    window.open_path(other_path)  # in another tab, with an undo stack of its own
    paint_hill(window, "M1")
    unsaved = "You have unsaved changes, which will not be included."
    qtbot.waitUntil(lambda: unsaved in row_texts(publishing.shortcomings))
    window.commands["save"].trigger()
    qtbot.waitUntil(lambda: unsaved not in row_texts(publishing.shortcomings))


def test_the_proposed_path_follows_the_folder_until_one_is_typed(
    publishing: PublishWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    choose_kind(publishing, PublicationKind.TRANSLATIONS, qtbot)
    folder = publishing.options.fields["folder"]

    def type_folder(path: Path) -> None:
        path.mkdir()
        folder.setFocus()
        QTest.keyClick(folder, Qt.Key.Key_A, CONTROL)
        QTest.keyClicks(folder, str(path))
        QTest.keyClick(folder, Qt.Key.Key_Tab)

    type_folder(tmp_path / "club")
    assert publishing.out.text() == str(tmp_path / "club-translations")
    type_output_path(publishing, tmp_path / "texts")
    type_folder(tmp_path / "league")
    assert publishing.out.text() == str(tmp_path / "texts")


def test_publishing_can_be_canceled(
    publishing: PublishWindow, qtbot: QtBot, path: Path, window: MainWindow
) -> None:
    for number in range(6):
        data = to_bytes(window.document.scenario, FileFormat.M44)
        (path.parent / f"more-{number}.m44").write_bytes(data)
    choose_kind(publishing, PublicationKind.SITE, qtbot)
    out = Path(publishing.out.text())
    QTest.mouseClick(publishing.publish_button, LEFT)
    qtbot.waitUntil(publishing.cancel.isVisible)
    QTest.mouseClick(publishing.cancel, LEFT)
    qtbot.waitUntil(lambda: not publishing.jobs.is_publishing)
    assert publishing.outcome.text().startswith("Canceled.")
    assert not (out / "index.html").exists()


def test_a_site_and_texts_are_written(
    publishing: PublishWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    choose_kind(publishing, PublicationKind.SITE, qtbot)
    pdf = publishing.options.fields["pdf"]
    pdf.setFocus()
    QTest.keyClick(pdf, Qt.Key.Key_Space)
    type_output_path(publishing, tmp_path / "site")
    publish(publishing, qtbot)
    assert (tmp_path / "site" / "index.html").is_file()
    choose_kind(publishing, PublicationKind.TRANSLATIONS, qtbot)
    type_output_path(publishing, tmp_path / "texts")
    publish(publishing, qtbot)
    assert list((tmp_path / "texts").rglob("mill.po"))


def test_a_picture_is_drawn_in_the_chosen_size(
    publishing: PublishWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    choose_kind(publishing, PublicationKind.PICTURE, qtbot)
    size = publishing.options.fields["size"].findChild(QLineEdit)
    assert size is not None
    size.selectAll()
    QTest.keyClicks(size, "640\t")
    type_output_path(publishing, tmp_path / "mill.png")
    publish(publishing, qtbot)
    assert publishing.outcome.text() == "Saved mill.png."
    assert (tmp_path / "mill.png").read_bytes()[16:20] == (640).to_bytes(4, "big")


@pytest.mark.usefixtures("pseudo_language")
def test_every_word_is_translated(qtbot: QtBot, publishing: PublishWindow, path: Path) -> None:
    publishing.options.fields["folder"].setMaximumWidth(1)  # a path has no words
    for kind in KINDS:
        choose_kind(publishing, kind, qtbot)
        publishing.shortcomings.clear()  # places in a file are codes
        publishing.contents.clear()  # titles of scenarios
        assert not untranslated_texts(publishing)

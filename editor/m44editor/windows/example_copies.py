"""Help > Copy Examples: copies the built-in scenarios and example pack to a folder."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSettings, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from m44core.errors import M44Error
from m44core.messages.message import first_few
from m44core.messages.renderers import message_of_error
from m44core.support.examples import CopiedExamples, copy_examples
from m44editor.documents.editor_settings import text_setting
from m44editor.interface_text import tr, tr_n, translated
from m44editor.panels.finding_labels import with_full_stop
from m44editor.screen import shortened_for_message_box

_FOLDER_KEY = "examples/folder"


def copy_examples_to(settings: QSettings, window: QWidget) -> None:
    """Ask for a folder, copy the examples to a new folder in it, and offer to show them."""
    last_folder = text_setting(settings, _FOLDER_KEY, str(Path.home()))
    folder = QFileDialog.getExistingDirectory(window, tr("Copy Examples To"), last_folder)
    if not folder:
        return
    settings.setValue(_FOLDER_KEY, folder)
    try:
        copies = copy_examples(Path(folder) / tr("M44 Workshop Examples"))
    except M44Error as error:
        text = shortened_for_message_box(translated(with_full_stop(message_of_error(error))))
        QMessageBox.warning(window, tr("Copy Examples"), text)
        return
    _report_copies(copies, window)


def _report_copies(copies: CopiedExamples, window: QWidget) -> None:
    box = QMessageBox(QMessageBox.Icon.Information, tr("Copy Examples"), "", parent=window)
    text = tr_n(
        "{number} file was copied to {folder}.",
        "{number} files were copied to {folder}.",
        copies.copied_count,
        folder=str(copies.folder),
    )
    box.setText(shortened_for_message_box(text))
    if copies.kept_files:
        kept_text = tr(
            "Files that you changed were kept: {files}.", files=first_few(copies.kept_files)
        )
        box.setInformativeText(shortened_for_message_box(kept_text))
    show = box.addButton(tr("Show in &Folder"), QMessageBox.ButtonRole.ActionRole)
    box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Ok))
    box.exec()
    if box.clickedButton() is show:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(copies.folder)))
    box.deleteLater()

"""Help > Report a Problem: saves data about a problem in one file, without sending it."""

from __future__ import annotations

from concurrent.futures import Future
from datetime import date
from pathlib import Path

from PySide6.QtCore import QSettings, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QFontDatabase
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import Shiboken

from m44core.errors import M44Error
from m44core.io.files.scenario_files import FileFormat
from m44core.io.files.serialization import to_bytes
from m44core.io.origin import OpenFile
from m44core.messages.message import message
from m44core.messages.renderers import message_of_error
from m44core.support.installation import Facts, installation_facts
from m44core.support.problem_report import (
    REPORT,
    SETTINGS,
    installation_report,
    log_texts,
    settings_report,
    write_report,
)
from m44core.work.executors import ThreadExecutor
from m44editor.background_jobs import when_done
from m44editor.documents.editor_settings import any_setting
from m44editor.interface_text import file_filter, tr, translated
from m44editor.manual_window import add_help_keys
from m44editor.panels.finding_labels import with_full_stop
from m44editor.screen import resize_to_screen, shortened_for_message_box
from m44editor.screen_reader import announce
from m44editor.windows.editor_context import EditorContext

_STORY_LINES = 6  # visible lines of the story field


class ReportProblemDialog(QDialog):
    """Asks what happened, shows what the report contains, and saves it.

    Attributes:
        story: What the user did, and what happened.
        with_settings: Whether the settings are included.
        with_log: Whether the log and the latest crash reports are included.
        with_scenario: Whether the scenario is included.
        parts: The contents of the report, one tab for each text.
        status: The saved file, or the reason why none was saved.
        save_button: Asks where to save the report.
        folder_button: Shows the folder of the saved report.
    """

    def __init__(
        self,
        file: OpenFile,
        name: str,
        file_format: FileFormat,
        settings: QSettings,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Report a Problem"))
        add_help_keys(self)
        self._file, self._name, self._format = file, name, file_format
        self._settings = settings
        self._facts: Facts = {}
        self._saved_path: Path | None = None
        self.story, self.parts = QPlainTextEdit(self), QTabWidget(self)
        self.with_settings = QCheckBox(tr("Se&ttings, without folder and file names"), self)
        self.with_log = QCheckBox(tr("&Log and the latest crash reports"), self)
        self.with_scenario = QCheckBox(tr("The open s&cenario"), self)
        self.status = QLabel(self)
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        roles = QDialogButtonBox.ButtonRole
        self.save_button = self._buttons.addButton(tr("&Save Report…"), roles.ActionRole)
        self.folder_button = QPushButton(tr("Show in &Folder"), self)
        self._lay_out()
        self._connect()
        self._show_parts()

    def add_facts(self, facts: Facts) -> None:
        """Add the facts about the installation, which take a moment to collect."""
        self._facts = facts
        self._show_parts()

    def contents(self) -> dict[str, str | bytes]:
        """Return the contents of the report, keyed by file name."""
        parts: dict[str, str | bytes] = {
            REPORT: installation_report(self.story.toPlainText(), self._facts)
        }
        if self.with_settings.isChecked():
            keys = self._settings.allKeys()
            parts[SETTINGS] = settings_report(
                {key: any_setting(self._settings, key) for key in keys}
            )
        if self.with_log.isChecked():
            parts.update(log_texts())
        if self.with_scenario.isChecked():
            data = to_bytes(self._file.scenario, self._format, self._file.origin)
            parts[f"{self._name}.{self._format.value}"] = data
        return parts

    def _lay_out(self) -> None:
        explanation = QLabel(
            tr(
                "This saves a file that helps find the cause. Nothing is sent: review the "
                "contents below, and attach the file to your report yourself."
            ),
            self,
        )
        story_label = QLabel(tr("&What did you do, and what happened?"), self)
        story_label.setBuddy(self.story)
        contents = QLabel(tr("The file contains"), self)
        for label in (explanation, self.status):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
        self.story.setTabChangesFocus(True)
        self.story.setFixedHeight(_STORY_LINES * self.fontMetrics().lineSpacing() + 12)
        self.parts.setAccessibleName(tr("Contents of the report"))
        self.with_settings.setChecked(True)
        self.with_log.setChecked(True)
        self.folder_button.hide()
        column = QVBoxLayout(self)
        for widget in (explanation, story_label, self.story, contents):
            column.addWidget(widget)
        for box in (self.with_settings, self.with_log, self.with_scenario):
            column.addWidget(box)
        column.addWidget(self.parts, 1)
        column.addWidget(self.status)
        column.addWidget(self.folder_button, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self._buttons)
        self.save_button.setDefault(True)
        resize_to_screen(self, 640, 680)

    def _connect(self) -> None:
        for box in (self.with_settings, self.with_log, self.with_scenario):
            box.toggled.connect(self._show_parts)
        self.save_button.clicked.connect(self._save)
        self.folder_button.clicked.connect(self._show_folder)
        self._buttons.rejected.connect(self.reject)

    def _show_parts(self) -> None:
        """Show the contents of the report, with the story as it is now."""
        self.parts.clear()
        for name, content in self.contents().items():
            page = QPlainTextEdit(self.parts)
            page.setReadOnly(True)
            page.setTabChangesFocus(True)
            page.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
            page.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
            text = content if isinstance(content, str) else content.decode("utf-8", "replace")
            page.setPlainText(text)
            page.setAccessibleName(name)
            self.parts.addTab(page, name.replace("&", "&&"))

    def _save(self) -> None:
        proposed_path = str(Path.home() / f"m44-report-{date.today().isoformat()}.zip")
        kind = file_filter(message("ZIP archive"), "*.zip")
        chosen_path, _ = QFileDialog.getSaveFileName(self, tr("Save Report"), proposed_path, kind)
        if not chosen_path:
            return
        path = (
            Path(chosen_path)
            if chosen_path.lower().endswith(".zip")
            else Path(f"{chosen_path}.zip")
        )
        try:
            write_report(path, self.contents())
        except M44Error as error:
            self.status.setText(
                shortened_for_message_box(translated(with_full_stop(message_of_error(error))))
            )
            return
        self._saved_path = path
        text = tr("Saved {file}. Nothing was sent.", file=path.name)
        self.status.setText(text)
        self.folder_button.show()
        announce(self, text)

    def _show_folder(self) -> None:
        if self._saved_path is not None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._saved_path.parent)))


def report_problem(context: EditorContext) -> None:
    """Show the dialog that saves a problem report about the open scenario."""
    document, sheet = context.document, context.files.sheets.current
    file_format = sheet.format or FileFormat.M44
    name = document.path.stem if document.path else "scenario"
    dialog = ReportProblemDialog(document.file, name, file_format, context.settings, context.window)
    _collect_facts(dialog)
    dialog.exec()
    dialog.deleteLater()


def _collect_facts(dialog: ReportProblemDialog) -> None:
    """Add the facts about the installation to a dialog as soon as they are known."""

    def show_facts(collected: Future[Facts]) -> None:
        if Shiboken.isValid(dialog) and collected.exception() is None:  # it may be closed by now
            dialog.add_facts(collected.result())

    thread = ThreadExecutor("report")
    when_done(thread.submit(installation_facts), show_facts)
    thread.shutdown(wait=False)

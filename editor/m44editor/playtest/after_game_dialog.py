"""The summary of a game, in a dialog and as an HTML file."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFrame,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from m44core.errors import WriteError
from m44core.io.files.save import write
from m44core.messages.renderers import message_of_error
from m44core.playtest.games.game_report import report_body, report_of_game, report_page
from m44editor.interface_text import current_renderer, tr
from m44editor.manual_window import add_help_keys
from m44editor.playtest.game.timeline import GameTimeline
from m44editor.playtest.playtest_dialogs import show_warning
from m44editor.screen import resize_to_screen

_Button = QDialogButtonBox.StandardButton


class AfterGameDialog(QDialog):
    """Shows losses, objectives, luck and medals of the game so far.

    Attributes:
        page: The summary.
        buttons: Save and Close.
    """

    def __init__(self, timeline: GameTimeline, title: str, parent: QWidget) -> None:
        super().__init__(parent)
        add_help_keys(self)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("After the Game"))
        self._title = title
        self._report = report_of_game(timeline.state_at(0), timeline.actions)
        self.page = QTextBrowser(self)
        self.page.setFrameShape(QFrame.Shape.NoFrame)
        self.page.setAccessibleName(tr("After the Game"))
        self.page.document().setDefaultStyleSheet(
            "th, td { padding: 3px 12px; text-align: right } th { font-weight: 600 }"
        )
        self.page.setHtml(report_body(self._report, title, current_renderer()))
        self.buttons = QDialogButtonBox(_Button.Save | _Button.Close, self)
        self.buttons.button(_Button.Save).setText(tr("&Save as Web Page…"))
        self.buttons.accepted.connect(self._ask_and_save)
        self.buttons.rejected.connect(self.close)
        column = QVBoxLayout(self)
        column.addWidget(self.page, 1)
        column.addWidget(self.buttons)
        resize_to_screen(self, 620, 640)

    def _ask_and_save(self) -> None:
        dialog = QFileDialog(self, tr("Save as Web Page"), "", tr("Web pages (*.html)"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("html")
        dialog.selectFile(tr("after-the-game.html"))
        if dialog.exec():
            self.save(Path(dialog.selectedFiles()[0]))

    def save(self, path: Path) -> None:
        """Write the summary to a self-contained HTML file, or report why that failed."""
        try:
            write(report_page(self._report, self._title, current_renderer()).encode(), path)
        except WriteError as error:
            show_warning(self, tr("The page was not saved: {why}.", why=message_of_error(error)))

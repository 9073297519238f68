"""File > Import > Setup List: places pieces from a list or from a saved VASSAL game.

File > Open shows the same dialog for a file with a list, and makes a new scenario of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QMimeData, QSize, Qt, QTimer
from PySide6.QtGui import (
    QDragEnterEvent,
    QDropEvent,
    QGuiApplication,
    QTextCharFormat,
    QTextCursor,
)
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QMessageBox,
    QPlainTextEdit,
    QPushButton,
    QSplitter,
    QTextEdit,
    QVBoxLayout,
    QWidget,
)

from m44core.board import BoardType, Face
from m44core.catalogue.catalogue import Catalogue
from m44core.comparing.compare import compare_scenarios
from m44core.diagnostics import Severity
from m44core.errors import M44Error, ReadError
from m44core.messages.message import Message, enumerated, message, message_in, several
from m44core.messages.renderers import message_of_error
from m44core.model.edits import change_face, new_scenario
from m44core.model.scenario import Scenario
from m44core.pasted.briefing_reader import PastedBriefing, read_pasted_briefing
from m44core.pasted.list_board import board_remark, list_on_its_board, other_board_remark
from m44core.pdf_text.pdf_file import is_pdf_file
from m44core.setup_list.list_placement import place_setup_list, placed_hexes
from m44core.setup_list.list_reader import Remark, RemarkKind, SetupList, read_setup_list
from m44core.vassal.archive import MODULE_SUFFIX
from m44core.vassal.saved_briefing import (
    SavedBriefing,
    is_about_other_battle,
    languages_with_lost_texts,
    with_saved_briefing,
    with_title_in,
    without_battle,
)
from m44editor.background_jobs import JobBar
from m44editor.board.board_view import BoardView
from m44editor.comparing.comparison_marks import ChangeMarks, ShownBoard
from m44editor.documents.document import Document
from m44editor.formatting import language_name
from m44editor.interface_text import file_filter, language, tr, translated
from m44editor.manual_window import add_help_keys
from m44editor.panels.finding_labels import with_end_mark
from m44editor.panels.panel_icons import severity_icon
from m44editor.screen import resize_to_screen, shortened_for_message_box
from m44editor.theme import art_palette, theme_colour
from m44editor.windows.file_dialogs import LISTS
from m44editor.windows.open_files import local_files
from m44editor.windows.setup_list_files import (
    MAX_LENGTH,
    ListFileJob,
    SetupListFile,
    is_vassal_module,
    read_list_file,
)

FILES = (
    LISTS,
    (message("VASSAL modules"), f"*{MODULE_SUFFIX}"),
    (message("All files"), "*"),
)
"""The file types to choose from."""


_PAUSE = 200  # milliseconds without typing before the list is read
_LINE_ROLE = Qt.ItemDataRole.UserRole
_SEVERITIES = {
    RemarkKind.ERROR: Severity.ERROR,
    RemarkKind.SUSPICIOUS: Severity.WARNING,
    RemarkKind.NOTE: Severity.INFO,
    RemarkKind.LEFT_OUT: Severity.INFO,
}
_EXAMPLE = message(
    "German infantry: A9, k8, C7\n2 tanks (elite): B9, C9\nForest: D5, E5-H5 / Town: C7\n\n"
    "Allies\ninfantry (3 figures): A1\nUS Rangers: h2"
)


class _ListText(QPlainTextEdit):
    """The text box of the list; leaves dropped files to the dialog."""

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        """Return whether the pasted or dropped data is text rather than files."""
        return not source.hasUrls() and super().canInsertFromMimeData(source)


class SetupListDialog(QDialog):
    """Imports a setup list; the board previews the result while the user types.

    Args:
        document: The document to place the pieces in.
        parent: The window.
        new_title: The title of a new scenario that is made from a list, unless the list has one;
            None to place the pieces in the scenario of the document.

    Attributes:
        text: The text box for the list.
        remarks: The lines that were not understood or may be wrong.
        view: A preview of the board.
        clear_board: Whether to clear the board first.
        take_briefing: Whether to use the briefing of a saved game or of the text; hidden if there
            is none.
        summary: The number of hexes that the list fills.
        reading_bar: The progress of reading a file, once that takes longer than a second.
        place_button: Places the pieces.
    """

    def __init__(
        self, document: Document, parent: QWidget | None = None, new_title: str | None = None
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._original_scenario = document.scenario
        self._new_title = new_title
        self._list = SetupList()
        self._file = SetupListFile()
        self._pasted: PastedBriefing | None = None
        self.setWindowTitle(tr("Import Setup List") if new_title is None else tr("Open Setup List"))
        add_help_keys(self)
        self.setAcceptDrops(True)
        self.text = _ListText(self)
        self.text.setPlaceholderText(translated(_EXAMPLE))
        self.text.setAccessibleName(tr("Setup list"))
        self.text.setTabChangesFocus(True)
        self.remarks = QListWidget(self)
        self.remarks.setAccessibleName(tr("Not understood"))
        self.remarks.setWordWrap(True)
        self.summary = QLabel(self)
        self.summary.setWordWrap(True)
        self.clear_board = QCheckBox(tr("&Clear the board first"))
        self.clear_board.setVisible(new_title is None)
        self.take_briefing = QCheckBox()
        self.take_briefing.setToolTip(
            tr("Title, date, nations, command cards, medals and scenario text")
        )
        self.take_briefing.setChecked(True)
        self.take_briefing.hide()
        self.reading_bar = JobBar(self)
        self._file_job = ListFileJob(self.reading_bar, self)
        self.view = BoardView(self._original_scenario, palette=art_palette())
        self.view.setMinimumSize(QSize(200, 140))
        self._delay_timer = QTimer(self, singleShot=True, interval=_PAUSE)
        self._lay_out()
        self._delay_timer.timeout.connect(self.read)
        self.text.textChanged.connect(self._delay_timer.start)
        self.clear_board.toggled.connect(self.read)
        self.take_briefing.toggled.connect(self.read)
        self.remarks.currentItemChanged.connect(self._show_line)
        self._file_job.loaded.connect(self._take_file)
        self._file_job.failed.connect(self._report_unreadable)
        self._file_job.ended.connect(self._show_reading)
        if new_title is None:
            self.text.setPlainText(self._clipboard_list())
        self.text.selectAll()
        self.text.setFocus()  # not Cancel, which a typed space would press
        self.read()

    def _lay_out(self) -> None:
        column = QSplitter(Qt.Orientation.Vertical)
        column.addWidget(self.text)
        column.addWidget(self.remarks)
        column.setSizes([320, 160])
        main_splitter = QSplitter(Qt.Orientation.Horizontal)
        main_splitter.addWidget(column)
        main_splitter.addWidget(self.view)
        main_splitter.setSizes([400, 600])
        for splitter in (column, main_splitter):
            splitter.setChildrenCollapsible(False)
        explanation = QLabel(
            tr("List the pieces and their hexes in any order. You can use ranges of hexes.")
        )
        explanation.setWordWrap(True)
        layout = QVBoxLayout(self)
        for widget in (
            explanation,
            main_splitter,
            self.summary,
            self.clear_board,
            self.take_briefing,
            self.reading_bar,
            self._create_buttons(),
        ):
            layout.addWidget(widget, int(widget is main_splitter))
        resize_to_screen(self, 1020, 640)

    def _create_buttons(self) -> QDialogButtonBox:
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        roles = QDialogButtonBox.ButtonRole
        buttons.button(QDialogButtonBox.StandardButton.Cancel).setAutoDefault(False)
        self.place_button = buttons.addButton(tr("&Set Up"), roles.AcceptRole)
        self.place_button.setDefault(True)  # even while it is disabled
        self._open_button = QPushButton(tr("Open &File…"))
        self._open_button.setAutoDefault(False)
        self._open_button.clicked.connect(self._ask_for_file)
        buttons.addButton(self._open_button, roles.ActionRole)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        return buttons

    def read(self) -> None:
        """Read the current list and preview the result."""
        self._delay_timer.stop()
        text = self.text.toPlainText()[:MAX_LENGTH]
        if self._file.shares_no_line_with(text):
            self._file = SetupListFile()  # its remarks went with the list
        if self._new_title is not None:
            self._choose_board(text)
        self._list = read_setup_list(
            text, self._original_scenario, language(), is_literal=self._file.saved_game is not None
        )
        self._read_briefing(text)
        after = self._result_scenario()
        self.view.set_scenario(after)
        marks = ChangeMarks(
            compare_scenarios(self._original_scenario, after), ShownBoard.AFTER, art_palette()
        )
        self.view.set_mark("changes", marks)
        self._list_remarks(after)
        self._underline_errors()
        self.summary.setText(self._summary(after))
        self.place_button.setEnabled(
            after != self._original_scenario and not self._file_job.is_running
        )

    def _choose_board(self, text: str) -> None:
        """Use the board that the list is for, because the scenario is new."""
        board, face = self._file.board, self._file.face
        self._use_board(board or list_on_its_board(text, language())[0], face)

    def _use_board(self, board: BoardType, face: Face | None) -> bool:
        """Start with a given empty board; return whether it differs from the one before."""
        before = self._original_scenario
        if board is before.board.type and (face or before.face) is before.face:
            return False
        empty = new_scenario(board, face or before.face, self._new_title or "")
        self._original_scenario = empty.with_catalogue(before.catalogue)
        return True

    def _read_briefing(self, text: str) -> None:
        """Read the briefing in the text, unless the list is that of a saved game.

        The list is then read again, because its words depend on the face and the nations.
        """
        self._pasted = None
        if self._file.saved_game is None:
            scenario = self._original_scenario
            self._pasted = read_pasted_briefing(text, self._list, scenario, language())
        if self._pasted and self.take_briefing.isChecked():
            scenario = _with_pasted_briefing(self._original_scenario, self._pasted)
            self._list = read_setup_list(text, scenario, language())
        self.take_briefing.setText(
            tr("Also use the &briefing in the text")
            if self._pasted
            else tr("Also use the saved game's &briefing")
        )
        self.take_briefing.setVisible(self._file.has_briefing or self._pasted is not None)

    def accept(self) -> None:
        """Place the pieces of the list as one undoable step.

        Do nothing if the list changes nothing.
        """
        if self._delay_timer.isActive():
            self.read()
        if self.place_button.isEnabled():
            self._document.edit(message_in("step", "Set Up from List"), self._result_scenario())
            super().accept()

    def _result_scenario(self) -> Scenario:
        before, briefing = self._original_scenario, self._saved_briefing()
        clears_board = self.clear_board.isChecked()
        if briefing and self._new_title is not None:
            before = with_title_in(before, briefing.language)
        elif briefing and clears_board and is_about_other_battle(briefing, before):
            before = without_battle(before, briefing.language)
        if self._file.has_briefing and self.take_briefing.isChecked():
            before = self._file.with_briefing(before)
        if self._pasted and self.take_briefing.isChecked():
            before = _with_pasted_briefing(before, self._pasted)
        return place_setup_list(before, self._list, clear_first=clears_board)

    def _saved_briefing(self) -> SavedBriefing | None:
        """Return the briefing to use; None if there is none, or the user does not want it."""
        if not self.take_briefing.isChecked():
            return None
        return self._pasted.values if self._pasted else self._file.briefing

    def _summary(self, after: Scenario) -> str:
        """Return the number of hexes to fill, and the board and its side on a second line."""
        summary = translated(_summary_text(self._list))
        if not self._list.entries:
            return summary
        has_face = bool(self._pasted and self._pasted.face) or self._file.face is not None
        return f"{summary}\n{translated(board_remark(after, is_stated=has_face))}"

    def _list_remarks(self, after: Scenario) -> None:
        self.remarks.clear()
        if codes := languages_with_lost_texts(self._original_scenario, after):
            self.remarks.addItem(_note_item(_lost_texts_note(codes)))
        if self._file.saved_game is None and _may_need_other_board(self._list):
            text = self.text.toPlainText()[:MAX_LENGTH]
            note = other_board_remark(text, self._original_scenario, language())
            if note:
                self.remarks.addItem(_note_item(note))
        for note in self._file.notes:
            self.remarks.addItem(_note_item(note))
        pasted = self._pasted if self.take_briefing.isChecked() else None
        remarks = sorted(self._list.remarks, key=lambda r: list(RemarkKind).index(r.kind))
        doubts = [remark for remark in remarks if remark.kind is not RemarkKind.LEFT_OUT]
        for remark in doubts:
            self.remarks.addItem(_remark_item(remark))
        for note in pasted.remarks if pasted else ():
            self.remarks.addItem(_note_item(note))
        for remark in remarks[len(doubts) :]:
            if pasted is None or not pasted.uses_left_out_line(remark):
                self.remarks.addItem(_remark_item(remark))

    def _underline_errors(self) -> None:
        """Underline the lines that were not fully understood."""
        lines_with_errors = {r.line for r in self._list.remarks if r.kind is RemarkKind.ERROR}
        underline = QTextCharFormat()
        underline.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SpellCheckUnderline)
        underline.setUnderlineColor(theme_colour("error"))
        selections = []
        for line in sorted(lines_with_errors):
            selection = QTextEdit.ExtraSelection()
            selection.cursor = self._line_cursor(line)
            selection.format = underline
            selections.append(selection)
        self.text.setExtraSelections(selections)

    def _line_cursor(self, line: int) -> QTextCursor:
        """Return a cursor that selects a line, counted from 1."""
        cursor = QTextCursor(self.text.document().findBlockByNumber(line - 1))
        cursor.select(QTextCursor.SelectionType.LineUnderCursor)
        return cursor

    def _show_line(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self.text.setTextCursor(self._line_cursor(item.data(_LINE_ROLE)))
            self.text.ensureCursorVisible()

    def _clipboard_list(self) -> str:
        """Return the text of the clipboard if it is a setup list, else an empty string."""
        text = QGuiApplication.clipboard().text()[:MAX_LENGTH]
        return text if read_setup_list(text, self._original_scenario, language()).entries else ""

    def _ask_for_file(self) -> None:
        file_name = QFileDialog.getOpenFileName(
            self,
            tr("Open Setup List"),
            "",
            ";;".join(file_filter(kind, patterns) for kind, patterns in FILES),
        )
        if file_name[0]:
            self.load_file(Path(file_name[0]))

    def load_file(self, path: Path) -> None:
        """Load the list from a file, or report the reason why it cannot be read.

        A VASSAL module makes the counter positions more precise in the list of the saved game that
        was loaded before.
        """
        if is_pdf_file(path):
            self._file_job.start(path, self._original_scenario)
            self._show_reading()
            return
        self._file_job.cancel()
        try:
            list_file = read_list_file(path, self._original_scenario, self._file)
            if self._is_for_other_board(list_file):
                list_file = read_list_file(path, self._original_scenario, self._file)
            self._take_file(list_file)
        except ReadError as error:
            self._report_unreadable(error)

    def _is_for_other_board(self, list_file: SetupListFile) -> bool:
        """Return whether a saved game is for a different board, which a new scenario then uses."""
        if self._new_title is None or list_file.board is None:
            return False
        return self._use_board(list_file.board, list_file.face)

    def _take_file(self, list_file: SetupListFile) -> None:
        cursor = QTextCursor(self.text.document())
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.insertText(list_file.text)  # undoable with Ctrl+Z
        self.text.moveCursor(QTextCursor.MoveOperation.Start)
        self._file = list_file
        self.read()

    def _report_unreadable(self, error: M44Error) -> None:
        text = with_end_mark(message_of_error(error))
        QMessageBox.warning(self, self.windowTitle(), shortened_for_message_box(text))

    def _show_reading(self) -> None:
        """Lock the list while a file is read, because it will be replaced."""
        is_reading = self._file_job.is_running
        self.text.setReadOnly(is_reading)
        self._open_button.setEnabled(not is_reading)
        self.read()

    def done(self, result: int) -> None:
        """Close the dialog, and stop reading a file."""
        self._file_job.cancel()
        super().done(result)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept dragged files."""
        if local_files(event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Load the dropped files; VASSAL modules come last, because they need a saved game."""
        event.acceptProposedAction()
        for path in sorted(local_files(event.mimeData().urls()), key=is_vassal_module):
            self.load_file(path)


def _note_item(note: Message) -> QListWidgetItem:
    """Return a list item for a remark about the whole file; it selects the first line."""
    item = QListWidgetItem(severity_icon(Severity.INFO), translated(note))
    item.setToolTip(translated(note))
    item.setData(_LINE_ROLE, 1)
    return item


def _remark_item(remark: Remark) -> QListWidgetItem:
    text = tr(
        "Line {number} (“{text}”): {remark}",
        number=remark.line,
        text=remark.text[:80],
        remark=remark.message,
    )
    item = QListWidgetItem(severity_icon(_SEVERITIES[remark.kind]), text)
    item.setToolTip(text)
    item.setData(_LINE_ROLE, remark.line)
    return item


def _lost_texts_note(codes: Sequence[str]) -> Message:
    return message(
        "The previous scenario's text will be removed in: {languages}",
        languages=enumerated([language_name(code) for code in codes]),
    )


def _summary_text(setup_list: SetupList) -> Message:
    """Return a text with the number of hexes to fill and the number of entries not understood."""
    hex_count, unclear_count = len(placed_hexes(setup_list)), _unclear_count(setup_list)
    placed_text = several(
        "This will place pieces on {number} hex.",
        "This will place pieces on {number} hexes.",
        hex_count,
    )
    if not unclear_count:
        return placed_text
    unread_text = several(
        "{number} entry was not understood.", "{number} entries were not understood.", unclear_count
    )
    return message("{first} {then}", first=placed_text, then=unread_text)


def _may_need_other_board(setup_list: SetupList) -> bool:
    """Return whether a list has hexes, and errors that a larger board might avoid."""
    return bool(setup_list.entries) and bool(_unclear_count(setup_list))


def _unclear_count(setup_list: SetupList) -> int:
    return sum(remark.kind is RemarkKind.ERROR for remark in setup_list.remarks)


def _with_pasted_briefing(scenario: Scenario, briefing: PastedBriefing) -> Scenario:
    if briefing.face is not None:
        scenario = change_face(scenario, briefing.face)
    return with_saved_briefing(scenario, briefing.values)


def import_setup_list(document: Document, window: QWidget) -> None:
    """Ask for a setup list, and place its pieces on the board."""
    SetupListDialog(document, window).exec()


def scenario_from_list_file(
    path: Path, catalogue: Catalogue, window: QWidget | None
) -> Scenario | None:
    """Show the list in a file, and return a scenario made from it; None if the user cancels.

    Args:
        path: The file.
        catalogue: The pieces to use.
        window: The parent of the dialog.
    """
    document = Document(new_scenario(title=path.stem).with_catalogue(catalogue))
    dialog = SetupListDialog(document, window, path.stem)
    QTimer.singleShot(0, dialog, lambda: dialog.load_file(path))
    is_accepted = dialog.exec() == QDialog.DialogCode.Accepted
    return document.scenario if is_accepted else None

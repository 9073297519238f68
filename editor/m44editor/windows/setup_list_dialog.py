"""File > Import > Setup List: a list or a saved game, and what of it is laid on the board."""

from __future__ import annotations

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

from m44core.board import Face
from m44core.comparing.compare import compare
from m44core.diagnostics import Severity
from m44core.errors import ReadError
from m44core.messages.message import Message, message, message_in, several
from m44core.messages.os_errors import os_error_reason
from m44core.messages.words import reason
from m44core.model.edits import change_face
from m44core.model.scenario import Scenario
from m44core.setup_list.laying import hexes_of, laid_out
from m44core.setup_list.reading import Remark, SetupList, Weight, read_list
from m44core.untrusted_files import read_ordinary
from m44core.values import dataclass
from m44core.vassal.archive import GAME_SUFFIXES, MODULE_SUFFIX
from m44core.vassal.saved_briefing import SavedBriefing, with_saved_briefing
from m44core.vassal.saved_game import read_saved_game
from m44editor.board.board_view import BoardView
from m44editor.comparing.comparison_marks import ChangeMarks, Side
from m44editor.documents.document import Document
from m44editor.interface_text import file_filter, language, told, tr
from m44editor.panels.finding_labels import with_end_mark
from m44editor.panels.panel_icons import severity_icon
from m44editor.screen import for_a_box, resize_to_screen
from m44editor.theme import art_palette
from m44editor.windows.editor_context import EditorContext
from m44editor.windows.open_files import local_files

LONGEST = 200_000
"""Signs of a list that are read; more than anybody writes."""
FILES = (
    (message("Lists and saved games"), "*.txt *.md *.vsav *.vlog"),
    (message("VASSAL modules"), f"*{MODULE_SUFFIX}"),
    (message("All files"), "*"),
)
"""The kinds of files there are to choose from."""


@dataclass(frozen=True, slots=True)
class ListFile:
    """A list as a file says it.

    Attributes:
        text: The list.
        notes: What there is to say of it.
        game: The saved game it was made of; None for a text.
        briefing: What the notes of the game say; None where it has none.
        face: What its board shows; None where it does not say.
    """

    text: str = ""
    notes: tuple[Message, ...] = ()
    game: Path | None = None
    briefing: SavedBriefing | None = None
    face: Face | None = None

    @property
    def has_briefing(self) -> bool:
        """Whether it says more than what lies on the board."""
        return self.briefing is not None or self.face is not None

    def briefed(self, scenario: Scenario) -> Scenario:
        """Return the scenario with the face of the board and what the notes say."""
        if self.face is not None:
            scenario = change_face(scenario, self.face)
        return with_saved_briefing(scenario, self.briefing) if self.briefing else scenario

    def is_gone(self, text: str) -> bool:
        """Tell whether a text has no line of the list any more."""
        lines, there = ({*each.splitlines()} - {""} for each in (self.text, text))
        return lines != there and not lines & there


def is_module(path: Path) -> bool:
    """Tell whether a file is called as modules of VASSAL are."""
    return path.suffix.lower() == MODULE_SUFFIX


def list_in(path: Path, scenario: Scenario, before: ListFile) -> ListFile:
    """Return the list a file says for a scenario; of a module, that of the saved game before.

    Raises:
        ReadError: it cannot be read, or it is a module and no saved game was before.
    """
    if path.suffix.lower() in GAME_SUFFIXES:
        return _of_game(path, scenario)
    if not is_module(path):
        return ListFile(_text(path))
    if before.game is None:
        said = message("{file} is a module: open a saved game of it first", file=path.name)
        raise ReadError(said)
    return _of_game(before.game, scenario, path)


def _of_game(path: Path, scenario: Scenario, module: Path | None = None) -> ListFile:
    found = read_saved_game(path, scenario, language(), module)
    said = found.briefing.remarks if found.briefing else ()
    return ListFile(found.text, (*found.notes, *said), path, found.briefing, found.face)


def _text(path: Path) -> str:
    try:
        return read_ordinary(path, LONGEST)[:LONGEST].decode("utf-8-sig", "replace")
    except OSError as error:
        said = message("{file} cannot be read: {why}", file=path.name, why=os_error_reason(error))
        raise ReadError(said) from error


_PAUSE = 200  # milliseconds after a key before the list is read anew
_LINE = Qt.ItemDataRole.UserRole
_SEVERITIES = {
    Weight.WRONG: Severity.ERROR,
    Weight.ODD: Severity.WARNING,
    Weight.LEFT_OUT: Severity.INFO,
}
_EXAMPLE = message(
    "German infantry: A9, k8, C7\n2 tanks (elite): B9, C9\nForest: D5, E5-H5 / Town: C7\n\n"
    "Allies\ninfantry (3 figures): A1\nUS Rangers: h2"
)


class _ListText(QPlainTextEdit):
    """The box of a list, which leaves files that are dropped on it to the window."""

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        """Tell whether what is pasted or dropped is text."""
        return not source.hasUrls() and super().canInsertFromMimeData(source)


class ListDialog(QDialog):
    """Takes a set-up list as text; the board shows what it lays as it is typed.

    Attributes:
        text: The list.
        remarks: What is not understood, or may be a slip of the pen.
        view: The board as it would be.
        anew: Whether the board is emptied before.
        briefing: Whether the briefing of a saved game is taken; hidden where there is none.
        said: What the list comes to.
        lay_out: The button that does it.
    """

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._before = document.scenario
        self._found = SetupList()
        self._file = ListFile()
        self.setWindowTitle(tr("Import a setup list"))
        self.setAcceptDrops(True)
        self.text = _ListText(self)
        self.text.setPlaceholderText(told(_EXAMPLE))
        self.text.setAccessibleName(tr("Setup list"))
        self.text.setTabChangesFocus(True)
        self.remarks = QListWidget(self)
        self.remarks.setAccessibleName(tr("What is not understood"))
        self.remarks.setWordWrap(True)
        self.said = QLabel(self)
        self.said.setWordWrap(True)
        self.anew = QCheckBox(tr("&Empty the board before"))
        self.briefing = QCheckBox(tr("Take the &briefing of the saved game too"))
        self.briefing.setToolTip(tr("Its title, day, nations, command cards, medals and texts"))
        self.briefing.setChecked(True)
        self.briefing.hide()
        self.view = BoardView(self._before, palette=art_palette())
        self.view.setMinimumSize(QSize(200, 140))
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE)
        self._lay_out()
        self._pause.timeout.connect(self.read)
        self.text.textChanged.connect(self._pause.start)
        self.anew.toggled.connect(self.read)
        self.briefing.toggled.connect(self.read)
        self.remarks.currentItemChanged.connect(self._show_line)
        self.text.setPlainText(self._from_clipboard())
        self.text.selectAll()
        self.read()

    def _lay_out(self) -> None:
        column = QSplitter(Qt.Orientation.Vertical)
        column.addWidget(self.text)
        column.addWidget(self.remarks)
        column.setSizes([320, 160])
        across = QSplitter(Qt.Orientation.Horizontal)
        across.addWidget(column)
        across.addWidget(self.view)
        across.setSizes([400, 600])
        for splitter in (column, across):
            splitter.setChildrenCollapsible(False)
        about = QLabel(tr("Which pieces are on which hexes, in any order; hexes may be ranges."))
        about.setWordWrap(True)
        layout = QVBoxLayout(self)
        for widget in (about, across, self.said, self.anew, self.briefing, self._buttons()):
            layout.addWidget(widget, int(widget is across))
        resize_to_screen(self, 1020, 640)

    def _buttons(self) -> QDialogButtonBox:
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        roles = QDialogButtonBox.ButtonRole
        self.lay_out = buttons.addButton(tr("&Lay Out"), roles.AcceptRole)
        open_file = QPushButton(tr("Open &File…"))
        open_file.setAutoDefault(False)
        open_file.clicked.connect(self._ask_for_file)
        buttons.addButton(open_file, roles.ActionRole)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        return buttons

    def read(self) -> None:
        """Read the list as it stands, and show what it comes to."""
        self._pause.stop()
        text = self.text.toPlainText()[:LONGEST]
        if self._file.is_gone(text):
            self._file = ListFile()  # what was said of it went with its list
        self.briefing.setVisible(self._file.has_briefing)
        self._found = read_list(text, self._before, language())
        after = self._after()
        self.view.set_scenario(after)
        marks = ChangeMarks(compare(self._before, after), Side.AFTER, art_palette())
        self.view.set_highlight("changes", marks)
        self._list_remarks()
        self._underline()
        self.said.setText(told(_summary(self._found)))
        self.lay_out.setEnabled(after != self._before)

    def accept(self) -> None:
        """Lay out what the list says, as one step."""
        if self._pause.isActive():
            self.read()
        if self.lay_out.isEnabled():
            self._document.edit(message_in("step", "Lay Out Setup List"), self._after())
            super().accept()

    def _after(self) -> Scenario:
        before = self._before
        if self._file.has_briefing and self.briefing.isChecked():
            before = self._file.briefed(before)
        return laid_out(before, self._found, anew=self.anew.isChecked())

    def _list_remarks(self) -> None:
        self.remarks.clear()
        for note in self._file.notes:
            self.remarks.addItem(_item_of(note))
        for remark in sorted(self._found.remarks, key=lambda r: list(Weight).index(r.weight)):
            self.remarks.addItem(_item(remark))

    def _underline(self) -> None:
        """Underline the lines of which something is not understood."""
        wrong = {r.line for r in self._found.remarks if r.weight is Weight.WRONG}
        marked = QTextCharFormat()
        marked.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SpellCheckUnderline)
        marked.setUnderlineColor(Qt.GlobalColor.red)
        selections = []
        for line in sorted(wrong):
            selection = QTextEdit.ExtraSelection()
            selection.cursor = self._cursor(line)
            selection.format = marked
            selections.append(selection)
        self.text.setExtraSelections(selections)

    def _cursor(self, line: int) -> QTextCursor:
        """Return a cursor over a line, counted from 1."""
        cursor = QTextCursor(self.text.document().findBlockByNumber(line - 1))
        cursor.select(QTextCursor.SelectionType.LineUnderCursor)
        return cursor

    def _show_line(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self.text.setTextCursor(self._cursor(item.data(_LINE)))
            self.text.ensureCursorVisible()

    def _from_clipboard(self) -> str:
        """Return what is in the clipboard where that is a list."""
        text = QGuiApplication.clipboard().text()[:LONGEST]
        return text if read_list(text, self._before, language()).laid else ""

    def _ask_for_file(self) -> None:
        chosen = QFileDialog.getOpenFileName(
            self,
            tr("Open a setup list"),
            "",
            ";;".join(file_filter(kind, patterns) for kind, patterns in FILES),
        )
        if chosen[0]:
            self.take(Path(chosen[0]))

    def take(self, path: Path) -> None:
        """Take what a file says as the list, or say why it cannot be read.

        A module of VASSAL says anew where the counters of the saved game lie that was taken last.
        """
        try:
            found = list_in(path, self._before, self._file)
        except ReadError as error:
            words = with_end_mark(reason(error))
            QMessageBox.warning(self, self.windowTitle(), for_a_box(words))
            return
        whole = QTextCursor(self.text.document())
        whole.select(QTextCursor.SelectionType.Document)
        whole.insertText(found.text)  # so that what stood there comes back with Ctrl+Z
        self.text.moveCursor(QTextCursor.MoveOperation.Start)
        self._file = found
        self.read()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take files that are dragged here."""
        if local_files(event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Take the files that are dropped, a module of VASSAL after its saved game."""
        event.acceptProposedAction()
        for path in sorted(local_files(event.mimeData().urls()), key=is_module):
            self.take(path)


def _item_of(note: Message) -> QListWidgetItem:
    """Return what there is to say of a file as a whole."""
    item = QListWidgetItem(severity_icon(Severity.INFO), told(note))
    item.setToolTip(told(note))
    item.setData(_LINE, 1)
    return item


def _item(remark: Remark) -> QListWidgetItem:
    words = tr(
        "Line {number}: {text}: {remark}",
        number=remark.line,
        text=remark.text[:80],
        remark=remark.said,
    )
    item = QListWidgetItem(severity_icon(_SEVERITIES[remark.weight]), words)
    item.setToolTip(words)
    item.setData(_LINE, remark.line)
    return item


def _summary(found: SetupList) -> Message:
    """Return what a list comes to, in a sentence or two."""
    hexes, unclear = len(hexes_of(found)), _unclear(found)
    laid = several(
        "It lays something on {number} hex.", "It lays something on {number} hexes.", hexes
    )
    if not unclear:
        return laid
    more = several(
        "{number} thing is not understood.", "{number} things are not understood.", unclear
    )
    return message("{first} {then}", first=laid, then=more)


def _unclear(found: SetupList) -> int:
    return sum(remark.weight is Weight.WRONG for remark in found.remarks)


def import_list(context: EditorContext) -> None:
    """Ask for a list and lay out the open scenario by it."""
    ListDialog(context.document, context.window).exec()

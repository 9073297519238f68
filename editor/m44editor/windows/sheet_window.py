"""File > Scenario Sheet: a preview of the printed sheet, updated after each change."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import Future
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QSettings, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QImage, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from m44core.errors import M44Error
from m44core.io.files.save import write
from m44core.messages.languages import ENGLISH, languages
from m44core.messages.message import Message, Number, first_few, message
from m44core.messages.words import reason
from m44core.missing_characters import font_package, numbered
from m44core.model.scenario import Scenario
from m44core.publish.paper_and_ink import Ink, Paper
from m44core.publish.sheet_preview import DOTS, Proof
from m44core.work.executors import LostError, Processes
from m44editor.documents.editor_settings import one_of
from m44editor.interface_text import file_filter, language, told, tr, tr_n
from m44editor.screen import for_a_box, resize_to_screen
from m44editor.screen_reader import announce
from m44editor.windows.sheet_typesetting import Job, Wanted, make
from m44editor.work.relay import when_done

if TYPE_CHECKING:
    from m44editor.windows.editor_context import EditorContext

_GAP = 12  # logical pixels round each page
_SMALLEST = 160  # logical pixels a page is wide at least


class Page(QWidget):
    """One page, drawn as large as the widget is."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.image = QImage()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the page; smooth, for its letters are small."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawImage(self.rect(), self.image)


class Pages(QScrollArea):
    """Shows the pages of a sheet; where one looked stays in view when they are made anew."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Pages of the sheet"))
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setWidgetResizable(True)
        self.setMinimumSize(QSize(220, 160))
        self._column = QWidget(self)
        self._rows = QVBoxLayout(self._column)
        self._rows.setContentsMargins(_GAP, _GAP, _GAP, _GAP)
        self._rows.setSpacing(_GAP)
        self._rows.addStretch()
        self.setWidget(self._column)
        self.pages: list[Page] = []

    def show_pages(self, pictures: tuple[bytes, ...]) -> None:
        """Show other pages."""
        while len(self.pages) > len(pictures):
            self.pages.pop().deleteLater()
        while len(self.pages) < len(pictures):
            page = Page(self._column)
            self._rows.insertWidget(len(self.pages), page, 0, Qt.AlignmentFlag.AlignHCenter)
            self.pages.append(page)
        for number, (page, data) in enumerate(zip(self.pages, pictures, strict=True), 1):
            page.image = QImage.fromData(data)
            page.setAccessibleName(tr("Page {number}", number=number))
            page.update()
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the pages as wide as there is room."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        width = max(self.viewport().width() - 2 * _GAP, _SMALLEST)
        for page in self.pages:
            high = page.image.height() / max(page.image.width(), 1)
            page.setFixedSize(width, round(width * high))


_PAUSE = 120  # milliseconds without a change after which the sheet is made anew
_PAPER, _INK = "sheet/paper", "sheet/ink"
_PAPERS = {Paper.A4: message("A4"), Paper.LETTER: message("Letter"), Paper.A3: message("A3")}
INKS = {
    Ink.COLOUR: message("All colours"),
    Ink.SAVING: message("Pale ground, little ink"),
    Ink.MONO: message("Greys"),
}
"""What lists call inks."""
_NONE = ""


class SheetWindow(QDialog):
    """Shows the sheet of a scenario while it is edited, and writes it as a PDF.

    Attributes:
        first: The language of headings and lists.
        second: Another language beside it, or none.
        paper: The paper.
        ink: How much ink the map takes.
        template: Chooses a folder with templates of the user's own.
        usual: Takes our own templates again.
        pages: The pages.
        said: How many they are, or why there are none.
        save: Writes them.

    Signals:
        shown: The sheet as it is now is on the screen.
    """

    shown = Signal()

    def __init__(
        self, scenario: Scenario, place: Path, settings: QSettings, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._scenario, self._place, self._settings = scenario, place, settings
        self._template: Path | None = None
        self._proof: Proof | None = None
        self._target: Path | None = None
        self._pause = QTimer(self, interval=_PAUSE, singleShot=True)
        self._pause.timeout.connect(self._ask)
        self.proofing = Proofing(self)
        self.proofing.made.connect(self._show)
        self.proofing.failed.connect(self._complain)
        self.first, self.second = QComboBox(self), QComboBox(self)
        self.paper, self.ink = QComboBox(self), QComboBox(self)
        self.template, self.usual = QPushButton(self), QToolButton(self)
        self.pages, self.said = Pages(self), QLabel(self)
        self.said.setWordWrap(True)
        self.said.setTextFormat(Qt.TextFormat.PlainText)
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        self.save = self._buttons.addButton("", QDialogButtonBox.ButtonRole.ActionRole)
        self._labels = {name: QLabel(self) for name in ("languages", "paper", "template")}
        self._fill()
        self._say()
        self._lay_out()
        self._connect()
        self._ask()

    def show_scenario(self, scenario: Scenario, place: Path) -> None:
        """Show another state of the scenario, or another one, soon."""
        self._scenario, self._place = scenario, place
        self._change()

    @property
    def is_settled(self) -> bool:
        """Whether what is shown is the sheet of the scenario as it is now."""
        return not self._pause.isActive() and not self.proofing.is_busy

    def closeEvent(self, event: QCloseEvent) -> None:
        """Make nothing more."""
        self._end()
        super().closeEvent(event)

    def done(self, result: int) -> None:
        """Make nothing more; Escape and the button come here."""
        self._end()
        super().done(result)

    def changeEvent(self, event: QEvent) -> None:
        """Say everything in the language spoken now."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and hasattr(self, "_labels"):
            self._say()

    def _end(self) -> None:
        self._pause.stop()
        self.proofing.close()

    # Building

    def _lay_out(self) -> None:
        form = QFormLayout()
        for name, widgets in (
            ("languages", (self.first, self.second)),
            ("paper", (self.paper, self.ink)),
            ("template", (self.template, self.usual)),
        ):
            row = QHBoxLayout()
            for widget in widgets:
                row.addWidget(widget, 0 if widget is self.usual else 1)
            self._labels[name].setBuddy(widgets[0])
            form.addRow(self._labels[name], row)
        column = QVBoxLayout(self)
        column.addLayout(form)
        column.addWidget(self.pages, 1)
        column.addWidget(self.said)
        column.addWidget(self._buttons)
        for button in (self.template, self.save):
            button.setAutoDefault(False)
        self.save.setDefault(True)
        resize_to_screen(self, 620, 900)

    def _fill(self) -> None:
        for code, each in languages().items():
            self.first.addItem(each.name, code)
            self.second.addItem(each.name, code)
        self.second.insertItem(0, "", _NONE)
        self.second.setCurrentIndex(0)
        self.first.setCurrentIndex(self.first.findData(self._usual_language()))
        for paper in _PAPERS:
            self.paper.addItem("", paper.value)
        for ink in INKS:
            self.ink.addItem("", ink.value)
        _choose(self.paper, one_of(self._settings, _PAPER, Paper.A4).value)
        _choose(self.ink, one_of(self._settings, _INK, Ink.COLOUR).value)

    def _usual_language(self) -> str:
        """Return the language of the window where the scenario has texts in it, else one it has."""
        has = [code for code in (language(), *self._scenario.texts) if code in languages()]
        return next((code for code in has if code in self._scenario.texts), ENGLISH)

    def _connect(self) -> None:
        for box in (self.first, self.second, self.paper, self.ink):
            box.currentIndexChanged.connect(self._change)
        self.template.clicked.connect(self._choose_template)
        self.usual.clicked.connect(self._take_our_templates)
        self.save.clicked.connect(self._save)
        self._buttons.rejected.connect(self.reject)

    def _say(self) -> None:
        self.setWindowTitle(tr("Scenario Sheet"))
        self._labels["languages"].setText(tr("&Languages"))
        self._labels["paper"].setText(tr("&Paper and ink"))
        self._labels["template"].setText(tr("Te&mplates"))
        self.second.setItemText(0, tr("no second language"))
        self.first.setAccessibleName(tr("Language"))
        self.second.setAccessibleName(tr("Second language"))
        self.paper.setAccessibleName(tr("Paper"))
        self.ink.setAccessibleName(tr("Ink"))
        _name_items(self.paper, _PAPERS.values())
        _name_items(self.ink, INKS.values())
        self.usual.setText(tr("Use &ours"))
        self.save.setText(tr("&Save as PDF…"))
        self._buttons.button(QDialogButtonBox.StandardButton.Close).setText(tr("Close"))
        self._tell_template()
        self._tell()

    def _tell_template(self) -> None:
        self.usual.setVisible(self._template is not None)
        words = tr("Those that come with the program…")
        if self._template is not None:
            words = self._template.name.replace("&", "&&")
        self.template.setText(words)
        self.template.setToolTip(str(self._template or ""))

    # Making

    def _change(self) -> None:
        self._settings.setValue(_PAPER, self.paper.currentData())
        self._settings.setValue(_INK, self.ink.currentData())
        self._pause.start()

    def _ask(self) -> None:
        codes = (self.first.currentData(), self.second.currentData())
        every = tuple(dict.fromkeys(code for code in codes if code))
        self.proofing.ask(
            Wanted(
                self._scenario,
                every,
                Paper(self.paper.currentData()),
                Ink(self.ink.currentData()),
                self._template,
                DOTS * self.devicePixelRatioF(),
            )
        )

    def _show(self, proof: Proof, _wanted: Wanted) -> None:
        self._proof = proof
        self.pages.show_pages(proof.pages)
        self._tell()
        self._finish()

    def _complain(self, error: M44Error) -> None:
        self._proof, self._target = None, None
        self.pages.show_pages(())
        self.said.setText(for_a_box(told(reason(error))))
        self.save.setEnabled(False)
        if self.is_settled:
            self.shown.emit()

    def _tell(self) -> None:
        self.save.setEnabled(self._proof is not None)
        if self._proof is None:
            return
        size = self._proof.size
        said = tr_n(
            "{number} page, letters of {size} points",
            "{number} pages, letters of {size} points",
            self._proof.made.pages,
            size=Number(size, 0 if size.is_integer() else 1),
        )
        missing = self._proof.made.missing
        if missing:
            said += "\n" + tr(
                "No font here has {characters}; a square is printed for each. "
                "Install a font that has them, such as {package}.",
                characters=first_few(missing),
                package=font_package(missing),
            )
        dropped = self._proof.made.dropped
        if dropped:
            said += "\n" + tr(
                "Characters that cannot be printed were left out: {characters}.",
                characters=first_few(numbered(dropped)),
            )
        self.said.setText(said)

    def _finish(self) -> None:
        """Say that the sheet is there, and write it if it was to be written."""
        if not self.is_settled:
            return
        if self._target is not None:
            target, self._target = self._target, None
            self._write(target)
        self.shown.emit()

    # Commands

    def _choose_template(self) -> None:
        asked = QFileDialog.getExistingDirectory(
            self, tr("Folder with templates"), str(self._template or self._place.parent)
        )
        if asked:
            self._template = Path(asked)
            self._tell_template()
            self._change()

    def _take_our_templates(self) -> None:
        self._template = None
        self._tell_template()
        self._change()

    def _save(self) -> None:
        """Ask for a file; write the sheet as it is now, once it is made."""
        proposed = str(self._place.with_suffix(".pdf"))
        kind = file_filter(message("PDF document"), "*.pdf")
        chosen, _ = QFileDialog.getSaveFileName(self, tr("Save Sheet"), proposed, kind)
        if not chosen:
            return
        path = Path(chosen)
        self._target = path if path.suffix.lower() == ".pdf" else Path(f"{path}.pdf")
        self._finish()

    def _write(self, target: Path) -> None:
        assert self._proof is not None, "only what is shown is written"
        try:
            write(self._proof.made.pdf, target, backup=False)
        except M44Error as error:
            self.said.setText(for_a_box(told(reason(error))))
            return
        said = tr("Wrote {file}", file=str(target))
        self.said.setText(said)
        announce(self, said)


def _choose(box: QComboBox, value: str) -> None:
    box.setCurrentIndex(max(box.findData(value), 0))


def _name_items(box: QComboBox, names: Iterable[Message]) -> None:
    for row, name in enumerate(names):
        box.setItemText(row, told(name))


_OPEN = "sheet"


def open_sheet(context: EditorContext) -> None:
    """Show the sheet of the open scenario; the same window where it is open already."""
    there = context.window.findChild(SheetWindow, _OPEN)
    if there is None:
        there = SheetWindow(
            context.document.scenario, _place_of(context), context.settings, context.window
        )
        there.setObjectName(_OPEN)
        _Following(context, there)
    there.show()
    there.raise_()
    there.activateWindow()


def _place_of(context: EditorContext) -> Path:
    path = context.document.path
    return path if path is not None else Path.home() / "sheet"


class _Following(QObject):
    """Shows in a sheet what the scenario of its window is now."""

    def __init__(self, context: EditorContext, sheet: SheetWindow) -> None:
        super().__init__(sheet)
        self._context, self._sheet = context, sheet
        context.document.changed.connect(self._follow)
        context.document.replaced.connect(self._follow)
        context.closed.connect(sheet.close)

    def _follow(self) -> None:
        if self._sheet.objectName() == _OPEN:
            self._sheet.show_scenario(self._context.document.scenario, _place_of(self._context))


_MOST = 100  # sheets a process makes: what typesets them keeps all memory it ever took


class Proofing(QObject):
    """Has sheets made in a process; of wishes that came meanwhile only the last is heard.

    Attributes:
        workers: The process.

    Signals:
        made: A :class:`Proof` and the :class:`Wanted` it is of.
        failed: An :class:`M44Error` that says why there is none.
    """

    made = Signal(object, object)
    failed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._room = TemporaryDirectory(prefix="m44-sheet-", ignore_cleanup_errors=True)
        self.workers = Processes(1, most_jobs=_MOST)
        self._running: Wanted | None = None
        self._next: Wanted | None = None
        self._ended = False

    @property
    def is_busy(self) -> bool:
        """Whether a sheet is being made."""
        return self._running is not None

    def ask(self, wanted: Wanted) -> None:
        """Have a sheet made once the one that is being made is done."""
        if self._ended:
            return
        if self._running is not None:
            self._next = wanted
            return
        self._running = wanted
        job = Job(wanted, Path(self._room.name))
        when_done(self.workers.submit(make, job), self._note)

    def close(self) -> None:
        """Have nothing made any more, and end the process; may be called twice."""
        if self._ended:
            return
        self._ended = True
        self.workers.terminate()
        self._room.cleanup()

    def _note(self, future: Future[Proof]) -> None:
        if self._ended:
            return
        wanted, self._running = self._running, None
        following, self._next = self._next, None
        if following is not None:
            self.ask(following)
        error = future.exception()
        if error is None:
            self.made.emit(future.result(), wanted)
        elif isinstance(error, LostError | OSError):  # the process was ended, or there can be none
            why = reason(error) if isinstance(error, M44Error) else repr(error)
            said = message("the sheet could not be made: {error}; try again", error=why)
            self.failed.emit(M44Error(said))
        elif isinstance(error, M44Error):
            self.failed.emit(error)
        else:
            raise error

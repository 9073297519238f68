"""File > Scenario Sheet: a preview of the sheet, updated after each change, printed or saved."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import Future
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QSettings, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QImage,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShortcut,
)
from PySide6.QtPrintSupport import QPrinter
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
from m44core.messages.renderers import message_of_error
from m44core.missing_characters import code_points, suggested_font
from m44core.model.scenario import Scenario
from m44core.publish.paper_and_ink import Ink, Paper
from m44core.publish.sheet_layout import SheetStyle
from m44core.publish.sheet_preview import PREVIEW_DPI, SheetPreview
from m44core.work.executors import ProcessDiedError, ProcessExecutor
from m44editor.background_jobs import when_done
from m44editor.documents.editor_settings import enum_setting
from m44editor.interface_text import file_filter, language, tr, tr_n, translated
from m44editor.manual_window import add_help_keys
from m44editor.screen import resize_to_screen, shortened_for_message_box
from m44editor.screen_reader import announce
from m44editor.windows.print_pages import PRINT_DPI, ask_printer, print_pages
from m44editor.windows.sheet_typesetting import SheetJob, SheetRequest, make_sheet_preview

if TYPE_CHECKING:
    from m44editor.windows.editor_context import EditorContext

_GAP = 12  # logical pixels around each page
_MIN_PAGE_WIDTH = 160  # minimum width of a page in logical pixels


class PageView(QWidget):
    """A page, scaled to the size of the widget."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.image = QImage()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the page with smooth scaling, because its text is small."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawImage(self.rect(), self.image)


class PagesView(QScrollArea):
    """Shows the pages of a sheet; the scroll position is kept when they are updated."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Sheet pages"))
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
        self.pages: list[PageView] = []

    def show_pages(self, pictures: tuple[bytes, ...]) -> None:
        """Show new pages, given as encoded images."""
        while len(self.pages) > len(pictures):
            self.pages.pop().deleteLater()
        while len(self.pages) < len(pictures):
            page = PageView(self._column)
            self._rows.insertWidget(len(self.pages), page, 0, Qt.AlignmentFlag.AlignHCenter)
            self.pages.append(page)
        for number, (page, data) in enumerate(zip(self.pages, pictures, strict=True), 1):
            page.image = QImage.fromData(data)
            page.setAccessibleName(tr("Page {number}", number=number))
            page.update()
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the pages to the available width."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        width = max(self.viewport().width() - 2 * _GAP, _MIN_PAGE_WIDTH)
        for page in self.pages:
            aspect = page.image.height() / max(page.image.width(), 1)
            page.setFixedSize(width, round(width * aspect))
        self._rows.invalidate()
        # Before the scroll area does it: when that changes the size, Qt keeps the old places.
        self._column.resize(self._rows.sizeHint().expandedTo(self.viewport().size()))
        self._rows.activate()


_PAUSE = 120  # milliseconds without a change before the sheet is typeset again
_PAPER, _INK, _STYLE = "sheet/paper", "sheet/ink", "sheet/style"
PAPERS = {Paper.A4: message("A4"), Paper.LETTER: message("Letter"), Paper.A3: message("A3")}
"""The names of the paper sizes."""
INKS = {
    Ink.COLOUR: message("Full color"),
    Ink.SAVING: message("Pale backgrounds, less ink"),
    Ink.MONO: message("Grayscale"),
}
"""The names of the inks."""
STYLES = {
    SheetStyle.CLASSIC: message("Classic"),
    SheetStyle.COMPACT: message("Compact: two per page"),
    SheetStyle.LARGE: message("Large print"),
}
"""The names of the styles of sheets."""
_NO_LANGUAGE = ""


class SheetWindow(QDialog):
    """Previews the sheet of a scenario while it is edited, and saves it as a PDF.

    Attributes:
        first_language: The language of headings and lists.
        second_language: A second language, or none.
        paper: The paper size.
        ink: The amount of ink the map uses.
        sheet_style: The style: classic, compact or large print.
        template: Chooses a folder with the user's templates.
        reset_template: Returns to the built-in templates.
        pages: The pages.
        status: The number of pages, or the reason why there are none.
        save: The Save button.
        print_button: The Print button.

    Signals:
        shown: The sheet of the current scenario, or the reason why there is none, is shown.
    """

    shown = Signal()

    def __init__(
        self,
        scenario: Scenario,
        default_path: Path,
        settings: QSettings,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._scenario, self._default_path, self._settings = scenario, default_path, settings
        self._template: Path | None = None
        self._preview: SheetPreview | None = None
        self._target: Path | None = None
        self._printer: QPrinter | None = None
        self._delay_timer = QTimer(self, interval=_PAUSE, singleShot=True)
        self._delay_timer.timeout.connect(self._request_sheet)
        self.sheet_maker = SheetMaker(self)
        self.sheet_maker.made.connect(self._show)
        self.sheet_maker.failed.connect(self._show_error)
        self.first_language, self.second_language = QComboBox(self), QComboBox(self)
        self.paper, self.ink, self.sheet_style = QComboBox(self), QComboBox(self), QComboBox(self)
        self.template, self.reset_template = QPushButton(self), QToolButton(self)
        self.pages, self.status = PagesView(self), QLabel(self)
        self.status.setWordWrap(True)
        self.status.setTextFormat(Qt.TextFormat.PlainText)
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        self.save = self._buttons.addButton("", QDialogButtonBox.ButtonRole.ActionRole)
        self.print_button = self._buttons.addButton("", QDialogButtonBox.ButtonRole.ActionRole)
        self._labels = {name: QLabel(self) for name in ("languages", "paper", "template")}
        self._fill()
        self._retranslate()
        self._lay_out()
        self._connect()
        self._request_sheet()

    def show_scenario(self, scenario: Scenario, default_path: Path) -> None:
        """Show a changed or different scenario after a short pause.

        Args:
            scenario: The scenario.
            default_path: The proposed path of the PDF, with any suffix.
        """
        self._scenario, self._default_path = scenario, default_path
        self._schedule()

    @property
    def is_settled(self) -> bool:
        """Whether no change is waiting and no sheet is being made."""
        return not self._delay_timer.isActive() and not self.sheet_maker.is_busy

    def closeEvent(self, event: QCloseEvent) -> None:
        """Stop the worker, and close."""
        self._stop_worker()
        super().closeEvent(event)

    def done(self, result: int) -> None:
        """Stop the worker; also called for Esc and the Close button."""
        self._stop_worker()
        super().done(result)

    def changeEvent(self, event: QEvent) -> None:
        """Show everything in the current language."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and hasattr(self, "_labels"):
            self._retranslate()

    def _stop_worker(self) -> None:
        self._delay_timer.stop()
        self.sheet_maker.close()

    # Building

    def _lay_out(self) -> None:
        form = QFormLayout()
        for name, widgets in (
            ("languages", (self.first_language, self.second_language)),
            ("paper", (self.paper, self.ink)),
            ("template", (self.sheet_style, self.template, self.reset_template)),
        ):
            row = QHBoxLayout()
            for widget in widgets:
                row.addWidget(widget, 0 if widget is self.reset_template else 1)
            self._labels[name].setBuddy(widgets[0])
            form.addRow(self._labels[name], row)
        column = QVBoxLayout(self)
        column.addLayout(form)
        column.addWidget(self.pages, 1)
        column.addWidget(self.status)
        column.addWidget(self._buttons)
        for button in (self.template, self.save, self.print_button):
            button.setAutoDefault(False)
        self.print_button.setDefault(True)
        resize_to_screen(self, 620, 900)

    def _fill(self) -> None:
        for code, each in languages().items():
            self.first_language.addItem(each.name, code)
            self.second_language.addItem(each.name, code)
        self.second_language.insertItem(0, "", _NO_LANGUAGE)
        self.second_language.setCurrentIndex(0)
        self.first_language.setCurrentIndex(self.first_language.findData(self._default_language()))
        for paper in PAPERS:
            self.paper.addItem("", paper.value)
        for ink in INKS:
            self.ink.addItem("", ink.value)
        for style in STYLES:
            self.sheet_style.addItem("", style.value)
        _select_item(self.paper, enum_setting(self._settings, _PAPER, Paper.A4).value)
        _select_item(self.ink, enum_setting(self._settings, _INK, Ink.COLOUR).value)
        _select_item(
            self.sheet_style, enum_setting(self._settings, _STYLE, SheetStyle.CLASSIC).value
        )

    def _default_language(self) -> str:
        """Return the interface language if the scenario has texts in it, else its first language.

        Languages that the program does not know are skipped; if none is left, return English.
        """
        codes = [code for code in (language(), *self._scenario.texts) if code in languages()]
        return next((code for code in codes if code in self._scenario.texts), ENGLISH)

    def _connect(self) -> None:
        choices = (self.paper, self.ink, self.sheet_style)
        for box in (self.first_language, self.second_language, *choices):
            box.currentIndexChanged.connect(self._schedule)
        self.template.clicked.connect(self._choose_template)
        self.reset_template.clicked.connect(self._reset_template)
        self.save.clicked.connect(self._save)
        self.print_button.clicked.connect(self._print)
        self._buttons.rejected.connect(self.reject)
        shortcut = QShortcut(QKeySequence(QKeySequence.StandardKey.Print), self)
        shortcut.activated.connect(self.print_button.click)

    def _retranslate(self) -> None:
        self.setWindowTitle(tr("Scenario Sheet"))
        add_help_keys(self)
        self._labels["languages"].setText(tr("&Languages"))
        self._labels["paper"].setText(tr("&Paper and ink"))
        self._labels["template"].setText(tr("Te&mplates"))
        self.second_language.setItemText(0, tr("No second language"))
        self.first_language.setAccessibleName(tr("Language"))
        self.second_language.setAccessibleName(tr("Second language"))
        self.paper.setAccessibleName(tr("Paper"))
        self.ink.setAccessibleName(tr("Ink"))
        _set_item_names(self.paper, PAPERS.values())
        self.sheet_style.setAccessibleName(tr("Style"))
        _set_item_names(self.ink, INKS.values())
        _set_item_names(self.sheet_style, STYLES.values())
        self.reset_template.setText(tr("Use &Built-in"))
        self.save.setText(tr("&Save as PDF…"))
        self.print_button.setText(tr("&Print…"))
        self._buttons.button(QDialogButtonBox.StandardButton.Close).setText(tr("Close"))
        self._show_template()
        self._show_status()

    def _show_template(self) -> None:
        self.reset_template.setVisible(self._template is not None)
        label = tr("Built-in Templates…")
        if self._template is not None:
            label = self._template.name.replace("&", "&&")
        self.template.setText(label)
        self.template.setToolTip(str(self._template or ""))

    # Typesetting

    def _schedule(self) -> None:
        self._settings.setValue(_PAPER, self.paper.currentData())
        self._settings.setValue(_INK, self.ink.currentData())
        self._settings.setValue(_STYLE, self.sheet_style.currentData())
        self._delay_timer.start()

    def _request_sheet(self) -> None:
        if self._preview is None:
            self.status.setText(tr("Preparing the preview…"))
        codes = (self.first_language.currentData(), self.second_language.currentData())
        all_codes = tuple(dict.fromkeys(code for code in codes if code))
        self.sheet_maker.request(
            SheetRequest(
                self._scenario,
                all_codes,
                Paper(self.paper.currentData()),
                Ink(self.ink.currentData()),
                self._template,
                PRINT_DPI if self._printer else PREVIEW_DPI * self.devicePixelRatioF(),
                SheetStyle(self.sheet_style.currentData()),
            )
        )

    def _show(self, preview: SheetPreview, request: SheetRequest) -> None:
        self._preview = preview
        self.pages.show_pages(preview.pages)
        self._show_status()
        if self._printer is not None and request.dots == PRINT_DPI and self.is_settled:
            self._print_pages(self._printer)
        self._finish()

    def _show_error(self, error: M44Error) -> None:
        self._preview, self._target, self._printer = None, None, None
        self.pages.show_pages(())
        self.status.setText(shortened_for_message_box(translated(message_of_error(error))))
        self.save.setEnabled(False)
        self.print_button.setEnabled(False)
        if self.is_settled:
            self.shown.emit()

    def _show_status(self) -> None:
        for button in (self.save, self.print_button):
            button.setEnabled(self._preview is not None)
        if self._preview is None:
            return
        size = self._preview.size
        text = tr_n(
            "{number} page, {size} pt type",
            "{number} pages, {size} pt type",
            self._preview.document.pages,
            size=Number(size, 0 if size.is_integer() else 1),
        )
        missing_characters = self._preview.document.missing
        if missing_characters:
            text += "\n" + tr(
                "No installed font has {characters}; each will print as a box. Install a font "
                "that has them, such as {package}.",
                characters=first_few(missing_characters),
                package=suggested_font(missing_characters),
            )
        dropped_characters = self._preview.document.dropped
        if dropped_characters:
            text += "\n" + tr(
                "Characters that cannot be printed were left out: {characters}.",
                characters=first_few(code_points(dropped_characters)),
            )
        self.status.setText(text)

    def _finish(self) -> None:
        """If the sheet is ready, write it if saving was requested, and emit `shown`."""
        if not self.is_settled:
            return
        if self._target is not None:
            target, self._target = self._target, None
            self._write(target)
        self.shown.emit()

    # Commands

    def _choose_template(self) -> None:
        folder = QFileDialog.getExistingDirectory(
            self, tr("Template Folder"), str(self._template or self._default_path.parent)
        )
        if folder:
            self._template = Path(folder)
            self._show_template()
            self._schedule()

    def _reset_template(self) -> None:
        self._template = None
        self._show_template()
        self._schedule()

    def _save(self) -> None:
        """Ask for a file, and write the current sheet to it as soon as the sheet is ready."""
        proposed_path = str(self._default_path.with_suffix(".pdf"))
        kind = file_filter(message("PDF document"), "*.pdf")
        chosen_path, _ = QFileDialog.getSaveFileName(self, tr("Save Sheet"), proposed_path, kind)
        if not chosen_path:
            return
        path = Path(chosen_path)
        self._target = path if path.suffix.lower() == ".pdf" else Path(f"{path}.pdf")
        self._finish()

    def _print(self) -> None:
        """Ask for a printer; the pages are printed once they are drawn at print resolution."""
        title = self._scenario.title or tr("Untitled")
        self._printer = ask_printer(title, Paper(self.paper.currentData()), self)
        if self._printer is not None:
            self.status.setText(tr("Printing…"))
            self._request_sheet()

    def _print_pages(self, printer: QPrinter) -> None:
        self._printer = None
        is_printed = print_pages([page.image for page in self.pages.pages], printer)
        text = tr("Printed") if is_printed else tr("The printer did not accept the pages")
        self.status.setText(text)
        announce(self, text)

    def _write(self, target: Path) -> None:
        assert self._preview is not None, "only what is shown is written"
        try:
            write(self._preview.document.pdf, target, backup=False)
        except M44Error as error:
            self.status.setText(shortened_for_message_box(translated(message_of_error(error))))
            return
        text = tr("Saved {file}", file=str(target))
        self.status.setText(text)
        announce(self, text)


def _select_item(box: QComboBox, value: str) -> None:
    box.setCurrentIndex(max(box.findData(value), 0))


def _set_item_names(box: QComboBox, names: Iterable[Message]) -> None:
    for row, name in enumerate(names):
        box.setItemText(row, translated(name))


_WINDOW_NAME = "sheet"


def open_sheet_window(context: EditorContext) -> None:
    """Show the sheet of the open scenario, reusing the sheet window if one is open."""
    window = context.window.findChild(SheetWindow, _WINDOW_NAME)
    if window is None:
        window = SheetWindow(
            context.document.scenario,
            _default_sheet_path(context),
            context.settings,
            context.window,
        )
        window.setObjectName(_WINDOW_NAME)
        _DocumentFollower(context, window)
    window.show()
    window.raise_()
    window.activateWindow()


def _default_sheet_path(context: EditorContext) -> Path:
    path = context.document.path
    return path if path is not None else Path.home() / "sheet"


class _DocumentFollower(QObject):
    """Updates a sheet window as the scenario of its window changes."""

    def __init__(self, context: EditorContext, sheet: SheetWindow) -> None:
        super().__init__(sheet)
        self._context, self._sheet = context, sheet
        context.document.changed.connect(self._update)
        context.document.replaced.connect(self._update)
        context.closed.connect(sheet.close)

    def _update(self) -> None:
        if self._sheet.objectName() == _WINDOW_NAME:
            self._sheet.show_scenario(
                self._context.document.scenario, _default_sheet_path(self._context)
            )


_MAX_JOBS = 100  # sheets per process, as the typesetter never frees memory


class SheetMaker(QObject):
    """Makes sheets in a worker process; only the latest of the waiting requests is kept.

    Attributes:
        workers: The worker process.

    Signals:
        made: A sheet was made; carries the :class:`SheetPreview` and its :class:`SheetRequest`.
        failed: A sheet could not be made; carries an :class:`M44Error` with the reason.
    """

    made = Signal(object, object)
    failed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._folder = TemporaryDirectory(prefix="m44-sheet-", ignore_cleanup_errors=True)
        self.workers = ProcessExecutor(1, max_jobs=_MAX_JOBS)
        self._running: SheetRequest | None = None
        self._next_request: SheetRequest | None = None
        self._ended = False

    @property
    def is_busy(self) -> bool:
        """Whether a sheet is being made."""
        return self._running is not None

    def request(self, sheet_request: SheetRequest) -> None:
        """Request a sheet.

        If a sheet is being made, the request waits and replaces any other waiting request.
        """
        if self._ended:
            return
        if self._running is not None:
            self._next_request = sheet_request
            return
        self._running = sheet_request
        job = SheetJob(sheet_request, Path(self._folder.name))
        when_done(self.workers.submit(make_sheet_preview, job), self._receive)

    def close(self) -> None:
        """Terminate the worker process; further calls do nothing."""
        if self._ended:
            return
        self._ended = True
        self.workers.terminate()
        self._folder.cleanup()

    def _receive(self, future: Future[SheetPreview]) -> None:
        if self._ended:
            return
        finished_request, self._running = self._running, None
        next_request, self._next_request = self._next_request, None
        if next_request is not None:
            self.request(next_request)
        error = future.exception()
        if error is None:
            self.made.emit(future.result(), finished_request)
        elif isinstance(
            error, ProcessDiedError | OSError
        ):  # the process was killed or cannot start
            failure = message_of_error(error) if isinstance(error, M44Error) else repr(error)
            text = message("the sheet could not be created: {error}; try again", error=failure)
            self.failed.emit(M44Error(text))
        elif isinstance(error, M44Error):
            self.failed.emit(error)
        else:
            raise error

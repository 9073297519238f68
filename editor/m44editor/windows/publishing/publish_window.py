"""The Publish window: shortcomings, options, a preview, and publishing."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QSettings, QSize, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QCloseEvent, QDesktopServices, QImage, QPalette, QResizeEvent
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QMessageBox,
    QProgressBar,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from m44core.diagnostics import Diagnostic, Severity
from m44core.drawing.board.board_picture import Framing, picture_of
from m44core.drawing.board.scenario_drawing import VisibleLayers
from m44core.errors import M44Error
from m44core.messages.languages import ENGLISH, languages
from m44core.messages.message import message
from m44core.messages.renderers import message_of_error
from m44core.model.scenario import Scenario
from m44core.publications.publication import KINDS, Publication, PublicationKind
from m44core.publications.publishing import PublishResult
from m44core.publications.readiness import Readiness, Shortcoming
from m44core.publish.paper_and_ink import ink_palette
from m44core.validation.check_selection import PROFILES
from m44core.validation.runner import CheckSettings
from m44editor.documents.editor_settings import enum_setting, text_setting
from m44editor.interface_text import (
    current_renderer,
    file_filter,
    language,
    sentence,
    tr,
    tr_n,
    translated,
)
from m44editor.list_widgets import EnterList, wrap_items
from m44editor.manual_window import add_help_keys
from m44editor.panels.finding_labels import location_text, with_end_mark, with_severity
from m44editor.panels.panel_icons import severity_icon
from m44editor.screen import resize_to_screen, shortened_for_message_box
from m44editor.screen_reader import announce
from m44editor.theme_tokens import IconSize, Space
from m44editor.type_ranks import set_text_rank
from m44editor.windows.picture_export import FILTERS, encode_image, image_of
from m44editor.windows.publishing.publish_jobs import PAGE_KINDS, PublishJobs
from m44editor.windows.publishing.publish_options import PublishOptionsForm
from m44editor.windows.sheet_window import PagesView

_HTML_TYPE = (message("Web page"), "*.html")
_KIND_KEY, _FOLDER_KEY = "publish/kind", "publish/{kind}/out"
_PAUSE = 300  # milliseconds without a change before checks and the preview are made again
_PREVIEW_SIZE = 900  # pixels of the longer side of a picture
_ENTRY_ROLE = Qt.ItemDataRole.UserRole
_MAX_SHOWN = 200  # rows in the list of shortcomings
_KINDS_WIDTH = 170  # logical pixels
_MAX_ROWS_SHOWN = 5  # visible rows of that list
_LIST_SHARE = 0.25  # maximum share of the window's height for that list
_PERCENT = 100


class PublishWindow(QDialog):
    """Publishes a scenario or the scenarios of its folder.

    Attributes:
        kinds: The list of kinds.
        shortcomings: The list of shortcomings.
        summary: The number of shortcomings.
        options: The options of the kind.
        pages: The preview.
        contents: The scenarios of a folder.
        out: The file or folder to write.
        browse: Chooses that file or folder.
        publish_button: Publishes.
        progress: The progress of publishing.
        cancel: Cancels publishing.
        outcome: The result, or the reason why publishing failed.
        open_button: Opens the result.
        folder_button: Shows the folder of the result.
        jobs: The work done outside the GUI thread.

    Signals:
        finding_chosen: The user wants to see a problem in the main window; carries it.
        settled: Checks and preview are up to date.
    """

    finding_chosen = Signal(object)
    settled = Signal()

    def __init__(self, settings: QSettings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._settings = settings
        self._scenario, self._path = Scenario(), Path.home() / "scenario"
        self._file: Path | None = None
        self._check_settings, self._is_saved = CheckSettings(), True
        self._written_path: Path | None = None
        self._proposed_out = ""
        self._replaceable_paths: set[Path] = set()
        self.kinds, self.shortcomings = QListWidget(self), EnterList(self)
        self.heading, self.about, self.summary = QLabel(self), QLabel(self), QLabel(self)
        self.options, self._scroll = PublishOptionsForm(settings, self), QScrollArea(self)
        self.pages, self.contents, self.note = PagesView(self), QListWidget(self), QLabel(self)
        self.preview = QStackedWidget(self)
        self.out, self.browse = QLineEdit(self), QPushButton(self)
        self.out_label, self.outcome = QLabel(self), QLabel(self)
        self.progress, self.cancel = QProgressBar(self), QPushButton(self)
        self.open_button, self.folder_button = QPushButton(self), QPushButton(self)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        roles = QDialogButtonBox.ButtonRole
        self.publish_button = self.buttons.addButton("", roles.ActionRole)
        self.jobs = PublishJobs(self)
        self._delay_timer = QTimer(self, interval=_PAUSE, singleShot=True)
        self._fill()
        self._lay_out()
        self._retranslate()
        self._connect()

    @property
    def kind(self) -> PublicationKind:
        """The chosen kind."""
        item = self.kinds.currentItem()
        return PublicationKind(item.data(_ENTRY_ROLE)) if item else PublicationKind.SHEET

    @property
    def is_settled(self) -> bool:
        """Whether checks and preview are up to date with the choices."""
        return not self._delay_timer.isActive() and self.jobs.is_settled

    def show_scenario(
        self, scenario: Scenario, path: Path | None, default_path: Path, *, is_saved: bool = True
    ) -> None:
        """Switch to another scenario, or to a new state of the current one.

        Args:
            scenario: The scenario.
            path: Its file; None if it has none.
            default_path: The proposed path of the result, with any suffix.
            is_saved: Whether the file has the same content.
        """
        is_other = default_path != self._path or path != self._file
        self._scenario, self._file, self._path = scenario, path, default_path
        self._is_saved = is_saved
        if is_other:
            self._show_kind()
        self._schedule()

    def set_check_settings(self, settings: CheckSettings) -> None:
        """Change the settings of the checks, and check again."""
        self._check_settings = settings
        self._schedule()

    def closeEvent(self, event: QCloseEvent) -> None:
        """End all work, and close."""
        self._end_work()
        super().closeEvent(event)

    def done(self, result: int) -> None:
        """End all work; called for Esc and the Close button, too."""
        self._end_work()
        super().done(result)

    def _end_work(self) -> None:
        self.setObjectName("")  # until it is deleted, nobody finds it
        self._delay_timer.stop()
        self.jobs.close()

    def changeEvent(self, event: QEvent) -> None:
        """Show everything in the current language."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and hasattr(self, "_delay_timer"):
            self._retranslate()
            self._show_kind()

    # Building

    def _fill(self) -> None:
        for kind in KINDS:
            item = QListWidgetItem(self.kinds)
            item.setData(_ENTRY_ROLE, kind.value)
        last_kind = enum_setting(self._settings, _KIND_KEY, PublicationKind.SHEET)
        self.kinds.setCurrentRow(list(KINDS).index(last_kind))
        for label in (self.about, self.summary, self.outcome, self.note):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
        self.outcome.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.note.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.note.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        set_text_rank(self.heading, "title")
        self.out_label.setBuddy(self.out)
        wrap_items(self.shortcomings)
        self.shortcomings.hide()  # until it is known what is wrong
        self.shortcomings.setIconSize(QSize(IconSize.SMALL, IconSize.SMALL))
        self.progress.setRange(0, _PERCENT)
        self.publish_button.setDefault(True)
        for button in (self.browse, self.cancel, self.open_button, self.folder_button):
            button.setAutoDefault(False)

    def _lay_out(self) -> None:
        self.kinds.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.kinds.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for widget in (self.pages, self.contents, self.note):
            self.preview.addWidget(widget)
        scroll = self._scroll  # on a small screen the fields keep their height
        scroll.setWidget(self.options)
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        middle_row = QHBoxLayout()
        middle_row.setSpacing(Space.LARGE)
        middle_row.addWidget(scroll, 2)
        middle_row.addWidget(self.preview, 3)
        right_column = QVBoxLayout()
        right_column.setSpacing(Space.SMALL)  # not that of the page
        for widget in (self.heading, self.about, self.summary, self.shortcomings):
            right_column.addWidget(widget)
        right_column.addLayout(middle_row, 1)
        right_column.addLayout(
            _row_layout(self.out_label, self.out, self.browse, wide_widget=self.out)
        )
        right_column.addLayout(_row_layout(self.progress, self.cancel, wide_widget=self.progress))
        right_column.addLayout(
            _row_layout(
                self.outcome, self.open_button, self.folder_button, wide_widget=self.outcome
            )
        )
        page_layout = QHBoxLayout()
        page_layout.setSpacing(Space.WIDE)
        page_layout.addWidget(self.kinds)
        page_layout.addLayout(right_column, 1)
        column = QVBoxLayout(self)
        column.addLayout(page_layout, 1)
        column.addWidget(self.buttons)
        self._show_progress_row(shown=False)
        self._show_result("")
        resize_to_screen(self, 1000, 780)

    def _retranslate(self) -> None:
        self.setWindowTitle(tr("Publish"))
        max_width = 0
        for row, facts in enumerate(KINDS.values()):
            item = self.kinds.item(row)
            item.setText(translated(facts.name))
            item.setSizeHint(QSize())
            max_width = max(
                max_width, self.kinds.sizeHintForIndex(self.kinds.indexFromItem(item)).width()
            )
            item.setSizeHint(QSize(max_width, self.fontMetrics().height() + Space.LARGE))
        self.kinds.setAccessibleName(tr("What to publish"))
        self.kinds.setFixedWidth(max(_KINDS_WIDTH, max_width + Space.WIDE))
        self.shortcomings.setAccessibleName(tr("To do before publishing"))
        self.contents.setAccessibleName(tr("Scenarios in the folder"))
        self.browse.setText(tr("&Browse…"))
        self.cancel.setText(tr("Cancel"))
        self.open_button.setText(tr("&Open"))
        self.folder_button.setText(tr("Show in &Folder"))
        self.publish_button.setText(tr("&Publish"))
        self.buttons.button(QDialogButtonBox.StandardButton.Close).setText(tr("Close"))
        self.progress.setAccessibleName(tr("Publishing…"))
        self.options.retranslate()
        add_help_keys(self)

    def _connect(self) -> None:
        self.kinds.currentRowChanged.connect(self._choose_kind)
        self.options.changed.connect(self._propose_path_for_folder)
        self.options.changed.connect(self._schedule)
        self.shortcomings.itemActivated.connect(self._choose_shortcoming)
        self.browse.clicked.connect(self._choose_output_path)
        self.out.textEdited.connect(self._clear_result)
        self.publish_button.clicked.connect(self._publish)
        self.cancel.clicked.connect(self._cancel)
        self.open_button.clicked.connect(self._open)
        self.folder_button.clicked.connect(self._show_folder)
        self.buttons.rejected.connect(self.reject)
        self._delay_timer.timeout.connect(self._inspect)
        jobs = self.jobs
        jobs.checked.connect(self._show_readiness)
        jobs.previewed.connect(self._show_pages)
        jobs.preview_failed.connect(self._show_preview_error)
        jobs.progressed.connect(self._show_progress)
        jobs.published.connect(self._show_published)
        jobs.failed.connect(self._show_failure)
        jobs.cancelled.connect(self._show_cancelled)

    # What to publish

    def _choose_kind(self) -> None:
        self._settings.setValue(_KIND_KEY, self.kind.value)
        self._show_kind()
        self._schedule()

    def _show_kind(self) -> None:
        kind, facts = self.kind, KINDS[self.kind]
        self.heading.setText(translated(facts.name))
        self.about.setText(translated(facts.about))
        self.options.show_kind(kind, self._default_language(), self._path.parent)
        scroll_bar_width = self._scroll.verticalScrollBar().sizeHint().width()
        self._scroll.setMinimumWidth(self.options.minimumSizeHint().width() + scroll_bar_width)
        self.out_label.setText(tr("Save &as") if facts.suffixes else tr("Save &in"))
        self._proposed_out = str(self._default_output_path())
        self.out.setText(self._proposed_out)
        self.out.setAccessibleName(tr("Output file") if facts.suffixes else tr("Output folder"))
        self._clear_result()
        self._show_note("")

    def _propose_path_for_folder(self) -> None:
        """Propose a path for another folder to publish, unless the user has entered a path."""
        if KINDS[self.kind].takes_folder and self.out.text() == self._proposed_out:
            self._proposed_out = str(self._default_output_path())
            self.out.setText(self._proposed_out)

    def _default_language(self) -> str:
        """Return the interface language if the scenario has texts in it, else its first language.

        Languages that the program does not know are skipped; if none is left, return English.
        """
        codes = [code for code in (language(), *self._scenario.texts) if code in languages()]
        return next((code for code in codes if code in self._scenario.texts), ENGLISH)

    def _default_output_path(self) -> Path:
        """Return the proposed path, in the folder last used for this kind.

        If there is no such folder, the path is next to the scenario or the folder to publish.
        """
        kind, facts = self.kind, KINDS[self.kind]
        scenario_folder = self.options.folder if facts.takes_folder else self._path.parent
        stem = scenario_folder.name if facts.takes_folder else self._path.stem
        stored_folder = text_setting(self._settings, _FOLDER_KEY.format(kind=kind.value), "")
        folder = (
            Path(stored_folder)
            if stored_folder and Path(stored_folder).is_dir()
            else scenario_folder
        )
        if facts.takes_folder and folder == scenario_folder:
            folder = (
                scenario_folder.parent
            )  # a site inside its folder would be in the way of the next one
        suffix = facts.suffixes[0] if facts.suffixes else ""
        return folder / f"{stem or 'scenarios'}{facts.ending}{suffix}"

    def _publication(self) -> Publication:
        owned_boxes = self._check_settings.owned
        return Publication(
            self.kind,
            self._scenario,
            self.options.folder,
            Path(self.out.text().strip()).expanduser(),
            self.options.options(owned_boxes),
            self._file,
        )

    def _schedule(self) -> None:
        self._delay_timer.start()

    # Checks and preview

    def _inspect(self) -> None:
        publication = self._publication()
        self.jobs.inspect(publication, self._check_settings, self.devicePixelRatioF())
        if publication.kind in PAGE_KINDS:
            if not self.pages.pages or self.preview.currentWidget() is not self.pages:
                self._show_note(tr("Preparing the preview…"))
        elif publication.kind is PublicationKind.PICTURE:
            self._show_picture(publication)
        elif publication.kind is PublicationKind.BALANCE:
            self._show_note(
                tr(
                    "Games that have already been played are reused; the rest are played now. "
                    "This can take a few minutes."
                )
            )
        else:
            self._show_note(tr("Reading the scenarios…"))

    def _show_readiness(self, readiness: Readiness) -> None:
        self.shortcomings.clear()
        shortcomings = [*self._unsaved_changes_warning(), *readiness.shortcomings]
        for each in shortcomings[:_MAX_SHOWN]:
            self.shortcomings.addItem(self._item(each))
        self.shortcomings.setVisible(bool(shortcomings))
        self._fit_shortcomings()
        self.summary.setText(_summary_text(shortcomings))
        if KINDS[self.kind].takes_folder:
            self._show_contents(readiness.titles)
        self._report_settled()

    def _fit_shortcomings(self) -> None:
        """Make the list as high as its rows, up to a share of the window's height."""
        rows = range(min(self.shortcomings.count(), _MAX_ROWS_SHOWN))
        height = sum(self.shortcomings.sizeHintForRow(row) for row in rows) + 8
        self.shortcomings.setFixedHeight(min(height, round(self.height() * _LIST_SHARE)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the list of shortcomings."""
        super().resizeEvent(event)
        self._fit_shortcomings()

    def _unsaved_changes_warning(self) -> list[Shortcoming]:
        if not KINDS[self.kind].takes_folder or self._is_saved:
            return []
        text = tr("You have unsaved changes, which will not be included")
        return [Shortcoming(text, Severity.WARNING)]

    def _item(self, each: Shortcoming) -> QListWidgetItem:
        text = with_end_mark(each.text)
        item = QListWidgetItem(severity_icon(each.severity), sentence(text))
        if each.finding is not None:
            location = self._location_text(each.finding)
            item.setText(sentence(f"{sentence(location)}: {text}" if location else text))
            accessible_text = f"{location}: {text}" if location else text
            accessible_text = with_severity(each.finding, accessible_text)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, sentence(accessible_text))
            item.setToolTip(tr("Press Enter or double-click to go there"))
        item.setData(_ENTRY_ROLE, each.finding)
        return item

    def _location_text(self, finding: Diagnostic) -> str:
        """Return the location of a finding; empty if its sentence names it, as with publishing."""
        names_location = finding.code.startswith(PROFILES["publish"])
        return "" if names_location else location_text(finding, self._scenario.board)

    def _show_contents(self, titles: tuple[str, ...]) -> None:
        self.contents.clear()
        self.contents.addItems(list(titles))
        self.preview.setCurrentWidget(self.contents)
        if not titles:
            self._show_note(tr("There are no scenarios in this folder"))

    def _show_pages(self, pages: tuple[bytes, ...]) -> None:
        if self.kind in PAGE_KINDS:
            self.pages.show_pages(pages)
            self.preview.setCurrentWidget(self.pages)
        self._report_settled()

    def _show_picture(self, publication: Publication) -> None:
        options = publication.options
        framing = Framing(VisibleLayers(hex_names=options.hex_names), options.legend)
        picture = picture_of(publication.scenario, framing, current_renderer())
        scale = _PREVIEW_SIZE / max(picture.width, picture.height)
        image: QImage = image_of(picture, scale, ink_palette(options.ink))
        self._show_image(image)

    def _show_image(self, image: QImage) -> None:
        self.pages.show_pages((encode_image(image, "png"),))
        self.preview.setCurrentWidget(self.pages)

    def _show_preview_error(self, error: M44Error) -> None:
        if self.kind in PAGE_KINDS:
            self._show_note(shortened_for_message_box(sentence(message_of_error(error))))
        self._report_settled()

    def _show_note(self, text: str) -> None:
        self.note.setText(text)
        self.preview.setCurrentWidget(self.note)

    def _report_settled(self) -> None:
        if self.is_settled:
            self.settled.emit()

    def _choose_shortcoming(self, item: QListWidgetItem) -> None:
        finding: Diagnostic | None = item.data(_ENTRY_ROLE)
        if finding is not None:
            self.finding_chosen.emit(finding)

    # Publishing

    def _choose_output_path(self) -> None:
        facts, proposed = KINDS[self.kind], self.out.text()
        if facts.suffixes:
            filters = [
                file_filter(*each)
                for suffix in facts.suffixes
                for each in (*FILTERS, _HTML_TYPE)
                if each[1] == f"*{suffix}"
            ]
            chosen_path, _ = QFileDialog.getSaveFileName(
                self, tr("Save As"), proposed, ";;".join(filters)
            )
        else:
            chosen_path = QFileDialog.getExistingDirectory(self, tr("Save In"), proposed)
        if not chosen_path:
            return
        path = Path(chosen_path)
        if facts.suffixes and path.suffix.lower() not in facts.suffixes:
            path = Path(f"{chosen_path}{facts.suffixes[0]}")
        elif facts.suffixes:
            self._replaceable_paths.add(path)  # the file dialog has asked
        self.out.setText(str(path))
        self._clear_result()

    def _publish(self) -> None:
        publication = self._publication()
        if self.jobs.is_publishing or not self._confirm_writing(publication.out):
            return
        self._settings.setValue(
            _FOLDER_KEY.format(kind=publication.kind.value), str(publication.out.parent)
        )
        self._clear_result()
        self._show_progress_row(shown=True)
        self._show_progress(0)
        self.jobs.publish(publication)

    def _confirm_writing(self, out: Path) -> bool:
        """Return whether *out* may be written.

        Before a file that this window has not written is replaced, the user is asked.
        """
        if not KINDS[self.kind].suffixes or out in self._replaceable_paths or not out.is_file():
            return True
        question = tr("{file} already exists. Replace it?", file=out.name)
        answer = QMessageBox.question(self, tr("Publish"), question)
        return answer == QMessageBox.StandardButton.Yes

    def _cancel(self) -> None:
        self.cancel.setEnabled(False)
        self.jobs.cancel()

    def _show_progress_row(self, *, shown: bool) -> None:
        self.progress.setVisible(shown)
        self.cancel.setVisible(shown)
        self.cancel.setEnabled(True)
        self.publish_button.setEnabled(not shown)
        self.kinds.setEnabled(not shown)

    def _show_progress(self, fraction: float) -> None:
        self.progress.setRange(0, _PERCENT if fraction else 0)  # without a share it only moves
        self.progress.setValue(round(fraction * _PERCENT))

    def _show_published(self, published: PublishResult) -> None:
        self._written_path = published.path
        if published.path.is_file():
            self._replaceable_paths.add(published.path)
        texts = [published.summary, *published.notes]
        self._end("\n".join(with_end_mark(each) for each in texts))
        self.open_button.show()
        self.folder_button.show()
        self.open_button.setFocus()

    def _show_failure(self, error: M44Error) -> None:
        self._end(with_end_mark(message_of_error(error)))

    def _show_cancelled(self) -> None:
        self._end(tr("Canceled. No incomplete files were written."))

    def _end(self, text: str) -> None:
        self._show_progress_row(shown=False)
        self._show_result(shortened_for_message_box(text))
        announce(self, text)

    def _show_result(self, text: str) -> None:
        self.outcome.setText(text)
        self.outcome.setVisible(bool(text))
        self.open_button.hide()
        self.folder_button.hide()

    def _clear_result(self) -> None:
        self._show_result("")

    def _open(self) -> None:
        if self._written_path is not None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._written_path)))

    def _show_folder(self) -> None:
        if self._written_path is not None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._written_path.parent)))


def _row_layout(*widgets: QWidget, wide_widget: QWidget) -> QHBoxLayout:
    """Return a row of widgets in which *wide_widget* takes the remaining width."""
    row = QHBoxLayout()
    for widget in widgets:
        row.addWidget(widget, int(widget is wide_widget))
    return row


def _summary_text(shortcomings: list[Shortcoming]) -> str:
    if not shortcomings:
        return tr("Ready to publish.")
    return tr_n(
        "{number} thing to check before publishing:",
        "{number} things to check before publishing:",
        len(shortcomings),
    )

"""The welcome page: first steps, recent files and folders, templates, shipped scenarios."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QRect, QSettings, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QImage, QKeyEvent, QPalette, QShowEvent
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMainWindow,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from m44core.catalogue.search_words import fold_text
from m44core.messages.message import Message, message
from m44core.model.scenario import Scenario
from m44core.resources import scenarios_folder, shipped_scenarios, shipped_templates
from m44editor.documents.editor_settings import bool_setting
from m44editor.interface_text import tr, translated
from m44editor.type_ranks import set_text_rank
from m44editor.windows.double_clicks import DoubleClickGuard
from m44editor.windows.scenario_reader import ScenarioReader
from m44editor.windows.scenario_row import LARGE, PATH_ROLE, SMALL, ScenarioRow

if TYPE_CHECKING:
    from m44editor.windows.editor_context import EditorContext


AT_START_KEY = "welcome/at-start"
_MAX_RECENT = 8
_MAX_FOLDERS = 4
_COLUMN_WIDTH = 252  # pixels: the minimum width of the column with the buttons
_NEWS = (
    message("Right-click a piece to see everything you can do with it."),
    message("With any tool, double-click a hex to edit its properties."),
    message("Tools > Measure Balance shows which side wins, and how often."),
)

Callback = Callable[[], object]
PathCallback = Callable[[Path], object]


class WelcomePage(QFrame):
    """Covers the board and the panels until a scenario is opened or created, or Esc is pressed.

    Attributes:
        buttons: The buttons, in order; the first button is the most prominent.
        lists: The lists of scenarios, keyed by English heading.
        search: Filters the lists.
        folders: Buttons that open the folders used last in the library.
        at_start: Whether to show the page when the program starts without a file.

    Signals:
        closed: The page was closed; the board can be edited.
    """

    closed = Signal()

    def __init__(
        self,
        actions: Sequence[tuple[Message, Callback]],
        open_file: PathCallback,
        open_copy: PathCallback,
        open_folder: PathCallback,
        recent: Sequence[Path],
        settings: QSettings,
        window: QMainWindow,
    ) -> None:
        super().__init__(window)
        self.setObjectName("welcome")
        self._window = window
        self._double_clicks: DoubleClickGuard | None = None
        self._texts = [text for text, _ in actions]
        self._headings: list[tuple[Message, QLabel]] = []
        self._title, self._first_step, self._no_match_label = QLabel(), QLabel(), QLabel()
        self._start_panel = QWidget()
        self._news = [QLabel() for _ in _NEWS]
        self._open_file, self._open_copy = open_file, open_copy
        self.setAutoFillBackground(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.buttons = [_make_button(callback) for _, callback in actions]
        self.folders = [
            _folder_button(folder, open_folder) for folder in recent_folders(recent)[:_MAX_FOLDERS]
        ]
        self.lists: dict[str, ScenarioRow] = {}
        self.search = QLineEdit()
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._filter)
        self.at_start = QCheckBox()
        self.at_start.setChecked(bool_setting(settings, AT_START_KEY, True))
        self.at_start.toggled.connect(lambda on: settings.setValue(AT_START_KEY, on))
        self._reader = ScenarioReader(settings, self)
        self._reader.read.connect(self._show_loaded_scenario)
        self._lay_out(recent)
        self._retranslate()
        window.installEventFilter(self)
        self._cover_window()

    # Building

    def _lay_out(self, recent: Sequence[Path]) -> None:
        page = QWidget()
        columns = QHBoxLayout(page)
        columns.setContentsMargins(24, 20, 24, 20)
        columns.setSpacing(28)
        self._start_panel.setLayout(self._start_column())
        columns.addWidget(self._start_panel, 0, Qt.AlignmentFlag.AlignTop)
        columns.addLayout(self._scenario_column(recent), 1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(page)
        page_layout = QVBoxLayout(self)
        page_layout.setContentsMargins(0, 0, 0, 0)
        page_layout.addWidget(area)

    def _start_column(self) -> QVBoxLayout:
        """Return the column with the first steps, folders and news."""
        column = QVBoxLayout()
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        set_text_rank(self._title, "title")
        self._title.setWordWrap(True)
        column.addWidget(self._title)
        first_button, *other_buttons = self.buttons
        _make_prominent(first_button)
        column.addWidget(first_button)
        column.addWidget(_style_as_hint(self._first_step))
        for button in other_buttons:
            column.addWidget(button)
        if self.folders:
            column.addWidget(self._heading(message("Recent folders")))
            for folder in self.folders:
                column.addWidget(folder)
        column.addWidget(self._heading(message("New in this version")))
        for line in self._news:
            column.addWidget(_style_as_hint(line))
        column.addSpacing(8)
        column.addWidget(self.at_start)
        return column

    def _scenario_column(self, recent: Sequence[Path]) -> QVBoxLayout:
        """Return the column with the search field and the lists of scenarios."""
        column = QVBoxLayout()
        column.setSpacing(6)
        column.addWidget(self.search)
        column.addWidget(_style_as_hint(self._no_match_label))
        self._no_match_label.hide()
        base = [path for path in shipped_scenarios() if path.parent == scenarios_folder()]
        examples = [path for path in shipped_scenarios() if path.parent != scenarios_folder()]
        recent_paths = [path for path in recent if _is_existing_file(path)][:_MAX_RECENT]
        self._add_scenario_row(
            column, message("Recent files"), recent_paths, self._open_file, LARGE
        )
        self._add_scenario_row(
            column, message("Templates"), shipped_templates(), self._open_copy, LARGE
        )
        self._add_scenario_row(column, message("Base game"), base, self._open_copy, SMALL)
        self._add_scenario_row(column, message("Other boxes"), examples, self._open_copy, SMALL)
        column.addStretch(1)
        return column

    def _heading(self, text: Message) -> QLabel:
        label = QLabel()
        label.setContentsMargins(0, 8, 0, 0)
        self._headings.append((text, label))
        return label

    def _add_scenario_row(
        self,
        column: QVBoxLayout,
        heading: Message,
        paths: Sequence[Path],
        open_path: PathCallback,
        size: QSize,
    ) -> None:
        if not paths:
            return
        column.addWidget(self._heading(heading))
        row = ScenarioRow(paths, size)
        row.itemActivated.connect(lambda item: open_path(Path(item.data(PATH_ROLE))))
        row.itemClicked.connect(lambda item: open_path(Path(item.data(PATH_ROLE))))
        column.addWidget(row)
        self.lists[heading.text] = row

    def _retranslate(self) -> None:
        """Show everything in the current language."""
        self.setAccessibleName(tr("Welcome"))
        self._title.setText(tr("Create a scenario"))
        self._first_step.setText(tr("Choose a piece on the left, then click on the board."))
        self.search.setPlaceholderText(tr("Search scenarios"))
        self.search.setAccessibleName(tr("Search scenarios"))
        self._no_match_label.setText(tr("No scenarios match your search."))
        self.at_start.setText(tr("Show this page on startup"))
        for button, text in zip(self.buttons, self._texts, strict=True):
            button.setText(translated(text))
        for line, text in zip(self._news, _NEWS, strict=True):
            line.setText(translated(text))
        for heading, label in self._headings:
            label.setText(f"<b>{translated(heading)}</b>")
            if heading.text in self.lists:
                self.lists[heading.text].retranslate(translated(heading))
        width = max(each.sizeHint().width() for each in (*self.buttons, self.at_start))
        self._start_panel.setFixedWidth(max(_COLUMN_WIDTH, width))

    def close_page(self) -> None:
        """Close the page, so that the board can be edited."""
        if self.isVisible():
            self.hide()
            self.closed.emit()

    # Scenarios

    def _show_loaded_scenario(self, path: str, scenario: Scenario, picture: QImage) -> None:
        for row in self.lists.values():
            row.show_loaded_scenario(path, scenario, picture)
        if self.search.text():
            self._filter()

    def _filter(self) -> None:
        """Show only the scenarios that match the words in the search field."""
        words = fold_text(self.search.text()).split()
        headings = {heading.text: label for heading, label in self._headings}
        has_match = False
        for name, row in self.lists.items():
            matches = row.filter(words)
            row.setVisible(matches)
            headings[name].setVisible(matches)
            has_match = has_match or matches
        self._no_match_label.setVisible(not has_match)

    # Qt's events

    def showEvent(self, event: QShowEvent) -> None:
        """Take the focus, and load the scenarios once the page is on screen."""
        super().showEvent(event)
        handle = self.window().windowHandle()
        if self._double_clicks is None and handle is not None:
            self._double_clicks = DoubleClickGuard(self, handle)
        self._cover_window()
        self.raise_()
        self.setFocusProxy(self.buttons[0])
        self.setFocus()
        sizes = {path: row.picture_size for row in self.lists.values() for path in row.paths}
        ratio = self.devicePixelRatioF()
        QTimer.singleShot(50, self, partial(self._reader.start, sizes, ratio))

    def hideEvent(self, event: QHideEvent) -> None:
        """Stop loading the scenarios."""
        super().hideEvent(event)
        self._reader.stop()

    def changeEvent(self, event: QEvent) -> None:
        """Apply a new language or theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        elif event.type() == QEvent.Type.PaletteChange and hasattr(self, "buttons"):
            _make_prominent(self.buttons[0])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close the page with Esc."""
        if event.key() == Qt.Key.Key_Escape:
            self.close_page()
        else:
            super().keyPressEvent(event)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Keep the Tab key within the page, because the panels below cannot be seen."""
        if self.isHidden():
            return super().focusNextPrevChild(forward)  # the page was closed
        stops = [
            each
            for each in self.findChildren(QWidget)
            if each.focusPolicy() & Qt.FocusPolicy.TabFocus and each.isVisible()
        ]
        widgets = sorted(stops, key=lambda each: self._tab_order_key(each))
        focused_widget = QApplication.focusWidget()
        index = widgets.index(focused_widget) if focused_widget in widgets else -1
        widgets[(index + (1 if forward else -1)) % len(widgets)].setFocus(
            Qt.FocusReason.TabFocusReason
        )
        return True

    def _tab_order_key(self, widget: QWidget) -> tuple[bool, int]:
        """Return the sort key of a widget in the tab order: the buttons first, then the lists."""
        corner = widget.mapTo(self, widget.rect().topLeft())
        return not self._start_panel.isAncestorOf(widget), corner.y()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep covering the board and the panels when the window is resized."""
        if watched is self._window and event.type() in _RESIZE_EVENTS:
            self._cover_window()
        return False

    def _cover_window(self) -> None:
        """Cover everything in the window below its menus and its toolbar."""
        central = self._window.centralWidget()
        area = QRect(self._window.rect())
        if central is not None and central.geometry().top() > 0:
            area.setTop(central.geometry().top())
        self.setGeometry(area)
        self.raise_()  # panels that were unfolded lie above it


_RESIZE_EVENTS = (QEvent.Type.Resize, QEvent.Type.LayoutRequest)


def recent_folders(files: Sequence[Path]) -> list[Path]:
    """Return the folders of recent files that still exist, the latest first."""
    return [
        folder
        for folder in dict.fromkeys(path.parent for path in files)
        if _is_existing_folder(folder)
    ]


def _make_button(callback: Callback) -> QPushButton:
    button = QPushButton()
    button.setAutoDefault(True)  # Enter presses it, too
    button.clicked.connect(lambda: callback())
    return button


def _folder_button(folder: Path, open_folder: PathCallback) -> QPushButton:
    button = _make_button(partial(open_folder, folder))
    button.setText((folder.name or str(folder)).replace("&", "&&"))
    button.setToolTip(str(folder))
    button.setFlat(True)
    button.setStyleSheet("text-align: left; padding: 3px;")
    return button


def _make_prominent(button: QPushButton) -> None:
    """Give a button the accent color of the theme and a larger size."""
    button.setProperty("primary", True)
    palette = QApplication.palette()  # in high contrast, which has no style sheet
    accent = palette.color(QPalette.ColorRole.Highlight)
    palette.setColor(QPalette.ColorRole.Button, accent)
    palette.setColor(
        QPalette.ColorRole.ButtonText, palette.color(QPalette.ColorRole.HighlightedText)
    )
    button.setPalette(palette)
    set_text_rank(button, "section")
    button.setMinimumHeight(40)


def _style_as_hint(label: QLabel) -> QLabel:
    """Style a label as a hint, wrapped and in the color of secondary text, and return it."""
    label.setWordWrap(True)
    label.setForegroundRole(QPalette.ColorRole.PlaceholderText)
    return label


def _is_existing_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def _is_existing_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def is_shown_at_start(settings: QSettings) -> bool:
    """Return whether to show the page when the program starts without a file."""
    return bool_setting(settings, AT_START_KEY, True)


def show_welcome_page(context: EditorContext) -> WelcomePage:
    """Show the welcome page over the window until a scenario is opened or created; return it."""
    for old_page in context.window.findChildren(WelcomePage):
        old_page.setObjectName("")  # until it is deleted, it is not taken for the new one
        old_page.hide()
        old_page.deleteLater()
    actions = (  # commands are recreated when the language changes, so they are looked up late
        (message("Empty Board"), partial(_close_page, context)),
        (message("New Scenario…"), context.files.new),
        (message("Open File…"), context.files.open),
        (message("Open Folder…"), partial(_choose_folder, context)),
        (message("Take the Tour"), lambda: context.commands["tour"].trigger()),
    )
    page = WelcomePage(
        actions,
        context.files.open_path,
        context.files.open_copy,
        partial(_open_folder, context),
        context.files.recent.paths,
        context.settings,
        context.window,
    )
    context.document.replaced.connect(page.close_page)
    context.document.changed.connect(page.close_page)
    context.brush.picked_up.connect(page.close_page)
    page.closed.connect(context.update_board_commands)
    page.closed.connect(context.view.setFocus)
    page.show()
    context.update_board_commands()
    return page


def _choose_folder(context: EditorContext) -> None:
    from m44editor.library.library_window import ask_for_folder  # 200 ms

    folder = ask_for_folder(context.window, context.files.recent.folder)
    if folder is not None:
        _open_folder(context, folder)


def _open_folder(context: EditorContext, folder: Path) -> None:
    from m44editor.windows.library_commands import show_library  # 200 ms

    show_library(context, folder)


def _close_page(context: EditorContext) -> None:
    for page in context.window.findChildren(WelcomePage):
        page.close_page()

"""The manual in its own window, opened at the page about the current task."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QSize, Qt, QTimer, QUrl
from PySide6.QtGui import (
    QAction,
    QImage,
    QKeySequence,
    QResizeEvent,
    QShortcut,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import (
    QApplication,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QMainWindow,
    QSplitter,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from m44core.manual import CONTENTS_PAGE, ManualPage, manual_pages
from m44editor.interface_text import language, tr
from m44editor.screen import resize_to_screen
from m44editor.whats_this import show_help_text

PAGES: Mapping[str, str] = {
    "AfterGameDialog": "playtest",
    "BalanceComparisonDialog": "balance",
    "BalancePanel": "balance",
    "BoardView": "first-scenario",
    "BoxesDialog": "checks",
    "BriefingPanel": "objectives",
    "ChecksWindow": "checks",
    "CommandPalette": "index",
    "CompareWindow": "files",
    "HistoryDialog": "files",
    "HistorySettingsDialog": "files",
    "KeysDialog": "first-scenario",
    "LayersPanel": "first-scenario",
    "LibraryWindow": "collection",
    "ListDialog": "files",
    "LogGameDialog": "balance",
    "NewScenarioDialog": "first-scenario",
    "PacksDialog": "own-pieces",
    "PalettePanel": "first-scenario",
    "PictureExportDialog": "print",
    "PlaytestWindow": "playtest",
    "ProblemsPanel": "checks",
    "PropertiesPanel": "first-scenario",
    "PublishWindow": "print",
    "ReplaceDialog": "questions",
    "ReplaceInFolderDialog": "translate",
    "ReportDialog": "collection",
    "ReportProblemDialog": "questions",
    "ResizeDialog": "questions",
    "SafeFixPreview": "checks",
    "SearchWindow": "collection",
    "SentencesDialog": "first-scenario",
    "SetupChecklist": "published-sheet",
    "SetupListDialog": "published-sheet",
    "SheetWindow": "print",
    "ShortcutsDialog": "questions",
    "StampsPanel": "rivers-and-roads",
    "TextsPanel": "translate",
    "TranslationWindow": "translate",
    "UnderlayDialog": "published-sheet",
    "VictoryPanel": "objectives",
}
"""The pages about panels, dialogs and windows, by class name; the first page is about others."""
_MANUAL_KEY, _EXPLAIN_KEY = "F1", "Shift+F1"
_LINE_HEIGHT = 130.0  # percent
_PROPORTIONAL = QTextBlockFormat.LineHeightTypes.ProportionalHeight
_HEADING_SIZES = {1: 1.6, 2: 1.25, 3: 1.12}  # compared with the text
_LEVEL_OF_BOLD_LINES = 3
_OBJECT_CHARACTER = "\ufffc"  # the character that stands for a picture
_MARGIN = 24  # logical pixels around a page
_INDENT = 24  # logical pixels by which lists are indented
_PAUSE = 50  # milliseconds after a change of size before pictures are fitted
_TEXT_SCALE = 1.1  # the text of the manual, compared with that of the window


def page_name_about(widget: QWidget | None) -> str:
    """Return the name of the page about a widget or its nearest ancestor that has a page.

    If none has a page, return the name of the first page.
    """
    while widget is not None:
        for each in type(widget).__mro__:
            if each.__name__ in PAGES:
                return PAGES[each.__name__]
        widget = widget.parentWidget()
    return CONTENTS_PAGE


def add_help_keys(window: QWidget) -> None:
    """Make F1 in a window open the manual, and Shift+F1 explain the focused control."""
    for keys, slot in ((_MANUAL_KEY, show_manual), (_EXPLAIN_KEY, show_help_text)):
        if window.findChild(QShortcut, keys) is None:
            shortcut = QShortcut(QKeySequence(keys), window)
            shortcut.setObjectName(keys)
            shortcut.activated.connect(partial(slot, window))


def show_manual(parent: QWidget) -> ManualWindow:
    """Open the manual at the page about the widget with the focus, and return its window.

    A modal dialog gets a window of its own, because it blocks all others.
    """
    focused_widget = QApplication.focusWidget()
    is_inside = focused_widget is not None and (
        focused_widget is parent or parent.isAncestorOf(focused_widget)
    )
    name = page_name_about(focused_widget if is_inside else parent)
    window = parent.findChild(ManualWindow, options=Qt.FindChildOption.FindDirectChildrenOnly)
    if window is None:
        window = ManualWindow(parent)
    window.show_page(name)
    window.show()
    window.raise_()
    window.activateWindow()
    return window


class _PageBrowser(QTextBrowser):
    """Shows a page; pictures are never wider than the page.

    A link to a page that a language lacks leads to the English page; links there lead back.

    Args:
        pages: The pages by name.
        parent: The widget it is in.
    """

    def __init__(self, pages: Mapping[str, ManualPage], parent: QWidget) -> None:
        super().__init__(parent)
        self._pages = pages
        self._shown_width = 0
        self._refit_timer = QTimer(self, interval=_PAUSE, singleShot=True)
        self._refit_timer.timeout.connect(self._fit_pictures)

    def doSetSource(
        self,
        name: QUrl | str,
        type: QTextDocument.ResourceType = QTextDocument.ResourceType.UnknownResource,  # noqa: A002 - Qt's names
    ) -> None:
        """Show the page that a link names, in whichever language it exists."""
        address = QUrl(name)
        page = self._pages.get(address.fileName().removesuffix(".md"))
        super().doSetSource(QUrl.fromLocalFile(str(page.path)) if page else address, type)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Schedule fitting the pictures: a scroll bar that appears also resizes the page."""
        super().resizeEvent(event)
        self._refit_timer.start()

    def _fit_pictures(self) -> None:
        """Reload the page if the width has changed, and stay at the same place."""
        if self._picture_width() != self._shown_width and not self.source().isEmpty():
            bar = self.verticalScrollBar()
            scroll_share = bar.value() / max(1, bar.maximum())
            self.reload()
            bar.setValue(round(scroll_share * bar.maximum()))

    def loadResource(self, type: int, name: QUrl | str) -> object:  # noqa: A002 - Qt's names
        """Return a picture scaled down to the page, or any other resource unchanged."""
        if type != QTextDocument.ResourceType.ImageResource.value:
            return super().loadResource(type, name)
        image = QImage(self.source().resolved(QUrl(name)).toLocalFile())
        self._shown_width = max_width = self._picture_width()
        ratio = self.devicePixelRatioF()
        if not image.isNull() and image.width() > max_width > 0:
            size = QSize(max_width, image.height() * max_width // image.width()) * ratio
            image = image.scaled(
                size, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
            )
            image.setDevicePixelRatio(ratio)
        return image

    def _picture_width(self) -> int:
        """Return the width for pictures, in logical pixels, assuming a vertical scroll bar."""
        return self.width() - self.verticalScrollBar().sizeHint().width() - 2 * _MARGIN - 4


class ManualWindow(QMainWindow):
    """The manual: a list of pages, a search field, and the current page.

    Attributes:
        search: The search field; the list shows the pages that contain all its words.
        contents: The list of pages.
        page: The current page.
        name: The name of the current page.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.name = ""
        self.setWindowTitle(tr("Manual"))
        self._pages: Mapping[str, ManualPage] = manual_pages(language())
        self.search, self.contents = QLineEdit(self), QListWidget(self)
        self.page = _PageBrowser(self._pages, self)
        self._fill()
        self._connect()
        self._lay_out()

    def show_page(self, name: str) -> None:
        """Show a page by its name."""
        path = self._pages[name].path
        self.page.setSource(
            QUrl.fromLocalFile(str(path)), QTextDocument.ResourceType.MarkdownResource
        )

    def _fill(self) -> None:
        for name, page in self._pages.items():
            item = QListWidgetItem(page.title)
            item.setData(Qt.ItemDataRole.UserRole, name)
            self.contents.addItem(item)
        self.search.setPlaceholderText(tr("Search the manual"))
        self.search.setClearButtonEnabled(True)
        self.search.setAccessibleName(tr("Search the manual"))
        self.contents.setSpacing(2)
        self.contents.setWordWrap(True)
        self.contents.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.contents.setAccessibleName(tr("Pages"))
        self.page.setAccessibleName(tr("Manual"))
        self.page.setOpenExternalLinks(True)
        font = self.page.font()
        font.setPointSizeF(font.pointSizeF() * _TEXT_SCALE)
        self.page.document().setDefaultFont(font)

    def _connect(self) -> None:
        self.search.textChanged.connect(self._filter)
        self.search.returnPressed.connect(self._show_first_match)
        self.contents.currentItemChanged.connect(self._show_current)
        self.page.sourceChanged.connect(self._on_page_opened)
        for keys, action in (
            (QKeySequence.StandardKey.Back, self.page.backward),
            (QKeySequence.StandardKey.Forward, self.page.forward),
            (QKeySequence.StandardKey.Find, self.search.setFocus),
            (QKeySequence.StandardKey.ZoomIn, self.page.zoomIn),
            (QKeySequence.StandardKey.ZoomOut, self.page.zoomOut),
            (QKeySequence.StandardKey.Close, self.close),
            (QKeySequence(Qt.Key.Key_Escape), self.close),
        ):
            QShortcut(QKeySequence(keys), self).activated.connect(action)

    def _lay_out(self) -> None:
        self._add_toolbar()
        column = QWidget(self)
        column_layout = QVBoxLayout(column)
        column_layout.addWidget(self.search)
        column_layout.addWidget(self.contents, 1)
        splitter = QSplitter(self)
        splitter.addWidget(column)
        splitter.addWidget(self.page)
        splitter.setStretchFactor(1, 1)
        splitter.setChildrenCollapsible(False)
        splitter.setSizes([240, 800])
        self.setCentralWidget(splitter)
        resize_to_screen(self, 1040, 760)
        self.page.setFocus()

    def _add_toolbar(self) -> None:
        bar = self.addToolBar(tr("Pages"))
        bar.setMovable(False)
        bar.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        for text, action, available in (
            (tr("Back"), self.page.backward, self.page.backwardAvailable),
            (tr("Forward"), self.page.forward, self.page.forwardAvailable),
        ):
            button: QAction = bar.addAction(text, action)
            button.setEnabled(False)
            available.connect(button.setEnabled)

    def _filter(self, text: str) -> None:
        words = text.casefold().split()
        for row, page in enumerate(self._pages.values()):
            page_text = page.text.casefold()
            self.contents.item(row).setHidden(not all(word in page_text for word in words))

    def _show_first_match(self) -> None:
        rows = range(self.contents.count())
        visible_row = next((row for row in rows if not self.contents.item(row).isHidden()), None)
        if visible_row is not None:
            self.contents.setCurrentRow(visible_row)
            self.page.find(self.search.text())

    def _show_current(self, item: QListWidgetItem | None) -> None:
        if item is not None and item.data(Qt.ItemDataRole.UserRole) != self.name:
            self.show_page(item.data(Qt.ItemDataRole.UserRole))

    def _on_page_opened(self, source: QUrl) -> None:
        """Format the page that was opened, and select it in the list."""
        _format_page(self.page.document())
        self.name = source.fileName().removesuffix(".md")
        if self.name in self._pages:
            self.contents.setCurrentRow([*self._pages].index(self.name))


def _format_page(document: QTextDocument) -> None:
    """Give a page margins, line spacing, slightly indented lists, and smaller headings.

    A line that is bold as a whole is a heading, too.
    """
    document.setDocumentMargin(_MARGIN)
    document.setIndentWidth(_INDENT)
    size = document.defaultFont().pointSizeF()
    block = document.begin()
    while block.isValid():
        cursor, level = QTextCursor(block), block.blockFormat().headingLevel()
        if not level and _is_bold(block):
            level = _LEVEL_OF_BOLD_LINES
        if level:
            heading = QTextCharFormat()
            heading.setFontPointSize(size * _HEADING_SIZES.get(level, 1.0))
            cursor.select(QTextCursor.SelectionType.BlockUnderCursor)
            cursor.mergeCharFormat(heading)
        elif (
            _OBJECT_CHARACTER not in block.text()
        ):  # the height of a line with a picture is that of it
            spacing = QTextBlockFormat()
            spacing.setLineHeight(_LINE_HEIGHT, _PROPORTIONAL.value)
            cursor.mergeBlockFormat(spacing)
        block = block.next()


def _is_bold(block: QTextBlock) -> bool:
    """Return whether a paragraph has text, all of it bold."""
    runs = block.textFormats()
    return bool(block.text()) and all(run.format.font().bold() for run in runs)

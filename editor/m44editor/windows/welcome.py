"""The welcome page: recent files, templates and built-in scenarios."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QSettings, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QIcon, QImage, QKeyEvent, QPixmap, QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QGridLayout,
    QLabel,
    QListView,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from m44core.catalogue.packs.pack import Pack
from m44core.faults import boundary
from m44core.messages.message import Message, message, message_in
from m44core.model.scenario import Scenario
from m44core.resources import scenarios_folder, shipped_scenarios, shipped_templates
from m44core.untrusted_files import read_truncated
from m44core.work.executors import InProcess
from m44editor.background_jobs import when_done
from m44editor.documents.editor_settings import bool_setting
from m44editor.documents.user_packs import user_packs
from m44editor.interface_text import language, tr, translated
from m44editor.theme import is_dark

if TYPE_CHECKING:
    from m44editor.windows.editor_context import EditorContext


AT_START = "welcome/at-start"
_PICTURE = QSize(138, 92)
_CELL = QSize(152, 128)
_RECENT = 8
_PATH = Qt.ItemDataRole.UserRole
_TEMPLATES: Mapping[str, Message] = {
    "airborne": message_in("template", "Airborne"),
    "beach-landing": message_in("template", "Beach landing"),
    "city": message_in("template", "City"),
    "river-crossing": message_in("template", "River crossing"),
}

Act = Callable[[], object]
Open = Callable[[Path], object]


class WelcomePage(QFrame):
    """Covers the board until a scenario is opened or created, or Esc is pressed.

    Attributes:
        buttons: The buttons, in order.
        lists: The lists of scenarios, keyed by English heading.
        at_start: Whether to show the page when the program starts without a file.

    Signals:
        closed: The page was closed; the board can be edited.
    """

    closed = Signal()

    def __init__(
        self,
        acts: Sequence[tuple[Message, Act]],
        open_file: Open,
        open_copy: Open,
        recent: Sequence[Path],
        settings: QSettings,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("welcome")
        self._texts = [text for text, _ in acts]
        self._headings: list[tuple[Message, QLabel]] = []
        self._title = QLabel()
        self._open_file, self._open_copy = open_file, open_copy
        self.setAutoFillBackground(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.buttons = [self._button(act) for _, act in acts]
        self.lists: dict[str, ScenarioRow] = {}
        self.at_start = QCheckBox()
        self.at_start.setChecked(bool_setting(settings, AT_START, True))
        self.at_start.toggled.connect(lambda on: settings.setValue(AT_START, on))
        self._reader = _ScenarioReader(settings, self)
        self._reader.read.connect(self._show_loaded_scenario)
        self._lay_out(recent)
        self._retranslate()
        parent.installEventFilter(self)
        self.setGeometry(parent.rect())

    def _lay_out(self, recent: Sequence[Path]) -> None:
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(16, 14, 16, 14)
        font = self._title.font()
        font.setPointSizeF(font.pointSizeF() * 1.6)
        self._title.setFont(font)
        column.addWidget(self._title)
        grid = QGridLayout()
        for number, button in enumerate(self.buttons):
            grid.addWidget(button, number // 2, number % 2)
        column.addLayout(grid)
        base = [path for path in shipped_scenarios() if path.parent == scenarios_folder()]
        others = [path for path in shipped_scenarios() if path.parent != scenarios_folder()]
        here = [path for path in recent if _exists(path)][:_RECENT]
        self._add_list(column, message("Recent files"), here, self._open_file)
        self._add_list(column, message("Templates"), shipped_templates(), self._open_copy)
        self._add_list(column, message("Base game"), base, self._open_copy)
        self._add_list(column, message("Other boxes"), others, self._open_copy)
        column.addWidget(self.at_start)
        column.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(inside)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(area)

    def _button(self, act: Act) -> QPushButton:
        button = QPushButton()
        button.clicked.connect(lambda: act())
        return button

    def _add_list(
        self, column: QVBoxLayout, heading: Message, paths: Sequence[Path], act: Open
    ) -> None:
        if not paths:
            return
        label = QLabel()
        column.addWidget(label)
        self._headings.append((heading, label))
        shown = ScenarioRow(paths)
        shown.itemActivated.connect(lambda item: act(Path(item.data(_PATH))))
        shown.itemClicked.connect(lambda item: act(Path(item.data(_PATH))))
        column.addWidget(shown)
        self.lists[heading.text] = shown

    def _retranslate(self) -> None:
        """Show everything in the current language."""
        self.setAccessibleName(tr("Welcome"))
        self._title.setText(tr("Create a scenario"))
        self.at_start.setText(tr("Show this page on startup"))
        for button, text in zip(self.buttons, self._texts, strict=True):
            button.setText(translated(text))
        for heading, label in self._headings:
            label.setText(f"<b>{translated(heading)}</b>")
            self.lists[heading.text].retranslate(translated(heading))

    def close_page(self) -> None:
        """Close the page, so that the board can be edited."""
        if self.isVisible():
            self.hide()
            self.closed.emit()

    # Loading

    def _show_loaded_scenario(self, path: str, scenario: Scenario, picture: QImage) -> None:
        for row in self.lists.values():
            row.show_loaded_scenario(path, scenario, picture)

    # Qt's events

    def showEvent(self, event: QShowEvent) -> None:
        """Take the focus, and load the scenarios once the page is on screen."""
        super().showEvent(event)
        self.raise_()
        self.setFocusProxy(self.buttons[0])
        self.setFocus()
        paths = [path for row in self.lists.values() for path in row.paths]
        ratio = self.devicePixelRatioF()
        QTimer.singleShot(50, self, partial(self._reader.start, paths, _PICTURE * ratio, ratio))

    def hideEvent(self, event: QHideEvent) -> None:
        """Stop loading."""
        super().hideEvent(event)
        self._reader.stop()

    def changeEvent(self, event: QEvent) -> None:
        """Apply a new language."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close the page with Esc."""
        if event.key() == Qt.Key.Key_Escape:
            self.close_page()
        else:
            super().keyPressEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep covering the whole parent when it is resized."""
        parent = self.parentWidget()
        if watched is parent and event.type() == QEvent.Type.Resize and parent is not None:
            self.setGeometry(parent.rect())
        return False


class ScenarioRow(QListWidget):
    """A list of scenario thumbnails, just tall enough to show all of them.

    Attributes:
        paths: Their files.
    """

    def __init__(self, paths: Iterable[Path]) -> None:
        super().__init__()
        self.paths = list(paths)
        self.setViewMode(QListView.ViewMode.IconMode)
        self.setMovement(QListView.Movement.Static)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setIconSize(_PICTURE)
        self.setGridSize(_CELL)
        self.setWordWrap(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._items: dict[str, list[QListWidgetItem]] = {}
        self._read: dict[str, Scenario] = {}
        blank = QPixmap(_PICTURE)
        blank.fill(self.palette().alternateBase().color())
        for path in self.paths:
            item = QListWidgetItem(QIcon(blank), path.stem, self)
            item.setData(_PATH, str(path))
            item.setToolTip(str(path))
            self._items.setdefault(str(path), []).append(item)
        self._fit_height()

    def retranslate(self, name: str) -> None:
        """Show the titles of the scenarios read so far in the current language.

        Args:
            name: The heading of the list, its accessible name.
        """
        self.setAccessibleName(name)
        for path in self.paths:
            self._update_title(path)

    def show_loaded_scenario(self, path: str, scenario: Scenario, picture: QImage) -> None:
        """Show the title and the picture of a file that was read, if it is in this list."""
        if items := self.items_of(path):
            self._read[path] = scenario
            self._update_title(Path(path))
        for item in items if not picture.isNull() else ():
            item.setIcon(QIcon(QPixmap.fromImage(picture)))

    def _update_title(self, path: Path) -> None:
        known, scenario = _template(path), self._read.get(str(path))
        title = scenario.title_in(language()) if scenario else ""
        for item in self.items_of(str(path)):
            if name := translated(known) if known else title:
                item.setText(name)
                item.setToolTip(f"{name}\n{path}")

    def items_of(self, path: str) -> Sequence[QListWidgetItem]:
        """Return the list items of a file; empty if it is not in this list."""
        return self._items.get(path, ())

    def event(self, event: QEvent) -> bool:
        """Adapt the height to the new width."""
        if event.type() == QEvent.Type.Resize:
            self._fit_height()
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave Esc to the welcome page."""
        if event.key() == Qt.Key.Key_Escape:
            event.ignore()
        else:
            super().keyPressEvent(event)

    def _fit_height(self) -> None:
        columns = max(1, (self.width() - 4) // _CELL.width())
        self.setFixedHeight(-(-len(self.paths) // columns) * _CELL.height() + 4)


def _template(path: Path) -> Message | None:
    """Return the name of a built-in template; None if the file is not one."""
    return _TEMPLATES.get(path.stem) if path in shipped_templates() else None


class _ScenarioReader(QObject):
    """Reads scenarios in a thread, one after another.

    Signals:
        read: A path, its scenario, and a picture of its board.
    """

    read = Signal(str, object, QImage)

    def __init__(self, settings: QSettings, parent: QObject) -> None:
        super().__init__(parent)
        self._settings = settings
        self._thread: InProcess | None = None
        self._done: set[Path] = set()

    def start(self, paths: Sequence[Path], size: QSize, ratio: float) -> None:
        """Start reading the files that were not read yet; do nothing if it is still reading.

        Args:
            paths: The files.
            size: The maximum size of the pictures, in device pixels.
            ratio: Device pixels per logical pixel.
        """
        wanted = [path for path in paths if path not in self._done]
        if wanted and self._thread is None:
            self._thread = InProcess("welcome")
            packs = user_packs(self._settings)
            for path in wanted:
                future = self._thread.submit(_read, path, packs, size, ratio, dark=is_dark())
                when_done(future, partial(self._receive, path))

    def stop(self) -> None:
        """Stop after the file that is being read."""
        if self._thread is not None:
            from m44editor.library.thumbnail import clear_piece_caches  # 30 ms

            self._thread.shutdown(cancel_futures=True)
            self._thread = None
            clear_piece_caches()

    def _receive(self, path: Path, future: Future[tuple[Scenario, QImage] | None]) -> None:
        if future.cancelled() or future.exception() is not None:
            return  # no picture; opening the scenario reports the error
        if (known := future.result()) is not None:
            self._done.add(path)
            self.read.emit(str(path), *known)


def _read(
    path: Path, packs: tuple[Pack, ...], size: QSize, ratio: float, *, dark: bool
) -> tuple[Scenario, QImage] | None:
    """Return a scenario and its picture; None if the file is gone or contains no scenario."""
    from m44core.io.files.open import read_bytes  # 62 ms
    from m44core.io.files.side_files import catalogue_for  # 4 ms
    from m44core.io.text.decoding import SIZE_LIMIT  # 5 ms
    from m44editor.library.thumbnail import thumbnail  # 28 ms

    try:
        content = read_truncated(path, SIZE_LIMIT)
    except (OSError, ValueError):  # deleted since it was last opened
        return None
    with boundary(path, content):
        catalogue, _ = catalogue_for(path, packs)
        scenario = read_bytes(content, path.name, catalogue=catalogue).scenario
        if scenario is None:
            return None
        smooth = Qt.TransformationMode.SmoothTransformation
        picture = thumbnail(scenario, dark=dark).scaled(
            size, Qt.AspectRatioMode.KeepAspectRatio, smooth
        )
        picture.setDevicePixelRatio(ratio)
        return scenario, picture


def _exists(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def is_shown_at_start(settings: QSettings) -> bool:
    """Return whether to show the page when the program starts without a file."""
    return bool_setting(settings, AT_START, True)


def show_welcome(context: EditorContext) -> WelcomePage:
    """Show the welcome page over the board until a scenario is opened or created; return it."""
    for before in context.window.findChildren(WelcomePage):
        before.hide()
        before.deleteLater()
    acts = (  # commands are recreated when the language changes, so they are looked up late
        (message("Empty Board"), partial(_close_page, context)),
        (message("New Scenario…"), context.files.new),
        (message("Open File…"), context.files.open),
        (message("Open Folder…"), lambda: context.commands["library"].trigger()),
        (message("Take the Tour"), lambda: context.commands["tour"].trigger()),
    )
    over = context.window.centralWidget() or context.window
    recent = context.files.recent.paths
    page = WelcomePage(
        acts, context.files.open_path, context.files.open_copy, recent, context.settings, over
    )
    context.document.replaced.connect(page.close_page)
    context.document.changed.connect(page.close_page)
    context.brush.picked_up.connect(page.close_page)
    page.closed.connect(context.view.setFocus)
    page.show()
    return page


def _close_page(context: EditorContext) -> None:
    for page in context.window.findChildren(WelcomePage):
        page.close_page()

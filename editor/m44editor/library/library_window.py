"""The library: the scenarios of a folder with pictures of their boards, to search and filter."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from functools import partial
from math import inf
from pathlib import Path
from time import monotonic

from PySide6.QtCore import QEvent, QFileSystemWatcher, QObject, QSettings, QTimer, Signal
from PySide6.QtGui import QAction, QCloseEvent, QKeySequence, Qt
from PySide6.QtWidgets import (
    QFileDialog,
    QLabel,
    QMainWindow,
    QMenu,
    QProgressBar,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from m44core.diagnostics import Severity
from m44core.errors import NotationError, WriteError
from m44core.library.file_batch import BatchAction
from m44core.library.library_search import Query
from m44core.library.renaming import rename
from m44core.messages import nouns
from m44core.messages.message import Message, Value, message
from m44core.messages.renderers import message_of_error
from m44core.validation.components.owned_boxes import OwnedBoxes, parse_owned_option
from m44editor.documents.editor_settings import (
    BOXES_KEY,
    layout_setting,
    list_setting,
    text_setting,
)
from m44editor.documents.recent_files import RecentFiles
from m44editor.documents.user_packs import user_packs
from m44editor.interface_text import (
    current_renderer,
    language,
    sentence,
    tr,
    translated,
    without_mnemonic,
)
from m44editor.library.batches import TASK_LABELS, BatchRunner, ask_new_name, confirm_all_files
from m44editor.library.library_files import LibraryFiles
from m44editor.library.library_filters import FilterTree, SearchBar
from m44editor.library.library_workers import LibraryThread
from m44editor.library.scenario_grid import PICTURE_SIZE, LibraryModel, ScenarioGrid
from m44editor.library.thumbnail import clear_piece_caches
from m44editor.manual_window import add_help_keys
from m44editor.panels.notice_bar import NoticeBar
from m44editor.screen import resize_to_screen, restore_geometry
from m44editor.theme import is_dark
from m44editor.theme_tokens import Space

_SETTLE_TIME = 400  # milliseconds: other programs write in several steps
_MAX_FOLDERS = 200  # further folders refresh when the window is activated


class FolderWatcher(QObject):
    """Watches a folder and its subfolders for changes.

    Signals:
        changed: A watched folder changed, and has been quiet for a moment.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._watcher = QFileSystemWatcher(self)
        self._settle_timer = QTimer(self, interval=_SETTLE_TIME, singleShot=True)
        self._settle_timer.timeout.connect(self.changed)
        self._folder: Path | None = None
        self._folder_existed = False
        self._watcher.directoryChanged.connect(self._on_change)

    def watch(self, folder: Path | None, files: Iterable[str] = ()) -> None:
        """Watch a folder, its parent, and the subfolders that contain *files*.

        None stops watching.
        """
        wanted_folders: set[str] = set()
        self._folder, self._folder_existed = folder, folder is not None and folder.is_dir()
        if folder is not None:
            subfolders = set(map(os.path.dirname, files))
            other_folders = sorted(
                subfolders - {str(folder)}, key=lambda name: (name.count("/"), name)
            )
            candidates = (str(folder.parent), str(folder), *other_folders)[:_MAX_FOLDERS]
            wanted_folders = {name for name in candidates if Path(name).is_dir()}
        watched_folders = set(self._watcher.directories())
        if watched_folders - wanted_folders:
            self._watcher.removePaths(list(watched_folders - wanted_folders))
        if wanted_folders - watched_folders:
            self._watcher.addPaths(list(wanted_folders - watched_folders))

    def _on_change(self, changed_folder: str) -> None:
        """Restart the timer that emits `changed` once writing has stopped.

        A change in the parent folder counts only if the watched folder appeared or disappeared.
        """
        folder = self._folder
        if folder is None:
            return
        if Path(changed_folder) != folder.parent or folder.is_dir() != self._folder_existed:
            self._settle_timer.start()


FOLDER_SETTING = "library/folder"
_UPDATE_INTERVAL = 400  # milliseconds between two updates while files arrive
_MIN_AGE = 2.0  # seconds
_FILTER_WIDTH = 220  # pixels

OpenPath = Callable[[Path], object]


def ask_for_folder(parent: QWidget, start_folder: Path) -> Path | None:
    """Ask for a folder with scenarios and return it; None if the dialog was canceled."""
    dialog = QFileDialog(parent, tr("Show the scenarios in a folder"), str(start_folder))
    dialog.setFileMode(QFileDialog.FileMode.Directory)
    dialog.setOption(QFileDialog.Option.ShowDirsOnly)
    is_accepted = dialog.exec() == QFileDialog.DialogCode.Accepted
    return Path(dialog.selectedFiles()[0]) if is_accepted else None


class LibraryWindow(QMainWindow):
    """Shows the scenarios of a folder; a double click opens a scenario in the editor.

    Attributes:
        files: The files of the folder.
        search_bar: The search field and the sort order.
        filters: The filters.
        grid: The cards of the scenarios.
        notice: Messages above the grid.
        batch: Runs tasks on many files.

    Signals:
        renamed: A file was renamed; carries its old and new path.
    """

    renamed = Signal(object, object)

    def __init__(
        self, settings: QSettings, open_path: OpenPath, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.settings = settings
        self._open_path = open_path
        self._library_thread = LibraryThread(PICTURE_SIZE * self.devicePixelRatioF(), self)
        self.files = LibraryFiles(self._library_thread, self)
        self._folder: Path | None = None
        self._read_at = inf  # when the folder was last read; infinite while it is being read
        self._language = language()
        self._watcher = FolderWatcher(self)
        self._update_timer = QTimer(self, interval=_UPDATE_INTERVAL, singleShot=True)
        self._update_timer.timeout.connect(self._show_files)
        self._query = Query("", current_renderer())
        self.batch = BatchRunner(self)
        self.batch.finished.connect(self._on_batch_finished)
        self._build()
        add_help_keys(self)
        resize_to_screen(self, 1180, 780)
        restore_geometry(self, layout_setting(settings, "library/geometry"))
        self.files.set_dark(dark=is_dark())
        self.files.changed.connect(self._update_files)
        self.files.scanned.connect(self._on_scanned)
        self.files.inspections.progressed.connect(self._show_progress)
        self._watcher.changed.connect(self.refresh)

    @property
    def folder(self) -> Path | None:
        """The folder shown; None if none is shown yet."""
        return self._folder

    # Building

    def _build(self) -> None:
        """Build the window in the current language."""
        self.model = LibraryModel(self.files, self)
        self.search_bar = SearchBar(self.settings)
        self.filters = FilterTree()
        self.grid = ScenarioGrid(self.files, self.model)
        self.notice = NoticeBar(self)
        self.clear_button = QPushButton(tr("&Clear Filters"))
        self._empty_label = QLabel()
        self._empty_label.setWordWrap(True)
        self._empty_label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.folder_button = QPushButton(without_mnemonic(tr("Choose &Folder…")))
        self._count_label, self._progress = QLabel(), QProgressBar()
        self._make_commands()
        self._lay_out()
        self._connect()
        self._show_title()
        self._show_files()

    def _lay_out(self) -> None:
        clear_row = _stacked_widgets(self.clear_button)
        clear_row.setContentsMargins(Space.MEDIUM, Space.SMALL, Space.MEDIUM, 0)
        side = _stacked_widgets(self.filters, clear_row)
        side.setVisible(self.search_bar.filters_button.isChecked())
        self.search_bar.filters_button.toggled.connect(side.setVisible)
        splitter = QSplitter()
        splitter.addWidget(side)
        splitter.addWidget(_stacked_widgets(self.grid, self._empty_page()))
        splitter.setStretchFactor(1, 1)
        splitter.setSizes([_FILTER_WIDTH, self.width() - _FILTER_WIDTH])
        splitter.setChildrenCollapsible(False)
        self.setCentralWidget(_stacked_widgets(self.search_bar, self.notice, splitter))
        self._progress.setMaximumWidth(220)
        self._progress.setAccessibleName(tr("Files read so far"))
        self._progress.hide()
        side.setContentsMargins(0, 0, 0, Space.SMALL)
        bar = self.statusBar()
        bar.setSizeGripEnabled(False)
        bar.setContentsMargins(0, 0, Space.MEDIUM, 0)
        self._count_label.setContentsMargins(Space.SMALL, 0, Space.SMALL, 0)
        bar.addWidget(self._count_label)
        bar.addPermanentWidget(self._progress)

    def _empty_page(self) -> QWidget:
        """Return what is shown instead of the cards if there are none."""
        self._empty = QWidget()
        column = QVBoxLayout(self._empty)
        column.setSpacing(Space.LARGE)
        column.addStretch()
        column.addWidget(self._empty_label)
        column.addWidget(self.folder_button, alignment=Qt.AlignmentFlag.AlignHCenter)
        column.addStretch()
        return self._empty

    def _connect(self) -> None:
        self.search_bar.changed.connect(self._apply_search)
        self.search_bar.search.returnPressed.connect(self._go_to_cards)
        self.filters.changed.connect(self._show_files)
        self.clear_button.clicked.connect(self.clear_filters)
        self.folder_button.clicked.connect(self.choose_folder)
        self.grid.visible_changed.connect(self.files.set_visible)
        self.grid.activated.connect(lambda _: self.open_selected())
        self.grid.selectionModel().selectionChanged.connect(lambda *_: self._show_counts())
        self.grid.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.grid.customContextMenuRequested.connect(
            lambda point: self._menus[1].popup(self.grid.viewport().mapToGlobal(point))
        )

    def _make_commands(self) -> None:
        self.commands = {
            "folder": self._command(message("Choose &Folder…"), self.choose_folder, "Ctrl+O"),
            "refresh": self._command(message("&Refresh"), self.refresh, "F5"),
            "close": self._command(message("&Close"), self.close, "Ctrl+W"),
            "open": self._command(message("&Open"), self.open_selected, "Ctrl+Return"),
            "rename": self._command(message("Re&name…"), self.rename_current_file, "F2"),
            "search": self._command(message("&Search"), self._go_to_search, "Ctrl+F"),
        }
        self.commands |= {
            task.value: self._command(text, partial(self.run_batch, task))
            for task, text in TASK_LABELS.items()
        }
        self.commands["undo"] = self._command(message("&Undo Batch"), self.batch.undo, "Ctrl+Z")
        self.menuBar().clear()
        folder_menu = self.menuBar().addMenu(tr("&Library"))
        folder_menu.addActions([self.commands[name] for name in ("folder", "search", "refresh")])
        folder_menu.addSeparator()
        folder_menu.addAction(self.commands["close"])
        scenario_menu = self.menuBar().addMenu(tr("&Scenario"))
        scenario_menu.addActions([self.commands[name] for name in ("open", "rename")])
        batch_menu = self.menuBar().addMenu(tr("B&atch"))
        batch_menu.addActions([self.commands[task.value] for task in TASK_LABELS])
        batch_menu.addSeparator()
        batch_menu.addAction(self.commands["undo"])
        self._menus: list[QMenu] = [folder_menu, scenario_menu]

    def _command(self, text: Message, function: Callable[[], object], keys: str = "") -> QAction:
        action = QAction(translated(text), self)
        action.setShortcut(QKeySequence(keys, QKeySequence.SequenceFormat.PortableText))
        action.triggered.connect(lambda: function())
        return action

    # The folder

    def show_folder(self, folder: Path) -> None:
        """Show the scenarios of a folder, and store the folder for later sessions."""
        self._folder = folder
        self.settings.setValue(FOLDER_SETTING, str(folder))
        self.notice.clear()
        self.files.clear()
        self._show_title()
        self.refresh()

    def show_last_folder(self) -> None:
        """Show the folder of the last session, or the folder of the recent files, if there is one.

        The home folder is not read unasked: it may have more files than anyone wants to wait for.
        """
        folders = [Path(name) for name in list_setting(self.settings, FOLDER_SETTING)]
        folder = next(iter(folders), RecentFiles(self.settings).last_folder)
        if folder is not None:
            self.show_folder(folder)

    def choose_folder(self) -> None:
        """Ask for a folder and show it."""
        folder = ask_for_folder(self, self._folder or RecentFiles(self.settings).folder)
        if folder is not None:
            self.show_folder(folder)

    def refresh(self) -> None:
        """Read the folder again; unchanged files are not inspected again."""
        if self._folder is not None:
            self._read_at = inf
            self._empty_label.setText(self._empty_reason())
            self.folder_button.setVisible(False)
            self._library_thread.packs = user_packs(self.settings)
            self.files.scan(self._folder, _owned_boxes(self.settings))

    def _refresh_if_old(self) -> None:
        """Refresh, unless the folder is being read or was read in the last two seconds."""
        if monotonic() - self._read_at > _MIN_AGE:
            self.refresh()

    def _on_scanned(self, error: Value) -> None:
        self._read_at = monotonic()
        if error:
            choose = tr("Choose &Folder…"), self.choose_folder
            retry = tr("Try &Again"), self.refresh
            self.notice.show_notice(Severity.WARNING, sentence(error), choose, retry)
        else:
            self.notice.clear()
        self._show_files()
        QTimer.singleShot(0, self, lambda: self._watcher.watch(self._folder, self.files.files))

    # Display

    def clear_filters(self) -> None:
        """Clear the search and the filters, so that all files are shown."""
        self.search_bar.clear()
        self._query = Query("", current_renderer())
        self.filters.uncheck_all()

    def _apply_search(self) -> None:
        self._query = Query(self.search_bar.text, current_renderer())
        self._show_files()

    def _update_files(self) -> None:
        """Show new files immediately if none are shown yet, otherwise at intervals."""
        if not self.model.shown:
            self._show_files()
        elif not self._update_timer.isActive():
            self._update_timer.start()

    def _show_files(self) -> None:
        checked, is_descending = (
            self.filters.checked_values(),
            self.search_bar.direction_button.isChecked(),
        )
        matches = self.files.matching_files(
            self._query, checked, self.search_bar.sort_order, descending=is_descending
        )
        self.grid.show_files(matches)
        self.filters.show_counts(self.files.counts)
        self.clear_button.setEnabled(bool(checked) or bool(self._query))
        self.grid.setVisible(bool(matches))
        self._empty.setVisible(not matches)
        self._empty_label.setText(self._empty_reason())
        self.folder_button.setVisible(not self.files.files and not self._is_reading)
        self._show_counts()

    def _empty_reason(self) -> str:
        if self.files.files:
            return tr("No scenarios match the search and filters.")
        if self._folder is None:
            return tr("Choose the folder with your scenarios.")
        if self._is_reading:
            return tr("Reading {name}", name=self._folder.name)
        return tr("There are no scenarios in this folder.")

    @property
    def _is_reading(self) -> bool:
        return self._folder is not None and self._read_at == inf

    def _show_title(self) -> None:
        folder_name = str(self._folder) if self._folder else ""
        self.setWindowTitle(
            tr("Library — {folder}", folder=folder_name) if folder_name else tr("Library")
        )

    def _show_counts(self) -> None:
        """Show how many files there are, are shown and are selected; update the commands."""
        selected_count = len(self.grid.selectionModel().selectedRows())
        total_count, shown_count = len(self.files.files), len(self.model.shown)
        text: Message = nouns.files(total_count)
        if shown_count != total_count:
            text = message("{shown} of {all}", shown=shown_count, all=text)
        if selected_count:
            text = message("{shown}, {number} selected", shown=text, number=selected_count)
        self._count_label.setText(translated(text))
        for name in ("open", "rename"):
            self.commands[name].setEnabled(bool(selected_count))
        self.commands["undo"].setEnabled(self.batch.can_undo)

    def _show_progress(self, remaining_files: int) -> None:
        self._progress.setVisible(remaining_files > 0)
        self._progress.setMaximum(max(len(self.files.files), remaining_files))
        self._progress.setValue(self._progress.maximum() - remaining_files)

    # Commands

    def open_selected(self) -> None:
        """Open the selected files in the editor."""
        for file in self.grid.selected_files():
            self._open_path(Path(file.path))

    def rename_current_file(self) -> None:
        """Ask for a new name for the current file, and rename it."""
        file = self.grid.current_file()
        if file is None:
            return
        name = ask_new_name(self, file.name)
        if name is not None:
            self.rename(Path(file.path), name)

    def rename(self, path: Path, name: str) -> None:
        """Give a file a new name in its folder, or show why that failed."""
        try:
            new_path = rename(path, name)
        except WriteError as error:
            self.notice.show_notice(Severity.WARNING, sentence(message_of_error(error)))
            return
        self._library_thread.rename(str(path), str(new_path))
        RecentFiles(self.settings).rename(path, new_path)
        self.renamed.emit(path, new_path)
        self.refresh()

    def run_batch(self, task: BatchAction) -> None:
        """Run a task on the selected files; if none is selected, offer to use all files shown."""
        files = self.grid.selected_files()
        if not files and confirm_all_files(self, task, len(self.model.shown)):
            files = list(self.model.shown)
        self.batch.start(task, files)

    def _on_batch_finished(self) -> None:
        self.commands["undo"].setEnabled(self.batch.can_undo)
        self.refresh()

    def _go_to_search(self) -> None:
        self.search_bar.search.setFocus()
        self.search_bar.search.selectAll()

    def _go_to_cards(self) -> None:
        """Move the focus from the search field to the cards; select a card if none is selected."""
        self._apply_search()
        self.grid.setFocus()
        if not self.grid.selected_files() and self.model.shown:
            self.grid.select(self.model.shown[0].path)

    # Qt's events

    def changeEvent(self, event: QEvent) -> None:
        """Apply a new language or theme; refresh when the window is activated."""
        super().changeEvent(event)
        if not hasattr(self, "grid"):
            return  # sent before the window is built
        match event.type():
            case QEvent.Type.LanguageChange if self._language != language():
                self._language = language()
                self._build()
            case QEvent.Type.PaletteChange:
                self.files.set_dark(dark=is_dark())
            case QEvent.Type.ActivationChange if self.isActiveWindow():
                self._refresh_if_old()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Stop all background work, store the window geometry, and close."""
        self.settings.setValue("library/geometry", self.saveGeometry())
        self._watcher.watch(None)
        self.batch.close()
        self.files.close()
        self._library_thread.close()
        clear_piece_caches()
        super().closeEvent(event)


def _owned_boxes(settings: QSettings) -> OwnedBoxes | None:
    """Return the boxes the user owns; None if they are not set or cannot be read."""
    setting = text_setting(settings, BOXES_KEY, "")
    try:
        return parse_owned_option(setting) if setting else None
    except NotationError:  # written by another version of the program
        return None


def _stacked_widgets(*widgets: QWidget) -> QWidget:
    """Return a widget with *widgets* one above the other."""
    box = QWidget()
    column = QVBoxLayout(box)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    for widget in widgets:
        column.addWidget(widget)
    return box

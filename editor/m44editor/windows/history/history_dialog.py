"""File > File History: the versions of a file, what changed in each, and restoring a version."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, QSettings, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QInputDialog,
    QLabel,
    QMenu,
    QMessageBox,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from m44core.comparing.compare import compare_scenarios
from m44core.errors import WriteError
from m44core.history.file_history import MAX_NOTE_LENGTH, restored_file
from m44core.history.file_versions import HistoryError
from m44core.io.files.save import write
from m44core.messages.message import Message, message, message_in
from m44core.messages.renderers import message_of_error
from m44core.model.edits import new_scenario
from m44core.model.scenario import Scenario
from m44editor.board.board_view import BoardView
from m44editor.comparing.comparison_marks import ChangeMarks, ShownBoard
from m44editor.comparing.difference_list import Difference, DifferenceList, differences_of
from m44editor.documents.history_settings import (
    MEGABYTES,
    VERSION_COUNTS,
    HistorySettings,
    make_limits,
)
from m44editor.documents.user_packs import user_packs
from m44editor.interface_text import tr, tr_n, translated
from m44editor.manual_window import add_help_keys
from m44editor.number_fields import NumberField
from m44editor.screen import resize_to_screen, shortened_for_message_box
from m44editor.theme import art_palette
from m44editor.windows.history.version_list import (
    StoredVersion,
    VersionList,
    VersionReader,
    stored_versions,
    version_time_text,
)
from m44editor.windows.history.version_recorder import VersionRecorder, start_version_recorder

if TYPE_CHECKING:
    from m44editor.windows.editor_context import EditorContext


class HistorySettingsDialog(QDialog):
    """Asks whether, where and how many versions are stored.

    Attributes:
        enabled_box: Check box: whether versions are stored.
        next_to_file: Check box: whether they are stored next to the scenario.
        number: Spin box: the maximum number of versions per file.
        megabytes: Spin box: the maximum size of all histories, in megabytes.
    """

    def __init__(self, settings: QSettings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        add_help_keys(self)
        self._settings = settings
        self.setWindowTitle(tr("Version History"))
        saved_settings = HistorySettings.load(settings)
        self.enabled_box = QCheckBox(tr("&Keep a version each time you save"))
        self.enabled_box.setChecked(saved_settings.is_enabled)
        self.next_to_file = QCheckBox(
            tr("Store versions &next to the scenario, in a folder that you can move with it")
        )
        self.next_to_file.setChecked(saved_settings.next_to_file)
        self.number = _spin_box(VERSION_COUNTS, saved_settings.limits.max_versions)
        self.megabytes = _spin_box(MEGABYTES, saved_settings.megabytes)
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, self
        )
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        explanation = QLabel(
            tr(
                "All versions from the last hour are kept, then the last one from each hour, "
                "then the last one from each day. Pinned versions are never deleted."
            )
        )
        explanation.setWordWrap(True)
        form = QFormLayout(self)
        form.addRow(explanation)
        form.addRow(self.enabled_box)
        form.addRow(self.next_to_file)
        form.addRow(tr("Maximum &versions per file"), self.number)
        form.addRow(tr("Maximum &megabytes for all files"), self.megabytes)
        form.addRow(buttons)
        self.enabled_box.toggled.connect(self._set_fields_enabled)
        self._set_fields_enabled(self.enabled_box.isChecked())

    def accept(self) -> None:
        """Store the settings, and close."""
        limits = make_limits(self.number.value(), self.megabytes.value())
        HistorySettings(self.enabled_box.isChecked(), self.next_to_file.isChecked(), limits).save(
            self._settings
        )
        super().accept()

    def _set_fields_enabled(self, enabled: bool) -> None:
        for field in (self.next_to_file, self.number, self.megabytes):
            field.setEnabled(enabled)


def _spin_box(allowed_range: range, value: int) -> NumberField:
    box = NumberField()
    box.setRange(allowed_range.start, allowed_range.stop - 1)
    box.setValue(value)
    return box


_Role = QDialogButtonBox.ButtonRole
_BEFORE, _NOW = "before", "now"
_PIN_LABELS = {False: message("&Pin"), True: message("Un&pin")}


class HistoryDialog(QDialog):
    """Shows the versions of one file while it is edited; a controller carries out its requests.

    Attributes:
        file: The file.
        reader: Reads the versions.
        list: The versions.
        view: The board of the selected version.
        changes: The changes of the selected version.
        compare_with: Whether changes are shown against the previous version or the current state.
        actions_by_name: The actions on the selected version.

    Signals:
        restore_requested: The user wants to restore a :class:`StoredVersion`.
        compare_requested: The user wants to compare a :class:`StoredVersion` with the current
            state.
        open_requested: The user wants to open a version in its own tab; carries its scenario.
        copy_requested: The user wants to write a :class:`StoredVersion` to another file.
        language_changed: The language has changed; a new dialog must replace this one.
    """

    restore_requested = Signal(object)
    compare_requested = Signal(object)
    open_requested = Signal(object)
    copy_requested = Signal(object)
    language_changed = Signal()

    def __init__(
        self,
        file: Path,
        settings: QSettings,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("History of {file}", file=file.name))
        add_help_keys(self)
        self.file = file
        self._settings = settings
        self._current: Scenario | None = None
        self.reader = VersionReader(file, user_packs(settings))
        self.list = VersionList(self)
        self.about = QLabel(self)
        self.about.setWordWrap(True)
        self.about.setTextFormat(Qt.TextFormat.PlainText)
        self.view = BoardView(new_scenario(), palette=art_palette())
        self.view.setMinimumSize(QSize(200, 140))
        self._error_label = QLabel(alignment=Qt.AlignmentFlag.AlignCenter)
        self._error_label.setWordWrap(True)
        self.compare_with = QComboBox(self)
        self.compare_with.setAccessibleName(tr("Changes to show"))
        self.compare_with.addItem(tr("Changed in this version"), _BEFORE)
        self.compare_with.addItem(tr("Changed since this version"), _NOW)
        self.changes = DifferenceList(self)
        self.actions_by_name = self._make_actions()
        self._lay_out()
        self.list.chosen.connect(self._show_current)
        self.compare_with.currentIndexChanged.connect(self._show_current)
        self.changes.chosen.connect(self._show_difference_hex)
        self.list.itemActivated.connect(self.actions_by_name["compare"].trigger)

    # Building

    def _make_actions(self) -> dict[str, QAction]:
        actions = {}
        for name, (label, keys, handler) in self._commands().items():
            action = QAction(translated(label), self)
            action.setShortcuts([QKeySequence(key) for key in keys])
            action.triggered.connect(partial(self._run, handler))
            actions[name] = action
            self.list.addAction(action)
        return actions

    def _commands(
        self,
    ) -> dict[str, tuple[Message, tuple[str, ...], Callable[[StoredVersion], object]]]:
        """Return the label, the shortcuts and the handler of each action on a version, by name."""
        return {
            "restore": (message("&Restore"), (), self.restore_requested.emit),
            "compare": (message("&Compare with Current"), (), self.compare_requested.emit),
            "open": (message("&Open as Copy"), (), self._open_in_tab),
            "copy": (message("Save Cop&y…"), (), self.copy_requested.emit),
            "pin": (_PIN_LABELS[False], ("Ctrl+P",), self._toggle_pin),
            "note": (message("Add &Note…"), ("F2",), self._edit_note),
            "delete": (message("&Delete…"), ("Del",), self._delete_version),
        }

    def _lay_out(self) -> None:
        pages = QStackedWidget()
        pages.addWidget(self.view)
        pages.addWidget(self._error_label)
        self._preview_column = column = QSplitter(Qt.Orientation.Vertical)
        lower_half = QWidget()
        rows = QVBoxLayout(lower_half)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.addWidget(self.compare_with)
        rows.addWidget(self.changes)
        column.addWidget(pages)
        column.addWidget(lower_half)
        column.setSizes([380, 180])
        main_splitter = QSplitter(Qt.Orientation.Horizontal)
        main_splitter.addWidget(self.list)
        main_splitter.addWidget(column)
        main_splitter.setSizes([380, 600])
        for splitter in (column, main_splitter):
            splitter.setChildrenCollapsible(False)
        self._preview_stack = pages
        layout = QVBoxLayout(self)
        layout.addWidget(self.about)
        layout.addWidget(main_splitter, 1)
        layout.addWidget(self._create_buttons())
        resize_to_screen(self, 1040, 680)
        self.list.setFocus()

    def _create_buttons(self) -> QDialogButtonBox:
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.close)
        for name in ("restore", "compare"):
            self._add_button(buttons, self.actions_by_name[name])
        more_menu = QMenu(tr("More"), self)
        for name in ("open", "copy", "pin", "note", "delete"):
            more_menu.addAction(self.actions_by_name[name])
        more_menu.addSeparator()
        more_menu.addAction(tr("History &Settings…"), self._edit_settings)
        button = QPushButton(tr("&More"))
        button.setMenu(more_menu)
        button.setProperty("menuButton", True)
        button.setAutoDefault(False)
        buttons.addButton(button, _Role.ActionRole)
        return buttons

    def _add_button(self, buttons: QDialogButtonBox, action: QAction) -> None:
        button = QPushButton(action.text())
        button.setAutoDefault(False)
        button.clicked.connect(action.trigger)
        action.changed.connect(lambda: button.setEnabled(action.isEnabled()))
        buttons.addButton(button, _Role.ActionRole)

    # Showing

    def refresh(self) -> None:
        """List the stored versions again."""
        versions = stored_versions(
            HistorySettings.load(self._settings).possible_histories(self.file)
        )
        self.list.show_versions(versions, self.reader)
        self._preview_column.setVisible(bool(versions))  # without versions, all of it is empty
        self.about.setText(self._summary_text(len(versions)))

    def set_current_scenario(self, scenario: Scenario) -> None:
        """Set the current state of the scenario being edited, to compare versions with."""
        self._current = scenario
        if self.compare_with.currentData() == _NOW:
            self._show_current()

    def _summary_text(self, count: int) -> str:
        saved_settings = HistorySettings.load(self._settings)
        if not saved_settings.is_enabled and not count:
            return tr("No versions are kept. You can change this in More > History Settings.")
        if not count:
            return tr("No versions yet. One is kept each time you open or save the file.")
        folder = str(saved_settings.history(self.file).folder.parent)
        text = tr_n(
            "{number} version, stored on this computer in {folder}",
            "{number} versions, stored on this computer in {folder}",
            count,
            folder=folder,
        )
        return shortened_for_message_box(text)

    def _show_current(self) -> None:
        stored = self.list.current
        for action in self.actions_by_name.values():
            action.setEnabled(stored is not None)
        self.changes.show_differences(())
        self.view.set_mark("changes", None)
        if stored is None:
            self._show_error("")
            return
        self.actions_by_name["pin"].setText(translated(_PIN_LABELS[stored.version.pinned]))
        result, _, error_text = self.reader.result(stored)
        for name in ("restore", "compare", "open"):
            self.actions_by_name[name].setEnabled(result is not None)
        if result is None or result.scenario is None:
            self._show_error(error_text)
        else:
            self._show(stored, result.scenario)

    def _show_error(self, text: str) -> None:
        self._error_label.setText(text)
        self._preview_stack.setCurrentWidget(self._error_label)

    def _show(self, stored: StoredVersion, scenario: Scenario) -> None:
        self._preview_stack.setCurrentWidget(self.view)
        is_other_board = scenario.board is not self.view.board
        self.view.set_scenario(scenario)
        if is_other_board:
            self.view.fit()
        before, after, side = self._compared_scenarios(stored, scenario)
        if before is None or after is None:
            return
        comparison = compare_scenarios(before, after)
        self.changes.show_differences(differences_of(comparison))
        self.view.set_mark("changes", ChangeMarks(comparison, side, art_palette()))

    def _compared_scenarios(
        self, stored: StoredVersion, scenario: Scenario
    ) -> tuple[Scenario | None, Scenario | None, ShownBoard]:
        if self.compare_with.currentData() == _NOW:
            return scenario, self._current, ShownBoard.BEFORE
        return self.reader.scenario(self.list.previous(stored)), scenario, ShownBoard.AFTER

    def _show_difference_hex(self, difference: Difference) -> None:
        if difference.hex is not None and difference.hex in self.view.board:
            self.view.show_hex(difference.hex)

    # Acting

    def _run(self, handler: Callable[[StoredVersion], object], *_: object) -> None:
        stored = self.list.current
        if stored is None:
            return
        try:
            handler(stored)
        except HistoryError as error:
            QMessageBox.warning(
                self,
                self.windowTitle(),
                shortened_for_message_box(translated(message_of_error(error))),
            )
            self.refresh()

    def _open_in_tab(self, stored: StoredVersion) -> None:
        self.open_requested.emit(self.reader.scenario(stored))

    def _toggle_pin(self, stored: StoredVersion) -> None:
        stored.history.mark(stored.version, pinned=not stored.version.pinned)
        self.refresh()

    def _edit_note(self, stored: StoredVersion) -> None:
        """Ask for a note; a version with a note is pinned, so that it is never deleted."""
        title = tr("Note")
        prompt = tr("Note for this version:")
        dialog = QInputDialog(self)
        dialog.setWindowTitle(title)
        dialog.setLabelText(prompt)
        dialog.setTextValue(stored.version.note)
        if dialog.exec() == QDialog.DialogCode.Accepted:
            note = dialog.textValue().strip()[:MAX_NOTE_LENGTH]
            stored.history.mark(
                stored.version, pinned=bool(note) or stored.version.pinned, note=note
            )
            self.refresh()

    def _delete_version(self, stored: StoredVersion) -> None:
        answer = QMessageBox.question(
            self,
            self.windowTitle(),
            tr(
                "Delete the version from {when}? You cannot undo this.",
                when=version_time_text(stored.version),
            ),
        )
        if answer == QMessageBox.StandardButton.Yes:
            stored.history.delete(stored.version)
            self.refresh()

    def _edit_settings(self) -> None:
        if HistorySettingsDialog(self._settings, self).exec() == QDialog.DialogCode.Accepted:
            self.refresh()

    def changeEvent(self, event: QEvent) -> None:
        """Apply a new theme, or request a dialog in the new language."""
        super().changeEvent(event)
        if not hasattr(self, "actions_by_name"):
            return  # Qt sends some before the widgets exist
        if event.type() == QEvent.Type.LanguageChange:
            self.language_changed.emit()
        elif event.type() == QEvent.Type.PaletteChange:
            self.view.set_style(self.view.visible_layers, art_palette())
            self.list.redraw()
            self._show_current()


_DIALOG_NAME = "history"


def open_history(context: EditorContext) -> None:
    """Show the versions of the open file, reusing the dialog if it is open.

    If the scenario has no file yet, explain when its history starts.
    """
    path = context.document.path
    if path is None:
        text = tr("The history starts when you first save the scenario.")
        QMessageBox.information(context.window, tr("History"), text)
        return
    dialog = context.window.findChild(HistoryDialog, _DIALOG_NAME)
    if dialog is None:
        dialog = HistoryDialog(path, context.settings, context.window)
        dialog.setObjectName(_DIALOG_NAME)
        _HistoryController(context, dialog)
    dialog.show()
    dialog.raise_()
    dialog.activateWindow()


class _HistoryController(QObject):
    """Carries out the requests of a window's history dialog."""

    def __init__(self, context: EditorContext, dialog: HistoryDialog) -> None:
        super().__init__(dialog)
        self._context, self.dialog, self._path = context, dialog, dialog.file
        self._recorder = context.window.findChild(VersionRecorder) or start_version_recorder(
            context
        )
        self._recorder.wait()  # the save just made is listed, too
        dialog.restore_requested.connect(self._restore)
        dialog.compare_requested.connect(self._compare)
        dialog.open_requested.connect(context.files.show_position)
        dialog.copy_requested.connect(self._save_copy)
        dialog.set_current_scenario(context.document.scenario)
        dialog.refresh()
        context.document.changed.connect(self._update_current)
        context.document.path_changed.connect(self._close_if_moved)
        self._recorder.recorded.connect(dialog.refresh)
        dialog.language_changed.connect(self._reopen_in_new_language)

    def _update_current(self, _before: object, after: object) -> None:
        self.dialog.set_current_scenario(self._context.document.scenario)

    def _close_if_moved(self) -> None:
        """Close the dialog when the window shows a different file, or the file has a new path."""
        if self._context.document.path != self._path:
            _close_dialog(self.dialog)

    def _reopen_in_new_language(self) -> None:
        """Replace the dialog with one in the new language."""
        if self.dialog.objectName() == _DIALOG_NAME:
            _close_dialog(self.dialog)
            QTimer.singleShot(
                0, self._context, partial(_open_history_at, self._context, self.dialog.pos())
            )

    def _restore(self, stored: StoredVersion) -> None:
        """Restore a version as one undoable step; unsaved work is stored as a version first.

        Raises:
            HistoryError: the version cannot be read.
        """
        result, data, error_text = self.dialog.reader.result(stored)
        if result is None:
            raise HistoryError(error_text)
        self._recorder.record_unsaved()
        file = restored_file(result, data)
        step = message_in(
            "step", "Restore Version from {when}", when=version_time_text(stored.version)
        )
        self._context.document.edit(step, file.scenario, origin=file.origin)

    def _compare(self, stored: StoredVersion) -> None:
        scenario = self.dialog.reader.scenario(stored)
        if scenario is not None:
            self._context.comparisons.compare_with_version(self._version_name(stored), scenario)

    def _save_copy(self, stored: StoredVersion) -> None:
        """Ask for a file and write the exact bytes of a version to it.

        Raises:
            HistoryError: the version cannot be read.
        """
        data = stored.history.read(stored.version)
        name = f"{self._path.stem}-{stored.version.taken_at.astimezone():%Y%m%d-%H%M}"
        file_name = QFileDialog.getSaveFileName(
            self.dialog,
            tr("Save Copy of This Version"),
            str(self._path.with_name(f"{name}{self._path.suffix}")),
        )
        if not file_name[0]:
            return
        try:
            write(data, Path(file_name[0]))
        except WriteError as error:
            title = self.dialog.windowTitle()
            QMessageBox.warning(
                self.dialog, title, shortened_for_message_box(translated(message_of_error(error)))
            )

    def _version_name(self, stored: StoredVersion) -> Message:
        return message(
            "{file} ({when})", file=self._path.name, when=version_time_text(stored.version)
        )


def _close_dialog(dialog: HistoryDialog) -> None:
    dialog.setObjectName("")  # it is deleted later and must not be found again
    dialog.close()


def _open_history_at(context: EditorContext, position: QPoint) -> None:
    open_history(context)
    new_dialog = context.window.findChild(HistoryDialog, _DIALOG_NAME)
    if new_dialog is not None:
        new_dialog.move(position)

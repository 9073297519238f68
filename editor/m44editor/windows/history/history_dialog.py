"""File > File History: the versions of a file, what changed in each, and bringing one back."""

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
    QSpinBox,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from m44core.comparing.compare import compare
from m44core.errors import WriteError
from m44core.history.file_history import LONGEST_NOTE, brought_back
from m44core.history.file_versions import HistoryError
from m44core.io.files.save import write
from m44core.messages.message import Message, message, message_in
from m44core.messages.words import reason
from m44core.model.edits import new_scenario
from m44core.model.scenario import Scenario
from m44editor.board.board_view import BoardView
from m44editor.comparing.comparison_marks import ChangeMarks, Side
from m44editor.comparing.difference_list import Entry, EntryList, entries_of
from m44editor.documents.history_settings import NUMBERS, SIZES, Keeping, limits_of
from m44editor.documents.user_packs import user_packs
from m44editor.interface_text import told, tr, tr_n
from m44editor.screen import for_a_box, resize_to_screen
from m44editor.theme import art_palette
from m44editor.windows.history.version_list import Kept, Reader, VersionList, kept_in, time_of
from m44editor.windows.history.version_recorder import Keeper, keep_versions

if TYPE_CHECKING:
    from m44editor.windows.editor_context import EditorContext


class KeepingDialog(QDialog):
    """Asks whether versions are kept, where, and how many.

    Attributes:
        on: Whether they are.
        beside: Whether they lie beside the scenario.
        number: How many of a file.
        megabytes: How much room all of them may take.
    """

    def __init__(self, settings: QSettings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self.setWindowTitle(tr("What is kept"))
        keeping = Keeping.remembered(settings)
        self.on = QCheckBox(tr("&Keep a version at each save"))
        self.on.setChecked(keeping.on)
        self.beside = QCheckBox(tr("&Beside the scenario, in a folder that goes with it"))
        self.beside.setChecked(keeping.beside)
        self.number = _spin_box(NUMBERS, keeping.limits.number)
        self.megabytes = _spin_box(SIZES, keeping.megabytes)
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, self
        )
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        about = QLabel(
            tr(
                "All versions of the last hour are kept, then the last one of each hour, then the "
                "last one of each day. What is pinned stays."
            )
        )
        about.setWordWrap(True)
        form = QFormLayout(self)
        form.addRow(about)
        form.addRow(self.on)
        form.addRow(self.beside)
        form.addRow(tr("&Versions of a file at most"), self.number)
        form.addRow(tr("&Megabytes of all files at most"), self.megabytes)
        form.addRow(buttons)
        self.on.toggled.connect(self._follow)
        self._follow(self.on.isChecked())

    def accept(self) -> None:
        """Want it so from now on."""
        limits = limits_of(self.number.value(), self.megabytes.value())
        Keeping(self.on.isChecked(), self.beside.isChecked(), limits).remember(self._settings)
        super().accept()

    def _follow(self, on: bool) -> None:
        for field in (self.beside, self.number, self.megabytes):
            field.setEnabled(on)


def _spin_box(allowed: range, value: int) -> QSpinBox:
    box = QSpinBox()
    box.setRange(allowed.start, allowed.stop - 1)
    box.setValue(value)
    return box


_Role = QDialogButtonBox.ButtonRole
_BEFORE, _NOW = "before", "now"
_PIN = {False: message("&Pin"), True: message("Un&pin")}


class HistoryDialog(QDialog):
    """Shows the versions of one file while it is edited; what is asked for is done by others.

    Attributes:
        list: The versions.
        view: The current one.
        changes: What changed in it.
        since: Whether that is told from the version before on, or until now.
        actions_by_name: What can be done with the current one.

    Signals:
        restore_wanted: A :class:`Kept` is to be what is edited.
        compare_wanted: A :class:`Kept` is to be compared with what is edited.
        open_wanted: A scenario is to be shown in a tab of its own.
        copy_wanted: The bytes of a :class:`Kept` are to be written to another file.
        language_changed: Another dialog is to say the same in the language spoken now.
    """

    restore_wanted = Signal(object)
    compare_wanted = Signal(object)
    open_wanted = Signal(object)
    copy_wanted = Signal(object)
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
        self.file = file
        self._settings = settings
        self._now: Scenario | None = None
        self.reader = Reader(file, user_packs(settings))
        self.list = VersionList(self)
        self.about = QLabel(self)
        self.about.setWordWrap(True)
        self.about.setTextFormat(Qt.TextFormat.PlainText)
        self.view = BoardView(new_scenario(), palette=art_palette())
        self.view.setMinimumSize(QSize(200, 140))
        self._unreadable = QLabel(alignment=Qt.AlignmentFlag.AlignCenter)
        self._unreadable.setWordWrap(True)
        self.since = QComboBox(self)
        self.since.setAccessibleName(tr("Which changes"))
        self.since.addItem(tr("What changed in this version"), _BEFORE)
        self.since.addItem(tr("What has changed since"), _NOW)
        self.changes = EntryList(self)
        self.actions_by_name = self._make_actions()
        self._lay_out()
        self.list.chosen.connect(self._show_current)
        self.since.currentIndexChanged.connect(self._show_current)
        self.changes.chosen.connect(self._show_place)
        self.list.itemActivated.connect(self.actions_by_name["compare"].trigger)

    # Building

    def _make_actions(self) -> dict[str, QAction]:
        made = {}
        for name, (words, keys, act) in self._commands().items():
            action = QAction(told(words), self)
            action.setShortcuts([QKeySequence(key) for key in keys])
            action.triggered.connect(partial(self._do, act))
            made[name] = action
            self.list.addAction(action)
        return made

    def _commands(self) -> dict[str, tuple[Message, tuple[str, ...], Callable[[Kept], object]]]:
        """Return what can be done with a version: its words, its keys and what does it."""
        return {
            "restore": (message("&Restore"), (), self.restore_wanted.emit),
            "compare": (message("&Compare with Now"), (), self.compare_wanted.emit),
            "open": (message("&Open Apart"), (), self._open_apart),
            "copy": (message("Save a Cop&y…"), (), self.copy_wanted.emit),
            "pin": (_PIN[False], ("Ctrl+P",), self._pin),
            "note": (message("Write a &Note…"), ("F2",), self._note),
            "delete": (message("&Delete…"), ("Del",), self._delete),
        }

    def _lay_out(self) -> None:
        beside = QStackedWidget()
        beside.addWidget(self.view)
        beside.addWidget(self._unreadable)
        column = QSplitter(Qt.Orientation.Vertical)
        lower = QWidget()
        rows = QVBoxLayout(lower)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.addWidget(self.since)
        rows.addWidget(self.changes)
        column.addWidget(beside)
        column.addWidget(lower)
        column.setSizes([380, 180])
        across = QSplitter(Qt.Orientation.Horizontal)
        across.addWidget(self.list)
        across.addWidget(column)
        across.setSizes([380, 600])
        for splitter in (column, across):
            splitter.setChildrenCollapsible(False)
        self._beside = beside
        layout = QVBoxLayout(self)
        layout.addWidget(self.about)
        layout.addWidget(across, 1)
        layout.addWidget(self._buttons())
        resize_to_screen(self, 1040, 680)
        self.list.setFocus()

    def _buttons(self) -> QDialogButtonBox:
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.close)
        for name in ("restore", "compare"):
            self._button(buttons, self.actions_by_name[name])
        more = QMenu(tr("More"), self)
        for name in ("open", "copy", "pin", "note", "delete"):
            more.addAction(self.actions_by_name[name])
        more.addSeparator()
        more.addAction(tr("What Is &Kept…"), self._ask_what_is_kept)
        button = QPushButton(tr("&More"))
        button.setMenu(more)
        button.setAutoDefault(False)
        buttons.addButton(button, _Role.ActionRole)
        return buttons

    def _button(self, buttons: QDialogButtonBox, action: QAction) -> None:
        button = QPushButton(action.text())
        button.setAutoDefault(False)
        button.clicked.connect(action.trigger)
        action.changed.connect(lambda: button.setEnabled(action.isEnabled()))
        buttons.addButton(button, _Role.ActionRole)

    # What is shown

    def look(self) -> None:
        """List the versions there are now."""
        kept = kept_in(Keeping.remembered(self._settings).all_of(self.file))
        self.list.show_versions(kept, self.reader)
        self.about.setText(self._about(len(kept)))

    def show_now(self, scenario: Scenario) -> None:
        """Know what is edited now."""
        self._now = scenario
        if self.since.currentData() == _NOW:
            self._show_current()

    def _about(self, number: int) -> str:
        keeping = Keeping.remembered(self._settings)
        if not keeping.on and not number:
            return tr("No versions are kept. More > What Is Kept changes that.")
        if not number:
            return tr("There is no version yet: one is kept each time the file is opened or saved.")
        folder = str(keeping.history(self.file).folder.parent)
        words = tr_n(
            "{number} version, kept on this computer in {folder}",
            "{number} versions, kept on this computer in {folder}",
            number,
            folder=folder,
        )
        return for_a_box(words)

    def _show_current(self) -> None:
        kept = self.list.current
        for action in self.actions_by_name.values():
            action.setEnabled(kept is not None)
        self.changes.show_entries(())
        self.view.set_highlight("changes", None)
        if kept is None:
            self._say("")
            return
        self.actions_by_name["pin"].setText(told(_PIN[kept.version.pinned]))
        result, _, trouble = self.reader.result(kept)
        for name in ("restore", "compare", "open"):
            self.actions_by_name[name].setEnabled(result is not None)
        if result is None or result.scenario is None:
            self._say(trouble)
        else:
            self._show(kept, result.scenario)

    def _say(self, words: str) -> None:
        self._unreadable.setText(words)
        self._beside.setCurrentWidget(self._unreadable)

    def _show(self, kept: Kept, scenario: Scenario) -> None:
        self._beside.setCurrentWidget(self.view)
        other_board = scenario.board is not self.view.board
        self.view.set_scenario(scenario)
        if other_board:
            self.view.fit()
        before, after, side = self._compared(kept, scenario)
        if before is None or after is None:
            return
        found = compare(before, after)
        self.changes.show_entries(entries_of(found))
        self.view.set_highlight("changes", ChangeMarks(found, side, art_palette()))

    def _compared(
        self, kept: Kept, scenario: Scenario
    ) -> tuple[Scenario | None, Scenario | None, Side]:
        if self.since.currentData() == _NOW:
            return scenario, self._now, Side.BEFORE
        return self.reader.scenario(self.list.before(kept)), scenario, Side.AFTER

    def _show_place(self, entry: Entry) -> None:
        if entry.hex is not None and entry.hex in self.view.board:
            self.view.show_hex(entry.hex)

    # What is done

    def _do(self, act: Callable[[Kept], object], *_: object) -> None:
        kept = self.list.current
        if kept is None:
            return
        try:
            act(kept)
        except HistoryError as error:
            QMessageBox.warning(self, self.windowTitle(), for_a_box(told(reason(error))))
            self.look()

    def _open_apart(self, kept: Kept) -> None:
        self.open_wanted.emit(self.reader.scenario(kept))

    def _pin(self, kept: Kept) -> None:
        kept.history.mark(kept.version, pinned=not kept.version.pinned)
        self.look()

    def _note(self, kept: Kept) -> None:
        """Ask for a note; a version with one is pinned, for somebody wants to find it again."""
        title = tr("Note")
        about = tr("What is to be known about this version?")
        asking = QInputDialog(self)
        asking.setWindowTitle(title)
        asking.setLabelText(about)
        asking.setTextValue(kept.version.note)
        if asking.exec() == QDialog.DialogCode.Accepted:
            note = asking.textValue().strip()[:LONGEST_NOTE]
            kept.history.mark(kept.version, pinned=bool(note) or kept.version.pinned, note=note)
            self.look()

    def _delete(self, kept: Kept) -> None:
        asked = QMessageBox.question(
            self,
            self.windowTitle(),
            tr("Delete the version of {when}? It cannot be undone.", when=time_of(kept.version)),
        )
        if asked == QMessageBox.StandardButton.Yes:
            kept.history.delete(kept.version)
            self.look()

    def _ask_what_is_kept(self) -> None:
        if KeepingDialog(self._settings, self).exec() == QDialog.DialogCode.Accepted:
            self.look()

    def changeEvent(self, event: QEvent) -> None:
        """Draw in the colours of the new theme, make way for the new language."""
        super().changeEvent(event)
        if not hasattr(self, "actions_by_name"):
            return  # Qt sends some before there is anything
        if event.type() == QEvent.Type.LanguageChange:
            self.language_changed.emit()
        elif event.type() == QEvent.Type.PaletteChange:
            self.view.set_style(self.view.show_settings, art_palette())
            self.list.redraw()
            self._show_current()


_OPEN = "history"


def open_history(context: EditorContext) -> None:
    """Show the versions of the open file; the same dialog where it is open already."""
    path = context.document.path
    if path is None:
        words = tr("A scenario has a history once it is saved.")
        QMessageBox.information(context.window, tr("History"), words)
        return
    there = context.window.findChild(HistoryDialog, _OPEN)
    if there is None:
        there = HistoryDialog(path, context.settings, context.window)
        there.setObjectName(_OPEN)
        _Errands(context, there)
    there.show()
    there.raise_()
    there.activateWindow()


class _Errands(QObject):
    """Does for a window what its history dialog asks for."""

    def __init__(self, context: EditorContext, dialog: HistoryDialog) -> None:
        super().__init__(dialog)
        self._context, self.dialog, self._path = context, dialog, dialog.file
        self._keeper = context.window.findChild(Keeper) or keep_versions(context)
        self._keeper.wait()  # what was just saved is listed
        dialog.restore_wanted.connect(self._restore)
        dialog.compare_wanted.connect(self._compare)
        dialog.open_wanted.connect(context.files.show_position)
        dialog.copy_wanted.connect(self._save_copy)
        dialog.show_now(context.document.scenario)
        dialog.look()
        context.document.changed.connect(self._follow)
        context.document.path_changed.connect(self._follow_path)
        self._keeper.kept.connect(dialog.look)
        dialog.language_changed.connect(self._say_anew)

    def _follow(self, _before: object, after: object) -> None:
        self.dialog.show_now(self._context.document.scenario)

    def _follow_path(self) -> None:
        """Close where the history of this file is no longer that of the open one."""
        if self._context.document.path != self._path:
            _close(self.dialog)

    def _say_anew(self) -> None:
        """Let another dialog take the place of this one when another language is spoken."""
        if self.dialog.objectName() == _OPEN:
            _close(self.dialog)
            QTimer.singleShot(0, self._context, partial(_open_at, self._context, self.dialog.pos()))

    def _restore(self, kept: Kept) -> None:
        """Let a version be what is edited, as one step; what is unsaved is kept before."""
        result, data, trouble = self.dialog.reader.result(kept)
        if result is None:
            raise HistoryError(trouble)
        self._keeper.keep_unsaved()
        file = brought_back(result, data)
        said = message_in("step", "Restore Version of {when}", when=time_of(kept.version))
        self._context.document.edit(said, file.scenario, origin=file.origin)

    def _compare(self, kept: Kept) -> None:
        scenario = self.dialog.reader.scenario(kept)
        if scenario is not None:
            self._context.comparing.with_version(self._name(kept), scenario)

    def _save_copy(self, kept: Kept) -> None:
        """Ask for a file and write the very bytes of a version to it."""
        data = kept.history.read(kept.version)
        name = f"{self._path.stem}-{kept.version.taken.astimezone():%Y%m%d-%H%M}"
        asked = QFileDialog.getSaveFileName(
            self.dialog,
            tr("Save a copy of this version"),
            str(self._path.with_name(f"{name}{self._path.suffix}")),
        )
        if not asked[0]:
            return
        try:
            write(data, Path(asked[0]))
        except WriteError as error:
            title = self.dialog.windowTitle()
            QMessageBox.warning(self.dialog, title, for_a_box(told(reason(error))))

    def _name(self, kept: Kept) -> Message:
        return message("{file} ({when})", file=self._path.name, when=time_of(kept.version))


def _close(dialog: HistoryDialog) -> None:
    dialog.setObjectName("")  # it is not gone at once, and is not to be found again
    dialog.close()


def _open_at(context: EditorContext, place: QPoint) -> None:
    open_history(context)
    after = context.window.findChild(HistoryDialog, _OPEN)
    if after is not None:
        after.move(place)

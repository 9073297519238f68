"""The sheets open in a window, and the document: the sheet that is shown."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoGroup, QUndoStack

from m44core.io.origin import NO_ORIGIN, OpenFile, Origin
from m44core.messages.message import Value
from m44core.model.edits import new_scenario
from m44core.model.scenario import Scenario
from m44editor.documents.document_sheet import WHOLE_BOARD, Sheet, ViewState

_strokes = count(1)


def new_stroke_number() -> int:
    """Return a new number for a stroke; steps with the same number are merged."""
    return next(_strokes)


class Document(QObject):
    """The sheet of the current tab; all changes go through :meth:`edit`.

    Attributes:
        history: The undo group, with the undo stack of the current sheet active.

    Signals:
        changed: The scenario was edited, or an edit was undone or redone; carries the scenario
            before and after.
        replaced: Another scenario is shown; all cached state is invalid.
        path_changed: The current file, or its path, has changed.
        leaving: Another scenario is about to be shown; typing or dragging in progress still belongs
            to the current scenario.
    """

    changed = Signal(object, object)
    replaced = Signal()
    path_changed = Signal()
    leaving = Signal()

    def __init__(
        self, scenario: Scenario, path: Path | None = None, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.history = QUndoGroup(self)
        self._sheet = Sheet(scenario, path)
        self._connect_sheet()

    @property
    def sheet(self) -> Sheet:
        """The current sheet."""
        return self._sheet

    @property
    def scenario(self) -> Scenario:
        """The current scenario."""
        return self._sheet.scenario

    @property
    def file(self) -> OpenFile:
        """The current scenario with the notation of its file."""
        return self._sheet.file

    @property
    def path(self) -> Path | None:
        """The file that the scenario was read from or saved to; None if it is new."""
        return self._sheet.path

    @property
    def undo_stack(self) -> QUndoStack:
        """The undo stack of the current sheet; clean means equal to the file on disk."""
        return self._sheet.undo_stack

    def show(self, sheet: Sheet) -> None:
        """Show another sheet; the previous one stays unchanged."""
        if sheet is not self._sheet:
            self.leaving.emit()
            self._disconnect_sheet()
            self._sheet = sheet
            self._connect_sheet()
            self.replaced.emit()
            self.path_changed.emit()

    def edit(
        self, text: Value, after: Scenario, stroke: int = 0, origin: Origin | None = None
    ) -> None:
        """Make *after* the current scenario, as one undoable step.

        An equal scenario is also a step if *origin* changes the notation of the file.

        Args:
            text: The translatable name of the step in the Edit menu, such as ``Paint Forest``.
            after: The new scenario.
            stroke: Steps with the same non-zero number are merged.
            origin: The notation of the file from now on; None to leave it unchanged.
        """
        self._sheet.edit(text, after, stroke, origin)

    def replace(
        self,
        scenario: Scenario,
        path: Path | None,
        origin: Origin = NO_ORIGIN,
        view_state: ViewState = WHOLE_BOARD,
    ) -> None:
        """Replace the scenario of the current sheet, and clear its undo history."""
        self.leaving.emit()
        self._sheet.replace(scenario, path, origin, view_state)

    def set_path(self, path: Path | None) -> None:
        """Set the file the scenario belongs to; None if it has no file."""
        self._sheet.set_path(path)

    def close(self) -> None:
        """Block the signals of the history, which Qt destroys gradually when the program ends."""
        self.history.blockSignals(True)
        for stack in self.history.stacks():
            stack.blockSignals(True)

    def _connect_sheet(self) -> None:
        sheet = self._sheet
        sheet.changed.connect(self.changed)
        sheet.replaced.connect(self.replaced)
        sheet.path_changed.connect(self.path_changed)
        self.history.addStack(sheet.undo_stack)  # no effect if it is there already
        self.history.setActiveStack(sheet.undo_stack)

    def _disconnect_sheet(self) -> None:
        sheet = self._sheet
        sheet.changed.disconnect(self.changed)
        sheet.replaced.disconnect(self.replaced)
        sheet.path_changed.disconnect(self.path_changed)


class Sheets(QObject):
    """The open sheets of a window; its document shows one of them.

    Signals:
        added: A sheet was added; carries it and the index of its tab.
        removed: A sheet was closed or moved to another window; carries it.
        closed: A sheet was closed and can be reopened; carries it.
        moved: A tab was moved; carries its old and new index.
        shown: Another sheet is shown; carries it.
    """

    added = Signal(object, int)
    removed = Signal(object)
    closed = Signal(object)
    moved = Signal(int, int)
    shown = Signal(object)

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._sheets: list[Sheet] = [document.sheet]

    def __iter__(self) -> Iterator[Sheet]:
        return iter(tuple(self._sheets))

    def __len__(self) -> int:
        return len(self._sheets)

    def __getitem__(self, index: int) -> Sheet:
        return self._sheets[index]

    @property
    def current(self) -> Sheet:
        """The current sheet."""
        return self._document.sheet

    def index(self, sheet: Sheet) -> int:
        """Return the index of a sheet's tab.

        Raises:
            ValueError: the sheet is not open here.
        """
        return self._sheets.index(sheet)

    def find(self, path: Path) -> Sheet | None:
        """Return the sheet of a file; None if it is not open here. Links are resolved."""
        sheets_with_files = (sheet for sheet in self._sheets if sheet.path is not None)
        return next(
            (each for each in sheets_with_files if each.path and _is_same_file(each.path, path)),
            None,
        )

    def add(self, sheet: Sheet, index: int | None = None, *, show: bool = True) -> None:
        """Add a tab for a sheet, after the current tab unless an index is given.

        Show the sheet if *show*.
        """
        index = self.index(self.current) + 1 if index is None else min(index, len(self))
        self._sheets.insert(index, sheet)
        self.added.emit(sheet, index)
        if show:
            self.show(sheet)

    def show(self, sheet: Sheet) -> bool:
        """Show a sheet, loading it if necessary; return False if it cannot be loaded."""
        if sheet is not self.current:
            if not self.load(sheet):
                return False
            self._document.show(sheet)
            self.shown.emit(sheet)
        return True

    def load(self, sheet: Sheet) -> bool:
        """Load a sheet if necessary; close it and return False if that fails."""
        if sheet.load():
            return True
        self.drop(sheet)
        return False

    def step(self, offset: int) -> None:
        """Show the sheet *offset* tabs further on, wrapping around."""
        self.show(self._sheets[(self.index(self.current) + offset) % len(self)])

    def move(self, origin: int, target: int) -> None:
        """Move a tab from one index to another."""
        if origin != target:
            self._sheets.insert(target, self._sheets.pop(origin))
            self.moved.emit(origin, target)

    def remove(self, sheet: Sheet) -> None:
        """Detach a sheet that moves to another window, and show its neighbor.

        If it is the only sheet, a blank sheet replaces it, because a window always shows a sheet.
        """
        while sheet is self.current and len(self) > 1:  # some may be closed as they are shown
            index = self.index(sheet)
            self.show(self._sheets[index + 1 if index + 1 < len(self) else index - 1])
        if sheet is self.current:
            self.add(Sheet(new_scenario()))
        self._sheets.remove(sheet)
        self.removed.emit(sheet)

    def close(self, sheet: Sheet) -> None:
        """Close a sheet without asking or saving.

        ``closed`` is emitted, so that the sheet can be reopened.
        """
        self.remove(sheet)
        self.closed.emit(sheet)

    def drop(self, sheet: Sheet) -> None:
        """Close and delete a sheet that is blank or cannot be loaded."""
        self.close(sheet)
        sheet.discard()
        sheet.deleteLater()


def _is_same_file(path: Path, other_path: Path) -> bool:
    return path == other_path or path.resolve() == other_path.resolve()

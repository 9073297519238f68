"""The sheets that are open in a window, and the one of them that it shows."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoGroup, QUndoStack

from m44core.io.origin import NEW, OpenFile, Origin
from m44core.messages.message import Value
from m44core.model.edits import new_scenario
from m44core.model.scenario import Scenario
from m44editor.documents.document_sheet import EVERYTHING, Look, Sheet

_strokes = count(1)


def new_stroke() -> int:
    """Return a number under which the steps of one brush stroke become one."""
    return next(_strokes)


class Document(QObject):
    """Shows one sheet, that of the current tab; every change of it goes through :meth:`edit`.

    Attributes:
        history: The history of the sheet that is shown, whichever that is.

    Signals:
        changed: An edit, or its undoing: the scenario before, the scenario after.
        replaced: Another scenario is shown: forget everything.
        path_changed: The scenario belongs to another file.
        leaving: Another scenario will be shown in a moment. What is being typed or dragged is
            still for the one that is shown.
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
        self._follow()

    @property
    def sheet(self) -> Sheet:
        """The sheet that is shown."""
        return self._sheet

    @property
    def scenario(self) -> Scenario:
        """The scenario as it stands now."""
        return self._sheet.scenario

    @property
    def file(self) -> OpenFile:
        """The scenario as it stands now, and how its file is to be written."""
        return self._sheet.file

    @property
    def path(self) -> Path | None:
        """The file it was read from or saved to; None for a new scenario."""
        return self._sheet.path

    @property
    def undo_stack(self) -> QUndoStack:
        """The history of the sheet that is shown now; clean means as on disk."""
        return self._sheet.undo_stack

    def show(self, sheet: Sheet) -> None:
        """Show another sheet; the one shown before stays as it is."""
        if sheet is not self._sheet:
            self.leaving.emit()
            self._unfollow()
            self._sheet = sheet
            self._follow()
            self.replaced.emit()
            self.path_changed.emit()

    def edit(
        self, text: Value, after: Scenario, stroke: int = 0, origin: Origin | None = None
    ) -> None:
        """Make *after* the current scenario, as one undoable step.

        One that is equal may still be written otherwise, and is a step then.

        Args:
            text: What the step is called in the Edit menu: ``Paint Forest``, in any language.
            after: The scenario to show from now on.
            stroke: Steps with the same non-zero number become one.
            origin: How the file is to be written from now on; None for as it was to be.
        """
        self._sheet.edit(text, after, stroke, origin)

    def replace(
        self,
        scenario: Scenario,
        path: Path | None,
        origin: Origin = NEW,
        look: Look = EVERYTHING,
    ) -> None:
        """Put another scenario into the sheet and forget the history of this one."""
        self.leaving.emit()
        self._sheet.replace(scenario, path, origin, look)

    def set_path(self, path: Path | None) -> None:
        """Remember the file this scenario belongs to."""
        self._sheet.set_path(path)

    def close(self) -> None:
        """Tell nobody anything any more: at the end of the program Qt takes the history apart."""
        self.history.blockSignals(True)
        for stack in self.history.stacks():
            stack.blockSignals(True)

    def _follow(self) -> None:
        sheet = self._sheet
        sheet.changed.connect(self.changed)
        sheet.replaced.connect(self.replaced)
        sheet.path_changed.connect(self.path_changed)
        self.history.addStack(sheet.undo_stack)  # nothing where it is there already
        self.history.setActiveStack(sheet.undo_stack)

    def _unfollow(self) -> None:
        sheet = self._sheet
        sheet.changed.disconnect(self.changed)
        sheet.replaced.disconnect(self.replaced)
        sheet.path_changed.disconnect(self.path_changed)


class Sheets(QObject):
    """Holds the open sheets of a window; its document shows one of them.

    Signals:
        added: A sheet, and the place of its tab.
        removed: A sheet that is no longer here: it was closed, or went to another window.
        closed: A sheet that was closed: nobody shows it, unless it is opened again.
        moved: The places a tab went from and to.
        shown: Another sheet is shown.
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

    def __getitem__(self, place: int) -> Sheet:
        return self._sheets[place]

    @property
    def current(self) -> Sheet:
        """The sheet that is shown."""
        return self._document.sheet

    def place(self, sheet: Sheet) -> int:
        """Return the place of a sheet's tab."""
        return self._sheets.index(sheet)

    def of_file(self, path: Path) -> Sheet | None:
        """Return the sheet of a file, by whatever name it goes; None where none is here."""
        known = (sheet for sheet in self._sheets if sheet.path is not None)
        return next((each for each in known if each.path and _are_same(each.path, path)), None)

    def add(self, sheet: Sheet, place: int | None = None, *, show: bool = True) -> None:
        """Give a sheet a tab, behind that of the one shown unless a place is said."""
        place = self.place(self.current) + 1 if place is None else min(place, len(self))
        self._sheets.insert(place, sheet)
        self.added.emit(sheet, place)
        if show:
            self.show(sheet)

    def show(self, sheet: Sheet) -> bool:
        """Show a sheet, which is read now if it was not yet; tell whether that could be done."""
        if sheet is not self.current:
            if not self.wake(sheet):
                return False
            self._document.show(sheet)
            self.shown.emit(sheet)
        return True

    def wake(self, sheet: Sheet) -> bool:
        """Have a sheet read; where that cannot be done it is closed, for there is nothing in it."""
        if sheet.wake():
            return True
        self.drop(sheet)
        return False

    def step(self, by: int) -> None:
        """Show the sheet whose tab is so many places on; round the end to the beginning."""
        self.show(self._sheets[(self.place(self.current) + by) % len(self)])

    def move(self, origin: int, target: int) -> None:
        """Put a tab elsewhere."""
        if origin != target:
            self._sheets.insert(target, self._sheets.pop(origin))
            self.moved.emit(origin, target)

    def remove(self, sheet: Sheet) -> None:
        """Take a sheet away, which goes on elsewhere; its neighbour is shown in its place.

        In place of the last one there is an empty one: a window shows something.
        """
        while sheet is self.current and len(self) > 1:  # some may be closed as they are shown
            place = self.place(sheet)
            self.show(self._sheets[place + 1 if place + 1 < len(self) else place - 1])
        if sheet is self.current:
            self.add(Sheet(new_scenario()))
        self._sheets.remove(sheet)
        self.removed.emit(sheet)

    def close(self, sheet: Sheet) -> None:
        """Take a sheet away, whose work need not be kept any more; it may be opened again."""
        self.remove(sheet)
        self.closed.emit(sheet)

    def drop(self, sheet: Sheet) -> None:
        """Take a sheet away in which there is nothing."""
        self.close(sheet)
        sheet.discard()
        sheet.deleteLater()


def _are_same(one: Path, other: Path) -> bool:
    return one == other or one.resolve() == other.resolve()

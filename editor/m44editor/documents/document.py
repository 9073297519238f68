"""The open document: one scenario, its file and its undo history."""

from __future__ import annotations

from itertools import count
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from m44core.io.origin import NEW, OpenFile, Origin
from m44core.messages.message import Value
from m44core.model.scenario import Scenario
from m44editor.documents.changes import Change, change
from m44editor.words import told

_strokes = count(1)
_WHOLE = 20  # how many steps keep both scenarios; older ones keep what differs


def new_stroke() -> int:
    """Return a number under which the steps of one brush stroke become one."""
    return next(_strokes)


class Document(QObject):
    """Holds the current scenario; every change goes through :meth:`edit`.

    Attributes:
        undo_stack: The history; clean means as on disk.
        path: The file it was read from or saved to; None for a new scenario.
    """

    changed = Signal(object, object)  # the scenario before, the scenario after
    replaced = Signal()  # another scenario was opened: forget everything
    path_changed = Signal()

    def __init__(
        self, scenario: Scenario, path: Path | None = None, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._file = OpenFile(scenario)
        self.path = path
        self.undo_stack = QUndoStack(self)

    @property
    def scenario(self) -> Scenario:
        """The scenario as it stands now."""
        return self._file.scenario

    @property
    def file(self) -> OpenFile:
        """The scenario as it stands now, and how its file is to be written."""
        return self._file

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
        now = self._file
        origin = now.origin if origin is None else origin
        if origin is not now.origin or (after is not now.scenario and after != now.scenario):
            self.undo_stack.push(_Edit(self, text, OpenFile(after, origin), stroke))
            old = self.undo_stack.command(self.undo_stack.index() - _WHOLE)
            if isinstance(old, _Edit):
                old.shrink()

    def say_anew(self) -> None:
        """Call all steps of the history what they are called in the language spoken now."""
        for number in range(self.undo_stack.count()):
            step = self.undo_stack.command(number)
            if isinstance(step, _Edit):
                step.setText(told(step.said))

    def replace(self, scenario: Scenario, path: Path | None, origin: Origin = NEW) -> None:
        """Show another scenario and forget the history of this one."""
        self._file = OpenFile(scenario, origin)
        self.undo_stack.clear()
        self.undo_stack.setClean()  # clearing a history without steps leaves it as it was
        self.set_path(path)
        self.replaced.emit()

    def set_path(self, path: Path | None) -> None:
        """Remember the file this scenario belongs to."""
        self.path = path
        self.path_changed.emit()

    def close(self) -> None:
        """Tell nobody anything any more: at the end of the program Qt takes the history apart."""
        self.undo_stack.blockSignals(True)

    def _show(self, file: OpenFile) -> None:
        before, self._file = self._file, file
        self.changed.emit(before.scenario, file.scenario)


class _Edit(QUndoCommand):
    """Swap one scenario for another; the only undo command there is.

    Attributes:
        said: What it is called, in any language.
    """

    def __init__(self, document: Document, said: Value, after: OpenFile, stroke: int) -> None:
        super().__init__(told(said))
        self.said = said
        self._document = document
        self._whole: tuple[OpenFile, OpenFile] | None = document.file, after
        self._change: Change | None = None
        self._stroke = stroke

    def shrink(self) -> None:
        """Keep only what differs, for long histories; what comes back is equal, not the same."""
        if self._whole and (small := change(*self._whole)):
            self._change, self._whole = small, None

    def redo(self) -> None:
        now = self._document.file
        self._document._show(self._whole[1] if self._whole else self._small.done(now))

    def undo(self) -> None:
        now = self._document.file
        self._document._show(self._whole[0] if self._whole else self._small.undone(now))

    @property
    def _small(self) -> Change:
        assert self._change is not None, "a step is whole or small"
        return self._change

    def id(self) -> int:
        return self._stroke or -1

    def mergeWith(self, other: QUndoCommand) -> bool:
        if not isinstance(other, _Edit) or not self._whole or not other._whole:
            return False
        self._whole = before, after = self._whole[0], other._whole[1]
        self.setObsolete(after.origin is before.origin and after.scenario == before.scenario)
        return True

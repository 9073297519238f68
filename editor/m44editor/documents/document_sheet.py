"""A sheet: one open scenario with its file, history and view state, independent of windows.

Everything in a window follows its :class:`~m44editor.documents.document.Document`, which shows the
sheet of the current tab. Only the sheet that is shown is edited.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field, replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from m44core.catalogue.catalogue import Catalogue
from m44core.diagnostics import Severity
from m44core.hexes import Hex
from m44core.io.origin import NO_ORIGIN, OpenFile, Origin
from m44core.messages import nouns
from m44core.messages.message import Message, Value, enumerated, label_with_text
from m44core.model.edits import Pieces, new_scenario
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent
from m44core.values import dataclass
from m44editor.documents.file_watch import FileWatch
from m44editor.interface_text import tr, translated

if TYPE_CHECKING:
    from m44core.io.files.file_reader import FileFormat, Fingerprint


@dataclass(frozen=True, slots=True)
class HexChange:
    """The hexes that a step changed, and the rest of the file before and after it.

    Attributes:
        before: The file before the step, without its hexes.
        after: The file after the step, without its hexes; the same object if only hexes changed.
        hexes: Each changed hex with its content before and after.
    """

    before: OpenFile
    after: OpenFile
    hexes: tuple[tuple[Hex, HexContent, HexContent], ...]

    def revert(self, current: OpenFile) -> OpenFile:
        """Return the file before the step, given the *current* file after it."""
        return _with_hexes(self.before, current, {hex_: old for hex_, old, _ in self.hexes})

    def apply(self, current: OpenFile) -> OpenFile:
        """Return the file after the step, given the *current* file before it."""
        return _with_hexes(self.after, current, {hex_: new for hex_, _, new in self.hexes})


def hex_change(before: OpenFile, after: OpenFile) -> HexChange | None:
    """Return the change from one file to another; None if it would not restore both exactly."""
    old, new = before.scenario, after.scenario
    bare_before, bare_after = _without_hexes(before), _without_hexes(after)
    hexes = tuple(
        (hex_, old.at(hex_), new.at(hex_))
        for hex_ in {**old.hexes, **new.hexes}
        if old.at(hex_) != new.at(hex_)
    )
    is_same = bare_after.origin is bare_before.origin and bare_after == bare_before
    change = HexChange(bare_before, bare_before if is_same else bare_after, hexes)
    is_reversible = _are_written_alike(change.revert(after), before) and _are_written_alike(
        change.apply(before), after
    )
    return change if is_reversible else None


def _are_written_alike(file: OpenFile, other_file: OpenFile) -> bool:
    """Return whether two files would be written identically, including the order of hexes."""
    return file == other_file and [*file.scenario.hexes] == [*other_file.scenario.hexes]


def _without_hexes(file: OpenFile) -> OpenFile:
    return OpenFile(replace(file.scenario, hexes=_NO_HEXES), file.origin)


_NO_HEXES: dict[Hex, HexContent] = {}


def _with_hexes(bare_file: OpenFile, current: OpenFile, hexes: dict[Hex, HexContent]) -> OpenFile:
    scenario: Scenario = replace(bare_file.scenario, hexes=current.scenario.hexes)
    return OpenFile(scenario.with_hexes(hexes), bare_file.origin)


T = TypeVar("T")
_MAX_NAMED_HEXES = 4  # more are counted
_FULL_STEPS = 20  # most recent steps that store whole files; older ones store the change


@dataclass(frozen=True, slots=True)
class ViewState:
    """The view state of a board: selection, zoom and scroll position.

    Attributes:
        hexes: The selected hexes.
        scale: The zoom; None to fit the whole board.
        corner: The upper left corner of the view, in drawing units; outside the board where the
            board fits, or to show its middle.
        pieces: The selected pieces; empty if whole hexes are selected.
    """

    hexes: frozenset[Hex] = frozenset()
    scale: float | None = None
    corner: tuple[float, float] = (-1.0, -1.0)
    pieces: Pieces = field(default_factory=dict)


WHOLE_BOARD = ViewState()
"""The view state that shows the whole board with nothing selected."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A notice shown above the board of a sheet.

    Attributes:
        severity: The severity, which decides icon and color.
        text: The text.
        answers: The buttons, each with a function that is called with the file controller.
    """

    severity: Severity
    text: Message
    answers: tuple[tuple[Message, Callable[..., object]], ...] = ()


@dataclass(frozen=True, slots=True)
class PendingLoad:
    """The known properties of a sheet that has not been loaded yet.

    Attributes:
        name: Its name.
        modified: Whether it has unsaved changes.
        load: Loads the sheet; returns whether it succeeded.
        release: Leaves unsaved work for the next session; called if the sheet is closed before it
            is loaded.
    """

    name: str
    modified: bool
    load: Callable[[], bool]
    release: Callable[[], object]


class Sheet(QObject):
    """One open scenario with its file, history and view state.

    Attributes:
        undo_stack: The undo stack; clean means equal to the file on disk.
        path: The file that the scenario was read from or saved to; None if it is new.
        format: The format of the file; None if there is no file.
        fingerprint: The fingerprint of the file as last read or saved; None if there is no file.
        discarded: The unsaved scenario that the user chose not to save; None if there is none.
        origin_on_disk: The notation of the file when it was read.
        view_state: The view state when the sheet was last shown.
        notice: The notice shown above the board; None if there is none.
        copied_from: The file that the scenario is an unsaved copy of; None if it is not a copy.
        pending: The pending load; None once the sheet is loaded.

    Signals:
        changed: The scenario was edited, or an edit was undone or redone; carries the scenario
            before and after.
        replaced: The scenario was replaced; all cached state is invalid.
        path_changed: The sheet's file, or its path, has changed.
        file_touched: The file may have changed on disk; carries the sheet.
        notice_changed: The notice has changed; carries the sheet.
        title_changed: The name has changed, or whether it is saved; carries the sheet.
    """

    changed = Signal(object, object)
    replaced = Signal()
    path_changed = Signal()
    file_touched = Signal(object)
    notice_changed = Signal(object)
    title_changed = Signal(object)

    def __init__(self, scenario: Scenario, path: Path | None = None) -> None:
        super().__init__()
        self._file = OpenFile(scenario)
        self._catalogue = scenario.catalogue
        self.path = path
        self.undo_stack = QUndoStack(self)
        self.format: FileFormat | None = None
        self.fingerprint: Fingerprint | None = None
        self.discarded: Scenario | None = None
        self.origin_on_disk = NO_ORIGIN
        self.view_state = WHOLE_BOARD
        self.notice: Notice | None = None
        self.copied_from: Path | None = None
        self.pending: PendingLoad | None = None
        self._attached_values: dict[type, object] = {}
        self._key = ""
        self._watch: FileWatch | None = None
        self.undo_stack.cleanChanged.connect(self._emit_title_changed)

    @property
    def scenario(self) -> Scenario:
        """The current scenario."""
        return self._file.scenario

    @property
    def file(self) -> OpenFile:
        """The current scenario with the notation of its file."""
        return self._file

    @property
    def name(self) -> str:
        """The name of the sheet: its file name, else the title of its scenario, else "Untitled"."""
        if self.path is not None:
            return self.path.name
        return self.pending.name if self.pending else self.scenario.title or tr("Untitled")

    @property
    def is_modified(self) -> bool:
        """Whether the sheet has changes that are not in the file on disk."""
        return self.pending.modified if self.pending else not self.undo_stack.isClean()

    @property
    def key(self) -> str:
        """The unique key under which the unsaved work and the tab of the sheet are stored."""
        if not self._key:
            from uuid import uuid4  # 3 ms

            self._key = uuid4().hex
        return self._key

    @key.setter
    def key(self, key: str) -> None:
        self._key = key

    @property
    def has_unsaved_changes(self) -> bool:
        """Whether there are changes that were neither saved nor discarded."""
        return not self.undo_stack.isClean() and self.scenario is not self.discarded

    @property
    def is_blank(self) -> bool:
        """Whether the sheet was never used, in which case another scenario can replace it."""
        scenario = self.scenario
        is_untouched = (
            self.path is None and self.undo_stack.isClean() and not self.undo_stack.count()
        )
        is_untouched = is_untouched and self.pending is None and self.copied_from is None
        return is_untouched and scenario == new_scenario(scenario.board.type, scenario.face)

    def edit(self, text: Value, after: Scenario, stroke: int, origin: Origin | None) -> None:
        """Make *after* the scenario, as one undoable step; see :meth:`Document.edit`."""
        current = self._file
        origin = current.origin if origin is None else origin
        if origin is not current.origin or (
            after is not current.scenario and after != current.scenario
        ):
            self.undo_stack.push(_EditCommand(self, text, OpenFile(after, origin), stroke))
            old_step = self.undo_stack.command(self.undo_stack.index() - _FULL_STEPS)
            if isinstance(old_step, _EditCommand):
                old_step.shrink()

    def set_catalogue(self, catalogue: Catalogue) -> None:
        """Set the catalogue of the scenario, whose content stays unchanged.

        Undo and redo use this catalogue, too.
        """
        if catalogue is not self._catalogue:
            self._catalogue = catalogue
            before, is_discarded = self._file, self.discarded is self.scenario
            self._show(before)
            self.discarded = self.scenario if is_discarded else self.discarded

    def retranslate(self) -> None:
        """Translate the names of the undo steps into the current language."""
        for number in range(self.undo_stack.count()):
            step = self.undo_stack.command(number)
            if isinstance(step, _EditCommand):
                step.retranslate()

    def replace(
        self,
        scenario: Scenario,
        path: Path | None,
        origin: Origin = NO_ORIGIN,
        view_state: ViewState = WHOLE_BOARD,
    ) -> None:
        """Replace the scenario and its file, and clear the undo history and all attached values."""
        self._file, self._catalogue = OpenFile(scenario, origin), scenario.catalogue
        self.undo_stack.clear()
        self.undo_stack.setClean()  # clearing an empty stack leaves the clean state unchanged
        self.discarded, self.origin_on_disk, self.view_state = None, origin, view_state
        self.copied_from = None
        self._attached_values.clear()
        self.set_path(path)
        self.replaced.emit()

    def attach(self, value: object) -> None:
        """Attach a value that is kept until the scenario is replaced.

        A later value of the same type replaces it.
        """
        self._attached_values[type(value)] = value

    def attached(self, kind: type[T]) -> T | None:
        """Return the attached value of a type; None if there is none."""
        value = self._attached_values.get(kind)
        return value if isinstance(value, kind) else None

    def load(self) -> bool:
        """Load the sheet if it is pending; return False if that fails."""
        pending_load, self.pending = self.pending, None
        return pending_load is None or pending_load.load()

    def set_path(self, path: Path | None) -> None:
        """Set the file the scenario belongs to; None if it has no file."""
        self.path = path
        if path is not None:
            self.copied_from = None
        self.path_changed.emit()
        self.title_changed.emit(self)

    def set_notice(self, notice: Notice | None) -> None:
        """Show a notice above the board; None hides it."""
        if notice is not self.notice:
            self.notice = notice
            self.notice_changed.emit(self)

    def watch(self) -> None:
        """Watch the file on disk for changes, if there is one."""
        if self._watch is None:
            self._watch = FileWatch(self)
            self._watch.touched.connect(self._emit_file_touched)
        self._watch.watch(self.path)

    def discard(self) -> None:
        """Release the file and the history; the sheet must not be shown again."""
        if self._watch is not None:
            self._watch.watch(None)
        if self.pending is not None:
            self.pending.release()
        self.undo_stack.blockSignals(True)
        self.undo_stack.clear()  # the steps refer to the sheet and would keep it alive

    def _show(self, file: OpenFile) -> None:
        scenario = file.scenario.with_catalogue(self._catalogue)
        file = file if scenario is file.scenario else OpenFile(scenario, file.origin)
        before, self._file = self._file, file
        self.changed.emit(before.scenario, file.scenario)
        if self.path is None and before.scenario.title != file.scenario.title:
            self.title_changed.emit(self)

    def _emit_title_changed(self) -> None:
        self.title_changed.emit(self)

    def _emit_file_touched(self) -> None:
        self.file_touched.emit(self)


def _changed_hexes_label(before: Scenario, after: Scenario) -> Value | None:
    """Return the hexes that differ, or their number; None if none do, or the boards differ."""
    if before.board is not after.board:
        return None
    hexes = before.hexes.keys() | after.hexes.keys()
    changed_hexes = [h for h in hexes if before.at(h) is not after.at(h)]
    if len(changed_hexes) > _MAX_NAMED_HEXES:
        return nouns.hexes(len(changed_hexes))
    ordered_hexes = sorted(changed_hexes, key=lambda h: (h.row, h.col))
    return enumerated(map(after.board.name, ordered_hexes)) if changed_hexes else None


class _EditCommand(QUndoCommand):
    """An undo command that switches a sheet between its file before and after a step.

    Attributes:
        label: The translatable name of the step.
    """

    def __init__(self, sheet: Sheet, label: Value, after: OpenFile, stroke: int) -> None:
        super().__init__()
        self.label = label
        self._sheet = sheet
        self._full_files: tuple[OpenFile, OpenFile] | None = sheet.file, after
        self._place: Value | None = _changed_hexes_label(sheet.scenario, after.scenario)
        self._change: HexChange | None = None
        self._stroke = stroke
        self.retranslate()

    def retranslate(self) -> None:
        """Set the texts in the current language: with hexes in lists, without them in menus."""
        label = translated(self.label)
        in_lists = translated(label_with_text(label, self._place)) if self._place else label
        self.setText(f"{in_lists}\n{label}")

    def shrink(self) -> None:
        """Store only the change instead of whole files, if that restores the files exactly."""
        if self._full_files and (change := hex_change(*self._full_files)):
            self._change, self._full_files = change, None

    def redo(self) -> None:
        current = self._sheet.file
        self._sheet._show(
            self._full_files[1] if self._full_files else self._compact_change.apply(current)
        )

    def undo(self) -> None:
        current = self._sheet.file
        self._sheet._show(
            self._full_files[0] if self._full_files else self._compact_change.revert(current)
        )

    @property
    def _compact_change(self) -> HexChange:
        assert self._change is not None, "a step is whole or small"
        return self._change

    def id(self) -> int:
        return self._stroke or -1

    def mergeWith(self, other: QUndoCommand) -> bool:
        if not isinstance(other, _EditCommand) or not self._full_files or not other._full_files:
            return False
        self._full_files = before, after = self._full_files[0], other._full_files[1]
        self._place = _changed_hexes_label(before.scenario, after.scenario)
        self.retranslate()
        self.setObsolete(after.origin is before.origin and after.scenario == before.scenario)
        return True

"""A sheet: all that belongs to one open scenario, whichever window shows it.

A window has one :class:`~m44editor.documents.document.Document`, which everything in it follows;
which sheet that shows changes with the tab. Only the sheet that is shown is edited.
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
from m44core.io.origin import NEW, OpenFile, Origin
from m44core.messages.message import Message, Value
from m44core.model.edits import Pieces, new_scenario
from m44core.model.parts import HexContent
from m44core.model.scenario import Scenario
from m44core.values import dataclass
from m44editor.documents.file_watch import FileWatch
from m44editor.interface_text import told, tr

if TYPE_CHECKING:
    from m44core.io.files.open import FileFormat, Fingerprint


@dataclass(frozen=True, slots=True)
class Change:
    """The hexes that a step changed; all else as it was before and after.

    Attributes:
        before: The file before the step, without its hexes.
        after: The same after it; the very same where only hexes changed.
        hexes: Each hex that changed, with what lay on it before and after.
    """

    before: OpenFile
    after: OpenFile
    hexes: tuple[tuple[Hex, HexContent, HexContent], ...]

    def undone(self, now: OpenFile) -> OpenFile:
        """Return the file before the step."""
        return _with_hexes(self.before, now, {hex_: was for hex_, was, _ in self.hexes})

    def done(self, now: OpenFile) -> OpenFile:
        """Return the file after the step."""
        return _with_hexes(self.after, now, {hex_: new for hex_, _, new in self.hexes})


def change(before: OpenFile, after: OpenFile) -> Change | None:
    """Return what differs; None where that would not lead back to the very same files."""
    was, now = before.scenario, after.scenario
    bare_before, bare_after = _without_hexes(before), _without_hexes(after)
    differing = tuple(
        (hex_, was.at(hex_), now.at(hex_))
        for hex_ in {**was.hexes, **now.hexes}
        if was.at(hex_) != now.at(hex_)
    )
    same = bare_after.origin is bare_before.origin and bare_after == bare_before
    made = Change(bare_before, bare_before if same else bare_after, differing)
    leads_there = _is_same(made.undone(after), before) and _is_same(made.done(before), after)
    return made if leads_there else None


def _is_same(one: OpenFile, other: OpenFile) -> bool:
    """Tell whether two files would be written alike: the order of their hexes counts."""
    return one == other and [*one.scenario.hexes] == [*other.scenario.hexes]


def _without_hexes(file: OpenFile) -> OpenFile:
    return OpenFile(replace(file.scenario, hexes=_NONE), file.origin)


_NONE: dict[Hex, HexContent] = {}


def _with_hexes(bare: OpenFile, now: OpenFile, hexes: dict[Hex, HexContent]) -> OpenFile:
    whole: Scenario = replace(bare.scenario, hexes=now.scenario.hexes)
    return OpenFile(whole.with_hexes(hexes), bare.origin)


T = TypeVar("T")
_WHOLE = 20  # how many steps keep both scenarios; older ones keep what differs


@dataclass(frozen=True, slots=True)
class Look:
    """Where somebody looked on a board.

    Attributes:
        hexes: The selected hexes.
        scale: The zoom; None where the whole board was shown, however large that is.
        corner: The point of the drawing in the upper left corner, in its units.
        pieces: The selected pieces, if not all on the selected hexes is.
    """

    hexes: frozenset[Hex] = frozenset()
    scale: float | None = None
    corner: tuple[float, float] = (0.0, 0.0)
    pieces: Pieces = field(default_factory=dict)


EVERYTHING = Look()
"""The whole board, and nothing selected."""


@dataclass(frozen=True, slots=True)
class Notice:
    """What is told over the board about a sheet.

    Attributes:
        severity: How bad it is.
        words: What it says.
        answers: The buttons, with what each does to whatever looks after the files of the window.
    """

    severity: Severity
    words: Message
    answers: tuple[tuple[Message, Callable[..., object]], ...] = ()


@dataclass(frozen=True, slots=True)
class Waiting:
    """What a sheet is before it is shown for the first time: known by name, not yet read.

    Attributes:
        name: What it is called.
        modified: Whether it holds what is not saved.
        load: Reads it into the sheet; tells whether that could be done.
        let_go: Leaves what is not saved to the next session, where it is not wanted in this one.
    """

    name: str
    modified: bool
    load: Callable[[], bool]
    let_go: Callable[[], object]


class Sheet(QObject):
    """One open scenario: its file, its history, and where somebody looked.

    Attributes:
        undo_stack: The history; clean means as on disk.
        path: The file it was read from or saved to; None for a new scenario.
        format: How the file is written; None while there is no file.
        fingerprint: The file as it was read or saved last; None while there is no file.
        given_up: The scenario the user does not want to keep, though it is not saved.
        as_read: How the file was written when it was read.
        look: Where somebody looked when another sheet was shown.
        notice: What is told over the board; None where nothing is.
        copied_from: The file it is a copy of; None where it is of none, or was saved since.
        waiting: What it is as long as it was not read; None from then on.

    Signals:
        changed: An edit, or its undoing: the scenario before, the scenario after.
        replaced: Another scenario was put in its place: forget everything.
        path_changed: It belongs to another file.
        stirred: Something happened to its file on the disk; the sheet itself.
        noticed: There is another notice, or none; the sheet itself.
        titled: It is called something else, or is saved, or no longer; the sheet itself.
    """

    changed = Signal(object, object)
    replaced = Signal()
    path_changed = Signal()
    stirred = Signal(object)
    noticed = Signal(object)
    titled = Signal(object)

    def __init__(self, scenario: Scenario, path: Path | None = None) -> None:
        super().__init__()
        self._file = OpenFile(scenario)
        self._catalogue = scenario.catalogue
        self.path = path
        self.undo_stack = QUndoStack(self)
        self.format: FileFormat | None = None
        self.fingerprint: Fingerprint | None = None
        self.given_up: Scenario | None = None
        self.as_read = NEW
        self.look = Look()
        self.notice: Notice | None = None
        self.copied_from: Path | None = None
        self.waiting: Waiting | None = None
        self._memory: dict[type, object] = {}
        self._key = ""
        self._watch: FileWatch | None = None
        self.undo_stack.cleanChanged.connect(self._tell_title)

    @property
    def scenario(self) -> Scenario:
        """The scenario as it stands now."""
        return self._file.scenario

    @property
    def file(self) -> OpenFile:
        """The scenario as it stands now, and how its file is to be written."""
        return self._file

    @property
    def name(self) -> str:
        """What to call it: its file's name, or its title, or Untitled."""
        if self.path is not None:
            return self.path.name
        return self.waiting.name if self.waiting else self.scenario.title or tr("Untitled")

    @property
    def modified(self) -> bool:
        """Whether it is other than on the disk."""
        return self.waiting.modified if self.waiting else not self.undo_stack.isClean()

    @property
    def key(self) -> str:
        """What it goes by in the recovery folder; no other has the same."""
        if not self._key:
            from uuid import uuid4  # 3 ms

            self._key = uuid4().hex
        return self._key

    @key.setter
    def key(self, key: str) -> None:
        self._key = key

    @property
    def unsaved(self) -> bool:
        """Whether there are changes that are neither saved nor given up by the user."""
        return not self.undo_stack.isClean() and self.scenario is not self.given_up

    @property
    def is_blank(self) -> bool:
        """Whether nothing was ever put into it, so that something else may take its place."""
        scenario = self.scenario
        untouched = self.path is None and self.undo_stack.isClean() and not self.undo_stack.count()
        untouched = untouched and self.waiting is None and self.copied_from is None
        return untouched and scenario == new_scenario(scenario.board.type, scenario.face)

    def edit(self, text: Value, after: Scenario, stroke: int, origin: Origin | None) -> None:
        """Make *after* the scenario, as one undoable step; see :meth:`Document.edit`."""
        now = self._file
        origin = now.origin if origin is None else origin
        if origin is not now.origin or (after is not now.scenario and after != now.scenario):
            self.undo_stack.push(_Edit(self, text, OpenFile(after, origin), stroke))
            old = self.undo_stack.command(self.undo_stack.index() - _WHOLE)
            if isinstance(old, _Edit):
                old.shrink()

    def know(self, catalogue: Catalogue) -> None:
        """Have the scenario go by another catalogue from now on; what it says stays.

        What its history brings back goes by that, too.
        """
        if catalogue is not self._catalogue:
            self._catalogue = catalogue
            before, given_up = self._file, self.given_up is self.scenario
            self._show(before)
            self.given_up = self.scenario if given_up else self.given_up

    def say_anew(self) -> None:
        """Call all steps of the history what they are called in the language spoken now."""
        for number in range(self.undo_stack.count()):
            step = self.undo_stack.command(number)
            if isinstance(step, _Edit):
                step.setText(told(step.said))

    def replace(
        self,
        scenario: Scenario,
        path: Path | None,
        origin: Origin = NEW,
        look: Look = EVERYTHING,
    ) -> None:
        """Put another scenario in its place and forget the history of this one."""
        self._file, self._catalogue = OpenFile(scenario, origin), scenario.catalogue
        self.undo_stack.clear()
        self.undo_stack.setClean()  # clearing a history without steps leaves it as it was
        self.given_up, self.as_read, self.look = None, origin, look
        self.copied_from = None
        self._memory.clear()
        self.set_path(path)
        self.replaced.emit()

    def remember(self, value: object) -> None:
        """Keep what somebody found out about the scenario, until another is put in its place."""
        self._memory[type(value)] = value

    def recall(self, kind: type[T]) -> T | None:
        """Return what was found out of a kind; None where nothing was."""
        found = self._memory.get(kind)
        return found if isinstance(found, kind) else None

    def wake(self) -> bool:
        """Read what waits to be read; tell whether that could be done."""
        waiting, self.waiting = self.waiting, None
        return waiting is None or waiting.load()

    def set_path(self, path: Path | None) -> None:
        """Remember the file the scenario belongs to."""
        self.path = path
        if path is not None:
            self.copied_from = None
        self.path_changed.emit()
        self.titled.emit(self)

    def set_notice(self, notice: Notice | None) -> None:
        """Have something told over the board, or nothing."""
        if notice is not self.notice:
            self.notice = notice
            self.noticed.emit(self)

    def watch(self) -> None:
        """Notice from now on what happens to its file on the disk."""
        if self._watch is None:
            self._watch = FileWatch(self)
            self._watch.stirred.connect(self._tell_stirred)
        self._watch.watch(self.path)

    def discard(self) -> None:
        """Let go of the file and the history: nobody will show this any more."""
        if self._watch is not None:
            self._watch.watch(None)
        if self.waiting is not None:
            self.waiting.let_go()
        self.undo_stack.blockSignals(True)
        self.undo_stack.clear()  # the steps know the sheet, which they would keep alive

    def _show(self, file: OpenFile) -> None:
        scenario = file.scenario.known_by(self._catalogue)
        file = file if scenario is file.scenario else OpenFile(scenario, file.origin)
        before, self._file = self._file, file
        self.changed.emit(before.scenario, file.scenario)
        if self.path is None and before.scenario.title != file.scenario.title:
            self.titled.emit(self)

    def _tell_title(self) -> None:
        self.titled.emit(self)

    def _tell_stirred(self) -> None:
        self.stirred.emit(self)


class _Edit(QUndoCommand):
    """Swap one scenario for another; the only undo command there is.

    Attributes:
        said: What it is called, in any language.
    """

    def __init__(self, sheet: Sheet, said: Value, after: OpenFile, stroke: int) -> None:
        super().__init__(told(said))
        self.said = said
        self._sheet = sheet
        self._whole: tuple[OpenFile, OpenFile] | None = sheet.file, after
        self._change: Change | None = None
        self._stroke = stroke

    def shrink(self) -> None:
        """Keep only what differs, for long histories; what comes back is equal, not the same."""
        if self._whole and (small := change(*self._whole)):
            self._change, self._whole = small, None

    def redo(self) -> None:
        now = self._sheet.file
        self._sheet._show(self._whole[1] if self._whole else self._small.done(now))

    def undo(self) -> None:
        now = self._sheet.file
        self._sheet._show(self._whole[0] if self._whole else self._small.undone(now))

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

"""Makes the sheet of a scenario beside the window, the newest wish first."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from m44core.errors import M44Error
from m44core.messages.words import words
from m44core.model.scenario import Scenario
from m44core.publish.inks import Ink
from m44core.publish.paper import Paper
from m44core.publish.proof import DOTS, Proof, Proofs
from m44core.publish.typesetting.typesetter import typesetter
from m44editor.work.relay import when_done


@dataclass(frozen=True)
class Wanted:
    """A sheet that is asked for.

    Attributes:
        scenario: What it is about.
        languages: The codes of one language or two.
        paper: The paper.
        ink: How much ink its map takes.
        template: A folder with templates of the user's own.
        dots: Dots to the inch of the pictures of its pages.
    """

    scenario: Scenario
    languages: tuple[str, ...]
    paper: Paper = Paper.A4
    ink: Ink = Ink.COLOUR
    template: Path | None = None
    dots: float = DOTS


class Proofing(QObject):
    """Makes sheets in a thread; of wishes that came meanwhile only the last is heard.

    Signals:
        made: A :class:`Proof` and the :class:`Wanted` it is of.
        failed: An :class:`M44Error` that says why there is none.
    """

    made = Signal(object, object)
    failed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._worker = ThreadPoolExecutor(1, "sheet")
        self._setter = _Setter()
        self._running: Wanted | None = None
        self._next: Wanted | None = None
        self._ended = False

    @property
    def is_busy(self) -> bool:
        """Whether a sheet is being made."""
        return self._running is not None

    def ask(self, wanted: Wanted) -> None:
        """Make a sheet once the one that is being made is done."""
        if self._ended:
            return
        if self._running is not None:
            self._next = wanted
            return
        self._running = wanted
        future = self._worker.submit(self._setter.proof, wanted)
        when_done(future, self._note)

    def close(self) -> None:
        """Make nothing more, and wait until nothing is being made; may be called twice."""
        if self._ended:
            return
        self._ended = True
        self._worker.submit(self._setter.close)
        self._worker.shutdown(wait=True)

    def _note(self, future: Future[Proof]) -> None:
        if self._ended:
            return
        wanted, self._running = self._running, None
        following, self._next = self._next, None
        if following is not None:
            self.ask(following)
        try:
            proof = future.result()
        except M44Error as error:
            self.failed.emit(error)
        else:
            self.made.emit(proof, wanted)


class _Setter:
    """Makes the sheets; lives in one thread, as what it typesets with does."""

    def __init__(self) -> None:
        self._open = ExitStack()
        self._template: Path | None = None
        self._proofs: Proofs | None = None

    def proof(self, wanted: Wanted) -> Proof:
        if self._proofs is None or wanted.template != self._template:
            self.close()
            self._proofs = Proofs(self._open.enter_context(typesetter(wanted.template)))
            self._template = wanted.template
        every = [words(code) for code in wanted.languages]
        return self._proofs.of(wanted.scenario, every, wanted.paper, wanted.ink, wanted.dots)

    def close(self) -> None:
        self._proofs = None
        self._open.close()

"""Makes sheets in a process of its own: what typesets them keeps all memory it ever took."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from m44core.messages.words import words
from m44core.model.scenario import Scenario
from m44core.publish.paper_and_ink import Ink, Paper
from m44core.publish.sheet_preview import DOTS, Proof, Proofs
from m44core.publish.typesetter import typesetter


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


@dataclass(frozen=True)
class Job:
    """What a process is given to do.

    Attributes:
        wanted: The sheet.
        room: A folder for its templates, which goes when nobody wants sheets any more.
    """

    wanted: Wanted
    room: Path


def make(job: Job) -> Proof:
    """Make a sheet.

    Raises:
        M44Error: it cannot be made; the message says why.
    """
    return _setter().proof(job)


@cache
def _setter() -> _Setter:
    return _Setter()


class _Setter:
    """Makes one sheet after the other: what did not change is not made again."""

    def __init__(self) -> None:
        self._open = ExitStack()
        self._template: Path | None = None
        self._proofs: Proofs | None = None

    def proof(self, job: Job) -> Proof:
        wanted = job.wanted
        if self._proofs is None or wanted.template != self._template:
            self._open.close()
            self._proofs = None
            self._proofs = Proofs(self._open.enter_context(typesetter(wanted.template, job.room)))
            self._template = wanted.template
        every = [words(code) for code in wanted.languages]
        return self._proofs.of(wanted.scenario, every, wanted.paper, wanted.ink, wanted.dots)

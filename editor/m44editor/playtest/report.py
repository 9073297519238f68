"""What has happened in a game, kept for the screen: sentences, dice, ways."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from m44core.catalogue.types import Side
from m44core.rules.actions import Face, Roll
from m44core.rules.battle import hits
from m44core.rules.events import (
    BattleDeclared,
    Drawn,
    Event,
    GroundTaken,
    Moved,
    Retreated,
    TurnBegun,
    counted,
    subject,
)
from m44core.rules.state import GameState


class Way(Enum):
    """What an arrow on the board stands for."""

    MOVE = "move"
    BATTLE = "battle"
    RETREAT = "retreat"


@dataclass(frozen=True)
class Trace:
    """A way over the board that somebody or some shot went; hexes by their names."""

    start: str
    end: str
    way: Way


@dataclass(frozen=True)
class Throw:
    """The dice of one battle.

    Attributes:
        faces: What they show, hits first, then flags.
        hits: How many of them hit the target.
        words: Who was battled and what came of it, in one line.
    """

    faces: tuple[Face, ...]
    hits: int
    words: str


class Report:
    """Everything that happened, each entry with the number of actions before it.

    Attributes:
        log: The sentences.
    """

    def __init__(self) -> None:
        self.log: list[tuple[int, str]] = []
        self._throws: list[tuple[int, Throw]] = []
        self._traces: list[tuple[int, Trace]] = []
        self._turns: list[int] = []
        self._dealt: tuple[Side | None, int] = (None, 0)  # who draws, and the how manyth card

    @property
    def throw(self) -> Throw | None:
        """The dice that fell last; None before the first battle."""
        return self._throws[-1][1] if self._throws else None

    def traces(self, since: int) -> tuple[Trace, ...]:
        """Return the ways of the actions from *since* on, within the latest turn that had any."""
        latest = self._traces[-1][0] if self._traces else 0
        begun = max((turn for turn in self._turns if turn < latest), default=0)
        return tuple(trace for number, trace in self._traces if number >= max(since, begun))

    def add(self, number: int, events: Iterable[Event], throw: Throw | None = None) -> None:
        """Keep what action *number* made happen."""
        for event in events:
            self._note(number, event)
        if throw is not None:
            self._throws.append((number, throw))

    def go_back(self, length: int) -> None:
        """Forget what the actions from number *length* on made happen."""
        self.log = [entry for entry in self.log if entry[0] < length]
        self._throws = [entry for entry in self._throws if entry[0] < length]
        self._traces = [entry for entry in self._traces if entry[0] < length]
        self._turns = [number for number in self._turns if number < length]
        self._dealt = (None, 0)

    def _note(self, number: int, event: Event) -> None:
        self._tell(number, event)
        if isinstance(event, TurnBegun):
            self._turns.append(number)
        trace = _trace(event)
        if trace is not None:
            self._traces.append((number, trace))

    def _tell(self, number: int, event: Event) -> None:
        """Add a sentence; the cards a side draws one after another share theirs."""
        side, count = self._dealt
        if not isinstance(event, Drawn):
            self._dealt = (None, 0)
            self.log.append((number, str(event)))
        elif event.side is side:
            self._dealt = (side, count + 1)
            words = f"{subject(event.side, 'draw')} {counted(count + 1, 'card')}."
            self.log[-1] = (self.log[-1][0], words)
        else:
            self._dealt = (event.side, 1)
            self.log.append((number, str(event)))


def thrown(state: GameState, roll: Roll) -> Throw | None:
    """Return what *roll* does, before it is applied; None where no battle is under way."""
    if state.fight is None:
        return None
    target = state.unit(state.fight.target)
    unit_class = target.rules.unit_class
    order = {face: (not hits(unit_class, [face]), face != Face.FLAG) for face in Face}
    faces = tuple(sorted(roll.faces, key=lambda face: (order[face], face)))
    number, flags = hits(unit_class, faces), faces.count(Face.FLAG)
    where = state.field.grid.names[state.place[target.number]]
    result = ", ".join(
        counted(count, word) for count, word in ((number, "hit"), (flags, "flag")) if count
    )
    return Throw(faces, number, f"{target.name} on {where}: {result or 'missed'}")


def _trace(event: Event) -> Trace | None:
    match event:
        case Moved(start=start, end=end) | GroundTaken(start=start, end=end):
            return Trace(start, end, Way.MOVE)
        case BattleDeclared(hex=start, target=end):
            return Trace(start, end, Way.BATTLE)
        case Retreated(start=start, end=end):
            return Trace(start, end, Way.RETREAT)
    return None

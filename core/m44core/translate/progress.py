"""How far translations are: counted, and as badges."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from m44core.model.scenario import Scenario
from m44core.translate.record import NO_RECORD, Record
from m44core.translate.states import State
from m44core.translate.units import LABELS, units_of
from m44core.values import dataclass


@dataclass(frozen=True, slots=True)
class Progress:
    """How many units of a translation are how far.

    Attributes:
        new: Those without a translation.
        draft: Those somebody is to look at once more.
        stale: Those whose source says something else now.
        done: Those that are done.
        kept: Translations that are in no text and wait for somebody to decide.
    """

    new: int = 0
    draft: int = 0
    stale: int = 0
    done: int = 0
    kept: int = 0

    @property
    def units(self) -> int:
        """How many units there are."""
        return self.new + self.draft + self.stale + self.done

    @property
    def percent(self) -> int:
        """How much is done, in whole percent; 100 only where all is."""
        return 100 * self.done // self.units if self.units else 100

    def __add__(self, other: Progress) -> Progress:
        """Return both together."""
        return Progress(
            self.new + other.new,
            self.draft + other.draft,
            self.stale + other.stale,
            self.done + other.done,
            self.kept + other.kept,
        )


NO_PROGRESS = Progress()
_COUNTED = (State.NEW, State.DRAFT, State.STALE, State.DONE)


def progress_of(
    scenario: Scenario, source: str, target: str, record: Record = NO_RECORD
) -> Progress:
    """Return how far the translation of a scenario into a language is.

    A label without words in the language is shown as it stands on the board, as most names are:
    it is not counted.
    """
    units = units_of(scenario, source, target, record)
    states = Counter(u.state for u in units if u.field != LABELS or u.state is not State.NEW)
    kept = sum(each.language == target for each in record.kept)
    new, draft, stale, done = (states[state] for state in _COUNTED)
    return Progress(new, draft, stale, done, kept)


def together(each: Iterable[Progress]) -> Progress:
    """Return the progress of several scenarios as one."""
    return sum(each, NO_PROGRESS)

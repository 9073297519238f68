"""What was translated before: the same texts, and texts that are nearly so, with their likeness."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path

from m44core.errors import M44Error
from m44core.io.files.open import read_file
from m44core.model.scenario import Scenario
from m44core.resources import shipped_scenarios
from m44core.translate.record import NO_RECORD, Record
from m44core.translate.record_file import read_record
from m44core.translate.states import State
from m44core.translate.units import units_of
from m44core.values import dataclass

_NEARLY = 99  # what is not the same to the letter is never called so
_LONGEST = 4000  # letters of texts that are compared


@dataclass(frozen=True, slots=True)
class Remembered:
    """A text that was translated before.

    Attributes:
        source: What it said.
        target: Its translation.
        where: What it stands in: the name of a file.
    """

    source: str
    target: str
    where: str


@dataclass(frozen=True, slots=True)
class Match:
    """A text like the one to be translated.

    Attributes:
        remembered: It, with its translation.
        percent: How much is alike; 100 for the same text only.
    """

    remembered: Remembered
    percent: int


class Memory:
    """Texts with their translations from one language into another.

    Args:
        remembered: The texts, of which the first of equal ones counts.

    Attributes:
        finds_near: Whether near matches are found; that needs rapidfuzz, equal texts do not.
    """

    def __init__(self, remembered: Iterable[Remembered] = ()) -> None:
        self._exact: dict[str, list[Remembered]] = {}
        self._sources: list[str] = []
        self.finds_near = find_spec("rapidfuzz") is not None
        self.add(remembered)

    def __len__(self) -> int:
        """Return how many different texts are remembered."""
        return len(self._sources)

    def add(self, remembered: Iterable[Remembered]) -> None:
        """Remember more texts."""
        for each in remembered:
            if each.source not in self._exact:
                self._sources.append(each.source)
            known = self._exact.setdefault(each.source, [])
            if all(other.target != each.target for other in known):
                known.append(each)

    def matches(self, text: str, most: int = 5, least: int = 60) -> tuple[Match, ...]:
        """Return what was translated before, the most alike first.

        Args:
            text: What is to be translated.
            most: How many to return.
            least: How much must be alike, in percent.
        """
        exact = [Match(each, 100) for each in self._exact.get(text, ())][:most]
        near = self._near(text, most, least) if self.finds_near and len(exact) < most else ()
        return (*exact, *near)[:most]

    def _near(self, text: str, most: int, least: int) -> Iterator[Match]:
        from rapidfuzz import fuzz, process

        if len(text) > _LONGEST:
            return
        found = process.extract(
            text, self._sources, scorer=fuzz.ratio, limit=most + 1, score_cutoff=least
        )
        for source, score, _ in found:
            if source != text:
                for each in self._exact[source]:
                    yield Match(each, min(_NEARLY, int(score)))


def remembered_in(
    scenario: Scenario, source: str, target: str, where: str, record: Record = NO_RECORD
) -> Iterator[Remembered]:
    """Yield the texts of a scenario whose translation is done."""
    if source in scenario.texts and target in scenario.texts:
        for unit in units_of(scenario, source, target, record):
            if unit.state is State.DONE:
                yield Remembered(unit.source, unit.target, where)


def memory_of(paths: Iterable[Path], source: str, target: str, *, shipped: bool = True) -> Memory:
    """Return what the scenarios in some files, and those that ship, have translated.

    Files that cannot be read are passed over: others say what is wrong with them.
    """
    memory = Memory()
    for path in (*paths, *(shipped_scenarios() if shipped else ())):
        try:
            scenario, record = read_file(path).scenario, read_record(path)
        except M44Error:
            continue
        if scenario is not None:
            memory.add(remembered_in(scenario, source, target, path.name, record))
    return memory

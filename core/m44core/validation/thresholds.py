"""What is usual in published scenarios: the thresholds of warnings and hints, kept as data."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from functools import cache
from pathlib import Path
from typing import NamedTuple

from m44core.board import BoardType
from m44core.data_files import Entry, yaml_mapping
from m44core.errors import CatalogueError
from m44core.model.special_rules import SpecialRules
from m44core.values import dataclass

_FILE = Path(__file__).parent / "thresholds.yaml"


class Range(NamedTuple):
    """Two bounds, both included."""

    least: float
    most: float

    def __contains__(self, number: object) -> bool:
        """Tell whether a number lies within the bounds."""
        return isinstance(number, int | float) and self.least <= number <= self.most


class SheetRoom(NamedTuple):
    """For how many letters one page has room, and two have."""

    one: int
    two: int


class Ranges(NamedTuple):
    """Outside ``sound`` is a warning, outside ``usual`` a hint."""

    sound: Range
    usual: Range


@dataclass(frozen=True, slots=True)
class BoardThresholds:
    """What is usual on one type of board.

    Attributes:
        cards: Cards in hand.
        medals: Medals to win.
        units: Units of one side; None where too few boards are published to tell.
        units_per_medal: Enemy units for each medal a side needs; None likewise.
    """

    cards: Ranges
    medals: Ranges
    units: Range | None
    units_per_medal: Range | None


@dataclass(frozen=True, slots=True)
class Thresholds:
    """What is usual.

    Attributes:
        boards: What depends on the board.
        proposed: The cards in hand, or the medals to win, that a fix proposes at least.
        small_army: Fewer units of a side than these are very few.
        many_cards: More cards in both hands than these are many for one base box.
        label: Letters of a label that fit over a hex.
        sheet: Letters of all texts for which one page of a sheet has room, and two have.
        fewer_and_first: How many cards fewer than the other the player who begins holds at most.
        fewer_and_second: The same for the player who moves second.
        sound_ratio: How many times as many units the larger army has; more is a warning.
        usual_ratio: The same; more is a hint.
        section: Fewer units than these are few for a section.
        distance: Hexes between the two enemies that are nearest to each other.
        years: The years of the war.
        new_day: The day with which new files of the official editor begin.
        special_rules: More special rules than these are many.
        sound_exit: Fewer moves than these until a unit can stand on an exit are a warning.
        usual_exit: Fewer are a hint.
        first_targets: Share of the hexes within first reach from which there is a target.
        without_retreat: Share of a side's units that cannot retreat; more is a hint.
        without_medals: Options that bring nobody a medal.
        worth_medals: Groups of structures that the engine does not play and that may bring a medal.
        reinforcements: Options that bring units after the set-up.
        decks: For each option that names a deck, the decks there are.
    """

    boards: Mapping[BoardType, BoardThresholds]
    proposed_count: int
    small_army: int
    many_cards: int
    label_letters: int
    sheet_letters: SheetRoom
    fewer_and_first: int
    fewer_and_second: int
    sound_ratio: float
    usual_ratio: float
    section_units: int
    first_distance: Range
    years: Range
    new_file_date: date
    special_rules: int
    sound_exit: int
    usual_exit: int
    first_targets: Range
    no_retreat_share: float
    without_medals: frozenset[str]
    worth_medals: frozenset[str]
    reinforcements: frozenset[str]
    decks: Mapping[str, tuple[str, ...]]

    def brings_units(self, rules: SpecialRules) -> bool:
        """Tell whether rules bring units after the set-up; one that is switched off does not."""
        return any(rules.is_on(key) for key in self.reinforcements)


@cache
def thresholds() -> Thresholds:
    """Return what is usual; read once.

    Raises:
        CatalogueError: our own data is wrong.
    """
    try:
        said = yaml_mapping(_FILE)
        return Thresholds(
            boards={BoardType(name): _board(of) for name, of in said["boards"].items()},
            proposed_count=said["proposed"],
            small_army=said["small-army"],
            many_cards=said["many-cards"],
            label_letters=said["label"],
            sheet_letters=SheetRoom(said["sheet"]["one"], said["sheet"]["two"]),
            fewer_and_first=said["card-difference"]["first"],
            fewer_and_second=said["card-difference"]["second"],
            sound_ratio=said["army-ratio"]["sound"],
            usual_ratio=said["army-ratio"]["usual"],
            section_units=said["units-of-a-section"],
            first_distance=Range(*said["first-distance"]),
            years=Range(*said["years"]),
            new_file_date=date.fromisoformat(said["new-file"]),
            special_rules=said["special-rules"],
            sound_exit=said["exit-moves"]["sound"],
            usual_exit=said["exit-moves"]["usual"],
            first_targets=Range(*said["first-targets"]),
            no_retreat_share=said["without-retreat"],
            without_medals=frozenset(said["without-medals"]),
            worth_medals=frozenset(said["worth-medals"]),
            reinforcements=frozenset(said["reinforcements"]),
            decks={name: tuple(decks) for name, decks in said["decks"].items()},
        )
    except (AttributeError, KeyError, OSError, TypeError, ValueError) as error:
        raise CatalogueError(f"{_FILE.name} is wrong: {error!r}") from error


def _board(said: Entry) -> BoardThresholds:
    return BoardThresholds(
        cards=_ranges(said["cards"]),
        medals=_ranges(said["medals"]),
        units=_range(said.get("units")),
        units_per_medal=_range(said.get("units-per-medal")),
    )


def _ranges(said: Mapping[str, list[float]]) -> Ranges:
    return Ranges(Range(*said["sound"]), Range(*said["usual"]))


def _range(said: list[float] | None) -> Range | None:
    return Range(*said) if said else None

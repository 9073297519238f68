"""The usual values of published scenarios: the thresholds of warnings and hints, kept as data."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from functools import cache
from pathlib import Path
from typing import NamedTuple

from m44core.board import BoardType
from m44core.data_files import Entry, read_yaml_mapping
from m44core.errors import CatalogueError
from m44core.model.special_rules import SpecialRules
from m44core.values import dataclass

_THRESHOLDS_FILE = Path(__file__).parent / "thresholds.yaml"


class Range(NamedTuple):
    """A range of numbers that includes both bounds."""

    least: float
    most: float

    def __contains__(self, number: object) -> bool:
        """Return whether a number lies within the bounds."""
        return isinstance(number, int | float) and self.least <= number <= self.most


class SheetCapacity(NamedTuple):
    """The maximum number of characters on a sheet of one page, and of two."""

    one_page: int
    two_pages: int


class Ranges(NamedTuple):
    """The ranges of a value: outside ``sound`` it gives a warning, outside ``usual`` a hint."""

    sound: Range
    usual: Range


@dataclass(frozen=True, slots=True)
class BoardThresholds:
    """The thresholds for one type of board.

    Attributes:
        cards: Cards in hand.
        medals: Medals to win.
        units: Units of one side; None if there are too few published scenarios.
        units_per_medal: Enemy units for each medal a side needs; None for the same reason.
    """

    cards: Ranges
    medals: Ranges
    units: Range | None
    units_per_medal: Range | None


@dataclass(frozen=True, slots=True)
class Thresholds:
    """The thresholds of warnings and hints.

    Attributes:
        boards: The thresholds that depend on the board.
        proposed_count: The smallest number of cards or medals that a fix proposes.
        small_army: The number of units below which a side has very few.
        many_cards: The maximum number of cards in both hands for one base box.
        label_letters: The maximum number of characters of a label line that fit over a hex.
        sheet_letters: The maximum number of characters of all texts in one language, on one page
            and on two.
        fewer_and_first: The number of cards by which one hand may be smaller than the other.
        fewer_and_second: The same if the player with the smaller hand also moves second.
        sound_ratio: The ratio of the larger army to the smaller above which there is a warning.
        usual_ratio: The ratio above which there is a hint.
        section_units: The number of units below which a section has few.
        first_distance: The usual distance of the two nearest enemies, in hexes.
        years: The years of the war.
        new_file_date: The date of the battle in new files of the official editor.
        special_rules: The maximum number of special rules that players can remember.
        sound_exit: The number of moves to an exit below which there is a warning.
        usual_exit: The number of moves to an exit below which there is a hint.
        first_targets: The usual share of the hexes reachable in the first move that have a target.
        no_retreat_share: The share of a side's units without a retreat above which there is a hint.
        without_medals: Options that award no medals.
        worth_medals: Groups of structures unknown to the engine that might be worth a medal.
        reinforcements: Options that bring more units after the setup.
        decks: The valid decks, keyed by the option that selects one.
    """

    boards: Mapping[BoardType, BoardThresholds]
    proposed_count: int
    small_army: int
    many_cards: int
    label_letters: int
    sheet_letters: SheetCapacity
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

    def brings_reinforcements(self, rules: SpecialRules) -> bool:
        """Return whether special rules that are switched on bring more units after the setup."""
        return any(rules.is_on(key) for key in self.reinforcements)


@cache
def thresholds() -> Thresholds:
    """Return the thresholds; cached.

    Raises:
        CatalogueError: the data of the program is wrong.
    """
    try:
        data = read_yaml_mapping(_THRESHOLDS_FILE)
        return Thresholds(
            boards={
                BoardType(name): _parse_board_thresholds(board_data)
                for name, board_data in data["boards"].items()
            },
            proposed_count=data["proposed"],
            small_army=data["small-army"],
            many_cards=data["many-cards"],
            label_letters=data["label"],
            sheet_letters=SheetCapacity(data["sheet"]["one"], data["sheet"]["two"]),
            fewer_and_first=data["card-difference"]["first"],
            fewer_and_second=data["card-difference"]["second"],
            sound_ratio=data["army-ratio"]["sound"],
            usual_ratio=data["army-ratio"]["usual"],
            section_units=data["units-of-a-section"],
            first_distance=Range(*data["first-distance"]),
            years=Range(*data["years"]),
            new_file_date=date.fromisoformat(data["new-file"]),
            special_rules=data["special-rules"],
            sound_exit=data["exit-moves"]["sound"],
            usual_exit=data["exit-moves"]["usual"],
            first_targets=Range(*data["first-targets"]),
            no_retreat_share=data["without-retreat"],
            without_medals=frozenset(data["without-medals"]),
            worth_medals=frozenset(data["worth-medals"]),
            reinforcements=frozenset(data["reinforcements"]),
            decks={name: tuple(decks) for name, decks in data["decks"].items()},
        )
    except (AttributeError, KeyError, OSError, TypeError, ValueError) as error:
        raise CatalogueError(f"{_THRESHOLDS_FILE.name} is wrong: {error!r}") from error


def _parse_board_thresholds(data: Entry) -> BoardThresholds:
    return BoardThresholds(
        cards=_parse_ranges(data["cards"]),
        medals=_parse_ranges(data["medals"]),
        units=_parse_range(data.get("units")),
        units_per_medal=_parse_range(data.get("units-per-medal")),
    )


def _parse_ranges(data: Mapping[str, list[float]]) -> Ranges:
    return Ranges(Range(*data["sound"]), Range(*data["usual"]))


def _parse_range(data: list[float] | None) -> Range | None:
    return Range(*data) if data else None

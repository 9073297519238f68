"""The weights of the estimated chance of winning, as read from their data file.

All weights are logits and symmetric: what counts for one side counts against the other. The file
says how they were fitted.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from m44core.catalogue.catalogue_types import UnitClass
from m44core.data_files import Entry, read_yaml_mapping
from m44core.errors import CatalogueError
from m44core.rules.board.hex_ground import CLASSES

WEIGHTS_FILE = Path(__file__).parent / "data" / "win_weights.yaml"


@dataclass(frozen=True, slots=True, eq=False)
class WinWeights:
    """The weights of the estimate.

    A list that is indexed by a number ends with the weight of all greater numbers.

    Attributes:
        units: For each class, by its number, the weights of a unit with 0, 1, 2 ... figures.
        missing: The weights of 1, 2, 3 ... medals that a player still needs.
        held: The weight of a medal of an objective that can still be lost.
        near: The weights of a medal of an objective to be gained if the nearest unit is up to 1, 2,
            3 ... hexes away.
        vacated: The weights of a medal of an objective that the enemy is driven from: by fire, and
            in close assault.
        driven: The weights of driving an enemy off its hex: by any attack, and further in close
            assault.
        initiative: The weight of having the next turn.
        kill_next: The weights of the attacks possible in the next turn if one medal is missing, and
            if two are; a kill counts as minus the logarithm of the chance of none.
        pending: The weight of the expected losses in the battles left in this turn.
        pending_kill: The weights of a kill in these battles if one medal is missing, two, or more.
        orders: The weights of a section card that can order 0, 1, 2 ... units.
        contact: The weights of a section card of which 0, 1, 2 ... ordered units could attack.
        tactic_contact: As `contact`, for a tactic card that orders units.
        tactics: The weights of tactic cards, keyed by emblem.
    """

    units: tuple[tuple[float, ...], ...]
    missing: tuple[float, ...]
    held: float
    near: tuple[float, ...]
    vacated: tuple[float, ...]
    driven: tuple[float, ...]
    initiative: float
    kill_next: tuple[float, ...]
    pending: float
    pending_kill: tuple[float, ...]
    orders: tuple[float, ...]
    contact: tuple[float, ...]
    tactic_contact: tuple[float, ...]
    tactics: Mapping[str, float]


_LENGTHS = {
    "missing": 8,
    "near": 4,
    "vacated": 2,
    "driven": 2,
    "kill_next": 2,
    "pending_kill": 3,
    "orders": 5,
    "contact": 5,
    "tactic_contact": 5,
}
"""The length of each list of weights, keyed by its name."""
_SINGLE_WEIGHTS = ("held", "initiative", "pending")


@cache
def win_weights() -> WinWeights:
    """Return the built-in weights."""
    return read_weights(WEIGHTS_FILE)


def read_weights(path: Path) -> WinWeights:
    """Return the weights of a file.

    Raises:
        CatalogueError: the file cannot be read, or an entry is wrong.
    """
    data = read_yaml_mapping(path)
    try:
        return _parse_weights(data)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise CatalogueError(f"{path.name} is wrong: {error!r}") from error


def _parse_weights(data: Entry) -> WinWeights:
    units = {UnitClass(name): _parse_numbers(weights) for name, weights in data["units"].items()}
    lists = {name: _parse_numbers(data[name], length) for name, length in _LENGTHS.items()}
    single_weights = {name: float(data[name]) for name in _SINGLE_WEIGHTS}
    unknown = data.keys() - {"units", "tactics", *lists, *single_weights}
    if unknown:
        raise ValueError(f"unknown keys {sorted(unknown)}")
    by_name: dict[str, Any] = {
        "units": tuple((0.0, *units.get(each, ())) for each in CLASSES),
        "tactics": {emblem: float(weight) for emblem, weight in data["tactics"].items()},
        **lists,
        **single_weights,
    }
    return WinWeights(**by_name)


def _parse_numbers(values: object, length: int | None = None) -> tuple[float, ...]:
    if not isinstance(values, list) or not values or len(values) != (length or len(values)):
        raise ValueError(f"{values!r} is not a list of {length or 'some'} numbers")
    return tuple(map(float, values))

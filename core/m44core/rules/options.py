"""The special rules a scenario states in its options, as typed values.

A scenario keeps its options as the file has them; what the rules can make of
them is read here. Nothing is guessed: an option that makes no sense is left
out and named, so that :mod:`m44core.rules.facts.coverage` can tell of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from m44core.board import Board
from m44core.catalogue.types import Side
from m44core.errors import NotationError
from m44core.hexes import Hex
from m44core.model.parts import Unit
from m44core.model.scenario import Scenario

MOST = 99  # the largest number of units, hexes, turns and cards an option may name
SUDDEN_DEATH = "group_sudden_death"

Hexes = tuple[Hex, ...]


@dataclass(frozen=True, slots=True)
class AirDrop:
    """Units that are dropped before the first turn (O-DROP).

    Attributes:
        side: Whose units they are.
        center: The hex to aim at; None where the side is free to choose.
        range: How many steps each unit may drift.
        units: How many are dropped.
        unit: The unit that stands on each hex where one lands.
    """

    side: Side
    center: Hex | None
    range: int
    units: int
    unit: Unit


@dataclass(frozen=True, slots=True)
class ReconAsAirPower:
    """A side that may play a Recon card as Air Power (O-HILL317, O-STRIKE).

    Attributes:
        side: Whose cards they are.
        hexes: A unit of that side must stand on one of them; empty if none need do so.
    """

    side: Side
    hexes: Hexes = ()


@dataclass(frozen=True, slots=True)
class SuddenDeath:
    """Hexes that win a side the game without medals (V-MED-08, V-MED-10).

    Attributes:
        side: Who wins.
        needed: How many of the hexes it must occupy.
        hexes: The hexes that count.
        at_once: Whether it wins as soon as it does (V-MED-08), not only at the end
            of one of its own turns (V-MED-10).
    """

    side: Side
    needed: int
    hexes: Hexes
    at_once: bool = False


@dataclass(frozen=True, slots=True)
class ScenarioOptions:
    """What a scenario asks for besides its layout (B-SETUP-10).

    Attributes:
        airdrops: The drops before the first turn.
        reshuffles: Whether the discards become a new deck (O-NORESH).
        deck_out_winner: Who wins when a deck that is not reshuffled runs out.
        recon_as_air_power: Who may play Recon as Air Power, and when.
        draw_extra: For each side, its own turns after which it draws more than
            usual, each with the number of cards more (B-SETUP-09).
        sudden_deaths: What wins without medals.
        infantry_exit_medals: How many medals it is worth when infantry leaves the
            board by an exit (V-EXIT-07).
        exits_needed: For each side, the medals for exits it needs among those to
            win (V-EXIT-08).
        unknown: Names of the options the rules do not know, in file order.
        malformed: Names of those they know, but whose value makes no sense.
    """

    airdrops: tuple[AirDrop, ...] = ()
    reshuffles: bool = True
    deck_out_winner: Side | None = None
    recon_as_air_power: tuple[ReconAsAirPower, ...] = ()
    draw_extra: Mapping[Side, tuple[tuple[int, int], ...]] = field(default_factory=dict)
    sudden_deaths: tuple[SuddenDeath, ...] = ()
    infantry_exit_medals: int = 1
    exits_needed: Mapping[Side, int] = field(default_factory=dict)
    unknown: tuple[str, ...] = ()
    malformed: tuple[str, ...] = ()

    def extra_cards(self, side: Side, turn: int) -> int:
        """Return how many cards more than usual *side* draws after its own turn number *turn*.

        The first turn is 1 (B-SETUP-08).
        """
        extra = self.draw_extra.get(side)
        return sum(cards for number, cards in extra if number == turn) if extra else 0


class _SenselessError(Exception):
    """A value that is none of its kind."""


class _OtherFormError(Exception):
    """A value that makes sense, but asks for what the rules do not know."""


def scenario_options(scenario: Scenario) -> ScenarioOptions:
    """Return what the options of *scenario* say, as far as it makes sense."""
    found: dict[str, Any] = {}
    unknown: list[str] = []
    malformed: list[str] = []
    for name, value in stated_options(scenario):
        if _is_off(name, value):
            continue
        try:
            _read(name, value, scenario.board, found)
        except _OtherFormError:
            unknown.append(name)
        except _SenselessError:
            malformed.append(name)
    return ScenarioOptions(
        **found,
        unknown=tuple(dict.fromkeys(unknown)),
        malformed=tuple(dict.fromkeys(malformed)),
    )


def _read(name: str, value: object, board: Board, found: dict[str, Any]) -> None:
    """Add what an option says to *found*; several of a kind stand side by side."""
    reader = _READERS.get(name)
    if reader is None:
        raise _OtherFormError
    field_name, result = reader(value, board)
    earlier = found.get(field_name, ())
    found[field_name] = (*earlier, *result) if isinstance(result, tuple) else result


def stated_options(scenario: Scenario) -> Iterator[tuple[str, object]]:
    """Yield the options of a scenario as the file has them, then its conditions of victory.

    A name may come more than once among the conditions.
    """
    yield from scenario.briefing.options.items()
    victory = scenario.briefing.extra.get("victory")
    conditions = victory.get("condition") if isinstance(victory, dict) else None
    for condition in conditions if isinstance(conditions, list) else ():
        if isinstance(condition, dict):
            yield from condition.items()


def _is_off(name: str, value: object) -> bool:
    """Tell whether an option is there but asks for nothing."""
    if name == "deck_reshuffling" and value is False:
        return False
    return value is None or value is False or value in ("", [], {})


def _side(value: object) -> Side:
    if value not in ("AXIS", "ALLIES"):
        raise _SenselessError
    return Side(value)


def _number(value: object, low: int = 1) -> int:
    """Return a number; some files write numbers as texts."""
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= 2:
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= MOST:
        raise _SenselessError
    return value


def _hex(value: object, board: Board) -> Hex:
    if not isinstance(value, str):
        raise _SenselessError
    try:
        return board.hex(value)
    except NotationError:
        raise _SenselessError from None


def _hexes(value: object, board: Board) -> Hexes:
    if not isinstance(value, list) or not value:
        raise _SenselessError
    return tuple(dict.fromkeys(_hex(name, board) for name in value))


def _object(value: object) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise _SenselessError
    return value


Reading = tuple[str, object]


def _airdrop(value: object, board: Board) -> Reading:
    raw = _object(value)
    if raw.keys() - {"side", "center", "range", "nbr_units", "unit"}:
        raise _OtherFormError
    unit = _object(raw.get("unit"))
    if unit.keys() - {"name", "badge", "nbr_units"}:
        raise _OtherFormError
    center = raw.get("center")
    drop = AirDrop(
        side=_side(raw.get("side")),
        center=None if center in (None, "") else _hex(center, board),
        range=_number(raw.get("range", 0), 0),
        units=_number(raw.get("nbr_units")),
        unit=_unit(unit),
    )
    return "airdrops", (drop,)


def _unit(raw: Mapping[str, Any]) -> Unit:
    name, badge, figures = raw.get("name"), raw.get("badge"), raw.get("nbr_units")
    if not isinstance(name, str) or not name or not isinstance(badge, str | None):
        raise _SenselessError
    return Unit(name, badge=badge or None, figures=None if figures is None else _number(figures))


def _reshuffling(value: object, _: Board) -> Reading:
    if not isinstance(value, bool):
        raise _SenselessError
    return "reshuffles", value


def _deck_out_winner(value: object, _: Board) -> Reading:
    return "deck_out_winner", _side(value)


def _hill317(value: object, board: Board) -> Reading:
    return "recon_as_air_power", (ReconAsAirPower(Side.ALLIES, _hexes(value, board)),)


def _air_strikes(value: object, _: Board) -> Reading:
    return "recon_as_air_power", (ReconAsAirPower(_side(value)),)


def _draw_extra(value: object, _: Board) -> Reading:
    draws = {_side(side): tuple(map(_draw, _list(turns))) for side, turns in _object(value).items()}
    return "draw_extra", draws


def _list(value: object) -> list[object]:
    if not isinstance(value, list):
        raise _SenselessError
    return value


def _draw(value: object) -> tuple[int, int]:
    pair = _list(value)
    if len(pair) != 2:
        raise _SenselessError
    return _number(pair[0]), _number(pair[1])


def _sudden_death(value: object, board: Board) -> Reading:
    raw = _object(value)
    if raw.keys() - {"side", "number", "group", "at_once"}:
        raise _OtherFormError
    hexes = _hexes(raw.get("group"), board)
    needed, at_once = _number(raw.get("number")), raw.get("at_once", False)
    if needed > len(hexes) or not isinstance(at_once, bool):
        raise _SenselessError
    return "sudden_deaths", (SuddenDeath(_side(raw.get("side")), needed, hexes, at_once),)


def _infantry_exit(value: object, _: Board) -> Reading:
    if value is not True:
        raise _SenselessError
    return "infantry_exit_medals", 2


def _must_exit(value: object, _: Board) -> Reading:
    raw = _object(value)
    if raw.keys() - {"side", "min_nbr_units"}:
        raise _OtherFormError
    return "exits_needed", {_side(raw.get("side")): _number(raw.get("min_nbr_units"))}


_READERS: Mapping[str, Callable[[object, Board], Reading]] = {
    "airdrop": _airdrop,
    "deck_reshuffling": _reshuffling,
    "deck_out_winner": _deck_out_winner,
    "hill317": _hill317,
    "air_strikes_rules": _air_strikes,
    "draw_extra": _draw_extra,
    SUDDEN_DEATH: _sudden_death,
    "infantry_exit_counts_2": _infantry_exit,
    "must_have_unit_exit": _must_exit,
}

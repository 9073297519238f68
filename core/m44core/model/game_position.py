"""The state of a game that a scenario stores beside its board."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field, replace
from typing import Any, TypeVar

from m44core.catalogue.types import Side
from m44core.hexes import Hex
from m44core.values import dataclass

T = TypeVar("T")


def _empty() -> Mapping[Any, Any]:
    return {}


@dataclass(frozen=True, slots=True)
class HiddenMines:
    """Minefields of unknown strength.

    Attributes:
        hexes: Their hexes.
        strengths: The strengths left in their set of tokens.
    """

    hexes: tuple[Hex, ...]
    strengths: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Position:
    """The state of a game at the beginning of a turn; pieces and medals are on the board.

    Attributes:
        turn: The number of the turn, counting both players', from 1.
        side: The side whose turn it is.
        medals: By side, the permanent medals: for units, exits and permanent objectives.
        held: By side, the hexes of other objectives it holds.
        exited: By side, the medals for exits among its medals.
        hands: By side, the cards in its hand.
        discards: The discarded cards, the latest last; all others are in the deck.
        played: By side, the card of its last turn, for a Counter-Attack, and the section it was
            played in, if it names none itself; in Overlord the card of the commander.
        generals: By side in Overlord, the cards of its generals in its last turn, from the left;
            "" for none, two of one general with a space, ``/1`` or ``/2`` for a sub-section.
        token: The card under the Commissar token; "" for none.
        wrecks: By side, the enemy figures it eliminated of units that score by figures, by kind.
        strength: By hex, the full strength of units that have lost figures.
        hits: By hex, the hits on ships.
        mines: By hex, the strength of revealed minefields.
        hidden: The other minefields.
        cross_hairs: By hex of each big gun, the hexes with its cross-hairs.
        captured: By hex, the captured headquarters with the number of cards lost.
        under: By hex, the names of obstacles under sandbags.
        aimed: The hexes that drops have aimed at, if each may be aimed at once.
        rests: By hex, the last turn in which a unit cannot be ordered.
        dropped: The sides whose air drops have landed.
        arrived: By side, the number of units dropped for orders, landed or lost.
        unloaded: By side, the number of units unloaded from trains; older files count them as
            arrived.
        through: The sides whose armor has broken through (O-ABRK).
        called: The sides whose reinforcements are called (SO-REINFORCEMENTS).
        reinforced: The sides whose reinforcements have entered the board.
        origins: By hex, the starting hex of units that special rules name by it.
        dams: By hex, the number of stars rolled against damaged dams (SO-DAM-SABOTAGE).
        opened: Whether the dice of the turn's beginning have been rolled (SO-ATTRITION).
        smoke: By hex, the last turn of smoke shells (E-SMOKE-01).
        screens: By hex, the last turn of a smoke screen (TH-SMK-02).
        visibility: The range of visibility at night, in hexes; None by day (TH-NIGHT-01).
        extra: Unknown keys.
    """

    turn: int
    side: Side
    medals: Mapping[Side, int] = field(default_factory=_empty)
    held: Mapping[Side, tuple[Hex, ...]] = field(default_factory=_empty)
    exited: Mapping[Side, int] = field(default_factory=_empty)
    hands: Mapping[Side, tuple[str, ...]] = field(default_factory=_empty)
    discards: tuple[str, ...] = ()
    played: Mapping[Side, tuple[str, ...]] = field(default_factory=_empty)
    generals: Mapping[Side, tuple[str, ...]] = field(default_factory=_empty)
    token: str = ""
    wrecks: Mapping[Side, Mapping[str, int]] = field(default_factory=_empty)
    strength: Mapping[Hex, int] = field(default_factory=_empty)
    hits: Mapping[Hex, int] = field(default_factory=_empty)
    mines: Mapping[Hex, int] = field(default_factory=_empty)
    hidden: tuple[HiddenMines, ...] = ()
    cross_hairs: Mapping[Hex, tuple[Hex, ...]] = field(default_factory=_empty)
    captured: Mapping[Hex, int] = field(default_factory=_empty)
    under: Mapping[Hex, str] = field(default_factory=_empty)
    aimed: tuple[Hex, ...] = ()
    rests: Mapping[Hex, int] = field(default_factory=_empty)
    dropped: tuple[Side, ...] = ()
    arrived: Mapping[Side, int] = field(default_factory=_empty)
    unloaded: Mapping[Side, int] = field(default_factory=_empty)
    through: tuple[Side, ...] = ()
    called: tuple[Side, ...] = ()
    reinforced: tuple[Side, ...] = ()
    origins: Mapping[Hex, Hex] = field(default_factory=_empty)
    dams: Mapping[Hex, int] = field(default_factory=_empty)
    opened: bool = False
    visibility: int | None = None
    smoke: Mapping[Hex, int] = field(default_factory=_empty)
    screens: Mapping[Hex, int] = field(default_factory=_empty)
    extra: Mapping[str, Any] = field(default_factory=dict)

    def turns_of(self, side: Side) -> int:
        """Return the number of turns a side has begun, including the current one."""
        return (self.turn + (side is self.side)) // 2

    def with_moved_hexes(self, place: Callable[[Hex], Hex | None]) -> Position:
        """Return the position with its hexes moved by *place*, without those it maps to None."""

        def all_of(hexes: Iterable[Hex]) -> tuple[Hex, ...]:
            return tuple(there for hex_ in hexes if (there := place(hex_)) is not None)

        def keys(by_hex: Mapping[Hex, T]) -> dict[Hex, T]:
            return {there: v for hex_, v in by_hex.items() if (there := place(hex_)) is not None}

        return replace(
            self,
            held={side: all_of(hexes) for side, hexes in self.held.items()},
            strength=keys(self.strength),
            hits=keys(self.hits),
            mines=keys(self.mines),
            hidden=tuple(replace(each, hexes=all_of(each.hexes)) for each in self.hidden),
            cross_hairs={gun: all_of(on) for gun, on in keys(self.cross_hairs).items()},
            captured=keys(self.captured),
            under=keys(self.under),
            aimed=all_of(self.aimed),
            rests=keys(self.rests),
            origins={h: o for h, was in keys(self.origins).items() if (o := place(was))},
            dams=keys(self.dams),
            smoke=keys(self.smoke),
            screens=keys(self.screens),
        )

"""What a scenario that is the position of a game carries besides its board."""

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
    """Minefields whose strength nobody knows yet.

    Attributes:
        hexes: Where they lie.
        strengths: What is left of the set of tokens they are of.
    """

    hexes: tuple[Hex, ...]
    strengths: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Position:
    """The beginning of a turn in a game; units, obstacles and medals lie on the board.

    Attributes:
        turn: The number of the turn that begins, both players' counted from 1.
        side: Whose turn it is.
        medals: For each side, the medals won for good: for units, exits and what is taken for ever.
        held: For each side, the hexes of the other objectives it holds.
        exited: For each side, the medals for exits among its medals.
        hands: For each side, the cards in its hand.
        discards: The discarded cards, the latest last; the deck has all others.
        played: For each side, the card of its last turn, for a Counter-Attack, and the section
            it was played in, where it names none itself; in Overlord what its commander played.
        generals: For each side in Overlord, the cards of its generals in its last turn, from the
            left; "" for none, two of one general with a space, ``/1`` or ``/2`` for a sub-section.
        token: The card under the Commissar token; "" for none.
        wrecks: For each side, the enemy figures it shot of units that are worth a medal by their
            figures, by what these are.
        strength: The full strength of the units that have lost figures, by their hexes.
        hits: The hits of the ships that were hit, by their hexes.
        mines: The strength of the minefields it is known of.
        hidden: The other minefields.
        cross_hairs: For each big gun, by its hex, the hexes with its cross-hairs.
        captured: The headquarters that the enemy took, by their hexes, with the cards that cost.
        under: The obstacles sandbags lie beside, by their names.
        aimed: The hexes drops have aimed at, where each may be aimed at once.
        rests: The units nobody can order yet, by their hexes, with the last turn that is so.
        dropped: The sides whose air drops have come down.
        arrived: For each side, how many of its units that drop for orders have come or were lost.
        unloaded: The same of units that trains bring; files of before count them as arrived.
        through: The sides whose armor has broken through (O-ABRK).
        called: The sides whose reinforcements are called (SO-REINFORCEMENTS).
        reinforced: The sides whose reinforcements have come to the board.
        origins: Where the units stood at the start that special rules name by that, by their hexes.
        dams: The dams that are damaged, with the stars that did it (SO-DAM-SABOTAGE).
        opened: Whether the dice that fall as the turn begins have fallen (SO-ATTRITION).
        smoke: The hexes with smoke of shells, with the last turn it lies there (E-SMOKE-01).
        screens: The same of a smoke screen (TH-SMK-02).
        visibility: How many hexes battles reach by night; None by day (TH-NIGHT-01).
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
        """Return how many turns a side has begun, that of the position included."""
        return (self.turn + (side is self.side)) // 2

    def with_moved_hexes(self, place: Callable[[Hex], Hex | None]) -> Position:
        """Return the position after an edit that moves every hex; one that is lost is not held."""

        def all_of(hexes: Iterable[Hex]) -> tuple[Hex, ...]:
            return tuple(there for hex_ in hexes if (there := place(hex_)) is not None)

        def keys(said: Mapping[Hex, T]) -> dict[Hex, T]:
            return {there: v for hex_, v in said.items() if (there := place(hex_)) is not None}

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

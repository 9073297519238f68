"""The state of a game that a scenario can store in addition to its board."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field, replace
from typing import Any, TypeVar

from m44core.catalogue.catalogue_types import Side
from m44core.hexes import Hex
from m44core.values import dataclass

T = TypeVar("T")


def _empty_mapping() -> Mapping[Any, Any]:
    return {}


@dataclass(frozen=True, slots=True)
class HiddenMines:
    """Minefields whose strengths are hidden.

    Attributes:
        hexes: The hexes of the minefields.
        strengths: The strengths remaining in their set of tokens.
    """

    hexes: tuple[Hex, ...]
    strengths: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GamePosition:
    """The state of a game at the start of a turn, apart from the pieces and medals on the board.

    Attributes:
        turn: The number of the turn, from 1; the turns of both players count.
        side: The side whose turn it is.
        medals: By side, the number of permanent medals: for units, exits, permanent objectives.
        held: By side, the hexes of the other objectives that it holds.
        exited: By side, the number of its medals for exits.
        hands: By side, the cards in its hand.
        discards: The discarded cards, the latest last; all remaining cards are in the deck.
        played: By side, the card of its last turn, for Counter-Attack, followed by the section it
            was played in if the card does not name one; in Overlord the commander's card.
        generals: By side in Overlord, the cards that its generals played in its last turn, from
            the left: "" for no card, two cards of one general separated by a space, with ``/1``
            or ``/2`` for a sub-section.
        token: The card under the Commissar token; "" for none.
        wrecks: By side, the number of enemy figures it eliminated, keyed by kind of unit, for the
            kinds that score by figures.
        strength: By hex, the full strength of units that have lost figures.
        hits: By hex, the number of hits on each ship or locomotive.
        mines: By hex, the strength of revealed minefields.
        hidden: The other minefields.
        cross_hairs: By hex of each big gun, the hexes with its crosshairs.
        captured: By hex of each captured headquarters, the number of cards lost.
        under: By hex, the name of the obstacle under sandbags.
        aimed: The hexes at which drops have been aimed, if each can be used only once.
        rests: By hex, the last turn in which a unit cannot be ordered.
        dropped: The sides whose air drops have landed.
        arrived: By side, the number of units that orders have dropped, landed or lost.
        unloaded: By side, the number of units unloaded from trains; older files count them in
            *arrived*.
        through: The sides whose armor has broken through (O-ABRK).
        called: The sides whose reinforcements have been called (SO-REINFORCEMENTS).
        reinforced: The sides whose reinforcements have entered the board.
        origins: By hex, the starting hex of each unit that special rules identify by it.
        dams: By hex, the number of stars rolled against damaged dams (SO-DAM-SABOTAGE).
        opened: Whether the dice at the start of the turn have been rolled (SO-ATTRITION).
        smoke: By hex, the last turn in which smoke shells have effect (E-SMOKE-01).
        screens: By hex, the last turn in which a smoke screen has effect (TH-SMK-02).
        visibility: The range of visibility at night, in hexes; None in daylight (TH-NIGHT-01).
        extra: Unknown keys.
    """

    turn: int
    side: Side
    medals: Mapping[Side, int] = field(default_factory=_empty_mapping)
    held: Mapping[Side, tuple[Hex, ...]] = field(default_factory=_empty_mapping)
    exited: Mapping[Side, int] = field(default_factory=_empty_mapping)
    hands: Mapping[Side, tuple[str, ...]] = field(default_factory=_empty_mapping)
    discards: tuple[str, ...] = ()
    played: Mapping[Side, tuple[str, ...]] = field(default_factory=_empty_mapping)
    generals: Mapping[Side, tuple[str, ...]] = field(default_factory=_empty_mapping)
    token: str = ""
    wrecks: Mapping[Side, Mapping[str, int]] = field(default_factory=_empty_mapping)
    strength: Mapping[Hex, int] = field(default_factory=_empty_mapping)
    hits: Mapping[Hex, int] = field(default_factory=_empty_mapping)
    mines: Mapping[Hex, int] = field(default_factory=_empty_mapping)
    hidden: tuple[HiddenMines, ...] = ()
    cross_hairs: Mapping[Hex, tuple[Hex, ...]] = field(default_factory=_empty_mapping)
    captured: Mapping[Hex, int] = field(default_factory=_empty_mapping)
    under: Mapping[Hex, str] = field(default_factory=_empty_mapping)
    aimed: tuple[Hex, ...] = ()
    rests: Mapping[Hex, int] = field(default_factory=_empty_mapping)
    dropped: tuple[Side, ...] = ()
    arrived: Mapping[Side, int] = field(default_factory=_empty_mapping)
    unloaded: Mapping[Side, int] = field(default_factory=_empty_mapping)
    through: tuple[Side, ...] = ()
    called: tuple[Side, ...] = ()
    reinforced: tuple[Side, ...] = ()
    origins: Mapping[Hex, Hex] = field(default_factory=_empty_mapping)
    dams: Mapping[Hex, int] = field(default_factory=_empty_mapping)
    opened: bool = False
    visibility: int | None = None
    smoke: Mapping[Hex, int] = field(default_factory=_empty_mapping)
    screens: Mapping[Hex, int] = field(default_factory=_empty_mapping)
    extra: Mapping[str, Any] = field(default_factory=dict)

    def turns_of(self, side: Side) -> int:
        """Return the number of turns a side has begun, including the current one."""
        return (self.turn + (side is self.side)) // 2

    def with_moved_hexes(self, mapping: Callable[[Hex], Hex | None]) -> GamePosition:
        """Return the position with its hexes mapped by *mapping*, dropping those mapped to None."""

        def moved_hexes(hexes: Iterable[Hex]) -> tuple[Hex, ...]:
            return tuple(moved_hex for hex_ in hexes if (moved_hex := mapping(hex_)) is not None)

        def with_moved_keys(by_hex: Mapping[Hex, T]) -> dict[Hex, T]:
            return {
                moved_hex: v
                for hex_, v in by_hex.items()
                if (moved_hex := mapping(hex_)) is not None
            }

        return replace(
            self,
            held={side: moved_hexes(hexes) for side, hexes in self.held.items()},
            strength=with_moved_keys(self.strength),
            hits=with_moved_keys(self.hits),
            mines=with_moved_keys(self.mines),
            hidden=tuple(replace(each, hexes=moved_hexes(each.hexes)) for each in self.hidden),
            cross_hairs={
                gun: moved_hexes(crosshairs)
                for gun, crosshairs in with_moved_keys(self.cross_hairs).items()
            },
            captured=with_moved_keys(self.captured),
            under=with_moved_keys(self.under),
            aimed=moved_hexes(self.aimed),
            rests=with_moved_keys(self.rests),
            origins={
                h: o
                for h, origin in with_moved_keys(self.origins).items()
                if (o := mapping(origin))
            },
            dams=with_moved_keys(self.dams),
            smoke=with_moved_keys(self.smoke),
            screens=with_moved_keys(self.screens),
        )

"""Team play: the player on a side who carries out a card (B-VAR-TEAM-01..03).

A team shares one open hand and plays one card a turn. The only difference from a normal game is who
acts. The engine only knows sides; user interfaces ask this module which player decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum

from m44core.board import Section
from m44core.rules.cards.command_cards import cards

MAX_TEAM_SIZE = 3


class Seat(StrEnum):
    """The part of the board commanded by one member of a team."""

    ALONE = "commander"
    CHIEF = "commander-in-chief"  # the center
    FLANKS = "flanks"  # both, in a team of two
    LEFT = "left flank"
    RIGHT = "right flank"


_SEATS: Mapping[int, Mapping[Section, Seat]] = {
    1: dict.fromkeys(Section, Seat.ALONE),
    2: {Section.LEFT: Seat.FLANKS, Section.CENTRE: Seat.CHIEF, Section.RIGHT: Seat.FLANKS},
    3: {Section.LEFT: Seat.LEFT, Section.CENTRE: Seat.CHIEF, Section.RIGHT: Seat.RIGHT},
}


def are_valid_team_sizes(top: int, bottom: int) -> bool:
    """Return whether team sizes are allowed: up to three players, differing by one at most."""
    sizes = (top, bottom)
    return min(sizes) >= 1 and max(sizes) <= MAX_TEAM_SIZE and max(sizes) - min(sizes) <= 1


def team_seats(players: int) -> tuple[Seat, ...]:
    """Return the seats of a team of *players*, the commander-in-chief first."""
    all_seats = dict.fromkeys(_SEATS[players].values())
    return tuple(sorted(all_seats, key=lambda seat: seat is not Seat.CHIEF))


def seat_for_card(key: str, players: int) -> Seat:
    """Return the seat of the player who carries out a card (B-VAR-TEAM-03, R-26).

    It is the seat whose section the card names. A card that names no section or all of them goes
    to the commander-in-chief, as does one that names both flanks unless one player commands both.
    """
    return seat_for_sections(cards()[key].orders, players)


def seat_for_sections(sections: Iterable[Section], players: int) -> Seat:
    """Return the seat that commands all of *sections*; the commander-in-chief if there is none."""
    commanding_seats = {_SEATS[players][section] for section in sections}
    return commanding_seats.pop() if len(commanding_seats) == 1 else _SEATS[players][Section.CENTRE]

"""Team play: who of several players on one side carries a card out (B-VAR-TEAM-01..03).

A team shares one open hand and plays one card a turn; nothing in the game
changes but who may act. The engine knows sides only: whoever shows a game asks
here whose turn it is to decide.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum

from m44core.board import Section
from m44core.rules.cards.command_cards import cards

MAX_TEAM_SIZE = 3


class Seat(StrEnum):
    """What one member of a team commands."""

    ALONE = "commander"
    CHIEF = "commander-in-chief"  # the centre
    FLANKS = "flanks"  # of a team of two, both
    LEFT = "left flank"
    RIGHT = "right flank"


_SEATS: Mapping[int, Mapping[Section, Seat]] = {
    1: dict.fromkeys(Section, Seat.ALONE),
    2: {Section.LEFT: Seat.FLANKS, Section.CENTRE: Seat.CHIEF, Section.RIGHT: Seat.FLANKS},
    3: {Section.LEFT: Seat.LEFT, Section.CENTRE: Seat.CHIEF, Section.RIGHT: Seat.RIGHT},
}


def are_teams(top: int, bottom: int) -> bool:
    """Tell whether so many players may sit on each side: up to three, one more at most."""
    sizes = (top, bottom)
    return min(sizes) >= 1 and max(sizes) <= MAX_TEAM_SIZE and max(sizes) - min(sizes) <= 1


def seats(players: int) -> tuple[Seat, ...]:
    """Return what the members of a team command, the commander-in-chief first."""
    found = dict.fromkeys(_SEATS[players].values())
    return tuple(sorted(found, key=lambda seat: seat is not Seat.CHIEF))


def seat_for_card(key: str, players: int) -> Seat:
    """Return who of a team carries a card out (B-VAR-TEAM-03, R-26).

    The member whose section a card names; the commander-in-chief a card that
    names no section or all of them. Where a card names both flanks it is the
    one member who commands them, else the commander-in-chief too.
    """
    return seat_for_sections(cards()[key].orders, players)


def seat_for_sections(sections: Iterable[Section], players: int) -> Seat:
    """Return who of a team commands in all of some sections; the commander-in-chief if nobody."""
    concerned = {_SEATS[players][section] for section in sections}
    return concerned.pop() if len(concerned) == 1 else _SEATS[players][Section.CENTRE]

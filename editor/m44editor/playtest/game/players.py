"""Who plays a side: a person, or the computer at one of its levels."""

from __future__ import annotations

from collections.abc import Mapping

from m44core.catalogue.types import Side
from m44core.playtest.players.levels import LEVELS

PERSON = "person"
PLAYERS: Mapping[str, str] = {PERSON: "A person", **{n: f"Computer: {n}" for n in LEVELS}}


def player_words(players: Mapping[Side, str], side: Side, people: int = 1) -> str:
    """Return who plays a side: ``person``, ``computer, general``; ``2 people`` for a team."""
    who = players.get(side, PERSON)
    if who != PERSON:
        return f"computer, {who}"
    return who if people == 1 else f"{people} people"


def people_among(players: Mapping[Side, str]) -> frozenset[Side]:
    """Return the sides that people play."""
    return frozenset(side for side, who in players.items() if who == PERSON)

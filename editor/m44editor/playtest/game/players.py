"""The player of a side: a person, or a level of the computer."""

from __future__ import annotations

from collections.abc import Mapping

from m44core.catalogue.catalogue_types import Side
from m44core.messages.message import Message, Value, message, message_in, several
from m44core.playtest.players.levels import LEVELS

PERSON = "person"
_LEVELS: Mapping[str, Message] = {
    "recruit": message_in("level", "recruit"),
    "sergeant": message_in("level", "sergeant"),
    "general": message_in("level", "general"),
}


def player_choices() -> Mapping[str, Message]:
    """Return the labels of the players that can be chosen for a side, by key."""
    computers = {n: message("Computer: {level}", level=_level_label(n)) for n in LEVELS}
    return {PERSON: message("Human"), **computers}


def player_label(players: Mapping[Side, str], side: Side, team_size: int = 1) -> Message:
    """Return the label of a side's player: ``human``, ``computer, general`` or ``2 people``."""
    player = players.get(side, PERSON)
    if player != PERSON:
        return message("computer, {level}", level=_level_label(player))
    if team_size == 1:
        return message_in("player", "human")
    return several("{number} person", "{number} people", team_size)


def human_sides(players: Mapping[Side, str]) -> frozenset[Side]:
    """Return the sides that people play."""
    return frozenset(side for side, player in players.items() if player == PERSON)


def _level_label(level: str) -> Value:
    """Return the label of a level; its key if it has none."""
    return _LEVELS.get(level, level)

from __future__ import annotations

import pytest

from m44core.catalogue.catalogue_types import Side
from m44core.errors import NotationError
from m44core.playtest.players.levels import AGENTS, LEVELS, Levels, parse_levels


@pytest.mark.parametrize(
    ("text", "levels"),
    [
        ("general", Levels("general", "general")),
        ("recruit:general", Levels("recruit", "general")),
        ("Allies=Recruit, axis=general", Levels("general", "recruit")),
        ("allies=recruit", Levels("sergeant", "recruit")),
    ],
)
def test_levels_are_given_by_side_or_in_order(text: str, levels: Levels) -> None:
    assert parse_levels(text) == levels
    assert parse_levels(str(levels)) == levels


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "unknown player ''; known: " + ", ".join(LEVELS)),
        ("seargent", "unknown player 'seargent'; did you mean sergeant?"),
        ("general:", "unknown player ''; known: "),
        ("general:recruit:general", "names 3 players, but a game has two: AXIS:ALLIES"),
        ("top=general", "'top=general' is not valid; use axis=LEVEL or allies=LEVEL"),
        ("axis=general,recruit", "'recruit' is not valid; use axis=LEVEL or allies=LEVEL"),
        ("axis=genral", "unknown player 'genral'; did you mean general?"),
    ],
)
def test_a_text_that_names_no_levels_is_refused(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message.replace("?", r"\?")):
        parse_levels(text)


def test_there_is_a_player_of_every_level() -> None:
    assert set(LEVELS) <= AGENTS.keys()


def test_swapped_players_play_each_others_side() -> None:
    levels = Levels("general", "recruit").swapped()
    assert (levels.of(Side.AXIS), levels.of(Side.ALLIES)) == ("recruit", "general")

from __future__ import annotations

from typing import get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m44core.board import BOARDS
from m44core.errors import NotationError
from m44core.rules.cards.command_cards import cards
from m44core.rules.game.actions import (
    Action,
    ChanceAction,
    ChooseSection,
    DieFace,
    EndStep,
    LandFigure,
    Move,
    PlayerAction,
    Roll,
    Step,
    UncoverMinefield,
    parse_action,
)

NAMES = st.sampled_from([board.name(hex_) for board in BOARDS.values() for hex_ in board.hexes])
CARDS = st.sampled_from(sorted(cards()))
SECTIONS = st.sampled_from(["left", "centre", "right"])


def action_strategy(kind: type[Action]) -> st.SearchStrategy[Action]:
    if kind is Roll:
        return st.builds(Roll, st.lists(st.sampled_from(DieFace), min_size=1).map(tuple))
    empty_text = st.just("")
    texts = {
        "card": CARDS,
        "via": st.one_of(empty_text, NAMES),
        "instead": st.one_of(empty_text, CARDS),
        "unit": st.sampled_from(["", "infantry", "armor"]),
        "section": SECTIONS if kind is ChooseSection else st.one_of(empty_text, SECTIONS),
    }
    if kind is UncoverMinefield:
        return st.builds(UncoverMinefield, st.integers(0, 9))
    if kind is LandFigure:
        return st.builds(LandFigure, st.one_of(empty_text, NAMES))
    if kind is EndStep:
        return st.builds(EndStep, st.sampled_from(Step))
    strategies = {
        name: texts.get(name, NAMES)
        for name, annotation in get_type_hints(kind).items()
        if annotation is str
    }
    return st.builds(kind, **strategies)


ACTIONS = st.one_of([action_strategy(kind) for kind in (ChanceAction | PlayerAction).__args__])


@given(ACTIONS)
def test_actions_survive_a_round_trip(action: Action) -> None:
    assert parse_action(str(action)) == action


def test_actions_are_written_in_plain_words() -> None:
    action_text = "move A9 b8 via a8"
    assert parse_action(action_text) == Move("A9", "b8", "a8")
    assert str(parse_action(f"  {action_text} ")) == action_text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "move A9",
        "move A9 b8 c8",
        "play joker",
        "play probe-left as joker",
        "section top",
        "roll",
        "roll inf heart",
        "order",
        "end-turn",
    ],
)
def test_invalid_actions_are_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_action(text)

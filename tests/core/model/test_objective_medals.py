"""Objectives on the board: finding and placing them, changing their hexes and sides."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m44core.board import BOARDS, BoardType
from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.catalogue.catalogue_types import Side
from m44core.hexes import Hex
from m44core.model.edits import new_scenario
from m44core.model.objective_medals import (
    capturing_side,
    default_objective_side,
    objective_at,
    objective_side,
    objectives_on,
    with_objective,
    with_objective_hexes,
    with_objective_side,
)
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, MedalTerms, Tag

BOARD = BOARDS[BoardType.STANDARD]
EMPTY = new_scenario()
HEXES = st.sets(st.sampled_from(BOARD.hexes), min_size=1, max_size=6)


def hexes(names: str) -> list[Hex]:
    return [BOARD.hex(name) for name in names.split()]


def scenario_with_objective(names: str, side: Side | None = Side.ALLIES) -> Scenario:
    return with_objective(EMPTY, hexes(names), side)


@pytest.mark.parametrize("side", [Side.ALLIES, Side.AXIS, None])
def test_a_new_objective_has_the_given_side_and_hexes(side: Side | None) -> None:
    (token,) = objectives_on(scenario_with_objective("C5 D5 d6", side))
    assert token.hexes == {*hexes("C5 D5 d6")}
    assert objective_side(token.tag, base_catalogue()) is side


def test_a_new_objective_has_the_same_medal_as_others_of_its_side() -> None:
    soviet = EMPTY.with_hexes({BOARD.hex("A5"): HexContent(tags=(Tag("medal6"),))})
    after = with_objective(soviet, hexes("C5"), Side.ALLIES)
    assert after.at(BOARD.hex("C5")).tags == (Tag("medal6"),)
    assert (
        with_objective(soviet, hexes("C5"), Side.AXIS).at(BOARD.hex("C5")).tags[0].name == "medal2"
    )


@pytest.mark.parametrize(
    ("tag", "token_side", "side"),
    [
        (Tag("medal2"), Side.AXIS, Side.AXIS),
        (Tag("medal0", medal=MedalTerms(side=Side.AXIS)), None, Side.AXIS),
        (Tag("medal0", medal=MedalTerms(side=Side.AXIS, any_hex=True)), None, None),
        (Tag("medal2", medal=MedalTerms(any_hex=True)), Side.AXIS, Side.AXIS),
        (Tag("medal0", medal=MedalTerms(side=Side.AXIS, extra={"odd": True})), None, Side.AXIS),
    ],
)
def test_both_sides_can_win_an_objective_that_its_holder_can_lose(
    tag: Tag, token_side: Side | None, side: Side | None
) -> None:
    assert capturing_side(tag, token_side) is side


@pytest.mark.parametrize(
    ("name", "side"), [("C9", Side.ALLIES), ("C1", Side.AXIS), ("C5", Side.ALLIES)]
)
def test_a_new_objective_defaults_to_the_side_opposite_its_hex(name: str, side: Side) -> None:
    assert default_objective_side(EMPTY, BOARD.hex(name)) is side


@given(before=HEXES, after=HEXES)
def test_an_edited_objective_has_exactly_the_given_hexes(before: set[Hex], after: set[Hex]) -> None:
    scenario = with_objective(EMPTY, sorted(before), Side.AXIS)
    (token,) = objectives_on(scenario)
    changed_scenario = with_objective_hexes(scenario, token, after)
    (moved,) = objectives_on(changed_scenario)
    assert moved.hexes == after
    assert (moved.hex == token.hex) == (token.hex in after)
    assert all(objective_at(changed_scenario, hex_) == moved for hex_ in after)


def test_an_objective_without_hexes_is_removed() -> None:
    scenario = scenario_with_objective("C5 D5")
    (token,) = objectives_on(scenario)
    assert with_objective_hexes(scenario, token, ()) == EMPTY


def test_other_tokens_of_the_hex_keep_their_order() -> None:
    hex_ = BOARD.hex("C5")
    tags = Tag("tag1"), Tag("medal1", medal=MedalTerms(permanent=True)), Tag("tag3")
    scenario = EMPTY.with_hexes({hex_: HexContent(tags=tags)})
    token = objective_at(scenario, hex_)
    assert token
    after = with_objective_hexes(scenario, token, hexes("C5 D5"))
    assert [tag.name for tag in after.at(hex_).tags] == ["tag1", "medal1", "tag3"]
    assert after.at(hex_).tags[1].medal == MedalTerms(permanent=True)
    moved_scenario = with_objective_hexes(scenario, token, hexes("D5"))
    assert [tag.name for tag in moved_scenario.at(hex_).tags] == ["tag1", "tag3"]


def test_changing_the_side_keeps_hexes_and_terms() -> None:
    terms = MedalTerms(permanent=True, side=Side.AXIS)
    tag = Tag("medal0", side=Side.AXIS, group=(BOARD.hex("D5"),), medal=terms)
    scenario = EMPTY.with_hexes({BOARD.hex("C5"): HexContent(tags=(tag,))})
    token = objective_at(scenario, BOARD.hex("D5"))
    assert token
    after = objective_at(with_objective_side(scenario, token, Side.ALLIES), BOARD.hex("C5"))
    assert after
    assert objective_side(after.tag, base_catalogue()) is Side.ALLIES
    assert (after.hexes, after.tag.medal) == (token.hexes, MedalTerms(permanent=True))

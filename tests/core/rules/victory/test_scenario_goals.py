"""Objectives and sudden death are read from the terms in a file (D-10..D-17)."""

from __future__ import annotations

import pytest

from m44core.board import BOARDS, BoardType
from m44core.catalogue.catalogue_types import Side
from m44core.hexes import Hex
from m44core.io.vocabulary.field_values import parse_medal_terms
from m44core.model.objective_medals import HoldingTerms, holding_terms_of
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, MedalTerms, Tag
from m44core.model.special_rules import HexGroup
from m44core.rules.board.hex_grid import BOTTOM, TOP, grid_of
from m44core.rules.game.victory_terms import Objective, SuddenDeathObjective
from m44core.rules.scenario_options import ScenarioOptions
from m44core.rules.victory.scenario_goals import exits_needed, objectives, sudden_death_objectives

AXIS, ALLIES = SIDES = (Side.AXIS, Side.ALLIES)
BOARD = BOARDS[BoardType.STANDARD]
MEDAL_HEX, OTHER_HEX = BOARD.hex("G5"), BOARD.hex("g4")


def tag(name: str = "medal0", **terms: object) -> Tag:
    return Tag(name, medal=parse_medal_terms(terms))


@pytest.mark.parametrize(
    ("stated_tag", "holder", "terms"),
    [
        (Tag("medal1"), ALLIES, HoldingTerms()),
        (Tag("medal1", medal=MedalTerms()), ALLIES, HoldingTerms()),
        (Tag("medal1", medal=MedalTerms(permanent=True)), ALLIES, HoldingTerms(permanent=True)),
        (tag(turn_start=True, permanent=True), None, HoldingTerms(permanent=True, turn_start=True)),
        (tag(majority=True), None, HoldingTerms(majority=True)),
        (tag(majority=True, side="ALLIES"), None, HoldingTerms(ALLIES, majority=True)),
        (Tag("medal0", side=ALLIES), None, HoldingTerms(ALLIES)),
        (tag(any_hex=True, side="ALLIES"), None, HoldingTerms(ALLIES, any_hex=True)),
        (tag("medal2", any_hex=True), AXIS, HoldingTerms(any_hex=True)),
        (tag(last_to_occupy=True), None, HoldingTerms(last_to_occupy=True)),
        (tag(sole_control=True, turn_start=False), None, HoldingTerms(sole_control=True)),
        (Tag("medal2", "permanent-medal-axis"), AXIS, HoldingTerms(AXIS, permanent=True)),
        (Tag("medal0", "permanent-medal-allies"), None, HoldingTerms(ALLIES, permanent=True)),
        (Tag("medal0", "hex-majority-medal"), None, HoldingTerms(majority=True)),
        (Tag("medal0", "NOBODY_KNOWS"), None, HoldingTerms()),
    ],
)
def test_known_terms_are_read(stated_tag: Tag, holder: Side | None, terms: HoldingTerms) -> None:
    assert holding_terms_of(stated_tag, holder) == terms


@pytest.mark.parametrize(
    ("stated_tag", "holder"),
    [
        (tag(secret=True), None),
        (tag(majority="yes"), None),
        (tag(majority=[1]), None),
        (tag(side="NOBODY"), None),
        (tag(side=["AXIS"]), None),
        (tag("medal1", side="AXIS"), ALLIES),
        (tag(any_hex=True), None),
        (tag(any_hex=True, side="AXIS", majority=True), None),
        (Tag("medal0", medal=MedalTerms(True, extra={"any_hex": True, "side": "AXIS"})), None),
    ],
)
def test_invalid_terms_are_refused(stated_tag: Tag, holder: Side | None) -> None:
    assert holding_terms_of(stated_tag, holder) is None


def read_objectives(*tags: Tag) -> list[Objective]:
    scenario = Scenario().with_hexes({MEDAL_HEX: HexContent(tags=tags)})
    return list(objectives(scenario, SIDES))


@pytest.mark.parametrize(
    ("name", "players"),
    [
        *((name, (BOTTOM,)) for name in ("medal1", "medal4", "medal6")),
        *((name, (TOP,)) for name in ("medal2", "medal5", "medal7")),
        ("medal0", (TOP, BOTTOM)),
    ],
)
def test_the_token_determines_who_may_hold_an_objective(
    name: str, players: tuple[int, ...]
) -> None:
    assert [objective.players for objective in read_objectives(Tag(name))] == [players]


def test_the_side_limits_who_may_hold_an_objective() -> None:
    assert [objective.players for objective in read_objectives(tag(side=AXIS, majority=True))] == [
        (TOP,)
    ]


def test_an_objective_that_flips_may_be_held_by_both() -> None:
    (objective,) = read_objectives(tag(side=ALLIES, any_hex=True))
    assert (objective.players, objective.flips_to) == ((TOP, BOTTOM), BOTTOM)


@pytest.mark.rule("V-MED-09")
def test_a_group_includes_the_hex_of_its_token() -> None:
    (objective,) = read_objectives(
        Tag("medal1", group=(OTHER_HEX, Hex(99, 99)), medal=MedalTerms(False, 2, 2))
    )
    assert objective.hexes == grid_of(BOARD).mask((MEDAL_HEX, OTHER_HEX))
    assert (objective.medals, objective.needed) == (2, 2)


def test_numbers_below_one_count_as_one() -> None:
    (objective,) = read_objectives(Tag("medal1", medal=MedalTerms(False, 0, 0)))
    assert (objective.medals, objective.needed) == (1, 1)


def test_other_tokens_and_unknown_terms_are_not_objectives() -> None:
    assert read_objectives(Tag("tag1"), Tag("unheard-of"), tag(secret=True)) == []


@pytest.mark.rule("V-MED-10")
def test_sudden_death_is_read_for_the_player_of_its_side() -> None:
    options = ScenarioOptions(sudden_deaths=(HexGroup(ALLIES, 2, (MEDAL_HEX, OTHER_HEX)),))
    hexes = grid_of(BOARD).mask((MEDAL_HEX, OTHER_HEX))
    assert sudden_death_objectives(options, SIDES, BOARD) == (
        SuddenDeathObjective(BOTTOM, 2, hexes, wins_immediately=False),
    )
    (other,) = sudden_death_objectives(options, (ALLIES, AXIS), BOARD)
    assert other.player == TOP


@pytest.mark.rule("V-EXIT-08")
def test_exits_that_are_needed_are_read_for_the_player_of_their_side() -> None:
    options = ScenarioOptions(exits_needed={ALLIES: 3})
    assert exits_needed(options, SIDES) == (0, 3)

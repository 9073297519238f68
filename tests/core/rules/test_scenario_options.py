from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.core.m44_special_rules import briefing_of

from m44core.board import BOARDS, BoardType
from m44core.catalogue.catalogue_types import Side
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Briefing, Unit
from m44core.model.special_rules import HexGroup
from m44core.model.unit_rules import AirDrop
from m44core.rules.scenario_options import ReconAsAirPower, ScenarioOptions, scenario_options

BOARD = BOARDS[BoardType.STANDARD]
DROP = {"side": "ALLIES", "range": 4, "nbr_units": 4, "center": "G5", "unit": {"name": "infus"}}
DEATH = {"side": "ALLIES", "number": 2, "group": ["g8", "G9", "F9"]}


def parsed_options(options: Mapping[str, Any]) -> ScenarioOptions:
    return scenario_options(Scenario(briefing=briefing_of(options)))


def options_with_victory(*conditions: object) -> ScenarioOptions:
    return scenario_options(Scenario(briefing=briefing_of(victory={"condition": [*conditions]})))


def names_of_foreign_options(briefing: Briefing, *, invalid: bool) -> list[str]:
    """Return the names of the invalid options if *invalid*, otherwise of the unknown ones.

    Options that are off are left out.
    """
    foreign_rules = briefing.special_rules.foreign_rules()
    return [key for key, rule in foreign_rules if rule.invalid is invalid and not rule.is_off]


def test_a_scenario_without_options_has_default_values() -> None:
    assert scenario_options(Scenario()) == ScenarioOptions()
    assert ScenarioOptions().reshuffles


@pytest.mark.rule("B-SETUP-10")
@pytest.mark.parametrize(
    ("options", "expected_values"),
    [
        (
            {"airdrop": DROP},
            {
                "airdrops": (
                    AirDrop(
                        side=Side.ALLIES,
                        center=BOARD.hex("G5"),
                        range=4,
                        units=4,
                        unit=Unit("infus"),
                    ),
                )
            },
        ),
        (
            {
                "airdrop": {
                    **DROP,
                    "nbr_units": [2, 1],
                    "nbr_drops": 2,
                    "behavior": "ONE_AT_TIME",
                    "option2": "TARGET_DROP_CENTER",
                    "center": "F3, G5 (the stars)",
                    "unit": {
                        "name": "infus",
                        "behavior": "CANNOT_BE_ACTIVATED_TILL_TURN",
                        "turn": 2,
                    },
                }
            },
            {
                "airdrops": (
                    AirDrop(
                        side=Side.ALLIES,
                        aims=(BOARD.hex("F3"), BOARD.hex("G5")),
                        range=4,
                        units=2,
                        further=(1,),
                        waits=2,
                        unit=Unit("infus"),
                    ),
                )
            },
        ),
        (
            {"airdrop": {"side": "AXIS", "nbr_units": "3", "unit": {"name": "inf2ger"}}},
            {"airdrops": (AirDrop(side=Side.AXIS, units=3, unit=Unit("inf2ger")),)},
        ),
        ({"deck_reshuffling": False}, {"reshuffles": False}),
        ({"deck_out_winner": "AXIS"}, {"deck_out_winner": Side.AXIS}),
        (
            {"hill317": ["L5", "k4", "L5"]},
            {
                "recon_as_air_power": (
                    ReconAsAirPower(Side.ALLIES, (BOARD.hex("L5"), BOARD.hex("k4"))),
                )
            },
        ),
        (
            {"hill317": ["L5"], "air_strikes_rules": "AXIS"},
            {
                "recon_as_air_power": (
                    ReconAsAirPower(Side.ALLIES, (BOARD.hex("L5"),)),
                    ReconAsAirPower(Side.AXIS),
                )
            },
        ),
        (
            {"draw_extra": {"AXIS": [[1, 1], [2, 1]]}},
            {"draw_extra": {Side.AXIS: ((1, 1), (2, 1))}},
        ),
    ],
)
def test_a_known_option_becomes_a_typed_value(
    options: Mapping[str, Any], expected_values: Mapping[str, Any]
) -> None:
    assert parsed_options(options) == replace(ScenarioOptions(), **expected_values)


@pytest.mark.rule("V-MED-10")
def test_victory_conditions_are_read_from_m44_files() -> None:
    options = options_with_victory({"group_sudden_death": DEATH}, {"group_sudden_death": {**DEATH}})
    hexes = tuple(map(BOARD.hex, ("g8", "G9", "F9")))
    assert options.sudden_deaths == (HexGroup(Side.ALLIES, 2, hexes),) * 2


@pytest.mark.rule("V-MED-08")
def test_sudden_death_can_win_immediately() -> None:
    (sudden_death,) = options_with_victory(
        {"group_sudden_death": {**DEATH, "at_once": True}}
    ).sudden_deaths
    assert sudden_death.at_once


@pytest.mark.rule("V-EXIT-07")
@pytest.mark.rule("V-EXIT-08")
def test_exits_can_count_twice_and_be_required() -> None:
    exit_options = {"must_have_unit_exit": {"side": "ALLIES", "min_nbr_units": 1}}
    options = parsed_options({"infantry_exit_counts_2": True, **exit_options})
    assert (options.infantry_exit_medals, options.exits_needed) == (2, {Side.ALLIES: 1})


@pytest.mark.rule("B-SETUP-08")
@pytest.mark.rule("B-SETUP-09")
def test_extra_cards_are_drawn_after_the_stated_turns_by_the_stated_side() -> None:
    options = parsed_options({"draw_extra": {"AXIS": [[1, 1], [2, 1], [2, 2]]}})
    assert [options.extra_card_count(Side.AXIS, turn) for turn in (1, 2, 3)] == [1, 3, 0]
    assert options.extra_card_count(Side.ALLIES, 1) == 0


@pytest.mark.parametrize("value", [None, False, "", [], {}])
@pytest.mark.parametrize("name", ["airdrop", "hill317", "draw_extra", "blitz_rules"])
def test_an_option_that_is_off_has_no_effect(name: str, value: object) -> None:
    assert parsed_options({name: value}) == ScenarioOptions()


@pytest.mark.parametrize(
    "options",
    [
        {"house_rule": True},
        {"draw_extra": {"TOP": [[1, 1]]}},
        {"must_have_unit_exit": {"side": "AXIS", "min_nbr_units": 1, "by_turn": 9}},
        {"airdrop": {**DROP, "behavior": "ALL_AT_ONCE"}},
        {"airdrop": {**DROP, "unit": {"name": "infus", "behavior": "CANNOT_BE_MOVED"}}},
    ],
)
def test_an_unknown_option_is_named_and_left_out(options: Mapping[str, Any]) -> None:
    assert parsed_options(options) == ScenarioOptions()
    assert names_of_foreign_options(briefing_of(options), invalid=False) == [*options]


@pytest.mark.parametrize(
    "options",
    [
        {"airdrop": True},
        {"airdrop": {**DROP, "side": "NOBODY"}},
        {"airdrop": {**DROP, "center": "Z9"}},
        {"airdrop": {**DROP, "center": 5}},
        {"airdrop": {**DROP, "nbr_units": 0}},
        {"airdrop": {**DROP, "unit": {}}},
        {"airdrop": {**DROP, "unit": {"name": "infus", "badge": 1}}},
        {"deck_reshuffling": "no"},
        {"deck_out_winner": ["AXIS"]},
        {"hill317": ["L5", "Z9"]},
        {"hill317": "L5"},
        {"air_strikes_rules": True},
        {"draw_extra": {"AXIS": 2}},
        {"draw_extra": {"AXIS": [[1, 1, 1]]}},
        {"draw_extra": {"AXIS": [[True, 1]]}},
        {"infantry_exit_counts_2": 2},
        {"must_have_unit_exit": {"side": "ALLIES"}},
    ],
)
def test_an_invalid_option_is_named_and_left_out(options: Mapping[str, Any]) -> None:
    assert parsed_options(options) == ScenarioOptions()
    assert len(names_of_foreign_options(briefing_of(options), invalid=True)) == 1


@pytest.mark.parametrize(
    "change", [{"number": 4}, {"number": 0}, {"group": []}, {"at_once": 1}, {"when": "now"}]
)
def test_an_impossible_sudden_death_is_left_out(change: Mapping[str, Any]) -> None:
    condition = {"group_sudden_death": {**DEATH, **change}}
    assert options_with_victory(condition) == ScenarioOptions()
    briefing = briefing_of(victory={"condition": [condition]})
    unread_conditions = [name for name, _ in briefing.unread_conditions()]
    assert [*names_of_foreign_options(briefing, invalid=True), *unread_conditions] in (
        ["sudden-death"],  # under our key, because only its numbers are wrong
        ["group_sudden_death"],
    )


def test_an_unknown_victory_condition_is_named() -> None:
    briefing = briefing_of(victory={"condition": [{"hold_out": 9}, "all", {"standard": {}}]})
    assert [*briefing.unread_conditions()] == [("hold_out", 9), ("standard", {})]


ANY_VALUE = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(max_size=4)
    | st.sampled_from(["AXIS", "G5"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["side", "unit", "name", "group", "condition", "AXIS", "nbr_units"]),
            inner,
        )
    ),
    max_leaves=8,
)
NAMES = [
    "airdrop",
    "deck_reshuffling",
    "deck_out_winner",
    "hill317",
    "air_strikes_rules",
    "draw_extra",
]


@given(
    st.dictionaries(st.sampled_from([*NAMES, "group_sudden_death", "other"]), ANY_VALUE), ANY_VALUE
)
def test_any_content_can_be_read(options: dict[str, Any], victory: object) -> None:
    briefing = briefing_of(options, victory)
    assert scenario_options(Scenario(briefing=briefing))
    assert len(briefing.special_rules.stated) >= len(options)


def test_the_options_of_the_base_scenarios_are_valid(
    read_shipped: Callable[[str], Scenario],
) -> None:
    assert [*read_shipped("pegasus-bridge").briefing.special_rules.foreign_rules()] == []

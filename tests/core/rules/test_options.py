from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m44core.board import BOARDS, BoardType
from m44core.catalogue.types import Side
from m44core.model.parts import Briefing, Unit
from m44core.model.scenario import Scenario
from m44core.rules.options import (
    AirDrop,
    ReconAsAirPower,
    ScenarioOptions,
    SuddenDeath,
    scenario_options,
)

BOARD = BOARDS[BoardType.STANDARD]
DROP = {"side": "ALLIES", "range": 4, "nbr_units": 4, "center": "G5", "unit": {"name": "infus"}}
DEATH = {"side": "ALLIES", "number": 2, "group": ["g8", "G9", "F9"]}


def read(options: Mapping[str, Any]) -> ScenarioOptions:
    return scenario_options(Scenario(briefing=Briefing(options=options)))


def read_victory(*conditions: object) -> ScenarioOptions:
    extra = {"victory": {"condition": list(conditions)}}
    return scenario_options(Scenario(briefing=Briefing(extra=extra)))


def test_a_scenario_without_options_asks_for_nothing() -> None:
    assert scenario_options(Scenario()) == ScenarioOptions()
    assert ScenarioOptions().reshuffles


@pytest.mark.rule("B-SETUP-10")
@pytest.mark.parametrize(
    ("options", "read_as"),
    [
        (
            {"airdrop": DROP},
            {
                "airdrops": (
                    AirDrop(Side.ALLIES, BOARD.hex("G5"), range=4, units=4, unit=Unit("infus")),
                )
            },
        ),
        (
            {"airdrop": {"side": "AXIS", "nbr_units": "3", "unit": {"name": "inf2ger"}}},
            {"airdrops": (AirDrop(Side.AXIS, None, range=0, units=3, unit=Unit("inf2ger")),)},
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
    options: Mapping[str, Any], read_as: Mapping[str, Any]
) -> None:
    assert read(options) == replace(ScenarioOptions(), **read_as)


@pytest.mark.rule("V-MED-10")
def test_the_conditions_of_victory_are_read_from_where_the_m44_format_has_them() -> None:
    options = read_victory({"group_sudden_death": DEATH}, {"group_sudden_death": {**DEATH}})
    hexes = tuple(map(BOARD.hex, ("g8", "G9", "F9")))
    assert options.sudden_deaths == (SuddenDeath(Side.ALLIES, 2, hexes),) * 2


@pytest.mark.rule("V-MED-08")
def test_a_sudden_death_may_win_at_once() -> None:
    (death,) = read_victory({"group_sudden_death": {**DEATH, "at_once": True}}).sudden_deaths
    assert death.at_once


@pytest.mark.rule("V-EXIT-07")
@pytest.mark.rule("V-EXIT-08")
def test_exits_may_count_twice_and_may_be_needed() -> None:
    needed = {"must_have_unit_exit": {"side": "ALLIES", "min_nbr_units": 1}}
    options = read({"infantry_exit_counts_2": True, **needed})
    assert (options.infantry_exit_medals, options.exits_needed) == (2, {Side.ALLIES: 1})


@pytest.mark.rule("B-SETUP-08")
@pytest.mark.rule("B-SETUP-09")
def test_extra_cards_are_drawn_after_the_turns_named_and_by_the_side_named() -> None:
    options = read({"draw_extra": {"AXIS": [[1, 1], [2, 1], [2, 2]]}})
    assert [options.extra_cards(Side.AXIS, turn) for turn in (1, 2, 3)] == [1, 3, 0]
    assert options.extra_cards(Side.ALLIES, 1) == 0


@pytest.mark.parametrize("off", [None, False, "", [], {}])
@pytest.mark.parametrize("name", ["airdrop", "hill317", "draw_extra", "blitz_rules"])
def test_an_option_that_is_switched_off_asks_for_nothing(name: str, off: object) -> None:
    assert read({name: off}) == ScenarioOptions()


@pytest.mark.parametrize(
    "options",
    [
        {"blitz_rules": True},
        {"must_have_unit_exit": {"side": "AXIS", "min_nbr_units": 1, "by_turn": 9}},
        {"airdrop": {**DROP, "behavior": "ONE_AT_TIME", "nbr_drops": 3}},
        {
            "airdrop": {
                **DROP,
                "unit": {"name": "infus", "behavior": "CANNOT_BE_ACTIVATED_TILL_TURN"},
            }
        },
    ],
)
def test_an_option_the_rules_do_not_know_is_named_and_left_out(options: Mapping[str, Any]) -> None:
    assert read(options) == replace(ScenarioOptions(), unknown=tuple(options))


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
        {"draw_extra": {"TOP": [[1, 1]]}},
        {"infantry_exit_counts_2": 2},
        {"must_have_unit_exit": {"side": "ALLIES"}},
    ],
)
def test_an_option_that_makes_no_sense_is_named_and_left_out(options: Mapping[str, Any]) -> None:
    assert read(options) == replace(ScenarioOptions(), malformed=tuple(options))


@pytest.mark.parametrize(
    ("change", "names"),
    [
        ({"number": 4}, {"malformed": ("group_sudden_death",)}),
        ({"number": 0}, {"malformed": ("group_sudden_death",)}),
        ({"group": []}, {"malformed": ("group_sudden_death",)}),
        ({"at_once": 1}, {"malformed": ("group_sudden_death",)}),
        ({"when": "now"}, {"unknown": ("group_sudden_death",)}),
    ],
)
def test_a_sudden_death_that_cannot_come_about_is_left_out(
    change: Mapping[str, Any], names: Mapping[str, Any]
) -> None:
    assert read_victory({"group_sudden_death": {**DEATH, **change}}) == ScenarioOptions(**names)


def test_an_unknown_condition_of_victory_is_named() -> None:
    assert read_victory({"hold_out": 9}, "all", {"standard": {}}).unknown == ("hold_out",)


ANYTHING = st.recursive(
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
    st.dictionaries(st.sampled_from([*NAMES, "group_sudden_death", "other"]), ANYTHING), ANYTHING
)
def test_no_content_whatever_stops_the_reading(options: dict[str, Any], victory: object) -> None:
    briefing = Briefing(options=options, extra={"victory": victory})
    read_options = scenario_options(Scenario(briefing=briefing))
    assert {*read_options.unknown, *read_options.malformed} <= {*options, *_keys(victory)}


def _keys(victory: object) -> set[str]:
    listed = victory.get("condition") if isinstance(victory, dict) else None
    return (
        {key for c in listed or () if isinstance(c, dict) for key in c}
        if isinstance(listed, list)
        else set()
    )


def test_the_options_of_the_base_scenarios_make_sense(shipped: Callable[[str], Scenario]) -> None:
    read_options = scenario_options(shipped("pegasus-bridge"))
    assert (read_options.unknown, read_options.malformed) == ((), ())

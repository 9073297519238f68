"""The objectives and exits on a sheet."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from m44core.board import BOARDS, BoardType
from m44core.catalogue.catalogue_types import Side
from m44core.hexes import Hex
from m44core.io.files.file_reader import read_file
from m44core.messages.languages import languages
from m44core.messages.message import message
from m44core.messages.renderers import renderer_in
from m44core.model.exit_markers import with_exit
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import (
    Briefing,
    HexContent,
    MedalTerms,
    Piece,
    Player,
    Tag,
    Texts,
    Unit,
)
from m44core.model.special_rules import InfantryExitCountsTwo, SpecialRules
from m44core.model.unit_rules import BlowBridges
from m44core.model.victory_rules import ExitLine, ExitLines
from m44core.publish.content.objective_lines import goals_heading
from m44core.publish.content.reference import piece_lines
from m44core.publish.content.sheet_content import goal_entries, sheet_content, side_summaries
from m44core.resources import scenarios_folder


@pytest.mark.parametrize(
    ("name", "texts"),
    [
        (
            "pegasus-bridge",
            ["1 medal each for the Allies, while a unit of that side is on the hex: D7, k4"],
        ),
        (
            "montelimar",
            [
                "1 medal each for the Axis, while a unit of that side is on the hex: b2, l2",
                (
                    "1 medal for the Allies if that side holds 1 of these 9 outlined hexes, "
                    "lost when the units leave the hexes: F9, I9, L9, f8, g8, h8, i8, j8, k8"
                ),
            ],
        ),
        ("arracourt", []),
    ],
)
def test_each_objective_names_its_side_and_a_group_has_all_its_hexes(
    name: str, texts: list[str]
) -> None:
    scenario = read_file(scenarios_folder() / f"{name}.yaml").scenario
    assert scenario is not None
    goals_shown = goal_entries(scenario, renderer_in("en"))
    assert [f"{goal['lead']}{', '.join(goal['where'])}" for goal in goals_shown] == texts


@pytest.mark.rule("TH-BLOW-03")
def test_bridges_that_are_worth_a_medal_when_blown_up_are_listed() -> None:
    bridge = Piece("bridge", behavior="can-be-blown", extra={"behavior2": "ONE_MEDAL_IF_BLOWN"})
    content = HexContent(terrain=Piece("river"), structure=bridge)
    rules = SpecialRules({"blow-bridges": BlowBridges(Side.ALLIES)})
    scenario = Scenario(briefing=Briefing(special_rules=rules), hexes={Hex(4, 4): content})
    (goal,) = goal_entries(scenario, renderer_in("en"))
    assert goal["what"] == (
        "1 medal for the Allies for each bridge blown up, kept to the end of the battle"
    )
    assert goal["where"] == ["C5"]


@pytest.mark.rule("TH-MINE-07")
def test_the_medal_for_a_decoy_among_minefields_is_listed_with_their_hexes() -> None:
    scenario = read_file(Path("tests/data/boards/4237-IntoTheCauldron.m44")).scenario
    assert scenario is not None
    (goal,) = goal_entries(scenario, renderer_in("en"))
    assert goal["what"] == (
        "1 medal for the side whose unit is the first to uncover a minefield token of strength 0, "
        "kept once won"
    )
    assert goal["where"] == ["D9", "E9", "F9", "G9", "H9", "I9", "J9"]
    names = [line["name"] for line in piece_lines(scenario, renderer_in("en"))]
    assert [name for name in names if "inefield" in name] == ["Minefield"]


@pytest.mark.parametrize("worth", [1, 2])
def test_a_token_for_several_medals_says_so(worth: int) -> None:
    medal = Tag("medal2", medal=MedalTerms(counts_for=worth))
    scenario = Scenario(hexes={Hex(0, 0): HexContent(tags=(medal,))})
    (goal,) = goal_entries(scenario, renderer_in("en"))
    assert goal["note"] == ("" if worth == 1 else "Each marker is worth 2 medals.")


@pytest.mark.rule("V-EXIT-02", "V-EXIT-04")
def test_the_reference_says_how_units_exit_along_a_row() -> None:
    marker = HexContent(tags=(Tag("tag5", side=Side.AXIS),))
    (line,) = piece_lines(Scenario(hexes={Hex(0, 0): marker}), renderer_in("en"))
    assert line["does"] == (
        "Marks an exit row along the edge of the board. An ordered unit on any hex of the row "
        "may exit: leaving the board uses one hex of its movement. It is not lost."
    )


def test_an_exit_names_its_side() -> None:
    scenario = with_exit(Scenario(), [Hex(0, 0), Hex(1, 0)], Side.ALLIES)
    (goal,) = goal_entries(scenario, renderer_in("en"))
    expected = "Exit for the Allies, 1 medal for each unit: "
    assert (goal["lead"], goal["where"]) == (expected, ["A9", "a9"])


def test_the_heading_names_only_what_follows() -> None:
    medal = Scenario(hexes={Hex(4, 4): HexContent(tags=(Tag("medal2"),))})
    exits = with_exit(Scenario(), [Hex(0, 0)], Side.ALLIES)
    both = with_exit(medal, [Hex(0, 0)], Side.ALLIES)
    headings = [str(goals_heading(each)) for each in (medal, exits, both)]
    assert headings == ["Medals", "Exits", "Medals and exits"]


def exit_lead(rules: SpecialRules, side: Side | None = Side.AXIS) -> str:
    """Return the line on a sheet for an exit on A9 of *side*, under some special rules."""
    briefing = Briefing(top=Player(Side.ALLIES), bottom=Player(Side.AXIS), special_rules=rules)
    scenario = Scenario(
        hexes={Hex(0, 0): HexContent(tags=(Tag("tag4", side=side),))}, briefing=briefing
    )
    (goal,) = goal_entries(scenario, renderer_in("en"))
    return goal["what"]  # type: ignore[return-value]  # the text


def test_an_exit_says_what_a_unit_is_worth() -> None:
    line = ExitLine(Side.AXIS, hexes=(Hex(0, 0),), medals=2)
    figures = replace(line, medals=1, each_figure=True)
    twice = SpecialRules({"infantry-exit-counts-two": InfantryExitCountsTwo(True)})
    assert exit_lead(SpecialRules()) == "Exit for the Axis, 1 medal for each unit"
    assert exit_lead(twice) == (
        "Exit for the Axis, 2 medals for each infantry unit, 1 medal for each other unit"
    )
    two, by_figure = (SpecialRules({"exit-lines": ExitLines((each,))}) for each in (line, figures))
    assert exit_lead(two) == "Exit for the Axis, 2 medals for each unit"
    assert exit_lead(by_figure) == "Exit for the Axis, 1 medal for each figure"


def test_an_exit_without_a_side_is_for_the_side_that_crosses_the_board() -> None:
    assert exit_lead(SpecialRules(), side=None).startswith("Exit for the Axis")


def test_exits_on_the_same_terms_are_one_entry_in_reading_order() -> None:
    exits = [Hex(4, 8), Hex(0, 8), Hex(2, 0)]
    tags = {hex_: HexContent(tags=(Tag("tag4"),)) for hex_ in exits}
    (goal,) = goal_entries(Scenario(hexes=tags), renderer_in("en"))
    assert (goal["lead"], goal["where"]) == ("Exit: ", ["B9", "A1", "C1"])


_ON_ENTRY = "1 medal for the Axis, once a unit of that side enters the hex"
_AT_START = (
    "1 medal for the Axis, if a unit of that side is on the hex at the start of that side's turn"
)


@pytest.mark.parametrize(
    ("terms", "sentence"),
    [
        ({"permanent": True}, f"{_ON_ENTRY}, then kept to the end of the battle"),
        ({"counts_for": 2}, "2 medals for the Axis, while a unit of that side is on the hex"),
        ({"turn_start": True}, _AT_START),
        (
            {"turn_start": True, "permanent": True},
            f"{_AT_START}, then kept to the end of the battle",
        ),
        ({"last_to_occupy": True}, f"{_ON_ENTRY}, then kept until an enemy unit does so"),
    ],
)
def test_each_kind_of_objective_says_how_it_is_won_and_lost(
    terms: dict[str, Any], sentence: str
) -> None:
    medal = Tag("medal2", medal=MedalTerms(**terms))
    (goal,) = goal_entries(
        Scenario(hexes={Hex(0, 0): HexContent(tags=(medal,))}), renderer_in("en")
    )
    assert goal["what"] == sentence


def test_a_majority_objective_states_its_medals_for_all_hexes_together() -> None:
    medal = Tag("medal0", group=(Hex(2, 0),), medal=MedalTerms(majority=True, counts_for=2))
    (goal,) = goal_entries(
        Scenario(hexes={Hex(0, 0): HexContent(tags=(medal,))}), renderer_in("en")
    )
    assert goal["what"] == (
        "2 medals for these 2 outlined hexes together, for the side with more units on them"
    )


def test_the_holder_of_a_majority_objective_is_stated_once() -> None:
    briefing = Briefing(top=Player(Side.ALLIES), bottom=Player(Side.AXIS))
    medal = Tag("medal0", group=(Hex(2, 0),), medal=MedalTerms(majority=True))
    hexes = {Hex(0, 0): HexContent(tags=(medal,), unit=Unit("infger"))}
    (goal,) = goal_entries(Scenario(hexes=hexes, briefing=briefing), renderer_in("en"))
    assert goal["what"] == (
        "1 medal for these 2 outlined hexes together, for the side with more units on them, held "
        "by the Axis from the start"
    )


def test_a_group_that_both_sides_can_win_is_one_entry_with_both_medals() -> None:
    briefing = Briefing(top=Player(Side.ALLIES), bottom=Player(Side.AXIS))
    tags = tuple(Tag(name, group=(Hex(2, 0),)) for name in ("medal2", "medal6"))
    hexes = {Hex(0, 0): HexContent(tags=tags, unit=Unit("infger"))}
    labels = {Hex(0, 0): ("A",), Hex(2, 0): ("A",)}
    scenario = Scenario(hexes=hexes, labels=labels, briefing=briefing)
    (goal,) = goal_entries(scenario, renderer_in("en"))
    assert goal["what"] == (
        "Group A: 1 medal for each side that holds 1 of these 2 outlined hexes, held by the Axis "
        "from the start, lost when the units leave the hexes"
    )
    assert "" not in {goal["picture"], goal["further"]}


def test_an_objective_under_its_own_unit_is_held_from_the_start() -> None:
    briefing = Briefing(top=Player(Side.ALLIES), bottom=Player(Side.AXIS))
    occupied_objective = HexContent(unit=Unit("infger"), tags=(Tag("medal2"),))
    free_objective = HexContent(tags=(Tag("medal2"),))
    scenario = Scenario(
        hexes={Hex(0, 0): occupied_objective, Hex(4, 0): free_objective}, briefing=briefing
    )
    assert [goal["what"] for goal in goal_entries(scenario, renderer_in("en"))] == [
        "1 medal for the Axis, held from the start, while a unit of that side is on the hex",
        "1 medal for the Axis, while a unit of that side is on the hex",
    ]


def side_countries(top: Player, unit: str) -> list[object]:
    hexes = {Hex(0, 0): HexContent(unit=Unit(unit))}
    scenario = Scenario(hexes=hexes, briefing=Briefing(top=top))
    return [side["country"] for side in side_summaries(scenario, renderer_in("en"))]


def test_a_side_with_only_soviet_figures_is_not_called_american() -> None:
    assert side_countries(Player(Side.ALLIES, "US"), "infru") == ["Soviet Union"]
    assert side_countries(Player(Side.ALLIES, "CA"), "infbrit") == ["Canada"]
    assert side_countries(Player(Side.ALLIES, "GB"), "infus") == ["Great Britain"]


RIVER_MEDAL = HexContent(terrain=Piece("river"), tags=(Tag("medal1"),))


@pytest.mark.parametrize("code", languages())
def test_a_medal_on_an_impassable_hex_says_that_its_text_tells_what_counts(code: str) -> None:
    """Rules: V-60, B-RIV-01."""
    briefing = Briefing(top=Player(Side.AXIS), bottom=Player(Side.ALLIES))
    units = {Hex(0, 0): HexContent(unit=Unit("infger")), Hex(0, 8): HexContent(unit=Unit("infus"))}
    texts = {code: Texts(victory="A medal for any hex at the river.")}
    scenario = Scenario(briefing=briefing, hexes={**units, Hex(4, 4): RIVER_MEDAL}, texts=texts)
    said = message("No unit can enter {hexes}: the conditions of victory say which hexes count.")
    untold = message("No unit can enter {hexes}.")
    for texts_of_case, expected in ((texts, said), ({}, untold)):
        renderer = renderer_in(code)
        (goal,) = goal_entries(replace(scenario, texts=texts_of_case), renderer)
        assert goal["note"] == renderer.sentence(replace(expected, values={"hexes": "C5"}))


def test_a_medal_that_units_can_take_has_no_note() -> None:
    scenario = read_file(scenarios_folder() / "montelimar.yaml").scenario
    assert scenario
    assert {goal["note"] for goal in goal_entries(scenario, renderer_in("en"))} == {""}


@pytest.mark.parametrize("code", languages())
def test_the_reference_gives_way_to_the_special_rules_of_a_scenario_that_has_some(
    code: str,
) -> None:
    renderer = renderer_in(code)
    note = renderer.render(message("The scenario's special rules take precedence."))
    rules = SpecialRules({"infantry-exit-counts-two": InfantryExitCountsTwo(True)})
    told, stated = Scenario(texts={code: Texts(rules="No card is dealt.")}), Scenario()
    stated = replace(stated, briefing=Briefing(special_rules=rules))
    breakthrough = Scenario(board=BOARDS[BoardType.BREAKTHROUGH])
    without = Scenario(texts={code: Texts(rules=" ", victory="Take the town.")})
    notes = [
        sheet_content(each, [renderer])["languages"][0]["reference_note"]
        for each in (told, stated, breakthrough, without)
    ]
    assert notes == [note, note, note, ""]

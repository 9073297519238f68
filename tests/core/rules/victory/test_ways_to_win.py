"""Ways to win are described from the data of a scenario."""

from __future__ import annotations

from dataclasses import replace

import pytest

from m44core.board import BOARDS, BoardType
from m44core.catalogue.catalogue_types import Side
from m44core.hexes import Hex
from m44core.model.edits import new_scenario, set_briefing
from m44core.model.exit_markers import with_exit
from m44core.model.objective_medals import objective_at, with_changed_tag, with_objective
from m44core.model.rule_declarations import declarations
from m44core.model.rule_parts import SpecialRule
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import MedalTerms
from m44core.model.special_rules import (
    HexGroup,
    MustExit,
    NoEliminationMedals,
    SpecialRules,
    SuddenDeath,
)
from m44core.model.victory_rules import (
    BoardSection,
    DamSabotage,
    EmptySectionMedals,
    ExitsOnly,
    MedalsNeeded,
)
from m44core.rules.victory.ways_to_win import extra_victory_rule_summaries, ways_to_win

BOARD = BOARDS[BoardType.STANDARD]
EMPTY = new_scenario()
ELIMINATED = "1 medal for each enemy unit eliminated"


def hexes(names: str) -> tuple[Hex, ...]:
    return tuple(BOARD.hex(name) for name in names.split())


def with_rules(scenario: Scenario, *rules: SpecialRule) -> Scenario:
    special_rules = SpecialRules({declarations().of(rule).key: rule for rule in rules})
    return set_briefing(scenario, replace(scenario.briefing, special_rules=special_rules))


def lines_for_side(scenario: Scenario, side: Side = Side.ALLIES) -> list[str]:
    (ways,) = (each for each in ways_to_win(scenario) if each.side is side)
    return [str(line) for line in ways.lines]


def scenario_with_objective(names: str, **terms: object) -> Scenario:
    scenario = with_objective(EMPTY, hexes(names), Side.ALLIES)
    token = objective_at(scenario, hexes(names)[0])
    assert token
    medal = MedalTerms(**terms)  # type: ignore[arg-type]  # each term has its type
    return with_changed_tag(scenario, token, lambda tag: replace(tag, medal=medal))


@pytest.mark.parametrize(
    ("names", "terms", "text"),
    [
        ("C5", {}, "1 medal while a unit occupies C5"),
        ("C5", {"counts_for": 2, "permanent": True}, "2 medals for reaching C5 (permanent)"),
        (
            "C5",
            {"turn_start": True},
            (
                "1 medal for occupying C5 at the start of the side's own turn, lost at the "
                "start of a later one if no longer occupied"
            ),
        ),
        (
            "C5",
            {"turn_start": True, "permanent": True},
            "1 medal for occupying C5 at the start of the side's own turn (permanent)",
        ),
        (
            "C5 D5 E5",
            {"majority": True},
            "1 medal while occupying more of C5, D5, E5 than the enemy",
        ),
        (
            "C5",
            {"last_to_occupy": True},
            ("1 medal for reaching C5, held until the enemy does the same"),
        ),
        ("C5", {"sole_control": True}, "1 medal while occupying C5 with no enemy there"),
        (
            "C5",
            {"any_hex": True},
            "1 medal while a unit occupies C5; otherwise the enemy holds the objective",
        ),
        ("C5 D5", {}, "1 medal while a unit occupies any one of C5, D5"),
        ("C5 D5 E5", {"hexes_needed": 2}, "1 medal while a unit occupies 2 of C5, D5, E5"),
        ("C5 D5", {"hexes_needed": 2}, "1 medal while a unit occupies all of C5, D5"),
    ],
)
def test_every_kind_of_objective_is_described(
    names: str, terms: dict[str, object], text: str
) -> None:
    assert lines_for_side(scenario_with_objective(names, **terms)) == [
        "To win: 4 medals",
        ELIMINATED,
        text,
    ]
    assert lines_for_side(EMPTY) == ["To win: 4 medals", ELIMINATED]


def test_exits_are_described_for_the_side_that_may_use_them() -> None:
    scenario = with_exit(EMPTY, hexes("C9 D9"), Side.ALLIES)
    line = "1 medal for each unit that exits the board at C9, D9"
    assert line in lines_for_side(scenario)
    assert line not in lines_for_side(scenario, Side.AXIS)
    must = lines_for_side(with_rules(scenario, MustExit(Side.ALLIES, 2)))
    assert must[-1] == "At least 2 medals must come from units that exit the board"


def test_rules_about_medals_change_the_description() -> None:
    assert lines_for_side(with_rules(EMPTY, NoEliminationMedals(Side.ALLIES))) == [
        "To win: 4 medals"
    ]
    assert lines_for_side(with_rules(EMPTY, MedalsNeeded(allies=7)))[0] == "To win: 7 medals"
    assert lines_for_side(with_rules(EMPTY, ExitsOnly(Side.ALLIES, 3))) == [
        "To win: 3 medals, only for units that exit the board"
    ]
    section_rule = EmptySectionMedals(Side.ALLIES, (BoardSection.LEFT,), 2)
    assert (
        lines_for_side(with_rules(EMPTY, section_rule))[-1]
        == "2 medals while a section is clear of enemies"
    )


@pytest.mark.parametrize(
    ("at_once", "text"),
    [
        (True, "Immediate victory for occupying 2 of C5, D5, E5"),
        (False, "Victory for occupying 2 of C5, D5, E5 at the end of the side's own turn"),
    ],
)
def test_sudden_death_is_described_after_the_other_ways_to_win(at_once: bool, text: str) -> None:
    group = HexGroup(Side.ALLIES, 2, hexes("C5 D5 E5"), at_once=at_once)
    assert lines_for_side(with_rules(EMPTY, SuddenDeath((group,))))[-1] == text


def test_rules_not_covered_by_the_ways_to_win_are_summarized() -> None:
    rule = DamSabotage(Side.ALLIES, hexes("C5"))
    (line,) = extra_victory_rule_summaries(with_rules(EMPTY, rule))
    assert ": " in str(line)
    assert extra_victory_rule_summaries(EMPTY) == ()


def test_there_are_no_ways_to_win_if_the_briefing_omits_the_sides() -> None:
    briefing = replace(EMPTY.briefing, top=replace(EMPTY.briefing.top, side=None))
    assert ways_to_win(replace(EMPTY, briefing=briefing)) == ()


def test_an_unstated_number_of_medals_is_reported() -> None:
    bottom = replace(EMPTY.briefing.bottom, medals=None)
    scenario = replace(EMPTY, briefing=replace(EMPTY.briefing, bottom=bottom))
    assert lines_for_side(scenario)[0] == (
        "The briefing does not say how many medals are needed to win"
    )

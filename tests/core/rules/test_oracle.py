"""Our facts about starting positions agree with those of a public implementation or our rulings.

Every fact is compared, except those that an element without rules here can change. Facts that
depend on a reading of the rules are checked against our rulings instead.
``oracle_differences.yaml`` lists the facts that differ, each with the ruling that is the reason,
and the number of facts compared.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.core.rules.oracle import INFANTRY, ComparedBoard, Key, facts_by_kind
from tests.reference_data import LAYOUTS, RANDOM_BOARDS, load_yaml

from m44core.errors import M44Error
from m44core.rules.analysis.position_facts import sight_facts
from m44core.rules.game_settings import PlateauRuling, RuleSettings
from m44core.rules.play.game_setup import new_game

pytestmark = pytest.mark.bulk

LISTED_DIFFERENCES: dict[str, Any] = load_yaml(Path(__file__).with_name("oracle_differences.yaml"))
THEIR_READINGS = RuleSettings(
    plateau=PlateauRuling.SAME_HEIGHT, sees_over_lower=True, edge_blocks_sight=True
)
COUNTED_KINDS = ("sight", "moves", "after", "attacks", "retreats")


@pytest.fixture(scope="module", params=LISTED_DIFFERENCES["compared"])
def board(request: pytest.FixtureRequest) -> ComparedBoard:
    """Each of the compared boards; only one is in memory at a time."""
    return ComparedBoard(request.param, LISTED_DIFFERENCES["options"])


def listed_differences(board: ComparedBoard) -> list[dict[str, Any]]:
    return [entry for entry in LISTED_DIFFERENCES["differences"] if entry["board"] == board.name]


def matches_fact(pattern: list[int | str], key: Key) -> bool:
    """Return whether a pattern matches a fact; "*" matches any hex."""
    matches_parts = (want in ("*", number) for want, number in zip(pattern, key, strict=True))
    return len(pattern) == len(key) and all(matches_parts)


def test_every_board_is_compared() -> None:
    assert {path.stem for path in (*LAYOUTS, *RANDOM_BOARDS)} == {
        *LISTED_DIFFERENCES["compared"],
        *LISTED_DIFFERENCES["not played"],
    }


@pytest.mark.parametrize("name", LISTED_DIFFERENCES["not played"])
def test_boards_that_are_not_compared_cannot_be_played(name: str) -> None:
    with pytest.raises(M44Error, match=LISTED_DIFFERENCES["not played"][name]):
        ComparedBoard(name, LISTED_DIFFERENCES["options"])


def test_facts_agree_unless_a_ruling_explains_the_difference(board: ComparedBoard) -> None:
    for kind in board.theirs.keys() | board.ours.keys():
        listed_patterns = [
            p
            for entry in listed_differences(board)
            if entry["kind"] == kind
            for p in entry["facts"]
        ]
        unexplained_facts = {
            key: (board.theirs[kind].get(key), board.ours[kind].get(key))
            for key in board.differing_facts(kind)
            if not any(matches_fact(pattern, key) for pattern in listed_patterns)
        }
        assert unexplained_facts == {}, kind


def test_every_explanation_explains_a_difference(board: ComparedBoard) -> None:
    for entry in listed_differences(board):
        differing_keys = board.differing_facts(entry["kind"])
        for pattern in entry["facts"]:
            assert any(matches_fact(pattern, key) for key in differing_keys), (
                entry["kind"],
                pattern,
            )


def test_at_least_as_many_facts_are_compared_as_listed(board: ComparedBoard) -> None:
    compared_counts = [
        len(board.comparable_facts(kind) & board.theirs[kind].keys()) for kind in COUNTED_KINDS
    ]
    min_counts = LISTED_DIFFERENCES["compared"][board.name]
    kinds_with_fewer = [
        kind
        for kind, count, minimum in zip(COUNTED_KINDS, compared_counts, min_counts, strict=True)
        if count < minimum
    ]
    assert kinds_with_fewer == [], compared_counts


@pytest.mark.rule("R-05")
@pytest.mark.rule("R-06")
@pytest.mark.rule("R-08")
def test_lines_that_depend_on_a_reading_follow_our_rulings(board: ComparedBoard) -> None:
    reading = board.unknown.readings[INFANTRY]
    for a, b in board.sensitive_facts["sight"]:
        if not board.unknown.changes("sight", (a, b)):
            assert board.ours["sight"][a, b] == reading.sees(a, b, board.state.all_occupied), (a, b)


@pytest.mark.rule("R-05")
@pytest.mark.rule("R-06")
@pytest.mark.rule("R-08")
def test_battles_after_a_move_that_depend_on_a_reading_follow_our_rulings(
    board: ComparedBoard,
) -> None:
    state = board.state
    for unit, end, target in board.sensitive_facts["after"]:
        if not board.unknown.changes("after", (unit, end, target)):
            reading = board.unknown.readings[board.unit(unit).class_number]
            is_seen = reading.sees(end, target, state.all_occupied & ~(1 << unit))
            theirs, ours = (
                kinds["after"].get((unit, end, target)) for kinds in (board.theirs, board.ours)
            )
            assert ours == ((theirs or ours) if is_seen else None)


@pytest.mark.rule("R-05")
@pytest.mark.rule("R-06")
@pytest.mark.rule("R-08")
@pytest.mark.parametrize("board", [*LISTED_DIFFERENCES["compared"]][::3], indirect=True)
def test_every_line_agrees_under_their_readings_of_the_rules(board: ComparedBoard) -> None:
    state = new_game(board.scenario, THEIR_READINGS)
    ours = facts_by_kind({**board.document, **sight_facts(state)})["sight"]
    for pair, seen in board.theirs["sight"].items():
        if not board.has_no_matching_setting(*pair):
            assert ours[pair] == seen, pair


@pytest.mark.rule("B-LOS-07")
def test_hexes_touched_in_a_corner_count_the_same_in_both_programs(board: ComparedBoard) -> None:
    hill, corner, edge = (
        {(a, b) for a, b in board.facts["los_sensitive"].get(kind, ())}
        for kind in ("hill", "corner_touch", "edge_of_map")
    )
    for pair in corner - hill - edge:
        if not board.unknown.changes("sight", pair):
            assert board.ours["sight"][pair] == board.theirs["sight"][pair], pair

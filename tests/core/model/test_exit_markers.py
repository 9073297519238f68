"""Exits drawn along an edge are read back as drawn."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m44core.board import BOARDS, Board, BoardType
from m44core.catalogue.catalogue_types import Side
from m44core.hexes import Hex
from m44core.model.edits import new_scenario
from m44core.model.exit_markers import (
    board_edges,
    default_exit_side,
    exit_at,
    exit_markers,
    exiting_side,
    hexes_along_edge,
    nearest_hex_on_edge,
    with_exit,
    with_exit_side,
    without_exits,
)
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Briefing, HexContent, Player, Tag
from m44core.rules.analysis.scenario_gaps import gaps

BOARD = BOARDS[BoardType.STANDARD]
EMPTY = new_scenario()
EDGE_ENDS = st.sampled_from([*board_edges(BOARD)]).flatmap(
    lambda edge: st.tuples(st.sampled_from(edge), st.sampled_from(edge))
)
SIDES = st.sampled_from([*Side])


def hexes(names: str) -> tuple[Hex, ...]:
    return tuple(BOARD.hex(name) for name in names.split())


def exit_sides(scenario: Scenario) -> dict[Hex, Side | None]:
    """Return the side that may exit at each open hex; None if it is not named."""
    markers = exit_markers(scenario)
    return {hex_: marker.side for marker in markers for hex_ in marker.hexes}


@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [
        ("C9", "F9", "C9 D9 E9 F9"),
        ("F1", "C1", "F1 E1 D1 C1"),
        ("C1", "A1", "C1 B1 A1"),
        ("A9", "A5", "A9 a8 A7 a6 A5"),
        ("M1", "M1", "M1"),
        ("C9", "A5", ""),
        ("C5", "D5", ""),
    ],
)
def test_exits_can_be_drawn_along_an_edge(start: str, end: str, expected: str) -> None:
    assert hexes_along_edge(BOARD, BOARD.hex(start), BOARD.hex(end)) == hexes(expected)


@pytest.mark.parametrize(
    ("start", "hex_", "edge_hex"), [("C9", "G5", "G9"), ("A9", "C5", "A5"), ("G5", "A1", "G5")]
)
def test_an_exit_can_be_drawn_with_the_pointer_off_the_edge(
    start: str, hex_: str, edge_hex: str
) -> None:
    nearest_hex = nearest_hex_on_edge(BOARD, BOARD.hex(start), BOARD.hex(hex_))
    assert nearest_hex.distance(BOARD.hex(edge_hex)) <= 2
    assert hexes_along_edge(BOARD, BOARD.hex(start), nearest_hex) or start == "G5"


@given(end_hexes=EDGE_ENDS, side=SIDES)
def test_an_exit_opens_exactly_the_drawn_hexes(end_hexes: tuple[Hex, Hex], side: Side) -> None:
    line = hexes_along_edge(BOARD, *end_hexes)
    assert exit_sides(with_exit(EMPTY, line, side)) == dict.fromkeys(line, side)


@given(old_ends=EDGE_ENDS, new_ends=EDGE_ENDS, side=SIDES)
def test_a_new_exit_replaces_only_the_overlap_with_an_older_one(
    old_ends: tuple[Hex, Hex], new_ends: tuple[Hex, Hex], side: Side
) -> None:
    old, new = hexes_along_edge(BOARD, *old_ends), hexes_along_edge(BOARD, *new_ends)
    before = with_exit(EMPTY, old, side.enemy)
    expected = {**dict.fromkeys(old, side.enemy), **dict.fromkeys(new, side)}
    assert exit_sides(with_exit(before, new, side)) == expected


@given(end_hexes=EDGE_ENDS, removed_ends=EDGE_ENDS, side=SIDES)
def test_the_rest_of_a_partly_removed_exit_stays_open(
    end_hexes: tuple[Hex, Hex], removed_ends: tuple[Hex, Hex], side: Side
) -> None:
    line, closed_hexes = hexes_along_edge(BOARD, *end_hexes), hexes_along_edge(BOARD, *removed_ends)
    remaining_scenario = without_exits(with_exit(EMPTY, line, side), closed_hexes)
    assert exit_sides(remaining_scenario) == {
        hex_: side for hex_ in line if hex_ not in closed_hexes
    }


def test_removing_an_exit_removes_all_its_tokens() -> None:
    scenario_with_exit = with_exit(EMPTY, hexes("C9 D9 E9"), Side.ALLIES)
    assert without_exits(scenario_with_exit, hexes("C9 D9 E9")) == EMPTY


@pytest.mark.parametrize(
    ("name", "side"), [("C9", Side.ALLIES), ("C1", Side.AXIS), ("a4", Side.ALLIES)]
)
def test_a_new_exit_defaults_to_the_side_that_crosses_the_board(name: str, side: Side) -> None:
    assert default_exit_side(EMPTY, BOARD.hex(name)) is side


@pytest.mark.parametrize("names", ["C9", "C9 D9 E9"])
def test_an_exit_is_given_to_the_other_side(names: str) -> None:
    scenario_with_exit = with_exit(EMPTY, hexes(names), Side.ALLIES)
    marker = exit_at(scenario_with_exit, BOARD.hex("C9"))
    assert marker
    assert exit_sides(with_exit_side(scenario_with_exit, marker, Side.AXIS)) == dict.fromkeys(
        hexes(names), Side.AXIS
    )


@pytest.mark.parametrize("board", BOARDS.values())
def test_every_edge_is_a_line_of_adjacent_hexes(board: Board) -> None:
    for edge in board_edges(board):
        assert hexes_along_edge(board, edge[0], edge[-1]) == edge
        assert hexes_along_edge(board, edge[-1], edge[0]) == edge[::-1]


BOTTOM_EDGE, INNER_HEX = Hex(4, 8), Hex(4, 4)


def scenario_with_marker(hex_: Hex, number: int | None = None) -> Scenario:
    briefing = Briefing(Player(Side.AXIS, None, 4, 4), Player(Side.ALLIES, None, 4, 4))
    meta = {} if number is None else {"scenario_id": number}
    empty_scenario = Scenario(briefing=briefing, meta=meta)
    return empty_scenario.with_hexes({hex_: HexContent(tags=(Tag("tag4"),))})


@pytest.mark.rule("V-EXIT-03")
@pytest.mark.parametrize(
    ("number", "side"),
    [(1517, Side.ALLIES), (5841, Side.AXIS), (6380, Side.ALLIES), (None, Side.AXIS)],
)
def test_the_exiting_side_is_taken_from_published_texts_or_else_the_edge(
    number: int | None, side: Side
) -> None:
    scenario = scenario_with_marker(BOTTOM_EDGE, number)
    (marker,) = exit_markers(scenario)
    assert exiting_side(scenario, marker) is side
    exit_gaps = [gap for gap in gaps(scenario) if gap.name == "tag4"]
    assert [gap.assumed for gap in exit_gaps] == ([] if number else [True])


@pytest.mark.rule("V-EXIT-03")
def test_a_marker_inside_the_board_has_no_exiting_side() -> None:
    scenario = scenario_with_marker(INNER_HEX)
    (marker,) = exit_markers(scenario)
    assert exiting_side(scenario, marker) is None
    assert [gap.assumed for gap in gaps(scenario) if gap.name == "tag4"] == [False]


@pytest.mark.rule("V-EXIT-02")
def test_both_ends_of_an_exit_show_its_side_and_are_one_exit() -> None:
    drawn = with_exit(EMPTY, hexes("B9 C9 D9"), Side.ALLIES)
    assert [tag.side for _, _, tag in drawn.tags()] == [Side.ALLIES, Side.ALLIES]
    (marker,) = exit_markers(drawn)
    changed = with_exit_side(drawn, marker, Side.AXIS)
    assert [tag.side for _, _, tag in changed.tags()] == [Side.AXIS, Side.AXIS]
    assert len(exit_markers(changed)) == 1


@pytest.mark.rule("V-EXIT-03")
def test_a_marker_of_the_other_side_on_an_exit_is_an_exit_of_its_own() -> None:
    drawn = with_exit(EMPTY, hexes("B9 C9 D9"), Side.ALLIES)
    content = HexContent(tags=(*drawn.at(BOARD.hex("D9")).tags, Tag("tag4", side=Side.AXIS)))
    both = drawn.with_hexes({BOARD.hex("D9"): content})
    assert [marker.side for marker in exit_markers(both)] == [Side.ALLIES, Side.AXIS]

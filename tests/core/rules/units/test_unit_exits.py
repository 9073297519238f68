"""Exit markers open the right hexes for the right side (V-EXIT-01..03, V-EXIT-10)."""

from __future__ import annotations

import pytest
from tests.reference_data import board_file

from m44core.board import BOARDS, Board, BoardType, Face
from m44core.catalogue.catalogue_types import Side
from m44core.io.files.file_reader import read_file
from m44core.model.exit_markers import exit_markers
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, Tag
from m44core.rules.board.hex_grid import bit_indexes, grid_of
from m44core.rules.victory.scenario_goals import edge_hexes, exit_hexes_by_player

SIDES = (Side.AXIS, Side.ALLIES)
AXIS, ALLIES = SIDES
UPRIGHT, SIDEWAYS = "tag4", "tag5"
BOARD = BOARDS[BoardType.STANDARD]


def exit_marker(name: str, side: Side | None = None, group: str = "", board: Board = BOARD) -> Tag:
    hexes = tuple(board.hex(hex_) for hex_ in group.split()) or None
    return Tag(name, "exit-marker" if side else None, side, hexes)


FAR_END = exit_marker(SIDEWAYS, ALLIES)


def exit_names_by_side(scenario: Scenario) -> dict[Side, list[str]]:
    """Return the names of the exit hexes of each side."""
    names = grid_of(scenario.board).names
    masks = exit_hexes_by_player(scenario, SIDES)
    return {
        side: [names[i] for i in bit_indexes(mask)] for side, mask in zip(SIDES, masks, strict=True)
    }


def scenario_with_tags(tags: dict[str, Tag], board: Board = BOARD) -> Scenario:
    hexes = {board.hex(name): HexContent(tags=(tag,)) for name, tag in tags.items()}
    return Scenario(board, Face.COUNTRY).with_hexes(hexes)


@pytest.mark.parametrize(
    ("tags", "axis", "allies"),
    [
        ({"C9": exit_marker(UPRIGHT, ALLIES)}, "", "C9"),
        ({"C9": exit_marker(UPRIGHT, ALLIES), "G1": exit_marker(UPRIGHT, AXIS)}, "G1", "C9"),
        ({"C9": exit_marker(UPRIGHT, ALLIES), "E9": exit_marker(UPRIGHT, ALLIES)}, "", "C9 E9"),
        ({"C9": exit_marker(UPRIGHT, ALLIES, "D9 E9")}, "", "C9 D9 E9"),
        ({"C9": exit_marker(UPRIGHT)}, "", ""),
        (
            {"C9": exit_marker(SIDEWAYS, ALLIES), "E9": exit_marker(SIDEWAYS, ALLIES)},
            "",
            "C9 D9 E9",
        ),
        ({"C9": exit_marker(SIDEWAYS, ALLIES), "E9": exit_marker(SIDEWAYS)}, "", "C9 D9 E9"),
        ({"C9": exit_marker(SIDEWAYS), "E9": exit_marker(SIDEWAYS, ALLIES)}, "", "C9 D9 E9"),
        ({"C9": exit_marker(SIDEWAYS), "E9": exit_marker(SIDEWAYS)}, "", ""),
        ({"C9": exit_marker(SIDEWAYS, AXIS), "E9": exit_marker(SIDEWAYS, ALLIES)}, "C9", "E9"),
        ({"C9": exit_marker(SIDEWAYS, ALLIES), "E1": exit_marker(SIDEWAYS, ALLIES)}, "", "C9 E1"),
        (
            {"C9": exit_marker(SIDEWAYS, ALLIES, "C9 D9 E9"), "E9": exit_marker(SIDEWAYS)},
            "",
            "C9 D9 E9",
        ),
        ({"C9": exit_marker(SIDEWAYS, ALLIES, "D9"), "F9": exit_marker(SIDEWAYS)}, "", "C9 D9"),
        (
            {"C9": exit_marker(SIDEWAYS, ALLIES, "D9"), **dict.fromkeys(("D9", "G9"), FAR_END)},
            "",
            "C9 D9 G9",
        ),
        (
            {name: exit_marker(SIDEWAYS, ALLIES) for name in ("A9", "B9", "K9", "M9")},
            "",
            "A9 B9 K9 L9 M9",
        ),
        ({"A7": exit_marker(SIDEWAYS, ALLIES), "A5": exit_marker(SIDEWAYS)}, "", "A7 a6 A5"),
        ({"M7": exit_marker(SIDEWAYS, AXIS), "l6": exit_marker(SIDEWAYS, AXIS)}, "M7 l6", ""),
        ({"A5": exit_marker(UPRIGHT, ALLIES), "M5": exit_marker(UPRIGHT, ALLIES)}, "", "A5 M5"),
        ({"G5": exit_marker(UPRIGHT, ALLIES, "G9")}, "", "G9"),
        ({"C9": Tag("tag1", "exit-marker", ALLIES)}, "", "C9"),
        ({"C9": Tag("tag1", None, ALLIES), "D9": Tag("medal1", side=ALLIES)}, "", ""),
    ],
)
@pytest.mark.rule("V-EXIT-01")
@pytest.mark.rule("V-EXIT-02")
@pytest.mark.rule("V-EXIT-03")
@pytest.mark.rule("V-EXIT-10")
def test_exit_markers_open_the_expected_hexes_for_each_side(
    tags: dict[str, Tag], axis: str, allies: str
) -> None:
    assert exit_names_by_side(scenario_with_tags(tags)) == {
        AXIS: axis.split(),
        ALLIES: allies.split(),
    }


@pytest.mark.rule("V-EXIT-03")
def test_the_far_end_of_a_listed_range_has_no_separate_meaning() -> None:
    tags = {"C9": exit_marker(SIDEWAYS, ALLIES, "C9 D9 E9"), "E9": exit_marker(SIDEWAYS)}
    (only,) = exit_markers(scenario_with_tags(tags))
    assert only.hex == BOARD.hex("C9")


@pytest.mark.rule("V-EXIT-02")
@pytest.mark.parametrize(
    ("kind", "last"), [(BoardType.OVERLORD, "Z9"), (BoardType.BREAKTHROUGH, "M17")]
)
def test_ranges_run_along_the_edge_of_larger_boards(kind: BoardType, last: str) -> None:
    board = BOARDS[kind]
    first = board.name(board.hexes[0])
    tags = {first: exit_marker(SIDEWAYS, ALLIES), last: exit_marker(SIDEWAYS, ALLIES)}
    top = [board.name(hex_) for hex_ in board.hexes if hex_.row == 0]
    assert exit_names_by_side(scenario_with_tags(tags, board))[ALLIES] == top


@pytest.mark.parametrize(("kind", "hexes"), [("standard", 40), ("brkthru", 56), ("overlord", 66)])
def test_edge_hexes_run_once_around_the_board(kind: str, hexes: int) -> None:
    assert len(list(edge_hexes(BOARDS[BoardType(kind.upper())]))) == hexes


@pytest.mark.rule("V-EXIT-02")
@pytest.mark.parametrize(
    ("name", "axis", "allies"),
    [
        ("12500-ClearingMatanikauRiver", "", "D9 J9"),
        ("12506-RussianBreakout", "", "A9 B9 C9 D9 E9 F9 G9 H9 I9 J9 K9 L9 M9"),
        ("1412-MatanikauRiver", "E1 F1 G1 H1 I1 J1 K1 L1 M1", ""),
        ("1434-BreakoutToLisyanka", "D1 E1 F1 G1 H1 I1 J1 K1", ""),
        ("4090-ClosingTheGap", "A1 B1 C1 D1 E1 F1 G1 H1 I1 J1 K1 L1 M1", ""),
        ("5841-TheSurrenderOfElstersColumn", "C1 G1 J1", ""),
    ],
)
def test_published_scenarios_open_the_exit_hexes_their_texts_name(
    name: str, axis: str, allies: str
) -> None:
    scenario = read_file(board_file(name)).scenario
    assert scenario is not None
    assert exit_names_by_side(scenario) == {AXIS: axis.split(), ALLIES: allies.split()}

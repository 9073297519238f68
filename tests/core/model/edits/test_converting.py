"""New scenarios and changing the board, by example."""

from __future__ import annotations

import pytest

from m44core.board import BOARDS, BoardType, Face, Zone
from m44core.catalogue.catalogue_types import Side
from m44core.hexes import Hex
from m44core.model import edits
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, Piece, Tag, Unit

OVERLORD = BOARDS[BoardType.OVERLORD]
FAR_HEX, NEAR_HEX = OVERLORD.hex("Z5"), OVERLORD.hex("A9")
WIDE_SCENARIO = (
    Scenario(board=OVERLORD)
    .with_hexes(
        {
            NEAR_HEX: HexContent(tags=(Tag("medal1", group=(NEAR_HEX, FAR_HEX)),)),
            FAR_HEX: HexContent(terrain=Piece("woods"), unit=Unit("tankus"), tags=(Tag("tag1"),)),
        }
    )
    .with_labels({FAR_HEX: ("  Far", "away")})
)


def test_pieces_off_a_smaller_board_are_listed() -> None:
    conversion = edits.change_board(WIDE_SCENARIO, BoardType.STANDARD)
    assert conversion.scenario.hexes == {
        NEAR_HEX: HexContent(tags=(Tag("medal1", group=(NEAR_HEX,)),))
    }
    assert conversion.scenario.labels == {}
    assert {loss.place for loss in conversion.lost} == {"Z5"}
    assert [(str(loss.kind), loss.name) for loss in conversion.lost] == [
        ("hex of a group", "medal1"),
        ("terrain", "woods"),
        ("unit", "tankus"),
        ("tag", "tag1"),
        ("label", "Far / away"),
    ]


def test_a_larger_board_loses_nothing() -> None:
    standard = Scenario().with_hexes({Hex(24, 8): HexContent(terrain=Piece("hills"))})
    for board_type in BoardType:
        conversion = edits.change_board(standard, board_type)
        assert (conversion.scenario.hexes, conversion.lost) == (standard.hexes, ())


def test_the_old_board_can_be_placed_anywhere_on_the_new_one() -> None:
    standard = Scenario().with_hexes({Hex(24, 8): HexContent(terrain=Piece("hills"))})
    right = edits.change_board(standard, BoardType.OVERLORD, at=Hex(26, 0))
    assert list(right.scenario.hexes) == [Hex(50, 8)]
    conversion = edits.change_board(standard, BoardType.BREAKTHROUGH, Face.BEACH, at=Hex(0, 8))
    assert list(conversion.scenario.hexes) == [Hex(24, 16)]
    assert conversion.scenario.face is Face.BEACH


def test_changing_to_the_same_board_changes_nothing() -> None:
    conversion = edits.change_board(WIDE_SCENARIO, BoardType.OVERLORD)
    assert conversion.scenario is WIDE_SCENARIO


def test_changing_the_face_keeps_the_pieces() -> None:
    beach = edits.change_face(WIDE_SCENARIO, Face.BEACH)
    assert beach.hexes is WIDE_SCENARIO.hexes
    assert beach.board.zone(beach.face, Hex(0, 8)) is Zone.OCEAN


@pytest.mark.parametrize("board_type", BoardType)
@pytest.mark.parametrize("face", Face)
def test_a_new_scenario_has_the_official_editors_starting_values(
    board_type: BoardType, face: Face
) -> None:
    new = edits.new_scenario(board_type, face)
    assert (new.board.type, new.face, new.hexes, new.labels) == (board_type, face, {}, {})
    players = (new.briefing.top, new.briefing.bottom)
    assert [(p.side, p.country, p.cards, p.medals) for p in players] == [
        (Side.AXIS, "DE", 4, 4),
        (Side.ALLIES, "US", 4, 4),
    ]
    assert new.title == "New scenario"

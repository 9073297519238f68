"""A hex and its neighbors as text."""

from __future__ import annotations

import pytest

from m44core.arguments.line_wrapping import cell_width
from m44core.board import BOARDS, BoardType, Face
from m44core.cli.reporting.honeycomb import honeycomb_lines
from m44core.cli.reporting.reporter import ReportStyle
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, Piece, Tag, Unit

BOARD = BOARDS[BoardType.STANDARD]


def test_the_six_neighbors_are_placed_as_on_the_board() -> None:
    lines = honeycomb_lines(Scenario(), BOARD.hex("E5"), ReportStyle(unicode=False))
    assert lines == [
        r"         __..---'''''---..___..---'''''---..__",
        r"         |       d6        |       e6        |",
        r"__..---'''''---..___..---'''''---..___..---'''''---..__",
        r"|       D5        |      [E5]       |       F5        |",
        r"'''---..___..---'''''---..___..---'''''---..___..---'''",
        r"         |       d4        |       e4        |",
        r"         '''---..___..---'''''---..___..---'''",
    ]


@pytest.mark.parametrize(
    ("name", "neighbours"),
    [("A9", ["B9", "a8"]), ("M9", ["L9", "l8"]), ("a8", ["A9", "B9", "b8", "A7", "B7"])],
)
def test_the_honeycomb_ends_at_the_edge(name: str, neighbours: list[str]) -> None:
    text = " ".join(honeycomb_lines(Scenario(), BOARD.hex(name), ReportStyle()))
    assert set(text.replace("│", " ").split()) >= {f"[{name}]", *neighbours}
    assert text.count("[") == 1
    assert sum(word in text for word in map(BOARD.name, BOARD.hexes)) == len(neighbours) + 1


def test_pieces_are_listed_with_the_unit_first() -> None:
    content = HexContent(Piece("woods"), Piece("bunker"), Piece("wire"), Unit("infger"))
    lines = honeycomb_lines(
        Scenario(hexes={BOARD.hex("E5"): content}), BOARD.hex("E5"), ReportStyle()
    )
    middle = [line.split("│")[2].strip() for line in lines if line.count("│") == 4]
    assert middle == ["[E5]", "German infantry", "Forest", "+2"]


def test_a_hex_without_a_tile_shows_the_printed_board() -> None:
    lines = honeycomb_lines(Scenario(face=Face.BEACH), BOARD.hex("E1"), ReportStyle())
    assert sum(line.count("ocean") for line in lines) == 5


def test_long_wide_and_unknown_names_keep_the_lines_aligned() -> None:
    content = HexContent(Piece("日" * 30), unit=Unit("\x1b" * 9), tags=(Tag("x" * 99),))
    scenario = Scenario(hexes={BOARD.hex("E5"): content})
    for style in (ReportStyle(), ReportStyle(unicode=False)):
        lines = honeycomb_lines(scenario, BOARD.hex("E5"), style)
        assert {cell_width(line) for line in lines} == {46, 55}
        assert "\x1b" not in "".join(lines)

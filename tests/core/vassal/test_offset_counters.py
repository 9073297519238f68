"""Counters off the centers of their hexes: at random, as a kind, or anywhere on the map."""

from __future__ import annotations

import random
from collections import Counter
from itertools import cycle
from pathlib import Path

import pytest
from tests.core.vassal.vassal_writer import Grid, Piece, VassalGame, store_saved_game, write_module

from m44core.board import BOARDS, Board, BoardType
from m44core.hexes import Hex
from m44core.model.edits import new_scenario
from m44core.setup_list.list_reader import read_setup_list
from m44core.vassal.saved_game import SavedGame, read_saved_game

GRID = Grid(86.6, 100.0, 93, 80)
BOARD = BOARDS[BoardType.STANDARD]
NAMES = ("Forest", "Town", "Hill", "German Infantry", "US Infantry", "US Tank", "Wire")
SEEDS = range(12)
_SHIFT, _OUTLIERS = 0.2, 0.1  # of a hex; of the counters

Counters = list[tuple[str, Hex, tuple[int, int]]]
"""The name, the hex and the position on the map of each counter."""


def scattered_counters(rng: random.Random, jitter: float, shift: float = 0.0) -> Counters:
    """Return counters at random hexes, up to *jitter* hex widths off, with one kind shifted."""
    hexes = {*rng.sample(BOARD.hexes, rng.randint(30, 80)), *map(BOARD.hex, ("A9", "M1"))}
    shifted_name, name_shift = (
        rng.choice(NAMES),
        [rng.uniform(-shift, shift) * 0.7 for _ in range(2)],
    )
    counters: Counters = []
    for hex_, name in zip(sorted(hexes), cycle(rng.choices(NAMES, k=17))):
        offset = name_shift if name == shifted_name else (0.0, 0.0)
        dx, dy = (round((each + rng.uniform(-jitter, jitter)) * GRID.dy) for each in offset)
        x, y = GRID.middle(*hex_)
        counters.append((name, hex_, (x + dx, y + dy)))
    return counters


def with_outliers(rng: random.Random, counters: Counters, share: float) -> Counters:
    """Return the counters, a share of them moved to random positions on other hexes."""
    outliers = list(counters)
    for index in rng.sample(range(len(outliers)), int(share * len(outliers))):
        name, _, _ = outliers[index]
        position = rng.randrange(60, 1300), rng.randrange(60, 800)
        outliers[index] = (
            name,
            min(BOARD.hexes, key=lambda hex_: _squared_distance(hex_, position)),
            position,
        )
    return outliers


def _squared_distance(hex_: Hex, position: tuple[int, int]) -> float:
    x, y = GRID.middle(*hex_)
    return (x - position[0]) ** 2 + (y - position[1]) ** 2


def save_and_read(counters: Counters, folder: Path, *, with_module: bool) -> SavedGame:
    pieces = [Piece(name, "Main Map", *spot) for name, _, spot in counters]
    path = store_saved_game(VassalGame(pieces).text(), folder / "a.vsav")
    edges = 160 + 24 * 50, 186 + int(8 * 86.6)
    module_path = write_module(folder / "a.mod", {"Any": GRID}, edges) if with_module else None
    return read_saved_game(path, new_scenario(), "en", module_path)


def placement_counts(saved_game: SavedGame, board: Board = BOARD) -> Counter[tuple[str, Hex]]:
    """Return the number of times a list places each name on each hex."""
    scenario = new_scenario(board.type)
    lines = saved_game.text.splitlines()
    pairs = (
        (lines[each.line - 1], each.hex)
        for each in read_setup_list(saved_game.text, scenario, "en").entries
    )
    return Counter({(line.partition(":")[0], hex_) for line, hex_ in pairs})


def count_right_and_wrong(
    counters: Counters, saved_game: SavedGame
) -> tuple[int, list[tuple[str, Hex]]]:
    """Return the number of counters on the right hexes, and the unreported ones on wrong hexes."""
    true_placements = {(name, hex_) for name, hex_, _ in counters}
    found_placements = set(placement_counts(saved_game))
    doubts = " ".join(map(str, saved_game.doubts))
    wrong_placements = [
        each
        for each in found_placements - true_placements
        if f"{BOARD.name(each[1])} {each[0]}" not in doubts
    ]
    return len(true_placements & found_placements) * len(counters) // len(
        true_placements
    ), [] if has_doubt_about_all_pieces(saved_game) else wrong_placements


def has_doubt_about_all_pieces(saved_game: SavedGame) -> bool:
    """Return whether one of the doubts is about all pieces."""
    doubts_text = " ".join(map(str, saved_game.doubts))
    return "every piece may be" in doubts_text or "Where the board begins is a guess" in doubts_text


@pytest.mark.parametrize("with_module", [False, True])
@pytest.mark.parametrize("jitter", [0.0, 0.03, 0.08])
@pytest.mark.bulk
def test_counters_up_to_8_percent_off_are_placed(
    jitter: float, with_module: bool, tmp_path: Path
) -> None:
    right_count = all_count = 0
    for seed in SEEDS:
        counters = scattered_counters(random.Random(seed), jitter)
        right_here, wrong_placements = count_right_and_wrong(
            counters, save_and_read(counters, tmp_path, with_module=with_module)
        )
        assert wrong_placements == []
        right_count, all_count = right_count + right_here, all_count + len(counters)
    assert right_count >= 0.95 * all_count


@pytest.mark.parametrize("with_module", [False, True])
@pytest.mark.parametrize("jitter", [0.0, 0.08])
@pytest.mark.bulk
def test_no_counter_is_on_a_wrong_hex_without_a_doubt(
    jitter: float, with_module: bool, tmp_path: Path
) -> None:
    right_count = all_count = 0
    for seed in SEEDS:
        rng = random.Random(1000 + seed)
        counters = with_outliers(
            rng, scattered_counters(rng, jitter, _SHIFT), rng.uniform(0, _OUTLIERS)
        )
        right_here, wrong_placements = count_right_and_wrong(
            counters, save_and_read(counters, tmp_path, with_module=with_module)
        )
        assert wrong_placements == []
        right_count, all_count = right_count + right_here, all_count + len(counters)
    assert right_count >= 0.9 * all_count


def test_a_kind_with_an_offset_is_placed_correctly(tmp_path: Path) -> None:
    rows = {0: "German Infantry", 7: "US Infantry", 8: "Forest"}
    hexes = [hex_ for hex_ in BOARD.hexes if hex_.row in rows]
    counters = [(rows[hex_.row], hex_, GRID.middle(*hex_)) for hex_ in hexes]
    moved_counters = [
        (name, hex_, (x + 12, y - 9) if name == "US Infantry" else (x, y))
        for name, hex_, (x, y) in counters
    ]
    towns = [("Town", BOARD.hex(name), GRID.middle(*BOARD.hex(name))) for name in ("C5", "F5")]
    result = save_and_read([*moved_counters, *towns], tmp_path, with_module=False)
    assert result.board is BoardType.STANDARD
    assert count_right_and_wrong([*moved_counters, *towns], result) == (len(moved_counters) + 2, [])
    assert result.is_reliable


def test_a_single_counter_with_an_offset_is_reported_with_its_hex(tmp_path: Path) -> None:
    counters = scattered_counters(random.Random(5), 0.0)
    x, y = GRID.middle(*BOARD.hex("E5"))
    single_counter = [("US Gun", BOARD.hex("E5"), (x + 25, y + 12))]
    result = save_and_read([*counters, *single_counter], tmp_path, with_module=True)
    assert [str(doubt) for doubt in result.doubts] == [
        "1 counter is far from the center of its hex and may belong on another hex: E5 US Gun"
    ]
    assert result.is_reliable


def test_a_counter_between_two_hexes_is_on_neither(tmp_path: Path) -> None:
    counters = scattered_counters(random.Random(5), 0.0)
    x, y = GRID.middle(*BOARD.hex("E5"))
    result = save_and_read(
        [*counters, ("US Gun", BOARD.hex("E5"), (x + 50, y))], tmp_path, with_module=True
    )
    assert "US Gun" not in result.text
    assert "US Gun" in str(result.notes[-1])


def test_a_board_with_mostly_misplaced_counters_is_unreliable(tmp_path: Path) -> None:
    rng = random.Random(6)
    counters = with_outliers(rng, scattered_counters(rng, 0.0), 0.5)
    result = save_and_read(counters, tmp_path, with_module=True)
    assert not result.is_reliable
    assert result.doubts

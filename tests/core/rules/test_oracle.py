"""Facts a public implementation computed for start positions, where the reference material is.

Every fact is compared, but for those an element without rules here can change. Those that depend
on a reading of the rules are held to our rulings instead. ``oracle_differences.yaml`` lists the
facts in which we differ, each with the ruling that says why, and how many facts are compared.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.core.rules.oracle import Key, Position

from m44core.errors import M44Error

LISTED: dict[str, Any] = yaml.safe_load(
    Path(__file__).with_name("oracle_differences.yaml").read_text(encoding="utf-8")
)
BOARDS = [*LISTED["compared"]]
COUNTED = ("sight", "moves", "after", "attacks", "retreats")


@cache
def position(shared: Path, name: str) -> Position:
    return Position(shared, name, LISTED["options"])


def fits(entry: dict[str, Any], kind: str, key: Key) -> bool:
    """Tell whether an entry is about a fact; "*" stands for any hex."""
    return entry["kind"] == kind and any(
        len(pattern) == len(key)
        and all(want in ("*", number) for want, number in zip(pattern, key, strict=True))
        for pattern in entry["facts"]
    )


def test_every_board_is_compared(shared: Path) -> None:
    files = [*(shared / "oracle").glob("*/*.json")]
    assert {path.stem for path in files} == {*BOARDS, *LISTED["not played"]}


@pytest.mark.parametrize("name", LISTED["not played"])
def test_boards_that_are_not_compared_cannot_be_played(name: str, shared: Path) -> None:
    with pytest.raises(M44Error, match=LISTED["not played"][name]):
        position(shared, name)


@pytest.mark.parametrize("name", BOARDS)
def test_facts_agree_unless_a_ruling_says_why_not(name: str, shared: Path) -> None:
    board = position(shared, name)
    entries = [entry for entry in LISTED["differences"] if entry["board"] == name]
    unexplained = {
        (kind, *key): (board.theirs[kind].get(key), board.ours[kind].get(key))
        for kind in board.theirs.keys() | board.ours.keys()
        for key in board.differing(kind)
        if not any(fits(entry, kind, key) for entry in entries)
    }
    assert unexplained == {}


@pytest.mark.parametrize(
    "entry", LISTED["differences"], ids=lambda entry: f"{entry['board']} {entry['kind']}"
)
def test_every_explanation_explains_a_difference(entry: dict[str, Any], shared: Path) -> None:
    differing = position(shared, entry["board"]).differing(entry["kind"])
    for pattern in entry["facts"]:
        assert any(fits({**entry, "facts": [pattern]}, entry["kind"], key) for key in differing)


@pytest.mark.parametrize("name", BOARDS)
def test_what_we_have_no_rules_for_keeps_no_more_from_being_compared(
    name: str, shared: Path
) -> None:
    board = position(shared, name)
    compared = [len(board.compared(kind) & board.theirs[kind].keys()) for kind in COUNTED]
    least = LISTED["compared"][name]
    fewer = [kind for kind, now, then in zip(COUNTED, compared, least, strict=True) if now < then]
    assert fewer == [], compared


# --- what depends on a reading of the rules -----------------------------------------------------


@pytest.mark.rule("R-05")
@pytest.mark.rule("R-06")
@pytest.mark.rule("R-08")
@pytest.mark.parametrize("name", BOARDS)
def test_lines_that_depend_on_a_reading_follow_our_rulings(name: str, shared: Path) -> None:
    board = position(shared, name)
    for a, b in board.sensitive["sight"]:
        if not board.unknown.changes("sight", (a, b)):
            seen = board.reading.sees(a, b, board.state.everyone & ~(1 << a | 1 << b))
            assert board.ours["sight"][a, b] == seen, (a, b)


@pytest.mark.rule("R-05")
@pytest.mark.rule("R-06")
@pytest.mark.rule("R-08")
@pytest.mark.parametrize("name", BOARDS)
def test_battles_after_a_move_that_depend_on_a_reading_follow_our_rulings(
    name: str, shared: Path
) -> None:
    board = position(shared, name)
    for unit, end, target in board.sensitive["after"]:
        if not board.unknown.changes("after", (unit, end, target)):
            seen = board.reading.sees(end, target, board.state.everyone & ~(1 << unit))
            theirs, ours = (
                kinds["after"].get((unit, end, target)) for kinds in (board.theirs, board.ours)
            )
            assert ours == ((theirs or ours) if seen else None)


@pytest.mark.rule("B-LOS-07")
@pytest.mark.parametrize("name", BOARDS)
def test_hexes_touched_in_a_corner_count_for_them_as_for_us(name: str, shared: Path) -> None:
    board = position(shared, name)
    hill, corner, edge = (
        {tuple(pair) for pair in board.said["los_sensitive"].get(kind, ())}
        for kind in ("hill", "corner_touch", "edge_of_map")
    )
    for pair in corner - hill - edge:
        if not board.unknown.changes("sight", pair):
            assert board.ours["sight"][pair] == board.theirs["sight"][pair], pair

"""The page about setup lists says which names mean the piece that suits the board."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from m44core.board import BoardType, Face
from m44core.model.edits import new_scenario
from m44core.setup_list.list_reader import read_setup_list

PAGE = Path(__file__).parents[3] / "docs" / "from-paper.md"
PREFIXES = {Face.WINTER: ("w",), Face.DESERT: ("d", "bled")}


def names_on_page(face: Face) -> list[str]:
    row = re.search(rf"^\| {face.name.lower()} \| (.+) \|$", PAGE.read_text("utf-8"), re.MULTILINE)
    assert row
    return row[1].split(", ")


def piece_on(face: Face, name: str) -> str:
    entries = read_setup_list(f"{name}: E5", new_scenario(BoardType.STANDARD, face), "en").entries
    return entries[0].pieces[0]


@pytest.mark.parametrize("face", PREFIXES)
def test_each_name_on_the_page_means_the_piece_of_the_board(face: Face) -> None:
    for name in names_on_page(face):
        assert piece_on(face, name).startswith(PREFIXES[face]), name
        assert piece_on(face, name) != piece_on(Face.COUNTRY, name)


def test_the_full_name_of_a_piece_means_it_on_every_board() -> None:
    assert {piece_on(face, "Winter forest") for face in Face} == {"wforest"}

"""Reading saved games as setup lists, and the notes about the import."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from tests.core.vassal.vassal_writer import (
    Grid,
    Piece,
    VassalGame,
    layer_type,
    store_saved_game,
    write_module,
    write_zip,
)

from m44core.board import BOARDS, BoardType
from m44core.errors import ReadError
from m44core.model.edits import new_scenario
from m44core.vassal.saved_game import SavedGame, module_next_to, read_saved_game

GRID = Grid()
BOARD = BOARDS[BoardType.STANDARD]
CORNERS = [
    Piece("Forest", "Main Map", *GRID.middle(*BOARD.hex(name)))
    for name in ("A9", "M9", "A1", "M1", "c4", "G5")
]
"""Forests that determine the position of the board."""


def counter_on(
    name: str, hex_: str, map_name: str | None = "Main Map", **properties: object
) -> Piece:
    x, y = GRID.middle(*BOARD.hex(hex_))
    return Piece(name, map_name, x, y, **properties)  # type: ignore[arg-type]  # each field has its type


def save_and_read(
    tmp_path: Path, *pieces: Piece, with_module: bool = True, **fields: object
) -> SavedGame:
    """Write a game with the given pieces and forests at the corners; return its setup list."""
    game = VassalGame([*CORNERS, *pieces], **fields)  # type: ignore[arg-type]  # each field has its type
    path = store_saved_game(game.text(), tmp_path / "a.vsav")
    module_path = write_module(tmp_path / "a.vmod", {"Board": GRID}) if with_module else None
    return read_saved_game(path, new_scenario(), "en", module_path)


def list_lines(saved_game: SavedGame) -> list[str]:
    """Return the lines of a list without the forests at the corners."""
    return [
        line for line in saved_game.text.splitlines() if line and not line.startswith("Forest:")
    ]


def note_texts(saved_game: SavedGame) -> list[str]:
    return [str(note) for note in saved_game.notes]


def test_terrain_comes_first_and_unknown_counters_last(tmp_path: Path) -> None:
    names = (
        "Frozen Swamp Thing",
        "US Rangers",
        "American Infantry",
        "Wire",
        "Bridge",
        "Medal",
        "River",
    )
    result = save_and_read(tmp_path, *(counter_on(name, "E5") for name in names))
    order = ["Forest", "River", "Bridge", "Wire", "American Infantry", "US Rangers", "Medal"]
    listed_names = [line.partition(":")[0] for line in result.text.splitlines() if line]
    assert listed_names == [*order, "Frozen Swamp Thing"]


def test_several_counters_of_a_unit_are_its_figures(tmp_path: Path) -> None:
    four_counters = [counter_on(f"German Infantry {number}", "E5") for number in range(1, 5)]
    result = save_and_read(
        tmp_path, *four_counters, *[counter_on("US Tank", "F5")] * 3, counter_on("US Tank", "H5")
    )
    assert list_lines(result) == [
        "German Infantry: E5 (4 figures)",
        "US Tank: F5 (3 figures), H5 (1 figure)",
    ]
    assert "Each counter of a unit is read as one figure" in note_texts(result)


def test_figures_of_a_badge_count_for_its_unit(tmp_path: Path) -> None:
    result = save_and_read(
        tmp_path, *[counter_on("US Rangers", "E5")] * 4, *[counter_on("US Infantry", "H5")] * 4
    )
    assert list_lines(result) == ["US Infantry: H5 (4 figures)", "US Rangers: E5 (4 figures)"]


def test_whole_units_have_their_usual_figures(tmp_path: Path) -> None:
    result = save_and_read(
        tmp_path, *(counter_on("German Infantry", name) for name in ("E5", "F5", "H5"))
    )
    assert list_lines(result) == ["German Infantry: E5, F5, H5"]
    assert note_texts(result) == []


@pytest.mark.parametrize(
    ("level", "expected_line"),
    [
        ("2", "German Infantry 3 figures: E5"),
        ("-2", "German Infantry: E5"),
        ("9", "German Infantry: E5"),
    ],
)
def test_the_level_of_a_layer_is_part_of_the_name_of_a_counter(
    tmp_path: Path, level: str, expected_line: str
) -> None:
    figure_layer = layer_type(["", "+ 3 figures", "Destroyed"])
    traits = [("mark;Class", "3"), (figure_layer, level), ("label;120;x;y", "a\tb\\;'")]
    assert list_lines(
        save_and_read(tmp_path, counter_on("German Infantry", "E5", traits=traits))
    ) == [expected_line]


def test_layers_next_to_prototypes_are_matched_from_the_end(tmp_path: Path) -> None:
    town_layer = layer_type(["Town", "Village"])
    traits = [("mark;Class", "3"), ("prototype;Unit", ""), (town_layer, "1")]
    piece = counter_on("x", "E5", traits=traits, of_prototypes=["2", "-1"])
    assert list_lines(save_and_read(tmp_path, piece)) == ["Town: E5"]


def test_pieces_in_decks_in_hands_and_off_the_map_are_left_out(tmp_path: Path) -> None:
    pieces = [
        counter_on("Forest", "E5"),
        counter_on("Forest", "F5", "Axis hand"),
        counter_on("Town", "H5", None),
    ]
    result = save_and_read(tmp_path, *pieces, decks=[[len(CORNERS)]])
    assert list_lines(result) == []
    assert note_texts(result) == [
        "1 counter in a deck is left out",
        "1 counter on another map is left out: Axis hand",
        "1 counter without a position is left out",
    ]


def test_labels_and_rotations_of_counters_are_reported(tmp_path: Path) -> None:
    traits = [("label;76;Label;9", "Hill 107"), ("rotate;6;130;130", "2")]
    result = save_and_read(
        tmp_path, counter_on("Town", "E5", traits=traits), counter_on("Town", "F5", traits=[])
    )
    assert note_texts(result) == [
        "The text on 1 counter is left out: Hill 107",
        "The rotation of 1 counter is ignored; tiles are rotated to fit their neighbors",
    ]


def test_private_notes_are_reported(tmp_path: Path) -> None:
    result = save_and_read(tmp_path, further_commands=["PNOTES\tAnne\tmine"])
    assert note_texts(result) == ["1 private player note is left out"]


@pytest.mark.parametrize(
    ("name", "pieces", "text"),
    [
        ("Squad Leader", "Squad 4-6-7", "a different game: Squad Leader"),
        ("", "Squad 4-6-7", "none of its counters"),
        ("Memoir &apos;44", "Squad 4-6-7", ""),
        ("My own hexes", "Forest", ""),
    ],
)
def test_a_game_of_another_module_is_refused(
    name: str, pieces: str, text: str, tmp_path: Path
) -> None:
    game = VassalGame([replace(piece, name=pieces) for piece in CORNERS])
    data = f"<data><name>{name}</name></data>" if name else "<data/>"
    files = {"savedGame": game.text().encode(), "moduledata": data.encode()}
    path = write_zip(files, tmp_path / "a.vsav")
    module_path = write_module(tmp_path / "a.mod", {"Board": GRID})
    if text:
        with pytest.raises(ReadError, match=text):
            read_saved_game(path, new_scenario(), "en", module_path)
    else:
        assert read_saved_game(path, new_scenario(), "en", module_path).text


def test_a_piece_in_a_stack_has_the_place_of_the_stack(tmp_path: Path) -> None:
    x, y = GRID.middle(*BOARD.hex("E5"))
    stack = ("Main Map", x, y, [len(CORNERS)])
    result = save_and_read(tmp_path, Piece("Town", None, 0, 0), stacks=[stack])
    assert list_lines(result) == ["Town: E5"]


def test_counters_off_the_board_are_reported(tmp_path: Path) -> None:
    result = save_and_read(tmp_path, Piece("Dice", "Main Map", 3000, 200))
    assert note_texts(result) == ["1 counter is outside the hexes and is left out: Dice"]


def test_without_a_module_the_hexes_are_derived_from_the_counters(tmp_path: Path) -> None:
    result = save_and_read(
        tmp_path, counter_on("Town", "E5"), counter_on("Town", "k4"), with_module=False
    )
    assert list_lines(result) == ["Town: E5, k4"]
    assert [note[:37] for note in note_texts(result)] == ["The hexes were worked out from the po"]


def test_an_ambiguous_placement_is_reported_as_a_guess(tmp_path: Path) -> None:
    names = ("E5", "F5", "G5", "e4", "f4", "E3", "H3", "d6")
    path = store_saved_game(
        VassalGame([counter_on("Forest", name) for name in names]).text(), tmp_path / "a.vsav"
    )
    saved_game = read_saved_game(path, new_scenario(), "en")
    assert any(note.startswith("The board's origin is a guess") for note in note_texts(saved_game))


def test_the_error_asks_for_the_module_if_the_counters_fit_no_hexes(tmp_path: Path) -> None:
    pieces = [
        Piece("Forest", "Main Map", 7 * number**2 % 397, 11 * number**2 % 401)
        for number in range(40)
    ]
    path = store_saved_game(VassalGame(pieces).text(), tmp_path / "a.vsav")
    with pytest.raises(ReadError, match=r"the module \(\.vmod\) would show where they are"):
        read_saved_game(path, new_scenario(), "en")


def test_maps_identified_by_numbers_are_those_of_the_module(tmp_path: Path) -> None:
    pieces = [replace(piece, map_name="Map0") for piece in CORNERS]
    path = store_saved_game(
        VassalGame(pieces, boards=[("Map0", "Board")]).text(), tmp_path / "a.vsav"
    )
    module_path = write_module(tmp_path / "a.vmod", {"Board": GRID})
    assert note_texts(read_saved_game(path, new_scenario(), "en", module_path)) == []


def test_only_the_beginning_of_a_recorded_game_is_read(tmp_path: Path) -> None:
    later_command = "LOG\t" + counter_on("Town", "E5").add("77")
    path = store_saved_game(
        VassalGame(CORNERS, further_commands=[later_command]).text(), tmp_path / "a.vlog"
    )
    saved_game = read_saved_game(path, new_scenario(), "en")
    assert "Town" not in saved_game.text
    assert note_texts(saved_game)[-1].startswith("The recorded moves were left out")


def test_two_boards_on_a_map_do_not_determine_the_hexes(tmp_path: Path) -> None:
    boards = [("Main Map", "Board"), ("Main Map", "Board")]
    text = VassalGame(
        CORNERS,
        boards=boards[:1],
        further_commands=["Main MapBoardPicker\tBoard\t0\t0\tBoard\t1\t0"],
    )
    path = store_saved_game(text.text(), tmp_path / "a.vsav")
    module_path = write_module(tmp_path / "a.vmod", {"Board": GRID})
    saved_game = read_saved_game(path, new_scenario(), "en", module_path)
    assert note_texts(saved_game)[0].startswith(
        "The hexes were worked out from the positions of the counters"
    )


@pytest.mark.parametrize(
    ("names", "text"), [([], None), (["a.vmod"], "a.vmod"), (["a.vmod", "B.VMOD"], None)]
)
def test_the_only_module_in_the_folder_of_a_game_is_used(
    names: Sequence[str], text: str | None, tmp_path: Path
) -> None:
    for name in names:
        (tmp_path / name).touch()
    module_path = module_next_to(tmp_path / "a.vsav")
    assert (module_path and module_path.name) == text


def test_an_archive_without_a_game_is_reported(tmp_path: Path) -> None:
    path = write_zip({"buildFile.xml": b"<a/>"}, tmp_path / "a.vmod")
    with pytest.raises(ReadError, match="contains no savedGame"):
        read_saved_game(path, new_scenario(), "en")


def test_counters_off_the_board_do_not_move_it(tmp_path: Path) -> None:
    names = [BOARD.name(hex_) for hex_ in BOARD.hexes if hex_.row][::4]  # the top row is empty
    pieces = [counter_on("Forest", name) for name in names]
    pieces_below = [Piece("Medal", "Main Map", *GRID.middle(col, 9)) for col in (5, 7)]
    size = 140 + BOARD.last_col * 45, 160 + 8 * 78
    module_path = write_module(tmp_path / "a.vmod", {"Board": GRID}, size)
    path = store_saved_game(VassalGame([*pieces, *pieces_below]).text(), tmp_path / "a.vsav")
    saved_game = read_saved_game(path, new_scenario(), "en", module_path)
    assert saved_game.text == f"Forest: {', '.join(names)}"
    assert note_texts(saved_game)[-1] == "2 counters are outside the hexes and are left out: Medal"


def test_the_size_of_the_picture_identifies_the_board(tmp_path: Path) -> None:
    rows = BOARDS[BoardType.BREAKTHROUGH].rows
    middle = [h for h in BOARDS[BoardType.BREAKTHROUGH].hexes if 4 <= h.row <= 12][::3]
    pieces = [Piece("Forest", "Main Map", *GRID.middle(*hex_)) for hex_ in middle]
    size = 140 + BOARD.last_col * 45, 160 + (rows - 1) * 78
    module_path = write_module(tmp_path / "a.vmod", {"Board": GRID}, size)
    path = store_saved_game(VassalGame(pieces).text(), tmp_path / "a.vsav")
    assert read_saved_game(path, new_scenario(), "en", module_path).board is BoardType.BREAKTHROUGH


@pytest.mark.parametrize("name", ["Town", "---"])
def test_a_game_without_placed_counters_is_reported(tmp_path: Path, name: str) -> None:
    path = store_saved_game(VassalGame([Piece(name, None, 0, 0)]).text(), tmp_path / "a.vsav")
    for module_path in (None, write_module(tmp_path / "a.mod", {"Board": GRID})):
        with pytest.raises(ReadError, match="contains no readable counters"):
            read_saved_game(path, new_scenario(), "en", module_path)


@pytest.mark.parametrize("name", ["+", "&", "'", "and", "und"])
def test_a_name_that_would_join_others_is_dropped(tmp_path: Path, name: str) -> None:
    path = store_saved_game(
        VassalGame([*CORNERS, counter_on(name, "E5")]).text(), tmp_path / "a.vsav"
    )
    saved_game = read_saved_game(path, new_scenario(), "de")
    assert list_lines(saved_game) == []
    assert note_texts(saved_game)[-1] == "1 counter without a name is left out"


def test_a_module_without_hexes_is_reported(tmp_path: Path) -> None:
    path = store_saved_game(VassalGame(CORNERS).text(), tmp_path / "a.vsav")
    module_path = write_module(tmp_path / "a.vmod", {"One": GRID, "Other": GRID})
    saved_game = read_saved_game(path, new_scenario(), "en", module_path)
    assert note_texts(saved_game)[0].endswith("because the module does not define them")

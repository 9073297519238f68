"""Untrusted files: each gives an error message or a list of reasonable length."""

from __future__ import annotations

import random
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.core.vassal.vassal_writer import (
    Grid,
    Piece,
    VassalGame,
    encode_command,
    encode_sequence,
    hex_obfuscated,
    nest_traits,
    store_saved_game,
    write_module,
    write_zip,
)

from m44core.errors import ReadError
from m44core.model.edits import new_scenario
from m44core.vassal import archive
from m44core.vassal.counters import MAX_COUNTERS, read_counters
from m44core.vassal.saved_game import read_saved_game

GRID = Grid()
PLACES = [(col, row) for row in range(9) for col in range(row % 2, 25, 2)]
FORESTS = [Piece("Forest", "Main Map", *GRID.middle(*place)) for place in PLACES]


def read_error(path: Path, module_path: Path | None = None) -> str:
    """Return the error message for a file that cannot be read."""
    with pytest.raises(ReadError) as caught:
        read_saved_game(path, new_scenario(), "en", module_path)
    return str(caught.value)


def text_or_error(path: Path, module_path: Path | None = None) -> str:
    """Return the setup list read from a file, or the error message."""
    try:
        return read_saved_game(path, new_scenario(), "en", module_path).text
    except ReadError as error:
        return str(error)


def test_a_file_truncated_anywhere_is_reported(tmp_path: Path) -> None:
    whole_file = store_saved_game(VassalGame(FORESTS).text(), tmp_path / "a.vsav").read_bytes()
    for length in (0, 1, 10, 100, len(whole_file) // 2, len(whole_file) - 1):
        path = tmp_path / "b.vsav"
        path.write_bytes(whole_file[:length])
        assert "b.vsav" in read_error(path)


def test_a_randomly_damaged_file_is_read_or_reported(tmp_path: Path) -> None:
    rng = random.Random(44)
    whole_file = store_saved_game(VassalGame(FORESTS).text(), tmp_path / "a.vsav").read_bytes()
    for _ in range(60):
        damaged_bytes = bytearray(whole_file)
        for _ in range(rng.randint(1, 30)):
            damaged_bytes[rng.randrange(len(damaged_bytes))] = rng.randrange(256)
        (tmp_path / "b.vsav").write_bytes(damaged_bytes)
        result_text = text_or_error(tmp_path / "b.vsav")
        assert "Forest: " in result_text or "b.vsav" in result_text


@given(st.binary(max_size=200))
@settings(max_examples=60)
def test_any_content_is_read_or_reported(
    tmp_path_factory: pytest.TempPathFactory, data: bytes
) -> None:
    path = write_zip({"savedGame": data}, tmp_path_factory.mktemp("any") / "a.vsav")
    assert "a.vsav" in read_error(path)


def test_a_wrong_key_yields_no_counters(tmp_path: Path) -> None:
    data = hex_obfuscated(VassalGame(FORESTS).text().encode(), 0x11)
    path = write_zip({"savedGame": b"!VCSK22" + data[7:]}, tmp_path / "a.vsav")
    assert read_error(path) == "a.vsav contains no readable counters"


@pytest.mark.bulk
def test_a_zip_bomb_is_not_unpacked(tmp_path: Path) -> None:
    path = write_zip({"savedGame": bytes(200_000_000)}, tmp_path / "a.vsav")
    assert read_error(path) == "a.vsav is too large to read"


def test_a_text_of_more_than_8_mebibytes_is_read(tmp_path: Path) -> None:
    long_piece = Piece("Forest", "Axis hand", 1, 1, traits=[("mark;" + "x" * 90_000, "3")])
    game = store_saved_game(
        VassalGame([*FORESTS, *[long_piece] * 140]).text(),
        tmp_path / "a.vsav",
        save_format="packed",
    )
    saved_game = read_saved_game(game, new_scenario(), "en")
    assert saved_game.text.startswith("Forest: A9, B9")
    assert saved_game.is_reliable


@pytest.mark.bulk
def test_a_zip_bomb_with_a_false_size_is_not_unpacked(tmp_path: Path) -> None:
    path = write_zip({"savedGame": bytes(200_000_000)}, tmp_path / "a.vsav")
    data = path.read_bytes().replace((200_000_000).to_bytes(4, "little"), b"\x10\0\0\0")
    path.write_bytes(data)
    assert "a.vsav" in read_error(path)


def test_an_oversized_zip_directory_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive, "_MAX_DIRECTORY_BYTES", 1000)
    path = write_zip({f"file{number}": b"" for number in range(100)}, tmp_path / "a.vsav")
    assert read_error(path) == "a.vsav is too large to read"


def test_unsupported_compressions_and_passwords_are_reported(tmp_path: Path) -> None:
    path = tmp_path / "a.vsav"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_BZIP2) as archive:
        archive.writestr("savedGame", b"begin_save")
    assert read_error(path) == "a.vsav is damaged: it cannot be unpacked"


def test_a_folder_and_a_missing_file_are_reported(tmp_path: Path) -> None:
    assert "is not a regular file" in read_error(tmp_path)
    assert "cannot be read" in read_error(tmp_path / "none.vsav")


@pytest.mark.parametrize("x", ["NaN", "1e999", "", "-", "9" * 5000, "1;2", "\u0661"])
def test_counters_at_impossible_coordinates_are_left_out(x: str, tmp_path: Path) -> None:
    game = VassalGame([*FORESTS, Piece("Town", "Main Map", x, 7)])
    saved_game = read_saved_game(
        store_saved_game(game.text(), tmp_path / "a.vsav"), new_scenario(), "en"
    )
    assert saved_game.text.startswith("Forest: A9")
    assert "left out" in str(saved_game.notes[-1])


@pytest.mark.bulk
def test_only_a_limited_number_of_counters_is_read(tmp_path: Path) -> None:
    rng = random.Random(1)
    many_pieces = [Piece(f"x{n}", "Main Map", rng.randrange(10**6), n) for n in range(9_000)]
    game = store_saved_game(VassalGame([*FORESTS, *many_pieces]).text(), tmp_path / "a.vsav")
    module_path = write_module(tmp_path / "a.vmod", {"Any": GRID})
    saved_game = read_saved_game(game, new_scenario(), "en", module_path)
    assert len(saved_game.text) < 200_000
    assert str(saved_game.notes[-1]) == f"Only the first {MAX_COUNTERS} counters are read"


def test_too_deeply_nested_traits_are_not_a_counter() -> None:
    deep_traits = nest_traits([*["mark;a"] * 200, "piece;;;;Town"])
    command = "+/" + encode_sequence(["1", deep_traits, deep_traits], "/")
    assert read_counters([command]).counters == {}


def test_too_deeply_nested_commands_are_skipped(tmp_path: Path) -> None:
    text = "x"
    for _ in range(400):
        text = encode_command("", [text])
    assert (
        read_error(store_saved_game(text, tmp_path / "a.vsav"))
        == "a.vsav contains no readable counters"
    )
    assert "too large" in read_error(store_saved_game("\x1b" * 300_000, tmp_path / "b.vsav"))


@pytest.mark.parametrize(
    "build",
    [
        b"",
        b"<a",
        b"<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>",
        b"<a xmlns='x'>\xff</a>",
        b"<?xml version='1.0' encoding='klingon'?><a/>",
    ],
)
def test_an_invalid_module_is_reported(build: bytes, tmp_path: Path) -> None:
    module_path = write_zip({"buildFile": build}, tmp_path / "m.vmod")
    game = store_saved_game(VassalGame(FORESTS).text(), tmp_path / "a.vsav")
    assert "m.vmod is damaged" in read_error(game, module_path)
    assert read_saved_game(game, new_scenario(), "en").text.startswith("Forest: A9")


@pytest.mark.parametrize("dx", ["nan", "inf", "0", "-5", "1e300", "wide"])
def test_hexes_are_derived_from_the_counters_if_the_grid_has_no_valid_size(
    dx: str, tmp_path: Path
) -> None:
    grid = Grid(dx=dx, dy=dx)  # type: ignore[arg-type]  # a text in place of a number
    module_path = write_module(tmp_path / "m.vmod", {"Any": grid})
    game = store_saved_game(VassalGame(FORESTS).text(), tmp_path / "a.vsav")
    saved_game = read_saved_game(game, new_scenario(), "en", module_path)
    assert saved_game.text.startswith("Forest: A9, B9")


def test_damaged_pictures_have_no_size(tmp_path: Path) -> None:
    module_path = write_module(tmp_path / "m.vmod", {"Any": GRID}, (2**31, 2**31))
    game = store_saved_game(VassalGame(FORESTS).text(), tmp_path / "a.vsav")
    assert read_saved_game(game, new_scenario(), "en", module_path).text.startswith("Forest: A9")


@given(
    st.lists(
        st.tuples(
            st.text(max_size=12),
            st.sampled_from(["Main Map", "Axis hand", None]),
            st.integers(-200, 2000),
            st.integers(-200, 2000),
        ),
        min_size=1,
        max_size=8,
    ),
    st.booleans(),
)
@pytest.mark.bulk
@settings(max_examples=60, deadline=None)
def test_any_counters_make_a_list_or_are_reported(
    tmp_path_factory: pytest.TempPathFactory,
    counters: list[tuple[str, str, int, int]],
    is_without_module: bool,
) -> None:
    folder = tmp_path_factory.mktemp("games")
    path = store_saved_game(
        VassalGame([Piece(*each) for each in counters]).text(), folder / "a.vsav"
    )
    module_path = None if is_without_module else write_module(folder / "a.mod", {"Board": GRID})
    result_text = text_or_error(path, module_path)
    assert "a.vsav" in result_text or len([*filter(None, result_text.splitlines())]) <= len(
        counters
    )


@pytest.mark.parametrize("character", ["x", "\U0001f600", "\\\t", "\\;"])
def test_an_overlong_counter_is_refused_at_once(tmp_path: Path, character: str) -> None:
    forests = VassalGame(FORESTS, further_commands=[f"+/1/piece;;;;{character * 400_000}/null;0;0"])
    assert "too large" in read_error(store_saved_game(forests.text(), tmp_path / "a.vsav"))


def test_a_module_with_too_many_boards_is_refused_at_once(tmp_path: Path) -> None:
    boards = f"<a>{'<Board/>' * 1_000_000}</a>".encode()
    path = store_saved_game(VassalGame(FORESTS).text(), tmp_path / "a.vsav")
    assert "too large" in read_error(path, write_zip({"buildFile.xml": boards}, tmp_path / "a.mod"))

"""Reading the boards of a VASSAL module: finding the board of a map, and its hexes."""

from __future__ import annotations

from pathlib import Path
from xml.sax.saxutils import quoteattr

import pytest
from tests.core.vassal.vassal_writer import png_header, write_zip

from m44core.errors import ReadError
from m44core.vassal.lattice import Lattice
from m44core.vassal.vassal_module import ModuleBoard, find_board, image_size, picture_size

GRID = {"dx": "78", "dy": "90", "x0": "80", "y0": "70", "sideways": "true"}
HEXES = Lattice(70, 80, 45, 78)


def tag(name: str, attributes: dict[str, str], content: str = "") -> str:
    attributes_text = " ".join(f"{key}={quoteattr(value)}" for key, value in attributes.items())
    return f"<VASSAL.build.module.{name} {attributes_text}>{content}</VASSAL.build.module.{name}>"


def grid(**changed: str) -> str:
    return tag("map.HexGrid", {key: value for key, value in {**GRID, **changed}.items() if value})


def board_xml(name: str, content: str | None = None) -> str:
    picture = {"image": f"{name}.png", "name": name}
    return tag("map.Board", picture, grid() if content is None else content)


def write_vassal_module(folder: Path, *maps: str, head: str = "") -> Path:
    text = f"{head}<VASSAL.build.GameModule>{''.join(maps)}</VASSAL.build.GameModule>"
    files = {"buildFile.xml": text.encode(), "images/Country.png": png_header(1240, 780)}
    return write_zip(files, folder / "a.vmod")


def map_xml(*boards: str, edges: tuple[str, str] = ("0", "0"), kind: str = "Map") -> str:
    values = {"mapName": "Main", "edgeWidth": edges[0], "edgeHeight": edges[1]}
    return tag(kind, values, "".join(boards))


@pytest.mark.parametrize(
    ("changed", "hexes"),
    [
        ({}, HEXES),
        ({"dx": "60.5"}, Lattice(70, 80, 45, 60.5)),
        ({"dx": ""}, Lattice(70, 80, 45, 90 * 0.75**0.5)),
        ({"dx": "0"}, Lattice(70, 80, 45, 90 * 0.75**0.5)),
        ({"dy": ""}, Lattice(70, 80, 32, 78)),
        ({"dy": "wide"}, Lattice(70, 80, 32, 78)),
        ({"dy": "nan"}, Lattice(70, 80, 32, 78)),
        ({"dy": "inf"}, Lattice(70, 80, 32, 78)),
        ({"x0": "", "y0": ""}, Lattice(0, 0, 45, 78)),
        ({"x0": "-3.6", "y0": "2.6"}, Lattice(3, -4, 45, 78)),
        ({"x0": "9e9", "y0": "-9e9"}, Lattice(-1_000_000, 1_000_000, 45, 78)),
        ({"dy": "4", "dx": "4"}, Lattice(70, 80, 2, 4)),
        ({"dy": "1000", "dx": "1000"}, Lattice(70, 80, 500, 1000)),
        ({"dy": "3.9"}, None),
        ({"dx": "3.9"}, None),
        ({"dy": "1000.5"}, None),
        ({"dx": "1000.5"}, None),
        ({"sideways": "false"}, None),
        ({"sideways": ""}, None),
    ],
)
def test_the_grid_of_a_board_is_read(
    changed: dict[str, str], hexes: Lattice | None, tmp_path: Path
) -> None:
    file = write_vassal_module(tmp_path, map_xml(board_xml("Country", grid(**changed))))
    result = find_board(file, "Main", ())
    assert result == (hexes and ModuleBoard("Main", "Country", "Country.png", (0, 0), hexes))


def test_hexes_are_counted_from_the_corner_of_the_map(tmp_path: Path) -> None:
    file = write_vassal_module(tmp_path, map_xml(board_xml("Country"), edges=("30", "20")))
    result = find_board(file, "Main", ())
    assert result == ModuleBoard(
        "Main", "Country", "Country.png", (30, 20), Lattice(100, 100, 45, 78)
    )


def test_the_first_grid_with_rows_is_used(tmp_path: Path) -> None:
    grids = grid(sideways="false") + grid(dx="60") + grid(dx="50")
    result = find_board(
        write_vassal_module(tmp_path, map_xml(board_xml("Country", grids))), "Main", ()
    )
    assert result
    assert result.grid == Lattice(70, 80, 45, 60)
    assert find_board(write_vassal_module(tmp_path, map_xml(grid())), "Main", ()) is None


@pytest.mark.parametrize(
    ("maps", "map_name", "names", "text"),
    [
        ((map_xml(board_xml("A"), board_xml("B")),), "Main", (), None),
        ((map_xml(board_xml("A"), board_xml("B")),), "Main", ("B",), "B"),
        ((map_xml(board_xml("A"), board_xml("B")),), "Main", ("A", "B"), None),
        ((map_xml(board_xml("A"), board_xml("B", "")),), "Main", (), "A"),
        ((map_xml(board_xml("A"), board_xml("B", "")),), "Main", ("B",), None),
        ((map_xml(board_xml("A")),), "Main", ("A", "B"), None),
        ((map_xml(board_xml("A")),), "Main", ("B",), None),
        ((map_xml(board_xml("A")),), "7", (), "A"),
        (
            (map_xml(board_xml("A")), tag("Map", {"mapName": "Other"}, board_xml("B"))),
            "Other",
            (),
            "B",
        ),
        (
            (map_xml(board_xml("A")), tag("Map", {"mapName": "Other"}, board_xml("B"))),
            "7",
            (),
            None,
        ),
        ((map_xml(board_xml("A", ""), kind="PrivateMap"), map_xml()), "Main", (), None),
        ((map_xml(board_xml("A"), kind="PrivateMap"),), "Main", (), "A"),
        ((map_xml(board_xml("A"), kind="PlayerHand"),), "Main", (), "A"),
        ((map_xml(), tag("Window", {"mapName": "Other"}, board_xml("A"))), "Main", (), "A"),
        ((), "Main", (), None),
    ],
)
def test_the_only_board_of_a_map_is_found(
    maps: tuple[str, ...], map_name: str, names: tuple[str, ...], text: str | None, tmp_path: Path
) -> None:
    found_board = find_board(write_vassal_module(tmp_path, *maps), map_name, names)
    assert (found_board and found_board.name) == text


def test_a_board_has_the_size_of_its_picture(tmp_path: Path) -> None:
    file = write_vassal_module(tmp_path, map_xml(board_xml("Country")))
    result = find_board(file, "Main", ())
    assert result
    assert picture_size(file, result) == (1240, 780)
    assert picture_size(file, ModuleBoard("Main", "Country", "other.png")) is None


@pytest.mark.parametrize("boards", [1000, 1001])
def test_too_many_boards_are_refused(boards: int, tmp_path: Path) -> None:
    other_boards = (board_xml(str(number), "") for number in range(boards - 1))
    file = write_vassal_module(tmp_path, map_xml(*other_boards, board_xml("Country")))
    if boards == 1000:
        result = find_board(file, "Main", ())
        assert result
        assert result.name == "Country"
    else:
        with pytest.raises(ReadError, match="too large"):
            find_board(file, "Main", ())


@pytest.mark.parametrize("elements", [300_000, 300_001])
def test_too_many_elements_are_refused(elements: int, tmp_path: Path) -> None:
    of_the_map = 4  # the module, the map, its board and the hexes
    file = write_vassal_module(
        tmp_path, map_xml(board_xml("Country")), "<a/>" * (elements - of_the_map)
    )
    if elements == 300_000:
        assert find_board(file, "Main", ())
    else:
        with pytest.raises(ReadError, match="too large"):
            find_board(file, "Main", ())


@pytest.mark.parametrize("size", [16 << 20, (16 << 20) + 1])
def test_a_too_large_build_file_is_refused(size: int, tmp_path: Path) -> None:
    text = f"<a>{map_xml(board_xml('Country'))}</a>".ljust(size)
    file = write_zip({"buildFile.xml": text.encode()}, tmp_path / "a.vmod")
    if size == 16 << 20:
        assert find_board(file, "Main", ())
    else:
        with pytest.raises(ReadError, match="too large"):
            find_board(file, "Main", ())


@pytest.mark.parametrize(
    "text",
    [
        "",
        "<a>",
        "<a></b>",
        "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>",
        "<?xml version='1.0' encoding='klingon'?><a/>",
    ],
)
def test_a_build_file_that_is_not_plain_xml_is_reported_as_damaged(
    text: str, tmp_path: Path
) -> None:
    file = write_zip({"buildFile.xml": text.encode()}, tmp_path / "a.vmod")
    with pytest.raises(ReadError, match="damaged"):
        find_board(file, "Main", ())


@pytest.mark.parametrize(("name", "is_read"), [("buildFile", True), ("other", False)])
def test_old_modules_have_their_boards_in_a_file_without_a_suffix(
    name: str, is_read: bool, tmp_path: Path
) -> None:
    text = f"<a>{map_xml(board_xml('Country'))}</a>"
    file = write_zip({name: text.encode()}, tmp_path / "a.vmod")
    if is_read:
        assert find_board(file, "Main", ())
    else:
        with pytest.raises(ReadError):
            find_board(file, "Main", ())


def test_the_size_of_a_jpeg_is_found_after_its_other_segments() -> None:
    comment = b"\xff\xfe" + (2 + 700).to_bytes(2, "big") + b"\x01" * 700
    frame = b"\xff\xc0\x00\x11\x08" + (780).to_bytes(2, "big") + (1240).to_bytes(2, "big")
    assert image_size(b"\xff\xd8" + comment + frame) == (1240, 780)
    assert image_size(b"\xff\xd8" + comment + frame[:-1]) is None
    assert image_size(b"\xff\xd8" + comment[:-1] + frame) is None
    gif = b"GIF89a" + (1240).to_bytes(2, "little") + (780).to_bytes(2, "little")
    assert image_size(gif) == (1240, 780)
    assert image_size(gif[:-1]) is None

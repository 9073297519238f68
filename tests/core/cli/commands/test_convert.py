"""``m44 convert`` and ``m44 new``, as people type them."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from tests.core.vassal.vassal_writer import Grid, Piece, VassalGame, store_saved_game, write_module

from m44core.board import BOARDS, BoardType, Face
from m44core.cli.main import main
from m44core.io.files.file_reader import read_file
from m44core.resources import scenarios_folder

PEGASUS = scenarios_folder() / "pegasus-bridge.m44"


def test_a_round_trip_gives_the_same_bytes(tmp_path: Path) -> None:
    yaml_file, second_m44_file = tmp_path / "a.yaml", tmp_path / "b.m44"
    assert main(["convert", str(PEGASUS), str(yaml_file)]) == 0
    assert main(["convert", str(yaml_file), str(second_m44_file)]) == 0
    assert second_m44_file.read_bytes() == PEGASUS.read_bytes()


def test_a_file_of_another_program_keeps_its_bytes_unless_it_is_normalised(
    tmp_path: Path,
) -> None:
    other, copy, normal = tmp_path / "a.m44", tmp_path / "b.m44", tmp_path / "c.m44"
    text = (
        PEGASUS.read_text("utf-8")
        .replace('"AXIS"', '"axis"', 1)
        .replace('"packs": {}', '"packs": []')
    )
    other.write_text(text, "utf-8")
    assert main(["convert", "--quiet", str(other), str(copy)]) == 0
    assert main(["convert", "--quiet", "--normalize", str(other), str(normal)]) == 0
    assert copy.read_bytes() == other.read_bytes()
    assert normal.read_bytes() == PEGASUS.read_bytes()


def test_yaml_converted_to_yaml_keeps_its_bytes_unless_it_is_normalised(tmp_path: Path) -> None:
    original, edited, copy, normalised = (tmp_path / f"{name}.yaml" for name in "abcd")
    assert main(["convert", str(PEGASUS), str(original)]) == 0
    edited.write_text(original.read_text("utf-8").replace("hexes:\n", "hexes:\n\n"), "utf-8")
    assert main(["convert", str(edited), str(copy)]) == 0
    assert main(["convert", "--normalise", str(edited), str(normalised)]) == 0
    assert copy.read_bytes() == edited.read_bytes() != original.read_bytes()
    assert normalised.read_bytes() == original.read_bytes()


def test_a_dash_prints_the_content_of_the_file(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert main(["convert", str(PEGASUS), str(tmp_path / "a.yaml")]) == 0
    assert main(["convert", "--format", "yaml", str(PEGASUS), "-"]) == 0
    assert capsysbinary.readouterr().out == (tmp_path / "a.yaml").read_bytes()
    assert main(["convert", str(PEGASUS), "-"]) == 2


def test_an_existing_file_is_not_replaced_without_force(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "a.yaml"
    target.write_text("mine")
    assert main(["convert", str(PEGASUS), str(target)]) == 2
    assert "add --force to replace it" in capsys.readouterr().err
    assert target.read_text() == "mine"
    assert main(["convert", "--force", str(PEGASUS), str(target)]) == 0
    assert (tmp_path / "a.yaml~").read_text() == "mine"


def test_a_file_name_without_a_known_format_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["convert", str(PEGASUS), str(tmp_path / "a.txt")]) == 2
    assert ".json, .m44, .yaml, .yml, or add --format" in capsys.readouterr().err
    assert main(["convert", "--format", "yaml", str(PEGASUS), str(tmp_path / "a.txt")]) == 0


def test_a_file_with_errors_is_converted_as_far_as_it_can_be_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, target = tmp_path / "a.m44", tmp_path / "a.yaml"
    source.write_text('{"board":{"type":"STANDARD","hexagons":[{"row":0,"col":1},5]}}')
    assert main(["convert", str(source), str(target)]) == 1
    output = capsys.readouterr().err
    assert f"{source}:1:41: error M029 Row 0, column 1 is between two hexes" in output
    assert read_file(target).scenario == read_file(source).scenario


def test_quiet_prints_only_errors(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "a.m44"
    source.write_text('{"board":{"type":"standard","hexagons":[]}}')
    assert main(["convert", "--quiet", str(source), str(tmp_path / "a.yaml")]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("target", ["", ".", "nowhere/a"])
def test_a_target_without_a_name_is_reported(
    target: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["convert", "--force", str(PEGASUS), target]) == 2
    assert f"m44: cannot tell the format from {target!r}; use a name" in capsys.readouterr().err
    assert main(["new", target]) == 2
    assert f"m44: cannot tell the format from {target!r}; use a name" in capsys.readouterr().err


def test_a_target_in_an_unreadable_folder_is_refused(
    tmp_path: Path,
    without_root_rights: Callable[[], AbstractContextManager[None]],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("pegasus.m44").write_bytes(PEGASUS.read_bytes())
    tmp_path.chmod(0o755)
    Path("closed").mkdir(mode=0)
    with without_root_rights():
        statuses = [
            main(["convert", "pegasus.m44", "closed/a.yaml"]),
            main(["new", "closed/a.m44"]),
        ]
    assert statuses == [2, 2]
    assert (
        capsys.readouterr().err.count(
            "you do not have permission to write there; save elsewhere, or change the permissions"
        )
        == 2
    )


@pytest.mark.parametrize("name", ["a.m44", "a.yaml", "a.json"])
def test_a_new_scenario_is_well_formed(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    arguments = ["--board", "breakthrough", "--face", "winter", "--title", "Snow: no. 1"]
    assert main(["new", *arguments, str(path)]) == 0
    result = read_file(path)
    assert result.diagnostics == ()
    assert result.scenario
    assert result.scenario.title == "Snow: no. 1"
    assert (result.scenario.board.type, result.scenario.face) == (
        BoardType.BREAKTHROUGH,
        Face.WINTER,
    )


def test_a_new_scenario_replaces_nothing_without_force(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("mine")
    assert main(["new", str(path)]) == 2
    assert path.read_text() == "mine"


def test_the_labels_of_a_language_are_put_on_the_board(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, target = tmp_path / "a.yaml", tmp_path / "a.m44"
    source.write_text(LABELLED, "utf-8")
    assert main(["convert", str(source), str(target), "--labels", "fr"]) == 1
    labels = json.loads(target.read_text("utf-8"))["board"]["labels"]
    assert [label["text"] for label in labels] == [["Moulin"]]
    assert main(["convert", str(target), str(tmp_path / "b.yaml"), "--labels", "en"]) == 0
    assert "D7: [Mill]" in (tmp_path / "b.yaml").read_text("utf-8")
    capsys.readouterr()
    assert main(["convert", str(source), str(tmp_path / "c.m44"), "--labels", "it"]) == 1
    assert "there are no labels in the language it" in capsys.readouterr().err


# It has an error, because it lacks a briefing; the written file does not.
LABELLED = """\
format: 1
board: {type: standard, face: country}
texts:
  en: {name: The mill}
  fr: {name: Le moulin, labels: {Mill: Moulin}}
labels:
  D7: [Mill]
"""


BOARD = BOARDS[BoardType.STANDARD]


def write_saved_game(folder: Path, *names: str) -> Path:
    """Write a saved game with a forest on every third hex and the named pieces on E5.

    Return its path.
    """
    grid = Grid()
    pieces = [Piece("Forest", "Main Map", *grid.middle(*hex_)) for hex_ in BOARD.hexes[::3]]
    pieces += [Piece(name, "Main Map", *grid.middle(*BOARD.hex("E5"))) for name in names]
    return store_saved_game(VassalGame(pieces).text(), folder / "tobruk.vsav")


def test_a_saved_game_of_vassal_becomes_a_scenario(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game, target = write_saved_game(tmp_path, "German_Infantry"), tmp_path / "a.yaml"
    assert main(["convert", str(game), str(target), "--language", "en"]) == 0
    assert "The hexes were worked out from the positions of the counters" in capsys.readouterr().err
    scenario = read_file(target).scenario
    assert scenario is not None
    content = scenario.at(BOARD.hex("E5"))
    assert content.unit is not None
    assert content.unit.name == "infger"
    assert sum(c.terrain is not None for c in scenario.hexes.values()) == len(BOARD.hexes[::3])


def test_unreadable_parts_of_a_saved_game_are_listed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game, module_file = (
        write_saved_game(tmp_path, "Bogey"),
        write_module(tmp_path / "m.zip", {"Any": Grid()}),
    )
    arguments = ["convert", str(game), "--module", str(module_file), "--format", "yaml", "-"]
    assert main([*arguments, "--language", "en"]) == 1
    output = capsys.readouterr().err
    assert output == f"{game}: Bogey: E5: “bogey” was not understood\n"


def test_a_damaged_saved_game_is_not_converted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.vsav").write_text("{}")
    assert main(["convert", str(tmp_path / "a.vsav"), str(tmp_path / "a.yaml")]) == 2
    assert "a.vsav is not a VASSAL archive" in capsys.readouterr().err
    assert not (tmp_path / "a.yaml").exists()


def test_the_module_option_without_a_saved_game_gives_a_warning(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["convert", str(PEGASUS), str(tmp_path / "a.yaml"), "--module", "memoir.vmod"]
    assert main([*arguments, "--language", "en"]) == 0
    output = "--module is ignored: pegasus-bridge.m44 is not a VASSAL saved game"
    assert output in capsys.readouterr().err


PAGE = """\
[b]Grey Ridge[/b]
June 7, 1944
Axis player: 5 cards
Allied player: 3 cards, moves first
Board: winter
Forest: A9
British infantry: A1
Good luck!
"""


def test_text_copied_from_a_page_becomes_a_scenario_with_its_briefing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "page.txt").write_text(PAGE, "utf-8")
    assert main(["convert", str(tmp_path / "page.txt"), str(tmp_path / "a.yaml")]) == 0
    scenario = read_file(tmp_path / "a.yaml").scenario
    assert scenario is not None
    unit = scenario.at(scenario.board.hex("A1")).unit
    assert (scenario.texts["en"].name, scenario.face) == ("Grey Ridge", Face.WINTER)
    assert (scenario.briefing.top.cards, unit and unit.name) == (5, "infbrit")
    output = capsys.readouterr().err
    assert "Found in the text: command cards for the Allies: 3" in output
    assert [line for line in output.splitlines() if "not name a hex" in line] == [
        f"{tmp_path / 'page.txt'}: Good luck!: The line does not name a hex"
    ]


def test_a_list_with_errors_is_written_with_status_one(tmp_path: Path) -> None:
    (tmp_path / "list.csv").write_text("column,row,unit\nA,9,german infantry\nB,9,frest\n", "utf-8")
    assert main(["convert", str(tmp_path / "list.csv"), str(tmp_path / "a.yaml")]) == 1
    assert read_file(tmp_path / "a.yaml").scenario is not None


def test_text_without_pieces_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "note.txt").write_text("See you on Friday\n", "utf-8")
    assert main(["convert", str(tmp_path / "note.txt"), str(tmp_path / "a.yaml")]) == 2
    assert "contains neither a scenario nor a list of pieces" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("last_rows", "board"),
    [("K12, L13, M14, C15, D16", BoardType.BREAKTHROUGH), ("K12, L13", BoardType.STANDARD)],
)
def test_a_list_is_read_on_the_board_that_has_its_hexes(
    tmp_path: Path, last_rows: str, board: BoardType
) -> None:
    page = f"German infantry: A2, B3, C4, D5\nForest: F2, F3, {last_rows}\n"
    (tmp_path / "page.txt").write_text(page, "utf-8")
    main(["convert", str(tmp_path / "page.txt"), str(tmp_path / "a.yaml")])
    scenario = read_file(tmp_path / "a.yaml").scenario
    assert scenario
    assert scenario.board.type is board


def test_figures_that_are_right_for_a_nation_are_noted_but_not_in_doubt(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "list.txt"
    path.write_text("Canadian infantry: A1\nGerman infantry: A9", "utf-8")
    assert main(["convert", str(path), str(tmp_path / "list.yaml")]) == 0
    assert "British infantry is used instead" in capsys.readouterr().err

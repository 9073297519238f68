"""Two contradicting packs in one process: each scenario uses its own."""

from __future__ import annotations

import json
import os
import pickle
import shutil
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest
from tests.core.catalogue.packs.contradicting_packs import (
    COLOURS,
    FACINGS,
    GUARDS,
    NAMES,
    SCENARIO,
    pack_text,
    square_svg,
    write_packs,
)

from m44core.catalogue.catalogue_loader import base_catalogue, catalogue_with_packs
from m44core.catalogue.packs.pack import read_pack
from m44core.cli.main import main
from m44core.comparing.compare import compare_scenarios
from m44core.comparing.difference_text import difference_summary
from m44core.drawing.board.piece_drawing import draw_art
from m44core.drawing.board.scenario_drawing import arts_of_hex
from m44core.drawing.shapes.shapes import Drawing, Group, Shape
from m44core.io.files.file_reader import read_bytes, read_file
from m44core.io.files.scenario_files import FileFormat
from m44core.io.files.serialization import to_bytes
from m44core.library.file_facts import facts_and_content
from m44core.library.library_settings import LibrarySettings
from m44core.messages.renderers import renderer_in
from m44core.model.edits import change_board, copy_hexes, paste_clip
from m44core.model.scenario import Scenario
from m44core.model.unit_profiles import default_figures
from m44core.rules.play.game_setup import new_game
from m44core.validation.runner import check_scenario, examine_scenario


@pytest.fixture
def scenario_files(tmp_path: Path) -> tuple[Path, Path]:
    """The files of the two scenarios, which have the same content."""
    return write_packs(tmp_path)


def scenario_of(file: Path) -> Scenario:
    result = read_file(file)
    assert result.scenario is not None
    assert [finding.code for finding in result.diagnostics] == []
    return result.scenario


def fill_colours(drawing: Drawing) -> Iterator[object]:
    for node in drawing:
        if isinstance(node, Group):
            yield from fill_colours(node.children)
        elif isinstance(node, Shape):
            yield node.fill


def moor_colours(scenario: Scenario) -> set[str]:
    """Return the colors in which the moor is drawn, limited to those of the two packs."""
    arts = arts_of_hex(scenario, scenario.board.hex("g4"))
    return {str(each) for art in arts for each in fill_colours(draw_art(art))} & {*COLOURS.values()}


def is_moor_impassable(scenario: Scenario) -> bool:
    """Return whether the moor is impassable for infantry."""
    game = new_game(scenario)
    return game.ground.hexes[scenario.board.index[scenario.board.hex("g4")]].is_impassable(0)


def results_of(scenario: Scenario) -> dict[str, object]:
    """Return the results that depend on the pack of a scenario, keyed by name."""
    guard = scenario.board.hex("G5")
    codes = {each.code for each in check_scenario(scenario)}
    return {
        "title": [pack.title for pack in scenario.catalogue.packs],
        "drawn": moor_colours(scenario),
        "closed": is_moor_impassable(scenario),
        "guards": default_figures(scenario, guard),
        "line": codes & {"M512", "M506"},
        "too many": "M404" in codes,
    }


def expected_results(name: str) -> dict[str, object]:
    """Return the results expected with one of the packs, keyed by name."""
    return {
        "title": [f"Pack of the {name}"],
        "drawn": {COLOURS[name]},
        "closed": name == "east",
        "guards": GUARDS[name],
        "line": {{"road": "M512", "river": "M506"}[FACINGS[name]]},
        "too many": name == "east",
    }


def test_each_scenario_uses_its_own_pack_everywhere(scenario_files: tuple[Path, Path]) -> None:
    east, west = map(scenario_of, scenario_files)
    assert east == west  # they have the same content
    for _ in range(2):  # independent of earlier calls
        assert results_of(east) == expected_results("east")
        assert results_of(west) == expected_results("west")
    assert results_of(scenario_of(scenario_files[0])) == expected_results("east")


def test_reading_a_file_with_packs_does_not_affect_a_file_without_packs(
    scenario_files: tuple[Path, Path], tmp_path: Path
) -> None:
    scenario_of(scenario_files[0])
    plain_file = tmp_path / "plain.yaml"
    plain_file.write_text(SCENARIO, encoding="utf-8")
    result = read_file(plain_file)
    assert result.scenario is not None
    assert result.scenario.catalogue is base_catalogue() is result.catalogue
    assert {"M106"} <= {each.code for each in check_scenario(result.scenario)}


def test_a_copied_scenario_keeps_its_catalogue(scenario_files: tuple[Path, Path]) -> None:
    east, west = map(scenario_of, scenario_files)
    larger_scenario = change_board(
        east, next(t for t in type(east.board.type) if t is not east.board.type)
    )
    assert larger_scenario.scenario.catalogue is east.catalogue
    clip = copy_hexes(east, east.hexes)
    pasted_scenario = paste_clip(west, clip, clip.anchor).scenario
    assert results_of(pasted_scenario) == expected_results("west")


@pytest.mark.parametrize("name", NAMES)
def test_a_scenario_is_sent_to_another_process_with_its_packs(
    name: str, scenario_files: tuple[Path, Path]
) -> None:
    scenario = scenario_of(scenario_files[NAMES.index(name)])
    shutil.rmtree(scenario_files[0].parent / "pack")
    (scenario_files[1].parent / "pack" / "pack.yaml").write_text(
        pack_text("east"), encoding="utf-8"
    )
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        figures = pool.submit(default_figures, scenario, scenario.board.hex("G5")).result()
        codes = {each.code for each in pool.submit(examine_scenario, scenario).result().diagnostics}
    assert figures == GUARDS[name]
    assert {"M404", "M512"} & codes == ({"M404", "M512"} if name == "east" else set())


def test_a_pickled_scenario_does_not_contain_the_base_catalogue(
    scenario_files: tuple[Path, Path],
) -> None:
    east = scenario_of(scenario_files[0])
    pickled_empty_scenario, pickled_scenario = pickle.dumps(Scenario()), pickle.dumps(east)
    assert len(pickled_empty_scenario) < 3_000
    assert len(pickled_scenario) < 6_000
    assert pickle.loads(pickled_scenario).catalogue is east.catalogue
    assert pickle.loads(pickled_empty_scenario).catalogue is base_catalogue()


def test_a_replaced_pack_is_noticed_at_the_next_read(scenario_files: tuple[Path, Path]) -> None:
    file, pack = scenario_files[0], scenario_files[0].parent / "pack" / "pack.yaml"
    before, status = scenario_of(file), pack.stat()
    pack.write_text(pack_text("west"), encoding="utf-8")  # of the same length as the original
    os.utime(pack, ns=(status.st_atime_ns, status.st_mtime_ns))
    after = results_of(scenario_of(file))
    assert after == {**expected_results("west"), "drawn": {COLOURS["east"]}}
    assert results_of(before) == expected_results("east")


def test_a_changed_picture_is_drawn_after_the_next_read(
    scenario_files: tuple[Path, Path],
) -> None:
    file, drawn = scenario_files[0], scenario_files[0].parent / "pack" / "moor.svg"
    assert moor_colours(scenario_of(file)) == {COLOURS["east"]}
    drawn.write_text(square_svg(COLOURS["west"]), encoding="utf-8")
    assert moor_colours(scenario_of(file)) == {COLOURS["west"]}


def test_equal_packs_share_one_catalogue(scenario_files: tuple[Path, Path]) -> None:
    east = scenario_of(scenario_files[0]).catalogue
    assert scenario_of(scenario_files[0]).catalogue is east
    assert catalogue_with_packs([read_pack(scenario_files[0].parent / "pack")]) is east
    assert scenario_of(scenario_files[1]).catalogue is not east


@pytest.mark.parametrize("file_format", FileFormat)
def test_except_for_facings_the_content_of_a_file_does_not_depend_on_packs(
    scenario_files: tuple[Path, Path], file_format: FileFormat
) -> None:
    east, west = map(scenario_of, scenario_files)
    assert to_bytes(east, file_format) == to_bytes(west, file_format)
    data = to_bytes(east.with_catalogue(base_catalogue()), file_format)
    scenario_read = read_bytes(data, f"a.{file_format.value}").scenario
    assert scenario_read is not None
    assert scenario_read.hexes == east.hexes


def test_the_library_reads_each_scenario_with_its_own_pack(
    scenario_files: tuple[Path, Path],
) -> None:
    terms = LibrarySettings()
    east, west = (facts_and_content(file, terms.for_file(str(file)))[0] for file in scenario_files)
    assert ("eastern moor" in east.texts, "western moor" in east.texts) == (True, False)
    assert ("eastern moor" in west.texts, "western moor" in west.texts) == (False, True)
    assert "M404" in {*east.codes} - {*west.codes}


def test_another_pack_changes_the_cache_key_in_the_library(
    scenario_files: tuple[Path, Path],
) -> None:
    file, pack = scenario_files[0], scenario_files[0].parent / "pack" / "pack.yaml"
    before = LibrarySettings().cache_key(str(file))
    assert LibrarySettings().cache_key(str(file)) == before
    pack.write_text(pack_text("west"), encoding="utf-8")
    assert LibrarySettings().cache_key(str(file)) != before


def test_a_comparison_names_the_pieces_of_each_pack(scenario_files: tuple[Path, Path]) -> None:
    east, west = map(scenario_of, scenario_files)
    scenario_without_moor = east.with_hexes(
        {east.board.hex("g4"): type(east.at(east.board.hex("g4")))()}
    )
    renderer = renderer_in("en")
    assert "Eastern moor" in renderer.render(
        difference_summary(
            compare_scenarios(east, scenario_without_moor.with_catalogue(west.catalogue))
        )
    )
    assert "Western moor" in renderer.render(
        difference_summary(compare_scenarios(scenario_without_moor, west))
    )


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_the_command_line_checks_a_folder_with_both_packs(
    scenario_files: tuple[Path, Path], capsys: pytest.CaptureFixture[str], jobs: str, tmp_path: Path
) -> None:
    arguments = ["check", str(tmp_path), "--format", "json", "--jobs", jobs, "--fail-on", "never"]
    assert main(arguments) == 0
    files = json.loads(capsys.readouterr().out)["files"]
    codes = {Path(f["path"]).parent.name: {d["code"] for d in f["diagnostics"]} for f in files}
    assert {"M404", "M512"} <= codes["east"] - codes["west"]
    assert "M506" in codes["west"] - codes["east"]
    assert codes["east"].isdisjoint({"M036", "M101", "M106"})


def test_other_processes_play_both_packs_alike(
    scenario_files: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = [
        "duel",
        "sergeant",
        "recruit",
        *map(str, scenario_files),
        "--games",
        "8",
        "--seed",
        "3",
        "--jobs",
    ]
    assert main([*arguments, "1"]) == 0
    output = capsys.readouterr()
    assert main([*arguments, "2"]) == 0
    assert capsys.readouterr() == output

"""The boxes on a sheet: which are needed, what they lack, and what each is needed for."""

from __future__ import annotations

from pathlib import Path

import pytest

from m44core.board import BOARDS, BoardType
from m44core.catalogue.catalogue_types import Side
from m44core.hexes import Hex
from m44core.io.files.file_reader import read_file
from m44core.messages.renderers import renderer_in
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, Piece, Tag, Unit
from m44core.publish.content.box_lines import box_content_lines, needed_box_lines
from m44core.publish.content.setup_table import picture_name, setup_groups
from m44core.publish.piece_pictures import sheet_piece_pictures
from m44core.validation.check_context import CheckContext

EN = renderer_in("en")
BOARD = Path("tests/data/boards")
HEXES = BOARDS[BoardType.STANDARD].hexes


def lines_of(scenario: Scenario) -> list[str]:
    context = CheckContext.of(scenario)
    lines = (*needed_box_lines(context), *box_content_lines(context))
    return [EN.sentence(line) for line in lines]


def read_scenario(name: str) -> Scenario:
    (path,) = BOARD.glob(f"{name}-*.m44")
    scenario = read_file(path).scenario
    assert scenario
    return scenario


def test_shortages_follow_the_boxes_with_the_numbers_needed_and_available() -> None:
    _, second, *_ = lines_of(read_scenario("9956"))
    assert second == (
        "These boxes do not hold enough; borrow the rest: Axis infantry figures (48 needed, "
        "42 available), Soviet infantry (53 figures needed, 42 available)"
    )


def test_figures_of_all_kinds_of_infantry_of_an_army_are_counted_together() -> None:
    units = [HexContent(unit=Unit(name)) for name in ("infbrit", "inf2brit", "infbrit")]
    hexes = dict(zip(HEXES, [*units, *[HexContent(unit=Unit("inf2brit"))] * 8], strict=False))
    assert any(
        "British infantry (44 figures needed, 42 available)" in line
        for line in lines_of(Scenario(hexes=hexes))
    )


def test_an_army_with_unknown_figure_counts_never_runs_short() -> None:
    hexes = dict.fromkeys(HEXES[:20], HexContent(unit=Unit("infjp")))
    assert not any("needed" in line.split(":")[1] for line in lines_of(Scenario(hexes=hexes)))


def test_tiles_that_are_only_too_many_together_are_named() -> None:
    kinds = [("woods", 25), ("hills", 18), ("buildings", 5)]
    tiles = [HexContent(terrain=Piece(name)) for name, number in kinds for _ in range(number)]
    assert any(
        "hex tiles in total (48 needed, 44 available)" in line
        for line in lines_of(Scenario(hexes=dict(zip(HEXES, tiles, strict=False))))
    )


@pytest.mark.rule("TH-COM-01")
def test_the_token_of_the_commissar_has_a_picture_and_its_box() -> None:
    scenario = read_scenario("1311")
    assert (
        "Eastern Front: Soviet armor, Soviet infantry, Commissar token for the Allies"
        in lines_of(scenario)
    )
    items = setup_groups(scenario)[-1].items
    (art,) = [item.art for item in items if "Commissar" in EN.render(item.what)]
    assert art
    assert "<path" in sheet_piece_pictures(scenario)[picture_name(art)]


def test_a_token_alone_makes_its_box_needed() -> None:
    scenario = read_scenario("1311").with_hexes(dict.fromkeys(HEXES, HexContent()))
    assert lines_of(scenario)[0] == "Boxes needed: 1 copy of the base game, Eastern Front"


def test_a_counter_can_serve_as_an_exit_marker() -> None:
    exit_hex = {Hex(0, 0): HexContent(tags=(Tag("tag4", side=Side.ALLIES),))}
    assert "Equipment Pack: exit marker (any counter will do)" in lines_of(Scenario(hexes=exit_hex))


@pytest.mark.rule("E-TIGER-01")
def test_a_box_that_is_needed_anyway_is_also_named_for_figures_of_its_own() -> None:
    tiger = HexContent(unit=Unit("tank2ger", figures=1))
    hexes = {Hex(0, 0): tiger, Hex(2, 0): HexContent(unit=Unit("infus", badge="badge41"))}
    assert "Equipment Pack: mortar team, figures for Tiger" in lines_of(Scenario(hexes=hexes))
    assert lines_of(Scenario(hexes={Hex(0, 0): tiger})) == ["Boxes needed: 1 copy of the base game"]

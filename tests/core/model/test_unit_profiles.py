"""All code that shows or counts the figures of a unit agrees with the engine."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from tests.reference_data import LAYOUTS, RANDOM_BOARDS
from tests.unit_table import UnitRow, unit_table_rows

from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.catalogue.catalogue_types import Layer
from m44core.comparing.canonical_form import canonical_form
from m44core.drawing.board.scenario_drawing import arts_of_hex
from m44core.drawing.shapes.art import PaintingPlane
from m44core.errors import M44Error
from m44core.hexes import Hex
from m44core.io.files.file_reader import read_file
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, Piece, Unit
from m44core.model.unit_profiles import default_figures, figures_on, unit_profile_on
from m44core.resources import shipped_scenarios
from m44core.rules.game.state import NOWHERE
from m44core.rules.play.game_setup import battlefield_of
from m44core.setup_list.list_placement import place_setup_list
from m44core.setup_list.list_reader import read_setup_list
from m44core.validation.placed_pieces import units_of

CATALOGUE = base_catalogue()
FILES = [*LAYOUTS, *RANDOM_BOARDS, *shipped_scenarios()]
ENEMIES = (Unit("infus"), Unit("infger"))


def figures_in_game(scenario: Scenario) -> dict[Hex, int]:
    """Return the number of figures that the engine gives the unit on each hex."""
    hexes = scenario.board.hexes
    units = battlefield_of(scenario).units
    return {
        hexes[u.start]: u.figures
        for u in units
        if u.start != NOWHERE and scenario.at(hexes[u.start]).unit
    }


def figures_drawn(scenario: Scenario, hex_: Hex) -> object:
    return next(a.detail[0] for a in arts_of_hex(scenario, hex_) if a.plane is PaintingPlane.UNIT)


def assert_figures_agree(scenario: Scenario) -> None:
    figures_played = figures_in_game(scenario)
    assert {hex_: figures_drawn(scenario, hex_) for hex_ in figures_played} == figures_played
    assert {hex_: figures_on(scenario, hex_) for hex_ in figures_played} == figures_played
    figures_counted = {u.hex: u.figures for u in units_of(scenario) if u.hex in figures_played}
    assert figures_counted == figures_played
    document = canonical_form(scenario)
    assert {
        h: unit.figures for h in figures_played if (unit := document.at(h).unit)
    } == figures_played


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
@pytest.mark.bulk
def test_a_board_shows_the_same_figures_as_the_game(path: Path) -> None:
    scenario = read_file(path).scenario
    assert scenario is not None
    try:
        battlefield_of(scenario)
    except M44Error:
        return
    assert_figures_agree(scenario)


@pytest.mark.parametrize("row", unit_table_rows(), ids=lambda row: row.name)
def test_every_unit_of_the_table_shows_the_same_figures_as_the_game(row: UnitRow) -> None:
    assert_figures_agree(row.scenario())


def units_with_all_marks() -> Iterator[Unit]:
    """Yield every unit of the catalogue with each badge, special rule or equipment."""
    badges = [None, *(badge.name for badge in CATALOGUE.on_layer(Layer.BADGE))]
    behaviors = [
        None,
        *CATALOGUE.special_types_by_behavior,
        *(s.behavior for s in CATALOGUE.specials),
    ]
    equipments = {special.equipment for special in CATALOGUE.specials}
    all_marks: list[tuple[str | None, str | None, str | None]] = [(b, None, None) for b in badges]
    all_marks += [(None, behavior, None) for behavior in behaviors if behavior]
    all_marks += [(None, None, equipment) for equipment in equipments if equipment]
    for element, marks in product(CATALOGUE.on_layer(Layer.UNIT), all_marks):
        badge, behavior, equipment = marks
        if element.nation is not None:
            yield Unit(element.name, None, badge, behavior, equipment)


def boards_with_all_marks() -> Iterator[Scenario]:
    """Yield boards with the units of :func:`units_with_all_marks` and a few enemies on each."""
    board = Scenario().board
    units = [*units_with_all_marks()]
    for first in range(0, len(units), 90):
        units_by_hex = zip(board.hexes, units[first : first + 90], strict=False)
        hexes = {hex_: HexContent(unit=unit) for hex_, unit in units_by_hex}
        enemies = {board.hexes[-1 - n]: HexContent(unit=foe) for n, foe in enumerate(ENEMIES)}
        yield Scenario().with_hexes(hexes | enemies)


@pytest.mark.bulk
def test_every_unit_with_every_mark_shows_the_same_figures_as_the_game() -> None:
    boards = [*boards_with_all_marks()]
    for scenario in boards:
        assert_figures_agree(scenario)
    assert len(boards) > 5


def test_a_unit_without_a_kind_counts_as_one_figure_and_an_empty_hex_as_none() -> None:
    hex_ = Hex(0, 0)
    strange_scenario = Scenario().with_hexes({hex_: HexContent(unit=Unit("?"))})
    assert (figures_on(strange_scenario, hex_), default_figures(strange_scenario, hex_)) == (
        1,
        None,
    )
    assert (figures_on(Scenario(), hex_), unit_profile_on(Scenario(), hex_)) == (0, None)


def test_figures_that_identify_a_kind_are_its_full_strength() -> None:
    hex_ = Hex(0, 0)
    kinds = {"inf2us": 3, "tank2ger": 1, "infus": 3}
    figures = {
        name: default_figures(Scenario().with_hexes({hex_: HexContent(unit=Unit(name, n))}), hex_)
        for name, n in kinds.items()
    }
    assert figures == {"inf2us": 3, "tank2ger": 1, "infus": 4}


def test_a_tile_that_determines_the_kind_of_a_unit_is_considered() -> None:
    hex_ = Scenario().board.hex("G5")
    tile, unit = Piece("mountain"), Unit("gunjp")
    on_tile = Scenario().with_hexes({hex_: HexContent(terrain=tile, unit=unit)})
    plain_scenario = Scenario().with_hexes({hex_: HexContent(unit=unit)})
    assert unit_profile_on(on_tile, hex_) != unit_profile_on(plain_scenario, hex_)


@pytest.mark.parametrize(("text", "figures"), [("4", 4), ("3", None)])
def test_a_list_states_figures_that_differ_from_the_badge(text: str, figures: int | None) -> None:
    text = f"Axis\nGerman infantry ({text} figures): G5\nSki troops: G5\n"
    placed_scenario = place_setup_list(Scenario(), read_setup_list(text, Scenario(), "en"))
    unit = placed_scenario.at(Scenario().board.hex("G5")).unit
    assert unit is not None
    assert (unit.badge, unit.figures) == ("badge30", figures)

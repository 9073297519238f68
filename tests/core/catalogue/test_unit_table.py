"""Every unit, from its file to its component bill; tests/editor has the editor's part."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.reference_data import load_yaml
from tests.unit_table import UnitRow, differing_traits, unit_table_rows

from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.catalogue.catalogue_types import Layer, Side
from m44core.diagnostics import Severity
from m44core.drawing.board.scenario_drawing import arts_of_hex
from m44core.findings.render_findings import render
from m44core.hexes import Hex
from m44core.io.files.file_reader import read_bytes
from m44core.io.files.scenario_files import FileFormat
from m44core.io.files.serialization import to_bytes
from m44core.messages.message import Message
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, Unit
from m44core.playtest.games.simulation import SimulationPlan, play_games
from m44core.playtest.players.attack_options import shots_from
from m44core.playtest.players.evaluation import PositionEvaluation
from m44core.rules.analysis.scenario_gaps import gaps
from m44core.rules.cards.card_command import Command, command_of_card
from m44core.rules.game.battlefield import Combatant
from m44core.rules.game.state import GameState
from m44core.rules.game_settings import RuleSettings
from m44core.rules.play.game_setup import new_game
from m44core.rules.units.battle import targets_with_dice
from m44core.rules.units.orders import units_orderable_by_card
from m44core.validation.components.component_bill import component_bill
from m44core.validation.runner import check_file
from m44core.validation.setup_checklist import checklist_steps

ROWS = unit_table_rows()
CATALOGUE = base_catalogue()
BOX_KINDS = (
    *("heavy-anti-tank", "big-gun", "mobile-artillery", "nebelwerfer", "landing-craft"),
    *("hobart-bridge", "hobart-bobbin", "hobart-fascine", "hobart-mine-digger", "hobart-petard"),
    *("tank-destroyer", "half-track", "supply-half-track", "tiger", "supply-truck", "patrol-car"),
    *("command-car", "early-mortar", "late-mortar", "early-machine-gun", "late-machine-gun"),
    *("early-anti-tank", "late-anti-tank", "sniper", "ski-troops", "cavalry", "french-infantry"),
    *("italian-army", "italian-artillery", "motorized", "locomotive", "destroyer"),
)
"""The units and weapons of the Equipment Pack and of the theatres, which each have a row."""
EXPECTED_ROWS = load_yaml(Path(__file__).with_name("unit_rows.yaml"))


@pytest.fixture(params=ROWS, ids=lambda row: row.name)
def row(request: pytest.FixtureRequest) -> UnitRow:
    row: UnitRow = request.param
    return row


def test_the_table_has_every_unit_once() -> None:
    names = [row.name for row in ROWS]
    assert len(names) == len(set(names))
    assert {*BOX_KINDS} - {*names} == set()


@pytest.mark.parametrize("format_", [FileFormat.YAML, FileFormat.M44])
def test_a_unit_is_read_back_unchanged_from_every_format(row: UnitRow, format_: FileFormat) -> None:
    scenario = row.scenario()
    name = f"row.{format_.value.lower()}"
    assert read_bytes(to_bytes(scenario, format_), name).scenario == scenario


def test_a_valid_unit_has_no_problems(row: UnitRow, tmp_path: Path) -> None:
    file = tmp_path / "row.yaml"
    file.write_bytes(to_bytes(row.scenario(), FileFormat.YAML))
    findings = [d for d in check_file(file).diagnostics if d.severity is not Severity.INFO]
    figures_code = "M407"  # special forces without a badge
    wrong_findings = [d for d in findings if d.code.startswith(("M4", "M0"))]
    assert [render(d, "en") for d in wrong_findings if row.special or d.code != figures_code] == []


def test_wrong_figures_and_ships_or_trains_on_wrong_ground_are_reported(
    row: UnitRow, tmp_path: Path
) -> None:
    scenario = row.scenario()
    unit_hex, land_hex = row.place(scenario), scenario.board.hex("E5")
    content = scenario.at(unit_hex)
    wrong_hexes = {unit_hex: replace(content, unit=replace(row.unit, figures=9))}
    if row.pieces:
        wrong_hexes = {unit_hex: HexContent(), land_hex: HexContent(structure=content.structure)}
    file = tmp_path / "row.yaml"
    file.write_bytes(to_bytes(scenario.with_hexes(wrong_hexes), FileFormat.YAML))
    messages = {render(d, "en") for d in check_file(file).diagnostics if d.code in ("M404", "M410")}
    name = CATALOGUE.elements[row.unit.name].label
    if row.pieces:
        assert {message_text.rpartition(" on E5 ")[0] for message_text in messages} >= {
            f"The {name.lower()}"
        }
    else:
        usual_figures = figures_of(replace(row, unit=replace(row.unit, figures=None)))
        assert f"{name} has 9 figures instead of the usual {usual_figures}" in messages


def test_a_unit_in_a_game_matches_its_row_and_can_be_ordered(row: UnitRow) -> None:
    scenario = row.scenario()
    state = new_game(scenario)
    unit = unit_in_game(state, row)
    assert row.special is None or row.special in unit.unit_profile.specials
    assert not gaps(scenario)
    state.active = unit.player
    assert unit.number in units_orderable_by_card(state, command_of_card("assault-centre"))


def test_a_unit_in_a_game_has_the_figures_moves_dice_and_traits_of_its_row(row: UnitRow) -> None:
    unit = unit_in_game(new_game(row.scenario()), row)
    rules, key = unit.rules, row.name
    if key not in EXPECTED_ROWS:
        key = key.split("-", 1)[1]  # kinds are the same in all nations
    number = rules.move, rules.move_and_battle, list(rules.dice) or "none", unit.medals
    traits = differing_traits(rules, row.unit.name) if row.special else []
    assert [rules.unit_class.value.lower(), unit.figures, *number, *traits] == EXPECTED_ROWS[key]


def test_computer_players_evaluate_a_unit_with_the_dice_of_the_engine(row: UnitRow) -> None:
    """The dice agree at any distance up to the longest range, after a section card."""
    scenario = row.scenario()
    start = row.place(scenario)
    emptied_hexes = {hex_: HexContent() for hex_, unit in scenario.units() if unit != row.unit}
    evaluated_dice, engine_dice = [], []
    for hex_ in nearest_hexes_in_row(scenario, start):
        state = new_game(
            scenario.with_hexes({**emptied_hexes, hex_: HexContent(unit=enemy_unit_of(row))})
        )
        unit = unit_in_game(state, row).number
        state.active, state.ordered = state.field.units[unit].player, 1 << unit
        judgement = PositionEvaluation(state, state.active)
        kind, place = judgement.tables.kind_of[unit], state.place[unit]
        shots = shots_from(judgement, kind, Command(card=""), 1 << place, is_at_rest=True)
        evaluated_dice.append([dice for _, dice, _ in shots.get(place, ())])
        engine_dice.append([dice for _, dice in targets_with_dice(state, unit)])
    assert evaluated_dice == engine_dice


@pytest.mark.bulk
def test_sergeants_play_with_and_against_every_unit(row: UnitRow) -> None:
    plan = SimulationPlan(
        row.scenario(), range(1, 2), check=True, settings=RuleSettings(turn_limit=6)
    )
    (game,) = play_games(plan)
    assert game.result.turns > 1


def test_the_picture_shows_every_mark_of_a_unit(row: UnitRow) -> None:
    scenario = row.scenario()
    hex_ = row.place(scenario)
    content = HexContent() if row.pieces else HexContent(unit=Unit(row.unit.name))
    plain_scenario = scenario.with_hexes({hex_: content})
    drawn, usual = arts_of_hex(scenario, hex_), arts_of_hex(plain_scenario, hex_)
    marks = (
        row.unit.badge,
        row.unit.equipment,
        row.unit.figures,
        row.structure,
        row.tile,
        row.pieces,
    )
    assert (drawn != usual) == any(marks)


def test_units_with_different_marks_look_different() -> None:
    drawn: dict[object, set[object]] = {}
    for row in ROWS:
        scenario = row.scenario()
        unit = row.unit
        marks = unit.name, unit.badge, unit.equipment, unit.figures, row.structure, row.tile
        drawn.setdefault(str(arts_of_hex(scenario, row.place(scenario))), set()).add(marks)
    assert [marks for marks in drawn.values() if len(marks) > 1] == []


def test_a_unit_is_on_the_setup_checklist(row: UnitRow) -> None:
    scenario = row.scenario()
    names = {scenario.board.name(row.place(scenario)), *(hex_ for hex_, *_ in row.pieces)}
    listed_titles = {
        str(item.what)
        for step in checklist_steps(scenario)
        for item in step.items
        if names & {*item.where}
    }
    expected_titles = [str(called) for called in piece_titles(row)]
    assert [
        part for part in expected_titles if not any(part in title for title in listed_titles)
    ] == []


def test_the_component_bill_counts_exactly_the_pieces_of_a_unit(row: UnitRow) -> None:
    added_pieces = Counter(component_counts(row.scenario())) - Counter(
        component_counts(row.without_unit())
    )
    figures = added_pieces.pop("figures", 0)
    assert figures == (figures_of(row) if is_of_base_game(row.unit.name) else 0)
    assert added_pieces == Counter(str(title) for title in piece_titles(row, base=False))


def unit_in_game(state: GameState, row: UnitRow) -> Combatant:
    """Return the unit of a row in a game."""
    board = state.field.grid.board
    place = board.index[row.place(row.scenario())]
    return state.field.units[state.unit_at[place]]


def nearest_hexes_in_row(scenario: Scenario, start: Hex) -> list[Hex]:
    """Return up to eight other hexes in the row of *start*, nearest first."""
    row = [hex_ for hex_ in scenario.board.hexes if hex_.row == start.row]
    return sorted(row, key=start.distance)[1:9]


def enemy_unit_of(row: UnitRow) -> Unit:
    name = row.unit.name
    element = CATALOGUE.get(name, Layer.UNIT)
    axis = element is not None and element.nation is not None and element.nation.side is Side.AXIS
    return Unit("infus" if axis else "infger")


def piece_titles(row: UnitRow, *, base: bool = True) -> Iterator[Message]:
    """Yield the titles of the pieces of a unit.

    If *base* is false, leave out pieces of the base box, and add the tiles below the others.
    """
    names = [piece.name for _, _, piece in row.pieces] or [row.unit.name]
    names += [tile.name for _, tile, _ in row.pieces if tile] if not base else []
    names += [name for name in (row.unit.badge, row.structure, row.tile) if name]
    yield from (
        CATALOGUE.elements[name].title for name in names if base or not is_of_base_game(name)
    )
    equipment_type = row.special if row.special and row.special.equipment else None
    if equipment_type and (base or equipment_type.box):
        yield equipment_type.title


def is_of_base_game(name: str) -> bool:
    return CATALOGUE.elements[name].component is not None


def component_counts(scenario: Scenario) -> dict[str, int]:
    """Return the number of figures a scenario needs, and of each piece of other boxes."""
    bill = component_bill(scenario)
    forces = (force for army in bill.forces.values() for force in army.values())
    other_pieces = {
        str(title): n for box in bill.other_box_pieces.values() for title, n in box.items()
    }
    return {"figures": sum(force.figures for force in forces), **other_pieces}


def figures_of(row: UnitRow) -> int:
    unit = row.unit
    marks = unit.badge, unit.behavior, unit.figures, unit.equipment
    return CATALOGUE.unit_profile(unit.name, *marks).figures or 0

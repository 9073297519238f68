"""The component bill: the reference case of V-72, and the component that each piece uses."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.reference_data import base_scenario_counts

from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.catalogue.catalogue_types import Side, UnitClass
from m44core.io.files.file_reader import read_file
from m44core.io.workshop.decode import decode
from m44core.messages.renderers import renderer_in
from m44core.resources import scenarios_folder
from m44core.validation.components.component_bill import (
    ALLIED_BADGE,
    ComponentBill,
    ForceCount,
    bill_of_pieces,
    component_bill,
    counts_by_name,
)
from m44core.validation.placed_pieces import pieces_of, tags_of, units_of

BASE_GAME = sorted(scenarios_folder().glob("*.yaml"))
_PEGASUS_RIVERS = 14, 6


@pytest.mark.rule("V-72")
@pytest.mark.parametrize("name", ["pegasus-bridge.yaml", "pegasus-bridge.m44"])
def test_pegasus_bridge_needs_the_components_listed_in_the_rulebook(name: str) -> None:
    scenario = read_file(scenarios_folder() / name).scenario
    assert scenario is not None
    bill = component_bill(scenario)
    assert bill.boxes == 1
    assert bill.tiles == {"river": 20, "town": 4, "forest": 9}
    assert (bill.elements["river"], bill.elements["curve"]) == _PEGASUS_RIVERS
    assert bill.structures == {"bridge": 2}
    assert bill.obstacles == {"wire": 4, "sandbags": 1}
    assert bill.forces == {
        Side.ALLIES: {UnitClass.INFANTRY: ForceCount(9, 36)},
        Side.AXIS: {UnitClass.INFANTRY: ForceCount(6, 24)},
    }
    assert bill.medals == {Side.ALLIES: 2}
    assert bill.cards == {Side.AXIS: 2, Side.ALLIES: 6}
    assert bill.badges == {}
    assert bill.other_box_pieces == {}


def without_accents(title: str) -> str:
    """Return a title without accents, because one of the published files has none."""
    return unicodedata.normalize("NFD", title).encode("ascii", "ignore").decode()


def counts_by_research_name(bill: ComponentBill) -> dict[str, int]:
    """Return the number of each component, keyed by its name in the research data."""
    figures = {
        f"{side.value} {unit_class} figures": force.figures
        for side, forces in bill.forces.items()
        for unit_class, force in forces.items()
    }
    return figures | {_NAMES[kind]: number for kind, number in _counts_by_kind(bill) if number}


def _counts_by_kind(bill: ComponentBill) -> Iterator[tuple[str, int]]:
    yield from bill.tiles.items()
    yield from bill.obstacles.items()
    yield "curve", bill.elements.get("curve", 0)
    yield "straight", bill.elements.get("river", 0)
    yield "tiles", sum(bill.tiles.values())
    yield "structures", sum(bill.structures.values())
    yield "medals", sum(bill.medals.values())


_NAMES = {
    "forest": "face forest",
    "hedgerow": "face hedgerow",
    "hill": "face hills",
    "town": "face towns",
    "river": "face rivers",
    "straight": "river straight",
    "curve": "river curve",
    "tiles": "tiles total",
    "structures": "bunkers+bridges",
    "sandbags": "sand",
    "wire": "wire",
    "hedgehog": "hedgehog",
    "medals": "objective medals",
}


@pytest.mark.parametrize("path", BASE_GAME, ids=lambda path: path.stem)
def test_the_bill_of_every_base_scenario_agrees_with_an_independent_count(path: Path) -> None:
    scenario_read = read_file(path).scenario
    assert scenario_read is not None
    title = without_accents(scenario_read.texts["en"].name or "")
    (expected_counts,) = (
        row["used"] for row in base_scenario_counts() if without_accents(row["title"]) == title
    )
    on_board = tuple(pieces_of(scenario_read)), tuple(units_of(scenario_read))
    bill = counts_by_research_name(
        bill_of_pieces(scenario_read, *on_board, tuple(tags_of(scenario_read)))
    )
    assert bill == {name: n for name, n in expected_counts.items() if "badge" not in name}


def test_units_that_arrive_later_need_figures() -> None:
    scenario = read_file(scenarios_folder() / "sainte-mere-eglise.yaml").scenario
    assert scenario
    on_board = sum(unit.figures for unit in units_of(scenario) if unit.side is Side.ALLIES)
    forces = component_bill(scenario).forces[Side.ALLIES]
    assert sum(force.figures for force in forces.values()) == on_board + 4 * 4


def test_figures_of_another_box_do_not_count_as_base_figures() -> None:
    bill = component_bill(decode({"hexes": {"A9": {"unit": "british-infantry"}}}, base_catalogue()))
    assert bill.forces[Side.ALLIES] == {}
    assert bill.as_data()["others"] == {"MT": {"British infantry": 1}}


def test_pieces_of_other_boxes_are_named_in_the_chosen_language() -> None:
    bill = component_bill(decode({"hexes": {"A9": {"unit": "british-infantry"}}}, base_catalogue()))
    assert counts_by_name(bill.other_box_pieces["MT"], renderer_in("fr")) == [
        ("Infanterie britannique", 1)
    ]


@pytest.mark.rule("B-COMP-17")
def test_badges_are_needed_only_if_regular_units_use_the_same_figures() -> None:
    special = {"A1": {"unit": "american-special-forces"}, "C1": {"unit": "german-elite-armor"}}
    only_special_unit = {**special, "E1": {"unit": "german-infantry"}}
    with_regular_units = {
        **only_special_unit,
        "G1": {"unit": "american-infantry"},
        "I1": {"unit": "german-armor"},
    }
    assert component_bill(decode({"hexes": only_special_unit}, base_catalogue())).badges == {}
    bill = component_bill(decode({"hexes": with_regular_units}, base_catalogue())).badges
    assert bill == {ALLIED_BADGE: 1, "german-badge": 1}


def test_the_bill_can_be_written_as_json() -> None:
    bill = component_bill(
        decode(
            {"hexes": {"A1": {"unit": "german-infantry", "tags": ["allied-medal"]}}},
            base_catalogue(),
        )
    )
    data = json.loads(json.dumps(bill.as_data()))
    assert data["forces"]["axis"] == {"infantry": {"units": 1, "figures": 4}}
    assert data["medals"] == {"allies": 1}

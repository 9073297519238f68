"""The contents of the base box."""

from __future__ import annotations

import pytest

from m44core.catalogue.base_box import load_base_box
from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.catalogue.catalogue_types import UnitClass


@pytest.mark.rule("B-COMP-11")
@pytest.mark.rule("B-COMP-02")
def test_every_tile_has_two_faces() -> None:
    box = load_base_box()
    assert sum(box.faces.values()) == 2 * box.tiles == 88
    assert sum(box.elements.values()) == box.faces["river"]


def test_every_badge_has_two_faces() -> None:
    box = load_base_box()
    assert sum(box.badge_faces.values()) == 2 * box.badges == 28


@pytest.mark.rule("B-COMP-15")
@pytest.mark.rule("R-21")
def test_both_bags_hold_eighteen_obstacles() -> None:
    assert sum(load_base_box().obstacles.values()) == 36


@pytest.mark.rule("B-COMP-16")
def test_figures_are_counted_per_side() -> None:
    figures = load_base_box().figures
    assert [figures[c] for c in (UnitClass.INFANTRY, UnitClass.ARMOR, UnitClass.ARTILLERY)] == [
        42,
        24,
        6,
    ]


@pytest.mark.rule("B-COMP-10")
@pytest.mark.rule("B-COMP-04")
@pytest.mark.rule("B-COMP-13")
def test_every_official_scenario_fits_into_the_box() -> None:
    box = load_base_box()
    assert len(box.official_demands) == 16
    for demand in box.official_demands:
        assert sum(demand.values()) <= box.tiles
        assert all(demand[kind] <= faces for kind, faces in box.faces.items())


@pytest.mark.rule("B-COMP-03")
def test_only_forest_may_be_on_both_faces() -> None:
    pairs = load_base_box().pairs
    assert len({frozenset(pair.faces) for pair in pairs}) == len(pairs) == 11
    assert [pair.faces for pair in pairs if len(set(pair.faces)) == 1] == [("forest", "forest")]
    assert all(0 <= pair.least <= pair.most for pair in pairs)


def test_every_component_of_an_element_is_in_the_box() -> None:
    box = load_base_box()
    kinds = {
        *box.faces,
        *box.obstacles,
        *box.badge_faces,
        "bunker",
        "bridge",
        "medal",
        *box.figures,
    }
    assert {e.component for e in base_catalogue().elements.values() if e.component} == kinds

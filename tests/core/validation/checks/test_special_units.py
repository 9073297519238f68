"""Traits that no unit of the boxes combines, but a unit of a user pack may (M413)."""

from __future__ import annotations

from pathlib import Path

import pytest

from m44core.catalogue.catalogue_loader import base_catalogue, catalogue_with_packs
from m44core.catalogue.catalogue_types import Layer
from m44core.catalogue.packs.pack import read_pack
from m44core.catalogue.unit_traits import UnusableTraitReason, unit_rules, unusable_traits
from m44core.cli.main import main
from m44core.findings.render_findings import render
from m44core.io.workshop.decode import decode
from m44core.validation.check_context import CheckContext
from m44core.validation.check_registry import CHECKS

PACK = """\
pack: 1
name: rockets
title: Rockets
units:
  launcher:
    label: launcher
    summary: Lays smoke, or would if it had a range.
    class: artillery
    figures: 2
    nations: [german]
    abilities: {move: 1, move_and_battle: 0, dice: [], lays_smoke: 3, takes_ground: false}
"""


def test_a_pack_unit_that_lays_smoke_without_a_range_is_reported(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(PACK, "utf-8")
    catalogue = catalogue_with_packs([read_pack(tmp_path)])
    tree = {"board": {}, "hexes": {"C5": {"unit": "rockets:german-launcher"}}}
    (result,) = CHECKS["M413"].run(CheckContext.of(decode(tree, catalogue)))
    assert render(result, "en").endswith(TRAIT + RANGE)


def test_the_packs_command_reports_useless_traits(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "pack.yaml").write_text(PACK.replace("[german]", "[german, american]"), "utf-8")
    assert main(["packs", str(tmp_path)]) == 0
    traits = [line for line in capsys.readouterr().out.splitlines() if "M413" in line]
    assert traits == [f"  warning M413 German launcher {TRAIT}{RANGE}"]


TRAIT = "has the trait lays_smoke, which can never have an effect: "
RANGE = "it has no dice, and so no range"
INFANTRY = {"class": "infantry", "move": 2, "move_and_battle": 1, "dice": [3, 2, 1]}


@pytest.mark.parametrize(
    ("traits", "expected_idle"),
    [
        ({}, []),
        ({"dice": [], "bonus": 1}, [("bonus", UnusableTraitReason.DICE)]),
        ({"dice": [], "stars_hit": ["armor"]}, [("stars_hit", UnusableTraitReason.DICE)]),
        ({"dice": [], "lays_smoke": 3}, [("lays_smoke", UnusableTraitReason.RANGE)]),
        ({"takes_ground": False, "overruns": True}, [("overruns", UnusableTraitReason.GROUND)]),
        ({"move_and_battle": 3}, [("move_and_battle", UnusableTraitReason.STEPS)]),
        ({"medals": 2, "figures_a_medal": 3}, [("figures_a_medal", UnusableTraitReason.MEDALS)]),
        ({"clears_in_passing": True}, [("clears_in_passing", UnusableTraitReason.NOTHING)]),
        ({"clears_in_passing": True, "overcomes": ["wire"]}, []),
    ],
)
def test_a_trait_that_another_makes_useless_is_idle(
    traits: dict[str, object], expected_idle: list[tuple[str, UnusableTraitReason]]
) -> None:
    assert list(unusable_traits(unit_rules({**INFANTRY, **traits}))) == expected_idle


def test_no_unit_in_the_boxes_has_an_idle_trait() -> None:
    catalogue = base_catalogue()
    plain_rules = [
        catalogue.unit_profile(each.name).rules for each in catalogue.on_layer(Layer.UNIT)
    ]
    badges = [
        catalogue.unit_profile(name, badge).rules
        for special in catalogue.specials
        for name in special.of
        for badge in special.badges
    ]
    assert [
        trait for rules in (*plain_rules, *badges) if rules for trait in unusable_traits(rules)
    ] == []

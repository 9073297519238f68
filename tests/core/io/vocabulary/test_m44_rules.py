"""Special rules with their own structure in .m44 files are read and written back unchanged."""

from __future__ import annotations

from typing import Any

import pytest

from m44core.board import BOARDS, BoardType
from m44core.catalogue.catalogue_types import Side
from m44core.io.vocabulary.m44_rules import read_rule, written_rule
from m44core.model.rule_declarations import declarations
from m44core.model.rule_parts import SpecialRule
from m44core.model.special_rules import ForeignRule, MineBox, MineDeck
from m44core.model.unit import Unit
from m44core.model.unit_rules import ArmorBreakthrough, Breakthrough
from m44core.model.victory_rules import BoardSection, EmptySectionMedals

BOARD = BOARDS[BoardType.STANDARD]
TANKS = {
    "ALLIES": {"nbr_units": 2, "name": "tankus"},
    "AXIS": {"nbr_units": 1, "name": "tank2ger", "badge": "badge4", "behavior": "CANNOT_EXIT"},
}
SHAPES: list[tuple[str, Any, SpecialRule]] = [
    ("mine_deck_name", "PACIFIC", MineDeck(MineBox.PACIFIC)),
    (
        "empty_section_medals",
        {"side": "ALLIES", "sections": [0, 2], "count_for": 2},
        EmptySectionMedals(Side.ALLIES, (BoardSection.LEFT, BoardSection.RIGHT), 2),
    ),
    (
        "armor_breakthrough_rules",
        TANKS,
        ArmorBreakthrough(
            (
                Breakthrough(Side.ALLIES, 2, Unit("tankus")),
                Breakthrough(Side.AXIS, 1, Unit("tank2ger", badge="badge4"), stays=True),
            )
        ),
    ),
]


@pytest.mark.rule("O-MINE")
@pytest.mark.parametrize(("m44_name", "raw", "rule"), SHAPES)
def test_a_rule_with_its_own_structure_is_read_and_written_back(
    m44_name: str, raw: object, rule: SpecialRule
) -> None:
    declaration = declarations().by_m44(m44_name)
    assert declaration is not None
    assert read_rule(declaration, raw, BOARD) == rule
    assert written_rule(rule, BOARD) == raw


@pytest.mark.parametrize(
    ("m44_name", "raw"),
    [
        ("mine_deck_name", "AIR"),
        ("empty_section_medals", {"side": "ALLIES", "sections": [3]}),
        ("empty_section_medals", {"side": "ALLIES", "sections": 1}),
        ("armor_breakthrough_rules", {"ALLIES": 2}),
        ("armor_breakthrough_rules", {"ALLIES": {"nbr_units": 2}}),
        ("armor_breakthrough_rules", {"FRANCE": {"nbr_units": 2, "name": "tankus"}}),
        ("armor_breakthrough_rules", "ALLIES"),
    ],
)
def test_an_invalid_value_is_kept_as_a_foreign_rule(m44_name: str, raw: object) -> None:
    declaration = declarations().by_m44(m44_name)
    assert declaration is not None
    assert read_rule(declaration, raw, BOARD) == ForeignRule(raw, invalid=True)

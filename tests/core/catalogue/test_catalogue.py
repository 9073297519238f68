"""Looking up elements, rules and units in the catalogue."""

from __future__ import annotations

import pytest

from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.catalogue.catalogue_types import Layer

CATALOGUE = base_catalogue()


def test_a_name_of_another_layer_is_unknown() -> None:
    assert CATALOGUE.get("woods", Layer.TERRAIN) is CATALOGUE.elements["woods"]
    assert CATALOGUE.get("woods", Layer.UNIT) is None


def test_every_element_is_found_by_its_key() -> None:
    for element in CATALOGUE.elements.values():
        assert CATALOGUE.by_key(element.layer, element.key) is element


@pytest.mark.parametrize(
    ("typo", "layer", "suggestion"),
    [
        ("wods", Layer.TERRAIN, "woods"),
        ("Forrest", Layer.TERRAIN, "forest"),
        ("roadfl", Layer.TERRAIN, "roadFL"),
        ("brigde", Layer.STRUCTURE, "bridge"),
        ("infgre", Layer.UNIT, "infger"),
        ("german-infantery", Layer.UNIT, "german-infantry"),
    ],
)
def test_a_similar_name_is_suggested_for_a_misspelling(
    typo: str, layer: Layer, suggestion: str
) -> None:
    assert CATALOGUE.similar(typo, layer) == suggestion


def test_nothing_is_suggested_for_gibberish() -> None:
    assert CATALOGUE.similar("xyzzy", Layer.TERRAIN) is None


@pytest.mark.rule("B-SPEC-03")
@pytest.mark.parametrize(
    ("badge", "behavior", "figures"),
    [("badge3", None, None), (None, "french-resistance", None), (None, None, 3)],
)
def test_french_resistance_is_recognised_in_every_notation(
    badge: str | None, behavior: str | None, figures: int | None
) -> None:
    rules = CATALOGUE.unit_profile("inf2us", badge, behavior, figures).rules
    assert rules is not None
    assert rules.battles_on_entry
    assert rules.retreat_per_flag == 3
    assert rules.move_and_battle == 1
    assert CATALOGUE.unit_profile("inf2us", badge, behavior, figures).figures == 3


@pytest.mark.parametrize(
    ("name", "badge", "figures"),
    [("inf2us", None, None), ("inf2us", "badge2", 3), ("inf2brit", "badge3", None)],
)
def test_other_special_forces_are_unchanged(
    name: str, badge: str | None, figures: int | None
) -> None:
    assert (
        CATALOGUE.unit_profile(name, badge, None, figures).rules
        is CATALOGUE.unit_profile(name).rules
    )


def test_the_figures_set_by_the_scenario_take_precedence() -> None:
    assert CATALOGUE.unit_profile("tank2ger", None, None, 1).figures == 1
    assert CATALOGUE.unit_profile("tank2ger", None, None, None).figures == 4


def test_an_unknown_unit_has_neither_rules_nor_figures() -> None:
    assert CATALOGUE.unit_profile("mammoth", None, None, None).rules is None
    assert CATALOGUE.unit_profile("mammoth", None, None, None).figures is None


def test_a_special_rule_applies_only_to_its_pieces() -> None:
    bluff = CATALOGUE.behavior(Layer.TERRAIN, "hills", "bluff")
    assert bluff is CATALOGUE.behaviors["bluff"]
    assert CATALOGUE.behavior(Layer.TERRAIN, "woods", "bluff") is None
    assert CATALOGUE.behavior(Layer.OBSTACLE, "hills", "bluff") is None
    assert CATALOGUE.behavior(Layer.TERRAIN, "hills", None) is None


def test_an_unknown_or_unsuitable_special_rule_changes_nothing() -> None:
    forest = CATALOGUE.elements["woods"].terrain
    for code in (None, "bluff", "MINED"):
        assert CATALOGUE.terrain_rules(Layer.TERRAIN, "woods", code) is forest
    assert CATALOGUE.terrain_rules(Layer.STRUCTURE, "woods", "bluff") is None
    assert CATALOGUE.terrain_rules(Layer.TERRAIN, "ppier") is None


def test_the_special_rules_a_piece_may_have_can_be_listed() -> None:
    river_behaviors = [each.name for each in CATALOGUE.behaviors_on(Layer.TERRAIN, "river")]
    assert river_behaviors[:2] == ["wide-river", "ford"]
    assert {"cliff", *river_behaviors} < {
        each.name for each in CATALOGUE.behaviors_on(Layer.TERRAIN)
    }

"""The data on rules that special rules need, exclude and include: every name in them exists."""

from __future__ import annotations

from typing import Any

import pytest
from tests.reference_data import load_yaml

from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.catalogue.catalogue_types import Layer
from m44core.findings.finding_kinds import kind
from m44core.model.rule_declarations import declarations
from m44core.validation.checks import special_rule_conflicts
from m44core.validation.thresholds import thresholds

PAIRS: dict[str, Any] = load_yaml(special_rule_conflicts._PAIRS_FILE)
NEEDS: dict[str, dict[str, Any]] = load_yaml(special_rule_conflicts._NEEDS_FILE)
LAYERS = {"units": Layer.UNIT, "badges": Layer.BADGE, "tiles": Layer.TERRAIN}


def _is_rule(key: object) -> bool:
    return isinstance(key, str) and declarations().by_key(key) is not None


def test_pairs_of_rules_name_known_special_rules() -> None:
    assert PAIRS.keys() == {"contrary", "includes", "alone"}
    named_rules = [key for pair in PAIRS["contrary"] for key in pair]
    named_rules += [pair[part] for pair in PAIRS["includes"] for part in ("rule", "has")]
    named_rules += [key for each in PAIRS["alone"] for key in (each["rule"], *each["one-of"])]
    assert [key for key in named_rules if not _is_rule(key)] == []


def test_every_need_of_a_rule_has_a_phrase() -> None:
    assert {each["wants"] for each in PAIRS["alone"]} == kind("M320").phrases.keys()
    assert {each["needs"] for each in NEEDS.values() if "needs" in each} == kind(
        "M612"
    ).phrases.keys()


@pytest.mark.parametrize("option", NEEDS)
def test_everything_a_rule_needs_is_in_the_catalogue(option: str) -> None:
    needed_names = NEEDS[option]
    assert _is_rule(option) or option in thresholds().decks
    assert needed_names.keys() <= {"needs", "message", "functions", "flags", *LAYERS}
    catalogue = base_catalogue()
    for part, layer in LAYERS.items():
        assert [key for key in needed_names.get(part, ()) if not catalogue.by_key(layer, key)] == []

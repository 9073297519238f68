"""The dates of first use of equipment: every name exists, and every location has a phrase."""

from __future__ import annotations

from typing import Any

from tests.reference_data import load_yaml

from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.catalogue.catalogue_types import Layer
from m44core.findings.finding_kinds import kind
from m44core.validation.checks import historical_accuracy
from m44core.validation.thresholds import thresholds

DATA: dict[str, dict[str, Any]] = load_yaml(historical_accuracy._EQUIPMENT_FILE)


def test_all_dated_equipment_is_in_the_catalogue() -> None:
    catalogue = base_catalogue()
    assert DATA.keys() == {"specials", "badges"}
    assert DATA["specials"].keys() <= {special.name for special in catalogue.specials}
    assert DATA["badges"].keys() <= {badge.key for badge in catalogue.on_layer(Layer.BADGE)}


def test_every_date_is_during_the_war_and_every_location_has_a_phrase() -> None:
    entries = [each for part in DATA.values() for each in part.values()]
    assert {each["where"] for each in entries} == kind("M322").phrases.keys()
    assert all(int(each["day"][:4]) in thresholds().years for each in entries)

"""The names of pieces in messages."""

from __future__ import annotations

import pytest

from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.catalogue.catalogue_types import mid_sentence_label


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("Bunker", "bunker"),
        ("US Rangers", "US Rangers"),
        ("HQ and supply tent", "HQ and supply tent"),
        ("German infantry", "German infantry"),
        ("North African village", "North African village"),
        ("Winter forest", "winter forest"),
    ],
)
def test_labels_inside_a_sentence_keep_only_proper_names(label: str, expected: str) -> None:
    assert mid_sentence_label(label) == expected


def test_no_name_inside_a_sentence_is_empty_or_all_capitals() -> None:
    for element in base_catalogue().elements.values():
        assert element.noun.text
        assert not element.noun.text.isupper()

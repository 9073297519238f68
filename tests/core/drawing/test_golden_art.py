"""No picture changes unnoticed. Run :mod:`tests.core.drawing.golden_art` to update the file."""

from __future__ import annotations

import re
from base64 import b64decode
from functools import cache

import pytest
from tests.core.drawing.golden_art import (
    COMMAND,
    comparison_page,
    current_pictures,
    golden_entries,
    picture_changes,
    read_golden,
)

from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.catalogue.command_cards import load_cards


@cache
def current_entries() -> dict[str, str]:
    return golden_entries(current_pictures())


@pytest.mark.bulk
def test_every_picture_is_unchanged() -> None:
    changes = picture_changes(read_golden(), current_entries())
    change_list = "\n".join(f"{change:<8} {name}" for name, change in changes.items())
    assert not changes, f"pictures differ; if that is meant, run {COMMAND}\n{change_list}"


def test_every_element_and_card_has_a_picture() -> None:
    pictured = {name.split("/")[1] for name in current_entries() if "/" in name}
    assert base_catalogue().elements.keys() <= pictured
    assert {card.key for card in load_cards()} <= pictured


@pytest.mark.parametrize(
    ("golden", "drawn_now", "expected"),
    [
        ({"a": "1 2"}, {"a": "1 2"}, {}),
        ({"a": "1 2"}, {"a": "1 3"}, {"a": "changed"}),
        ({"a": "1 2"}, {"b": "1 2"}, {"a": "gone", "b": "added"}),
    ],
)
def test_the_change_of_a_picture_is_reported(
    golden: dict[str, str], drawn_now: dict[str, str], expected: dict[str, str]
) -> None:
    assert picture_changes(golden, drawn_now) == expected


def test_the_page_shows_old_and_new_side_by_side_in_both_themes() -> None:
    differences = {"card/a": "changed", "card/b": "gone"}
    old, new = ("<svg>old</svg>", "<svg>old dark</svg>"), ("<svg>new</svg>", "<svg>new dark</svg>")
    html = comparison_page(differences, {"card/a": old, "card/b": old}, {"card/a": new}, "HEAD")
    images = [b64decode(data).decode() for data in re.findall(r"base64,([^\"]+)", html)]
    assert images == [old[0], new[0], old[1], new[1], *old]
    assert re.findall("<th colspan=2>(.*)", html) == [
        "card/a: changed",
        "card/b: gone",
    ]

"""The boxes a user owns, from the command line and from a settings file."""

from __future__ import annotations

import pytest

from m44core.catalogue.box_kinds import load_boxes
from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.errors import NotationError
from m44core.validation.components.owned_boxes import (
    OwnedBoxes,
    parse_owned_boxes,
    parse_owned_option,
)


def test_boxes_can_be_listed_with_or_without_a_number() -> None:
    boxes = parse_owned_option("base=2, terrain,eastern=0")
    assert boxes == OwnedBoxes({"base": 2, "terrain": 1, "eastern": 0})
    assert boxes.base_boxes == 2
    assert (boxes.has_box("terrain"), boxes.has_box("eastern"), boxes.has_box("pacific")) == (
        True,
        False,
        False,
    )
    assert not boxes.has_only_base_boxes
    assert parse_owned_option("base").has_only_base_boxes
    assert parse_owned_option("") == OwnedBoxes({})


def test_a_settings_file_can_state_the_backs_of_tiles() -> None:
    boxes = parse_owned_boxes({"base": 1}, [["forest", "river", 12]])
    assert boxes.tile_pairs == {("forest", "river"): 12}


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ("terain=1", "unknown box 'terain'; did you mean terrain?"),
        ("x=1", "unknown box 'x'; known: base, terrain"),
        (
            "base=many",
            ("'many' is not a valid number of boxes for base; write, for example, base=1"),
        ),
        ("base=-1", "'-1' is not a valid number"),
        ("base=1000", "'1000' is not a valid number"),
        ("=1", "unknown box ''; known: base, terrain"),
    ],
)
def test_an_unknown_word_is_refused_with_a_suggestion(option: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        parse_owned_option(option)


@pytest.mark.parametrize(
    "pair", [["forest", "river"], ["forest", "sea", 3], "forest", ["hill", "town", -1]]
)
def test_an_invalid_pair_of_faces_is_refused_with_an_example(pair: object) -> None:
    with pytest.raises(NotationError, match=r'write \["forest", "river", 12\]'):
        parse_owned_boxes({"base": 1}, [pair])


@pytest.mark.parametrize("number", [True, 1.5, None, -1, 100])
def test_a_number_of_boxes_is_a_small_whole_number(number: object) -> None:
    with pytest.raises(NotationError, match="is not a valid number of boxes"):
        parse_owned_boxes({"base": number})


def test_every_box_with_pieces_can_be_owned() -> None:
    codes = {box.code for box in load_boxes().values() if box.code}
    assert codes == set(base_catalogue().expansions)

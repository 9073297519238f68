"""Settings of a game are written as text and read back."""

from __future__ import annotations

import dataclasses
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m44core.catalogue.decks import load_decks
from m44core.errors import NotationError
from m44core.rules.game_settings import (
    BY_THE_BOOK,
    SETTING_NAMES,
    PlateauRuling,
    RuleSettings,
    format_settings,
    parse_settings,
    setting_choices,
)

_VALUES = {
    bool: st.booleans(),
    int: st.integers(1, 999_999_999),
    PlateauRuling: st.sampled_from(PlateauRuling),
    str: st.sampled_from(["", *load_decks()]),  # the only text is the name of a deck
}
SETTINGS = st.builds(
    RuleSettings,
    **{
        f.name: _VALUES[type(getattr(BY_THE_BOOK, f.name))]
        for f in dataclasses.fields(RuleSettings)
    },
)


@given(SETTINGS)
def test_any_settings_survive_a_round_trip(settings: RuleSettings) -> None:
    assert parse_settings(format_settings(settings)) == settings


def test_only_settings_that_differ_from_the_book_are_written() -> None:
    assert format_settings(BY_THE_BOOK) == {}
    other = dataclasses.replace(BY_THE_BOOK, takes_ground=False, plateau=PlateauRuling.SAME_HEIGHT)
    assert format_settings(other) == {"takes-ground": "no", "plateau": "same-height"}


def test_settings_have_choices_except_for_numbers() -> None:
    assert setting_choices("takes-ground") == ("yes", "no")
    assert setting_choices("plateau") == ("same-hill", "same-height")
    assert setting_choices("deck") == tuple(load_decks())
    assert setting_choices("turn-limit") == ()


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("weather", "rain", "unknown setting 'weather'; choose from .*takes-ground"),
        ("plateau", "high", "plateau: 'high' must be one of same-hill, same-height"),
        ("takes-ground", "", "takes-ground: '' must be one of yes, no"),
        ("deck", "tarot", "deck: 'tarot' must be one of standard, .*breakthrough"),
        (
            "turn-limit",
            "1000000000",
            "turn-limit: '1000000000' is not a whole number from 1 to 999999999",
        ),
        ("turn-limit", "٣", "turn-limit: '٣' is not a whole number from 1 to 999999999"),
    ],
)
def test_unknown_settings_are_refused(name: str, value: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        parse_settings({name: value})


def test_the_page_on_rules_lists_every_setting_with_a_valid_value(
    pytestconfig: pytest.Config,
) -> None:
    page = (pytestconfig.rootpath / "docs" / "rules.md").read_text("utf-8")
    rows = re.findall(r"^\| `([a-z-]+)` \|.*\| (?:`([a-z -]+)`)?[^|]*\|$", page, re.MULTILINE)
    assert [name for name, _ in rows] == list(SETTING_NAMES)
    for name, value in rows:
        assert not value or parse_settings({name: value}) != BY_THE_BOOK

"""What our schema says about special rules, for whoever offers them."""

from __future__ import annotations

import pytest

from m44core.io.schema.described import described_options


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("airdrop", {"side", "center", "range", "units", "unit", "is", "badge", "figures"}),
        ("draw_extra", {"axis", "allies", "after-turn", "cards"}),
        ("group_sudden_death", {"side", "needed", "hexes", "at-once"}),
        ("must_have_unit_exit", {"side", "units"}),
        ("deck_reshuffling", set()),
    ],
)
def test_every_part_of_a_rule_is_described(code: str, words: set[str]) -> None:
    parts = described_options()[code].parts
    assert parts.keys() == words
    assert all(sentence.endswith(".") for sentence in parts.values())

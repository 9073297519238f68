"""The page of unit traits is generated from the data."""

from __future__ import annotations

import re
from pathlib import Path

from m44core.io.schema_generation.generate import traits_page

PAGE = Path(__file__).parents[4] / "docs" / "traits.md"


def test_the_traits_page_is_up_to_date() -> None:
    committed_page = PAGE.read_text(encoding="utf-8")
    assert traits_page() == committed_page, "run python -m m44core.io.schema_generation.generate"


def test_every_trait_is_described_with_its_units() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.+) \| (.+) \|$", traits_page(), re.MULTILINE)
    users = {name: units for name, _, units in rows}
    assert users["most_protection_close"] == "combat-engineers, flame-thrower"
    assert "(late-mortar)" in users["dice"]
    assert len(rows) > 30

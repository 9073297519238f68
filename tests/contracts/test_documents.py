"""Generated documents match their data."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.units_page import CELLS, PAGE, units_page

from m44core.catalogue.decks import load_decks
from m44core.cli.main import main

DOCS = Path(__file__).parents[2] / "docs"


def test_the_page_of_checks_is_up_to_date(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "--format", "markdown"]) == 0
    document = (DOCS / "checks.md").read_text("utf-8")
    assert document == capsys.readouterr().out, "run: m44 explain --format markdown >docs/checks.md"


def test_every_deck_has_its_row_on_the_page_of_the_rules() -> None:
    section = (
        (DOCS / "rules.md").read_text("utf-8").partition("## Decks\n")[2].partition("\n## ")[0]
    )
    rows = re.findall(r"^\| ([a-z-]+) \| (\d+):", section, re.MULTILINE)
    assert rows == [(name, str(deck.size)) for name, deck in load_decks().items()]


def test_the_page_of_the_units_matches_the_table() -> None:
    assert units_page() == PAGE.read_text("utf-8"), "run: python -m tests.units_page"


@pytest.mark.parametrize("test", [test for tests in CELLS.values() for test in tests])
def test_every_test_named_on_the_page_of_the_units_exists(test: str) -> None:
    path, _, name = test.partition("::")
    test_source = (DOCS.parent / path).read_text("utf-8")
    assert f"def {name}(" in test_source

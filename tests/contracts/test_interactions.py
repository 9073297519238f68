"""tests/editor/interactions.yaml names existing tests."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.reference_data import load_yaml

REPOSITORY = Path(__file__).parents[2]
TABLES = load_yaml(REPOSITORY / "tests/editor/interactions.yaml")
ROWS = [
    (f"{table} {number}", row) for table, rows in TABLES.items() for number, row in rows.items()
]


def test_the_rows_of_the_interaction_tables_are_numbered_without_gaps() -> None:
    assert list(TABLES["interactions"]) == list(range(1, 44))
    assert list(TABLES["wishes"]) == list(range(1, 26))


@pytest.mark.parametrize(("name", "row"), ROWS, ids=[name for name, _ in ROWS])
def test_every_listed_interaction_names_an_existing_test(name: str, row: dict[str, Any]) -> None:
    assert row["state"] in ("whole", "partly", "missing"), name
    if row["state"] == "missing":
        assert "test" not in row, f"{name}: a test of what is missing"
        return
    assert row["way"], f"{name}: how is it done?"
    path, _, test = row["test"].partition("::")
    assert f"def {test}(" in (REPOSITORY / path).read_text(encoding="utf-8"), f"{name}: {test}"

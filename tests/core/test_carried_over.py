"""The data of the tests matches the reference material, if that is available."""

from __future__ import annotations

from pathlib import Path

from tests.reference_data import COMPUTED, LAYOUTS, RANDOM_BOARDS
from tests.update_reference_data import carried_over, held


def test_each_board_has_computed_facts() -> None:
    boards = {path.stem for path in (*LAYOUTS, *RANDOM_BOARDS)}
    assert {path.name.removesuffix(".json.xz") for path in COMPUTED} == boards


def test_what_was_carried_over_is_what_the_reference_material_says(shared: Path) -> None:
    assert [name for name, data in carried_over(shared) if held(name) != data] == []

"""The test data match the reference material, if it is available."""

from __future__ import annotations

from pathlib import Path

from tests.reference_data import COMPUTED, LAYOUTS, RANDOM_BOARDS
from tests.update_reference_data import reference_files, stored_content


def test_each_board_has_computed_facts() -> None:
    boards = {path.stem for path in (*LAYOUTS, *RANDOM_BOARDS)}
    assert {path.name.removesuffix(".json.xz") for path in COMPUTED} == boards


def test_copied_data_match_the_reference_material(
    reference_material: Path,
) -> None:
    assert [
        name for name, data in reference_files(reference_material) if stored_content(name) != data
    ] == []

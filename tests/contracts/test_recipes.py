"""Each recipe of CONTRIBUTING.md works, word for word, in a copy of the repository."""

from pathlib import Path

import pytest
from tests.contracts.recipes import PAGE, carry_out, recipes, scratch_copy

RECIPES = recipes(PAGE.read_text("utf-8"))


def test_what_people_add_most_has_a_recipe() -> None:
    assert set(RECIPES) >= {"Add a computer level", "Add an output format"}


@pytest.mark.parametrize("title", RECIPES)
def test_a_recipe_works_as_it_is_written(title: str, tmp_path: Path) -> None:
    scratch_copy(tmp_path)
    for step in RECIPES[title]:
        carry_out(step, tmp_path)

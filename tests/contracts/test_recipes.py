"""Each recipe of docs/recipes.md works as written in a copy of the repository."""

from pathlib import Path

import pytest
from tests.contracts.recipe_steps import PAGE, Step, apply_step, copy_working_tree, recipes
from tests.system_requirements import NEEDS_GIT

from m44core.messages.languages import languages

RECIPES = recipes(PAGE.read_text("utf-8"))
OTHER_LANGUAGES = tuple(code for code in languages() if code != "en")
IN_ALL_LANGUAGES = ("Translate", "Add a check")  # a check is tested in each complete language
LINT = Step("sh", "", ".venv/bin/ruff check .\n.venv/bin/ruff format --check .")


def test_the_most_common_additions_have_a_recipe() -> None:
    pieces = ("a terrain", "a command card", "a unit", "a check", "a computer level")
    program = ("a command", "a command to the editor", "an output format")
    assert set(RECIPES) >= {*(f"Add {what}" for what in (*pieces, *program)), "Translate"}


@NEEDS_GIT
@pytest.mark.parametrize("title", RECIPES)
def test_a_recipe_works_as_it_is_written(title: str, tmp_path: Path) -> None:
    copy_working_tree(tmp_path, OTHER_LANGUAGES if title in IN_ALL_LANGUAGES else ("de",))
    for step in (*RECIPES[title], LINT):
        apply_step(step, tmp_path)

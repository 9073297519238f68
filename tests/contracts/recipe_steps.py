"""Running the recipes of docs/recipes.md as written.

A recipe is a section whose code blocks state in their first line what to do with them::

    ```yaml append core/m44core/catalogue/data/terrain.yaml
    ```python new core/m44core/cli/reporting/count.py
    ```python before "PAINTERS: Painters" in core/m44core/drawing/terrain/woods.py
    ```yaml after "  M401:" in core/m44core/findings/data/units.yaml
    ```sh

A quoted line is the first line that begins with the quoted text. A section without such blocks is
not run.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
PAGE = REPOSITORY / "docs" / "recipes.md"
LOCALE = "core/m44core/messages/locale"

_BLOCK = re.compile(r"^( *)```(\w+)[ ]?([^\n]*)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
_PLACE = re.compile(r'(before|after) "(.+)" in (\S+)')


@dataclass(frozen=True, slots=True)
class Step:
    """One code block of a recipe.

    Attributes:
        language: The language of the block; a block in ``sh`` is executed.
        instruction: What to do with it: ``append FILE``, ``new FILE``, ``before "LINE" in FILE`` or
            ``after "LINE" in FILE``; empty if there is none.
        text: The text of the block.
    """

    language: str
    instruction: str
    text: str


def recipes(page: str) -> dict[str, tuple[Step, ...]]:
    """Return the steps of each section that can be run, keyed by heading."""
    sections = re.split(r"^## ", page, flags=re.MULTILINE)[1:]
    recipes = {section.partition("\n")[0]: tuple(_steps(section)) for section in sections}
    return {
        title: steps for title, steps in recipes.items() if any(step.instruction for step in steps)
    }


def _steps(section: str) -> list[Step]:
    return [
        Step(block[2], block[3].strip(), re.sub(f"^{block[1]}", "", block[4], flags=re.MULTILINE))
        for block in _BLOCK.finditer(section)
    ]


def copy_working_tree(folder: Path, languages: Iterable[str]) -> None:
    """Copy the working tree, except ignored files, to *folder*, and link the environment.

    The copy is a repository of one commit, because some commands show what has changed. It has only
    the translations of *languages*: updating each takes a second, and all work alike.
    """
    list_command = ("ls-files", "--cached", "--others", "--exclude-standard", "-z")
    locale_folders = tuple(f"{LOCALE}/{language}/" for language in languages)
    for name in filter(None, _git(REPOSITORY, *list_command).split("\0")):
        is_left_out = name.endswith(".po") and not name.startswith(locale_folders)
        if (REPOSITORY / name).is_file() and not is_left_out:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(REPOSITORY / name, folder / name)
    _copy_built_files(folder)
    _git(folder, "init", "--quiet")
    _git(folder, "-c", "core.compression=0", "add", "--all")
    identity = ("-c", "user.name=Someone", "-c", "user.email=someone@example.org")
    _git(folder, *identity, "commit", "--quiet", "--no-verify", "--message", "Before the recipe")
    (folder / ".venv").symlink_to(Path(sys.prefix))


def _copy_built_files(folder: Path) -> None:
    """Copy built and compiled files, which remain valid until their sources change."""
    compiled = (f"{part}/**/__pycache__/*.pyc" for part in ("core", "editor", "tests"))
    for pattern in ("core/m44core/_built/**/*", "core/**/*.mo", *compiled):
        for path in filter(Path.is_file, REPOSITORY.glob(pattern)):
            copy = folder / path.relative_to(REPOSITORY)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, copy)


def _git(folder: Path, *arguments: str) -> str:
    result = subprocess.run(
        ["git", *arguments], cwd=folder, check=True, capture_output=True, text=True
    )
    return result.stdout


def apply_step(step: Step, folder: Path) -> None:
    """Apply a block to a copy of the repository.

    Raises:
        AssertionError: a command fails, the instruction is unknown, the quoted line does not exist,
            or the new file exists already.
    """
    if step.language == "sh":
        _run_commands(step.text, folder)
    elif step.instruction.startswith("new "):
        path = folder / step.instruction.removeprefix("new ")
        assert not path.exists(), f"{path.name} exists already"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(step.text, "utf-8")
    elif step.instruction.startswith("append "):
        path = folder / step.instruction.removeprefix("append ")
        path.write_text(f"{path.read_text('utf-8').rstrip()}\n{step.text}", "utf-8")
    elif step.instruction:
        _insert_block(step, folder)


def _insert_block(step: Step, folder: Path) -> None:
    place = _PLACE.fullmatch(step.instruction)
    assert place, f"unknown instruction: {step.instruction}"
    where, beginning, name = place.groups()
    lines = (folder / name).read_text("utf-8").splitlines(keepends=True)
    numbers = [number for number, line in enumerate(lines) if line.startswith(beginning)]
    assert numbers, f"{name} has no line that begins with {beginning!r}"
    lines.insert(numbers[0] + (where == "after"), step.text)
    (folder / name).write_text("".join(lines), "utf-8")


def _run_commands(commands: str, folder: Path) -> None:
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join((str(folder / "core"), str(folder / "editor"))),
        "QT_QPA_PLATFORM": "offscreen",
        "PYTHONDONTWRITEBYTECODE": "",  # the commands of a recipe share what the first compiles
    }
    for command in commands.splitlines():
        result = subprocess.run(
            ["bash", "-c", command],
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert result.returncode == 0, (
            f"{command}\n{result.stdout[-4000:]}\n{result.stderr[-2000:]}"
        )

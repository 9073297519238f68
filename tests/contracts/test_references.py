"""Docstrings, comments and documents name modules, classes and functions that exist."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parent.parent.parent
ROOTS = ("core", "editor", "packaging", "tests", "docs")
RECIPES = {"docs/recipes.md", "tests/contracts/recipe_steps.py"}  # name modules yet to be written
ROLE = re.compile(r":(?:mod|class|func|meth|data|attr):`~?(m44(?:core|editor)[\w.]*)`")
PATH = re.compile(r"\b(m44(?:core|editor)/[\w/]+\.py)\b")


def paths_and_texts() -> list[tuple[str, str]]:
    """Return the path and text of every module and document of the checkout."""
    files = [path for root in ROOTS for path in sorted((REPOSITORY / root).rglob("*"))]
    files += [REPOSITORY / name for name in ("README.md", "CONTRIBUTING.md", "pyproject.toml")]
    modules = ((path.relative_to(REPOSITORY).as_posix(), path) for path in files)
    return [
        (name, path.read_text("utf-8"))
        for name, path in modules
        if path.suffix in (".py", ".md", ".toml") and name not in RECIPES
    ]


@cache
def source_file_of(dotted: str) -> Path | None:
    """Return the file of a module or package; None if there is none."""
    root = "core" if dotted.startswith("m44core") else "editor"
    path = REPOSITORY / root / dotted.replace(".", "/")
    candidates = (path.with_suffix(".py"), path / "__init__.py")
    return next((each for each in candidates if each.is_file()), None)


def reference_exists(reference: str) -> bool:
    """Return whether a module exists, and has the name that follows it, if any."""
    parts = reference.split(".")
    for end in range(len(parts), 0, -1):
        if source := source_file_of(".".join(parts[:end])):
            names = parts[end : end + 1]
            return not names or re.search(rf"\b{names[0]}\b", source.read_text("utf-8")) is not None
    return False


def test_every_reference_names_something_that_exists() -> None:
    stale_references = [
        f"{name}: {reference}"
        for name, text in paths_and_texts()
        for reference in ROLE.findall(text)
        if not reference_exists(reference)
    ]
    assert stale_references == []


def test_every_module_named_by_its_path_exists() -> None:
    stale_paths = [
        f"{name}: {path}"
        for name, text in paths_and_texts()
        for path in PATH.findall(text)
        if not any((REPOSITORY / root / path).is_file() for root in ("core", "editor"))
    ]
    assert stale_paths == []


@pytest.mark.parametrize(
    ("reference", "is_found"),
    [
        ("m44core.errors", True),
        ("m44core.errors.M44Error", True),
        ("m44core.errors.Vanished", False),
        ("m44core.vanished", False),
    ],
)
def test_a_stale_reference_is_recognized(reference: str, is_found: bool) -> None:
    assert reference_exists(reference) is is_found

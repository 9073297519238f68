"""Every check that the references ask for has a kind of finding that names it as its source."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from m44core.findings.load import all_kinds

NAMED = {source for kind in all_kinds().values() for source in kind.sources}


def of_the_rules(shared: Path) -> set[str]:
    """The checks of section 9 of the base rules."""
    text = (shared / "rules" / "base.md").read_text("utf-8")
    return set(re.findall(r"\*\*(V-\d\d)\b", text))


def of_the_linter(shared: Path) -> set[str]:
    """The rules that section D.4 of the features proposes."""
    text = (shared / "research" / "editor-features.md").read_text("utf-8")
    section = text[text.index("\n## D.4") : text.index("\n# E.")]
    return {f"LINT-{name}" for name in re.findall(r"^\| ([A-Z]\d+) \|", section, re.MULTILINE)}


def of_the_arena(shared: Path) -> set[str]:
    """The conditions of sections E.1 and E.2."""
    text = (shared / "research" / "editor-features.md").read_text("utf-8")
    section = text[text.index("\n# E.") :]
    return {f"BGA-{name}" for name in re.findall(r"^\| ([FW]\d+) \|", section, re.MULTILINE)}


@pytest.mark.parametrize(
    ("asked", "number"), [(of_the_rules, 52), (of_the_linter, 30), (of_the_arena, 37)]
)
def test_every_check_asked_for_has_a_code(
    asked: Callable[[Path], set[str]], number: int, shared: Path
) -> None:
    wanted = asked(shared)
    assert len(wanted) == number
    assert wanted - NAMED == set()

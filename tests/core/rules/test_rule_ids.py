"""Every rule and ruling of the base game is one that some test holds the program to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

import m44core

HERE = Path(__file__).parent
SOURCES = sorted((Path(m44core.__file__).parent / "rules").rglob("*.py"))
REASONS: dict[str, str] = yaml.safe_load((HERE / "rules_without_test.yaml").read_text("utf-8"))

ID = re.compile(r"\b(?:[BV]-[A-Z]+-\d+|R-\d+)\b")
MARK = re.compile(r'mark\.rule\("([^"]+)"\)')
CASE = re.compile(r"^  rules: \[(.+)\]$", re.MULTILINE)
STATED = re.compile(
    r"\*\*(B-[A-Z0-9]+-[A-Z0-9-]+)[^*]*\*\*"  # a statement, or a tactic card by name
    r"|^\| (B-[A-Z0-9-]+|R-\d+) \|"  # a section card, or a ruling
    r"|\*\*(V-(?:GEN|MED|EXIT)-\d+)\*\*",
    re.MULTILINE,
)


def held() -> set[str]:
    """Return the ids that tests and cases of the core name."""
    tests = "".join(path.read_text(encoding="utf-8") for path in HERE.parent.rglob("test_*.py"))
    cases = "".join(path.read_text(encoding="utf-8") for path in HERE.glob("cases/*.yaml"))
    listed = {rule.strip() for rules in CASE.findall(cases) for rule in rules.split(",")}
    return set(MARK.findall(tests)) | listed


def stated(shared: Path) -> set[str]:
    """Return the ids of the rules 1 to 8, and those of victory among the expansions' rules."""
    base = (shared / "rules" / "base.md").read_text(encoding="utf-8")
    expansions = (shared / "rules" / "expansions.md").read_text(encoding="utf-8")
    text = base[: base.index("## 9. ")] + _section(expansions, "## 2. ", "## 3. ")
    return set(_ids(text))


def _section(text: str, start: str, end: str) -> str:
    return text[text.index(start) : text.index(end)]


def _ids(text: str) -> Iterator[str]:
    for match in STATED.finditer(text):
        yield next(group for group in match.groups() if group)


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_every_rule_a_module_cites_is_tested(source: Path) -> None:
    cited = set(ID.findall(source.read_text(encoding="utf-8")))
    assert cited - held() - REASONS.keys() == set()


def test_every_rule_of_the_base_game_is_tested_or_says_why_not(shared: Path) -> None:
    known = stated(shared)
    assert len(known) > 280
    assert sorted(known - held() - REASONS.keys()) == []


def test_a_reason_is_given_only_for_rules_that_are_not_tested(shared: Path) -> None:
    assert sorted(REASONS.keys() & held()) == []
    assert sorted(REASONS.keys() - stated(shared)) == []
    assert all(reason.strip() for reason in REASONS.values())

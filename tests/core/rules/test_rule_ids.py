"""Every rule the engine cites is one that some test holds it to."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import m44core

HERE = Path(__file__).parent
SOURCES = sorted((Path(m44core.__file__).parent / "rules").glob("*.py"))
ID = re.compile(r"\b(?:[BV]-[A-Z]+-\d+|R-\d+)\b")
MARK = re.compile(r'mark\.rule\("([^"]+)"\)')
CASE = re.compile(r"^  rules: \[(.+)\]$", re.MULTILINE)


def held() -> set[str]:
    """Return the ids that tests and cases name."""
    tests = "".join(path.read_text(encoding="utf-8") for path in HERE.glob("test_*.py"))
    cases = "".join(path.read_text(encoding="utf-8") for path in HERE.glob("cases/*.yaml"))
    listed = {rule.strip() for rules in CASE.findall(cases) for rule in rules.split(",")}
    return set(MARK.findall(tests)) | listed


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_every_rule_a_module_cites_is_tested(source: Path) -> None:
    cited = set(ID.findall(source.read_text(encoding="utf-8")))
    assert cited - held() == set()

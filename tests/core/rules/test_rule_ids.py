"""Every rule and ruling is covered by a test, or has a reason why it is not."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from tests.reference_data import load_yaml, statement_ids

import m44core

HERE = Path(__file__).parent
SOURCES = sorted((Path(m44core.__file__).parent / "rules").rglob("*.py"))
REASONS: dict[str, str] = load_yaml(HERE / "rules_without_test.yaml")

ID = re.compile(r"\b(?:[BV]-[A-Z]+-\d+|R-\d+)\b")
MARK = re.compile(r"mark\.rule\(([^)]*)\)")
QUOTED_NAME = re.compile(r'"([^"]+)"')
RULE_ID_PREFIX = re.compile(r"B-|R-|V-(?:GEN|MED|EXIT)-|[EO]-|TH-|SO-|BT-|OVL-|TP-")


@cache
def ids_with_tests() -> frozenset[str]:
    """Return the ids that tests and cases of the core cover."""
    tests = "".join(path.read_text(encoding="utf-8") for path in HERE.parent.rglob("test_*.py"))
    cases = [case for path in HERE.glob("cases/*.yaml") for case in load_yaml(path).values()]
    in_cases = {rule for case in cases for rule in case.get("rules", ())}
    return frozenset(QUOTED_NAME.findall("".join(MARK.findall(tests)))) | in_cases


def stated_ids() -> set[str]:
    """Return the ids of the rules and rulings: base game, victory, equipment, options, theatres."""
    return {id_ for id_ in statement_ids() if RULE_ID_PREFIX.match(id_)}


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_every_rule_cited_by_a_module_is_tested(source: Path) -> None:
    cited_ids = set(ID.findall(source.read_text(encoding="utf-8")))
    assert cited_ids - ids_with_tests() - REASONS.keys() == set()


def test_every_rule_is_tested_or_has_a_reason_why_not() -> None:
    known_ids = stated_ids()
    assert len(known_ids) > 520
    assert sorted(known_ids - ids_with_tests() - REASONS.keys()) == []


def test_only_untested_rules_have_a_reason() -> None:
    assert sorted(REASONS.keys() & ids_with_tests()) == []
    assert sorted(REASONS.keys() - stated_ids()) == []
    assert all(reason.strip() for reason in REASONS.values())

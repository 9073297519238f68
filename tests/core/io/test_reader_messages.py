"""Every message of the reader appears for a matching file from ``messages.yaml``."""

from __future__ import annotations

import json
import re
from itertools import product
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from tests.reference_data import load_yaml

from m44core.diagnostics import Diagnostic
from m44core.findings.finding_kinds import finding_family
from m44core.findings.render_findings import render, render_title
from m44core.io.files.file_reader import read_bytes
from m44core.io.m44.dialects import repeated_ids
from m44core.messages.gettext_catalogue import completeness
from m44core.messages.languages import ENGLISH, languages
from m44core.messages.message import Value

Raw = dict[str, Any]

COMPLETE_LANGUAGES = [
    code for code, language in languages().items() if completeness(language).get("findings") == 100
]
"""The languages other than English into which all findings are translated."""

HERE = Path(__file__).parent
BLANK = (HERE / "files" / "blank.m44").read_text("utf-8")
CASES: dict[str, dict[str, Raw]] = load_yaml(HERE / "messages.yaml")
ALL_CASES = [
    pytest.param(code, key, case, id=f"{code}-{key}")
    for code, cases in CASES.items()
    for key, case in cases.items()
]
NEAR_MISSES: dict[str, list[Raw]] = load_yaml(HERE / "near_misses.yaml")
FALLBACKS: dict[tuple[str, str], dict[str, Value]] = {
    ("M005", "other"): {"problem": "Bad day"},
    ("M025", "other"): {"place": '"face"'},
}
"""The values of messages for errors that Python and jsonschema do not report today."""
SUPPRESSIONS = {"M061", "M062", "M063"}  # tests/core/validation/test_suppressions.py
# Findings about packs, pairs of files and side files, and about slow or failing checks.
CODES_TESTED_ELSEWHERE = {"M036", "M055", "M064", "M065", "M097", "M098", "M099"}
ELSEWHERE = {
    (code, key)
    for code in SUPPRESSIONS | CODES_TESTED_ELSEWHERE
    for key in finding_family("M0").kinds[code].messages
}


def case_file(case: Raw) -> tuple[bytes, str]:
    """Return the bytes and the name of a case's file."""
    if "bytes" in case:
        return bytes.fromhex(case["bytes"]), "case.m44"
    for ending in ("m44", "yaml"):
        if ending in case:
            piece, number = case.get("repeat", ("@", 1))
            middle = piece * number + case.get("close", "") * number
            return case[ending].replace("@", middle).encode(), f"case.{ending}"
    return json.dumps(changed_document(case)).encode(), "case.m44"


def changed_document(case: Raw) -> Raw:
    tree: Raw = json.loads(BLANK)
    for path, value in case.get("put", {}).items():
        parent, last = parent_and_key(tree, path)
        parent[last] = value
    for path in case.get("drop", ()):
        parent, last = parent_and_key(tree, path)
        del parent[last]
    return tree


def parent_and_key(tree: Raw, path: str) -> tuple[Raw, str]:
    *parent, last = path.split("/")
    for step in parent:
        tree = tree[step]
    return tree, last


def text_and_fixes(diagnostic: Diagnostic) -> tuple[str, list[str]]:
    return render(diagnostic, "en"), [render_title(fix, "en") for fix in diagnostic.fixes]


def matches_template(message: str, template: str) -> bool:
    parts = Formatter().parse(template)
    pattern = (re.escape(text) + (".+" if name else "") for text, name, *_ in parts)
    return re.fullmatch("".join(pattern), message) is not None


@pytest.mark.parametrize(("code", "key", "case"), ALL_CASES)
def test_each_case_gives_its_message(code: str, key: str, case: Raw) -> None:
    assert matches_template(case["says"], finding_family("M0").kinds[code].messages[key].template)
    messages = [
        text_and_fixes(d) for d in read_bytes(*case_file(case)).diagnostics if d.code == code
    ]
    assert (case["says"], case.get("fixes", [])) in messages


ENGLISH_WORDS = re.compile(r"\b(?:the|and|of|is|are|has|nothing|more|or)\b")
# Text quoted from the file, and the name of a kind of finding.
UNTRANSLATED = re.compile(r"«.*?»|„.*?“|“.*?”|「.*?」|\([a-z-]+\)")


@pytest.mark.parametrize(("code", "key", "case"), ALL_CASES)
def test_messages_are_translated_completely(
    code: str, key: str, case: Raw, subtests: pytest.Subtests
) -> None:
    findings = [each for each in read_bytes(*case_file(case)).diagnostics if each.code == code]
    for each, language in product(findings, COMPLETE_LANGUAGES):
        with subtests.test(language=language):
            finding_text = render(each, language)
            assert finding_text != render(each, ENGLISH)
            assert key == "other" or not ENGLISH_WORDS.search(UNTRANSLATED.sub("", finding_text))


@pytest.mark.parametrize(
    ("code", "case"), [(code, case) for code in NEAR_MISSES for case in NEAR_MISSES[code]]
)
def test_a_near_miss_has_no_finding(code: str, case: Raw) -> None:
    assert code not in {finding.code for finding in read_bytes(*case_file(case)).diagnostics}


def test_every_finding_of_the_reader_has_a_near_miss() -> None:
    assert NEAR_MISSES.keys() == CASES.keys()


def test_every_message_and_every_fix_of_the_reader_has_a_case() -> None:
    keys_with_cases = {(code, key) for code, cases in CASES.items() for key in cases}
    kinds = finding_family("M0").kinds.values()
    assert keys_with_cases | set(FALLBACKS) | ELSEWHERE == {
        (k.code, key) for k in kinds for key in k.messages
    }
    codes_with_fixes = {
        code for code, cases in CASES.items() for case in cases.values() if "fixes" in case
    }
    assert codes_with_fixes == {kind.code for kind in kinds if kind.fixes} - SUPPRESSIONS
    assert all(len(kind.fixes) <= 1 for kind in kinds)


@pytest.mark.parametrize(("code", "key"), FALLBACKS)
def test_a_fallback_accepts_its_values(code: str, key: str) -> None:
    (value,) = FALLBACKS[code, key].values()
    assert str(value) in str(finding_family("M0").kinds[code].message(key, FALLBACKS[code, key]))


def test_two_files_with_the_same_id_are_reported() -> None:
    ids = {"a.m44": "4185", "b.m44": 4185, "c.m44": "7", "d.m44": None}
    reports = repeated_ids(ids)
    assert list(reports) == ["b.m44"]
    assert render(reports["b.m44"], "en") == "The scenario id 4185 is also used by a.m44"
